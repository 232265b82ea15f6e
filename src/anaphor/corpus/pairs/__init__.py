"""Tables of all pairs of words that meet more often than by chance: figures to pass on without their text."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
