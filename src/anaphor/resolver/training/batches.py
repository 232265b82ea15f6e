"""Training units and batches: sentences of near lengths side by side, in an order that a seed and an epoch fix."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from queue import Queue
from threading import Thread
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import ContentError
from anaphor.resolver.words.vocabulary import END_ID, START_ID

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True, kw_only=True)
class Units:
    """What is shown to a network as one sequence: sentences, or discourses of n sentences, with their end marks."""

    tokens: NDArray[np.int32]
    """Word numbers of all units; each unit ends with the end mark, and so does each sentence of a discourse."""
    starts: NDArray[np.int64]
    """Where each unit starts."""
    lengths: NDArray[np.int64]
    """How many words each has, its end mark included."""

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def words(self) -> int:
        """How many words are predicted in all."""
        return int(self.lengths.sum())


def make_units(
    tokens: NDArray[np.int32], starts: NDArray[np.int64], documents: NDArray[np.int64], *, sentences: int, longest: int
) -> Units:
    """Units of `sentences` sentences each, never across documents; longer ones than `longest` words are cut.

    >>> words, starts = np.arange(3, 9, dtype=np.int32), np.array([0, 2, 6])
    >>> made = make_units(words, starts, np.array([0, 2]), sentences=1, longest=9)
    >>> made.tokens.tolist(), made.starts.tolist(), made.lengths.tolist()
    ([3, 4, 2, 5, 6, 7, 8, 2], [0, 3], [3, 5])
    """
    ended = np.insert(tokens, starts[1:], np.int32(END_ID))
    edges = starts + np.arange(len(starts))
    first = np.arange(documents[-1] + 1)  # the first sentence of each unit, and the number of sentences
    if sentences > 1:
        parts = [np.arange(a, b, sentences) for a, b in pairwise(documents.tolist())]
        first = np.concatenate([*parts, documents[-1:]])
    begin, end = edges[first[:-1]], edges[first[1:]]
    begin, end = begin[end > begin], end[end > begin]
    pieces = -((begin - end) // longest)
    number = np.arange(int(pieces.sum())) - np.repeat(np.cumsum(pieces) - pieces, pieces)
    start = np.repeat(begin, pieces) + number * longest
    lengths = np.minimum(np.repeat(end, pieces) - start, longest)
    return Units(tokens=ended.astype(np.int32, copy=False), starts=start, lengths=lengths)


def split_units(units: Units, share: float, seed: int) -> tuple[Units, Units]:
    """Units to train on, and a share of them, drawn by a seed, to validate on."""
    held = round(len(units) * share)
    if len(units) - held < 1:
        raise ContentError("resolver-no-sentence-to-train")
    order = np.random.default_rng(seed).permutation(len(units))
    parts = (np.sort(order[held:]), np.sort(order[:held]))
    train, valid = (Units(tokens=units.tokens, starts=units.starts[p], lengths=units.lengths[p]) for p in parts)
    return train, valid


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Units side by side: columns are units, rows are steps; short units are filled with the end mark."""

    inputs: NDArray[np.int64]
    """(steps, units): the start mark, then the words."""
    places: NDArray[np.int64]
    """Which cells of the grid, counted row by row, hold a word to predict."""
    targets: NDArray[np.int64]
    """The words to predict, at those places."""
    lengths: NDArray[np.int64]
    """How many words each unit has."""


def batch_edges(lengths: NDArray[np.int64], budget: int) -> list[tuple[int, int]]:
    """Stretches of a list of lengths in ascending order: units times their longest stays within a budget of cells."""
    edges: list[tuple[int, int]] = []
    first = 0
    while first < len(lengths):
        last = min(first + max(budget // int(lengths[first]), 1), len(lengths))
        while last > first + 1 and (last - first) * int(lengths[last - 1]) > budget:
            last = first + max(budget // int(lengths[last - 1]), 1)
        edges.append((first, last))
        first = last
    return edges


def epoch_order(units: Units, budget: int, seed: int, epoch: int) -> list[NDArray[np.int64]]:
    """The units of each batch of an epoch: near in length, otherwise mixed; the same for the same seed and epoch."""
    rng = np.random.default_rng((seed, epoch))
    mixed = rng.permutation(len(units))
    ranked = mixed[np.argsort(units.lengths[mixed], kind="stable")]
    edges = batch_edges(units.lengths[ranked], budget)
    return [ranked[edges[number][0] : edges[number][1]] for number in rng.permutation(len(edges))]


def make_batch(units: Units, chosen: NDArray[np.int64]) -> Batch:
    """The batch of some units."""
    starts, lengths = units.starts[chosen], units.lengths[chosen]
    steps = int(lengths.max())
    step = np.arange(steps)[:, None]
    there = step < lengths
    grid = np.full((steps, len(chosen)), END_ID, dtype=np.int64)
    grid[there] = units.tokens[(starts + step)[there]]
    inputs = np.concatenate([np.full((1, len(chosen)), START_ID, dtype=np.int64), grid[:-1]])
    return Batch(inputs=inputs, places=np.flatnonzero(there), targets=grid[there], lengths=lengths)


def prefetched(made: Callable[[NDArray[np.int64]], Made], order: list[NDArray[np.int64]]) -> Iterator[Made]:
    """What a function makes of each batch's units, made ahead in a thread so that the network never waits for it."""
    queue: Queue[Made | BaseException | None] = Queue(maxsize=8)
    stop = False

    def work() -> None:
        try:
            for chosen in order:
                if stop:
                    return
                queue.put(made(chosen))
            queue.put(None)
        except BaseException as error:  # handed to the reader, who raises it
            queue.put(error)

    thread = Thread(target=work, daemon=True)
    thread.start()
    try:
        while (each := queue.get()) is not None:
            if isinstance(each, BaseException):
                raise each
            yield each
    finally:
        stop = True
        while thread.is_alive():
            while not queue.empty():
                queue.get_nowait()
            thread.join(0.05)
