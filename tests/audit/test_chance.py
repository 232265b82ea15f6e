"""Tests against chance: exact, by schema, and never fooled by a liking for one candidate."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from anaphor.audit import Pick, maximum_test, tally
from anaphor.audit.association.chance import exact_p, maximum_power, twin_power
from anaphor.audit.association.confrontation import THRESHOLDS
from anaphor.audit.association.scores import every_lead
from anaphor.errors import InputError

Drawn = Sequence[Sequence[tuple[int, int | None, float]]]
"""Per schema, per item: key, choice, lead."""


def picks_of(schemas: Drawn) -> list[Pick]:
    return [
        Pick(
            item=f"{s}.{i}", schema=str(s), candidates=2, key=key, choice=choice, lead=None if choice is None else lead
        )
        for s, items in enumerate(schemas)
        for i, (key, choice, lead) in enumerate(items)
    ]


def twins(*, right: int, wrong: int = 0, split: int = 0) -> list[Pick]:
    """Schemas with both items right, both wrong, or the same candidate chosen twice."""
    kinds = [(0, 1)] * right + [(1, 0)] * wrong + [(0, 0)] * split
    return picks_of([[(0, first, 1.0), (1, second, 1.0)] for first, second in kinds])


item = st.tuples(st.integers(0, 1), st.none() | st.integers(0, 1), st.sampled_from([0.25, 0.75, 2.0]))
schemas_drawn = st.lists(st.lists(item, min_size=1, max_size=2), min_size=1, max_size=7)


def brute_force(picks: list[Pick], threshold: float) -> float:
    """The share of all joint swaps that give as many right answers."""
    names = sorted({each.schema for each in picks})
    totals = []
    for swaps in product((False, True), repeat=len(names)):
        swapped = dict(zip(names, swaps, strict=True))
        totals.append(
            sum(
                each.choice is not None
                and each.lead is not None
                and each.lead >= threshold
                and (each.choice == each.key) != swapped[each.schema]
                for each in picks
            )
        )
    return sum(total >= totals[0] for total in totals) / len(totals)


@given(schemas_drawn)
def test_the_exact_p_is_the_share_of_all_joint_swaps(schemas: Drawn) -> None:
    picks = picks_of(schemas)
    tallies = tally(picks, (0.0, 0.5, 1.0))
    for number, threshold in enumerate((0.0, 0.5, 1.0)):
        assert exact_p(tallies, number) == pytest.approx(brute_force(picks, threshold))


def test_a_liking_for_one_candidate_is_no_evidence_however_many_schemas_show_it() -> None:
    tallies = tally(twins(right=0, split=500))
    assert exact_p(tallies, 0) == 1.0
    assert maximum_test(tallies, np.random.default_rng(0)).threshold is None


def test_twins_are_half_as_much_evidence_as_independent_items() -> None:
    together = exact_p(tally(twins(right=5)), 0)
    apart = exact_p(tally(picks_of([[(0, 0, 1.0)] for _ in range(10)])), 0)
    assert (together, apart) == (0.5**5, 0.5**10)


def test_the_maximum_over_thresholds_costs_something_and_is_exact_for_few_schemas() -> None:
    picks = picks_of([[(0, 0, 0.2 + n)] for n in range(8)])
    found = maximum_test(tally(picks), np.random.default_rng(0))
    assert found.exact
    assert found.draws == 2**8
    assert found.p >= exact_p(tally(picks), 0)


def test_drawn_swaps_agree_with_all_swaps() -> None:
    rng = np.random.default_rng(5)
    picks = picks_of([[(0, int(rng.random() < 0.3), float(rng.exponential(2)))] for _ in range(12)])
    tallies = tally(picks, every_lead(picks))
    every = maximum_test(tallies, rng, draws=2**12)
    drawn = maximum_test(tallies, rng, draws=2**12 - 1)
    assert every.exact
    assert not drawn.exact
    assert drawn.p == pytest.approx(every.p, abs=0.03)
    assert drawn.excess == pytest.approx(every.excess)


def test_chance_alone_is_called_a_leak_in_one_of_twenty_collections() -> None:
    rng = np.random.default_rng(7)
    seen = 0
    for _ in range(200):
        drawn = rng.random((40, 2, 2))
        schemas = [[(i, int(c[0] < 0.5), float(5 * c[1])) for i, c in enumerate(pair)] for pair in drawn]
        seen += maximum_test(tally(picks_of(schemas)), rng, draws=400).p <= 0.05
    assert seen <= 20


def test_items_with_five_candidates_are_guessed_right_one_time_in_five() -> None:
    one = [Pick(item="a", schema="a", candidates=5, key=2, choice=2, lead=1.0)]
    assert exact_p(tally(one), 0) == pytest.approx(0.2)


def test_items_of_a_schema_with_different_numbers_of_candidates_are_swapped_apart() -> None:
    picks = [Pick(item=str(n), schema="s", candidates=n, key=0, choice=0, lead=1.0) for n in (2, 3)]
    assert exact_p(tally(picks), 0) == pytest.approx(1 / 6)


def test_every_lead_begins_without_a_threshold() -> None:
    picks = picks_of([[(0, 0, 2.5), (1, None, 0.0)], [(0, 1, 0.5)]])
    assert every_lead(picks) == (0.0, 0.5, 2.5)
    assert THRESHOLDS == (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0)


def test_131_items_see_a_leak_of_8_points_with_probability_0_54() -> None:
    assert twin_power(0, 131, 0.08) == pytest.approx(0.54, abs=0.005)
    assert twin_power(65, 1, 0.08) == pytest.approx(0.54, abs=0.006)


def test_power_with_single_items_is_binomial_and_with_twins_is_what_simulation_gives() -> None:
    critical = stats.binom.isf(0.05, 40, 0.5) + 1
    assert twin_power(0, 40, 0.2) == pytest.approx(stats.binom.sf(critical - 1, 40, 0.7))
    rng = np.random.default_rng(3)
    seen = 0
    for _ in range(400):
        right = rng.random((25, 2)) < 0.65
        kinds = [[(i, i if ok else 1 - i, 1.0) for i, ok in enumerate(pair)] for pair in right.tolist()]
        seen += exact_p(tally(picks_of(kinds), (0.0,)), 0) <= 0.05
    assert twin_power(25, 0, 0.15) == pytest.approx(seen / 400, abs=0.08)


def test_the_power_over_thresholds_is_what_the_test_itself_gives_on_drawn_collections() -> None:
    rng = np.random.default_rng(5)
    leads = rng.exponential(1.5, 50).tolist()
    seen, tallies = 0, tally(twins(right=1))
    for _ in range(150):
        right = (rng.random(50) < 0.65).tolist()
        kinds = [[(0, int(not right[n + i]), leads[n + i]) for i in (0, 1)] for n in range(0, 50, 2)]
        tallies = tally(picks_of(kinds))
        seen += maximum_test(tallies, rng, draws=400).p <= 0.05
    told = maximum_power(tallies.attested, tallies.shifts, 0.15, 0.05, rng)
    assert told == pytest.approx(seen / 150, abs=0.12)
    assert told < twin_power(25, 0, 0.15) + 0.02


def test_the_power_over_thresholds_that_change_nothing_is_the_power_without_one() -> None:
    tallies = tally(twins(right=40, wrong=25))
    found = maximum_power(tallies.attested, tallies.shifts, 0.08, 0.05, np.random.default_rng(0))
    assert found == twin_power(65, 0, 0.08)


def test_power_is_nothing_without_items_and_refuses_what_is_no_leak() -> None:
    assert twin_power(0, 0, 0.1) == 0.0
    assert twin_power(0, 5000, 0.1) == pytest.approx(1.0)
    with pytest.raises(InputError, match="no power"):
        twin_power(0, 10, 0.7)
