collection-help = Look at collections, check, convert and compare them.
collection-help-list = List the collections that have a name. Some are embedded; `get` fetches the published ones.
collection-help-show = Say what a collection holds. How many schemas, problems and items, and its fingerprint.
    .items = Also print every item.
collection-help-check = Find what is wrong with a collection. Exit code 1 when there are errors.
    .beside = Another collection to compare texts, anaphors and keys with. May be repeated.
    .from = Leave out findings that matter less.
    .interface = Language of the messages.
collection-help-readings = Show sentences with each candidate put in. Where there is no reading, the reason is said.
collection-help-convert = Write a collection in another format. The old file stays whole if anything goes wrong.
    .output = File to write, or folder for --to hf.
    .to = native, jsonl, wsc-en, winogrande or hf.
    .skip = Leave out schemas that the format cannot say, and name them.
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
    .audit = What `anaphor audit COLLECTION --json` printed.
    .least = Drop items that a smaller share of people gets right.
    .shrunken = Judge by the estimate drawn towards the other items.
    .lead = Drop schemas that the audit solves with this lead or more.
    .unit = Drop whole schemas, or items alone.
    .remove = Take out what is dropped, instead of marking it as excluded.
    .seed = Seed of the intervals.
collection-help-perturb = Change the wording of a collection. `score --origins` then says how steady a respondent is.

    A file beside the collection (p.origins.json for p.yaml) leads back to the originals.
    .how = order: list the candidates the other way round; exchange: let them change places in the text; names: give people other names; paraphrase: take the texts of --wordings.
    .output = File of the changed collection (.yaml, .jsonl).
    .wordings = For paraphrase: .csv or .tsv with item, text ([anaphor] marked), prompt.
    .seed = Seed of the new names.
