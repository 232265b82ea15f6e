audit-help = Say whether simple counts give the answers away. Chooses by association, as paper 1 did.

    Without a corpus the counts that the package carries are used.
    .collection = A file, or a name from `collection list`.
    .corpus = An index, or a file of counts. May be repeated: the counts add.
    .stream = Text to count in one pass, without an index. May be repeated.
    .measure = Measure of association.
    .smoothing = Added to each count before measuring; paper 1 added nothing.
    .window = Count words that stand within so many of each other.
    .pairs = Where the pairs of words come from.
    .continuous = A row for every lead that occurs, not only 0, 0.5 … 4.
    .margin = Google-proof is a guess-adjusted accuracy (réussite) below this, set beforehand.
    .leak = Size of the leak whose power is told (0.08 is 8 points above chance): as precision among scored items, and as guess-adjusted accuracy of all.
    .lines = Sentences shown for each pair.
    .embeddings = A .npy file of items × dimensions for the adversarial filter.
    .quick = Only the table and the verdict: no other shortcuts.
    .save-counts = Also write the counts, without text, to a .json.gz file.
    .figure = Also draw the curve: .svg, .png or .pdf.
    .fail-on-leak = Exit with 1 when the verdict on all items is that the collection leaks; the line without names does not decide.
    .format = Format of the collection.
    .language = Only the items in this language.
    .column = --stream: the column of TSV or Parquet.
    .field = --stream: the field of JSON lines.
    .newlines = --stream: a newline ends a sentence, a paragraph, or is a space (wrapped).
    .interface = Language of tables and verdict.

audit-title = Audit: { $name }
audit-question = Do simple statistics give the answers away? ({ $collection })
audit-bad-thresholds = thresholds must rise and begin with 0
    .todo = Write e.g. 0, 0.5, 1.
audit-bad-seed = a seed of { $seed } is none
    .todo = Give a number from 0 on.
audit-bad-margin = a margin of { $margin } is none
    .todo = It lies above 0.5 and below 1, e.g. 0.60.
audit-bad-level = a level of { $level } is none
    .todo = It lies between 0.5 and 1, e.g. 0.95.
audit-bad-leak = a leak of { $leak } is none
    .todo = It lies between 0 and 0.5, e.g. 0.08.
audit-no-power = { $items } items, a leak of { $leak } and a level of { $alpha } have no power
    .todo = A leak lies between 0 and 0.5, a level between 0 and 1.
audit-nothing-to-test = no item can be tested
    .todo = The list of items says why, item by item.
audit-no-item-fits = no item of { $name } has the shape that the test needs
audit-empty = It has no items.
audit-other-language = the collection { $collection } is in '{ $language }' and the corpus { $corpus } in '{ $other }'
    .todo = Name a corpus in the collection's language.
audit-several-languages = the collection is in several languages
    .todo = Say which with --language, e.g. fr.
audit-uncounted-window = { $corpus } has no counts of words within { $words } words of each other
    .todo = Choose another window, or count in an index or a stream (--corpus, --stream).
audit-corpus-and-stream = --corpus and --stream cannot be combined
    .todo = Name one of them.
audit-no-stream = --column, --field and --newlines say how a stream is read
    .todo = Name one with --stream.
audit-named-twice = this text is named twice, so its counts would be doubled
    .todo = Name each file once.
audit-embeddings-unreadable = the embeddings cannot be read ({ $problem })
audit-embeddings-no-file = the embeddings cannot be read: this is no .npy file
    .todo = Save an array of numbers with numpy.save.
audit-embeddings-shape = the embeddings are { $shape }, for { $items } items
    .todo = Give items × dimensions, or items × candidates × dimensions.
audit-embeddings-archive = an archive
audit-embeddings-type = the embeddings are no real numbers but { $type }
    .todo = Save an array of numbers with numpy.save.
audit-embeddings-infinite = the embeddings hold something that is no finite number
audit-embeddings-huge = the embeddings hold a number beyond { $most }
    .todo = Scale them to lengths near 1.
