"""Items as shortcuts see them: with a key, grouped by schema and by near copy."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeVar

from anaphor.collection import normal_words
from anaphor.language import LANGUAGES, Language
from anaphor.schema import Collection, Entry, Item, Mark, Neither, Question, Status

_COMMON = 200
"""A pair of words that stands in more schemas than this tells nothing about any two of them."""
NEAR_COPY = 0.5
"""Share of word pairs (Jaccard) from which on two texts count as copies of each other."""


Of = TypeVar("Of", bound=Any)
"""Anything that says which schema it belongs to."""


def by_schema(items: Iterable[Of]) -> dict[str, list[Of]]:
    schemas: dict[str, list[Of]] = defaultdict(list)
    for each in items:
        schemas[each.schema].append(each)
    return schemas


@dataclass(frozen=True, kw_only=True)
class ShortcutCase:
    """An item with a key that is one of two or more candidates."""

    item: Item
    schema: str
    """Its schema's id; a lone problem is its own."""
    key: int
    group: int
    """Number of its group: schemas whose texts are near copies of each other share one."""

    @property
    def question(self) -> Question:
        return self.item.question

    @cached_property
    def _starts(self) -> list[list[int]]:
        """Where each candidate is mentioned in the text."""
        question, language = self.question, language_of(self.question)
        found = (language.find(each.text, question.text) if language else () for each in question.candidates)
        return [[each.span.start for each in places] for places in found]

    @property
    def mentions(self) -> list[int | None]:
        """Where each candidate is first mentioned in the text; None where it is not found."""
        pairs = zip(self.question.candidates, self._starts, strict=True)
        return [each.span.start if each.span else min(found, default=None) for each, found in pairs]

    @property
    def last_mentions(self) -> list[int | None]:
        """Where each candidate is last mentioned before the anaphor; None where it is not, or that has no place."""
        end = self.question.anaphor.start if isinstance(self.question.anaphor, Mark) else 0
        return [max((place for place in found if place < end), default=None) for found in self._starts]


def cases_of(collection: Collection) -> tuple[ShortcutCase, ...]:
    """The items whose key is one of several candidates, in order; what is excluded is left out."""
    owners: list[tuple[str, tuple[Entry, ...]]] = [
        (each.id, each.variants) for each in collection.schemas if each.status is not Status.EXCLUDED
    ]
    owners += [(each.id, (each.item,)) for each in collection.problems if each.status is not Status.EXCLUDED]
    kept = [
        (name, entry, entry.key)
        for name, entries in owners
        for entry in entries
        if isinstance(entry, Item) and not isinstance(entry.key, Neither) and len(entry.question.candidates) > 1
    ]
    texts: dict[str, list[str]] = defaultdict(list)
    for name, item, _ in kept:
        texts[name].append(item.question.text)
    groups = near_copies(texts)
    return tuple(ShortcutCase(item=item, schema=name, key=key, group=groups[name]) for name, item, key in kept)


def near_copies(texts: dict[str, list[str]], least: float = NEAR_COPY) -> dict[str, int]:
    """A group number for each name; names whose texts are near copies, also at one remove, share it.

    >>> near_copies({"a": ["le chat dort ici"], "b": ["Le chat dort là"], "c": ["il pleut"]})
    {'a': 0, 'b': 0, 'c': 2}
    """
    shingles = {
        name: frozenset(pair for text in each for pair in pairwise(normal_words(text))) for name, each in texts.items()
    }
    numbers = {name: number for number, name in enumerate(texts)}
    counts = Counter(pair for pairs in shingles.values() for pair in pairs)
    holders: dict[tuple[str, str], list[str]] = defaultdict(list)
    root = list(range(len(texts)))

    def first_of(number: int) -> int:
        while root[number] != number:
            number = root[number]
        return number

    # Two sets that share enough share the rarest of what they share, which is then among the rarest of either; among
    # fewer of the smaller one's, which comes first.
    for name, pairs in sorted(shingles.items(), key=lambda each: len(each[1])):
        rarest = sorted(pairs, key=lambda pair: (counts[pair], pair))
        telling = [pair for pair in rarest[: _reach(len(pairs), least)] if 1 < counts[pair] <= _COMMON]
        for other in {each for pair in telling for each in holders[pair]}:
            shared = len(pairs & shingles[other])
            if shared >= least * (len(pairs) + len(shingles[other]) - shared):
                low, high = sorted((first_of(numbers[name]), first_of(numbers[other])))
                root[high] = low
        among = set(rarest[: _reach(len(pairs), 2 * least / (1 + least))])
        for pair in telling:
            if pair in among:
                holders[pair].append(name)
    return {name: first_of(number) for name, number in numbers.items()}


def _reach(size: int, least: float) -> int:
    """Of how many of its rarest one must be shared by whatever shares that part of a set."""
    return size - math.ceil(least * size - 1e-9) + 1


def language_of(question: Question) -> Language | None:
    """The rules of the question's language; None where none are installed."""
    return LANGUAGES.get(question.language) if question.language in LANGUAGES.names() else None
