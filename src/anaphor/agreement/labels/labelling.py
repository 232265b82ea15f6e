"""What labels are: their scale and order, and which one counts when an annotator gives several.

Also what a user may say about a label file before it is read, and the words by which columns are recognised.
"""

import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from importlib.resources import files
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
_WORDS = tomllib.loads(files("anaphor").joinpath("data", "agreement", "columns.toml").read_text("utf-8"))


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
    LAST = "last"
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
    repeats: Repeats = Repeats.REFUSE


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Column:
    """A column of names, each name once and a number in its place."""

    codes: Int32
    """For each row, the place of its name among `names`."""
    names: tuple[str, ...]

    def taken(self, kept: Int64) -> "Column":
        return Column(codes=self.codes[kept], names=self.names)


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


MISSING = frozenset({"", ".", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null", "None", "#N/A", "<NA>", "NaT"})
"""Cells that hold no label, unless the user says otherwise; `None` is what Python writes for nothing."""
ITEM_WORDS: tuple[str, ...] = tuple(_WORDS["item"])
"""Names of columns that name items, the likelier first."""
ANNOTATOR_WORDS: tuple[str, ...] = tuple(_WORDS["annotator"])
LABEL_WORDS: tuple[str, ...] = tuple(_WORDS["label"])
GOLD_WORDS: tuple[str, ...] = tuple(_WORDS["gold"])
"""Names of columns with a verdict, which is nobody's label."""
COUNT_WORDS: tuple[str, ...] = tuple(_WORDS["count"])


class LabelLayout(StrEnum):
    """How labels lie in a file."""

    LONG = "long"
    """One row per label: item, annotator, label; or one row per vote: item, label."""
    ITEMS = "items"
    """One row per item, one column per annotator."""
    ANNOTATORS = "annotators"
    """One row per annotator, one column per item."""
    COUNTS = "counts"
    """One row per item, one column per class: how many votes."""
    CONTINGENCY = "contingency"
    """Two annotators crossed: how many items got this label from one and that label from the other."""
    TABLEAU = "tableau"
    """The tables of Bregeon et al.: header lines, then one row per annotator."""
    LEWIDI = "lewidi"
    """JSON of the Learning With Disagreements tasks: items with their annotators and annotations."""
    VOTES = "votes"
    """JSON lines with votes per class, such as ChaosNLI."""
    CLASSES = "classes"
    """JSON lines with a field for each class: the people who chose it, such as VariErr."""
    ANSWERS = "answers"
    """JSON lines of answers by people or machines."""


JSON_LAYOUTS = (LabelLayout.LONG, LabelLayout.LEWIDI, LabelLayout.VOTES, LabelLayout.CLASSES, LabelLayout.ANSWERS)
"""Layouts of JSON and JSON lines."""
TEXT_LAYOUTS = tuple(each for each in LabelLayout if each is LabelLayout.LONG or each not in JSON_LAYOUTS)
"""Layouts of CSV, TSV and, but for the last, Parquet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelSettings:
    """What a user may say about a label file: how it is read, and what is done with its labels then."""

    layout: LabelLayout | None = None
    """How labels lie in the file; None: found from the content, and said."""
    item: str | None = None
    """Name of the column that names items; a `*` stands for the numbers of columns side by side."""
    annotator: str | None = None
    label: str | None = None
    """Name of the column that holds labels; a `*` stands for the numbers of columns side by side."""
    where: tuple[tuple[str, str], ...] = ()
    """Only rows in which these fields have these values."""
    labelling: Labelling = field(default_factory=Labelling)
    """Classes, scale, and what repeated labels mean."""
    missing: frozenset[str] = MISSING
    abstentions: Abstentions = Abstentions.MISSING
    separator: str | None = None
    """What stands between columns; None: found from the content."""
    encoding: str | None = None
    """The file's encoding; None: UTF-8, or that of its byte-order mark."""
    without: tuple[str, ...] = ()
    cut: tuple[float, ...] = ()
    """Points at which a scale of numbers is cut into classes."""
    merge: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Classes to be merged: new name → old names."""

    @property
    def names_columns(self) -> bool:
        return bool(self.item or self.annotator or self.label)

    @property
    def names_groups(self) -> bool:
        return "*" in (self.label or "") or "*" in (self.item or "")


DEFAULTS = LabelSettings()
"""Everything is found from the content."""


def plain_word(name: str) -> str:
    """A column's name in small letters without accents and marks, for looking it up.

    >>> plain_word("Worker_ID"), plain_word("Énoncé")
    ('workerid', 'enonce')
    """
    return "".join(sign for sign in unicodedata.normalize("NFD", name.casefold()) if sign.isalpha())


def says_annotator(name: str) -> bool:
    """Whether a column is called after an annotator: a known word, maybe with a number or a letter.

    >>> says_annotator("Rater 2"), says_annotator("coderB"), says_annotator("yes")
    (True, True, False)
    """
    word = plain_word(name)
    return word in ANNOTATOR_WORDS or (word[:-1] in ANNOTATOR_WORDS and len(word) > 4)
