"""An LSTM in 8-bit whole numbers, in one file that numpy computes: what `anaphor model export` writes, and is shipped.

The file is numpy's archive (.npz) of the card, the vocabulary and the matrices, which are whole numbers with one scale
per row. Names and the order of the gates (input, output, forget, cell) are those of the ONNX files of version 0.1.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import FormatError, InputError, MissingExtraError
from anaphor.files import atomic_file, digest
from anaphor.provenance import Signature, plain
from anaphor.resolver.networks.settings import LstmSettings, Softmax
from anaphor.resolver.words.model_folder import (
    START_ID,
    Floats,
    LetterCase,
    ModelCard,
    Singles,
    Vocabulary,
    read_card,
    read_vocabulary,
    vocabulary_text,
)
from anaphor.text import text

QUANTISED = "int8 weights, one scale per row"
"""What the card of such a file says of its weights."""
_CELLS = 256
"""Words computed at a time: each has a probability for every word of the vocabulary."""
_ZIP = b"PK\x03\x04"
"""How an archive begins."""
_ONNX = b"\x08"
"""How an ONNX file begins: with the number of its version."""
_ONNX_KINDS = {1: np.float32, 3: np.int8}
"""Types of tensors by ONNX's numbers."""
_TEXTS = ("card", "vocabulary")
_ONNX_DIGESTS = {
    "a5e346d6db8aa18a": "3f4a75b0edc99a6f",
    "3dc886f722a8ba2d": "f949f685edb12c02",
}
"""The shipped models were ONNX files in version 0.1: with the same weights they keep the digests that runs name."""

Tensors = dict[str, NDArray[Any]]


