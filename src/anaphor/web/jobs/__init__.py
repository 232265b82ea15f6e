"""Work that takes longer than a page may: kept as files, done by a process of its own, taken up again after a crash."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
