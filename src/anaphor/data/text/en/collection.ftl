collection-help = Look at collections, check, convert and compare them.
collection-help-list = List the collections that have a name. Some are embedded; `get` fetches the published ones.
collection-help-show = Say what a collection holds. How many schemas, problems and items, and its fingerprint.
    .items = Also print every item.
collection-help-check = Find what is wrong with a collection. Exit code 1 when there are errors.
    .beside = Another collection to compare texts, anaphors and keys with. May be repeated.
    .from = Leave out findings that matter less.
    .only = Show only findings of this kind, all of them. May be repeated.
    .ignore = Leave out findings of this kind, also for the exit code. May be repeated.
    .interface = Language of the messages.
collection-help-readings = Show sentences with each candidate put in. Where there is no reading, the reason is said.
collection-help-convert = Write a collection in another format. The old file stays whole if anything goes wrong.
    .output = File to write, or folder for hf, lm-eval, inspect, label-studio and doccano.
    .to = native, jsonl, wsc-en or winogrande; or a folder for another program: hf (a Hugging Face dataset with card and Croissant), lm-eval, inspect, label-studio or doccano.
    .skip = Leave out schemas that the format cannot say, and name them.
    .people = Labels that people gave to the items, for the card of hf: their agreement, and how many would change.
collection-help-get = Download a published collection and check it. Prints where it is in the cache.
    .name = A name from `collection list`.
    .from = A file downloaded by hand; it is checked.
    .address = A mirror; the checksum must match.
collection-help-diff = Say what changed between two versions of a collection. Exit code 1 when anything did.
    .old = A file or a name.
    .new = A file or a name.
collection-help-select = Select good items, with a reason for each that goes.

    Good: people find them easy, and simple statistics do not.
    .output = File for what is left.
    .study = A study: its design, or a file of `experiment import|export`.
    .database = Where the study's answers are, if not beside its design.
    .audit = What `anaphor audit COLLECTION --json` printed; drops what it solves, and what stands in its corpus.
    .least = Drop items that a smaller share of people gets right.
    .shrunken = Judge by the shrunken estimate (partial pooling).
    .lead = Drop schemas that the audit solves with this lead or more.
    .unit = Drop whole schemas, or items alone.
    .remove = Take out what is dropped, instead of marking it as excluded.
    .seed = Seed of the intervals.
collection-help-find = Find pronoun problems in texts: novels, news, Wikipedia, TEI, or coreference corpora, which give the keys.

    The proposals are written as a collection whose problems are unvalidated: accept, edit or reject them with `anaphor write FILE`, and let people answer them with `anaphor experiment new`.
    .inputs = Files, folders or patterns.
    .output = File of the collection (.yaml).
    .language = Language of the texts; default: found from their words.
    .limit = Proposals at most.
    .kind = Kind of pronoun, any number of times: subject, object, dative, possessive, disjunctive, demonstrative.
    .sentences = Sentences of a passage at most, from 1 to 3.
    .candidates = Candidates at most, from 2 to 5.
    .shortest = Words of a passage at least.
    .longest = Words of a passage at most.
    .things = Take things as candidates, too; their antecedent is more often outside the passage.
    .least = Usefulness at least, from 0 to 1.
    .works = Table of works (.csv, .tsv): file, title, author, licence, genre.
    .author = Author of the texts.
    .licence = Their licence.
    .genre = Their genre or domain.
    .no-gold = Read annotated texts as plain ones.
    .no-models = Do not ask the n-gram model.
    .processes = Parts of the texts read at a time.
    .format = Source format; default: found from the content.
    .encoding = Encoding; default: found from the content.
    .field = JSON lines: the field of the text.
    .column = TSV, Parquet: the column of the text, name or number.
    .newlines = Plain text: a newline ends a sentence, a paragraph, or is a space (wrapped).
collection-help-suggest = Suggest the other half: words that would flip the answer of an item. Nothing is saved.

    Each word has the part of speech and the form of the special word; it comes with both readings, how much it attracts the other candidate, and how likely it is there.
    .id = A schema, a problem or an item; default: all.
    .most = Words for each item.
    .word = The special word, where the file does not mark it.
    .with = A resolver that scores readings and ranks the first fifty anew: masked:FOLDER, causal:FOLDER, lstm.
collection-help-repair = Propose replacements for schemas that counts solve. Nothing is saved.

    A candidate or a special word is replaced by one of the same gender, number, kind of being and frequency that levels the association.
    .id = A schema; default: all that leak.
    .most = Proposals for each schema.
    .counts = Table of pairs (`anaphor corpus pairs`) to repair with; default: the shipped one.
    .judge = Table of pairs of other texts, to judge the repairs by.
collection-help-perturb = Change the wording of a collection. `score --origins` then says how steady a respondent is.

    A file beside the collection (p.origins.json for p.yaml) leads back to the originals.
    .how = order: list the candidates the other way round; exchange: let them change places in the text; names: give people other names; paraphrase: take the texts of --wordings.
    .output = File of the changed collection (.yaml, .jsonl).
    .wordings = For paraphrase: .csv or .tsv with item, text ([anaphor] marked), prompt.
    .seed = Seed of the new names.

# Files
collection-not-utf8 = the file is not UTF-8
    .todo = Save it as UTF-8.
collection-no-file = there is no such file
    .todo = Check the path.
collection-no-file-or-folder = there is no such file or folder
collection-or-a-path = Or give the path of a file.
collection-not-here = the collection { $name } is not on this machine
    .todo = Run: anaphor collection get { $name }
