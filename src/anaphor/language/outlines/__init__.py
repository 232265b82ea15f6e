"""Outlines of running text: the noun phrases, the clauses, and the pronouns that a problem can ask about."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
