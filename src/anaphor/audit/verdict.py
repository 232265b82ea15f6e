"""One of three verdicts: the collection leaks, it is Google-proof within a margin, or the test cannot tell.

*Leaks*: right answers beat keys swapped by schema, at the best of the thresholds, corrected for having looked at all.
*Google-proof*: at every threshold the upper limit of réussite lies below a margin that was set beforehand (an
equivalence test), and enough items could be scored for that to mean something. *Undecided*: neither, with the power
of the test.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from anaphor.audit.chance import MaximumTest
from anaphor.audit.pick import Tallies
from anaphor.audit.power import twin_power
from anaphor.audit.table import Row
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
    """Chance that this test sees the leak of the criteria, at this number of scored items."""
    enough: bool
    """Whether enough items were scored for the collection to be called Google-proof."""
    criteria: Criteria
    """What decided."""


def judge(rows: Sequence[Row], tallies: Tallies, best: MaximumTest, criteria: Criteria) -> Verdict:
    """The verdict that follows from the table and the test."""
    plain = rows[0]
    upper = max(row.upper for row in rows)
    both = int((tallies.answered[:, 0] > 1).sum())
    one = int((tallies.answered[:, 0] == 1).sum())
    power = twin_power(both, one, criteria.leak, 1 - criteria.level)
    enough = plain.items >= criteria.least_share * plain.n and power >= criteria.least_power
    return Verdict(
        kind=_kind(best.p, upper, enough, criteria), items=plain.n, scored=plain.items, reussite=plain.reussite,
        p=best.p, p_plain=plain.p, threshold=best.threshold, upper=upper,
        power=power, enough=enough, criteria=criteria,
    )  # fmt: skip


def _kind(p: float, upper: float, enough: bool, criteria: Criteria) -> VerdictKind:
    if p <= 1 - criteria.level + np.finfo(float).eps:
        return VerdictKind.LEAKS
    return VerdictKind.GOOGLE_PROOF if enough and upper < criteria.margin else VerdictKind.UNDECIDED
