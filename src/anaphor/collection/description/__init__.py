"""What there is to say of a collection, and the kinds of common sense that it asks for."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
