"""What is wrong with a collection: `check` gives findings, each with a code, a place and a sentence."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
