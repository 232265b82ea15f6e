"""anaphor: write, audit and evaluate Winograd schemas, and the human judgements that validate them.

>>> import anaphor
>>> collection = anaphor.load("anaphor-fr")
>>> collection.language
'fr'
"""

from typing import Any

import lazy_loader

_found, _names, __all__ = lazy_loader.attach_stub(__name__, __file__)
__all__ += ["__version__"]


def __getattr__(name: str) -> Any:
    """Public names are imported when they are first used, and the version is looked up when it is asked for."""
    if name == "__version__":
        from importlib.metadata import version

        globals()[name] = version("anaphor")
        return globals()[name]
    return _found(name)


def __dir__() -> list[str]:
    return [*_names(), "__version__"]
