"""The part of a wide table that holds labels or votes, and which of its columns are nobody's: comments, verdicts."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations

from anaphor.agreement.labels.content.cells import spelled_alike, spelled_number
from anaphor.agreement.labels.content.opening import LabelFile
from anaphor.agreement.labels.guessing import wording
from anaphor.agreement.labels.labelling import LabelSettings
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

    def less(self, places: Sequence[int], code: str) -> "Grid":
        """The grid without these columns, and a note of that code on each of them."""
        said = [message(code, column=self.columns[place] or str(place + 1)) for place in places]
        return self.taken([place for place in range(len(self.columns)) if place not in places], *said)

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
    while last > 2 and grid.row_word and wording.called(grid.rows[last - 1], "summary"):
        last -= 1
    if last < len(grid.rows):
        names = ", ".join(grid.rows[last:])
        notes = (*grid.notes, message("labels-summary", count=len(grid.rows) - last, names=names))
        grid = replace(grid, rows=grid.rows[:last], cells=grid.cells[:last], lines=grid.lines[:last], notes=notes)
    beside = [
        place
        for place, name in enumerate(grid.columns)
        if wording.says_beside(name) and not wording.says_annotator(name)
    ]
    return grid if len(grid.columns) - len(beside) < 2 else grid.less(beside, "labels-beside")


def without_empty(grid: Grid, settings: LabelSettings) -> Grid:
    """The grid without columns in which nothing stands: those are nobody's."""
    empty = [place for place, each in enumerate(zip(*grid.cells, strict=True)) if settings.missing.issuperset(each)]
    return grid.less(empty, "labels-empty") if len(empty) < len(grid.columns) else grid


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
            and not wording.says_annotator(grid.columns[place])
            and not any(each & other for number, other in enumerate(values) if number != place)
            and not (numeric[place] and sum(numeric) > 1)
        )
    ]
    if len(grid.columns) - len(foreign) < 2 and not (enough and len(grid.columns) > 1):
        return grid
    return grid.less(foreign, "agreement-left-out-foreign")


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
    return [place for place in outside if sure and not wording.says_annotator(grid.columns[place])]


def other_answers(columns: Sequence[Sequence[str]], settings: LabelSettings) -> list[int]:
    """Of columns that are items those whose answers are none of those to most others, as what is asked about a person.

    Sliders, whose numbers seldom meet, are no such answers; and classes that the user lists belong together.
    """
    values = column_values(columns, settings)
    groups, enough = list[list[int]](), bool(columns) and len(columns[0]) >= _ENOUGH
    for place, each in enumerate(values):
        near = [group for group in groups if any(values[other] & each for other in group)]
        groups = [group for group in groups if group not in near] + ([[*chain(*near), place]] if each else [])
    groups.sort(key=len, reverse=True)
    known = {spelled_number(value) for place in groups[0] for value in values[place]} if groups else set()
    sliders = None not in known and len(known) > _POINTS
    if settings.labelling.classes or sliders or not groups or len(groups[0]) <= sum(map(len, groups)) / 2:
        return []
    return sorted(place for place in chain(*groups[1:]) if len(values[place]) > 1 or enough)


def without_other_answers(grid: Grid, settings: LabelSettings) -> Grid:
    """The grid, whose columns are items, without those that `other_answers` finds."""
    return grid.less(other_answers(list(zip(*grid.cells, strict=True)), settings), "labels-other-answers")


def without_compared(grid: Grid) -> Grid:
    """The grid without columns of yes and no that say where others are alike, as a formula in a sheet does."""
    columns, rows = list(zip(*grid.cells, strict=True)), range(len(grid.rows))
    varied = [place for place, each in enumerate(columns) if len(set(each)) > 1]
    told = [
        place for place in varied if len(set(columns[place])) == 2 and all(map(wording.says_yes_no, columns[place]))
    ]
    compared = list[int]()

    def compares(place: int) -> bool:
        others = [each for each in varied if each != place and each not in compared]
        for some in (others, [each for each in others if each not in told], *combinations(others[:_POINTS], 2)):
            alike = [len({columns[each][row] for each in some}) == 1 for row in rows]
            if len(some) > 1 and len(set(zip(columns[place], alike, strict=True))) == len(set(alike)) == 2:
                return True
        return False

    while len(rows) >= _ENOUGH and (found := [each for each in told if each not in compared and compares(each)]):
        compared.append(found[-1])  # of three that fit each other the last one is made of the others
    return grid.less(compared, "labels-compared")


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
        if split >= _SPLIT and followed == split and not wording.says_annotator(grid.columns[place]):
            kept = [number for number in range(len(grid.columns)) if number != place]
            return grid.taken(kept, message("labels-majority", column=grid.columns[place], items=split))
    return grid
