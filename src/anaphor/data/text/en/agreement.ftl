agreement-join = ;{" "}
agreement-read-long = Read as one row per label: items in { $item }, annotators in { $annotator }, labels in { $label }.
agreement-read-votes = Read as votes without names ({ NUM($votes) }): nothing says who gave them. If a column does, name it with --annotator.
agreement-read-tallies = Read as votes per item ({ NUM($votes) }): nobody knows whose they are.
agreement-verdict-alone = The only column of labels, '{ $column }', seems to be a verdict: nothing in it can agree or differ.
agreement-read-items = Read as a wide table: one row per item ({ NUM($rows) }), one column per annotator ({ NUM($columns) }: { $names }); --without NAME leaves one out.
agreement-read-annotators = Read as a wide table: one row per annotator ({ NUM($rows) }: { $names }), one column per item ({ NUM($columns) }).
agreement-read-counts = Read as votes per class: one row per item ({ NUM($items) }), one column per class ({ NUM($classes) }), { NUM($fewest) } to { NUM($most) } votes per item.
agreement-read-counts-equal = Read as votes per class: one row per item ({ NUM($items) }), one column per class ({ NUM($classes) }), { NUM($most) } votes per item.
agreement-maybe-labels = The sums of the rows say that the numbers are votes.
agreement-maybe-votes = No name says that the columns are annotators.
agreement-header-of-labels = The first row ({ $row }) is taken for the names of the columns, although labels are called so below; if it is an item, put a row with names above it.
agreement-which-way-round = No name says which way round the table is.
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
agreement-spelled-alike = Labels written in several ways are one class: { $groups }. To keep them apart, list them with --classes.
agreement-doubtful = { $cells } may mean that there is no label; here it is a class. If it is none, say --missing '{ $first }'.
agreement-capitals = The classes '{ $one }' and '{ $two }' differ in capitals only; if they are one, say --merge '{ $one }={ $one },{ $two }'.
agreement-odd-label = The label '{ $label }' is no number while most others are; it is a class of its own.
agreement-left-out-verdict = Column '{ $column }' was left out: a verdict is nobody's label.
agreement-left-out-names = Column '{ $column }' was left out: its values are not labels.
agreement-left-out-foreign = Column '{ $column }' was left out: it shares no value with any other.
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
agreement-rate = { PERCENT($rate) }
agreement-rate-sure = { PERCENT($rate) } ({ PERCENT($low, sign: 0) }–{ PERCENT($high, sign: 0) })
agreement-better-one = ; { NUM($size) } people would make it { $rate }
agreement-better-two = ; { NUM($size) } people would make it { $rate }, { NUM($more) } people { $less }
agreement-verdict-steady = Steady: at most { PERCENT($high) } would change.
agreement-verdict-fair = Fairly steady: { PERCENT($low, sign: 0) } to { PERCENT($high) } would change.
agreement-verdict-unsteady = Not steady: at least { PERCENT($low) } would change. Have more people label each item, or mend the instructions, before these labels serve as a reference.
agreement-verdict-open = Undecided: anything from { PERCENT($low) } to { PERCENT($high) } may change. More people on some of the items would tell.
agreement-median = With another panel of { NUM($size) }, the median of { $moved } of your items would change, and of { $far } by more than one step{ $better }.
agreement-median-better = ; with { NUM($size) } people it would be { $moved } and { $far }
agreement-steps-alike = Counted as classes, where one step is a change like any other (4 → 5 as 1 → 5), { $rate } of the most frequent labels would change.
agreement-mean = With another panel of { NUM($size) }, an item's mean would move by { NUM($move, as: "g") } ({ NUM($low, as: "g") }–{ NUM($high, as: "g") }; root mean square), and by more than about { NUM($rare, as: "g") } for one item in twenty, where labels span { NUM($span, as: "g") }{ $better }.
agreement-mean-better = ; { NUM($size) } people would make it { NUM($move, as: "g") } ({ NUM($low, as: "g") }–{ NUM($high, as: "g") })
agreement-mean-steady = Steady: means of { NUM($size) } people have a reliability of { NUM($icc, digits: 3) } (intraclass correlation; a single label: { NUM($single, digits: 3) }).
agreement-mean-fair = Fairly steady: means of { NUM($size) } people have a reliability of { NUM($icc, digits: 3) } (intraclass correlation; a single label: { NUM($single, digits: 3) }).
agreement-mean-unsteady = Not steady: means of { NUM($size) } people have a reliability of { NUM($icc, digits: 3) } only (intraclass correlation; a single label: { NUM($single, digits: 3) }).
agreement-wide = Items on which people differ most (standard deviation): { $items }.
agreement-wide-item = { $item } ({ NUM($spread, as: "g") })
agreement-taken-for-numbers = The { NUM($count) } different labels are taken for quantities (--scale interval or ratio says so), so that no majority is counted.
agreement-uneven = The annotators are not alike: a tenth of the labels come from people who agree with the others on less than { PERCENT($low) }, a tenth from people who agree on more than { PERCENT($high) } (more than chance does, permutation test, p { PVALUE($p) }). The rates and their brackets assume people who are alike, so the brackets cannot be relied on here{ $range }. See who stands apart, train or leave out those who guess (--without NAME), and measure again.
agreement-uneven-range = ; without that assumption, anything from { PERCENT($from) } to { PERCENT($to) } fits these votes
agreement-note-votes-depend = the number of votes depends on the votes
agreement-depends = How many labels another panel would change cannot be told from these votes: { $why }. Rates from such votes mislead, and coefficients are affected, too. Measure labels whose number did not depend on them: the first ones of every item (--where, if a column says which these are), or a random part of the items, labelled by as many people each.
agreement-depends-differ = the number of votes goes with disagreement (two people differ on { PERCENT($few) } of the items with up to { NUM($split) } votes and on { PERCENT($many) } of those with more, p { PVALUE($p) }), as where further labels are asked for because the first ones differ
agreement-depends-spread = the number of votes goes with the spread of the labels (p { PVALUE($p) }), as where further labels are asked for because the first ones differ
agreement-depends-declared = labels were asked for because of the labels before, as the column policy or the design of the study says
agreement-maybe-ordered = The classes are numbers, and people who differ give near ones: if they are steps of a scale, say --scale ordinal, and the answer is about medians.
agreement-maybe-ordered-words = The classes are words of a known scale ({ $classes }), and people who differ give near ones: if they are steps of a scale, say --scale ordinal, and the answer is about medians.
agreement-few-each = People gave { NUM($count) } labels each in the middle: Davies–Fleiss κ, which takes each one's own distribution from so few, is too low here. Read α.
agreement-reason-few-each = too low: people gave { NUM($count) } labels each in the middle, too few for distributions of their own; read α
agreement-stands-apart = stands apart
agreement-report-confusion = Where one label of an item is of the class in the row, how often another is of the class in the column
agreement-report-confusion-two = Items by the label of { $first } (rows) and of { $second } (columns)
agreement-head-text = text
agreement-head-mean-apart = mean difference to the others
agreement-head-spread-apart = root mean square
agreement-head-review = to review
agreement-consensus-review = { NUM($count) } of { NUM($items) } items are to be reviewed: no majority, another label by the model, or a weight below 0.9.
agreement-consensus-not-calibrated = The weight of a label in the model is a score to sort by, not the probability that the label is right: it is not calibrated, and the model is too sure of itself.
agreement-doubt = To measure this rate, two panels must label each item, which takes { NUM($needed) } labels; short of that, anything from { PERCENT($low) } to { PERCENT($high) } fits these votes, and the brackets add what public panels with many votes were like.
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
agreement-one-label-each = No item has two labels ({ NUM($items) } in all), and agreement needs two people on one item. Name the files of all annotators together, or the columns with --item, --annotator and --label.
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
agreement-coefficient-icc-1 = ICC(1)
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
agreement-panels-drawn = { NUM($panels) } panels drawn: τ { $tau } (sd { $tau_sd }), κ { $kappa } (sd { $kappa_sd }). This τ is the mean over panels, each on the items that all of it labelled; the rate against the own majority above is the mean over items.
agreement-panels-all = { NUM($panels) } panels one by one: τ { $tau } (sd { $tau_sd }), κ { $kappa } (sd { $kappa_sd }). This τ is the mean over panels, each on the items that all of it labelled; the rate against the own majority above is the mean over items.
agreement-interpret-title = { $coefficient } { NUM($value, as: "g") }, panels of { NUM($size) }
agreement-interpreted = With { $coefficient } = { NUM($value, as: "g") }, another panel of { NUM($size) } would change at least { PERCENT($floor) } of the labels, typically { PERCENT($typical) }, at most { PERCENT($ceiling) }.
agreement-interpreted-even = With { $coefficient } = { NUM($value, as: "g") }, another panel of { NUM($size) } would change at most { PERCENT($ceiling) } of the labels, however frequent the classes are. How many at least depends on that: almost none where one class has nearly all labels; if all { NUM($classes) } classes were equally frequent, which is the worst case, { PERCENT($alike) } at least and typically { PERCENT($typical) }. Say how frequent they are: --prevalence 0.7,0.2,0.1.
agreement-too-many-outcomes = left out, since so many classes and people vote in too many ways; give a smaller --pool.
agreement-head-at-least = at least
agreement-head-if-alike = at least, if classes are even
agreement-head-typically-even = typically, if even
agreement-head-typically = typically
agreement-head-at-most = at most
agreement-opinions = Opinions in the literature, with no number behind them: { $said }.
agreement-opinion = { $scale }: { $word }
agreement-needed-title = { $coefficient } needed to change at most { PERCENT($rate) }
agreement-needed-title-even = { $coefficient } needed to change at most { PERCENT($rate) }, if classes are equally frequent (which asks for the most; --prevalence says otherwise)
agreement-head-needed-against = against
agreement-head-alike = if items are alike
agreement-head-whatever = whatever the items
agreement-any-value = any
agreement-table-title = labels that change, %: least / typical / most
agreement-table-title-even = labels that change, %: least / typical / most, if classes are equally frequent; otherwise fewer change
agreement-basis-kappa-even = an expected κ of { NUM($kappa, as: "g") } with { NUM($classes) } classes taken as equally frequent, which asks for the most people (--prevalence says otherwise), and items that differ as usual (Dirichlet)
agreement-basis-kappa = an expected κ of { NUM($kappa, as: "g") } with { NUM($classes) } classes of these frequencies, and items that differ as usual (Dirichlet)
agreement-basis-pilot = the votes of the pilot (Fleiss κ { NUM($kappa, digits: 3) }, --prevalence { $shares })
agreement-basis-pilot-many = the votes of the pilot (Fleiss κ { NUM($kappa, digits: 3) })
agreement-plan-ends-both = The rate may lie elsewhere between the ends below: with luck a panel of { NUM($best) } will do, at the worst one of { NUM($worst) }.
agreement-plan-ends-best = The rate may lie elsewhere between the ends below: with luck a panel of { NUM($best) } will do, at the worst none of up to { NUM($size) }.
agreement-plan-ends-none = Not even the lowest rate that is possible would do.
agreement-plan-odd = Only odd numbers are listed: an even one decides hardly better than one person fewer, and on two classes exactly alike.
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
 } measures the rate to ±{ PERCENT($half, sign: 0) } { $points ->
   *[other] percentage points
 }.
