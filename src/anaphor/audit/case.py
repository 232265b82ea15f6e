"""Items as shortcuts see them: with a key, grouped by schema and by near copy."""

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any, TypeVar

from anaphor.language import LANGUAGES, Language
from anaphor.schema import Candidate, Collection, Entry, Item, Mark, Neither, Question, Status

_WORD = re.compile(r"[^\W_]+")
"""Letters and digits: `L’École-là` is three words."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
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


def words_in(text: str) -> tuple[str, ...]:
    """The words of a text without case, punctuation and apostrophes.

    >>> words_in("L’École est là.")
    ('l', 'école', 'est', 'là')
    """
    return tuple(_WORD.findall(unicodedata.normalize("NFC", text).casefold()))


def near_copies(texts: dict[str, list[str]], least: float = NEAR_COPY) -> dict[str, int]:
    """A group number for each name; names whose texts are near copies, also at one remove, share it.

    >>> near_copies({"a": ["le chat dort ici"], "b": ["Le chat dort là"], "c": ["il pleut"]})
    {'a': 0, 'b': 0, 'c': 2}
    """
    shingles = {
        name: frozenset(pair for text in each for pair in pairwise(words_in(text))) for name, each in texts.items()
    }
    numbers = {name: number for number, name in enumerate(texts)}
    counts = Counter(pair for pairs in shingles.values() for pair in pairs)
    # Two sets that share enough share the rarest of what they share, which is then among the rarest of either.
    holders: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, pairs in shingles.items():
        rarest = sorted(pairs, key=lambda pair: (counts[pair], pair))
        for pair in rarest[: len(rarest) - math.ceil(least * len(rarest) - 1e-9) + 1]:
            if counts[pair] <= _COMMON:
                holders[pair].append(name)
    shared = {both for names in holders.values() for both in combinations(names, 2)}
    root = list(range(len(texts)))

    def first_of(number: int) -> int:
        while root[number] != number:
            number = root[number]
        return number

    for one, other in sorted(shared, key=lambda both: (numbers[both[0]], numbers[both[1]])):
        if len(shingles[one] & shingles[other]) >= least * len(shingles[one] | shingles[other]):
            low, high = sorted((first_of(numbers[one]), first_of(numbers[other])))
            root[high] = low
    return {name: first_of(number) for name, number in numbers.items()}


def language_of(question: Question) -> Language | None:
    """The rules of the question's language; None where none are installed."""
    return LANGUAGES.get(question.language) if question.language in LANGUAGES.names() else None


def _starts(language: Language | None, question: Question, candidate: Candidate) -> list[int]:
    found = language.find(candidate.text, question.text) if language else ()
    return [each.span.start for each in found]


def mentions(question: Question) -> tuple[int | None, ...]:
    """Where each candidate is first mentioned in the text; None where it is not found."""
    language = language_of(question)
    return tuple(
        min(_starts(language, question, each), default=None) if each.span is None else each.span.start
        for each in question.candidates
    )


def last_mention_before(question: Question) -> Sequence[int | None]:
    """Where each candidate is last mentioned before the anaphor; None where it is not, or the anaphor has no place."""
    language, end = language_of(question), question.anaphor.start if isinstance(question.anaphor, Mark) else 0
    places = (_starts(language, question, each) for each in question.candidates)
    return [max((place for place in found if place < end), default=None) for found in places]
