"""Items as shortcuts see them: with a key, grouped by schema and by near copy."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from anaphor.language import LANGUAGES, Language
from anaphor.schema import Candidate, Collection, Entry, Item, Mark, Neither, Question, Status

_WORD = re.compile(r"[^\W_]+")
_COMMON = 200
"""A pair of words that stands in more schemas than this tells nothing about any two of them."""
NEAR_COPY = 0.5
"""Share of word pairs (Jaccard) from which on two texts count as copies of each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
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


def cases_of(collection: Collection) -> tuple[Case, ...]:
    """The items whose key is one of several candidates, in order; what is excluded is left out."""
    kept: list[tuple[str, Item, int]] = []
    for name, entries in _owners(collection):
        for entry in entries:
            if isinstance(entry, Item) and not isinstance(entry.key, Neither) and len(entry.question.candidates) > 1:
                kept.append((name, entry, entry.key))
    groups = near_copies(
        {name: [item.question.text for owner, item, _ in kept if owner == name] for name, _, _ in kept}
    )
    return tuple(Case(item=item, schema=name, key=key, group=groups[name]) for name, item, key in kept)


def _owners(collection: Collection) -> list[tuple[str, tuple[Entry, ...]]]:
    schemas = [(each.id, each.variants) for each in collection.schemas if each.status is not Status.EXCLUDED]
    return [*schemas, *((each.id, (each.item,)) for each in collection.problems if each.status is not Status.EXCLUDED)]


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
    shingles = {name: frozenset(pair for text in each for pair in _pairs(text)) for name, each in texts.items()}
    holders: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, pairs in shingles.items():
        for pair in pairs:
            holders[pair].append(name)
    numbers = {name: number for number, name in enumerate(texts)}
    root = list(range(len(texts)))
    for one, other in _candidates(holders, numbers):
        first, second = shingles[one], shingles[other]
        if len(first & second) >= least * len(first | second):
            _join(root, numbers[one], numbers[other])
    return {name: _root(root, number) for name, number in numbers.items()}


def _pairs(text: str) -> list[tuple[str, str]]:
    words = words_in(text)
    return list(pairwise(words))


def _candidates(holders: dict[tuple[str, str], list[str]], numbers: dict[str, int]) -> list[tuple[str, str]]:
    """Names that share a word pair, in a fixed order."""
    found = {
        (names[i], names[j])
        for names in holders.values()
        if 1 < len(names) <= _COMMON
        for i in range(len(names))
        for j in range(i + 1, len(names))
    }
    return sorted(found, key=lambda pair: (numbers[pair[0]], numbers[pair[1]]))


def _root(root: list[int], number: int) -> int:
    while root[number] != number:
        number = root[number]
    return number


def _join(root: list[int], one: int, other: int) -> None:
    first, second = sorted((_root(root, one), _root(root, other)))
    root[second] = first


def language_of(question: Question) -> Language | None:
    """The rules of the question's language; None where none are installed."""
    return LANGUAGES.get(question.language) if question.language in LANGUAGES.names() else None


def mentions(question: Question) -> tuple[int | None, ...]:
    """Where each candidate is first mentioned in the text; None where it is not found."""
    language = language_of(question)
    return tuple(_mention(language, candidate, question.text) for candidate in question.candidates)


def _mention(language: Language | None, candidate: Candidate, text: str) -> int | None:
    if candidate.span is not None:
        return candidate.span.start
    found = language.find(candidate.text, text) if language else ()
    return min((each.span.start for each in found), default=None)


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
