agreement-percentage = { PERCENT($rate) }
agreement-value = { NUM($value, digits: 3) }
agreement-whole = { NUM($value) }
agreement-join = ;{" "}
agreement-short = { NUM($value, as: "g") }
agreement-money = { NUM($value, as: ",.2f") }
agreement-from-to = { PERCENT($low) } – { PERCENT($high) }
agreement-read-long = Read as one row per label: items in { $item }, annotators in { $annotator }, labels in { $label }.
agreement-read-votes = Read as votes without names ({ NUM($votes) }): nothing says who gave them. If a column does, name it with --annotator.
agreement-read-tallies = Read as votes per item ({ NUM($votes) }): nobody knows whose they are.
agreement-verdict-alone = The only column of labels, '{ $column }', seems to be a verdict: nothing in it can agree or differ.
agreement-read-items = Read as a wide table: one row per item ({ NUM($rows) }), one column per annotator ({ NUM($columns) }).
agreement-read-annotators = Read as a wide table: one row per annotator ({ NUM($rows) }), one column per item ({ NUM($columns) }).
agreement-read-counts = Read as votes per class: one row per item ({ NUM($items) }), one column per class ({ NUM($classes) }), { NUM($fewest) } to { NUM($most) } votes per item.
agreement-read-counts-equal = Read as votes per class: one row per item ({ NUM($items) }), one column per class ({ NUM($classes) }), { NUM($most) } votes per item.
agreement-maybe-labels = The sums of the rows say that the numbers are votes; if they are labels, say --layout items.
agreement-maybe-votes = No name says that the columns are annotators: if the numbers are votes per class, say --layout counts; if rows are annotators, --layout annotators.
agreement-header-of-labels = The first row ({ $row }) is taken for the names of the columns, although labels are called so below; if it is an item, put a row with names above it.
agreement-which-way-round = No name says which way round the table is: if this is wrong, say --layout items, annotators or counts.
agreement-read-crossed = Read as two annotators crossed ({ NUM($items) } items): rows are one, columns the other, cells count items.
agreement-read-batch = Read as { NUM($columns) } { $columns ->
    [one] label
   *[other] labels
 } side by side in each of { NUM($rows) } { $rows ->
    [one] row
   *[other] rows
 }: labels in { $labels }, items in { $items }.
agreement-read-lewidi = Read as JSON of items, each with its annotators and their labels.
agreement-read-classes = Read as JSON lines with a field for each class ({ $classes }) that lists who chose it.
agreement-several-labels = { NUM($count) } { $count ->
    [one] time an annotator
   *[other] times an annotator
 } chose several classes for an item: such a set (a|b) is a class of its own.
agreement-read-answers = Read as answers: respondents are annotators, chosen candidates are classes.
agreement-abstentions-missing = { NUM($count) } { $count ->
    [one] abstention is a missing label
   *[other] abstentions are missing labels
 }.
agreement-header-differs = The header says { $name }={ $stated }, and there are { $count }.
agreement-holes = { NUM($count) } { $count ->
    [one] label is
   *[other] labels are
 } missing.
agreement-holes-cells = { NUM($count) } { $count ->
    [one] label is
   *[other] labels are
 } missing: cells with { $cells } hold none (--present says otherwise).
agreement-spelled-alike = Numbers written in several ways are one class: { $groups }. To keep them apart, list them with --classes.
agreement-doubtful = { $cells } may mean that there is no label; here it is a class. If it is none, say --missing '{ $first }'.
agreement-capitals = The classes '{ $one }' and '{ $two }' differ in capitals only; if they are one, say --merge '{ $one }={ $one },{ $two }'.
agreement-odd-label = The label '{ $label }' is no number while most others are; it is a class of its own.
agreement-left-out-verdict = Column '{ $column }' was left out: a verdict is nobody's label.
agreement-left-out-names = Column '{ $column }' was left out: its values are not labels.
agreement-left-out-foreign = Column '{ $column }' was left out: it shares no value with any other. If it is an annotator's, say --layout items.
agreement-repeated-rows = Rows were repeated as often as column '{ $column }' says.
agreement-repeats-first = { NUM($count) } repeated { $count ->
    [one] label
   *[other] labels
 } of one annotator for one item: the first counts.
