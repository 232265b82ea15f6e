"""Simulated panels do what their settings say."""

from dataclasses import replace

import numpy as np
import pytest

from anaphor.agreement.panels.simulation import (
    ItemDraw,
    Reference,
    Simulated,
    SimulationSettings,
    WrongClass,
    curve_from_real,
    from_real,
    mean_errors,
    measure_groups,
    point,
    synthetic,
)
from anaphor.errors import InputError

VOTES = np.array([[9, 0, 0], [6, 3, 0], [5, 2, 2], [0, 8, 1], [4, 4, 1], [0, 0, 9]] * 20)


def errors_of(made: Simulated) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return np.asarray((made.labels != made.reference).sum(axis=2))


def test_people_make_as_many_errors_as_the_interval_says() -> None:
    made = from_real(VOTES, SimulationSettings(annotators=3, spread=4, groups=200), 20, np.random.default_rng(0))
    found = errors_of(made)
    assert found.min() == 16
    assert found.max() == 24
    assert made.labels.shape == (200, 3, len(VOTES))


def test_an_error_count_between_integers_is_met_on_average() -> None:
    made = from_real(VOTES, SimulationSettings(annotators=3, groups=2000), 7.25, np.random.default_rng(0))
    assert set(np.unique(errors_of(made))) == {7, 8}
    assert errors_of(made).mean() == pytest.approx(7.25, abs=0.02)


def test_items_where_nobody_erred_never_err() -> None:
    unanimous = VOTES.max(axis=1) == VOTES.sum(axis=1)
    settings = SimulationSettings(annotators=5, groups=50)
    made = from_real(VOTES, settings, 30, np.random.default_rng(0))
    assert (made.labels == made.reference)[:, :, unanimous].all()


def test_more_errors_than_items_that_err_are_refused_with_a_way_out() -> None:
    with pytest.raises(InputError, match="only 80 items ever had one"):
        from_real(VOTES, SimulationSettings(annotators=3, groups=2), 100, np.random.default_rng(0))


def test_wrong_votes_are_the_ones_that_real_people_gave() -> None:
    settings = SimulationSettings(annotators=5, groups=50, wrong=WrongClass.VOTES)
    made = from_real(VOTES, settings, 40, np.random.default_rng(0))
    second = np.arange(len(VOTES)) % 6 == 1
    assert set(np.unique(made.labels[:, :, second])) == {0, 1}
    evenly = from_real(VOTES, SimulationSettings(annotators=5, groups=50), 40, np.random.default_rng(0))
    assert set(np.unique(evenly.labels[:, :, second])) == {0, 1, 2}


def test_proportional_drawing_keeps_the_real_proportions() -> None:
    settings = SimulationSettings(annotators=2, groups=1500, draw=ItemDraw.PROPORTIONAL)
    made = from_real(VOTES, settings, 20, np.random.default_rng(0))
    erring = (made.labels != made.reference).mean(axis=(0, 1))
    weights = 1 - VOTES.max(axis=1) / VOTES.sum(axis=1)
    assert np.abs(erring - 20 * weights / weights.sum()).max() < 0.03
    assert (errors_of(made) == 20).all()


def test_the_mean_number_of_real_errors_is_the_sum_of_their_frequencies() -> None:
    assert mean_errors(VOTES) == pytest.approx(20 * (3 / 9 + 4 / 9 + 1 / 9 + 5 / 9))


def test_synthetic_errors_are_normal_and_rounded() -> None:
    settings = SimulationSettings(items=100, classes=4, annotators=4, sd=2, groups=2000)
    found = errors_of(synthetic(settings, 10, np.random.default_rng(0)))
    assert found.mean() == pytest.approx(10, abs=0.1)
    assert found.std() == pytest.approx(np.sqrt(4 + 1 / 12), abs=0.1)


def test_unanimous_items_have_no_errors() -> None:
    settings = SimulationSettings(items=100, classes=3, annotators=4, unanimous=0.2, groups=100)
    made = synthetic(settings, 30, np.random.default_rng(0))
    assert (made.labels == made.reference).all(axis=(0, 1)).sum() == 20


