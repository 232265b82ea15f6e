"""Shortcuts that need no understanding, beside the mutual-information test: one module per kind of shortcut."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
