"""WinoBias of Zhao et al.: numbered sentences, the antecedent and its pronoun in square brackets.

The other candidate is not marked: it is the antecedent of the paired line (1 and 2, 3 and 4 …) where this
sentence names it too; elsewhere it is left unsaid, the item has one candidate and stands in the notes.
Where two pronouns are marked, both mean the antecedent and the first is the anaphor.
An item's id is the number of its line; a pair of lines is a schema under the first number.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from anaphor.collection.formats.tables import collection_name, limited, lines, located
from anaphor.collection.native.brackets import unbracketed
from anaphor.collection.places import occurrences
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.collection.twins import grouped
from anaphor.schema import Annotations, Candidate, Collection, Item, Mark, Question, Schema, Span

_LINE = re.compile(r"(\d{1,9}) +(.*)")
_PRONOUNS = {
    **dict.fromkeys(("he", "him", "his", "himself"), "male"),
    **dict.fromkeys(("she", "her", "hers", "herself"), "female"),
}
_HEAD = re.compile(rf"\d{{1,9}} [^\n\t]*\[[^\[\]\n]+\][^\n\t]*\[(?:{'|'.join(_PRONOUNS)})\]", re.IGNORECASE)
_DETERMINER = re.compile(r"(?:the|an?|another) +", re.IGNORECASE)

_LANGUAGE = "en"


class WinobiasFormat:
    """Numbered sentences with square brackets."""

    name = "winobias"
    title = "WinoBias (Zhao et al. 2018)"

    def recognises(self, source: Source) -> bool:
        """Whether the first line is a number and a sentence with brackets, one of them around a pronoun."""
        return _HEAD.match(source.head) is not None

    def read(self, source: Source, settings: ReadSettings) -> Collection:
        """The lines, two and two."""
        pairs = grouped(_sentences(source), lambda one, other: other.number == one.number + 1)
        schemas: list[Schema] = []
        lone: list[str] = []
        for pair in pairs:
            items = [_item(source, sentence, _other(pair, sentence), _LANGUAGE) for sentence in pair]
            schemas.append(Schema(id=items[0].id, variants=tuple(items)))
            lone += [item.id for item in items if len(item.question.candidates) == 1]
        with located(source, None):
            return Collection(
                name=collection_name(source, "winobias"),
                language=_LANGUAGE,
                schemas=tuple(schemas),
                title="WinoBias",
                licence="MIT",
                citation="Zhao et al. 2018",
                notes=f"No second candidate is known for: {', '.join(lone)}." if lone else None,
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sentence:
    """A line as the file has it."""

    line: int
    number: int
    text: str
    antecedent: Span
    pronoun: Span


@limited
def _sentences(source: Source) -> Iterator[_Sentence]:
    for line, content in lines(source):
        if content.strip():
            found = _LINE.fullmatch(content.strip())
            if found is None:
                raise source.error("the line does not begin with a number", line=line)
            yield _sentence(source, line, int(found[1]), found[2])


def _sentence(source: Source, line: int, number: int, marked: str) -> _Sentence:
    text, spans = unbracketed(marked)
    pronouns = [span for span in spans if span.of(text).lower() in _PRONOUNS]
    others = [span for span in spans if span.of(text).lower() not in _PRONOUNS]
    if not pronouns or len(others) != 1 or not others[0].of(text):
        raise source.error("one antecedent and its pronoun must stand in square brackets", line=line)
    return _Sentence(line=line, number=number, text=text, antecedent=others[0], pronoun=pronouns[0])


def _other(pair: Sequence[_Sentence], sentence: _Sentence) -> Span | None:
    """Where the sentence names the antecedent of its paired line; None when it does not, or when it is the same."""
    twin = next((member for member in pair if member is not sentence), None)
    if twin is None or _noun(twin) == _noun(sentence):
        return None
    places = (_with_determiner(sentence.text, place) for place in occurrences(sentence.text, _noun(twin)))
    mine = sentence.antecedent
    return next((place for place in places if place.end <= mine.start or place.start >= mine.end), None)


def _noun(sentence: _Sentence) -> str:
    return _DETERMINER.sub("", sentence.antecedent.of(sentence.text), count=1).lower()


def _with_determiner(text: str, noun: Span) -> Span:
    before = list(_DETERMINER.finditer(text, max(0, noun.start - 12), noun.start))
    return Span(start=before[-1].start(), end=noun.end) if before and before[-1].end() == noun.start else noun


def _item(source: Source, sentence: _Sentence, other: Span | None, language: str) -> Item:
    text, right = sentence.text, sentence.antecedent
    spans = sorted([right, other] if other else [right], key=lambda span: span.start)
    with located(source, sentence.line):
        question = Question(
            id=str(sentence.number),
            language=language,
            text=text,
            anaphor=Mark(start=sentence.pronoun.start, end=sentence.pronoun.end),
            candidates=tuple(Candidate(text=_shown(span.of(text)), span=span) for span in spans),
        )
        gender = _PRONOUNS[sentence.pronoun.of(text).lower()]
        return Item(question=question, key=spans.index(right), annotations=Annotations(gender=gender))


def _shown(phrase: str) -> str:
    """The phrase with its determiner in small letters, as inside a sentence."""
    found = _DETERMINER.match(phrase)
    return f"{found[0].lower()}{phrase[found.end() :]}" if found else phrase


WINOBIAS = WinobiasFormat()