def test_prevalence_is_kept_exactly_or_on_average() -> None:
    for how in Reference:
        settings = SimulationSettings(
            items=1000, classes=3, annotators=2, prevalence=(0.5, 0.3, 0.2), reference=how, groups=2
        )
        shares = np.bincount(synthetic(settings, 0, np.random.default_rng(0)).reference, minlength=3) / 1000
        assert shares == pytest.approx([0.5, 0.3, 0.2], abs=0 if how is Reference.EXACT else 0.05)


@pytest.mark.parametrize("classes", [2, 3, 5])
def test_kappa_of_even_errors_is_the_square_of_what_is_left(classes: int) -> None:
    """κ = (1 − q)², q = pC/(C − 1), p = M/N."""
    settings = SimulationSettings(items=500, classes=classes, annotators=4, reference=Reference.EXACT, groups=200)
    q = 0.1 * classes / (classes - 1)
    assert point(50, synthetic(settings, 50, np.random.default_rng(0))).kappa == pytest.approx((1 - q) ** 2, abs=0.01)


def test_measures_of_groups_equal_counting_by_hand() -> None:
    labels = np.array([[[0, 0, 1], [0, 1, 1]], [[0, 1, 1], [0, 1, 1]]], dtype=np.int16)
    kappa, against, between = measure_groups(Simulated(labels=labels, reference=np.array([0, 0, 1]), classes=2))
    assert against.tolist() == pytest.approx([0.5 / 3, 1 / 3])
    assert between == pytest.approx(0.5 / 3)
    assert kappa.tolist() == pytest.approx([0.4, 1.0])


def test_the_curve_reaches_from_little_to_much_disagreement() -> None:
    curve = curve_from_real(VOTES, SimulationSettings(groups=50), np.random.default_rng(0))
    assert curve[0].kappa > 0.9
    assert curve[-1].kappa < 0.6


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"classes": 1}, "classes cannot be 1"),
        ({"prevalence": (0.5, 0.5)}, "2 prevalences do not describe 3 classes"),
        ({"prevalence": (1.0, 0.0, 0.0)}, "only one class"),
        ({"prevalence": (5, 3, 2)}, "5 is not between 0 and 1"),
        ({"prevalence": (0.5, 0.3, 0.1)}, "sum to 0.9 instead of 1"),
        ({"prevalence": (float("nan"), 0.5, 0.5)}, "nan is not between"),
        ({"unanimous": 1.0}, "unanimous"),
        ({"sd": -1.0}, "standard deviation"),
        ({"sd": float("nan")}, "standard deviation"),
        ({"errors": -3.0}, "errors per person cannot be -3"),
        ({"errors": float("nan")}, "errors per person cannot be nan"),
        ({"errors": 20.0}, "there are 10 items that can err"),
        ({"errors": 9.0, "unanimous": 0.5}, "there are 5 items that can err"),
        ({"groups": 10_000_000}, "labels"),
    ],
)
def test_impossible_settings_are_refused_with_the_right_reason(
    changed: dict[str, float | tuple[float, ...]], words: str
) -> None:
    changed = {"errors": 1.0, **changed}
    errors = changed.pop("errors")
    plain = SimulationSettings(items=10, classes=3, annotators=3)
    with pytest.raises(InputError, match=words):
        synthetic(replace(plain, **changed), errors, np.random.default_rng(0))  # type: ignore[arg-type]  # of several types


@pytest.mark.parametrize("errors", [-1.0, float("nan"), float("inf")])
def test_real_people_err_a_number_of_times(errors: float) -> None:
    with pytest.raises(InputError, match="errors per person"):
        from_real(VOTES, SimulationSettings(), errors, np.random.default_rng(0))


def test_the_same_seed_gives_the_same_people() -> None:
    settings = SimulationSettings(items=30, classes=3, annotators=3, sd=1, groups=5)
    one, two = (synthetic(settings, 5, np.random.default_rng(9)).labels for _ in range(2))
    assert (one == two).all()
