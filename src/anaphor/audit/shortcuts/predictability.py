"""Can the answer be learnt from a part of the item? Bags of words under cross-validation.

*candidate_only*: the words of the candidates. *cue_only*: the words in which the item differs from its twin, with which
candidate is mentioned first. *text_only*: all words of the text, likewise. Folds never separate the items of a schema,
nor schemas that are near copies: a twin in another fold teaches the opposite of what is true and forces the rate below
chance. Lone items have no cue.
"""

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
from scipy import sparse

from anaphor.audit.association_choice import Float, Int
from anaphor.audit.case import ShortcutCase, by_schema, mentions, words_in
from anaphor.audit.shortcuts.logit import Choices, fit, scores
from anaphor.audit.shortcuts.order import pick_highest
from anaphor.audit.shortcuts.shortcut import Shortcut, ShortcutEvidence, evaluate, nothing
from anaphor.text import message

FOLDS = 10
_TELLING = 10
"""Words that are given as evidence."""
_DIGITS = 6
"""Decimals of a learnt score that mean something."""

Bags = Sequence[Sequence[str]]
"""The words of each candidate of one item."""


def candidate_only(cases: Sequence[ShortcutCase], rng: np.random.Generator) -> Shortcut:
    """How well the words of the candidates tell the right one."""
    return _learnt(
        "candidate_only", cases, lambda case: [words_in(each.text) for each in case.question.candidates], rng
    )


def cue_only(cases: Sequence[ShortcutCase], rng: np.random.Generator) -> Shortcut:
    """How well the special or alternate word tells whether the candidate mentioned first is right."""
    cues = cue_words(cases)
    asked = [case for case in cases if cues[case.item.id]]
    return _learnt("cue_only", asked, lambda case: _of_first(case, cues[case.item.id]), rng)


def text_only(cases: Sequence[ShortcutCase], rng: np.random.Generator) -> Shortcut:
    """How well the words of the text tell whether the candidate mentioned first is right."""
    return _learnt("text_only", cases, lambda case: _of_first(case, words_in(case.question.text)), rng)


def cue_words(cases: Sequence[ShortcutCase]) -> dict[str, tuple[str, ...]]:
    """The words of each item that its twin lacks, the first with another key; none where there is no such twin."""
    found: dict[str, tuple[str, ...]] = {}
    for twins in by_schema(cases).values():
        bags = [Counter(words_in(case.question.text)) for case in twins]
        for case, bag in zip(twins, bags, strict=True):
            other = next((bags[n] for n, each in enumerate(twins) if each.key != case.key), bag)
            found[case.item.id] = tuple((bag - other).elements())
    return found


def _of_first(case: ShortcutCase, words: Sequence[str]) -> Bags:
    """The words for the candidate that the text mentions first, nothing for the others; nothing at all if unknown."""
    found = mentions(case.question)
    places = [place for place in found if place is not None]
    first = found.index(min(places)) if len(places) == len(found) else None
    return [words if number == first else () for number in range(len(case.question.candidates))]


def _learnt(
    name: str, cases: Sequence[ShortcutCase], bags: Callable[[ShortcutCase], Bags], rng: np.random.Generator
) -> Shortcut:
    """How often the candidate with the highest learnt score is right; evidence: the words with the largest weights."""
    groups = np.array([case.group for case in cases], np.int64)
    schemas = int(np.unique(groups).size)
    if schemas < 2 * FOLDS:
        return nothing(name, message("audit-note-too-few", schemas=schemas))
    items = [bags(case) for case in cases]
    seen: dict[str, set[int]] = {}
    for found, group in zip(items, groups.tolist(), strict=True):
        for word in {word for bag in found for word in bag}:
            seen.setdefault(word, set()).add(group)
    words = sorted(word for word, where in seen.items() if len(where) > 1)  # one group teaches nothing about another
    column = {word: number for number, word in enumerate(words)}
    rows = [bag for item in items for bag in item]
    cells = [(row, column[word]) for row, bag in enumerate(rows) for word in set(bag) if word in column]
    across, down = np.array(cells, np.int64).reshape(-1, 2).T
    sizes = np.array([len(item) for item in items])
    choices = Choices(
        rows=sparse.csr_array((np.ones(across.size), (across, down)), shape=(len(rows), len(words))),
        starts=np.cumsum(sizes) - sizes,
        keys=np.array([case.key for case in cases], np.int64),
    )
    predicted = cross_validated(choices, groups, rng)
    picks = [pick_highest(case, found.round(_DIGITS).tolist()) for case, found in zip(cases, predicted, strict=True)]
    weights = fit(choices)
    evidence = [
        ShortcutEvidence(place=words[number], detail=message("audit-evidence-weight", weight=f"{weights[number]:+.2f}"))
        for number in np.argsort(-np.abs(weights), kind="stable")[:_TELLING].tolist()
    ]
    return evaluate(name, picks, evidence, message("audit-note-folds"))


def cross_validated(choices: Choices, groups: Int, rng: np.random.Generator, folds: int = FOLDS) -> list[Float]:
    """The scores of each item's candidates, learnt from the folds that hold nothing of its group."""
    names = np.unique(groups)
    fold_of_group = np.empty(names.size, np.int64)
    fold_of_group[rng.permutation(names.size)] = np.arange(names.size) % folds
    fold = fold_of_group[np.searchsorted(names, groups)]
    found: dict[int, Float] = {}
    for number in range(folds):
        weights = fit(choices.kept(fold != number))
        places = np.flatnonzero(fold == number).tolist()
        found |= dict(zip(places, scores(choices.kept(fold == number), weights), strict=True))
    return [found[place] for place in range(choices.items)]
