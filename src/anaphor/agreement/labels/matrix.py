"""The label matrix: who gave which label to which item, sparse, with holes.

    LabelMatrix        the record: three parallel arrays and the names behind their numbers
    from_triples       from (item, annotator, label) names
    from_columns       from columns that are numbers already
    from_table         from numbers, items × annotators
    from_counts        from votes per item, nobody knows whose (ChaosNLI)
    from_votes         from (item, label) pairs, nobody knows whose
    from_answers       from the answers of people and machines

Arrays are sorted by item, then annotator, and cannot be written to.
"""

import hashlib
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.labels.labelling import (
    MAX_CLASSES,
    Abstentions,
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
from anaphor.answer import Answer, Choice
from anaphor.errors import ContentError, InputError
from anaphor.text import Message, message

Float = NDArray[np.float64]

MAX_CELLS = 400_000_000
"""Largest dense table that is built (about 3 GB of counts)."""
MAX_VOTES = 100_000_000
"""Most votes that a table of counts may stand for (about 2 GB of labels)."""
PLAIN = Labelling()
"""Nominal classes as they occur; repeated labels are refused."""
NOBODY = -1
"""Annotator number of every vote in an anonymous matrix, and the hole in a dense table."""


@dataclass(frozen=True, kw_only=True, eq=False)
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
    """What may be said of two different labels."""
    values: tuple[float, ...] | None = None
    """The classes as numbers, where every one of them is a number."""
    anonymous: bool = False
    """True when only the votes per item are known, not who gave them."""
    notes: tuple[Message, ...] = ()
    """What was decided while the table was read, for the user to hear."""

    @property
    def size(self) -> int:
        """How many labels there are."""
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
    def usage(self) -> Int64:
        """How often each annotator used each class, annotators × classes."""
        self.need_annotators("usage")
        return _cross(self.annotator, self.label, len(self.annotators), len(self.classes))

    @cached_property
    def table(self) -> Int32:
        """Class numbers as a dense table, items × annotators, -1 where a label is missing."""
        self.need_annotators("table")
        _check_cells(len(self.items), len(self.annotators))
        dense = np.full((len(self.items), len(self.annotators)), NOBODY, np.int32)
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

    def restrict(self, *, annotators: Iterable[str] | None = None, items: Iterable[str] | None = None) -> "LabelMatrix":
        """The part of the matrix with these annotators and these items, in the order given; classes stay."""
        who = None if annotators is None else _numbers("annotator", annotators, self.annotators)
        what = None if items is None else _numbers("item", items, self.items)
        return self.take(annotators=who, items=what)

    def without(self, *, annotators: Iterable[str] = (), items: Iterable[str] = ()) -> "LabelMatrix":
        """The matrix less these annotators and these items."""
        out = set(_numbers("annotator", annotators, self.annotators).tolist())
        gone = set(_numbers("item", items, self.items).tolist())
        who = [number for number in range(len(self.annotators)) if number not in out]
        what = [number for number in range(len(self.items)) if number not in gone]
        return self.take(
            annotators=np.array(who, np.int64) if out else None, items=np.array(what, np.int64) if gone else None
        )

    def take(self, *, annotators: Int64 | None = None, items: Int64 | None = None) -> "LabelMatrix":
        """`restrict` by number instead of name; a number may not be taken twice."""
        who = np.arange(len(self.annotators)) if annotators is None else annotators
        what = np.arange(len(self.items)) if items is None else items
        if annotators is not None:
            self.need_annotators("part")
        new_item = _places(what, len(self.items))[self.item]
        new_annotator = self.annotator if annotators is None else _places(who, len(self.annotators))[self.annotator]
        kept = new_item >= 0 if annotators is None else (new_item >= 0) & (new_annotator >= 0)
        item, annotator, label = new_item[kept], new_annotator[kept], self.label[kept]
        order = np.lexsort((annotator, item))
        return replace(
            self,
            item=_frozen(item[order]),
            annotator=_frozen(annotator[order]),
            label=_frozen(label[order]),
            items=tuple(self.items[number] for number in what.tolist()),
            annotators=tuple(self.annotators[number] for number in who.tolist()),
        )

    def noting(self, *notes: Message) -> "LabelMatrix":
        """The same matrix with more notes."""
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
    return LabelMatrix(
        item=_frozen((key // people).astype(np.int32)),
        annotator=_frozen((key % people).astype(np.int32)),
        label=_frozen(codes),
        items=item.names,
        annotators=annotator.names,
        classes=classes.names,
        scale=labelling.scale,
        values=classes.values,
        notes=notes,
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
    missing = np.isnan(table)
    each, everyone = np.arange(rows, dtype=np.int32), np.arange(columns, dtype=np.int32)
    if missing.any():
        present = ~missing
        item = np.repeat(each, np.count_nonzero(present, axis=1))
        annotator = (np.flatnonzero(present) - item * np.int64(columns)).astype(np.int32)
        found, codes = _distinct(table[present])
    else:
        item, annotator = np.repeat(each, columns), np.tile(everyone, rows)
        found, codes = _distinct(table.ravel())
    classes = in_order([f"{value:.15g}" for value in found.tolist()], Labelling(scale=scale))
    return LabelMatrix(
        item=_frozen(item),
        annotator=_frozen(annotator),
        label=_frozen(classes.places[codes]),
        items=tuple(items or map(str, range(1, rows + 1))),
        annotators=tuple(annotators or map(str, range(1, columns + 1))),
        classes=classes.names,
        scale=scale,
        values=classes.values,
    )


def _distinct(values: Float) -> tuple[Float, Int64]:
    """The different values, ascending, and the place of each value among them."""
    least, most = (float(values.min()), float(values.max())) if values.size else (0.0, 0.0)
    if math.isinf(least) or math.isinf(most):
        raise ContentError("agreement-infinite-label")
    if most - least < MAX_CLASSES:
        shifted = values if least == 0 else values - least
        whole = shifted.astype(np.int64)
        if (whole == shifted).all():  # whole numbers need no sorting
            used = np.flatnonzero(np.bincount(whole))
            if used.size == int(most - least) + 1:
                return used.astype(np.float64) + least, whole
            places = np.zeros(int(most - least) + 1, np.int64)
            places[used] = np.arange(used.size)
            return used.astype(np.float64) + least, places[whole]
    found, codes = np.unique(values, return_inverse=True)
    return found, codes.astype(np.int64)


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
    return LabelMatrix(
        item=_frozen((cell // wide).astype(np.int32)),
        annotator=_frozen(np.full(cell.size, NOBODY, np.int32)),
        label=_frozen((cell % wide).astype(np.int32)),
        items=tuple(items),
        annotators=(),
        classes=known.names,
        scale=scale,
        values=known.values,
        anonymous=True,
    )


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
    return LabelMatrix(
        item=_frozen(item.codes[order]),
        annotator=_frozen(np.full(codes.size, NOBODY, np.int32)),
        label=_frozen(codes[order]),
        items=item.names,
        annotators=(),
        classes=classes.names,
        scale=labelling.scale,
        values=classes.values,
        anonymous=True,
    )


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
    _check_cells(rows, columns)
    flat = np.bincount(row.astype(np.int64) * columns + column, minlength=rows * columns)
    return _frozen(flat.astype(np.int64, copy=False).reshape(rows, columns))


def _check_cells(rows: int, columns: int) -> None:
    if rows * columns > MAX_CELLS:
        raise InputError("agreement-table-too-large", rows=rows, columns=columns)


def _places(taken: Int64, total: int) -> Int32:
    if np.unique(taken).size != taken.size:
        raise InputError("agreement-taken-twice")
    places = np.full(total, -1, np.int32)
    places[taken] = np.arange(taken.size, dtype=np.int32)
    return places


def _numbers(kind: str, names: Iterable[str], known: Sequence[str]) -> Int64:
    places = {name: number for number, name in enumerate(known)}
    wanted = list(names)
    strange = [name for name in wanted if name not in places]
    if strange:
        raise InputError(f"agreement-no-{kind}", name=repr(strange[0]))
    return np.array([places[name] for name in wanted], np.int64)


Array = TypeVar("Array", Int32, Int64, Float)


def _frozen(array: Array) -> Array:
    array.flags.writeable = False
    return array
