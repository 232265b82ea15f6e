cli-help = Write, audit and evaluate Winograd schemas, and the human judgements that validate them.
    .version = Print the version.
cli-help-shared = Options that several commands have.
    .accounts = Where accounts are kept: a file, or postgresql://…; the user's own by default.
    .at = Rehearsals only: when this happens (2026-12-01T09:00+01:00; UTC without a zone).
    .classes = How many classes there are.
    .column = For a dataset: OURS=THEIRS, e.g. text=sentence or split=train. May be repeated.
    .cut = Cut a scale of numbers at these points: -0.5,0.5.
    .database = Where answers are kept: a file, or postgresql://…; beside the design by default.
    .design = A design made by `experiment new`.
    .folder = The challenge's folder.
    .format = Format of the file, if it is not recognised.
    .html = Also write a report: a page (.html), Markdown (.md) or LaTeX tables (.tex).
    .interface = Language of sentences and headings.
    .json = Print one JSON document instead of a table.
    .language = Keep one language of several, or state it.
    .layout = How labels lie in the file, if it is not recognised.
    .level = Level of intervals and tests.
    .merge = Merge classes: NEW=OLD,OLD. May be repeated.
    .missing = What questions without an answer are: refuse, abstain or skip.
    .name = Name of the account.
    .prevalence = Shares of the classes, 1 in all, e.g. 0.5,0.3,0.2; all alike if left out.
    .seed = Seed of whatever is drawn.
    .source = A file, or a name from `collection list`.
    .md = Also write the result as Markdown.
    .tex = Also write the tables as LaTeX.

cli-json-and-report = `{ $command }` writes a report of what it prints, and --json prints none
    .todo = Leave one of --html and --json out.
cli-unknown-interface = the interface has no language '{ $interface }'
    .todo = Write --interface fr or en.
cli-report-written = The report is in { $path }.
cli-broken-command = the command { $name } cannot be loaded ({ $why })
    .todo = Install anaphor again.
cli-stopped = Stopped.
cli-no-memory = There is not enough memory for this. Try a smaller input.
cli-too-deep = The input is nested too deeply to be read.
cli-bug = This is a bug in anaphor. Please report it with the file { $path }
