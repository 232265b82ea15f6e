"""Collections: reading, writing, checking, editing and comparing them."""

from anaphor.door import open_door

__getattr__, __dir__, __all__ = open_door(__name__, __file__)
