"""French readings: the sentence with a candidate in the anaphor's place, grammatical, or the reason why there is none.

>>> from anaphor.schema import Span
>>> made = readings("On les a punis.", Span(start=3, end=6), "les lycéens")
>>> made[0].text
'On a puni les lycéens.'
"""

import re
from collections.abc import Callable
from itertools import takewhile
from unicodedata import is_normalized, normalize

from anaphor.language.certainty import with_share
from anaphor.language.french.clause.group import host_of, verb_group
from anaphor.language.french.clause.words import (
    CLITICS,
    DETERMINERS,
    PREPOSITIONS,
    behind_clitics,
    ends_clause,
    is_infinitive,
    shape,
    words_of,
)
from anaphor.language.french.draft import FrenchPlace, Result, candidate_of, determined, no_reading
from anaphor.language.french.junctures import APOSTROPHES, apostrophe_of
from anaphor.language.french.lexicon import fold
from anaphor.language.french.pronouns import analyse
from anaphor.language.french.reading.genitive import genitive, possessive, possessive_pronoun
from anaphor.language.french.reading.locative import adverb, is_adverb_of_place, pronoun_y
from anaphor.language.french.reading.object import dative, direct_object, presentative
from anaphor.language.french.reading.plain import blank, demonstrative_subject, emphatic, noun, relative, strong
from anaphor.language.french.reading.predicate import SELVES
from anaphor.language.french.reading.subject import subject
from anaphor.language.protocol import FEMININE, MASCULINE, AnaphorKind, NoReading, NoReadingReason
from anaphor.language.word import Word, at
from anaphor.language.word_tables import word_set, word_sets
from anaphor.schema import Span

Rule = Callable[[FrenchPlace], Result]
"""What makes the readings of one kind of anaphor."""

_LISTS = word_sets("french", "reading_words")
_OWNED = ("sien", "sienne", "siens", "siennes", "leur", "leurs")
_LAST = ("ce dernier", "cette dernière", "ces derniers", "ces dernières")
_BEHIND_HEADS = word_set("de d' du des qui que qu' dont où")

_GENDERS = {"il": MASCULINE, "le": MASCULINE, "elle": FEMININE, "la": FEMININE}


def readings(text: str, span: Span, candidate: str) -> Result:
    """The readings of a text with a candidate at the anaphor's place, best first, or why there is none."""
    if not is_normalized("NFC", text):
        # The lexicon and every rule know composed letters only.
        start, end = (len(normalize("NFC", text[:place])) for place in (span.start, span.end))
        text, span = normalize("NFC", text), Span(start=start, end=end)
    place = _place(text, span, normalize("NFC", candidate))
    return place if isinstance(place, NoReading) else with_share("french", _readings_at(place), risky=_is_risky(place))


def _is_risky(place: FrenchPlace) -> bool:
    """True where a set phrase or an impersonal use that no rule knows is possible: the reading is not certain."""
    low, before = place.anaphor.low, place.before()
    head = place.candidate.text.replace("'", " ").replace("’", " ").split()[-1]
    named = re.search(rf"\b{re.escape(head)}\b", place.text, re.IGNORECASE) is not None
    if not named and place.text[slice(*place.span)].strip("_ "):
        return True  # What the weather or an idiom has no use for is named in the text; a gap is no pronoun.
    if low == "il":
        # Behind the verb something that may be presented or announced: `il se dit que …`, `il passe des trains`
        verb = behind_clitics(place.words, place.last)
        near = {word.low for word in takewhile(lambda word: word.is_word, place.words[verb + 1 : verb + 6])}
        clitics = {at(place.words, k) for k in range(place.last, verb)}
        return bool(clitics & {"se", "s'"}) or not near.isdisjoint(_LISTS["opens_presented"])
    if low in ("son", "sa", "ses", "leur", "leurs"):
        return before in _LISTS["idiomatic"] or (shape(before).is_verb and before not in DETERMINERS)
    if low in ("lui", "elle", "eux", "elles") and before in _LISTS["own_places"]:
        return True
    host = host_of(place.words, place.first) if low.lstrip("-") in CLITICS else None
    group = None if host is None else verb_group(place.words, host)
    if low in ("lui", "leur", "-lui", "-leur") and group is not None:
        # Where the dative goes is sure behind a verb of giving or saying, and where nothing follows.
        is_dative = group.lemmas & _LISTS["to_someone"] and group.infinitive is None
        return not (is_dative or ends_clause(place.words, group.end)) or bool(group.joined)
    neuter = group is not None and low in ("le", "l'") and group.lemmas & (_LISTS["often_neuter"] | _LISTS["saying"])
    return group is not None and bool(neuter or group.joined or group.infinitive is not None)


