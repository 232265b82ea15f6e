"""KnowRef of Emami et al.: a JSON list, the pronoun in square brackets.

An item's id is its position in the file from 1 (`oiginal_id` is not unique). The right answer is
what `correct_candidate` says: `correct_candidate_idx` points at the other candidate in 299 of the
1,269 rows of the published test set.
"""

from collections.abc import Iterator
from itertools import count

from anaphor.collection.formats.foreign import ForeignFormat, entry_of, reader
from anaphor.collection.formats.tables import SourceRow, bracketed_mark, object_rows, read_each, unbracketed
from anaphor.collection.protocol import Source
from anaphor.schema import Problem, UnmarkedReason


def _problems(source: Source, language: str) -> Iterator[Problem]:
    numbers = count(1)

    def problem(row: SourceRow) -> Problem:
        name = str(next(numbers))
        text, spans = unbracketed(row.text("sentence_with_pronoun"))
        candidates = [_sole_text(row, field) for field in ("candidate0", "candidate1")]
        answer = _sole_text(row, "correct_candidate")
        if answer not in candidates:
            raise row.error("collection-value-no-candidate", "correct_candidate")
        mark = bracketed_mark(text, spans, UnmarkedReason.UNSAID)
        return Problem(id=name, item=entry_of(name, language, text, mark, candidates, candidates.index(answer)))

    return read_each(object_rows(source), problem)


def _sole_text(row: SourceRow, name: str) -> str:
    value = row.values.get(name)
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str) and value[0].strip():
        return value[0].strip()
    raise row.error("collection-value-no-list-of-one", name)


KNOWREF = ForeignFormat(
    name="knowref",
    title="KnowRef (Emami et al. 2019)",
    recognises=lambda source: source.head.lstrip().startswith("[") and '"sentence_with_pronoun"' in source.head,
    read=reader(
        _problems, name="knowref", language="en", title="KnowRef", licence="CC-BY-SA-3.0", citation="Emami et al. 2019"
    ),
)
