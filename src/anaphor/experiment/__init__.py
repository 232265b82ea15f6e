"""Web experiments: designs, rehearsals, studies and their analysis, each as one call."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
