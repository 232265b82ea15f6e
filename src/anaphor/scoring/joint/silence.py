"""What abstentions say: whether those abstain who do not know, or anybody at random.

A respondent abstains at random with one chance, and with another where she does not know the answer; who neither knows
nor abstains guesses. An abstention then is in part a missing answer and in part an answer "I do not know". The two
chances are told apart by where abstentions lie: those of the second kind by the less able, on harder items.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import special

from anaphor.statistics import CrossedFit

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_STEPS = 100
"""Steps of expectation and maximisation."""
_AT_RANDOM = 20.0
"""Items that speak for what everybody does, beside one's own, of abstaining at random."""
_INSTEAD = 2.0
"""The same of abstaining instead of guessing."""
_LOGISTIC = np.pi / 8
"""A logistic curve over a normal variance v is about the curve of the mean over √(1 + this · v)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SilenceShares:
    """How abstentions are read."""

    unknown: Floats
    """By respondent and item, the probability that it was an abstention of one who does not know."""
    quiet: Floats
    """By respondent (one column), the chance that one who does not know abstains instead of guessing."""


def _ignorance(fit: CrossedFit, slope: Floats) -> Floats:
    """By respondent and item, the chance that the answer is not known, as all other cells have it.

    What was read from the cell itself is taken out: else an abstention would prove its own cause.
    """
    own = fit.people_sd[:, None] ** 2 + fit.items_sd**2
    odds = slope * (fit.intercept + fit.people[:, None] + fit.items - own * fit.residuals)
    return np.asarray(special.expit(-odds / np.sqrt(1 + _LOGISTIC * slope**2 * own)), np.float64)


def silence_on_hard_items(abstained: Floats, asked: Floats, fit: CrossedFit, group: Ints) -> float:
    """Whether each respondent abstains more where answers of others say that she does not know: in standard errors.

    They are those of schemas, whose abstentions may hang together for other reasons.
    """
    there = abstained + asked
    count = np.maximum(there.sum(axis=1, keepdims=True), 1)
    ignorant, ones = _ignorance(fit, np.ones(len(group))), abstained.sum(axis=1, keepdims=True) / count
    beyond = there * (ignorant - (there * ignorant).sum(axis=1, keepdims=True) / count)
    weight = max(float((beyond**2).sum()), 1e-9)
    slope = float(((abstained - ones) * beyond).sum()) / weight
    rest = np.bincount(group, ((abstained - ones - slope * beyond) * beyond).sum(axis=0))
    return slope * weight / max(float(np.sqrt((rest**2).sum())), 1e-9)


def read_silence(abstained: Floats, asked: Floats, fit: CrossedFit, slope: Floats, *, forced: bool) -> SilenceShares:
    """What abstentions are, given who can do what; `asked` is 1 where there is an answer; `forced`: none at random.

    The likelihood is that of abstaining or not, its two chances drawn towards those of all respondents.
    """
    ignorant, there = _ignorance(fit, slope), abstained + asked
    random = np.full((len(there), 1), 0.0 if forced else abstained.sum() / there.sum() / 2)
    quiet, unknown = np.full_like(random, 0.5), abstained

    def pooled(some: Floats, of: Floats, weight: float) -> Floats:
        everybody = some.sum() / max(of.sum(), 1e-9)
        return np.asarray((some.sum(axis=1) + weight * everybody) / (of.sum(axis=1) + weight), np.float64)[:, None]

    for _ in range(_STEPS):
        from_ignorance = (1 - random) * quiet * ignorant
        unknown = abstained * from_ignorance / np.maximum(random + from_ignorance, 1e-300)
        guessed = asked * ignorant * (1 - quiet) / np.maximum(1 - quiet * ignorant, 1e-300)
        random = random if forced else pooled(abstained - unknown, there, _AT_RANDOM)
        quiet = pooled(unknown, unknown + guessed, _INSTEAD)
    return SilenceShares(unknown=unknown, quiet=quiet)
