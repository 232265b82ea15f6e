"""Can the answer be learnt from a part of the item? Bags of words under cross-validation.

*candidate_only*: the words of the candidates. *cue_only*: the words in which the item differs from its twin, with which
candidate is mentioned first. *text_only*: all words of the text, likewise. Folds never separate the items of a schema,
nor schemas that are near copies: a twin in another fold teaches the opposite of what is true and forces the rate below
chance. Lone items have no cue.

What is learnt is a ridge regression (`ridge`), which is linear in the keys, so that every row of swapped keys is learnt
anew under the same folds. The p is the share of rows, the keys as they are among them, that are answered as well.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from anaphor.audit.association.scores import Float, Int, Pick
from anaphor.audit.case import ShortcutCase, by_schema
from anaphor.audit.shortcuts.ridge import PENALTY, Contrasts, Products, chosen, solved
from anaphor.audit.shortcuts.shortcut import Shortcut, ShortcutEvidence, evaluate
from anaphor.audit.shortcuts.swapping import Swaps
from anaphor.collection import normal_words
from anaphor.text import message

FOLDS = 10
_TELLING = 10
"""Words that are given as evidence."""
_MOST_LEARNT = 2_000
"""Contrasts that one fold is learnt from, drawn where there are more: the work grows with the third power."""

_ROUNDING = 1e-9

Bags = Sequence[Sequence[str]]
"""The words of each candidate of one item."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordRows:
    """Candidates × words, 1 where the candidate has the word; by the places of the ones, candidate after candidate."""

    words: tuple[str, ...]
    places: tuple[tuple[int, ...], ...]

    def features(self, numbers: Int) -> Float:
        """Some candidates' rows."""
        found = np.zeros((numbers.size, len(self.words)))
        for row, number in enumerate(numbers.tolist()):
            found[row, list(self.places[number])] = 1.0
        return found

    @classmethod
    def of(cls, items: Sequence[Bags], groups: Sequence[int]) -> "WordRows":
        """The words that stand in more than one group: one group teaches nothing about another."""
        seen: dict[str, set[int]] = {}
        for bags, group in zip(items, groups, strict=True):
            for word in {word for bag in bags for word in bag}:
                seen.setdefault(word, set()).add(group)
        words = sorted(word for word, where in seen.items() if len(where) > 1)
        column = {word: number for number, word in enumerate(words)}
        places = tuple(
            tuple(sorted({column[word] for word in bag if word in column})) for bags in items for bag in bags
        )
        return cls(words=tuple(words), places=places)


def learnt(name: str, cases: Sequence[ShortcutCase], rng: np.random.Generator, swaps: Swaps | None = None) -> Shortcut:
    """How well `candidate_only`, `cue_only` or `text_only` tells the right candidate."""
    swaps = swaps or Swaps.of(cases, rng)
    if name == "candidate_only":
        bags: list[Bags] = [[normal_words(each.text) for each in case.question.candidates] for case in cases]
        return _cross_examined(name, cases, bags, rng, swaps)
    words = {case.item.id: normal_words(case.question.text) for case in cases}
    if name == "cue_only":
        # The words of each item that its twin lacks, the first with another key; none where there is no such twin.
        for twins in by_schema(cases).values():
            texts = [Counter(words[case.item.id]) for case in twins]
            for case, text in zip(twins, texts, strict=True):
                other = next((texts[n] for n, each in enumerate(twins) if each.key != case.key), text)
                words[case.item.id] = tuple((text - other).elements())
    asked, bags = [case for case in cases if words[case.item.id] or name == "text_only"], []
    for case in asked:
        # The words for the candidate that the text mentions first, nothing for the others; nothing at all if unknown.
        found = case.mentions
        places = [place for place in found if place is not None]
        first = found.index(min(places)) if len(places) == len(found) else None
        bags.append([words[case.item.id] if number == first else () for number in range(len(found))])
    return _cross_examined(name, asked, bags, rng, swaps)


