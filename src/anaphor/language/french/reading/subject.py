"""Readings of subject pronouns, with the verb's number and all that agrees with the subject."""

from collections.abc import Iterator
from typing import NamedTuple

from anaphor.language.french.clause.forms import renumbered, renumberings
from anaphor.language.french.clause.phrase import is_verb_here
from anaphor.language.french.clause.verb import verb_group
from anaphor.language.french.clause.words import (
    CLITICS,
    DETERMINERS,
    PREPOSITIONS,
    VERBAL,
    FrenchWord,
    at,
    behind_clitics,
    ends_clause,
    is_known,
    sentence_start,
    shape,
)
from anaphor.language.french.impersonal import is_impersonal
from anaphor.language.french.junctures import fitted
from anaphor.language.french.lexicon import lookup
from anaphor.language.french.reading.draft import (
    FrenchPlace,
    ReadingDraft,
    Result,
    TextEdit,
    disagreement,
    drafted,
    no_reading,
)
from anaphor.language.french.reading.predicate import (
    SUBORDINATORS,
    AgreementChange,
    clause_of,
    companion_edits,
    inflected_edit,
    predicates_of,
    speaks_of_several,
)
from anaphor.language.french.tokens import tokens
from anaphor.language.protocol import Gender, NoReadingReason, Number, Sureness
from anaphor.language.word_tables import is_first_name, word_set

Words = tuple[FrenchWord, ...]

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
_JOINTS = frozenset(("et", "mais", "puis", "ou", ","))
_FITTED = frozenset(("s'", "se", "n'", "ne", "m'", "me", "t'", "te", "l'", "le", "la"))
_BEFORE_VERB = CLITICS | {"ne", "n'", "puis", "ensuite", "alors", "donc", "en", "même"}
_SAYING = word_set(
    "dire répondre demander crier s'écrier écrier penser murmurer ajouter reprendre répliquer expliquer conclure "
    "annoncer déclarer chuchoter hurler protester insister songer souffler soupirer avouer admettre affirmer "
    "assurer préciser continuer poursuivre remarquer commenter confier estimer faire lancer grommeler gronder"
)
_CONCEDING = word_set("fût dût soit eût fussent dussent")
_ASKING = frozenset(("quel", "quelle", "quels", "quelles"))
_OPENS_ASIDE = frozenset((",", '"', "»", "”", "?", "!", "…", "–", "—", "-"))


class Numbered(NamedTuple):
    """A verb form in its new number."""

    form: str
    """As it is written inside a sentence."""
    sure: bool
    """False when the tense or mood was guessed."""


def numbered(words: Words, verb: int, subject: int, number: Number) -> Numbered | None:
    """The verb in that number, in the tense and mood of its sentence; None when the form cannot be made.

    One form may have several: `rit` is present or past, `taisent` indicative or subjunctive.
    """
    found = renumberings(words[verb].low, number)
    if not found:
        return None
    if len(set(found.values())) == 1:
        return Numbered(next(iter(found.values())), sure=True)
    if "sub:pre" in found and len({form for tense, form in found.items() if tense != "sub:pre"}) <= 1:
        return _in_mood(words, subject, found)
    present = found.get("ind:pre") or next(iter(found.values()))
    in_past = _told_in_past(words, verb)
    return Numbered(found.get("ind:pas", present) if in_past else present, sure=in_past is not None)


def _in_mood(words: Words, subject: int, found: dict[str, str]) -> Numbered:
    plain = next((form for tense, form in found.items() if tense != "sub:pre"), found["sub:pre"])
    if at(words, subject - 1) not in ("que", "qu'", "quoique", "quoiqu'"):
        return Numbered(plain, sure=True)
    before = at(words, subject - 2)
    near = frozenset[str]().union(*(shape(at(words, k)).lemmas for k in range(max(0, subject - 5), subject - 1)))
    if at(words, subject - 1).startswith("quoi") or before in _PURPOSE or near & _WISHING or before in _FEELING:
        return Numbered(found["sub:pre"], sure=before in _PURPOSE)
    return Numbered(plain, sure=not near & _EITHER)


