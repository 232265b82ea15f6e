"""Pairs of systems: exact swaps, McNemar, Holm, and the smallest difference that shows."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy import stats

from anaphor.errors import InputError
from anaphor.provenance import Signature
from anaphor.scoring import Sampling
from anaphor.scoring.systems.comparison import (
    compare_credits,
    compare_outcomes,
    credits_by_item,
    shared_ranks,
    smallest_difference,
)
from tests.scoring.specimens import drawn, outcomes, problems, target

pytestmark = pytest.mark.slow


def test_the_chance_is_that_of_swapping_whole_schemas() -> None:
    one, other = "++ +? ++ -+ ?? ++", "+- -- +? -+ +- --"
    found = compare_outcomes({"one": outcomes(one), "other": outcomes(other)})[0]
    cases = []
    for swapped in product((False, True), repeat=6):
        pairs = [(b, a) if swap else (a, b) for swap, a, b in zip(swapped, one.split(), other.split(), strict=True)]
        mine, theirs = (outcomes(" ".join(part)) for part in zip(*pairs, strict=True))
        cases.append(abs(sum((a.credit - b.credit for a, b in zip(mine, theirs, strict=True)), Fraction(0))))
    assert found.p == pytest.approx(sum(case >= cases[0] for case in cases) / 64)
    assert found.exact
    assert found.difference == pytest.approx(float(cases[0]) / 12)


def test_for_independent_items_the_swaps_are_mcnemars_test() -> None:
    found = compare_outcomes({"a": problems("++++++++--+-"), "b": problems("+-+-----+-+-")})[0]
    assert (found.better, found.worse) == (6, 1)
    assert found.mcnemar == pytest.approx(stats.binomtest(1, 7).pvalue)
    assert found.p == pytest.approx(found.mcnemar or 0.0)


def test_mcnemar_is_not_given_for_twins_nor_where_somebody_abstained() -> None:
    assert compare_outcomes({"a": outcomes("++ +-"), "b": outcomes("-- +-")})[0].mcnemar is None
    assert compare_outcomes({"a": problems("++?"), "b": problems("+--")})[0].mcnemar is None


def test_swapping_items_instead_of_schemas_would_find_differences_that_are_not_there() -> None:
    one, other = "++ ++ ++ ++ ++", "-- -- -- -- --"
    by_schema = compare_outcomes({"a": outcomes(one), "b": outcomes(other)})[0].p
    by_item = compare_outcomes({"a": problems(one.replace(" ", "")), "b": problems(other.replace(" ", ""))})[0].p
    assert by_schema == pytest.approx(2 / 2**5)
    assert by_item == pytest.approx(2 / 2**10)


def test_several_pairs_are_corrected_by_holm_and_share_ranks() -> None:
    rng = np.random.default_rng(2)
    runs = {"good": drawn(rng, 100, 0.95), "fair": drawn(rng, 100, 0.60), "poor": drawn(rng, 100, 0.58)}
    found = compare_outcomes(runs)
    assert [(each.first, each.second) for each in found] == [("good", "fair"), ("good", "poor"), ("fair", "poor")]
    assert all(each.adjusted >= each.p for each in found)
    reussites = {name: float(np.mean([float(each.credit) for each in made])) for name, made in runs.items()}
    assert list(shared_ranks(reussites, found).values()) == [1, 2, 2]


def test_no_difference_has_p_one_and_an_interval_around_nothing() -> None:
    found = compare_outcomes({"a": outcomes("++ +- -?"), "b": outcomes("++ +- -?")})[0]
    assert (found.difference, found.p, found.smallest) == (0.0, 1.0, None)
    assert found.interval.low < 0 < found.interval.high


def test_runs_on_other_items_are_refused() -> None:
    with pytest.raises(InputError, match="same items"):
        compare_outcomes({"a": outcomes("++ +-"), "b": outcomes("++")})
    with pytest.raises(InputError, match="same items"):
        compare_outcomes({"a": outcomes("++"), "b": problems("++")})


def test_fractions_without_a_common_grid_are_tested_by_drawn_swaps_and_say_so() -> None:
    targets = [target(f"p{n}") for n in range(40)]
    mine = {each.item: Fraction(1) for each in targets}
    theirs = {each.item: Fraction(9_000 + n, 10_007 + 2 * n) for n, each in enumerate(targets)}
    found = compare_credits(targets, ("a", mine), ("b", theirs), sampling=Sampling(seed=5), base=Signature(()))
    assert not found.exact
    assert "seed:5" in str(found.signature)
    assert found.p < 0.01


def test_false_alarms_are_as_rare_as_promised() -> None:
    rng = np.random.default_rng(8)
    found = [compare_outcomes({"a": drawn(rng, 40, 0.7, 0.1), "b": drawn(rng, 40, 0.7, 0.1)})[0].p for _ in range(300)]
    assert float(np.mean(np.array(found) <= 0.05)) <= 0.08


def test_the_smallest_difference_is_found_in_four_of_five_samples() -> None:
    rng = np.random.default_rng(9)
    # Two unrelated systems at 60 and 60 + d % on 107 schemas: the error of their difference is √((pq + p'q')/214).
    error = np.sqrt((0.6 * 0.4 + 0.73 * 0.27) / 214)
    smallest = smallest_difference(float(error), 107)
    assert smallest is not None
    runs = 400
    seen = [
        compare_outcomes({"a": drawn(rng, 107, 0.6 + smallest), "b": drawn(rng, 107, 0.6)})[0].p for _ in range(runs)
    ]
    assert 0.74 <= float(np.mean(np.array(seen) <= 0.05)) <= 0.86


def test_the_smallest_difference_needs_an_error() -> None:
    assert smallest_difference(0.0, 50) is None
    assert smallest_difference(float("nan"), 1) is None
    assert smallest_difference(0.9, 5) == 1.0


def test_credits_are_kept_by_item() -> None:
    assert credits_by_item(outcomes("+?")) == {"0a": 1, "0b": Fraction(1, 2)}
