score-help = Score runs, with intervals. Right, wrong and abstained are counted fairly; intervals are by schema.
    .runs = Runs that `anaphor resolve` wrote.
    .collection = The collection, a file or a name; default: the one that the run names.
    .counts = Items, right answers and abstentions, instead of runs.
    .by = Group by domain, pronoun, associative, switchable, audit, … May be repeated.
    .audit = What `anaphor audit --json` printed, for --by audit or exposure.
    .groups = A .csv or .tsv with the column item and one per kind of group.
    .answers = Program that wrote the answers, if not recognised: lm-eval, inspect, helm, every-eval-ever, openai-evals or table.
    .people = People's answers (JSON lines), or counts (.csv, .tsv with item, right, asked).
    .panel = Size of panels that elect a reference; default: as asked.
    .soft = Also score against the distribution of people: distances, and one of these people as the bar.
    .records = A folder for records of Every Eval Ever, aggregate and by item.
    .origins = The map of changed wordings, for runs on them and on their originals.
    .interval = How intervals are made.
    .times = How many samples or references are drawn.
    .details = Show every measure, what must be known of each system, and its signature.
    .items = Also say what became of each item.
    .literature = Also show published results.
    .figure = Draw a figure: .svg, .png or .pdf.
    .draw = What the figure shows.
    .interface = Language of the sentences.

score-nothing = there is nothing to score
    .todo = Give runs that `anaphor resolve` wrote, or --counts N H THETA.
score-runs-and-counts = runs and --counts exclude each other
    .todo = Give runs that `anaphor resolve` wrote, or --counts N H THETA.
score-origins-two-runs = a map of origins needs two runs
    .todo = Give one on the originals and one on the changed wordings.
score-origins-no-original = no run is on the originals of this map
    .todo = Give a run on each, of the same respondent.
score-origins-no-changed = no run is on the changed wordings of this map
    .todo = Give a run on each, of the same respondent.
score-origins-both = { $first } and { $second } are both runs of { $respondent } on the originals
    .todo = Give one of them.
score-origins-other-respondent = this is a run of { $respondent } on changed wordings, and no run of { $respondent } on the originals is given, only of { $others }
    .todo = Consistency is that of one respondent: give both of its runs.
score-origins-unreadable = this is no map of changed wordings
    .todo = `anaphor collection perturb` writes one beside its collection.
score-run-twice = the same run is given twice
    .todo = Give each run once.
score-run-copy = this is a copy of the run in { $path }
    .todo = Give each run once.
score-strange-question = the run answers { $question }, a question that { $collection } does not have
    .todo = Check the ids, or run the resolver again.
score-strange-questions = the run answers { $question }, a question that { $collection } does not have, and { $more } more like it
    .todo = Check the ids, or run the resolver again.
score-no-collection = the run names no collection
score-unread-collection = the collection that this run names cannot be read ({ $problem })
    .todo = Say where it is: --collection.
score-other-collection = this run was made on another collection: it was asked { $asked }, and { $given } is { $here }
    .todo = Give the collection that was asked, in its language, or run the resolver again.
score-other-state = this run was made on another state of the collection: it was asked { $asked }, and { $given } is { $here }
    .todo = Give the collection that was asked, in its language, or run the resolver again.
score-the-file = the file
score-groups-from = Other kinds come from a table: --groups FILE.
score-no-such-item = no row is about an item of { $collection }
    .todo = Check the ids in the column item.
score-by-needs-audit = grouping by { $kind } needs an audit
    .todo = Write: anaphor audit COLLECTION --json > audit.json, and --audit; in Python, audit=anaphor.audit.run(…).
score-no-audit = this is no audit
    .todo = `anaphor audit COLLECTION --json` prints one.
score-other-audit = this audit is of { $audited }, and the run was asked { $asked }
    .todo = Audit the collection that was asked, in the same state.
score-other-audit-item = this audit is of a collection with an item { $item }, and the run was asked { $asked }
    .todo = Audit the collection that was asked, in the same state.
score-no-answer = this line is no answer ({ $problem })
    .todo = Give one answer per line: respondent, question, reply.
score-no-counts = this row has no counts ({ $problem })
score-whole-numbers = right and asked are whole numbers
score-no-column = the table has no column '{ $column }'
    .todo = The first line names the columns: { $needed }.
score-item-twice = the item '{ $item }' is in row { $row } already
    .todo = Give one row per item.
score-no-run = there is no run to score
    .todo = Give what `resolve` returned, the file of a run, or a table of predictions.
score-the-given = the one given
score-word-table = table
score-word-row = row
score-samples-collection = answers of another program do not say which collection was asked
    .todo = Name it: --collection anaphor-fr. A table of 1 for right and 0 for wrong needs none: anaphor compare FILE --outcomes.
score-samples-no-sample = this line is no sample of lm-evaluation-harness: it has no doc or no responses
    .todo = Give a file samples_….jsonl that --log_samples wrote.
score-samples-generated = these samples are generated text, not choices between candidates
    .todo = Give the samples of a multiple-choice task.
score-samples-not-finite = a log-likelihood is no finite number
    .todo = Run the model again: it gave no probability to a sentence.
