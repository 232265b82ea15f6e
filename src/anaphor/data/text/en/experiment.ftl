experiment-simulated = Simulated participants: nobody was asked.
experiment-simulated-some = { NUM($made_up) } of the { NUM($people) } participants are simulated: these figures mix a rehearsal with people.
experiment-people-flow = { NUM($started) } started; { NUM($out) } left out ({ $reasons }); { NUM($analysed) } analysed.
experiment-people-flow-all = { NUM($started) } started{ $started ->
    [one] {" "}and is
   *[other] , and all are
 } analysed.
experiment-answers-flow = { NUM($kept) } of their { NUM($answers) } answers to items are analysed; left out: { $reasons }.
experiment-answers-flow-all = All of their { NUM($answers) } answers to items are analysed.
experiment-items-flow = { NUM($asked) } { $asked ->
    [one] item was
   *[other] items were
 } to be asked: { NUM($high) } at 80 % and above, { NUM($low) } below 80 %, { NUM($unanswered) } without an answer that counts, { NUM($without_key) } without a key.
experiment-adaptive = More people were asked about the items on which answers differed. The mean over items is slightly too high, and the number of items below 80 % is affected: judge each item by its own interval.
experiment-mean = Mean item accuracy { $mean } ({ $ends } for other schemas); people are right on { $people } ({ $people_ends } for other people).
experiment-chance = { NUM($low) } { $low ->
    [one] item is
   *[other] items are
 } below 80 %: { $expected } would be by chance if all were equally easy, and { NUM($shrunken) } { $shrunken ->
    [one] is
   *[other] are
 } still below after shrinkage (partial pooling).
experiment-without = Without { $low ->
    [one] it
   *[other] them
 } the mean would be { $mean }; that flatters, since the same answers chose { $low ->
    [one] it
   *[other] them
 }.
experiment-model = Crossed model: people differ by { $people } and items by { $items } (standard deviations in log-odds); the average person is right on the average item with { $rate }.
experiment-side = Right answer in the first place rather than elsewhere: { $gap } { $points ->
    [one] point
   *[other] points
 } ({ $ends }), within { NUM($people) } people.
experiment-order = Second half of the study against the first: { $gap } { $points ->
    [one] point
   *[other] points
 } ({ $ends }), within { NUM($people) } people.
experiment-precise = Answers per item: { NUM($answers) } (median); an item that everybody gets right is thereby shown to lie above { NUM($bound, digits: 0) } %.
experiment-note = Note: { $note }.
experiment-rules-withdrawn = { $count ->
    [one] withdrew
   *[other] withdrew
 }
experiment-rules-no-consent = gave no consent
experiment-rules-by-hand = { $count ->
    [one] excluded by the organiser
   *[other] excluded by the organiser
 }
experiment-rules-unfinished = { $count ->
    [one] did not finish
   *[other] did not finish
 }
experiment-rules-under-age = { $count ->
    [one] under age
   *[other] under age
 }
experiment-rules-not-native = { $count ->
    [one] not a native speaker
   *[other] not native speakers
 }
experiment-rules-screened-out = { $count ->
    [one] turned away by a question
   *[other] turned away by a question
 }
experiment-rules-no-answers = answered no item
experiment-rules-attention = { $count ->
    [one] failed attention trials
   *[other] failed attention trials
 }
experiment-rules-control = { $count ->
    [one] failed control trials
   *[other] failed control trials
 }
experiment-rules-too-fast = { $count ->
    [one] too fast
   *[other] too fast
 }
experiment-reasons-again = { $count ->
    [one] second answer
   *[other] second answers
 } to the same item
experiment-reasons-anticipation = faster than 100 ms
experiment-reasons-slow = slower than 6000 ms
experiment-reasons-away = the page was away
experiment-trials-anticipations = default: no anticipations, page never away
experiment-trials-paper1 = Amsili & Seminck (2017): 100 to 6000 ms
experiment-trials-none = every answer
experiment-classes-ambiguous = ambiguous
experiment-classes-connective = hangs on a connective
experiment-classes-unnatural = too constructed
experiment-classes-other = other
experiment-classes-unclassed = not yet classed
experiment-heads-rule = rule for trials
experiment-heads-answers = answers
experiment-heads-mean = mean
experiment-heads-interval = interval
experiment-heads-low = items below 80 %
experiment-heads-item = item
experiment-heads-text = sentence
experiment-heads-right = right
experiment-heads-rate = rate
experiment-heads-wilson = Wilson
experiment-heads-jeffreys = Jeffreys
experiment-heads-shrunken = shrunken estimate
experiment-heads-chosen = chosen
experiment-heads-key = right answer
experiment-heads-median-ms = median ms
experiment-heads-comments = remarks
experiment-heads-class = class
experiment-heads-person = participant
experiment-heads-list = list
experiment-heads-left-out = left out
experiment-heads-people = people
experiment-heads-count = count
experiment-heads-step = step
experiment-heads-started = people who started
experiment-heads-kept = answers analysed
experiment-heads-from = from
experiment-heads-to = to
experiment-report-title = What people said: { $study }
experiment-report-page = A study of { $study }
experiment-report-flow = From those who started to what is analysed
experiment-report-rules = The same study under each rule for trials, all declared beforehand
experiment-report-low = Items below 80 %, to be classed by their author
experiment-report-low-cards = The items below 80 %, with their sentences and what people remarked
experiment-report-no-low = No item is below 80 %.
experiment-report-all = Every item, with its intervals
experiment-report-everybody = Everybody who started
experiment-report-people = people analysed
experiment-report-answers = answers
experiment-report-mean = right on average
experiment-report-low-items = items below 80 %
experiment-report-agreement = Agreement of the same answers
experiment-report-coefficient = coefficient
experiment-report-value = value
experiment-figure-items = Items by the share of people who got them right
experiment-figure-rate = share of right answers
experiment-figure-number = number of items
experiment-figure-observed = observed
experiment-figure-equal = if all were equally easy
experiment-figure-shrunken = shrunken estimate (partial pooling)
experiment-figure-bound = 80 %
experiment-figure-times = Reaction times, right and wrong answers
experiment-figure-time = seconds (logarithmic)
experiment-figure-share = answers
experiment-figure-right = right
experiment-figure-wrong = wrong
experiment-figure-window = window of Amsili & Seminck (2017), 100–6000 ms
experiment-figure-flow = Flow of participants and answers
experiment-figure-started = { NUM($count) } { $count ->
    [one] person
   *[other] people
 } started
