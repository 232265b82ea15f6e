"""Reports: pages and figures from the records of other rooms; nothing is computed here."""

from anaphor.door import open_door

__getattr__, __dir__, __all__ = open_door(__name__, __file__)