def _told_in_past(words: Words, verb: int) -> bool | None:
    """True when another verb of the text is in a past tense, False for the present, None when nothing tells.

    Only forms that can be nothing else count; the compound past is told by its auxiliary as present.
    """
    present, closing = False, ""
    for index, word in enumerate(words):
        if closing:
            closing = "" if word.text == closing else closing
        elif word.text in _QUOTES:
            closing = _QUOTES[word.text]
        elif index != verb and is_verb_here(words, index):
            traits = {trait for entry in lookup(word.low) if entry.category in VERBAL for trait in entry.traits}
            kinds = {trait.rsplit(":", 1)[0] for trait in traits if trait[:3] in ("ind", "cnd", "sub", "imp")}
            if kinds and kinds <= {"ind:pas", "ind:imp", "sub:imp"}:
                return True
            present = present or (bool(kinds) and kinds <= {"ind:pre", "ind:fut", "imp:pre", "sub:pre"})
    return False if present else None


class Agreement(NamedTuple):
    """The edits of a clause whose subject changes."""

    edits: list[TextEdit]
    """Those that change something."""
    sure: bool
    """False when a tense or a mood was guessed."""

    @property
    def sureness(self) -> Sureness:
        """How far a reading with these edits can be trusted."""
        if not self.sure:
            return Sureness.DOUBTFUL
        return Sureness.LIKELY if self.edits else Sureness.CERTAIN


def change_for(place: FrenchPlace, number: Number | None, gender: Gender | None) -> AgreementChange:
    """What changes when the candidate takes the place of a subject of that number and gender."""
    candidate = place.candidate
    new_gender = candidate.gender if candidate.gender not in (None, gender) else None
    return AgreementChange(gender, number, new_gender, candidate.number if candidate.number is not number else None)


def agreement(place: FrenchPlace, verb: int, change: AgreementChange) -> Agreement | None:
    """The edits of the verbs of a subject and of all that agrees with it; None when a form or a word is not known."""
    if change.is_none:
        return Agreement([], True)
    words = place.words
    if change.new_number is Number.SINGULAR and speaks_of_several(words, verb):
        return None
    if change.new_number is not None and _loses_verb(words, verb):
        return None
    edits: list[TextEdit | None] = []
    sure, done = True, frozenset[int]()
    for host in verbs_of_subject(words, verb):
        new, known = _verb_edit(place, host, change.new_number)
        predicates = predicates_of(words, verb_group(words, host), change)
        if predicates is None:
            return None
        edits += [new, *(inflected_edit(words, index, change) for index in predicates)]
        sure, done = sure and known, done | set(predicates)
    others = companion_edits(place, verb, change, done)
    if others is None or None in edits:
        return None
    found = [edit for edit in (*edits, *others) if edit is not None]
    changed = (edit for edit in found if edit.text != place.text[edit.start : edit.end])
    return Agreement(list(dict.fromkeys(changed)), sure)


def subject_agreement(place: FrenchPlace, number: Number | None, gender: Gender | None) -> Agreement | None:
    """The agreement of the verb behind a replaced subject; None when a form is not known.

    Number and gender are those of what stood there; a number that is not known is read off the verb. The verb stands
    right behind, or behind `c'est … qui`.
    """
    if place.before() in PREPOSITIONS and place.after() != "qui":
        return Agreement([], True)
    verb = behind_clitics(place.words, place.last + (place.after() == "qui"))
    low = at(place.words, verb)
    if not low or low in PREPOSITIONS or low in DETERMINERS or not (_is_third(low, "3s") or _is_third(low, "3p")):
        return Agreement([], True)
    number = number or (Number.PLURAL if _is_third(low, "3p") else Number.SINGULAR)
    return agreement(place, verb, change_for(place, number, gender))


