"""Can the answer be learnt from a part of the item? Bags of words under cross-validation.

*candidate_only*: the words of the candidates. *cue_only*: the words in which the item differs from its twin, with which
candidate is mentioned first. *text_only*: all words of the text, likewise. Folds never separate the items of a schema,
nor schemas that are near copies: a twin in another fold teaches the opposite of what is true and forces the rate below
chance. Lone items have no cue.

What is learnt is a conditional logistic regression, plain numpy: a candidate's score is w·x; the chance that
it is the right one is its share of exp(score) among the item's candidates. With two candidates this is logistic
regression on the difference of their features.
"""

from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain

import numpy as np

from anaphor.audit.association.scores import Bool, Float, Int
from anaphor.audit.case import ShortcutCase, by_schema
from anaphor.audit.shortcuts.shortcut import Shortcut, ShortcutEvidence, evaluate, pick_highest
from anaphor.collection.checks import normal_words
from anaphor.numerics import sparse
from anaphor.text import message

FOLDS = 10
_TELLING = 10
"""Words that are given as evidence."""
_DIGITS = 6
"""Decimals of a learnt score that mean something."""

_MEMORY = 10
"""Moves that the solver remembers."""
_FLAT = 1e-6
"""Slope at which it stops."""

Bags = Sequence[Sequence[str]]
"""The words of each candidate of one item."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordTable:
    """Rows × words, 1 where the row has the word and else 0; by the places of the ones, row after row."""

    starts: Int
    """Where the words of each row begin, and where the last end."""
    word: Int
    shape: tuple[int, int]
    turned: bool = False
    """Whether it is words × rows."""

    @property
    def T(self) -> "WordTable":  # noqa: N802  # as arrays have it
        return replace(self, shape=self.shape[::-1], turned=not self.turned)

    def __matmul__(self, weights: Float) -> Float:
        found = np.zeros(self.shape[0])
        product = sparse.csc_matvec if self.turned else sparse.csr_matvec
        product(*self.shape, self.starts, self.word, np.ones(self.word.size), weights, found)
        return found

    def __getitem__(self, rows: Bool) -> "WordTable":
        sizes = np.diff(self.starts)
        starts, word = np.append(0, np.cumsum(sizes[rows])), self.word[np.repeat(rows, sizes)]
        return WordTable(starts=starts, word=word, shape=(int(rows.sum()), self.shape[1]))


Rows = Float | WordTable
"""Candidates × features."""
Past = deque[tuple[Float, Float, float]]
"""Moves, by how much the slope changed with each, and the product of both."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Items to learn from: the features of all candidates, item after item."""

    rows: Rows
    starts: Int
    """Number of each item's first row."""
    keys: Int
    """Number of each item's right candidate within the item."""

    def kept(self, items: Bool) -> "Choices":
        """The items that are marked."""
        sizes = np.diff(np.append(self.starts, self.rows.shape[0]))
        rows = np.repeat(items, sizes)
        return Choices(rows=self.rows[rows], starts=np.cumsum(sizes[items]) - sizes[items], keys=self.keys[items])

    def scores(self, weights: Float) -> list[Float]:
        """The score of each candidate, item by item."""
        return np.split(np.asarray(self.rows @ weights), self.starts[1:])


def learnt(name: str, cases: Sequence[ShortcutCase], rng: np.random.Generator) -> Shortcut:
    """How well `candidate_only`, `cue_only` or `text_only` tells the right candidate."""
    if name == "candidate_only":
        bags: list[Bags] = [[normal_words(each.text) for each in case.question.candidates] for case in cases]
        return _cross_examined(name, cases, bags, rng)
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
    return _cross_examined(name, asked, bags, rng)


def _cross_examined(
    name: str, cases: Sequence[ShortcutCase], items: Sequence[Bags], rng: np.random.Generator
) -> Shortcut:
    """How often the candidate with the highest learnt score is right; evidence: the words with the largest weights."""
    groups = np.array([case.group for case in cases], np.int64)
    schemas = int(np.unique(groups).size)
    if schemas < 2 * FOLDS:
        return Shortcut(name=name, note=message("audit-note-too-few", schemas=schemas))
    seen: dict[str, set[int]] = {}
    for found, group in zip(items, groups.tolist(), strict=True):
        for word in {word for bag in found for word in bag}:
            seen.setdefault(word, set()).add(group)
    words = sorted(word for word, where in seen.items() if len(where) > 1)  # one group teaches nothing about another
    column = {word: number for number, word in enumerate(words)}
    rows = [bag for item in items for bag in item]
    places = [sorted({column[word] for word in bag if word in column}) for bag in rows]
    sizes = np.array([len(item) for item in items])
    choices = Choices(
        rows=WordTable(
            starts=np.array([0, *accumulate(map(len, places))], np.int64),
            word=np.array([*chain.from_iterable(places)], np.int64),
            shape=(len(rows), len(words)),
        ),
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
        found |= dict(zip(places, choices.kept(fold == number).scores(weights), strict=True))
    return [found[place] for place in range(choices.starts.size)]


def fit(choices: Choices, strength: float = 1.0, steps: int = 100) -> Float:
    """The weights that make the right candidates likeliest, held back by strength·|w|²/2."""
    right, answers = np.zeros(choices.rows.shape[0]), choices.starts + choices.keys
    right[answers] = 1.0
    item = np.repeat(np.arange(answers.size), np.diff(np.append(choices.starts, right.size)))
    turned = choices.rows.T

    def loss(weights: Float) -> tuple[float, Float]:
        found = choices.rows @ weights
        found = found - np.maximum.reduceat(found, choices.starts)[item]
        logs = found - np.log(np.add.reduceat(np.exp(found), choices.starts))[item]
        value = -float(logs[answers].sum()) + strength / 2 * float(weights @ weights)
        return value, np.asarray(turned @ (np.exp(logs) - right)) + strength * weights

    return _lowest(loss, np.zeros(choices.rows.shape[1]), steps)


def _lowest(loss: Callable[[Float], tuple[float, Float]], point: Float, steps: int) -> Float:
    """Where a smooth convex function is lowest: limited-memory BFGS with a line search that halves its step."""
    # scipy's L-BFGS-B finds the same weights, on one core as fast; but it calls routines that share even five numbers
    # out among all cores and then wait for them: 8.7 s instead of 0.5 s for the 285 items of WSC on two cores.
    value, slope = loss(point)
    past: Past = deque(maxlen=_MEMORY)
    for _ in range(steps):
        if np.abs(slope).max(initial=0.0) < _FLAT:
            break
        direction = -_curved(slope, past)
        downhill, size = float(slope @ direction), 1.0 if past else 1.0 / max(1.0, float(np.abs(slope).sum()))
        further, new_slope = loss(point + size * direction)
        while further > value + 1e-4 * size * downhill and size > 1e-10:
            size /= 2
            further, new_slope = loss(point + size * direction)
        move, bend = size * direction, new_slope - slope
        if (along := float(move @ bend)) > 0:
            past.append((move, bend, along))
        point, value, slope = point + move, further, new_slope
    return point


def _curved(slope: Float, past: Past) -> Float:
    """The slope divided by the curvature that the last moves have shown (two-loop recursion of Nocedal 1980)."""
    turned, shares = slope.copy(), []
    for move, bend, along in reversed(past):
        shares.append(float(move @ turned) / along)
        turned -= shares[-1] * bend
    if past:
        _, bend, along = past[-1]
        turned *= along / float(bend @ bend)
    for (move, bend, along), share in zip(past, reversed(shares), strict=True):
        turned += (share - float(bend @ turned) / along) * move
    return turned