score-samples-none = none of the samples is an item of { $collection }, by id or by text
    .todo = Name the collection that the task pack was made from.
score-samples-candidates = the sample of { $item } has other candidates than the collection
    .todo = Name the collection that the task pack was made from.
score-samples-unmatched = { $file }: { $count ->
    [one] one sample matches no single item of { $name }, by id or by text, and is
   *[other] { NUM($count) } samples match no single item of { $name }, by id or by text, and are
 } left out ({ $few }).
score-function = the function { $name } is no run
    .todo = Ask it first: anaphor.score(anaphor.resolve(collection, { $name })).
score-table-collection = a table of predictions does not say which collection was asked
    .todo = Give it: collection="anaphor-fr", a path, or a Collection.
score-table-columns = the table has no column of { $role ->
        [question] items
       *[other] predictions
    }: there is { $known }
    .todo = Call it { $role ->
        [question] item
       *[other] prediction
    }; also understood: { $names }.
score-table-two = the predictions may stand in the column { $first } or in { $second }
    .todo = Call theirs prediction and the other something else; it may be the key.
score-table-strange = row { $row } of the column '{ $column }' is { $given }, which tells no candidate
    .todo = Give the texts of candidates or whole numbers; None abstains. Scores stand in columns score_0, score_1 …
score-table-torn = the predictions of { $system } are numbers that may count from 0 or from 1
    .todo = Give the candidates' texts, or numbers from 0 in which a 0 occurs.
score-table-numbers = { $system }: { $count ->
        [one] One prediction is a number, taken
       *[other] { NUM($count) } predictions are numbers, taken
    } to count from { $first }.
score-table-unreadable = none of the { NUM($count) } predictions of { $system } can be read as a choice; the first: { $first }
    .todo = Give the words of a candidate, its letter or its number.
score-table-column = { $system }: the column { $column } is taken for the predictions; if it is the key, call theirs prediction.
score-table-letters = { $system }: { $count ->
        [one] One prediction is a letter, taken
       *[other] { NUM($count) } predictions are letters, taken
    } in the order in which the collection has the candidates.
score-column-twice = two columns are called '{ $column }'
    .todo = Give each column a name of its own.
score-row-long = this row has { NUM($cells) } cells, and there are { NUM($columns) } columns
    .todo = Put cells with a separator in them in quotation marks.
score-records-written = { $count } files written to { $path }: records of Every Eval Ever.
score-answers-read = { $file }: read as { $format } ({ $count ->
        [one] one answer
       *[other] { NUM($count) } answers
    }).
score-answers-lm-eval = samples of lm-evaluation-harness
score-answers-inspect = a log of Inspect
score-answers-table = a table of predictions
score-answers-format = program
score-answers-two = this file may be of { $first } or of { $second }
    .todo = Say which: --answers { $first }.
score-answers-zip = this packed log cannot be opened here
    .todo = Install zstandard (pip install zstandard), or write the log as JSON: inspect log convert LOG.eval --to json --output-dir logs.
score-answers-helm = predictions of HELM
score-answers-helm-instances = beside these predictions of HELM there is no instances.json, which has their texts
    .todo = Put both files into one folder, as HELM wrote them.
score-answers-only-outcomes = this log says which answers were right, but not what was answered
    .todo = Compare outcomes: anaphor compare LOG OTHER --outcomes (in Python, outcomes=True).
score-answers-matched = { $file }: { NUM($ids) } matched by id, { NUM($texts) } by text.
score-answers-broken = this JSON document is broken ({ $problem })
    .todo = Give the log as the program wrote it.
score-answers-all-failed = the program stopped with an error in all { NUM($count) } samples of this log
    .todo = Run it again: nothing was answered.
score-answers-failed = { $file }: { $count ->
        [one] one sample ended in an error of the program and counts
       *[other] { NUM($count) } samples ended in an error of the program and count
    } as a failure.
score-answers-unfinished = this log was not finished: it has no header
    .todo = Let Inspect recover it (inspect eval-retry LOG), or give a finished log.
score-answers-other-verdict = { $file }: { $count ->
        [one] one answer is right for the program and wrong by
       *[other] { NUM($count) } answers are right for the program and wrong by
    } this collection's key, or the other way round ({ $few }): another key, or candidates in another order.
score-answers-order = the row of { $item } lists the candidates in another order than the collection
    .todo = Give the words of the chosen candidate instead of its letter or number.
score-answers-upside-down = its own verdict contradicts this collection's key for { NUM($count) } of { NUM($of) } answers
    .todo = Its candidates stood in another order, or it has other keys: give the words of the chosen candidates.
score-answers-number = '{ $cell }' in the column { $column } is no number
    .todo = Give a number, or nothing.
score-answers-no-answer = sample { NUM($place) } of this log has no answer that a scorer found
    .todo = Score the log with a scorer that says the answer, such as choice().
score-answers-every-eval-ever = records of Every Eval Ever
score-answers-openai-evals = a log of OpenAI evals
score-answers-no-input = this line is no record of Every Eval Ever: it has no input or no answers
    .todo = Give a file …_samples.jsonl with one record per sample.
score-answers-no-event = this line is no event of OpenAI evals: it has no data
    .todo = Give the log as the program wrote it.
