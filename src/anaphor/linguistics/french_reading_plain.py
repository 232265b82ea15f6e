"""Readings in which the candidate simply takes the anaphor's place: strong pronouns, noun phrases, blanks, relatives.

Demonstratives are here too: c'est and cela take a subject, celui-ci any place of a noun phrase.
"""

from anaphor.linguistics.french_impersonal import is_impersonal
from anaphor.linguistics.french_nouns import concord
from anaphor.linguistics.french_reading_agreement import agreement_edits, subject_edits
from anaphor.linguistics.french_reading_draft import Draft, Edit, Place, Result, drafted, no_reading
from anaphor.linguistics.french_reading_forms import agreed
from anaphor.linguistics.french_reading_phrase import is_verb_here
from anaphor.linguistics.french_reading_verb import verb_group
from anaphor.linguistics.french_reading_words import CLITICS, DETERMINERS, at, ends_clause, sentence_start, shape
from anaphor.linguistics.french_tokens import tokens
from anaphor.linguistics.language import Gender, NoReading, NoReadingReason, Number, Sureness

_FUSED_RELATIVES = {"au": "à", "aux": "à", "du": "de", "des": "de"}


def strong(place: Place) -> Result:
    """The candidate instead of lui, elle, eux behind a preposition, in c'est lui qui, or set apart (lui, il …)."""
    low = place.anaphor.low
    several = low in ("eux", "elles") and place.before() in ("entre", "parmi")
    one_of = (
        low in ("eux", "elles") and place.before() == "d'" and place.before(2) in ("un", "une", "chacun", "chacune")
    )
    if (several or one_of) and place.candidate.number is not Number.PLURAL:
        detail = f"{place.anaphor.text!r} speaks of several here, and {place.candidate.text!r} is one."
        return no_reading(detail, NoReadingReason.UNFIT_CANDIDATE)
    stressed = place.after() == "," or (place.after() == "aussi" and place.after(2) == ",")
    if place.before() == "," and stressed and place.before(2).isalpha():
        return no_reading("Between commas this pronoun only stresses the word before it.")
    if place.before() == "en" and place.candidate.text.startswith(("le ", "les ")):
        return no_reading("En is not followed by the article le or les (croire en lui, but not en le garçon).")
    if place.before() == "entre" and place.before(2) == "d'":
        hole = (place.words[place.first - 2].start, place.span[1])
        return (drafted(place, Draft(hole, ("disjunctive",), preposition="de")),)
    number = Number.PLURAL if low in ("eux", "elles") else Number.SINGULAR
    gender = Gender.FEMININE if low.startswith("elle") else Gender.MASCULINE
    return _pasted(place, ("disjunctive",), number, gender)


def _pasted(place: Place, rules: tuple[str, ...], number: Number | None, gender: Gender | None) -> Result:
    """The candidate in the anaphor's place; the verb behind it agrees, and so does a participle behind que."""
    edits = subject_edits(place, number, gender)
    if edits is None:
        return no_reading(f"The verb or its predicate cannot be made to agree with {place.candidate.text!r}.")
    edits = [*edits, *_relative_participle(place), *_alone(place)]
    rules = (*rules, "agreement") if edits else rules
    sureness = Sureness.LIKELY if edits else Sureness.CERTAIN
    capital = place.anaphor.text[0].isupper()
    return (drafted(place, Draft(place.span, rules, edits=edits, capital=capital, sureness=sureness)),)


def _alone(place: Place) -> list[Edit]:
    """`lui seul` → `Anne seule`."""
    if place.after() not in ("seul", "seule", "seuls", "seules"):
        return []
    word = place.words[place.last]
    new = agreed(word.text, place.candidate.gender, place.candidate.number)
    return [] if new is None or new == word.text else [Edit(word.start, word.end, new)]


def _relative_participle(place: Place) -> list[Edit]:
    """The participle of `c'est elle que j'ai vue`, which agrees with the candidate."""
    if place.after() not in ("que", "qu'") or place.candidate.gender is None:
        return []
    words = place.words
    start = place.last + 1
    host = next((k for k in range(start, min(start + 5, len(words))) if "avoir" in shape(words[k].low).lemmas), None)
    group = verb_group(words, host) if host is not None else None
    if group is None or group.participle is None:
        return []
    word = words[group.participle]
    new = agreed(word.text, place.candidate.gender, place.candidate.number)
    return [] if new is None or new == word.text else [Edit(word.start, word.end, new)]


