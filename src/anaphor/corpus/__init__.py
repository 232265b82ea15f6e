"""Running text: readers, an index of lemmas, counts, and measures of association."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
