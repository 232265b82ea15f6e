"""The candidate made fit for its place: number, capital, article, genitive."""

import re
from collections.abc import Iterator
from functools import lru_cache

from anaphor.language import dictionary
from anaphor.language.english.reading import words
from anaphor.language.english.reading.words import EnglishPlace
from anaphor.language.protocol import PLURAL, SINGULAR, Number
from anaphor.language.word_tables import is_first_name, word_set, word_sets

_LISTS = word_sets("english", "reading_words")
_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*['’]?")
_POSTMODIFIERS = (words.PREPOSITIONS - word_set("like past down up off over round")) | _LISTS["clause_openers"]
_CASES = {
    "i": ("me", "my"),
    "he": ("him", "his"),
    "she": ("her", "her"),
    "we": ("us", "our"),
    "they": ("them", "their"),
}
_NO_NOUN = words.DETERMINERS | words.PREPOSITIONS | words.PRONOUNS | _CASES.keys()
_BEFORE_BARE = words.PREPOSITIONS | words.CONJUNCTIONS
_LONE_PRONOUNS = (words.PRONOUNS - _LISTS["indefinites"]) | words.REFLEXIVES | words.SPEAKERS
_LOWERED = words.DETERMINERS - {"other", "such", "what"}
_WITH_CAPITAL_ARTICLE = frozenset({"Hague", "Gambia", "Bahamas"})


def tidy(candidate: str) -> str:
    """The candidate with single spaces and without punctuation at its end; initials keep their full stop."""
    phrase = " ".join(candidate.split())
    while phrase and phrase[-1] in ",;:!?.":
        if phrase[-1] == "." and re.search(r"(?:\b[A-Z]|\b(?:Jr|Sr|Inc|Co|Ltd|Corp|Dr|etc))\.$", phrase):
            break
        phrase = phrase[:-1].rstrip()
    return phrase


def is_lone_pronoun(phrase: str) -> bool:
    """True for a candidate that is itself an anaphor.

    >>> is_lone_pronoun("he"), is_lone_pronoun("he and Tatyana")
    (True, False)
    """
    return phrase.lower() in _LONE_PRONOUNS


def _core(phrase: str) -> list[str]:
    """The words of a phrase up to what stands behind its head."""
    parts = _WORD.findall(phrase if re.search(r"\b(?:and|or)\b", phrase) else phrase.partition(",")[0])
    for index, part in enumerate(parts):
        if index and part.lower() in _POSTMODIFIERS:
            return parts[:index]
    return parts


def is_quoted(phrase: str, text: str) -> bool:
    """True where the text has the phrase between quotation marks: it names itself."""
    return any(f"{left}{phrase}{right}" in text for left, right in (('"', '"'), ("“", "”"), ("‘", "’")))


def number_at(phrase: str, place: EnglishPlace) -> Number | None:
    """The number of a candidate at its place; a bare capital word behind he or she is a name, whatever its ending."""
    if place.form in _LISTS["personal"] and phrase[0].isupper() and " " not in phrase:
        return SINGULAR
    return number_of(f"the {phrase}" if lacks_article(phrase, place.text) else phrase, place.text)


def number_of(phrase: str, text: str = "") -> Number | None:
    """The number of a noun phrase; None when it can be either.

    >>> number_of("the council"), number_of("a bag of chips"), number_of("a lot of people"), number_of("the sheep")
    (<Number.SINGULAR: 'singular'>, <Number.SINGULAR: 'singular'>, <Number.PLURAL: 'plural'>, None)
    """
    first = phrase.partition(" ")[0]
    named = re.fullmatch(r"[A-Z][\w.-]+(?: [A-Z][\w.-]*)* [A-Z][\w-]+", phrase) and is_first_name(first, "english")
    if named or (text and is_quoted(phrase, text)):
        return SINGULAR  # Bill Gates
    return _number(phrase)


@lru_cache(maxsize=4096)
def _number(phrase: str) -> Number | None:
    core = _core(phrase)
    if not core:
        return None
    first, head = core[0].lower(), core[-1]
    lowered = [part.lower() for part in core]
    if "and" in lowered[1:-1] or " & " in phrase:
        return PLURAL if first not in {"each", "every"} else SINGULAR
    if head.lower() in _LISTS["counted_by_complement"] and (rest := re.search(r"\bof (.+)", phrase)):
        return number_of(rest[1])
    if first in words.SINGULAR_DETERMINERS:
        return SINGULAR if lowered[:2] != ["a", "few"] else PLURAL
    if first in _LISTS["plural_determiners"] or (core[0].isdigit() and core[0] != "1"):
        return PLURAL
    behind_the = first == "the" and len(core) > 1
    word = head.lower().replace("’", "'")
    if word in _LISTS["undecided_number"]:
        return None
    if word in _LISTS["plurals"] or (behind_the and word in _LISTS["people_by_quality"]):
        return PLURAL
    if head[0].isupper():
        # The Freemans, Californians and Firemen; James, Texas and the United States are singular.
        if word in _LISTS["plural_looking_names"] or not word.endswith(("s", "men")) or word.endswith(("ss", "us")):
            return SINGULAR
        peoples = dictionary.lemmatize(head, lang="en") == head[:-1] or word.endswith(("ians", "eans", "shis", "anis"))
        plural = behind_the or peoples or (is_common_plural(word) and not _is_known_name(head))
    elif word.endswith("men"):
        plural = dictionary.lemmatize(word, lang="en").endswith("man")
    elif word.endswith("is"):
        plural = dictionary.lemmatize(word, lang="en") == word[:-1]
    else:
        singular = word in _LISTS["singulars_in_s"] or word.endswith(("ss", "us", "'s"))
        plural = word.endswith("s") and not singular
    return PLURAL if plural else SINGULAR


def is_common_plural(word: str) -> bool:
    """True for a lower-case word that the lexicon knows as the plural of a common noun."""
    if word in _LISTS["plurals"]:
        return True
    lemma = dictionary.lemmatize(word, lang="en")
    regular = word.endswith("s") and not word.endswith("ss") and lemma != word and lemma.islower()
    return (regular or (word.endswith("men") and lemma.endswith("man"))) and dictionary.is_known(word, lang="en")


def _is_known_name(word: str) -> bool:
    return dictionary.lemmatize(word, lang="en")[:1].isupper()


def genitive(phrase: str, apostrophe: str) -> tuple[str, str]:
    """The phrase and the ending that makes it a genitive; a coordinated pronoun takes its own case.

    >>> genitive("the boys", "'"), genitive("James", "'"), genitive("the children", "'")
    (('the boys', "'"), ('James', "'s"), ('the children', "'s"))
    >>> genitive("he and Tatyana", "'")
    ('his and Tatyana', "'s")
    """
    phrase = in_case(phrase, genitive=True)
    last = _WORD.findall(phrase)[-1:] or [""]
    if re.fullmatch(r"[Tt]he (?:[A-Z][\w-]+ )*[A-Z][\w-]+s", phrase) and not last[0].endswith("ss"):
        return phrase, apostrophe  # the United States'
    families = last[0][:1].islower() or re.fullmatch(r"[Tt]he \S+", phrase)  # the Smiths, but the bank in Leeds
    plural = last[0].lower().endswith("s") and _number(f"the {last[0]}" if families else last[0])
    return phrase, apostrophe if plural is PLURAL else f"{apostrophe}s"


def in_case(phrase: str, *, genitive: bool) -> str:
    """The phrase with its coordinated pronoun (he and Tatyana) in the object case or the genitive."""
    pronoun = re.match(r"(i|he|she|we|they)(?= (?:and|or) )", phrase, re.IGNORECASE)
    if not pronoun:
        return phrase
    return _CASES[pronoun[1].lower()][genitive] + phrase[pronoun.end() :]


def has_late_end(phrase: str) -> bool:
    """True where the head is not the last word: a genitive ending then sounds clumsy."""
    return len(_core(phrase)) < len(_WORD.findall(phrase))


def _stands_inside(word: str, text: str) -> bool:
    """True where the text has the word, in these very letters, inside a sentence."""
    return any(_is_inside(text[:start]) for start in _standing(word, text))


def _is_inside(before: str) -> bool:
    """Whether what stands before a word is a sentence that has begun, and a space."""
    bare = before.rstrip()
    last = bare.rstrip('"')[-1:]
    return len(bare) < len(before) and bool(last) and not last.isspace() and last not in ".!?…:“"


def _standing(word: str, text: str) -> Iterator[int]:
    """Where the text has the word up to the end of a word; each candidate has others, so no pattern is made of them."""
    start = text.find(word)
    while start >= 0:
        after = text[start + len(word) : start + len(word) + 1]
        if _is_letter(word[-1]) != _is_letter(after):
            yield start
        start = text.find(word, start + 1)


def _is_letter(sign: str) -> bool:
    return sign.isalnum() or sign == "_"


def in_capitals_of(phrase: str, place: EnglishPlace) -> str:
    """The phrase with the capital that its place asks for; names keep theirs."""
    if place.text.isupper() and len(place.text) > 3:
        return phrase.upper()
    first = phrase.split(maxsplit=1)[0]
    if place.is_capital:
        return phrase[0].upper() + phrase[1:] if first.islower() else phrase
    if place.form in _LISTS["personal"] and phrase == first:
        return phrase
    return phrase[0].lower() + phrase[1:] if _drops_capital(phrase, first, place.text) else phrase


def _drops_capital(phrase: str, first: str, text: str) -> bool:
    if not first[0].isupper() or not (first[1:].islower() or len(first) == 1):
        return False
    if first.lower() in _LOWERED and phrase != first:
        # A name whose article has a capital of its own stays: The Hague, The Old Man and the Sea.
        article, *rest = _WORD.findall(phrase)
        content = [word for word in rest if word not in _LISTS["small"]]
        long = " ".join(content) in _WITH_CAPITAL_ARTICLE or len(content) > 2 or (len(rest) > len(content) > 1)
        title = article in {"The", "A", "An"} and long and all(word[0].isupper() for word in content)
        return not title and not _stands_inside(" ".join(phrase.split()[:2]), text)
    if _stands_inside(first, text) or first.lower() in words.KINSHIP or is_first_name(first, "english", "french"):
        return False
    if any(not _is_letter(text[start - 1 : start]) for start in _standing(first.lower(), text)):
        return True
    # A bare plural (Archaeologists) and for an adjective before one (Prehistoric humans).
    second = phrase.split()[1:2]
    if not second:
        return is_common_plural(first.lower()) and not _is_known_name(first)
    is_common = dictionary.is_known(first.lower(), lang="en") and not _is_known_name(first)
    return is_common and second[0].islower() and _number(phrase) is PLURAL and second[0] not in {"and", "or"}


_NOUNS_IN_ING = word_set("king ring wing thing spring string building wedding morning evening painting meeting ceiling")


def ends_in_clause(phrase: str) -> bool:
    """True for a phrase whose last words are a clause (the girl who lives upstairs): no genitive ending goes there."""
    parts = [part.lower() for part in _WORD.findall(phrase)]
    if any(part in _LISTS["clause_openers"] for part in parts[1:]):
        return True
    if re.search(r"\w (?:I|you|he|she|we|they) \w", phrase):  # the man she married
        return True
    return any(
        part.endswith("ing")
        and part not in _NOUNS_IN_ING
        and parts[k + 1] in _POSTMODIFIERS | words.DETERMINERS | words.ADVERBS
        for k, part in enumerate(parts[1:-1], start=1)
    )


def lacks_article(phrase: str, text: str) -> bool:
    """True for a bare noun that needs `the`: `donkey`, or a name that the text has only with `the` (Wainwrights)."""
    first = (_WORD.findall(phrase) or ["?"])[0]
    if not first[0].isalpha() or "'" in first or "’" in first or is_quoted(phrase, text):
        return False
    if first.lower() in _NO_NOUN:
        return False
    if first[0].isupper():
        places = [start for start in _standing(phrase, text) if not _is_letter(text[start - 1 : start])]
        return bool(places) and all(text[:start].split()[-1:] in (["the"], ["The"], ["THE"]) for start in places)
    if first in words.KINSHIP or not phrase.islower() or _number(phrase) is not SINGULAR:
        return False
    for match in re.finditer(rf"(?<!\S){re.escape(phrase)}\b", text):
        before = "".join(text[: match.start()].rsplit(maxsplit=1)[-1:]).lower()
        if not before or before in _BEFORE_BARE or not before[-1].isalpha():
            return False  # the text has it bare too
    return True
