"""What Bregeon et al. (2019) print, remade from their own tables; and where their claims do not hold.

The tables have 137–138 emotion and 181–182 opinion items where the paper says 230 and 183, and there is no
coreference table: those curves cannot be remade.
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from anaphor.agreement import ChangeTarget, Remade, SimulatedPoint
from anaphor.agreement.advice.interpretation import Situation, read_target
from anaphor.agreement.advice.published import (
    FIGURE_2,
    TABLE_1_MEANS,
    TABLE_1_SDS,
    disagreement_histogram,
    remake_figure_2,
    remake_table_1,
    simulated_points,
)
from anaphor.agreement.panels.rates import fresh_rate, own_majority_rate, panel_agreement
from anaphor.agreement.panels.simulation import SimulationSettings, curve_from_real
from anaphor.answers import LabelMatrix, read

OPINION = ("Opinion250", "OpinionContexte250")
EMOTION = ("Emotion250", "EmotionContexte250")
SIMILARITY = ("SimilariteEpidemies", "SimilariteConqueteSpatiale")
CORPORA = tuple(
    f"classe{classes}/Tableau{name}.csv" for classes in (3, 5) for name in (*OPINION, *EMOTION, *SIMILARITY)
)


def at_kappa(points: Sequence[SimulatedPoint], kappa: float) -> SimulatedPoint:
    """The point at a given κ, by straight lines between the simulated ones."""
    order = sorted(points, key=lambda each: each.kappa)
    kappas = [each.kappa for each in order]
    assert kappas[0] <= kappa <= kappas[-1]
    values = {
        name: float(np.interp(kappa, kappas, [getattr(each, name) for each in order]))
        for name in ("errors", "kappa_sd", "against_reference", "between_groups")
    }
    return SimulatedPoint(kappa=kappa, **values)


@cache
def corpus(folder: Path, name: str) -> LabelMatrix:
    return read(folder / "iaa-bregeon" / name)


@cache
def simulated(folder: Path, name: str, size: int) -> tuple[SimulatedPoint, ...]:
    """Protocol 4.3.1 with this house's defaults: wrong classes evenly, items one after the other, A = 0."""
    settings = SimulationSettings(annotators=size, groups=120)
    return curve_from_real(corpus(folder, name).counts, settings, np.random.default_rng(0), steps=12)


def at(folder: Path, name: str, size: int, kappa: float) -> SimulatedPoint:
    return at_kappa(simulated(folder, name, size), kappa)


@cache
def figure_2(folder: Path) -> tuple[Remade, ...]:
    tables = {}
    for task in ("Emotion", "Opinion"):
        for context, word in (("HC", ""), ("EC", "Contexte")):
            names = [f"classe3/Tableau{task}{word}{group}.csv" for group in range(3)]
            tables[task, context] = [(name, corpus(folder, name)) for name in names]
    return remake_figure_2(tables)


@pytest.mark.shared
def test_figure_2_is_remade_pair_by_pair(shared: Path) -> None:
    rows = figure_2(shared)
    print("\ntask     group  items  κ printed  κ remade  τ printed  τ remade  fresh panel  table")
    for row in rows:
        print(
            f"{row.printed.task:8} {row.printed.setting:6} {row.items:5} {row.printed.kappa:10.3f} {row.kappa:9.4f} "
            f"{row.printed.tau:10.3f} {row.tau:9.4f} {row.fresh:12.4f}  {row.table}"
        )
    assert [row.printed for row in rows] == list(FIGURE_2)
    assert len({row.table for row in rows}) == 12
    for row in rows:
        assert abs(row.kappa - row.printed.kappa) <= 0.02
        assert abs(row.tau - row.printed.tau) <= 0.015


@pytest.mark.shared
def test_the_best_reproducibility_of_figure_2_is_91_and_not_93_per_cent(shared: Path) -> None:
    """Section 5.1 says 78 % to 93 %; the printed table says 1 − 0.087."""
    assert 1 - min(each.tau for each in FIGURE_2) == pytest.approx(0.913)
    assert 1 - min(row.tau for row in figure_2(shared)) == pytest.approx(0.912, abs=0.001)


@pytest.mark.shared
def test_footnote_3_is_not_close_a_disjoint_panel_changes_half_as_much_again(shared: Path) -> None:
    ratios = [row.fresh / row.tau for row in figure_2(shared)]
    assert min(ratios) > 1.3


