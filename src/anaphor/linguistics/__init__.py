"""Language: tokens, lemmas, heads, concord, and readings (a candidate in the anaphor's place)."""
