# Reading tables of labels: what is said of them
labels-encoding = The file is not UTF-8 and is read as { $encoding }; state --encoding if that is wrong.
labels-encodings = { NUM($count) } { $count ->
    [one] line is
   *[other] lines are
 } not in UTF-8, while others are: { $count ->
    [one] it is
   *[other] they are
 } read as { $encoding }. State --encoding if that is wrong.
labels-titles = { $rows ->
    [one] The line above the header was left out
   *[other] The { NUM($rows) } lines above the header were left out
 } (“{ $first }”); --skip-rows says how many there are.
labels-skipped = { NUM($count) } of { NUM($lines) } lines { $count ->
    [one] was
   *[other] were
 } left out because they cannot be read (--skip-bad): { $listed }.
labels-gone = { NUM($count) } { $count ->
    [one] row was
   *[other] rows were
 } left out: column '{ $column }' says { $values }. To measure them alone, say --where { $where }.
labels-gone-empty = { NUM($count) } { $count ->
    [one] row was
   *[other] rows were
 } left out: column '{ $column }' is empty, as it is for those who did not finish. To count them, say --without { $name }.
labels-nobody-finished = By column '{ $column }' nobody finished, so that it says something else: all rows count.
labels-few-labels = { $who } labelled { NUM($count) } of { NUM($items) } items, while most others labelled nearly all of them. If that person did not finish, say --without { $name }.
labels-abstained = { $cell } is taken for “no label”, as Snorkel and other programs write it. If it is a class, say --present={ $cell }.
labels-fractions = Column '{ $column }' was left out: it holds probabilities or shares, and the others hold labels.
labels-rows-of-nothing = { NUM($count) } { $count ->
    [one] row that names no item and holds no label was
   *[other] rows that name no item and hold no label were
 } left out.
labels-two-headers = The names of the columns stand in { NUM($rows) } rows, and are read as one (“{ $example }”).
labels-names-one = The names { $one } and { $two } are one{ $count ->
    [one] {""}
   *[other] , and so are { NUM($count) } such pairs in all
 }: each file or person writes whole numbers in one format throughout, as spreadsheets do.
labels-names-apart = The names { $one } and { $two } are two{ $count ->
    [one] {""}
   *[other] , as in { NUM($count) } such cases
 }: names are texts, not numbers. If they are one, write them alike in the file.
labels-people-alike = The annotators { $one } and { $two } differ only in capitals or spaces{ $count ->
    [one] {""}
   *[other] , as do { NUM($count) } such pairs in all
 }, and are read as two people. If they are one, spell the name alike in the file.
labels-slots = Read as pairs of columns: { $people } say who labelled, and { $labels } what they said.
labels-known-order = The classes are words of a known scale, in its order: { $classes }. If that is wrong, state the order with --classes.
labels-by-annotator = Read as JSON by annotator: the outer names are annotators.
labels-repetitions-apart = Column '{ $column }' numbers repetitions ({ NUM($count) }): an item of each repetition is an item of its own, so that nobody is compared with themselves. Such items are not independent, and intervals over items are too narrow. To have one label for each item and annotator, say --repeats first, last or majority.
labels-repetitions = Column '{ $column }' numbers repetitions ({ NUM($count) }): of one annotator's labels of an item, in the order of that column, one counts ({ $rule }).
labels-total = Column '{ $column }' was left out as a total: in every row it is the sum of the columns { $names }. To count it as a class, list all classes with --classes.
labels-maybe-total = Column '{ $column }' is the sum of the columns { $names } in every row, but there are too few different rows to tell a total from a class: it was kept. If it is a total, leave it out with { $option }.
labels-margins = Rows and columns left out as sums of the others: { $names }.
labels-index = Column '{ $column }' was left out: it numbers the rows.
labels-at-chance = Column '{ $column }' agrees with the others no better than chance, while they agree with each other. If it is not an annotator's, say --without { $name }.
labels-beside = Column '{ $column }' was left out: by its name it is no annotator's.
labels-without = Column '{ $column }' was left out, as --without says.
labels-empty = Column '{ $column }' was left out: there is nothing in it.
labels-compared = Column '{ $column }' was left out: it says where others are alike.
labels-other-answers = Column '{ $column }' was left out: its answers are none of those to most others, as when people are asked about themselves. If it is an item, list all classes with --classes.
labels-about-people = By their texts these questions are about the people: { $names }. If they are no items, say { $options }.
labels-summary = { $count ->
    [one] The last row was
   *[other] The last { NUM($count) } rows were
 } left out ({ $names }), for what sums up others is no item.