agreement-repeats-last = { NUM($count) } repeated { $count ->
    [one] label
   *[other] labels
 } of one annotator for one item: the last counts.
agreement-repeats-majority = { NUM($count) } repeated { $count ->
    [one] label
   *[other] labels
 } of one annotator for one item: the most frequent counts.
agreement-repeats-tied = { NUM($count) } of them { $count ->
    [one] ties
   *[other] tie
 }, so there is no label.
agreement-cut = The scale was cut at { $where }: { NUM($before) } classes became { NUM($after) }.
agreement-many-numbers = The { NUM($classes) } classes are numbers from { $low } to { $high }: a majority is one of exactly equal numbers. To count near numbers as one, cut the scale, such as --cut { $points }.
agreement-merged = Classes were merged: { NUM($before) } became { NUM($after) }.
agreement-headline-nothing = Nothing can be said about another panel of { NUM($size) }: { $why }.
agreement-headline = With another panel of { NUM($size) }, { PERCENT($rate) } of your labels would change{ $better }.
agreement-headline-sure = With another panel of { NUM($size) }, { PERCENT($rate) } ({ PERCENT($low, sign: 0) }–{ PERCENT($high, sign: 0) }) of your labels would change{ $better }.
agreement-headline-single = With another annotator, { PERCENT($rate) } of your labels would change{ $better }.
agreement-headline-single-sure = With another annotator, { PERCENT($rate) } ({ PERCENT($low, sign: 0) }–{ PERCENT($high, sign: 0) }) of your labels would change{ $better }.
agreement-better-one = ; { NUM($size) } people would make it { PERCENT($rate) }
agreement-better-two = ; { NUM($size) } people would make it { PERCENT($rate) }, { NUM($more) } people { PERCENT($less) }
agreement-doubt = To measure this rate, two panels must label each item, which takes { NUM($needed) } labels; short of that, anything from { PERCENT($low) } to { PERCENT($high) } fits these votes, and the brackets hold sampling error only.
agreement-doubt-held = To measure this rate, two panels must label each item, which takes { NUM($needed) } labels; short of that, anything from { PERCENT($low) } to { PERCENT($high) } fits these votes, and the brackets add what sampling may do.
agreement-own-majority = Against the panel's own majority, as in Bregeon et al. (2019), the rate is { PERCENT($rate) }: lower, because the panel's votes are part of what it is compared with.
agreement-panel-too-large = Items have { NUM($size) } labels, and panels of more than { NUM($most) } people are not worked out: ask for smaller ones with --panel.
agreement-risky = Items most likely to change: { $items }.
agreement-risky-many = Items most likely to change: { NUM($count) } with a chance of { PERCENT($rate) } each, such as { $items }.
agreement-above-ceiling = The estimate of { PERCENT($rate) } is above the { PERCENT($ceiling) } on which two people differ (1 − A_o), which no panel exceeds: read the excess as sampling error.
agreement-range-above-ceiling = The range ends at { PERCENT($rate) }, above the { PERCENT($ceiling) } on which two people differ (1 − A_o), which no panel exceeds: read what lies above as sampling error.
agreement-two-people = A panel of 2 decides no better than one person, because ties are coin flips: take an odd number, 3 or more.
agreement-even-panel = With two classes, { NUM($size) } people decide exactly as well as { NUM($fewer) }: an even panel buys nothing, take { NUM($fewer) } or { NUM($more) }.
agreement-rival = A single Dirichlet distribution would say { PERCENT($quick) } instead: it does not fit these votes.
agreement-camps = The annotators fall into two camps, { $first } and { $second }: pairs agree on { PERCENT($within) } of the items within a camp and on { PERCENT($between) } across. The rates take people as interchangeable, so a panel from the other camp would change more.
agreement-apart = { $count ->
    [one] Annotator who stands
   *[other] Annotators who stand
 } apart from the others: { $names }.
