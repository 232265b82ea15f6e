"""The LSTM language model as a resolver: the shipped one of the question's language, or one trained here."""

from functools import cache
from pathlib import Path

from anaphor.resolver.networks.lstm_model import load_lstm
from anaphor.resolver.networks.onnx_model import OnnxLstm
from anaphor.resolver.protocol import Resolver, Spec
from anaphor.resolver.words.model_shipped import ShippedModels, shipped_file
from anaphor.resolver.words.model_words import SETTINGS, OneModel, WordModelResolver, WordModels


def lstm(spec: Spec) -> Resolver:
    """The sentence that an LSTM finds most probable: the shipped one, or yours (`lstm[:FOLDER|FILE.onnx]`)."""
    spec.allow(*SETTINGS)
    if spec.argument is None:
        return WordModelResolver(shipped_lstms(), spec)
    return WordModelResolver(_given(Path(spec.argument)), spec)


def _given(path: Path) -> WordModels:
    if path.is_file():
        found = OnnxLstm(path, f"lstm {path.stem}")
        return OneModel(only=found, language=found.card.language)
    model, language = load_lstm(path)
    return OneModel(only=model, language=language)


@cache
def shipped_lstms() -> ShippedModels:
    """The LSTMs that come with the package, each read when its language is first asked about."""
    return ShippedModels(name="lstm", prefix="lstm-", suffix=".onnx", load=_shipped)


def _shipped(language: str) -> OnnxLstm:
    return OnnxLstm(shipped_file(f"lstm-{language}.onnx"), "lstm")
