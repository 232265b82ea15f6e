"""The LSTM language model as a resolver: the shipped one of the question's language, or one trained here.

The shipped ones are ONNX files, run by ONNX Runtime; one in a folder is run by PyTorch (extra `lm`).
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter, ValidationError

from anaphor.errors import ContentError, FormatError, InputError, MissingExtraError
from anaphor.files import atomic_file, digest
from anaphor.provenance import Signature, plain
from anaphor.resolver.networks.settings import LstmSettings, Softmax
from anaphor.resolver.protocol import Resolver, Spec
from anaphor.resolver.words.model_folder import (
    CARD,
    END_ID,
    START_ID,
    Floats,
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


_SETTINGS = TypeAdapter(LstmSettings)
_CELLS = 1_024
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
        settings = _SETTINGS.validate_python(model.card.settings)
    except (ValidationError, ContentError) as error:
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
    """Probabilities of words after words, from an ONNX file: the language model that every installation has."""

    def __init__(self, path: Path, name: str) -> None:
        if not path.is_file():
            raise InputError("resolver-no-file", where=path)
        self.path, self.name = path, name
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read once, when it is imported; it would gather events
        try:
            import onnxruntime  # type: ignore[import-untyped]  # it has no types
        except ImportError:
            raise MissingExtraError(text("resolver-part-onnx"), "lm") from None
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # the runtime's errors share no public class
            reason = str(error).partition("\n")[0]
            raise FormatError("resolver-onnx-unreadable", reason=reason, where=path) from error
        about = self._session.get_modelmeta().custom_metadata_map
        if not {"card", "vocabulary"} <= about.keys():
            raise FormatError("resolver-onnx-no-model", where=path)
        self.card: ModelCard = read_card(about["card"], path)
        self.vocabulary: Vocabulary = read_vocabulary(about["vocabulary"], self.card.case, path)

    @cached_property
    def signature(self) -> Signature:
        """The card's signature, the weights being those of this file."""
        return replace(self.card, weights=digest(self.path)).signature

    def knows(self, word: str, /) -> bool:
        return self.vocabulary.knows(word)

    def log_probabilities(self, sentences: Sequence[Sequence[str]], /) -> list[Floats]:
        """Sentences are computed side by side, as many as memory likes; filling a short one up changes nothing."""
        numbers = [self.vocabulary.encode(each) for each in sentences]
        steps = max((len(each) for each in numbers), default=1)
        wide = max(_CELLS // max(steps, 1), 1)
        found: list[Floats] = []
        for first in range(0, len(numbers), wide):
            beside = numbers[first : first + wide]
            steps = max(len(each) for each in beside)
            if not steps:
                found += [np.zeros(0) for _ in beside]
                continue
            targets = np.full((steps, len(beside)), END_ID, dtype=np.int64)
            for column, each in enumerate(beside):
                targets[: len(each), column] = each
            words = np.concatenate([np.full((1, len(beside)), START_ID, dtype=np.int64), targets[:-1]])
            logs = self._session.run(["logs"], {"words": words, "targets": targets})[0]
            found += [logs[: len(each), column].astype(np.float64) for column, each in enumerate(beside)]
        return found


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
