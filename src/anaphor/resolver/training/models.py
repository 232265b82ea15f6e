"""What `anaphor model` does: train a model on text, read what a model says of itself, write an LSTM as ONNX."""

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from anaphor.errors import AnaphorError, InputError, Place, UnknownNameError
from anaphor.language import LANGUAGES
from anaphor.resolver.networks.settings import context2vec_preset, lstm_preset
from anaphor.resolver.training.store import TokenStore, select, store_of
from anaphor.resolver.words.model_folder import ModelCard, ModelKind, TrainingText, need_torch, open_model, read_card
from anaphor.text import Message, message

Tell = Callable[[Message], None]
"""Hears what happens while a model is trained."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingOrder:
    """What is to be trained, on what: the options of `anaphor model train`; None leaves a setting to its preset."""

    kind: ModelKind
    corpus: tuple[str, ...]
    output: Path
    language: str = "fr"
    preset: str = "paper"
    vocabulary: int | None = None
    epochs: int | None = None
    batch: int | None = None
    sentences: int | None = None
    order: int = 3
    prune: tuple[int, ...] = (0,)
    select: str | None = None
    share: float = 0.1
    held_out: float | None = None
    device: str = "auto"
    seed: int = 1
    workers: int = 1
    store: Path | None = None
    licence: str | None = None
    column: str | None = None

    @property
    def network_settings(self) -> Any:
        """The preset with what the user says otherwise: the settings of an LSTM or of context2vec."""
        preset: Any = (lstm_preset if self.kind is ModelKind.LSTM else context2vec_preset)(self.preset)
        given = {name: getattr(self, name) for name in ("epochs", "batch", "sentences", "held_out", "seed")}
        training = replace(preset.training, **{name: value for name, value in given.items() if value is not None})
        return replace(preset, training=training, vocabulary=self.vocabulary or preset.vocabulary)


def train_model(
    order: TrainingOrder, tell: Tell = lambda note: None, watch: Callable[[int, int], None] | None = None
) -> ModelCard:
    """Train what was asked for and give its card; the same order goes on where a stopped training was."""
    # What cannot work is refused before a corpus is read.
    if order.language not in LANGUAGES.names():
        raise UnknownNameError("language", order.language, LANGUAGES.names())
    if order.kind is ModelKind.NGRAM:
        if not order.output.parent.is_dir():
            raise InputError("resolver-no-folder", where=Place(file=str(order.output.parent)))
        if order.output.suffix not in (".arpa", ".xz"):
            raise InputError("resolver-ngram-ending", name=order.output.name)
    else:
        need_torch(f"resolver-part-training-{order.kind}")
        order.network_settings  # noqa: B018  # a preset or a setting that is no good says so here
        from anaphor.resolver.training.run import device_of

        device_of(order.device)
        order.output.mkdir(parents=True, exist_ok=True)
    try:
        store, text = _text(order, tell)
    except AnaphorError:
        with suppress(OSError):  # a folder with something in it stays, and so does a file
            order.output.rmdir()
        raise
    tell(message("model-text", tokens=len(store.tokens), sentences=store.sentences))
    if order.kind is ModelKind.NGRAM:
        return _ngram(order, store, text, tell)
    return _network(order, store, text, tell, watch)


def _text(order: TrainingOrder, tell: Tell) -> tuple[TokenStore, TrainingText]:
    from anaphor.collection import load
    from anaphor.corpus.sources import ReadingSettings, open_corpus

    source = open_corpus(order.corpus, ReadingSettings(column=order.column))
    store = store_of(source, order.language, workers=order.workers, kept=order.store)
    if not store.sentences:
        raise InputError("resolver-corpus-empty")
    selected = None
    if order.select is not None:
        collection = load(order.select)
        store = select(store, collection.questions, order.share)
        tell(message("model-selected", count=len(store.sources), collection=collection.name))
        selected = f"{collection.name}#{collection.fingerprint}"
    name = ", ".join(Path(each).name or each for each in order.corpus)
    return store, store.training_text(name, order.licence, selected)


def _ngram(order: TrainingOrder, store: TokenStore, text: TrainingText, tell: Tell) -> ModelCard:
    from anaphor.resolver.ngram.training import NgramSettings, train_ngram

    usual = NgramSettings()
    settings = NgramSettings(
        order=order.order,
        prune=order.prune,
        vocabulary=order.vocabulary or usual.vocabulary,
        held_out=usual.held_out if order.held_out is None else order.held_out,
        seed=order.seed,
    )
    card, found = train_ngram(store, order.output, text, settings)
    for number in found.fallbacks:
        tell(message("model-fallback", order=number))
    return card


def _network(
    order: TrainingOrder,
    store: TokenStore,
    text: TrainingText,
    tell: Tell,
    watch: Callable[[int, int], None] | None,
) -> ModelCard:
    from anaphor.resolver.training.run import CHECKPOINT, TrainingRun, train_context2vec, train_lstm

    checkpoint = order.output / CHECKPOINT
    if checkpoint.exists():
        tell(message("model-resumed", path=str(checkpoint)))
    run = TrainingRun(
        folder=order.output,
        text=text,
        device=order.device,
        every=500,
        watch=(lambda step, total, loss: watch(step, total)) if watch else None,
    )
    work: Any = train_lstm if order.kind is ModelKind.LSTM else train_context2vec
    trained = work(store, order.network_settings, run)
    for each in trained.progress.history:
        values = {"epoch": each.epoch, "loss": each.train_loss, "speed": each.words_per_second}
        if math.isnan(each.loss):
            tell(message("model-epoch", **values))
        else:
            tell(message("model-epoch-held-out", **values, held_out=each.loss, perplexity=math.exp(each.loss)))
    checkpoint.unlink(missing_ok=True)
    card: ModelCard = trained.model.card
    return card


def card_of(path: Path) -> ModelCard:
    """The card of whatever model stands at a path."""
    from anaphor.resolver.networks.lstm import OnnxLstm
    from anaphor.resolver.ngram.files import is_pack, read_pack

    if path.is_dir() or not path.exists():
        return open_model(path).card
    if is_pack(path):
        return read_pack(path).card
    if path.suffix == ".arpa":
        beside = path.with_suffix(".card.json")
        if not beside.is_file():
            raise InputError("resolver-arpa-no-card", where=Place(file=str(path)))
        return read_card(beside.read_text("utf-8"), Place(file=str(beside)))
    return OnnxLstm(path, path.stem).card


def export_model(folder: Path, output: Path) -> ModelCard:
    """Write the LSTM in a folder as one ONNX file, which needs no PyTorch, and give the card in it."""
    from anaphor.resolver.networks.lstm import load_network, lstm_settings
    from anaphor.resolver.networks.onnx_export import export_lstm

    found = open_model(folder, ModelKind.LSTM)
    weights = {name: each.detach().numpy() for name, each in load_network(found).state_dict().items()}
    return export_lstm(output, lstm_settings(found), found.vocabulary, weights, found.card)