def _verb_edit(place: FrenchPlace, host: int, number: Number | None) -> tuple[TextEdit | None, bool]:
    """The verb in its new number, the clitic before it fitted to it (`s'est` → `se sont`), and whether it is sure."""
    word = place.words[host]
    found = Numbered(word.text, True) if number is None else numbered(place.words, host, place.first, number)
    if found is None:
        return None, False
    form, sure = found
    previous = place.words[host - 1] if host else None
    if previous is None or previous.low not in _FITTED or host == place.last:
        cased = form[0].upper() + form[1:] if word.text[0].isupper() else form
        return TextEdit(word.start, word.end, cased), sure
    lead = fitted(previous.text, form, place.apostrophe)
    return (None if lead is None else TextEdit(previous.start, word.end, lead + form)), sure


def verbs_of_subject(words: Words, verb: int) -> Iterator[int]:
    """Indices of the verbs of one subject: the first, and those that are coordinated with it without a new subject."""
    yield verb
    index = verb + 1
    while not ends_clause(words, index) and words[index].low not in SUBORDINATORS:
        found = _joined_verb(words, index, verb)
        if found is not None:
            yield found
        index = (found or index) + 1


def _loses_verb(words: Words, verb: int) -> bool:
    """True when a verb behind a subordinate clause may still have this subject (`il dit que tu mens et partit`)."""
    index = clause_of(words, verb).stop
    while not ends_clause(words, index):
        if words[index].low != "," and _joined_verb(words, index, verb) is not None:
            return True
        index += 1
    return False


def _joined_verb(words: Words, index: int, verb: int) -> int | None:
    """Index of a verb in the first verb's number behind the joint at an index."""
    if words[index].low not in _JOINTS:
        return None
    start = found = index + 1
    while at(words, found) in _BEFORE_VERB:
        found += 1
    low = at(words, found)
    form = shape(low)
    if not form.finite or low in DETERMINERS or low in PREPOSITIONS:
        return None
    behind_clitic = found > start and at(words, found - 1) not in DETERMINERS
    if not behind_clitic and form.verb <= max(form.noun, form.adjective, form.adverb):
        return None
    return found if _is_third(low, "3p" if _is_third(words[verb].low, "3p") else "3s") else None


def _is_third(low: str, person: str) -> bool:
    return renumbered(low, Number.PLURAL if person == "3p" else Number.SINGULAR) == low


def subject(place: FrenchPlace) -> Result:
    """The candidate as the subject, the verb and its predicate following its number and gender."""
    inverted = place.anaphor.text.startswith("-")
    il = "il" in place.anaphor.low if inverted else place.anaphor.low == "il"
    if il and is_impersonal(tokens(place.text), place.first):
        return no_reading("language-impersonal-il", NoReadingReason.IMPERSONAL)
    verb = place.first - 1 if inverted else behind_clitics(place.words, place.last)
    change = _change(place)
    agreed: Agreement | None = Agreement([], True)
    if not change.is_none:
        has_verb = inverted or shape(at(place.words, verb)).finite
        agreed = agreement(place, verb, change) if has_verb else None
    if agreed is None:
        return disagreement(place, "language-verb-agreement")
    if inverted:
        return _inverted(place, agreed)
    capital = place.anaphor.text[0].isupper()
    rules = ("subject", "agreement") if agreed.edits else ("subject",)
    draft = ReadingDraft(place.span, rules, edits=agreed.edits, capital=capital, sureness=agreed.sureness)
    return (drafted(place, draft),)


def _change(place: FrenchPlace) -> AgreementChange:
    """What changes when the candidate takes the pronoun's place."""
    low = place.anaphor.low.rsplit("-", 1)[-1]
    number = Number.PLURAL if low.endswith("s") else Number.SINGULAR
    return change_for(place, number, Gender.FEMININE if low.startswith("elle") else Gender.MASCULINE)


