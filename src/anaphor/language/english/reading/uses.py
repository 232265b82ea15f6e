"""What `her` and `it` do in an English sentence: object or possessive; for something, or for nothing (weather)."""

import re
from functools import lru_cache
from itertools import takewhile

from anaphor.language.english.reading import words
from anaphor.language.english.reading.phrase import number_of
from anaphor.language.english.reading.words import EnglishPlace, EnglishWord
from anaphor.language.protocol import CERTAIN, DOUBTFUL, LIKELY, PLURAL, AnaphorKind, Sureness
from anaphor.language.word_tables import lines, word_set, word_sets

Uses = tuple[tuple[AnaphorKind, Sureness], ...]

_LISTS = word_sets("english", "reading_words")
_OBJECT: Uses = ((AnaphorKind.OBJECT, CERTAIN),)
_LIKELY_OBJECT: Uses = ((AnaphorKind.OBJECT, LIKELY),)
_POSSESSIVE: Uses = ((AnaphorKind.POSSESSIVE, CERTAIN),)
_LIKELY_POSSESSIVE: Uses = ((AnaphorKind.POSSESSIVE, LIKELY),)
_OBJECT_FIRST: Uses = ((AnaphorKind.OBJECT, DOUBTFUL), (AnaphorKind.POSSESSIVE, DOUBTFUL))
_POSSESSIVE_FIRST: Uses = tuple(reversed(_OBJECT_FIRST))
_CLOSES_OBJECT = (
    words.PREPOSITIONS
    | words.CONJUNCTIONS
    | words.PRONOUNS
    | words.QUESTION_WORDS
    | words.AUXILIARIES
    | words.ARTICLES
    | words.POSSESSIVE_DETERMINERS
    | {"some", "any", "no", "every", "each", "both", "all", "another", "enough", "either", "neither"}
) - {"past", "inside", "one", "like", "opposite", "outside", "own"}
_CLOSES_ADVERB = words.ADVERBS - _LISTS["open_adverbs"]
_ADJECTIVE = re.compile(r"(?:ful|ous|able|ible|less|ish|..ed)$")
_MOTION = word_set("take takes took taking drive drives drove send sends sent bring brought walk walked see saw follow")
_PEOPLE = _LISTS["people"]
_BOUND = {pair.replace("_", " ") for pair in _LISTS["bound_pairs"]}
_OPENS_OBJECT = words.ARTICLES | words.POSSESSIVE_DETERMINERS | {"it", "him", "them"}
_BOUND_OWN = {("into", "hands"), ("took", "life"), ("take", "life"), ("taken", "life")}
_NAMING = word_set("make makes made making name names named call calls called vote voted declare declared choose chose")
_PHRASE_ENDS = words.PREPOSITIONS | words.CONJUNCTIONS
_DETERMINING = words.ARTICLES | {"some", "his", "their", "my"}
_BOUNDARY = words.PREPOSITIONS | words.CONJUNCTIONS | words.AUXILIARIES | words.PRONOUNS | words.DETERMINERS


def uses_of_her(place: EnglishPlace) -> Uses:
    """Object, possessive, or both where the words around do not tell; best first."""
    following, second, verb = place.next(), place.next(1), place.previous().text
    word = following.text
    if not following.is_word:
        opens = word in {'"', "“", "‘", "`"} and following.end < len(place.text)
        if opens and not place.text[following.end].isspace():
            spaced = place.text[following.start - 1 : following.start].isspace()
            return _LIKELY_POSSESSIVE if spaced else _OBJECT
        if word[:1].isdigit():
            return _OBJECT_FIRST if verb in _LISTS["ditransitives"] else _LIKELY_POSSESSIVE
        return _OBJECT
    decided = _uses_at_once(word, second, verb)
    if decided is not None:
        return decided
    if word in words.ADVERBS or word.endswith("ly"):
        return _before_adverb(word, second, verb)
    return _before_content(place, word, verb)


