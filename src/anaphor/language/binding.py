"""Binding and control: a noun phrase that cannot be a pronoun's antecedent, whatever the world is like.

There is no parser: the rules look at the words around a pronoun and a phrase, and where a clause or its subject is not
plain, nothing is ruled out. What all languages share stands here, in `Clause`; a language adds its verbs, its word
order and its lists (`french/binding.py`, `english/binding.py`).
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from anaphor.language.protocol import AnaphorAnalysis, AnaphorKind, BindingRule, Language, rules_of
from anaphor.language.word import Words, at
from anaphor.schema import Span

_OBJECTS = (AnaphorKind.OBJECT, AnaphorKind.DATIVE, AnaphorKind.DISJUNCTIVE)
_SENTENCE_MARKS = '.!?;:…«»“”"'
"""Marks beyond which a clause does not reach; a quotation is another speaker's sentence."""


def ruled_out(language: Language, text: str, anaphor: Span, mention: Span) -> BindingRule | None:
    """Why the phrase at a place of a text cannot be the antecedent of the pronoun at another; None where it may be.

    >>> from anaphor.language import LANGUAGES
    >>> french, text = LANGUAGES.get("fr"), "Paul demande à Luc de le suivre."
    >>> [ruled_out(french, text, Span(start=22, end=24), Span(start=s, end=s + n)) for s, n in ((0, 4), (15, 3))]
    [None, <BindingRule.CONTROLLED: 'controlled'>]
    """
    rule = rules_of(language).ruled_out
    return rule(text, anaphor, mention) if rule else None


def preferred(language: Language, form: str, mentions: Sequence[Span], anaphor: Span) -> int | None:
    """Which of some mentions a pronoun such as celui-ci or the latter names by its place; None for other pronouns.

    >>> from anaphor.language import LANGUAGES
    >>> mentions = (Span(start=0, end=4), Span(start=10, end=16))
    >>> preferred(LANGUAGES.get("fr"), "celui-ci", mentions, Span(start=20, end=28))
    1
    """
    low, lists = form.lower().removeprefix("the "), rules_of(language).word_lists
    earlier = [number for number, mention in enumerate(mentions) if mention.end <= anaphor.start]
    if low not in lists.nearest | lists.farthest or len(earlier) < 2:
        return None
    places = sorted(earlier, key=lambda number: mentions[number].start)
    return places[-1] if low in lists.nearest else places[0]


