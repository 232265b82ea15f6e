"""Systems on the same items: compared with one another, beside people, and on other panels' references."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
