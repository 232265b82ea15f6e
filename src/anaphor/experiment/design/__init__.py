"""The design of a study: what is shown to whom and in which order, and how it is made of a collection."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
