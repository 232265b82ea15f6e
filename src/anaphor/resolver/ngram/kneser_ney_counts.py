"""Counts of n-grams in constant memory but for the distinct ones: blocks are counted, sorted and merged."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anaphor.resolver.words.vocabulary import END_ID, START_ID

_BLOCK = 4_000_000
"""Words counted at a time."""


@dataclass(frozen=True, kw_only=True)
class OrderCounts:
    """The distinct n-grams of one order."""

    keys: NDArray[np.int64]
    """Sorted: place of the first n−1 words in the order below, times the vocabulary, plus the last word."""
    counts: NDArray[np.int64]
    """How often each occurs."""
    prefix: NDArray[np.int64]
    """Place of the first n−1 words in the order below."""
    suffix: NDArray[np.int64]
    """Place of the last n−1 words in the order below."""
    first: NDArray[np.int64]
    """The first word."""


def count_orders(stream: Callable[[], Iterator[NDArray[np.int64]]], size: int, order: int) -> list[OrderCounts]:
    """The n-grams of every order up to `order` of a stream of blocks.

    A block holds whole sentences, each between its start and end marks; the stream is read once per order.
    """
    found: list[OrderCounts] = []
    for number in range(order):
        keys, counts = _merged(_keys(block, found, size) for block in stream())
        if number == 0:
            keys, counts = np.arange(size), _dense(keys, counts, size)
        prefix, last = keys // size, keys % size
        below = found[-1] if found else None
        found.append(
            OrderCounts(
                keys=keys,
                counts=counts,
                prefix=prefix,
                suffix=_suffix(below, prefix, last, size, number),
                first=below.first[prefix] if below else keys,
            )
        )
    return found


def _keys(block: NDArray[np.int64], below: list[OrderCounts], size: int) -> NDArray[np.int64]:
    """The key of the n-gram that ends at each word of a block, for the order after those that are there."""
    return _ngrams(block, below, size) if below else block


def _ngrams(block: NDArray[np.int64], below: list[OrderCounts], size: int) -> NDArray[np.int64]:
    starts = np.flatnonzero(block == START_ID)
    depth = np.arange(len(block)) - starts[np.searchsorted(starts, np.arange(len(block)), side="right") - 1]
    place = block
    for number, order in enumerate(below[1:], 1):
        place = _step(place, block, size)
        place = np.where(depth >= number, np.searchsorted(order.keys, place), 0)
    return _step(place, block, size)[depth >= len(below)]


def _step(place: NDArray[np.int64], block: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    return np.concatenate([np.zeros(1, np.int64), place[:-1]]) * size + block


def _merged(blocks: Iterator[NDArray[np.int64]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Distinct keys in order, and how often each occurs; like sizes are merged, so each key is moved rarely."""
    runs: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
    for block in blocks:
        if not len(block):
            continue
        keys, counts = np.unique(block, return_counts=True)
        runs.append((keys, counts.astype(np.int64)))
        while len(runs) > 1 and len(runs[-2][0]) < 2 * len(runs[-1][0]):
            runs.append(_sum(runs.pop(), runs.pop()))
    while len(runs) > 1:
        runs.append(_sum(runs.pop(), runs.pop()))
    return runs[0] if runs else (np.zeros(0, np.int64), np.zeros(0, np.int64))


def _sum(
    one: tuple[NDArray[np.int64], NDArray[np.int64]], other: tuple[NDArray[np.int64], NDArray[np.int64]]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    keys = np.concatenate([one[0], other[0]])
    counts = np.concatenate([one[1], other[1]])
    order = np.argsort(keys, kind="stable")
    keys, counts = keys[order], counts[order]
    edges = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    return keys[edges], np.add.reduceat(counts, edges)


def _dense(keys: NDArray[np.int64], counts: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    dense = np.zeros(size, np.int64)
    dense[keys] = counts
    return dense


def _suffix(
    below: OrderCounts | None, prefix: NDArray[np.int64], last: NDArray[np.int64], size: int, number: int
) -> NDArray[np.int64]:
    if below is None:
        return np.zeros(len(last), np.int64)
    if number == 1:
        return last
    return np.searchsorted(below.keys, below.suffix[prefix] * size + last)


def sentence_stream(
    tokens: NDArray[np.int32], starts: NDArray[np.int64], block: int = _BLOCK
) -> Callable[[], Iterator[NDArray[np.int64]]]:
    """Sentences between their marks, in blocks of about `block` words."""

    def blocks() -> Iterator[NDArray[np.int64]]:
        first = 0
        while first < len(starts) - 1:
            last = int(np.searchsorted(starts, starts[first] + block, side="right")) - 1
            last = min(max(last, first + 1), len(starts) - 1)
            edges = starts[first : last + 1] - starts[first]
            part = np.asarray(tokens[starts[first] : starts[last]], dtype=np.int64)
            opened = np.insert(part, edges[:-1], START_ID)
            yield np.insert(opened, edges[1:] + np.arange(1, len(edges)), END_ID)
            first = last

    return blocks
