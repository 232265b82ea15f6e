"""The part of a wide table that holds labels or votes, and which of its columns are nobody's: comments, verdicts."""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from itertools import chain, combinations, islice
from statistics import fmean, median

from anaphor.answers import vocabulary
from anaphor.answers.cells import ABSTAINED, one_word, spelled_alike, spelled_number
from anaphor.answers.labelling import LabelSettings
from anaphor.answers.opening import LabelFile
from anaphor.answers.roles import looks_like
from anaphor.text import Message, message

_ENOUGH = 10
"""Rows from which on a scale shows."""
_POINTS = 11
"""Points that a scale may have: one from 0 to 10 has eleven."""
_MOST_SUMMARIES = 6
"""Rows below a table that may sum it up though they are not called so."""
_FEWEST_ODD = 8
"""Rows from which on one whose cells stand nowhere else is odd."""
_AGAIN = 0.9
"""Share of the cells of other rows that stand again where one row is odd."""
_SHOWN_CELLS = 4
"""Cells of such a row that are shown."""
_REMARK = re.compile(r"[:=]")
"""What stands in a remark below a table."""
_SELDOM = 0.5
"""Share of the rows in which a column is empty from which on it may hold remarks."""
_SPLIT = 10
"""Items on which others differ from which on one who always sides with the majority is no annotator,"""
_COMPARED = 20
"""Other columns that it is held against."""
_ACCIDENT = 0.05
"""if somebody who differs as seldom as the best of the others would do so no more often than that."""
_SIGNS = r"_.:/|\\[](){}<>#@~=+*&;,– -"
"""What parts the question from the annotator in the name of a column, or stands around one of them."""
_PARTS = re.compile(f"[{re.escape(_SIGNS)}]+")
_SHORTEST_PART = 2
"""Letters that each part of a name has at least where no sign, capital or digit parts them."""
_LONGEST_JOINED = 100
"""Letters of a name that may be two without such a sign: each place is tried with all other names."""
_LEADING = 4
"""First columns that may be something else beside columns whose names are made of two parts."""
_LAST_NUMBER = re.compile(r"(.*\D)(\d+)")
_FRACTION = re.compile(r"(\d+)\s*/\s*(\d+)")
_NEAR_ONE = 0.021
"""By how much shares may miss a sum of 1 when they are rounded to two digits."""
_OTHER_LABELS = 0.2
"""By how much larger a share of their labels columns of one question have in common than those of one person."""
_AGREE_MORE = 0.05
"""By how much more often two people agree on a question than one person says the same to two, where that is clear."""
_MOST_PAIRS = 3_000
"""Pairs of columns that are compared, of however many."""
_BITS = {"0", "1"}
_TRUTHS = {"false", "true"}
_PERCENT = re.compile(
    r"%|(?<![^\W_])(?:pct|perc|percent|percentage|pourcent|pourcentage|prozent)(?![^\W_])", re.IGNORECASE
)
_FEWEST_SHARED = 3
"""Rows from which on shares show."""
_FEWEST_SAID = 10
"""Rows from which on a column shows that it says the same as the others in other words."""
_SAYS_SAME = 0.4
"""Agreement beyond chance from which on it does."""
_LESS_ALIKE = 0.15
"""By how much less often than the others it may say what most of them say."""
_FRACTIONS = 3
"""Different fractions from which on a column holds probabilities, and no label that happens to be 0.5."""


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
    total: str = ""
    """Name of the column that held the sums of the rows, and was left out."""
    notes: tuple[Message, ...] = ()

    def taken(self, places: Sequence[int], *said: Message) -> "Grid":
        """The grid with these columns only, and what is said of the others."""
        columns = tuple(self.columns[place] for place in places)
        cells = tuple(tuple(row[place] for place in places) for row in self.cells)
        return replace(self, columns=columns, cells=cells, notes=(*self.notes, *said))

    def less(self, places: Sequence[int], code: str) -> "Grid":
        """The grid without these columns, and a note of that code on each of them."""
        said = [message(code, column=self.columns[place] or str(place + 1)) for place in places]
        others = set(range(len(self.columns))).difference(places)
        return self.taken(sorted(others), *said)

    def unique_rows(self) -> tuple[str, ...]:
        """The names of the rows; two that are alike are refused."""
        seen: set[str] = set()
        for name, line in zip(self.rows, self.lines, strict=True):
            if name in seen:
                raise self.file.impossible("agreement-rows-alike", line=line, name=repr(name))
            seen.add(name)
        return self.rows


def column_values(columns: Sequence[Sequence[str]], settings: LabelSettings) -> list[set[str]]:
    """The different labels of each column, spelled alike in all of them: 1.0 meets 1, YES meets yes, TRUE meets 1."""
    found = [set(cells) - settings.missing for cells in columns]
    names = sorted(set().union(*found))
    alike = dict(zip(names, spelled_alike(names), strict=True))
    if not settings.labelling.classes:
        alike = {name: one_word(spelled) for name, spelled in alike.items()}
    values = [{alike[value] for value in each} for each in found]
    if _BITS in values:  # what a sheet writes as TRUE one person may have typed as 1
        values = [_BITS if each == _TRUTHS else each for each in values]
    return values