def _readings_at(place: FrenchPlace) -> Result:
    form = fold(" ".join(place.text[place.span[0] : place.span[1]].split()))
    if not form.strip("_"):
        return blank(place)
    if form in ("se", "s'", "soi", "-se", "soi-même"):
        return no_reading("language-reflexive", NoReadingReason.REFLEXIVE)
    if form in ("en", "-en"):
        return genitive(place)
    if form in ("y", "-y"):
        return pronoun_y(place)
    if is_adverb_of_place(place, form):
        return adverb(place, form)
    # From here on the candidate must be a whole noun phrase.
    if place.candidate.preposition:
        unfit = NoReadingReason.UNFIT_CANDIDATE
        return no_reading("language-preposition-unwanted", unfit, candidate=place.candidate.text)
    determinate = determined(place.candidate, _GENDERS.get(form))
    if isinstance(determinate, NoReading):
        return determinate
    place = place._replace(candidate=determinate)
    if form in SELVES:
        return emphatic(place)
    rule = _rule_for(place, form)
    if rule is None:
        return no_reading("language-no-anaphor-form", NoReadingReason.UNKNOWN_ANAPHOR, form=form)
    return rule(place)


def _place(text: str, span: Span, phrase: str) -> FrenchPlace | NoReading:
    if span.end > len(text):
        return no_reading("language-beyond-text", NoReadingReason.NO_ANAPHOR)
    apostrophe = apostrophe_of(text)
    if any(mark in text for mark in APOSTROPHES):
        # One text, one kind of apostrophe, whatever the candidate was written with
        phrase = "".join(apostrophe if letter in APOSTROPHES else letter for letter in phrase)
    candidate = candidate_of(phrase, text)
    if isinstance(candidate, NoReading):
        return candidate
    if not span.of(text).strip("_ ").strip():
        # A gap is a place of its own: its mark is a word even where the tokens around it touch.
        before, after = words_of(text[: span.start]), words_of(text[span.end :])
        shifted = (Word(w.text, w.low, w.start + span.end, w.end + span.end) for w in after)
        words = (*before, Word("_", "_", span.start, span.end), *shifted)
        return FrenchPlace(text, words, len(before), len(before) + 1, candidate, apostrophe)
    words = words_of(text)
    inside = [k for k, word in enumerate(words) if word.start < span.end and word.end > span.start]
    if not any(words[k].is_word for k in inside):
        return no_reading("language-no-word-marked", NoReadingReason.NO_ANAPHOR)
    return FrenchPlace(text, words, inside[0], inside[-1] + 1, candidate, apostrophe)


def _rule_for(place: FrenchPlace, form: str) -> Rule | None:
    fixed = _FIXED.get(form)
    choose = _CHOICES.get(form.lstrip("-").removeprefix("t-"))
    if fixed is not None or choose is not None:
        return fixed or (choose(place) if choose else None)
    if form.rsplit(maxsplit=1)[-1] in _OWNED and _behind_article(place):
        return possessive_pronoun
    if form in _LISTS["pointers"] or form in _LAST:
        return noun
    if form in ("celui", "celle", "ceux", "celles") and place.after() in _BEHIND_HEADS and not place.candidate.is_name:
        return noun
    words = place.words[place.first : place.last]
    if form.startswith("l'un") or form in _LISTS["no_anaphors"]:
        return None
    for word, before in zip(words, ("", *(word.low for word in words)), strict=False):
        # A finite verb or the pronoun behind it in a marked stretch (`fait-il`), not a noun (`la porte`)
        kind = shape(word.low)
        named = before in DETERMINERS or shape(before).adjective > 0 or word.text[0].isupper()
        if word.low.startswith("-") or (kind.finite and not named and kind.verb > kind.noun + kind.adjective):
            return None
    auxiliary = shape(place.before()).lemmas & {"avoir", "être"} or shape(place.before(2)).lemmas & {"avoir", "être"}
    if auxiliary and len(words) == 1 and shape(words[0].low).past:
        return None  # `ne s'est pas [laissé] faire`
    nominal = any(shape(word.low).noun > 0 and word.low not in DETERMINERS | CLITICS for word in words)
    return noun if nominal else None


def _behind_article(place: FrenchPlace) -> bool:
    return at(place.words, place.last - 2) in ("le", "la", "les", "au", "aux", "du", "des")


