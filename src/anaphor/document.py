"""What the documents of results are made of: some fields of a record by their names, as JSON has them."""

import math
from collections.abc import Mapping
from operator import attrgetter
from typing import Any, Protocol

from anaphor.provenance import plain
from anaphor.text import Message, speaking

PAPER_2 = {"exactitude": "accuracy", "qualite": "precision_on_answered", "reussite": "guess_adjusted_accuracy"}
PAPER_1 = PAPER_2 | {"exactitude": "precision_on_answered", "couverture": "accuracy"}
"""The field's words for the keys that stand in French; Amsili and Seminck 2017 mean another thing by exactitude."""


class Ends(Protocol):
    """What has two ends, such as an interval of `statistics`."""

    @property
    def low(self) -> float:
        """The lower end."""

    @property
    def high(self) -> float:
        """The upper end."""


def with_synonyms(document: Mapping[str, Any], words: Mapping[str, str] = PAPER_2) -> dict[str, Any]:
    """A document with an English synonym beside each French key.

    >>> with_synonyms({"n": 4, "reussite": 0.5})
    {'n': 4, 'reussite': 0.5, 'guess_adjusted_accuracy': 0.5}
    """
    return {**document, **{words[name]: value for name, value in document.items() if name in words}}


def fields_of(record: object, *names: str) -> dict[str, Any]:
    """Some fields of a record, or all of them, empty ones included: readers rely on the keys.

    Methods are named in English whatever language is spoken, since programs read them.
    """
    values = {name: getattr(record, name) for name in names or type(record).__dict__["__slots__"]}
    return {name: in_english(value) if isinstance(value, Message) else plain(value) for name, value in values.items()}


def taken(record: object, names: str = "", **paths: str) -> dict[str, Any]:
    """Some fields of a record under their own names, then others under another name, by the path that leads there.

    >>> taken(complex(1, 2), "real", second="imag")
    {'real': 1.0, 'second': 2.0}
    """
    own = {name: getattr(record, name) for name in names.split()}
    return own | {name: attrgetter(path)(record) for name, path in paths.items()}


def ends_of(interval: Ends | None) -> dict[str, float | None]:
    """The ends of an interval under the keys `low` and `high`; both null where there is none."""
    return {"low": interval.low if interval else None, "high": interval.high if interval else None}


def in_english(sentence: Message) -> str:
    """A sentence for programs, which compare it whatever language is spoken."""
    with speaking("en"):
        return str(sentence)


def finite(value: Any) -> Any:
    """A value for JSON in which every number that is none (nan, inf) is null."""
    if isinstance(value, dict):
        return {key: finite(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