agreement-apart-more = Annotators who stand apart from the others: { $names } and { NUM($more) } more.
agreement-error-or-reading = A change may be an error or an honest difference of reading: these rates count both.
agreement-size-named = { NUM($annotators) } { $annotators ->
    [one] annotator
   *[other] annotators
 }, { NUM($items) } { $items ->
    [one] item
   *[other] items
 }, { NUM($classes) } { $classes ->
    [one] class
   *[other] classes
 }, { NUM($labels) } { $labels ->
    [one] label
   *[other] labels
 }
agreement-size-anonymous = votes without names, { NUM($items) } { $items ->
    [one] item
   *[other] items
 }, { NUM($classes) } { $classes ->
    [one] class
   *[other] classes
 }, { NUM($labels) } { $labels ->
    [one] label
   *[other] labels
 }
agreement-head-coefficient = coefficient
agreement-head-value = value
agreement-head-low = { NUM($level, as: "g") } % low
agreement-head-high = high
agreement-head-remark = remark
agreement-coefficient-observed-agreement = observed agreement
agreement-coefficient-davies-fleiss-kappa = Davies–Fleiss κ
agreement-coefficient-davies-fleiss-kappa-weighted = Davies–Fleiss κ (weighted)
agreement-coefficient-conger-kappa = Conger κ
agreement-coefficient-fleiss-kappa = Fleiss κ
agreement-coefficient-cohen-kappa = Cohen κ
agreement-coefficient-scott-pi = Scott π
agreement-coefficient-krippendorff-alpha-nominal = Krippendorff α (nominal)
agreement-coefficient-krippendorff-alpha-ordinal = Krippendorff α (ordinal)
agreement-coefficient-krippendorff-alpha-interval = Krippendorff α (interval)
agreement-coefficient-krippendorff-alpha-ratio = Krippendorff α (ratio)
agreement-coefficient-gwet-ac1 = Gwet AC1
agreement-coefficient-gwet-ac2 = Gwet AC2
agreement-coefficient-brennan-prediger = Brennan–Prediger
agreement-coefficient-pabak = PABAK
agreement-figure-drawn = The figure is in { $path }.
agreement-head-against = labels that change against
agreement-head-rate = rate
agreement-head-sampling = sampling interval
agreement-head-range = identified range
agreement-head-method = method
agreement-head-people = people
agreement-head-fresh = fresh
agreement-head-ideal = ideal
agreement-head-own = own majority
agreement-head-likeliest = items likeliest to change
agreement-head-label = label
agreement-head-votes = votes
agreement-head-chance = chance
agreement-against-own-majority = own majority
agreement-against-ideal = ideal panel
agreement-against-fresh = fresh panel
agreement-against-items = everything
agreement-pinned-down = pinned down
agreement-kappa-of-panels = κ of panels of { NUM($size) }: { NUM($kappa, digits: 3) } ({ $method }).
agreement-kappa-of-panels-sd = κ of panels of { NUM($size) }: { NUM($kappa, digits: 3) }, sd { NUM($sd, digits: 3) } between panels ({ $method }).
agreement-ceiling = Ceiling 1 − A_o, how often two people differ: { PERCENT($rate) }.
agreement-against-chance = A fresh panel changes { NUM($times, digits: 2) } times what panels voting at random would.
agreement-smallest = To change at most { PERCENT($rate) }: { NUM($size) } { $size ->
    [one] person
   *[other] people
 }.
agreement-smallest-beyond = To change at most { PERCENT($rate) }: more than { NUM($size) } people.
agreement-smallest-unknown = To change at most { PERCENT($rate) }: unknown.
agreement-left-out = Left out of { $target }: { NUM($items) } { $items ->
    [one] item
   *[other] items
 } with { $why }.
