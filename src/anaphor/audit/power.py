"""How large a leak a test would see: exact, before or after the fact."""

from functools import lru_cache

import numpy as np
from scipy import special

from anaphor.audit.pick import Float
from anaphor.errors import InputError

_NEVER = 1e-9
"""Probabilities below this change no printed digit."""


def binomial_power(items: int, leak: float, alpha: float = 0.05) -> float:
    """Chance that a one-sided test sees items answered right with ½ + leak, if items were independent.

    >>> round(binomial_power(131, 0.08), 2)
    0.54
    """
    _check(items, leak, alpha)
    null, real = _binomial(items, 0.5), _binomial(items, 0.5 + leak)
    return float(real[_critical(null, alpha) :].sum())


def twin_power(pairs: int, singles: int, leak: float, alpha: float = 0.05) -> float:
    """Chance that the swap test of whole schemas sees items answered right with ½ + leak.

    `pairs` are schemas with both items answered, `singles` those with one. The two choices of a pair are taken as
    independent; a method that prefers one candidate in both twins is seen less often.

    >>> round(twin_power(65, 1, 0.08), 2)
    0.54
    """
    _check(pairs + singles, leak, alpha)
    right = 0.5 + leak
    both, neither = right**2, (1 - right) ** 2
    moving = _binomial(pairs, both + neither)
    upward = both / (both + neither)
    single = _binomial(singles, right)
    likely = np.flatnonzero(moving > _NEVER)
    return float(sum(moving[count] * _seen(int(count), upward, single, alpha) for count in likely))


def _seen(moving: int, upward: float, single: Float, alpha: float) -> float:
    """Power when so many pairs are right, or wrong, on both their items."""
    critical = _swap_critical(moving, single.size - 1, alpha)
    real = np.convolve(_doubled(_binomial(moving, upward)), single)
    return float(real[critical:].sum())


@lru_cache(maxsize=4096)
def _swap_critical(moving: int, singles: int, alpha: float) -> int:
    return _critical(np.convolve(_doubled(_binomial(moving, 0.5)), _binomial(singles, 0.5)), alpha)


def _doubled(chances: Float) -> Float:
    """The distribution of twice a number."""
    doubled = np.zeros(2 * chances.size - 1)
    doubled[::2] = chances
    return doubled


def _critical(null: Float, alpha: float) -> int:
    """The least number that chance reaches with probability alpha or less; beyond the end where there is none."""
    above = np.cumsum(null[::-1])[::-1]
    return int((above > alpha + 1e-12).sum())


def _binomial(trials: int, chance: float) -> Float:
    """How likely each number of successes is."""
    k = np.arange(trials + 1)
    choose = special.gammaln(trials + 1) - special.gammaln(k + 1) - special.gammaln(trials - k + 1)
    return np.asarray(np.exp(choose + special.xlogy(k, chance) + special.xlog1py(trials - k, -chance)))


def _check(items: int, leak: float, alpha: float) -> None:
    if items < 0 or not 0 <= leak <= 0.5 or not 0 < alpha < 1:
        raise InputError(
            f"{items} items, a leak of {leak:g} and a level of {alpha:g} have no power",
            todo="A leak lies between 0 and 0.5, a level between 0 and 1.",
        )
