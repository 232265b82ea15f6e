"""Reports: pages and figures from the records of other rooms; nothing is computed here."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
