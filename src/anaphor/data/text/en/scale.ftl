scale-help = Put people, machines and items on one scale. Where machines stand among people, and which items look broken.
    .runs = Runs of one collection; none where people alone are scaled.
    .people = People's single answers: JSON lines, or a table with item, choice and respondent.
    .outcomes = The files are 0/1 tables of any benchmark, a column per respondent, or logs of a harness.
    .collection = The collection, a file or a name; default: the one that the run names.
    .answers = Program that wrote the answers, if not recognised: lm-eval, inspect, helm, every-eval-ever, openai-evals or table.
    .model = 2pl: items differ in difficulty and slope; rasch: in difficulty alone.
    .guessing = Whether who does not know is right by chance, one time in as many as there are candidates.
    .candidates = With --outcomes: number of candidates of every item, where no column of that name says it.
    .careless = Whether people who seem to answer at random are told apart, so that machines are placed among the others.
    .abstentions = What an abstention says: missing (nothing), unknown (the answer was not known), auto: what the answers show.
    .figure = Also write the Wright map (.svg, .png, .pdf).
    .interface = Language of the sentences.

scale-nothing = there is nothing to put on a scale
    .todo = Give runs, people's answers with --people, or both.
scale-no-collection = people's answers alone do not say what was asked
    .todo = Name the collection with --collection.
scale-counts = this does not say who chose what on which item
    .todo = Give people's single answers: JSON lines, or a table with the columns item, choice and respondent.
scale-too-few = a scale needs two respondents and two items with answers; here { $respondents ->
        [one] one respondent answered
       *[other] { NUM($respondents) } respondents answered
    } { $items ->
        [one] one item
       *[other] { NUM($items) } items
    }
    .todo = Give more runs, or people's answers with --people.
scale-nothing-varies = nothing varies: every answer is { $right ->
        [yes] right
       *[no] wrong
    }, which says nothing of who is better or which item is harder
    .todo = Give harder items, or more respondents.
scale-title = One scale for people, machines and items
scale-title-respondents = Respondents, the ablest first{ $every ->
        [one] {""}
       *[other] {" "}(of people one in { NUM($every) })
    }
scale-title-suspects = Items that look broken, the likeliest first
scale-title-hardest = The hardest of the items that look sound
scale-title-slopes = Items that tell most and least between the able and others
scale-title-map = People, machines and items on one axis (Wright map)
scale-asked = { $people ->
        [0] No people
        [one] One person
       *[other] { NUM($people) } people
    } and { $machines ->
        [0] no machines
        [one] one machine
       *[other] { NUM($machines) } machines
    } gave { NUM($answers) } answers to { NUM($items) } items.
scale-stands = { $where ->
        [below] { $name } is less able than each of the { NUM($people) } people asked; at most { PERCENT($most) } of people at large are less able still.
        [above] { $name } is abler than each of the { NUM($people) } people asked, and than at least { PERCENT($least) } of people at large.
       *[among] { $name } is abler than { PERCENT($share) } of people ({ $between }, from { NUM($people) } people).
    }
scale-no-percentile = Where machines stand among people cannot be said with { $people ->
        [0] no people
       *[other] one person
    }.
scale-few-people = { NUM($people) } people say little of people at large: the intervals are wide for that reason.
scale-careless = { $count ->
        [one] One person
       *[other] { NUM($count) } people
    } of { NUM($people) } ({ PERCENT($share) }) seem to have answered at random{ $how ->
        [placed] ; machines are placed among the others. Among all people: { $shares }.
       *[alone] .
    }
scale-candidates = { NUM($count) } candidates are too few to choose from
    .todo = Give two or more: --candidates 2.
scale-candidates-known = the number of candidates is known from the collection
    .todo = Leave out --candidates; it is for 0/1 tables (--outcomes).
scale-candidates-some = the number of candidates is known for { NUM($known) } of { NUM($items) } items only
    .todo = Fill in the column candidates, or give one number for the other items: --candidates 2.
