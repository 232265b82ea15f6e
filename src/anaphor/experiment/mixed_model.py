"""How hard each item is and how good each person: a logistic model with a random intercept for both, crossed.

`right ~ 1 + (1 | person) + (1 | item)`, fitted by Laplace's approximation as lme4's `glmer` does (nAGQ = 1). Items with
few answers are drawn towards the mean, so that chance does not make an item look bad.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.linalg import cho_factor, cho_solve
from scipy.optimize import minimize
from scipy.special import expit, log_expit
from scipy.stats import norm

from anaphor.errors import InputError

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_STEPS = 50
_STILL = 1e-7
"""A Newton step below this was the last one."""
_ROUNDING = 1e-12
"""Relative size of what rounding does to a sum over all answers."""
_EDGE = 0.02
"""Below this a standard deviation stands at the edge of what is possible: the derivative has no other side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """A person or an item in the model."""

    name: str
    """Who or what."""
    answers: int
    """How many answers there are."""
    right: int
    """How many of them were right."""
    logit: float
    """Distance from the mean in log-odds, drawn towards 0."""
    sd: float
    """Its conditional standard deviation."""
    probability: float
    """Probability of a right answer with the average counterpart."""
    low: float
    """Lower end of its interval."""
    high: float
    """Upper end of its interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MixedModel:
    """A fitted model."""

    intercept: float
    """Log-odds of a right answer of the average person on the average item."""
    intercept_se: float
    """Its standard error."""
    sd_people: float
    """Standard deviation of people, in log-odds."""
    sd_items: float
    """Standard deviation of items, in log-odds."""
    log_likelihood: float
    """Laplace's approximation of it."""
    people: tuple[Effect, ...]
    """In order of first appearance."""
    items: tuple[Effect, ...]
    """In order of first appearance."""
    confidence: float
    """Level of the intervals."""


@dataclass(frozen=True, slots=True)
class _Table:
    """Right and wrong answers by person and item, each as a number."""

    right: Floats
    person: Ints
    item: Ints
    people: int
    items: int


def fit(people: Sequence[str], items: Sequence[str], right: Sequence[bool], *, confidence: float = 0.95) -> MixedModel:
    """The model of who answered what rightly: three sequences of equal length, an answer each."""
    if not len(people) == len(items) == len(right):
        raise InputError("people, items and answers must be equally many")
    if len(set(right)) < 2:
        raise InputError("all answers are right, or all are wrong: nothing varies that a model could explain")
    person_names, person = _numbered(people)
    item_names, item = _numbered(items)
    table = _Table(np.asarray(right, dtype=float), person, item, len(person_names), len(item_names))
    best = _optimum(table)
    mode = _mode(table, best)
    spread = norm.ppf(0.5 + confidence / 2)
    variances = _variances(table, best, mode)
    effects = _Effects(table=table, parameters=best, mode=mode, variances=variances, spread=float(spread))
    return MixedModel(
        intercept=float(best[0]),
        intercept_se=_intercept_se(table, best),
        sd_people=float(abs(best[1])),
        sd_items=float(abs(best[2])),
        log_likelihood=-_deviance(best, table) / 2,
        people=effects.of(person_names, person, 0, 1),
        items=effects.of(item_names, item, table.people, 2),
        confidence=confidence,
    )


def _numbered(names: Sequence[str]) -> tuple[list[str], Ints]:
    known = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return list(known), np.array([known[name] for name in names], dtype=np.int64)


def _optimum(table: _Table) -> Floats:
    """Intercept and both standard deviations at the smallest deviance."""
    share = np.clip(table.right.mean(), 0.01, 0.99)
    start, search = np.array([np.log(share / (1 - share)), 0.7, 0.7]), _Search(table)
    rough = minimize(search.deviance, start, method="L-BFGS-B", bounds=[(-20, 20), (0, 20), (0, 20)])
    fine = minimize(search.deviance, rough.x, method="Nelder-Mead", options={"xatol": 1e-6, "fatol": 1e-8})
    return np.asarray(fine.x if fine.fun <= rough.fun else rough.x, dtype=np.float64)


class _Search:
    """The deviance along a search: each mode is looked for from the last one, which is near."""

    def __init__(self, table: _Table) -> None:
        self._table = table
        self._last = np.zeros(table.people + table.items)

    def deviance(self, parameters: Floats) -> float:
        """Minus twice Laplace's log-likelihood."""
        self._last = _mode(self._table, parameters, self._last)
        return _deviance_at(self._table, parameters, self._last)


def _deviance(parameters: Floats, table: _Table) -> float:
    """Minus twice Laplace's log-likelihood."""
    return _deviance_at(table, parameters, _mode(table, parameters))


def _deviance_at(table: _Table, parameters: Floats, mode: Floats) -> float:
    likelihood = _log_likelihood(table, parameters, mode)
    return float(-2 * likelihood + mode @ mode + _log_determinant(table, parameters, mode))


def _linear(table: _Table, parameters: Floats, mode: Floats) -> Floats:
    intercept, of_people, of_items = parameters
    effects: Floats = (
        intercept + of_people * mode[: table.people][table.person] + of_items * mode[table.people :][table.item]
    )
    return effects


def _log_likelihood(table: _Table, parameters: Floats, mode: Floats) -> float:
    linear = _linear(table, parameters, mode)
    return float(np.where(table.right > 0, log_expit(linear), log_expit(-linear)).sum())


