"""Who answered what, whatever the file: rows become records, and records a label matrix, a run or study answers."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
