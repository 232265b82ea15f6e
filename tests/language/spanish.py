"""A small Spanish, in one file: the proof that a third language needs no more than the protocol.

It knows il/elle's cousins él and ella, the clitics lo and la, the possessives su and sus, and the contractions al
and del. It is small on purpose, and abstains where it does not know. `SPANISH` has no more than every language must;
`SPANISH_WITH_LISTS` offers a few of the things that a language may offer besides.
"""

import re
from collections.abc import Mapping
from typing import ClassVar

import simplemma

from anaphor.language import (
    AnaphorAnalysis,
    AnaphorKind,
    Animacy,
    Concord,
    Found,
    FoundBy,
    Gender,
    NoReading,
    NoReadingReason,
    Number,
    Reading,
    Sureness,
    Token,
    WordLists,
)
from anaphor.schema import Span

_TOKEN = re.compile(r"[^\W_]+(?:-[^\W_]+)*\.?(?<=\bDr\.)|[^\W_]+(?:-[^\W_]+)*|[^\w\s]|_+")
_DETERMINERS = {
    "el": (Gender.MASCULINE, Number.SINGULAR),
    "la": (Gender.FEMININE, Number.SINGULAR),
    "los": (Gender.MASCULINE, Number.PLURAL),
    "las": (Gender.FEMININE, Number.PLURAL),
    "un": (Gender.MASCULINE, Number.SINGULAR),
    "una": (Gender.FEMININE, Number.SINGULAR),
    "unos": (Gender.MASCULINE, Number.PLURAL),
    "unas": (Gender.FEMININE, Number.PLURAL),
    "al": (Gender.MASCULINE, Number.SINGULAR),
    "del": (Gender.MASCULINE, Number.SINGULAR),
    "mi": (None, Number.SINGULAR),
    "su": (None, Number.SINGULAR),
    "mis": (None, Number.PLURAL),
    "sus": (None, Number.PLURAL),
}
_LINKS = frozenset({"de", "a", "en", "con", "para", "por", "sin", "que", "del", "al"})
_FORMS = {
    "él": (AnaphorKind.SUBJECT, Gender.MASCULINE, Number.SINGULAR),
    "ella": (AnaphorKind.SUBJECT, Gender.FEMININE, Number.SINGULAR),
    "ellos": (AnaphorKind.SUBJECT, Gender.MASCULINE, Number.PLURAL),
    "ellas": (AnaphorKind.SUBJECT, Gender.FEMININE, Number.PLURAL),
    "lo": (AnaphorKind.OBJECT, Gender.MASCULINE, Number.SINGULAR),
    "la": (AnaphorKind.OBJECT, Gender.FEMININE, Number.SINGULAR),
    "los": (AnaphorKind.OBJECT, Gender.MASCULINE, Number.PLURAL),
    "las": (AnaphorKind.OBJECT, Gender.FEMININE, Number.PLURAL),
    "su": (AnaphorKind.POSSESSIVE, None, None),
    "sus": (AnaphorKind.POSSESSIVE, None, None),
    "se": (AnaphorKind.REFLEXIVE, None, None),
    "sí": (AnaphorKind.REFLEXIVE, None, None),
}
_ARTICLES = {
    (Gender.MASCULINE, Number.SINGULAR): "el",
    (Gender.FEMININE, Number.SINGULAR): "la",
    (Gender.MASCULINE, Number.PLURAL): "los",
    (Gender.FEMININE, Number.PLURAL): "las",
}
_FEMININE_IN_E = frozenset({"llave", "noche", "calle", "madre", "gente", "mano", "leche", "sangre", "nube"})
_MASCULINE_IN_A = frozenset({"día", "mapa", "problema", "tema", "sofá", "idioma", "planeta"})
_PEOPLE = frozenset({"hombre", "mujer", "niño", "niña", "médico", "médica", "abogado", "abogada", "hermano", "hermana"})
_CARRIERS = re.compile(
    r"\s+((?:he|has|ha|hemos|han|había|habían|puede|pueden|quiere|quieren|debe|deben|podía|quería)\s+)?([^\W\d_]+)"
)


def _fused(text: str) -> str:
    """The text with a + el and de + el written al and del."""
    return re.sub(r"\b([Aa]|[Dd]e) el\b", r"\1l", text)


