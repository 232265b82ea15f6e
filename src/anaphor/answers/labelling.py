"""What labels are: their scale and order, and which one counts when an annotator gives several.

Also what a user may say about a label file before it is read, and the words by which columns are recognised.
"""

import math
import re
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphor.answers.settings import Abstentions as Abstentions
from anaphor.answers.settings import LabelLayout as LabelLayout
from anaphor.answers.settings import LabelReading, TableReading
from anaphor.answers.settings import Repeats as Repeats
from anaphor.answers.settings import Scale as Scale
from anaphor.errors import ContentError, InputError, member_of
from anaphor.files import whole_number
from anaphor.parameters import act, group_of
from anaphor.text import Message, choice, message

Int32 = NDArray[np.int32]
Int64 = NDArray[np.int64]

MAX_CLASSES = 10_000
"""More different labels than this are texts or numbers of items, not classes; numbers are quantities then."""


_LEVEL_NUMBER = re.compile(r"\s*+[(\[]?(-?\d{1,3})(?![\d.,%])\s*+[)\]]?\s*+[-–—:=.]?\s*+(?=[^\W\d_])")
"""The number before the words of a level: `1 - never`, `(5) always`."""
LARGEST_NUMBER = 1e100
"""Labels of this size and more are names, since the squares of their distances are no numbers."""


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

    def used(self, kept: Int64) -> "Column":
        """The rows with only the names that occur in them."""
        found, codes = np.unique(self.codes[kept], return_inverse=True)
        return Column(codes=codes.astype(np.int32), names=tuple(self.names[place] for place in found.tolist()))


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
    """The classes of these different labels, in the order of the scale: as stated, else numbers or the alphabet.

    Words of a known scale are in its order where labels are ordinal; the alphabet is no order of a scale, and whoever
    measures refuses it.
    """
    refuse_many(labels)
    given = {label: number_of(label) for label in labels}
    if labelling.classes:
        names = list(dict.fromkeys(labelling.classes))
    elif None in given.values():
        names = list((labelling.scale is Scale.ORDINAL and scale_order(labels)) or sorted(labels))
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


@cache
def _known_scales() -> tuple[dict[str, int], ...]:
    """The level of each word, scale by scale."""
    found = tomllib.loads(files("anaphor").joinpath("data", "answers", "scales.toml").read_text("utf-8"))
    return tuple(
        {word: level for level, words in enumerate(scale) for word in ([words] if isinstance(words, str) else words)}
        for scale in found["scales"]
    )


def scale_order(labels: Sequence[str]) -> tuple[str, ...] | None:
    """The labels from low to high, where they are words of a known scale or begin with their number; else None.

    >>> scale_order(["High", "very low", "medium"]), scale_order(["10 always", "2 rarely", "1 never"])
    (('very low', 'medium', 'High'), ('1 never', '2 rarely', '10 always'))
    >>> scale_order(["red", "green", "blue"])
    """
    numbers = [_LEVEL_NUMBER.match(label) for label in labels]
    levels = [int(number[1]) for number in numbers if number]
    if labels and len(set(levels)) == len(labels):
        return tuple(label for _, label in sorted(zip(levels, labels, strict=True)))
    words = {label: _scale_word(label) for label in labels}
    for scale in _known_scales():
        if all(word in scale for word in words.values()):
            levels = [scale[words[label]] for label in labels]
            if len(set(levels)) == len(labels):  # two words for one level are no order
                return tuple(sorted(labels, key=lambda label: scale[words[label]]))
    return None


def _scale_word(label: str) -> str:
    plain = unicodedata.normalize("NFD", label.casefold())
    return " ".join(
        "".join(sign if sign.isalpha() else " " for sign in plain if not unicodedata.combining(sign)).split()
    )


def refuse_many(labels: Sequence[str]) -> None:
    if len(labels) > MAX_CLASSES and any(number_of(label) is None for label in labels):
        raise ContentError("agreement-many-labels", labels=len(labels), most=MAX_CLASSES)


def number_of(name: str) -> float | None:
    """The number that a name spells, if it does; `1_000`, `inf` and numbers without measure are names."""
    if "_" in name:
        return None
    try:
        value = float(name)
    except ValueError:
        return None
    # Digits that no number of the machine holds are a code: rounded, two of them would be one.
    rounded = 2**53 <= abs(value) < LARGEST_NUMBER and name.isdecimal() and whole_number(name) != value
    return None if rounded or not abs(value) < LARGEST_NUMBER else value


def plain_number(value: float) -> str:
    """A number as short as it can be written.

    >>> plain_number(2.0), plain_number(-0.5)
    ('2', '-0.5')
    """
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def cell_text(value: object) -> str:
    """A value of Python as a table has it: `1.0` is 1, midnight of a day that day; nothing (None, NaN) is no text.

    >>> [cell_text(each) for each in (2.0, True, " yes ", float("nan"), None)]
    ['2', 'True', 'yes', '', '']
    """
    if isinstance(value, float):
        return "" if math.isnan(value) else plain_number(value)
    if isinstance(value, str):
        return value.strip()
    return "" if value is None else str(value).removesuffix(" 00:00:00")


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


