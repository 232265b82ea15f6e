"""What every result can become: a section of sentences, tables and figures, whatever it is then written as.

One section is made for each result; `report` writes it for the terminal, as JSON, HTML, Markdown and LaTeX.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from anaphor.text import interface

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Cell = str | int | float | None
"""A cell of a table; numbers stay numbers until they are written."""


class Medium(StrEnum):
    """Where a part is shown, if not everywhere."""

    TERMINAL = "terminal"
    """Only in the terminal."""
    PAGE = "page"
    """Only in documents: HTML, Markdown, LaTeX."""


class Share(float):
    """A number from 0 to 1 that people read in per cent."""


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
    right: tuple[int, ...] = ()
    """Columns of figures that are written already; a terminal sets them to the right, as it does numbers."""
    only: Medium | None = None
    """The one medium that shows it; None: all do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A paragraph, or points one under the other."""

    lines: tuple[str, ...]
    """The paragraph, or the points."""
    points: bool = False
    """True: each line is a point of a list."""
    soft: bool = False
    """True: a remark beside the matter."""
    talk: bool = False
    """True: said to the user beside the data; a terminal shows it on stderr."""
    language: str | None = None
    """Language of the lines where it is not the report's own."""
    colours: tuple[tuple[str, str], ...] = ()
    """(regular expression, style): what a terminal sets off in each line, such as `(" → .*$", "green")`."""
    only: Medium | None = None
    """The one medium that shows it; None: all do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """A few figures to be seen at once, each with the words under it."""

    figures: tuple[tuple[str, str], ...]
    """(figure, words)."""
    only: Medium | None = None
    """The one medium that shows it; None: all do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A figure and the numbers in it; a terminal shows neither."""

    figure: "Figure"
    """What is drawn."""
    title: str
    """What it shows, in one line; also the figure's description for those who cannot see it."""
    columns: tuple[str, ...]
    """Names of the table's columns."""
    rows: tuple[tuple[Cell, ...], ...]
    """The table behind the figure."""
    digits: int = 3
    """Digits behind the point of the table's numbers."""
    only: Medium | None = Medium.PAGE
    """The one medium that shows it."""


Part = Table | Text | Numbers | Drawing


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One result: what is shown of it to people, and the document that programs read."""

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
    data: Mapping[str, Any] | None = None
    """The same result for programs: one JSON document with stable keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A whole report."""

    title: str
    """Its heading."""
    sections: tuple[Section, ...]
    """In the order of the chain."""
    interface: str = field(default_factory=interface)
    """Language of its own words."""
    lead: str | None = None
    """What it is, in a sentence or two."""
    points: tuple[str, ...] = ()
    """What it found, in short, before everything else."""

    def for_documents(self) -> "Report":
        """The report without what only a terminal shows."""
        kept = (
            replace(each, parts=tuple(part for part in each.parts if part.only is not Medium.TERMINAL))
            for each in self.sections
        )
        return replace(self, sections=tuple(kept))
