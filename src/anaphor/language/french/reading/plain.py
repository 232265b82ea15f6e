"""Readings in which the candidate simply takes the anaphor's place: strong pronouns, noun phrases, blanks, relatives.

Demonstratives are here too: c'est and cela take a subject, celui-ci any place of a noun phrase.
"""

from anaphor.language.french.impersonal import is_impersonal
from anaphor.language.french.nouns import concord
from anaphor.language.french.reading.draft import Draft, Edit, Place, Result, drafted, no_reading
from anaphor.language.french.reading.forms import adverbial_end, agreed, shows
from anaphor.language.french.reading.phrase import is_verb_here
from anaphor.language.french.reading.predicate import Change, behind_degrees, is_plain_adjective
from anaphor.language.french.reading.subject import Agreement, agreement, change_for, subject_agreement
from anaphor.language.french.reading.verb import is_infinitive, verb_group
from anaphor.language.french.reading.words import (
    CLITICS,
    DETERMINERS,
    PREPOSITIONS,
    Word,
    at,
    ends_clause,
    sentence_start,
    shape,
    word_set,
)
from anaphor.language.french.tokens import tokens
from anaphor.language.protocol import Gender, NoReading, NoReadingReason, Number, Reading, Sureness

Words = tuple[Word, ...]

_SOME_OF = word_set(
    "un une chacun chacune aucun aucune certains certaines plusieurs beaucoup deux trois quelques-uns quelques-unes"
)
_JUDGEMENTS = word_set("honte chance miracle plaisir honneur pitié erreur crime bêtise joie folie scandale bonheur")
_FUSED_RELATIVES = {"au": "à", "aux": "à", "du": "de", "des": "de"}


def strong(place: Place) -> Result:
    """The candidate instead of lui, elle, eux behind a preposition, in c'est lui qui, or set apart (lui, il …)."""
    low = place.anaphor.low
    number = Number.PLURAL if low in ("eux", "elles") else Number.SINGULAR
    gender = Gender.FEMININE if low.startswith("elle") else Gender.MASCULINE
    refusal = _only_several(place) or _only_stress(place, change_for(place, number, gender))
    if refusal is not None:
        return refusal
    if place.before() == "en" and place.candidate.text.startswith(("le ", "les ")):
        return no_reading("language-en-before-article")
    if place.before() == "entre" and place.before(2) == "d'":
        hole = (place.words[place.first - 2].start, place.span[1])
        return (drafted(place, Draft(hole, ("disjunctive",), preposition="de")),)
    return _pasted(place, ("disjunctive",), number, gender)


def _only_several(place: Place) -> NoReading | None:
    """The abstention for `entre eux`, `l'un d'eux` and a candidate that is one."""
    several = place.before() in ("entre", "parmi")
    one_of = place.before() == "d'" and place.before(2) in _SOME_OF
    if place.anaphor.low not in ("eux", "elles") or not (several or one_of):
        return None
    if place.candidate.number is Number.PLURAL:
        return None
    return no_reading(
        "language-speaks-of-several",
        NoReadingReason.UNFIT_CANDIDATE,
        anaphor=place.anaphor.text,
        candidate=place.candidate.text,
    )


def _only_stress(place: Place, change: Change) -> NoReading | None:
    """The abstention for a pronoun that stresses a word before it, or whose clause may not fit the candidate."""
    stressed = place.after() == "," or (place.after() == "aussi" and place.after(2) == ",")
    if place.before() == "," and stressed and place.before(2).isalpha():
        return no_reading("language-stress-between-commas")
    also = place.after() == "aussi" and not shape(place.after(2)).finite
    if also and shape(place.before()).adjective > 0 and place.before() not in PREPOSITIONS:
        return no_reading("language-lui-aussi")
    alone = place.after() == "tout" and place.after(2).startswith("seul")
    apart = place.after() == "," and place.before() not in PREPOSITIONS
    if (apart or alone) and not change.is_none:
        return no_reading("language-agreement-behind-comma", candidate=place.candidate.text)
    return None


def _pasted(place: Place, rules: tuple[str, ...], number: Number | None, gender: Gender | None) -> Result:
    """The candidate in the anaphor's place; the verb behind it agrees, and so does a participle behind que."""
    found = subject_agreement(place, number, gender)
    if found is None:
        return no_reading("language-verb-agreement", candidate=place.candidate.text)
    cleft = _cleft_edits(place)
    if cleft is None:
        return no_reading("language-cleft-agreement", candidate=place.candidate.text)
    found = found._replace(edits=[*found.edits, *_relative_participle(place), *_alone(place), *cleft])
    return (_agreeing(place, rules, found),)


