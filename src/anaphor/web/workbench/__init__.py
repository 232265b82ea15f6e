"""The page on which an author writes schemas, and all that is said about a draft at every pause."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
