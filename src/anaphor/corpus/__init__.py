"""Corpora: counts of words and of their pairs, and how much two words attract each other.

A corpus is read (`sources`), and indexed and counted (`index`). Figures travel without their text: those of pairs that
someone asked in files of counts, those of all frequent pairs in tables (`pairs`).
"""

from anaphor.door import open_door

__getattr__, __dir__, __all__ = open_door(__name__, __file__)
