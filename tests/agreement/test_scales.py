"""Labels that are quantities or steps of a scale, and panels whose truth is known: what is printed about them."""

from itertools import product
from math import comb
from pathlib import Path

import numpy as np
import pytest

from anaphor.agreement import ChangeTarget, measure, plan, reproduce
from anaphor.agreement.advice.interpretation import Situation, TargetReading, interpretation_of
from anaphor.agreement.advice.medians import median_chances, median_changes
from anaphor.agreement.advice.quantities import mean_changes
from anaphor.agreement.advice.structure import heterogeneity
from anaphor.agreement.advice.summary import summarise
from anaphor.agreement.coefficients.intervals import catalogue, usual
from anaphor.agreement.coefficients.numbers import are_quantities, icc_1, scale_of
from anaphor.agreement.coefficients.pooled import alpha_custom, alpha_interval
from anaphor.agreement.panels.study import PanelStudy, ReproductionSettings
from anaphor.answers import LabelMatrix, LabelSettings, from_table, from_triples, open_labels
from anaphor.answers.labelling import Labelling, Scale
from anaphor.errors import ContentError

pytestmark = pytest.mark.slow


def ratings(seed: int, *, items: int, people: int, within: float = 5.0, bias: float = 2.0) -> LabelMatrix:
    """Real numbers with a known spread of items (20), people and slips."""
    rng = np.random.default_rng(seed)
    truth, own = rng.normal(50, 20, (items, 1)), rng.normal(0, bias, (1, people))
    return from_table(np.round(truth + own + rng.normal(0, within, (items, people)), 3))


def steps(seed: int, *, items: int = 300, people: int = 3, scale: Scale = Scale.ORDINAL) -> LabelMatrix:
    """Steps from 1 to 5 around a true place."""
    rng = np.random.default_rng(seed)
    table = np.clip(np.round(rng.normal(3, 1.2, (items, 1)) + rng.normal(0, 0.6, (items, people))), 1, 5)
    return from_table(table, scale=scale)


def crowd(seed: int, *, items: int, people: int, votes: int = 3, least: float = 0.6, most: float = 0.95) -> LabelMatrix:
    """Two classes, no ambiguous item, people right with different chances."""
    rng = np.random.default_rng(seed)
    right = rng.uniform(least, most, people)
    who = np.argsort(rng.random((items, people)), axis=1)[:, :votes]
    truth = rng.integers(0, 2, (items, 1))
    label = np.where(rng.random(who.shape) < right[who], truth, 1 - truth)
    each = np.repeat(np.arange(items), votes)
    return from_triples(map(str, each), [f"w{n}" for n in who.ravel()], map(str, label.ravel()))


def test_thousands_of_real_numbers_get_a_sentence_about_their_mean() -> None:
    found = measure(ratings(1, items=400, people=6))
    assert found.summary is None
    assert "an item's mean would move by" in str(found.sentences[0])
    assert "of your labels would change" not in " ".join(map(str, found.sentences))
    assert list(found.coefficients) == ["krippendorff_alpha_interval", "icc_1"]
    with pytest.raises(ContentError, match="a majority of exactly equal ones"):
        reproduce(ratings(1, items=40, people=3))


def test_alpha_of_numbers_from_sums_is_alpha_from_the_table_of_distances() -> None:
    matrix = ratings(2, items=30, people=4)
    numbers = np.array(matrix.values)
    slow = alpha_custom(matrix, (numbers[:, None] - numbers) ** 2).value
    assert alpha_interval(matrix).value == pytest.approx(slow, abs=1e-12)


def test_the_move_of_a_mean_is_the_simulated_one_and_its_interval_holds_it() -> None:
    true = np.sqrt(2 * (5.0**2 + 2.0**2) / 3)
    found = [mean_changes(ratings(seed, items=200, people=3), (3,), level=0.95, seed=0)[0] for seed in range(30)]
    assert np.mean([each.move for each in found]) == pytest.approx(true, rel=0.05)
    assert sum(each.low <= true <= each.high for each in found) >= 26


def test_icc_is_the_share_of_the_variance_between_items() -> None:
    # Shrout & Fleiss (1979), table 2: six targets, four judges; ICC(1) is .17.
    table = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]])
    assert icc_1(from_table(table.astype(float))).value == pytest.approx(0.166, abs=0.001)


