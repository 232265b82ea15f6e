"""anaphor: Winograd schema challenges, and the human judgements behind them, made trustworthy.

>>> import anaphor
>>> collection = anaphor.load("anaphor-fr")
>>> collection.language
'fr'
"""

from importlib.metadata import version as _version

import lazy_loader

__version__ = _version("anaphor")
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
__all__ += ["__version__"]
