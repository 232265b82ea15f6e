"""Twins: which neighbouring items belong together, and the words in which they differ."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import TypeVar

from anaphor.schema import Entry, Item, Question, Span, question_of

NEAR = 0.6
"""Share of common words from which two texts count as one text with a few words changed."""
LIKE = 0.4
"""Share of common words that is enough where both texts offer the same candidates."""

_LONGEST = 60
_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_]+(?:['’-][^\W_]+)*['’]?|[^\w\s]|_")

Thing = TypeVar("Thing")


def grouped(things: Iterable[Thing], belong: Callable[[Thing, Thing], bool]) -> Iterator[tuple[Thing, ...]]:
    """Runs of neighbours that belong together, cut into twos; one left over joins the last two.

    >>> list(grouped("aabbbcccc", lambda one, other: one == other))
    [('a', 'a'), ('b', 'b', 'b'), ('c', 'c'), ('c', 'c')]
    """
    run: list[Thing] = []
    for thing in things:
        if run and not belong(run[-1], thing):
            yield from _cut(run)
            run = []
        run.append(thing)
    if run:
        yield from _cut(run)


def _cut(run: Sequence[Thing]) -> Iterator[tuple[Thing, ...]]:
    last = len(run) - 3 if len(run) % 2 and len(run) > 1 else len(run)
    for start in range(0, last, 2):
        yield tuple(run[start : start + 2])
    if last < len(run):
        yield tuple(run[last:])


def are_near(one: str, other: str, share: float = NEAR) -> bool:
    """Whether two texts have that share of their words in common, in the same order."""
    return _compared(_tokens(one), _tokens(other), share) is not None


def are_twins(one: Question, other: Question) -> bool:
    """Whether two neighbours are one schema: the same pronoun, and the same candidates over like texts.

    Where the changed word is itself a candidate, one common candidate is enough, and the texts must be nearer.
    """
    forms = {(each.anaphor_form or "").casefold() for each in (one, other)}
    if one.language != other.language or one.text == other.text or len(forms) > 1:
        return False
    mine, theirs = _forms(one), _forms(other)
    return not mine.isdisjoint(theirs) and are_near(one.text, other.text, LIKE if mine == theirs else NEAR)


def same_candidates(one: Question, other: Question) -> bool:
    """Whether two questions offer the same answers, capitals and order aside."""
    return _forms(one) == _forms(other)


def _forms(question: Question) -> set[str]:
    return {candidate.text.casefold() for candidate in question.candidates}


def with_cues(variants: Sequence[Entry]) -> tuple[Entry, ...]:
    """The variants with the words in which each differs from its twin, where the texts are near."""
    if len(variants) < 2:
        return tuple(variants)
    texts = [question_of(variant).text for variant in variants]
    against = [texts[1], *(texts[0] for _ in texts[1:])]
    marked: list[Entry] = []
    for variant, twin in zip(variants, against, strict=True):
        question = question_of(variant)
        cued = replace(question, cues=differences(question.text, twin))
        marked.append(replace(variant, question=cued) if isinstance(variant, Item) else cued)
    return tuple(marked)


def differences(text: str, twin: str) -> tuple[Span, ...]:
    """The stretches of a text whose words its twin does not share; none when the texts are not near.

    >>> text = "The jug leaks because it is cracked."
    >>> [span.of(text) for span in differences(text, "The jug leaks because it is too full.")]
    ['cracked']
    """
    changed = _compared(_tokens(text), _tokens(twin), NEAR)
    if not changed:
        return ()
    places = [match.span() for match in _TOKEN.finditer(text)]
    spans = (Span(start=places[start][0], end=places[end - 1][1]) for start, end in changed)
    return tuple(span for span in spans if any(letter.isalnum() for letter in span.of(text)))


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text)


def _compared(mine: Sequence[str], theirs: Sequence[str], share: float) -> list[tuple[int, int]] | None:
    """The stretches of `mine` that are not in `theirs`; None when the two are not near."""
    before = _shared(mine, theirs)
    after = _shared(mine[before:][::-1], theirs[before:][::-1])
    inner, other = mine[before : len(mine) - after], theirs[before : len(theirs) - after]
    if max(len(inner), len(other)) > _LONGEST:
        return None
    matcher = SequenceMatcher(None, inner, other, autojunk=False)
    same = before + after + sum(block.size for block in matcher.get_matching_blocks())
    if 2 * same < share * (len(mine) + len(theirs)):
        return None
    codes = matcher.get_opcodes()
    return [(before + start, before + end) for kind, start, end, _, _ in codes if kind != "equal" and end > start]


def _shared(mine: Sequence[str], theirs: Sequence[str]) -> int:
    """How many tokens two sequences share from their beginning."""
    pairs = enumerate(zip(mine, theirs, strict=False))
    return next((place for place, (one, other) in pairs if one != other), min(len(mine), len(theirs)))
