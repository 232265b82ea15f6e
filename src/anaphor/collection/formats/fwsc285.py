"""FWSC285 of Wang, Seminck and Amsili: 285 French items aligned with the English challenge (one JSON list).

Join keys: an item's id is its `english_id`, the position of the English item in wsc-en; a schema's id is its
`french_id`, the id in wsc-fr, or `new-` and the first English position for the items without one; its source
is its English schema (`wsc-en#3`). The file tells right from wrong
and no order of candidates: they stand in the order right, wrong of the first item of their schema.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from anaphor.collection.formats.foreign import ForeignFormat, are_near, entry_of, grouped, reader, with_cues
from anaphor.collection.formats.tables import SourceRow, bracketed_mark, located, object_rows, unbracketed
from anaphor.collection.protocol import Source
from anaphor.schema import Annotations, Associative, Entry, Schema, UnmarkedReason

_ASSOCIATIVE = (Associative.NO, Associative.YES, Associative.NEGATIVELY)


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
        return {self.right.casefold(), self.wrong.casefold()}


def _schemas(source: Source, language: str) -> Iterator[Schema]:
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

    def belong(one: _Aligned, other: _Aligned) -> bool:
        """English neighbours with like texts and a common candidate, where no French id says it."""
        follows = other.english == one.english + 1
        return follows and not one.pair.isdisjoint(other.pair) and are_near(one.original, other.original)

    for french, run in groupby(records, key=lambda record: record.french):
        together = tuple(run)
        for group in grouped(together, belong) if french is None else [together]:
            first = group[0]
            yield Schema(
                id=f"new-{first.english}" if french is None else str(french),
                variants=with_cues([_entry(record, first, language) for record in group]),
                source=f"wsc-en#{first.english}",
            )


def _entry(record: _Aligned, first: _Aligned, language: str) -> Entry:
    leading, row = first.right.casefold(), record.row
    if record.pair == first.pair:
        right_first = record.right.casefold() == leading
    else:  # one candidate changes with the item: the common one keeps its place
        right_first = record.wrong.casefold() != leading
    order = 1 if right_first else -1
    with located(row.source, row.line):
        text, spans = unbracketed(row.text("french_text"))
        return entry_of(
            str(record.english),
            language,
            text,
            bracketed_mark(text, spans, UnmarkedReason.IMPLICIT),
            (record.right, record.wrong)[::order],
            0 if right_first else 1,
            prompt=row.optional_text("french_question"),
            annotations=_annotations(record, order),
        )


def _annotations(record: _Aligned, order: int) -> Annotations:
    """What the file says besides, pairs in the order of the candidates."""
    row = record.row

    def flag(name: str) -> bool | None:
        return None if row.values.get(name) in (None, "") else bool(row.one_of(name, (0, 1)))

    def pair(name: str) -> tuple[str, str] | None:
        """The (candidate, cue) words; the file writes them cue first."""
        pair_text = row.optional_text(name)
        if pair_text is None:
            return None
        cue, bar, candidate = (part.strip() for part in pair_text.partition("|"))
        if not (cue and bar and candidate):
            raise row.error("collection-value-no-pair", name)
        return candidate, cue

    pairs = (pair("pair_correct"), pair("pair_wrong"))
    is_stated = row.values.get("associative") not in (None, "")
    switchable = flag("switchable")
    return Annotations(
        associative=_ASSOCIATIVE[row.one_of("associative", (0, 1, 2))] if is_stated else None,
        switchable=switchable,
        negatable=flag("negatable"),
        switched=row.optional_text("switched_text") if switchable else None,
        template=row.optional_text("french_text_ready_to_be_replaced"),
        pairs=pairs[::order] if any(pairs) else (),
        pairs_usable=flag("pmi_able"),
        original=record.original,
    )


def recognises(source: Source) -> bool:
    head = source.head
    return head.lstrip().startswith("[") and '"french_text"' in head and '"english_id"' in head


FWSC285 = ForeignFormat(
    name="fwsc285",
    title="FWSC285 (Wang, Seminck and Amsili 2022)",
    recognises=recognises,
    read=reader(_schemas, name="fwsc285", language="fr", title="FWSC285", citation="Wang, Seminck & Amsili 2022"),
)
