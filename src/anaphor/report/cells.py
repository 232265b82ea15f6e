"""What sections are made of: cells as people read them, fields as programs do, and what a command shows."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from anaphor.provenance import plain
from anaphor.section import Cell, Part, Section, Share
from anaphor.text import Message, number, percent, percent_range, speaking, text

if TYPE_CHECKING:  # its functions need scipy, which a help page must not load
    from anaphor.statistics import Interval


def cell_text(cell: Cell, digits: int = 3) -> str:
    """A cell as people read it: – for nothing, whole numbers grouped, others rounded.

    >>> cell_text(12345), cell_text(0.12345), cell_text(None), cell_text(Share(0.0582))
    ('12,345', '0.123', '–', '5.8\\xa0%')
    """
    if cell is None:
        return "–"
    if isinstance(cell, bool):
        return "✓" if cell else "–"
    if isinstance(cell, str):
        return cell
    if isinstance(cell, Share):
        return percent(cell).replace(" %", "\u00a0%")
    return number(cell, None if isinstance(cell, int) else digits)


def range_text(low: float, high: float) -> str:
    """The ends of an interval of shares, in per cent.

    >>> range_text(0.483, 0.54)
    '48.3–54.0\\xa0%'
    """
    return percent_range(low, high).replace(" %", "\u00a0%")


def share_of(value: float | None) -> Share | None:
    """A share for a table; None stays None."""
    return None if value is None else Share(value)


PAPER_2 = {"exactitude": "accuracy", "qualite": "precision_on_answered", "reussite": "guess_adjusted_accuracy"}
PAPER_1 = PAPER_2 | {"exactitude": "precision_on_answered", "couverture": "accuracy"}
"""The field's words for the keys that stand in French; Amsili and Seminck 2017 mean another thing by exactitude."""


def with_synonyms(document: Mapping[str, Any], words: Mapping[str, str] = PAPER_2) -> dict[str, Any]:
    """A document with an English synonym beside each French key.

    >>> with_synonyms({"n": 4, "reussite": 0.5})
    {'n': 4, 'reussite': 0.5, 'guess_adjusted_accuracy': 0.5}
    """
    return {**document, **{words[name]: value for name, value in document.items() if name in words}}


_FIGURE = re.compile(r"[~<>≥≤+−-]?\s?\d[\d.,\s]*(?:e[+−-]?\d+)?(?:\s?%)?")
_FIGURES = re.compile(rf"–?|{_FIGURE.pattern}(?:\s?[–/…]\s?{_FIGURE.pattern})?")


def is_figure(cell: Cell) -> bool:
    """Whether a cell is a number, a range or a share, written as text or not: it stands to the right, unbroken.

    >>> [is_figure(each) for each in (3, None, "−1,5", "10,8–60,3 %", "12/14", "12 monkeys", "≥ 0.5", "")]
    [True, True, True, True, True, False, True, True]
    """
    return not isinstance(cell, str) or _FIGURES.fullmatch(cell) is not None


def figure_columns(rows: Sequence[Sequence[Cell]]) -> tuple[bool, ...]:
    """For each column, whether it holds figures and nothing else."""
    return tuple(
        all(map(is_figure, column)) and any(cell not in (None, "") for cell in column)
        for column in zip(*rows, strict=True)
    )


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


def line_of(code: str, names: str = "", **paths: str) -> Callable[[Any], str]:
    """How results are told in a line: a sentence with some of their fields; of several things, how many there are."""

    def line(found: Any) -> str:
        values = taken(found, names, **paths).items()
        counted = {name: len(each) for name, each in values if isinstance(each, tuple | list | Mapping)}
        return text(code, **dict(values) | counted)

    return line


def ends_of(interval: "Interval | None") -> dict[str, float | None]:
    return {"low": interval.low if interval else None, "high": interval.high if interval else None}


def in_english(said: Message) -> str:
    with speaking("en"):
        return str(said)


def section_of(
    id: str, title: str, parts: Iterable[Part], data: Mapping[str, Any] | None = None, **more: str | None
) -> Section:
    """What is shown of a result, with its document; `more` is its stamp, and its signature."""
    return Section(id=id, title=title, parts=tuple(parts), data=data, **more)


def command_section(
    command: str, parts: Iterable[Part], data: Mapping[str, Any], *, stamp: str | None = None
) -> Section:
    """What a command shows in the terminal and on a page, which is called after it."""
    return section_of("output", f"anaphor {command}", parts, data, stamp=stamp)
