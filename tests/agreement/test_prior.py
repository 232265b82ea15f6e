"""What public panels add to votes, how unequal people are, and numbers without a table of distances."""

import numpy as np
import pytest

from anaphor.agreement.coefficients import numbers
from anaphor.agreement.coefficients.distances import ratio, ratio_sum
from anaphor.agreement.panels.study import PanelStudy, ReproductionSettings
from anaphor.agreement.panels.urn import profiles
from anaphor.agreement.prior import Belief, Experience, Line, Skills, public_experience
from anaphor.answers import Scale, from_counts, from_table, from_triples
from anaphor.errors import ContentError


def test_each_data_set_counts_once() -> None:
    across, up = np.array([0.0, 1.0, 1.0, 1.0, 2.0, 3.0]), np.array([0.0, 1.0, 1.0, 1.0, 2.0, 5.0])
    once = Line.through(across[[0, 1, 4, 5]], up[[0, 1, 4, 5]], list("abcd"))
    thrice = Line.through(across, up, list("abbbcd"))
    assert (thrice.start, thrice.slope, thrice.spread) == pytest.approx((once.start, once.slope, once.spread))


def test_public_panels_say_that_change_falls_with_the_panel() -> None:
    votes = profiles(np.array([[3, 0, 0]] * 60 + [[2, 1, 0]] * 35 + [[1, 1, 1]] * 5))
    belief = Belief.after(votes, 3, None, public_experience())
    found = [belief.ratio(size, 1, ideal=False)[0] for size in (1, 3, 5, 7, 9, 25)]
    assert found == sorted(found, reverse=True)
    assert found[0] == pytest.approx(1.0)
    ideal = belief.ratio(3, 1, ideal=True)[0]
    assert found[1] / 2 <= ideal <= found[1]


def test_other_experience_gives_another_rate_inside_the_range() -> None:
    counts = np.array([[3, 0]] * 70 + [[2, 1]] * 30)
    matrix = from_counts(counts, items=[str(n) for n in range(100)], classes=["a", "b"])
    rates = []
    for share in (0.5, 0.95):
        panels: list[dict[str, object]] = [
            {"family": str(n), "changes": [one, one * share, one * 0.9 * share, one * 0.85 * share, one * 0.8 * share]}
            for n, one in enumerate((0.1, 0.2, 0.3, 0.41))
        ]
        # A little spread, or nothing else would be believed.
        panels += [{**panels[0], "family": "x", "changes": [0.2, 0.17 * share, 0.1, 0.1, 0.1]}]
        rate = PanelStudy(matrix, ReproductionSettings(size=3, experience=Experience.of(panels))).fresh()
        assert rate.rate is not None
        assert rate.range_low is not None
        assert rate.range_high is not None
        assert rate.range_low <= rate.rate <= rate.range_high
        rates.append(rate.rate)
    assert rates[0] < rates[1] - 0.01


def _crowd(accuracies: np.ndarray, items: int, votes: int, seed: int = 0) -> list[tuple[str, str, str]]:
    """Items that are all as easy, and people who are right so often, among four classes."""
    rng = np.random.default_rng(seed)
    said = []
    for item, true in enumerate(rng.integers(0, 4, items)):
        for who in rng.permutation(len(accuracies))[:votes]:
            wrong = (true + rng.integers(1, 4)) % 4
            said.append((str(item), str(who), str(true if rng.random() < accuracies[who] else wrong)))
    return said


def test_unequal_people_are_seen_and_bring_the_rate_down() -> None:
    crowds = _crowd(np.repeat([0.25, 0.95], [10, 30]), 400, 3), _crowd(np.full(40, 0.775), 400, 3)
    columns = [[[vote[n] for vote in said] for n in range(3)] for said in crowds]
    uneven, even = (from_triples(items, people, labels) for items, people, labels in columns)
    found, alike = Skills.of(uneven), Skills.of(even)
    assert found is not None
    assert alike is not None
    assert found.slips > 0.15 > alike.slips
    assert found.moved > alike.moved
    anonymous = from_counts(uneven.counts, items=uneven.items, classes=uneven.classes)
    assert Skills.of(anonymous) is None
    named, nameless = (PanelStudy(each, ReproductionSettings(size=3)) for each in (uneven, anonymous))
    with_names, without, dirichlet = named.fresh().rate, nameless.fresh().rate, named.quick(3)
    assert with_names is not None
    assert without is not None
    assert dirichlet is not None
    assert with_names < without - 0.005 < dirichlet


@pytest.mark.parametrize("spread", [1e-7, 1.0, 12.0])
def test_ratio_alpha_by_sums_is_that_of_the_definition(spread: float, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    values, times = np.exp(rng.normal(0, spread, 200)), rng.integers(1, 9, 200).astype(np.float64)
    assert ratio_sum(values, times) == pytest.approx(float(times @ ratio(values) @ times), rel=1e-9)
    table = np.exp(rng.normal(0, spread, (40, 1)) + rng.normal(0, spread / 3, (40, 4)))
    table[rng.random(table.shape) < 0.2] = np.nan
    table[0] = [0, 0, table[0, 2], np.nan]
    matrix = from_table(table, scale=Scale.RATIO)
    slow = numbers.alpha_ratio(matrix)
    monkeypatch.setattr(numbers, "TABULATED", 0)
    fast = numbers.alpha_ratio(matrix)
    assert fast.value == pytest.approx(slow.value, abs=1e-9)
    assert fast.expected == pytest.approx(slow.expected, rel=1e-9)


def test_many_numbers_are_quantities_and_many_names_are_refused() -> None:
    table = np.arange(15_000, dtype=np.float64).reshape(5_000, 3) / 7
    matrix = from_table(table)
    assert len(matrix.classes) == 15_000
    assert numbers.scale_of(matrix) is Scale.INTERVAL
    assert numbers.alpha_ratio(matrix).value == pytest.approx(1.0, abs=0.001)
    names = [f"n{number}" for number in range(10_001)]
    with pytest.raises(ContentError, match="10,001"):
        from_triples(names, ["a"] * len(names), names)


@pytest.mark.slow
def test_the_cost_of_the_family_has_an_end_however_many_classes_there_may_be() -> None:
    """Two items and 5,208 classes are 46 kB of a table; with the classes that nobody has said they asked for 10 GB."""
    votes = profiles(np.eye(2, 4, dtype=np.int64) * 2)
    many, more = (Belief.after(votes, classes, None, public_experience()) for classes in (10_000, 13_000_000))
    assert many.family is more.family
