"""Tables of all pairs of words that meet more often than by chance: figures to pass on without their text."""
