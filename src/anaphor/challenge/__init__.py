"""Running a challenge: sealed entries, a referee that asks them, and evidence that can be checked afterwards."""

from anaphor.door import open_door

__getattr__, __dir__, __all__ = open_door(__name__, __file__)
