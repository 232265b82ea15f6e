"""Readings of subject pronouns: il, elle, ils, elles before their verb or behind it (a-t-il)."""

from anaphor.language.french.impersonal import is_impersonal
from anaphor.language.french.reading.agreement import Agreement, agreement, change_for
from anaphor.language.french.reading.draft import Draft, Edit, Place, Result, drafted, no_reading
from anaphor.language.french.reading.predicate import Change
from anaphor.language.french.reading.verb import verb_group
from anaphor.language.french.reading.words import (
    CLITICS,
    DETERMINERS,
    PREPOSITIONS,
    Word,
    at,
    is_known,
    sentence_start,
    shape,
    word_set,
)
from anaphor.language.french.tokens import tokens
from anaphor.language.protocol import Gender, NoReading, NoReadingReason, Number
from anaphor.language.word_tables import is_first_name

_SAYING = word_set(
    "dire répondre demander crier s'écrier écrier penser murmurer ajouter reprendre répliquer expliquer conclure "
    "annoncer déclarer chuchoter hurler protester insister songer souffler soupirer avouer admettre affirmer "
    "assurer préciser continuer poursuivre remarquer commenter confier estimer faire lancer grommeler gronder"
)
_CONCEDING = word_set("fût dût soit eût fussent dussent")
_ASKING = frozenset(("quel", "quelle", "quels", "quelles"))
_OPENS_ASIDE = frozenset((",", '"', "»", "”", "?", "!", "…", "–", "—", "-"))


def subject(place: Place) -> Result:
    """The candidate as the subject, the verb and its predicate following its number and gender."""
    if place.anaphor.text.startswith("-"):
        return _inverted(place)
    verb = _verb_after(place)
    if place.anaphor.low == "il" and is_impersonal(tokens(place.text), place.first):
        return _impersonal()
    agreed = _agreement(place, verb)
    if isinstance(agreed, NoReading):
        return agreed
    capital = place.anaphor.text[0].isupper()
    rules = ("subject", "agreement") if agreed.edits else ("subject",)
    draft = Draft(place.span, rules, edits=agreed.edits, capital=capital, sureness=agreed.sureness)
    return (drafted(place, draft),)


def _impersonal() -> NoReading:
    detail = "This il stands for nothing (il faut, il y a, il pleut …): no candidate can take its place."
    return no_reading(detail, NoReadingReason.IMPERSONAL)


def _verb_after(place: Place) -> int | None:
    index = place.last
    while at(place.words, index) in CLITICS or at(place.words, index) in ("ne", "n'"):
        index += 1
    return index if index < len(place.words) and shape(place.words[index].low).finite else None


def _agreement(place: Place, verb: int | None) -> Agreement | NoReading:
    change = _change(place)
    if change.is_none:
        return Agreement([], True)
    found = None if verb is None else agreement(place, verb, change)
    if found is None:
        return no_reading(f"The verb or its predicate cannot be made to agree with {place.candidate.text!r}.")
    return found


def _change(place: Place) -> Change:
    """What changes when the candidate takes the pronoun's place."""
    low = place.anaphor.low.rsplit("-", 1)[-1]
    number = Number.PLURAL if low.endswith("s") else Number.SINGULAR
    return change_for(place, number, Gender.FEMININE if low.startswith("elle") else Gender.MASCULINE)


def _inverted(place: Place) -> Result:
    words, verb = place.words, place.first - 1
    start = verb
    while at(words, start - 1) in CLITICS or at(words, start - 1) in ("ne", "n'"):
        start -= 1
    aside = start > 0 and words[start - 1].text in _OPENS_ASIDE
    if "il" in place.anaphor.low and is_impersonal(tokens(place.text), place.first):
        return _impersonal()
    agreed = _agreement(place, verb)
    if isinstance(agreed, NoReading):
        return agreed
    group = verb_group(words, verb)
    said = shape(words[group.main].low).lemmas & _SAYING
    opens = sentence_start(words, verb) == start and "?" not in place.text
    if ((aside or opens) and said) or at(words, start - 1) in ("que", "qu'"):
        return _behind_verb(place, group.end - 1, agreed)
    if words[verb].low in ("puisse", "puissent"):
        return _behind_verb(place, place.first, agreed)
    if _has_subject(words, start) or words[verb].low in _CONCEDING:
        return no_reading("The verb has its subject already, or says even if (fût-il roi): no noun phrase fits.")
    return _before_verb(place, start, agreed)


