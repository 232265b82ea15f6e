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
    .margin = Google-proof is a réussite below this, set beforehand.
    .leak = Size of a leak above chance of which the power is told.
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
