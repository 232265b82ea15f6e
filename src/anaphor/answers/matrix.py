"""The label matrix: who gave which label to which item, sparse, with holes; made from names, numbers, votes, answers.

Arrays are sorted by item, then annotator, and cannot be written to.
"""

import hashlib
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from anaphor.answer import Answer, Choice
from anaphor.answers.labelling import (
    MAX_CLASSES,
    Abstentions,
    Classes,
    Column,
    Int32,
    Int64,
    Labelling,
    Repeats,
    Scale,
    in_order,
    numbered,
    single,
)
from anaphor.errors import ContentError, InputError
from anaphor.text import Message, message, text

Float = NDArray[np.float64]

MAX_CELLS = 400_000_000
"""Largest dense table that is built (about 3 GB of counts)."""
MAX_VOTES = 100_000_000
"""Most votes that a table of counts may stand for (about 2 GB of labels)."""
_WHOLE = 1e15
"""Whole numbers below this are spelled with all their digits."""
PLAIN = Labelling()
"""Nominal classes as they occur; repeated labels are refused."""
NOBODY = -1
"""Annotator number of every vote in an anonymous matrix, and the hole in a dense table."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class LabelMatrix:
    """Labels of items by annotators; a missing label is simply not there."""

    item: Int32
    """Number of the item of each label."""
    annotator: Int32
    """Number of the annotator of each label; -1 throughout when `anonymous`."""
    label: Int32
    """Number of the class of each label."""
    items: tuple[str, ...]
    """Names of the items, also of those without a label."""
    annotators: tuple[str, ...]
    """Names of the annotators; empty when `anonymous`."""
    classes: tuple[str, ...]
    """Names of the classes, in the order of the scale (numbers ascending, otherwise as given or alphabetical)."""
    scale: Scale = Scale.NOMINAL
    values: tuple[float, ...] | None = None
    """The classes as numbers, where every one of them is a number."""
    anonymous: bool = False
    """True when only the votes per item are known, not who gave them."""
    notes: tuple[Message, ...] = ()
    """What was decided while the table was read, for the user to hear."""
    look_up: Callable[[], Mapping[str, str]] | None = None
    """Finds the texts of items, where the table may have a column of texts beside their names."""
    adaptive: bool = False
    """True: the table says that some labels were asked for because of the labels before."""

    def __repr__(self) -> str:
        return f"<LabelMatrix: {text('agreement-brief-size', items=len(self.items), labels=self.size)}>"

    def __getstate__(self) -> dict[str, Any]:
        """What a copy, or another process, gets: the texts themselves, since a table in memory does not go with it."""
        return {**vars(self), "look_up": partial(dict, self.texts)}

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """The text of each item, where the table has them."""
        return self.look_up() if self.look_up else {}

    @property
    def size(self) -> int:
        return int(self.label.size)

    @cached_property
    def counts(self) -> Int64:
        """Votes, items × classes."""
        return _cross(self.item, self.label, len(self.items), len(self.classes))

    @cached_property
    def votes_per_item(self) -> Int64:
        """How many labels each item has."""
        return _frozen(np.bincount(self.item, minlength=len(self.items)).astype(np.int64, copy=False))

    @cached_property
    def labels_per_annotator(self) -> Int64:
        """How many labels each annotator gave; empty when `anonymous`."""
        given = np.zeros(0, np.int64) if self.anonymous else np.bincount(self.annotator, minlength=len(self.annotators))
        return _frozen(given.astype(np.int64, copy=False))

    @cached_property
    def usage_cell(self) -> Int64:
        """The cell of annotators × classes in which each label counts."""
        return _frozen(self.annotator.astype(np.int64) * len(self.classes) + self.label)

    @cached_property
    def usage(self) -> Int64:
        """How often each annotator used each class, annotators × classes."""
        self.need_annotators("usage")
        return _cross(self.annotator, self.label, len(self.annotators), len(self.classes))

    @cached_property
    def table(self) -> Int32:
        """Class numbers as a dense table, items × annotators, -1 where a label is missing."""
        self.need_annotators("table")
        dense = np.full(_size(len(self.items), len(self.annotators)), NOBODY, np.int32)
        dense[self.item, self.annotator] = self.label
        return _frozen(dense)

    @property
    def complete(self) -> bool:
        """Whether every annotator labelled every item; when `anonymous`, whether all items have as many votes."""
        if self.anonymous:
            votes = self.votes_per_item
            return bool(votes.size) and bool((votes == votes[0]).all())
        return self.size == len(self.items) * len(self.annotators)

    @cached_property
    def fingerprint(self) -> str:
        """Sixteen digits that change when a label, a name, the order of classes or the scale does."""
        digest = hashlib.sha256()
        for names in (self.items, self.annotators, self.classes, (self.scale, str(self.anonymous))):
            digest.update("\x1e".join(names).encode("utf-8", "surrogatepass") + b"\x1d")
        for array in (self.item, self.annotator, self.label):
            digest.update(np.ascontiguousarray(array, "<i4").tobytes())
        return digest.hexdigest()[:16]

    def need_annotators(self, purpose: str) -> None:
        """Refuse, in a sentence, what cannot be had from votes without names; `purpose` is a case of that message."""
        if self.anonymous:
            raise InputError("agreement-need-annotators", purpose=purpose)

    def without(self, *, annotators: Sequence[str]) -> "LabelMatrix":
        """The matrix less these annotators."""
        strange = next((name for name in annotators if name not in self.annotators), None)
        if strange is not None:
            raise InputError("agreement-no-annotator", name=repr(strange))
        kept = [number for number, name in enumerate(self.annotators) if name not in annotators]
        return self.take(annotators=np.array(kept, np.int64)) if annotators else self

    def take(self, *, annotators: Int64 | None = None, items: Int64 | None = None) -> "LabelMatrix":
        """The part of the matrix with these annotators and items, by number, in the order given; classes stay.

        A number may not be taken twice.
        """
        if annotators is not None:
            self.need_annotators("part")

        def renumbered(column: Int32, names: tuple[str, ...], wanted: Int64 | None) -> tuple[Int32, tuple[str, ...]]:
            if wanted is None:
                return column, names
            if np.unique(wanted).size != wanted.size:
                raise InputError("agreement-taken-twice")
            places = np.full(len(names), -1, np.int32)
            places[wanted] = np.arange(wanted.size, dtype=np.int32)
            return places[column], tuple(names[number] for number in wanted.tolist())

        item, what = renumbered(self.item, self.items, items)
        annotator, who = renumbered(self.annotator, self.annotators, annotators)
        kept = np.flatnonzero(item >= 0 if annotators is None else (item >= 0) & (annotator >= 0))
        kept = kept[np.lexsort((annotator[kept], item[kept]))]
        return replace(
            self,
            item=_frozen(item[kept]),
            annotator=_frozen(annotator[kept]),
            label=_frozen(self.label[kept]),
            items=what,
            annotators=who,
        )

    def drawn(self, items: Int64) -> "LabelMatrix":
        """The matrix with these items, by number; one that is drawn several times is as many items."""
        votes = self.votes_per_item[items]
        starts = (np.cumsum(self.votes_per_item) - self.votes_per_item)[items]
        rows = np.repeat(starts - (np.cumsum(votes) - votes), votes) + np.arange(votes.sum())
        return replace(
            self,
            item=_frozen(np.repeat(np.arange(items.size, dtype=np.int32), votes)),
            annotator=_frozen(self.annotator[rows]),
            label=_frozen(self.label[rows]),
            items=tuple(self.items[number] for number in items.tolist()),
        )

    def noting(self, *notes: Message) -> "LabelMatrix":
        return replace(self, notes=(*self.notes, *notes))


def from_triples(
    items: Iterable[str], annotators: Iterable[str], labels: Iterable[str], labelling: Labelling = PLAIN
) -> LabelMatrix:
    """A matrix from three parallel columns of names; items and annotators keep their order of appearance.

    >>> from_triples("1 1 2".split(), "ann bob ann".split(), "yes no yes".split()).counts.tolist()
    [[1, 1], [0, 1]]
    """
    return from_columns(numbered(items), numbered(annotators), numbered(labels), labelling)


def from_columns(item: Column, annotator: Column, label: Column, labelling: Labelling = PLAIN) -> LabelMatrix:
    """A matrix from three parallel columns that are numbers already; the classes are put in order."""
    sizes = (item.codes.size, annotator.codes.size, label.codes.size)
    if len(set(sizes)) > 1:
        raise InputError("agreement-not-parallel", items=sizes[0], annotators=sizes[1], labels=sizes[2])
    classes = in_order(label.names, labelling)
    people = max(len(annotator.names), 1)
    key, codes = item.codes.astype(np.int64) * people + annotator.codes, classes.places[label.codes]
    if not (key[1:] > key[:-1]).all():
        place = np.argsort(key, kind="stable")
        key, codes = key[place], codes[place]
    key, codes, notes = single(key, codes, labelling.repeats, item.names, annotator.names)
    items = Column(codes=(key // people).astype(np.int32), names=item.names)
    everyone = Column(codes=(key % people).astype(np.int32), names=annotator.names)
    return _matrix(items, everyone, codes, classes, labelling.scale).noting(*notes)


def _matrix(item: Column, annotator: Column | None, label: Int32, classes: Classes, scale: Scale) -> LabelMatrix:
    """A matrix from columns in order; without annotators it is anonymous."""
    who = annotator or Column(codes=np.full(label.size, NOBODY, np.int32), names=())
    return LabelMatrix(
        item=_frozen(item.codes),
        annotator=_frozen(who.codes),
        label=_frozen(label),
        items=item.names,
        annotators=who.names,
        classes=classes.names,
        scale=scale,
        values=classes.values,
        anonymous=annotator is None,
    )


def from_table(
    table: Float,
    *,
    items: Sequence[str] | None = None,
    annotators: Sequence[str] | None = None,
    scale: Scale = Scale.NOMINAL,
) -> LabelMatrix:
    """A matrix from numbers, items × annotators, nan where a label is missing; items and annotators may be unnamed.

    >>> from_table(np.array([[1, 1], [2, np.nan]])).counts.tolist()
    [[2, 0], [0, 1]]
    """
    rows, columns = table.shape
    each, everyone = np.arange(rows, dtype=np.int32), np.arange(columns, dtype=np.int32)
    values = table.ravel()
    least = float(values.min()) if values.size else 0.0
    if math.isnan(least):  # a label is missing
        present = ~np.isnan(table)
        item = each.repeat(np.count_nonzero(present, axis=1))
        annotator = (np.flatnonzero(present) - item * np.int64(columns)).astype(np.int32)
        values = table[present]
        least = float(values.min()) if values.size else 0.0
    else:
        item, annotator = each.repeat(columns), everyone[None].repeat(rows, 0).ravel()
    most = float(values.max()) if values.size else 0.0
    if math.isinf(least) or math.isinf(most):
        raise ContentError("agreement-infinite-label")
    shifted = values if least == 0 else values - least
    whole = shifted.astype(np.int64) if most - least < MAX_CLASSES else None
    if whole is not None and (whole == shifted).all():  # whole numbers need no sorting
        used = np.flatnonzero(np.bincount(whole))
        found, codes = (used + least).tolist(), whole.astype(np.int32)
        if used.size <= most - least:
            codes = np.searchsorted(used, whole).astype(np.int32)
    else:
        distinct, places = np.unique(values, return_inverse=True)
        found, codes = distinct.tolist(), places.astype(np.int32)
    classes, numbers = tuple([f"{value:.15g}" for value in found]), tuple(found) or None
    if not (whole is not None and least.is_integer() and max(-least, most) < _WHOLE):  # as they are spelled
        ordered = in_order(classes, Labelling(scale=scale))
        classes, numbers, codes = ordered.names, ordered.values, ordered.places[codes]
    return LabelMatrix(
        item=_frozen(item),
        annotator=_frozen(annotator),
        label=_frozen(codes),
        items=tuple(items or map(str, range(1, rows + 1))),
        annotators=tuple(annotators or map(str, range(1, columns + 1))),
        classes=classes,
        scale=scale,
        values=numbers,
    )


def from_counts(
    counts: Int64, *, items: Sequence[str], classes: Sequence[str], scale: Scale = Scale.NOMINAL
) -> LabelMatrix:
    """An anonymous matrix from votes, items × classes; the classes keep their order.

    >>> from_counts(np.array([[3, 1], [0, 4]]), items=("a", "b"), classes=("no", "yes")).votes_per_item.tolist()
    [4, 4]
    """
    if counts.shape != (len(items), len(classes)):
        raise InputError("agreement-votes-shape", shape=str(counts.shape), items=len(items), classes=len(classes))
    if (counts < 0).any():
        raise ContentError("agreement-negative-votes")
    if int(counts.sum()) > MAX_VOTES:
        raise ContentError("agreement-many-votes", most=MAX_VOTES)
    known = in_order(classes, Labelling(classes=tuple(classes), scale=scale))
    cell = np.repeat(np.arange(counts.size), counts.ravel())
    wide = max(len(classes), 1)
    item = Column(codes=(cell // wide).astype(np.int32), names=tuple(items))
    return _matrix(item, None, (cell % wide).astype(np.int32), known, scale)


def from_votes(item: Column, label: Column, labelling: Labelling = PLAIN) -> LabelMatrix:
    """An anonymous matrix from two parallel columns, one row per vote; the classes are put in order.

    >>> from_votes(numbered("aab"), numbered("xyx")).counts.tolist()
    [[1, 1], [1, 0]]
    """
    if item.codes.size != label.codes.size:
        raise InputError("agreement-votes-not-parallel", items=item.codes.size, labels=label.codes.size)
    classes = in_order(label.names, labelling)
    codes = classes.places[label.codes]
    order = np.lexsort((codes, item.codes))
    return _matrix(item.taken(order), None, codes[order], classes, labelling.scale)


def from_answers(
    answers: Iterable[Answer], *, abstentions: Abstentions, repeats: Repeats = Repeats.REFUSE
) -> LabelMatrix:
    """A matrix of chosen candidates (classes 0, 1, …), people and machines side by side as annotators.

    Candidate numbers mean something only within one question, so marginals compare positions, not words.
    """
    questions: list[str] = []
    respondents: list[str] = []
    labels: list[str] = []
    missing = 0
    for answer in answers:
        chosen = answer.reply.candidate if isinstance(answer.reply, Choice) else None
        if chosen is None and abstentions is Abstentions.MISSING:
            missing += 1
            continue
        questions.append(answer.question)
        respondents.append(answer.respondent)
        labels.append("abstention" if chosen is None else str(chosen))
    matrix = from_triples(questions, respondents, labels, Labelling(repeats=repeats))
    return matrix.noting(message("agreement-abstentions-missing", count=missing)) if missing else matrix


def _cross(row: Int32, column: Int32, rows: int, columns: int) -> Int64:
    shape = _size(rows, columns)  # whose cells 32 bits can number
    flat = np.bincount(row * columns + column, minlength=rows * columns)
    return _frozen(flat.astype(np.int64, copy=False).reshape(shape))


def _size(rows: int, columns: int) -> tuple[int, int]:
    """The shape of a dense table, if it is not too large."""
    if rows * columns > MAX_CELLS:
        raise InputError("agreement-table-too-large", rows=rows, columns=columns)
    return rows, columns


Array = TypeVar("Array", Int32, Int64, Float)


def _frozen(array: Array) -> Array:
    array.flags.writeable = False
    return array
