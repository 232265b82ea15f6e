"""Readings of subject pronouns, with the verb's number and all that agrees with the subject."""

from collections.abc import Iterator
from typing import NamedTuple

from anaphor.language.french.impersonal import is_impersonal
from anaphor.language.french.junctures import fitted
from anaphor.language.french.lexicon import Category, lookup
from anaphor.language.french.reading.draft import Draft, Edit, Place, Result, drafted, no_reading
from anaphor.language.french.reading.forms import renumbered, renumberings
from anaphor.language.french.reading.phrase import is_verb_here
from anaphor.language.french.reading.predicate import (
    SUBORDINATORS,
    Change,
    companion_edits,
    inflected_edit,
    predicates_of,
    speaks_of_several,
)
from anaphor.language.french.reading.verb import verb_group
from anaphor.language.french.reading.words import (
    CLITICS,
    DETERMINERS,
    PREPOSITIONS,
    Word,
    at,
    ends_clause,
    is_known,
    sentence_start,
    shape,
    word_set,
)
from anaphor.language.french.tokens import tokens
from anaphor.language.protocol import Gender, NoReading, NoReadingReason, Number, Sureness
from anaphor.language.word_tables import is_first_name

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


_JOINTS = frozenset(("et", "mais", "puis", "ou", ","))
_FITTED = frozenset(("s'", "se", "n'", "ne", "m'", "me", "t'", "te", "l'", "le", "la"))
_BEFORE_VERB = CLITICS | {"ne", "n'", "puis", "ensuite", "alors", "donc", "en", "même"}


class Agreement(NamedTuple):
    """The edits of a clause whose subject changes."""

    edits: list[Edit]
    """Those that change something."""
    sure: bool
    """False when a tense or a mood was guessed."""

    @property
    def sureness(self) -> Sureness:
        """How far a reading with these edits can be trusted."""
        if not self.sure:
            return Sureness.DOUBTFUL
        return Sureness.LIKELY if self.edits else Sureness.CERTAIN


def change_for(place: Place, number: Number | None, gender: Gender | None) -> Change:
    """What changes when the candidate takes the place of a subject of that number and gender."""
    candidate = place.candidate
    new_gender = candidate.gender if candidate.gender not in (None, gender) else None
    return Change(gender, number, new_gender, candidate.number if candidate.number is not number else None)


def agreement(place: Place, verb: int, change: Change) -> Agreement | None:
    """The edits of the verbs of a subject and of all that agrees with it; None when a form or a word is not known."""
    if change.is_none:
        return Agreement([], True)
    words = place.words
    if change.new_number is Number.SINGULAR and speaks_of_several(words, verb):
        return None
    if change.new_number is not None and _loses_verb(words, verb):
        return None
    edits: list[Edit] = []
    sure, done = True, frozenset[int]()
    for host in verbs_of_subject(words, verb):
        found = _of_one_verb(place, host, change)
        if found is None:
            return None
        edits, sure, done = [*edits, *found[0].edits], sure and found[0].sure, done | found[1]
    others = companion_edits(place, verb, change, done)
    if others is None:
        return None
    changed = [edit for edit in (*edits, *others) if edit.text != place.text[edit.start : edit.end]]
    return Agreement(list(dict.fromkeys(changed)), sure)


def _of_one_verb(place: Place, host: int, change: Change) -> tuple[Agreement, frozenset[int]] | None:
    """The edits of one verb and its predicate, and the indices of the words that they looked at."""
    new, sure = _verb_edit(place, host, change.new_number)
    predicates = predicates_of(place.words, verb_group(place.words, host), change)
    if new is None or predicates is None:
        return None
    edits = [inflected_edit(place.words, index, change) for index in predicates]
    known = [edit for edit in edits if edit is not None]
    return (Agreement([new, *known], sure), frozenset(predicates)) if len(known) == len(edits) else None


