"""The LSTM language model as a resolver: the shipped one of the question's language, or one trained here.

The shipped ones are ONNX files, which numpy computes; one in a folder is run by PyTorch (extra `lm`).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import ContentError, FormatError, InputError, MissingExtraError
from anaphor.files import atomic_file, digest
from anaphor.provenance import Signature, adapter, plain
from anaphor.resolver.networks.settings import LstmSettings, Softmax
from anaphor.resolver.protocol import Resolver, Spec
from anaphor.resolver.words.model_folder import (
    CARD,
    START_ID,
    Floats,
    LetterCase,
    ModelCard,
    ModelFolder,
    ModelKind,
    Singles,
    Vocabulary,
    load_weights,
    need_torch,
    open_model,
    read_card,
    read_vocabulary,
    vocabulary_text,
)
from anaphor.resolver.words.word_models import SETTINGS, OneModel, ShippedModels, WordModelResolver
from anaphor.text import text

if TYPE_CHECKING:
    from anaphor.resolver.networks.lstm_network import LstmNetwork


_CELLS = 256
"""Words computed at a time: each has a probability for every word of the vocabulary."""


@dataclass(frozen=True, slots=True)
class LstmModel:
    """Probabilities of words after words, exactly normalised whatever softmax the model was trained with."""

    network: "LstmNetwork"
    vocabulary: Vocabulary
    name: str
    signature: Signature

    def knows(self, word: str, /) -> bool:
        return self.vocabulary.knows(word)

    def log_probabilities(self, sentences: Sequence[Sequence[str]], /) -> list[Floats]:
        return self.network.log_probabilities([self.vocabulary.encode(each) for each in sentences])


def load_network(model: ModelFolder) -> "LstmNetwork":
    need_torch("resolver-part-lstm")
    import torch

    from anaphor.resolver.networks.lstm_network import LstmNetwork

    try:
        settings = adapter(LstmSettings).validate_python(model.card.settings)
    except (ValueError, ContentError) as error:
        raise FormatError("resolver-no-lstm-settings", where=model.path / CARD) from error
    network = LstmNetwork(settings, len(model.vocabulary), torch.device("cpu"))
    weights = load_weights(model)
    if settings.tied:
        weights["softmax.weight"] = weights["embedding.weight"]
    try:
        network.load_state_dict(weights)
    except RuntimeError as error:
        raise FormatError("resolver-weights-misfit", where=model.path) from error
    return network.eval()


def load_lstm(folder: Path) -> tuple[LstmModel, str]:
    model = open_model(folder, ModelKind.LSTM)
    network, signature = load_network(model), model.card.signature
    return LstmModel(network, model.vocabulary, f"lstm {folder.name}", signature), model.card.language


class OnnxLstm:
    """Probabilities of words after words, from an ONNX file of `export_lstm`: numpy is all that is needed."""

    def __init__(self, path: Path, name: str) -> None:
        if not path.is_file():
            raise InputError("resolver-no-file", where=path)
        self.path, self.name = path, name
        try:
            self._about, self._tensors = read_onnx(path.read_bytes())
        except (ValueError, IndexError, KeyError, TypeError) as error:
            raise FormatError("resolver-onnx-unreadable", reason=str(error), where=path) from error
        try:
            case = LetterCase(json.loads(self._about["card"])["case"])
            self.vocabulary: Vocabulary = read_vocabulary(self._about["vocabulary"], case, path)
            # Each is used turned, and so is multiplied faster if it lies so.
            turned = [np.ascontiguousarray(self._matrix(name).T) for name in ("lstm/ih", "lstm/hh")]
            self._inputs, self._recurrent = turned[0].T, turned[1].T
            self._bias = self._tensors["lstm/b"].reshape(2, -1).sum(axis=0)
            self._embedding = self._matrix("embedding")
        except (KeyError, ValueError, TypeError) as error:
            raise FormatError("resolver-onnx-no-model", where=path) from error

    @cached_property
    def card(self) -> ModelCard:
        """What the model says of itself, looked through when it is asked for: a shipped one is known by its file."""
        return read_card(self._about["card"], self.path)

    def _matrix(self, name: str) -> Singles:
        matrix: Singles = self._tensors[f"{name}/q"].astype(np.float32)
        matrix *= self._tensors[f"{name}/scale"]
        return matrix

    @cached_property
    def signature(self) -> Signature:
        """The card's signature, the weights being those of this file."""
        return replace(self.card, weights=digest(self.path)).signature

    def knows(self, word: str, /) -> bool:
        return self.vocabulary.knows(word)

    def log_probabilities(self, sentences: Sequence[Sequence[str]], /) -> list[Floats]:
        """Beginnings that sentences share are computed once."""
        if not sentences:
            return []
        numbers = [list(map(int, self.vocabulary.encode(each))) for each in sentences]
        with _one_thread().limit(limits=1):  # so small a product is slower with two
            hidden, rows = self._hidden(numbers)
            targets = np.array([word for each in numbers for word in each], np.int64)
            logs = self._logs(hidden, np.array([row for each in rows for row in each], np.int64), targets)
        return np.split(logs, np.cumsum([len(each) for each in numbers])[:-1])

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

        rows = [list(accumulate(each[:-1], way, initial=0)) for each in numbers if each]
        words = [START_ID, *(word for _, word in ways)]
        parents = [-1, *(parent for parent, _ in ways)]
        depths = np.zeros(len(words), np.int64)
        for place in range(1, len(words)):
            depths[place] = depths[parents[place]] + 1
        hidden = np.zeros((len(words), self._recurrent.shape[1]), np.float32)
        cells = np.zeros_like(hidden)
        for depth in range(int(depths.max()) + 1):
            mine = np.flatnonzero(depths == depth)
            before = [parents[place] for place in mine] if depth else mine
            gates = _product(self._embedding[[words[place] for place in mine]], self._inputs) + self._bias
            if depth:
                gates += _product(hidden[before], self._recurrent)
            taken, out, kept, new = np.split(gates, 4, axis=1)
            cells[mine] = _sigmoid(kept) * cells[before] + _sigmoid(taken) * np.tanh(new)
            hidden[mine] = _sigmoid(out) * np.tanh(cells[mine])
        return hidden, rows

    def _logs(self, states: Singles, rows: NDArray[np.int64], targets: NDArray[np.int64]) -> Floats:
        """The logarithm of each target's probability after the state of its row."""
        found = np.zeros(rows.size)
        if not rows.size:
            return found
        if "down/w/q" in self._tensors:
            states = _product(states, self._kept("down/w")) + self._tensors["down/b"]
        if "softmax.head/w/q" not in self._tensors:
            matrix = self._kept("softmax/w") if "softmax/w/q" in self._tensors else self._embedding
            for first in range(0, len(states), _CELLS):
                mine = (rows >= first) & (rows < first + _CELLS)
                logits = _product(states[first : first + _CELLS], matrix)
                logits += self._tensors["softmax/b"]
                logits -= logits.max(axis=1, keepdims=True)
                wanted = logits[rows[mine] - first, targets[mine]]
                found[mine] = wanted - np.log(np.exp(logits, out=logits).sum(axis=1))[rows[mine] - first]
            return found
        head = _log_softmax(_product(states, self._kept("softmax.head/w")) + self._tensors["softmax.head/b"])
        clusters = sum(name.startswith("softmax.tails.") and name.endswith("/q") for name in self._tensors)
        edge = short = head.shape[1] - clusters
        found[targets < short] = head[rows[targets < short], targets[targets < short]]
        for number in range(clusters):
            name, start = f"softmax.tails.{number}", edge
            tail = self._kept(f"{name}/w")
            edge += len(tail)
            mine = (targets >= start) & (targets < edge)
            if mine.any():  # only the clusters in which there is a target are computed
                narrow = _product(states[rows[mine]], self._kept(f"softmax.down.{number}/w"))
                logs = _log_softmax(_product(narrow, tail) + self._tensors[f"{name}/b"])
                found[mine] = head[rows[mine], short + number] + logs[np.arange(len(logs)), targets[mine] - start]
        return found

    def _kept(self, name: str) -> Singles:
        """A matrix that is multiplied out when it is first asked for."""
        if name not in self._tensors:
            self._tensors[name] = self._matrix(name)
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


