"""Acts that join several packages, one call each: runs found again and scored, systems compared."""

from anaphor.door import open_door

__getattr__, __dir__, __all__ = open_door(__name__, __file__)
