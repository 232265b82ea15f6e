"""What became of each item, and what follows from that alone: measures, intervals, chance, groups, twins."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
