"""FWSC285 of Wang, Seminck and Amsili: 285 French items aligned with the English challenge (one JSON list).

Join keys: an item's id is its `english_id`, the position of the English item in wsc-en; a schema's id is its
`french_id`, the id in wsc-fr, or `new-` and the first English position for the items without one; its source
is its English schema (`wsc-en#3`). The file tells right from wrong
and no order of candidates: they stand in the order right, wrong of the first item of their schema.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from anaphor.collection.formats.foreign import ForeignFormat, collection_of, entry_of
from anaphor.collection.formats.tables import SourceRow, located, object_rows
from anaphor.collection.places import bracketed_mark, unbracketed
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.collection.twins import are_near, grouped, with_cues
from anaphor.schema import Annotations, Associative, Collection, Entry, Schema, UnmarkedReason

_ASSOCIATIVE = (Associative.NO, Associative.YES, Associative.NEGATIVELY)


def recognises(source: Source) -> bool:
    head = source.head
    return head.lstrip().startswith("[") and '"french_text"' in head and '"english_id"' in head


def read(source: Source, settings: ReadSettings) -> Collection:
    """The items in the order of the file, grouped by their French schema or by their English twins."""
    records = [
        _Aligned(
            row=row,
            english=row.whole("english_id"),
            french=None if row.values.get("french_id") == "" else row.whole("french_id"),
            original=unbracketed(row.text("english_text"))[0],
            right=row.text("correct_answer"),
            wrong=row.text("wrong_answer"),
        )
        for row in object_rows(source)
    ]
    schemas = map(_schema, _groups(records))
    header = {"title": "FWSC285", "citation": "Wang, Seminck & Amsili 2022"}
    return collection_of(source, schemas, name="fwsc285", language="fr", **header)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Aligned:
    """What is needed of a row before its schema is known."""

    row: SourceRow
    english: int
    french: int | None
    original: str
    right: str
    wrong: str

    @property
    def pair(self) -> set[str]:
        """Both candidates, capitals aside."""
        return {self.right.casefold(), self.wrong.casefold()}


def _groups(records: Sequence[_Aligned]) -> Iterator[tuple[_Aligned, ...]]:
    """Neighbours with one French id; without one, English neighbours with like texts and a common candidate."""

    def belong(one: _Aligned, other: _Aligned) -> bool:
        follows = other.english == one.english + 1
        return follows and not one.pair.isdisjoint(other.pair) and are_near(one.original, other.original)

    for french, run in groupby(records, key=lambda record: record.french):
        group = tuple(run)
        yield from grouped(group, belong) if french is None else [group]


def _schema(group: Sequence[_Aligned]) -> Schema:
    first = group[0]
    return Schema(
        id=f"new-{first.english}" if first.french is None else str(first.french),
        variants=with_cues([_entry(record, first) for record in group]),
        source=f"wsc-en#{first.english}",
    )


def _entry(record: _Aligned, first: _Aligned) -> Entry:
    leading = first.right.casefold()
    if record.pair == first.pair:
        right_first = record.right.casefold() == leading
    else:  # one candidate changes with the item: the common one keeps its place
        right_first = record.wrong.casefold() != leading
    row = record.row
    with located(row.source, row.line):
        text, spans = unbracketed(row.text("french_text"))
        return entry_of(
            str(record.english),
            "fr",
            text,
            bracketed_mark(text, spans, UnmarkedReason.IMPLICIT),
            (record.right, record.wrong) if right_first else (record.wrong, record.right),
            0 if right_first else 1,
            prompt=row.optional_text("french_question"),
            annotations=_annotations(record, right_first),
        )


def _annotations(record: _Aligned, right_first: bool) -> Annotations:
    row = record.row

    def flag(name: str) -> bool | None:
        return None if row.values.get(name) in (None, "") else bool(row.one_of(name, (0, 1)))

    pairs = [_pair(row, "pair_correct"), _pair(row, "pair_wrong")]
    said = row.values.get("associative") not in (None, "")
    switchable = flag("switchable")
    return Annotations(
        associative=_ASSOCIATIVE[row.one_of("associative", (0, 1, 2))] if said else None,
        switchable=switchable,
        negatable=flag("negatable"),
        switched=row.optional_text("switched_text") if switchable else None,
        template=row.optional_text("french_text_ready_to_be_replaced"),
        pairs=tuple(pairs if right_first else pairs[::-1]) if any(pairs) else (),
        pairs_usable=flag("pmi_able"),
        original=record.original,
    )


def _pair(row: SourceRow, name: str) -> tuple[str, str] | None:
    """The (candidate, cue) words; the file writes them cue first."""
    said = row.optional_text(name)
    if said is None:
        return None
    cue, bar, candidate = (part.strip() for part in said.partition("|"))
    if not (cue and bar and candidate):
        raise row.error("collection-value-no-pair", name)
    return candidate, cue


FWSC285 = ForeignFormat(
    name="fwsc285", title="FWSC285 (Wang, Seminck and Amsili 2022)", recognises=recognises, read=read
)
