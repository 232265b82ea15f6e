"""What labels are: their scale and order, and which one counts when an annotator gives several."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import count

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.wording import Remark, remark
from anaphor.errors import ContentError

Int32 = NDArray[np.int32]
Int64 = NDArray[np.int64]

MAX_CLASSES = 10_000
"""More different labels than this are texts or numbers of items, not classes."""


LARGEST_NUMBER = 1e100
"""Labels of this size and more are names, since the squares of their distances are no numbers."""


class Scale(StrEnum):
    """What may be said of two different labels."""

    NOMINAL = "nominal"
    """Only that they differ."""
    ORDINAL = "ordinal"
    """Which comes first."""
    INTERVAL = "interval"
    """How far apart they are."""
    RATIO = "ratio"
    """How many times one is the other."""


class Repeats(StrEnum):
    """What happens when one annotator labels one item several times."""

    REFUSE = "refuse"
    """An error that names the first case."""
    FIRST = "first"
    """The first label counts."""
    LAST = "last"
    """The last label counts."""
    MAJORITY = "majority"
    """The most frequent label counts; on a tie there is no label, and a note says how many."""


class Abstentions(StrEnum):
    """What an abstention is when answers become labels."""

    MISSING = "missing"
    """A hole: the respondent gave no label."""
    CLASS = "class"
    """A class of its own, called `abstention`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelling:
    """How labels become classes."""

    classes: tuple[str, ...] | None = None
    """The classes in their order; None: those that occur, numbers ascending, otherwise alphabetical."""
    scale: Scale = Scale.NOMINAL
    """What may be said of two different labels."""
    repeats: Repeats = Repeats.REFUSE
    """What happens when one annotator labels one item several times."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Column:
    """A column of names, each name once and a number in its place."""

    codes: Int32
    """For each row, the place of its name among `names`."""
    names: tuple[str, ...]
    """The names."""


def numbered(names: Iterable[str]) -> Column:
    """Numbers for names, from 0 in order of appearance."""
    seen: dict[str, int] = defaultdict(count().__next__)
    codes = np.fromiter(map(seen.__getitem__, names), np.int32)
    return Column(codes=codes, names=tuple(seen))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Classes:
    """Classes in order, and how the labels that were found map to them."""

    names: tuple[str, ...]
    """Names in the order of the scale."""
    places: Int32
    """For each label that was given, its place among `names`."""
    values: tuple[float, ...] | None
    """The names as numbers, where every one of them is a number."""


def in_order(labels: Sequence[str], labelling: Labelling) -> Classes:
    """The classes of these different labels, in the order of the scale."""
    refuse_many(len(labels))
    names = list(dict.fromkeys(labelling.classes)) if labelling.classes else _sorted(labels)
    places = {name: place for place, name in enumerate(names)}
    strange = [name for name in labels if name not in places]
    if strange:
        raise ContentError(f"the label {strange[0]!r} is none of the classes {', '.join(names[:20])}")
    return Classes(
        names=tuple(names),
        places=np.array([places[name] for name in labels], np.int32),
        values=_values(names, labelling.scale),
    )


def refuse_many(labels: int) -> None:
    """Refuse more different labels than can be classes."""
    if labels > MAX_CLASSES:
        raise ContentError(
            f"there are {labels:,} different labels, and {MAX_CLASSES:,} classes at most",
            todo="Name the column that holds the labels with --label; values on a scale must be rounded first.",
        )


def _sorted(labels: Sequence[str]) -> list[str]:
    numbers = [number_of(label) for label in labels]
    if any(number is None for number in numbers):
        return sorted(labels)
    return [label for _, label in sorted(zip(numbers, labels, strict=True), key=lambda pair: (pair[0] or 0.0, pair[1]))]


def _values(names: Sequence[str], scale: Scale) -> tuple[float, ...] | None:
    numbers = [number_of(name) for name in names]
    found = tuple(number for number in numbers if number is not None)
    if len(found) == len(names):
        return found or None
    if scale in (Scale.INTERVAL, Scale.RATIO):
        bad = names[numbers.index(None)]
        raise ContentError(f"the label {bad!r} is no number, which a scale of type {scale} needs")
    return None


def number_of(name: str) -> float | None:
    """The number that a name spells, if it does; `1_000`, `inf` and numbers without measure are names."""
    if "_" in name:
        return None
    try:
        value = float(name)
    except ValueError:
        return None
    return value if abs(value) < LARGEST_NUMBER else None


Kept = tuple[Int64, Int32, tuple[Remark, ...]]
"""Keys, labels, and notes on what was decided."""


def single(key: Int64, label: Int32, repeats: Repeats, items: Sequence[str], annotators: Sequence[str]) -> Kept:
    """One label per key (item × annotators + annotator) by the policy; keys come sorted."""
    again = key[1:] == key[:-1]
    if not again.any():
        return key, label, ()
    if repeats is Repeats.REFUSE:
        first = int(key[1:][again][0])
        raise ContentError(
            f"annotator {annotators[first % len(annotators)]!r} labels item {items[first // len(annotators)]!r} twice",
            todo="Say which label counts: --repeats first, last or majority.",
        )
    starts = np.concatenate(([True], ~again))
    ends = np.concatenate((~again, [True]))
    note = remark(f"repeats_{repeats}", count=int(again.sum()))
    if repeats is Repeats.MAJORITY:
        return _most_frequent(key, label, note)
    kept = starts if repeats is Repeats.FIRST else ends
    return key[kept], label[kept], (note,)


def _most_frequent(key: Int64, label: Int32, note: Remark) -> Kept:
    pairs, votes = np.unique(np.stack((key, label.astype(np.int64))), axis=1, return_counts=True)
    order = np.lexsort((-votes, pairs[0]))
    who, what, votes = pairs[0][order], pairs[1][order], votes[order]
    first = np.concatenate(([True], who[1:] != who[:-1]))
    tied = np.concatenate(((who[1:] == who[:-1]) & (votes[1:] == votes[:-1]), [False]))
    kept = first & ~tied
    ties = int((first & tied).sum())
    more = (remark("repeats_tied", count=ties),) if ties else ()
    return who[kept], what[kept].astype(np.int32), (note, *more)
