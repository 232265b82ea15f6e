"""What panels that vote at random would change, beside which a rate is read."""

from dataclasses import dataclass

import numpy as np

from anaphor.agreement.panels.rates import own_majority_rate
from anaphor.agreement.panels.support import Support
from anaphor.agreement.panels.urn import Integers
from anaphor.agreement.panels.winning import fresh_at, ideal_at, level_wins

_DRAWN = 2_000
"""Items that vote at random, for the rate against their own majority."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AtRandom:
    """What panels that vote at random, from the marginals alone, would change (paper 3, section 5.3)."""

    fresh: float
    """Two random panels against each other."""
    ideal: float
    """A random panel against the most frequent class."""
    own_majority: float | None
    """A random panel of k against the majority of the random P it is part of."""
    fresh_relative: float | None
    """The fresh rate over its value at random: 0 perfect, 1 no better than chance."""
    ideal_relative: float | None
    """The same against an infinite panel."""
    own_majority_relative: float | None
    """The same against the panel's own majority."""


def at_random(
    counts: Integers, size: int, rates: tuple[float | None, float | None, float | None], seed: int
) -> AtRandom:
    """The rates of panels of `size` that vote at random, from the marginals of votes (items × classes) alone.

    `rates` are the true ones that they are compared with: against the own majority, an infinite and a fresh panel.
    """
    own, ideal, fresh = rates
    used = counts.sum(axis=0)
    shares = used[used > 0] / used.sum()
    levels, times = np.unique(shares, return_counts=True)
    support = Support(shares=levels[None], times=times[None].astype(np.int64))
    wins = level_wins(support, size)
    random_fresh, random_ideal = float(fresh_at(support, wins)[0]), float(ideal_at(support, wins)[0])
    random_own = None
    if own is not None:
        drawn = np.random.default_rng(seed).multinomial(int(np.median(counts.sum(axis=1))), shares, size=_DRAWN)
        random_own = own_majority_rate(drawn, size)

    def relative(rate: float | None, random: float | None) -> float | None:
        return None if rate is None or not random else rate / random

    return AtRandom(
        fresh=random_fresh,
        ideal=random_ideal,
        own_majority=random_own,
        fresh_relative=relative(fresh, random_fresh),
        ideal_relative=relative(ideal, random_ideal),
        own_majority_relative=relative(own, random_own),
    )
