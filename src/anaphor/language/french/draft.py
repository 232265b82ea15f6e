"""A reading put together: the candidate made ready, edits of the text, and every juncture mended."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from anaphor.language.french.clause.words import (
    DETERMINERS,
    NUMERALS,
    PREPOSITIONS,
    shape,
    words_of,
)
from anaphor.language.french.junctures import APOSTROPHES, apostrophe_of, contracted, elides, fitted
from anaphor.language.french.nouns import concord, parse
from anaphor.language.protocol import (
    CERTAIN,
    LIKELY,
    MASCULINE,
    PLURAL,
    SINGULAR,
    Concord,
    Gender,
    NoReading,
    NoReadingReason,
    Number,
    Reading,
    Sureness,
)
from anaphor.language.word import Word, Words
from anaphor.language.word_tables import word_sets
from anaphor.schema import Span
from anaphor.text import message

_LISTS = word_sets("french", "reading_words")
_SIMPLE_PREPOSITIONS = PREPOSITIONS - {"de", "d'", "du", "des", "voici", "voilà"}
_LOWERED = DETERMINERS | _SIMPLE_PREPOSITIONS | NUMERALS | {"de", "d'"}
_ARTICLE = re.compile(r"(?:les?|la)\s+|l['’]", re.IGNORECASE)
_FUSED = re.compile(r"(aux?|du|des) ", re.IGNORECASE)
# The last word of a text, with its apostrophe and the space behind it.
_TAIL = re.compile(r"(?<![\w-])([^\W\d_]+)(['’ʼ]?)(\s*)$")

Result = tuple[Reading, ...] | NoReading


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedCandidate:
    """A candidate as it stands inside a sentence."""

    text: str
    """Written as in the middle of a sentence."""
    gender: Gender | None
    """None: not known (names), or either."""
    number: Number
    """Singular when nothing says otherwise."""
    fuses: bool
    """False for a family name whose article stays (`de Le Pen`)."""
    preposition: str | None
    """The preposition that it already carries (`dans le lac`)."""
    partitive: bool
    """True for `de la soupe`, `d'exemplaires`, `des moutons`."""
    bare: bool
    """True for a common noun without a determiner."""
    is_name: bool
    """True when it begins with a capital of its own."""
    size: int
    rules: tuple[str, ...] = ()


def no_reading(code: str, reason: NoReadingReason = NoReadingReason.UNKNOWN_SYNTAX, **quoted: str) -> NoReading:
    """An abstention with its sentence; the words in it are quoted."""
    words = {name: repr(word) for name, word in quoted.items()}
    return NoReading(reason=reason, detail=message(code, **words))


@lru_cache(maxsize=4096)
def candidate_of(phrase: str, text: str) -> PreparedCandidate | NoReading:
    """The candidate as it would stand inside the text; refused when it is empty or a pronoun of its own."""
    clean, unfit = " ".join(phrase.split()), NoReadingReason.UNFIT_CANDIDATE
    words = words_of(clean)
    if len(words) > 1 and words[-1].text in (".", ",", ";"):
        clean = clean[:-1].rstrip()
        words = words_of(clean)
    if not any(word.is_word for word in words):
        return no_reading("language-empty-candidate", unfit)
    if len(words) == 1 and words[0].low in _LISTS["pronoun_candidates"]:
        return NoReading(reason=unfit, detail=message("language-pronoun-candidate", candidate=clean))
    if words[0].low in _LISTS["negative_candidates"] or any(word.low in _LISTS["speakers"] for word in words):
        return no_reading("language-negative-candidate", unfit, candidate=clean)
    # The phrase with the capital that it keeps inside a sentence, and whether its article fuses
    first, written, fuses = words[0], clean, True
    if first.low in _LOWERED and first.text[0].isupper():
        written = clean[0].lower() + clean[1:]
        named = len(words) > 1 and first.low in ("le", "la", "les", "l'") and words[1].text[0].isupper()
        if named and written not in text:
            # A name keeps its article where it is known so (Le Havre), or so written inside a sentence of the text.
            family, town = (words[1].low in _LISTS[f"{kind}_with_article"] for kind in ("families", "places"))
            if family or town or re.search(r"[a-zà-ÿ,] " + re.escape(clean), text):
                written, fuses = clean, not family and f"de {clean}" not in text
    first, *rest = words_of(written)
    # A quotation is spoken of as one thing, whatever it says.
    features = Concord() if first.text in ('"', "«", "“") else concord(written)
    closed = first.text[0].isupper() or not first.text[0].isalpha() or first.low in _LOWERED
    pronoun = first.low in ("personne", "rien", "tout", "quelqu'un", "chacun", "chacune")
    return PreparedCandidate(
        text=written,
        gender=features.gender,
        number=features.number or SINGULAR,
        fuses=fuses,
        preposition=first.low if rest and first.low in _SIMPLE_PREPOSITIONS else None,
        partitive=first.low in _LISTS["forms_of_de"],
        bare=not closed and shape(first.low).noun > 0 and not pronoun,
        is_name=first.text[0].isupper(),
        size=sum(word.is_word for word in (first, *rest)),
    )


def determined(candidate: PreparedCandidate, hint: Gender | None = None) -> PreparedCandidate | NoReading:
    """The candidate with a definite article where it is a bare common noun (`scie` → `la scie`), in that gender."""
    if not candidate.bare:
        return candidate
    gender = candidate.gender or hint
    if candidate.number is PLURAL:
        article = "les "
    elif elides(candidate.text):
        article = "l" + apostrophe_of(candidate.text)
    elif gender is None:
        return no_reading("language-no-article", NoReadingReason.UNFIT_CANDIDATE, candidate=candidate.text)
    else:
        article = "le " if gender is MASCULINE else "la "
    text, rules = article + candidate.text, (*candidate.rules, "article_added")
    return replace(candidate, text=text, bare=False, size=candidate.size + 1, rules=rules)


def without_article(text: str) -> str | None:
    """A phrase without its definite article (`les noix` → `noix`); None when it has another determiner or is a name."""
    article = _ARTICLE.match(text)
    rest = text[article.end() :] if article else ""
    return None if not rest or rest[0].isupper() else rest


def owner_of(candidate: PreparedCandidate, owned: str | None) -> PreparedCandidate | NoReading:
    """The one who owns, without the de that the candidate carries: `du garçon` → `le garçon`, `celle d'Anne` → `Anne`.

    `owned` is the pronoun for what is owned (`celle` for a key), None when it is not known; a candidate with another
    one (`celui d'Anne`) speaks of something else and is refused.
    """
    words = words_of(candidate.text)
    behind_de = len(words) > 2 and words[1].low in _LISTS["forms_of_de"]
    pointed = behind_de and words[0].low in ("celui", "celle", "ceux", "celles")
    if pointed and words[0].low != owned:
        return no_reading("language-other-thing-owned", NoReadingReason.UNFIT_CANDIDATE, candidate=candidate.text)
    if pointed:
        words = words[1:]
    elif len(words) < 2 or words[0].low not in _LISTS["forms_of_de"] - {"des"}:
        return candidate
    text = {"du": "le ", "des": "les "}.get(words[0].low, "") + candidate.text[words[1].start :]
    features = concord(text)
    number, named = features.number or SINGULAR, text[0].isupper()
    return replace(candidate, text=text, gender=features.gender, number=number, partitive=False, is_name=named)


class FrenchPlace(NamedTuple):
    """An anaphor in its text, and the candidate that is to take its place."""

    text: str
    words: Words
    first: int
    """Index of the anaphor's first word."""
    last: int
    """Index after its last word."""
    candidate: PreparedCandidate
    apostrophe: str
    """The apostrophe that the text writes."""

    @property
    def anaphor(self) -> Word:
        """The anaphor's first word."""
        return self.words[self.first]

    @property
    def span(self) -> tuple[int, int]:
        return self.anaphor.start, self.words[self.last - 1].end

    def before(self, distance: int = 1) -> str:
        """The folded word that many places before the anaphor, the empty string beyond the start."""
        return self.words[self.first - distance].low if self.first >= distance else ""

    def after(self, distance: int = 1) -> str:
        """The folded word that many places behind the anaphor, the empty string beyond the end."""
        index = self.last + distance - 1
        return self.words[index].low if index < len(self.words) else ""

    def disagreement(self, code: str) -> NoReading:
        """The abstention for something that cannot be made to agree with the candidate."""
        return no_reading(code, candidate=self.candidate.text)


