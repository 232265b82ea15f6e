"""KnowRef of Emami et al.: a JSON list, the pronoun in square brackets.

An item's id is its position in the file from 1 (`oiginal_id` is not unique). The right answer is
what `correct_candidate` says: `correct_candidate_idx` points at the other candidate in 299 of the
1,269 rows of the published test set.
"""

from collections.abc import Iterator

from anaphor.collection.formats.tables import Row, json_list, located
from anaphor.collection.native.brackets import mark_of, unbracketed
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.schema import Anaphor, Candidate, Collection, Item, Problem, Question, Span, Unmarked, UnmarkedReason

_LANGUAGE = "en"


class KnowrefFormat:
    """A JSON list of objects."""

    name = "knowref"
    title = "KnowRef (Emami et al. 2019)"

    def recognises(self, source: Source) -> bool:
        """Whether it is a JSON list with KnowRef's key."""
        return source.head.lstrip().startswith("[") and '"sentence_with_pronoun"' in source.head

    def read(self, source: Source, settings: ReadSettings) -> Collection:
        """One problem per object."""
        with located(source, None):
            return Collection(
                name="knowref",
                language=_LANGUAGE,
                problems=tuple(_problems(source, _LANGUAGE)),
                title="KnowRef",
                licence="CC-BY-SA-3.0",
                citation="Emami et al. 2019",
            )


def _problems(source: Source, language: str) -> Iterator[Problem]:
    for number, row in enumerate(json_list(source), start=1):
        with located(source, row.line):
            yield Problem(id=str(number), item=_item(row, str(number), language))


def _item(row: Row, name: str, language: str) -> Item:
    text, spans = unbracketed(row.text("sentence_with_pronoun"))
    candidates = [_sole(row, field) for field in ("candidate0", "candidate1")]
    answer = _sole(row, "correct_candidate")
    if answer not in candidates:
        raise row.error("is none of the candidates", "correct_candidate")
    question = Question(
        id=name,
        language=language,
        text=text,
        anaphor=_anaphor(text, spans),
        candidates=tuple(Candidate(text=candidate) for candidate in candidates),
    )
    return Item(question=question, key=candidates.index(answer))


def _sole(row: Row, name: str) -> str:
    value = row.values.get(name)
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str) and value[0].strip():
        return value[0].strip()
    raise row.error("must be a list with one text", name)


def _anaphor(text: str, spans: tuple[Span, ...]) -> Anaphor:
    if len(spans) == 1:
        return mark_of(text, spans[0])
    return Unmarked(reason=UnmarkedReason.AMBIGUOUS if spans else UnmarkedReason.UNSAID)


KNOWREF = KnowrefFormat()
