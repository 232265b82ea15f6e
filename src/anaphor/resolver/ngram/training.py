"""From a token store to an n-gram model in a file: ARPA, or our own small pack."""

from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import numpy as np

from anaphor import __version__
from anaphor.errors import InputError
from anaphor.files import write_text
from anaphor.provenance import plain
from anaphor.resolver.ngram.files import QUANTISED, rounded, write_arpa, write_pack
from anaphor.resolver.ngram.kneser_ney import NgramEstimate, estimate, sentence_stream
from anaphor.resolver.ngram.table import NgramTable, perplexity
from anaphor.resolver.training.store import TokenStore
from anaphor.resolver.words.model_folder import ModelCard, ModelKind, TrainingResult, TrainingText, card_text, digest
from anaphor.resolver.words.vocabulary import LetterCase

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
) -> tuple[ModelCard, NgramEstimate]:
    """NgramEstimate a model and write it; the card stands in the pack, or beside the ARPA file."""
    if path.suffix not in (".arpa", PACK):
        raise InputError("resolver-ngram-ending", name=path.name)
    vocabulary = store.vocabulary(settings.vocabulary, LetterCase.KEEP)
    tokens = store.encoded(vocabulary)
    lengths = np.diff(store.starts)
    held = np.random.default_rng(settings.seed).random(store.sentences) < settings.held_out
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths[~held])])
    stream = sentence_stream(tokens[np.repeat(~held, lengths)], starts)
    found = estimate(stream, vocabulary, order=settings.order, prune=settings.prune)
    some = np.flatnonzero(held)[:_VALIDATED]
    sentences = [tokens[store.starts[each] : store.starts[each + 1]].astype(np.int64) for each in some]
    measured = None
    if sentences:
        table = rounded(found.table) if path.suffix == PACK else found.table
        measured = TrainingResult(epochs=1.0, steps=1, perplexity=round(perplexity(table, sentences), 2))
    made = {
        "discounts": [[round(each, 6) for each in three] for three in found.discounts],
        "fallbacks": list(found.fallbacks),
        "seen": list(found.seen),
        "ngrams": list(found.table.sizes),
    }
    card = ModelCard(
        kind=ModelKind.NGRAM,
        language=store.language,
        case=vocabulary.case,
        words=len(vocabulary),
        vocabulary=vocabulary.fingerprint,
        weights="",
        settings=plain(settings) | made,
        text=text,
        result=measured,
        version=__version__,
    )
    return _written(path, found.table, card), found


def _written(path: Path, table: NgramTable, card: ModelCard) -> ModelCard:
    """The model in its file; the card, which is given back, gets the digest of its numbers."""
    if path.suffix != PACK:
        write_arpa(table, path)
        final = replace(card, weights=digest(path))
        write_text(path.with_suffix(".card.json"), card_text(final))
        return final
    numbers = sha256()  # before they are rounded
    for order in table.orders:
        for array in (order.keys, order.logs, order.backoffs):
            numbers.update(np.ascontiguousarray(array).tobytes())
    final = replace(card, quantised=QUANTISED, weights=numbers.hexdigest()[:16])
    write_pack(path, table, final)
    return final
