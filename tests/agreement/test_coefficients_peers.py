"""Coefficients equal those of other libraries, on random tables with holes and on real ones (to 1e-9)."""

import warnings
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from anaphor.agreement import Coefficient, estimate_all
from anaphor.agreement.coefficients.distances import Distance, distance_table
from anaphor.agreement.coefficients.intervals import Resampled, Resampling
from anaphor.agreement.coefficients.kappa import (
    cohen_kappa,
    conger_kappa,
    davies_fleiss_kappa,
    scott_pi,
)
from anaphor.agreement.coefficients.numbers import alpha_ratio
from anaphor.agreement.coefficients.pooled import (
    alpha_custom,
    alpha_interval,
    alpha_nominal,
    alpha_ordinal,
    brennan_prediger,
    fleiss_kappa,
    gwet_ac1,
    gwet_ac2,
)
from anaphor.answers import Column, LabelMatrix, LabelSettings, Scale, from_columns, from_triples, read
from anaphor.answers.labelling import Labelling

Float = NDArray[np.float64]

krippendorff = pytest.importorskip("krippendorff", reason="the peer is not installed")
pandas = pytest.importorskip("pandas", reason="the peer is not installed")
irr_raw = pytest.importorskip("irrCAC.raw", reason="the peer is not installed")
nltk_agreement = pytest.importorskip("nltk.metrics.agreement", reason="the peer is not installed")
nltk_distance = pytest.importorskip("nltk.metrics.distance", reason="the peer is not installed")
sklearn_metrics = pytest.importorskip("sklearn.metrics", reason="the peer is not installed")
statsmodels_rater = pytest.importorskip("statsmodels.stats.inter_rater", reason="the peer is not installed")

SAME = 1e-9
SEEDS = range(12)
HOLES = (0.0, 0.3, 0.6)


@pytest.fixture(autouse=True)
def _peers_may_warn() -> Iterator[None]:
    """Other people's deprecation warnings are not ours."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def random_table(seed: int, holes: float, *, annotators: int = 6, classes: int = 4) -> Float:
    """Numbers from 1, items × annotators, nan for a hole; every annotator and every class occurs."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(1, classes + 1, 40)
    noise = rng.integers(1, classes + 1, (40, annotators))
    table = np.where(rng.random((40, annotators)) < 0.6, truth[:, None], noise).astype(np.float64)
    table[rng.random(table.shape) < holes] = np.nan
    table[0, :] = 1
    table[1 : classes + 1, 0] = np.arange(1, classes + 1)
    return table


def matrix_of(table: Float, scale: Scale = Scale.INTERVAL) -> LabelMatrix:
    item, annotator = np.nonzero(~np.isnan(table))
    found, codes = np.unique(table[item, annotator], return_inverse=True)
    return from_columns(
        Column(codes=item.astype(np.int32), names=tuple(f"i{n}" for n in range(table.shape[0]))),
        Column(codes=annotator.astype(np.int32), names=tuple(f"a{n}" for n in range(table.shape[1]))),
        Column(codes=codes.astype(np.int32), names=tuple(f"{value:g}" for value in found)),
        Labelling(scale=scale),
    )


def labelled(matrix: LabelMatrix) -> LabelMatrix:
    """The matrix without items that have no label and annotators who gave none."""
    return matrix.take(
        annotators=np.flatnonzero(matrix.labels_per_annotator), items=np.flatnonzero(matrix.votes_per_item)
    )


def dense(matrix: LabelMatrix) -> Float:
    """Values (class numbers where classes are words), items × annotators, nan for a hole."""
    values = np.array(matrix.values or range(len(matrix.classes)), np.float64)
    table = np.full((len(matrix.items), len(matrix.annotators)), np.nan)
    table[matrix.item, matrix.annotator] = values[matrix.label]
    return table


def irr(table: Float, weights: str = "identity") -> Any:
    """irrCAC's coefficients; without `categories` it takes nan for a class."""
    classes = sorted(set(table[~np.isnan(table)].tolist()))
    return irr_raw.CAC(pandas.DataFrame(table), weights=weights, categories=classes, digits=15)


