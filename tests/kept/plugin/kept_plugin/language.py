"""A little Esperanto: subject pronouns and nothing else."""

import re

from anaphor.linguistics.language import (
    AnaphorAnalysis,
    AnaphorKind,
    Animacy,
    Concord,
    Found,
    FoundBy,
    Gender,
    LanguageRules,
    NoReading,
    NoReadingReason,
    Number,
    Reading,
    Sureness,
    Token,
)
from anaphor.schema import Span

_PRONOUNS = {"li": Gender.MASCULINE, "ŝi": Gender.FEMININE, "ĝi": Gender.NEUTER}


def tokens(text: str) -> tuple[Token, ...]:
    """Words and marks."""
    found = re.finditer(r"\w+|[^\w\s]", text)
    return tuple(Token(text=e.group(), start=e.start(), end=e.end(), is_word=e.group()[0].isalnum()) for e in found)


def sentences(text: str) -> tuple[Span, ...]:
    """What ends with a mark."""
    return tuple(Span(start=each.start(), end=each.end()) for each in re.finditer(r"[^\s.!?][^.!?]*[.!?]*", text))


def lemma(form: str) -> str:
    """Plural and object lose their endings; names stay as they are."""
    return form if form[:1].isupper() else re.sub(r"(?<=[oa])j?n?$", "", form.lower())


def head(phrase: str) -> Span:
    """The last word."""
    words = [each for each in tokens(phrase) if each.is_word]
    return Span(start=words[-1].start, end=words[-1].end) if words else Span(start=0, end=len(phrase))


def concord(phrase: str) -> Concord:
    """Number by the ending; capitals are people."""
    word = head(phrase).of(phrase)
    number = Number.PLURAL if word.endswith(("oj", "ojn")) else Number.SINGULAR
    name = word[:1].isupper()
    return Concord(number=number, animacy=Animacy.PERSON if name else None, is_name=name, evidence=("ending",))


def analyse(text: str, span: Span) -> AnaphorAnalysis | None:
    """The three pronouns."""
    gender = _PRONOUNS.get(span.of(text).lower())
    return AnaphorAnalysis(kind=AnaphorKind.SUBJECT, gender=gender, number=Number.SINGULAR) if gender else None


def anaphors(text: str) -> tuple[Span, ...]:
    """Every pronoun."""
    places = (Span(start=each.start, end=each.end) for each in tokens(text))
    return tuple(place for place in places if analyse(text, place))


def find(phrase: str, text: str) -> tuple[Found, ...]:
    """Letter for letter, else by the head."""
    for form, by in ((phrase, FoundBy.FORM), (head(phrase).of(phrase), FoundBy.HEAD)):
        places = re.finditer(rf"\b{re.escape(form)}", text, re.IGNORECASE)
        if found := tuple(Found(span=Span(start=each.start(), end=each.end()), by=by) for each in places):
            return found
    return ()


def readings(text: str, span: Span, candidate: str) -> tuple[Reading, ...] | NoReading:
    """The candidate in the pronoun's place."""
    if not analyse(text, span):
        return NoReading(reason=NoReadingReason.UNKNOWN_ANAPHOR, detail=f"“{span.of(text)}” is no pronoun")
    slot = Span(start=span.start, end=span.start + len(candidate))
    whole = text[: span.start] + candidate + text[span.end :]
    return (Reading(text=whole, slot=slot, rules=("subject",), sureness=Sureness.CERTAIN),)


ESPERANTO = LanguageRules(
    code="eo",
    tokens=tokens,
    sentences=sentences,
    lemma=lemma,
    head=head,
    concord=concord,
    analyse=analyse,
    anaphors=anaphors,
    find=find,
    readings=readings,
)
