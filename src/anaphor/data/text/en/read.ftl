read-help = Put a candidate in the anaphor's place.

    "On [les] a punis." with "les lycéens" gives "On a puni les lycéens."; what cannot be said grammatically is an abstention with its reason.
    .sentence = The sentence, its anaphor between [ and ].
    .candidate = The noun phrase to put in its place.
    .language = Language of the sentence.
    .batch = JSON lines with text, candidate, language (- for stdin); one JSON line each.
    .parser = Ask the French parser too (extra `parser`); slower.