@pytest.mark.shared
def test_the_corpora_have_the_sizes_that_the_tables_have_and_not_the_printed_ones(shared: Path) -> None:
    assert {row.items for row in figure_2(shared) if row.printed.task == "Emotion"} == {137, 138}
    assert {row.items for row in figure_2(shared) if row.printed.task == "Opinion"} == {181, 182}


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_table_1_is_remade_within_six_thousandths(seed: int) -> None:
    found = remake_table_1(seed)
    assert np.abs(np.array([each.kappa for each in found]) - TABLE_1_MEANS).max() <= 0.006
    assert np.abs(np.array([each.kappa_sd for each in found]) - TABLE_1_SDS).max() <= 0.006


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize("name", [f"classe5/Tableau{OPINION[0]}.csv", f"classe3/Tableau{OPINION[0]}.csv"])
def test_figures_3_and_4_more_people_never_change_more(shared: Path, name: str) -> None:
    for kappa in (0.55, 0.67, 0.8, 0.9):
        rates = [at(shared, name, size, kappa).against_reference for size in (2, 3, 4, 5, 6, 8)]
        assert all(later <= earlier + 0.003 for earlier, later in pairwise(rates))
        assert rates[-1] < rates[0] / 2


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize("size", [2, 3, 6])
def test_figures_3_to_6_change_falls_as_kappa_rises(shared: Path, size: int) -> None:
    for name in CORPORA:
        rates = [at(shared, name, size, kappa).against_reference for kappa in (0.6, 0.67, 0.75, 0.8, 0.9)]
        assert rates == sorted(rates, reverse=True)


@pytest.mark.slow
@pytest.mark.shared
def test_figures_5_and_6_opinion_leaves_the_others_as_the_panel_grows(shared: Path) -> None:
    """Section 5.4: three classes, κ between 0.5 and 0.75; the gap is relative, and larger with six people."""
    gaps = {}
    for size in (3, 6):
        opinion = [at(shared, f"classe3/Tableau{name}.csv", size, 0.6).against_reference for name in OPINION]
        others = [
            at(shared, f"classe3/Tableau{name}.csv", size, 0.6).against_reference for name in (*EMOTION, *SIMILARITY)
        ]
        assert min(opinion) > max(others)
        gaps[size] = min(opinion) / max(others)
    assert gaps[6] > gaps[3]


@pytest.mark.shared
def test_figure_7_more_than_four_opinions_in_ten_are_almost_unanimous(shared: Path) -> None:
    """Section 5.4: at most one person in ten against the majority."""
    almost = {
        name: disagreement_histogram(corpus(shared, f"classe3/Tableau{name}.csv"))[0][1]
        for name in (*OPINION, *EMOTION, *SIMILARITY)
    }
    assert min(almost[name] for name in OPINION) > 0.4
    assert max(almost[name] for name in (*EMOTION, *SIMILARITY)) < 0.4


@pytest.mark.shared
def test_fewer_classes_change_less_for_two_people_at_every_kappa(shared: Path) -> None:
    """Section 5.3 says it of all panels; on the authors' tables it holds for two people."""
    for name in OPINION:
        for kappa in (0.6, 0.67, 0.75, 0.8, 0.9):
            three, five = (at(shared, f"classe{c}/Tableau{name}.csv", 2, kappa).against_reference for c in (3, 5))
            assert three < five


@pytest.mark.slow
def test_fewer_classes_change_less_when_items_differ_as_a_dirichlet() -> None:
    for size in (2, 3, 5, 8):
        for kappa in (0.4, 0.6, 0.9):
            for target in (ChangeTarget.IDEAL, ChangeTarget.FRESH):
                three, five = (
                    read_target(target, kappa, Situation(annotators=size, classes=c)).typical for c in (3, 5)
                )
                assert three <= five + 1e-4


@pytest.mark.shared
def test_fewer_classes_change_more_where_errors_spread_over_four_classes(shared: Path) -> None:
    """Where section 5.3 does not hold: eight people, whose errors split over more wrong classes."""
    three, five = (at(shared, f"classe{c}/Tableau{OPINION[0]}.csv", 8, 0.67).against_reference for c in (3, 5))
    assert three > five
    alike = (Situation(annotators=8, classes=c, prevalence=(1 / c,) * c) for c in (3, 5))  # the paper's, said
    floors = [read_target(ChangeTarget.IDEAL, 0.6, each).floor for each in alike]
    assert floors[0] > floors[1]


