"""Binding and control: a noun phrase that cannot be a pronoun's antecedent, whatever the world is like; without a
parser, so that where a clause or its subject is not plain, nothing is ruled out."""

from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from anaphor.language.english.nouns import lemma, tokens
from anaphor.language.english.reading.words import BASES, COMMON_VERBS, IRREGULAR_BASES, PARTICIPLES, PASTS
from anaphor.language.english.reading.words import PREPOSITIONS as ENGLISH_PREPOSITIONS
from anaphor.language.french.clause.group import host_of
from anaphor.language.french.clause.words import (
    CLITICS_AND_NE,
    PREPOSITIONS,
    FrenchWord,
    Words,
    at,
    is_infinitive,
    shape,
    words_of,
)
from anaphor.language.protocol import AnaphorKind, Language
from anaphor.language.word_tables import is_first_name, word_set, word_sets
from anaphor.schema import Span

_LISTS = {"fr": word_sets("french", "binding_words"), "en": word_sets("english", "binding_words")}
_PREPOSITIONS = {"fr": PREPOSITIONS | {"à"}, "en": ENGLISH_PREPOSITIONS}
_LIGHT = word_set(
    "pas plus jamais point guère toujours souvent aussi donc encore déjà bien même vite tout parfois enfin"
)
_NO_NOUNS = word_sets("english", "reading_words")["closed_class"] | word_set(
    "again yesterday today tonight tomorrow there here now then soon twice once home alone too either instead anyway"
)
_OBJECTS = (AnaphorKind.OBJECT, AnaphorKind.DATIVE, AnaphorKind.DISJUNCTIVE)
_NEAREST = word_set("celui-ci celle-ci ceux-ci celles-ci latter") | {"ce dernier", "cette dernière", "ces derniers"}
_FARTHEST = word_set("celui-là celle-là ceux-là celles-là former")
_ENGLISH_VERBS = PASTS | PARTICIPLES | IRREGULAR_BASES | COMMON_VERBS | BASES.keys()


class BindingRule(StrEnum):
    """Why syntax rules a phrase out."""

    OWN_SUBJECT = "own_subject"
    """Principle B: it is the subject of the verb whose object the pronoun is (`Paul [l']admire`)."""
    SAME_CLAUSE = "same_clause"
    """Principle C: it follows a subject pronoun inside its clause (`[Il] admire Paul`)."""
    CONTROLLED = "controlled"
    """It is the unspoken subject of the infinitive whose object the pronoun is (`Paul veut [le] voir`)."""


def ruled_out(language: Language, text: str, anaphor: Span, mention: Span) -> BindingRule | None:
    """Why the phrase at a place of a text cannot be the antecedent of the pronoun at another; None where it may be.

    >>> from anaphor.language import LANGUAGES
    >>> french, told = LANGUAGES.get("fr"), "Paul demande à Luc de le suivre."
    >>> [ruled_out(french, told, Span(start=22, end=24), Span(start=s, end=s + n)) for s, n in ((0, 4), (15, 3))]
    [None, <BindingRule.CONTROLLED: 'controlled'>]
    """
    analysis = language.analyse(text, anaphor) if language.code in _LISTS else None
    if analysis is None or (mention.start < anaphor.end and anaphor.start < mention.end):
        return None
    words = _words(language.code, text)
    inside = [k for k, word in enumerate(words) if word.start < mention.end and mention.start < word.end]
    pronoun = next((k for k, word in enumerate(words) if word.end > anaphor.start), None)
    if not inside or pronoun is None:
        return None
    clause = _Clause(language.code, words, pronoun, inside[0], inside[-1] + 1)
    if not clause.in_one_sentence or clause.in_longer_name or clause.opens_compound:
        return None
    if analysis.kind is AnaphorKind.SUBJECT and pronoun < clause.first:
        return BindingRule.SAME_CLAUSE if clause.follows_subject() else None
    return clause.before_object() if analysis.kind in _OBJECTS and clause.last <= pronoun else None


def preferred(form: str, mentions: tuple[Span, ...], anaphor: Span) -> int | None:
    """Which of some mentions a pronoun such as celui-ci or the latter names by its place; None for other pronouns.

    >>> preferred("celui-ci", (Span(start=0, end=4), Span(start=10, end=16)), Span(start=20, end=28))
    1
    """
    low = form.lower().removeprefix("the ")
    earlier = [number for number, each in enumerate(mentions) if each.end <= anaphor.start]
    if low not in _NEAREST | _FARTHEST or len(earlier) < 2:
        return None
    places = sorted(earlier, key=lambda number: mentions[number].start)
    return places[-1] if low in _NEAREST else places[0]


