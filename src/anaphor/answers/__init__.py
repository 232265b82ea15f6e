"""Who answered what, whatever the file: rows become records, and records a label matrix, a run or study answers."""

from anaphor.door import open_door

__getattr__, __dir__, __all__ = open_door(__name__, __file__)
