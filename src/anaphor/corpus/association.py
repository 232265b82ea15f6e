"""How strongly two words attract each other, from four counts; what cannot be computed says why, and is never 0."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from anaphor.corpus.counts import PairCount
from anaphor.errors import InputError, UnknownNameError
from anaphor.text import Message, message


@dataclass(frozen=True, slots=True, kw_only=True)
class Undefined:
    """There is no score, and why."""

    reason: Message | str
    """Which count is missing."""


Measure = Callable[[PairCount], float | Undefined]
"""How much two words attract each other, from how often they occur and meet."""
OwnMeasure = Callable[[PairCount], float | Undefined | None]
"""A measure of one's own: a function of four counts; where it has no value it may give None, or divide by zero."""


def _missing(count: PairCount) -> Undefined | None:
    """Why no logarithm can be taken; None when it can."""
    if count.total > 0 and count.a > 0 and count.b > 0 and count.both > 0:
        return None
    numbers = {"empty": count.total, "first": count.a, "second": count.b, "apart": count.both}
    missing = next(name for name, number in numbers.items() if number <= 0)
    return Undefined(reason=message(f"corpus-undefined-{missing}"))


def mutual_information(count: PairCount) -> float | Undefined:
    """Pointwise mutual information in bits, without smoothing (Church & Hanks 1990; paper 1, section 3).

    >>> mutual_information(PairCount(total=1000, a=10, b=20, both=5))
    4.643856189774724
    """
    return _missing(count) or math.log2(count.both * count.total / (count.a * count.b))


def positive_mutual_information(count: PairCount) -> float | Undefined:
    """Mutual information, negative values cut to 0 (Niwa & Nitta 1994)."""
    found = mutual_information(count)
    return found if isinstance(found, Undefined) else max(0.0, found)


def normalised_mutual_information(count: PairCount) -> float | Undefined:
    """Mutual information from -1 to 1: divided by the surprise of the pair (Bouma 2009)."""
    found = mutual_information(count)
    if isinstance(found, Undefined):
        return found
    surprise = -math.log2(count.both / count.total)
    return found / surprise if surprise else 1.0


def _expected(count: PairCount) -> tuple[tuple[float, float], ...]:
    """(observed, expected) of the four cells: both, only the first, only the second, neither."""
    only_a, only_b = count.a - count.both, count.b - count.both
    neither = count.total - count.a - count.b + count.both
    rest_a, rest_b = count.total - count.a, count.total - count.b
    margins = ((count.a, count.b), (count.a, rest_b), (rest_a, count.b), (rest_a, rest_b))
    observed = (count.both, only_a, only_b, neither)
    return tuple((seen, one * other / count.total) for seen, (one, other) in zip(observed, margins, strict=True))


def _no_margin(count: PairCount) -> Undefined | None:
    """Why no table can be made; None when it can. A pair that never meets has one."""
    return _missing(count if count.both else replace(count, both=1))


def log_likelihood_ratio(count: PairCount) -> float | Undefined:
    """Dunning's G² (1993), negative where the words avoid each other, so that more is always more attraction."""
    gap = _no_margin(count)
    if gap:
        return gap
    cells = _expected(count)
    ratio = 2 * math.fsum(seen * math.log(seen / wanted) for seen, wanted in cells if seen > 0)
    return math.copysign(max(0.0, ratio), cells[0][0] - cells[0][1])


def chi_squared(count: PairCount) -> float | Undefined:
    """Pearson's χ² of the four cells, negative where the words avoid each other."""
    gap = _no_margin(count)
    if gap:
        return gap
    cells = _expected(count)
    if any(wanted <= 0 for _, wanted in cells):
        return Undefined(reason=message("corpus-undefined-everywhere"))
    return math.copysign(math.fsum((seen - wanted) ** 2 / wanted for seen, wanted in cells), cells[0][0] - cells[0][1])


def t_score(count: PairCount) -> float | Undefined:
    """How many standard errors the pair is above chance (Church et al. 1991)."""
    return _missing(count) or (count.both - count.a * count.b / count.total) / math.sqrt(count.both)


def dice(count: PairCount) -> float | Undefined:
    """Share of the words' sentences that they have in common, from 0 to 1."""
    return _no_margin(count) or 2 * count.both / (count.a + count.b)


def log_dice(count: PairCount) -> float | Undefined:
    """Rychlý's logDice (2008): 14 + log2 of Dice, which does not depend on the size of the corpus."""
    return _missing(count) or 14 + math.log2(2 * count.both / (count.a + count.b))


MEASURES: dict[str, Measure] = {
    "mi": mutual_information,
    "ppmi": positive_mutual_information,
    "npmi": normalised_mutual_information,
    "llr": log_likelihood_ratio,
    "t": t_score,
    "chi2": chi_squared,
    "dice": dice,
    "logdice": log_dice,
}
"""The measures that have a name."""


def measure_named(named: str | OwnMeasure, smoothing: float = 0.0) -> Measure:
    """The measure of that name, or one's own; with smoothing, so much is added to each of the four cells beforehand."""
    measure = partial(_own, named) if callable(named) else MEASURES.get(named)
    if measure is None:
        raise UnknownNameError("measure of association", str(named), MEASURES)
    if not 0 <= smoothing < math.inf:
        raise InputError("corpus-bad-smoothing", smoothing=str(smoothing))
    return partial(_smoothed, measure, smoothing) if smoothing else measure


def measure_name(measure: str | OwnMeasure) -> str:
    """What a measure is called; one's own, as its function."""
    return measure if isinstance(measure, str) else str(getattr(measure, "__name__", type(measure).__name__))


def _own(measure: OwnMeasure, count: PairCount) -> float | Undefined:
    try:
        found, why = measure(count), ""
    except (ArithmeticError, ValueError) as error:  # a logarithm of 0, a division by it: there is no score
        found, why = None, str(error)
    except Exception as error:  # it is the user's own code: one sentence, and the cause below it
        shown = f"{type(error).__name__}: {error}"
        raise InputError("corpus-no-score-number", measure=measure_name(measure), found=shown) from error
    if isinstance(found, Undefined):
        return found
    try:
        score = math.nan if found is None else float(found)
    except (TypeError, ValueError):
        raise InputError("corpus-no-score-number", measure=measure_name(measure), found=repr(found)) from None
    if math.isnan(score):
        return Undefined(reason=message("corpus-undefined-own", measure=measure_name(measure), why=why or "–"))
    return score


def _smoothed(measure: Measure, amount: float, count: PairCount) -> float | Undefined:
    # A record of whole numbers holds fractions here: the formulas do not mind, and zero counts are gone on request.
    added = {"total": 4 * amount, "a": 2 * amount, "b": 2 * amount, "both": amount}
    return measure(replace(count, **{name: getattr(count, name) + more for name, more in added.items()}))
