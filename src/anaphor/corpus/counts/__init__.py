"""Counts of words and pairs, whoever counted: one protocol, files of figures, a pass over a stream, association."""
