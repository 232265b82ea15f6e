"""Right and wrong answers of respondents to items, both of them random effects that cross; items may lie in groups.

`right ~ 1 + (1 | person) + (1 | item) + (1 | group)` on the logistic scale, fitted by Laplace's approximation as lme4's
`glmer` does (nAGQ = 1). Beyond that, an item may have a chance of a right guess, `guess + (1 - guess) * logistic`, and
a known slope; with a guess the weights are the expected ones, as lme4 has them with such a link.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import linalg, optimize, special

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_STEPS = 60
"""Newton's steps to a mode at most; each search begins at the mode of a place nearby, from which a few are enough."""
_ROUNDING = 1e-12
"""Relative size of what rounding does to a sum over all answers."""
_EDGE = 0.02
"""Below this a standard deviation stands at the edge of what is possible: the derivative has no other side."""
_MANY = 100_000
"""Cells from which on a part of the items says how much items and people vary."""
_PART = 400
"""Items in that part: their standard deviation is then known to a few per cent."""
_WIDEST = 20.0
"""Log-odds of an intercept, or of a standard deviation, beyond which no table of answers differs from certainty."""
_LEAST = 0.01
"""Least standard deviation where they are held: at 0 the density that holds them has no logarithm."""
_HELD_SD = 1.5
"""Scale of the density that holds standard deviations, and where it is highest: that of a wide range of abilities."""
_HELD_INTERCEPT = 3.0
"""Standard deviation of the density that holds the intercept: chances of 5 and 95 per cent are one of it away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossedTable:
    """How often each respondent (a row) was right on each item (a column)."""

    right: Floats
    asked: Floats
    """How often asked; 0 where there is no answer. Both may carry weights."""
    guess: Floats
    """Chance of a right answer of whoever knows nothing, by item, or by respondent and item."""
    slope: Floats
    """How steeply the log-odds rise with ability, by item."""
    group: Ints
    """The group of each item, counted from 0; empty where there are none."""
    fixed: Floats
    """By respondent, a standard deviation that is known beforehand; 0 where it is that of the population."""

    @property
    def groups(self) -> int:
        return int(self.group.max()) + 1 if self.group.size else 0

    def gathered(self, values: Floats) -> Floats:
        """Sums over the items of each group; items are columns."""
        sums = np.zeros((*values.shape[:-1], self.groups))
        if self.groups:
            order = np.argsort(self.group, kind="stable")
            starts = np.searchsorted(self.group[order], np.arange(self.groups))
            sums = np.add.reduceat(values[..., order], starts, axis=-1)
        return sums

    def items_part(self, places: Ints) -> "CrossedTable":
        """The table of some of the items; groups of which none is left are gone."""
        group = np.unique(self.group[places], return_inverse=True)[1] if self.groups else self.group
        return CrossedTable(
            right=self.right[:, places],
            asked=self.asked[:, places],
            guess=self.guess[..., places],
            slope=self.slope[places],
            group=group.astype(np.int64),
            fixed=self.fixed,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossedFit:
    """A fitted model; effects are in log-odds, drawn towards 0."""

    intercept: float
    """Log-odds of the average person on the average item (beyond guessing)."""
    sd_people: float
    sd_items: float
    """Standard deviation of items, within groups where there are some."""
    sd_groups: float
    log_likelihood: float
    """Laplace's approximation of it."""
    intercept_se: float | None
    """From the curvature in all parameters; None where it was not asked for."""
    people: Floats
    people_sd: Floats
    """Conditional on the parameters, as lme4 has it."""
    items: Floats
    """The item's effect and its group's."""
    items_sd: Floats
    common_sd: float
    """Standard error of the intercept when only the effects are unknown beside it."""
    people_pull: Floats
    """How far each effect of a person goes down when the intercept goes up by one."""
    items_pull: Floats
    people_covariance: Floats = field(repr=False)
    residuals: Floats = field(repr=False)
    """By respondent and item, the slope of the answers' log-likelihood in the effects."""

    @property
    def parameters(self) -> Floats:
        return np.array([self.intercept, self.sd_people, self.sd_items, self.sd_groups])


@contextmanager
def one_thread() -> Iterator[None]:
    """While this lasts matrices are multiplied in one thread.

    Those here are small: several threads would spend their time waiting for each other, many times longer on a busy
    machine.
    """
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped, unused-ignore]  # it has no types

    with threadpool_limits(1, "blas"):
        yield


