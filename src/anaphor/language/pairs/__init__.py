"""The words of an item that are confronted: cues, heads of answers, lemma pairs."""
