"""Modified Kneser–Ney estimation (Chen & Goodman 1999), interpolated, with pruning.

The highest order is counted as it is; below it a word counts once for each different word before it, except at the
start of a sentence. Three discounts per order come from the numbers of n-grams seen once to four times. Single words
are interpolated with a uniform distribution, so that every word, the unknown one included, has a probability.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import ContentError
from anaphor.resolver.ngram.kneser_ney_counts import OrderCounts, count_orders
from anaphor.resolver.ngram.table import NgramOrder, NgramTable
from anaphor.resolver.words.vocabulary import END, START, START_ID, Vocabulary

FALLBACK = (0.5, 1.0, 1.5)
"""The discounts of an order whose counts of counts give none, as on very small corpora."""
HIGHEST_ORDER = 5
_NEVER = -99.0
"""log10 of the probability of the start mark, which is never predicted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """An n-gram model and how it was estimated."""

    table: NgramTable
    """The model."""
    discounts: tuple[tuple[float, float, float], ...]
    """For each order, what is taken from counts of 1, of 2, and of 3 and more."""
    fallbacks: tuple[int, ...]
    """Orders whose discounts could not be computed and were set to 0.5, 1, 1.5."""
    seen: tuple[int, ...]
    """Distinct n-grams of each order before pruning."""


def estimate(
    stream: Callable[[], Iterator[NDArray[np.int64]]], vocabulary: Vocabulary, *, order: int, prune: Sequence[int] = ()
) -> Estimate:
    """The model of a stream of blocks of sentences between their marks.

    `prune` gives, for each order, the count at and below which n-grams are left out (`0 0 1`: trigrams seen once); the
    last value holds for the orders after it. The mass of what is left out goes to the order below.
    """
    if not 1 <= order <= HIGHEST_ORDER:
        raise ContentError(
            f"an n-gram model of order {order} is not estimated here", todo=f"Give 1 to {HIGHEST_ORDER}."
        )
    thresholds = _thresholds(prune, order)
    orders = count_orders(stream, len(vocabulary), order)
    if not int(orders[0].counts.sum()):
        raise ContentError("the corpus has no sentence", todo="Give more text.")
    adjusted = [_adjusted(orders, number) for number in range(order)]
    found = [discounts_of(each) for each in adjusted]
    kept = _kept(orders, adjusted, thresholds)
    table = _table(orders, adjusted, [each or FALLBACK for each in found], kept, vocabulary)
    return Estimate(
        table=table,
        discounts=tuple(each or FALLBACK for each in found),
        fallbacks=tuple(number + 1 for number, each in enumerate(found) if each is None),
        seen=tuple(len(each.keys) for each in orders),
    )


def _thresholds(prune: Sequence[int], order: int) -> list[int]:
    given = list(prune) or [0]
    if len(given) > order or min(given) < 0 or given != sorted(given):
        raise ContentError(
            f"the pruning {' '.join(map(str, prune))} does not fit the order {order}",
            todo="Give one count per order, none lower than the one before, e.g. 0 0 1.",
        )
    return given + [given[-1]] * (order - len(given))


def _adjusted(orders: Sequence[OrderCounts], number: int) -> NDArray[np.int64]:
    """The counts of an order that Kneser and Ney use: of different words before, but for the highest order."""
    own = orders[number]
    if number == len(orders) - 1:
        counts = own.counts.copy()
    else:
        counts = np.bincount(orders[number + 1].suffix, minlength=len(own.keys)).astype(np.int64)
        if number:
            at_start = own.first == START_ID
            counts[at_start] = own.counts[at_start]
    if number == 0:
        counts[START_ID] = 0
    return counts


def discounts_of(counts: NDArray[np.int64]) -> tuple[float, float, float] | None:
    """Chen & Goodman's three discounts, from how many n-grams are seen once to four times; None where they fail.

    >>> [round(each, 3) for each in discounts_of(np.repeat([1, 2, 3, 4], [8, 4, 2, 1]))]
    [0.5, 1.25, 2.0]
    """
    one, two, three, four = (int((counts == number).sum()) for number in range(1, 5))
    if not (one and two and three):
        return None
    share = one / (one + 2 * two)
    found = (1 - 2 * share * two / one, 2 - 3 * share * three / two, 3 - 4 * share * four / three)
    return found if all(0 < each <= number for number, each in enumerate(found, 1)) else None


