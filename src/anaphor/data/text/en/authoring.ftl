authoring-line = { NUM($count) } { $count ->
    [one] proposal
   *[other] proposals
 } out of { NUM($found) } { $found ->
    [one] problem
   *[other] problems
 } found in { NUM($words) } words
authoring-written = { NUM($count) } { $count ->
    [one] proposal
   *[other] proposals
 }: written to { $path }. Accept, edit or reject: anaphor write { $path }
authoring-column-id = proposal
authoring-column-text = passage
authoring-column-candidates = candidates
authoring-column-usefulness = usefulness
authoring-column-dropped = left out because
authoring-column-count = problems
authoring-looking = looking for problems
authoring-unvalidated = found in running text: nobody has answered it yet
authoring-from-gold = found in an annotated corpus, which gives the key: nobody has answered it yet
authoring-made-by = Found by anaphor collection find ({ $signature }).
authoring-notes = Usefulness { NUM($usefulness, digits: 2) }: { $reasons }.
authoring-chain = Chain: { $mentions }.
authoring-reason-contest = nearest and most salient candidate differ { NUM($value, digits: 2) }
authoring-reason-tie = no heuristic decides { NUM($value, digits: 2) }
authoring-reason-level = association is level { NUM($value, digits: 2) }
authoring-reason-undecided = the n-gram model is undecided { NUM($value, digits: 2) }
authoring-reason-alone = the passage stands alone { NUM($value, digits: 2) }
authoring-reason-length = length { NUM($value, digits: 2) }
authoring-drop-kind = other kinds of pronouns
authoring-drop-length = too short or too long
authoring-drop-candidates = too many candidates
authoring-drop-no-key = the gold antecedent is not among the candidates
authoring-drop-loose = a pronoun of the passage takes up something outside it
authoring-drop-no-subject = no candidate is a subject
authoring-drop-heading = words in capitals
authoring-drop-reading = a candidate has no grammatical reading that is sure enough
authoring-bad-number = { $name } is { $value }, but must be from { $low } to { $high }
authoring-bad-length = a passage cannot have at least { $shortest } and at most { $longest } words
    .todo = Give a shortest length above 0 that is not above the longest.
authoring-output = proposals cannot be written to { $path }
    .todo = Name a file that ends in .yaml, in a folder that exists.
authoring-table-language = the table of pairs is of the language “{ $table }”, the collection of “{ $collection }”
    .todo = Make a table from texts in the language of the collection (anaphor corpus pairs).
authoring-no-outline = texts in the language “{ $language }” cannot be searched
    .todo = There are rules for: { $known }. Say the language with --language where it was not recognised.
authoring-bad-standoff = this line is no brat annotation
    .todo = Leave the file out, or read the text without it (--no-gold).
authoring-no-file-column = the table of works has no column { $known }
    .todo = Name the column of the files' names “file”; others may be title, author, licence, genre.
authoring-language-found = The texts are searched as { $language }: their words look like it; --language decides otherwise.
authoring-language-unknown = the language of the texts is not recognised
    .todo = Name it with --language. There are rules for: { $known }.
authoring-suggestions-line = { $name }: { NUM($count) } suggested words
authoring-repairs-line = { $name }: { NUM($leaking) } leaking schemas, { NUM($count) } proposals
authoring-suggested = Suggestions for { $items ->
    [one] one item
   *[other] { NUM($items) } items
    }: whether a word flips the answer is for you to judge. Nothing is saved.
authoring-without = { $count ->
    [one] Nothing can be suggested for { $first }: it has no key or no marked special word (--word names it), or no word of its form is known.
   *[other] Nothing can be suggested for { NUM($count) } items, the first being { $first }: they have no key or no marked special word (--word names it), or no word of their form is known.
    }
authoring-leaking = { NUM($count) } of { NUM($all) } schemas that the counts know leak: counts solve every variant, by the rule of the audit.
authoring-suspected = { $count ->
    [one] One more cannot be told, but its
   *[other] { NUM($count) } more cannot be told, but their
    } special words attract the right candidate more in every variant.
authoring-unrepaired = No replacement levels { $first }{ $count ->
    [one] .
   *[other] {" "}and { NUM($count) } in all.
    }
authoring-repaired = These are proposals: read them; nothing is saved. Bits of lead by variant: before, after, and in the counts that judge.
authoring-unjudged = These are proposals: read them; nothing is saved. The leads after are from the counts that the repair was made with and flatter it: judge them by others with --judge TABLE.
authoring-part-candidate = candidate
authoring-part-cue = special word
authoring-column-item = item
authoring-column-cue = special word
authoring-column-word = suggestion
authoring-column-opposite = opposite
authoring-column-towards = bits towards the other
authoring-column-likely = log2 p
authoring-column-flip = model towards the other
authoring-column-schema = schema
authoring-column-part = replaced
authoring-column-old = old
authoring-column-new = new
authoring-column-before = lead before
authoring-column-after = after
authoring-column-judged = judged
authoring-column-findings = new findings
authoring-column-texts = texts
authoring-word-item = schema, problem or item
authoring-most = --most is { $most }, but must be at least 1
    .todo = Give how many are to be shown.
authoring-word-of-one = --word { $word } is said of no single item
    .todo = Give the id of a schema, a problem or an item, too.
authoring-no-such-word = nothing can be suggested for the word “{ $word }” of { $id }
    .todo = Name a word of its text as it stands there; the item needs a key, and a language with a model (fr, en).