class CompactLstm:
    """Probabilities of words after words, from a file of `export_lstm`: numpy is all that is needed."""

    def __init__(self, path: Path, name: str) -> None:
        if not path.is_file():
            raise InputError("resolver-no-file", where=path)
        self.path, self.name = path, name
        self._about, self._tensors = read_tensors(path)
        try:
            case = LetterCase(json.loads(self._about["card"])["case"])
            self.vocabulary: Vocabulary = read_vocabulary(self._about["vocabulary"], case, path)
            # Each is used turned, and so is multiplied faster if it lies so.
            self._inputs, self._recurrent = (
                np.ascontiguousarray(self._multiplied_out(name).T).T for name in ("lstm/ih", "lstm/hh")
            )
            self._bias = self._tensors["lstm/b"].reshape(2, -1).sum(axis=0)
            self._embedding = self._multiplied_out("embedding")
        except (KeyError, ValueError, TypeError) as error:
            raise FormatError("resolver-lstm-no-model", where=path) from error

    @cached_property
    def card(self) -> ModelCard:
        """What the model says of itself, looked through when it is asked for: a shipped one is known by its file."""
        return read_card(self._about["card"], self.path)

    def _multiplied_out(self, name: str) -> Singles:
        """A matrix in 32 bits."""
        matrix: Singles = self._tensors[f"{name}/q"].astype(np.float32)
        matrix *= self._tensors[f"{name}/scale"]
        return matrix

    def copy_to(self, path: Path) -> ModelCard:
        """Write the model again: one that was read from an ONNX file can then be read without the extra `lm`."""
        card = self.card
        weights = {name: each for name, each in self._tensors.items() if name.endswith(("/q", "/scale", "/b"))}
        _write(path, self._about, weights)
        return card

    @cached_property
    def signature(self) -> Signature:
        """The card's signature, the weights being those of this file."""
        return replace(self.card, weights=weights_digest(self.path)).signature

    def knows(self, word: str, /) -> bool:
        return self.vocabulary.knows(word)

    def log_probabilities(self, sentences: Sequence[Sequence[str]], /) -> list[Floats]:
        """Beginnings that sentences share are computed once."""
        if not sentences:
            return []
        numbers = [list(map(int, self.vocabulary.encode(words))) for words in sentences]
        with _one_thread().limit(limits=1):  # so small a product is slower with two
            hidden, rows = self._hidden(numbers)
            targets = np.array([word for sentence in numbers for word in sentence], np.int64)
            logs = self._logs(hidden, np.array([row for sentence in rows for row in sentence], np.int64), targets)
        return np.split(logs, np.cumsum([len(sentence) for sentence in numbers])[:-1])

    def after(self, words: Sequence[str], /) -> Floats:
        """The logarithm of the probability of every word of the vocabulary behind some words, by its number."""
        size = len(self.vocabulary)
        with _one_thread().limit(limits=1):
            hidden, _ = self._hidden([[*map(int, self.vocabulary.encode(words)), START_ID]])
            return self._logs(hidden[-1:], np.zeros(size, np.int64), np.arange(size))

    def _hidden(self, numbers: list[list[int]]) -> tuple[Singles, list[list[int]]]:
        """The states behind all beginnings of some sentences, and which of them stands before each of their words."""
        # A beginning is known by the number of what is before its last word, and that word; the empty one is 0.
        ways: dict[tuple[int, int], int] = {}

        def way(at: int, word: int) -> int:
            return ways.setdefault((at, word), len(ways) + 1)

        rows = [list(accumulate(sentence[:-1], way, initial=0)) for sentence in numbers if sentence]
        words = [START_ID, *(word for _, word in ways)]
        parents = [-1, *(parent for parent, _ in ways)]
        depths = np.zeros(len(words), np.int64)
        for place in range(1, len(words)):
            depths[place] = depths[parents[place]] + 1
        hidden = np.zeros((len(words), self._recurrent.shape[1]), np.float32)
        cells = np.zeros_like(hidden)
        for depth in range(int(depths.max()) + 1):
            places = np.flatnonzero(depths == depth)
            before = [parents[place] for place in places] if depth else places
            gates = _product(self._embedding[[words[place] for place in places]], self._inputs) + self._bias
            if depth:
                gates += _product(hidden[before], self._recurrent)
            input_gate, output_gate, forget_gate, new = np.split(gates, 4, axis=1)
            cells[places] = _sigmoid(forget_gate) * cells[before] + _sigmoid(input_gate) * np.tanh(new)
            hidden[places] = _sigmoid(output_gate) * np.tanh(cells[places])
        return hidden, rows

    def _logs(self, states: Singles, rows: NDArray[np.int64], targets: NDArray[np.int64]) -> Floats:
        """The logarithm of each target's probability after the state of its row."""
        logs = np.zeros(rows.size)
        if not rows.size:
            return logs
        if "down/w/q" in self._tensors:
            states = _product(states, self._matrix("down/w")) + self._tensors["down/b"]
        if "softmax.head/w/q" not in self._tensors:
            matrix = self._matrix("softmax/w") if "softmax/w/q" in self._tensors else self._embedding
            for first in range(0, len(states), _CELLS):
                mine = (rows >= first) & (rows < first + _CELLS)
                logits = _product(states[first : first + _CELLS], matrix)
                logits += self._tensors["softmax/b"]
                logits -= logits.max(axis=1, keepdims=True)
                wanted = logits[rows[mine] - first, targets[mine]]
                logs[mine] = wanted - np.log(np.exp(logits, out=logits).sum(axis=1))[rows[mine] - first]
            return logs
        head = _log_softmax(_product(states, self._matrix("softmax.head/w")) + self._tensors["softmax.head/b"])
        clusters = sum(name.startswith("softmax.tails.") and name.endswith("/q") for name in self._tensors)
        edge = short = head.shape[1] - clusters
        logs[targets < short] = head[rows[targets < short], targets[targets < short]]
        for number in range(clusters):
            name, start = f"softmax.tails.{number}", edge
            tail = self._matrix(f"{name}/w")
            edge += len(tail)
            mine = (targets >= start) & (targets < edge)
            if mine.any():  # only the clusters in which there is a target are computed
                narrow = _product(states[rows[mine]], self._matrix(f"softmax.down.{number}/w"))
                inside = _log_softmax(_product(narrow, tail) + self._tensors[f"{name}/b"])
                logs[mine] = head[rows[mine], short + number] + inside[np.arange(len(inside)), targets[mine] - start]
        return logs

    def _matrix(self, name: str) -> Singles:
        """A matrix in 32 bits, which is multiplied out when it is first asked for and then stays."""
        if name not in self._tensors:
            self._tensors[name] = self._multiplied_out(name)
        return self._tensors[name]


@cache
def _one_thread() -> Any:
    from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped, unused-ignore]  # it has no types

    return ThreadpoolController()


def _product(rows: Singles, matrix: Singles) -> Singles:
    """Rows times the turned matrix; what comes of one row depends on no other: a row alone is rounded otherwise."""
    return rows @ matrix.T if len(rows) > 1 else (rows.repeat(2, axis=0) @ matrix.T)[:1]


def _sigmoid(values: Singles) -> Singles:
    return np.asarray(1 / (1 + np.exp(-values)), np.float32)


def _log_softmax(logits: Singles) -> Singles:
    logits -= logits.max(axis=1, keepdims=True)
    return np.asarray(logits - np.log(np.exp(logits).sum(axis=1, keepdims=True)), np.float32)


def weights_digest(path: Path) -> str:
    """The digest by which the signature of a run names the weights of a file."""
    own = digest(path)
    return _ONNX_DIGESTS.get(own, own)


def read_tensors(path: Path) -> tuple[dict[str, str], Tensors]:
    """What a file says of itself, its card and its vocabulary, and its matrices by name."""
    data = path.read_bytes()
    try:
        if data.startswith(_ZIP):
            return _read_archive(path)
        if data.startswith(_ONNX):
            return _read_onnx(data)
    except (ValueError, KeyError, EOFError, NotImplementedError, MemoryError, BadZipFile) as error:
        raise FormatError("resolver-lstm-unreadable", reason=str(error), where=path) from error
    raise FormatError("resolver-lstm-no-model", where=path)


