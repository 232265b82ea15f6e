"""A trained LSTM as one small ONNX file: weights in 8 bits, vocabulary and card inside, run without PyTorch.

Each row of a matrix is stored as whole numbers from −127 to 127 and one scale. The runtime multiplies them out once
when it loads the file, so that only the weights are rounded, never what is computed with them.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import InputError, MissingExtraError, Place
from anaphor.files import atomic_file
from anaphor.provenance import plain
from anaphor.resolver.networks.settings import LstmSettings, Softmax
from anaphor.resolver.words.model_folder import ModelCard, ModelKind
from anaphor.resolver.words.vocabulary import Vocabulary, vocabulary_text
from anaphor.text import text

Weights = Mapping[str, NDArray[np.float32]]
QUANTISED = "int8 weights, one scale per row"
_OPSET = 17


def quantised(matrix: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
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

    def matrix(self, name: str, matrix: NDArray[np.float32]) -> str:
        """A matrix that is stored in 8 bits and multiplied out when the file is loaded."""
        numbers, scales = quantised(matrix)
        wide = self.node("Cast", [self.constant(f"{name}/q", numbers)], f"{name}/cast", to=1)
        return self.node("Mul", [wide, self.constant(f"{name}/scale", scales[:, None])], name)

    def linear(self, name: str, rows: str, weight: str, bias: NDArray[np.float32] | None) -> str:
        turned = self.node("Transpose", [weight], f"{name}/t", perm=[1, 0])
        product = self.node("MatMul", [rows, turned], f"{name}/mm")
        return product if bias is None else self.node("Add", [product, self.constant(f"{name}/b", bias)], f"{name}/out")


def export_lstm(
    path: Path, settings: LstmSettings, vocabulary: Vocabulary, weights: Weights, card: ModelCard
) -> ModelCard:
    """Write an LSTM with one layer; the card inside says that the weights are rounded."""
    if settings.layers != 1 or card.kind is not ModelKind.LSTM:
        raise InputError("resolver-onnx-layers", where=Place(file=str(path)))
    graph = _Graph()
    hidden = _hidden(graph, settings, weights)
    softmax = _adaptive if settings.softmax is Softmax.ADAPTIVE else _exact
    logs = softmax(graph, settings, weights, hidden, len(vocabulary))
    picked = graph.node("Unsqueeze", ["targets", graph.constant("axis", np.array([2]))], "targets/3")
    found = graph.node("GatherElements", [logs, picked], "picked", axis=2)
    graph.node("Squeeze", [found, "axis"], "logs")
    helper, kinds = graph.onnx.helper, graph.onnx.TensorProto
    inputs = [helper.make_tensor_value_info(name, kinds.INT64, ["steps", "batch"]) for name in ("words", "targets")]
    outputs = [helper.make_tensor_value_info("logs", kinds.FLOAT, ["steps", "batch"])]
    whole = helper.make_graph(graph.nodes, "lstm", inputs, outputs, graph.constants)
    opset = [helper.make_opsetid("", _OPSET)]
    model = helper.make_model(whole, opset_imports=opset, ir_version=8, producer_name="anaphor")
    final = replace(card, quantised=QUANTISED)
    about = {"card": json.dumps(plain(final), ensure_ascii=False), "vocabulary": vocabulary_text(vocabulary)}
    helper.set_model_props(model, about)
    with atomic_file(path) as file:
        file.write(model.SerializeToString())
    return final


def _hidden(graph: _Graph, settings: LstmSettings, weights: Weights) -> str:
    """Embeddings, the LSTM, and the projection where there is one: (steps, batch, dimension)."""
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
    bias = graph.constant("lstm/b", biases[None])
    out = graph.node("LSTM", [inputs, *parts, bias], "lstm/y", hidden_size=settings.hidden)
    rows = graph.node("Squeeze", [out, graph.constant("directions", np.array([1]))], "lstm/out")
    if settings.projection is None:
        return rows
    return graph.linear("down", rows, graph.matrix("down/w", weights["down.weight"]), weights["down.bias"])


def _reordered(gates: NDArray[np.float32]) -> NDArray[np.float32]:
    """Gates in ONNX's order (input, output, forget, cell) from PyTorch's (input, forget, cell, output)."""
    first, forget, cell, out = np.split(gates, 4)
    return np.concatenate([first, out, forget, cell])


def _exact(graph: _Graph, settings: LstmSettings, weights: Weights, hidden: str, size: int) -> str:
    """The logarithms of all words' probabilities from the full softmax."""
    if settings.tied:  # the 8-bit embeddings are stored once and multiplied out again
        wide = graph.node("Cast", ["embedding/q"], "softmax/cast", to=1)
        matrix = graph.node("Mul", [wide, "embedding/scale"], "softmax/w")
        bias = weights["softmax.bias"]
    else:
        matrix = graph.matrix("softmax/w", weights["softmax.layer.weight"][:size])
        bias = weights["softmax.layer.bias"][:size]
    return graph.node("LogSoftmax", [graph.linear("softmax", hidden, matrix, bias)], "all", axis=-1)


def _adaptive(graph: _Graph, settings: LstmSettings, weights: Weights, hidden: str, size: int) -> str:
    """The logarithms of all words' probabilities from the short list and the clusters."""
    cutoffs = [each for each in settings.cutoffs if each < size] or [max(size // 2, 1)]
    edges = [*cutoffs, size]
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
