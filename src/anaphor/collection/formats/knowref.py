"""KnowRef of Emami et al.: a JSON list, the pronoun in square brackets.

An item's id is its position in the file from 1 (`oiginal_id` is not unique). The right answer is
what `correct_candidate` says: `correct_candidate_idx` points at the other candidate in 299 of the
1,269 rows of the published test set.
"""

from itertools import count

from anaphor.collection.formats.foreign import ForeignFormat, collection_of, entry_of
from anaphor.collection.formats.tables import SourceRow, object_rows, read_each
from anaphor.collection.places import bracketed_mark, unbracketed
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.schema import Collection, Problem, UnmarkedReason


def recognises(source: Source) -> bool:
    return source.head.lstrip().startswith("[") and '"sentence_with_pronoun"' in source.head


def read(source: Source, settings: ReadSettings) -> Collection:
    """One problem per object."""
    numbers = count(1)
    return collection_of(
        source,
        read_each(object_rows(source), lambda row: _problem(row, str(next(numbers)))),
        name="knowref",
        language="en",
        title="KnowRef",
        licence="CC-BY-SA-3.0",
        citation="Emami et al. 2019",
    )


def _problem(row: SourceRow, name: str) -> Problem:
    text, spans = unbracketed(row.text("sentence_with_pronoun"))
    candidates = [_sole_text(row, field) for field in ("candidate0", "candidate1")]
    answer = _sole_text(row, "correct_candidate")
    if answer not in candidates:
        raise row.error("collection-value-no-candidate", "correct_candidate")
    mark = bracketed_mark(text, spans, UnmarkedReason.UNSAID)
    return Problem(id=name, item=entry_of(name, "en", text, mark, candidates, candidates.index(answer)))


def _sole_text(row: SourceRow, name: str) -> str:
    value = row.values.get(name)
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str) and value[0].strip():
        return value[0].strip()
    raise row.error("collection-value-no-list-of-one", name)


KNOWREF = ForeignFormat(name="knowref", title="KnowRef (Emami et al. 2019)", recognises=recognises, read=read)