def _agreeing(place: Place, rules: tuple[str, ...], found: Agreement) -> Reading:
    """The candidate in the anaphor's place, with the edits of an agreement."""
    rules = (*rules, "agreement") if found.edits else rules
    capital = place.anaphor.text[0].isupper()
    return drafted(place, Draft(place.span, rules, edits=found.edits, capital=capital, sureness=found.sureness))


_CLEFTS = {"c'est": "ce sont", "c'était": "c'étaient", "ce sera": "ce seront", "ce fut": "ce furent"}
_SINGLE_CLEFTS = {plural: singular for singular, plural in _CLEFTS.items()}


def _cleft_edits(place: Place) -> list[Edit] | None:
    """`c'est lui qui` → `ce sont les Bleus qui`; None where the verb before the pronoun cannot follow."""
    behind = place.before() in PREPOSITIONS
    if place.after() not in ("qui", "que", "qu'", "dont") or place.first < 2 or behind:
        return []
    number = Number.PLURAL if place.anaphor.low in ("eux", "elles") else Number.SINGULAR
    start = place.words[place.first - 2]
    before = place.text[start.start : place.words[place.first - 1].end]
    form = before.lower().replace("’", "'")
    if place.candidate.number is number or (form not in _CLEFTS and form not in _SINGLE_CLEFTS):
        near = {place.before(k) for k in (1, 2, 3, 4)}
        return None if place.candidate.number is not number and near & {"ce", "c'"} else []
    plural = place.candidate.number is Number.PLURAL
    new = (_CLEFTS if plural else _SINGLE_CLEFTS).get(form, form).replace("'", place.apostrophe)
    new = new[0].upper() + new[1:] if before[0].isupper() else new
    return [Edit(start.start, start.start + len(before), new)]


def _alone(place: Place) -> list[Edit]:
    """`lui seul` → `Anne seule`."""
    alone = ("seul", "seule", "seuls", "seules")
    if place.after() not in alone and place.before() not in alone:
        return []
    word = place.words[place.last if place.after() in alone else place.first - 1]
    new = agreed(word.text, place.candidate.gender, place.candidate.number)
    return [] if new is None or new == word.text else [Edit(word.start, word.end, new)]


def _relative_participle(place: Place) -> list[Edit]:
    """The participle of `c'est elle que j'ai vue`, which agrees with the candidate."""
    if place.after() not in ("que", "qu'") or place.candidate.gender is None or place.before() in PREPOSITIONS:
        return []
    words = place.words
    start = place.last + 1
    host = next((k for k in range(start, min(start + 5, len(words))) if "avoir" in shape(words[k].low).lemmas), None)
    group = verb_group(words, host) if host is not None else None
    if group is None or group.participle is None:
        return []
    word = words[group.participle]
    was_feminine = place.anaphor.low.startswith("elle")
    was = Gender.FEMININE if was_feminine else Gender.MASCULINE
    if not shows(word.text, was, Number.PLURAL if place.anaphor.low in ("eux", "elles") else Number.SINGULAR):
        return []
    new = agreed(word.text, place.candidate.gender, place.candidate.number)
    return [] if new is None or new == word.text else [Edit(word.start, word.end, new)]


def demonstrative_subject(place: Place) -> Result:
    """The candidate as the subject of c'est, cela, ça; clefts and c'est … de/que are refused."""
    words = place.words
    verb = place.last
    if place.before() in ("tout", "toute") or place.before(2) == "quoi":
        return no_reading("language-tout-cela")
    while at(words, verb) in CLITICS or at(words, verb) in ("ne", "n'"):
        verb += 1
    if verb >= len(words) or not shape(words[verb].low).finite:
        return _pasted_demonstrative(place)
    refusal = _announces(place, verb)
    if refusal is not None:
        return refusal
    plural = at(words, verb).endswith(("ent", "ont"))
    change = change_for(place, Number.PLURAL if plural else Number.SINGULAR, Gender.MASCULINE)
    found = agreement(place, verb, change)
    if found is None:
        return no_reading("language-predicate-agreement", candidate=place.candidate.text)
    return (_agreeing(place, ("demonstrative",), found),)


