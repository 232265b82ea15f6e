"""Acts that join several packages, one call each: runs found again and scored, systems compared."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
