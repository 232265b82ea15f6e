"""Folders that hold a trained model: weights (safetensors), vocabulary and card."""

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from anaphor.errors import FormatError, InputError, MissingExtraError, OutputError, Place
from anaphor.files import atomic_file, write_text
from anaphor.resolver.words.model_card import ModelCard, ModelKind, card_text, read_card
from anaphor.resolver.words.vocabulary import Vocabulary, read_vocabulary, vocabulary_text

if TYPE_CHECKING:
    from torch import Tensor

WEIGHTS = "model.safetensors"
VOCABULARY = "vocabulary.txt"
CARD = "card.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFolder:
    """A trained model on disk."""

    path: Path
    """The folder."""
    card: ModelCard
    """What the model says of itself."""
    vocabulary: Vocabulary
    """The words it knows."""


def need_torch(what: str) -> None:
    """Refuse with the install line where PyTorch or safetensors is missing."""
    try:
        import safetensors
        import torch
    except ImportError:
        raise MissingExtraError(what, "lm") from None
    if not (hasattr(torch, "nn") and hasattr(safetensors, "safe_open")):
        raise MissingExtraError(what, "lm")


def digest(path: Path) -> str:
    """The first sixteen digits of the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


def save_model(folder: Path, card: ModelCard, vocabulary: Vocabulary, weights: "dict[str, Tensor]") -> ModelFolder:
    """Write a model into a folder; the card gets the digest of the weights and comes last."""
    from safetensors.torch import save

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"the folder cannot be made ({error.strerror})", where=Place(file=str(folder))) from error
    kept = {name: each.detach().cpu().contiguous().clone() for name, each in weights.items()}
    with atomic_file(folder / WEIGHTS) as file:
        file.write(save(kept))
    write_text(folder / VOCABULARY, vocabulary_text(vocabulary))
    final = replace(card, weights=digest(folder / WEIGHTS), vocabulary=vocabulary.fingerprint, words=len(vocabulary))
    write_text(folder / CARD, card_text(final))
    return ModelFolder(path=folder, card=final, vocabulary=vocabulary)


def open_model(folder: Path, kind: ModelKind | None = None) -> ModelFolder:
    """The model in a folder; another kind, a missing file or a foreign vocabulary is refused."""
    where = Place(file=str(folder))
    if not folder.is_dir():
        raise InputError("there is no such folder", where=where, todo="Give the folder of a trained model.")
    if not (folder / CARD).is_file():
        raise FormatError(
            f"this folder holds no model made by anaphor ({CARD} is missing)",
            where=where,
            todo="Make one with `anaphor model train`.",
        )
    card = read_card((folder / CARD).read_text("utf-8", "replace"), Place(file=str(folder / CARD)))
    if kind is not None and card.kind is not kind:
        raise InputError(f"this folder holds a model of the kind {card.kind}, not {kind}", where=where)
    for name in (WEIGHTS, VOCABULARY):
        if not (folder / name).is_file():
            raise FormatError(f"the model is not whole ({name} is missing)", where=where)
    vocabulary = read_vocabulary(
        (folder / VOCABULARY).read_text("utf-8", "replace"), card.case, Place(file=str(folder / VOCABULARY))
    )
    if vocabulary.fingerprint != card.vocabulary:
        raise FormatError("the vocabulary is not the one that the model was trained with", where=where)
    return ModelFolder(path=folder, card=card, vocabulary=vocabulary)


def load_weights(model: ModelFolder) -> "dict[str, Tensor]":
    """The weights of a model; a file that was changed or cut is refused."""
    need_torch("reading a trained model")
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    path = model.path / WEIGHTS
    if digest(path) != model.card.weights:
        raise FormatError("the weights are not those that the card speaks of", where=Place(file=str(path)))
    try:
        return load_file(path)
    except SafetensorError as error:
        raise FormatError("the weights cannot be read", where=Place(file=str(path))) from error