def estimate(found: dict[str, Any]) -> float:
    return float(found["est"]["coefficient_value"])


def value(coefficient: Coefficient) -> float:
    assert coefficient.value is not None, coefficient.reason
    return coefficient.value


ALPHAS = {"nominal": alpha_nominal, "ordinal": alpha_ordinal, "interval": alpha_interval, "ratio": alpha_ratio}
REAL = (
    "irr-classic/irr/anxiety.csv",
    "irr-classic/irr/diagnoses.csv",
    "irr-classic/irr/video.csv",
    "irr-classic/irrCAC/cac.raw4raters.csv",
    "irr-classic/irrCAC/cac.raw5obser.csv",
    "irr-classic/irrCAC/cac.raw.g1g2.csv",
    "irr-classic/irrCAC/cac.raw.gender.csv",
    "irr-classic/irrCAC/cac.ben.gerry.csv",
    "crowd/bluebird/label.csv",
    "crowd/face_sentiment/label.csv",
    "crowd/rte/label.csv",
    "crowd/d_sentiment/label.csv",
    "lewidi2023/HS-Brexit_dev.json",
    "lewidi2023/ArMIS_train.json",
    "lewidi2023/ConvAbuse_dev.json.xz",
    "lewidi2023/MD-Agreement_dev.json.xz",
)


@pytest.mark.parametrize("level", ALPHAS)
@pytest.mark.parametrize("holes", HOLES)
def test_alpha_equals_krippendorff_on_tables_with_holes(level: str, holes: float) -> None:
    for seed in SEEDS:
        table = random_table(seed, holes)
        theirs = krippendorff.alpha(reliability_data=table.T, level_of_measurement=level)
        assert value(ALPHAS[level](matrix_of(table))) == pytest.approx(theirs, abs=SAME)


@pytest.mark.slow
@pytest.mark.parametrize("weights", ["identity", "linear", "quadratic", "ordinal", "radical"])
@pytest.mark.parametrize("holes", HOLES)
def test_weighted_coefficients_equal_irrcac_on_tables_with_holes(weights: str, holes: float) -> None:
    for seed in SEEDS:
        table = random_table(seed, holes)
        matrix, theirs = matrix_of(table), irr(table, weights)
        far = {
            "identity": None,
            "linear": distance_table(matrix, Distance.LINEAR),
            "quadratic": distance_table(matrix, Distance.QUADRATIC),
            "ordinal": distance_table(matrix, Distance.GWET_ORDINAL),
            "radical": distance_table(matrix, Distance.RADICAL),
        }[weights]
        gwet = gwet_ac1(matrix) if far is None else gwet_ac2(matrix, far)
        assert value(gwet) == pytest.approx(estimate(theirs.gwet()), abs=SAME)
        if holes == 0:
            assert value(davies_fleiss_kappa(matrix, far)) == pytest.approx(estimate(theirs.conger()), abs=SAME)
        if far is None:
            assert value(fleiss_kappa(matrix)) == pytest.approx(estimate(theirs.fleiss()), abs=SAME)
            assert value(brennan_prediger(matrix)) == pytest.approx(estimate(theirs.bp()), abs=SAME)
            assert value(conger_kappa(matrix)) == pytest.approx(estimate(theirs.conger()), abs=SAME)


def test_weighing_by_labels_or_by_panel_is_one_and_the_same_on_complete_tables() -> None:
    matrix = matrix_of(random_table(3, 0.0))
    assert value(davies_fleiss_kappa(matrix)) == pytest.approx(value(conger_kappa(matrix)), abs=1e-14)


@pytest.mark.parametrize("seed", SEEDS)
def test_nltk_agrees_on_complete_tables(seed: int) -> None:
    table = random_table(seed, 0.0)
    matrix = matrix_of(table)
    triples = [(f"a{m}", f"i{j}", str(label)) for (j, m), label in np.ndenumerate(table)]
    task = nltk_agreement.AnnotationTask(triples)
    assert value(davies_fleiss_kappa(matrix)) == pytest.approx(task.multi_kappa(), abs=SAME)
    assert value(fleiss_kappa(matrix)) == pytest.approx(task.pi(), abs=SAME)
    assert value(brennan_prediger(matrix)) == pytest.approx(task.S(), abs=SAME)
    assert value(alpha_nominal(matrix)) == pytest.approx(task.alpha(), abs=SAME)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [None, "linear", "quadratic"])