def test_codes_are_no_quantities_and_get_no_order_unasked() -> None:
    rng = np.random.default_rng(0)
    truth, noise = rng.integers(0, 40, (200, 1)), rng.integers(0, 40, (200, 3))
    codes = from_table(np.where(rng.random((200, 3)) < 0.7, truth, noise).astype(float))
    assert scale_of(codes) is Scale.NOMINAL
    assert not are_quantities(codes)
    names = usual(codes, catalogue(codes))
    assert names[0] == "krippendorff_alpha_nominal"
    assert not {"krippendorff_alpha_ordinal", "krippendorff_alpha_interval", "gwet_ac2"} & set(names)
    assert "krippendorff_alpha_ordinal" in catalogue(codes)


def test_a_stated_order_changes_the_headline_and_offers_linear_alpha() -> None:
    found = measure(steps(1))
    assert "the median of" in str(found.sentences[0])
    assert "by more than one step" in str(found.sentences[0])
    assert any("4 → 5 as 1 → 5" in str(each) for each in found.sentences)
    assert next(iter(found.coefficients)) == "krippendorff_alpha_ordinal"
    assert "krippendorff_alpha_linear" in found.coefficients
    unstated = measure(steps(1, scale=Scale.NOMINAL))
    assert any("--scale ordinal" in str(each) for each in unstated.sentences)


def test_the_median_of_a_panel_is_a_binomial_tail() -> None:
    shares = np.array([0.2, 0.5, 0.3])
    wanted = np.zeros(3)
    for votes in product(range(3), repeat=3):
        wanted[sorted(votes)[1]] += shares[list(votes)].prod()
    assert median_chances(shares[None], 3)[0] == pytest.approx(wanted)


def test_ranges_of_medians_hold_the_simulated_truth() -> None:
    rng = np.random.default_rng(9)
    votes = np.clip(np.round(rng.normal(3, 1.2, (60_000, 1)) + rng.normal(0, 0.6, (60_000, 6))), 1, 5)
    apart = np.abs(np.median(votes[:, :3], axis=1) - np.median(votes[:, 3:], axis=1))
    held = []
    for seed in range(8):
        (found,) = median_changes(steps(seed), (3,), confidence=0.95, slack=2.0, seed=0)
        held.append(found.moved.low <= (apart > 0).mean() <= found.moved.high)
        held.append(found.far.low <= (apart > 1).mean() <= found.far.high)
    assert sum(held) >= 14


def readings(situation: Situation, kappa: float) -> tuple[TargetReading, ...]:
    """What a κ is read as."""
    return interpretation_of(kappa, situation).readings


@pytest.mark.parametrize("classes", [2, 5, 12])
def test_without_a_prevalence_no_rate_of_any_prevalence_lies_outside_the_bounds(classes: int) -> None:
    rng = np.random.default_rng(classes)
    situation = Situation(annotators=3, classes=classes)
    for kappa in (0.2, 0.6):
        (fresh,) = [each for each in readings(situation, kappa) if each.target is ChangeTarget.FRESH]
        for _ in range(4):
            shares = rng.dirichlet(np.full(classes, 0.5)) + 1e-4
            other = Situation(annotators=3, classes=classes, prevalence=tuple(shares / shares.sum()))
            known = readings(other, kappa)[-1]
            assert fresh.floor <= known.floor
            assert known.typical <= fresh.typical + 0.005
            assert known.ceiling <= fresh.ceiling + 1e-9


def test_people_who_differ_are_said_and_those_who_do_not_raise_no_more_alarms_than_stated() -> None:
    alarms = 0
    for seed in range(40):
        found = heterogeneity(crowd(seed, items=120, people=8, least=0.8, most=0.8), np.random.default_rng([seed, 1]))
        alarms += found is not None and found.p <= 0.05
    assert alarms <= 5
    for seed in range(5):
        found = heterogeneity(crowd(seed, items=2_000, people=40), np.random.default_rng(0))
        assert found is not None
        assert found.p <= 0.05
        assert found.spread == pytest.approx(0.101 * 0.55, abs=0.02)
    said = " ".join(map(str, summarise(crowd(1, items=2_000, people=40)).sentences))
    assert said.startswith("The annotators are not alike")


