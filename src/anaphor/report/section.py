"""What a report is made of, whatever it is written as: sections with sentences, tables, figures and stamps.

Every command that has something to show builds these records; `page` writes HTML, `markdown` and `latex` write text.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from anaphor.report.drawing import Cell, Drawing


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows under named columns."""

    columns: tuple[str, ...]
    """Names of the columns."""
    rows: tuple[tuple[Cell, ...], ...]
    """The cells; numbers stay numbers until they are written."""
    caption: str | None = None
    """What the table shows, in one line."""
    folded: bool = False
    """True: a page shows it only when asked, since it is long or secondary."""
    printed: bool = False
    """True: what is folded on a screen is open on paper."""
    digits: int = 3
    """Digits behind the point of numbers that are not whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A paragraph, or points one under the other."""

    lines: tuple[str, ...]
    """The paragraph, or the points."""
    points: bool = False
    """True: each line is a point of a list."""
    soft: bool = False
    """True: a remark beside the matter."""
    language: str | None = None
    """Language of the lines where it is not the report's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """A few figures to be seen at once, each with the words under it."""

    figures: tuple[tuple[str, str], ...]
    """(figure, words)."""


Part = Table | Text | Numbers | Drawing


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One room's share of a report."""

    id: str
    """Where a link in the page leads."""
    title: str
    """Its heading."""
    parts: tuple[Part, ...]
    """What it shows, in order."""
    stamp: str | None = None
    """A warning in a frame, such as *simulated people*."""
    signature: str | None = None
    """How its numbers were made, one signature a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A whole report."""

    title: str
    """Its heading."""
    interface: str
    """Language of its own words: en or fr."""
    sections: tuple[Section, ...]
    """In the order of the chain."""
    lead: str | None = None
    """What it is, in a sentence or two."""
    points: tuple[str, ...] = ()
    """What it found, in short, before everything else."""


class Share(float):
    """A number from 0 to 1 that people read in per cent."""


_FRENCH = str.maketrans({",": "\u202f", ".": ","})


def cell_text(cell: Cell, digits: int = 3, interface: str = "en") -> str:
    """A cell as people read it: – for nothing, whole numbers grouped, others rounded.

    >>> cell_text(12345), cell_text(0.12345), cell_text(None), cell_text(0.12345, 3, "fr")
    ('12,345', '0.123', '–', '0,123')
    """
    if cell is None:
        return "–"
    if isinstance(cell, bool):
        return "✓" if cell else "–"
    if isinstance(cell, str):
        return cell
    if isinstance(cell, Share):
        return share_text(cell, interface)
    shown = (f"{cell:,}" if isinstance(cell, int) else f"{cell:.{digits}f}").replace("-", "−")
    return shown.translate(_FRENCH) if interface == "fr" else shown


def share_text(share: float, interface: str = "en") -> str:
    """A share in per cent, with a second digit where the first would be 0.

    >>> share_text(0.0582), share_text(0.0582, "fr"), share_text(0.0004), share_text(0.000001)
    ('5.8\xa0%', '5,8\xa0%', '0.04\xa0%', '<0.01\xa0%')
    """
    tiny, small = 0 < abs(share) < 0.00005, abs(share) < 0.0005 and share != 0
    shown = "<0.01" if tiny else f"{100 * share:.{2 if small else 1}f}".replace("-", "−")
    return f"{shown.translate(_FRENCH) if interface == 'fr' else shown}\u00a0%"


def range_text(low: float, high: float, interface: str = "en") -> str:
    """The ends of an interval of shares, in per cent.

    >>> range_text(0.483, 0.54, "fr")
    '48,3–54,0\xa0%'
    """
    return "–".join((share_text(low, interface)[:-2], share_text(high, interface)))


def share_of(value: float | None) -> Share | None:
    """A share for a table; None stays None."""
    return None if value is None else Share(value)


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
