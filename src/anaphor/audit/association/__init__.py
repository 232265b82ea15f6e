"""The mutual-information test: which words an item confronts, what choosing by them scores, and what follows."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
