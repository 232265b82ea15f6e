"""A study for its participants: what their browser asks, and the one thread that writes it down."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
