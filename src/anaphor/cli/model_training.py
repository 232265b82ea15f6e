"""What `anaphor model train` does: text to numbers, a selection where one is asked for, then the training."""

import math
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from anaphor.cli.output import progress, say
from anaphor.errors import AnaphorError, InputError, Place, UnknownNameError
from anaphor.resolver.training import TokenStore, TrainingSettings
from anaphor.resolver.words import ModelCard, ModelKind, TrainingText


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the user asked for; None leaves a setting to its preset."""

    kind: ModelKind
    """What is trained."""
    corpus: tuple[str, ...]
    """Files, folders or patterns."""
    output: Path
    """Where the model goes."""
    language: str
    """Language of the text."""
    preset: str
    """Name of the settings."""
    vocabulary: int | None
    """Words that the model knows."""
    epochs: int | None
    """How often the text is shown."""
    batch: int | None
    """Words per step."""
    sentences: int | None
    """Sentences per training unit."""
    order: int
    """Longest n-gram."""
    prune: tuple[int, ...]
    """For each order the count at which n-grams are left out."""
    select: str | None
    """A collection by whose words documents are chosen."""
    share: float
    """The share of documents kept then."""
    held_out: float | None
    """Share of the text for validation."""
    device: str
    """auto, cpu or cuda."""
    seed: int
    """Of everything drawn."""
    workers: int
    """Processes that read the text."""
    store: Path | None
    """Folder that keeps the text as numbers."""
    licence: str | None
    """Licence of the text."""
    column: str | None
    """Column of the text."""


def train_model(wanted: Wanted) -> ModelCard:
    """Train what was asked for and give its card."""
    _check(wanted)
    try:
        store, text = _text(wanted)
    except AnaphorError:
        with suppress(OSError):  # a folder with something in it stays, and so does a file
            wanted.output.rmdir()
        raise
    say(f"{len(store.tokens):,} words and marks in {store.sentences:,} sentences")
    if wanted.kind is ModelKind.NGRAM:
        return _ngram(wanted, store, text)
    return _network(wanted, store, text)


def _check(wanted: Wanted) -> None:
    """Refuse what cannot work before a corpus is read."""
    from anaphor.language import LANGUAGES

    if wanted.language not in LANGUAGES.names():
        raise UnknownNameError("language", wanted.language, LANGUAGES.names())
    if wanted.kind is ModelKind.NGRAM:
        if not wanted.output.parent.is_dir():
            raise InputError(
                "there is no such folder", where=Place(file=str(wanted.output.parent)), todo="Make it first."
            )
        if wanted.output.suffix not in (".arpa", ".xz"):
            raise InputError(
                f"an n-gram model cannot be written as {wanted.output.name}", todo="End it in .arpa or .xz."
            )
        return
    from anaphor.resolver.words import need_torch

    need_torch(f"training {wanted.kind}")
    _settings(wanted)
    from anaphor.resolver.training import device_of

    device_of(wanted.device)
    wanted.output.mkdir(parents=True, exist_ok=True)


def _text(wanted: Wanted) -> tuple[TokenStore, TrainingText]:
    from anaphor.corpus.sources import ReadingSettings, open_corpus
    from anaphor.resolver.training import store_of

    source = open_corpus(wanted.corpus, ReadingSettings(column=wanted.column))
    store = store_of(source, wanted.language, workers=wanted.workers, kept=wanted.store)
    if not store.sentences:
        raise InputError("the corpus holds no sentence", todo="Give more text.")
    selected = None
    if wanted.select is not None:
        store, selected = _selected(wanted, store)
    names = ", ".join(Path(each).name or each for each in wanted.corpus)
    about = TrainingText(
        name=names, sentences=store.sentences, tokens=len(store.tokens), licence=wanted.licence, selected_for=selected
    )
    return store, about


def _selected(wanted: Wanted, store: TokenStore) -> tuple[TokenStore, str]:
    from anaphor.collection import load
    from anaphor.resolver.training import select

    collection = load(str(wanted.select))
    chosen = select(store, collection.questions, wanted.share)
    say(
        f"the {len(chosen.sources):,} passages that share most words with {collection.name} are kept; "
        "the model is made for that task, and says so"
    )
    return chosen, f"{collection.name}#{collection.fingerprint}"


def _ngram(wanted: Wanted, store: TokenStore, text: TrainingText) -> ModelCard:
    from anaphor.resolver.ngram import NgramSettings, train_ngram

    usual = NgramSettings()
    settings = NgramSettings(
        order=wanted.order,
        prune=wanted.prune,
        vocabulary=wanted.vocabulary or usual.vocabulary,
        held_out=usual.held_out if wanted.held_out is None else wanted.held_out,
        seed=wanted.seed,
    )
    card, found = train_ngram(store, wanted.output, text, settings)
    for order in found.fallbacks:
        say(f"order {order}: the counts are too few for discounts of their own; 0.5, 1 and 1.5 are used")
    return card


def _settings(wanted: Wanted) -> Any:
    """The preset with what the user says otherwise."""
    from anaphor.resolver.networks import context2vec_preset, lstm_preset

    preset: Any = (lstm_preset if wanted.kind is ModelKind.LSTM else context2vec_preset)(wanted.preset)
    given = {
        "epochs": wanted.epochs,
        "batch": wanted.batch,
        "sentences": wanted.sentences,
        "held_out": wanted.held_out,
        "seed": wanted.seed,
    }
    training: TrainingSettings = replace(
        preset.training, **{name: value for name, value in given.items() if value is not None}
    )
    return replace(preset, training=training, vocabulary=wanted.vocabulary or preset.vocabulary)


def _network(wanted: Wanted, store: TokenStore, text: TrainingText) -> ModelCard:
    from anaphor.resolver.training import CHECKPOINT, TrainingRun, train_context2vec, train_lstm

    with progress(f"training {wanted.kind}") as show:
        run = TrainingRun(
            folder=wanted.output,
            text=text,
            device=wanted.device,
            every=500,
            watch=lambda step, total, loss: show(step, total),
        )
        if (wanted.output / CHECKPOINT).exists():
            say(f"going on from {wanted.output / CHECKPOINT}")
        trained = (train_lstm if wanted.kind is ModelKind.LSTM else train_context2vec)(store, _settings(wanted), run)
    for each in trained.progress.history:
        held = "" if math.isnan(each.loss) else f", held out {each.loss:.3f} (perplexity {math.exp(each.loss):.1f})"
        say(f"epoch {each.epoch:.2f}: loss {each.train_loss:.3f}{held}, {each.words_per_second:,.0f} words/s")
    (wanted.output / CHECKPOINT).unlink(missing_ok=True)
    return trained.model.card
