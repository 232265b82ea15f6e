"""What `anaphor model` does: train a model on text, read what a model says of itself, export an LSTM."""

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from anaphor import __version__
from anaphor.errors import AnaphorError, InputError, UnknownNameError, member_of
from anaphor.language import LANGUAGES
from anaphor.parameters import act
from anaphor.progress import progress
from anaphor.provenance import fingerprint, plain
from anaphor.resolver.networks.settings import Context2vecSettings, LstmSettings, context2vec_preset, lstm_preset
from anaphor.resolver.settings import TrainSettings
from anaphor.resolver.training.store import TokenStore, make_units, select, split_units, store_of
from anaphor.resolver.words.model_folder import (
    ModelCard,
    ModelFolder,
    ModelKind,
    TrainingResult,
    TrainingText,
    need_torch,
    open_model,
    read_card,
    save_model,
)
from anaphor.resolver.words.word_models import shipped_file, shipped_names
from anaphor.result import Result
from anaphor.text import Message, message, text

if TYPE_CHECKING:
    import torch

    from anaphor.resolver.training.loop import Progress

Tell = Callable[[Message], None]
CHECKPOINT = "checkpoint.safetensors"


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
            raise InputError("resolver-no-folder", where=order.output.parent)
        if order.output.suffix not in (".arpa", ".xz"):
            raise InputError("resolver-ngram-ending", name=order.output.name)
    else:
        need_torch(f"resolver-part-training-{order.kind}")
        order.network_settings  # noqa: B018  # a preset or a setting that is no good says so here
        device_of(order.device)
        order.output.mkdir(parents=True, exist_ok=True)
    try:
        store, text = _text(order, tell)
    except AnaphorError:
        with suppress(OSError):  # a folder with something in it stays, and so does a file
            order.output.rmdir()
        raise
    tell(message("model-text", tokens=len(store.tokens), sentences=store.sentences))
    if order.kind is not ModelKind.NGRAM:
        return _network(order, store, text, tell, watch)
    from anaphor.resolver.ngram.kneser_ney import NgramSettings, train_ngram

    given: dict[str, Any] = {"vocabulary": order.vocabulary, "held_out": order.held_out}
    settings = NgramSettings(order=order.order, prune=order.prune, seed=order.seed)
    settings = replace(settings, **{name: value for name, value in given.items() if value is not None})
    card, found = train_ngram(store, order.output, text, settings)
    for number in found.fallbacks:
        tell(message("model-fallback", order=number))
    return card


def _text(order: TrainingOrder, tell: Tell) -> tuple[TokenStore, TrainingText]:
    from anaphor.collection import load
    from anaphor.corpus import ReadingSettings, open_corpus

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


def _network(
    order: TrainingOrder, store: TokenStore, text: TrainingText, tell: Tell, watch: Callable[[int, int], None] | None
) -> ModelCard:
    checkpoint = order.output / CHECKPOINT
    if checkpoint.exists():
        tell(message("model-resumed", path=str(checkpoint)))
    heard = (lambda step, total, loss: watch(step, total)) if watch else None
    run = TrainingRun(folder=order.output, text=text, device=order.device, every=500, watch=heard)
    trained = train_network(store, order.network_settings, run)
    for each in trained.progress.history:
        values = {"epoch": each.epoch, "loss": each.train_loss, "speed": each.words_per_second}
        if math.isnan(each.loss):
            tell(message("model-epoch", **values))
        else:
            tell(message("model-epoch-held-out", **values, held_out=each.loss, perplexity=math.exp(each.loss)))
    checkpoint.unlink(missing_ok=True)
    return trained.model.card


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingRun:
    """Where a training takes place and where its results go."""

    folder: Path
    """The folder of the model; the checkpoint lies there while the training lasts."""
    text: TrainingText
    device: str = "auto"
    """`cpu`, `cuda`, or `auto`: a GPU where there is one."""
    checkpoints: bool = True
    every: int = 2_000
    seconds: float = math.inf
    """The training ends after so many seconds, in good order."""
    watch: Callable[[int, int, float], None] | None = None
    """Called now and then with steps done, steps in all, and the mean loss per word."""


@dataclass(frozen=True, kw_only=True)
class Trained:
    """A trained network and what is on disk of it."""

    network: Any  # LstmNetwork or Context2vecNetwork: the caller knows which it asked for
    model: ModelFolder
    progress: "Progress"


def device_of(name: str) -> "torch.device":
    """The device of that name; `auto` is a GPU where there is one."""
    import torch

    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if name == "cuda" and not torch.cuda.is_available():
        raise InputError("resolver-no-gpu")
    if name not in ("cpu", "cuda"):
        raise InputError("resolver-training-device", device=name)
    return torch.device(name)


