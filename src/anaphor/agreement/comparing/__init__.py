"""Comparisons that rest on people: how large they must be, and whether a second study upholds the first."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
