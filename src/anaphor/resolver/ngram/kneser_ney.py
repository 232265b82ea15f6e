"""Modified Kneser–Ney estimation (Chen & Goodman 1999), interpolated, with pruning.

The highest order is counted as it is; below it a word counts once for each different word before it, except at the
start of a sentence. Three discounts per order come from the numbers of n-grams seen once to four times. Single words
are interpolated with a uniform distribution, so that every word, the unknown one included, has a probability.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from anaphor import __version__
from anaphor.errors import ContentError, InputError
from anaphor.files import digest, write_text
from anaphor.provenance import plain
from anaphor.resolver.ngram.ngram import QUANTISED, NgramOrder, NgramTable, perplexity, rounded, write_arpa, write_pack
from anaphor.resolver.training.store import TokenStore
from anaphor.resolver.words.model_folder import (
    END,
    END_ID,
    START,
    START_ID,
    Floats,
    Ints,
    LetterCase,
    ModelCard,
    ModelKind,
    Singles,
    TrainingResult,
    TrainingText,
    Vocabulary,
    card_text,
)
from anaphor.text import joined

FALLBACK = (0.5, 1.0, 1.5)
"""The discounts of an order whose counts of counts give none, as on very small corpora."""
HIGHEST_ORDER = 5
_NEVER = -99.0
"""log10 of the probability of the start mark, which is never predicted."""
_BLOCK = 4_000_000
"""Words counted at a time: memory is constant but for the distinct n-grams."""
Counted = tuple[Ints, Ints]
"""Distinct keys in order, and how often each occurs."""


@dataclass(frozen=True, kw_only=True)
class OrderCounts:
    """The distinct n-grams of one order."""

    keys: Ints
    """Sorted: place of the first n−1 words in the order below, times the vocabulary, plus the last word."""
    counts: Ints
    prefix: Ints
    """Place of the first n−1 words in the order below."""
    suffix: Ints
    """Place of the last n−1 words in the order below."""
    first: Ints


def count_orders(stream: Callable[[], Iterator[Ints]], size: int, order: int) -> list[OrderCounts]:
    """The n-grams of every order up to `order`; blocks hold whole sentences with marks, and are read once per order."""
    found: list[OrderCounts] = []
    for number in range(order):
        keys, counts = _merged(_keys(block, found, size) for block in stream())
        if number == 0:
            dense = np.zeros(size, np.int64)
            dense[keys] = counts
            keys, counts = np.arange(size), dense
        prefix, last = keys // size, keys % size
        suffix, first = np.zeros(len(last), np.int64), keys
        if found:
            below = found[-1]
            suffix = last if number == 1 else np.searchsorted(below.keys, below.suffix[prefix] * size + last)
            first = below.first[prefix]
        found.append(OrderCounts(keys=keys, counts=counts, prefix=prefix, suffix=suffix, first=first))
    return found


def _keys(block: Ints, below: list[OrderCounts], size: int) -> Ints:
    """The key of the n-gram that ends at each word of a block, for the order after those that are there."""
    if not below:
        return block

    def step(place: Ints) -> Ints:
        return np.concatenate([np.zeros(1, np.int64), place[:-1]]) * size + block

    starts = np.flatnonzero(block == START_ID)
    depth = np.arange(len(block)) - starts[np.searchsorted(starts, np.arange(len(block)), side="right") - 1]
    place = block
    for number, order in enumerate(below[1:], 1):
        place = np.where(depth >= number, np.searchsorted(order.keys, step(place)), 0)
    return step(place)[depth >= len(below)]


def _merged(blocks: Iterator[Ints]) -> Counted:
    """Distinct keys in order, and how often each occurs; like sizes are merged, so each key is moved rarely."""
    runs: list[Counted] = []
    for block in blocks:
        if len(block):
            runs.append(np.unique(block, return_counts=True))
            while len(runs) > 1 and len(runs[-2][0]) < 2 * len(runs[-1][0]):
                runs.append(_sum(runs.pop(), runs.pop()))
    while len(runs) > 1:
        runs.append(_sum(runs.pop(), runs.pop()))
    return runs[0] if runs else (np.zeros(0, np.int64), np.zeros(0, np.int64))


def _sum(one: Counted, other: Counted) -> Counted:
    keys = np.concatenate([one[0], other[0]])
    counts = np.concatenate([one[1], other[1]])
    order = np.argsort(keys, kind="stable")
    keys, counts = keys[order], counts[order]
    edges = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    return keys[edges], np.add.reduceat(counts, edges)


def sentence_stream(tokens: NDArray[np.int32], starts: Ints, block: int = _BLOCK) -> Callable[[], Iterator[Ints]]:
    """Sentences between their marks, in blocks of about `block` words."""

    def blocks() -> Iterator[Ints]:
        first = 0
        while first < len(starts) - 1:
            last = int(np.searchsorted(starts, starts[first] + block, side="right")) - 1
            last = min(max(last, first + 1), len(starts) - 1)
            edges = starts[first : last + 1] - starts[first]
            part = np.asarray(tokens[starts[first] : starts[last]], dtype=np.int64)
            opened = np.insert(part, edges[:-1], START_ID)
            yield np.insert(opened, edges[1:] + np.arange(1, len(edges)), END_ID)
            first = last

    return blocks


@dataclass(frozen=True, slots=True, kw_only=True)
class NgramEstimate:
    """An n-gram model and how it was estimated."""

    table: NgramTable
    discounts: tuple[tuple[float, float, float], ...]
    """For each order, what is taken from counts of 1, of 2, and of 3 and more."""
    fallbacks: tuple[int, ...]
    """Orders whose discounts could not be computed and were set to 0.5, 1, 1.5."""
    seen: tuple[int, ...]
    """Distinct n-grams of each order before pruning."""


def estimate(
    stream: Callable[[], Iterator[Ints]], vocabulary: Vocabulary, *, order: int, prune: Sequence[int] = ()
) -> NgramEstimate:
    """The model of a stream of blocks of sentences between their marks.

    `prune` gives, for each order, the count at and below which n-grams are left out (`0 0 1`: trigrams seen once); the
    last value holds for the orders after it. The mass of what is left out goes to the order below.
    """
    if not 1 <= order <= HIGHEST_ORDER:
        raise ContentError("resolver-order", order=order, highest=HIGHEST_ORDER)
    given = list(prune) or [0]
    if len(given) > order or min(given) < 0 or given != sorted(given):
        raise ContentError("resolver-pruning", prune=joined(prune, " "), order=order)
    if vocabulary.words[START_ID] != START or END not in vocabulary.words[:3]:
        raise ContentError("resolver-vocabulary-special")
    thresholds = given + [given[-1]] * (order - len(given))
    orders = count_orders(stream, len(vocabulary), order)
    if not int(orders[0].counts.sum()):
        raise ContentError("resolver-no-sentence")
    # Kneser and Ney count different words before, but for the highest order and the start of a sentence.
    adjusted = [orders[-1].counts.copy()]
    for own, longer in zip(orders[-2::-1], orders[:0:-1], strict=True):
        counts = np.bincount(longer.suffix, minlength=len(own.keys)).astype(np.int64)
        at_start = own.first == START_ID
        counts[at_start] = own.counts[at_start]
        adjusted.insert(0, counts)
    adjusted[0][START_ID] = 0
    found = [discounts_of(each) for each in adjusted]
    # Those n-grams stay that are above the threshold, and those that a longer one that stays begins with.
    kept = [np.ones(len(orders[0].keys), dtype=bool)]
    kept += [counts > threshold for counts, threshold in zip(adjusted[1:], thresholds[1:], strict=True)]
    for number in range(order - 1, 1, -1):
        kept[number - 1][orders[number].prefix[kept[number]]] = True
    discounts = [each or FALLBACK for each in found]
    return NgramEstimate(
        table=_table(orders, adjusted, discounts, kept, vocabulary),
        discounts=tuple(discounts),
        fallbacks=tuple(number + 1 for number, each in enumerate(found) if each is None),
        seen=tuple(len(each.keys) for each in orders),
    )


def discounts_of(counts: Ints) -> tuple[float, float, float] | None:
    """Chen & Goodman's three discounts, from how many n-grams are seen once to four times; None where they fail.

    >>> [round(each, 3) for each in discounts_of(np.repeat([1, 2, 3, 4], [8, 4, 2, 1]))]
    [0.5, 1.25, 2.0]
    """
    one, two, three, four = (int((counts == number).sum()) for number in range(1, 5))
    if not (one and two and three):
        return None
    share = one / (one + 2 * two)
    found = (1 - 2 * share * two / one, 2 - 3 * share * three / two, 3 - 4 * share * four / three)
    return found if all(0 < each <= number for number, each in enumerate(found, 1)) else None


def _table(
    orders: Sequence[OrderCounts],
    adjusted: Sequence[Ints],
    discounts: Sequence[tuple[float, float, float]],
    kept: Sequence[NDArray[np.bool_]],
    vocabulary: Vocabulary,
) -> NgramTable:
    """Probabilities and weights from the lowest order up; what is pruned is priced as the model will price it."""
    below = np.full(len(vocabulary), 1.0 / (len(vocabulary) - 1))
    made: list[NgramOrder] = []
    place = np.zeros(1, np.int64)
    for number, (own, counts) in enumerate(zip(orders, adjusted, strict=True)):
        contexts = len(orders[number - 1].keys) if number else 1
        prefix = own.prefix if number else np.zeros(len(own.keys), np.int64)
        taken = np.array([0.0, *discounts[number]])[np.minimum(counts, 3)]
        left = np.where(kept[number], counts - taken, 0.0)
        total = np.bincount(prefix, weights=counts.astype(np.float64), minlength=contexts)
        given = np.bincount(prefix, weights=left, minlength=contexts)
        # The weight of the order below in each context: what was not given to the words seen there; 1 where none was.
        weight = np.where(total > 0, (total - given) / np.maximum(total, 1), 1.0)
        share = left / np.maximum(total[prefix], 1)
        probability = share + weight[prefix] * (below[own.suffix] if number else below)
        if number:
            made[-1] = replace(made[-1], backoffs=_log10(weight[kept[number - 1]]))
        stays = kept[number]
        keys = place[prefix[stays]] * len(vocabulary) + own.keys[stays] % len(vocabulary)
        logs = _log10(probability[stays])
        made.append(NgramOrder(keys=keys, logs=logs, backoffs=np.zeros_like(logs)))
        place = np.cumsum(stays) - 1
        below = probability
    made[0].logs[START_ID] = _NEVER
    return NgramTable(words=vocabulary.words, orders=tuple(made))


def _log10(values: Floats) -> Singles:
    return np.log10(np.maximum(values, 1e-99)).astype(np.float32)


_VALIDATED = 5_000
"""Held-out sentences whose perplexity is computed."""
PACK = ".xz"


@dataclass(frozen=True, slots=True, kw_only=True)
class NgramSettings:
    """How an n-gram model is estimated."""

    order: int = 3
    prune: tuple[int, ...] = (0,)
    """For each order the count at and below which n-grams are left out; the last value holds for the rest."""
    vocabulary: int = 100_000
    """Words, the special ones included."""
    held_out: float = 0.005
    """Share of the sentences that only the perplexity is measured on."""
    seed: int = 1


def train_ngram(
    store: TokenStore, path: Path, text: TrainingText, settings: NgramSettings
) -> tuple[ModelCard, NgramEstimate]:
    """Estimate a model and write it; the card stands in the pack, or beside the ARPA file."""
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
    if path.suffix == PACK:
        numbers = sha256()  # before they are rounded
        for each in found.table.orders:
            for array in (each.keys, each.logs, each.backoffs):
                numbers.update(np.ascontiguousarray(array).tobytes())
        card = replace(card, quantised=QUANTISED, weights=numbers.hexdigest()[:16])
        write_pack(path, found.table, card)
    else:
        write_arpa(found.table, path)
        card = replace(card, weights=digest(path))
        write_text(path.with_suffix(".card.json"), card_text(card))
    return card, found
