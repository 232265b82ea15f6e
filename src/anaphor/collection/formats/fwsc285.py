"""FWSC285 of Wang, Seminck and Amsili: 285 French items aligned with the English challenge (one JSON list).

Join keys: an item's id is its `english_id`, the position of the English item in wsc-en; a schema's id is its
`french_id`, the id in wsc-fr, or `new-` and the first English position for the items without one; its source
is its English schema (`wsc-en#3`). The file tells right from wrong
and no order of candidates: they stand in the order right, wrong of the first item of their schema.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from anaphor.collection.formats.tables import Row, json_list, located
from anaphor.collection.native.brackets import mark_of, unbracketed
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.collection.twins import are_near, grouped, with_cues
from anaphor.errors import FormatError
from anaphor.schema import (
    Anaphor,
    Annotations,
    Associative,
    Candidate,
    Collection,
    Item,
    Question,
    Schema,
    Span,
    Unmarked,
    UnmarkedReason,
)

_ASSOCIATIVE = (Associative.NO, Associative.YES, Associative.NEGATIVELY)

_LANGUAGE = "fr"


class Fwsc285Format:
    """A JSON list of objects."""

    name = "fwsc285"
    title = "FWSC285 (Wang, Seminck and Amsili 2022)"

    def recognises(self, source: Source) -> bool:
        """Whether it is a JSON list with the set's keys."""
        head = source.head
        return head.lstrip().startswith("[") and '"french_text"' in head and '"english_id"' in head

    def read(self, source: Source, settings: ReadSettings) -> Collection:
        """The items in the order of the file, grouped by their French schema or by their English twins."""
        rows = [_read(row) for row in json_list(source)]
        with located(source, None):
            return Collection(
                name="fwsc285",
                language=_LANGUAGE,
                schemas=tuple(_schema(group, _LANGUAGE) for group in _groups(rows)),
                title="FWSC285",
                citation="Wang, Seminck & Amsili 2022",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """What is needed of a row before its schema is known."""

    row: Row
    english: int
    french: int | None
    original: str
    right: str
    wrong: str

    @property
    def pair(self) -> set[str]:
        """Both candidates, capitals aside."""
        return {self.right.casefold(), self.wrong.casefold()}


def _read(row: Row) -> _Read:
    return _Read(
        row=row,
        english=row.whole("english_id"),
        french=None if row.values.get("french_id") == "" else row.whole("french_id"),
        original=unbracketed(row.text("english_text"))[0],
        right=row.text("correct_answer"),
        wrong=row.text("wrong_answer"),
    )


def _groups(rows: Sequence[_Read]) -> Iterator[tuple[_Read, ...]]:
    """Neighbours with one French id; without one, neighbours whose English texts are near."""
    for french, run in groupby(rows, key=lambda read: read.french):
        group = tuple(run)
        yield from grouped(group, _are_twins) if french is None else [group]


def _are_twins(one: _Read, other: _Read) -> bool:
    """Whether two new items are one schema: English neighbours with like texts and a common candidate."""
    return (
        other.english == one.english + 1
        and not one.pair.isdisjoint(other.pair)
        and are_near(one.original, other.original)
    )


def _schema(group: Sequence[_Read], language: str) -> Schema:
    first = group[0]
    order = (first.right, first.wrong)
    return Schema(
        id=f"new-{first.english}" if first.french is None else str(first.french),
        variants=with_cues([_item(read, order, language) for read in group]),
        source=f"wsc-en#{first.english}",
    )


def _item(read: _Read, order: tuple[str, str], language: str) -> Item:
    same = read.pair == {form.casefold() for form in order}
    right_first = read.right.casefold() == order[0].casefold() if same else read.wrong.casefold() != order[0].casefold()
    forms = (read.right, read.wrong) if right_first else (read.wrong, read.right)
    with located(read.row.source, read.row.line):
        text, spans = unbracketed(read.row.text("french_text"))
        question = Question(
            id=str(read.english),
            language=language,
            text=text,
            anaphor=_anaphor(text, spans),
            candidates=tuple(Candidate(text=form) for form in forms),
            prompt=read.row.optional_text("french_question"),
        )
        annotations = _annotations(read, right_first)
        return Item(question=question, key=0 if right_first else 1, annotations=annotations)


def _anaphor(text: str, spans: tuple[Span, ...]) -> Anaphor:
    """The marked word; an item without a mark leaves its anaphor unspoken (two items of the set)."""
    if len(spans) == 1:
        return mark_of(text, spans[0])
    return Unmarked(reason=UnmarkedReason.AMBIGUOUS if spans else UnmarkedReason.IMPLICIT)


def _annotations(read: _Read, right_first: bool) -> Annotations:
    row = read.row
    pairs = [_pair(row, "pair_correct"), _pair(row, "pair_wrong")]
    switchable = _flag(row, "switchable")
    return Annotations(
        associative=_ASSOCIATIVE[row.one_of("associative", (0, 1, 2))] if _is_said(row, "associative") else None,
        switchable=switchable,
        negatable=_flag(row, "negatable"),
        switched=row.optional_text("switched_text") if switchable else None,
        template=row.optional_text("french_text_ready_to_be_replaced"),
        pairs=tuple(pairs if right_first else pairs[::-1]) if any(pairs) else (),
        pairs_usable=_flag(row, "pmi_able"),
        original=read.original,
    )


def _is_said(row: Row, name: str) -> bool:
    return row.values.get(name) not in (None, "")


def _flag(row: Row, name: str) -> bool | None:
    return bool(row.one_of(name, (0, 1))) if _is_said(row, name) else None


def _pair(row: Row, name: str) -> tuple[str, str] | None:
    """The (candidate, cue) words; the file writes them cue first."""
    said = row.optional_text(name)
    if said is None:
        return None
    cue, bar, candidate = (part.strip() for part in said.partition("|"))
    if not (cue and bar and candidate):
        raise _broken_pair(row, name)
    return candidate, cue


def _broken_pair(row: Row, name: str) -> FormatError:
    return row.error("must be two words with | between them", name)


FWSC285 = Fwsc285Format()
