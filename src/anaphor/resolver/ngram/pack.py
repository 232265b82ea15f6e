"""n-gram models in a small file: keys as steps, probabilities and weights as one of 256 values per order.

A pack is a NumPy archive inside xz. It loads in a fraction of the time of an ARPA file and holds the model's card.
"""

import io
import json
import lzma
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import ContentError, FormatError, InputError, Place
from anaphor.files import atomic_file
from anaphor.provenance import plain
from anaphor.resolver.ngram.table import NgramOrder, NgramTable
from anaphor.resolver.words.model_card import ModelCard, read_card

LEVELS = 256
QUANTISED = f"{LEVELS} values per order"
_MAGIC = b"\xfd7zXZ\0"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """A packed model and its card."""

    table: NgramTable
    """The model."""
    card: ModelCard
    """What it says of itself."""


def write_pack(path: Path, table: NgramTable, card: ModelCard) -> None:
    """Write a model in little space."""
    arrays = dict(_arrays(table))
    arrays["card"] = np.frombuffer(json.dumps(plain(card), ensure_ascii=False).encode("utf-8"), dtype=np.uint8)
    plain_archive = io.BytesIO()
    np.savez(plain_archive, **arrays)  # type: ignore[arg-type]  # numpy's stubs see allow_pickle in the names
    with atomic_file(path) as file:
        file.write(lzma.compress(plain_archive.getvalue(), preset=9))


def _arrays(table: NgramTable) -> Iterator[tuple[str, NDArray[np.generic]]]:
    """Single words carry their list; longer ones how many follow each shorter one, and which, low bytes apart."""
    yield "words", np.frombuffer("\n".join(table.words).encode("utf-8"), dtype=np.uint8)
    size = len(table.words)
    for number, order in enumerate(table.orders, 1):
        if number > 1:
            followers = np.bincount(order.keys // size, minlength=table.sizes[number - 2])
            yield f"followers{number}", followers.astype(np.uint16 if followers.max(initial=0) < 2**16 else np.uint32)
            last = order.keys % size
            for byte in range(3):
                yield f"last{number}.{byte}", (last >> 8 * byte & 255).astype(np.uint8)
        for name, values in (("logs", order.logs), ("backoffs", order.backoffs)):
            centres, codes = quantised(values)
            yield f"{name}{number}", centres
            yield f"{name}{number}.codes", codes


def rounded(table: NgramTable) -> NgramTable:
    """The model as it comes back from a pack."""
    orders = (
        NgramOrder(keys=each.keys, logs=_round(each.logs), backoffs=_round(each.backoffs)) for each in table.orders
    )
    return NgramTable(words=table.words, orders=tuple(orders))


def _round(values: NDArray[np.float32]) -> NDArray[np.float32]:
    centres, codes = quantised(values)
    return centres[codes]


def quantised(values: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
    """At most 256 values that stand for all, and which one stands for each.

    Equal shares of the sorted values are pooled; 0, which most weights are, keeps a value of its own.
    """
    distinct = np.unique(values)
    if len(distinct) <= LEVELS:
        return distinct, np.searchsorted(distinct, values).astype(np.uint8)
    inside = np.sort(values[values != 0])
    edges = inside[np.linspace(0, len(inside), LEVELS - 1, endpoint=False).astype(np.int64)]
    share = np.searchsorted(edges, inside, side="right") - 1
    sums = np.bincount(share, weights=inside, minlength=len(edges))
    means = sums / np.maximum(np.bincount(share, minlength=len(edges)), 1)
    centres = np.unique(np.append(means, 0.0).astype(np.float32))
    middle = (centres[1:] + centres[:-1]) / 2
    return centres, np.searchsorted(middle, values).astype(np.uint8)


def read_pack(path: Path) -> Pack:
    """The model in a packed file."""
    where = Place(file=str(path))
    if not path.is_file():
        raise InputError("there is no such file", where=where)
    try:
        with np.load(io.BytesIO(lzma.decompress(path.read_bytes()))) as found:
            arrays = {name: found[name] for name in found.files}
        card = read_card(arrays["card"].tobytes().decode("utf-8"), where)
        return Pack(table=_table(arrays), card=card)
    except (lzma.LZMAError, zipfile.BadZipFile, ValueError, KeyError, IndexError, EOFError, ContentError) as error:
        if isinstance(error, ContentError) and error.where:
            raise
        raise FormatError("this is no n-gram model packed by anaphor", where=where) from error


def is_pack(path: Path) -> bool:
    """Whether a file looks like a packed model: an archive in xz, not a text in xz."""
    try:
        with path.open("rb") as file:
            if file.read(6) != _MAGIC:
                return False
        with lzma.open(path) as inside:
            return inside.read(4) == b"PK\x03\x04"
    except (OSError, lzma.LZMAError, EOFError):
        return False


def _table(arrays: dict[str, NDArray[np.generic]]) -> NgramTable:
    words = tuple(arrays["words"].tobytes().decode("utf-8").split("\n"))
    orders = [_order(arrays, 1, np.arange(len(words)))]
    number = 2
    while f"followers{number}" in arrays:
        followers = arrays[f"followers{number}"].astype(np.int64)
        prefix = np.repeat(np.arange(len(followers)), followers)
        last = sum(arrays[f"last{number}.{byte}"].astype(np.int64) << 8 * byte for byte in range(3))
        orders.append(_order(arrays, number, prefix * len(words) + last))
        number += 1
    return NgramTable(words=words, orders=tuple(orders))


def _order(arrays: dict[str, NDArray[np.generic]], number: int, keys: NDArray[np.int64]) -> NgramOrder:
    logs, backoffs = (
        arrays[f"{name}{number}"].astype(np.float32)[arrays[f"{name}{number}.codes"].astype(np.int64)]
        for name in ("logs", "backoffs")
    )
    return NgramOrder(keys=keys, logs=logs, backoffs=backoffs)
