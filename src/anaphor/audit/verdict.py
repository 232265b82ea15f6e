"""One of three verdicts: the collection leaks, it is Google-proof within a margin, or the test cannot tell.

*Leaks*: right answers beat keys swapped by schema, at the best of the thresholds, corrected for having looked at all.
*Google-proof*: at every threshold the upper limit of réussite lies below a margin that was set beforehand (an
equivalence test), and enough items have pairs that really meet for that to mean something: a score that smoothing has
made up is none. *Undecided*: neither, with the power of the test.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from anaphor.audit.association_choice import Tallies
from anaphor.audit.chance import MaximumTest
from anaphor.audit.power import maximum_power, twin_power
from anaphor.audit.thresholds import Row
from anaphor.errors import InputError


class VerdictKind(StrEnum):
    """What the test says."""

    LEAKS = "leaks"
    GOOGLE_PROOF = "google-proof"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, kw_only=True)
class Criteria:
    """What decides, set before looking."""

    margin: float = 0.60
    """A réussite below this is as good as chance; 0.60 is ten points above a coin."""
    level: float = 0.95
    """One less the risk of calling a collection leaky, or Google-proof, by chance."""
    least_share: float = 0.5
    """Share of the items that must be scored before a collection can be called Google-proof."""
    leak: float = 0.08
    """The leak, in right answers over answered ones, whose power is told."""
    least_power: float = 0.5
    """Chance of seeing that leak below which a collection cannot be called Google-proof."""

    def __post_init__(self) -> None:
        if not 0.5 < self.margin < 1:
            raise InputError(f"a margin of {self.margin:g} is none", todo="It lies above 0.5 and below 1, e.g. 0.60.")
        if not 0.5 < self.level < 1:
            raise InputError(f"a level of {self.level:g} is none", todo="It lies between 0.5 and 1, e.g. 0.95.")
        if not 0 < self.leak <= 0.5:
            raise InputError(f"a leak of {self.leak:g} is none", todo="It lies between 0 and 0.5, e.g. 0.08.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What the test says, and what it rests on."""

    kind: VerdictKind
    """Leaks, Google-proof or undecided."""
    items: int
    """Items that have the shape of the test."""
    scored: int
    """Items that were scored."""
    attested: int
    """Of these, items whose pairs all meet in the corpus: only they are evidence that nothing leaks."""
    reussite: float
    """Without a threshold."""
    p: float
    """Of the maximum over thresholds under swaps."""
    p_plain: float
    """Without a threshold, exact."""
    threshold: float | None
    """Where the excess is largest; None where no swap changes anything."""
    upper: float
    """Largest upper limit of réussite over the thresholds."""
    power: float
    """Chance that the test that decides, at the best of all thresholds, sees the leak of the criteria in the attested
    items."""
    power_plain: float
    """The same for the test without a threshold (exact)."""
    enough: bool
    """Whether enough items are attested, and their power is enough, for the collection to be called Google-proof."""
    criteria: Criteria
    """What decided."""


def judge(rows: Sequence[Row], tallies: Tallies, best: MaximumTest, criteria: Criteria, seed: int = 0) -> Verdict:
    """The verdict that follows from the table and the test; the seed is that of the power, which is drawn."""
    plain = rows[0]
    upper = max(row.upper for row in rows)
    alpha = 1 - criteria.level
    power = maximum_power(tallies.attested, tallies.shifts, criteria.leak, alpha, np.random.default_rng(seed))
    attested = int(tallies.attested[:, 0].sum())
    enough = attested >= criteria.least_share * plain.n and power >= criteria.least_power
    return Verdict(
        kind=_kind(best.p, upper, enough, criteria),
        items=plain.n,
        scored=plain.items,
        attested=attested,
        reussite=plain.reussite,
        p=best.p,
        p_plain=plain.p,
        threshold=best.threshold,
        upper=upper,
        power=power,
        power_plain=_plain_power(tallies, criteria.leak, alpha),
        enough=enough,
        criteria=criteria,
    )


def _plain_power(tallies: Tallies, leak: float, alpha: float) -> float:
    both = int((tallies.attested[:, 0] > 1).sum())
    return twin_power(both, int((tallies.attested[:, 0] == 1).sum()), leak, alpha)


def _kind(p: float, upper: float, enough: bool, criteria: Criteria) -> VerdictKind:
    if p <= 1 - criteria.level + np.finfo(float).eps:
        return VerdictKind.LEAKS
    return VerdictKind.GOOGLE_PROOF if enough and upper < criteria.margin else VerdictKind.UNDECIDED