def subject_agreement(place: Place, number: Number | None, gender: Gender | None) -> Agreement | None:
    """The agreement of the verb behind a replaced subject; None when a form is not known.

    Number and gender are those of what stood there; a number that is not known is read off the verb.
    """
    verb = _verb_of(place)
    if verb is None:
        return Agreement([], True)
    number = number or (Number.PLURAL if _is_third(place.words[verb].low, "3p") else Number.SINGULAR)
    return agreement(place, verb, change_for(place, number, gender))


def _verb_of(place: Place) -> int | None:
    """Index of the verb whose subject the anaphor is: right behind it, or behind `c'est … qui`."""
    if place.before() in PREPOSITIONS and place.after() != "qui":
        return None
    index = place.last + (place.after() == "qui")
    while at(place.words, index) in CLITICS or at(place.words, index) in ("ne", "n'"):
        index += 1
    if index >= len(place.words) or not _is_third_person(place.words[index].low):
        return None
    return index


def _is_third_person(low: str) -> bool:
    known = low not in PREPOSITIONS and low not in DETERMINERS
    return known and (_is_third(low, "3s") or _is_third(low, "3p"))


def _verb_edit(place: Place, host: int, number: Number | None) -> tuple[Edit | None, bool]:
    """The verb in its new number, the clitic before it fitted to it (`s'est` → `se sont`), and whether it is sure."""
    word = place.words[host]
    found = None if number is None else numbered(place.words, host, place.first, number)
    if number is not None and found is None:
        return None, False
    form, sure = (word.text, True) if found is None else found
    previous = place.words[host - 1] if host else None
    if previous is None or previous.low not in _FITTED or host == place.last:
        return Edit(word.start, word.end, _cased(form, word.text)), sure
    lead = fitted(previous.text, form, place.apostrophe)
    return (None if lead is None else Edit(previous.start, word.end, lead + form)), sure


def _cased(form: str, model: str) -> str:
    return form[0].upper() + form[1:] if model[0].isupper() else form


def verbs_of_subject(words: Words, verb: int) -> Iterator[int]:
    """Indices of the verbs of one subject: the first, and those that are coordinated with it without a new subject."""
    yield verb
    index = verb + 1
    while not ends_clause(words, index) and words[index].low not in SUBORDINATORS:
        found = _joined_verb(words, index, verb)
        if found is not None:
            yield found
        index = (found or index) + 1


def _joined_verb(words: Words, index: int, verb: int) -> int | None:
    """Index of a verb in the first verb's number behind the joint at an index."""
    if words[index].low not in _JOINTS:
        return None
    found = _verb_after_joint(words, index + 1)
    person = "3p" if _is_third(words[verb].low, "3p") else "3s"
    return found if found is not None and _is_third(words[found].low, person) else None


def _loses_verb(words: Words, verb: int) -> bool:
    """True when a verb behind a subordinate clause may still have this subject (`il dit que tu mens et partit`)."""
    index = verb + 1
    while not ends_clause(words, index) and words[index].low not in SUBORDINATORS:
        index += 1
    while not ends_clause(words, index):
        found = _joined_verb(words, index, verb)
        if found is not None and words[index].low != ",":
            return True
        index += 1
    return False


def _is_third(low: str, person: str) -> bool:
    return renumbered(low, Number.PLURAL if person == "3p" else Number.SINGULAR) == low


def _verb_after_joint(words: Words, index: int) -> int | None:
    start = index
    while at(words, index) in _BEFORE_VERB:
        index += 1
    if index >= len(words) or not shape(words[index].low).finite or words[index].low in DETERMINERS:
        return None
    form = shape(words[index].low)
    behind_clitic = index > start and at(words, index - 1) not in DETERMINERS
    likely = form.verb > max(form.noun, form.adjective, form.adverb) or behind_clitic
    return index if likely and words[index].low not in PREPOSITIONS else None


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
    return no_reading("language-impersonal-il", NoReadingReason.IMPERSONAL)


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
        return no_reading("language-verb-agreement", candidate=place.candidate.text)
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
        return no_reading("language-has-subject")
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