collection-bad-path = { $path } is no usable path ({ $why })
collection-no-regular-file = this is no regular file
    .todo = Save it to a file and name that.
collection-file-too-large = the file has { NUM($size) } bytes
    .todo = A collection has at most { NUM($most) }.
collection-unreadable-file = the file cannot be read ({ $why })
collection-packed-file = the file is { $kind }
    .todo = Unpack it and name the file inside.
collection-kind-zip = a zip archive
collection-kind-pdf = a PDF
collection-kind-sqlite = an SQLite database
collection-empty-file = the file is empty
collection-several-formats = several formats could be meant
    .todo = Say which with --format: { $names }.
collection-no-format = the format is not recognised
    .todo = Say which with --format: { $names }.
collection-no-format-columns = the format is not recognised; the table has the columns { $columns }
    .todo = Say which column holds what (--column text=… --column candidates=…,… --column answer=…), or the format with --format: { $names }.
collection-no-table-columns = this table is not recognised; its columns: { $columns }
    .todo = Say which column holds what, at least columns={"{"}"text": …, "candidates": […, …]{"}"}; further: answer, anaphor, start, end, schema, id, prompt.
collection-no-header = the format is not recognised
    .todo = A native file begins with the line anaphor: 1 (the version of the format).
collection-also-broken = { $hint } Also, { $broken }
collection-half-character = a text holds half a character (a lone surrogate)
    .todo = Write it again.
collection-no-such-language = the collection { $name } has nothing in the language '{ $language }'
    .todo = It is in '{ $own }'.
collection-language-torn = the file does not say its language, and its texts look like several ({ $counts })
    .todo = Say which with --language { $language }, or give each language a file of its own.
collection-in-language = { $language }: { NUM($count) }
collection-too-many-items = the file has more than { NUM($most) } items in { NUM($size) } bytes
collection-line-too-long = the line is longer than { NUM($most) } characters

# Fetching
collection-no-address = { $name } has no address of its own
    .todo = Download it from { $page }, then run: anaphor collection get { $name } --from FILE
collection-bad-address = { $address } is no web address
    .todo = It begins with https:// or http://.
collection-no-cache = the cache folder cannot be made ({ $why })
    .todo = Set ANAPHOR_CACHE to a folder that you may write to.
collection-fetched-elsewhere = another process is fetching this collection
    .todo = Wait for it to end.
collection-not-written = could not be written ({ $why })
collection-bytes-missing = only { NUM($came) } of { NUM($all) } bytes came
collection-server-answers = the server answers { $number } { $reason }
collection-not-fetched = could not fetch { $address } ({ $why })
    .todo = Check the connection and run the same command again: it goes on where it stopped.
collection-other-file = { $origin } is not the { $name } that the catalogue knows (sha256 { $found }…, not { $known }…)
    .todo = It was changed or is another version; read it by its path if you trust it.

# Writing
collection-ending-says-nothing = the ending of { $output } does not say which format to write
    .todo = Name one with --to: { $names }.
collection-format-not-written = the format '{ $format }' cannot be written
    .todo = Name one that can with --to: { $names }.
collection-is-folder = this is a folder
    .todo = Name a file in it.
collection-nothing-sayable = nothing of { $name } can be said in { $format }: { $why }
collection-read-file = { $output } is the file that is read
    .todo = Name another file: comments would be lost.
collection-own-output = { $output } is the file that is read
    .todo = Name another file.
collection-overwritten = the changed collection would overwrite its source
    .todo = Name another file with -o.
collection-unsayable = item { $item } { $why }; { $format } cannot say that
    .todo = Write the native format or JSON lines instead, or leave such items out (--skip).
collection-unsayable-no-key = has no key
collection-unsayable-neither = has neither candidate as its key
collection-unsayable-unmarked = has no marked anaphor
collection-unsayable-over-26 = has more than 26 candidates
collection-unsayable-no-xml = has a character that XML does not allow
collection-unsayable-not-two = has { $count } candidates and not two
collection-unsayable-blank = has _ in its text
collection-unsayable-no-reading = has no reading with “{ $candidate }” ({ $detail })
collection-unsayable-doubtful = has only a doubtful reading with “{ $candidate }” (“{ $detail }”)
collection-unsayable-other-words = has words around its anaphor that change with the candidate (“{ $candidate }”, “{ $detail }”)
collection-unsayable-half-character = has half a character

# Tables of published sets
collection-value-missing = the value is missing or empty
collection-value-no-text = the value must be a text, not { $found }
collection-value-no-number = the value must be a whole number, not { $found }
collection-value-not-among = the value must be one of { $choices }, not { $found }
collection-value-no-json = the value is no JSON ({ $why })
collection-value-no-list = the value must be a list of texts
collection-value-no-list-of-one = the value must be a list with one text
collection-value-no-candidate = the value is none of the candidates
collection-value-no-pair = the value must be two words with | between them
collection-value-no-spans = the value must be an object with two spans
collection-value-elsewhere = the value is { $start }, where the text does not say { $form }
collection-no-word = the value must be the number of a word of the text, from 0 and below { $count }
collection-doubled-key = '{ $key }' stands twice in one object
    .todo = Keep one of the two.
collection-both-right = the value is TRUE for both candidates
collection-columns = the row has { $found } columns instead of { $wanted }
collection-count-from = candidates are counted from 0 or from 1, not from { $given }
    .todo = Give `--count-from 0` or `--count-from 1`; in columns.toml, count_from = 0 or 1.
