"""The native format: YAML with inline marks, read, written, and understood node by node."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
