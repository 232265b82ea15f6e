"""One app on one port for everything in a folder: studies, collections, challenges, reports, published sites."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