_KINDS = {1: np.float32, 3: np.int8, 7: np.int64}
"""Types of tensors by ONNX's numbers."""


def read_onnx(data: bytes) -> tuple[dict[str, str], dict[str, NDArray[Any]]]:
    """What an ONNX file says of itself, and its tensors by name."""
    about: dict[str, str] = {}
    tensors: dict[str, NDArray[Any]] = {}
    for number, value in _fields(memoryview(data)):
        if number == 14:  # metadata_props
            entry = dict(_fields(value))
            about[bytes(entry[1]).decode()] = bytes(entry[2]).decode()
        elif number == 7:  # graph
            for part, tensor in _fields(value):
                if part == 5:  # initializer: dims 1, data_type 2, name 8, raw_data 9
                    found = list(_fields(tensor))
                    named = dict(found)
                    shape = [size for key, size in found if key == 1]
                    tensors[bytes(named[8]).decode()] = np.frombuffer(named[9], _KINDS[named[2]]).reshape(shape)
    return about, tensors


def _fields(data: memoryview) -> Iterator[tuple[int, Any]]:
    """The fields of a protocol buffer message: their numbers, with a whole number or bytes."""
    place = 0

    def varint() -> int:
        nonlocal place
        found = shift = 0
        while True:
            byte = data[place]
            place += 1
            found |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return found

    while place < len(data):
        key = varint()
        if key & 7 == 0:
            yield key >> 3, varint()
        elif key & 7 == 2:
            size = varint()
            if place + size > len(data):
                raise ValueError("cut short")
            yield key >> 3, data[place : place + size]
            place += size
        elif key & 7 in (1, 5):  # eight or four bytes
            place += 8 if key & 7 == 1 else 4
        else:
            raise ValueError("no ONNX")


