"""Batches for transformers: sequences that begin alike are packed into one row, a batch that does not fit is halved.

The sentences of two candidates, and of both twins, share most of their tokens. A row is a forest of tokens in which a
token sees only its ancestors, so the scores are those of the sentences one by one.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from anaphor.errors import InputError
from anaphor.resolver.transformers.loading import Loaded

Part = TypeVar("Part")
Result = TypeVar("Result")
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedRow:
    """Sequences packed into one row."""

    sequences: tuple[int, ...]
    """Numbers of the sequences in it."""
    tokens: Ints
    """One token per node; a node stands after its parent."""
    parents: Ints
    """Node before it; -1 for a beginning."""
    depths: Ints
    """Position in its sequence, from 0."""
    paths: tuple[Ints, ...]
    """For each sequence the nodes of its tokens, in order."""

    def visible(self) -> Bools:
        """Which node (row) sees which (column): its ancestors and itself."""
        seen = np.zeros((len(self.tokens), len(self.tokens)), dtype=np.bool_)
        for node, parent in enumerate(self.parents):
            if parent >= 0:
                seen[node] = seen[parent]
            seen[node, node] = True
        return seen


def pack(sequences: Sequence[Sequence[int]], *, longest: int) -> list[PackedRow]:
    """Rows that hold every sequence once; those that begin alike share a row of at most `longest` nodes.

    >>> rows = pack([[7, 1, 2], [7, 1, 3]], longest=10)
    >>> [row.tokens.tolist() for row in rows]
    [[7, 1, 2, 3]]
    """
    groups: list[list[int]] = []
    order = sorted(range(len(sequences)), key=lambda number: tuple(sequences[number]))
    group: list[int] = []
    size = 0
    for number in order:
        fresh = len(sequences[number])
        pairs = zip(sequences[group[-1]] if group else (), sequences[number], strict=False)
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        # A beginning shared by chance (a start mark, a capital article) is not worth a wider attention matrix.
        if group and (shared * 4 < fresh or size + fresh - shared > longest):
            groups.append(group)
            group, size, shared = [], 0, 0
        group.append(number)
        size += fresh - shared
    return [_row(each, sequences) for each in [*groups, group] if each]


def _row(group: Sequence[int], sequences: Sequence[Sequence[int]]) -> PackedRow:
    children: dict[tuple[int, int], int] = {}
    tokens: list[int] = []
    parents: list[int] = []
    depths: list[int] = []
    paths: list[Ints] = []
    for number in group:
        node, path = -1, []
        for depth, token in enumerate(sequences[number]):
            found = children.get((node, token))
            if found is None:
                found = children[node, token] = len(tokens)
                tokens.append(token)
                parents.append(node)
                depths.append(depth)
            node = found
            path.append(node)
        paths.append(np.array(path, dtype=np.int64))
    return PackedRow(
        sequences=tuple(group),
        tokens=np.array(tokens, dtype=np.int64),
        parents=np.array(parents, dtype=np.int64),
        depths=np.array(depths, dtype=np.int64),
        paths=tuple(paths),
    )


def batches(lengths: Sequence[int], *, budget: int) -> Iterator[list[int]]:
    """Numbers of rows that are computed together: of like length, and at most `budget` tokens with their padding."""
    order = sorted(range(len(lengths)), key=lambda number: lengths[number])
    batch: list[int] = []
    for number in order:
        if batch and lengths[number] * (len(batch) + 1) > budget:
            yield batch
            batch = []
        batch.append(number)
    if batch:
        yield batch


def within_memory(
    work: Callable[[Sequence[Part]], list[Result]], batch: Sequence[Part], loaded: Loaded
) -> list[Result]:
    """The results of the work on a batch, done in halves where the whole does not fit."""
    import torch

    try:
        with torch.inference_mode():
            return work(batch)
    except (torch.OutOfMemoryError, RuntimeError, MemoryError) as error:
        # The errors of GPUs and of Python have classes of their own, those of processors only their words.
        if not isinstance(error, (torch.OutOfMemoryError, MemoryError)) and "memory" not in str(error):
            raise
        if len(batch) == 1:
            raise InputError("resolver-model-memory", model=loaded.name) from error
    if loaded.device.type == "cuda":
        torch.cuda.empty_cache()
    middle = len(batch) // 2
    return within_memory(work, batch[:middle], loaded) + within_memory(work, batch[middle:], loaded)