scale-candidates-differ = { $item } has { NUM($one) } candidates in one table and { NUM($other) } in another
    .todo = Correct the column candidates.
scale-candidates-unknown = It is not known how many candidates the items have: guessing is not modelled (guessing:none), difficulties are those of items without guessing, and people who answer at random are not told apart. Say it with --candidates N (candidates=N in Python) or a column candidates.
scale-broken = { $count ->
        [0] No item is more probably broken than sound
        [one] One item is more probably broken than sound
       *[other] { NUM($count) } items are more probably broken than sound
    }; about { NUM($expected, digits: 1) } are expected to be.
scale-spread = Standard deviations in log-odds: abilities { NUM($people, digits: 2) }, items { NUM($items, digits: 2) }, schemas { NUM($schemas, digits: 2) } (the part of the difficulty that twins share).
scale-slopes = The logarithms of the slopes have a standard deviation of { NUM($sd, digits: 2) }; letting slopes differ adds { NUM($gain, digits: 1) } to the log-likelihood.
scale-guessing = Whoever does not know is taken to guess, and is right once in as many times as there are candidates.
scale-no-guessing = Guessing is not modelled.
scale-abstained = { $how ->
        [none] Nobody abstained.
        [random] { $count ->
            [one] The one abstention is no answer here
           *[other] The { NUM($count) } abstentions are no answers here
        }: people abstain no more where they are less likely to know ({ NUM($z, digits: 1) } standard errors; from 2.5 on it would count as not knowing).
        [told] Of { NUM($count) } abstentions about { PERCENT($share) } count as not knowing the answer, the others as no answers: people abstain more where they are less likely to know ({ NUM($z, digits: 1) } standard errors).
        [forced] { $count ->
            [one] The one abstention counts
           *[other] The { NUM($count) } abstentions count
        } as not knowing the answer, as was asked for.
       *[missing] { $count ->
            [one] One abstention or gap is no answer here: it counts neither for nor against.
           *[other] { NUM($count) } abstentions or gaps are no answers here: they count neither for nor against. If people abstain where they do not know, items look easier than they are, and those who abstain often look abler.
        }
    }
scale-unanswered = { $count ->
        [one] One item that nobody answered is left out.
       *[other] { NUM($count) } items that nobody answered are left out.
    }
scale-flaws = Broken is the posterior probability that the key is wrong (the able choose another candidate) or that answers are split (the able choose two, or nobody can know). The difficulty is that of the item if it is sound. Read an item before dropping it.
scale-two-candidates = With two candidates, two right answers, an ambiguous text and an item that nobody can solve look alike: answers do not tell them apart.
scale-line = { NUM($people) } people, { NUM($machines) } machines and { NUM($items) } items on one scale, { NUM($suspects) } of them suspect
scale-figure-written = Figure: { $path }
scale-person = person
scale-machine = machine
scale-item = item
scale-head-item = item
scale-head-name = name
scale-head-logits = log-odds
scale-head-right = right
scale-head-difficulty = difficulty
scale-head-between = between
scale-head-slope = slope
scale-head-broken = broken
scale-head-wrong-key = wrong key
scale-head-split = split
scale-head-rival = chosen instead
scale-head-respondent = respondent
scale-head-kind = kind
scale-head-abstained = abstained
scale-head-ability = ability
scale-head-percentile = percentile
scale-axis-people = people │ items, machines
scale-axis-logits = ability and difficulty (log-odds)
scale-line-people = people
scale-line-items = items
scale-line-broken = items that look broken
scale-chose-nothing = { $name }: it chose no candidate in { NUM($asked) } questions.
scale-unranked = Not on the scale: { $why }
scale-all-unranked = { $placed ->
        [0] no machine can be placed on the scale
       *[other] only { NUM($placed) } of { NUM($machines) } machines can be placed, and a scale needs two respondents
    }. { $why }
scale-share = { $name } { PERCENT($share) }