@pytest.mark.slow
@pytest.mark.parametrize("classes", [2, 3, 5])
@pytest.mark.parametrize("size", [3, 4, 5, 8])
def test_figure_8_uniform_errors_change_less_than_with_a_fifth_unanimous(classes: int, size: int) -> None:
    curves = {}
    for unanimous in (0.0, 0.2):
        errors = (4.0, 10.0, 18.0, 28.0, 40.0, 55.0)
        curves[unanimous] = simulated_points(
            SimulationSettings(classes=classes, annotators=size, errors=errors, sd=2, unanimous=unanimous, groups=120)
        )
    for kappa in (0.5, 0.6, 0.7, 0.8):
        uniform, part = (at_kappa(curves[unanimous], kappa).between_groups for unanimous in (0.0, 0.2))
        assert uniform < part + 0.001


@pytest.mark.slow
@pytest.mark.shared
def test_kappa_of_eight_tenths_changes_under_three_per_cent_against_the_initial_reference(shared: Path) -> None:
    """Conclusion of the paper, under protocol 4.3.1, three people or more, all twelve corpora."""
    rates = {(name, size): at(shared, name, size, 0.8).against_reference for name in CORPORA for size in (3, 4, 5, 8)}
    assert max(rates.values()) < 0.03


@pytest.mark.shared
def test_kappa_of_eight_tenths_changes_more_than_three_per_cent_between_two_groups(shared: Path) -> None:
    """The same simulations, but against another panel, which is what the claim is about."""
    rates = [at(shared, name, 3, 0.8).between_groups for name in CORPORA]
    assert sum(rate > 0.03 for rate in rates) >= len(rates) / 2
    assert max(rates) > 0.04


@pytest.mark.shared
def test_real_votes_with_a_kappa_of_eight_tenths_change_more_than_three_per_cent(shared: Path) -> None:
    """Real opinion votes: items that 95 % agree on are kept, the contested ones thinned evenly until κ is 0.8."""
    matrix = corpus(shared, "classe3/TableauOpinionContexte250.csv")
    agreed = matrix.counts.max(axis=1) / matrix.votes_per_item >= 0.95
    easy, hard = np.flatnonzero(agreed), np.flatnonzero(~agreed)
    mixes = (
        np.concatenate([easy, hard[np.linspace(0, len(hard) - 1, many).astype(np.int64)]])
        for many in range(len(hard), 1, -1)
    )
    kept = next(part for mix in mixes if _kappa(part := matrix.take(items=mix)) >= 0.8)
    own, fresh = own_majority_rate(kept.counts, 3), fresh_rate(kept.counts, 3)
    assert own is not None
    assert fresh is not None
    print(f"\n{len(kept.items)} items, κ {_kappa(kept):.3f}, own majority {own:.4f}, fresh {fresh:.4f}")
    assert own > 0.03
    assert fresh > 0.05


def _kappa(matrix: LabelMatrix) -> float:
    found = panel_agreement(matrix, 3)
    return found.mean if found and found.mean is not None else 0.0


@pytest.mark.shared
def test_kappa_of_two_thirds_changes_five_to_ten_per_cent_of_opinions(shared: Path) -> None:
    """Conclusion of the paper, three people: true of the opinion corpora, against the initial reference."""
    for name in OPINION:
        for classes in (3, 5):
            assert 0.05 <= at(shared, f"classe{classes}/Tableau{name}.csv", 3, 0.67).against_reference <= 0.10


@pytest.mark.shared
def test_kappa_of_two_thirds_changes_less_on_other_corpora_and_more_between_groups(shared: Path) -> None:
    for name in (*EMOTION, *SIMILARITY):
        for classes in (3, 5):
            found = at(shared, f"classe{classes}/Tableau{name}.csv", 3, 0.67)
            assert 0.025 < found.against_reference < 0.05
    between = [at(shared, name, 3, 0.67).between_groups for name in CORPORA]
    assert max(between) > 0.10


@pytest.mark.shared
def test_section_5_2_seven_per_cent_with_two_people_and_under_one_with_eight(shared: Path) -> None:
    """κ 0.8, five classes of opinion: the 7 % with two people are the individual error rate, 6.5 to 8.5 %."""
    for name in OPINION:
        five = f"classe5/Tableau{name}.csv"
        assert at(shared, five, 2, 0.8).against_reference == pytest.approx(0.07, abs=0.018)
        assert at(shared, five, 8, 0.8).against_reference < 0.01
        three = at(shared, f"classe3/Tableau{name}.csv", 2, 0.8).against_reference
        assert three == pytest.approx(0.07, abs=0.01)