agreement-panels-drawn = { NUM($panels) } panels drawn: τ { $tau } (sd { $tau_sd }), κ { $kappa } (sd { $kappa_sd }).
agreement-panels-all = { NUM($panels) } panels one by one: τ { $tau } (sd { $tau_sd }), κ { $kappa } (sd { $kappa_sd }).
agreement-interpret-title = { $coefficient } { NUM($value, as: "g") }, panels of { NUM($size) }
agreement-interpreted = With { $coefficient } = { NUM($value, as: "g") }, another panel of { NUM($size) } would change at least { PERCENT($floor) } of the labels, typically { PERCENT($typical) }, at most { PERCENT($ceiling) }.
agreement-too-many-outcomes = left out, since so many classes and people vote in too many ways; give a smaller --pool.
agreement-head-at-least = at least
agreement-head-typically = typically
agreement-head-at-most = at most
agreement-opinions = Opinions in the literature, with no number behind them: { $said }.
agreement-opinion = { $scale }: { $word }
agreement-needed-title = { $coefficient } needed to change at most { PERCENT($rate) }
agreement-head-needed-against = against
agreement-head-alike = if items are alike
agreement-head-whatever = whatever the items
agreement-any-value = any
agreement-table-title = labels that change, %: least / typical / most
agreement-triple = { NUM($floor, digits: 1) } / { NUM($typical, digits: 1) } / { NUM($ceiling, digits: 1) }
agreement-basis-kappa = an expected κ of { NUM($kappa, as: "g") } with { NUM($classes) } classes (Dirichlet items)
agreement-basis-pilot = the votes of the pilot
agreement-head-change = labels that change
agreement-head-between = at least – at most
agreement-head-enough = enough
agreement-head-check = items to check
agreement-head-labels = labels
agreement-head-cost = cost
agreement-yes = yes
agreement-no = no
agreement-plan-chosen = { NUM($size) } { $size ->
    [one] person
   *[other] people
 } per item will do, judging by { $basis }; a second panel on { NUM($check) } { $check ->
    [one] item
   *[other] items
 } measures the rate to ±{ PERCENT($half, sign: 0) } percentage points.
agreement-plan-none = No panel of up to { NUM($size) } people will do, judging by { $basis }.
agreement-no-kappa-single = one annotator per panel: κ needs two
agreement-no-kappa-one-class = no panel used a second class, so that κ is 0/0
agreement-report-title = Agreement: what it means for the labels
agreement-report-people = annotators
agreement-report-items = items
agreement-report-kappa = Davies–Fleiss κ
agreement-report-change = of the labels would change with another panel of { NUM($size) }
agreement-report-coefficients = Coefficients with intervals of { NUM($level, as: "g") } %
agreement-report-risky = Items to annotate again: the likeliest to change
agreement-report-annotators = Each annotator against the others
agreement-report-classes = Agreement on each class
agreement-report-curve = Labels that another panel would change (yours has { NUM($size) })
agreement-report-map = Map of the annotators: the closer, the more often they agree
agreement-report-map-shown = The two directions hold { PERCENT($rate) } of the squared differences between annotators; the axes have no unit.
agreement-axis-people = people per panel
agreement-axis-change = share of labels that change
agreement-axis-first = first direction
agreement-axis-second = second direction
agreement-line-fresh = a fresh panel
agreement-line-range = identified range
agreement-line-ideal = an infinite panel
agreement-line-own = the panel's own majority
agreement-line-ceiling = ceiling: observed disagreement
agreement-line-yours = your panel
agreement-head-item = item
agreement-head-annotator = annotator
agreement-head-agreement = agreement
agreement-head-kappa = κ
agreement-head-bias = bias
agreement-head-class = class
agreement-head-share = share
agreement-head-specific = specific agreement
agreement-head-range-low = range low
agreement-head-range-high = range high

