"""The record of what an entry was asked and answered: sessions, facts, and traces that can be verified."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
