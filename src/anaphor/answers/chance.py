"""What agreement says of how a wide table lies: columns that agree with nobody, tables that lie the other way round."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from anaphor.answers import vocabulary
from anaphor.answers.cells import one_word, spelled_number
from anaphor.answers.grid import Grid
from anaphor.answers.labelling import LabelSettings, numbered

_FEWEST_ROWS = 12
"""Rows from which on chance shows."""
_MOST_ROWS = 5_000
"""Rows that are looked at: more tell no more, and take their time."""
_MOST_COLUMNS = 40
"""Columns up to which each is held against each."""
_AGREE = 2.6
"""Standard errors above 0 from which on two columns surely agree: one pair in 200 does by chance."""
_CLEARLY = 3.3
"""Standard errors by which those who agree do so together: with less, what looks like chance may be weak agreement."""
_CHANCE = 1.64
"""Standard errors below which a column's agreement with the others is one that chance gives easily."""
_LESS = 1.64
"""Standard errors by which the others agree more among themselves than with such a column."""
_SIDE = 8
"""Rows and columns that a table has at least which could lie either way round."""
_MOST_SIDE = 500
"""Rows and columns that such a table has at most."""
_MOST_LABELS = 20
"""Different labels in such a table at most."""
_NO_AGREEMENT = 0.1
"""Agreement beyond chance that annotators have at most where a table is read the wrong way round."""
_AGREEMENT = 0.3
"""Agreement beyond chance that annotators have at least in the table turned round."""
_SCORED = 0.4
"""Below this, columns of numbers from 0 to 1 are no people who estimate the same: α of sliders is higher."""
Float64 = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A column that agrees with the others no better than chance."""

    column: str
    counts: bool
    """Whether it also counts, or stands in blocks, as what numbers or groups the rows does, and no annotator."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Labels:
    """One column: its labels as codes, -1 where one is missing, and as numbers where all of them are."""

    codes: NDArray[np.int64]
    numbers: Float64 | None

    @property
    def shares(self) -> dict[int, float]:
        present = self.codes[self.codes >= 0]
        values, often = np.unique(present, return_counts=True)
        return dict(zip(values.tolist(), (often / max(present.size, 1)).tolist(), strict=True))


def doubts(grid: Grid, settings: LabelSettings) -> list[Doubt]:
    """The columns of a grid whose columns are annotators that agree with the others at chance, while these agree.

    Nothing is said where the columns that agree are not the most, or where there are few rows.
    """
    if len(grid.rows) < _FEWEST_ROWS or not 2 < len(grid.columns) <= _MOST_COLUMNS:
        return []
    columns = _columns(grid, settings)
    places = range(len(columns))
    agree = [[one != two and _surely(columns[one], columns[two]) for two in places] for one in places]
    core = _largest(agree)
    outside = [place for place in places if place not in core]
    if len(core) < 2 or len(core) < len(outside) or not outside:
        return []
    theirs = np.mean([_excess(columns[one], columns[two]) for one, two in combinations(core, 2)], axis=0)
    if _errors(theirs) < _CLEARLY:
        return []
    found = list[Doubt]()
    for place in outside:
        own = np.mean([_excess(columns[place], columns[other]) for other in core], axis=0)
        near = max(_errors(own), *(_correlated(columns[place], columns[other]) for other in core))
        if near < _CHANCE and _errors(theirs - own) > _LESS and not vocabulary.says_annotator(grid.columns[place]):
            unlike = _counts(columns[place].numbers, columns[place].codes)
            unlike = unlike and not any(_counts(columns[other].numbers, columns[other].codes) for other in core)
            found.append(Doubt(column=grid.columns[place], counts=unlike))
    return found


def _columns(grid: Grid, settings: LabelSettings) -> list[_Labels]:
    rows = grid.cells[:_MOST_ROWS]
    words = numbered(one_word(cell) for row in rows for cell in row)
    codes = words.codes.reshape(len(rows), len(grid.columns)).astype(np.int64)
    missing = [code for code, name in enumerate(words.names) if name in settings.missing]
    codes = np.where(np.isin(codes, missing), -1, codes)
    numbers = [spelled_number(name) for name in words.names]
    labels = list[_Labels]()
    for place in range(len(grid.columns)):
        own = codes[:, place]
        known = [None if code < 0 else numbers[code] for code in own.tolist()]
        numeric = all(number is not None or code < 0 for number, code in zip(known, own.tolist(), strict=True))
        values = np.array([math.nan if number is None else number for number in known]) if numeric else None
        labels.append(_Labels(codes=own, numbers=values))
    return labels


def _excess(one: _Labels, two: _Labels) -> Float64:
    """For each row by how much two columns agree more than their shares of each label would make them; 0 for a hole."""
    both = (one.codes >= 0) & (two.codes >= 0)
    shares = two.shares
    chance = sum(share * shares.get(code, 0.0) for code, share in one.shares.items())
    return np.where(both, (one.codes == two.codes) - chance, 0.0)