def _announces(place: Place, verb: int) -> NoReading | None:
    """Why the demonstrative stands for no candidate: a set phrase, a cleft, what follows; None when it may."""
    words = place.words
    if (
        place.anaphor.low in ("cela", "ceci", "ça")
        and at(words, verb) in ("dit", "fait", "étant")
        and (at(words, verb + 1) in (",", "dit", "fait"))
    ):
        return no_reading("language-cela-dit")
    singular = not at(words, verb).endswith(("ent", "ont"))
    if place.anaphor.low in ("cela", "ça", "ceci") and _judges_action(place, verb):
        return no_reading("language-cela-announces", NoReadingReason.IMPERSONAL)
    if singular and at(words, verb + 1) in ("les", "ces", "mes", "ses") and place.anaphor.low in ("c'", "ce"):
        return no_reading("language-agrees-with-neither")
    if place.anaphor.low in ("c'", "ce") and _stands_for_clause(place, verb):
        return no_reading("language-ce-introduces", NoReadingReason.IMPERSONAL)
    return None


def _pasted_demonstrative(place: Place) -> Result:
    if place.before() == "comme" or (place.before() == "avec" and place.after() in ("que", "qu'")):
        return no_reading("language-comme-ca")
    changes = place.candidate.gender is not Gender.MASCULINE or place.candidate.number is Number.PLURAL
    if changes and is_plain_adjective(place.words, behind_degrees(place.words, place.last)):
        return no_reading("language-adjective-agreement", candidate=place.candidate.text)
    if place.anaphor.low in ("ce", "c'"):
        return no_reading("language-ce-no-pronoun", NoReadingReason.UNKNOWN_ANAPHOR)
    return (drafted(place, Draft(place.span, ("demonstrative",), capital=place.anaphor.text[0].isupper())),)


def _stands_for_clause(place: Place, verb: int) -> bool:
    words = place.words
    opener = sentence_start(words, place.first)
    free = at(words, opener) == "ce" and at(words, opener + 1) in ("qui", "que", "qu'", "dont") and opener < place.first
    if free or is_impersonal(tokens(place.text), place.first):
        return True
    following = at(words, verb + 1)
    if place.after() == "en" or following == "tout" or _judges_action(place, verb):
        return True
    of_action = following in ("de", "d'") and is_infinitive(words, verb + 2)
    if of_action or following in PREPOSITIONS - {"de", "d'", "du", "des"}:
        return True
    if following in ("quoi", "que", "qu'", "à", "pour", "pourquoi", "ainsi", "là", "comme", "donc"):
        return True
    if following in ("lui", "elle", "eux", "elles", "moi", "toi", "nous", "vous"):
        return True
    return _is_cleft(place, verb + 1)


def _judges_action(place: Place, verb: int) -> bool:
    """True for `c'est gentil de venir`."""
    index = verb + 1
    while adverbial_end(place.words, index) > index:
        index = adverbial_end(place.words, index)
    if is_infinitive(place.words, index) or _is_shame(place.words, index):
        return True
    index = behind_degrees(place.words, verb + 1)
    told = is_plain_adjective(place.words, index) and at(place.words, index + 1) in ("de", "d'", "que", "qu'")
    return told and (at(place.words, index + 1)[0] == "q" or is_infinitive(place.words, index + 2))


def _is_shame(words: Words, index: int) -> bool:
    """True for `c'est une honte que …`, `c'est un plaisir de …`."""
    follows = at(words, index + 2) in ("que", "qu'", "de", "d'")
    return at(words, index) in ("un", "une") and at(words, index + 1) in _JUDGEMENTS and follows


def _is_cleft(place: Place, index: int) -> bool:
    """True for `c'est Paul qui …`: a definite phrase or a name, then qui or que in the same clause."""
    words = place.words
    opener = at(words, index)
    if opener in ("un", "une", "des") or (shape(opener).adjective > 0 and opener not in DETERMINERS):
        return False
    while not ends_clause(words, index) and at(words, index) != ",":
        if at(words, index) in ("qui", "que", "qu'", "dont"):
            return True
        index += 1
    return False


_POINTERS = {
    "celui": (Gender.MASCULINE, Number.SINGULAR),
    "celle": (Gender.FEMININE, Number.SINGULAR),
    "ceux": (Gender.MASCULINE, Number.PLURAL),
    "celles": (Gender.FEMININE, Number.PLURAL),
}


