"""From answers to measures: outcomes per item first, aggregation last."""

from anaphor.door import open_door

__getattr__, __dir__, __all__ = open_door(__name__, __file__)
