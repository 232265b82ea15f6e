"""Intervals of coefficients: coverage, what can be resampled, and reasons."""

import numpy as np
import pytest
from numpy.typing import NDArray

from anaphor.agreement import Estimate, estimate_all
from anaphor.agreement.coefficients.intervals import Resampled, Resampling, ResamplingMethod, catalogue, estimates
from anaphor.agreement.coefficients.kappa import Estimable
from anaphor.agreement.coefficients.pooled import alpha_nominal
from anaphor.answers import LabelMatrix, from_counts, from_table
from anaphor.errors import UnknownNameError

Float = NDArray[np.float64]


def single(kind: Estimable, matrix: LabelMatrix, rng: np.random.Generator, resampling: Resampling) -> Estimate:
    return estimates([kind], matrix, rng, resampling)[0]


def panel(rng: np.random.Generator, items: int, annotators: int, *, spread: float = 0.0) -> Float:
    """Votes for three classes; annotators are right with probability .7, and `spread` to either side of that."""
    truth = rng.integers(0, 3, items)
    skill = 0.7 + rng.uniform(-spread, spread, annotators)
    right = rng.random((items, annotators)) < skill
    return np.where(right, truth[:, None], rng.integers(0, 3, (items, annotators))).astype(np.float64)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["davies_fleiss_kappa", "krippendorff_alpha_nominal", "gwet_ac1"])
@pytest.mark.parametrize("method", ResamplingMethod)
def test_intervals_over_items_hold_the_true_value_about_as_often_as_they_say(
    name: str, method: ResamplingMethod
) -> None:
    rng = np.random.default_rng(3)
    true = 0.49  # .7 right: two agree with .7² above chance
    held = 0
    for _ in range(60):
        matrix = from_table(panel(rng, 80, 4))
        resampling = Resampling(unit=Resampled.ITEMS, method=method, times=200)
        found = single(catalogue(matrix)[name], matrix, rng, resampling).interval
        assert found is not None
        held += found.low <= true <= found.high
    assert 51 <= held <= 60


def test_other_annotators_matter_where_they_differ_and_items_alone_do_not_show_it() -> None:
    rng = np.random.default_rng(5)
    crowd = panel(rng, 300, 400, spread=0.3)
    true = alpha_nominal(from_table(crowd)).value
    assert true is not None
    held = {Resampled.ITEMS: 0, Resampled.BOTH: 0}
    for _ in range(40):
        matrix = from_table(crowd[:, rng.permutation(400)[:6]])
        for unit in held:
            kind = catalogue(matrix)["krippendorff_alpha_nominal"]
            found = single(kind, matrix, rng, Resampling(unit=unit)).interval
            assert found is not None
            held[unit] += found.low <= true <= found.high
    # Measured over 200 panels: .92 and .28, so that 40 panels hold 37 ± 2 and 11 ± 3.
    assert held[Resampled.BOTH] >= 32
    assert held[Resampled.ITEMS] <= 20


def test_the_interval_over_both_is_the_widest() -> None:
    matrix = from_table(panel(np.random.default_rng(0), 100, 7, spread=0.2))
    errors = {
        unit: single(catalogue(matrix)["fleiss_kappa"], matrix, np.random.default_rng(0), Resampling(unit=unit)).error
        for unit in Resampled
    }
    items, people, both = (errors[unit] or 0 for unit in (Resampled.ITEMS, Resampled.ANNOTATORS, Resampled.BOTH))
    assert both == pytest.approx(np.hypot(items, people))


@pytest.mark.parametrize("unit", Resampled)
@pytest.mark.parametrize("method", ResamplingMethod)
def test_every_coefficient_has_an_interval_around_it(unit: Resampled, method: ResamplingMethod) -> None:
    table = panel(np.random.default_rng(1), 60, 5)
    table[np.random.default_rng(2).random(table.shape) < 0.2] = np.nan
    found = estimate_all(
        from_table(table), np.random.default_rng(0), resampling=Resampling(unit=unit, method=method, times=100)
    )
    assert "conger_kappa" in found
    for name, each in found.items():
        assert each.interval is not None, name
        assert each.coefficient.value is not None
        assert (
            each.interval.low < each.coefficient.value < each.interval.high or method is ResamplingMethod.BOOTSTRAP
        ), name
        assert each.interval.high <= 1


def test_the_same_seed_gives_the_same_interval() -> None:
    matrix = from_table(panel(np.random.default_rng(1), 40, 12))
    one, two = (estimate_all(matrix, np.random.default_rng(9)) for _ in range(2))
    assert one == two


