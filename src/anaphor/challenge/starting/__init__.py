"""Starting: a new challenge in a folder, and one that rehearses itself."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