def _read_archive(path: Path) -> tuple[dict[str, str], Tensors]:
    tensors: Tensors = {}
    with ZipFile(path) as archive:
        for entry in archive.infolist():
            if entry.compress_type != ZIP_STORED:  # packed bytes could swell to more than memory holds
                raise ValueError(entry.filename)
            with archive.open(entry) as file:
                tensors[entry.filename.removesuffix(".npy")] = np.lib.format.read_array(file, allow_pickle=False)
    return {name: tensors.pop(name).tobytes().decode("utf-8") for name in _TEXTS}, tensors


def _read_onnx(data: bytes) -> tuple[dict[str, str], Tensors]:
    """A file of version 0.1, which exported LSTMs to ONNX; only the matrices of its graph are looked at."""
    try:
        import onnx
        from google.protobuf.message import DecodeError  # type: ignore[import-untyped, unused-ignore]  # it has no types
    except ImportError:
        raise MissingExtraError(text("resolver-part-onnx"), "lm") from None
    try:
        model = onnx.load_model_from_string(data)
    except DecodeError as error:
        raise ValueError(str(error)) from error
    tensors = {
        each.name: np.frombuffer(each.raw_data, _ONNX_KINDS[each.data_type]).reshape(tuple(each.dims))
        for each in model.graph.initializer
        if each.data_type in _ONNX_KINDS
    }
    return {each.key: each.value for each in model.metadata_props}, tensors


def _write(path: Path, about: Mapping[str, str], tensors: Tensors) -> None:
    """Write an archive; no moment is in it, so that the same model gives the same bytes."""
    texts = {name: np.frombuffer(about[name].encode("utf-8"), np.uint8) for name in _TEXTS}
    with atomic_file(path) as file, ZipFile(file, "w") as archive:
        for name, array in {**texts, **tensors}.items():
            with archive.open(ZipInfo(f"{name}.npy"), "w") as entry:
                np.lib.format.write_array(entry, np.ascontiguousarray(array), allow_pickle=False)


QUANTISED = "int8 weights, one scale per row"


def quantised(matrix: Singles) -> tuple[NDArray[np.int8], Singles]:
    """The matrix as 8-bit whole numbers and one scale per row.

    >>> numbers, scales = quantised(np.array([[0.5, -1.27]], dtype=np.float32))
    >>> numbers.tolist(), [round(float(each), 4) for each in scales]
    ([[50, -127]], [0.01])
    """
    scales = np.maximum(np.abs(matrix).max(axis=1), 1e-12) / 127
    return np.rint(matrix / scales[:, None]).astype(np.int8), scales.astype(np.float32)


def export_weights(
    path: Path, card: ModelCard, vocabulary: Vocabulary, settings: LstmSettings, weights: Mapping[str, Singles]
) -> ModelCard:
    """Write the weights that PyTorch has of an LSTM; the card in the file says that they are rounded."""
    if settings.layers != 1:
        raise InputError("resolver-export-layers", where=path)
    tensors: Tensors = {}

    def keep(name: str, matrix: Singles) -> None:
        tensors[f"{name}/q"], scales = quantised(matrix)
        tensors[f"{name}/scale"] = scales[:, None]

    def keep_layer(name: str, outputs: int) -> None:
        keep(f"{name}/w", weights[f"{name}.weight"][:outputs])
        tensors[f"{name}/b"] = weights[f"{name}.bias"][:outputs]

    keep("embedding", weights["embedding.weight"])
    for name in ("ih", "hh"):
        keep(f"lstm/{name}", _reordered(weights[f"lstm.weight_{name}_l0"]))
    tensors["lstm/b"] = np.concatenate([_reordered(weights[f"lstm.bias_{name}_l0"]) for name in ("ih", "hh")])
    size = len(vocabulary)
    if settings.projection is not None:
        keep_layer("down", settings.projection)
    if settings.tied:  # the embeddings are multiplied out again
        tensors["softmax/b"] = weights["softmax.bias"]
    elif settings.softmax is Softmax.EXACT:
        keep("softmax/w", weights["softmax.layer.weight"][:size])
        tensors["softmax/b"] = weights["softmax.layer.bias"][:size]
    else:
        edges = [*settings.clusters(size), size]
        keep_layer("softmax.head", edges[0] + len(edges) - 1)
        for number, (first, last) in enumerate(pairwise(edges)):
            keep(f"softmax.down.{number}/w", weights[f"softmax.down.{number}.weight"])
            keep_layer(f"softmax.tails.{number}", last - first)
    card = replace(card, quantised=QUANTISED)
    about = {"card": json.dumps(plain(card), ensure_ascii=False), "vocabulary": vocabulary_text(vocabulary)}
    _write(path, about, tensors)
    return card


def _reordered(gates: Singles) -> Singles:
    """Gates in the file's order (input, output, forget, cell) from PyTorch's (input, forget, cell, output)."""
    input_gate, forget_gate, new, output_gate = np.split(gates, 4)
    return np.concatenate([input_gate, output_gate, forget_gate, new])