def fit_crossed(
    table: CrossedTable, *, start: Floats | None = None, with_se: bool = False, held: bool = False
) -> CrossedFit:
    """The model of a table; `start` are parameters near which it is searched, `with_se` adds that of the intercept.

    `held` keeps standard deviations away from 0, which few respondents cannot tell from small ones (after Chung and
    others 2013), and from what is huge, by Rayleigh's density, and the intercept by a normal one; without it the fit is
    that of maximum likelihood.

    >>> right = np.array([[1.0, 1, 0, 1], [1, 0, 0, 1], [1, 1, 0, 0]])
    >>> table = CrossedTable(right=right, asked=np.ones((3, 4)), guess=np.zeros(4), slope=np.ones(4),
    ...                      group=np.zeros(0, int), fixed=np.zeros(3))
    >>> round(fit_crossed(table).intercept, 2)
    0.45
    """
    free = 4 if table.groups else 3
    items = table.asked.shape[1]
    if table.asked.size > _MANY and items > 2 * _PART:
        # The standard deviations are those of a part of the items, whole groups, evenly spaced; then all effects.
        step = items // _PART
        kept = table.group % step == 0 if table.groups else np.arange(items) % step == 0
        best = fit_crossed(table.items_part(np.flatnonzero(kept)), start=start, held=held).parameters
        with one_thread():
            search = _Search(table, still=1e-4, held=held)
            search.deviance(best)
            best[0] += search.effects(best, search.mode)[1].mean()
            return search.fitted(best, -search.deviance(best) / 2, None)
    with one_thread():
        search = _Search(table, still=1e-5 if held else 1e-7, held=held)
        if start is None:
            share = np.clip(table.right.sum() / table.asked.sum(), 0.01, 0.99)
            # What is right beyond guessing, kept from 0 and 1 so that its log-odds are finite.
            ability = np.clip((share - table.guess.mean()) / (1 - table.guess.mean()), 0.05, 0.99)
            start = np.array([np.log(ability / (1 - ability)), 0.7, 0.7, 0.3])
        bounds = [(-_WIDEST, _WIDEST), *[(_LEAST if held else 0.0, _WIDEST)] * (free - 1)]

        def searched(begin: Floats) -> tuple[float, Floats]:
            begin = np.maximum(begin, [-_WIDEST, *[_LEAST] * (free - 1)]) if held else begin
            # A fit that is held is one of the rounds of a scale, each of which may be rough.
            options: Any = {"ftol": 1e-9 if held else 1e-12}
            least = optimize.minimize(search.sloped, begin, jac=True, method="L-BFGS-B", bounds=bounds, options=options)
            return float(least.fun), np.asarray(least.x, np.float64)

        deviance, best = searched(start[:free])
        # At 0 the deviance is flat in a standard deviation: a search that fell there looks about once more.
        if (best[1:] < _EDGE).any():
            other_deviance, other = searched(np.where((best < _EDGE) & (np.arange(free) > 0), 0.3, best))
            best = other if other_deviance < deviance else best
        best = np.concatenate([best[:1], np.abs(best[1:]), np.zeros(4 - free)])
        se = search.intercept_se(best[:free]) if with_se else None
        return search.fitted(best, -search.deviance(best) / 2, se)


