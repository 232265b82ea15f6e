"""What labels are: their scale and order, and which one counts when an annotator gives several."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import count

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import ContentError
from anaphor.text import Message, choice, message

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
    """The classes of these different labels, in the order of the scale: as stated, else numbers or the alphabet."""
    refuse_many(len(labels))
    given = {label: number_of(label) for label in labels}
    if labelling.classes:
        names = list(dict.fromkeys(labelling.classes))
    elif None in given.values():
        names = sorted(labels)
    else:
        names = sorted(labels, key=lambda label: (given[label] or 0.0, label))
    places = {name: place for place, name in enumerate(names)}
    strange = [name for name in labels if name not in places]
    if strange:
        raise ContentError("agreement-strange-label", label=repr(strange[0]), classes=", ".join(names[:20]))
    numbers = [number_of(name) for name in names]
    values = tuple(number for number in numbers if number is not None)
    if len(values) < len(names) and labelling.scale in (Scale.INTERVAL, Scale.RATIO):
        bad = names[numbers.index(None)]
        raise ContentError("agreement-label-no-number", label=repr(bad), scale=labelling.scale.value)
    return Classes(
        names=tuple(names),
        places=np.array([places[name] for name in labels], np.int32),
        values=values if values and len(values) == len(names) else None,
    )


def refuse_many(labels: int) -> None:
    """Refuse more different labels than can be classes."""
    if labels > MAX_CLASSES:
        raise ContentError("agreement-many-labels", labels=labels, most=MAX_CLASSES)


def number_of(name: str) -> float | None:
    """The number that a name spells, if it does; `1_000`, `inf` and numbers without measure are names."""
    if "_" in name:
        return None
    try:
        value = float(name)
    except ValueError:
        return None
    return value if abs(value) < LARGEST_NUMBER else None


def single(
    key: Int64, label: Int32, repeats: Repeats, items: Sequence[str], annotators: Sequence[str]
) -> tuple[Int64, Int32, tuple[Message, ...]]:
    """One label per key (item × annotators + annotator) by the policy, and notes on it; keys come sorted."""
    again = key[1:] == key[:-1]
    if not again.any():
        return key, label, ()
    if repeats is Repeats.REFUSE:
        first = int(key[1:][again][0])
        who, what = annotators[first % len(annotators)], items[first // len(annotators)]
        raise ContentError("agreement-labelled-twice", annotator=repr(who), item=repr(what))
    note = choice("agreement-repeats", repeats, count=int(again.sum()))
    if repeats is not Repeats.MAJORITY:
        kept = np.concatenate(([True], ~again) if repeats is Repeats.FIRST else (~again, [True]))
        return key[kept], label[kept], (note,)
    pairs, votes = np.unique(np.stack((key, label.astype(np.int64))), axis=1, return_counts=True)
    order = np.lexsort((-votes, pairs[0]))
    whose, labels, votes = pairs[0][order], pairs[1][order], votes[order]
    begins = np.concatenate(([True], whose[1:] != whose[:-1]))
    tied = np.concatenate(((whose[1:] == whose[:-1]) & (votes[1:] == votes[:-1]), [False]))
    ties = int((begins & tied).sum())
    more = (message("agreement-repeats-tied", count=ties),) if ties else ()
    kept = begins & ~tied
    return whose[kept], labels[kept].astype(np.int32), (note, *more)