@pytest.mark.parametrize("seed", SEEDS)
def test_cohen_equals_scikit_learn_and_statsmodels(seed: int, kind: str | None) -> None:
    table = random_table(seed, 0.0, annotators=2)
    matrix = matrix_of(table)
    far = {
        None: None,
        "linear": distance_table(matrix, Distance.LINEAR),
        "quadratic": distance_table(matrix, Distance.QUADRATIC),
    }[kind]
    ours = value(davies_fleiss_kappa(matrix, far))
    assert far is not None or value(cohen_kappa(matrix)) == ours
    assert ours == pytest.approx(sklearn_metrics.cohen_kappa_score(*table.T, weights=kind), abs=SAME)
    crossed = np.zeros((4, 4))
    np.add.at(crossed, (table[:, 0].astype(int) - 1, table[:, 1].astype(int) - 1), 1)
    assert ours == pytest.approx(statsmodels_rater.cohens_kappa(crossed, wt=kind).kappa, abs=SAME)


@pytest.mark.parametrize("seed", SEEDS)
def test_scott_equals_nltk_and_fleiss_equals_statsmodels(seed: int) -> None:
    pair = random_table(seed, 0.0, annotators=2)
    triples = [(f"a{m}", f"i{j}", str(label)) for (j, m), label in np.ndenumerate(pair)]
    assert value(scott_pi(matrix_of(pair))) == pytest.approx(nltk_agreement.AnnotationTask(triples).pi(), abs=SAME)
    matrix = matrix_of(random_table(seed, 0.0))
    assert value(fleiss_kappa(matrix)) == pytest.approx(statsmodels_rater.fleiss_kappa(matrix.counts), abs=SAME)
    randolph = statsmodels_rater.fleiss_kappa(matrix.counts, method="randolph")
    assert value(brennan_prediger(matrix)) == pytest.approx(randolph, abs=SAME)


@pytest.mark.parametrize("seed", SEEDS)
def test_sets_of_labels_equal_nltk(seed: int) -> None:
    rng = np.random.default_rng(seed)
    names = "abcd"
    sets = [[frozenset(n for n in names if rng.random() < 0.5) or frozenset("a") for _ in range(3)] for _ in range(20)]
    triples = [(f"a{m}", f"i{j}", label) for j, row in enumerate(sets) for m, label in enumerate(row)]
    who, what, labels = zip(*triples, strict=True)
    matrix = from_triples(what, who, ["|".join(sorted(label)) for label in labels])
    jaccard = nltk_agreement.AnnotationTask(triples, nltk_distance.jaccard_distance).alpha()
    assert value(alpha_custom(matrix, distance_table(matrix, Distance.JACCARD))) == pytest.approx(jaccard, abs=SAME)
    masi = nltk_agreement.AnnotationTask(triples, nltk_distance.masi_distance).alpha()
    assert value(alpha_custom(matrix, distance_table(matrix, Distance.MASI))) == pytest.approx(masi, abs=SAME)


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize("name", REAL)
def test_real_tables_give_what_krippendorff_and_irrcac_give(shared: Path, name: str) -> None:
    matrix = labelled(read(shared / name, LabelSettings(labelling=Labelling(scale=Scale.NOMINAL))))
    table = dense(matrix)
    nominal = krippendorff.alpha(reliability_data=table.T, level_of_measurement="nominal")
    ordinal = krippendorff.alpha(reliability_data=table.T, level_of_measurement="ordinal")
    assert value(alpha_nominal(matrix)) == pytest.approx(nominal, abs=SAME)
    assert value(alpha_ordinal(matrix)) == pytest.approx(ordinal, abs=SAME)
    if len(matrix.annotators) <= 100:
        theirs = irr(table)
        assert value(gwet_ac1(matrix)) == pytest.approx(estimate(theirs.gwet()), abs=SAME)
        assert value(fleiss_kappa(matrix)) == pytest.approx(estimate(theirs.fleiss()), abs=SAME)
        assert value(brennan_prediger(matrix)) == pytest.approx(estimate(theirs.bp()), abs=SAME)
        conger = conger_kappa(matrix)
        assert value(conger) == pytest.approx(estimate(theirs.conger()), abs=SAME)


