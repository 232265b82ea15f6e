"""Drawing units again: bootstrap, jackknife, their errors, and the narrow matrix products that they need."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
