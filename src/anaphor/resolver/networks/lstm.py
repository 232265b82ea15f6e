"""The LSTM language model as a resolver: the shipped one of the question's language, or one trained here.

The shipped ones are ONNX files, run by ONNX Runtime; one in a folder is run by PyTorch (extra `lm`).
"""

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter, ValidationError

from anaphor.errors import ContentError, FormatError, InputError, MissingExtraError, Place
from anaphor.provenance import Signature
from anaphor.resolver.networks.settings import LstmSettings
from anaphor.resolver.protocol import Resolver, Spec
from anaphor.resolver.words.model_folder import (
    CARD,
    ModelCard,
    ModelFolder,
    ModelKind,
    digest,
    load_weights,
    need_torch,
    open_model,
    read_card,
)
from anaphor.resolver.words.vocabulary import END_ID, START_ID, Vocabulary, read_vocabulary
from anaphor.resolver.words.word_models import SETTINGS, OneModel, ShippedModels, WordModelResolver, shipped_file
from anaphor.text import text

if TYPE_CHECKING:
    from anaphor.resolver.networks.lstm_network import LstmNetwork

_SETTINGS = TypeAdapter(LstmSettings)
_CELLS = 1_024
"""Words computed at a time: each has a probability for every word of the vocabulary."""


class LstmModel:
    """Probabilities of words after words, exactly normalised whatever softmax the model was trained with."""

    def __init__(self, network: "LstmNetwork", vocabulary: Vocabulary, *, name: str, signature: Signature) -> None:
        self.network = network
        self.vocabulary = vocabulary
        self.name = name
        self.signature = signature

    def knows(self, word: str, /) -> bool:
        return self.vocabulary.knows(word)

    def log_probabilities(self, sentences: Sequence[Sequence[str]], /) -> list[NDArray[np.float64]]:
        return self.network.log_probabilities([self.vocabulary.encode(each) for each in sentences])


def lstm_settings(model: ModelFolder) -> LstmSettings:
    """The settings that a model's card holds."""
    try:
        return _SETTINGS.validate_python(model.card.settings)
    except (ValidationError, ContentError) as error:
        raise FormatError("resolver-no-lstm-settings", where=Place(file=str(model.path / CARD))) from error


def load_network(model: ModelFolder) -> "LstmNetwork":
    """The network of a model, with its weights."""
    need_torch("resolver-part-lstm")
    import torch

    from anaphor.resolver.networks.lstm_network import LstmNetwork

    settings = lstm_settings(model)
    network = LstmNetwork(settings, len(model.vocabulary), torch.device("cpu"))
    weights = load_weights(model)
    if settings.tied:
        weights["softmax.weight"] = weights["embedding.weight"]
    try:
        network.load_state_dict(weights)
    except RuntimeError as error:
        raise FormatError("resolver-weights-misfit", where=Place(file=str(model.path))) from error
    return network.eval()


def load_lstm(folder: Path) -> tuple[LstmModel, str]:
    """The model in a folder, and its language."""
    model = open_model(folder, ModelKind.LSTM)
    network, signature = load_network(model), model.card.signature
    return LstmModel(network, model.vocabulary, name=f"lstm {folder.name}", signature=signature), model.card.language


class OnnxLstm:
    """Probabilities of words after words, from an ONNX file: the language model that every installation has."""

    def __init__(self, path: Path, name: str) -> None:
        if not path.is_file():
            raise InputError("resolver-no-file", where=Place(file=str(path)))
        self.path = path
        self.name = name
        self._session = _session(path)
        about = self._session.get_modelmeta().custom_metadata_map
        where = Place(file=str(path))
        if not {"card", "vocabulary"} <= about.keys():
            raise FormatError("resolver-onnx-no-model", where=where)
        self.card: ModelCard = read_card(about["card"], where)
        self.vocabulary: Vocabulary = read_vocabulary(about["vocabulary"], self.card.case, where)

    @cached_property
    def signature(self) -> Signature:
        """The card's signature, the weights being those of this file."""
        return replace(self.card, weights=digest(self.path)).signature

    def knows(self, word: str, /) -> bool:
        return self.vocabulary.knows(word)

    def log_probabilities(self, sentences: Sequence[Sequence[str]], /) -> list[NDArray[np.float64]]:
        """For each sentence, the natural logarithm of each word's probability after those before it.

        Sentences are computed side by side, as many as memory likes; a short one is filled up, which changes nothing
        before its end.
        """
        numbers = [self.vocabulary.encode(each) for each in sentences]
        steps = max((len(each) for each in numbers), default=1)
        wide = max(_CELLS // max(steps, 1), 1)
        found: list[NDArray[np.float64]] = []
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


def _session(path: Path) -> Any:
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read once, when it is imported; it would gather events for its maker
    try:
        import onnxruntime  # type: ignore[import-untyped]  # it has no types
    except ImportError:
        raise MissingExtraError(text("resolver-part-onnx"), "lm") from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the runtime's errors share no public class
        reason = str(error).partition("\n")[0]
        raise FormatError("resolver-onnx-unreadable", reason=reason, where=Place(file=str(path))) from error


@cache
def shipped_lstms() -> ShippedModels:
    """The LSTMs that come with the package, each read when its language is first asked about."""
    return ShippedModels(
        name="lstm",
        prefix="lstm-",
        suffix=".onnx",
        load=lambda language: OnnxLstm(shipped_file(f"lstm-{language}.onnx"), "lstm"),
    )


def lstm(spec: Spec) -> Resolver:
    """The sentence that an LSTM finds most probable: the shipped one, or yours."""
    spec.allow(*SETTINGS)
    if spec.argument is None:
        return WordModelResolver(shipped_lstms(), spec)
    path = Path(spec.argument)
    if path.is_file():
        found = OnnxLstm(path, f"lstm {path.stem}")
        return WordModelResolver(OneModel(only=found, language=found.card.language), spec)
    model, language = load_lstm(path)
    return WordModelResolver(OneModel(only=model, language=language), spec)