def holders_of(columns: Sequence[Iterable[Hashable]]) -> dict[Hashable, dict[int, None]]:
    """For each value the columns that have it, in their order."""
    holders: dict[Hashable, dict[int, None]] = {}
    for place, values in enumerate(columns):
        for value in values:
            holders.setdefault(value, {})[place] = None
    return holders


def without_summary(grid: Grid) -> Grid:
    """The grid without rows below it that sum it up."""
    last = _first_summary(grid)
    if last == len(grid.rows):
        return grid
    names = ", ".join(grid.rows[last:])
    notes = (*grid.notes, message("labels-summary", count=len(grid.rows) - last, names=names))
    return replace(grid, rows=grid.rows[:last], cells=grid.cells[:last], lines=grid.lines[:last], notes=notes)


def without_odd_rows(grid: Grid, settings: LabelSettings) -> Grid:
    """The grid without a first or last row whose cells stand nowhere else, and without remarks below it.

    A second row of headings has another text for each column, or one in brackets; means below numbers have decimals.
    An item to which everybody gives one rare label stays.
    """
    grid = _without_remarks(grid, settings)
    if len(grid.rows) < _FEWEST_ODD:
        return grid
    cells = [[cell for cell in row if cell not in settings.missing] for row in grid.cells]
    often = Counter(cell for row in cells for cell in set(row))
    for place in (0, len(cells) - 1):
        own = cells[place]
        others = [cell for number, row in enumerate(cells) if number != place for cell in row]
        again = sum(often[cell] > 1 for cell in others)
        if len(own) < 2 or any(often[cell] > 1 for cell in own) or again < _AGAIN * len(others):
            continue
        whole = [_is_whole(cell) for cell in {*others}]
        if all(whole):
            odd = not any(map(_is_whole, own))
        else:
            bracketed = all(cell[0] + cell[-1] in ("()", "[]", "{}", "<>") for cell in own)
            odd = bracketed or (len(set(own)) == len(own) and not any(whole))
        if odd:
            kept = [number for number in range(len(cells)) if number != place]
            said = message("labels-row-alone", row=grid.rows[place], cells=", ".join(own[:_SHOWN_CELLS]))
            return _rows_of(grid, kept, said)
    return grid


def _without_remarks(grid: Grid, settings: LabelSettings) -> Grid:
    """The grid without rows below it that hold no label and are called as no item is: `n = 20`."""
    last = len(grid.rows)
    while last > 2 and settings.missing.issuperset(grid.cells[last - 1]) and _REMARK.search(grid.rows[last - 1]):
        last -= 1
    while last > 2 and settings.missing.issuperset(grid.cells[last - 1]) and not grid.rows[last - 1]:
        last -= 1
    if last == len(grid.rows) or not grid.row_word or any(map(_REMARK.search, grid.rows[:last])):
        return grid
    names = ", ".join(filter(None, grid.rows[last:]))
    return _rows_of(grid, range(last), message("labels-summary", count=len(grid.rows) - last, names=names))


def _rows_of(grid: Grid, kept: Sequence[int], said: Message) -> Grid:
    return replace(
        grid,
        rows=tuple(grid.rows[place] for place in kept),
        cells=tuple(grid.cells[place] for place in kept),
        lines=tuple(grid.lines[place] for place in kept),
        notes=(*grid.notes, said),
    )


def _is_whole(cell: str) -> bool:
    number = spelled_number(cell)
    return number is not None and number.is_integer()


def without_beside(grid: Grid, settings: LabelSettings) -> Grid:
    """The grid without columns whose names say that they are no annotator's, and are not a question of several."""
    asked = _asked_in(grid, settings)
    # Where rows are people, a column that is called page may be a word that they judged.
    parts = Counter(vocabulary.plain(name) for name in grid.columns if vocabulary.says_position(name))
    parts = Counter() if vocabulary.called(grid.row_word, "annotator") else parts
    # Labelling functions are called after what they look for, and abstain: `has_link` is one.
    codes = [place for place, cells in enumerate(zip(*grid.cells, strict=True)) if ABSTAINED in cells]
    abstaining = codes if len(codes) > len(grid.columns) / 2 else []
    beside = [
        place
        for place, name in enumerate(grid.columns)
        if (vocabulary.says_beside(name) or parts[vocabulary.plain(name)] == 1)
        and not vocabulary.says_annotator(name)
        and place not in abstaining
        and name not in asked
    ]
    texts = [place for place in beside if vocabulary.is_sentence(grid.columns[place])]
    if texts:  # an item whose text speaks of age or time is labelled as others are
        columns = list(zip(*grid.cells, strict=True))
        labels = set(chain.from_iterable(columns[place] for place in range(len(columns)) if place not in beside))
        labels = labels or set(chain.from_iterable(columns[place] for place in texts))
        beside = [place for place in beside if place not in texts or not labels.issuperset(columns[place])]
    return grid if len(grid.columns) - len(beside) < 2 else grid.less(beside, "labels-beside")