def test_two_annotators_leave_other_items_only_and_say_so() -> None:
    matrix = from_table(panel(np.random.default_rng(1), 40, 2))
    found = estimate_all(matrix, np.random.default_rng(0))["cohen_kappa"]
    assert found.unit is Resampled.ITEMS
    assert "fewer than three annotators" in str(found.reason)
    alone = single(
        catalogue(matrix)["cohen_kappa"], matrix, np.random.default_rng(0), Resampling(unit=Resampled.ANNOTATORS)
    )
    assert alone.interval is None
    assert "fewer than three" in str(alone.reason)


def test_votes_without_names_leave_other_items_only_and_say_so() -> None:
    votes = from_counts(np.array([[3, 1], [2, 2], [0, 4]]), items=("a", "b", "c"), classes=("x", "y"))
    found = estimate_all(votes, np.random.default_rng(0))["fleiss_kappa"]
    assert found.unit is Resampled.ITEMS
    assert "no annotator" in str(found.reason)


@pytest.mark.parametrize("method", ResamplingMethod)
@pytest.mark.parametrize("items", [10, 100])
def test_full_agreement_has_an_interval_that_allows_for_what_items_may_hide(
    items: int, method: ResamplingMethod
) -> None:
    """The rule of three: of N items that agree, up to about 3 / N may not; α is then 1 − (3 / N) / D_e."""
    table = np.repeat(np.arange(float(items))[:, None] % 2, 4, axis=1)
    resampling = Resampling(method=method, times=50)
    found = estimate_all(from_table(table), np.random.default_rng(0), resampling=resampling)
    for name in ("krippendorff_alpha_nominal", "fleiss_kappa", "davies_fleiss_kappa"):
        assert found[name].coefficient.value == 1
        assert "no disagreement was seen" in str(found[name].reason)
        interval = found[name].interval
        assert interval is not None
        assert interval.high == 1
        assert interval.low == pytest.approx(1 - (1 - 0.05 ** (1 / items)) / 0.5, abs=0.02)


def test_items_that_all_disagree_alike_have_an_interval_with_a_width() -> None:
    found = estimate_all(from_table(np.tile([0.0, 1.0, 2.0], (20, 1))), np.random.default_rng(0))
    for name in ("observed_agreement", "fleiss_kappa", "krippendorff_alpha_nominal"):
        value, interval = found[name].coefficient.value, found[name].interval
        assert value is not None
        assert interval is not None
        assert interval.low <= value < interval.high - 0.1


def test_no_interval_leaves_what_a_coefficient_can_be() -> None:
    """Three people, four items, almost all labels alike: the standard error alone would reach to −10."""
    table = np.zeros((4, 3))
    table[0, 0] = 1
    table[3, 2] = 2
    for unit in Resampled:
        for name, each in estimate_all(
            from_table(table), np.random.default_rng(0), resampling=Resampling(unit=unit)
        ).items():
            if each.interval is not None:
                assert -1 <= each.interval.low <= each.interval.high <= 1, name


def test_one_item_or_one_class_give_no_interval_and_a_reason() -> None:
    for table in (np.array([[0.0, 1.0]]), np.zeros((5, 3))):
        for each in estimate_all(from_table(table), np.random.default_rng(0)).values():
            if each.interval is None:
                assert each.reason


def test_a_coefficient_that_does_not_fit_the_table_is_refused_with_those_that_do() -> None:
    matrix = from_table(panel(np.random.default_rng(1), 10, 3))
    with pytest.raises(UnknownNameError, match="davies_fleiss_kappa"):
        estimate_all(matrix, np.random.default_rng(0), names=["davies_fleis_kappa"])


@pytest.mark.parametrize("unit", Resampled)
@pytest.mark.parametrize("method", ResamplingMethod)
def test_an_interval_does_not_depend_on_what_else_is_asked_for(unit: Resampled, method: ResamplingMethod) -> None:
    matrix = from_table(panel(np.random.default_rng(4), 60, 9, spread=0.2))
    resampling = Resampling(unit=unit, method=method, times=50)
    together = estimate_all(matrix, np.random.default_rng(7), resampling=resampling)
    backwards = estimate_all(matrix, np.random.default_rng(7), names=list(together)[::-1], resampling=resampling)
    for name, found in together.items():
        alone = estimate_all(matrix, np.random.default_rng(7), names=[name], resampling=resampling)[name]
        assert found == alone == backwards[name]
