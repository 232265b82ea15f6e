"""How hard each item is and how good each person: a logistic model with a random intercept for both, crossed.

`right ~ 1 + (1 | person) + (1 | item)`, fitted by Laplace's approximation as lme4's `glmer` does (nAGQ = 1). Items with
few answers are drawn towards the mean, so that chance does not make an item look bad.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.linalg import cho_solve, cholesky, solve_triangular
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
    answers: int
    right: int
    logit: float
    """Distance from the mean in log-odds, drawn towards 0."""
    sd: float
    """Its conditional standard deviation."""
    probability: float
    """Probability of a right answer with the average counterpart."""
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MixedModel:
    """A fitted model."""

    intercept: float
    """Log-odds of a right answer of the average person on the average item."""
    intercept_se: float
    sd_people: float
    """Standard deviation of people, in log-odds."""
    sd_items: float
    """Standard deviation of items, in log-odds."""
    log_likelihood: float
    """Laplace's approximation of it."""
    people: tuple[Effect, ...]
    items: tuple[Effect, ...]
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """Right and wrong answers by person and item, each as a number."""

    right: Floats
    signs: Floats
    """1 for a right answer, −1 for a wrong one."""
    person: Ints
    item: Ints
    cell: Ints
    """The number of the person and item of each answer."""
    people: int
    items: int

    def linear(self, parameters: Floats, mode: Floats) -> Floats:
        """The log-odds of each answer: intercept, person and item."""
        intercept, of_people, of_items = parameters
        people, items = mode[: self.people], mode[self.people :]
        effects: Floats = intercept + of_people * people[self.person] + of_items * items[self.item]
        return effects

    def penalised(self, parameters: Floats, mode: Floats) -> float:
        """Log-likelihood of all answers given the effects, less what the effects' own distribution takes off."""
        return float(log_expit(self.linear(parameters, mode) * self.signs).sum()) - float(mode @ mode) / 2


def _one_thread() -> AbstractContextManager[object]:
    """While this lasts matrices are multiplied in one thread.

    Those here are small: several threads would spend their time waiting for each other, many times longer on a busy
    machine.
    """
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped, unused-ignore]  # it has no types

    limits: AbstractContextManager[object] = threadpool_limits(1, "blas")
    return limits


def fit(people: Sequence[str], items: Sequence[str], right: Sequence[bool], *, confidence: float = 0.95) -> MixedModel:
    """The model of who answered what rightly: three sequences of equal length, an answer each."""
    if not len(people) == len(items) == len(right):
        raise InputError("experiment-unequal-lengths")
    if len(set(right)) < 2:
        raise InputError("experiment-nothing-varies")
    person_names, person = _numbered(people)
    item_names, item = _numbered(items)
    table = _Table(
        right=np.asarray(right, dtype=float),
        signs=np.where(right, 1.0, -1.0),
        person=person,
        item=item,
        cell=person * len(item_names) + item,
        people=len(person_names),
        items=len(item_names),
    )
    with _one_thread():
        search = _Search(table)
        share = np.clip(table.right.mean(), 0.01, 0.99)
        start = np.array([np.log(share / (1 - share)), 0.7, 0.7])
        rough = minimize(search.deviance, start, method="L-BFGS-B", bounds=[(-20, 20), (0, 20), (0, 20)])
        near = np.vstack([rough.x, rough.x + np.eye(3) * 0.01])
        fine = minimize(
            search.deviance,
            rough.x,
            method="Nelder-Mead",
            options={"xatol": 1e-5, "fatol": 1e-7, "initial_simplex": near},
        )
        best = np.asarray(fine.x if fine.fun <= rough.fun else rough.x, dtype=np.float64)
        mode = search.mode(best)
        deviations = np.sqrt(search.factors.variances())
    spread = float(norm.ppf(0.5 + confidence / 2))

    def effects(names: Sequence[str], numbers: Ints, first: int, scale: float) -> tuple[Effect, ...]:
        """All people, or all items, whose effects begin at `first`."""
        answers, right = np.bincount(numbers, minlength=len(names)), np.bincount(numbers, table.right, len(names))
        logits = scale * mode[first : first + len(names)]
        sds = scale * deviations[first : first + len(names)]
        middles = best[0] + logits
        ends = expit(np.stack([middles, middles - spread * sds, middles + spread * sds]))
        return tuple(
            Effect(
                name=name,
                answers=int(answers[n]),
                right=int(right[n]),
                logit=float(logits[n]),
                sd=float(sds[n]),
                probability=float(ends[0, n]),
                low=float(ends[1, n]),
                high=float(ends[2, n]),
            )
            for n, name in enumerate(names)
        )

    return MixedModel(
        intercept=float(best[0]),
        intercept_se=search.intercept_se(best),
        sd_people=float(abs(best[1])),
        sd_items=float(abs(best[2])),
        log_likelihood=-search.deviance(best) / 2,
        people=effects(person_names, person, 0, abs(best[1])),
        items=effects(item_names, item, table.people, abs(best[2])),
        confidence=confidence,
    )


