"""Corpora as they come: files of any format and packing, read in order in constant memory."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