def _kept(
    orders: Sequence[OrderCounts], adjusted: Sequence[NDArray[np.int64]], thresholds: Sequence[int]
) -> list[NDArray[np.bool_]]:
    """Which n-grams stay: those above the threshold, and those that a longer one that stays begins with."""
    kept = [np.ones(len(orders[0].keys), dtype=bool)]
    kept += [counts > threshold for counts, threshold in zip(adjusted[1:], thresholds[1:], strict=True)]
    for number in range(len(orders) - 1, 1, -1):
        kept[number - 1][orders[number].prefix[kept[number]]] = True
    return kept


def _discounted(counts: NDArray[np.int64], discounts: tuple[float, float, float]) -> NDArray[np.float64]:
    taken = np.array([0.0, *discounts])[np.minimum(counts, 3)]
    return np.asarray(counts - taken, dtype=np.float64)


def _table(
    orders: Sequence[OrderCounts],
    adjusted: Sequence[NDArray[np.int64]],
    discounts: Sequence[tuple[float, float, float]],
    kept: Sequence[NDArray[np.bool_]],
    vocabulary: Vocabulary,
) -> NgramTable:
    """Probabilities and weights from the lowest order up; what is pruned is priced as the model will price it."""
    below = np.full(len(vocabulary), 1.0 / (len(vocabulary) - 1))
    made: list[NgramOrder] = []
    place = np.zeros(1, np.int64)
    for number, (own, counts) in enumerate(zip(orders, adjusted, strict=True)):
        contexts = len(orders[number - 1].keys) if number else 1
        prefix = own.prefix if number else np.zeros(len(own.keys), np.int64)
        left = np.where(kept[number], _discounted(counts, discounts[number]), 0.0)
        total = _sums(prefix, counts.astype(np.float64), contexts)
        weight = _weights(total, _sums(prefix, left, contexts))
        share = left / np.maximum(total[prefix], 1)
        probability = share + weight[prefix] * (below[own.suffix] if number else below)
        if number:
            made[-1] = _with_backoffs(made[-1], weight[kept[number - 1]])
        stays = kept[number]
        keys = place[prefix[stays]] * len(vocabulary) + own.keys[stays] % len(vocabulary)
        made.append(_order(keys, probability[stays]))
        place = np.cumsum(stays) - 1
        below = probability
    made[0].logs[START_ID] = _NEVER
    return NgramTable(words=_words(vocabulary), orders=tuple(made))


def _sums(group: NDArray[np.int64], values: NDArray[np.float64], groups: int) -> NDArray[np.float64]:
    return np.asarray(np.bincount(group, weights=values, minlength=groups), dtype=np.float64)


def _weights(total: NDArray[np.float64], left: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weight of the order below in each context: what was not given to the words seen there; 1 where none was."""
    return np.where(total > 0, (total - left) / np.maximum(total, 1), 1.0)


def _order(keys: NDArray[np.int64], probability: NDArray[np.float64]) -> NgramOrder:
    logs = np.log10(np.maximum(probability, 1e-99)).astype(np.float32)
    return NgramOrder(keys=keys, logs=logs, backoffs=np.zeros(len(keys), dtype=np.float32))


def _with_backoffs(order: NgramOrder, weights: NDArray[np.float64]) -> NgramOrder:
    logs = np.log10(np.maximum(weights, 1e-99)).astype(np.float32)
    return NgramOrder(keys=order.keys, logs=order.logs, backoffs=logs)


def _words(vocabulary: Vocabulary) -> tuple[str, ...]:
    if vocabulary.words[START_ID] != START or END not in vocabulary.words[:3]:
        raise ContentError("the vocabulary does not begin with the special words")
    return vocabulary.words
