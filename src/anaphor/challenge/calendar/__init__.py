"""The calendar: deadlines, what may happen when, and what is put right in the course of a challenge."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
