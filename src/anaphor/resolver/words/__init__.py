"""Resolvers that know words: counts of a corpus, and what all models of words share."""