def test_every_rate_for_another_number_of_people_has_ends_and_a_range_that_holds_the_truth() -> None:
    """Right with .60 to .95, .775 in the mean: two panels of 5 differ on 2 w (1 − w) of the items.

    Items that are all alike are rare among public panels, so that only the range promises to hold them.
    """
    found = summarise(crowd(3, items=3_000, people=60)).reproduction
    for point in found.curve:
        if point.low is None or point.high is None:
            continue
        wrong = sum(
            0.225**each * 0.775 ** (point.size - each) * comb(point.size, each)
            for each in range(point.size // 2 + 1, point.size + 1)
        )
        assert point.range_low <= 2 * wrong * (1 - wrong) <= point.range_high
        # What public panels showed narrows the brackets; what the votes alone leave open stands beside them.
        assert point.low <= point.fresh <= point.high
        assert point.range_low <= point.fresh <= point.range_high
    assert sum(point.low is not None for point in found.curve) == 2


def test_the_interval_of_a_rare_class_stays_near_its_range() -> None:
    """A class of 3 %, five people of whom some see it too often: 0.0–100.0 was printed once."""
    for seed in range(6):
        rng = np.random.default_rng(seed)
        rare, eager = rng.random((300, 1)) < 0.03, rng.choice([0.002, 0.05], (1, 5), p=[0.7, 0.3])
        table = (rng.random((300, 5)) < np.where(rare, 0.85, eager)).astype(float)
        table[0] = 1.0
        fresh = PanelStudy(from_table(table), ReproductionSettings(size=3)).fresh()
        ends = [fresh.low, fresh.range_low, fresh.range_high, fresh.high]
        known = [end for end in ends if end is not None]
        assert len(known) == 4
        low, range_low, range_high, high = known
        assert low <= (fresh.rate or 0) <= high
        assert range_low <= (fresh.rate or 0) <= range_high
        assert high <= range_high + 0.1


def test_the_smallest_panel_may_be_even_and_none_smaller_will_do() -> None:
    rng = np.random.default_rng(4)
    truth, noise = rng.integers(0, 4, (300, 1)), rng.integers(0, 4, (300, 40))
    matrix = from_table(np.where(rng.random((300, 40)) < 0.5, truth, noise).astype(float))
    study = PanelStudy(matrix, ReproductionSettings(size=3))
    targets = tuple(study.rate_at(size) for size in (4, 6, 10, 11))
    found = dict(reproduce(matrix, annotators=3, target=targets).summary.reproduction.smallest)
    assert [found[each] for each in targets] == [4, 6, 10, 11]


def test_a_plan_from_a_kappa_and_one_from_a_pilot_with_that_kappa_agree() -> None:
    matrix = crowd(5, items=600, people=6, votes=6, least=0.85, most=0.85)
    pilot = plan(0.05, width=0.02, pilot=matrix)
    kappa = float(str(pilot.basis).split("κ ")[1].split(",")[0])
    shares = tuple(matrix.counts.sum(axis=0) / matrix.size)
    expected = plan(0.05, width=0.02, kappa=kappa, prevalence=shares)
    for one, two in zip(pilot.options, expected.options, strict=True):
        assert one.low <= two.high + 1e-9
        assert two.low <= one.high + 1e-9
    assert expected.at_best is not None
    assert pilot.chosen is not None
    assert expected.at_best <= pilot.chosen.annotators


def test_a_stated_scale_reaches_the_file(tmp_path: Path) -> None:
    file = tmp_path / "steps.csv"
    file.write_text("item,anna,bert\n" + "".join(f"i{n},{n % 5 + 1},{(n + n // 7) % 5 + 1}\n" for n in range(60)))
    matrix = open_labels(file, LabelSettings(labelling=Labelling(scale=Scale.ORDINAL)))
    assert "the median of" in str(measure(matrix).sentences[0])


def test_people_with_few_labels_in_batches_are_led_by_alpha() -> None:
    """True κ .30, four items a person: Davies & Fleiss's κ is too low, α is not, and the answer says so."""
    rng = np.random.default_rng(2)
    rows: list[tuple[str, str, str]] = []
    for start in range(0, 600, 4):
        shares = rng.dirichlet(np.full(3, (1 / 0.3 - 1) / 3), 4)
        for person, place in product(range(5), range(4)):
            rows.append((f"i{start + place}", f"w{start}-{person}", str(rng.choice(3, p=shares[place]))))
    items, people, labels = zip(*rows, strict=True)
    matrix = from_triples(items, people, labels)
    found = measure(matrix)
    values = {name: each.coefficient.value for name, each in found.coefficients.items()}
    assert next(iter(values)) == "krippendorff_alpha_nominal"
    assert values["krippendorff_alpha_nominal"] == pytest.approx(0.3, abs=0.05)
    assert (values["davies_fleiss_kappa"] or 0) < (values["krippendorff_alpha_nominal"] or 0) - 0.03
    assert any("is too low here. Read α." in str(each) for each in found.sentences)
