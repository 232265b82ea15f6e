"""Language: tokens, lemmas, heads, concord, and readings (a candidate in the anaphor's place)."""

from anaphor.door import open_door

__getattr__, __dir__, __all__ = open_door(__name__, __file__)