def _for_elle(place: FrenchPlace) -> Rule:
    clitic = place.after() in ("se", "s'", "ne", "n'") and place.before() not in PREPOSITIONS
    return subject if place.anaphor.text.startswith("-") or clitic or not _is_strong(place) else strong


def _for_le(place: FrenchPlace) -> Rule | None:
    if place.after() in ("voilà", "voici", "revoilà", "revoici"):
        return presentative
    host, (start, end) = host_of(place.words, place.first), place.span
    if host is None or place.after() in _LISTS["possessive_pronouns"]:
        return None
    # An article is no anaphor (`la porte`, `dans la boite`); a form that is hardly a noun decides alone (`la voyant`).
    form = shape(place.words[host].low)
    behind = place.before() in PREPOSITIONS and form.finite and not form.infinitive and not form.present
    noun = not form.present and form.verb < 20 * (form.noun + form.adjective)
    article = behind or (noun and analyse(place.text, Span(start=start, end=end)) is None)
    return None if article else direct_object


def _for_lui(place: FrenchPlace) -> Rule:
    if place.anaphor.text.startswith("-"):
        return dative
    host = host_of(place.words, place.first)
    if host is None:
        return strong
    before = place.before()
    if at(place.words, host + 1).startswith("-") and before not in _LISTS["stressed"]:
        return dative
    # `de lui parler`, `en lui parlant`, but not `chez lui dormir`
    if is_infinitive(place.words, host):
        nonfinite = before not in PREPOSITIONS or before in ("à", "de", "d'", "pour", "sans", "par")
    else:
        nonfinite = before == "en" and shape(place.words[host].low).present
    return strong if not nonfinite and _is_strong(place) else dative


def _for_leur(place: FrenchPlace) -> Rule:
    start, end = place.span
    analysis, following = analyse(place.text, Span(start=start, end=end)), shape(place.after())
    if analysis and analysis.kind is AnaphorKind.DATIVE and (place.before() != "en" or following.verb > following.noun):
        return dative  # `en leur parlant`, but `foi en leur commandant`
    return possessive_pronoun if _behind_article(place) and not following.noun and not following.is_verb else possessive


_FIXED: dict[str, Rule] = {
    **dict.fromkeys(("son", "sa", "ses"), possessive),
    **dict.fromkeys(_LISTS["relatives"], relative),
    **dict.fromkeys(("c'", "ce", "cela", "ça", "ceci"), demonstrative_subject),
}
_CHOICES: dict[str, Callable[[FrenchPlace], Rule | None]] = {
    **dict.fromkeys(("il", "ils"), lambda place: subject),
    **dict.fromkeys(("elle", "elles"), _for_elle),
    "eux": lambda place: strong,
    **dict.fromkeys(("le", "la", "l'", "les"), _for_le),
    "lui": _for_lui,
    **dict.fromkeys(("leur", "leurs"), _for_leur),
}


def _is_strong(place: FrenchPlace) -> bool:
    """True for a pronoun that is no clitic: behind a preposition or que, set apart, in a cleft."""
    before, lui = place.before(), place.anaphor.low == "lui"
    host = behind_clitics(place.words, place.last)
    form = shape(at(place.words, host))
    wanted = form.finite or (lui and (form.infinitive or form.present))
    verb_follows = wanted and at(place.words, host) not in PREPOSITIONS | _LISTS["strong_context"]
    if before in PREPOSITIONS - {"des", "voici", "voilà"} or not verb_follows or before in _LISTS["stressed"]:
        return True
    if not lui:
        return False
    joined = before in ("et", "ni", "ou") and at(place.words, host).endswith(("ez", "ons", "êtes", "sommes"))
    opens = place.anaphor.text[0].isupper() or joined  # `vous et lui êtes invités`
    if before in ("et", "mais", "ou", "que", "qu'", ",", "car"):
        # Before a verb with a dative, or one that may have it, it is one: `et lui donne`, but `et lui dort`.
        verb = host_of(place.words, place.first)
        group = None if verb is None else verb_group(place.words, verb)
        stays = group is not None and "rester" in group.lemmas and ends_clause(place.words, group.end)
        takes_dative = (
            group is not None and not stays and (group.is_copula or bool(group.lemmas & _LISTS["to_someone"]))
        )
        able = group is not None and not stays and not group.lemmas & _LISTS["without_dative"]
        perhaps = able and before not in ("mais", "car")
        opens = opens or not (takes_dative or perhaps or (group is not None and place.after() in ("y", "en")))
    return opens or place.after() in ("ne", "n'", "se", "s'", "me", "m'", "te", "le", "la", "les", "l'")
