"""Lemmas that say the opposite of one another: listed so, or one has a prefix that denies the other."""

from collections import defaultdict
from functools import cache

from anaphor.language.word_tables import lines

_SHORTEST = 3
"""Letters of the shortest word that a prefix turns into its opposite; shorter ones are mostly other words (in + or)."""


@cache
def listed_opposites(language: str) -> dict[str, frozenset[str]]:
    """The opposites of each word of the table `opposites` of a language, e.g. of `french`."""
    table: dict[str, set[str]] = defaultdict(set)
    for line in lines(language, "opposites"):
        left, right = (side.split() for side in line.split("|"))
        for word in left:
            table[word].update(right)
        for word in right:
            table[word].update(left)
    return {word: frozenset(others) for word, others in table.items()}


def is_denied(one: str, other: str, prefixes: tuple[str, ...]) -> bool:
    """Whether the longer of two words is the shorter behind a denying prefix (`juste`, `injuste`)."""
    short, long = sorted((one, other), key=len)
    return len(short) >= _SHORTEST and any(long == prefix + short for prefix in prefixes)
