"""Items as shortcuts see them: with a key, grouped by schema and by near copy."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Protocol, TypeVar

from anaphor.language import LANGUAGES, Language
from anaphor.schema import Collection, Entry, Item, Mark, Neither, Question, Status

_WORD = re.compile(r"[^\W_]+")
"""Letters and digits: `L’École-là` is three words."""
_COMMON = 200
"""A pair of words that stands in more schemas than this tells nothing about any two of them."""
NEAR_COPY = 0.5
"""Share of word pairs (Jaccard) from which on two texts count as copies of each other."""


class _OfSchema(Protocol):
    @property
    def schema(self) -> str: ...


Of = TypeVar("Of", bound=_OfSchema)


def by_schema(items: Iterable[Of]) -> dict[str, list[Of]]:
    """The items of each schema, in order."""
    schemas: dict[str, list[Of]] = {}
    for each in items:
        schemas.setdefault(each.schema, []).append(each)
    return schemas


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortcutCase:
    """An item with a key that is one of two or more candidates."""

    item: Item
    """The item."""
    schema: str
    """Its schema's id; a lone problem is its own."""
    key: int
    """Index of the right candidate."""
    group: int
    """Number of its group: schemas whose texts are near copies of each other share one."""

    @property
    def question(self) -> Question:
        """The item without its key."""
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
    texts: dict[str, list[str]] = {}
    for name, item, _ in kept:
        texts.setdefault(name, []).append(item.question.text)
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
    holders: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, pairs in shingles.items():
        for pair in pairs:
            holders[pair].append(name)
    shared = {both for names in holders.values() if len(names) <= _COMMON for both in combinations(names, 2)}
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


def mentions(question: Question) -> tuple[int | None, ...]:
    """Where each candidate is first mentioned in the text; None where it is not found."""
    language = language_of(question)
    places: list[int | None] = []
    for candidate in question.candidates:
        found = language.find(candidate.text, question.text) if language and candidate.span is None else ()
        first = min((each.span.start for each in found), default=None)
        places.append(candidate.span.start if candidate.span is not None else first)
    return tuple(places)


def last_mention_before(question: Question) -> Sequence[int | None]:
    """Where each candidate is last mentioned before the anaphor; None where it is not, or the anaphor has no place."""
    language = language_of(question)
    if language is None or not isinstance(question.anaphor, Mark):
        return [None] * len(question.candidates)
    end = question.anaphor.start
    places = [
        [each.span.start for each in language.find(candidate.text, question.text)] for candidate in question.candidates
    ]
    return [max((place for place in each if place < end), default=None) for each in places]
