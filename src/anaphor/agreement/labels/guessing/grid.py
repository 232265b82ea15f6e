"""The part of a wide table that holds labels or votes, and which of its columns are nobody's: comments, verdicts."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from anaphor.agreement.labels.content.cells import spelled_alike, spelled_number
from anaphor.agreement.labels.content.table import LabelFile
from anaphor.agreement.labels.labelling import SUMMARY_WORDS, LabelSettings, plain_word, says_annotator, says_beside
from anaphor.text import Message, message

_ENOUGH, _POINTS = 10, 11
"""Rows from which on a scale shows, and points that it may have: one from 0 to 10 has eleven."""
_SPLIT = 10
"""Items on which others differ from which on one who always sides with the majority is no annotator."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Grid:
    """The part of a wide table that holds labels or votes."""

    file: LabelFile
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    """The cells, rows × columns."""
    lines: tuple[int, ...]
    row_word: str = ""
    """Name of the column that names the rows, if there is one."""
    notes: tuple[Message, ...] = ()

    def taken(self, places: Sequence[int], *said: Message) -> "Grid":
        """The grid with these columns only, and what is said of the others."""
        columns = tuple(self.columns[place] for place in places)
        cells = tuple(tuple(row[place] for place in places) for row in self.cells)
        return replace(self, columns=columns, cells=cells, notes=(*self.notes, *said))

    def unique_rows(self) -> tuple[str, ...]:
        """The names of the rows; two that are alike are refused."""
        seen: set[str] = set()
        for name, line in zip(self.rows, self.lines, strict=True):
            if name in seen:
                raise self.file.impossible("agreement-rows-alike", line=line, name=repr(name))
            seen.add(name)
        return self.rows


def column_values(columns: Sequence[Sequence[str]], settings: LabelSettings) -> list[set[str]]:
    """The different labels of each column; numbers are spelled alike in all of them, so that 1.0 meets 1."""
    found = [set(cells) - settings.missing for cells in columns]
    names = sorted(set().union(*found))
    alike = dict(zip(names, spelled_alike(names), strict=True))
    return [{alike[value] for value in each} for each in found]


def without_beside(grid: Grid) -> Grid:
    """The grid without columns whose names say that they are no annotator's, and without rows that sum it up."""
    last = len(grid.rows)
    while last > 2 and grid.row_word and plain_word(grid.rows[last - 1]) in SUMMARY_WORDS:
        last -= 1
    if last < len(grid.rows):
        names = ", ".join(grid.rows[last:])
        notes = (*grid.notes, message("labels-summary", count=len(grid.rows) - last, names=names))
        grid = replace(grid, rows=grid.rows[:last], cells=grid.cells[:last], lines=grid.lines[:last], notes=notes)
    beside = [place for place, name in enumerate(grid.columns) if says_beside(name) and not says_annotator(name)]
    kept = [place for place in range(len(grid.columns)) if place not in beside]
    if not beside or len(kept) < 2:
        return grid
    return grid.taken(kept, *(message("labels-beside", column=grid.columns[place]) for place in beside))


def without_foreign(grid: Grid, settings: LabelSettings) -> Grid:
    """The grid without columns that share no value with any other, as comments do; of few rows, where two are left.

    Numbers beside numbers stay, since measurements seldom meet, unless the others are a scale of few points that
    these are not on; and so does a column that is called an annotator's.
    """
    values = column_values([[row[place] for row in grid.cells] for place in range(len(grid.columns))], settings)
    numeric = [all(spelled_number(value) is not None for value in each) for each in values]
    enough, outside = len(grid.rows) >= _ENOUGH, _off_the_scale(grid, settings)
    foreign = [
        place
        for place, each in enumerate(values)
        if place in outside
        or (
            (len(each) > 1 or (each and enough))
            and not says_annotator(grid.columns[place])
            and not any(each & other for number, other in enumerate(values) if number != place)
            and not (numeric[place] and sum(numeric) > 1)
        )
    ]
    kept = [place for place in range(len(grid.columns)) if place not in foreign]
    if not foreign or (len(kept) < 2 and not (enough and len(grid.columns) > 1)):
        return grid
    return grid.taken(kept, *(message("agreement-left-out-foreign", column=grid.columns[place]) for place in foreign))


def _off_the_scale(grid: Grid, settings: LabelSettings) -> list[int]:
    """Columns most of whose numbers are not on the scale of few points that others share, as ages beside ratings."""
    given = [
        [spelled_number(cell) for cell in column if cell not in settings.missing]
        for column in zip(*grid.cells, strict=True)
    ]
    cells = [[] if None in column else column for column in given]
    inside, outside = [place for place, column in enumerate(cells) if column], list[int]()

    def share(place: int) -> float:
        """How much of a column stands in others, too."""
        known = {cell for other in inside if other != place for cell in cells[other]}
        return sum(cell in known for cell in cells[place]) / len(cells[place])

    while len(inside) > 2 and share(last := min(inside, key=share)) < 0.5:
        inside.remove(last)
        outside.append(last)
    points = {cell for place in inside for cell in cells[place]}
    sure = len(grid.rows) >= _ENOUGH and len(points) <= _POINTS and all(share(place) >= 0.9 for place in inside)
    return [place for place in outside if sure and not says_annotator(grid.columns[place])]


def second_question(grid: Grid, settings: LabelSettings) -> list[str]:
    """The columns that share no label with the first one, where two or more of them share theirs: another question."""
    places = [place for place, name in enumerate(grid.columns) if name not in settings.without]
    values = column_values([[row[place] for row in grid.cells] for place in places], settings)
    known, others = set(values[0]) if values else set(), list(range(1, len(values)))
    while near := [place for place in others if values[place] & known]:
        known = known.union(*(values[place] for place in near))
        others = [place for place in others if place not in near]
    numeric = all(spelled_number(value) is not None for each in values for value in each)
    together = any(values[one] & values[two] for one in others for two in others if one < two)
    return [grid.columns[places[place]] for place in others] if together and not numeric else []


def without_majority(grid: Grid, settings: LabelSettings) -> Grid:
    """The grid without a column that always says what most of the others say where they differ: that is a verdict."""
    for place in (len(grid.columns) - 1, 0) if len(grid.columns) > 3 else ():
        split = followed = 0
        for row in grid.cells:
            others = Counter(
                cell for number, cell in enumerate(row) if number != place and cell not in settings.missing
            )
            (most, votes), (_, next_votes), *_ = (*others.most_common(2), ("", 0), ("", 0))
            if next_votes and votes > next_votes:
                split += 1
                followed += row[place] == most
        if split >= _SPLIT and followed == split and not says_annotator(grid.columns[place]):
            kept = [number for number in range(len(grid.columns)) if number != place]
            return grid.taken(kept, message("labels-majority", column=grid.columns[place], items=split))
    return grid