def train_network(store: TokenStore, settings: LstmSettings | Context2vecSettings, run: TrainingRun) -> Trained:
    """An LSTM or a context2vec, as its settings say, trained on a store and saved in its folder."""
    import torch

    from anaphor.resolver.networks.context2vec_network import Context2vecNetwork
    from anaphor.resolver.networks.lstm_network import LstmNetwork
    from anaphor.resolver.training.loop import Training, train

    vocabulary, device = store.vocabulary(settings.vocabulary, settings.case), device_of(run.device)
    encoded = store.encoded(vocabulary)
    network: LstmNetwork | Context2vecNetwork
    if isinstance(settings, LstmSettings):
        network = LstmNetwork(settings, len(vocabulary), device)
    else:
        network = Context2vecNetwork(settings, np.bincount(encoded, minlength=len(vocabulary)), device)
    shown = settings.training
    units = make_units(encoded, store.starts, store.documents, sentences=shown.sentences, longest=shown.longest)
    kept, held_out = split_units(units, shown.held_out, shown.seed)
    if run.checkpoints:
        run.folder.mkdir(parents=True, exist_ok=True)
    data = (vocabulary.fingerprint, len(store.tokens), store.sentences, int(store.tokens[::97].sum()))
    training = Training(
        network=network,
        units=kept,
        held_out=held_out,
        checkpoint=run.folder / CHECKPOINT if run.checkpoints else None,
        every=run.every,
        watch=run.watch,
        seconds=run.seconds,
        identity=fingerprint([settings, data]),
    )
    try:
        progress = train(training)
    except RuntimeError as error:  # a network that does not fit is one sentence, not a trace of the allocator
        if isinstance(error, torch.OutOfMemoryError) or "allocate" in str(error):
            raise InputError("resolver-training-memory") from error
        raise
    weights = dict(network.state_dict())
    weights.pop("softmax.weight", None)  # there where it is tied to the embeddings
    card = ModelCard(
        kind=ModelKind.LSTM if isinstance(settings, LstmSettings) else ModelKind.CONTEXT2VEC,
        language=store.language,
        case=settings.case,
        words=0,  # these three follow when it is saved
        vocabulary="",
        weights="",
        settings=plain(settings),
        text=run.text,
        result=_result(progress, device, perplexity=isinstance(settings, LstmSettings)),
        version=__version__,
    )
    model = save_model(run.folder, card, vocabulary, weights)
    return Trained(network=network, model=model, progress=progress)


def _result(progress: "Progress", device: "torch.device", *, perplexity: bool) -> TrainingResult | None:
    import torch

    if not progress.history:
        return None
    last = progress.history[-1]
    best = min((each.loss for each in progress.history if math.isfinite(each.loss)), default=None)
    return TrainingResult(
        epochs=round(last.epoch, 3),
        steps=progress.step,
        train_loss=round(last.train_loss, 5),
        held_out_loss=None if best is None else round(best, 5),
        perplexity=round(math.exp(best), 2) if best is not None and perplexity else None,
        words_per_second=round(last.words_per_second),
        device=torch.cuda.get_device_name() if device.type == "cuda" else "cpu",
    )


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ModelDescription(Result):
    """What a model is: its kind, text, settings, results and signature."""

    model: str
    """Where it stands, or its name."""
    card: ModelCard
    notes: tuple[Message, ...] = ()
    """What was said while it was trained."""

    def to_dict(self) -> dict[str, Any]:
        """The document that `model info NAME --json` prints."""
        return {"model": self.model, **plain(self.card), "signature": str(self.card.signature)}


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ModelList(Result):
    """Several models beside each other."""

    models: tuple[ModelDescription, ...]

    def to_dict(self) -> dict[str, Any]:
        """The document that `model info --json` prints."""
        return {"models": [model.to_dict() for model in self.models]}


@act(TrainSettings)
def train(
    kind: ModelKind | str, corpus: str | Path | Sequence[str | Path], output: str | Path, settings: TrainSettings
) -> ModelDescription:
    """A model trained on text: `"ngram"`, `"lstm"` or `"context2vec"`; the same call goes on where one was stopped.

    `corpus` are files, folders or patterns of text, `output` the folder of the model (for an n-gram model a file,
    .arpa or .xz). The `settings` are the options of `anaphor model train`. `tell` is called with each note as it
    comes; the result has them all.
    """
    paths = [corpus] if isinstance(corpus, str | Path) else corpus
    heard: list[Message] = []

    def note(said: Message) -> None:
        heard.append(said)
        if settings.tell:
            settings.tell(said)

    given = {**vars(settings), "prune": tuple(settings.prune), "store": settings.store and Path(settings.store)}
    given.pop("tell")
    wanted = member_of(ModelKind, kind, "kind")
    order = TrainingOrder(kind=wanted, corpus=tuple(map(str, paths)), output=Path(output), **given)
    with progress(text("model-progress", kind=wanted.value)) as bar:
        card = train_model(order, note, bar)
    return ModelDescription(model=str(output), card=card, notes=tuple(heard))


def model_info(model: str | Path) -> ModelDescription:
    """What a model is, from its folder or its .npz, .xz or .arpa file."""
    return ModelDescription(model=str(model), card=card_of(Path(model)))


def shipped_models() -> ModelList:
    """The models that come with the package.

    >>> shipped_models().models[0].card.language
    'en'
    """
    names = [name for name in shipped_names() if name.endswith((".npz", ".xz"))]
    return ModelList(models=tuple(ModelDescription(model=name, card=card_of(shipped_file(name))) for name in names))


def card_of(path: Path) -> ModelCard:
    """The card of whatever model stands at a path."""
    from anaphor.resolver.networks.compact_lstm import CompactLstm
    from anaphor.resolver.ngram.ngram import is_pack, read_pack

    if path.is_dir() or not path.exists():
        return open_model(path).card
    if is_pack(path):
        return read_pack(path).card
    if path.suffix == ".arpa":
        beside = path.with_suffix(".card.json")
        if not beside.is_file():
            raise InputError("resolver-arpa-no-card", where=path)
        return read_card(beside.read_text("utf-8"), beside)
    return CompactLstm(path, path.stem).card


def export_model(model: str | Path, output: str | Path) -> ModelDescription:
    """An LSTM written as one file that needs no PyTorch (.npz): what the file says of itself.

    The model is a folder, or an ONNX file of version 0.1, which is written anew.
    """
    from anaphor.resolver.networks.compact_lstm import CompactLstm
    from anaphor.resolver.networks.lstm import export_lstm

    source, target = Path(model), Path(output)
    if source.is_file():
        card = CompactLstm(source, source.stem).copy_to(target)
    else:
        card = export_lstm(target, open_model(source, ModelKind.LSTM))
    return ModelDescription(model=str(output), card=card)