@lru_cache(maxsize=256)
def _words(code: str, text: str) -> Words:
    if code == "fr":
        return words_of(text)
    return tuple(
        FrenchWord(each.text, each.text.lower().replace("’", "'"), each.start, each.end) for each in tokens(text)
    )


class _Clause(NamedTuple):
    """A pronoun and a phrase among the words of a text; places are indices of words."""

    code: str
    words: Words
    pronoun: int
    first: int
    """The phrase's first word."""
    last: int
    """Behind the phrase."""

    def _has(self, index: int, listed: str) -> bool:
        return at(self.words, index) in _LISTS[self.code][listed]

    def _is_stop(self, index: int) -> bool:
        return index < 0 or not self.words[index].is_word

    @property
    def in_one_sentence(self) -> bool:
        start, end = sorted((self.pronoun, self.first))
        return not any(self.words[k].text[0] in '.!?;:…«»“”"' and self._is_stop(k) for k in range(start, end))

    @property
    def in_longer_name(self) -> bool:
        """Whether the phrase is part of the name of another (`Mr. Ivan Joseph`, `Joseph Design`)."""
        words, before = self.words, self.first - 1
        if not (words[self.first].text[0].isupper() and words[self.last - 1].text[0].isupper()):
            return False
        if self.last < len(words) and words[self.last].text[0].isupper():
            return True
        # A word that opens a sentence has its capital from there, unless it is a name.
        opens = before == 0 or self._is_stop(before - 1)
        named = before >= 0 and words[before].text[0].isupper()
        return named and (not opens or is_first_name(words[before].text, "french", "english"))

    @property
    def opens_compound(self) -> bool:
        """Whether an English phrase only says which sort of another thing is meant (`the nurse uniform`)."""
        low = at(self.words, self.last) if self.code == "en" else ""
        noun = low.isalpha() and low not in _NO_NOUNS | ENGLISH_PREPOSITIONS and not low.endswith("ly")
        return noun and self._is_stop(min(self.last + 1, len(self.words) - 1)) and not self._is_verb(self.last)

    def _is_verb(self, index: int) -> bool:
        """Whether a word is a verb that has a subject; what may as well be a noun is one only where it often is."""
        low = at(self.words, index)
        if not low or self.words[index].text[0].isupper():
            return False
        if self.code == "fr":
            form = shape(low)
            return form.finite and form.verb > form.noun + form.adjective
        ending = low.endswith(("ed", "es", "ing")) or (low.endswith("s") and not low.endswith(("ss", "'s", "us")))
        return low in _ENGLISH_VERBS or ending or at(self.words, index - 1) in ("to", "didn't", "n't", "could", "would")

    def _lemmas(self, index: int) -> frozenset[str]:
        low = at(self.words, index)
        if self.code == "fr":
            return shape(low).lemmas
        return frozenset((low, lemma(low), BASES.get(low, low), low.removesuffix("ed"), low.removesuffix("d")))

    def _opens(self) -> bool:
        """Whether the phrase begins a clause, and is no second of two that are joined (`Anne et Paul`)."""
        before = self.first - 1
        if self._has(before, "coordinators"):
            return any(self._is_verb(k) for k in range(before))
        return self._is_stop(before) or self._has(before, "links")

    def _is_subject(self, group: int) -> bool:
        """Whether the phrase is the subject of the verb group that begins at an index."""
        before, words = self.first - 1, self.words
        if self.last > group or at(words, before) in _PREPOSITIONS[self.code] or at(words, self.last) in ("'s", "'"):
            return False
        if self._has(before, "coordinators") and not self._opens():
            return False
        if self._has(group - 1, "coordinators"):
            # `Paul salue Anne et [l']invite`: the verb has the subject of the first one.
            verb = next((k for k in range(self.last, group - 1) if self._is_verb(k)), None)
            whole = not self._has(before, "subordinators") and not self._parted(range(self.last, group - 1))
            return verb is not None and whole and self._opens() and self._is_subject(self._group_start(verb))
        between = range(self.last, group)
        if self._parted(between):
            return False
        if self._opens():
            return not any(self._is_verb(k) or words[k].text[0].isupper() for k in between)
        relative = any(self._has(k, "relatives") for k in range(before))
        return not relative and all(at(words, k) in _LIGHT for k in between)

    def _parted(self, between: range) -> bool:
        """Whether another clause or subject begins among some words."""
        return any(self._is_stop(k) or self._has(k, "links") or self._has(k, "subjects") for k in between)

    def _group_start(self, verb: int) -> int:
        """Index of the first word of the group of a verb: its clitics and ne, or its auxiliaries and adverbs."""
        ahead = CLITICS_AND_NE if self.code == "fr" else _LISTS["en"]["before_verb"]
        while at(self.words, verb - 1) in ahead or (self.code == "en" and at(self.words, verb - 1).endswith("ly")):
            verb -= 1
        return verb

    def before_object(self) -> BindingRule | None:
        """What keeps a phrase from being the antecedent of an object behind it."""
        if self.code == "en":
            verb = self.pronoun - 1
            # Not in `spoke about [him] leaving`, `brought with [him]`.
            argument = not at(self.words, self.pronoun + 1).endswith("ing") and not self._has(verb - 1, "carrying")
            verb -= self._has(verb, "governed") and self._is_verb(verb - 1) and argument
            start = self._group_start(verb)
            if not self._is_verb(verb) and start == verb:
                return None
            free = at(self.words, start - 1) == "to" or at(self.words, verb).endswith("ing")
        else:
            host = host_of(self.words, self.pronoun)
            if host is None or self.words[self.pronoun].text.startswith("-"):
                return None
            start, free = self._group_start(host), is_infinitive(self.words, host)
        if not free or (self.code == "en" and self._has(start, "copulas")):
            return BindingRule.OWN_SUBJECT if self._is_subject(start) else None
        return BindingRule.CONTROLLED if self._controls(start) else None

    def _controls(self, start: int) -> bool:
        """Whether the phrase is what the infinitive or gerund at an index is said of."""
        words, opener = self.words, start - 1
        while at(words, opener) in ("de", "d'", "à", "par", "to", "of", "for", "from", *_LIGHT, "ne", "not"):
            opener -= 1
        # `Paul demande à Luc de le suivre`: the phrase stands between the verb and the infinitive.
        if opener == self.last - 1:
            verb = self.first - 1 - (at(words, self.first - 1) in ("à", "au", "aux"))
            while at(words, verb) in _LIGHT:
                verb -= 1
            return bool(self._lemmas(verb) & _LISTS[self.code]["object_control"]) and not self._by_subject(verb)
        governor = opener
        while governor >= 0 and not self._governs(governor):
            if self._is_stop(governor) or self._has(governor, "links"):
                break
            governor -= 1
        if self._has(opener, "openers"):
            verb = next((k for k in range(opener - 1, -1, -1) if self._is_verb(k)), -1)
            degrees = any(self._has(k, "degrees") for k in range(max(verb, 0), opener))
            lemmas = self._lemmas(verb)
            fronted = self._is_stop(opener - 1) or self._has(opener - 1, "links")
            if verb < 0 or degrees or fronted or lemmas & _LISTS[self.code]["sending"]:
                return False
            return self._opens() and self._is_subject(self._group_start(verb))
        if governor < 0 or not self._governs(governor):
            return False
        near = governor == opener or self._by_subject(governor)
        return near and self._is_subject(self._group_start(self._finite(governor)))

    def _governs(self, index: int) -> bool:
        return bool(self._lemmas(index) & _LISTS[self.code]["subject_control"])

    def _by_subject(self, verb: int) -> bool:
        """Whether a verb with an object leaves the infinitive to its subject (`promet à Luc de le voir`)."""
        return bool(self._lemmas(verb) & {"promettre", "jurer", "promise", "swear", "vow"})

    def _finite(self, verb: int) -> int:
        """The auxiliary of a participle (`a voulu le voir`); the verb itself where it has none."""
        while self.code == "fr" and (at(self.words, verb - 1) in _LIGHT or self._auxiliary(verb - 1)):
            verb -= 1
        return verb

    def _auxiliary(self, index: int) -> bool:
        return bool(shape(at(self.words, index)).lemmas & {"avoir", "être"})

    def follows_subject(self) -> bool:
        """Whether the phrase stands behind a subject pronoun and in its reach: its clause and what hangs on it."""
        words, between = self.words, range(self.pronoun + 1, self.first)
        if any(self._is_stop(k) for k in between) or any(self._has(k, "clausal") for k in between):
            return False
        goes_on = self._is_verb(self.last) or at(words, self.last) in CLITICS_AND_NE - {"en", "y"}
        joined = any(self._has(k, "coordinators") for k in between)
        opened = self._has(self.first - 1, "subordinators")
        # `Quand [il] dort Paul ronfle`: the phrase may open the main clause.
        fronted = self._has(self.pronoun - 1, "subordinators") and not opened
        if goes_on and (joined or fronted):
            return False
        return not bool(self._lemmas(self.first - 1) & _LISTS[self.code]["copulas"])
