"""From a token store to an n-gram model in a file: ARPA, or our own small pack."""

from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import numpy as np

from anaphor import __version__
from anaphor.errors import InputError, Place
from anaphor.files import write_text
from anaphor.provenance import plain
from anaphor.resolver.ngram.arpa import write_arpa
from anaphor.resolver.ngram.kneser_ney import Estimate, estimate
from anaphor.resolver.ngram.kneser_ney_counts import sentence_stream
from anaphor.resolver.ngram.pack import QUANTISED, rounded, write_pack
from anaphor.resolver.ngram.table import NgramTable, perplexity
from anaphor.resolver.training.store import TokenStore
from anaphor.resolver.words.model_card import ModelCard, ModelKind, TrainingResult, TrainingText, card_text
from anaphor.resolver.words.vocabulary import Case, Vocabulary

_VALIDATED = 5_000
"""Held-out sentences whose perplexity is computed."""
PACK = ".xz"


@dataclass(frozen=True, slots=True, kw_only=True)
class NgramSettings:
    """How an n-gram model is estimated."""

    order: int = 3
    """The longest n-gram."""
    prune: tuple[int, ...] = (0,)
    """For each order the count at and below which n-grams are left out; the last value holds for the rest."""
    vocabulary: int = 100_000
    """Words, the special ones included."""
    held_out: float = 0.005
    """Share of the sentences that only the perplexity is measured on."""
    seed: int = 1
    """Of the choice of those sentences."""


def train_ngram(
    store: TokenStore, path: Path, text: TrainingText, settings: NgramSettings
) -> tuple[ModelCard, Estimate]:
    """Estimate a model and write it; the card stands in the pack, or beside the ARPA file."""
    if path.suffix not in (".arpa", PACK):
        raise InputError("an n-gram model is written as .arpa or, packed, as .xz", where=Place(file=str(path)))
    vocabulary = store.vocabulary(settings.vocabulary, Case.KEEP)
    tokens = store.encoded(vocabulary)
    lengths = np.diff(store.starts)
    held = np.random.default_rng(settings.seed).random(store.sentences) < settings.held_out
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths[~held])])
    stream = sentence_stream(tokens[np.repeat(~held, lengths)], starts)
    found = estimate(stream, vocabulary, order=settings.order, prune=settings.prune)
    some = np.flatnonzero(held)[:_VALIDATED]
    sentences = [tokens[store.starts[each] : store.starts[each + 1]].astype(np.int64) for each in some]
    card = _card(store.language, vocabulary, found, text, settings)
    if sentences:
        table = rounded(found.table) if path.suffix == PACK else found.table
        measured = TrainingResult(epochs=1.0, steps=1, perplexity=round(perplexity(table, sentences), 2))
        card = replace(card, result=measured)
    return (_packed if path.suffix == PACK else _arpa)(path, found.table, card), found


def _arpa(path: Path, table: NgramTable, card: ModelCard) -> ModelCard:
    write_arpa(table, path)
    final = replace(card, weights=sha256(path.read_bytes()).hexdigest()[:16])
    write_text(path.with_suffix(".card.json"), card_text(final))
    return final


def _packed(path: Path, table: NgramTable, card: ModelCard) -> ModelCard:
    final = replace(card, quantised=QUANTISED, weights=_weights(table))
    write_pack(path, table, final)
    return final


def _weights(table: NgramTable) -> str:
    """Sixteen digits of the model's numbers before they are rounded."""
    digest = sha256()
    for each in table.orders:
        for array in (each.keys, each.logs, each.backoffs):
            digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:16]


def _card(
    language: str, vocabulary: Vocabulary, found: Estimate, text: TrainingText, settings: NgramSettings
) -> ModelCard:
    made = {
        "discounts": [[round(each, 6) for each in three] for three in found.discounts],
        "fallbacks": list(found.fallbacks),
        "seen": list(found.seen),
        "ngrams": list(found.table.sizes),
    }
    return ModelCard(
        kind=ModelKind.NGRAM,
        language=language,
        case=vocabulary.case,
        words=len(vocabulary),
        vocabulary=vocabulary.fingerprint,
        weights="",
        settings=plain(settings) | made,
        text=text,
        version=__version__,
    )