class TextEdit(NamedTuple):
    """A stretch of the original text and what replaces it."""

    start: int
    end: int
    text: str


class ReadingDraft(NamedTuple):
    """What is to be written: where the candidate goes, and what else changes."""

    place: FrenchPlace
    hole: tuple[int, int]
    """The stretch that the candidate replaces; an empty one is a place behind a word, or before one (not leading)."""
    rules: tuple[str, ...]
    """Names of the rules that made it."""
    edits: Sequence[TextEdit] = ()
    """Other changes of the text; none of them overlaps the hole."""
    preposition: str = ""
    """What is put before the candidate; its last word fuses with an article."""
    phrase: str | None = None
    """What is written instead of the candidate's own text (without its article, with tous)."""
    capital: bool = False
    """True where a sentence begins."""
    sureness: Sureness = CERTAIN
    leading: bool = True
    """True: an empty hole lies behind a word, which a space parts from the candidate."""

    @property
    def readings(self) -> tuple[Reading]:
        """The text with the candidate in the hole and every juncture mended."""
        (start, end), place, text = self.hole, self.place, self.place.text
        before = _with_edits(text[:start], [edit for edit in self.edits if edit.end <= start], 0)
        after = _with_edits(text[end:], [edit for edit in self.edits if edit.start >= end], end)
        if start == end and self.leading:
            before += " "
        content = place.candidate.text if self.phrase is None else self.phrase
        if self.preposition:
            head, middle, extra = _fit_behind_preposition(before, self.preposition, content, place)
        else:
            head, middle, extra = _fit_behind(before, content, place)
        middle = middle[0].upper() + middle[1:] if self.capital else middle
        if middle.endswith(".") and after.startswith("."):
            after = after[1:]
        elif after[:1].isalnum() and middle[-1:] not in APOSTROPHES:
            after = " " + after
        guessed = self.sureness is CERTAIN and bool(place.candidate.rules)
        reading = Reading(
            text=head + middle + after,
            slot=Span(start=len(head), end=len(head) + len(middle)),
            rules=(*self.rules, *place.candidate.rules, *extra),
            sureness=LIKELY if guessed else self.sureness,
        )
        return (reading,)