experiment-figure-analysed = { NUM($people) } { $people ->
        [one] person
       *[other] people
     } analysed,
    { NUM($count) } { $count ->
        [one] answer
       *[other] answers
     } to items
experiment-figure-kept = { NUM($count) } { $count ->
    [one] answer
   *[other] answers
 } analysed
experiment-figure-left-out = left out: { NUM($count) }
experiment-people-flow-none = { NUM($started) } started; all are left out ({ $reasons }), and nobody is analysed.
experiment-not-started = Nobody has started yet.
experiment-answers-flow-none = None of their { NUM($answers) } answers to items is analysed; left out: { $reasons }.
experiment-items-flow-none = { NUM($asked) } { $asked ->
    [one] item was
   *[other] items were
 } to be asked, and no answer to any of them counts.
experiment-no-key = No item that was answered has a key: nobody can be right or wrong.
experiment-chance-alone = { NUM($low) } { $low ->
    [one] item is
   *[other] items are
 } below 80 %: { $expected } would be by chance if all were equally easy.
experiment-notes-unanswered = { NUM($count) } { $count ->
    [one] question was
   *[other] questions were
 } left unanswered
experiment-notes-rejected = { NUM($count) } rejected { $count ->
    [one] assignment was
   *[other] assignments were
 } left out
experiment-notes-assignment-times = times are known per assignment only: no answer has a reaction time
experiment-notes-no-answer = { NUM($count) } { $count ->
    [one] trial
   *[other] trials
 } without an answer, such as instructions, { $count ->
    [one] was
   *[other] were
 } left out
experiment-notes-came-back = { NUM($count) } { $count ->
        [one] session is by somebody
       *[other] sessions are by people
    } who had been here before (the same PROLIFIC_PID): only the first session of each is read
experiment-notes-other-design = the answers say that another design than this one ({ $design }) was asked: trials were found by their ids, and their texts may have changed
experiment-notes-no-survey = there is no survey.txt: texts and candidates are not known
experiment-notes-unmatched = { NUM($count) } of { NUM($all) } items { $count ->
    [one] is
   *[other] are
 } not in the collection
experiment-notes-by-order = { NUM($count) } { $count ->
    [one] item has
   *[other] items have
 } other candidates in the collection: choices were matched by their order
experiment-notes-only-right = { NUM($count) } { $count ->
    [one] item is
   *[other] items are
 } known only as right or wrong
experiment-notes-lost = { NUM($count) } { $count ->
    [one] answer
   *[other] answers
 } chose something that is none of the candidates
experiment-notes-impossible-times = { NUM($count) } { $count ->
    [one] time is
   *[other] times are
 } negative or longer than a week: the answers count, their times are taken as missing
experiment-notes-again = { NUM($count) } { $count ->
    [one] answer is
   *[other] answers are
 } by people who had answered the same item before: only the first counts
experiment-notes-doubtful-times = half of the times in { $column } are below { NUM($median) }, which nobody can do in milliseconds, and so no time was read: if they are logarithms, import again with --column rt_log={ $column } (in Python columns=dict(rt_log="{ $column }")), if they are seconds with rt_s, if they are milliseconds all the same with rt_ms

