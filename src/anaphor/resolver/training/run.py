"""From a token store to a model in a folder: the LSTM and context2vec by the same way (extra `lm`)."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from anaphor import __version__
from anaphor.errors import InputError
from anaphor.provenance import fingerprint, plain
from anaphor.resolver.networks.context2vec_network import Context2vecNetwork
from anaphor.resolver.networks.lstm_network import LstmNetwork
from anaphor.resolver.networks.settings import Context2vecSettings, LstmSettings
from anaphor.resolver.training.batches import make_units, split_units
from anaphor.resolver.training.loop import Progress, Training, train
from anaphor.resolver.training.store import TokenStore
from anaphor.resolver.words.model_folder import (
    ModelCard,
    ModelFolder,
    ModelKind,
    TrainingResult,
    TrainingText,
    save_model,
)
from anaphor.resolver.words.vocabulary import Vocabulary

NetworkSettings = LstmSettings | Context2vecSettings

CHECKPOINT = "checkpoint.safetensors"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingRun:
    """Where a training takes place and where its results go."""

    folder: Path
    """The folder of the model; the checkpoint lies there while the training lasts."""
    text: TrainingText
    """What the card says of the text."""
    device: str = "auto"
    """`cpu`, `cuda`, or `auto`: a GPU where there is one."""
    checkpoints: bool = True
    """Whether checkpoints are written."""
    every: int = 2_000
    """Steps between checkpoints."""
    seconds: float = math.inf
    """The training ends after so many seconds, in good order."""
    watch: Callable[[int, int, float], None] | None = None
    """Called now and then with steps done, steps in all, and the mean loss per word."""


@dataclass(frozen=True, kw_only=True)
class Trained:
    """A trained network and what is on disk of it."""

    network: Any  # LstmNetwork or Context2vecNetwork: the caller knows which it asked for
    """The network, where it was trained."""
    model: ModelFolder
    """Its folder, vocabulary and card."""
    progress: Progress
    """Its validations."""


def device_of(name: str) -> torch.device:
    """The device of that name; `auto` is a GPU where there is one."""
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if name == "cuda" and not torch.cuda.is_available():
        raise InputError("resolver-no-gpu")
    if name not in ("cpu", "cuda"):
        raise InputError("resolver-training-device", device=name)
    return torch.device(name)


def train_lstm(store: TokenStore, settings: LstmSettings, run: TrainingRun) -> Trained:
    """An LSTM language model trained on a store."""
    vocabulary = store.vocabulary(settings.vocabulary, settings.case)
    network = LstmNetwork(settings, len(vocabulary), device_of(run.device))
    progress = _train(network, store, vocabulary, settings, run)
    weights = dict(network.state_dict())
    if settings.tied:
        del weights["softmax.weight"]
    card = _card(ModelKind.LSTM, store, settings, run, progress)
    model = save_model(run.folder, card, vocabulary, weights)
    return Trained(network=network, model=model, progress=progress)


def train_context2vec(store: TokenStore, settings: Context2vecSettings, run: TrainingRun) -> Trained:
    """A context2vec model trained on a store."""
    vocabulary = store.vocabulary(settings.vocabulary, settings.case)
    counts = np.bincount(store.encoded(vocabulary), minlength=len(vocabulary))
    network = Context2vecNetwork(settings, counts, device_of(run.device))
    progress = _train(network, store, vocabulary, settings, run)
    card = _card(ModelKind.CONTEXT2VEC, store, settings, run, progress)
    model = save_model(run.folder, card, vocabulary, network.state_dict())
    return Trained(network=network, model=model, progress=progress)


def _train(
    network: LstmNetwork | Context2vecNetwork,
    store: TokenStore,
    vocabulary: Vocabulary,
    settings: NetworkSettings,
    run: TrainingRun,
) -> Progress:
    """The training; a network that does not fit is one sentence, not a trace of the allocator."""
    shown = settings.training
    encoded = store.encoded(vocabulary)
    units = make_units(encoded, store.starts, store.documents, sentences=shown.sentences, longest=shown.longest)
    kept, held_out = split_units(units, shown.held_out, shown.seed)
    if run.checkpoints:
        run.folder.mkdir(parents=True, exist_ok=True)
    data = (vocabulary.fingerprint, len(store.tokens), store.sentences, int(store.tokens[::97].sum()))
    training = Training(
        network=network,
        units=kept,
        held_out=held_out,
        settings=shown,
        optimizer=settings.optimizer,
        device=device_of(run.device),
        checkpoint=run.folder / CHECKPOINT if run.checkpoints else None,
        every=run.every,
        watch=run.watch,
        seconds=run.seconds,
        identity=fingerprint([settings, data]),
    )
    try:
        return train(training)
    except RuntimeError as error:
        if isinstance(error, torch.OutOfMemoryError) or "allocate" in str(error):
            raise InputError("resolver-training-memory") from error
        raise


def _card(
    kind: ModelKind, store: TokenStore, settings: NetworkSettings, run: TrainingRun, progress: Progress
) -> ModelCard:
    """What the model says of itself; words, vocabulary and weights follow when it is saved."""
    result = None
    if progress.history:
        last = progress.history[-1]
        best = min((each.loss for each in progress.history if math.isfinite(each.loss)), default=None)
        perplexity = math.exp(best) if best is not None and kind is ModelKind.LSTM else None
        result = TrainingResult(
            epochs=round(last.epoch, 3),
            steps=progress.step,
            train_loss=round(last.train_loss, 5),
            held_out_loss=None if best is None else round(best, 5),
            perplexity=None if perplexity is None else round(perplexity, 2),
            words_per_second=round(last.words_per_second),
            device=torch.cuda.get_device_name() if device_of(run.device).type == "cuda" else "cpu",
        )
    return ModelCard(
        kind=kind,
        language=store.language,
        case=settings.case,
        words=0,
        vocabulary="",
        weights="",
        settings=plain(settings),
        text=run.text,
        result=result,
        version=__version__,
    )
