"""Running text: readers, an index of lemmas, counts, and measures of association."""