_DISLOCATED = frozenset(f"{form}-{place}" for form in _POINTERS for place in ("ci", "là"))


def _agrees_with(place: Place) -> bool:
    gender, number = _POINTERS[place.anaphor.low.split("-")[0]]
    return place.candidate.gender in (None, gender) and place.candidate.number is number


def noun(place: Place) -> Result:
    """The candidate instead of a whole noun phrase; a determiner that stood before the marked noun goes with it."""
    if place.first and _is_determiner(place) and place.anaphor.low not in DETERMINERS:
        place = place._replace(first=place.first - 1)
    if place.before() in ("entre", "parmi") and place.candidate.number is not Number.PLURAL:
        return no_reading(
            "language-speaks-of-several",
            NoReadingReason.UNFIT_CANDIDATE,
            anaphor=place.anaphor.text,
            candidate=place.candidate.text,
        )
    if place.before() == "," and place.anaphor.low in _DISLOCATED and not _agrees_with(place):
        return no_reading("language-repeats-subject")
    start, end = place.span
    pointer = _POINTERS.get(place.anaphor.low.split("-")[0])
    was = concord(place.text[start:end])
    gender, number = pointer or (was.gender, was.number)
    return _pasted(place, ("noun",), number, gender)


def _is_determiner(place: Place) -> bool:
    return place.before() in ("le", "la", "l'", "les", "ce", "cet", "cette", "ces")


def blank(place: Place) -> Result:
    """The candidate in a gap."""
    found = subject_agreement(place, None, None)
    if found is None:
        return no_reading("language-verb-agreement", candidate=place.candidate.text)
    opens = sentence_start(place.words, place.first) == place.first
    rules = ("blank", "agreement") if found.edits else ("blank",)
    sureness = Sureness.CERTAIN if found.sure else Sureness.DOUBTFUL
    draft = Draft(place.span, rules, edits=found.edits, capital=opens, leading=False, sureness=sureness)
    return (drafted(place, draft),)


def relative(place: Place) -> Result:
    """The candidate instead of lequel and its like; the clause then reads as a template, so it is doubtful."""
    low = place.anaphor.low
    fused = next((lead for lead in ("aux", "au", "des", "du") if low.startswith(lead) and "quel" in low), None)
    preposition = _FUSED_RELATIVES[fused] if fused else "de" if low == "dont" else ""
    if low in ("qui", "que", "qu'", "où") and not _behind_preposition(place):
        return no_reading("language-relative-joins", anaphor=place.anaphor.text)
    if _is_tied(place, low):
        return no_reading("language-clause-needs-relative")
    if not _has_main_verb(place):
        return no_reading("language-clause-needs-relative")
    return (drafted(place, Draft(place.span, ("relative",), preposition=preposition, sureness=Sureness.DOUBTFUL)),)


def _is_tied(place: Place, low: str) -> bool:
    """True for `au bord duquel`, for a relative that is a subject, and for an indirect question."""
    behind_noun = shape(place.before()).noun > 0 and place.before(2) in ("au", "aux", "à", "dans", "sur")
    if low.startswith(("duquel", "desquel")) and behind_noun:
        return True
    verb = next((k for k in range(place.last, place.last + 4) if at(place.words, k) not in (*CLITICS, "ne", "n'")), 0)
    plain = low.startswith(("lequel", "laquelle", "lesquel"))
    return plain and not _follows_preposition(place) and shape(at(place.words, verb)).finite


def _follows_preposition(place: Place) -> bool:
    return place.before() in PREPOSITIONS or place.before() in ("travers", "milieu", "sein", "cours", "près", "loin")


def _has_main_verb(place: Place) -> bool:
    """True when a finite verb stands before the relative in its sentence, so that its clause closes the sentence."""
    start = sentence_start(place.words, place.first)
    return any(is_verb_here(place.words, k) for k in range(start, place.first))


def _behind_preposition(place: Place) -> bool:
    prepositions = [
        "à",
        "de",
        "avec",
        "pour",
        "chez",
        "sans",
        "contre",
        "sur",
        "sous",
        "vers",
        "par",
        "derrière",
        "devant",
        "entre",
    ]
    return place.anaphor.low == "qui" and place.before() in prepositions
