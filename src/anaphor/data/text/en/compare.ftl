compare-help = Compare systems on the same items. Differences with intervals, exact tests by schema, shared ranks.
    .runs = Two runs or more of one collection.
    .collection = The collection, a file or a name; default: the one that the run names.
    .people = People's answers (JSON lines), or counts (.csv, .tsv with item, right, asked).
    .panel = Size of panels that elect a reference; default: as asked.
    .interval = How intervals are made.
    .times = How many samples or references are drawn.
    .interface = Language of the sentences.

compare-one-run = one run cannot be compared
    .todo = Give two runs of the same collection, or more.
compare-other-questions = { $first } was asked { $asked } and { $second } was asked { $other }: what differs could be the questions
    .todo = Compare runs of one collection, in one state.
