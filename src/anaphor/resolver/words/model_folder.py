"""Folders that hold a trained model: weights (safetensors), vocabulary, and a card on which it says what it is.

The card names its kind, settings, text and results; its signature follows from them. Training and scoring go through
the same vocabulary: the language's tokens, apostrophes straightened, capitals kept or not.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import ContentError, FormatError, InputError, MissingExtraError, OutputError
from anaphor.files import atomic_file, digest, write_text
from anaphor.provenance import Signature, adapter, fingerprint, plain
from anaphor.resolver.settings import ModelKind as ModelKind
from anaphor.text import joined, text

if TYPE_CHECKING:
    from torch import Tensor

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
WEIGHTS = "model.safetensors"
VOCABULARY = "vocabulary.txt"
CARD = "card.json"
_STRICT = {"extra": "forbid"}
UNKNOWN = "<unk>"
START = "<s>"
END = "</s>"
SPECIAL = (UNKNOWN, START, END)
"""The unknown word and the two ends of a sentence."""
UNKNOWN_ID, START_ID, END_ID = range(3)
"""Numbers of the three words that no text has, the same in every vocabulary."""

_STRAIGHT = str.maketrans({"’": "'", "ʼ": "'", "‘": "'", "\u2010": "-", "\u2011": "-"})


class LetterCase(StrEnum):
    """What becomes of capitals."""

    KEEP = "keep"
    """A word is looked up as written, then in lower case (Trinh & Le)."""
    LOWER = "lower"
    """Everything is in lower case (context2vec)."""


def normal_form(word: str, case: LetterCase = LetterCase.KEEP) -> str:
    """The word as vocabularies have it: straight apostrophes and hyphens, no blanks inside.

    >>> normal_form("L’", LetterCase.LOWER)
    "l'"
    """
    straight = word.translate(_STRAIGHT)
    if not straight.isascii() or not straight.isalnum():
        straight = "".join(straight.split())
    return straight.lower() if case is LetterCase.LOWER else straight


@dataclass(frozen=True, kw_only=True)
class Vocabulary:
    """Words by number; the first three are the unknown word and the two ends of a sentence."""

    words: tuple[str, ...]
    """All words, the special ones first, the others from the most frequent on."""
    case: LetterCase = LetterCase.KEEP

    def __post_init__(self) -> None:
        if self.words[:3] != SPECIAL:
            raise ContentError("resolver-vocabulary-start", words=joined(SPECIAL))
        if len(set(self.words)) != len(self.words):
            raise ContentError("resolver-vocabulary-twice")

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def ids(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.words)}

    def id_of(self, word: str) -> int:
        """The number of a word as written, else of its lower case, else that of the unknown word."""
        form = normal_form(word, self.case)
        found = self.ids.get(form)
        return self.ids.get(form.lower(), UNKNOWN_ID) if found is None else found

    def knows(self, word: str) -> bool:
        return self.id_of(word) != UNKNOWN_ID

    def encode(self, words: Iterable[str]) -> Ints:
        return np.array([self.id_of(word) for word in words], dtype=np.int64)

    @cached_property
    def fingerprint(self) -> str:
        return digest("\n".join((self.case, *self.words)))


def make_vocabulary(words: Sequence[str], counts: Ints, *, size: int, case: LetterCase) -> Vocabulary:
    """The `size` most frequent words (the special ones included); of equally frequent ones, the first in the alphabet.

    >>> make_vocabulary(["b", "a", "A"], np.array([2, 1, 3]), size=5, case=LetterCase.LOWER).words[3:]
    ('a', 'b')
    """
    pooled: dict[str, int] = {}
    for word, count in zip(words, counts.tolist(), strict=True):
        form = word.lower() if case is LetterCase.LOWER else word
        pooled[form] = pooled.get(form, 0) + count
    ranked = sorted((form for form in pooled if form not in SPECIAL), key=lambda form: (-pooled[form], form))
    return Vocabulary(words=(*SPECIAL, *ranked[: max(size - len(SPECIAL), 0)]), case=case)


def vocabulary_text(vocabulary: Vocabulary) -> str:
    return "\n".join(vocabulary.words) + "\n"


def read_vocabulary(text: str, case: LetterCase, where: Path) -> Vocabulary:
    try:
        return Vocabulary(words=tuple(text.removesuffix("\n").split("\n")), case=case)
    except ContentError as error:
        raise ContentError(error.what, where=where) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingText:
    """The text that a model was trained on."""

    __pydantic_config__ = _STRICT

    name: str
    sentences: int
    """How many sentences, the held-out ones included."""
    tokens: int
    licence: str | None = None
    selected_for: str | None = None
    """Name and fingerprint of the collection by whose words documents were chosen: the model is task-specific."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingResult:
    """How the training went."""

    __pydantic_config__ = _STRICT

    epochs: float
    steps: int
    train_loss: float | None = None
    """Mean loss per word in nats over the last epoch."""
    held_out_loss: float | None = None
    """Lowest mean loss per held-out word in nats."""
    perplexity: float | None = None
    """Of the held-out units, unknown words and end marks counted as words; None for context2vec."""
    words_per_second: float | None = None
    device: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCard:
    """What a model says of itself."""

    __pydantic_config__ = _STRICT

    kind: ModelKind
    language: str
    case: LetterCase
    words: int
    vocabulary: str
    weights: str
    """First sixteen digits of the SHA-256 of the weights' file."""
    settings: dict[str, Any] = field(default_factory=dict)
    text: TrainingText
    result: TrainingResult | None = None
    version: str
    quantised: str | None = None
    notes: str | None = None

    @property
    def signature(self) -> Signature:
        return Signature.of(
            model=self.kind,
            weights=self.weights,
            vocabulary=f"{self.words}#{self.vocabulary}",
            text=f"{self.text.name} ({self.text.tokens} tokens)",
            selected_for=self.text.selected_for,
            settings=fingerprint(self.settings),
            quantised=self.quantised,
            version=self.version,
        )