collection-column-repeated = the column { $name } is named twice for { $ours }
    .todo = Name each column once.
collection-column-twice = two columns are called '{ $name }'
    .todo = Give each its own name.
collection-block-size = the block has { $found } lines instead of { $wanted }
collection-two-candidates = two candidates, parted by one comma, are needed
collection-answer-not-candidate = the answer is none of the candidates
collection-no-line-number = the line does not begin with a number
collection-no-antecedent = one antecedent and its pronoun must stand in square brackets
collection-no-sentence-id = the value must be occupation.participant.answer.gender.txt
collection-no-pronoun-place = the value must have one place for a pronoun, such as $NOM_PRONOUN
collection-noun-missing = the value does not name { $noun }
collection-no-blank = the value must have one blank, written _
collection-bad-label = the label must be 1 or 0
collection-label-twice = both sentences of { $name } are labelled { $label }
collection-lone-sentence = { $name } has one sentence instead of two
collection-languages-of = That is what { $name } has.
collection-other-tokens = the value are not the tokens of the text
collection-not-one-right = the value must have one right candidate
collection-no-mention = the value must be a form, its first and last token, its tokens
collection-no-number = { $said } is no number
collection-no-human-count = <humanSubjects> says { $said }
    .todo = Write it as: 18 out of 19 subjects got this answer.

# XML
collection-xml-no-root = there is no element <{ $name }>
collection-xml-no-child = <{ $parent }> has no <{ $name }>
collection-xml-no-id = <schema> has no id
collection-xml-empty = <{ $name }> is empty
collection-xml-empty-answer = an answer is empty
collection-xml-empty-answers = <answers> is empty or has an empty <answer>
collection-xml-no-answer = the right answer is { $said }, which is none of the { $count } answers
    .todo = Write the letter of an answer: A, B …
collection-xml-broken = the XML is broken ({ $why })
collection-xml-doctype = the XML declares a document type or an entity, which is refused
    .todo = Remove the <!DOCTYPE …> part.
collection-xml-encoding = the characters are not in the declared encoding
collection-xml-long-record = a record is longer than { NUM($most) } characters
collection-xml-deep = elements are nested more than { $most } deep
collection-xml-other-element = <{ $found }> stands where <{ $wanted }> belongs
collection-xml-many-elements = a record has more than { $most } elements

# JSON lines
collection-no-part = a line holds either a schema or a problem
collection-no-json = this is not JSON ({ $why })
collection-no-object = a JSON object is expected on every line
collection-other-version = the header does not say version { $version } of the format
collection-own-lines = { $name } stand on lines of their own

# Datasets
collection-no-data-file = the folder has no data file
    .todo = Known: { $endings }
collection-no-table = { $ending } is no known table
collection-several-splits = the dataset has several splits ({ $splits })
    .todo = Give one of them: its folder or file.
collection-reading-dataset = reading a Hugging Face dataset
collection-unreadable-dataset = the dataset cannot be read ({ $why })
collection-column-named-for = It is named for { $ours }.
collection-bad-mapping = --column { $pair } is no mapping
    .todo = Write --column text=sentence, or --column columns.toml for a file that says it.
collection-mapping-toml = the mapping of columns is no TOML: { $why }
    .todo = Write a line for each column, text = "sentence", and candidates = ["option1", "option2"].
collection-mapping-value = what the mapping says of “{ $name }” is no name of a column, and no list of names
    .todo = Write { $name } = "NAME", or { $name } = ["ONE", "OTHER"].
collection-no-place = the value is no place in the text, or the anaphor has no end
collection-truth-of-several = the value is true or false, and there are { $count } candidates
collection-no-answer = the value is no candidate, no number of one from 1, and no letter of one
collection-answer-too-large = the value is { $key }, which is none of the { $count } candidates
collection-count-unclear = the answer is { $number } of { $count } candidates, and nothing says whether they are counted from 0 or from 1
    .todo = Say --count-from 1 or --count-from 0.
collection-one-column = one column is expected here
    .todo = Only candidates may be in several columns: --column candidates=optionA,optionB (in Python, columns={"{"}"candidates": ["optionA", "optionB"]{"}"}).

# The native format
collection-no-mapping = a mapping (key: value) is expected here
collection-no-list = a list is expected here
collection-no-text = a text is expected here
    .todo = Put it between quotes.
collection-empty-text = the text is empty
collection-several-documents = the file holds more than one YAML document
collection-yaml = this is not valid YAML ({ $why })
    .todo = Texts with : {"{"} {"}"} [ ] or # need quotes around them.