def _asked_in(grid: Grid, settings: LabelSettings) -> set[str]:
    """The columns of questions whose name has a word for what is known of items, and others: offensive_language_ann.

    Their labels are also those of another question: how sure somebody was is said in other words or numbers.
    """
    values = column_values(list(zip(*grid.cells, strict=True)), settings)
    held = dict(zip(grid.columns, values, strict=True))
    for pairs, lefts, rights in crossing_of(grid.columns) if len(grid.columns) > 3 else []:
        for side, parts in ((0, lefts), (1, rights)):
            about = [part for part in parts if vocabulary.says_beside(part)]
            sets = {part: [held[name] for name, pair in pairs.items() if pair[side] == part] for part in parts}
            others = set().union(*(each for part in parts if part not in about for each in sets[part]))
            asked = [part for part in about if vocabulary.has_other_words(part) and others & set().union(*sets[part])]
            if asked and len(asked) == len(about) < len(parts):
                return {name for name, pair in pairs.items() if pair[side] in asked}
    return set()


def _first_summary(grid: Grid) -> int:
    """The place of the first of the rows below a table that sum it up: its length where there is none.

    They are called so; or they are numbers while no label is one, or are none of the labels and begin with such a word.
    """
    last = len(grid.rows)
    most = min(_MOST_SUMMARIES, last - 3) if grid.row_word else 0
    cells = [[cell for cell in row if cell] for row in grid.cells]
    for count in range(most, 0, -1):
        first = last - count
        above = {cell for row in cells[:first] for cell in row}
        words = not any(spelled_number(cell.removesuffix("%")) is not None for cell in above)
        below = list(zip(grid.rows[first:], cells[first:], strict=True))
        if all(
            vocabulary.called(name, "summary")
            or (row and words and all(spelled_number(cell.removesuffix("%")) is not None for cell in row))
            or (row and above.isdisjoint(row) and vocabulary.begins_summary(name))
            for name, row in below
        ):
            return first
    while last > 2 and grid.row_word and vocabulary.called(grid.rows[last - 1], "summary"):
        last -= 1
    return last - 1 if last == len(grid.rows) > _ENOUGH and _sums_above(grid) else last