experiment-codebook-title = Codebook of the study { $study }
experiment-codebook-people = Further columns of `people.csv` (one line per participant; the study's own questions are columns by their names) and `trials.csv` (one per trial)
experiment-codebook-lines = One line per answer. `people.csv` has one line per participant, `trials.csv` one per trial; `manifest.json` has the hash of every file.
experiment-codebook-column = column
experiment-codebook-meaning = meaning
experiment-codebook-kind = kind of trial
experiment-codebook-number = trials
experiment-codebook-answers = answers to choose from
experiment-codebook-rules = Rules of exclusion, declared beforehand
experiment-codebook-rule = rule
experiment-codebook-value = value
experiment-codebook-columns-study = Name of the study.
experiment-codebook-columns-participant = Pseudonym of the participant; the same in every file of this export (in `answer-records.jsonl`, `simulated-` stands before those of simulated participants).
experiment-codebook-columns-item-set = Schema or problem that the item belongs to; a participant sees one item of each.
experiment-codebook-columns-condition = Condition that the collection names for the item; empty where it names none.
experiment-codebook-columns-chosen = Index of the chosen candidate in the collection's order, from 0; empty: no answer.
experiment-codebook-columns-chosen-text = What was chosen, in words.
experiment-codebook-columns-excluded-by = Rule that leaves the participant, or this answer, out of the analysis (as `experiment analyse` does unasked); empty: it counts.
experiment-codebook-columns-answered-at = When the answer arrived at the server: ISO 8601, UTC.
experiment-codebook-columns-started-at = When the participant agreed to take part: ISO 8601, UTC.
experiment-codebook-columns-finished-at = When the participant ended the study; empty: not yet.
experiment-codebook-columns-finished = 1 when the participant ended the study, else 0.
experiment-codebook-columns-withdrawn = 1 when the participant withdrew: the answers are gone.
experiment-codebook-columns-consented = 1 when the participant agreed to take part, else 0.
experiment-codebook-columns-adult = 1 when the participant says to be 18 or older, 0 if not, empty where nobody asked.
experiment-codebook-columns-native = 1 when the participant says to be a native speaker, 0 if not, empty where nobody asked.
experiment-codebook-columns-restarts = How often the participant came back and began again.
experiment-codebook-columns-reason = Why the organiser left the participant out by hand.
experiment-codebook-columns-lists = Lists in which the item stands, from 1.
experiment-codebook-columns-text = What was read.
experiment-codebook-columns-prompt = What was asked.
experiment-codebook-columns-candidates = The possible answers as a JSON list, in the order of their indices.
experiment-codebook-columns-scale = 1 when the answers are steps of a scale, shown to everybody in their order.
experiment-codebook-columns-list = List of the participant, from 1.
experiment-codebook-columns-position = When in the study the trial was shown, from 1.
experiment-codebook-columns-trial = Id of the trial.
experiment-codebook-columns-kind = item, practice, filler, attention or control; only items are analysed.
experiment-codebook-columns-item = Id of the question in the collection.
experiment-codebook-columns-key = Index of the right candidate; empty where there is none.
experiment-codebook-columns-right = 1 right, 0 wrong, empty where there is no key or no answer.
experiment-codebook-columns-side = Place on the screen of what was chosen, from 0 (left or top).
experiment-codebook-columns-key-side = Place on the screen of the right candidate, from 0; empty where there is none.
experiment-codebook-columns-rt-ms = Milliseconds from the first frame that showed the trial to the answer's own time stamp.
experiment-codebook-columns-onset-ms = When the trial was on the screen, in milliseconds on the page's clock.
experiment-codebook-columns-response-ms = When the answer was given, in milliseconds on the same clock.
experiment-codebook-columns-frame-ms = Milliseconds between two frames of the participant's screen: the grain of the times.
experiment-codebook-columns-hidden-ms = Milliseconds during which the page was hidden while the trial was shown.
experiment-codebook-columns-focus-losses = How often the page lost the focus while the trial was shown.
experiment-codebook-columns-repeated-key = 1 when a key of the answers was still held down from the trial before (which is no answer), else 0.
experiment-codebook-columns-device = key, mouse, touch or pen.
experiment-codebook-columns-comment = What the participant remarked.
experiment-codebook-columns-simulated = 1 for a simulated participant of a rehearsal, 0 for a person.
experiment-codebook-kinds-item = An item of the collection: what the study is about.
experiment-codebook-kinds-practice = Before the study, with feedback; never analysed.
experiment-codebook-kinds-filler = Hides the pattern of the items; never analysed.
experiment-codebook-kinds-attention = Says itself which answer to give; failing it too often excludes.
experiment-codebook-kinds-control = So easy that failing it shows guessing.

experiment-help = Run a web experiment.
experiment-help-new = Make the design of a study.

    Each participant sees one item of each schema.
    .source = A collection.
    .output = File for the design.
    .lists = Number of lists.
    .quota = Participants wanted in all.
    .seed = Seed of all orders.
    .block = Trials between two breaks.
    .trials = Most trials that one person sees, practice and checks included; lists are dealt into shorter ones.
    .interface = Language of the page: fr or en.
    .name = Name of the study, part of its link.
    .recruiter = Where people come from.
    .code = Completion code shown at the end.
    .redirect = Where the browser goes at the end.
    .extras = Add practice, attention and control trials.
    .words = TOML file with words and trials of your own.
    .fillers = Another collection, one item of each schema of which is shown.
    .scale = Whether the answers are steps of a scale, shown in order; without it as the collection says, or as they look.
    .counting = Whose answers count for paper 4's rule, fixed now.
    .retention = Date after which recruiters' names are deleted: 2027-12-31.
    .adaptive = Give each newcomer the items where an answer more does most for the reference.
    .force = Replace another design, if nobody has taken part in its study.
experiment-help-payments = Write whom a recruiter is to pay, by its own ids.

    With how each visit ended, how long it took, and failed checks.
    .output = CSV file for the table.
experiment-help-simulate = Rehearse a study with simulated participants.

    They go through the real assignment and store.
    .participants = How many finish.
    .seed = Seed of everything they do.
    .dropout = Share who leave in the middle.
    .careless = Share who answer at random.
    .accuracy = Share of right answers on the average item.
    .database = Keep the rehearsal in this file, to analyse it.
experiment-help-plan = Plan how many people a study needs.

    What more answers per item would tell.
    .lists = Number of lists: each participant sees one.
    .rate = Share of right answers to reckon with.
    .half-width = Wanted half width of an item's interval.
    .bound = Show an item that all get right to lie above this.
    .level = Level of the intervals.
experiment-help-serve = Serve a study on the web.

    Prints the link to send, and runs until it is stopped.
    .host = Address to listen on.
    .port = Port to listen on; 0: any.
    .base = Path under which a proxy shows the study, such as /study.
    .workers = Processes; more than one needs PostgreSQL.
    .accounts = Where organisers are kept; the user's own file by default.
    .public-url = Address by which people reach the server; it is only printed.
    .proxy = Addresses of proxies whose X-Forwarded headers are believed, or *.
experiment-help-status = Show how far a study is, list by list.
experiment-help-backup = Copy a study into one file while it runs.

    The copy is checked before it takes its place.
    .output = File for the copy.
experiment-help-restore = Make a study again out of its copy.

    The database must hold no study yet.
    .copy = A file made by `experiment backup`.
    .database = Where to: a new file, or an empty postgresql://….
experiment-help-invite = Invite people to a study for the invited.

    Prints one link for each of them.
    .count = How many people.
    .link = Address of the server, put before each link.
experiment-help-import = Read answers that were collected elsewhere.

    They become a study that `analyse` takes.
    .file = What another program wrote; a folder for PsyToolkit, or of jsPsych's files.
    .output = File for the study.
    .from = csv, jspsych, mturk, pcibex, psytoolkit; found from the content if left out.
    .collection = The collection that was asked: items are found in it.
    .design = The design that `experiment convert` was given: all is then as with anaphor's own server.
    .column = OURS=THEIRS, e.g. item=stimulus. May be repeated.
    .where = Only rows with COLUMN=VALUE. May be repeated.
    .count-from = Number of the first candidate where choices are numbers.
    .unfinished = Analyse those who did not end the study, too.
    .keep-names = Keep the names of people instead of p0001, p0002 …
    .name = Name of the study; the file's by default.
experiment-help-convert = Write a study as a project for another server.

    People see the lists, orders and words of the design; their answers come back with `experiment import --design`.
    .to = jspsych or pcibex.
    .output = Folder for the project; it must be new or empty.
    .scripts = For jsPsych: a folder in which npm installed it; without one the page loads it from the web.
experiment-help-export = Write the answers as files, with a codebook.

    A manifest holds the hash of each file.
    .output = Folder for the files.
    .to = One of csv, jsonl, parquet, jspsych, answers, study, psych-ds; may be repeated.
experiment-help-analyse = Analyse a study: people, items, agreement.

    Who was left out and why, each item's rate, the items to look at.
    .source = A design whose answers are beside it, or a study file of `import`/`export`.
    .trials = Which trials count.
    .items = Show every item, not only those below 80 %.
    .sheet = Write the items below 80 % as a table to be classed by hand.
    .classes = That table, filled in: ambiguous, connective, unnatural, other.
    .agreement = Also measure the agreement of the same answers.
    .figure = Draw the items by their rate: .svg, .png or .pdf.
experiment-help-select-questions = Select questions for a challenge by paper 4's rule. Exit code 1 when the set does not pass.
    .source = A design whose answers are beside it, or a study file of `import`/`export`.
    .count = Whose answers count; the design's own if it declares it.
    .trials = Which trials count.
    .output = Write the ids of the largest set that passes, one per line.

experiment-after = { $name }: { $said }
experiment-percent = { NUM($share, digits: 0) } %
experiment-sheet-written = { $count ->
    [one] { $count } item is
   *[other] { $count } items are
 } in { $path }: fill in the column class.
experiment-figure-drawn = The figure is in { $path }.
experiment-never-shown = { $count } items are never shown ({ $names }): there are fewer lists than a schema has items, or nothing to choose from.
experiment-report-conditions = Named conditions: mean over people with its 95 % interval, and the difference from the first within people
experiment-measures-right = right (%)
experiment-measures-step = step of the scale
experiment-heads-condition = condition
experiment-heads-measure = measure
experiment-heads-items = items
experiment-heads-difference = difference
experiment-payments-written = This file says who people are: keep it apart from the answers, and delete it once everybody is paid.
experiment-in-order = { $count ->
    [one] One trial shows its answers
   *[other] { NUM($count) } trials show their answers
 } in a fixed order, as the steps of a scale ({ $steps }), and digits are their keys. Where they are no scale, say scale: no in the collection, or --no-scale (scale=False in Python).
experiment-rehearse-it = Rehearse it: anaphor experiment simulate { $design } --participants { $participants } --seed 1 --database rehearsal.db
experiment-analyse-rehearsal = Analyse it: anaphor experiment analyse { $design } --database { $database }
experiment-analyse-it = Analyse it: anaphor experiment analyse { $study }
experiment-rehearsal-lost = The answers are not kept; to analyse them, rehearse with --database rehearsal.db.
experiment-plan-answers = answers per item
experiment-plan-participants = participants
experiment-plan-above = if all are right: above
experiment-plan-half-width = half width at { $rate }
experiment-plan-by-chance = below 80 % by chance
experiment-plan-width = To know an item's rate to within { $wanted }: { $answers } answers per item, { $participants } participants.
experiment-plan-bound = To show that an item everybody gets right lies above { $wanted }: { $answers } answers per item, { $participants } participants.
experiment-status = { $name }: { $counted } of { $quota } finished, { $answers } answers.
experiment-status-paused = { $name }: { $counted } of { $quota } finished, { $answers } answers, paused.
experiment-status-list = list
experiment-status-finished = finished
experiment-status-live = live
experiment-besides = Besides: { $others }.
experiment-besides-excluded = { $count } excluded
experiment-besides-withdrawn = { $count } withdrawn
experiment-besides-screened-out = { $count } screened out
experiment-besides-declined = { $count } declined
experiment-besides-conflicts = { $count } conflicting answers
experiment-export-file = file
experiment-export-bytes = bytes
experiment-export-sha256 = sha256
experiment-link = link
experiment-passes = Passes: the answers of { $whose } count, { $declared }.
experiment-fails = Does not pass: the answers of { $whose } count, { $declared }.
experiment-counting-first-3 = the first three valid people
experiment-counting-all = all valid people
experiment-counting-declared = as declared beforehand
experiment-counting-undeclared = which was not declared beforehand
experiment-questions-right = { $by_all } of { $questions } questions were answered correctly by all, { $doubtful } by half or more, { $failed } by less.
experiment-too-few = { $count } of { $questions } questions were tried on fewer than { $least } people
experiment-few-by-all = { $count } of { $questions } questions were answered correctly by all, which is less than 90 %
experiment-failed = { $count } of { $questions } questions were answered correctly by less than half
experiment-largest-passing = The largest set that passes has { $count } questions.
experiment-agreement-taken-as = agreement taken as
experiment-agreement-value = value
experiment-agreement-threshold = threshold
experiment-agreement-needed = right of { $questions }
experiment-agreement-accuracy = accuracy
experiment-agreement-pairwise = pairwise
experiment-agreement-unanimous = unanimous
experiment-panel-people = people per question
experiment-panel-drawn = passes, drawn from these
experiment-panel-fresh = passes, fresh people (predicted)
experiment-served = The study is at { $root }/s/{ $name }
    The desk is at { $root }/desk
experiment-served-here = Here it is served at { $local }/s/{ $name }; a proxy must lead there.
experiment-no-organiser = Nobody can log in at the desk yet; make an account with: anaphor account add NAME
experiment-stop = Stop with Ctrl-C: everything that was acknowledged is on disk.
experiment-begins = Answers go to { $place }; nobody has started yet.
experiment-goes-on = The study goes on in { $place }: { $started } have started, { $answers } answers are there.
experiment-is-rehearsal = { $count } of them are simulated, and take the places of people: this is a rehearsal. For the study itself name a new file with --database.
experiment-refused-full = the study has all the participants it needs
experiment-refused-paused = the study is paused
experiment-refused-blocked = this study can be started only once
experiment-refused-expired = too much time has passed since you started
experiment-refused-withdrawn = you have withdrawn from this study
experiment-refused-not-invited = this link is not valid
experiment-refused-unknown-token = nobody is known by this token
experiment-refused-unknown-trial = this participant is not shown such a trial
experiment-refused-bad-choice = the trial has no such answer
experiment-refused-no-consent = consent has not been given
experiment-refused-screened-out = the study looks for other participants

experiment-workers = several workers cannot share one SQLite file without waiting for each other
    .todo = Serve with one worker, or give --database postgresql://…
experiment-bad-address = '{ $address }' is no address
    .todo = Write --public-url https://…
experiment-bad-base = '{ $base }' cannot be a path
    .todo = Use letters, digits, hyphens and slashes.
experiment-bad-condition = --where { $condition } is no condition
    .todo = Write --where COLUMN=VALUE.
experiment-no-answers-in = there are no answers in { $path }
    .todo = Serve the study first, or name its --database.
experiment-holds-answers = { $path } holds its answers itself
    .todo = Leave --database out.
experiment-took-part = { $count } people have taken part in the study in { $database }, which has another design
    .todo = Name another file than { $path }.
experiment-simulated-took-part = { $count } simulated participants have taken part in the study in { $database }, which has another design
    .todo = Name another file than { $path }, or delete { $database }.
experiment-design-there = { $path } is there already, and is not this design
    .todo = Name another file, or say --force if nobody has answered it.
experiment-rehearsal-there = { $path } is there already
    .todo = Rehearse in a new file.
experiment-counting-open = whose answers count was not fixed beforehand
    .todo = Say it: --count first-3 or --count all.

experiment-bad-item-flow = the flow of items does not add up
experiment-sheet-no-column = the sheet has no column '{ $missing }'
    .todo = Fill in the sheet that the analysis of the study writes.
experiment-unknown-difficulty = '{ $said }' is no class of difficulty
    .todo = Write { $names }.
experiment-no-votes = nobody answered any question
experiment-unequal-lengths = people, items and answers must be equally many
experiment-nothing-varies = all answers are right, or all are wrong: nothing varies that a model could explain
experiment-bad-rate-or-width = a rate and a half width lie between 0 and 1, and there is at least one list
experiment-bad-bound = a bound lies between 0 and 1, and there is at least one list
experiment-too-precise = no study is large enough for this
    .todo = Ask for less precision.
experiment-bad-people-flow = the flow of participants does not add up
experiment-bad-answer-flow = the flow of answers does not add up
experiment-no-questions = there is no question to judge
experiment-no-pair-of-votes = no question was answered by two people
    .todo = Ask more people.
experiment-other-design-version = this is version { $version } of the format
    .todo = This anaphor knows { $known }.
experiment-bad-study-name = '{ $name }' cannot be part of a link
    .todo = Name the study with letters, digits, dots, dashes and underscores.
experiment-repeated-trial = two trials of the design have the same id
experiment-empty-list = a design needs at least one list with items in it
experiment-bad-quota = quota, block and lease must be from 1 to { $largest }
experiment-bad-return-time = return_within_s must be from 0 to { $largest }
experiment-unknown-page-language = the page has no language '{ $interface }'
    .todo = Write fr or en.
experiment-bad-date = '{ $retention }' is no date
    .todo = Write it as 2027-12-31.
experiment-unlisted-item = the item { $unseen } stands in no list
    .todo = Put it in one, or take it out.
experiment-unknown-trial-in-list = list { $number } names a trial that does not exist: '{ $unknown }'
experiment-list-beyond-items = list { $number } holds trials that are no items
experiment-list-with-twins = list { $number } holds two items of one schema
    .todo = A participant may see only one.
experiment-trial-without-choice = trial { $id } has fewer than two answers to choose from
experiment-trial-empty = trial { $id }: its id, its text or one of its answers is empty
experiment-trial-repeats-answer = trial { $id } shows the same answer twice
experiment-trial-bad-key = trial { $id }: its key is none of its answers
experiment-trial-without-key = trial { $id }: an { $kind } trial needs a key
experiment-trial-bad-schema = trial { $id }: items, and only items, belong to a schema
experiment-bad-redirect = '{ $redirect }' is no address to go to at the end
    .todo = Write https://…
experiment-bad-question-id = “{ $id }” cannot be the id of a question about the participant
    .todo = Begin with a letter, use letters, digits and _, and none of the columns that people.csv has anyway.
experiment-bad-question = the question { $id } asks nothing that can be answered
    .todo = Give it a text, and two options or more, or limits (least, most), or neither for a free answer.
experiment-bad-accept = the question { $id } accepts an answer that is none of its options
experiment-repeated-question = two questions about the participant have the same id
    .todo = Give each its own id.
experiment-bad-comprehension = the question “{ $text }” on the instructions has no choice, or no right answer
    .todo = Give two different candidates or more, and key, the number of the right one from 0.
experiment-bad-exclusion = the exclusion rules hold an impossible number
experiment-bad-words = this is no file of words and trials ({ $why })
experiment-no-toml = this is no TOML ({ $why })
experiment-no-such-design = there is no such file
    .todo = Make a design with: anaphor experiment new COLLECTION -o design.json; in Python, anaphor.experiment.new(collection).
experiment-no-design = this is no design of an experiment ({ $why })
    .todo = Make one with: anaphor experiment new
experiment-no-room = lists of { $trials } trials leave no room for items: practice and checks are { $others }
    .todo = Give more trials, or leave the extras out.
experiment-bad-list-count = a study cannot have { $lists } lists
    .todo = Give 1 or more.
experiment-nothing-to-ask = the collection { $name } has no item that could be asked
experiment-trial-name-taken = an item of the collection is called '{ $clash }' like a trial of another kind
    .todo = Rename it, or leave the extra trials out: --no-extras.
experiment-unknown-export = a study cannot be exported as '{ $unknown }'
    .todo = Known: { $names }.
experiment-no-folder-made = the folder cannot be made ({ $why })
experiment-unknown-trial-kind = '{ $text }' is no kind of trial
    .todo = Known: { $names }.
experiment-unknown-column = no column is called '{ $column }'
    .todo = There are { $names }.
experiment-unclear-columns = which of the columns { $shown } is the { $ours } is not clear
    .todo = Say it: --column { $ours }=NAME, or in Python columns=dict({ $ours }="NAME").
experiment-bad-log-time = { NUM($value, as: "g") } is no logarithm of milliseconds
experiment-empty-table = there is no row in this table
experiment-json-broken = the JSON is broken
experiment-is-folder = this is a folder
    .todo = Name a file in it.
experiment-file-empty = the file is empty
experiment-no-answer-in-file = there is no answer in this file
experiment-no-item-matches = none of the { NUM($every) } items of this file is in the collection
    .todo = Name the collection that was asked, or name no collection.
experiment-jspsych-no-answer = no trial has an answer and says what was asked
    .todo = Say where it stands: --column item=NAME, or in Python columns=dict(item="NAME").
experiment-jspsych-no-list = jsPsych's data is a list of trials
experiment-json-deep = the JSON is nested too deep
experiment-mturk-columns = a batch of Mechanical Turk has the columns { $names }
experiment-mturk-all-rejected = every assignment of this batch was rejected
experiment-mturk-unknown-column = a batch has no column '{ $strange }'
    .todo = Known: { $names }.
experiment-mturk-unclear = which columns of this batch are the questions and the answers is not clear
    .todo = Say it: --column 'text=Input.schema_*' --column 'choice=Answer.c*', or in Python columns=dict(text="Input.schema_*", choice="Answer.c*").
experiment-mturk-no-candidates = no columns are called '{ $columns }'
experiment-mturk-no-group = no column is called '{ $columns }'
    .todo = Write the number as a star: Answer.c*.
experiment-pcibex-no-results = this is no results file of PCIbex
    .todo = Download `results` as it is, with its comments.
experiment-pcibex-no-answer = no answer was logged in this file
    .todo = An element must be logged: newSelector(…).log() or newKey(…).log().
experiment-pcibex-bad-line = this line cannot be read
experiment-psytoolkit-no-columns = PsyToolkit's files have no columns to choose
    .todo = Leave columns and conditions (where) out.
experiment-psytoolkit-nothing = there is neither a session (s.*.txt) nor data.csv here
    .todo = Name the folder that PsyToolkit's data were unpacked into.
experiment-psytoolkit-no-name = a session has no name
experiment-neither-yes-nor-no = '{ $text }' is neither yes nor no
    .todo = Write 1 or 0, or correct or incorrect.
experiment-no-number = '{ $text }' is no number
experiment-no-whole-number = { NUM($value, as: "g") } is no whole number
experiment-no-row-left = no row is left to read
    .todo = Look at the conditions (where).
experiment-bad-account-name = an account cannot be called '{ $name }'
    .todo = Use up to 64 letters, digits, dots, hyphens, underscores, @.
experiment-short-password = a password needs { $least } characters or more
experiment-account-there = there is an account { $name } already
    .todo = Remove it: anaphor account remove { $name }
experiment-no-invitation = this link was used already, or is too old
experiment-nobody-invited = no account belongs to { $email }
    .todo = Ask an owner of this site for an invitation.
experiment-no-account = there is no account { $name }
experiment-last-owner = { $name } is the only owner
    .todo = Make somebody else an owner first.
experiment-key-days = a key is good for 1 to { $most } days
experiment-no-such-api-key = { $name } has no key { $number }
experiment-bad-participant-count = a study cannot want { $quota } participants
    .todo = Give 1 or more.
experiment-unknown-participant = there is no participant { $participant }
experiment-unknown-unfinished = there is no unfinished participant { $participant }
experiment-another-design = the study goes on with another design
    .todo = Serve it again, with its own.
experiment-no-invitations = this study is not for the invited alone
    .todo = Make its design with the recruiter tokens.
experiment-bad-invitation-count = { $count } people cannot be invited at once
    .todo = Give a number from 1 to 100000.
experiment-already-started = participants have started this study already
    .todo = Rehearse in another file.
experiment-bad-rehearsal-count = a study cannot be rehearsed with { $finishing } participants
    .todo = Give 1 or more.
experiment-bad-dropout = a share of { NUM($dropout, as: "g") } cannot drop out
    .todo = Give a dropout of 0 or more and less than 1: somebody must stay.
experiment-bad-accuracy = a share of { NUM($accuracy, as: "g") } of the answers cannot be right
    .todo = Give an accuracy between 0 and 1, without these two.
experiment-bad-careless = a share of { NUM($careless, as: "g") } cannot be careless
    .todo = Give a share from 0 to 1.
experiment-bad-spread = a spread is not negative
experiment-no-place-for-copy = the copy cannot be made here
    .todo = Name a file.
experiment-copy-onto-itself = a study cannot be copied onto itself
    .todo = Name another file.
experiment-no-such-file = there is no such file
experiment-file-there = { $path } is there already
    .todo = Restore into a new file.
experiment-copy-not-written = the copy could not be written ({ $why })
experiment-copy-changed = the copy is not as it was written: its rows have another digest than { $sums } says
    .todo = Take another copy. If this one was served or changed on purpose, remove { $sums }.
experiment-answer-astray = the answer of { $person } to trial { $trial } is to nothing that they were shown: the file was damaged, or changed by hand
    .todo = Restore the last copy with `anaphor experiment restore`.
experiment-answer-changed = the answer of { $person } to trial { $trial } is not the one that was saved: the file was damaged, or changed by hand
    .todo = Restore the last copy with `anaphor experiment restore`. If it was changed on purpose, remove its check sum: { $statement }
experiment-answer-damaged = what is kept of the answer of { $person } to trial { $trial } cannot be read: the file was damaged, or changed by hand
    .todo = Restore the last copy with `anaphor experiment restore`.
experiment-person-damaged = what is kept of { $person } cannot be read: the file was damaged, or changed by hand
    .todo = Restore the last copy with `anaphor experiment restore`.
experiment-copy-not-whole = the copy is not whole ({ $said })
experiment-database-taken = the database holds a study already
    .todo = Restore into an empty one.
experiment-repeated-person = two people of the study have the same name
experiment-stranger = there are answers of '{ $stranger }', who is none of the study's people
experiment-other-study-version = this is { $format } version { $version }, and not { $wanted } version { $known }
    .todo = Make one with `anaphor experiment import`, or `anaphor experiment export --to study`.
experiment-study-changed = the study is not as it was written: lines were changed, or are missing
    .todo = Write it again, or take it from a copy. If it was changed on purpose, remove the last line, and "summed" from the first.
experiment-bad-study-line = this is no line of a study ({ $why })
    .todo = Make one with `anaphor experiment import`, or `anaphor experiment export --to study`.
experiment-make-a-study = Make one with `anaphor experiment import`, or `anaphor experiment export --to study`.
experiment-unknown-note = the note { $code } is not known
experiment-no-place-for-study = a study cannot be kept here
    .todo = Name a file.
experiment-no-study-in = there is no study in { $place }
    .todo = Start one with: anaphor experiment serve DESIGN
experiment-lone-journal = the journal { $path }-wal is there, but not the study that it belongs to
    .todo = Put the file back beside its journal: the last answers are in it.
experiment-no-regular-file = this is no regular file
    .todo = Name another.
experiment-design-changed = the design has changed since the first participant of { $name } started
    .todo = Serve the old design, or begin a new study in another file.
experiment-no-database = this is no database of a study
    .todo = Name another.
experiment-empty-database = the database { $place } holds no study
    .todo = Give its design.
experiment-study-moved = the file of the study was moved or replaced while it is served
    .todo = Put it back where it was, with all that lies beside it; nothing is acknowledged until then.
    .public = the study's file was moved or replaced, so nothing can be saved just now
experiment-no-file-made = no file can be made here ({ $why })
    .todo = Name another.
experiment-cannot-serve = the study cannot be served here ({ $why })
experiment-already-served = another server is at work on this study
    .todo = Stop it first, or use PostgreSQL for several.
experiment-disk-full = the disk is full
experiment-damaged-database = the database is damaged ({ $why })
    .todo = Take the last back-up: anaphor experiment restore COPY. What can still be read is saved by: sqlite3 FILE .recover
experiment-older-tables = the tables in { $place } were made by an older anaphor
    .todo = They are brought up to date when the study is next served; make a copy of the database before.

experiment-progress-simulate = simulated participants
experiment-progress-analyse = analysing the study
experiment-line-design = { $name }, { NUM($items) } { $items ->
    [one] item
   *[other] items
 } in { NUM($lists) } { $lists ->
    [one] list
   *[other] lists
 } for { NUM($quota) } participants
experiment-line-rehearsal = { NUM($people) } simulated participants finished, { NUM($answers) } answers
experiment-line-import = { $name }, { NUM($people) } { $people ->
    [one] person
   *[other] people
 }, { NUM($answers) } { $answers ->
    [one] answer
   *[other] answers
 }
experiment-line-analysis = { $study }, { NUM($people) } { $people ->
    [one] person
   *[other] people
 }, { $mean } right on { NUM($items) } items, { NUM($low) } below 80 %
experiment-line-analysis-simulated = { $study }, { NUM($people) } simulated participants, { $mean } right on { NUM($items) } items, { NUM($low) } below 80 %
experiment-line-selection = { $passes ->
    [True] the { NUM($questions) } questions pass
   *[other] the { NUM($questions) } questions do not pass
 }, the largest set that does has { NUM($largest) }
experiment-line-plan = { NUM($width) } answers per item for the width, { NUM($bound) } for the bound, { NUM($lists) } { $lists ->
    [one] list
   *[other] lists
 }
experiment-line-invitations = { NUM($count) } { $count ->
    [one] link
   *[other] links
 }, each for one person, in `links`
experiment-line-payments = { NUM($count) } { $count ->
    [one] person
   *[other] people
 } to be paid
experiment-line-export = { NUM($count) } files in { $folder }
experiment-line-copy = { $name }, { NUM($people) } participants, { NUM($answers) } answers
experiment-figure-plan = What more answers per item tell; the stars are what was asked for
experiment-figure-panels = Do the questions pass with other panels?
experiment-figure-passing = probability that they pass
experiment-no-study-given = { $kind } is no study
    .todo = Give a design, a database, a file of a study, a result of `simulate` or `import_answers`, or a table of answers.
experiment-design-in-memory = the design { $name } is in memory and has no answers
    .todo = Write it with output="design.json", or name its --database.
experiment-read-already = the study { $name } has been read already: nothing is left for { $settings } to say
    .todo = Give these settings where the answers are read.
experiment-nested-cell = a cell of this column is a { $kind }, and a text or a number is needed
    .todo = Give each answer a row of its own, and each cell one value.
experiment-notes-unnamed = { NUM($count) } { $count ->
    [one] row names
   *[other] rows name
} no person or no item and { $count ->
    [one] is
   *[other] are
} left out
experiment-blank-column = no row says anything in the column '{ $column }'
    .todo = Look at the table, or say which column it is.
experiment-crate-about = What people answered to the questions of the collection { $collection } ({ $fingerprint }): one line for each answer, with the time it took. Participants are pseudonyms.
experiment-crate-simulated = A rehearsal: simulated participants answered the questions of the collection { $collection } ({ $fingerprint }). Nobody was asked.
experiment-crate-licence = No licence was stated: ask those who ran the study how the answers may be used.
experiment-crate-files-answers-csv = One line for each answer, with all that was recorded.
experiment-crate-files-answers-jsonl = The answers as JSON lines.
experiment-crate-files-answers-parquet = The answers as Parquet.
experiment-crate-files-jspsych-json = The answers in the shape of jsPsych's data.
experiment-crate-files-answer-records-jsonl = The answers to items as anaphor's agreement and scoring read them.
experiment-crate-files-study-jsonl = The whole study as anaphor's analysis reads it.
experiment-crate-files-psych-ds = A table of the Psych-DS data set.
experiment-crate-files-people-csv = One line for each participant.
experiment-crate-files-trials-csv = One line for each trial: what was read and asked, and what is right.
experiment-crate-files-codebook-md = What every column means, and the rules of exclusion.
experiment-crate-files-readme-md = What every column means, and the rules of exclusion.
experiment-crate-files-analysis-r = The analysis in R (lme4), with the formula and contrasts of anaphor.
experiment-crate-files-manifest-json = Size and hash of every file.
experiment-crate-files-dataset-description-json = The description that Psych-DS asks for.
experiment-crate-files-ignored = Files that are no part of the Psych-DS data set.

experiment-unknown-project = a study cannot be converted to '{ $unknown }'
    .todo = Known: { $names }.
experiment-no-scripts-needed = a project for { $format } needs no scripts of jsPsych
    .todo = Leave --scripts out.
experiment-no-script = there is no { $name } here
    .todo = In that folder: npm install jspsych@8.3.0 @jspsych/plugin-html-button-response@2.1.0 @jspsych/plugin-survey-html-form@2.1.0
experiment-other-script = this is not { $name }, with which the study was tried
    .todo = In that folder: npm install jspsych@8.3.0 @jspsych/plugin-html-button-response@2.1.0 @jspsych/plugin-survey-html-form@2.1.0
experiment-project-scripts-web = It loads jsPsych 8.3.0 (MIT) from unpkg.com and refuses other bytes than those it was tried with; `experiment convert --scripts` puts jsPsych beside it instead.
experiment-project-scripts-here = jsPsych 8.3.0 (MIT) lies beside it in `jspsych/`: nothing is loaded from elsewhere.
experiment-project-download = Your answers could not be sent: download them and hand them in
experiment-not-in-design = the design { $design } has no trial '{ $trial }'
    .todo = Name the design that was converted, or read the answers with --collection.
experiment-design-or-collection = a design and a collection were given, and a design knows its items
    .todo = Leave --collection out.
experiment-no-sessions = there is no file of { $format } in this folder
    .todo = Name the folder that holds a .json file for each person.
experiment-help-compare = Say whether a second study upholds the first. The shares of right answers, item by item. Exit code 1 when it does not.
    .study = Two or more studies: designs with their databases, databases, or files that import or export wrote.
    .trials = Which single answers are left out.
    .margin = A difference of the mean share right that would not matter.
    .level = Level of the intervals and tests.
    .times = How often people are dealt out anew and items are drawn.
    .seed = Seed of what is drawn.
    .figure = Draw each item's share in the last study over that in the first: SVG, PNG or PDF.
experiment-field-design = design
experiment-field-name = name
experiment-field-fingerprint = fingerprint
experiment-field-collection = collection
experiment-field-collection-fingerprint = collection fingerprint
experiment-field-lists = lists
experiment-field-items = items
experiment-field-items-per-list = items per list
experiment-field-unseen = unseen
experiment-field-practice = practice
experiment-field-filler = filler
experiment-field-attention = attention
experiment-field-control = control
experiment-field-trials = trials
experiment-field-trials-per-participant = trials per participant
experiment-field-minutes = minutes
experiment-field-quota = quota
experiment-field-answers-per-item = answers per item
experiment-field-seed = seed
experiment-field-conditions = conditions
experiment-field-ordered = ordered
experiment-field-participants = participants
experiment-field-started = started
experiment-field-turned-away = turned away
experiment-field-answers = answers
experiment-field-imbalance = imbalance
experiment-field-study = study
experiment-field-source = source
experiment-field-people = people
experiment-field-judged = judged
experiment-field-right = right
experiment-field-rate = rate
experiment-field-again = again
experiment-field-timed = timed
experiment-field-file = file
experiment-field-database = database
experiment-field-bytes = bytes
experiment-agreement-only-right = only right or wrong is known of the answers, not what was chosen
experiment-agreement-left = { NUM($count) } { $count ->
    [one] item is
   *[other] items are
 } left out of the agreement: only right or wrong is known, not what was chosen.
