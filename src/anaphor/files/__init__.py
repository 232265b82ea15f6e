"""Files as every package reads and writes them: unpacked, decoded, as rows of tables, written whole, locked, digested.

Other packages import from here.
"""

from anaphor.door import open_door

__getattr__, __dir__, __all__ = open_door(__name__, __file__)