class Spanish:
    """Enough of Spanish to read its schemas."""

    code = "es"

    def tokens(self, text: str) -> tuple[Token, ...]:
        """The tokens of a text."""
        return tuple(
            Token(text=found.group(), start=found.start(), end=found.end(), is_word=found.group()[0].isalnum())
            for found in _TOKEN.finditer(text)
        )

    def sentences(self, text: str) -> tuple[Span, ...]:
        """The sentences of a text."""
        return tuple(
            Span(start=found.start(), end=found.end()) for found in re.finditer(r"[^\s.!?][^.!?]*[.!?]*", text)
        )

    def lemma(self, form: str) -> str:
        """The dictionary form; names stay as they are."""
        if form.lower() in _DETERMINERS:
            return form.lower()
        return form if form[:1].isupper() else str(simplemma.lemmatize(form.lower(), lang="es"))

    def head(self, phrase: str) -> Span:
        """The first word that is neither determiner nor preposition."""
        found = [token for token in self.tokens(phrase) if token.is_word]
        for token in found:
            if token.text.lower() not in _DETERMINERS.keys() | _LINKS:
                return Span(start=token.start, end=token.end)
        return Span(start=found[-1].start, end=found[-1].end) if found else Span(start=0, end=len(phrase))

    def concord(self, phrase: str) -> Concord:
        """Gender and number from the determiner, else from the head's ending."""
        first, head = phrase.split(maxsplit=1)[0].lower() if phrase.split() else "", self.head(phrase).of(phrase)
        gender, number = _DETERMINERS.get(first, (None, None))
        animacy = Animacy.PERSON if head.lower() in _PEOPLE or head[:1].isupper() else None
        if head[:1].isupper():
            return Concord(gender=gender, number=Number.SINGULAR, animacy=animacy, is_name=True, evidence=("capital",))
        return Concord(
            gender=gender or _gender(head.lower()),
            number=number or (Number.PLURAL if head.endswith("s") else Number.SINGULAR),
            animacy=animacy,
            evidence=(f"determiner {first}",) if gender else ("ending",),
        )

    def analyse(self, text: str, span: Span) -> AnaphorAnalysis | None:
        """What the form at a place asks of its antecedent."""
        known = _FORMS.get(span.of(text).lower())
        if known is None:
            return None
        kind, gender, number = known
        if kind is AnaphorKind.OBJECT and not self._carries(text, span):
            return None
        return AnaphorAnalysis(kind=kind, gender=gender, number=number)

    def anaphors(self, text: str) -> tuple[Span, ...]:
        """Every place where an anaphor could stand."""
        spans = (Span(start=token.start, end=token.end) for token in self.tokens(text))
        kinds = ((span, self.analyse(text, span)) for span in spans)
        return tuple(span for span, known in kinds if known and known.kind is not AnaphorKind.REFLEXIVE)

    def find(self, phrase: str, text: str) -> tuple[Found, ...]:
        """Letter for letter, fused with a preposition, or by the head alone."""
        places = self._places(phrase, text, FoundBy.FORM)
        if phrase.lower().startswith("el "):
            places += self._places(f"al {phrase[3:]}", text, FoundBy.CONTRACTION)
            places += self._places(f"del {phrase[3:]}", text, FoundBy.CONTRACTION)
        return places or self._places(self.head(phrase).of(phrase), text, FoundBy.HEAD)

    def readings(self, text: str, span: Span, candidate: str) -> tuple[Reading, ...] | NoReading:
        """The readings of a text with a candidate at the anaphor's place."""
        known = self.analyse(text, span)
        phrase = candidate.strip()
        if not phrase:
            return NoReading(reason=NoReadingReason.UNFIT_CANDIDATE, detail="the candidate has no word")
        if known is None:
            return NoReading(reason=NoReadingReason.UNKNOWN_ANAPHOR, detail=f"“{span.of(text)}” is no anaphor")
        if known.kind is AnaphorKind.REFLEXIVE:
            return NoReading(reason=NoReadingReason.REFLEXIVE, detail=f"“{span.of(text)}” is bound to its clause")
        if known.kind is AnaphorKind.SUBJECT:
            return (self._written(text[: span.start], "", phrase, text[span.end :], "subject"),)
        if known.kind is AnaphorKind.OBJECT:
            return (self._moved(text, span, phrase),)
        return (self._possessed(text, span, phrase),)

    def _places(self, form: str, text: str, by: FoundBy) -> tuple[Found, ...]:
        matches = re.finditer(rf"\b{re.escape(form)}\b", text, re.IGNORECASE)
        return tuple(Found(span=Span(start=found.start(), end=found.end()), by=by) for found in matches)

    def _carries(self, text: str, span: Span) -> bool:
        """True where a verb follows: `la` is then no article."""
        found = _CARRIERS.match(text, span.end)
        if not found:
            return False
        verb = found[2]
        return bool(found[1]) or (
            not verb[0].isupper() and simplemma.lemmatize(verb, lang="es").endswith(("ar", "er", "ir"))
        )

    def _moved(self, text: str, span: Span, phrase: str) -> Reading:
        """The object behind its verb; a person takes `a`."""
        found = _CARRIERS.match(text, span.end)
        end = found.end() if found else span.end
        link = "a " if self.concord(phrase).animacy is Animacy.PERSON else ""
        return self._written(
            text[: span.start] + text[span.end : end].lstrip() + " ", link, phrase, text[end:], "object"
        )

    def _possessed(self, text: str, span: Span, phrase: str) -> Reading:
        """`su libro` as `el libro de` the candidate."""
        found = re.match(r"\s+([^\W\d_]+)", text[span.end :])
        noun = found[1] if found else ""
        number = Number.PLURAL if noun.endswith("s") else Number.SINGULAR
        article = _ARTICLES[_gender(noun.lower()) or Gender.MASCULINE, number]
        article = article.capitalize() if span.of(text)[0].isupper() else article
        before = f"{text[: span.start]}{article} {noun} "
        return self._written(before, "de ", phrase, text[span.end + (found.end() if found else 0) :], "possessive")

    def _written(self, before: str, link: str, phrase: str, behind: str, rule: str) -> Reading:
        opens = not before.strip() or before.rstrip().endswith((".", "!", "?"))
        first = phrase.split(maxsplit=1)[0]
        if opens:
            phrase = phrase[0].upper() + phrase[1:]
        elif first.lower() in _DETERMINERS and not phrase[len(first) :].lstrip()[:1].isupper():
            phrase = phrase[0].lower() + phrase[1:]
        text = _fused(before + link + phrase) + behind
        core = phrase if phrase in text else phrase.split(maxsplit=1)[-1]
        start = text.rindex(core, 0, len(text) - len(behind))
        slot = Span(start=start, end=start + len(core))
        return Reading(text=text, slot=slot, rules=(rule,), sureness=Sureness.LIKELY)