audit-embeddings-candidates = the embeddings do not have a row per candidate
    .todo = Give items × candidates × dimensions.

audit-unfit-no-twin = the schema has a single item, so no cue can be told
audit-unfit-different-answers = the items have different candidates
audit-unfit-same-question = both items ask the same question, so the possible answers do not contain the cue
audit-unfit-cue-elsewhere = the cue stands outside the anaphor's clause, so the answers do not contain it
audit-unfit-same-cue = the items do not differ in a word that can be counted
audit-unfit-no-key = the collection does not say which candidate is right
audit-unfit-neither = the right answer is none of the candidates
audit-unfit-one-candidate = the item has a single candidate
audit-unfit-no-hand-pair = the collection gives no pair for this item
audit-unfit-unusable-pair = the collection calls this item's pairs unusable
audit-unfit-no-language = no language of that code is installed
audit-pair-function-word = a word of the pair is a function word (is, it, more), which goes with everything
audit-pair-ambiguous-word = a word of the pair has no form that a corpus could tell from another word
audit-pair-uncounted = this corpus has no counts of them
audit-pair-undefined = { $candidate } and { $cue }: { $why }

audit-leaks = The collection leaks: choosing the candidate that goes more often with the cue beats chance: the best of all thresholds has p { PVALUE($p) } (keys swapped by schema); guess-adjusted accuracy without a threshold is { NUM($reussite, digits: 3) } (p { PVALUE($plain) }).
audit-google-proof = The collection is Google-proof within the margin: whatever the threshold, guess-adjusted accuracy stays below { NUM($upper, digits: 3) } (upper limit at { NUM($level, as: "g") } %), and the margin set beforehand is { NUM($margin, digits: 2) }.
audit-undecided = Undecided: guess-adjusted accuracy without a threshold is { NUM($reussite, digits: 3) } (p { PVALUE($plain) }) and the best of all thresholds has p { PVALUE($p) }, which does not beat chance; but the upper limit of guess-adjusted accuracy is { NUM($upper, digits: 3) } and the margin set beforehand is { NUM($margin, digits: 2) }.
audit-too-few = Undecided: { $scored } of { $items } { $items ->
    [one] item
   *[other] items
 } could be scored, too few to call the collection Google-proof; guess-adjusted accuracy without a threshold is { NUM($reussite, digits: 3) } (p { PVALUE($plain) }), and the best of all thresholds has p { PVALUE($p) }.
audit-too-few-met = Undecided: only { $attested } of { $items } { $items ->
    [one] item
   *[other] items
 } { $attested ->
    [one] has
   *[other] have
 } pairs that all meet in the corpus, too few to call the collection Google-proof ({ $scored } { $scored ->
    [one] has
   *[other] have
 } a score); guess-adjusted accuracy without a threshold is { NUM($reussite, digits: 3) } (p { PVALUE($plain) }), and the best of all thresholds has p { PVALUE($p) }.
audit-small-share = Undecided for the collection as a whole: the { $attested } { $attested ->
    [one] item
   *[other] items
 } that could be scored from pairs that meet show no leak, and would have shown one, but they are { PERCENT($share) } of the collection, and { PERCENT($least) } are needed to speak of all of it; guess-adjusted accuracy without a threshold is { NUM($reussite, digits: 3) } (p { PVALUE($plain) }), and the best of all thresholds has p { PVALUE($p) }.
audit-none-scored = Undecided: none of the { $items } { $items ->
    [one] item
   *[other] items
 } could be scored.
audit-none-scored-unknown = Undecided: none of the { $items } { $items ->
    [one] item
   *[other] items
 } could be scored: { $unknown } { $unknown ->
    [one] has
   *[other] have
 } words that these counts do not hold. { $way }
audit-none-scored-unmet = Undecided: none of the { $items } { $items ->
    [one] item
   *[other] items
 } could be scored: a candidate that never meets the cue has no score, so there are no two scores to compare.