def _numbered(names: Sequence[str]) -> tuple[list[str], Ints]:
    known = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return list(known), np.array([known[name] for name in names], dtype=np.int64)


class _Search:
    """The deviance along a search: each mode is looked for from the last one, which is near."""

    def __init__(self, table: _Table) -> None:
        self._table = table
        self._last = np.zeros(table.people + table.items)
        self.factors = _Factors.of(table, np.zeros(3), self._last)

    def deviance(self, parameters: Floats) -> float:
        """Minus twice Laplace's log-likelihood."""
        mode = self.mode(parameters)
        determinant = np.log(self.factors.long).sum() + 2 * np.log(np.diag(self.factors.lower)).sum()
        return float(-2 * self._table.penalised(parameters, mode) + determinant)

    def mode(self, parameters: Floats) -> Floats:
        """The most probable effects (in units of their standard deviation), by Newton steps that never go uphill.

        The factors of the first step serve the following ones as long as they shrink: those are not exact Newton
        steps, but near enough, and cost no new factors. Leaves the factors at the mode.
        """
        table, mode = self._table, self._last
        value = table.penalised(parameters, mode)
        factors, last = None, np.inf
        for _ in range(_STEPS):
            factors = factors or _Factors.of(table, parameters, mode)
            rest = table.right - expit(table.linear(parameters, mode))
            of_people = parameters[1] * np.bincount(table.person, rest, table.people)
            of_items = parameters[2] * np.bincount(table.item, rest, table.items)
            step = factors.solve(np.concatenate([of_people, of_items]) - mode)
            size = float(np.abs(step).max())
            better = table.penalised(parameters, mode + step)
            while better < value - _ROUNDING * abs(value) and np.abs(step).max() > _STILL:
                step = step / 2
                better = table.penalised(parameters, mode + step)
            mode, value = mode + step, better
            if size < _STILL:
                break
            if size > last / 4:
                factors = None
            last = size
        self._last, self.factors = mode, _Factors.of(table, parameters, mode)
        return mode

    def intercept_se(self, best: Floats) -> float:
        """From the curvature of the deviance in all three parameters; a standard deviation at 0 is held there."""
        free = [0, *(n for n in (1, 2) if abs(best[n]) > _EDGE)]
        steps = np.eye(3) * 1e-2
        corners = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
        curvature = np.empty((len(free), len(free)))
        for row, one in enumerate(free):
            for column, other in enumerate(free):  # the mixed second derivative, by four points
                values = [a * b * self.deviance(best + a * steps[one] + b * steps[other]) for a, b in corners]
                curvature[row, column] = float(np.sum(values)) / (4 * 1e-4)
        try:
            variance = float(np.linalg.inv(curvature / 2)[0, 0])
        except np.linalg.LinAlgError:
            return float("inf")
        return float(np.sqrt(variance)) if variance > 0 else float("inf")


@dataclass(frozen=True, slots=True)
class _Factors:
    """I + Λ'Z'WZΛ factored in blocks: two diagonals and what couples them; the longer side is eliminated first."""

    long: Floats
    coupling: Floats
    lower: Floats
    """Cholesky's factor of what is left of the shorter side."""
    people_long: bool

    @classmethod
    def of(cls, table: _Table, parameters: Floats, mode: Floats) -> "_Factors":
        """The factors at some effects."""
        share = expit(table.linear(parameters, mode))
        flat = np.bincount(table.cell, share * (1 - share), table.people * table.items)
        weights = flat.reshape(table.people, table.items)
        people = 1 + parameters[1] ** 2 * weights.sum(axis=1)
        items = 1 + parameters[2] ** 2 * weights.sum(axis=0)
        coupling = parameters[1] * parameters[2] * weights
        longer = table.people > table.items
        long, short, between = (people, items, coupling) if longer else (items, people, coupling.T)
        left = np.diag(short) - between.T @ (between / long[:, None])
        return cls(long, between, cholesky(left, lower=True, check_finite=False), longer)

    def solve(self, right: Floats) -> Floats:
        """What the matrix must be multiplied with to give this."""
        people = len(self.long) if self.people_long else len(self.lower)
        upper, lower = (right[:people], right[people:]) if self.people_long else (right[people:], right[:people])
        # einsum and not @: many small products, which a library of several threads would spend waiting.
        rest = lower - np.einsum("ij,i->j", self.coupling, upper / self.long)
        short = cho_solve((self.lower, True), rest, check_finite=False)
        return self._join((upper - np.einsum("ij,j->i", self.coupling, short)) / self.long, short)

    def variances(self) -> Floats:
        """The diagonal of the inverse: conditional variances of the effects, in units of their own variance."""
        half = solve_triangular(self.lower, np.eye(len(self.lower)), lower=True, check_finite=False)
        passed = (self.coupling / self.long[:, None]) @ half.T
        return self._join(1 / self.long + (passed**2).sum(axis=1), (half**2).sum(axis=0))

    def _join(self, long: Floats, short: Floats) -> Floats:
        """The longer and the shorter side as people and items."""
        return np.concatenate([long, short] if self.people_long else [short, long])
