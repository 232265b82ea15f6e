"""Outlines of running text: the noun phrases, the clauses, and the pronouns that a problem can ask about."""