@cache
def shipped_lstms() -> ShippedModels:
    """The LSTMs that come with the package, each read when its language is first asked about."""
    return ShippedModels("lstm", ".onnx", lambda path: OnnxLstm(path, "lstm"))


def lstm(spec: Spec) -> Resolver:
    """The sentence that an LSTM finds most probable: the shipped one, or yours."""
    spec.allow(*SETTINGS)
    if spec.argument is None:
        return WordModelResolver(shipped_lstms(), spec)
    path = Path(spec.argument)
    if path.is_file():
        found = OnnxLstm(path, f"lstm {path.stem}")
        return WordModelResolver(OneModel(found, found.card.language), spec)
    return WordModelResolver(OneModel(*load_lstm(path)), spec)


Weights = Mapping[str, Singles]
QUANTISED = "int8 weights, one scale per row"


def quantised(matrix: Singles) -> tuple[NDArray[np.int8], Singles]:
    """The matrix as 8-bit whole numbers and one scale per row.

    >>> numbers, scales = quantised(np.array([[0.5, -1.27]], dtype=np.float32))
    >>> numbers.tolist(), [round(float(each), 4) for each in scales]
    ([[50, -127]], [0.01])
    """
    scales = np.maximum(np.abs(matrix).max(axis=1), 1e-12) / 127
    return np.rint(matrix / scales[:, None]).astype(np.int8), scales.astype(np.float32)