def _gender(noun: str) -> Gender | None:
    stem = noun.removesuffix("s")
    if stem in _FEMININE_IN_E or (stem.endswith(("a", "ción", "dad")) and stem not in _MASCULINE_IN_A):
        return Gender.FEMININE
    return Gender.MASCULINE if stem.endswith(("o", "or", "e", "n", "l")) or stem in _MASCULINE_IN_A else None


SPANISH = Spanish()


class SpanishWithLists(Spanish):
    """Spanish with closed lists, opposites and first names."""

    word_lists = WordLists(
        function_words=frozenset(
            {"el", "la", "los", "las", "un", "una", "de", "del", "a", "al", "en", "y", "que", "no"}
        ),
        negations=frozenset({"no"}),
        abbreviations=frozenset({"dr.", "sra."}),
    )
    _names: ClassVar[dict[Gender, tuple[str, ...]]] = {
        Gender.FEMININE: ("Ana", "Eva", "Inés", "Luz"),
        Gender.MASCULINE: ("Juan", "Luis", "Pablo", "Hugo"),
    }

    def concord(self, phrase: str) -> Concord:
        """With the gender of a first name; the evidence says that it is one."""
        gender = self.first_name_gender(phrase)
        if gender is None:
            return super().concord(phrase)
        evidence = (f"first name {phrase}",)
        number, animacy = Number.SINGULAR, Animacy.PERSON
        return Concord(gender=gender, number=number, animacy=animacy, is_name=True, evidence=evidence)

    def are_opposites(self, one: str, other: str) -> bool:
        """One pair is enough for a proof."""
        return {one, other} == {"grande", "pequeño"}

    def first_name_gender(self, name: str) -> Gender | None:
        """By the list of frequent names."""
        return next((gender for gender, names in self._names.items() if name in names), None)

    def frequent_names(self) -> Mapping[Gender, tuple[str, ...]]:
        """The whole list."""
        return self._names


SPANISH_WITH_LISTS = SpanishWithLists()
