"""The rules of a challenge: their record and its file, the sentences that are published, whether they are kept."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