def _sums_above(grid: Grid) -> bool:
    """Whether each cell of the last row is the sum of those above it."""
    *above, last = [[spelled_number(cell) if cell else 0.0 for cell in row] for row in grid.cells]
    if any(None in row for row in (*above, last)) or len(grid.columns) < 2:
        return False
    return [sum(cell or 0 for cell in cells) for cells in zip(*above, strict=True)] == last


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
    enough, outside = len(grid.rows) >= _ENOUGH, set(_off_the_scale(grid, settings))
    holders, numbers = holders_of(values), sum(numeric)
    foreign = [
        place
        for place, each in enumerate(values)
        if place in outside
        or (
            (len(each) > 1 or (each and enough))
            and not vocabulary.says_annotator(grid.columns[place])
            and all(len(holders[value]) == 1 for value in each)
            and not (numeric[place] and numbers > 1)
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
    cells = [Counter() if None in column else Counter(column) for column in given]
    inside, outside = {place for place, column in enumerate(cells) if column}, list[int]()
    holders = holders_of(cells)
    # How many cells of a column stand in others, too; the least comes first, and is looked at anew where that changed.
    common = [sum(count for cell, count in column.items() if len(holders[cell]) > 1) for column in cells]

    def share(place: int) -> float:
        return common[place] / cells[place].total()

    waiting = [(share(place), place) for place in inside]
    heapify(waiting)
    while len(inside) > 2:
        least, last = heappop(waiting)
        if last not in inside or least != share(last):
            continue
        if least >= 0.5:
            break
        inside.remove(last)
        outside.append(last)
        for cell in cells[last]:
            del holders[cell][last]
            if len(holders[cell]) == 1:
                other = next(iter(holders[cell]))
                common[other] -= cells[other][cell]
                heappush(waiting, (share(other), other))
    points = {cell for place in inside for cell in cells[place]}
    sure = len(grid.rows) >= _ENOUGH and len(points) <= _POINTS and all(share(place) >= 0.9 for place in inside)
    return [place for place in outside if sure and not vocabulary.says_annotator(grid.columns[place])]


def other_answers(columns: Sequence[Sequence[str]], settings: LabelSettings, names: Sequence[str] = ()) -> list[int]:
    """Of columns that are items those whose answers are none of those to most others, as what is asked about a person.

    One answer that nobody gave to another item is that to an item all the same where there are few rows, but for
    remarks, which few people write, and columns called after people or times. Sliders, whose numbers seldom meet, are
    no such answers; and classes that the user lists belong together.
    """
    values = column_values(columns, settings)
    enough = bool(columns) and len(columns[0]) >= _ENOUGH
    joined = list(range(len(values)))  # each column leads to another of its group, and so to the group's first

    def first(place: int) -> int:
        while joined[place] != place:
            joined[place] = joined[joined[place]]
            place = joined[place]
        return place

    for one, *others in holders_of(values).values():
        for other in others:
            joined[max(first(one), first(other))] = min(first(one), first(other))
    grouped: dict[int, list[int]] = {}
    for place, each in enumerate(values):
        if each:
            grouped.setdefault(first(place), []).append(place)
    # Of groups of one size the one that was completed first stands first.
    groups = sorted(grouped.values(), key=lambda group: (-len(group), group[-1]))
    known = {spelled_number(value) for place in groups[0] for value in values[place]} if groups else set()
    sliders = None not in known and len(known) > _POINTS
    if settings.labelling.classes or sliders or not groups or len(groups[0]) <= sum(map(len, groups)) / 2:
        return []
    blank = [sum(cell in settings.missing for cell in cells) / max(len(cells), 1) for cells in columns]
    remarks = blank[groups[0][0]] < _SELDOM < max(blank)
    aside = {place for place, name in enumerate(names) if vocabulary.called(name, "annotator", "aside")}
    aside |= {place for place, share in enumerate(blank) if remarks and share > _SELDOM}
    return sorted(place for place in chain(*groups[1:]) if len(values[place]) > 1 or enough or place in aside)


def without_other_answers(grid: Grid, settings: LabelSettings) -> Grid:
    """The grid, whose columns are items, without those that `other_answers` finds."""
    return grid.less(other_answers(list(zip(*grid.cells, strict=True)), settings, grid.columns), "labels-other-answers")


def without_compared(grid: Grid) -> Grid:
    """The grid without columns of yes and no that say where others are alike, as a formula in a sheet does."""
    columns = list(zip(*grid.cells, strict=True))
    varied = [place for place, each in enumerate(columns) if len(set(each)) > 1]
    told = [
        place for place in varied if len(set(columns[place])) == 2 and all(map(vocabulary.says_yes_no, columns[place]))
    ]
    compared, left = dict[int, None](), dict.fromkeys(varied)
    some = sorted(set(varied).difference(told))
    rows = [Counter(row[place] for place in varied) for row in grid.cells]
    others = [len({row[place] for place in some}) == 1 for row in grid.cells]

    def fits(place: int, alike: Sequence[bool]) -> bool:
        return len(set(zip(columns[place], alike, strict=True))) == len(set(alike)) == 2

    def compares(place: int) -> bool:
        # Without its own cell a row has one value fewer, if it is the only one who says so.
        alike = [len(values) - (values[cell] == 1) == 1 for values, cell in zip(rows, columns[place], strict=True)]
        if (len(left) > 2 and fits(place, alike)) or (len(some) > 1 and fits(place, others)):
            return True
        few = list(islice((each for each in left if each != place), _POINTS))
        pairs = ((columns[one], columns[two]) for one, two in combinations(few, 2))
        return any(fits(place, [a == b for a, b in zip(*pair, strict=True)]) for pair in pairs)

    def last_compared() -> int | None:
        return next((each for each in reversed(told) if each not in compared and compares(each)), None)

    while len(grid.rows) >= _ENOUGH and (place := last_compared()) is not None:
        compared[place] = None  # of three that fit each other the last one is made of the others
        del left[place]
        for values, cell in zip(rows, columns[place], strict=True):
            values[cell] -= 1
            if not values[cell]:
                del values[cell]
    return grid.less(list(compared), "labels-compared")


def named_beside(grid: Grid, settings: LabelSettings) -> list[str]:
    """The columns that are called after names of people or items, and have none of the others' labels: a long table.

    A column that stands alone, called after a person, is the labels of that one annotator.
    """
    values = column_values(list(zip(*grid.cells, strict=True)), settings)
    holders, several = holders_of(values), len(grid.columns) > 1
    return [
        name
        for name, own in zip(grid.columns, values, strict=True)
        if vocabulary.says_identifier(name)
        or (
            several
            and vocabulary.called(name, "annotator")
            and name.isalpha()
            and all(len(holders[each]) == 1 for each in own)
        )
    ]


def second_question(grid: Grid, settings: LabelSettings) -> list[str]:
    """The columns that share no label with the first one, where two or more of them share theirs: another question."""
    places = [place for place, name in enumerate(grid.columns) if name not in settings.without]
    different = {place: len({row[place] for row in grid.cells}) for place in places}
    # Nobody answers one thing throughout, or another one each time: such a column is no question to keep.
    places.sort(key=lambda place: different[place] in (1, len(grid.rows)))
    values = column_values([[row[place] for row in grid.cells] for place in places], settings)
    known, others = set(values[0]) if values else set(), list(range(1, len(values)))
    holders, waiting, near = holders_of(values), list(known), set[int]()
    while waiting:  # whoever shares a label with somebody near is near
        fresh = [place for place in holders.get(waiting.pop(), ()) if place not in near]
        near.update(fresh)
        for place in fresh:
            waiting += values[place] - known
            known |= values[place]
    others = [place for place in others if place not in near]
    numeric = all(spelled_number(value) is not None for each in values for value in each)
    together = any(len(each) > 1 for each in holders_of([values[place] for place in others]).values())
    return [grid.columns[places[place]] for place in others] if together and not numeric else []


def without_majority(grid: Grid, settings: LabelSettings) -> Grid:
    """The grid without a column that always says what most of the others say: that is a verdict, made of theirs.

    Good annotators mostly do, too, and always where the others differ on few items. So the column must never differ
    from most of the others, nor from all of them, and that must be no accident, going by how seldom the best of the
    others does.
    """
    for place in (len(grid.columns) - 1, 0) if len(grid.columns) > 3 else ():
        side = _side(grid, place, settings)
        if side.differs or side.split < _SPLIT or vocabulary.says_annotator(grid.columns[place]):
            continue
        beside = [other for other in range(len(grid.columns)) if other != place][:_COMPARED]
        others = [_side(grid, other, settings) for other in beside]
        seldom = min((each.differs + 0.5) / (each.told + 1) for each in others)
        if (1 - seldom) ** side.told < _ACCIDENT:
            kept = [number for number in range(len(grid.columns)) if number != place]
            return grid.taken(kept, message("labels-majority", column=grid.columns[place], items=side.split))
    return grid


@dataclass(frozen=True, slots=True, kw_only=True)
class _Side:
    """How one column stands to the others."""

    told: int
    """Rows in which most of the others say the same."""
    split: int
    """Those of them in which some of the others say something else."""
    differs: int
    """Those in which this one does."""


def _side(grid: Grid, place: int, settings: LabelSettings) -> _Side:
    """How often one column differs from most of the others."""
    told = split = differs = 0
    for row in grid.cells:
        others = Counter(cell for number, cell in enumerate(row) if number != place and cell not in settings.missing)
        (most, votes), (_, next_votes), *_ = (*others.most_common(2), ("", 0), ("", 0))
        if votes > next_votes:
            told, split, differs = told + 1, split + (next_votes > 0), differs + (row[place] != most)
    return _Side(told=told, split=split, differs=differs)


def without_means(grid: Grid, settings: LabelSettings) -> Grid:
    """The grid without a column that is in every row the mean or the median of the others, to its printed decimals."""
    if len(grid.rows) < _ENOUGH or len(grid.columns) < 3:
        return grid
    cells = [["" if cell in settings.missing else cell for cell in column] for column in zip(*grid.cells, strict=True)]
    numbers = {
        place: [spelled_number(cell) for cell in column]
        for place, column in enumerate(cells)
        if all(not cell or spelled_number(cell) is not None for cell in column)
    }
    if len(numbers) < 3:
        return grid
    found = [
        place
        for place, own in numbers.items()
        if any(number is not None and not number.is_integer() for number in own)
        and not vocabulary.says_annotator(grid.columns[place])
        and _is_middle_of(cells[place], own, [others for other, others in numbers.items() if other != place])
    ]
    return grid.less(found, "labels-mean")


def without_extremes(grid: Grid, settings: LabelSettings) -> Grid:
    """The grid without columns that are called after the least, the most or the range of the others, and are that."""
    ends = {place: end for place, name in enumerate(grid.columns) if (end := vocabulary.end_of(name))}
    beside = {place for place, name in enumerate(grid.columns) if vocabulary.says_beside(name)}
    columns = [[spelled_number(cell) for cell in column] for column in zip(*grid.cells, strict=True)]
    left = [
        place
        for place in range(len(columns))
        if place not in beside and any(number is not None for number in columns[place])
    ]
    if not ends or len(grid.rows) < _ENOUGH:
        return grid
    found = list[int]()
    for place, end in ends.items():
        # Somebody may be called Max; and a range is no rating of which there is a least.
        for beside_it in ({place}, {*ends}):
            others = [columns[other] for other in left if other not in beside_it]
            rows = [[number for number in row if number is not None] for row in zip(*others, strict=True)]
            if len(others) > 1 and all(rows) and columns[place] == [_end_of(row, end) for row in rows]:
                found.append(place)
                break
    return grid.less(found, "agreement-left-out-names") if found else grid


def _end_of(numbers: Sequence[float], end: str) -> float:
    return min(numbers) if end == "least" else max(numbers) if end == "most" else max(numbers) - min(numbers)


def _is_middle_of(
    printed: Sequence[str], numbers: Sequence[float | None], others: Sequence[Sequence[float | None]]
) -> bool:
    """Whether numbers are in every row the mean, or in every row the median, of others, as precisely as printed."""
    beside = [[number for number in row if number is not None] for row in zip(*others, strict=True)]
    if any((number is None) != (not row) for number, row in zip(numbers, beside, strict=True)):
        return False
    rows = [each for each in zip(printed, numbers, beside, strict=True) if each[1] is not None]
    return any(
        all(abs((number or 0.0) - middle(row)) <= _half_unit(cell) for cell, number, row in rows)
        for middle in (fmean, median)
    )


def _half_unit(printed: str) -> float:
    """Half of the last decimal of a number as it is printed."""
    _, sign, decimals = printed.strip().replace(",", ".").rpartition(".")
    return 0.5 * 10.0 ** -(len(decimals) if sign else 0) + 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """Columns that are each an annotator's answers to one of several questions."""

    questions: tuple[str, ...]
    columns: Mapping[str, Mapping[str, str]]
    """For each question the column of each annotator."""
    sure: bool
    """Whether names or labels say which part of a name is the question, and not only who agrees with whom."""


def crossing_of(names: Sequence[str]) -> list[tuple[dict[str, tuple[str, str]], list[str], list[str]]]:
    """The ways to part the names of columns so that all first parts meet all second parts; empty where there is none.

    >>> [sorted(set(one)) for _, one, _ in crossing_of(["toxic_ann", "toxic_bob", "ironic_ann", "ironic_bob", "id"])]
    [['ironic', 'toxic']]
    >>> [one for _, one, _ in crossing_of(["annToxic", "bobToxic", "annIrony", "bobIrony"])]
    [['ann', 'bob']]
    >>> [two for *_, two in crossing_of(["id", "toxicann", "toxicbob", "ironyann", "ironybob"])]
    [['ann', 'bob']]
    >>> crossing_of(["rater_1", "rater_2", "rater_3"])
    []
    """
    crossings = list[tuple[dict[str, tuple[str, str]], list[str], list[str]]]()
    cuts = {name: (_cut_at_signs(name), _cut_at_letters(name)) for name in names}
    for part in (
        lambda name: cuts[name][0][0],
        lambda name: cuts[name][0][1],
        _at_number,
        lambda name: cuts[name][1][0],
        lambda name: cuts[name][1][1],
    ):
        pairs = {name: pair for name in names if (pair := part(name))}
        while pairs:  # what stands alone on either side is something else
            lefts, rights = (Counter(pair[side] for pair in pairs.values()) for side in (0, 1))
            kept = {name: pair for name, pair in pairs.items() if lefts[pair[0]] > 1 and rights[pair[1]] > 1}
            if len(kept) == len(pairs):
                break
            pairs = kept
        lefts, rights = (Counter(pair[side] for pair in pairs.values()) for side in (0, 1))
        complete = len(pairs) == len(lefts) * len(rights) and len(set(pairs.values())) == len(pairs)
        # A1, A2, B1, B2 are names, and nothing says that they are made of two.
        telling = any(len(word) > 1 and not word.isdigit() for word in lefts)
        if complete and len(pairs) > 3 and telling:
            # Somebody may have answered one of the questions only.
            split = {name: pair for name in names if (pair := part(name))}
            pairs = {name: pair for name, pair in split.items() if pair[0] in lefts or pair[1] in rights}
            one, two = (list(dict.fromkeys(pair[side] for pair in pairs.values())) for side in (0, 1))
            if len(set(pairs.values())) == len(pairs) and all(pairs != other for other, *_ in crossings):
                crossings.append((pairs, one, two))
    return crossings or _product(names)


def _cut_at_signs(name: str) -> tuple[tuple[str, str] | None, tuple[str, str] | None]:
    """The first and the last way to part a name at its signs: toxic_ann, toxic [ann], ann#toxic."""
    return _outer_parts(name, [cut.span() for cut in _PARTS.finditer(name)])


def _cut_at_letters(name: str) -> tuple[tuple[str, str] | None, tuple[str, str] | None]:
    """The first and the last way to part a name before a capital, and behind a number: toxicAnn, Q1A."""
    return _outer_parts(
        name,
        [
            (place, place)
            for place in range(1, len(name))
            if (name[place - 1].islower() and name[place].isupper())
            or (name[place - 1].isdecimal() and name[place].isalpha())
        ],
    )


def _outer_parts(name: str, cuts: Sequence[tuple[int, int]]) -> tuple[tuple[str, str] | None, tuple[str, str] | None]:
    """What the first and the last cut make that leave something on both sides.

    Those between them are not made: all parts of one long name would take the square of its length.
    """

    def outermost(ordered: Iterable[tuple[int, int]]) -> tuple[str, str] | None:
        pairs = ((name[:start].strip(_SIGNS), name[end:].strip(_SIGNS)) for start, end in ordered)
        return next(((one, two) for one, two in pairs if one and two), None)

    return outermost(cuts), outermost(reversed(cuts))


def _at_number(name: str) -> tuple[str, str] | None:
    cut = _LAST_NUMBER.fullmatch(name)
    return (cut[1].rstrip(_SIGNS), cut[2]) if cut and cut[1].rstrip(_SIGNS) else None


def _product(names: Sequence[str]) -> list[tuple[dict[str, tuple[str, str]], list[str], list[str]]]:
    """The one way to part names, wherever that is, so that all first parts meet all second parts; else nothing.

    Four names or more that are such a product are so by no accident; the first columns may be something else.
    """
    for rest in (names[start:] for start in range(min(_LEADING, len(names)))):
        whole = set(rest)
        if len(rest) < 4 or len(whole) < len(rest):
            continue
        first = rest[0]
        if len(first) > _LONGEST_JOINED:
            continue
        for cut in range(len(first) - _SHORTEST_PART, _SHORTEST_PART - 1, -1):
            left, right = first[:cut], first[cut:]
            if left[-1].isdecimal() and right[0].isdecimal():
                continue
            rights = [name[cut:] for name in rest if name.startswith(left)]
            lefts = [name[: len(name) - len(right)] for name in rest if name.endswith(right)]
            if min(len(lefts), len(rights)) < 2 or len(lefts) * len(rights) != len(rest):
                continue
            pairs = {one + two: (one.strip(_SIGNS), two.strip(_SIGNS)) for one in lefts for two in rights}
            short = min(len(part) for pair in pairs.values() for part in pair)
            if pairs.keys() == whole and short >= _SHORTEST_PART and len(set(pairs.values())) == len(pairs):
                one, two = (list(dict.fromkeys(pair[side] for pair in pairs.values())) for side in (0, 1))
                return [(pairs, one, two)]
    return []


def crossed_questions(grid: Grid, settings: LabelSettings) -> Crossing | None:
    """The questions that stand side by side in a table with a column for each question and annotator; else None.

    Which part of a name is the question: the one that is no word for annotators; else that whose columns share their
    labels; else that within which people agree more, since two people agree on one question rather than one person
    says the same to two.
    """
    for pairs, lefts, rights in crossing_of(grid.columns):
        people = [sum(map(_names_somebody, side)) for side in (lefts, rights)]
        if len(pairs) < len(grid.columns) or people == [len(lefts), len(rights)]:  # expert_1, expert_2, coder_1 …
            continue
        (left_shared, left_equal), (right_shared, right_equal) = (
            _alike(grid, pairs, side, settings) for side in (0, 1)
        )
        sure = True
        if people[0] != people[1] and max(people) > min(len(lefts), len(rights)) / 2:
            question = 1 if people[0] > people[1] else 0
        elif abs(left_shared - right_shared) > _OTHER_LABELS:
            question = 0 if left_shared > right_shared else 1
        else:
            question, sure = (0 if left_equal >= right_equal else 1), abs(left_equal - right_equal) > _AGREE_MORE
        columns: dict[str, dict[str, str]] = {}
        for name, pair in pairs.items():
            columns.setdefault(pair[question], {})[pair[1 - question]] = name
        return Crossing(questions=tuple((lefts, rights)[question]), columns=columns, sure=sure)
    return None


def _alike(grid: Grid, pairs: Mapping[str, tuple[str, str]], side: int, settings: LabelSettings) -> tuple[float, float]:
    """How many labels columns with the same part of a name share, and how often their cells are equal, on average."""
    cells = dict(zip(grid.columns, zip(*grid.cells, strict=True), strict=True))
    values = dict(zip(grid.columns, column_values(list(cells.values()), settings), strict=True))
    groups: dict[str, list[str]] = {}
    for name, pair in pairs.items():
        groups.setdefault(pair[side], []).append(name)
    same = list(islice(chain.from_iterable(combinations(group, 2) for group in groups.values()), _MOST_PAIRS))
    shared = [len(values[one] & values[two]) / (len(values[one] | values[two]) or 1) for one, two in same]
    equal = [sum(map(str.__eq__, cells[one], cells[two])) / max(len(grid.rows), 1) for one, two in same]
    return sum(shared) / len(same), sum(equal) / len(same)


def _names_somebody(part: str) -> bool:
    return part.isdigit() or len(part) == 1 or looks_like(part, "annotator")


def _share(cell: str) -> float | None:
    """A share of one: 0.25, 25 %, 1/4."""
    if cut := _FRACTION.fullmatch(cell):
        return int(cut[1]) / int(cut[2]) if int(cut[2]) else None
    number = spelled_number(cell.removesuffix("%").strip())
    return None if number is None else number / 100 if cell.endswith("%") else number


def _fractions(cells: Sequence[str], settings: LabelSettings) -> bool:
    """Whether a column holds probabilities or shares: numbers from 0 to 1, most of them between, and several ones."""
    shares = [_share(cell) for cell in cells if cell not in settings.missing]
    between = {share for share in shares if share is not None and 0 < share < 1}
    inside = all(share is not None and 0 <= share <= 1 for share in shares)
    often = sum(share in between for share in shares)
    return inside and len(between) >= _FRACTIONS and often > len(shares) / 2


def without_fractions(grid: Grid, settings: LabelSettings) -> Grid:
    """The grid without columns of probabilities beside labels that are none: a model's, or how sure somebody was."""
    columns = list(zip(*grid.cells, strict=True))
    found = [place for place, cells in enumerate(columns) if _fractions(cells, settings)]
    named = [place for place in found if vocabulary.says_annotator(grid.columns[place])]
    if not found or named:
        return grid
    rest = column_values([cells for place, cells in enumerate(columns) if place not in found], settings)
    # What people say of the same items is not all different.
    labels = any(one & two for one, two in islice(combinations(rest, 2), _MOST_PAIRS))
    return grid.less(found, "labels-fractions") if labels else grid


def are_shares(grid: Grid, settings: LabelSettings) -> bool:
    """Whether the columns are classes, and each row says which share of the votes, or how probable, each of them is."""
    return len(grid.rows) >= _FEWEST_SHARED and _shares_of_rows(grid, range(len(grid.columns)), settings)


def shares_side_by_side(grid: Grid, settings: LabelSettings) -> list[int]:
    """The columns that are shares of classes where those of several models, or numbers of votes, stand beside them."""
    places = {name: place for place, name in enumerate(grid.columns)}
    if len(grid.rows) < _FEWEST_SHARED:
        return []
    for pairs, *_ in crossing_of(grid.columns):
        for side in (0, 1):
            groups: dict[str, list[int]] = {}
            for name, pair in pairs.items():
                groups.setdefault(pair[side], []).append(places[name])
            found = [place for group in groups.values() if _shares_of_rows(grid, group, settings) for place in group]
            if found:
                return sorted(found)
    return []


def _shares_of_rows(grid: Grid, places: Sequence[int], settings: LabelSettings) -> bool:
    """Whether these columns add up to 1, or to 100 %, in every row, and are no whole numbers of votes."""
    if len(places) < 2:
        return False
    columns = [[row[place] for row in grid.cells] for place in places]
    shares = [[_share(cell) if cell not in settings.missing else 0.0 for cell in cells] for cells in columns]
    known = [[share for share in cells if share is not None] for cells in shares]
    if any(len(one) < len(two) for one, two in zip(known, shares, strict=True)):
        return False
    rows = list(zip(*known, strict=True))
    # 100 votes for each item add up to 100, too: percentages have decimals, or their columns are called so.
    called = all(_PERCENT.search(grid.columns[place]) for place in places)
    whole = (1.0,) if all(share.is_integer() for row in rows for share in row) and not called else (1.0, 100.0)
    for one in whole:
        sums = all(abs(sum(row) / one - 1) < _NEAR_ONE for row in rows)
        between = {share for row in rows for share in row if 0 < share < one}
        if sums and len(between) > 1 and all(0 <= share <= one for row in rows for share in row):
            return True
    return False


def says_otherwise(kept: Grid, others: Mapping[str, Sequence[str]], settings: LabelSettings) -> tuple[str, str] | None:
    """One of other columns that says what those kept say, in words of its own: its name, and those words.

    Each of its words goes with one label of most of the others, and that one with no other, about as often as the
    others agree with each other.
    """
    rows = [[cell for cell in row if cell not in settings.missing] for row in kept.cells]
    most = [Counter(row).most_common(1)[0][0] if row else "" for row in rows]
    classes = len({*most} - {""})
    columns = list(zip(*kept.cells, strict=True))
    if len(rows) < _FEWEST_SAID or len(columns) < 2:
        return None
    least = min(sum(map(str.__eq__, column, most)) for column in columns) / len(rows)
    labels = set[str]().union(*column_values(columns, settings))
    for name, cells in others.items():
        words = {*cells} - settings.missing
        if not labels.isdisjoint(column_values([cells], settings)[0]):
            continue  # a majority, or another question
        said = [pair for pair in zip(cells, most, strict=True) if pair[0] in words and pair[1]]
        if not 1 < len(words) <= min(classes, _POINTS) or len(said) < _FEWEST_SAID:
            continue
        pairs = Counter(said)
        meant = {
            word: max((label for one, label in pairs if one == word), key=lambda label: pairs[word, label])
            for word, _ in said
        }
        equal = sum(pairs[pair] for pair in meant.items()) / len(said)
        own, often = Counter(meant[word] for word, _ in said), Counter(label for _, label in said)
        chance = sum(own[label] * often[label] for label in often) / len(said) ** 2
        one_each = len({*meant.values()}) == len(words)
        if one_each and equal > least - _LESS_ALIKE and equal - chance > _SAYS_SAME * (1 - chance):
            return name, ", ".join(f"{word} = {label}" for word, label in sorted(meant.items()))
    return None