audit-way = Count a text of your own: anaphor corpus index TEXT -o my.idx, then --corpus my.idx; or --stream TEXT.
audit-power = { $attested } { $attested ->
    [one] item scored from pairs that meet sees
   *[other] items scored from pairs that meet see
 } a leak of { NUM($leak, as: "g") } { $leak ->
    [one] point
   *[other] points
 } of precision among them ({ NUM($leak, as: "g") } { $leak ->
    [one] point
   *[other] points
 } above chance on these items) with { $power } at the best of all thresholds, and { $plain } without a threshold (one-sided, twins swapped together).
audit-power-whole = A leak of { NUM($leak, as: "g") } { $leak ->
    [one] point
   *[other] points
 } of guess-adjusted accuracy over all { $items } items, which is { NUM($among, digits: 0) } points of precision among those scored, is seen with { $power }, and { $plain } without a threshold.
audit-power-whole-never = A leak of { NUM($leak, as: "g") } { $leak ->
    [one] point
   *[other] points
 } of guess-adjusted accuracy over all { $items } items cannot come from those scored alone, were they all right.
audit-no-evidence = Undecided: only { $attested } of { $items } { $items ->
    [one] item
   *[other] items
 } { $attested ->
    [one] has
   *[other] have
 } pairs that all meet in the corpus, and a verdict, whichever way, needs { $least_scored } ({ $scored } { $scored ->
    [one] has
   *[other] have
 } a score); guess-adjusted accuracy without a threshold is { NUM($reussite, digits: 3) } (p { PVALUE($plain) }), and the best of all thresholds has p { PVALUE($p) }.
audit-schemas = Schema by schema, { $leaks } of { $schemas } { $leaks ->
    [one] leaks
   *[other] leak
 } (counts solve every half), { $resists } { $resists ->
    [one] resists
   *[other] resist
 } (counts miss a half), and { $cannot_tell } cannot be told: either takes { $sentences } sentences and a lead of { NUM($bits, digits: 0) } bits, or its absence, that chance does not explain.
audit-outcome-leaks = leaks
audit-outcome-resists = resists
audit-outcome-cannot-tell = cannot tell
audit-power-none = No scored item has pairs that all meet in the corpus: the test could see no leak in this collection.
audit-probability = probability { NUM($value, digits: 2) }
audit-probability-small = a probability below 0.01
audit-probability-large = a probability above 0.99
audit-probability-again = { NUM($value, digits: 2) }
audit-probability-again-small = below 0.01
audit-probability-again-large = above 0.99
audit-without-names = Without the items whose candidates are names: { $verdict } ({ $scored } of { $items } scored, guess-adjusted accuracy { NUM($reussite, digits: 3) } with p { PVALUE($plain) } without a threshold, p { PVALUE($p) } at the best of all).
audit-verdict-leaks = leaks
audit-verdict-google-proof = Google-proof
audit-verdict-undecided = undecided
audit-unknown = { $unknown } of { $items } { $items ->
    [one] item
   *[other] items
 } { $unknown ->
    [one] has
   *[other] have
 } words that these counts do not hold. { $way }
audit-refused = { $refused } of { $items } { $items ->
    [one] item
   *[other] items
 } { $refused ->
    [one] is
   *[other] are
 } not scored, whatever the corpus: a word of the pair is a function word (is, it, more), or no form tells it from another word ({ $named }).
audit-growth = { $unscored } of { $items } { $items ->
    [one] item
   *[other] items
 } { $unscored ->
    [one] stays
   *[other] stay
 } unscored by plain counts in { $words } words ({ $pairs } because a pair never meets, { $absent } because a word is absent){ $needs }.
audit-growth-model = ; by the Gamma–Poisson model { $needs }
audit-growth-need = { $words } words would score { NUM($share, digits: 0) } % of the items
audit-growth-no-need = no corpus of a thinkable size would score { NUM($share, digits: 0) } % of the items
audit-growth-between = { $one }; { $other }
audit-growth-whole = All pairs of the { $items } { $items ->
    [one] item
   *[other] items
 } meet in the corpus.