labels-row-alone = Row “{ $row }” was left out: its cells ({ $cells }) occur in no other row, as in a second header row or a summary.
labels-of-collection = The labels are candidates of the items of { $name }, by their places from 0.{ $strange ->
    [0] {""}
    [one] {" "}One item is not in it and was left out.
   *[other] {" "}{ NUM($strange) } items are not in it and were left out.
 }{ $lost ->
    [0] {""}
    [one] {" "}One label is no candidate of its item and was left out.
   *[other] {" "}{ NUM($lost) } labels are no candidates of their items and were left out.
 }
labels-sheet = Sheet “{ $sheet }” was read, the largest one (the others: { $others }). To measure another one, save it as a file of its own.
labels-sets = { NUM($count) } { $count ->
    [one] label is a set
   *[other] labels are sets
 } of several labels (“{ $example }”): each set is a class of its own. To count what two sets share, say --distance masi or --distance jaccard.
labels-mean = Column '{ $column }' was left out: in every row it is the mean or the median of the other columns.
labels-majority = Column '{ $column }' was left out: on all { NUM($items) } items on which the others differ it says what most of them say, as a verdict does.
labels-verdict-word = Column '{ $column }' was left out: beside a column for each annotator it is a verdict.
labels-no-names = No names of columns say which are the items and which the annotators.
labels-verdict-annotator = Left out because a verdict is nobody's label: { $names }. If that is an annotator, give it another name.
labels-tokens = Parts of texts were labelled, and are read token by token: a token in none of them is O. Where most tokens are O, look at the agreement on each class, too.
labels-ranks = The labels are rankings: each option of an item is an item of its own, and its place is the label, on an ordinal scale. Where all rank the same options, ordinal α is the mean rank correlation (Spearman) of two annotators, but for a small correction.
labels-buckets = Options were sorted into groups: each option of an item is an item of its own, and its group is the label.
labels-question = Of several questions one was read: { $question }.
labels-files = { NUM($count) } { $kind ->
    [sheets] sheets
   *[files] files
 } were read as one table.
labels-files-people = { NUM($count) } { $kind ->
    [sheets] sheets were read as one table: each is an annotator's, called after the sheet.
   *[files] files were read as one table: each is an annotator's, called after the file.
 }
labels-study = A study of `experiment import`: people are the annotators, and the label is the number of the candidate, from 0. Nobody is left out here as `experiment analyse` does.{ $left ->
    [0] {""}
    [one] {" "}One answer to what is no item was left out.
   *[other] {" "}{ NUM($left) } answers to what is no item were left out.
 }
labels-all-once = Nothing that column '{ $name }' names was labelled by two people. If it numbers the rows, name the column of the items: --item COLUMN.
labels-files-empty = Left out, since there is no label in them: { $names }.
labels-tool = Read as labels from { $tool }: items in { $item }, annotators in { $annotator }, labels in { $label }.
labels-tool-votes = Read as labels from { $tool }: items in { $item }, one list of labels for each in { $label }; no field says whose they are.
labels-tool-left = { NUM($count) } { $count ->
    [one] annotation was
   *[other] annotations were
 } left out: skipped, ignored, not submitted, empty, or a verdict.

# Reading tables of labels: errors
labels-skip-one = Mend that line, or leave it out with --skip-bad (of { NUM($lines) }).
labels-bad-lines = { NUM($count) } of { NUM($lines) } lines cannot be read: { $listed }
    .todo = Mend them, or leave them out with --skip-bad.