agreement-help = Measure agreement and say what it means.
agreement-help-measure = Measure agreement, and say what it means. Coefficients have intervals.
    .file = Labels: CSV, TSV, JSON, JSON lines or Parquet.
    .item = Column that names items; with a * columns side by side: 'Input.text_*'.
    .annotator = Column that names annotators.
    .label = Column that holds labels; with a * columns side by side: 'Answer.c*'.
    .where = Only rows with this value: FIELD=VALUE. May be repeated.
    .scale = What may be said of two different labels.
    .classes = The classes in their order, separated by commas.
    .repeats = Which label counts when one annotator labels one item several times.
    .missing = Another cell that holds no label. May be repeated.
    .present = A cell that is a label although such cells (NA, None) hold none. May be repeated.
    .abstentions = What an abstention is: a missing label or a class.
    .encoding = Encoding of the file, if it is not UTF-8.
    .separator = What stands between columns.
    .without = Leave this annotator out. May be repeated.
    .coefficient = Only this coefficient. May be repeated.
    .other = The intervals are for other items, other annotators, or both.
    .method = How intervals are made.
    .level = Level of the intervals.
    .times = How many resamples at the most.
    .panel = People per panel; the usual number of labels if left out.
    .change = Also say how many labels other people would change.
    .figure = Draw the change rate by size of panel: .svg, .png or .pdf.
agreement-help-reproduce = Say how many labels other people would change. Against this panel, an infinite one, and another of its size.
    .file = Labels: CSV, TSV, JSON, JSON lines or Parquet.
    .annotators = People per panel; the usual number if left out.
    .target = A change rate to find the smallest panel for. Repeatable.
    .panels = Also work through panels one by one, at most so many.
    .confidence = Level of the sampling intervals.
    .items = How many of the likeliest items to print.
    .figure = Also draw the curve into this SVG or PNG.
    .item = Column that names items; with a * columns side by side: 'Input.text_*'.
    .annotator = Column that names annotators.
    .label = Column that holds labels; with a * columns side by side: 'Answer.c*'.
    .where = Only rows with this value: FIELD=VALUE. May be repeated.
    .scale = What may be said of two different labels.
    .classes = The classes in their order, separated by commas.
    .repeats = Which label counts when one annotator labels one item several times.
    .missing = Another cell that holds no label. May be repeated.
    .present = A cell that is a label although such cells (NA, None) hold none. May be repeated.
    .abstentions = What an abstention is: a missing label or a class.
    .encoding = Encoding of the file, if it is not UTF-8.
    .separator = What stands between columns.
    .without = Leave this annotator out. May be repeated.
agreement-help-interpret = Say what a κ or α means for labels. Least, typical and most labels that would change; or the value needed.
    .annotators = People per panel.
    .kappa = A Fleiss or Davies–Fleiss κ.
    .alpha = A nominal Krippendorff α instead.
    .target = Ask the other way round: which value gives this change rate?
    .pool = Pool of people for paper 3's τ.
    .labels = Labels in all, to turn α into κ.
    .table = Print the whole table over κ and panel sizes.
agreement-help-simulate = Simulate panels, and measure what they change. Panels err as in paper 3 (Bregeon and others, 2019).
    .annotators = People per panel.
    .from = Real labels to err like (section 4.3.1).
    .items = Items of a made-up study (6.1).
    .errors = Errors per person (M). May be repeated.
    .spread = Half width A of the errors (with --from).
    .sd = Standard deviation σ of the errors (made-up).
    .unanimous = Share of items without any error (made-up).
    .wrong = Which wrong class is picked.
    .draw = How erring items are drawn.
    .groups = How many panels.
    .table-1 = Remake Table 1 of Bregeon et al. (2019).
agreement-help-plan = Say how many annotators and items are needed. Exit code 1 when no panel up to 25 will do.
    .target = Labels that another panel may change, e.g. 0.05.
    .width = Full width of the rate's interval.
    .kappa = The κ you expect.
    .pilot = Labels of a pilot instead of an expected κ.
    .items = Items to be labelled.
    .cost = Cost of one label.
agreement-help-paper = Remake the figures of paper 3 (Bregeon 2019). Figure 2 from the authors' tables, and with -o figures 2 to 8.
    .folder = The authors' tables: classe3/ and classe5/.
    .output = Folder for figures 2 to 8 as SVG.
