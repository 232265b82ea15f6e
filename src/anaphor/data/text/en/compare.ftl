compare-help = Compare systems on the same items. Differences with intervals, exact tests by schema, shared ranks.
    .runs = Two runs or more of one collection.
    .outcomes = The files are 0/1 tables of any benchmark, a column per system, or logs of a harness.
    .cluster = Column of what hangs together in 0/1 tables.
    .without = Leave out this column of 0/1 tables, or this system. May be repeated.
    .collection = The collection, a file or a name; default: the one that the run names.
    .answers = Program that wrote the answers, if not recognised: lm-eval, inspect, helm, every-eval-ever, openai-evals or table.
    .people = People's answers (JSON lines), or counts (.csv, .tsv with item, right, asked).
    .panel = Size of panels that elect a reference; default: as asked.
    .soft = Also score against the distribution of people: distances, and one of these people as the bar.
    .interval = How intervals are made.
    .times = How many samples or references are drawn.
    .interface = Language of the sentences.

compare-one-run = one run cannot be compared
    .todo = Give two runs of the same collection, or more.
compare-other-questions = { $first } was asked { $asked } and { $second } was asked { $other }: what differs could be the questions
    .todo = Compare runs of one collection, in one state.
compare-outcomes-log = nothing in this file ({ $format }) says whether an answer was right
    .todo = Give a log that was scored with accuracy or exact match, or a 0/1 table.
compare-outcomes-share = the log gives { $item } the share { $value }, which is neither right nor wrong
    .todo = Give a log that was scored with accuracy or exact match, or a 0/1 table.
compare-outcomes-both = the log has the item { $item } twice, and not the same
    .todo = Give a file for each run: parts of several tasks, or repeated ones, cannot be told apart here.
compare-outcomes-other-item = { $item } is another item here than in the file before
    .todo = Compare runs of one task; items of two tasks that only share their numbers make no pairs.
compare-outcomes-metric = { $file }: right is what { $metrics } says.
compare-outcomes-in-order = { $file }: no column names the items, so that rows are taken in their order.
compare-outcomes-logged = { $file }: read as { $format }, what it calls right and wrong ({ $count ->
        [one] one item
       *[other] { NUM($count) } items
    }; { $systems }).
compare-outcomes-read = { $file }: a 0/1 table with { $count ->
        [one] one item
       *[other] { NUM($count) } items
    } and the systems { $systems }; --without COLUMN leaves one out.
compare-outcomes-by = What hangs together is in the column { $column }: it is drawn as a whole.
compare-outcomes-left = { $count ->
        [one] The column { $columns } has neither 0 nor 1 and is
       *[other] The columns { $columns } have neither 0 nor 1 and are
    } left out.
compare-outcomes-known = { $count ->
        [one] The column { $columns } has 0 and 1, but by its name it is no system's and is
       *[other] The columns { $columns } have 0 and 1, but by their names they are no systems' and are
    } left out. If one is, give it another name.
compare-outcomes-columns = Read as a row for each answer: items in { $item }, systems in { $system }, what was right in { $right }.
compare-outcomes-long = the table has a row for each answer (column { $system } names systems), but the item or what was right is not clear: there is { $known }
    .todo = Call the columns item, system and correct (1 or 0, one for each item and system); or give a row per item and a column per system.
compare-outcomes-skipped = { $count ->
        [one] One item without an outcome of every system is
       *[other] { NUM($count) } items without an outcome of every system are
    } left out for all.
compare-outcomes-twice = the system { $name } is in two tables
    .todo = Give each system once, or another name to one of the two columns.
compare-outcomes-hole = { $count ->
        [one] { $name } has no outcome for { $item }
       *[other] { NUM($count) } items have no outcome of every system: { $name } has none for { $item }
    }
    .todo = Leave such items out for all: --missing skip; or count them as not right: abstain.
compare-outcomes-none = no item has an outcome of every system
    .todo = Tables are joined by item: check the ids in the column item.
compare-outcomes-clusters = what hangs together may stand in the column { $first } or in { $second }
    .todo = Say which: --cluster { $first }.
compare-outcomes-no-cluster = the table has no column { $name }: there is { $known }
    .todo = Name a column of the table.
compare-outcomes-systems = no column of this table has outcomes, 0 or 1: there is { $known }
    .todo = Give a row per item and a column per system, with 1 for right and 0 for wrong.
compare-outcomes-no-item = this row names no item
    .todo = Give every row an id, or leave out the column of ids.
compare-outcomes-cell = '{ $cell }' in the column { $column } is neither 0 nor 1
    .todo = Write 1 for right, 0 for wrong, and nothing where there is no outcome.
compare-outcomes-two-clusters = { $item } is in another cluster in an earlier table
    .todo = Give each item one cluster.
compare-unranked = { $ranked ->
        [0] none of { $runs } runs can be ranked
       *[one] only one of { $runs } runs can be ranked
    }, and a comparison needs two. { $why }
