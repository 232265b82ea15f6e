"""A reading put together: edits of the text, the candidate in its hole, and every juncture mended."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from anaphor.language.french.junctures import APOSTROPHES, contracted, elides, fitted
from anaphor.language.french.phrases import parse
from anaphor.language.french.reading.candidate import Candidate
from anaphor.language.french.reading.words import Word, shape
from anaphor.language.protocol import NoReading, NoReadingReason, Reading, Sureness
from anaphor.schema import Span

Result = tuple[Reading, ...] | NoReading


class Place(NamedTuple):
    """An anaphor in its text, and the candidate that is to take its place."""

    text: str
    """The whole text."""
    words: tuple[Word, ...]
    """Its words."""
    first: int
    """Index of the anaphor's first word."""
    last: int
    """Index after its last word."""
    candidate: Candidate
    """The candidate as it stands inside a sentence."""
    apostrophe: str
    """The apostrophe that the text writes."""

    @property
    def anaphor(self) -> Word:
        """The anaphor's first word."""
        return self.words[self.first]

    @property
    def span(self) -> tuple[int, int]:
        """Where the anaphor's words stand."""
        return self.anaphor.start, self.words[self.last - 1].end

    def before(self, distance: int = 1) -> str:
        """The folded word that many places before the anaphor, the empty string beyond the start."""
        return self.words[self.first - distance].low if self.first >= distance else ""

    def after(self, distance: int = 1) -> str:
        """The folded word that many places behind the anaphor, the empty string beyond the end."""
        index = self.last + distance - 1
        return self.words[index].low if index < len(self.words) else ""


class Edit(NamedTuple):
    """A stretch of the original text and what replaces it."""

    start: int
    """Position of its first character."""
    end: int
    """Position after its last character."""
    text: str
    """What is written there instead."""


def no_reading(detail: str, reason: NoReadingReason = NoReadingReason.UNKNOWN_SYNTAX) -> NoReading:
    """An abstention with its sentence."""
    return NoReading(reason=reason, detail=detail)


_FUSED = re.compile(r"(aux?|du|des) ", re.IGNORECASE)
_TAIL = re.compile(r"(?<![\w-])([^\W\d_]+)(['’ʼ]?)(\s*)$")


class Draft(NamedTuple):
    """What is to be written: where the candidate goes, and what else changes."""

    hole: tuple[int, int]
    """The stretch that the candidate replaces; an empty one is a place behind a word, or before one (not leading)."""
    rules: tuple[str, ...]
    """Names of the rules that made it."""
    edits: Sequence[Edit] = ()
    """Other changes of the text; none of them overlaps the hole."""
    preposition: str = ""
    """What is put before the candidate; its last word fuses with an article."""
    phrase: str | None = None
    """What is written instead of the candidate's own text (without its article, with tous)."""
    capital: bool = False
    """True where a sentence begins."""
    sureness: Sureness = Sureness.CERTAIN
    """How far the reading can be trusted."""
    leading: bool = True
    """True: an empty hole lies behind a word, which a space parts from the candidate."""


def drafted(place: Place, draft: Draft) -> Reading:
    """The text with the candidate in the hole and every juncture mended."""
    start, end = draft.hole
    before = _edited(place.text[:start], [edit for edit in draft.edits if edit.end <= start], 0)
    after = _edited(place.text[end:], [edit for edit in draft.edits if edit.start >= end], end)
    if start == end and draft.leading:
        before += " "
    content = place.candidate.text if draft.phrase is None else draft.phrase
    head, middle, extra = _joined(before, draft.preposition, content, place)
    middle = middle[0].upper() + middle[1:] if draft.capital else middle
    slot = Span(start=len(head), end=len(head) + len(middle))
    rules = (*draft.rules, *place.candidate.rules, *extra)
    guessed = draft.sureness is Sureness.CERTAIN and bool(place.candidate.rules)
    sureness = Sureness.LIKELY if guessed else draft.sureness
    return Reading(text=head + middle + _spaced(middle, after), slot=slot, rules=rules, sureness=sureness)


def _edited(text: str, edits: Sequence[Edit], shift: int) -> str:
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start - shift] + edit.text + text[edit.end - shift :]
    return text


