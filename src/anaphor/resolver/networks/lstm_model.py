"""A trained LSTM in PyTorch, ready to be asked (extra `lm`)."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter, ValidationError

from anaphor.errors import ContentError, FormatError, Place
from anaphor.provenance import Signature
from anaphor.resolver.networks.lstm_presets import LstmSettings
from anaphor.resolver.words.model_card import ModelKind
from anaphor.resolver.words.model_folder import CARD, ModelFolder, load_weights, need_torch, open_model
from anaphor.resolver.words.vocabulary import Vocabulary

if TYPE_CHECKING:
    from anaphor.resolver.networks.lstm_network import LstmNetwork

_SETTINGS = TypeAdapter(LstmSettings)


class LstmModel:
    """Probabilities of words after words, exactly normalised whatever softmax the model was trained with."""

    def __init__(self, network: "LstmNetwork", vocabulary: Vocabulary, *, name: str, signature: Signature) -> None:
        self.network = network
        self.vocabulary = vocabulary
        self.name = name
        self.signature = signature

    def knows(self, word: str, /) -> bool:
        """Whether a word is in the vocabulary."""
        return self.vocabulary.knows(word)

    def log_probabilities(self, sentences: Sequence[Sequence[str]], /) -> list[NDArray[np.float64]]:
        """For each sentence, the natural logarithm of each word's probability after those before it."""
        return self.network.log_probabilities([self.vocabulary.encode(each) for each in sentences])


def lstm_settings(model: ModelFolder) -> LstmSettings:
    """The settings that a model's card holds."""
    try:
        return _SETTINGS.validate_python(model.card.settings)
    except (ValidationError, ContentError) as error:
        where = Place(file=str(model.path / CARD))
        raise FormatError("the card's settings are not those of an LSTM", where=where) from error


def load_network(model: ModelFolder) -> "LstmNetwork":
    """The network of a model, with its weights."""
    need_torch("an LSTM in PyTorch")
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
        where = Place(file=str(model.path))
        raise FormatError("the weights do not fit the settings on the card", where=where) from error
    return network.eval()


def load_lstm(folder: Path) -> tuple[LstmModel, str]:
    """The model in a folder, and its language."""
    model = open_model(folder, ModelKind.LSTM)
    name = f"lstm {folder.name}"
    return LstmModel(
        load_network(model), model.vocabulary, name=name, signature=model.card.signature
    ), model.card.language
