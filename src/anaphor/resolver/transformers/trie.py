"""Token sequences that begin alike, packed into one row: each shared beginning is computed once.

The sentences of two candidates, and of both twins, share most of their tokens. A row is a forest of tokens in which a
token sees only its ancestors, so the scores are those of the sentences one by one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
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


def pack(sequences: Sequence[Sequence[int]], *, longest: int) -> list[Row]:
    """Rows that hold every sequence once; those that begin alike share a row of at most `longest` nodes.

    >>> rows = pack([[7, 1, 2], [7, 1, 3]], longest=10)
    >>> [row.tokens.tolist() for row in rows]
    [[7, 1, 2, 3]]
    """
    return [_row(group, sequences) for group in _groups(sequences, longest)]


def _groups(sequences: Sequence[Sequence[int]], longest: int) -> Iterator[list[int]]:
    order = sorted(range(len(sequences)), key=lambda number: tuple(sequences[number]))
    group: list[int] = []
    size = 0
    for number in order:
        fresh = len(sequences[number])
        shared = _shared(sequences[group[-1]], sequences[number]) if group else 0
        # A beginning shared by chance (a start mark, a capital article) is not worth a wider attention matrix.
        if group and (shared * 4 < fresh or size + fresh - shared > longest):
            yield group
            group, size, shared = [], 0, 0
        group.append(number)
        size += fresh - shared
    if group:
        yield group


def _shared(one: Sequence[int], other: Sequence[int]) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _row(group: Sequence[int], sequences: Sequence[Sequence[int]]) -> Row:
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
    return Row(
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