audit-no-shape = Undecided: none of the { $items } { $items ->
    [one] item
   *[other] items
 } has the shape that the mutual-information test needs; the other shortcuts could be asked.
audit-size-words = { NUM($count) }
audit-size-million = { $digits ->
    [0] { NUM($count, digits: 0) }
   *[other] { NUM($count, digits: 1) }
 } million
audit-size-billion = { $digits ->
    [0] { NUM($count, digits: 0) }
   *[other] { NUM($count, digits: 1) }
 } billion

audit-shortcut-selectional-restriction = selectional restriction
audit-shortcut-attestation = attestation
audit-shortcut-associative = associative
audit-shortcut-listed-first = listed first
audit-shortcut-first-mention = first mention
audit-shortcut-nearest-mention = nearest mention
audit-shortcut-longer-candidate = longer candidate
audit-shortcut-frequent-candidate = frequent candidate
audit-shortcut-prompt-overlap = prompt overlap
audit-shortcut-candidate-only = candidate only
audit-shortcut-cue-only = cue only
audit-shortcut-text-only = text only
audit-shortcut-exposure = exposure
audit-shortcut-embeddings = embeddings
audit-note-not-asked = no item could be asked
audit-note-no-words = { $corpus } has no counts of these words
audit-note-too-few = { $schemas } schemas are too few to learn from
audit-note-refitted = refitted on { NUM($rows) } sets of keys, swapped by schema
audit-note-no-text = { $corpus } shows no sentence, so copies cannot be looked for
audit-note-copies = items that stand in the corpus, nearly word for word
audit-note-associative = { $schemas } associative schemas
audit-note-associative-beside = { $schemas } associative schemas; of the source's { $theirs } associative items { $found } are found, and { $others } others
audit-note-no-models = no linear model has a choice on any item
audit-note-filtered = items set aside (rounds: { $rounds }); mean share of right models { NUM($before, digits: 2) } ({ NUM($expected, digits: 2) } with keys swapped), at the end { NUM($after, digits: 2) }
audit-beyond-chance = There is a shortcut to the answers: chance does not explain { $named } ({ $tested } tested together; p corrected for all of them).
audit-named-shortcut = { $title } { $right } / { $answered } (p { PVALUE($p) })
audit-contaminated = Contaminated: { NUM($copies) } of { NUM($items) } { $items ->
    [one] item
   *[other] items
 } { $copies ->
    [one] stands
   *[other] stand
 } in the corpus { $corpus }, nearly word for word; a system that read it may know the answers.
audit-evidence-attested = { $pairs }; { $expected } expected by chance
audit-evidence-weight = weight { $weight }
audit-doubt-same-word = two candidates have the word { $word }
audit-doubt-cues = the cues differ: { $cues }
audit-doubt-no-word = { $word } is no word of { $candidate }
audit-doubt-other-word = { $word } is no word of { $candidate } but of another candidate

audit-doubtful-language = Language assumed: { $language }; the words look like { $looks }: say --language { $looks }.
audit-counts-saved = { NUM($pairs) } { $pairs ->
    [one] pair is
   *[other] pairs are
 } in { $path }; it holds figures and no text.
audit-no-counts = No counts are written: no item has a pair to count.
audit-figure-drawn = figure drawn in { $path }
audit-no-figure = No figure is drawn: no item has the shape of the test.
audit-progress = auditing { $name }
audit-progress-counting = counting { $name }

audit-table-title = { $collection } on { $corpus } ({ NUM($words) } words), { $items } { $items ->
    [one] item
   *[other] items
 }
audit-table-title-without-names = without items whose candidates are names, { $items } { $items ->
    [one] item
   *[other] items
 }
audit-table-printed = As in Amsili & Seminck (2017): precision on answered (their exactitude), accuracy (couverture) and guess-adjusted accuracy (réussite)
audit-solved = Simple statistics solve { $solved } of { $decided } { $decided ->
    [one] schema
   *[other] schemas
 } with a choice in every item ({ NUM($chance, digits: 1) } by chance). Look at:
