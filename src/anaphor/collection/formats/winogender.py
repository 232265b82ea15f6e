"""Winogender schemas of Rudinger et al.: all sentences, or the templates they were made from (tab-separated).

Sentences: an item's id is its `sentid` without `.txt` (occupation.participant.answer.gender); the items of
one occupation, participant and gender are a schema. Templates: the pronoun is a blank, and an item's id is
occupation.participant.answer. The candidates are the occupation (0) and the participant (1).
"""

import re

from anaphor.collection.formats.tables import Row, collection_name, located, tab_rows
from anaphor.collection.places import occurrences
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.schema import (
    Anaphor,
    Annotations,
    Candidate,
    Collection,
    Item,
    Mark,
    Question,
    Schema,
    Span,
    Unmarked,
    UnmarkedReason,
)

_TEMPLATE = "occupation(0)\tother-participant(1)\tanswer\tsentence"
_SENTENCES = "sentid\tsentence"
_PRONOUNS = {
    "male": ("he", "him", "his"),
    "female": ("she", "her"),
    "neutral": ("they", "them", "their"),
}
_PLACEHOLDER = re.compile(r"\$(?:NOM|ACC|POSS)_PRONOUN\b")
_DETERMINER = re.compile(r"(?:the|an?) +", re.IGNORECASE)

_LANGUAGE = "en"


class WinogenderFormat:
    """Tab-separated values with one of two headers."""

    name = "winogender"
    title = "Winogender schemas (Rudinger et al. 2018)"

    def recognises(self, source: Source) -> bool:
        """Whether the header is that of the sentences or of the templates."""
        return source.head.split("\n", 1)[0].strip() in (_TEMPLATE, _SENTENCES)

    def read(self, source: Source, settings: ReadSettings) -> Collection:
        """The rows, those that differ in their answer together."""
        from_template = source.head.startswith("occupation")
        schemas: dict[str, list[Item]] = {}
        for row in tab_rows(source):
            with located(source, row.line):
                item, schema = (_of_template if from_template else _of_sentence)(row, _LANGUAGE)
            schemas.setdefault(schema, []).append(item)
        with located(source, None):
            return Collection(
                name=collection_name(source, "winogender"),
                language=_LANGUAGE,
                schemas=tuple(Schema(id=name, variants=tuple(items)) for name, items in schemas.items()),
                title="Winogender schemas",
                licence="MIT",
                citation="Rudinger et al. 2018",
            )


def _of_sentence(row: Row, language: str) -> tuple[Item, str]:
    name = row.text("sentid").removesuffix(".txt")
    match name.split("."):
        case [occupation, participant, ("0" | "1") as answer, gender] if gender in _PRONOUNS:
            text = row.text("sentence")
            question = Question(
                id=name,
                language=language,
                text=text,
                anaphor=_anaphor(text, _PRONOUNS[gender]),
                candidates=_candidates(row, text, (occupation, participant)),
            )
            item = Item(question=question, key=int(answer), annotations=Annotations(gender=gender))
            return item, f"{occupation}.{participant}.{gender}"
    raise row.error("must be occupation.participant.answer.gender.txt", "sentid")


def _of_template(row: Row, language: str) -> tuple[Item, str]:
    occupation, participant = row.text("occupation(0)"), row.text("other-participant(1)")
    template = row.text("sentence").replace("$OCCUPATION", occupation).replace("$PARTICIPANT", participant)
    key = row.one_of("answer", ("0", "1"))
    blanks = list(_PLACEHOLDER.finditer(template))
    if len(blanks) != 1 or "_" in template[: blanks[0].start()] + template[blanks[0].end() :]:
        raise row.error("must have one place for a pronoun, such as $NOM_PRONOUN", "sentence")
    start = blanks[0].start()
    text = f"{template[:start]}_{template[blanks[0].end() :]}"
    question = Question(
        id=f"{occupation}.{participant}.{key}",
        language=language,
        text=text,
        anaphor=Mark(start=start, end=start + 1, blank=True),
        candidates=_candidates(row, text, (occupation, participant)),
    )
    return Item(question=question, key=key), f"{occupation}.{participant}"


def _anaphor(text: str, forms: tuple[str, ...]) -> Anaphor:
    found = [span for form in forms for span in _first_two(text, form)]
    if len(found) == 1:
        return Mark(start=found[0].start, end=found[0].end)
    return Unmarked(reason=UnmarkedReason.AMBIGUOUS if found else UnmarkedReason.UNSAID)


def _first_two(text: str, form: str) -> list[Span]:
    return [span for span, _ in zip(occurrences(text, form), range(2), strict=False)]


def _candidates(row: Row, text: str, nouns: tuple[str, str]) -> tuple[Candidate, ...]:
    return tuple(_candidate(row, text, noun) for noun in nouns)


def _candidate(row: Row, text: str, noun: str) -> Candidate:
    found = _first_two(text, noun)
    if not found:
        raise row.error(f"does not name {noun[:40]!r}", "sentence")
    span = _with_determiner(text, found[0])
    shown = _DETERMINER.sub(lambda determiner: determiner[0].lower(), span.of(text), count=1)
    return Candidate(text=shown if span != found[0] else noun, span=span if len(found) == 1 else None)


def _with_determiner(text: str, noun: Span) -> Span:
    before = list(_DETERMINER.finditer(text, max(0, noun.start - 8), noun.start))
    return Span(start=before[-1].start(), end=noun.end) if before and before[-1].end() == noun.start else noun


WINOGENDER = WinogenderFormat()