class _Search:
    """The deviance along a search: each mode is looked for from the last one, which is near."""

    def __init__(self, table: CrossedTable, *, still: float, held: bool) -> None:
        self.table, self.still, self.held = table, still, held
        self.people, self.items = table.asked.shape
        self.wrong = table.asked - table.right
        self.guessed = bool(table.guess.any())
        self.mode = np.zeros(self.people + self.items + table.groups)

    def scales(self, parameters: Floats) -> tuple[Floats, float, float]:
        """What one unit of an effect is worth: of each person, of items, of groups."""
        groups = float(parameters[3]) if len(parameters) > 3 else 0.0
        return np.where(self.table.fixed > 0, self.table.fixed, parameters[1]), float(parameters[2]), groups

    def effects(self, parameters: Floats, mode: Floats) -> tuple[Floats, Floats]:
        """The effects of persons and of items (their group's included), in log-odds."""
        people, items, groups = self.scales(parameters)
        of_items = items * mode[self.people : self.people + self.items]
        if self.table.groups:
            of_items = of_items + groups * mode[self.people + self.items :][self.table.group]
        return people * mode[: self.people], of_items

    def at(self, parameters: Floats, mode: Floats) -> tuple[float, Floats, Floats, Floats]:
        """The penalised log-likelihood, and of each answer the residual, the expected weight and the observed one."""
        table, guess = self.table, self.table.guess
        people, items = self.effects(parameters, mode)
        odds = table.slope * (parameters[0] + people[:, None] + items)
        known = special.expit(odds)
        unknown = special.expit(-odds)  # not 1 − known, which is 0 where the odds are high
        share = np.maximum(guess + (1 - guess) * known, 1e-300)
        value = np.vdot(table.right, np.log(share))
        value += np.vdot(self.wrong, np.log(np.maximum(unknown, 1e-300)) + np.log1p(-guess))
        steep = table.slope * known / share  # 1 without guessing
        rest = table.right - table.asked * share
        unknown *= known * table.slope
        expected = table.asked * (1 - guess) * unknown * steep
        observed = expected - rest * (guess * table.slope) * unknown / share**2 if self.guessed else expected
        return float(value) - float(mode @ mode) / 2, rest * steep, expected, observed

    def deviance(self, parameters: Floats) -> float:
        """Minus twice Laplace's log-likelihood; leaves the mode and the factors there.

        The mode is searched by Newton's steps (Fisher's, where a guess bends the surface) that never go uphill.
        """
        people, items, groups = self.scales(parameters)
        value, rest, expected, observed = self.at(parameters, self.mode)
        for _ in range(_STEPS):
            try:
                factors = _Factors.of(self.table, observed, (people, items, groups))
            except np.linalg.LinAlgError:
                factors = _Factors.of(self.table, expected, (people, items, groups))
            down = rest.sum(axis=0)
            slope = np.concatenate([people * rest.sum(axis=1), items * down, groups * self.table.gathered(down)])
            step = factors.solve(slope - self.mode)
            size = float(np.abs(step).max())
            better = self.at(parameters, self.mode + step)
            while better[0] < value - _ROUNDING * abs(value) and np.abs(step).max() > self.still:
                step = step / 2
                better = self.at(parameters, self.mode + step)
            self.mode = self.mode + step
            value, rest, expected, observed = better
            if size < self.still:
                break
        self.factors = _Factors.of(self.table, expected, (people, items, groups))
        deviance = float(-2 * value + self.factors.log_determinant)
        if self.held:
            sds = np.maximum(np.abs(parameters[1:]), 1e-9)
            deviance += float((sds**2 / _HELD_SD**2 - 2 * np.log(sds)).sum() + (parameters[0] / _HELD_INTERCEPT) ** 2)
        return deviance

    def sloped(self, parameters: Floats) -> tuple[float, Floats]:
        """The deviance and its derivative, by differences to both sides: it is even in a standard deviation."""
        steps = np.eye(len(parameters)) * 1e-3
        slope = [(self.deviance(parameters + step) - self.deviance(parameters - step)) / 2e-3 for step in steps]
        return self.deviance(parameters), np.array(slope)

    def intercept_se(self, best: Floats) -> float:
        """From the curvature of the deviance in all parameters; a standard deviation at 0 is held there."""
        free = [0, *(n for n in range(1, len(best)) if best[n] > _EDGE)]
        steps = np.eye(len(best)) * 1e-2
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

    def fitted(self, best: Floats, log_likelihood: float, se: float | None) -> CrossedFit:
        """What the search ended with."""
        scales = self.scales(best)
        people, items = self.effects(best, self.mode)
        people_covariance, items_variance = self.factors.covariances()
        weights = self.factors.weights
        across = weights.sum(axis=0)
        pushed = np.concatenate(
            [scales[0] * weights.sum(axis=1), scales[1] * across, scales[2] * self.table.gathered(across)]
        )
        pull = self.factors.solve(pushed)
        people_pull, items_pull = self.effects(best, pull)
        return CrossedFit(
            intercept=float(best[0]),
            sd_people=float(best[1]),
            sd_items=float(best[2]),
            sd_groups=float(best[3]),
            log_likelihood=log_likelihood,
            intercept_se=se,
            people=people,
            people_sd=np.sqrt(np.diag(people_covariance)),
            items=items,
            items_sd=np.sqrt(items_variance),
            common_sd=float(1 / np.sqrt(max(across.sum() - pushed @ pull, 1e-9))),
            people_pull=people_pull,
            items_pull=items_pull,
            people_covariance=people_covariance,
            residuals=self.at(best, self.mode)[1],
        )