labels-skipped-all = nothing is left below { NUM($rows) } { $rows ->
    [one] line
   *[other] lines
 }
    .todo = Give a smaller --skip-rows.
labels-again = the table begins again here: its first row or object stands in it twice
    .todo = Give each table as a file of its own, or take one of them out.
labels-unclear = which columns are the item, the annotator and the label is not clear among: { $columns }
labels-rows-alike = several rows are called { $name }, so that this is not one row per item; the columns are { $columns }
labels-several-questions = annotators answer several questions about an item ({ $question }), and one is measured at a time; the columns are { $columns }
labels-verdict-column = column { $label } says one thing of each item, as a verdict does, and { $other } says what differs; the columns are { $columns }
labels-each-once = nothing that column { $name } names is labelled by two people, as when it numbers the rows; the columns are { $columns }
labels-two-labels = the labels may stand in column { $label } or in { $other }; the columns are { $columns }
labels-one-class = the labels would all be { $label }, so that something else is the label; the columns are { $columns }
labels-one-item = there would be one item only, { $item }; the columns are { $columns }
labels-class-each = there would be { $classes } classes for { $items } items, so that these are no labels; the columns are { $columns }
    .todo = Choices among the candidates of a collection are read by anaphor agreement measure --collection NAME.
labels-accept-reject = accept and reject say whether a label is right, not which label it is; the columns are { $columns }
labels-spans = these are labels of parts of a text, a picture or a sound, and where the parts begin and end cannot be read
    .todo = Give each part numbers from and to and one label, as the tool exports them; or export classifications, or a table of item, annotator, label.
labels-two-tools = the file fits several formats ({ $fits }), and each would read it differently
labels-not-from = the file does not have what { $layout } writes
    .todo = Leave --layout out, and what is recognised is said; or name another one.
labels-consensus = this is a table of `agreement consensus`: one label for each item, made from the labels of people, with weights. Nobody gave these labels, so that there is no agreement to measure: give the labels that it was made from
labels-log = this is a log of { $program }: what systems answered, not labels of annotators. `anaphor score LOG --collection NAME` scores it, `anaphor compare --outcomes LOG LOG` sets two systems beside each other; to take systems as annotators, give a log of each: `anaphor agreement measure LOG LOG --collection NAME`
labels-unread-log = this is a log of { $program }: what systems answered, not labels of annotators, and no command reads it. For `anaphor compare --outcomes` give a table with a row per item and a column per system, 1 for right and 0 for wrong
labels-no-webanno = no token in it has a feature of a layer of spans; of WebAnno TSV, version 3 is read
    .todo = Export the annotations as WebAnno TSV 3.3, with a layer of spans.
labels-no-question = no question in it is called { $question }
    .todo = Leave the question out: several ones are listed then.
labels-turk = this is a batch of { $platform }, and which answers are labels is not clear ({ $answers }); the columns are { $columns }
labels-survey = this is a survey, one row per respondent, and which columns are the items is not clear among: { $columns }
labels-blocks = the columns { $names } share no label with the others, as answers to another question do; the columns are { $columns }
labels-crossed = the columns hold several questions ({ $questions }), each answered by several annotators ({ $names }), and one is measured at a time
labels-shares = the columns ({ $names }) hold shares or probabilities that add up to 1 or 100 %, and these are no labels: how many people voted is missing
    .todo = Give the number of votes for each class, or one column for each annotator.
labels-pairs = rows and columns have the same names ({ $names }), and the cells hold shares or figures for pairs of annotators instead of labels
    .todo = Give each annotator's label for each item, or the number of items in each cell.
labels-figures = column { $name } holds an agreement coefficient: this table was computed from labels and contains none
    .todo = Give the table of labels.
labels-other-words = column { $name } seems to write the labels of the other columns differently ({ $words }), so it would be left out
    .todo = If they are the same labels, write them the same way; if not, leave the column out with --without { $option }.