def test_analytic_errors_over_items_equal_those_of_irrcac() -> None:
    for holes in HOLES[:2]:
        table = random_table(5, holes)
        found = estimate_all(matrix_of(table), np.random.default_rng(0), resampling=Resampling(unit=Resampled.ITEMS))
        theirs = irr(table)
        for name, peer in (("gwet_ac1", theirs.gwet), ("fleiss_kappa", theirs.fleiss), ("brennan_prediger", theirs.bp)):
            assert found[name].error == pytest.approx(float(peer()["est"]["se"]), rel=1e-6)


def test_thinning_a_table_does_not_move_davies_fleiss() -> None:
    whole = random_table(7, 0.0, annotators=30, classes=3)
    rng = np.random.default_rng(0)
    own, panel = [], []
    for _ in range(30):
        thin = whole.copy()
        for row in thin:
            row[rng.permutation(30)[5:]] = np.nan
        matrix = labelled(matrix_of(thin))
        own.append(value(davies_fleiss_kappa(matrix)))
        panel.append(value(conger_kappa(matrix)))
    true = value(davies_fleiss_kappa(matrix_of(whole)))
    assert abs(np.mean(own) - true) < 0.02
    assert np.std(own) < 1.1 * np.std(panel)


def test_irrcac_takes_nan_for_a_class_unless_told_the_classes() -> None:
    """A defect of irrCAC 0.4.4 with current pandas: listed in docs/from-other-tools.md."""
    table = random_table(1, 0.3)
    bare = irr_raw.CAC(pandas.DataFrame(table), digits=15)
    assert estimate(bare.gwet()) != pytest.approx(value(gwet_ac1(matrix_of(table))), abs=1e-3)


def test_statsmodels_makes_holes_a_class() -> None:
    """Another known disagreement, kept here so that the page in docs cannot rot."""
    crossed, found = statsmodels_rater.aggregate_raters(random_table(2, 0.3))
    assert crossed.shape[1] == 5
    assert np.isnan(found).any()


def test_nltk_divides_only_the_expected_disagreement_by_the_largest_distance() -> None:
    """nltk's weighted κ is wrong for max_distance ≠ 1; ours equals scikit-learn's."""
    table = random_table(4, 0.0, annotators=2)
    matrix = matrix_of(table)
    triples = [(f"a{m}", f"i{j}", label) for (j, m), label in np.ndenumerate(table)]
    theirs = nltk_agreement.AnnotationTask(triples, lambda one, two: abs(one - two)).weighted_kappa(max_distance=3)
    right = sklearn_metrics.cohen_kappa_score(*table.T, weights="linear")
    far = distance_table(matrix, Distance.LINEAR)
    assert value(davies_fleiss_kappa(matrix, far)) == pytest.approx(right, abs=SAME)
    assert theirs != pytest.approx(right, abs=0.05)


def test_irrcac_calls_another_metric_ordinal_than_krippendorff_does() -> None:
    table = random_table(6, 0.0)
    theirs = estimate(irr(table, "ordinal").krippendorff())
    matrix = matrix_of(table)
    ours = alpha_custom(matrix, distance_table(matrix, Distance.GWET_ORDINAL))
    assert value(ours) == pytest.approx(theirs, abs=SAME)
    assert value(alpha_ordinal(matrix)) != pytest.approx(theirs, abs=1e-3)


def test_distances_grow_with_the_places() -> None:
    matrix = matrix_of(np.arange(1.0, 6.0)[:, None].repeat(2, axis=1))
    for distance in (Distance.LINEAR, Distance.QUADRATIC, Distance.GWET_ORDINAL):
        table = distance_table(matrix, distance)
        assert all(near < far for near, far in pairwise(table[0]))
        assert table[0, -1] == 1
