"""Intervals by cluster: identities, and coverage by simulation."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from anaphor.errors import InputError
from anaphor.scoring import Clusters, Sampling, gather, reussite, share
from anaphor.scoring.items.intervals import IntervalMethod, difference
from anaphor.scoring.items.outcomes import outcome_of_reply
from anaphor.statistics import wilson
from tests.scoring.specimens import drawn, outcomes, problems, reply, target

pytestmark = pytest.mark.slow


def test_lone_items_that_were_all_answered_get_wilsons_interval() -> None:
    made = reussite(problems("+" * 30 + "-" * 10)).interval
    assert (made.low, made.high, made.method) == (wilson(30, 40).low, wilson(30, 40).high, "wilson")


@pytest.mark.parametrize("signs", ["++ +- -- ++", "+? ++ -- ++"])
def test_twins_never_get_wilsons_interval(signs: str) -> None:
    assert reussite(outcomes(signs)).interval.method == "cluster t, Wilson's form"


def test_abstentions_of_lone_items_rule_out_wilsons_interval() -> None:
    assert "cluster" in reussite(problems("++-?+")).interval.method


def test_wilsons_interval_is_refused_where_it_would_be_wrong() -> None:
    with pytest.raises(InputError, match="independent items"):
        reussite(outcomes("++ +-"), Sampling(method=IntervalMethod.WILSON))


def test_the_error_of_lone_items_is_that_of_their_mean() -> None:
    values = [1.0, 0.5, 0.0, 1.0, 1.0]
    made = gather("abcde", values)
    assert made.error == pytest.approx(float(np.std(values, ddof=1)) / math.sqrt(5))


def test_the_error_is_that_of_statsmodels_with_clusters() -> None:
    linear = pytest.importorskip("statsmodels.regression.linear_model", reason="the peer is not installed")
    seen = drawn(np.random.default_rng(1), 50, 0.7, 0.2)
    made = gather([each.target.cluster for each in seen], [float(each.credit) for each in seen])
    values = np.array([float(each.credit) for each in drawn(np.random.default_rng(1), 50, 0.7, 0.2)])
    fit = linear.OLS(values, np.ones(100)).fit(
        cov_type="cluster", cov_kwds={"groups": np.repeat(np.arange(50), 2), "use_correction": False}
    )
    assert made.error == pytest.approx(float(fit.bse[0]) * math.sqrt(50 / 49))


def test_twins_that_are_right_together_widen_the_interval_and_twins_that_exclude_each_other_narrow_it() -> None:
    def width(signs: str) -> float:
        made = reussite(outcomes(signs)).interval
        return made.high - made.low

    together, mixed, opposed = "++ -- " * 20, "++ +- -+ -- " * 10, "+- +- +- ++ -- " * 8
    assert width(together) > width(mixed) > width(opposed)


def test_all_right_gives_the_exact_bound_over_schemas() -> None:
    made = reussite(outcomes("++ " * 24)).interval
    assert (made.low, made.high) == pytest.approx((0.025 ** (1 / 24), 1.0))


def test_schemas_that_are_all_half_right_leave_room_for_those_that_were_not_seen() -> None:
    made = reussite(outcomes("+- " * 100)).interval
    assert made.low < 0.5 < made.high
    assert made.high - made.low == pytest.approx(1 - 0.025**0.01)


@pytest.mark.parametrize("value", [0.1, 1 / 3, 0.7, 0.9])
@pytest.mark.parametrize("clusters", [3, 7, 49, 165])
def test_what_rounding_leaves_of_equal_clusters_is_no_spread(value: float, clusters: int) -> None:
    seen = Clusters(
        np.full(clusters, value) * [1 + n % 3 for n in range(clusters)],
        np.array([1.0 + n % 3 for n in range(clusters)]),
    )
    assert seen.alike
    assert seen.error == 0.0
    for method in (IntervalMethod.CLUSTER, IntervalMethod.T, IntervalMethod.BOOTSTRAP):
        made = share(seen, Sampling(method=method, times=50)).interval
        assert made.high - made.low == pytest.approx(1 - 0.025 ** (1 / clusters))
    shift = difference(seen, 0.95)
    assert shift.high - shift.low > 0.02


def test_equal_clusters_whose_mean_is_rounded_exist() -> None:
    """The case above is real: without the decision in one place the spread would be a number above zero."""
    seen = Clusters(np.full(7, 0.1), np.ones(7))
    assert (seen.sums - seen.mean * seen.sizes).any()


def test_a_difference_of_one_item_in_many_is_a_spread() -> None:
    seen = Clusters(np.array([0.5] * 9999 + [0.5 + 1e-6]), np.ones(10_000))
    assert not seen.alike
    assert seen.error > 0


def test_abstentions_on_items_of_different_sizes_leave_room_for_answers() -> None:
    items = [target(f"p{n}", candidates="abc"[: 2 + n % 2]) for n in range(40)]
    made = reussite([outcome_of_reply(each, reply("?")) for each in items])
    assert made.interval.method == "40 equal clusters"
    assert made.interval.low < made.value < made.interval.high


def test_a_single_schema_says_nearly_nothing() -> None:
    made = reussite(outcomes("+-")).interval
    assert made.high - made.low > 0.9


def test_the_bootstrap_agrees_with_the_formula_and_follows_its_seed() -> None:
    seen = drawn(np.random.default_rng(4), 107, 0.6, 0.2)
    formula = reussite(seen).interval
    drawn_once = reussite(seen, Sampling(method=IntervalMethod.BOOTSTRAP, times=4000)).interval
    again = reussite(seen, Sampling(method=IntervalMethod.BOOTSTRAP, times=4000)).interval
    other = reussite(seen, Sampling(method=IntervalMethod.BOOTSTRAP, times=4000, seed=1)).interval
    assert drawn_once == again
    assert drawn_once != other
    assert (drawn_once.low, drawn_once.high) == pytest.approx((formula.low, formula.high), abs=0.012)


@pytest.mark.parametrize("method", [IntervalMethod.CLUSTER, IntervalMethod.T, IntervalMethod.BOOTSTRAP])
@pytest.mark.parametrize("signs", ["++ ++", "-- --", "?? ??", "+- -+ ?+"])
def test_every_interval_holds_its_estimate_and_stays_between_0_and_1(method: IntervalMethod, signs: str) -> None:
    made = reussite(outcomes(signs), Sampling(method=method, times=200))
    assert 0 <= made.interval.low <= made.value <= made.interval.high <= 1


def together(rng: np.random.Generator, schemas: int, right: float) -> Clusters:
    """Twins that are right or wrong together more often than not (beta-binomial, correlation 0.4)."""
    rate = rng.beta(right * 1.5, (1 - right) * 1.5, schemas)
    sums = (rng.random((schemas, 2)) < rate[:, None]).sum(axis=1).astype(np.float64)
    return Clusters(sums, np.full(schemas, 2.0))


def alone(rng: np.random.Generator, schemas: int, right: float) -> Clusters:
    """Twins that have nothing to do with each other, 40 % abstained."""
    kept = rng.random((schemas, 2)) < 0.6
    values = np.where(kept, (rng.random((schemas, 2)) < (right - 0.2) / 0.6).astype(np.float64), 0.5)
    return Clusters(values.sum(axis=1), np.full(schemas, 2.0))


@pytest.mark.parametrize(
    ("draw", "right", "schemas"),
    [
        (together, 0.5, 30),
        (together, 0.5, 100),
        (together, 0.9, 40),
        (together, 0.97, 107),
        (alone, 0.55, 15),
        (alone, 0.7, 30),
        (alone, 0.7, 100),
    ],
)
def test_nineteen_of_twenty_cluster_intervals_hold_the_truth(
    draw: Callable[[np.random.Generator, int, float], Clusters], right: float, schemas: int
) -> None:
    rng = np.random.default_rng(11)
    held = 0
    for _ in range(1500):
        made = share(draw(rng, schemas, right), Sampling(method=IntervalMethod.CLUSTER)).interval
        held += made.low <= right <= made.high
    assert 0.93 <= held / 1500 <= 0.985


def test_the_symmetric_interval_is_too_narrow_near_one_and_wilsons_form_is_not() -> None:
    rng = np.random.default_rng(5)
    held = {IntervalMethod.T: 0, IntervalMethod.CLUSTER: 0}
    for _ in range(1500):
        seen = together(rng, 40, 0.9)
        for method in held:
            made = share(seen, Sampling(method=method)).interval
            held[method] += made.low <= 0.9 <= made.high
    assert held[IntervalMethod.T] / 1500 < 0.91 <= held[IntervalMethod.CLUSTER] / 1500 - 0.02


def test_the_interval_of_a_difference_lies_between_minus_one_and_one() -> None:
    made = difference(Clusters(np.array([2.0, -2.0]), np.array([2.0, 2.0])), 0.95)
    assert (made.low, made.high) == (-1.0, 1.0)
    never = difference(Clusters(np.zeros(50), np.full(50, 2.0)), 0.95)
    assert -0.08 < never.low < 0 < never.high < 0.08


@pytest.mark.parametrize("wrong", [{"level": 0.0}, {"level": 1.0}, {"times": 3}, {"seed": -1}])
def test_impossible_settings_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(InputError):
        Sampling(**wrong)  # type: ignore[arg-type]  # the point is a wrong value


def test_nothing_to_score_is_refused() -> None:
    with pytest.raises(InputError, match="no item"):
        gather([], [])