@dataclass(frozen=True, slots=True)
class Clause(ABC):
    """A pronoun and a phrase among the words of a text; places are indices of words."""

    words: Words
    pronoun: int
    first: int
    """The phrase's first word."""
    last: int
    """Behind the phrase."""

    lists: ClassVar[Mapping[str, frozenset[str]]]
    """The table `binding_words` of the language."""
    prepositions: ClassVar[frozenset[str]]
    light: ClassVar[frozenset[str]] = frozenset()
    """Adverbs and negations that may stand between a subject and its verb."""
    markers: ClassVar[frozenset[str]]
    """Words between a verb and the infinitive that it governs: de, à, to."""
    datives: ClassVar[frozenset[str]] = frozenset()
    """Prepositions that open the person to whom something is ordered or promised (`à Luc`)."""
    promising: ClassVar[frozenset[str]]
    """Verbs with an object that leave the infinitive to their subject (`promet à Luc de le voir`)."""
    resuming: ClassVar[frozenset[str]] = frozenset()
    """Words that open a verb's group: behind a phrase, they show that it is a subject."""

    @classmethod
    def of(cls, words: Words, anaphor: Span, mention: Span) -> Self | None:
        """The pronoun and the phrase at two places of a text; None where they overlap."""
        if mention.start < anaphor.end and anaphor.start < mention.end:
            return None
        inside = [k for k, word in enumerate(words) if word.start < mention.end and mention.start < word.end]
        pronoun = next((k for k, word in enumerate(words) if word.end > anaphor.start), None)
        return None if not inside or pronoun is None else cls(words, pronoun, inside[0], inside[-1] + 1)

    def rule(self, analysis: AnaphorAnalysis | None) -> BindingRule | None:
        """Why the phrase cannot be the pronoun's antecedent; None where it may be."""
        if analysis is None or not self.in_one_sentence or self.in_longer_name or self.opens_compound:
            return None
        if analysis.kind is AnaphorKind.SUBJECT and self.pronoun < self.first:
            return BindingRule.SAME_CLAUSE if self.follows_subject() else None
        return self.before_object() if analysis.kind in _OBJECTS and self.last <= self.pronoun else None

    @abstractmethod
    def is_verb(self, index: int) -> bool:
        """Whether a word is a verb that has a subject; what may as well be a noun is one only where it often is."""

    @abstractmethod
    def lemmas(self, index: int) -> frozenset[str]:
        """What the verb at an index may be a form of."""

    @abstractmethod
    def opens_group(self, index: int) -> bool:
        """Whether a word belongs to the group of the verb behind it: a clitic, an auxiliary, an adverb."""

    @abstractmethod
    def before_object(self) -> BindingRule | None:
        """What keeps a phrase from being the antecedent of an object behind it."""

    def is_first_name(self, word: str) -> bool:  # a language that lists names has its own
        """Whether a word that opens a sentence is a name, which has its capital wherever it stands."""
        return False

    @property
    def opens_compound(self) -> bool:
        """Whether the phrase only says which sort of another thing is meant (`the nurse uniform`)."""
        return False

    def finite(self, verb: int) -> int:
        """The auxiliary of a participle (`a voulu le voir`); the verb itself where it has none."""
        return verb

    def has(self, index: int, listed: str) -> bool:
        """Whether a word is in a list of the language."""
        return at(self.words, index) in self.lists[listed]

    def is_stop(self, index: int) -> bool:
        """Whether a mark stands there, or the text begins."""
        return index < 0 or not self.words[index].is_word

    @property
    def in_one_sentence(self) -> bool:
        """Whether no sentence ends between the pronoun and the phrase."""
        start, end = sorted((self.pronoun, self.first))
        return not any(self.words[k].text[0] in _SENTENCE_MARKS and self.is_stop(k) for k in range(start, end))

    @property
    def in_longer_name(self) -> bool:
        """Whether the phrase is part of the name of another (`Mr. Ivan Joseph`, `Joseph Design`)."""
        words, before = self.words, self.first - 1
        if not (words[self.first].text[0].isupper() and words[self.last - 1].text[0].isupper()):
            return False
        if self.last < len(words) and words[self.last].text[0].isupper():
            return True
        # A word that opens a sentence has its capital from there, unless it is a name.
        opens = before == 0 or self.is_stop(before - 1)
        capital = before >= 0 and words[before].text[0].isupper()
        return capital and (not opens or self.is_first_name(words[before].text))

    def opens_clause(self) -> bool:
        """Whether the phrase begins a clause, and is no second of two that are joined (`Anne et Paul`)."""
        before = self.first - 1
        if self.has(before, "coordinators"):
            return any(self.is_verb(k) for k in range(before))
        return self.is_stop(before) or self.has(before, "links")

    def is_subject(self, group: int) -> bool:
        """Whether the phrase is the subject of the verb group that begins at an index."""
        before, words = self.first - 1, self.words
        if self.last > group or at(words, before) in self.prepositions or at(words, self.last) in ("'s", "'"):
            return False
        if self.has(before, "coordinators") and not self.opens_clause():
            return False
        if self.has(group - 1, "coordinators"):
            # `Paul salue Anne et [l']invite`: the verb has the subject of the first one.
            verb = next((k for k in range(self.last, group - 1) if self.is_verb(k)), None)
            whole = not self.has(before, "subordinators") and not self.parted(range(self.last, group - 1))
            return verb is not None and whole and self.opens_clause() and self.is_subject(self.group_start(verb))
        between = range(self.last, group)
        if self.parted(between):
            return False
        if self.opens_clause():
            return not any(self.is_verb(k) or words[k].text[0].isupper() for k in between)
        # `l'homme qui a vu Paul [l']admire`: behind a relative, a phrase may be the relative's own object.
        relative = any(self.has(k, "relatives") for k in range(before))
        return not relative and all(at(words, k) in self.light for k in between)

    def parted(self, between: range) -> bool:
        """Whether another clause or subject begins among some words."""
        return any(self.is_stop(k) or self.has(k, "links") or self.has(k, "subjects") for k in between)

    def group_start(self, verb: int) -> int:
        """Index of the first word of the group of a verb: its clitics and ne, or its auxiliaries and adverbs."""
        while self.opens_group(verb - 1):
            verb -= 1
        return verb

    def controls(self, start: int) -> bool:
        """Whether the phrase is what the infinitive or gerund at an index is said of."""
        words, opener = self.words, start - 1
        while at(words, opener) in self.markers or at(words, opener) in self.light:
            opener -= 1
        # `Paul demande à Luc de le suivre`: the phrase stands between the verb and the infinitive.
        if opener == self.last - 1:
            verb = self.first - 1 - (at(words, self.first - 1) in self.datives)
            while at(words, verb) in self.light:
                verb -= 1
            return bool(self.lemmas(verb) & self.lists["object_control"]) and not self.promises(verb)
        governor = opener
        while governor >= 0 and not self.governs(governor):
            if self.is_stop(governor) or self.has(governor, "links"):
                break
            governor -= 1
        if self.has(opener, "openers"):  # `Paul est parti sans [le] saluer`
            verb = next((k for k in range(opener - 1, -1, -1) if self.is_verb(k)), -1)
            # `trop lourd pour [le] porter` is said of what is carried, `envoie Luc pour [le] voir` of whom is sent
            degrees = any(self.has(k, "degrees") for k in range(max(verb, 0), opener))
            fronted = self.is_stop(opener - 1) or self.has(opener - 1, "links")
            if verb < 0 or degrees or fronted or self.lemmas(verb) & self.lists["sending"]:
                return False
            return self.opens_clause() and self.is_subject(self.group_start(verb))
        if governor < 0 or not self.governs(governor):
            return False
        near = governor == opener or self.promises(governor)
        return near and self.is_subject(self.group_start(self.finite(governor)))

    def governs(self, index: int) -> bool:
        """Whether the infinitive behind a verb has its subject (`veut le voir`)."""
        return bool(self.lemmas(index) & self.lists["subject_control"])

    def promises(self, verb: int) -> bool:
        """Whether a verb with an object leaves the infinitive to its subject (`promet à Luc de le voir`)."""
        return bool(self.lemmas(verb) & self.promising)

    def follows_subject(self) -> bool:
        """Whether the phrase stands behind a subject pronoun and in its reach: its clause and what hangs on it."""
        words, between = self.words, range(self.pronoun + 1, self.first)
        if any(self.is_stop(k) for k in between) or any(self.has(k, "clausal") for k in between):
            return False
        goes_on = self.is_verb(self.last) or at(words, self.last) in self.resuming
        joined = any(self.has(k, "coordinators") for k in between)
        opened = self.has(self.first - 1, "subordinators")
        # `Quand [il] dort Paul ronfle`: the phrase may open the main clause.
        fronted = self.has(self.pronoun - 1, "subordinators") and not opened
        if goes_on and (joined or fronted):
            return False
        # `[Il] est Paul` says who he is.
        return not bool(self.lemmas(self.first - 1) & self.lists["copulas"])
