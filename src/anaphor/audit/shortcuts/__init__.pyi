from .shortcut import Shortcut as Shortcut
from .shortcut import ShortcutEvidence as ShortcutEvidence