labels-only-right-maybe = Column { $column } may say right or wrong with 1 and 0: then the agreement is that of being right, and not that of what was chosen.
labels-scores = the columns ({ $names }) hold numbers from 0 to 1 that do not agree with each other: they seem to be scores of classes, or shares of people, and not labels
    .todo = Give the number of votes for each class, or one column for each annotator. If each column holds the numbers of one annotator, say --layout items.
labels-across = read as annotators, the columns agree no better than chance, while the rows do agree: the people may be in the rows, and what they judged in the columns; the columns are { $columns }
labels-repeated = annotators label an item several times, and column { $column } numbers the repetitions; the columns are { $columns }
labels-key = column { $name } alone does not name the items, since annotators label the same name several times; the columns are { $columns }
labels-key-wide = no column alone names the rows, while the columns { $names } do so together; the columns are { $columns }
labels-counting = the columns { $names } count or group the rows and agree with the others no better than chance, so that they seem to be nobody's labels; the columns are { $columns }
labels-no-order = these classes are words without a known order ({ $classes }), and an ordinal coefficient needs one
    .todo = State the order from the lowest to the highest with --classes, separated by commas; or leave --scale out.
labels-repetition-item = in a table with a column for each annotator, { $column } numbers repetitions of items that no option names
    .todo = Name the column of the items, too, with --item.
labels-brat-no-text = the text to which these annotations belong is missing
    .todo = Put the .txt file of the same name beside it.
labels-brat-texts = the text of { $document } is not the same as in { $other }
    .todo = Give annotations of one and the same text.
labels-brat-line = this line is not one of a brat standoff file
    .todo = Give .ann files as brat writes them: T1, a tab, the label, the places from and to, a tab, the text.
labels-many-files = the folder holds { NUM($count) } files, more than { NUM($most) }
    .todo = Name a folder with the annotations only.
labels-sizes = { NUM($items) } { $items ->
    [one] item
   *[other] items
 }, { NUM($annotators) } { $annotators ->
    [one] annotator
   *[other] annotators
 }, { NUM($classes) } { $classes ->
    [one] class
   *[other] classes
 }, { NUM($labels) } { $labels ->
    [one] label
   *[other] labels
 }
labels-sizes-votes = { NUM($items) } { $items ->
    [one] item
   *[other] items
 }, annotators without names, { NUM($classes) } { $classes ->
    [one] class
   *[other] classes
 }, { NUM($labels) } { $labels ->
    [one] vote
   *[other] votes
 }
labels-otherwise = If something else is meant: { $options } gives { $sizes }.
labels-advice = Type ({ $sizes }): { $command }
labels-advice-several = Readings that work, too, are { $others }. Type ({ $sizes }): { $command }
labels-advice-other = { $options } ({ $sizes })
labels-advice-none = No reading that was tried gives labels: what is missing is a column that names the items, one that names the annotators, or one that holds the labels; if they are there, name them with --item, --annotator and --label.
labels-row = { $name }, row { NUM($row) }
labels-nested-cell = a cell of this column is a { $kind }, and a text, a number, a date or True and False are needed
    .todo = Give each label a row of its own; several labels of one person stand in one cell as a|b.
labels-not-of-collection = no label is a candidate of an item of { $name }; the first item is called { $item }
    .todo = Name the collection that was exported to the tool, or leave --collection out.
labels-only-right = column { $column } says whether answers were right, not what was chosen: agreement on that is low wherever most answers are right, however well people agree
    .todo = Name the column of what was chosen with --label, or give the answers with the collection they belong to (--collection). If people were asked to judge whether something is right, say --label { $column }.
labels-only-right-asked = Column { $column } says right or wrong: the agreement is that of judgements, or of being right; it is not that of what was chosen.
labels-only-right-study = the study says of all items only whether answers were right, not what was chosen
    .todo = Import the answers again with a column of what was chosen (`experiment import` lists the columns it knows), or with the collection that was asked (--collection).
labels-only-right-left = { NUM($count) } { $count ->
    [one] answer is
   *[other] answers are
 } left out: only right or wrong is known.
