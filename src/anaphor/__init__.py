"""anaphor: Winograd schema challenges, and the human judgements behind them, made trustworthy."""

from importlib.metadata import version as _version

__version__ = _version("anaphor")