class _Graph:
    """An ONNX graph that is being put together."""

    def __init__(self) -> None:
        try:
            import onnx
        except ImportError:
            raise MissingExtraError(text("resolver-part-onnx-export"), "lm") from None
        self.onnx: Any = onnx  # its generated classes have no useful types
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, name: str, array: NDArray[Any]) -> str:
        self.constants.append(self.onnx.numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def node(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        self.nodes.append(self.onnx.helper.make_node(kind, inputs, [output], name=output, **attributes))
        return output

    def matrix(self, name: str, matrix: Singles) -> str:
        """A matrix that is stored in 8 bits and multiplied out when the file is loaded."""
        numbers, scales = quantised(matrix)
        wide = self.node("Cast", [self.constant(f"{name}/q", numbers)], f"{name}/cast", to=1)
        return self.node("Mul", [wide, self.constant(f"{name}/scale", scales[:, None])], name)

    def linear(self, name: str, rows: str, weight: str, bias: Singles | None) -> str:
        turned = self.node("Transpose", [weight], f"{name}/t", perm=[1, 0])
        product = self.node("MatMul", [rows, turned], f"{name}/mm")
        return product if bias is None else self.node("Add", [product, self.constant(f"{name}/b", bias)], f"{name}/out")

    def write(self, path: Path, about: dict[str, str]) -> None:
        """Write the graph from `words` and `targets` to `logs`, with what is to be known of it."""
        helper, kinds = self.onnx.helper, self.onnx.TensorProto
        inputs = [helper.make_tensor_value_info(name, kinds.INT64, ["steps", "batch"]) for name in ("words", "targets")]
        outputs = [helper.make_tensor_value_info("logs", kinds.FLOAT, ["steps", "batch"])]
        whole = helper.make_graph(self.nodes, "lstm", inputs, outputs, self.constants)
        opset = [helper.make_opsetid("", 17)]
        model = helper.make_model(whole, opset_imports=opset, ir_version=8, producer_name="anaphor")
        helper.set_model_props(model, about)
        with atomic_file(path) as file:
            file.write(model.SerializeToString())


def export_lstm(path: Path, model: ModelFolder) -> ModelCard:
    """Write an LSTM with one layer; the card inside says that the weights are rounded."""
    network = load_network(model)
    settings, vocabulary = network.settings, model.vocabulary
    if settings.layers != 1:
        raise InputError("resolver-onnx-layers", where=path)
    weights = {name: each.detach().numpy() for name, each in network.state_dict().items()}
    graph = _Graph()
    numbers, scales = quantised(weights["embedding.weight"])
    rows = graph.node("Gather", [graph.constant("embedding/q", numbers), "words"], "embedding/rows")
    wide = graph.node("Cast", [rows], "embedding/cast", to=1)
    scale = graph.node("Gather", [graph.constant("embedding/scale", scales[:, None]), "words"], "embedding/scales")
    inputs = graph.node("Mul", [wide, scale], "embedding/out")
    shape = graph.constant("lead", np.array([0]))
    parts = []
    for name in ("ih", "hh"):
        gates = graph.matrix(f"lstm/{name}", _reordered(weights[f"lstm.weight_{name}_l0"]))
        parts.append(graph.node("Unsqueeze", [gates, shape], f"lstm/{name}/3"))
    biases = np.concatenate([_reordered(weights[f"lstm.bias_{name}_l0"]) for name in ("ih", "hh")])
    parts.append(graph.constant("lstm/b", biases[None]))
    out = graph.node("LSTM", [inputs, *parts], "lstm/y", hidden_size=settings.hidden)
    hidden = graph.node("Squeeze", [out, graph.constant("directions", np.array([1]))], "lstm/out")
    if settings.projection is not None:
        hidden = graph.linear("down", hidden, graph.matrix("down/w", weights["down.weight"]), weights["down.bias"])
    logs = _softmax(graph, settings, weights, hidden, len(vocabulary))
    picked = graph.node("Unsqueeze", ["targets", graph.constant("axis", np.array([2]))], "targets/3")
    found = graph.node("GatherElements", [logs, picked], "picked", axis=2)
    graph.node("Squeeze", [found, "axis"], "logs")
    card = replace(model.card, quantised=QUANTISED)
    about = {"card": json.dumps(plain(card), ensure_ascii=False), "vocabulary": vocabulary_text(vocabulary)}
    graph.write(path, about)
    return card


def _reordered(gates: Singles) -> Singles:
    """Gates in ONNX's order (input, output, forget, cell) from PyTorch's (input, forget, cell, output)."""
    first, forget, cell, out = np.split(gates, 4)
    return np.concatenate([first, out, forget, cell])


def _softmax(graph: _Graph, settings: LstmSettings, weights: Weights, hidden: str, size: int) -> str:
    """The logarithms of all words' probabilities: from the full softmax, or from the short list and the clusters."""
    if settings.tied:  # the 8-bit embeddings are stored once and multiplied out again
        wide = graph.node("Cast", ["embedding/q"], "softmax/cast", to=1)
        matrix = graph.node("Mul", [wide, "embedding/scale"], "softmax/w")
        logits = graph.linear("softmax", hidden, matrix, weights["softmax.bias"])
        return graph.node("LogSoftmax", [logits], "all", axis=-1)
    if settings.softmax is Softmax.EXACT:
        matrix = graph.matrix("softmax/w", weights["softmax.layer.weight"][:size])
        logits = graph.linear("softmax", hidden, matrix, weights["softmax.layer.bias"][:size])
        return graph.node("LogSoftmax", [logits], "all", axis=-1)
    edges = [*settings.clusters(size), size]
    heads = edges[0] + len(edges) - 1
    head = graph.node("LogSoftmax", [_layer(graph, weights, "softmax.head", hidden, heads)], "head/logs", axis=-1)
    ends = [graph.constant(f"end/{n}", np.array([edges[0] + n])) for n in range(len(edges))]
    axis = graph.constant("last", np.array([-1]))
    parts = [graph.node("Slice", [head, graph.constant("zero", np.array([0])), ends[0], axis], "short")]
    for number, (first, last) in enumerate(pairwise(edges)):
        name = f"softmax.down.{number}"
        down = graph.linear(name, hidden, graph.matrix(f"{name}/w", weights[f"{name}.weight"]), None)
        tail = _layer(graph, weights, f"softmax.tails.{number}", down, last - first)
        inside = graph.node("LogSoftmax", [tail], f"tail/{number}/logs", axis=-1)
        way = graph.node("Slice", [head, ends[number], ends[number + 1], axis], f"tail/{number}/way")
        parts.append(graph.node("Add", [inside, way], f"tail/{number}"))
    return graph.node("Concat", parts, "all", axis=-1)


def _layer(graph: _Graph, weights: Weights, name: str, rows: str, outputs: int) -> str:
    matrix = graph.matrix(f"{name}/w", weights[f"{name}.weight"][:outputs])
    return graph.linear(name, rows, matrix, weights[f"{name}.bias"][:outputs])
