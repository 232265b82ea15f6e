"""A verb in the other number, in the tense and mood of its sentence, where one form has several (rit, taisent)."""

from typing import NamedTuple

from anaphor.language.french.lexicon import Category, lookup
from anaphor.language.french.reading.forms import renumberings
from anaphor.language.french.reading.phrase import is_verb_here
from anaphor.language.french.reading.words import Word, at, shape, word_set
from anaphor.language.protocol import Number

Words = tuple[Word, ...]

_VERBAL = (Category.VERB, Category.AUXILIARY)
_PURPOSE = word_set("pour afin avant bien sans pourvu moins peur crainte ce soit dommage temps quoi")
"""Words before que that ask for the subjunctive."""
_WISHING = word_set(
    "vouloir falloir souhaiter désirer exiger ordonner préférer aimer craindre douter attendre permettre interdire "
    "suffire regretter empêcher tenir valoir importer accepter refuser défendre éviter proposer suggérer"
)
_EITHER = word_set("croire penser demander dire comprendre admettre sembler")
_FEELING = word_set(
    "content heureux triste important possible impossible nécessaire étonné surpris fâché rare normal bon"
)
_QUOTES = {"«": "»", "“": "”", '"': '"'}


class Numbered(NamedTuple):
    """A verb form in its new number."""

    form: str
    """As it is written inside a sentence."""
    sure: bool
    """False when the tense or mood was guessed."""


def numbered(words: Words, verb: int, subject: int, number: Number) -> Numbered | None:
    """The verb in that number; None when the form cannot be made."""
    found = renumberings(words[verb].low, number)
    if not found:
        return None
    forms = set(found.values())
    if len(forms) == 1:
        return Numbered(forms.pop(), sure=True)
    if "sub:pre" in found and len({form for tense, form in found.items() if tense != "sub:pre"}) <= 1:
        return _in_mood(words, subject, found)
    return _in_tense(words, verb, found)


def _in_mood(words: Words, subject: int, found: dict[str, str]) -> Numbered:
    plain = next((form for tense, form in found.items() if tense != "sub:pre"), found["sub:pre"])
    if at(words, subject - 1) not in ("que", "qu'", "quoique", "quoiqu'"):
        return Numbered(plain, sure=True)
    before = at(words, subject - 2)
    near = frozenset[str]().union(*(shape(at(words, k)).lemmas for k in range(max(0, subject - 5), subject - 1)))
    if at(words, subject - 1).startswith("quoi") or before in _PURPOSE or near & _WISHING or before in _FEELING:
        return Numbered(found["sub:pre"], sure=before in _PURPOSE)
    return Numbered(plain, sure=not near & _EITHER)


def _in_tense(words: Words, verb: int, found: dict[str, str]) -> Numbered:
    present = found.get("ind:pre") or next(iter(found.values()))
    past = found.get("ind:pas")
    told = _told_in_past(words, verb)
    if past is None:
        return Numbered(present, sure=told is not None)
    return Numbered(past if told else present, sure=told is not None)


def _told_in_past(words: Words, verb: int) -> bool | None:
    """True when another verb of the text is in a past tense, False for the present, None when nothing tells."""
    tenses = [_tense(words[k].low) for k in _outside_quotes(words) if k != verb and is_verb_here(words, k)]
    if "past" in tenses:
        return True
    return False if "present" in tenses else None


def _tense(low: str) -> str | None:
    """Past or present where a form can be nothing else; the compound past is told by its auxiliary as present."""
    traits = {trait for entry in lookup(low) if entry.category in _VERBAL for trait in entry.traits}
    kinds = {trait.rsplit(":", 1)[0] for trait in traits if trait[:3] in ("ind", "cnd", "sub", "imp")}
    if kinds and kinds <= {"ind:pas", "ind:imp", "sub:imp"}:
        return "past"
    return "present" if kinds and kinds <= {"ind:pre", "ind:fut", "imp:pre", "sub:pre"} else None


def _outside_quotes(words: Words) -> list[int]:
    kept: list[int] = []
    closing = ""
    for index, word in enumerate(words):
        if closing:
            closing = "" if word.text == closing else closing
        elif word.text in _QUOTES:
            closing = _QUOTES[word.text]
        else:
            kept.append(index)
    return kept
