"""How many items a larger corpus would score.

An item is scored when each of its pairs meets at least once. Model: a pair that meets λ times on average in this corpus
meets x·λ times, by Poisson's law, in one x times as large. λ = θ · a·b/S, where a·b/S is what independent words would
give and θ says how much the pair attracts; θ varies between pairs by a Gamma law that is fitted to all pairs, those
that never meet included (Gamma–Poisson). A word that was never seen counts as half a time. Vocabulary and subject
matter are taken to stay what they are, which is the optimistic part.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from scipy import special
from scipy.optimize import brentq

from anaphor.audit.association.scores import Float, Int
from anaphor.corpus import PairCount
from anaphor.statistics import lowest

TARGETS = (0.5, 0.73, 0.9)
"""Shares of the items to be scored; 0.73 is paper 1's 131 of 180."""
LEAST_WORDS = 100_000
"""Words that a corpus must have before its growth is extrapolated."""
_UNSEEN = 0.5
"""Sentences that a word is taken to stand in when it stands in none."""
_LARGEST = 1e7
"""Growth beyond which the model is not asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusNeed:
    """How large a corpus would score a share of the items."""

    share: float
    """Of the items that have the shape of the test."""
    words: int | None
    """Words that such a corpus has; None where the model gives no size below ten million times this one."""


class _Pairs(NamedTuple):
    expected: Float
    """a·b/S of each pair."""
    met: Int
    item: Int


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """How many items are scored, and what more text would do."""

    words: int
    items: int
    scored: int
    """Items whose pairs all meet."""
    unseen_words: int
    """Items that stay unscored because a word stands nowhere in the corpus."""
    unseen_pairs: int
    """Items that stay unscored because a pair of known words never meets."""
    shape: float
    """Shape of the Gamma law of attraction."""
    rate: float
    """Its rate; shape/rate is the mean attraction."""
    needs: tuple[CorpusNeed, ...] = ()
    """What more text would do; nothing where the corpus is too small to be extrapolated from."""
    _pairs: _Pairs

    def expected(self, words: float) -> float:
        """Items that a corpus of so many words would be expected to score; fewer words are a part of this one."""
        times, pairs = words / max(self.words, 1), self._pairs
        if times >= 1:
            more = (times - 1) * pairs.expected / (self.rate + pairs.expected)
            seen = np.where(pairs.met > 0, 1.0, 1 - (1 + more) ** -self.shape)
        else:
            seen = 1 - (1 - times) ** pairs.met
        logs = np.log(np.maximum(seen, 1e-300))
        return float(np.exp(np.bincount(pairs.item, logs)).sum())


def growth(items: Sequence[Sequence[PairCount]], words: int, targets: Sequence[float] = TARGETS) -> Growth:
    """How many items are scored and how many words would score more; `items` has the counts of each item's pairs."""
    every = [count for counts in items for count in counts]
    pairs = _Pairs(
        np.array([max(each.a, _UNSEEN) * max(each.b, _UNSEEN) / max(each.total, 1) for each in every]),
        np.array([count.both for count in every], np.int64),
        np.repeat(np.arange(len(items)), [len(counts) for counts in items]),
    )
    shape, rate = _fit(pairs)
    scored = sum(all(count.both for count in counts) for counts in items)
    unseen = sum(any(not count.a or not count.b for count in counts) for counts in items)
    found = Growth(
        words=words,
        items=len(items),
        scored=scored,
        unseen_words=unseen,
        unseen_pairs=len(items) - scored - unseen,
        shape=shape,
        rate=rate,
        _pairs=pairs,
    )
    return replace(found, needs=tuple(_need(found, share) for share in targets)) if words >= LEAST_WORDS else found


def _fit(pairs: _Pairs) -> tuple[float, float]:
    """Shape and rate of the Gamma law under which the pairs' counts are likeliest (negative binomial)."""
    if not pairs.met.any():
        return 1.0, 1.0

    def unlikely(logs: Float) -> float:
        shape, rate = np.exp(np.clip(logs, -12, 12))
        chance = rate / (rate + pairs.expected)
        terms = special.gammaln(shape + pairs.met) - special.gammaln(shape) - special.gammaln(pairs.met + 1)
        return -float((terms + shape * np.log(chance) + special.xlog1py(pairs.met, -chance)).sum())

    # A hundredth of the logarithms is enough for an extrapolation.
    likeliest = lowest(unlikely, np.array([-0.5, -2.0]), tolerance=1e-2)
    shape, rate = np.exp(np.clip(likeliest, -12, 12))
    return float(shape), float(rate)


def _need(found: Growth, share: float) -> CorpusNeed:
    def lacking(power: float) -> float:
        return found.expected(found.words * 10**power) - share * found.items

    if lacking(0.0) >= 0:
        return CorpusNeed(share=share, words=found.words)
    if lacking(np.log10(_LARGEST)) < 0:
        return CorpusNeed(share=share, words=None)
    return CorpusNeed(share=share, words=round(found.words * 10 ** brentq(lacking, 0.0, np.log10(_LARGEST), xtol=1e-3)))