def _uses_at_once(word: str, second: EnglishWord, verb: str) -> Uses | None:
    """What the word behind `her` alone decides."""
    good = word == "good" and second.text in {"night", "morning", "luck", "day"}
    takes_thing = good or word in _LISTS["offered"]
    takes_thing = (takes_thing and verb not in words.PREPOSITIONS | _LISTS["enjoying"]) or (
        word == "next" and not second.is_word
    )
    # `elected her president`, `made her captain of the team`: an object and what it becomes
    becomes = word not in _PEOPLE and (verb in _LISTS["electing"] or (verb in _NAMING and word in _LISTS["roles"]))
    counted = word in _LISTS["numerals"] and verb in _LISTS["ditransitives"]
    returned = word in {"back", "over", "down"} and second.text in words.DETERMINERS  # `handed her back the cat`
    took = verb in {"took", "takes", "take"} and word in _LISTS["periods"]  # `it took her years to …`
    if takes_thing or counted or took or returned or ((becomes or word == "one") and _ends_phrase(second)):
        return _LIKELY_OBJECT
    # the nouns in `against her will` and `with all her might`; `gave her all`
    noun = word in _LISTS["nouns_like_modals"] and (not second.is_word or verb in words.PREPOSITIONS)
    if word == "own" or noun or (word == "all" and not second.is_word and verb in _LISTS["bound_verbs"]):
        return _POSSESSIVE
    # `her every move`, `her best dress`; `every day` is when, `best` alone how.
    goes_on = second.is_word and not _ends_phrase(second)
    if (word == "every" and second.text not in _LISTS["time"] | {"hour", "minute"}) or (word == "best" and goes_on):
        return _LIKELY_POSSESSIVE
    if word in _CLOSES_OBJECT or (word == "like" and second.text in words.DETERMINERS):
        return _OBJECT
    return None


def _ends_phrase(word: EnglishWord) -> bool:
    """True for what cannot go on a noun phrase: a mark, a preposition, a conjunction, an adverb."""
    return not word.is_word or word.text in words.PREPOSITIONS | words.CONJUNCTIONS | words.ADVERBS


def _before_adverb(word: str, second: EnglishWord, verb: str) -> Uses:
    if word in _LISTS["adjectives_in_ly"] or (word in _LISTS["adjectives_too"] and second.is_word):
        return _LIKELY_POSSESSIVE
    ends = not second.is_word or second.text in _CLOSES_OBJECT or second.text in {"much", "well", "than"}
    if ends and word not in ("home", "back"):
        return _OBJECT
    if ends and word == "back":
        # `patting her back` is a possessive, `called her back` an object.
        return _LIKELY_OBJECT if verb in _LISTS["returning"] else _LIKELY_POSSESSIVE
    if word in _CLOSES_ADVERB:
        return _LIKELY_OBJECT
    objects = _MOTION if word == "home" else words.RESULTATIVES
    return _LIKELY_OBJECT if verb in objects else _LIKELY_POSSESSIVE


def _before_content(place: EnglishPlace, word: str, verb: str) -> Uses:
    second = place.next(1)
    # `the nurse who treated her retired`: what follows is the verb of the noun before the relative clause
    past = word in words.PASTS or word.endswith("ed")
    in_relative = past and place.previous(1).text in {"who", "that", "which"}
    # `saw her last week`
    in_time = word in {"last", "next", "this"} and second.text in _LISTS["time"]
    causes = verb.startswith(("let", "mak", "made", "help"))
    # `the man behind her coughed`
    if past and verb in words.PREPOSITIONS | {"but"} and (_ends_phrase(second) or second.text in words.DETERMINERS):
        in_relative = place.previous(1).is_word and place.previous(1).text not in words.PASTS
    # `took her shopping`, `made her work easier`
    if verb in _MOTION and word.endswith("ing") and _ends_phrase(second):
        return _LIKELY_OBJECT
    easier = second.text in _LISTS["plain_adjectives"] or second.text.endswith("er")
    if causes and easier and word not in _LISTS["seeming"]:
        return _LIKELY_POSSESSIVE
    # `saw her walking`, `made her happy`
    if word.endswith("ing") and verb in _LISTS["want_object_ing"]:
        complement = not second.text.endswith("s")
    elif verb in words.WANT_OBJECT_BARE and second.text in _OPENS_OBJECT:
        complement = word not in _PEOPLE
    else:
        ends_here = _ends_phrase(second) or second.text.endswith("ly")
        done = word in words.PARTICIPLES and word not in words.IRREGULAR_BASES  # `want her gone`
        complement = verb in words.RESULTATIVES and ends_here and (done or _looks_adjective(word))
    if in_relative or in_time or complement:
        return _LIKELY_OBJECT
    if verb in words.WANT_OBJECT_BARE and word in words.COMMON_VERBS | words.IRREGULAR_BASES:
        noun_use = not second.is_word or second.text in words.AUXILIARIES
        return _LIKELY_OBJECT if causes or not noun_use else _OBJECT_FIRST
    if verb in _LISTS["ditransitives"] and word not in _PEOPLE:
        # Another object follows (gave her mother *a* book), so that `her` belongs to the first.
        near = [*takewhile(lambda token: token.is_word and token.text not in _PHRASE_ENDS, place.after[1:4])]
        later = len(near) < 3 and word not in _LISTS["mass"] and place.next(1 + len(near)).text in {"to", "for"}
        if not later and not any(token.text in _DETERMINING for token in near):
            # `gave her flowers`: a bare plural or mass noun is an object of its own; `gave her hand` is not.
            nouns = [token.text for token in takewhile(lambda token: not _ends_phrase(token), place.after[:4])]
            head = nouns[-1] if nouns else word
            is_giving = verb.startswith(("gi", "sh", "of", "gr"))
            quality = is_giving and re.search(r"(?:ness|ity|tude|cy|ance|ence|ment|ism)$", head)
            abstract = head in _LISTS["mass"] or quality
            if head not in _PEOPLE and (number_of(head) is PLURAL or abstract):
                return _OBJECT_FIRST
            owned = head in _PEOPLE or head in {"hand", "name", "life", "best", "turn"}
            return _LIKELY_POSSESSIVE if owned else _POSSESSIVE_FIRST
    return _POSSESSIVE if word in _PEOPLE or not word.endswith(("ing", "ed")) else _LIKELY_POSSESSIVE