def _cross_examined(
    name: str, cases: Sequence[ShortcutCase], items: Sequence[Bags], rng: np.random.Generator, swaps: Swaps
) -> Shortcut:
    """How often the candidate with the highest learnt score is right; evidence: the words with the largest weights."""
    groups = np.array([case.group for case in cases], np.int64)
    schemas = int(np.unique(groups).size)
    if schemas < 2 * FOLDS:
        return Shortcut(name=name, note=message("audit-note-too-few", schemas=schemas))
    rows = WordRows.of(items, groups.tolist())
    contrasts = Contrasts.of(np.array([len(bags) for bags in items]))
    keys = swaps.keys(cases)
    choices = cross_validated(rows, contrasts, keys, groups, rng)
    # An abstention is worth a guess, so that answering more of one collection than of another is no merit.
    right = np.where(choices < 0, 1 / contrasts.sizes, choices == keys).sum(1)
    picks = [
        Pick(
            item=case.item.id,
            schema=str(case.group),
            candidates=len(case.question.candidates),
            key=case.key,
            choice=None if choice < 0 else choice,
            lead=None if choice < 0 else 1.0,
        )
        for case, choice in zip(cases, choices[0].tolist(), strict=True)
    ]
    weights = weights_of(rows, contrasts, keys[:1], rng)
    evidence = [
        ShortcutEvidence(
            place=rows.words[number], detail=message("audit-evidence-weight", weight=f"{weights[number]:+.2f}")
        )
        for number in np.argsort(-np.abs(weights.round(6)), kind="stable")[:_TELLING].tolist()
    ]
    made = evaluate(name, picks, evidence, message("audit-note-refitted", rows=right.size))
    reached = float((right >= right[0] - _ROUNDING).mean())
    p = reached if made.answered else 1.0
    return replace(made, p=p, p_fixed=made.p, under_swaps=right, tallies=None)


def cross_validated(  # noqa: PLR0913, PLR0917  # what is learnt, from which keys, in which folds
    rows: WordRows, contrasts: Contrasts, keys: Int, groups: Int, rng: np.random.Generator, folds: int = FOLDS
) -> Int:
    """The choice in each item, learnt from the folds that hold nothing of its group, by row of keys; −1: a tie."""
    names = np.unique(groups)
    fold_of_group = np.empty(names.size, np.int64)
    fold_of_group[rng.permutation(names.size)] = np.arange(names.size) % folds
    fold = fold_of_group[np.searchsorted(names, groups)]
    found = np.full(keys.shape, -1, np.int64)
    for number in range(folds):
        test = np.flatnonzero(fold[contrasts.item] == number)
        train = _at_most(np.flatnonzero(fold[contrasts.item] != number), contrasts, rng)
        learnt_from, asked = (contrasts.apart(each, rows.features) for each in (train, test))
        products = Products(learnt_from @ learnt_from.T, learnt_from @ asked.T)
        found[:, np.flatnonzero(fold == number)] = chosen(contrasts, keys, train, test, products, PENALTY)
    return found


def weights_of(rows: WordRows, contrasts: Contrasts, keys: Int, rng: np.random.Generator) -> Float:
    """The weight of each word, learnt from all items."""
    every = _at_most(np.arange(contrasts.item.size), contrasts, rng)
    features = contrasts.apart(every, rows.features)
    duals = solved(features @ features.T, PENALTY, contrasts.targets(every, keys))
    return np.asarray(features.T @ duals[:, 0], np.float64)


def _at_most(train: Int, contrasts: Contrasts, rng: np.random.Generator) -> Int:
    """The contrasts to learn from; those of some items, drawn, where there are too many."""
    if train.size <= _MOST_LEARNT:
        return train
    items = np.unique(contrasts.item[train])
    kept = np.zeros(contrasts.sizes.size, np.bool_)
    kept[rng.permutation(items)[: max(1, items.size * _MOST_LEARNT // train.size)]] = True
    return train[kept[contrasts.item[train]]]
