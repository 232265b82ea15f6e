"""The LSTM language model as a resolver: the shipped one of the question's language, or one trained here.

The shipped ones numpy computes; one in a folder is run by PyTorch (extra `lm`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from anaphor.errors import ContentError, FormatError
from anaphor.provenance import Signature, adapter
from anaphor.resolver.networks.compact_lstm import CompactLstm, export_weights, weights_digest
from anaphor.resolver.networks.settings import LstmSettings
from anaphor.resolver.protocol import Resolver, Spec
from anaphor.resolver.words.model_folder import (
    CARD,
    Floats,
    ModelCard,
    ModelFolder,
    ModelKind,
    Vocabulary,
    load_weights,
    need_torch,
    open_model,
)
from anaphor.resolver.words.word_models import SETTINGS, OneModel, ShippedModels, WordModelResolver

if TYPE_CHECKING:
    from anaphor.resolver.networks.lstm_network import LstmNetwork


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


@cache
def shipped_lstms() -> ShippedModels:
    """The LSTMs that come with the package, each read when its language is first asked about."""
    return ShippedModels("lstm", ".npz", lambda path: CompactLstm(path, "lstm"), weights_digest)


def lstm(spec: Spec) -> Resolver:
    """The sentence that an LSTM finds most probable: the shipped one, or yours."""
    spec.allow(*SETTINGS)
    if spec.argument is None:
        return WordModelResolver(shipped_lstms(), spec)
    path = Path(spec.argument)
    if path.is_file():
        model = CompactLstm(path, f"lstm {path.stem}")
        return WordModelResolver(OneModel(model, model.card.language), spec)
    return WordModelResolver(OneModel(*load_lstm(path)), spec)


def export_lstm(path: Path, model: ModelFolder) -> ModelCard:
    """Write an LSTM with one layer as a file that needs no PyTorch."""
    network = load_network(model)
    weights = {name: each.detach().numpy() for name, each in network.state_dict().items()}
    return export_weights(path, model.card, model.vocabulary, network.settings, weights)