audit-solved-unscored = Attestation alone, without two scores to compare, solves { $solved } of { $decided } { $decided ->
    [one] schema
   *[other] schemas
 }: the right candidate is the only one that meets the cue ({ NUM($chance, digits: 1) } by chance). Look at:
audit-suspect = { $by }; { $outcome }
audit-more = … and { $more } more; --json has them all.
audit-labelled = { $label }: { $words }
audit-hints = Look at these: the table of pairs that comes along would solve { $schemas } { $schemas ->
    [one] schema
   *[other] schemas
 } whose words the exact counts do not hold (no rate is taken from it: docs/audit.md).
audit-hint-known = { $pair } (right { NUM($right, digits: 1) } bits, wrong { NUM($wrong, digits: 1) })
audit-hint-bounded = { $pair } (right { NUM($right, digits: 1) } bits, wrong { NUM($wrong, digits: 1) } at most)
audit-hint-alone = { $pair } (right { NUM($right, digits: 1) } bits, wrong never met)
audit-doubts = { $doubts } { $doubts ->
    [one] doubt
   *[other] doubts
 } about pairs that the collection gives by hand:
audit-unfit = { $unfit } { $unfit ->
    [one] item lacks
   *[other] items lack
 } the shape that the test needs:
audit-no-lines = These counts keep no text: with --corpus INDEX the sentences behind every number are shown, so that you can judge them.
audit-every-schema = Every schema, judged by the counts of { $corpus }
audit-every-item = Every item with its scores
audit-changed-window = window
audit-changed-measure = measure
audit-changed-half = half
audit-changed-without = without
audit-into-sentence = sentence
audit-into-window = ±{ $words } words
audit-into-half = { $number }: { $name }
audit-into-many = { $name } and { $others } others
audit-word-threshold = threshold
audit-word-none = none
audit-word-items = items
audit-word-right = right
audit-word-exactitude = precision
audit-word-couverture = accuracy
audit-word-reussite = guess-adjusted
audit-word-interval = its interval (95 %)
audit-word-lead = lead
audit-word-schema = schema
audit-word-how = how
audit-word-counts = counts
audit-word-association = association
audit-word-attestation = attestation
audit-word-item = item
audit-word-pair = pair
audit-word-sentence = sentence
audit-word-source = source
audit-word-pairs = pairs (right one first marked *)
audit-word-shortcut = shortcut
audit-word-answered = answered
audit-word-rate = rate
audit-word-outcome = verdict
audit-word-leads = leads of the right candidate, in bits (95 % limits)
audit-word-adjusted = p, corrected
audit-word-remark = remark
audit-word-changed = changed
audit-word-into = into
audit-word-words = words
audit-figure-title = { $collection }: what association gives away in { $words } words
audit-figure-threshold = least lead at which an item is answered
audit-figure-rate = share
audit-figure-chance = chance
audit-figure-margin = margin
audit-figure-exactitude = precision (right of answered)
audit-figure-couverture = accuracy (right of all)
audit-figure-reussite = guess-adjusted accuracy
audit-figure-without-names = the same without names
audit-figure-items = scored items, one bar each
audit-figure-lead = lead of the right candidate
audit-figure-right = right
audit-figure-wrong = wrong
audit-line = { $name }: { $verdict }; { $scored } of { $items } items scored, guess-adjusted accuracy { NUM($reussite, digits: 3) }
audit-line-none = { $name }: none of { $items } items has the shape of the test
audit-shortcut-no-choice = the shortcut { $name } gave { $found } for the item { $item }
    .todo = Give the index of a candidate (0 to { $most }), a score for each candidate, or None.
audit-shortcut-broke = the shortcut { $name } broke at the item { $item } ({ $why })
    .todo = It is a function of a question that gives the index of a candidate, a score for each, or None.
audit-shortcut-no-function = a shortcut is a function of a question, and not { $name }
audit-shortcut-twice = there is a shortcut called { $name } already
    .todo = Give yours a name of its own: a dict of names and functions.
