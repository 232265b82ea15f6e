"""WinoBias of Zhao et al.: numbered sentences, the antecedent and its pronoun in square brackets.

The other candidate is not marked: it is the antecedent of the paired line (1 and 2, 3 and 4 …) where this
sentence names it too; elsewhere it is left unsaid, the item has one candidate and stands in the notes.
Where two pronouns are marked, both mean the antecedent and the first is the anaphor.
An item's id is the number of its line; a pair of lines is a schema under the first number.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from anaphor.collection.formats.foreign import ForeignFormat, collection_of, entry_of, family_name, grouped
from anaphor.collection.formats.tables import limited, lines, located, occurrences, unbracketed, with_determiner
from anaphor.collection.protocol import ReadSettings, Source
from anaphor.schema import Annotations, Candidate, Collection, Entry, Mark, Schema, Span, question_of

_LINE = re.compile(r"(\d{1,9}) ++(.*)")
_PRONOUNS = {
    **dict.fromkeys(("he", "him", "his", "himself"), "male"),
    **dict.fromkeys(("she", "her", "hers", "herself"), "female"),
}
# "1 [The developer] argued with the designer because [she] did not like the design."
_HEAD = re.compile(r"\d{1,9} ([^\n\t]*+)")
_BRACKETED = re.compile(r"\[([^\[\]]++)\]")
_DETERMINER = re.compile(r"(?:the|an?|another) +", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sentence:
    """A line as the file has it."""

    line: int
    number: int
    text: str
    antecedent: Span
    pronoun: Span

    @property
    def noun(self) -> str:
        return _DETERMINER.sub("", self.antecedent.of(self.text), count=1).lower()


def _sentences(source: Source) -> Iterator[_Sentence]:
    for line, content in lines(source):
        if not content.strip():
            continue
        numbered = _LINE.fullmatch(content.strip())
        if numbered is None:
            raise source.error("collection-no-line-number", line=line)
        text, spans = unbracketed(numbered[2])
        pronouns = [span for span in spans if span.of(text).lower() in _PRONOUNS]
        others = [span for span in spans if span.of(text).lower() not in _PRONOUNS]
        if not pronouns or len(others) != 1 or not others[0].of(text):
            raise source.error("collection-no-antecedent", line=line)
        yield _Sentence(line=line, number=int(numbered[1]), text=text, antecedent=others[0], pronoun=pronouns[0])


def _entry(source: Source, sentence: _Sentence, pair: Sequence[_Sentence]) -> Entry:
    text, right, pronoun = sentence.text, sentence.antecedent, sentence.pronoun
    spans = [right]
    # Where the sentence names the antecedent of its paired line; nowhere when that is the same.
    twin = next((member for member in pair if member is not sentence), None)
    if twin is not None and twin.noun != sentence.noun:
        places = (with_determiner(text, place, _DETERMINER) for place in occurrences(text, twin.noun))
        apart = (place for place in places if place.end <= right.start or place.start >= right.end)
        spans = sorted([right, *islice(apart, 1)], key=lambda span: span.start)
    candidates = []
    for span in spans:  # the determiner in small letters, as inside a sentence
        lowered = re.sub(rf"^{_DETERMINER.pattern}", lambda the: the[0].lower(), span.of(text), flags=re.IGNORECASE)
        candidates.append(Candidate(text=lowered, span=span))
    with located(source, sentence.line):
        return entry_of(
            str(sentence.number),
            "en",
            text,
            Mark(start=pronoun.start, end=pronoun.end),
            candidates,
            spans.index(right),
            annotations=Annotations(gender=_PRONOUNS[pronoun.of(text).lower()]),
        )


def read(source: Source, settings: ReadSettings) -> Collection:
    schemas: list[Schema] = []
    for pair in grouped(limited(source, _sentences(source)), lambda one, other: other.number == one.number + 1):
        entries = tuple(_entry(source, sentence, pair) for sentence in pair)
        schemas.append(Schema(id=entries[0].id, variants=entries))
    questions = [question_of(entry) for schema in schemas for entry in schema.variants]
    lone = [question.id for question in questions if len(question.candidates) == 1]
    return collection_of(
        source,
        schemas,
        name=family_name(source, "winobias"),
        language="en",
        title="WinoBias",
        licence="MIT",
        citation="Zhao et al. 2018",
        notes=f"No second candidate is known for: {', '.join(lone)}." if lone else None,
    )


def _recognises(source: Source) -> bool:
    """Whether a numbered sentence begins the file, with something in brackets and a pronoun in brackets after it."""
    first = _HEAD.match(source.head)
    return first is not None and any(word.lower() in _PRONOUNS for word in _BRACKETED.findall(first[1])[1:])


WINOBIAS = ForeignFormat(
    name="winobias",
    title="WinoBias (Zhao et al. 2018)",
    recognises=_recognises,
    read=read,
)