def card_text(card: ModelCard) -> str:
    return json.dumps(plain(card) | {"signature": str(card.signature)}, ensure_ascii=False, indent=2) + "\n"


def read_card(written: str, where: Path) -> ModelCard:
    """The card in a file; the signature in it must be the one that follows from the rest."""
    try:
        found = json.loads(written)
        signature = found.pop("signature", None)
        card = adapter(ModelCard).validate_python(found)
    except (ValueError, AttributeError) as error:
        raise FormatError("resolver-no-card", where=where) from error
    if signature is not None and signature != str(card.signature):
        raise FormatError("resolver-card-changed", where=where)
    return card


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFolder:
    """A trained model on disk."""

    path: Path
    card: ModelCard
    vocabulary: Vocabulary


def need_torch(code: str) -> None:
    """Refuse with the install line where PyTorch or safetensors is missing; the code names what needs them."""
    try:
        import safetensors
        import torch
    except ImportError:
        raise MissingExtraError(text(code), "lm") from None
    if not (hasattr(torch, "nn") and hasattr(safetensors, "safe_open")):
        raise MissingExtraError(text(code), "lm")


def save_model(folder: Path, card: ModelCard, vocabulary: Vocabulary, weights: "dict[str, Tensor]") -> ModelFolder:
    """Write a model into a folder; the card gets the digest of the weights and comes last."""
    from safetensors.torch import save

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError("resolver-folder-not-made", reason=str(error.strerror), where=folder) from error
    kept = {name: each.detach().cpu().contiguous().clone() for name, each in weights.items()}
    with atomic_file(folder / WEIGHTS) as file:
        file.write(save(kept))
    write_text(folder / VOCABULARY, vocabulary_text(vocabulary))
    final = replace(card, weights=digest(folder / WEIGHTS), vocabulary=vocabulary.fingerprint, words=len(vocabulary))
    write_text(folder / CARD, card_text(final))
    return ModelFolder(path=folder, card=final, vocabulary=vocabulary)


def open_model(folder: Path, kind: ModelKind | None = None) -> ModelFolder:
    """The model in a folder; another kind, a missing file or a foreign vocabulary is refused."""
    if not folder.is_dir():
        raise InputError("resolver-no-model-folder", where=folder)
    if not (folder / CARD).is_file():
        raise FormatError("resolver-folder-no-card", file=CARD, where=folder)
    card = read_card((folder / CARD).read_text("utf-8", "replace"), folder / CARD)
    if kind is not None and card.kind is not kind:
        raise InputError("resolver-other-kind", kind=card.kind.value, wanted=kind.value, where=folder)
    for name in (WEIGHTS, VOCABULARY):
        if not (folder / name).is_file():
            raise FormatError("resolver-model-not-whole", file=name, where=folder)
    words = (folder / VOCABULARY).read_text("utf-8", "replace")
    vocabulary = read_vocabulary(words, card.case, folder / VOCABULARY)
    if vocabulary.fingerprint != card.vocabulary:
        raise FormatError("resolver-other-vocabulary", where=folder)
    return ModelFolder(path=folder, card=card, vocabulary=vocabulary)


def load_weights(model: ModelFolder) -> "dict[str, Tensor]":
    """The weights of a model; a file that was changed or cut is refused."""
    need_torch("resolver-part-trained-model")
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    path = model.path / WEIGHTS
    if digest(path) != model.card.weights:
        raise FormatError("resolver-other-weights", where=path)
    try:
        return load_file(path)
    except SafetensorError as error:
        raise FormatError("resolver-weights-unreadable", where=path) from error