@dataclass(frozen=True, slots=True)
class _Factors:
    """I + Λ'Z'WZΛ factored: what is diagonal is eliminated first, and Cholesky's factor is that of the rest.

    Where persons are fewer, first items are eliminated, then groups, which are diagonal once items are gone; where they
    are more, persons are, and items and groups are left together.
    """

    table: CrossedTable
    weights: Floats
    scales: tuple[Floats, float, float]
    first: Floats
    """The diagonal that goes first: that of items, or of persons."""
    second: Floats
    """The diagonal of groups, without items; empty where persons go first."""
    coupling: Floats
    """Persons with groups, without items; persons with items and groups where persons go first."""
    lower: Floats
    people_first: bool

    @classmethod
    def of(cls, table: CrossedTable, weights: Floats, scales: tuple[Floats, float, float]) -> "_Factors":
        """The factors of the weights of all answers."""
        people, items, groups = scales
        of_people, of_items = weights.sum(axis=1), weights.sum(axis=0)
        if len(of_people) > len(of_items):
            first = 1 + people**2 * of_people
            coupling = people[:, None] * np.hstack([items * weights, groups * table.gathered(weights)])
            spread = np.diag(of_items)
            right = np.hstack([items * spread, groups * table.gathered(spread)])
            left = np.vstack([items * right, groups * table.gathered(right.T).T])
            left += np.eye(len(left)) - coupling.T @ (coupling / first[:, None])
            return cls(table, weights, scales, first, np.zeros(0), coupling, _lower(left, first), people_first=True)
        first = 1 + items**2 * of_items
        thin = weights / first
        second = 1 + groups**2 * table.gathered(of_items / first)
        coupling = people[:, None] * groups * table.gathered(thin)
        left = -np.outer(people, people) * items**2 * (thin @ weights.T) - (coupling / second) @ coupling.T
        left[np.diag_indices_from(left)] += 1 + people**2 * of_people
        return cls(table, weights, scales, first, second, coupling, _lower(left, first, second), people_first=False)

    @property
    def log_determinant(self) -> float:
        diagonal = np.log(self.first).sum() + np.log(self.second).sum()
        return float(diagonal + 2 * np.log(np.diag(self.lower)).sum())

    def solve(self, right: Floats) -> Floats:
        """What the matrix must be multiplied with to give this."""
        scales, count = self.scales, self.weights.shape[0]
        if self.people_first:
            upper = right[:count] / self.first
            rest = right[count:] - upper @ self.coupling
            short = linalg.cho_solve((self.lower, True), rest, check_finite=False)
            return np.concatenate([upper - (self.coupling @ short) / self.first, short])
        end = count + self.weights.shape[1]
        of_items = right[count:end] / self.first
        across = self.weights.sum(axis=0)
        of_groups = right[end:] - scales[1] * scales[2] * self.table.gathered(across * of_items)
        of_groups = of_groups / self.second
        of_people = right[:count] - scales[1] * scales[0] * (self.weights @ of_items) - self.coupling @ of_groups
        people = linalg.cho_solve((self.lower, True), of_people, check_finite=False)
        groups = of_groups - (people @ self.coupling) / self.second
        pulled = (people * scales[0]) @ self.weights
        if len(groups):
            pulled = pulled + scales[2] * across * groups[self.table.group]
        return np.concatenate([people, of_items - scales[1] * pulled / self.first, groups])

    def covariances(self) -> tuple[Floats, Floats]:
        """The conditional covariance of persons, and the conditional variance of items with their groups."""
        people, items, groups = self.scales
        half = linalg.solve_triangular(self.lower, np.eye(len(self.lower)), lower=True, check_finite=False)
        count, table = self.weights.shape[1], self.table
        if self.people_first:
            total = items * half[:, :count]
            if table.groups:
                total = total + groups * half[:, count:][:, table.group]
            passed = (people / self.first)[:, None] * self.coupling @ half.T
            return np.diag(people**2 / self.first) + passed @ passed.T, (total**2).sum(axis=0)
        row = items**2 * people[:, None] * self.weights
        own = items**2 / self.first
        if table.groups:
            row = row + groups * (self.coupling / self.second)[:, table.group]
            own = own + groups**2 / (self.first**2 * self.second[table.group])
        passed = half @ (row / self.first)
        scaled = half * people
        return scaled.T @ scaled, own + (passed**2).sum(axis=0)


def _lower(left: Floats, *diagonals: Floats) -> Floats:
    """Cholesky's factor of what is left; what was eliminated must be positive, too."""
    if any(diagonal.size and diagonal.min() <= 0 for diagonal in diagonals):
        raise np.linalg.LinAlgError
    factor: Floats = linalg.cholesky(left, lower=True, check_finite=False)
    return factor
