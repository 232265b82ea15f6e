"""From a token store to a model in a folder: the LSTM and context2vec by the same way (extra `lm`)."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from anaphor import __version__
from anaphor.errors import InputError
from anaphor.provenance import fingerprint, plain
from anaphor.resolver.networks.context2vec_network import Context2vecNetwork
from anaphor.resolver.networks.context2vec_settings import Context2vecSettings
from anaphor.resolver.networks.lstm_network import LstmNetwork
from anaphor.resolver.networks.lstm_presets import LstmSettings
from anaphor.resolver.training.batches import Units, make_units, split_units
from anaphor.resolver.training.progress import Progress
from anaphor.resolver.training.settings import TrainingSettings
from anaphor.resolver.training.store import TokenStore
from anaphor.resolver.training.training import Training, train
from anaphor.resolver.words.model_card import ModelCard, ModelKind, TrainingResult, TrainingText
from anaphor.resolver.words.model_folder import ModelFolder, save_model
from anaphor.resolver.words.vocabulary import Vocabulary

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
        raise InputError("PyTorch sees no GPU here", todo="Write --device cpu.")
    if name not in ("cpu", "cuda"):
        raise InputError(f"there is no device {name!r}", todo="Write auto, cpu or cuda.")
    return torch.device(name)


@dataclass(frozen=True, kw_only=True)
class _Job:
    """Everything that a training starts from."""

    kind: ModelKind
    store: TokenStore
    vocabulary: Vocabulary
    settings: LstmSettings | Context2vecSettings
    run: TrainingRun
    device: torch.device


def _job(kind: ModelKind, store: TokenStore, settings: LstmSettings | Context2vecSettings, run: TrainingRun) -> _Job:
    vocabulary = store.vocabulary(settings.vocabulary, settings.case)
    return _Job(kind=kind, store=store, vocabulary=vocabulary, settings=settings, run=run, device=device_of(run.device))


def train_lstm(store: TokenStore, settings: LstmSettings, run: TrainingRun) -> Trained:
    """An LSTM language model trained on a store."""
    job = _job(ModelKind.LSTM, store, settings, run)
    network = LstmNetwork(settings, len(job.vocabulary), job.device)
    progress = _trained(job, network)
    weights = dict(network.state_dict())
    if settings.tied:
        del weights["softmax.weight"]
    return _kept(job, network, weights, progress)


def train_context2vec(store: TokenStore, settings: Context2vecSettings, run: TrainingRun) -> Trained:
    """A context2vec model trained on a store."""
    job = _job(ModelKind.CONTEXT2VEC, store, settings, run)
    counts = np.bincount(store.encoded(job.vocabulary), minlength=len(job.vocabulary))
    network = Context2vecNetwork(settings, counts, job.device)
    progress = _trained(job, network)
    return _kept(job, network, network.state_dict(), progress)


def units_of(store: TokenStore, vocabulary: Vocabulary, settings: TrainingSettings) -> tuple[Units, Units]:
    """The units to train on and those held out."""
    units = make_units(
        store.encoded(vocabulary), store.starts, store.documents, sentences=settings.sentences, longest=settings.longest
    )
    return split_units(units, settings.held_out, settings.seed)


def _trained(job: _Job, network: LstmNetwork | Context2vecNetwork) -> Progress:
    store, run, settings = job.store, job.run, job.settings
    units, held_out = units_of(store, job.vocabulary, settings.training)
    if run.checkpoints:
        run.folder.mkdir(parents=True, exist_ok=True)
    data = (job.vocabulary.fingerprint, len(store.tokens), store.sentences, int(store.tokens[::97].sum()))
    return _train(
        Training(
            network=network,
            units=units,
            held_out=held_out,
            settings=settings.training,
            optimizer=settings.optimizer,
            device=job.device,
            checkpoint=run.folder / CHECKPOINT if run.checkpoints else None,
            every=run.every,
            watch=run.watch,
            seconds=run.seconds,
            identity=fingerprint([settings, data]),
        )
    )


def _train(training: Training) -> Progress:
    """The training; a network that does not fit is one sentence, not a trace of the allocator."""
    try:
        return train(training)
    except RuntimeError as error:
        if isinstance(error, torch.OutOfMemoryError) or "allocate" in str(error):
            raise InputError(
                "there is not enough memory for this network", todo="Take a smaller preset, vocabulary or batch."
            ) from error
        raise


def _kept(
    job: _Job, network: LstmNetwork | Context2vecNetwork, weights: dict[str, Tensor], progress: Progress
) -> Trained:
    card = ModelCard(
        kind=job.kind,
        language=job.store.language,
        case=job.settings.case,
        words=len(job.vocabulary),
        vocabulary=job.vocabulary.fingerprint,
        weights="",
        settings=plain(job.settings),
        text=job.run.text,
        result=_result(job.kind, progress, job.device),
        version=__version__,
    )
    model = save_model(job.run.folder, card, job.vocabulary, weights)
    return Trained(network=network, model=model, progress=progress)


def _result(kind: ModelKind, progress: Progress, device: torch.device) -> TrainingResult | None:
    if not progress.history:
        return None
    last = progress.history[-1]
    best = min((each.loss for each in progress.history if math.isfinite(each.loss)), default=None)
    perplexity = math.exp(best) if best is not None and kind is ModelKind.LSTM else None
    return TrainingResult(
        epochs=round(last.epoch, 3),
        steps=progress.step,
        train_loss=round(last.train_loss, 5),
        held_out_loss=None if best is None else round(best, 5),
        perplexity=None if perplexity is None else round(perplexity, 2),
        words_per_second=round(last.words_per_second),
        device=torch.cuda.get_device_name() if device.type == "cuda" else "cpu",
    )


def text_of(store: TokenStore, name: str, licence: str | None = None, selected_for: str | None = None) -> TrainingText:
    """What a card says of the text of a store."""
    return TrainingText(
        name=name, sentences=store.sentences, tokens=len(store.tokens), licence=licence, selected_for=selected_for
    )