def _joined(before: str, preposition: str, content: str, place: Place) -> tuple[str, str, tuple[str, ...]]:
    """What stands before the candidate, the candidate, and rules; every word before it is fitted to its beginning."""
    if preposition:
        return _attached(before, preposition, content, place)
    tail = _TAIL.search(before)
    if tail is None:
        return before, content, ()
    word, mark, space = tail.groups()
    head = before[: tail.start()]
    if mark and word.lower().endswith("que"):
        # A slip of the pen in real collections: `que'elle` for `qu'elle`.
        before, mark, space = f"{head}{word} ", "", " "
    if word.lower() == "d" and mark:
        return _attached(head, word + "e", content, place)
    if not mark and space and word.lower() in ("à", "de"):
        return _attached(head, word, content, place)
    new = fitted(word + mark, content, place.apostrophe, before_il=place.anaphor.low.lstrip("-") in ("il", "ils"))
    if new is None or new == word + mark + space or (not mark and new[-1] == " "):
        return before, content, ()
    return head + new, content, ("elision",)


def _attached(before: str, preposition: str, content: str, place: Place) -> tuple[str, str, tuple[str, ...]]:
    """The same with a preposition; where an article fuses with it (`du garçon`) the fused word is part of the slot."""
    whole = _contracted(preposition, content, place)
    last = preposition.rsplit(maxsplit=1)[-1]
    stem = preposition[: -len(last)]
    fused = _FUSED.match(whole, len(stem))
    if fused and not last.startswith(fused[1]):
        return before + stem, whole[len(stem) :], ("contraction",)
    start = len(stem) + len(last) + (whole[len(stem) + len(last) - 1] not in APOSTROPHES)
    return before + whole[:start], whole[start:], () if whole == f"{preposition} {content}" else ("elision",)


def _contracted(preposition: str, content: str, place: Place) -> str:
    """The preposition and the candidate; à and de are said again before each conjunct with a determiner."""
    fuses, apostrophe = place.candidate.fuses, place.apostrophe
    last = preposition.rsplit(maxsplit=1)[-1].lower()
    starts = conjunct_starts(content) if last in ("à", "de") else ()
    if not starts:
        return contracted(preposition, content, apostrophe, fuses)
    pieces = [content[a:b] for a, b in pairwise((0, *starts, len(content)))]
    first, *others = pieces
    repeated = [contracted(last, piece, apostrophe, fuses) for piece in others]
    return contracted(preposition, first, apostrophe, fuses) + "".join(repeated)


def conjunct_starts(content: str) -> tuple[int, ...]:
    """Where the later conjuncts of a coordination begin; empty for one phrase and for names only."""
    if not any(joint in content for joint in (" et ", " ou ", ",")):
        return ()
    parsed = parse(content)
    if parsed is None or not any(part.determiners for part in parsed.conjuncts):
        return ()
    openers = [(*part.prepositions, *part.determiners, *part.core)[0] for part in parsed.conjuncts[1:]]
    return tuple(token.start for token in openers)


def _spaced(content: str, after: str) -> str:
    if content.endswith(".") and after.startswith("."):
        return after[1:]
    if after[:1].isalnum() and content[-1:] not in APOSTROPHES:
        return " " + after
    return after


def removal(words: tuple[Word, ...], index: int, apostrophe: str) -> Edit | None:
    """The edit that takes a word out and mends what is left (`je l'ai` → `j'ai`); None when an l' loses its gender."""
    word = words[index]
    following = words[index + 1] if index + 1 < len(words) else None
    previous = words[index - 1] if index else None
    if word.text.startswith("-"):
        return Edit(previous.end if previous else word.start, word.end, "")
    if following is None or not following.is_word:
        return Edit(previous.end if previous else word.start, word.end, "")
    if word.text[0].isupper():
        return Edit(word.start, following.start + 1, following.text[0].upper())
    return _mended(previous, word, following, apostrophe)


def _mended(previous: Word | None, word: Word, following: Word, apostrophe: str) -> Edit | None:
    plain = Edit(word.start, following.start, "")
    if previous is None or not previous.is_word or previous.low == "si":
        return plain
    if previous.low == "ça" and "être" in shape(following.low).lemmas and elides(following.text):
        return Edit(previous.start, following.start, ("C" if previous.text[0] == "Ç" else "c") + apostrophe)
    new = fitted(previous.text, following.text, apostrophe)
    if new is None:
        return None
    return plain if new.rstrip() == previous.text else Edit(previous.start, following.start, new)


def without_sound_s(place: Place, host: int) -> list[Edit]:
    """The edit that takes away the s of `vas-y`, `manges-en`, which is there only for the sound."""
    word = place.words[host]
    needed = place.anaphor.low in ("-y", "-en") and word.low.endswith(("es", "vas"))
    return [Edit(word.end - 1, word.end, "")] if needed else []
