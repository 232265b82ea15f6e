"""Agreement between annotators: label tables, coefficients, consensus, and what would change with another panel."""

from anaphor.door import open_door

__getattr__, __dir__, __all__ = open_door(__name__, __file__)
