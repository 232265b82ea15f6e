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
experiment-mean = Items are answered rightly by { $mean } on average ({ $ends } for other schemas), and people are right on { $people } ({ $people_ends } for other people).
experiment-chance = { NUM($low) } { $low ->
    [one] item is
   *[other] items are
 } below 80 %: { $expected } would be by chance if all were equally easy, and { NUM($shrunken) } { $shrunken ->
    [one] is
   *[other] are
 } still below when drawn towards the others.
experiment-without = Without { $low ->
    [one] it
   *[other] them
 } the mean would be { $mean }; that flatters, since the same answers chose { $low ->
    [one] it
   *[other] them
 }.
experiment-model = Crossed model: people differ by { $people } and items by { $items } (standard deviations in log-odds); the average person is right on the average item with { $rate }.
experiment-side = Right answer in the first place rather than elsewhere: { $gap } ({ $ends }), within { NUM($people) } people.
experiment-order = Second half of the study against the first: { $gap } ({ $ends }), within { NUM($people) } people.
experiment-precise = Answers per item: { NUM($answers) } (median); an item that everybody gets right is thereby shown to lie above { $bound }.
experiment-note = Note: { $note }.
experiment-rules-withdrawn = withdrew
experiment-rules-no-consent = gave no consent
experiment-rules-by-hand = excluded by the organiser
experiment-rules-unfinished = did not finish
experiment-rules-under-age = under age
experiment-rules-not-native = { $count ->
    [one] not a native speaker
   *[other] not native speakers
 }
experiment-rules-no-answers = answered no item
experiment-rules-attention = failed attention trials
experiment-rules-control = failed control trials
experiment-rules-too-fast = too fast
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
experiment-heads-shrunken = drawn in
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
experiment-heads-from = from
experiment-heads-to = to
experiment-report-title = What people said: { $study }
experiment-report-page = A study of { $study }
experiment-report-flow = From those who started to what is analysed
experiment-report-rules = The same study under each rule for trials, all declared beforehand
experiment-report-low = Items below 80 %, to be classed by their author
experiment-report-low-more = { NUM($count) } more { $count ->
    [one] item
   *[other] items
 } below 80 %
experiment-report-no-low = No item is below 80 %.
experiment-report-all = Every item, with its intervals
experiment-report-everybody = Everybody who started
experiment-report-comments = Remarks on items below 80 %
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
experiment-figure-shrunken = drawn towards the others
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
experiment-notes-again = { NUM($count) } { $count ->
    [one] answer is
   *[other] answers are
 } by people who had answered the same item before: only the first counts
experiment-notes-doubtful-times = half of the times in { $column } are below { NUM($median) }, which nobody can do in milliseconds, and so no time was read: if they are logarithms, import again with --column rt_log={ $column }, if they are seconds with --column rt_s={ $column }, if they are milliseconds all the same with --column rt_ms={ $column }

experiment-codebook-title = Codebook of the study { $study }
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
experiment-codebook-columns-person = Pseudonym of the participant; the same in every file of this export (in `answer-records.jsonl`, `simulated-` stands before those of made-up participants).
experiment-codebook-columns-list = List of the participant, from 1.
experiment-codebook-columns-position = When in the study the trial was shown, from 1.
experiment-codebook-columns-trial = Id of the trial.
experiment-codebook-columns-kind = item, practice, filler, attention or control; only items are analysed.
experiment-codebook-columns-item = Id of the question in the collection.
experiment-codebook-columns-schema = Schema or problem that the item belongs to; a participant sees one item of each.
experiment-codebook-columns-choice = Index of the chosen candidate in the collection's order, from 0; empty: no answer.
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
experiment-codebook-columns-at = When the answer arrived at the server, in seconds since 1970-01-01 UTC.
experiment-codebook-columns-simulated = 1 for a made-up participant of a rehearsal, 0 for a person.
experiment-codebook-kinds-item = An item of the collection: what the study is about.
experiment-codebook-kinds-practice = Before the study, with feedback; never analysed.
experiment-codebook-kinds-filler = Hides the pattern of the items; never analysed.
experiment-codebook-kinds-attention = Says itself which answer to give; failing it too often excludes.
experiment-codebook-kinds-control = So easy that failing it shows guessing.

experiment-help = Ask people on the web, and lose nothing.
experiment-help-new = Make the design of a study.

    Each participant sees one item of each schema.
    .source = A collection.
    .output = File for the design.
    .lists = Number of lists.
    .quota = Participants wanted in all.
    .seed = Seed of all orders.
    .block = Trials between two breaks.
    .interface = Language of the page: fr or en.
    .name = Name of the study, part of its link.
    .recruiter = Where people come from.
    .code = Completion code shown at the end.
    .redirect = Where the browser goes at the end.
    .extras = Add practice, attention and control trials.
    .words = TOML file with words and trials of your own.
    .fillers = Another collection, one item of each schema of which is shown.
    .counting = Whose answers count for paper 4's rule, fixed now.
    .retention = Date after which recruiters' names are deleted: 2027-12-31.
    .force = Replace another design, if nobody has taken part in its study.
experiment-help-simulate = Rehearse a study with made-up participants.

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
    .file = What another program wrote; a folder for PsyToolkit.
    .output = File for the study.
    .from = csv, jspsych, mturk, pcibex, psytoolkit; found from the content if left out.
    .collection = The collection that was asked: items are found in it.
    .column = OURS=THEIRS, e.g. item=stimulus. May be repeated.
    .where = Only rows with COLUMN=VALUE. May be repeated.
    .count-from = Number of the first candidate where choices are numbers.
    .unfinished = Analyse those who did not end the study, too.
    .keep-names = Keep the names of people instead of p0001, p0002 …
    .name = Name of the study; the file's by default.
experiment-help-export = Write the answers as files, with a codebook.

    A manifest holds the hash of each file.
    .output = Folder for the files.
    .to = One of csv, jsonl, parquet, jspsych, answers, study; may be repeated.
experiment-help-analyse = Analyse a study: people, items, agreement.

    Who was left out and why, each item's rate, the items to look at.
    .source = A design whose answers are beside it, or a study file of `import`/`export`.
    .trials = Which trials count.
    .items = Show every item, not only those below 80 %.
    .sheet = Write the items below 80 % as a table to be classed by hand.
    .classes = That table, filled in: ambiguous, connective, unnatural, other.
    .agreement = Also measure the agreement of the same answers.
    .figure = Draw the items by their rate: .svg, .png or .pdf.
    .interface = Language of the sentences.
experiment-help-select-questions = Select questions for a challenge by paper 4's rule. Exit code 1 when the set does not pass.
    .source = A design whose answers are beside it, or a study file of `import`/`export`.
    .count = Whose answers count; the design's own if it declares it.
    .trials = Which trials count.
    .output = Write the ids of the largest set that passes, one per line.
