"""One definition of sentence, word and lemma, and the passes over text, compiled where numba is installed."""
