"""A trained context2vec model, ready to be asked (extra `lm`)."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from pydantic import TypeAdapter, ValidationError

from anaphor.errors import ContentError, FormatError, Place
from anaphor.provenance import Signature
from anaphor.resolver.networks.context2vec_settings import Context2vecSettings
from anaphor.resolver.words.model_card import ModelKind
from anaphor.resolver.words.model_folder import load_weights, need_torch, open_model
from anaphor.resolver.words.vocabulary import Vocabulary

if TYPE_CHECKING:
    from anaphor.resolver.networks.context2vec_network import Context2vecNetwork

_SETTINGS = TypeAdapter(Context2vecSettings)


class Context2vecModel:
    """Vectors of contexts and words."""

    def __init__(
        self,
        network: "Context2vecNetwork",
        vocabulary: Vocabulary,
        *,
        name: str,
        signature: Signature,
        language: str | None,
    ) -> None:
        self.network = network
        self.vocabulary = vocabulary
        self.name = name
        self.signature = signature
        self.language = language

    def vectors(self, words: NDArray[np.int64], place: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The vector of the context at a place of a sentence, and that of the word that stands there."""
        context, rows = self.network.context_and_targets(words, place, words[[place]])
        return context, rows[0]


def load_context2vec(folder: Path) -> Context2vecModel:
    """The model in a folder."""
    model = open_model(folder, ModelKind.CONTEXT2VEC)
    need_torch("context2vec")
    import torch

    from anaphor.resolver.networks.context2vec_network import Context2vecNetwork

    try:
        settings = _SETTINGS.validate_python(model.card.settings)
        counts = np.ones(len(model.vocabulary), dtype=np.int64)
        network = Context2vecNetwork(settings, counts, torch.device("cpu"))
        network.load_state_dict(load_weights(model))
    except (ValidationError, ContentError, RuntimeError) as error:
        where = Place(file=str(folder))
        raise FormatError("the card and the weights are not those of one context2vec model", where=where) from error
    return Context2vecModel(
        network.eval(),
        model.vocabulary,
        name=f"context2vec {folder.name}",
        signature=model.card.signature,
        language=model.card.language,
    )