def _with_edits(text: str, edits: Sequence[TextEdit], shift: int) -> str:
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start - shift] + edit.text + text[edit.end - shift :]
    return text


def _fit_behind(before: str, content: str, place: FrenchPlace) -> tuple[str, str, tuple[str, ...]]:
    """What stands before the candidate, the candidate, and rules; every word before it is fitted to its beginning."""
    tail = _TAIL.search(before)
    if tail is None:
        return before, content, ()
    word, mark, space = tail.groups()
    head = before[: tail.start()]
    if mark and word.lower().endswith("que"):
        # A slip of the pen in real collections: `que'elle` for `qu'elle`.
        before, mark, space = f"{head}{word} ", "", " "
    if word.lower() == "d" and mark:
        return _fit_behind_preposition(head, word + "e", content, place)
    if not mark and space and word.lower() in ("à", "de"):
        return _fit_behind_preposition(head, word, content, place)
    new = fitted(word + mark, content, place.apostrophe, before_il=place.anaphor.low.lstrip("-") in ("il", "ils"))
    if new is None or new == word + mark + space or (not mark and new[-1] == " "):
        return before, content, ()
    return head + new, content, ("elision",)


def _fit_behind_preposition(
    before: str, preposition: str, content: str, place: FrenchPlace
) -> tuple[str, str, tuple[str, ...]]:
    """The same with a preposition; where an article fuses with it (`du garçon`) the fused word is part of the slot."""
    last = preposition.rsplit(maxsplit=1)[-1]
    stem = preposition[: -len(last)]
    # À and de are said again before each conjunct with a determiner: `au père et à la mère`.
    cuts = (0, *(conjunct_starts(content) if last.lower() in ("à", "de") else ()), len(content))
    prepositions = (preposition, *(last.lower() for _ in cuts[2:]))
    whole = "".join(
        contracted(lead, content[a:b], place.apostrophe, place.candidate.fuses)
        for lead, (a, b) in zip(prepositions, pairwise(cuts), strict=True)
    )
    fused = _FUSED.match(whole, len(stem))
    if fused and not last.startswith(fused[1]):
        return before + stem, whole[len(stem) :], ("contraction",)
    start = len(stem) + len(last) + (whole[len(stem) + len(last) - 1] not in APOSTROPHES)
    return before + whole[:start], whole[start:], () if whole == f"{preposition} {content}" else ("elision",)


def conjunct_starts(content: str) -> tuple[int, ...]:
    """Where the later conjuncts of a coordination begin; empty for one phrase and for names only."""
    if not any(joint in content for joint in (" et ", " ou ", ",")):
        return ()
    parsed = parse(content)
    if parsed is None or not any(part.determiners for part in parsed.conjuncts):
        return ()
    return tuple((*part.prepositions, *part.determiners, *part.core)[0].start for part in parsed.conjuncts[1:])


def removal(place: FrenchPlace) -> TextEdit | None:
    """The edit that takes the anaphor out and mends the rest (`je l'ai` → `j'ai`); None when an l' loses its gender."""
    words, index, word = place.words, place.first, place.anaphor
    following = words[index + 1] if index + 1 < len(words) else None
    previous = words[index - 1] if index else None
    full = {"-m'": "-moi", "-t'": "-toi"}.get(previous.low) if previous else None
    if previous and full:
        return TextEdit(previous.start, word.end, full)  # `donne-m'en` leaves `donne-moi`
    if word.text.startswith("-") or following is None or not following.is_word:
        return TextEdit(previous.end if previous else word.start, word.end, "")
    if word.text[0].isupper():
        return TextEdit(word.start, following.start + 1, following.text[0].upper())
    plain = TextEdit(word.start, following.start, "")
    if previous is None or not previous.is_word or previous.low == "si":
        return plain
    if previous.low == "ça" and "être" in shape(following.low).lemmas and elides(following.text):
        return TextEdit(previous.start, following.start, ("C" if previous.text[0] == "Ç" else "c") + place.apostrophe)
    new = fitted(previous.text, following.text, place.apostrophe)
    if new is None:
        return None
    return plain if new.rstrip() == previous.text else TextEdit(previous.start, following.start, new)


def without_sound_s(place: FrenchPlace, host: int) -> list[TextEdit]:
    """The edit that takes away the s of `vas-y`, `manges-en`, which is there only for the sound."""
    word = place.words[host]
    needed = place.anaphor.low in ("-y", "-en") and word.low.endswith(("es", "vas"))
    return [TextEdit(word.end - 1, word.end, "")] if needed else []
