"""French: tokens, lemmas, concord and substitution."""
