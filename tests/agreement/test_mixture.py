"""Mixtures of label distributions: kernels equal brute force, and what is said of a rate holds the truth."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom

from anaphor.agreement.panels.mixture import (
    Likelihood,
    change_of_patterns,
    farthest,
    fit_mixture,
    identified_range,
    most_likely,
    possible_classes,
    too_wide,
)
from anaphor.agreement.panels.study import PanelStudy, ReproductionSettings
from anaphor.agreement.panels.support import Support, leader_kept, pattern_likelihood, sorted_parts, support_of
from anaphor.agreement.panels.urn import known_urn, profiles, winning
from anaphor.agreement.panels.winning import fresh_at, ideal_at, level_wins, wins_of
from anaphor.answers import from_counts
from bench.agreement_coverage import MAKERS, Design, tables

Floats = NDArray[np.float64]

LEVELS = Support(
    shares=np.array([[0.6, 0.1, 0.05], [0.3, 0.3, 0.02], [0.25, 0.0, 0.0], [0.5, 0.25, 0.0]]),
    times=np.array([[1, 2, 4], [1, 2, 5], [4, 0, 0], [1, 2, 0]]),
)
"""Distributions over up to eight classes, some of which are alike."""


def spelt_out(support: Support) -> Floats:
    """Points × classes, every class by itself."""
    rows = [np.repeat(shares, times) for shares, times in zip(support.shares, support.times, strict=True)]
    return np.stack([np.pad(row, (0, max(map(len, rows)) - len(row))) for row in rows])


def votes_of(people: int, theta: Floats, seed: int) -> NDArray[np.int64]:
    return np.random.default_rng(seed).multinomial(people, theta)


def dirichlet(classes: int, items: int, seed: int, mass: float = 2 / 3) -> Floats:
    return np.asarray(np.random.default_rng(seed).dirichlet(np.full(classes, mass / classes), items))


@pytest.mark.parametrize("classes", [2, 3, 5, 6, 12, 30, 300])
def test_the_points_are_distributions_and_hold_the_extremes(classes: int) -> None:
    support = support_of(classes)
    assert np.abs((support.shares * support.times).sum(axis=1) - 1).max() < 1e-9
    assert int(support.times.sum(axis=1).max()) == classes
    disagreement = 1 - (support.times * support.shares**2).sum(axis=1)
    assert disagreement.min() == 0
    assert disagreement.max() == pytest.approx(1 - 1 / classes)


@pytest.mark.parametrize(("people", "classes"), [(3, 3), (5, 5), (6, 8), (6, 30), (8, 200)])
def test_pattern_likelihoods_sum_to_one(people: int, classes: int) -> None:
    rows = np.array(list(sorted_parts(people, min(people, classes), people)))
    assert np.abs(pattern_likelihood(rows, support_of(classes)).sum(axis=0) - 1).max() < 1e-11


def test_pattern_likelihoods_equal_all_outcomes_one_by_one() -> None:
    theta = spelt_out(LEVELS)
    rows = np.array(list(sorted_parts(4, 4, 4)))
    brute = np.zeros((len(rows), len(theta)))
    for outcome in product(range(theta.shape[1]), repeat=4):
        counts = -np.sort(-np.bincount(outcome, minlength=theta.shape[1]))[:4]
        brute[(rows == counts).all(axis=1).argmax()] += theta[:, list(outcome)].prod(axis=1)
    assert np.abs(pattern_likelihood(rows, LEVELS) - brute).max() < 1e-12


def test_thousands_of_votes_have_a_likelihood() -> None:
    rows = np.array([[5_000, 0], [4_000, 1_000], [2_500, 2_500]])
    found = pattern_likelihood(rows, Support(shares=np.array([[0.8, 0.2]]), times=np.array([[1, 1]])))
    assert np.isfinite(found).all()
    # The mode of a binomial: 1 / √(2π n p q), and the same for the class that is not named first.
    assert found[1, 0] == pytest.approx(1 / np.sqrt(2 * np.pi * 5_000 * 0.16), rel=0.01)


def test_a_leader_is_kept_as_all_outcomes_one_by_one_say() -> None:
    theta, rows = spelt_out(LEVELS), np.array(list(sorted_parts(3, 3, 3)))
    wins = level_wins(LEVELS, 5)
    by_class = winning(known_urn(theta, 5))
    brute = np.zeros((len(rows), len(theta)))
    for outcome in product(range(theta.shape[1]), repeat=3):
        counts = np.bincount(outcome, minlength=theta.shape[1])
        leaders = np.flatnonzero(counts == counts.max())
        row = (rows == -np.sort(-counts)[:3]).all(axis=1).argmax()
        brute[row] += theta[:, list(outcome)].prod(axis=1) * by_class[:, leaders].mean(axis=1)
    chance, kept = leader_kept(rows, LEVELS, wins)
    assert np.abs(kept - brute).max() < 1e-11
    assert np.abs(chance - pattern_likelihood(rows, LEVELS)).max() < 1e-15


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 8, 13, 25, 40])
def test_winning_on_levels_equals_winning_class_by_class(size: int) -> None:
    by_class = winning(known_urn(spelt_out(LEVELS), size))
    found = level_wins(LEVELS, size)
    for point, (times, wins) in enumerate(zip(LEVELS.times, found, strict=True)):
        assert np.repeat(wins, times) == pytest.approx(by_class[point, : times.sum()], abs=1e-10)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 9, 12, 25, 60])
def test_three_classes_are_summed_up_exactly(size: int) -> None:
    """Near ties, one class for sure, one that nobody votes for; all panels are won by somebody."""
    theta = np.array([[0.4, 0.36, 0.24], [1 / 3, 1 / 3, 1 / 3], [0.7, 0.3, 0.0], [0.0, 0.5, 0.5], [0.0, 1.0, 0.0]])
    found = level_wins(Support(shares=theta, times=np.ones(theta.shape, dtype=np.int64)), size)
    assert np.abs(found - winning(known_urn(theta, size))).max() < 1e-13
    assert found.sum(axis=1) == pytest.approx(np.ones(len(theta)), abs=1e-13)


@pytest.mark.parametrize("size", [61, 62, 101])
def test_large_panels_are_right_to_a_few_ten_thousandths(size: int) -> None:
    """Exact by the urn: near ties between three classes are the hardest."""
    theta = np.array([[0.4, 0.36, 0.24], [0.35, 0.34, 0.31], [0.5, 0.45, 0.05], [0.7, 0.2, 0.1]])
    found = level_wins(Support(shares=theta, times=np.ones(theta.shape, dtype=np.int64)), size)
    assert np.abs(found - winning(known_urn(theta, size))).max() < 3e-4


def test_a_thousand_people_decide_two_classes_exactly() -> None:
    """Even panels decide like one person fewer; the difference of two binomials is known by symmetry at one half."""
    theta = Support(shares=np.array([[0.5, 0.5], [0.52, 0.48]]), times=np.ones((2, 2), dtype=np.int64))
    assert level_wins(theta, 1_000)[0] == pytest.approx([0.5, 0.5])
    assert np.array_equal(level_wins(theta, 1_000), level_wins(theta, 999))


def test_the_ends_of_a_range_are_reached_and_no_mixture_as_likely_goes_beyond() -> None:
    """Against a linear programme: with three votes the fitted shares of the three patterns fix all that is known."""
    from scipy.optimize import linprog

    patterns = profiles(votes_of(3, dirichlet(4, 4_000, 1), 1))
    mixture = fit_mixture(patterns, classes=4)
    fresh, _ = mixture.changes(3)
    low, high = identified_range(mixture, fresh, slack=0.02)
    table = mixture.likelihood.table
    fitted = table @ mixture.weights
    for sign, end in ((1, low), (-1, high)):
        answer = linprog(
            sign * fresh,
            A_eq=np.vstack([table, np.ones(len(fresh))]),
            b_eq=[*fitted, 1.0],
            bounds=(0, None),
            method="highs",
        )
        assert answer.fun is not None
        assert end == pytest.approx(sign * answer.fun, abs=0.01)


def test_more_slack_widens_a_range_and_more_votes_narrow_it() -> None:
    widths = []
    for people in (3, 5, 9):
        mixture = fit_mixture(profiles(votes_of(people, dirichlet(3, 5_000, 4), 4)), classes=3)
        fresh, _ = mixture.changes(5)
        ends = [identified_range(mixture, fresh, slack=slack) for slack in (0.1, 1.0, 3.0)]
        assert ends[2][0] < ends[1][0] < ends[0][0] < ends[0][1] < ends[1][1] < ends[2][1]
        widths.append(ends[0][1] - ends[0][0])
    assert widths[0] > widths[1] > widths[2]


def test_the_most_likely_mixture_cannot_be_bettered_by_any_point() -> None:
    likelihood = Likelihood(
        table=pattern_likelihood(np.array([[4, 0], [3, 1], [2, 2]]), support_of(2)), times=np.array([70.0, 20.0, 10.0])
    )
    weights = most_likely(likelihood)
    slope = (likelihood.times / (likelihood.table @ weights)) @ likelihood.table
    assert slope.max() - 100 < 0.01
    low, high = farthest(likelihood, wins_of(2, 3)[:, 1], weights, 0.5)
    assert low <= float(wins_of(2, 3)[:, 1] @ weights) <= high


def test_change_per_pattern_averages_to_the_fresh_rate_of_the_mixture() -> None:
    patterns = profiles(votes_of(5, dirichlet(3, 20_000, 5), 5))
    mixture = fit_mixture(patterns, classes=3)
    mean = change_of_patterns(mixture, patterns.rows, 5) @ patterns.times / patterns.times.sum()
    assert mean == pytest.approx(float(mixture.smooth @ mixture.changes(5)[0]), abs=0.003)


@pytest.mark.slow
def test_wide_patterns_are_thinned_and_still_hold_the_truth() -> None:
    """Fifty votes over twelve classes: the likelihood of whole patterns would take minutes."""
    theta = dirichlet(12, 400, 7, mass=3.0)
    patterns = profiles(votes_of(50, theta, 7))
    mixture = fit_mixture(patterns, classes=12)
    assert too_wide(mixture, patterns.rows)
    assert int(mixture.likelihood.times.sum()) == 400
    low, high = identified_range(mixture, mixture.changes(5)[0])
    wins = winning(known_urn(dirichlet(12, 4_000, 8, mass=3.0), 5))
    assert low < 1 - float((wins**2).sum(axis=1).mean()) < high


def test_classes_that_were_not_seen_are_allowed_for() -> None:
    assert possible_classes(np.array([[5, 0], [5, 0]])) == 2
    assert possible_classes(np.array([[3, 2, 1], [0, 3, 3]])) == 3
    assert possible_classes(np.eye(60, dtype=np.int64)) > 1_000


@pytest.mark.slow
def test_alike_items_over_thirty_classes_are_held() -> None:
    """Everyone gives the right class with 0.6, each of 29 others with 0.4/29; panels of 6. The truth was missed by far:
    a grid of eight classes could not hold such items, and printed 22 % where 10 % are true."""
    theta = np.full(30, 0.4 / 29)
    theta[0] = 0.6
    wins = winning(known_urn(theta[None], 6))[0]
    fresh, ideal = 1 - float((wins**2).sum()), 1 - float(wins[0])
    for seed in range(4):
        rng = np.random.default_rng(seed)
        counts = np.stack([np.roll(rng.multinomial(6, theta), shift) for shift in rng.integers(0, 30, 150)])
        matrix = from_counts(counts, items=[str(n) for n in range(150)], classes=[str(n) for n in range(30)])
        study = PanelStudy(matrix, ReproductionSettings(size=6))
        for rate, truth in ((study.fresh(), fresh), (study.ideal(), ideal)):
            assert rate.range_low is not None
            assert rate.range_high is not None
            assert rate.range_low <= truth <= rate.range_high
            assert rate.range_high < 0.25


@pytest.mark.slow
@pytest.mark.parametrize(
    ("classes", "kind"), [(3, "alike"), (5, "alike"), (8, "alike"), (5, "Dirichlet"), (30, "or a coin")]
)
def test_with_three_votes_ranges_hold_the_truth_and_intervals_do_where_panels_are_like_public_ones(
    classes: int, kind: str
) -> None:
    """Three votes do not pin the rate down: the range holds what they leave open, the interval what is usual."""
    found = tables(Design(classes=classes, votes=3, size=3, kind=kind), repeats=6)
    assert sum(held.range for held in found) >= 10
    if kind == "Dirichlet":
        assert sum(held.interval for held in found) >= 10


@pytest.mark.long
@pytest.mark.parametrize("classes", [2, 3, 5, 8, 12, 30])
@pytest.mark.parametrize("votes", [3, 6, 10])
def test_intervals_hold_the_truth_about_as_often_as_they_say(classes: int, votes: int) -> None:
    designs = [Design(classes=classes, votes=votes, size=size, kind=kind) for size in (3, 5, 6) for kind in MAKERS]
    found = [held for design in designs for held in tables(design, repeats=3, seed=1)]
    # Made-up items, all alike or coins, are no public panel: where votes leave a rate open, the range must hold it.
    assert chance_of([held.interval for held in found if held.rate.range_low == held.rate.range_high]) > 0.001
    assert chance_of([held.range for held in found if held.rate.range_low != held.rate.range_high]) > 0.001


def chance_of(held: Sequence[bool]) -> float:
    """How likely so few would be, or fewer, if each held with 95 %."""
    return float(binom.cdf(sum(held), len(held), 0.95))


def test_an_ideal_panel_is_never_further_than_a_fresh_one() -> None:
    support, wins = support_of(8), wins_of(8, 5)
    assert (ideal_at(support, wins) <= fresh_at(support, wins) + 1e-9).all()
    assert (2 * ideal_at(support, wins) >= fresh_at(support, wins) - 1e-9).all()
