"""Plans of comparisons against the test itself, and studies beside studies against tables worked out by hand."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import anaphor
from anaphor import agreement, library
from anaphor.agreement.comparing.power import (
    approximate,
    item_law,
    power,
    schema_law,
    schemas_needed,
    seen_law,
    shifted,
)
from anaphor.agreement.comparing.studies import variation
from anaphor.answers import from_counts, from_table
from anaphor.errors import ContentError, InputError
from anaphor.scoring import swaps

SETTINGS = [
    (0.10, 0.25, 0.2, 0.0, 2, 0.03, 107),
    (0.10, 0.25, -0.03, 0.1, 2, 0.03, 60),
    (0.15, 0.40, 0.0, 0.0, 1, 0.0, 60),
    (0.20, 0.30, 0.3, 0.2, 2, 0.1, 20),
    (0.30, 0.40, 0.0, 0.0, 2, 0.0, 12),
]
"""Difference, discordance, correlation of twins, abstentions, items of a schema, wrong references, schemas."""


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS)
def test_the_power_is_that_of_the_test_which_compare_makes(setting: tuple[float, ...]) -> None:
    gap, discordance, twins, abstained, items, noise, schemas = setting
    values, chances = seen_law(schema_law(item_law(gap, 0.65, discordance, abstained), int(items), twins), noise)
    rng, hits, times = np.random.default_rng(3), 0, 2500
    for drawn in rng.multinomial(int(schemas), chances / chances.sum(), times):
        found = swaps(
            [Fraction(float(v)).limit_denominator(2) for v, n in zip(values, drawn, strict=True) for _ in range(n)]
        )
        hits += found is not None and found <= 0.05
    assert power((values, chances), int(schemas)) == pytest.approx(hits / times, abs=0.03)


def test_laws_have_the_mean_and_the_correlation_that_were_asked_for() -> None:
    for twins in (-0.04, 0.0, 0.4):
        law = schema_law(item_law(0.05, 0.7, 0.3, 0.1), 2, twins)
        gains, chances = np.array(list(law)), np.array(list(law.values()))
        mean = chances @ gains
        assert chances.sum() == pytest.approx(1)
        assert mean == pytest.approx([0.05, 0.05])
        covariance = chances @ gains.prod(axis=1) - mean.prod()
        assert covariance / (chances @ gains[:, 0] ** 2 - mean[0] ** 2) == pytest.approx(twins)
    tilted = shifted({(1.0, 0.0): 0.2, (0.0, -1.0): 0.2, (0.0, 0.0): 0.6}, 0.07)
    assert sum(sum(gains) * chance for gains, chance in tilted.items()) / 2 == pytest.approx(0.07)


def test_a_wrong_reference_turns_a_gain_round() -> None:
    values, chances = seen_law({(1.0,): 0.3, (-1.0,): 0.1, (0.0,): 0.6}, 0.25)
    assert dict(zip(values.tolist(), chances.tolist(), strict=True)) == pytest.approx({-1: 0.15, 0: 0.6, 1: 0.25})


def test_needed_schemas_reach_the_power_and_fewer_do_not() -> None:
    law = seen_law(schema_law(item_law(0.04, 0.7, 0.2, 0.0), 2, 0.1), 0.04)
    count = schemas_needed(law, 0.8)
    assert count is not None
    assert approximate(law, count) >= 0.8 > approximate(law, count - 2)
    assert schemas_needed(seen_law({(0.0,): 1.0}, 0.0), 0.8) is None


@pytest.mark.slow
def test_more_people_need_fewer_schemas_and_prices_decide_which_is_cheapest() -> None:
    made = agreement.plan_comparison(0.04, kappa=0.5, discordance=0.2, schemas=107)
    needed = [each.schemas or 0 for each in made.options]
    assert needed == sorted(needed, reverse=True)
    assert made.chosen is made.options[0]
    dear = agreement.plan_comparison(0.04, kappa=0.5, discordance=0.2, cost=0.1, item_cost=5)
    assert dear.chosen is not None
    assert dear.chosen.people > 1
    for each in made.options:
        assert each.smallest is not None
        shown = agreement.plan_comparison(each.smallest, kappa=0.5, discordance=0.2, people=[each.people], schemas=107)
        assert shown.options[0].power == pytest.approx(0.8, abs=0.01)


def test_a_pilot_of_labels_and_of_runs_is_taken() -> None:
    counts = np.array([[5, 0]] * 40 + [[0, 5]] * 40 + [[3, 2]] * 20)
    votes = from_counts(counts, items=[str(n) for n in range(100)], classes=["a", "b"])
    runs = [{"item": [f"i{n}" for n in range(12)], "one": [1] * 12, "two": [0, 1] * 6}]
    gains = anaphor.compare(*runs, outcomes=True).differences()
    made = agreement.plan_comparison(0.1, pilot=votes, people=[1, 5], differences=gains)
    assert made.options[0].noise > made.options[1].noise > 0
    assert "pilot#" in made.signature
    whole = anaphor.load("anaphor-en")
    assert library.plan_comparison(collection="anaphor-en").settings.schemas == len(list(whole.parts))


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({}, "what is wanted"),
        ({"difference": 0.3, "discordance": 0.1}, "cannot be 0.3 apart"),
        ({"difference": 0.03, "twins": 1.5}, "correlation of 1.5"),
        ({"difference": 0.03, "power": 1.0}, "a power of 1"),
        ({"schemas": 1}, "cannot be planned"),
        ({"difference": 0.03, "kappa": 0.5, "pilot": []}, "κ or on a pilot"),
    ],
)
def test_what_cannot_be_planned_is_said(told: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        agreement.plan_comparison(**told)  # type: ignore[arg-type]  # what users may say wrong
    with pytest.raises(ContentError, match="never differ"):
        agreement.plan_comparison(0.03, differences=[(0.0, 0.0)] * 9)


# ------------------------------------------------------------------------------------------------- study by study

PRINTED = [
    ([84.51, 84.50, 87.46, 85.60, 84.20, 86.61, 86.20], 1.562),
    ([30.65, 30.65, 29.13, 30.65, 29.96], 2.487),
    ([87.50, 80.75, 89.36, 88.10, 89.64, 88.80], 4.176),
    ([31.11, 30.28, 31.11, 29.12], 3.572),
]
"""Belz, Popović and Mille (2022), table 4: BLEU and SARI of reproductions, with their CV*."""


@pytest.mark.parametrize(("values", "printed"), PRINTED)
def test_the_coefficient_of_variation_is_the_printed_one(values: list[float], printed: float) -> None:
    assert variation(values) == pytest.approx(printed, abs=0.0005)


def study(ease: list[float], people: int, seed: int) -> agreement.LabelMatrix:
    return from_table((np.random.default_rng(seed).random((len(ease), people)) < np.array(ease)[:, None]).astype(int))


def test_a_study_that_is_repeated_is_not_called_different_and_one_moved_item_is_found() -> None:
    ease = np.linspace(0.3, 0.98, 40).tolist()
    same = agreement.compare(study(ease, 40, 1), study(ease, 40, 2), margin=0.1, times=400)
    assert same.upheld
    assert same.items_p > 0.05
    assert same.pairs[0].rank is not None
    assert same.pairs[0].rank > 0.8
    other = agreement.compare(
        study(ease, 40, 1), study([0.1 if n == 39 else e for n, e in enumerate(ease)], 40, 2), times=400
    )
    assert other.upheld is False
    assert (other.items[0].item, other.items[0].adjusted < 0.001) == (other.items[0].item, True)
    assert other.items[0].interval.high < -0.5


@pytest.mark.slow
def test_the_spread_between_sites_is_the_one_that_was_put_in() -> None:
    rng, found = np.random.default_rng(5), []
    for _ in range(12):
        ease = rng.uniform(0.3, 0.7, (30, 1)) + rng.normal(0, 0.1, (30, 6))
        sites = [study(ease[:, site].clip(0, 1).tolist(), 20, int(rng.integers(1 << 30))) for site in range(6)]
        found.append(agreement.compare(*sites, times=100).items_tau2)
    assert np.mean(found) == pytest.approx(0.01, rel=0.2)


def test_levels_pairs_and_items_by_hand() -> None:
    one = from_counts(np.array([[0, 4], [2, 2], [4, 0]]), items=["a", "b", "c"], classes=["no", "yes"])
    two = from_counts(np.array([[1, 3], [0, 4], [4, 0], [9, 9]]), items=["a", "b", "c", "d"], classes=["no", "yes"])
    made = agreement.compare(one, two, times=200, names=["May", "June"])
    assert [each.level for each in made.sites] == [0.5, pytest.approx(7 / 12)]
    assert made.left_out == 1
    assert made.focus == "yes"
    pair = made.pairs[0]
    assert pair.difference == pytest.approx(1 / 12)
    assert pair.rank == pytest.approx(0.5)
    assert pair.order == pytest.approx(2 / 3)
    assert pair.same == pytest.approx(2.5 / 3)
    # Fisher's exact test of 2 of 4 against 4 of 4: (15 + 15) / 70 two-sided.
    assert {each.item: each.p for each in made.items}["b"] == pytest.approx(30 / 70)
    assert made.sites[0].people is None


def test_several_classes_are_looked_at_by_the_leading_one_and_people_by_name() -> None:
    rows = [
        {"item": f"i{n}", "annotator": f"a{k}", "label": "xyz"[(n + (k == 2)) % 3]} for n in range(9) for k in range(5)
    ]
    made = agreement.compare(rows, rows, rows, times=100)
    assert made.focus is None
    assert [each.people for each in made.sites] == [5, 5, 5]
    assert len(made.pairs) == 3
    assert made.items_p == 1.0
    assert "agreement" in made._repr_html_().lower() or made.figure() is not None


@pytest.mark.parametrize(
    ("tables", "told", "words"),
    [
        (1, {}, "nothing to be compared"),
        (2, {"focus": "maybe"}, "no study has the class"),
        (2, {"margin": 2.0}, "a margin of 2"),
    ],
)
def test_what_cannot_be_compared_is_said(tables: int, told: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        agreement.compare(*[study([0.2, 0.8], 5, 1)] * tables, **told)  # type: ignore[call-overload]  # wrong on purpose
    with pytest.raises(InputError, match="0 items in common"):
        agreement.compare(study([0.2, 0.8], 5, 1), from_table(np.ones((2, 3)), items=["x", "y"]))


def test_real_panels_halved_uphold_each_other(shared: Path) -> None:
    labels = agreement.read(shared / "crowd" / "bluebird" / "label.csv")
    people = np.random.default_rng(1).permutation(len(labels.annotators))
    made = agreement.compare(
        labels.take(annotators=np.sort(people[:20])), labels.take(annotators=np.sort(people[20:])), times=300
    )
    assert made.upheld is not False
    assert made.pairs[0].rank is not None
    assert made.pairs[0].rank > 0.7
