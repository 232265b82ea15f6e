"""English: tokens, lemmas, concord and substitution."""
