"""Sections and figures of collections: what they hold, the corpora they are held against, their audit."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