agreement-plan-none = No panel of up to { NUM($size) } people will do, judging by { $basis }.
agreement-no-kappa-single = one annotator per panel: κ needs two
agreement-no-kappa-one-class = no panel used a second class, so that κ is 0/0
agreement-report-title = Agreement: what it means for the labels
agreement-report-people = annotators
agreement-report-items = items
agreement-report-change-labels = of the labels would change with another panel of { NUM($size) }
agreement-report-change-medians = of the items would have another median with another panel of { NUM($size) }
agreement-report-coefficients = Coefficients with intervals of { NUM($level, as: "g") } %
agreement-report-risky = Items to annotate again: the likeliest to change
agreement-report-annotators = Each annotator against the others
agreement-report-classes = Agreement on each class
agreement-report-curve = Labels that another panel would change (yours has { NUM($size) })
agreement-report-curve-classes = Most frequent labels that another panel would change, one step a change like any other (yours has { NUM($size) })
agreement-tables-of-classes = Counted as classes, where one step is a change like any other
agreement-tables-uneven = Assumes that annotators are alike, which these are not
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

# Reasons, notes and methods
agreement-reason-no-pair = no item has labels of two annotators
agreement-reason-one-class = every label is of the same class, so that chance alone gives full agreement (0/0)
agreement-reason-one-annotator = there is only one annotator
agreement-reason-no-label = there is no label
agreement-reason-no-names = the votes carry no annotator, and this coefficient needs each one's own distribution
agreement-reason-anonymous = the votes carry no annotator
agreement-reason-two-only = this coefficient is defined for two annotators, and there are { NUM($count) }
agreement-reason-two-classes = it is defined for two classes, and there are { NUM($count) }: see brennan_prediger
agreement-reason-single-class = there is one class only, and chance needs two to choose from
agreement-reason-only-class = there is one class only
agreement-reason-no-order = the classes are words, and no order is stated (--scale ordinal with --classes)
agreement-reason-no-order-stated = no order is stated (--scale ordinal, with --classes for words)
agreement-reason-no-numbers = the classes are not numbers
agreement-reason-negative = a class is a negative number, and a ratio scale begins at zero
agreement-reason-items-only = other items only: { $why }
agreement-reason-annotators-only = other annotators only: { $why }
agreement-reason-few-annotators = with fewer than three annotators nothing is known about others
agreement-reason-one-item = one item has two labels, and that is not enough for an interval
agreement-reason-small-parts = the parts of this table are too small for an interval
agreement-reason-all-agree = no disagreement was seen: the interval is what so few items may hide
agreement-reason-all-alike = all items are alike: the interval is what so few items may hide
agreement-note-too-few-labels = no item has { NUM($count) } labels
agreement-note-open = the votes do not pin this rate down: the point and its interval add how public panels with many votes looked, the identified range adds nothing
agreement-note-single-labels = no item has two labels
agreement-note-everybody = the panel is everybody who voted: only ties can change
agreement-left-no-label = no label at all
agreement-left-no-panel = fewer than { NUM($count) } labels, so no panel of { NUM($size) } voted
agreement-left-no-two-panels = fewer than { NUM($count) } labels, so two separate panels of { NUM($size) } cannot be drawn
agreement-method-subsets = all panels, exact
agreement-method-disjoint = disjoint panels
agreement-method-disjoint-sampled = disjoint panels, sampled
agreement-method-mixture = mixture, public panels
agreement-method-withheld = not told
agreement-method-enumerated = enumerated
agreement-method-second-order = second order
agreement-method-fleiss = Fleiss κ of anonymous votes
agreement-method-all-pairs = all pairs together
agreement-opinion-poor = poor
agreement-opinion-slight = slight
agreement-opinion-fair = fair
agreement-opinion-moderate = moderate
agreement-opinion-substantial = substantial
agreement-opinion-almost-perfect = almost perfect
agreement-opinion-not-enough = not enough
agreement-opinion-tentative = tentative conclusions
agreement-opinion-good = good
agreement-opinion-not-agreed = not agreed upon
agreement-opinion-acceptable-mostly = acceptable in most situations
agreement-opinion-acceptable = acceptable to all
agreement-opinion-discarded = to be discarded
agreement-opinion-tentative-only = tentative conclusions only
agreement-opinion-reliable = reliable
agreement-risky-item = { $item } ({ PERCENT($rate) })
agreement-coefficient-krippendorff-alpha-linear = Krippendorff α (linear distance)
agreement-coefficient-krippendorff-alpha-quadratic = Krippendorff α (quadratic distance)
agreement-coefficient-krippendorff-alpha-radical = Krippendorff α (radical distance)
agreement-coefficient-krippendorff-alpha-gwet-ordinal = Krippendorff α (Gwet's ordinal distance)
agreement-coefficient-krippendorff-alpha-jaccard = Krippendorff α (Jaccard distance)
agreement-coefficient-krippendorff-alpha-masi = Krippendorff α (MASI distance)
agreement-consensus-title = One label per item
agreement-consensus-undecided = { $count ->
    [one] One item has no majority.
   *[other] { NUM($count) } items have no majority.
 }
agreement-consensus-unfinished = The model had not settled after { NUM($steps) } steps.
agreement-queue-title = The next labels
agreement-queue-asked = { $count ->
    [one] Ask for one label. As things stand, { PERCENT($rate) } of the labels are expected to differ from those of a very large panel.
   *[other] Ask for { NUM($count) } labels on { NUM($items) } { $items ->
        [one] item
       *[other] items
     }. As things stand, { PERCENT($rate) } of all labels are expected to differ from those of a very large panel.
 }
agreement-queue-depends = The rate that is expected below may be several points off: { $why }.
agreement-queue-uneven = The rate that is expected below may be several points off: the annotators are not alike (a tenth of the labels come from people who agree with the others on less than { PERCENT($low) }, a tenth from people who agree on more than { PERCENT($high) }).
agreement-queue-reached = Nobody need be asked: only { PERCENT($rate) } of the labels are expected to differ from those of a very large panel.
agreement-queue-nothing = No further label would change anything: { PERCENT($rate) } of the labels are expected to differ from those of a very large panel.
agreement-queue-more = { NUM($count) } further items are in the table that -o writes.
agreement-queue-model = Risk: the chance that the majority of very many people would be another label, by a Dirichlet–multinomial model of these votes. Where their givers are named, votes of those who agree with others weigh more. Items stand by what the next label can bring, which is not the order of the risk. The expected rate is a forecast, not a measurement: where votes depend on earlier votes, or some people are careless, it can be several points off.
agreement-head-label-now = label now
agreement-head-risk = risk
agreement-head-ask = labels to ask for
agreement-head-ask-whom = ask first
agreement-brief-queue = { NUM($count) } items in the queue; { PERCENT($rate) } of the labels expected to differ from a very large panel’s
agreement-no-budget = a budget of { $budget } labels asks for none
    .todo = Give the number of labels that can be paid for: --budget 100.
agreement-labels-written = The labels are in { $path }.
agreement-head-majority = majority
agreement-head-model = Dawid–Skene
agreement-head-weight = weight (not calibrated)
agreement-figures-drawn = Figures 2 to 8 are in { $path }.

# Errors: files and tables of labels
agreement-kind-column = column
agreement-kind-field = field
agreement-kind-class = class
agreement-kind-group = group of columns
agreement-kind-coefficient = coefficient for this table
agreement-folder = this is a folder
    .todo = Name a file with labels.
agreement-no-file = there is no such file
    .todo = Name a file with labels.
agreement-empty-file = the file is empty
agreement-foreign-file = the file is { $kind ->
    [pdf] a PDF
    [sqlite] an SQLite database
    [old-office] an old spreadsheet or document
    [r] data of R
    [picture] a picture
    [program] a program
    [pickle] a pickle of Python, which is never opened since it can run any program
   *[numpy] a numpy array
 }
    .todo = Save the labels as CSV and name that file.
agreement-no-separator = no column is separated from another by a tab, comma, semicolon or bar
    .todo = Give a table with columns item, annotator, label, or one column per annotator.
agreement-no-row = there is no row in it
agreement-only-header = there is a header and no row below it
agreement-row-length = this row has { $columns } columns and the first one { $width }
agreement-columns-alike = two columns are called { $name }
agreement-rows-alike = two rows are called { $name }
    .todo = Give each row a name of its own; if each row is one label, name the columns with --item, --annotator and --label.
agreement-lines-alike = two lines are called { $name }
    .todo = Give each row a name of its own; if each row is one label, name the columns with --item, --annotator and --label.
agreement-column-twice = the column { $name } is named twice
    .todo = Items, annotators and labels are apart.
agreement-unclear-item = which column names the items is not clear among { $names }
    .todo = Say it with --item.
agreement-unclear-label = which column holds the labels is not clear among { $names }
    .todo = Say it with --label.
agreement-unclear-both = which column names the items and which holds the labels is not clear among { $names }
    .todo = Say it with --item and --label.
agreement-no-row-where = no row has the values asked for with --where
agreement-no-line-where = no line has the values asked for with --where
agreement-no-line = there is no line in it
agreement-no-item-where = no item has a label, or none has the values asked for with --where
agreement-row-without-item = this row names no item
agreement-row-without-annotator = this row names no annotator
agreement-all-missing = every label is missing
    .todo = See which cells count as missing: --missing.
agreement-no-number-of-votes = { $cell } is no number of votes
agreement-cell-no-votes = { $cell } is no number of votes
    .todo = Votes are whole numbers from 0; if the cells are labels, say --layout items or long.
agreement-no-number-of-rows = { $cell } is no number of rows
agreement-many-rows = the rows stand for more than { NUM($most) }
agreement-star-in-item-only = --item has a * and --label has none
    .todo = Write both alike: --label 'Answer.c*'.
agreement-star-in-label-only = several labels of a row would belong to the one item in { $item }
    .todo = Put a * in --item as well, or name one column of labels.
agreement-no-common-number = no number stands in both { $items } and { $labels }
agreement-wide-label = a wide table ({ $layout }) has no single column of labels
    .todo = Name only the column that names its rows, with --item or --annotator, or say --layout long.
agreement-votes-in-one-column = votes need a column for each class, and there is only { $column }
    .todo = If each row holds one label, leave --layout out or say --layout long.
agreement-no-vote-in-table = there is no vote in the table
agreement-no-vote-in-file = there is no vote in the file
agreement-class-no-column = the class { $name } is not both in --classes and a column of votes
agreement-no-crossing = rows and columns are not called alike, so this is no crossing of two annotators
agreement-empty-crossing = there is no item in the crossing
agreement-no-tableau = no header line such as Nbannotateurs=9 says that this is one of the authors' tables
agreement-no-row-of-labels = there is no row of labels in it
agreement-tableau-row-length = this row has { $labels } labels and the first one { $width }
agreement-no-layout = { $kind ->
    [json] JSON
   *[text] a table of text
 } has no layout { $layout }
    .todo = Known for it: { $known }.
agreement-parquet-layout = Parquet has no layout { $layout }
    .todo = Known for it: long, items, annotators …
agreement-parquet-column = texts or numbers are needed in this column
agreement-object-no-layout = one JSON object that holds items has no layout { $layout }
    .todo = Leave that option out.
agreement-object-no-fields = one JSON object that holds items has no fields that --item, --annotator or --label name
    .todo = Leave that option out.
agreement-lines-no-lewidi = these are JSON lines, and layout lewidi is one JSON object that holds items
agreement-no-json-object = a JSON object or list is needed
agreement-json-object-here = a JSON object is needed here
agreement-no-answer = this is no answer ({ $why })
agreement-strange-class = the class { $name } is none of { $classes }
agreement-strange-label = the label { $label } is none of the classes { $classes }
agreement-no-votes-here = this line has no votes per class
agreement-no-votes-for = { $count } is no number of votes for { $name }
agreement-no-cell = a text or number is needed here
agreement-no-annotators = an object with annotators and annotations is needed
agreement-no-single-label = a label is needed for each annotator
agreement-no-annotations = annotators and annotations are needed, separated by commas
agreement-unequal-lists = there are { NUM($annotators) } annotators and { NUM($annotations) } annotations
agreement-field-alone = the field { $name } shares no value with any other, so these are not labels by annotators
    .todo = If they are, say --layout lewidi.
agreement-no-class-field = no field lists objects that name an annotator each
agreement-many-labels = there are { NUM($labels) } different labels, and { NUM($most) } classes at most
    .todo = Name the column that holds the labels with --label; values on a scale must be rounded first.
agreement-label-no-number = the label { $label } is no number, which a scale of type { $scale } needs
agreement-labelled-twice = annotator { $annotator } labels item { $item } twice
    .todo = Say which label counts.
agreement-infinite-label = a label is infinite
agreement-not-parallel = { $items } items, { $annotators } annotators and { $labels } labels are not parallel
agreement-votes-not-parallel = { $items } items and { $labels } labels are not parallel
agreement-votes-shape = votes of shape { $shape } do not fit { $items } items and { $classes } classes
agreement-negative-votes = a number of votes is negative
agreement-many-votes = there are more than { NUM($most) } votes
    .todo = Give a part of the items.
agreement-table-too-large = a table of { NUM($rows) } by { NUM($columns) } is too large
    .todo = Merge classes, or take fewer items.
agreement-taken-twice = an item or annotator is taken twice
agreement-no-annotator = no annotator and no column is called { $name }
agreement-need-annotators = { $purpose ->
    [usage] how often each annotator used each class
    [table] a table of items by annotators
    [part] a part of the annotators
    [pairs] a table of pairs
    [standing] how each annotator stands to the others
    [model] Dawid & Skene's model
   *[kappa] κ of panels
 } cannot be had from votes that carry no annotator
    .todo = Give a table that says who gave each label.
agreement-no-label-left = no label is left after --without
agreement-cannot-cut = a scale with the label { $label } cannot be cut: it is no number
    .todo = Use --merge instead.
agreement-no-cut = a scale is cut at one point or more
    .todo = Write --cut 0.5 or --cut -0.5,0.5.
agreement-merged-twice = the class { $old } cannot become both { $one } and { $two }
    .todo = Name each class in one --merge only.

# Errors: options and numbers
agreement-class-twice = --classes names { $name } twice
    .todo = Name each class once.
agreement-class-unnamed = --classes has a class without a name
    .todo = Write --classes no,maybe,yes.
agreement-long-separator = --separator { $separator } is not one sign
agreement-missing-and-present = { $cell } cannot be both --missing and --present
agreement-no-equals = { $option } { $given } has no =
    .todo = Write { $option } NAME=VALUE.
agreement-no-points = --cut { $given } is no list of numbers
    .todo = Write --cut -0.5,0.5.
agreement-no-shares = --prevalence { $given } are no numbers
    .todo = Write --prevalence 0.5,0.3,0.2.
agreement-no-level = a level of { $level } is none
    .todo = It lies between 0 and 1, e.g. --level 0.95.
agreement-few-times = --times { $times } is too few
    .todo = Write --times 1000.
agreement-nothing-to-draw = there is no change rate to draw
    .todo = It needs two labels per item whose number does not depend on the votes, and no --no-change.
agreement-rate-outside = { $case ->
    [width] an interval's width
    [confidence] a confidence
    [difference] a difference
    [power] a power
    [level] a level
    [accuracy] an accuracy
    [discordance] a discordance
    [abstained] a share of abstentions
    [margin] a margin
   *[change] a change rate
 } of { $rate } is not between 0 and 1
    .todo = Give a fraction such as 0.05.
agreement-coefficient-outside = { $name ->
    [alpha] an alpha
   *[other] a { $name }
 } of { $value } cannot be read as a mixture of items: it is not above 0 and at most 1
    .todo = At 0 and below, labels are no better than chance.
agreement-panel-outside = a panel of { NUM($people) } people cannot be worked out
    .todo = Give 1 to { NUM($most) }.
agreement-classes-outside = the number of classes cannot be { NUM($classes) }
    .todo = Give 2 to { NUM($most) }.
agreement-prevalence-outside = a prevalence of { $share } is not between 0 and 1
    .todo = Give one share per class, 1 in all: --prevalence 0.5,0.3,0.2 for three classes.
agreement-prevalence-number = { $shares } prevalences do not describe { $classes } classes
    .todo = Give one share per class, 1 in all: --prevalence 0.5,0.3,0.2 for three classes.
agreement-prevalence-sum = the prevalences sum to { $total } instead of 1
    .todo = Give one share per class, 1 in all: --prevalence 0.5,0.3,0.2 for three classes.
agreement-prevalence-single = only one class has a prevalence above 0, so that nobody could differ
    .todo = Give one share per class, 1 in all: --prevalence 0.5,0.3,0.2 for three classes.
agreement-below-zero = { $case ->
    [cost] the cost of a label
    [item_cost] the cost of an item
    [spread] the half width of the errors
    [sd] the standard deviation of the errors
   *[errors] the number of errors per person
 } cannot be { $value }
    .todo = Give a number from 0.
agreement-above-most = { $case ->
   *[errors] the number of errors per person
 } cannot be { $value }: there are { $most } items that can err
    .todo = Give a number from 0 to { $most }.
agreement-confidence-outside = a confidence of { $confidence } is not between 0.5 and 1
agreement-empty-panel = a panel of { $size } people is none
    .todo = Give --annotators 1 or more.
agreement-no-annotator-at-all = there must be one annotator at least
agreement-no-label-in-table = there is no label in the table
    .todo = Give a table with at least one label.
agreement-no-label-to-fit = there is no label to fit a model to
agreement-no-kappa-of-panel = κ of a panel of { $size } among { $people } people is not defined
    .todo = Ask for a panel of at least 2 and at most as many people as there are.
agreement-panel-from-few = a panel of { $size } cannot be drawn from items with { $labels } labels
    .todo = Ask for a panel of at least 1 and at most as many people as labelled each item.
agreement-many-pairs = { NUM($annotators) } annotators make too many pairs; { NUM($most) } is the most
agreement-distance-shape = a distance table of shape { $shape } does not fit { $classes } classes
agreement-no-distance = this is no distance between labels
    .todo = It must be symmetric, zero for equal labels, never negative.
agreement-negative-ratio = the label { $label } is negative, and a ratio scale begins at zero
agreement-no-majority-of-numbers = the labels are { NUM($classes) } different numbers, and a majority of exactly equal ones means nothing
    .todo = `agreement measure` says how far their means would move; to count near numbers as one class, cut the scale with --cut.
agreement-two-coefficients = both a κ and an α are given
    .todo = Give one of --kappa and --alpha.
agreement-nothing-to-interpret = there is nothing to interpret
    .todo = Give --kappa 0.67, --alpha 0.67 or --target 0.05.
agreement-plan-basis = a plan rests on an expected κ or on a pilot
    .todo = Give --kappa 0.7, or --pilot FILE.
agreement-pilot-prevalence = a pilot has prevalences of its own
    .todo = Leave --prevalence out, or give --kappa.
agreement-pilot-single = the pilot has one annotator, and says nothing about how others would differ
    .todo = Have two people or more label the same items, or give --kappa instead.
agreement-pilot-depends = the pilot's votes cannot tell how many labels another panel would change: { $why }
    .todo = Give a pilot whose items were labelled by as many people each, or only the first labels of every item (--where, if a column says which these are), or an expected κ (--kappa).
agreement-pilot-no-pair = no item of the pilot has two labels, which says nothing about how people differ
    .todo = Have two people or more label the same items, or give --kappa instead.
agreement-no-items = { $items } items are none
    .todo = Give one item or more.
agreement-nothing-to-simulate = a simulation needs one item, one person, one group, and items that are not all unanimous
agreement-large-simulation = { NUM($people) } simulated people with { NUM($items) } items each are more than { NUM($most) } labels
    .todo = Ask for fewer groups or items.
agreement-many-errors = { $errors } errors per person are asked for, and only { $items } items ever had one
    .todo = Ask for at most { $items } − { $spread } errors.
agreement-no-paper-table = the table { $path } is not there
    .todo = Give the folder that holds classe3/ and classe5/.
agreement-figure-2-labels = a table of figure 2 has too few labels for panels of three

agreement-help = Measure agreement and say what it means.
agreement-help-measure = Measure agreement, and say what it means. Coefficients have intervals.
    .file = Labels: CSV, TSV, JSON, JSON lines, Parquet, .xlsx, .ods, packed or not, a zip archive, or - for the standard input. Several files are one table.
    .item = Column that names items, or its number; several with commas between name an item together; with a * columns side by side: 'Input.text_*'.
    .annotator = Column that names annotators, or its number.
    .label = Column that holds labels, or its number; with a * columns side by side: 'Answer.c*'.
    .question = Which of several questions in the file is measured; without it they are listed.
    .collection = The items that were asked, where labels are candidates: exports of annotation tools, or runs as for `anaphor score`.
    .where = Only rows with this value: FIELD=VALUE. May be repeated.
    .scale = Level of measurement of the labels.
    .classes = The classes in their order, separated by commas.
    .repetition = Column that numbers the times at which an annotator labelled an item; times are kept apart, unless --repeats reduces them to one label.
    .repeats = Which label counts when one annotator labels one item several times.
    .missing = Another cell that holds no label. May be repeated.
    .present = A cell that is a label although such cells (NA, None) hold none. May be repeated.
    .abstentions = What an abstention is: a missing label or a class.
    .encoding = Encoding of the file, if it is neither UTF-8 nor guessed right.
    .separator = Column separator.
    .without = Leave this column or annotator out. May be repeated.
    .skip-rows = Lines above the table; titles above a header are found without it.
    .skip-bad = Leave out lines that cannot be read, and list them.
    .coefficient = Only this coefficient. May be repeated.
    .distance = Distance between labels for weighted coefficients: jaccard or masi for sets of labels (a|b).
    .other = The intervals are for other items, other annotators, or both.
    .method = How intervals are made.
    .level = Level of the intervals.
    .times = How many resamples at the most.
    .panel = People per panel; the usual number of labels if left out.
    .change = Also say how many labels other people would change.
    .figure = Draw the change rate by size of panel: .svg, .png or .pdf.
    .all = Show all coefficients, the confusion of classes and agreement by class.
agreement-help-reproduce = Say how many labels other people would change. Against this panel, an infinite one, and another of its size.
    .file = Labels: CSV, TSV, JSON, JSON lines, Parquet, .xlsx, .ods, packed or not, a zip archive, or - for the standard input. Several files are one table.
    .annotators = People per panel; the usual number if left out.
    .target = A change rate to find the smallest panel for. Repeatable.
    .panels = Also work through panels one by one, at most so many.
    .confidence = Level of the sampling intervals.
    .items = How many of the likeliest items to print.
    .figure = Also draw the curve into this SVG or PNG.
    .item = Column that names items, or its number; several with commas between name an item together; with a * columns side by side: 'Input.text_*'.
    .annotator = Column that names annotators, or its number.
    .label = Column that holds labels, or its number; with a * columns side by side: 'Answer.c*'.
    .question = Which of several questions in the file is measured; without it they are listed.
    .collection = The items that were asked, where labels are candidates: exports of annotation tools, or runs as for `anaphor score`.
    .where = Only rows with this value: FIELD=VALUE. May be repeated.
    .scale = Level of measurement of the labels.
    .classes = The classes in their order, separated by commas.
    .repetition = Column that numbers the times at which an annotator labelled an item; times are kept apart, unless --repeats reduces them to one label.
    .repeats = Which label counts when one annotator labels one item several times.
    .missing = Another cell that holds no label. May be repeated.
    .present = A cell that is a label although such cells (NA, None) hold none. May be repeated.
    .abstentions = What an abstention is: a missing label or a class.
    .encoding = Encoding of the file, if it is neither UTF-8 nor guessed right.
    .separator = Column separator.
    .without = Leave this column or annotator out. May be repeated.
    .skip-rows = Lines above the table; titles above a header are found without it.
    .skip-bad = Leave out lines that cannot be read, and list them.
agreement-help-consensus = Give each item one label. The majority, ties left open, and the model of Dawid and Skene (1979) with its weight, which is not calibrated.
    .file = Labels: CSV, TSV, JSON, JSON lines, Parquet, .xlsx, .ods, packed or not, a zip archive, or - for the standard input. Several files are one table.
    .item = Column that names items, or its number; several with commas between name an item together; with a * columns side by side: 'Input.text_*'.
    .output = Write a CSV: item, label (the model's, or the majority where votes have no names), majority, Dawid–Skene, its weight (not calibrated), whether to review, weight of each class.
    .annotator = Column that names annotators, or its number.
    .label = Column that holds labels, or its number; with a * columns side by side: 'Answer.c*'.
    .question = Which of several questions in the file is measured; without it they are listed.
    .collection = The items that were asked, where labels are candidates: exports of annotation tools, or runs as for `anaphor score`.
    .where = Only rows with this value: FIELD=VALUE. May be repeated.
    .scale = Level of measurement of the labels.
    .classes = The classes in their order, separated by commas.
    .repetition = Column that numbers the times at which an annotator labelled an item; times are kept apart, unless --repeats reduces them to one label.
    .repeats = Which label counts when one annotator labels one item several times.
    .missing = Another cell that holds no label. May be repeated.
    .present = A cell that is a label although such cells (NA, None) hold none. May be repeated.
    .abstentions = What an abstention is: a missing label or a class.
    .encoding = Encoding of the file, if it is neither UTF-8 nor guessed right.
    .separator = Column separator.
    .without = Leave this column or annotator out. May be repeated.
    .skip-rows = Lines above the table; titles above a header are found without it.
    .skip-bad = Leave out lines that cannot be read, and list them.
agreement-help-next = Say which items deserve the next labels. Where one more may do most for the reference, and by whom if people differ.
    .file = Labels: CSV, TSV, JSON, JSON lines, Parquet, .xlsx, .ods, packed or not, a zip archive, or - for the standard input. Several files are one table.
    .budget = Labels that can be paid for before the next look.
    .target = Nobody is asked once a very large panel is expected to change at most this share of the labels.
    .output = Write a CSV that annotation tools import: item, text, labels to ask for, by whom, label, votes, risk.
    .item = Column that names items, or its number; several with commas between name an item together; with a * columns side by side: 'Input.text_*'.
    .annotator = Column that names annotators, or its number.
    .label = Column that holds labels, or its number; with a * columns side by side: 'Answer.c*'.
    .question = Which of several questions in the file is measured; without it they are listed.
    .collection = The items that systems answered, where the files are runs or logs as for `anaphor score`.
    .where = Only rows with this value: FIELD=VALUE. May be repeated.
    .scale = Level of measurement of the labels.
    .classes = The classes in their order, separated by commas.
    .repetition = Column that numbers the times at which an annotator labelled an item; times are kept apart, unless --repeats reduces them to one label.
    .repeats = Which label counts when one annotator labels one item several times.
    .missing = Another cell that holds no label. May be repeated.
    .present = A cell that is a label although such cells (NA, None) hold none. May be repeated.
    .abstentions = What an abstention is: a missing label or a class.
    .encoding = Encoding of the file, if it is neither UTF-8 nor guessed right.
    .separator = Column separator.
    .without = Leave this column or annotator out. May be repeated.
    .skip-rows = Lines above the table; titles above a header are found without it.
    .skip-bad = Leave out lines that cannot be read, and list them.
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
    .items = Items of a simulated study (section 6.1).
    .errors = Errors per person (M). May be repeated.
    .spread = Half width A of the errors (with --from).
    .sd = Standard deviation σ of the errors (simulated study).
    .unanimous = Share of items without any error (simulated study).
    .wrong = Which wrong class is picked.
    .draw = How erring items are drawn.
    .groups = How many panels.
    .table-1 = Remake Table 1 of Bregeon et al. (2019).
    .item = Column that names items, or its number; several with commas between name an item together; with a * columns side by side: 'Input.text_*'.
    .annotator = Column that names annotators, or its number.
    .label = Column that holds labels, or its number; with a * columns side by side: 'Answer.c*'.
    .question = Which of several questions in the file is measured; without it they are listed.
    .where = Only rows with this value: FIELD=VALUE. May be repeated.
    .repetition = Column that numbers the times at which an annotator labelled an item; times are kept apart, unless --repeats reduces them to one label.
    .repeats = Which label counts when one annotator labels one item several times.
    .missing = Another cell that holds no label. May be repeated.
    .present = A cell that is a label although such cells (NA, None) hold none. May be repeated.
    .abstentions = What an abstention is: a missing label or a class.
    .encoding = Encoding of the file, if it is neither UTF-8 nor guessed right.
    .separator = Column separator.
    .skip-rows = Lines above the table; titles above a header are found without it.
    .skip-bad = Leave out lines that cannot be read, and list them.
agreement-help-plan = Say how many annotators and items are needed. For labels that stay (--target) or two systems to be told apart (--difference). Exit code 1 when no size will do.
    .target = Labels that another panel may change, e.g. 0.05.
    .difference = How far two systems are apart that are to be told apart, e.g. 0.03.
    .power = The chance with which the difference is to be found (0.8).
    .people = People per item. May be repeated (1, 3, 5, 7).
    .schemas = Schemas that there are: the smallest difference that they show.
    .collection = A collection by name or path: the smallest difference that its schemas show.
    .run = A pilot's run, twice: how two systems differ, in the place of suppositions.
    .alone = Items stand alone: they are not twins of a schema.
    .accuracy = Mean accuracy of the two systems (0.75).
    .discordance = Items that one system gets right and the other wrong; by default as if they erred independently.
    .twins = Correlation between what twins bring one system more than the other (0).
    .abstained = Share of the items from which each system abstains (0).
    .level = Level of the test's confidence (0.95).
    .item-cost = Cost of writing one item.
    .seed = Seed of what is simulated (0).
    .figure = Draw the figure: SVG, PNG or PDF.
    .width = Full width of the rate's interval.
    .kappa = The κ you expect.
    .pilot = Labels of a pilot instead of an expected κ.
    .items = Items to be labelled.
    .cost = Cost of one label.
    .item = Column that names items, or its number; several with commas between name an item together; with a * columns side by side: 'Input.text_*'.
    .annotator = Column that names annotators, or its number.
    .label = Column that holds labels, or its number; with a * columns side by side: 'Answer.c*'.
    .question = Which of several questions in the file is measured; without it they are listed.
    .where = Only rows with this value: FIELD=VALUE. May be repeated.
    .repetition = Column that numbers the times at which an annotator labelled an item; times are kept apart, unless --repeats reduces them to one label.
    .repeats = Which label counts when one annotator labels one item several times.
    .missing = Another cell that holds no label. May be repeated.
    .present = A cell that is a label although such cells (NA, None) hold none. May be repeated.
    .abstentions = What an abstention is: a missing label or a class.
    .encoding = Encoding of the file, if it is neither UTF-8 nor guessed right.
    .separator = Column separator.
    .skip-rows = Lines above the table; titles above a header are found without it.
    .skip-bad = Leave out lines that cannot be read, and list them.
agreement-help-paper = Remake the figures of paper 3 (Bregeon 2019). Figure 2 from the authors' tables, and with -o figures 2 to 8.
    .folder = The authors' tables: classe3/ and classe5/.
    .output = Folder for figures 2 to 8 as SVG.
agreement-row-without-item-in = this row names no item in column { $column }
agreement-row-without-annotator-in = this row names no annotator in column { $column }
agreement-own-distance = the distance { $name } cannot be used ({ $why })
    .todo = It is a function of two labels that returns a number.
agreement-own-coefficient = the coefficient { $name } gives a { $kind }, and a number is needed
    .todo = It is a function of a LabelMatrix that returns a number, or None where it is not defined.
agreement-own-coefficient-broke = the coefficient { $name } broke ({ $why })
    .todo = It is a function of a LabelMatrix that returns a number, or None where it is not defined.
agreement-by-levels = Classes are in the order of the column's categories: { $classes }.
agreement-reason-own = not defined for these labels
agreement-simulating = numbers of errors simulated
agreement-brief-size = { NUM($items) } items, { NUM($labels) } labels
agreement-brief-coefficient = { $name } { NUM($value, digits: 3) }
agreement-brief-coefficient-sure = { $name } { NUM($value, digits: 3) } ({ NUM($low, digits: 3) } to { NUM($high, digits: 3) })
agreement-brief-change-labels = another panel of { NUM($size) } would change { PERCENT($rate) } of the labels
agreement-brief-change-medians = another panel of { NUM($size) } would change the median of { PERCENT($rate) } of the items
agreement-brief-uneven = this assumes annotators who are alike, and they are not
agreement-brief-uneven-first = what follows assumes annotators who are alike, and they are not
agreement-brief-depends = what another panel would change cannot be told, because the number of votes depends on the votes
agreement-brief-interpreted = { $coefficient } = { NUM($value, as: "g") }: another panel of { NUM($size) } typically changes { PERCENT($rate) } of the labels, at most { PERCENT($most) }
agreement-brief-needed = to change at most { PERCENT($rate) }, typically { $coefficient } = { NUM($value, digits: 2) } is needed
agreement-brief-table = { NUM($rows) } values and panel sizes
agreement-brief-plan = { NUM($size) } people, of whose labels another panel changes { PERCENT($rate) }; { NUM($check) } items labelled twice measure it
agreement-brief-no-plan = no panel of up to { NUM($size) } people changes as few labels as { PERCENT($rate) }
agreement-brief-simulated = panels of { NUM($size) }, { $points ->
    [one] one number of errors
   *[other] { NUM($points) } numbers of errors
 }
agreement-brief-paper = { NUM($rows) } sub-corpora of figure 2, printed and remade
agreement-coefficient-own-distance = Krippendorff α (distance { $name })
agreement-certainty = The least sure labels
agreement-axis-weight = weight of the label in the model (not calibrated)
agreement-axis-votes = share of the votes
agreement-axis-errors = errors of a person
agreement-head-kept = sure
agreement-plan-title = People needed to change at most { PERCENT($rate) } of the labels
agreement-line-wanted = wanted
agreement-line-enough = enough
agreement-line-reference = the initial reference
agreement-line-printed = printed
agreement-line-simulated = simulated
agreement-simulated-title = Simulated panels of { NUM($size) }
agreement-brief-consensus = { NUM($items) } items, { NUM($count) } to be looked at again
agreement-typical-title = What another panel typically changes
agreement-line-panel = panels of { NUM($size) }
agreement-plan-nothing = a plan needs to know what is wanted
    .todo = Give --target (labels that stay), --difference (two systems to be told apart), or --schemas or --collection (the smallest difference that they show).
agreement-plan-both = { $option } belongs to a comparison of systems, and --target to labels that stay
    .todo = Give --target or --difference, not both.
agreement-plan-schemas = { NUM($schemas) } schemas of { NUM($items) } items cannot be planned
    .todo = Give two schemas or more, of one item or of two.
agreement-plan-runs = two systems are compared, and { $count ->
    [one] one run was given
   *[other] { NUM($count) } runs were given
 }
    .todo = Give --run twice.
agreement-plan-alike = the two runs never differ, so that they say nothing of how two systems differ
    .todo = Give other runs, or say --discordance.
agreement-difference-outside = two such systems cannot be { $difference } apart: { $most } at the most
    .todo = Give a smaller --difference, or a larger --discordance.
agreement-twins-outside = a correlation of { $twins } between twins is not possible: it lies between { $least } and 1
agreement-systems-supposed = two systems that are right on { PERCENT($accuracy) } of the items where they answer, abstain from { PERCENT($abstained) }, and whose gains on twins have a correlation of { NUM($twins, as: "g") }
agreement-systems-pilot = the difference between two runs on { NUM($schemas) } schemas, moved to the one wanted
agreement-noise-none = references taken as perfect (--kappa or --pilot says otherwise)
agreement-noise-kappa = an expected κ of { NUM($kappa, as: "g") } between people
agreement-noise-pilot = the votes of the pilot
agreement-compare-chosen = To show a difference of { PERCENT($difference) } in accuracy between two systems with a power of { PERCENT($power) }, the cheapest plan is { NUM($schemas) } schemas with { $people ->
    [one] one person per item
   *[other] { NUM($people) } people per item
 }: { NUM($labels) } labels.
agreement-compare-none = No number of schemas up to ten million shows a difference of { PERCENT($difference) } between two systems with a power of { PERCENT($power) }.
agreement-compare-smallest = With { NUM($schemas) } schemas and { $people ->
    [one] one person per item
   *[other] { NUM($people) } people per item
 }, the smallest difference you can show with a power of { PERCENT($power) } is { PERCENT($difference) }.
agreement-compare-blind = With { NUM($schemas) } schemas and { $people ->
    [one] one person per item
   *[other] { NUM($people) } people per item
 }, no difference that two such systems can have is shown with a power of { PERCENT($power) }.
agreement-compare-basis = Assumed: { $basis }; { $systems }.
agreement-compare-noise = A reference is wrong where very many people would choose otherwise; it is taken to be as often wrong where the two systems agree as where they do not.
agreement-head-noise = wrong references
agreement-head-seen = difference still visible
agreement-head-schemas = schemas
agreement-head-power = power
agreement-head-smallest = smallest difference
agreement-line-there = schemas there are
agreement-power-title = Power to show a difference of { PERCENT($difference) } between two systems
agreement-help-compare = Say whether a second study of the same items upholds the first. Levels, single items, their order, labels, and the spread between studies. Exit code 1 when it does not.
    .study = Two or more studies: label files as for measure, or folders of them; with --collection runs and answers, so that a folder of runs is a panel of systems.
    .focus = The class whose share is looked at; by default the second of two, else on each item the one with most votes.
    .margin = A difference of levels that would not matter.
    .level = Level of the intervals and tests.
    .times = How often people are dealt out anew and items are drawn.
    .seed = Seed of what is drawn.
    .figure = Draw each item's share in the last study over that in the first: SVG, PNG or PDF.
    .item = Column that names items, or its number; several with commas between name an item together; with a * columns side by side: 'Input.text_*'.
    .annotator = Column that names annotators, or its number.
    .label = Column that holds labels, or its number; with a * columns side by side: 'Answer.c*'.
    .question = Which of several questions in the file is measured; without it they are listed.
    .collection = The items that systems answered, where the files are runs or logs as for `anaphor score`.
    .where = Only rows with this value: FIELD=VALUE. May be repeated.
    .scale = Level of measurement of the labels.
    .classes = The classes in their order, separated by commas.
    .repetition = Column that numbers the times at which an annotator labelled an item; times are kept apart, unless --repeats reduces them to one label.
    .repeats = Which label counts when one annotator labels one item several times.
    .missing = Another cell that holds no label. May be repeated.
    .present = A cell that is a label although such cells (NA, None) hold none. May be repeated.
    .abstentions = What an abstention is: a missing label or a class.
    .encoding = Encoding of the file, if it is neither UTF-8 nor guessed right.
    .separator = Column separator.
    .without = Leave this annotator out. May be repeated.
    .skip-rows = Lines above the table; titles above a header are found without it.
    .skip-bad = Leave out lines that cannot be read, and list them.
agreement-compare-one = one study has nothing to be compared with
    .todo = Give two studies or more.
agreement-compare-apart = the studies have { NUM($count) } items in common, and two are needed
    .todo = Items are found by their names: give tables that call them alike.
agreement-compare-focus = no study has the class { $focus }
    .todo = The classes are: { $classes }.
agreement-studies-title = One study beside another
agreement-studies-depends = Study { $study }: { $why }. Its level, its κ and the tests below may be off for that alone: compare labels whose number did not depend on them.
agreement-studies-upheld = Upheld: the studies’ levels (mean share of votes, see below) lie within { PERCENT($margin) } of each other, and no test tells the studies apart (items p = { NUM($items, digits: 3) }, levels p = { NUM($levels, digits: 3) }).
agreement-studies-not-upheld = Not upheld: the studies differ by more than the choice of other people explains (items p = { NUM($items, digits: 3) }, levels p = { NUM($levels, digits: 3) }).
agreement-studies-open = Undecided: no test tells the studies apart (items p = { NUM($items, digits: 3) }, levels p = { NUM($levels, digits: 3) }), but there are too few people to say that their levels lie within { PERCENT($margin) } of each other.
agreement-studies-focus = { NUM($count) } common items ({ NUM($left) } not in all studies), by the share of votes for { $named ->
    [yes] “{ $focus }”
   *[no] the class that most votes of an item are for
 }; { $sure ->
    [0] no single item differs
    [one] one item differs
   *[other] { NUM($sure) } items differ
 } beyond chance (Fisher's exact test, Holm's correction).
agreement-studies-spread = Beyond what the choice of people explains, an item's share differs between studies by { PERCENT($sd) } (standard deviation; { PERCENT($low) } to { PERCENT($high) }), a level by { PERCENT($tau) } (at most { PERCENT($most) }; I² { PERCENT($i2) }, Cochran's Q p = { NUM($q, digits: 3) }).
agreement-studies-variation = QRA++'s CV* of the levels is { NUM($levels, digits: 2) }{ $known ->
    [yes] { "," } that of the κs { NUM($kappas, digits: 2) }
   *[no] { "" }
 }; correlations, κ between majorities and the share of pairs in the same order stand below.
agreement-studies-figure = Each item in the last study and in the first
agreement-head-study = study
agreement-head-level = level
agreement-head-pair = first → second
agreement-head-points = points
agreement-head-margin = equivalence p
agreement-head-rank = rank correlation
agreement-head-ceiling = at best
agreement-head-same = same majority
agreement-head-order = same order
agreement-head-p = p
agreement-head-holm = p (Holm)
agreement-line-differs = differs beyond chance
agreement-line-alike = does not
