"""Web experiments: designs, rehearsals, studies and their analysis, each as one call."""

from anaphor.door import open_door

__getattr__, __dir__, __all__ = open_door(__name__, __file__)