def _has_subject(words: tuple[Word, ...], verb: int) -> bool:
    """True for `la mer est-elle prise ?`: a noun phrase or a name without preposition right before the verb."""
    index = verb - 1
    if index < 0 or not words[index].is_word or words[index].low in ("pourquoi", "comment", "quand", "où", "combien"):
        return False
    if words[index].low in ("ceci", "cela", "ça", "tout", "chacun", "chacune", "personne", "quelqu'un"):
        return True
    if words[index].text[0].isupper():
        named = index > 0 or not is_known(words[0].low) or is_first_name(words[0].text, "french", "english")
        return named and at(words, index - 1) not in PREPOSITIONS
    if not shape(words[index].low).noun:
        return False
    opener = next((k for k in range(index - 1, max(-1, index - 5), -1) if at(words, k) in DETERMINERS), None)
    if opener is None or at(words, opener) in _ASKING or at(words, opener) in ("au", "aux", "du", "des"):
        return False
    return at(words, opener - 1) not in PREPOSITIONS


def _behind_verb(place: Place, last: int, agreed: Agreement) -> Result:
    """`dit-il` → `dit Paul`; `qu'a-t-il vu ?` → `qu'a vu Paul ?`."""
    word = place.anaphor
    spot = word.end if last == place.first else place.words[last].end
    edits = [*agreed.edits, Edit(place.words[place.first - 1].end, word.end, "")]
    draft = Draft((spot, spot), ("subject", "inversion"), edits=edits, sureness=agreed.sureness)
    return (drafted(place, draft),)


def _before_verb(place: Place, start: int, agreed: Agreement) -> Result:
    """`a-t-il ri ?` → `Paul a-t-il ri ?`: the pronoun stays behind the verb, as French questions have it."""
    word = place.words[start]
    capital = word.text[0].isupper()
    edits = _lowered(agreed.edits, word) if capital else agreed.edits
    edits = [*edits, *_pronoun_edit(place, edits)]
    rules = ("subject", "complex_inversion")
    spot = (word.start, word.start)
    draft = Draft(spot, rules, edits=edits, capital=capital, leading=False, sureness=agreed.sureness)
    return (drafted(place, draft),)


def _lowered(edits: list[Edit], word: Word) -> list[Edit]:
    """The edits with the capital of a word taken away, which no longer opens the sentence."""
    if any(edit.start == word.start for edit in edits):
        return [e._replace(text=e.text[0].lower() + e.text[1:]) if e.start == word.start else e for e in edits]
    return [*edits, Edit(word.start, word.start + 1, word.text[0].lower())]


def _pronoun_edit(place: Place, edits: list[Edit]) -> list[Edit]:
    """The pronoun behind the verb, in the candidate's number and gender; a t behind a vowel (`a-t-il`, `ont-ils`)."""
    change = _change(place)
    if change.is_none:
        return []
    feminine = (change.new_gender or change.gender) is Gender.FEMININE
    plural = (change.new_number or change.number) is Number.PLURAL
    verb = place.words[place.first - 1]
    form = next((edit.text for edit in edits if edit.end == verb.end), verb.text)
    lead = "-" if form[-1] in "td" else "-t-"
    pronoun = ("elle" if feminine else "il") + ("s" if plural else "")
    return [Edit(place.anaphor.start, place.anaphor.end, lead + pronoun)]