def _looks_adjective(word: str) -> bool:
    """True for a plain adjective, by the list or by its ending."""
    return word in _LISTS["plain_adjectives"] or (bool(_ADJECTIVE.search(word)) and number_of(word) is not PLURAL)


def is_bound_possessive(place: EnglishPlace) -> bool:
    """True for `did his best`, `on her own`: what is owned can be nobody's but the subject's."""
    noun, verb, second = place.next().text, place.previous().text, place.next(1)
    ends = _ends_phrase(second) or second.text in words.DETERMINERS | words.PRONOUNS | {"to"}
    if (noun == "own" and ends) or noun.removesuffix("'s") in _LISTS["honoured"]:
        return True
    if verb in {"up", "out"}:  # make up her mind
        verb = place.previous(1).text
    if noun in _LISTS["bound_behind"] or (noun.endswith("ties") and verb == "in"):  # to her senses, in his forties
        return verb in words.PREPOSITIONS
    if {f"{verb} {noun}", f"{noun} {second.text}"} & _BOUND or (noun == "own" and (verb, second.text) in _BOUND_OWN):
        return True
    taken = verb[:2] in {"ta", "to"} and (noun, second.text) == ("word", "for")  # `took her word for it`
    return ends and not taken and verb in _LISTS["bound_verbs"] and noun in _LISTS["bound_nouns"]


def owned_thing(place: EnglishPlace) -> tuple[int, int] | None:
    """Where the noun behind a possessive begins and ends; None when its right edge is in doubt."""
    phrase = [*takewhile(lambda word: word.is_word and word.text not in _BOUNDARY, place.after)]
    while len(phrase) > 1 and (phrase[-1].text in words.ADVERBS or phrase[-1].text.endswith("ly")):
        phrase.pop()
    if not phrase or phrase[0].text == "own" or place.next(len(phrase)).text == "of":
        return None
    last = phrase[-1].text
    may_be_verb = last in words.PASTS or last.endswith(("ed", "ing"))
    if may_be_verb or not all(_looks_adjective(word.text) for word in phrase[:-1]):
        return None
    return phrase[0].start, phrase[-1].end


def _pattern(name: str) -> str:
    """Any pattern of that name in `impersonal_it.txt`, or any word of a list of that name; _ is a space in it."""
    patterns = [line.partition(": ")[2] for line in lines("english", "impersonal_it") if line.startswith(f"{name}: ")]
    either = patterns or [word.replace("_", " ") for word in sorted(_LISTS[name], reverse=True)]
    filled = re.sub("«([^«»]+)»", lambda match: "it" if match[1] == "IT" else _pattern(match[1]), "|".join(either))
    return f"(?:{filled})"


def _pattern_in_text(name: str, before: str = "") -> re.Pattern[str]:
    return re.compile(before + _pattern(name).replace(" ", r"\s"))