def demonstrative_subject(place: Place) -> Result:
    """The candidate as the subject of c'est, cela, ça; clefts and c'est … de/que are refused."""
    words = place.words
    verb = place.last
    while at(words, verb) in CLITICS or at(words, verb) in ("ne", "n'"):
        verb += 1
    if verb >= len(words) or not shape(words[verb].low).finite:
        return _pasted_demonstrative(place)
    if place.anaphor.low in ("c'", "ce") and _stands_for_clause(place, verb):
        detail = "This c' only introduces what follows (c'est … qui, c'est … de): it stands for no candidate."
        return no_reading(detail, NoReadingReason.IMPERSONAL)
    edits = _demonstrative_edits(place, verb)
    if isinstance(edits, NoReading):
        return edits
    rules = ("demonstrative", "agreement") if edits else ("demonstrative",)
    capital = place.anaphor.text[0].isupper()
    sureness = Sureness.LIKELY if edits else Sureness.CERTAIN
    return (drafted(place, Draft(place.span, rules, edits=edits, capital=capital, sureness=sureness)),)


def _pasted_demonstrative(place: Place) -> Result:
    if place.anaphor.low in ("ce", "c'"):
        detail = "This ce is no pronoun of its own (ce livre, ce que …)."
        return no_reading(detail, NoReadingReason.UNKNOWN_ANAPHOR)
    return (drafted(place, Draft(place.span, ("demonstrative",), capital=place.anaphor.text[0].isupper())),)


def _stands_for_clause(place: Place, verb: int) -> bool:
    words = place.words
    opener = sentence_start(words, place.first)
    free = at(words, opener) == "ce" and at(words, opener + 1) in ("qui", "que", "qu'", "dont") and opener < place.first
    if free or is_impersonal(tokens(place.text), place.first):
        return True
    following = at(words, verb + 1)
    if following in ("quoi", "que", "qu'", "à", "pour", "pourquoi", "ainsi", "là", "comme", "donc"):
        return True
    if following in ("lui", "elle", "eux", "elles", "moi", "toi", "nous", "vous"):
        return True
    return _is_cleft(place, verb + 1)


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


def _demonstrative_edits(place: Place, verb: int) -> list[Edit] | NoReading:
    plural = at(place.words, verb).endswith(("ent", "ont"))
    number = Number.PLURAL if plural else Number.SINGULAR
    candidate = place.candidate
    changed = candidate.number if candidate.number is not number else None
    gender = candidate.gender if candidate.gender is Gender.FEMININE else None
    if changed is None and gender is None:
        return []
    edits = agreement_edits(place, verb, changed, gender)
    return edits if edits is not None else no_reading(f"The predicate cannot be made to agree with {candidate.text!r}.")


def noun(place: Place) -> Result:
    """The candidate instead of a whole noun phrase; a determiner that stood before the marked noun goes with it."""
    if place.first and _is_determiner(place) and place.anaphor.low not in DETERMINERS:
        place = place._replace(first=place.first - 1)
    start, end = place.span
    was = concord(place.text[start:end])
    return _pasted(place, ("noun",), was.number, was.gender)


def _is_determiner(place: Place) -> bool:
    return place.before() in ("le", "la", "l'", "les", "ce", "cet", "cette", "ces")


def blank(place: Place) -> Result:
    """The candidate in a gap."""
    edits = subject_edits(place, None, None)
    if edits is None:
        return no_reading(f"The verb or its predicate cannot be made to agree with {place.candidate.text!r}.")
    opens = sentence_start(place.words, place.first) == place.first
    rules = ("blank", "agreement") if edits else ("blank",)
    return (drafted(place, Draft(place.span, rules, edits=edits, capital=opens, leading=False)),)


def relative(place: Place) -> Result:
    """The candidate instead of lequel and its like; the clause then reads as a template, so it is doubtful."""
    low = place.anaphor.low
    fused = next((lead for lead in ("aux", "au", "des", "du") if low.startswith(lead) and "quel" in low), None)
    preposition = _FUSED_RELATIVES[fused] if fused else "de" if low == "dont" else ""
    if low in ("qui", "que", "qu'", "où") and not _behind_preposition(place):
        return no_reading(f"The relative {place.anaphor.text!r} joins two clauses: a noun phrase cannot.")
    if not _has_main_verb(place):
        return no_reading("The clause of this relative or question word cannot stand without it.")
    return (drafted(place, Draft(place.span, ("relative",), preposition=preposition, sureness=Sureness.DOUBTFUL)),)


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
