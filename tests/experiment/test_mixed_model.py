"""The crossed logistic model equals lme4's glmer; the expected figures were printed by lme4 1.1-31 under R 4.2.2."""

import csv
import re
from pathlib import Path

import numpy as np
import pytest
from scipy.special import expit

from anaphor.errors import InputError
from anaphor.experiment.analysis.mixed_model import MixedModel, fit

pytestmark = pytest.mark.slow

NEAR = 1e-3
"""How near lme4's figures ours are, as docs/experiment-analysis.md says."""


def study(seed: int = 5, people: int = 22, items: int = 107) -> tuple[list[str], list[str], list[bool]]:
    """A made-up study of paper 1's size: each person sees one of two lists."""
    rng = np.random.default_rng(seed)
    of_people, of_items = rng.normal(0, 0.5, people), rng.normal(0, 1.7, items)
    rows = [
        (f"p{p}", f"i{i}", bool(rng.random() < expit(2.8 + of_people[p] + of_items[i])))
        for i in range(items)
        for p in range(people)
        if (p + i) % 2 == 0
    ]
    return [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows]


@pytest.fixture(scope="module")
def made_up() -> MixedModel:
    return fit(*study())


def test_a_study_of_paper_1s_size_equals_glmer(made_up: MixedModel) -> None:
    assert made_up.intercept == pytest.approx(2.1904, abs=5e-4)
    assert made_up.intercept_se == pytest.approx(0.1821, abs=5e-4)
    assert made_up.sd_people == pytest.approx(0.2348, abs=5e-4)
    assert made_up.sd_items == pytest.approx(1.1973, abs=5e-4)
    assert made_up.items[0].logit == pytest.approx(0.7772498, abs=5e-4)
    assert made_up.people[0].logit == pytest.approx(-0.08160224, abs=5e-4)


@pytest.mark.shared
def test_real_lexical_decisions_equal_glmer(shared: Path) -> None:
    with (shared / "human-rt-lexdec" / "lexdec.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    model = fit([r["Subject"] for r in rows], [r["Word"] for r in rows], [r["Correct"] == "correct" for r in rows])
    assert model.log_likelihood == pytest.approx(-250.6082, abs=5e-4)
    assert model.intercept == pytest.approx(4.2334, abs=NEAR)
    assert model.intercept_se == pytest.approx(0.3758, abs=NEAR)
    assert model.sd_items == pytest.approx(1.3012, abs=NEAR)
    assert model.sd_people == pytest.approx(0.8612, abs=NEAR)
    words = {effect.name: effect.logit for effect in model.items}
    assert words["owl"] == pytest.approx(0.4906, abs=NEAR)
    assert words["vulture"] == pytest.approx(-0.4635, abs=NEAR)


def test_the_page_promises_what_these_two_studies_show() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "experiment-analysis.md").read_text("utf-8")
    (promised,) = re.findall(
        r"within ([\d.]+) of lme4's `glmer` on the two studies of our tests", " ".join(page.split())
    )
    assert float(promised) == NEAR


def test_items_are_drawn_towards_the_mean_and_keep_their_counts(made_up: MixedModel) -> None:
    for item in made_up.items:
        raw = item.right / item.answers
        assert min(raw, 0.55) <= item.probability <= max(raw, 0.99)
        assert item.low < item.probability < item.high
    assert sum(item.answers for item in made_up.items) == len(study()[0])


def test_people_who_do_not_differ_have_no_spread() -> None:
    people, items, right = study(seed=8)
    order = np.random.default_rng(1).permutation(len(people))
    model = fit([people[n] for n in order], items, right)
    assert model.sd_people < 0.4
    assert np.isfinite(model.intercept_se)


def test_what_cannot_be_fitted_is_one_sentence() -> None:
    with pytest.raises(InputError, match="nothing varies"):
        fit(["a", "b"], ["x", "x"], [True, True])
    with pytest.raises(InputError, match="equally many"):
        fit(["a"], ["x", "y"], [True, False])
