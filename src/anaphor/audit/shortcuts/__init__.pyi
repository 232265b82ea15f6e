from .shortcut import Evidence as Evidence
from .shortcut import Shortcut as Shortcut
