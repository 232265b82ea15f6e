"""Counts of words and pairs, whoever counted: one protocol, files of figures, a pass over a stream, association."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
