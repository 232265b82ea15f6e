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
from anaphor.audit.settings import Criteria
from anaphor.audit.thresholds import ThresholdRow


class VerdictKind(StrEnum):
    """What the test says."""

    LEAKS = "leaks"
    GOOGLE_PROOF = "google-proof"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditVerdict:
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


def judge(
    rows: Sequence[ThresholdRow], tallies: Tallies, best: MaximumTest, criteria: Criteria, seed: int = 0
) -> AuditVerdict:
    """The verdict that follows from the table and the test; the seed is that of the power, which is drawn."""
    plain, alpha, met = rows[0], 1 - criteria.level, tallies.attested[:, 0]
    upper, attested = max(row.upper for row in rows), int(met.sum())
    power = maximum_power(tallies.attested, tallies.shifts, criteria.leak, alpha, np.random.default_rng(seed))
    enough = attested >= criteria.least_share * plain.n and power >= criteria.least_power
    kind = VerdictKind.UNDECIDED
    if best.p <= alpha + np.finfo(float).eps:
        kind = VerdictKind.LEAKS
    elif enough and upper < criteria.margin:
        kind = VerdictKind.GOOGLE_PROOF
    return AuditVerdict(
        kind=kind,
        items=plain.n,
        scored=plain.items,
        attested=attested,
        reussite=plain.reussite,
        p=best.p,
        p_plain=plain.p,
        threshold=best.threshold,
        upper=upper,
        power=power,
        power_plain=twin_power(int((met > 1).sum()), int((met == 1).sum()), criteria.leak, alpha),
        enough=enough,
        criteria=criteria,
    )
