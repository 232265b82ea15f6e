"""Do simple statistics give the answer away? The mutual-information test of paper 1, and other shortcuts."""

from anaphor.door import open_door

__getattr__, __dir__, __all__ = open_door(__name__, __file__)
