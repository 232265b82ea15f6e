"""Coefficients: printed values, degenerate tables, detail, and weights that do what they say."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from anaphor.agreement import bias_index, prevalence_index
from anaphor.agreement.coefficients import distances
from anaphor.agreement.coefficients.detail import per_annotator, per_class
from anaphor.agreement.coefficients.distances import Distance
from anaphor.agreement.coefficients.intervals import catalogue
from anaphor.agreement.coefficients.kappa import (
    Weights,
    cohen_kappa,
    conger_kappa,
    davies_fleiss_kappa,
    pair_tables,
    scott_pi,
)
from anaphor.agreement.coefficients.numbers import alpha_ratio
from anaphor.agreement.coefficients.pooled import (
    Measure,
    alpha_custom,
    alpha_interval,
    alpha_nominal,
    alpha_ordinal,
    brennan_prediger,
    fleiss_kappa,
    gwet_ac1,
    gwet_ac2,
    observed_agreement,
    pabak,
)
from anaphor.answers import LabelMatrix, Scale, from_counts, from_triples, read
from anaphor.answers.labelling import Labelling
from anaphor.errors import ContentError, InputError


def table(*rows: str, scale: Scale = Scale.NOMINAL) -> LabelMatrix:
    """A matrix from rows of one-letter labels, one row per item; a dot is a hole."""
    cells = [(str(j), f"a{m}", sign) for j, row in enumerate(rows) for m, sign in enumerate(row) if sign != "."]
    items, people, labels = zip(*cells, strict=True) if cells else ((), (), ())
    return from_triples(items, people, labels, Labelling(scale=scale))


TWO_BY_TWO = table(*["yy"] * 20, *["yn"] * 5, *["ny"] * 10, *["nn"] * 15)
ALL: dict[str, Measure] = {
    "observed": observed_agreement,
    "fleiss": fleiss_kappa,
    "ac1": gwet_ac1,
    "bp": brennan_prediger,
    "pabak": pabak,
    "alpha": alpha_nominal,
    "ordinal": alpha_ordinal,
    "interval": alpha_interval,
    "ratio": alpha_ratio,
    "masi": lambda matrix: alpha_custom(matrix, distances.distance_table(matrix, Distance.MASI)),
    "davies_fleiss": davies_fleiss_kappa,
    "conger": conger_kappa,
    "cohen": cohen_kappa,
    "scott": scott_pi,
    "prevalence": prevalence_index,
    "bias": bias_index,
}


def test_cohen_of_the_textbook_table_is_two_fifths() -> None:
    """50 people, two judges: 20 yes–yes, 5, 10, 15 no–no; A_o = .7, A_e = .5."""
    found = cohen_kappa(TWO_BY_TWO)
    assert found.value == pytest.approx(0.4)
    assert found.observed == pytest.approx(0.7)
    assert found.expected == pytest.approx(0.5)


def test_prevalence_and_bias_are_those_of_byrt_for_two_by_two() -> None:
    assert prevalence_index(TWO_BY_TWO).value == pytest.approx(abs(20 - 15) / 50)
    assert bias_index(TWO_BY_TWO).value == pytest.approx(abs(5 - 10) / 50)
    assert pabak(TWO_BY_TWO).value == pytest.approx(2 * 0.7 - 1)


def test_the_paradox_of_prevalence_is_shown_by_ac1_and_not_by_kappa() -> None:
    """39 of 40 votes are equal: α and κ say 0, AC1 .947 (shared notes, 2.5)."""
    matrix = table(*["aa"] * 19, "ab")
    assert alpha_nominal(matrix).value == pytest.approx(0, abs=1e-9)
    assert davies_fleiss_kappa(matrix).value == pytest.approx(0, abs=1e-9)
    assert gwet_ac1(matrix).value == pytest.approx(0.947, abs=5e-4)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("measure", "printed"),
    [
        (alpha_nominal, 0.743),
        (alpha_ordinal, 0.815),
        (alpha_interval, 0.849),
        (alpha_ratio, 0.797),
        (gwet_ac1, 0.77544),
        (fleiss_kappa, 0.76117),
        (conger_kappa, 0.76282),
        (brennan_prediger, 0.77273),
    ],
)
def test_krippendorffs_example_gives_the_printed_values(shared: Path, measure: Measure, printed: float) -> None:
    """α: Krippendorff 2011; the others: documentation of irrCAC."""
    found = measure(read(shared / "irr-classic/irrCAC/cac.raw4raters.csv"))
    assert found.value == pytest.approx(printed, abs=5e-4)


@pytest.mark.shared
def test_fleiss_example_gives_the_printed_values(shared: Path) -> None:
    """Fleiss 1971; exact κ and details as the R package irr prints them."""
    matrix = read(shared / "irr-classic/irr/diagnoses.csv")
    assert fleiss_kappa(matrix).value == pytest.approx(0.430, abs=5e-4)
    assert davies_fleiss_kappa(matrix).value == pytest.approx(0.442, abs=5e-4)
    details = [each.coefficient.value for each in per_class(matrix)]
    assert details == pytest.approx([0.245, 0.245, 0.520, 0.471, 0.566], abs=5e-4)


@pytest.mark.shared
def test_the_authors_own_values_come_out_of_their_tables(shared: Path) -> None:
    """Bregeon et al.: α .430, and .402 weighted (linear distance)."""
    opinion = read(shared / "iaa-bregeon/classe5/TableauOpinion1.csv")
    emotion = read(shared / "iaa-bregeon/classe3/TableauEmotion0.csv")
    assert alpha_nominal(opinion).value == pytest.approx(0.430, abs=5e-4)
    far = distances.distance_table(emotion, Distance.LINEAR)
    assert alpha_custom(emotion, far).value == pytest.approx(0.402, abs=5e-4)


@pytest.mark.shared
def test_bluebirds_have_the_kappa_that_was_measured_before(shared: Path) -> None:
    assert davies_fleiss_kappa(read(shared / "crowd/bluebird/label.csv")).value == pytest.approx(0.1300, abs=5e-5)


DEGENERATE = {
    "nothing": table(),
    "one label": table("a"),
    "one annotator": table("a", "b"),
    "no pair": table("a.", ".b"),
    "one class": table("aaa", "aaa"),
    "one item": table("ab"),
}


@pytest.mark.parametrize("case", DEGENERATE)
@pytest.mark.parametrize("name", ALL)
def test_a_degenerate_table_gives_a_number_or_a_reason_and_never_nan(name: str, case: str) -> None:
    found = ALL[name](DEGENERATE[case])
    assert (found.value is None) == (found.reason is not None)
    assert found.value is None or np.isfinite(found.value)


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("nothing", "no label"),
        ("one annotator", "only one annotator"),
        ("no pair", "labels of two annotators"),
        ("one class", "same class"),
    ],
)
def test_the_reason_says_what_is_missing(case: str, words: str) -> None:
    for measure in (davies_fleiss_kappa, fleiss_kappa, alpha_nominal):
        assert words in str(measure(DEGENERATE[case]).reason)


def test_one_class_still_has_an_observed_agreement_of_one() -> None:
    assert observed_agreement(DEGENERATE["one class"]).value == 1
    assert davies_fleiss_kappa(DEGENERATE["one class"]).observed == 1


def test_votes_without_names_have_no_kappa_of_davies_and_fleiss_but_all_others() -> None:
    matrix = from_counts(np.array([[3, 1], [0, 4], [2, 2]]), items=("x", "y", "z"), classes=("n", "p"))
    assert "no annotator" in str(davies_fleiss_kappa(matrix).reason)
    assert fleiss_kappa(matrix).value is not None
    assert alpha_nominal(matrix).value is not None


def test_words_have_no_interval_alpha_and_say_why() -> None:
    assert "not numbers" in str(alpha_interval(table("ab", "bb")).reason)


def test_an_annotator_without_labels_changes_nothing() -> None:
    alone = table("ab", "bb", "aa")
    more = from_triples("001122", [f"a{n}" for n in (0, 1) * 3], "abbbaa")
    with_silent = LabelMatrix(
        item=more.item,
        annotator=more.annotator,
        label=more.label,
        items=more.items,
        annotators=(*more.annotators, "silent"),
        classes=more.classes,
    )
    for measure in (davies_fleiss_kappa, conger_kappa, fleiss_kappa, alpha_nominal, bias_index):
        assert measure(with_silent).value == pytest.approx(measure(alone).value)


def test_a_table_that_is_no_distance_is_refused() -> None:
    matrix = table("ab", "bb")
    for wrong in ([[0, 1], [2, 0]], [[1, 1], [1, 0]], [[0, -1], [-1, 0]], [[0]]):
        with pytest.raises(InputError):
            alpha_custom(matrix, np.array(wrong, np.float64))
    with pytest.raises(ContentError):
        distances.ratio(np.array([-1.0, 2.0]))


def test_the_annotator_who_answers_otherwise_has_the_lowest_kappa() -> None:
    rng = np.random.default_rng(0)
    rows = ["".join("ab"[bit] for bit in [truth, truth, truth, 1 - truth]) for truth in rng.integers(0, 2, 30)]
    found = per_annotator(table(*rows))
    assert min(found, key=lambda each: each.kappa or 0).name == "a3"
    assert found[3].observed == 0


Signs = arrays(np.int64, st.tuples(st.integers(2, 7), st.integers(2, 5)), elements=st.integers(-1, 3))


def as_matrix(signs: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> LabelMatrix:
    return table(*["".join("." if cell < 0 else str(cell) for cell in row) for row in signs.tolist()])


@pytest.mark.slow
@given(Signs)
def test_whatever_the_table_every_coefficient_is_at_most_one_or_has_a_reason(
    signs: np.ndarray[tuple[int, ...], np.dtype[np.int64]],
) -> None:
    matrix = as_matrix(signs)
    for measure in ALL.values():
        found = measure(matrix)
        assert (found.value is None) == (found.reason is not None)
        assert found.value is None or found.value <= 1 + 1e-12


@given(Signs)
def test_weights_of_one_change_nothing_and_a_weight_of_two_is_a_copy_of_the_item(
    signs: np.ndarray[tuple[int, ...], np.dtype[np.int64]],
) -> None:
    matrix = as_matrix(signs)
    doubled = as_matrix(np.concatenate((signs, signs[:1])))
    if not matrix.size or matrix.classes != doubled.classes:
        return
    twice = np.ones(len(matrix.items))
    if matrix.items[0] == "0":
        twice[0] = 2
    for name, kind in catalogue(matrix).items():
        plain = kind.measure(matrix).value
        if plain is None:
            continue
        assert kind.weighted(matrix, Weights()) == pytest.approx(plain), name
        copied = catalogue(doubled)[name].measure(doubled).value if name in catalogue(doubled) else None
        if copied is not None and name != "scott_pi":
            assert kind.weighted(matrix, Weights(items=twice)) == pytest.approx(copied), name


@given(Signs)
def test_a_weight_of_zero_leaves_an_annotator_out(signs: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> None:
    matrix = as_matrix(signs)
    if len(matrix.annotators) < 3:
        return
    weights = np.ones(len(matrix.annotators))
    weights[0] = 0
    part = matrix.take(annotators=np.arange(1, len(matrix.annotators)))
    for name, kind in catalogue(matrix).items():
        value = kind.measure(part).value
        if value is not None:
            assert kind.weighted(matrix, Weights(annotators=weights)) == pytest.approx(value), name


def test_copies_of_an_annotator_do_not_agree_with_themselves() -> None:
    """With everyone counted twice every pair weighs four times, and nothing else changes."""
    matrix = table("aab", "abb", "bbb", "aaa", "ab.", "cca")
    for name, kind in catalogue(matrix).items():
        if kind.pooled is not None or kind.own_marginals is not None:
            once = kind.weighted(matrix, Weights())
            assert kind.weighted(matrix, Weights(annotators=np.full(3, 2.0))) == pytest.approx(once), name
    percent = catalogue(matrix)["observed_agreement"]
    assert percent.weighted(matrix, Weights(annotators=np.array([5.0, 1, 0]))) == pytest.approx(
        observed_agreement(matrix.take(annotators=np.array([0, 1]))).value
    )


def test_ac2_with_the_nominal_distance_is_ac1() -> None:
    matrix = table("ab", "bb", "aa", "cb")
    assert gwet_ac2(matrix, distances.nominal(3)).value == pytest.approx(gwet_ac1(matrix).value)


def test_davies_fleiss_follows_from_pair_tables() -> None:
    matrix = table("aab", "ab.", "bbb", "a.b", ".cc", "cbc")
    shared, apart, chance = pair_tables(matrix)
    assert davies_fleiss_kappa(matrix).value == pytest.approx(1 - apart.sum() / (shared * chance).sum())


def test_a_distance_that_is_asked_for_weighs_three_coefficients() -> None:
    matrix = from_triples("112233", "ababab", ["x|y", "x", "y", "y", "x", "y"])
    plain, sets = catalogue(matrix), catalogue(matrix, Distance.MASI)
    assert sets.keys() - plain.keys() == {"davies_fleiss_kappa_weighted", "gwet_ac2", "krippendorff_alpha_masi"}
    alpha = alpha_custom(matrix, distances.distance_table(matrix, Distance.MASI))
    assert sets["krippendorff_alpha_masi"].measure(matrix).value == alpha.value
    for distance in Distance:
        assert distances.distance_table(matrix, distance).shape == (3, 3)
