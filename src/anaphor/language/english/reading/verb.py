"""The verb behind (or before) a replaced subject: its number, its contracted forms written out, its predicate nouns."""

import re
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

from anaphor.language.english.nouns import animacy_of_noun
from anaphor.language.english.reading import words
from anaphor.language.english.reading.phrase import is_common_plural
from anaphor.language.english.reading.words import NOTHING, EnglishPlace, EnglishWord
from anaphor.language.protocol import CERTAIN, DOUBTFUL, LIKELY, PLURAL, SINGULAR, Animacy, Number, Sureness
from anaphor.language.word_tables import word_set, word_sets


class EnglishEdit(NamedTuple):
    """A stretch of the text and what stands there instead."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VerbChange:
    """What happens to the verb of a replaced subject."""

    edits: tuple[EnglishEdit, ...] = ()
    """The changes; none when the verb stays as it is."""
    rules: tuple[str, ...] = ()
    sureness: Sureness = CERTAIN
    """How far they can be trusted."""
    unclear: bool = False
    """True where a later verb may belong to this subject or to another: no reading is sure to be grammatical."""


UNCHANGED = VerbChange()
_LISTS = word_sets("english", "reading_words")
_OTHER_SUBJECTS: dict[str, Number | None] = {
    **dict.fromkeys(("he", "she", "everyone", "someone", "nobody"), SINGULAR),
    **dict.fromkeys(("they", "we", "i"), PLURAL),
    **dict.fromkeys(("who", "which"), None),
}
"""Subjects of later clauses, with the number of the verb that they take; None: either."""
_ALWAYS_FINITE = {
    SINGULAR: word_set("are were aren't weren't haven't don't"),
    PLURAL: word_set("is was isn't wasn't hasn't doesn't has does"),
}
"""Forms of be, have and do that are never infinitives, by the number that they must become."""
_NO_PRESENT = {"be"} | words.MODALS | words.PASTS | words.PREPOSITIONS | words.CONJUNCTIONS
_NO_PRESENT |= words.PRONOUNS | words.DETERMINERS
_INVERTED = words.AUXILIARIES - {"be", "been", "being", "am"}
_WRITTEN = "contraction written out"
_TO_OTHER = {SINGULAR: words.TO_SINGULAR, PLURAL: words.TO_PLURAL}
_QUOTES = frozenset("\"'”’")
_AS_ONE = word_set("family couple pair people")
"""Nouns that only several can be together."""
_ASKED = re.compile(r"(?:what|where|who|how|when|why)'(?:s|re|ve)")
_ES = re.compile(r"(?:s|x|z|ch|sh|[^aeiou]o)$")


def third_person(verb: str) -> str:
    """The form for he, she and it.

    >>> [third_person(verb) for verb in ("try", "play", "pass", "go", "see", "have")]
    ['tries', 'plays', 'passes', 'goes', 'sees', 'has']
    """
    if verb in words.TO_SINGULAR:
        return words.TO_SINGULAR[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if _ES.search(verb) else "s")


def bare_form(verb: str) -> str:
    """The form for they, from the one for he, she and it.

    >>> [bare_form(verb) for verb in ("tries", "plays", "passes", "goes", "uses", "lies", "has")]
    ['try', 'play', 'pass', 'go', 'use', 'lie', 'have']
    """
    if verb in words.TO_PLURAL:
        return words.TO_PLURAL[verb]
    if verb.endswith("ies"):
        return verb[:-1] if len(verb) == 4 else verb[:-3] + "y"
    if verb.endswith(("sses", "xes", "zzes", "ches", "shes", "goes", "does", "focuses")):
        return verb[:-2]
    return verb[:-1]


def _is_adverb(word: str) -> bool:
    return word in words.ADVERBS or (word.endswith("ly") and word not in _LISTS["verbs_in_ly"] and len(word) > 4)


def verb_behind(place: EnglishPlace, distance: int = 0) -> tuple[EnglishWord, int]:
    """The finite verb behind a subject, and its distance; adverbs and asides between commas are stepped over."""
    index = _behind_adverbs(place, distance)
    if place.next(index).text == ",":
        closing = next((i for i in range(index + 1, index + 7) if place.next(i).text == ","), None)
        if closing is None:
            return NOTHING, distance
        index = _behind_adverbs(place, closing + 1)
    word = place.next(index)
    return (word, index) if word.is_word else (NOTHING, index)


def _behind_adverbs(place: EnglishPlace, distance: int) -> int:
    while (word := place.next(distance)).is_word and (_is_adverb(word.text) or word.text in {"themselves", "neither"}):
        distance += 1
    return distance


def _is_present_plural(word: str, place: EnglishPlace) -> bool:
    """True for a verb that takes -s when its subject becomes singular."""
    if word in words.TO_SINGULAR:
        return True
    if word in _NO_PRESENT:
        return word == "like"
    if word in words.UNCHANGED_PAST:
        # `they put` is past where the text around speaks of the past.
        near = [form.text for form in (*place.before[:25], *place.after[1:20])]
        past_signs = words.PASTS | {"yesterday", "ago", "last"}
        return not any(form in past_signs or (len(form) > 4 and form.endswith("ed")) for form in near)
    past = (word.endswith("ed") and not word.endswith("eed")) or word in {"agreed", "freed", "guaranteed"}
    participle = word.endswith("ing") and word not in words.IRREGULAR_BASES
    if past or participle or word.endswith("n't"):
        return False
    return word.isalpha() and (word not in words.PARTICIPLES or word in words.IRREGULAR_BASES)


def _is_present_singular(word: str) -> bool:
    if word in words.TO_PLURAL:
        return True
    return word.isalpha() and word.endswith("s") and len(word) > 3 and not word.endswith(("ss", "us", "is"))


def _is_participle(word: str) -> bool:
    return word in words.PARTICIPLES or (word.endswith("ed") and not word.endswith("eed"))


def concord(place: EnglishPlace, was: Number, now: Number | None) -> VerbChange:
    """What the verb needs when a subject of one number is replaced by one of another."""
    joined = place.next().text in {"and", "or"} and place.next(1).text not in words.AUXILIARIES | words.COMMON_VERBS
    if now is None or now is was or joined or place.next().text in words.RELATIVES:
        return UNCHANGED
    singular, previous, rules = now is SINGULAR, place.previous(), (f"{now} verb",)
    if _ASKED.fullmatch(previous.text):
        # The contracted verb of a question word (what's he doing) is written out.
        word, _, clitic = previous.text.partition("'")
        have = clitic == "ve" or (clitic == "s" and _is_participle(_clitic_verb(place)[0]))
        form = ("has" if have else "is") if singular else ("have" if have else "are")
        edit = EnglishEdit(previous.start, previous.end, f"{previous.written[: len(word)]} {form}")
        return VerbChange(edits=(edit,), rules=(_WRITTEN, *rules), sureness=LIKELY)
    if previous.text == "were" and place.next().text == "to" and "?" not in place.text:
        return UNCHANGED  # `were they to ask`
    if previous.text in _INVERTED and place.next().text not in words.AUXILIARIES - {"been", "be", "being"}:
        # `did he`, `were they`, `isn't it`: the verb stands before its subject.
        other = _TO_OTHER[now].get(previous.text)
        return VerbChange(edits=(_replace(previous, other),), rules=rules, sureness=LIKELY) if other else UNCHANGED
    if place.previous(1).text in _QUOTES and previous.text.endswith("s") and not singular:
        # `"Go," says he`
        return VerbChange(edits=(_replace(previous, bare_form(previous.text)),), rules=rules, sureness=LIKELY)
    verb, index = verb_behind(place)
    if verb.text in {"need", "dare"} and place.next(index + 1).text == "not":
        return UNCHANGED
    opener = f"{place.previous(1).text} {previous.text}"
    unreal = opener.endswith(("if", "wish", "wishes", "wished", "as though")) or opener.startswith(("wish ", "wished "))
    if verb.text in {"were", "weren't"} and unreal:
        return VerbChange(rules=("unreal were kept",), sureness=LIKELY)
    present = _is_present_plural(verb.text, place) if singular else _is_present_singular(verb.text)
    mandative = _LISTS["mandatives"] & {place.previous(number).text for number in range(3)}
    if singular and present and verb.text not in words.TO_SINGULAR and mandative:
        return VerbChange(rules=("subjunctive kept",), sureness=LIKELY)
    # The verb, when it is a present one, and those coordinated with it in the other number
    partners, unsure = _partners(place, index, now, present=present)
    verbs = (verb, *partners) if present else partners
    make = third_person if singular else bare_form
    plain = verb.text in words.TO_SINGULAR.keys() | words.TO_PLURAL.keys() and not partners
    return VerbChange(
        edits=tuple(_replace(word, make(word.text)) for word in verbs),
        rules=rules if verbs else (),
        sureness=CERTAIN if plain or not verbs else LIKELY,
        unclear=unsure,
    )


def _replace(word: EnglishWord, form: str) -> EnglishEdit:
    form = form.replace("'", "’") if "’" in word.written else form
    return EnglishEdit(word.start, word.end, form.capitalize() if word.written[0].isupper() else form)


def _partners(place: EnglishPlace, index: int, now: Number, *, present: bool) -> tuple[tuple[EnglishWord, ...], bool]:
    """Verbs coordinated with the first one (they come *and go*), and whether one of them may have another subject."""
    verbs: list[EnglishWord] = []
    stranger = False
    for distance in range(index + 1, len(place.after) - 1):
        word = place.next(distance).text
        # A subject whose clause stands beside the first one (but we were late), not inside it.
        beside = word in _OTHER_SUBJECTS and place.next(distance - 1).text in _LISTS["joins"] | {"so", ","}
        if word in {".", ";", ":", "!", "?"} or beside:
            break
        stranger = stranger or (word in _OTHER_SUBJECTS and _OTHER_SUBJECTS[word] is not now)
        # `they buy, fix and sell cars`: the last of the list says what the others are
        listed = word == "," and place.next(distance + 2).text in {"and", "or", ","} and distance == index + 1
        joint, later = distance + 2, place.next(distance + 1).text
        acts = _is_present_singular(later) if now is PLURAL else _is_present_plural(later, place)
        if word == "," and not listed and acts and later not in words.ADVERBS:
            # `comes here, orders tea and leaves`
            joint = next((k for k in range(joint, joint + 4) if place.next(k).text == "and"), joint)
            listed = place.next(joint).text == "and"
        if listed and present and _goes_on(place, index, joint, now, present=present):
            verbs.append(place.next(distance + 1))
        if word == "nor" and place.next(distance + 1).text in words.AUXILIARIES:  # `nor does her father`
            break
        if (word in _LISTS["joins"] or (word == "," and place.next(distance + 1).text == "then")) and _goes_on(
            place, index, distance, now, present=present
        ):
            if stranger:
                return tuple(verbs), True
            verbs.append(verb_behind(place, distance + 1)[0])
    return tuple(verbs), False


def _goes_on(place: EnglishPlace, index: int, distance: int, now: Number, *, present: bool) -> bool:
    """True where the word behind a conjunction is a verb of the same subject, by its form and what came before."""
    word, at = verb_behind(place, distance + 1)
    verb = word.text
    if verb in _ALWAYS_FINITE[now] or not present:
        return verb in _ALWAYS_FINITE[now]
    if now is PLURAL:
        verbs = words.COMMON_VERBS | words.IRREGULAR_BASES
        # washes and irons her shirts, dries and stacks the plates
        beside = distance == index + 1 or place.next(at + 1).text in words.DETERMINERS
        return verb in words.TO_PLURAL or (_is_present_singular(verb) and (beside or bare_form(verb) in verbs))
    if verb not in words.TO_SINGULAR.keys() | words.COMMON_VERBS:
        # Its place may make it a verb: sing and *juggle*, but often *skip* it, and *juggle* the balls.
        often = place.next(distance + 1).text in _LISTS["frequencies"]
        behind = place.next(at + 1).text
        stands = often or distance == index + 1 or behind in words.DETERMINERS or _is_adverb(behind)
        if not stands or not _is_present_plural(verb, place) or verb in words.ADVERBS | words.QUESTION_WORDS:
            return False
    # A bare form may go on an infinitive or a modal: they want to eat and drink.
    opens_object = words.DETERMINERS | words.PRONOUNS
    lexical_do = place.next(index + 1).text in opens_object
    between = {
        place.next(i).text
        for i in range(index + lexical_do, distance)
        if place.next(i).text != "to" or place.next(i + 1).text not in opens_object
    }
    return not between & ({"to", "let", "help", "make", "don't", "do"} | words.MODALS)


def written_out(place: EnglishPlace, now: Number | None) -> tuple[tuple[str, str, Sureness], ...]:
    """The words that a contracted verb stands for, best first: (words, rule, sureness)."""
    be, have = (" are", " have") if now is PLURAL else (" is", " has")
    clitic = place.clitic
    if clitic.endswith("'ve") and clitic != "'ve":
        return ((" would have", _WRITTEN, CERTAIN),)
    if clitic == "'d":
        return _written_d(place)
    certain = {"'ll": " will", "'re": be, "'m": be, "'ve": have}.get(clitic)
    if certain:
        return ((certain, _WRITTEN, CERTAIN),)
    word, index, perfect = _clitic_verb(place)
    following = place.next(index + 1).text
    if not _is_participle(word):
        return ((be, _WRITTEN, CERTAIN),)
    if word in {"been", "had", "got", "gotten"}:
        return ((have, _WRITTEN, CERTAIN),)
    if following == "by" or word in _LISTS["state_participles"] - _LISTS["also_perfect"]:
        return ((be, _WRITTEN, LIKELY),)
    if perfect or word in _LISTS["perfect_only"] or following in words.DETERMINERS | (words.PRONOUNS - {"that"}):
        return ((have, _WRITTEN, LIKELY),)
    if word in _LISTS["state_participles"]:
        return ((be, _WRITTEN, LIKELY),)
    if now is not PLURAL:
        return ((place.text[place.end : place.end + 2], "contraction kept", LIKELY),)
    return ((be, _WRITTEN, DOUBTFUL), (have, _WRITTEN, DOUBTFUL))


def _clitic_verb(place: EnglishPlace) -> tuple[str, int, bool]:
    """The word behind a contracted verb and its adverbs, its distance, and whether an adverb of the perfect came."""
    index, perfect = 0, False
    while (word := place.next(index)).is_word and _is_adverb(word.text) and word.text not in {"home", "alone"}:
        perfect = perfect or word.text in _LISTS["of_perfect"]
        index += 1
    return place.next(index).text, index, perfect


def _written_d(place: EnglishPlace) -> tuple[tuple[str, str, Sureness], ...]:
    """Had or would: `he'd better`, `he'd gone`, `he'd rather`, `he'd go`."""
    word, index, _ = _clitic_verb(place)
    following = place.next().text
    if following == "better" or (following == "best" and index == 0):
        return ((" had", _WRITTEN, CERTAIN),)
    if following in {"rather", "sooner"}:
        return ((" would", _WRITTEN, CERTAIN),)
    if word in words.AMBIGUOUS_PARTICIPLES:
        return ((" had", _WRITTEN, DOUBTFUL), (" would", _WRITTEN, DOUBTFUL))
    if _is_participle(word) or word == "agreed":
        return ((" had", _WRITTEN, CERTAIN),)
    return ((" would", _WRITTEN, CERTAIN if word else LIKELY),)


def is_said_again(place: EnglishPlace, was: Number) -> bool:
    """True where the pronoun comes again and would disagree: `he says he's ill`, `they weren't ready, were they?`."""
    sentence = [*takewhile(lambda word: word.text not in {".", "!", ";", ":"}, place.after)]
    return any(
        word.text.partition("'")[0] == place.form
        and (was is SINGULAR or (before.text in words.AUXILIARIES and comma.text == "," and after.text == "?"))
        for comma, before, word, after in zip(
            (NOTHING, NOTHING, *sentence), (NOTHING, *sentence), sentence, (*sentence[1:], NOTHING), strict=False
        )
    )


def has_predicate_of(place: EnglishPlace, was: Number) -> bool:
    """True where a predicate noun has the old number: `he's a doctor`, `they are doctors`."""
    inverted = place.previous().text in _LISTS["linking"]
    verb, index = verb_behind(place)
    if verb.text in {"have", "has", "had"} and place.next(index + 1).text in {"become", "been", "remained"}:
        verb, index = place.next(index + 1), index + 1
    if (place.clitic or "'s") not in {"'s", "'re"} or not (
        place.clitic or inverted or verb.text in _LISTS["linking"] | {"remained"}
    ):
        return False
    # The words behind a linking verb, up to a boundary
    start = 0 if place.clitic or inverted else index + 1
    coordinated = place.next(start).text in _LISTS["joins"] and place.next(start + 1).text in _LISTS["linking"]
    start += 2 * coordinated  # `was and is a friend`
    while place.next(start).text in (words.ADVERBS | {"been", "be"}) - {"all", "both"}:
        start += 1
    end = start
    stops = words.PREPOSITIONS | words.CONJUNCTIONS | words.RELATIVES
    while place.next(end).is_word and place.next(end).text not in stops:
        end += 1
    predicate = [word.text for word in place.after[start:end]]
    if was is PLURAL:
        # A plural noun that is the predicate itself: not an object (eating apples), not a measure (feet tall)
        closed = words.ADVERBS | words.DETERMINERS | words.PRONOUNS
        together = predicate[:1] == ["a"] and predicate[-1] in _AS_ONE
        for word, following in zip(predicate[:4], [*predicate[1:], ""], strict=False):
            if together or (is_common_plural(word) and word not in closed and following not in _LISTS["measured"]):
                return True
            if word.endswith(("ing", "ed")) or word in words.PARTICIPLES:
                return False
        return False
    # `a doctor`, `a very good driver`; `a bit too big` and `a great success` go with either number.
    if len(predicate) < 2 or predicate[0] not in words.ARTICLES | words.POSSESSIVE_DETERMINERS:
        return place.next(end).text == "of" and predicate == ["one"]
    if predicate[1] in {"bit", "little", "lot", "few", "couple"} or predicate[-1] in _LISTS["shared"]:
        return False
    named = place.form in {"he", "she"} and predicate[0] in {"a", "an"}
    return named or animacy_of_noun(predicate[-1]) in {Animacy.PERSON, Animacy.ANIMAL, Animacy.THING}