_PLACES = tuple(LabelLayout)
TOOL_LAYOUTS = _PLACES[_PLACES.index(LabelLayout.LABEL_STUDIO) : _PLACES.index(LabelLayout.TURK)]
"""What tools export as JSON, or as a table of the same fields."""
_JSON = (LabelLayout.LEWIDI, LabelLayout.VOTES, LabelLayout.CLASSES, LabelLayout.ANSWERS)
JSON_LAYOUTS = (LabelLayout.LONG, LabelLayout.ANNOTATORS, *_JSON, *TOOL_LAYOUTS)
"""Layouts of JSON and JSON lines."""
TEXT_LAYOUTS = tuple(each for each in LabelLayout if each not in _JSON)
"""Layouts of CSV, TSV and, but for the tables of Bregeon et al., Parquet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelSettings:
    """What a user may say about a label file: how it is read, and what is done with its labels then."""

    layout: LabelLayout | None = None
    """How labels lie in the file; None: found from the content, and said."""
    item: str | None = None
    """Name of the column that names items; a `*` stands for the numbers of columns side by side, and several names with
    commas between for the columns that name an item together."""
    annotator: str | None = None
    repetition: str | None = None
    """Name of the column that says which time an annotator labelled an item; labels of each time are kept apart unless
    `labelling.repeats` says which one counts."""
    label: str | None = None
    """Name of the column that holds labels; a `*` stands for the numbers of columns side by side."""
    question: str | None = None
    """Which of several questions is measured: a column, a group of columns, or a value that rows have."""
    where: tuple[tuple[str, str], ...] = ()
    """Only rows in which these fields have these values."""
    items: Mapping[str, str] | None = None
    """What the items are called, by name and by text, where that is known: numbers that a tool gave do not count."""
    labelling: Labelling = field(default_factory=Labelling)
    """Classes, scale, and what repeated labels mean."""
    missing: frozenset[str] = MISSING
    present: frozenset[str] = frozenset()
    """Cells that are labels although they look as if they were missing."""
    abstentions: Abstentions = Abstentions.MISSING
    separator: str | None = None
    """Column separator; None: found from the content."""
    encoding: str | None = None
    """The file's encoding; None: that of its byte-order mark, UTF-8, or else what the bytes look like, and said."""
    skip_rows: int | None = None
    """Lines above the table; None: titles above a header are found, and said."""
    skip_bad: bool = False
    """Whether lines that cannot be read are left out, and listed, instead of refused."""
    without: tuple[str, ...] = ()
    """Columns and annotators that are left out."""
    cut: tuple[float, ...] = ()
    """Points at which a scale of numbers is cut into classes."""
    merge: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Classes to be merged: new name → old names."""

    @property
    def names_columns(self) -> bool:
        return bool(self.item or self.annotator or self.label)

    @property
    def counts_columns(self) -> bool:
        """Whether columns are named by their numbers only, as in a table without a header."""
        return self.names_columns and all(name.isdecimal() for name in (self.item, self.annotator, self.label) if name)

    @property
    def names_groups(self) -> bool:
        return "*" in (self.label or "") or "*" in (self.item or "")


DEFAULTS = LabelSettings()
"""Everything is found from the content."""
_NAMES = ("item", "annotator", "label", "question", "repetition")


@act(LabelReading)
def label_settings(settings: LabelReading) -> LabelSettings:
    """The settings that keywords state."""
    return settings_for(settings)


def settings_for(reading: TableReading) -> LabelSettings:
    """The settings that a record states: of how a table is read, and of what its labels are where it says that too."""
    if not isinstance(reading, LabelReading):
        reading = LabelReading(**group_of(TableReading, reading))
    classes = tuple(map(cell_text, _several(reading.classes))) or None
    doubled = next((name for place, name in enumerate(classes or ()) if classes and name in classes[:place]), None)
    if doubled is not None:
        raise InputError("agreement-class-twice", name=repr(doubled))
    if classes and "" in classes:
        raise InputError("agreement-class-unnamed")
    separator = reading.separator or None
    if separator is not None and len(separator) != 1:
        raise InputError("agreement-long-separator", separator=separator)
    missing, present = (frozenset(map(cell_text, _several(cells))) for cells in (reading.missing, reading.present))
    if missing & present:
        raise InputError("agreement-missing-and-present", cell=repr(min(missing & present)))
    named: dict[str, Any] = {name: str(getattr(reading, name)) for name in _NAMES if getattr(reading, name) is not None}
    if isinstance(reading.item, Sequence) and not isinstance(reading.item, str):
        named["item"] = ",".join(map(str, reading.item))
    return LabelSettings(
        layout=None if reading.layout is None else member_of(LabelLayout, reading.layout, "layout"),
        **named,
        where=tuple((str(name), cell_text(value)) for name, value in (reading.where or {}).items()),
        labelling=Labelling(
            classes=classes,
            scale=member_of(Scale, reading.scale, "scale"),
            repeats=member_of(Repeats, reading.repeats, "repeats"),
        ),
        missing=(MISSING | missing) - present,
        present=present,
        abstentions=member_of(Abstentions, reading.abstentions, "abstentions"),
        separator=separator,
        encoding=reading.encoding,
        skip_rows=reading.skip_rows,
        skip_bad=reading.skip_bad,
        without=tuple(map(cell_text, _several(reading.without))),
        cut=tuple(map(float, _several(reading.cut))),
        merge={cell_text(new): tuple(map(cell_text, _several(old))) for new, old in (reading.merge or {}).items()},
    )


def _several(given: Any) -> tuple[Any, ...]:
    """What a user gave as one value, as several, or not at all."""
    if given is None:
        return ()
    return (given,) if isinstance(given, str | float | int) else tuple(given)