def _mode(table: _Table, parameters: Floats, start: Floats | None = None) -> Floats:
    """The most probable effects (in units of their standard deviation), by Newton steps that never go uphill.

    The steps shrink quadratically: after one below the limit the next would be smaller than rounding.
    """
    mode = np.zeros(table.people + table.items) if start is None else start
    value = _penalised(table, parameters, mode)
    for _ in range(_STEPS):
        step = _solve(table, parameters, mode, _gradient(table, parameters, mode))
        small = bool(np.abs(step).max() < _STILL)
        better = _penalised(table, parameters, mode + step)
        while better < value - _ROUNDING * abs(value) and np.abs(step).max() > _STILL:
            step = step / 2
            better = _penalised(table, parameters, mode + step)
        mode, value = mode + step, better
        if small:
            break
    return mode


def _penalised(table: _Table, parameters: Floats, mode: Floats) -> float:
    return _log_likelihood(table, parameters, mode) - float(mode @ mode) / 2


def _gradient(table: _Table, parameters: Floats, mode: Floats) -> Floats:
    rest = table.right - expit(_linear(table, parameters, mode))
    return np.concatenate([
        parameters[1] * np.bincount(table.person, rest, table.people),
        parameters[2] * np.bincount(table.item, rest, table.items),
    ]) - mode  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Blocks:
    """I + Λ'Z'WZΛ in blocks: two diagonals and what couples them; the longer side is eliminated first."""

    long: Floats
    short: Floats
    coupling: Floats
    """Long by short."""
    people_long: bool

    @property
    def schur(self) -> Floats:
        """What is left of the shorter side once the longer one is eliminated."""
        return np.diag(self.short) - self.coupling.T @ (self.coupling / self.long[:, None])

    def split(self, both: Floats) -> tuple[Floats, Floats]:
        """People and items as the longer and the shorter side."""
        people = len(self.long) if self.people_long else len(self.short)
        return (both[:people], both[people:]) if self.people_long else (both[people:], both[:people])

    def join(self, long: Floats, short: Floats) -> Floats:
        """The longer and the shorter side as people and items."""
        return np.concatenate([long, short] if self.people_long else [short, long])


def _blocks(table: _Table, parameters: Floats, mode: Floats) -> _Blocks:
    share = expit(_linear(table, parameters, mode))
    flat = np.bincount(table.person * table.items + table.item, share * (1 - share), table.people * table.items)
    weights = flat.reshape(table.people, table.items)
    people = 1 + parameters[1] ** 2 * weights.sum(axis=1)
    items = 1 + parameters[2] ** 2 * weights.sum(axis=0)
    coupling = parameters[1] * parameters[2] * weights
    if table.people > table.items:
        return _Blocks(people, items, coupling, True)
    return _Blocks(items, people, coupling.T, False)


def _solve(table: _Table, parameters: Floats, mode: Floats, right: Floats) -> Floats:
    blocks = _blocks(table, parameters, mode)
    upper, lower = blocks.split(right)
    short = cho_solve(cho_factor(blocks.schur), lower - blocks.coupling.T @ (upper / blocks.long))
    return blocks.join((upper - blocks.coupling @ short) / blocks.long, short)


def _log_determinant(table: _Table, parameters: Floats, mode: Floats) -> float:
    blocks = _blocks(table, parameters, mode)
    _, logarithm = np.linalg.slogdet(blocks.schur)
    return float(np.log(blocks.long).sum() + logarithm)


def _variances(table: _Table, parameters: Floats, mode: Floats) -> Floats:
    """Conditional variances of the effects, in units of their own variance."""
    blocks = _blocks(table, parameters, mode)
    inverse = np.linalg.inv(blocks.schur)
    passed = blocks.coupling / blocks.long[:, None]
    long = 1 / blocks.long + ((passed @ inverse) * passed).sum(axis=1)
    return blocks.join(long, np.diag(inverse))


def _intercept_se(table: _Table, best: Floats) -> float:
    """From the curvature of the deviance in all three parameters; a standard deviation at 0 is held there."""
    free = [0, *(n for n in (1, 2) if abs(best[n]) > _EDGE)]
    curvature = np.array([[_curvature(table, best, one, other) for other in free] for one in free])
    try:
        variance = float(np.linalg.inv(curvature / 2)[0, 0])
    except np.linalg.LinAlgError:
        return float("inf")
    return float(np.sqrt(variance)) if variance > 0 else float("inf")


def _curvature(table: _Table, best: Floats, one: int, other: int) -> float:
    """The mixed second derivative of the deviance, by four points."""
    steps = np.eye(3) * 1e-2
    corners = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    values = [a * b * _deviance(best + a * steps[one] + b * steps[other], table) for a, b in corners]
    return float(np.sum(values)) / (4 * 1e-4)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Effects:
    """What is needed to describe people and items."""

    table: _Table
    parameters: Floats
    mode: Floats
    variances: Floats
    spread: float

    def of(self, names: Sequence[str], numbers: Ints, start: int, which: int) -> tuple[Effect, ...]:
        """The effects of all people, or of all items."""
        sd = abs(float(self.parameters[which]))
        answers = np.bincount(numbers, minlength=len(names))
        right = np.bincount(numbers, self.table.right, len(names))
        return tuple(
            self._effect(name, int(answers[n]), int(right[n]), sd * np.array([self.mode[start + n],
                         np.sqrt(self.variances[start + n])]))
            for n, name in enumerate(names)
        )  # fmt: skip

    def _effect(self, name: str, answers: int, right: int, found: Floats) -> Effect:
        logit, sd = float(found[0]), float(found[1])
        middle = float(self.parameters[0]) + logit
        low, centre, high = expit([middle - self.spread * sd, middle, middle + self.spread * sd])
        return Effect(
            name=name, answers=answers, right=right, logit=logit, sd=sd,
            probability=float(centre), low=float(low), high=float(high),
        )  # fmt: skip
