"""Sentences packed into rows, and rows into batches.

The sentences of two candidates, and of both twins, share most of their tokens, so sequences that begin alike are packed
into one row. A row is a forest of tokens in which a token sees only its ancestors, so the scores are those of the
sentences one by one. A batch that does not fit into memory is halved.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from anaphor.errors import InputError
from anaphor.resolver.transformers.loading import Loaded

Part = TypeVar("Part")
Done = TypeVar("Done")
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedRow:
    """Sequences packed into one row."""

    sequences: tuple[int, ...]
    tokens: Ints
    """One token per node; a node stands after its parent."""
    depths: Ints
    """Position in its sequence, from 0."""
    paths: tuple[Ints, ...]
    """For each sequence the nodes of its tokens, in order."""

    def visible(self) -> npt.NDArray[np.bool_]:
        """Which node (row) sees which (column): its ancestors and itself."""
        seen = np.zeros((len(self.tokens), len(self.tokens)), dtype=np.bool_)
        for path in self.paths:  # a device waits for this: sentence by sentence is quicker than node by node
            seen[path[:, None], path] |= np.tri(len(path), dtype=np.bool_)
        return seen


@dataclass(frozen=True, slots=True, kw_only=True)
class FlatRows:
    """Rows one behind the other without anything between them, and where their nodes stand in a batch of rows."""

    tokens: Ints
    depths: Ints
    starts: Ints
    places: Ints
    """(row, column) → node; the columns past a row's end lead anywhere."""
    nodes: Ints
    """Node → its place in the batch, counted row by row."""
    seen: npt.NDArray[np.bool_]
    """(row, column, column): which node sees which."""


def flatten(rows: Sequence[PackedRow]) -> FlatRows:
    """Rows laid one behind the other: nothing is computed for filling."""
    sizes = [len(row.tokens) for row in rows]
    width = -(-max(sizes) // 8) * 8  # kernels want whole groups of eight
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)
    places = np.zeros((len(rows), width), dtype=np.int64)
    seen = np.zeros((len(rows), width, width), dtype=np.bool_)
    seen[:, np.arange(width), np.arange(width)] = True
    for number, (row, start) in enumerate(zip(rows, starts.tolist(), strict=True)):
        size = len(row.tokens)
        places[number, :size] = np.arange(start, start + size)
        seen[number, :size, :size] = row.visible()
    return FlatRows(
        tokens=np.concatenate([row.tokens for row in rows]),
        depths=np.concatenate([row.depths for row in rows]),
        starts=starts,
        places=places,
        nodes=np.concatenate([number * width + np.arange(size) for number, size in enumerate(sizes)]),
        seen=seen,
    )


def pack(sequences: Sequence[Sequence[int]], *, longest: int) -> list[PackedRow]:
    """Rows that hold every sequence once; those that begin alike share a row of at most `longest` nodes.

    >>> rows = pack([[7, 1, 2], [7, 1, 3]], longest=10)
    >>> [row.tokens.tolist() for row in rows]
    [[7, 1, 2, 3]]
    """
    groups: list[list[int]] = []
    size = 0
    for number in sorted(range(len(sequences)), key=lambda number: tuple(sequences[number])):
        fresh = len(sequences[number])
        pairs = zip(sequences[groups[-1][-1]] if groups else (), sequences[number], strict=False)
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        # A beginning shared by chance (a start mark, a capital article) is not worth a wider attention matrix.
        if not groups or shared * 4 < fresh or size + fresh - shared > longest:
            groups.append([])
            size, shared = 0, 0
        groups[-1].append(number)
        size += fresh - shared
    return [_row(group, sequences) for group in groups]


def _row(group: Sequence[int], sequences: Sequence[Sequence[int]]) -> PackedRow:
    nodes: dict[tuple[int, int], int] = {}  # by parent and token, numbered as they come
    depths: list[int] = []
    paths: list[Ints] = []
    for number in group:
        node, path = -1, []
        for depth, token in enumerate(sequences[number]):
            if (node, token) not in nodes:
                nodes[node, token] = len(nodes)
                depths.append(depth)
            node = nodes[node, token]
            path.append(node)
        paths.append(np.array(path, dtype=np.int64))
    return PackedRow(
        sequences=tuple(group),
        tokens=np.array([token for _, token in nodes], dtype=np.int64),
        depths=np.array(depths, dtype=np.int64),
        paths=tuple(paths),
    )


def batches(
    lengths: Sequence[int], *, budget: int, padded: bool = True, first: int | None = None
) -> Iterator[list[int]]:
    """Numbers of rows computed together: of like length, `budget` tokens; a small `first` keeps a device at work."""
    batch: list[int] = []
    size, most = 0, first or budget
    for number in sorted(range(len(lengths)), key=lambda number: lengths[number]):
        size = lengths[number] * (len(batch) + 1) if padded else size + lengths[number]
        if batch and size > most:
            yield batch
            batch, size, most = [], lengths[number], budget
        batch.append(number)
    if batch:
        yield batch


_ATTENTION = "anaphor_rows"
_now: tuple[Any, Any, Any] | None = None
"""Places, nodes and mask of the rows that are being computed; models hand an attention function no more than theirs."""


@contextmanager
def attending(model: Any, rows: FlatRows, sent: Callable[[npt.NDArray[Any]], Any]) -> Iterator[None]:
    """While this lasts, a model's attention works within these rows, and everything else on all of them at once."""
    global _now  # noqa: PLW0603  # see there
    from transformers import AttentionInterface

    AttentionInterface.register(_ATTENTION, _row_attention)
    usual = model.config._attn_implementation
    model.config._attn_implementation = _ATTENTION
    _now = sent(rows.places), sent(rows.nodes), sent(rows.seen)[:, None]
    try:
        yield
    finally:
        _now, model.config._attn_implementation = None, usual


def _row_attention(module: Any, query: Any, key: Any, value: Any, attention_mask: Any, **given: Any) -> tuple[Any, Any]:
    """Attention within rows: (1, heads, nodes, size) → (1, nodes, heads, size)."""
    import torch

    assert _now is not None
    places, nodes, seen = _now
    asked, known, told = (each[0].transpose(0, 1)[places].transpose(1, 2) for each in (query, key, value))
    several = query.shape[1] != key.shape[1]
    found = torch.nn.functional.scaled_dot_product_attention(
        asked, known, told, attn_mask=seen, scale=given.get("scaling"), enable_gqa=several
    )
    return found.transpose(1, 2).flatten(0, 1)[nodes][None], None


def within_memory(work: Callable[[Sequence[Part]], list[Done]], batch: Sequence[Part], loaded: Loaded) -> list[Done]:
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