_IMPERSONAL = _pattern_in_text("opening", r"\s*")
"""What follows an it that stands for nothing."""
_INVERTED = _pattern_in_text("inverted", r"\s")
"""The same behind an inverted verb: `is it raining`."""
_ASKED = re.compile(r"\b(?:what\stime|how\s(?:far|long|late))\s(?:is|was|does|did|will|would)\s$", re.IGNORECASE)
_BEING = word_set(
    "is was isn't wasn't be been being become becomes became seems seemed seem feels felt feel proved proves"
)
_SET_PHRASE = tuple(
    (re.compile(rf"\b{left}$", re.IGNORECASE), re.compile(rf"{right}\b" if right else "", re.IGNORECASE))
    for left, right in (
        [
            re.sub("«([^«»]+)»", lambda match: _pattern(match[1]), part).replace(" ", r"\s")
            for part in line.split("«IT»")
        ]
        for line in (line.partition(": ")[2] for line in lines("english", "impersonal_it") if line.startswith("set: "))
    )
)
"""What stands before and behind an it in set phrases with a verb."""
_BEFORE_SET = re.compile("|".join(left.pattern for left, _ in _SET_PHRASE), re.IGNORECASE)
_WITH_IT = _LISTS["with_it"]
_EVALUATIVE = _LISTS["evaluative"]
_TURNED = _BEING | _LISTS["doing"]
_JUDGED = _BEING | _WITH_IT
_BEFORE_JUDGEMENT = (words.ADVERBS - _EVALUATIVE) | _BEING | words.MODALS
_BEFORE_JUDGEMENT |= word_set("very so too also a has more less most next going to not as")
_JUDGING_END = re.compile(r"(?:ful|ous|ible|able|ient|ial|ical|ising|izing|esting|ying|ating)$")


def names_itself(place: EnglishPlace, phrase: str) -> bool:
    """True where an `it` that opens a main clause would be what its sentence names again: it was quiet in the park."""
    before = place.previous()
    if before.is_word and before.text not in {"and", "but", "so", "yet"}:
        return False
    later = re.split(r"[.,;:!?]", place.text[place.end :], maxsplit=1)[0]
    named = re.compile(rf"\b{re.escape(phrase)}\b", re.IGNORECASE)
    return named.search(later) is not None and not named.search(place.text[: place.start])


@lru_cache(maxsize=1024)
def is_impersonal(place: EnglishPlace) -> bool:
    """True for the `it` of `it is raining`, `it seems that` and `it is hard to say no`."""
    behind, before = place.text[place.end : place.end + 90], place.previous().text
    ahead = place.text[max(0, place.start - 24) : place.start]
    if _BEFORE_SET.search(ahead) and any(
        left.search(ahead) and right.match(place.text, place.end) for left, right in _SET_PHRASE
    ):
        return True
    if before in _TURNED and (_INVERTED.match(behind) or _ASKED.search(place.text[: place.start])):
        return True
    if _IMPERSONAL.match(behind) or (before in _WITH_IT and "that" in (place.next(1).text, place.next(2).text)):
        return True
    # A judging word stands where a predicate would (find it hard to say no); an infinitive without a gap follows it.
    index, being = 0, bool(place.clitic) or before in _JUDGED
    while (word := place.next(index)).is_word and (
        word.text in _BEFORE_JUDGEMENT or (word.text.endswith("ly") and index < 4)
    ):
        being = being or word.text in _BEING
        index += 1
    judging = _JUDGING_END.search(word.text) and word.text not in _LISTS["disposed"]
    if not being or not (judging or word.text in _EVALUATIVE):
        return False
    index += 1 + (place.next(index + 1).text == "not")
    if place.next(index).text in {"for", "of"}:
        index = next((k for k in range(index + 1, index + 5) if place.next(k).text == "to"), index)
    if place.next(index).text != "to":
        return False
    # Where the infinitive lacks its object (hard to break, hard to sit on), a thing can be its subject.
    ends = words.CONJUNCTIONS - words.PREPOSITIONS - {"that"}
    rest = [*takewhile(lambda word: word.is_word and word.text not in ends, place.after[index + 2 :])]
    if rest and rest[-1].text in words.PREPOSITIONS:
        return False
    closed = not rest or rest[0].text in words.PREPOSITIONS | words.ADVERBS or rest[0].text.endswith("ly")
    return not closed or place.next(index + 1).text in _LISTS["goes_alone"]