def _inverted(place: FrenchPlace, agreed: Agreement) -> Result:
    words, verb = place.words, place.first - 1
    start = verb
    while at(words, start - 1) in CLITICS or at(words, start - 1) in ("ne", "n'"):
        start -= 1
    aside = start > 0 and words[start - 1].text in _OPENS_ASIDE
    group = verb_group(words, verb)
    opens = sentence_start(words, verb) == start and "?" not in place.text
    says = (aside or opens) and bool(group.lemmas(words) & _SAYING)
    asks = at(words, start - 1) in ("que", "qu'")
    wishes = words[verb].low in ("puisse", "puissent")
    if says or asks or wishes:
        # `dit-il` → `dit Paul`; `qu'a-t-il vu ?` → `qu'a vu Paul ?`; `puisse-t-il venir` → `puisse Paul venir`
        word = place.anaphor
        spot = words[group.end - 1].end if (says or asks) and group.end - 1 != place.first else word.end
        edits = [*agreed.edits, TextEdit(words[verb].end, word.end, "")]
        draft = ReadingDraft((spot, spot), ("subject", "inversion"), edits=edits, sureness=agreed.sureness)
        return (drafted(place, draft),)
    if _has_subject(words, start) or words[verb].low in _CONCEDING:
        return no_reading("language-has-subject")
    return _before_verb(place, start, agreed)


def _has_subject(words: tuple[FrenchWord, ...], verb: int) -> bool:
    """True for `la mer est-elle prise ?`: a noun phrase or a name without preposition right before the verb."""
    index = verb - 1
    low = at(words, index)
    if index < 0 or not words[index].is_word or low in ("pourquoi", "comment", "quand", "où", "combien"):
        return False
    if low in ("ceci", "cela", "ça", "tout", "chacun", "chacune", "personne", "quelqu'un"):
        return True
    if words[index].text[0].isupper():
        named = index > 0 or not is_known(words[0].low) or is_first_name(words[0].text, "french", "english")
        return named and at(words, index - 1) not in PREPOSITIONS
    if not shape(low).noun:
        return False
    opener = next((k for k in range(index - 1, max(-1, index - 5), -1) if at(words, k) in DETERMINERS), None)
    if opener is None or at(words, opener) in _ASKING or at(words, opener) in ("au", "aux", "du", "des"):
        return False
    return at(words, opener - 1) not in PREPOSITIONS


def _before_verb(place: FrenchPlace, start: int, agreed: Agreement) -> Result:
    """`a-t-il ri ?` → `Paul a-t-il ri ?`: the pronoun stays behind the verb, as French questions have it."""
    word, edits = place.words[start], agreed.edits
    capital = word.text[0].isupper()
    if capital and any(edit.start == word.start for edit in edits):
        # The word no longer opens the sentence.
        edits = [e._replace(text=e.text[0].lower() + e.text[1:]) if e.start == word.start else e for e in edits]
    elif capital:
        edits = [*edits, TextEdit(word.start, word.start + 1, word.text[0].lower())]
    change = _change(place)
    if not change.is_none:
        # The pronoun in the candidate's number and gender; a t behind a vowel (`a-t-il`, `ont-ils`)
        feminine = (change.new_gender or change.gender) is Gender.FEMININE
        plural = (change.new_number or change.number) is Number.PLURAL
        verb = place.words[place.first - 1]
        form = next((edit.text for edit in edits if edit.end == verb.end), verb.text)
        pronoun = ("-" if form[-1] in "td" else "-t-") + ("elle" if feminine else "il") + ("s" if plural else "")
        edits = [*edits, TextEdit(place.anaphor.start, place.anaphor.end, pronoun)]
    rules, spot = ("subject", "complex_inversion"), (word.start, word.start)
    draft = ReadingDraft(spot, rules, edits=edits, capital=capital, leading=False, sureness=agreed.sureness)
    return (drafted(place, draft),)
