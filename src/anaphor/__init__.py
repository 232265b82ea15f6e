"""anaphor: Winograd schema challenges, and the human judgements behind them, made trustworthy.

>>> import anaphor
>>> collection = anaphor.load("anaphor-fr")
>>> collection.language
'fr'
"""

from importlib import import_module
from importlib.metadata import version as _version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from anaphor.answer import Abstention as Abstention
    from anaphor.answer import AbstentionReason as AbstentionReason
    from anaphor.answer import Answer as Answer
    from anaphor.answer import Choice as Choice
    from anaphor.answer import Respondent as Respondent
    from anaphor.collection.checking import check as check
    from anaphor.collection.difference import differences as differences
    from anaphor.collection.loading import load as load
    from anaphor.collection.saving import save as save
    from anaphor.errors import AnaphorError as AnaphorError
    from anaphor.linguistics.substitution import read_candidate as read_candidate
    from anaphor.provenance import Signature as Signature
    from anaphor.schema import Candidate as Candidate
    from anaphor.schema import Collection as Collection
    from anaphor.schema import Item as Item
    from anaphor.schema import Mark as Mark
    from anaphor.schema import Problem as Problem
    from anaphor.schema import Question as Question
    from anaphor.schema import Schema as Schema
    from anaphor.schema import Span as Span

_HOMES = {
    "anaphor.answer": ("Abstention", "AbstentionReason", "Answer", "Choice", "Respondent"),
    "anaphor.collection.checking": ("check",),
    "anaphor.collection.difference": ("differences",),
    "anaphor.collection.loading": ("load",),
    "anaphor.collection.saving": ("save",),
    "anaphor.errors": ("AnaphorError",),
    "anaphor.linguistics.substitution": ("read_candidate",),
    "anaphor.provenance": ("Signature",),
    "anaphor.schema": ("Candidate", "Collection", "Item", "Mark", "Problem", "Question", "Schema", "Span"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__version__ = _version("anaphor")
__all__ = [
    "Abstention",
    "AbstentionReason",
    "AnaphorError",
    "Answer",
    "Candidate",
    "Choice",
    "Collection",
    "Item",
    "Mark",
    "Problem",
    "Question",
    "Respondent",
    "Schema",
    "Signature",
    "Span",
    "__version__",
    "check",
    "differences",
    "load",
    "read_candidate",
    "save",
]


def __getattr__(name: str) -> Any:
    """Public names are imported when they are first used, so that `import anaphor` costs little."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'anaphor' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return [*globals(), *_HOME_OF]
