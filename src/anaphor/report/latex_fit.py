"""How a long table fits the line of an ordinary article: size of type, widths of columns, upright or on its side."""

from collections.abc import Sequence
from dataclasses import dataclass

from anaphor.report.cells import figure_columns
from anaphor.section import Table

GAP = 6.0
"""Between two columns, in points."""
_SIZES = {"": 5.1, r"\small": 4.7, r"\footnotesize": 4.4, r"\scriptsize": 4.1, r"\tiny": 3.5}
"""Width of a letter in each size of type, in points: Computer Modern is wider where it is small."""
_UPRIGHT, _TURNED = 345.0, 540.0
"""Width of the line, in points."""
_WHOLE = 16
"""Most letters of a cell that never breaks into lines."""
_SIDE_BY_SIDE = 20
"""Letters that a line of a broken cell has at least."""
_SENTENCE = 60
"""Letters of a first cell from which on it is no name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """How a table is set."""

    size: str
    """The command for the size of type; empty for that of the text."""
    places: str
    """Where the cells of each column stand, as `longtable` wants it."""
    turned: bool
    """True: on its side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Column:
    """What decides the width of a column."""

    longest: int
    """Letters of its longest cell."""
    word: int
    """Letters of its longest word."""
    breaks: bool
    """Whether its cells may break into lines."""
    figures: bool
    """Whether it holds figures only."""

    @property
    def least(self) -> int:
        """Letters that it needs side by side."""
        return max(self.word, min(self.longest, _SIDE_BY_SIDE)) if self.breaks else self.longest


def fit_of(table: Table, cells: Sequence[Sequence[str]]) -> Fit:
    """The largest type in which the table fits the line; on its side where it never does upright."""
    columns = _columns(table, cells)
    for turned, line in ((False, _UPRIGHT), (True, _TURNED)):
        for size, letter in _SIZES.items():
            left = line - GAP * len(columns) - letter * sum(each.least for each in columns)
            if left >= 0 and (turned or size != r"\tiny"):
                return Fit(size=size, places=_places(columns, left, letter, line), turned=turned)
    return Fit(size=r"\tiny", places=_places(columns, 0.0, _SIZES[r"\tiny"], _TURNED), turned=True)


def _columns(table: Table, cells: Sequence[Sequence[str]]) -> list[_Column]:
    columns = []
    for number, (column, figures) in enumerate(
        zip(zip(table.columns, *cells, strict=True), figure_columns(table.rows), strict=True)
    ):
        longest = max(map(len, column))
        breaks = not figures and longest > (_WHOLE if number else _SENTENCE)
        word = max((len(word) for cell in column for word in cell.split(" ")), default=0)
        columns.append(_Column(longest=longest, word=word, breaks=breaks, figures=figures))
    return columns


def _places(columns: Sequence[_Column], left: float, letter: float, line: float) -> str:
    """The places of the cells; what is left of the line goes to the columns that break, more to those with more."""
    wish = sum((each.longest - each.least) ** 0.5 for each in columns)
    places = []
    for each in columns:
        if not each.breaks:
            places.append("r" if each.figures else "l")
            continue
        more = left * (each.longest - each.least) ** 0.5 / wish if wish else 0.0
        width = min(each.longest * letter, each.least * letter + more)
        places.append(rf"p{{{width / line:.3f}\linewidth}}")
    return "".join(places)