collection-yaml-escape = this is not valid YAML ({ $why })
    .todo = Inside double quotes write \\[ for \[, or use single quotes.
collection-yaml-character = this is not valid YAML ({ $why })
    .todo = Remove the character.
collection-nested = the lists and mappings are nested too deeply
collection-many-values = more than { NUM($most) } values stand in one place
collection-no-key = a key must be a plain word
collection-key-twice = the key '{ $key }' stands twice in one mapping
collection-tags = tags (!) are not used in collections
collection-anchors = anchors (&) and aliases (*) are not used in collections
collection-unknown-key = the key '{ $key }' is not known here
    .todo = Known keys: { $known }.
collection-missing-key = the key '{ $key }' is missing
    .todo = Add { $key }: …
collection-missing-header = the key '{ $key }' is missing
    .todo = Add it above the schemas and problems.
collection-misplaced-key = the key '{ $key }' does not go with the others here
collection-no-choice = { $key } cannot be '{ $word }'
    .todo = Write { $known }.
collection-native-version = the file is in version { $found } of the format
    .todo = This anaphor reads version { $known }.
collection-id-taken = the id '{ $id }' is taken on line { $first }
    .todo = Give each its own id.
collection-other-answers = { $found } answers are given for { $wanted } { $wanted ->
    [one] variant
   *[other] variants
 }
    .todo = Give the right answer of the special variant, then of the alternate one.
collection-no-answers = the answers are missing
    .todo = Add answers: [special's, alternate's].
collection-other-annotations = { $found } annotations are given for { $wanted } { $wanted ->
    [one] variant
   *[other] variants
 }
collection-other-anaphors = the text marks { $marked } anaphors and { $described } are described
    .todo = Describe each [ ] of the text, in order.
collection-other-alternatives = its braces have { $found } alternatives and the text { $wanted }
collection-no-anaphor-here = no anaphor is marked here
    .todo = Write \[ and \] for brackets that are part of the text.
collection-lone-alternatives = a lone item has no alternatives
    .todo = Make it a schema, or write \| in the text.
collection-annotations-without-answer = an item without its answer cannot have annotations
collection-several-anaphors = { $count } anaphors are marked
    .todo = Mark one with [ ], or list them under anaphors.
collection-no-anaphor = no anaphor is marked
    .todo = Put it between [ and ], or say anaphor: implicit when the sentence has none.
collection-no-candidate-place = a candidate's place is two positions
    .todo = Write at: [start, end], in characters from 0.
collection-bad-scale = this is no scale
    .todo = Write scale: [1, 2, 3, 4, 5] or scale: 1-5 in place of candidates, or scale: yes (or no) beside them.
collection-bad-key = the key '{ $word }' is no candidate's number
    .todo = Give 1 to { $count }, or neither.
collection-candidates-of-one-name = two candidates are called '{ $answer }'
    .todo = Give the right one's number: key: 1.
collection-items-options = “{ $found }” is not a choice of answers
    .todo = Write two answers or more, set apart by |, or a scale such as 1-7.
collection-items-conditions = item { $item } does not have one condition for each of its rows, each its own
    .todo = Fill in the column condition in all rows of the item, or in none.
collection-bad-answer = the answer '{ $answer }' is none of the candidates ({ $known })
collection-other-readings = { $found } readings are given for { $wanted } candidates
collection-reading-of-nobody = '{ $name }' is none of the candidates
collection-pairs-expected = { $count } pairs are expected, one per candidate
collection-unreadable-value = { $key } cannot be read ({ $why })
collection-bad-version = schema { $id }, version of { $author }: { $why }
collection-bracket-inside = a [ stands inside another [ ]
    .todo = Mark each anaphor with its own [ and ].
collection-bracket-unopened = a ] has no [ before it
    .todo = Write \] for a bracket that is part of the text.
collection-bracket-unclosed = a [ is never closed
    .todo = Write \[ for a bracket that is part of the text.
collection-brace-inside = a {"{"} stands inside another {"{"} {"}"}
    .todo = Braces do not nest.
collection-brace-unopened = a {"}"} has no {"{"} before it
    .todo = Write \{"}"} for a brace that is part of the text.
collection-brace-unclosed = a {"{"} is never closed
    .todo = Write \{"{"} for a brace that is part of the text.
collection-many-alternatives = a {"{"} {"}"} has more than { $most } alternatives
    .todo = Split the schema.
collection-uneven-alternatives = braces with { $counts } alternatives stand in one text
    .todo = Give every {"{"} {"}"} the same number of alternatives.
collection-and = {" and "}

# Changing
collection-not-put = { $id } cannot be written into this file as it is
    .todo = Edit it by hand.
collection-not-removed = { $id } cannot be taken out of this file as it is
    .todo = Edit it by hand.
collection-no-part-called = there is no schema or problem called '{ $id }'
collection-header-not-changed = the header of this file cannot be changed as it is
    .todo = Edit it by hand.
collection-no-item = the collection { $name } has no item '{ $item }'
    .todo = Check the ids.
collection-other-collection = the collection { $name } has no item '{ $item }'
    .todo = Is it the collection that was asked?
collection-other-text = { $output } would not say what it should
    .todo = Name a .jsonl file instead.
collection-wording-marks = wording { $number } of { $item } must mark one anaphor
    .todo = Write it in [ and ].
collection-no-wording = this row has no item or no text
collection-wordings-of-paraphrase = paraphrases and --wordings belong together
    .todo = Write --how paraphrase --wordings FILE.
collection-nothing-changed = no item of { $name } can be changed by { $change }
collection-nothing-changed-because = no item of { $name } can be changed by { $change } ({ $item }: { $why })
collection-skipped-one-candidate = it has one candidate
collection-skipped-not-two = it does not have two candidates
collection-skipped-no-rules = no rules are installed for '{ $language }'
collection-skipped-not-switchable = its source says that it cannot be switched
collection-skipped-named-in-prompt = its prompt names a candidate
collection-skipped-no-like-names = its source does not call it switchable, and its candidates are not two names of the same gender
collection-skipped-no-places = its candidates do not stand once each in the text, word for word
collection-skipped-no-names = no names are known in '{ $language }'
collection-skipped-any-gender = women and men are called { $name }
collection-skipped-possessive = the possessive of { $name } is written without s
collection-skipped-no-name-left = no other name is left for { $name }
collection-skipped-no-first-name = no candidate is a first name
collection-skipped-no-person = { $name } may not be a person
collection-skipped-no-wording = no other wording is given
collection-nothing-selects = nothing says which items are to go
    .todo = Give --study, --audit, or both.
collection-bad-share = a share of { NUM($share, as: "g") } is none
    .todo = Give --least between 0 and 1.
collection-all-copied = every item stands in the audited corpus: nothing would be left of the collection
    .todo = Write new items, or audit on a corpus that the systems to be tested have not read.
collection-nothing-left = nothing would be left of the collection
    .todo = Ask for less.
collection-other-study = the study { $study } asked no item of { $name }
    .todo = Import it with --collection, so that items are found.
collection-no-audit = this is no audit
    .todo = `anaphor audit COLLECTION --json` prints one.
collection-other-audit = this audit is of no item of { $name }
collection-dropped-twin = its twin { $item } is dropped
collection-dropped-rate = { $right } of { $answers } { $whom } right ({ NUM($rate, digits: 0) } %)
collection-dropped-drawn-rate = { $right } of { $answers } { $whom } right ({ NUM($rate, digits: 0) } %; { NUM($drawn, digits: 0) } % shrunken)
collection-dropped-copied = it stands in the audited corpus, nearly word for word
collection-dropped-solved = the audit solves its schema (lead { NUM($lead, digits: 1) })

# Words in sentences
collection-word-latin = latin
collection-word-cyrillic = cyrillic
collection-word-greek = greek
collection-word-masculine = masculine
collection-word-feminine = feminine
collection-word-neuter = neuter
collection-word-singular = singular
collection-word-plural = plural
collection-word-person = person
collection-word-animal = animal
collection-word-group = group
collection-word-thing = thing
collection-word-text = text
collection-word-question = question
collection-word-candidate = candidate
collection-word-id = id
collection-word-proposed = proposed
collection-word-unvalidated = unvalidated
collection-word-excluded = excluded
collection-word-neither = neither
collection-word-unnamed = without a name
collection-word-known = known
collection-word-column = column
collection-word-table = table
collection-word-split = split
collection-word-language = language
collection-word-finding = kind of finding
collection-word-no-ending = no ending
collection-evidence-determiner = determiner { $word }
collection-evidence-lexicon = lexicon { $word }
collection-evidence-first-name = first name { $word }
collection-evidence-title = title { $word }
collection-evidence-form = form { $word }

# What the commands show
collection-severity-error = error
collection-severity-warning = warning
collection-severity-note = note
collection-finding-line = { $head }{ $place }: { $message }  [{ $code }]
collection-finding-more = { $head }… and { NUM($count) } more like these, { NUM($all) } in all: --only { $code }  [{ $code }]
collection-findings-left-out = { NUM($count) } { $count ->
    [one] finding is
   *[other] findings are
 } left out by --only or --ignore.
collection-findings-hidden = { $shown }; { $hidden } not shown
collection-column-name = name
collection-column-language = language
collection-column-items = items
collection-column-state = state
collection-column-licence = licence
collection-column-id = id
collection-column-text = text
collection-column-candidates = candidates
collection-column-answer = answer
collection-column-title = title
collection-state-embedded = embedded
collection-state-here = here
collection-state-to-get = to get
collection-card-name = name
collection-card-title = title
collection-card-language = language
collection-card-version = version
collection-card-licence = licence
collection-card-authors = authors
collection-card-citation = citation
collection-card-schemas = schemas
collection-card-problems = problems
collection-card-items = items
collection-card-languages = languages
collection-card-without-key = without key
collection-card-excluded = excluded
collection-card-candidates = candidates
collection-card-anaphors = anaphors
collection-card-domains = domains
collection-card-fingerprint = fingerprint
collection-more-forms = … and { $count } more forms
collection-unmarked-ambiguous = { $count } not marked by the source, several places are possible
collection-unmarked-implicit = { $count } left unspoken (ellipsis)
collection-unmarked-unsaid = { $count } not marked by the source, and not found
collection-no-reading-of = { $candidate }: { $why }
collection-sureness-certain = certain
collection-sureness-likely = likely
collection-sureness-doubtful = doubtful
collection-readings-all = { NUM($made) } readings of { NUM($wanted) }.
collection-readings-some = { NUM($made) } readings of { NUM($wanted) }; the others say why not.
collection-change-added = added
collection-change-dropped = dropped
collection-change-reworded = reworded
collection-change-renamed = renamed
collection-change-key = key
collection-change-candidates = candidates
collection-change-anaphor = anaphor
collection-change-prompt = prompt
collection-change-cues = cues
collection-no-difference = no difference
collection-checking = checking
collection-fetching = fetching { $name }
collection-written = { NUM($count) } items written to { $output } ({ $format }).
collection-same-fingerprint = Fingerprint { $fingerprint }, as before.
collection-poorer-format = This format keeps texts, anaphors, candidates and keys; domains, notes and authors are left out.
collection-left-out = Left out { $id }: { $why }.
collection-export-lost = { $format } cannot say { $count ->
    [one] one item
   *[other] { NUM($count) } items
 }: { $id }, { $why }
    .todo = Use convert, which leaves them out and says so.
collection-export-one-candidate = it has one candidate, so that there is nothing to choose
collection-export-no-key = the source gives no right answer
collection-export-neither = no candidate is right, which this format cannot say
collection-export-no-reading = no reading ({ $why })
collection-export-no-ending = only from the partial score: no word follows alike after all candidates
collection-export-nothing = Nothing.
collection-export-not-stated = not stated
collection-card-counts = { NUM($items) } items in { NUM($schemas) } schemas and { NUM($problems) } problems
collection-card-description = Sentences with an anaphor and its possible antecedents, one of which is right.
collection-card-use = Testing pronoun resolution and common sense, and studies with people; not for training.
collection-card-labels = The key of each item is the one that its authors gave.
collection-card-people = { NUM($annotators) } people gave { NUM($labels) } labels to { NUM($found) } of the { NUM($all) } items. { $coefficient }: { NUM($value, as: ".2f") }{ $interval }.{ $change } Signature: { $signature }
collection-card-interval = { " " }({ NUM($low, as: ".2f") }–{ NUM($high, as: ".2f") }, 95 % interval)
collection-card-change = { " " }Another panel of { NUM($panel) } would change { PERCENT($rate) } of the labels{ $ends }.
collection-card-change-ends = { " " }({ PERCENT($low) }–{ PERCENT($high) })
collection-card-not-validated = Not yet validated on people.
collection-card-other-people = { $count ->
    [one] one labelled item ({ $few }) is
   *[other] { NUM($count) } labelled items ({ $few } …) are
 } not in { $name }
    .todo = Give the labels of this collection, under its own ids.
collection-card-small = With { NUM($count) } items a difference between two systems needs a paired test and an interval.
collection-card-unkeyed = { $count ->
    [one] One item has
   *[other] { NUM($count) } items have
 } no right answer in the source; `answer` is null there.
collection-card-neither = { $count ->
    [one] Of one item no candidate is right
   *[other] Of { NUM($count) } items no candidate is right
 }; `neither` is true there.
collection-card-public = Once the items are public, a model may have been trained on them.
collection-no-card = labels of people have no place in the format '{ $format }'
    .todo = Leave the labels out, or write hf.
collection-please-cite = Licence: { $licence }. Please cite: { $citation }
collection-licence-not-stated = not stated by the source
collection-table-items = items
collection-table-count = count
collection-changed = changed
collection-not-changed = not changed: { $why }
collection-way-back = The changed collection is in { $output }, the way back in { $path }.
collection-people = people
collection-simulated-people = simulated people
collection-people-right = { $whom } right
collection-select-rehearsal = Simulated participants: nobody was asked. What is left is a rehearsal, and its notes say so.
collection-select-shortcuts = The audit found a shortcut through the whole collection (see its first sentences): dropping single items does not remove it.
collection-select-dropped = dropped
collection-select-because = because
collection-select-before = before
collection-select-after = after
collection-select-items = items
collection-select-reussite = audit: guess-adjusted accuracy
collection-select-exactitude = audit: precision on answered
collection-select-verdict = audit: verdict
collection-select-held-out = Selected by half of the people and asked of the other half, the mean goes from { PERCENT($before) } to { PERCENT($after) }: the figure above flatters, since the same answers chose the items.
collection-select-written = Written to { $output }; fingerprint { $fingerprint }.
collection-select-written-with-comments = Written to { $output }, comments kept; fingerprint { $fingerprint }.
collection-select-how = Selected from { $name } (fingerprint { $fingerprint }): { $dropped } of { $items } items left out by { $by }.
collection-select-by-study = a study of { $whom } ({ $study })
collection-select-by-audit = an audit

# Counts
collection-count-error = { $count ->
    [one] { $count } error
   *[other] { $count } errors
}
collection-count-warning = { $count ->
    [one] { $count } warning
   *[other] { $count } warnings
}
collection-count-note = { $count ->
    [one] { $count } note
   *[other] { $count } notes
}
collection-in-items = { $count ->
    [one] { $number } in { $count } item
   *[other] { $number } in { $count } items
}
collection-changes-added = { $count } added
collection-changes-dropped = { $count } dropped
collection-changes-reworded = { $count } reworded
collection-changes-renamed = { $count } renamed
collection-changes-key = { $count } key
collection-changes-candidates = { $count } candidates
collection-changes-anaphor = { $count } anaphor
collection-changes-prompt = { $count } prompt
collection-changes-cues = { $count } cues

# Findings of the checker, domains
collection-finding-alternatives-equal = A pair of alternatives is equal (“{ $word }”): only the other words change. Take it out of the braces.
collection-finding-anaphor-ambiguous = The anaphor is not marked and several places are possible. Mark it with [ ].
collection-finding-anaphor-cut = The mark of the anaphor cuts a word or takes in a space (“{ $context }”). Mark the whole word and nothing else.
collection-finding-anaphor-impersonal = “{ $form }” is impersonal here ({ $context }): it stands for nobody. Mark the pronoun that is asked about.
collection-finding-anaphor-implicit = The anaphor is left unspoken: there is no pronoun to ask about. Mark one if the text has one.
collection-finding-anaphor-in-candidate = “{ $form }” belongs to the candidate itself (“{ $phrase }”). Mark the pronoun that is asked about.
collection-finding-anaphor-not-in-text = The anaphor “{ $form }” does not stand in the text. Name the pronoun that does.
collection-finding-anaphor-reflexive = “{ $form }” is reflexive: grammar alone decides. Mark another pronoun.
collection-finding-anaphor-rival = “{ $rival }” in the same sentence also fits both candidates. Check that “{ $form }” is the pronoun meant.
collection-finding-anaphor-unfamiliar = “{ $form }” is not a known pronoun.
collection-finding-anaphor-unknown = Nothing says where the anaphor stands. Mark it with [ ].
collection-finding-binding-own-subject = “{ $candidate }” is the subject of the verb whose object is “{ $form }”: grammar rules it out. Recast the sentence.
collection-finding-binding-same-clause = “{ $candidate }” follows the subject “{ $form }” inside its clause: grammar rules it out. Recast the sentence.
collection-finding-binding-controlled = “{ $candidate }” is the unspoken subject of the verb whose object is “{ $form }”: grammar rules it out. Recast the sentence.
collection-finding-demonstrative-place = “{ $form }” names a candidate by its place (“{ $candidate }”): grammar leans to the answer. Mark another pronoun.
collection-finding-animacy-differs = “{ $one }” ({ $first }) and “{ $other }” ({ $second }) are of different sorts: which word goes with which may give the answer away.
collection-finding-association-betrays = The shipped counts suggest that the special words give the answer away: each seems to go with its right candidate ({ $pairs }). { $outcome ->
        [leaks] By these counts the audit says that the schema leaks.
       *[cannot-tell] This is a suspicion, not the audit's verdict.
    } Consider another candidate or special word (anaphor collection repair).
collection-finding-candidate-in-candidate = The candidate “{ $inner }” is contained in the candidate “{ $outer }”.
collection-finding-candidate-not-in-text = The candidate “{ $candidate }” is not found in the text. Name it as the text does.
collection-finding-candidate-only-by-head = Of the candidate “{ $candidate }” only the head word is found in the text.
collection-finding-candidate-without-determiner = The candidate “{ $candidate }” has no determiner: it cannot stand in the pronoun's place as it is.
collection-finding-candidates-alike = Two candidates are the same (“{ $candidate }”). Give each its own name.
collection-finding-candidates-nearly-alike = The candidates “{ $one }” and “{ $other }” differ in accents only. Give them names that can be told apart.
collection-finding-candidates-of-different-gender = “{ $one }” and “{ $other }” differ in gender: words that agree with the anaphor may give the answer away.
collection-finding-candidates-of-one-noun = The candidates “{ $one }” and “{ $other }” are one noun with two determiners. Give them names that can be told apart.
collection-finding-concord-collective = “{ $candidate }” is a group in the singular and “{ $form }” a plural: it can be understood, but the number gives a hint.
collection-finding-concord-gender = “{ $candidate }” is { $found } ({ $evidence }) and “{ $form }” asks for { $wanted }: grammar rules it out. Change the candidate.
collection-finding-concord-name = “{ $candidate }” is mostly a { $found } first name and “{ $form }” asks for { $wanted }. Check it.
collection-finding-concord-number = “{ $candidate }” is { $found } ({ $evidence }) and “{ $form }” asks for the { $wanted }: grammar rules it out. Change the candidate.
collection-finding-concord-unknown = The gender of “{ $candidate }” is unknown. Check that it fits “{ $form }”.
collection-finding-domain-unknown = The domain “{ $domain }” is not in the taxonomy. Use: { $known }.
collection-finding-cue-names-candidate = The special word “{ $cue }” names the candidate “{ $candidate }”: the word itself may give the answer away. Choose another.
collection-finding-encoding-declared = The file declares the encoding { $declared }, but its bytes are { $found }: it was read as { $found }. Mend the declaration.
collection-finding-final-clause = The pronoun is the subject of a clause in “{ $connective }”: French prefers an infinitive for the main subject, so the other candidate wins by grammar (paper 1, example 5). Recast the sentence.
collection-finding-hidden-character = The { $field } holds a character that cannot be seen ({ $name }). Delete it.
collection-finding-id-character = The id holds a character that cannot be seen or breaks a line ({ $name }). Give it a plain id.
collection-finding-id-like-path = The id looks like the path of a file. Give it an id of letters, digits, dots and hyphens.
collection-finding-ids-alike = Another id differs in capital letters only. Give each its own id.
collection-finding-key-contradicted = { $other } asks the same (“{ $text }”) and has “{ $theirs }” as its key, not “{ $answer }”. One of the two keys is wrong.
collection-finding-keys-missing = Items without a key: { $count } of { $all }. Nothing can be scored on them, and they are not tested for leaks.
collection-finding-known-text = The text also stands in { $other } ({ $share } of the words are the same).
collection-finding-ambiguous-items = { $count ->
    [one] One item is called ambiguous by those who made it and has no right answer here.
   *[other] { NUM($count) } items are called ambiguous by those who made them and have no right answer here.
}
collection-finding-language-assumed = The file does not say its language: { NUM($count) } of { NUM($all) } texts look like “{ $language }”, which is taken. Say another with --language (in Python, language=…).
collection-finding-language-doubtful = The language is taken to be “{ $language }”, but the words look like “{ $looks }”: say --language { $looks }, or mend the language that the file names.
collection-finding-language-unknown = No rules are installed for the language “{ $language }”: concord, anaphors and readings are not checked. Rules are there for: { $known }.
collection-finding-language-unrecognised = The file does not say its language, and its words do not tell: “{ $language }” is taken. Say it with --language (in Python, language=…).
collection-finding-wino-x-language = The file has English and “{ $language }”: “{ $language }” is taken. Say --language en for the other (in Python, language=…).
collection-finding-lone-candidate = There is a single candidate.
collection-finding-many-on-one-text = { $count } problems ask about this one text: misreading it costs all of them (paper 4).
collection-finding-many-words = The text has { $words } words: long for a schema. Shorten it if you can.
collection-finding-mixed-apostrophes = Straight (') and curly (’) apostrophes both occur ({ $straight } and { $curly } times). Choose one.
collection-finding-mixed-scripts = The word “{ $word }” mixes alphabets ({ $names }). Type it again.
collection-finding-mojibake = “{ $word }” looks like text read in the wrong encoding.
collection-finding-near-duplicate = The text is nearly the same as that of { $other } ({ $share } of the words).
collection-finding-no-choice = There is a single candidate, and it is right: there is nothing to choose. Add another candidate.
collection-finding-no-items = The collection has no item.
collection-finding-no-twin = The schema has a single variant.
collection-finding-not-normalised = The { $field } holds accents written as separate characters (not NFC). Save it again with composed letters.
collection-finding-participle-betrays = “{ $word }” agrees with the anaphor and gives the answer away: “{ $one }” and “{ $other }” differ in gender. Take candidates of one gender.
collection-finding-position-unbalanced = The right answer is the first candidate mentioned in { $first } of { $all } items (chance of such an imbalance: { $p }). Balance it.
collection-finding-prompt-does-not-follow = The marked words occur in the question of one variant and not of the other. Give the question the same braces.
collection-finding-prompt-missing = There is no question for people. Add one.
collection-finding-prompt-names-candidate = The question names the candidate “{ $candidate }”. Ask without naming it.
collection-finding-prompt-not-a-question = The question “{ $prompt }” does not end with a question mark.
collection-finding-prompt-unrelated = The question “{ $prompt }” shares no word with the text.
collection-finding-published-copy = The text is a copy, or nearly, of one of { $other } (about { $share } of the word pairs are the same): programs may have seen it. Write another.
collection-finding-reference-anaphor-differs = { $other } has the same text and asks about “{ $theirs }”, not “{ $form }”.
collection-finding-reference-key-differs = { $other } has the same text and gives “{ $theirs }” as the right answer, not “{ $answer }”.
collection-finding-reference-question-differs = { $other } has the same text and asks “{ $prompt }”, which is not about “{ $form }”.
collection-finding-same-text = The text is the same as that of { $other }.
collection-finding-spacing = The text has a doubled space or one at its edge.
collection-finding-status-without-reason = It is { $status } and nothing says why. Add reason: …
collection-finding-too-long = The text has { $sentences } sentences. A problem should have at most three (paper 4).
collection-finding-twin-candidates-differ = The candidates change with the variant ({ $one } / { $other }): the schema is atypical.
collection-finding-twins-alike = The twins have the same text (“{ $text }”){ $keys ->
    [opposite] {" "}and opposite keys
   *[other] {""}
}: the words that should differ are equal. Make them different.
collection-finding-twins-differ-much = The variants differ in { $words } words. A special word or a short expression is better.
collection-finding-twins-differ-outside-the-marks = The variants also differ outside the marked words (“{ $one }” / “{ $other }”). Mark all that differs, or make it the same.
collection-finding-twins-do-not-flip = Both variants have the same right answer, “{ $answer }”. Choose words that make the answer change.
collection-domain-spatial = spatial
    .covers = places, directions, containment
collection-domain-physical = physical
    .covers = matter, forces, bodies
collection-domain-social = social
    .covers = how people deal with one another
collection-domain-emotional = emotional
    .covers = feelings and what causes them
collection-domain-temporal = temporal
    .covers = order and duration of events
collection-domain-causal = causal
    .covers = what brings about what
collection-domain-goals = goals
    .covers = plans, wishes, means and ends
collection-domain-quantity = quantity
    .covers = how much, how many, more or less
collection-domain-medicine = medicine
    .covers = illness and care
collection-domain-crime = crime
    .covers = offences and the law
collection-domain-transport = transport
    .covers = vehicles and journeys
collection-domain-household = household
    .covers = home, furniture, chores
collection-domain-work = work
    .covers = jobs and trades
collection-domain-school = school
    .covers = teaching and learning
collection-domain-food = food
    .covers = cooking and eating
collection-domain-sport = sport
    .covers = games of strength and skill
collection-domain-money = money
    .covers = buying, lending, owing
collection-domain-nature = nature
    .covers = animals, plants, landscapes
collection-domain-weather = weather
    .covers = rain, heat, seasons
collection-domain-technology = technology
    .covers = devices and machines
collection-domain-leisure = leisure
    .covers = play, art, holidays
collection-domain-family = family
    .covers = parents, children, kin

# Collections in a notebook

collection-line = { $name }, { $schemas ->
    [one] 1 schema
   *[other] { NUM($schemas) } schemas
 }, { $problems ->
    [one] 1 problem
   *[other] { NUM($problems) } problems
 }, { $items ->
    [one] 1 item
   *[other] { NUM($items) } items
 } ({ $language })
collection-first-items = { $all ->
    [one] its item
   *[other] the first { NUM($shown) } of { NUM($all) } items
 }
collection-finding-own = { $own_sentence }
collection-own-check = the check { $name } broke at { $place } ({ $why })
    .todo = It gets one schema or problem at a time, and gives findings, sentences, or nothing.
collection-own-finding = the check { $name } gave a { $kind } at { $place }
    .todo = Give sentences (text) or findings (Finding.of).
collection-list-line = { NUM($count) } collections
collection-readings-line = { $name }, { NUM($items) } items, { $missing ->
    [0] all with readings
    [one] 1 without a reading
   *[other] { NUM($missing) } without a reading
 }
collection-selection-line = { $name }, { NUM($kept) } of { NUM($all) } items kept
collection-figure-title = { $collection }: findings by kind
collection-figure-findings = findings
collection-figure-kind = kind
collection-figure-severity = severity