def _errors(excess: Float64) -> float:
    """A mean in standard errors."""
    spread = float(excess.std(ddof=1))
    mean = float(excess.mean())
    return mean / (spread / math.sqrt(excess.size)) if spread else math.copysign(math.inf, mean) if mean else 0.0


def _correlated(one: _Labels, two: _Labels) -> float:
    """The correlation of two columns of numbers in standard errors of Fisher's z; -∞ where there is none."""
    if one.numbers is None or two.numbers is None:
        return -math.inf
    both = ~(np.isnan(one.numbers) | np.isnan(two.numbers))
    first, second = one.numbers[both], two.numbers[both]
    if first.size < _FEWEST_ROWS or not first.std() or not second.std():
        return -math.inf
    value = float(np.corrcoef(first, second)[0, 1])
    return math.atanh(min(max(value, -1 + 1e-9), 1 - 1e-9)) * math.sqrt(first.size - 3)


def _surely(one: _Labels, two: _Labels) -> bool:
    return max(_errors(_excess(one, two)), _correlated(one, two)) > _AGREE


def _largest(agree: Sequence[Sequence[bool]]) -> list[int]:
    """The largest group of columns each of which surely agrees with another of them."""
    groups, left = list[list[int]](), set(range(len(agree)))
    while left:
        group, waiting = set[int](), [left.pop()]
        while waiting:
            place = waiting.pop()
            group.add(place)
            waiting += [other for other in left if agree[place][other]]
            left -= set(waiting)
        groups.append(sorted(group))
    return max(groups, key=len)


def _counts(numbers: Float64 | None, codes: NDArray[np.int64]) -> bool:
    """Whether a column counts up by 1 and begins anew, or each of its values stands in one block of rows."""
    if (codes < 0).any():
        return False
    blocks = int((np.diff(codes) != 0).sum()) + 1
    if 2 < np.unique(codes).size == blocks < codes.size:
        return True
    if numbers is None:
        return False
    again = numbers[1:] == numbers.min()
    steps = (np.diff(numbers) == 1) | again
    return bool(steps.all()) and int(again.sum()) < codes.size / 2


def lies_across(grid: Grid, settings: LabelSettings) -> bool:
    """Whether columns, taken for annotators, agree at chance, while rows, taken for annotators, agree.

    A survey has a row for each person and a column for each question. Small tables, and columns that are called after
    annotators, are not looked at.
    """
    rows, columns = len(grid.rows), len(grid.columns)
    if not (_SIDE <= rows <= _MOST_ROWS and _SIDE <= columns <= _MOST_SIDE):
        return False
    if sum(map(vocabulary.says_annotator, grid.columns)) > columns / 2:
        return False
    codes = np.stack([each.codes for each in _columns(grid, settings)], axis=1)
    if np.unique(codes[codes >= 0]).size > _MOST_LABELS:
        return False
    return _beyond_chance(codes) < _NO_AGREEMENT and _beyond_chance(codes.T) >= _AGREEMENT


def are_scores(grid: Grid, settings: LabelSettings) -> bool:
    """Whether the columns hold numbers between 0 and 1 that do not agree: scores of classes, and no labels."""
    if len(grid.rows) < 3 or len(grid.columns) < 2:
        return False
    if sum(map(vocabulary.says_annotator, grid.columns)) > len(grid.columns) / 2:
        return False
    first = next((cell for row in grid.cells for cell in row if cell not in settings.missing), "")
    if spelled_number(one_word(first)) is None:  # nearly every table: no need to look at the rest
        return False
    columns = [each.numbers for each in _columns(grid, settings)]
    if any(each is None for each in columns):
        return False
    numbers = np.stack([each for each in columns if each is not None], axis=1)
    known = numbers[~np.isnan(numbers)]
    between = (known > 0) & (known < 1)
    if not known.size or known.min() < 0 or known.max() > 1 or between.mean() < 0.5:
        return False
    pairs = numbers[(~np.isnan(numbers)).sum(axis=1) >= 2]
    spread = float(known.var(ddof=1)) if known.size > 1 else 0.0
    if len(pairs) < 3 or not spread:
        return False
    return 1 - float(np.nanvar(pairs, axis=1, ddof=1).mean()) / spread < _SCORED


def _beyond_chance(codes: NDArray[np.int64]) -> float:
    """How much more often than by chance two columns have the same label in a row: Krippendorff's α of the codes."""
    votes = np.stack([(codes == code).sum(axis=1) for code in np.unique(codes[codes >= 0])], axis=1).astype(np.float64)
    votes = votes[votes.sum(axis=1) >= 2]
    if not votes.size:
        return 0.0
    each, of_each, whole = votes.sum(axis=1), votes.sum(axis=0), float(votes.sum())
    seen = float(((each**2 - (votes**2).sum(axis=1)) / (each - 1)).sum()) / whole
    expected = (whole**2 - float((of_each**2).sum())) / (whole * (whole - 1))
    return 1 - seen / expected if expected else 0.0
