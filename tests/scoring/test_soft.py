"""Soft references: measures by hand, the bar, and real panels."""

import json
from pathlib import Path

import numpy as np
import pytest

import anaphor
from anaphor import agreement, scoring
from anaphor.errors import InputError

VOTES = np.array([[3.0, 1.0], [2.0, 2.0], [0.0, 5.0]])
MINE = np.array([[0.9, 0.1], [0.5, 0.5], [0.4, 0.6]])


def by_measure(found: tuple[scoring.SoftScore, ...]) -> dict[str, scoring.SoftScore]:
    return {each.measure: each for each in found}


def test_the_measures_are_those_worked_out_by_hand() -> None:
    made = by_measure(scoring.soft_scores(VOTES, {"mine": MINE}))
    assert made["person"].value == pytest.approx((0.75 + 0.5 + 1) / 3)
    assert made["panel"].value == pytest.approx((1 + 0.5 + 1) / 3)
    assert made["manhattan"].value == pytest.approx((0.3 + 0 + 0.8) / 3)
    assert made["wasserstein"].value == pytest.approx((0.15 + 0 + 0.4) / 3)
    entropy = -(0.75 * np.log(0.9) + 0.25 * np.log(0.1)) + np.log(2) - np.log(0.6)
    assert made["cross_entropy"].value == pytest.approx(entropy / 3)


def test_the_bar_is_one_person_against_the_others() -> None:
    made = by_measure(scoring.soft_scores(VOTES, {"mine": MINE}))
    # Of four, three meet two of three others who agree, one meets none; of two and two each meets one of three.
    assert made["person"].bar == pytest.approx((0.75 * 2 / 3 + 1 / 3 + 1) / 3)
    assert made["panel"].bar == pytest.approx((0.75 + 0 + 1) / 3)
    assert made["manhattan"].bar == pytest.approx((0.75 * 2 / 3 + 0.25 * 2 + 4 / 3 + 0) / 3)
    assert made["cross_entropy"].bar is None


def test_the_gap_is_paired_and_one_of_the_people_stands_level() -> None:
    rng = np.random.default_rng(1)
    share = rng.beta(2, 1, 400)
    votes = rng.binomial(7, share)
    person = (rng.random(400) < share).astype(int)
    found = scoring.soft_scores(
        np.column_stack([7 - votes, votes]),
        {"person": np.eye(2)[person], "people": np.column_stack([1 - share, share]), "coin": np.full((400, 2), 0.5)},
        choices=["person"],
    )
    standing = {(each.respondent, each.measure): each.standing for each in found}
    assert standing["person", "person"] == standing["person", "manhattan"] == "level"
    assert standing["people", "person"] == standing["people", "manhattan"] == "above"
    assert standing["coin", "person"] == "below"
    assert ("person", "cross_entropy") not in standing
    assert all("seed:0" in str(each.signature) for each in found)


def test_three_classes_have_wasserstein_only_where_they_are_ordered() -> None:
    votes, given = np.array([[4.0, 0, 0]]), {"far": np.array([[0.0, 0.0, 1.0]])}
    assert "wasserstein" not in by_measure(scoring.soft_scores(votes, given))
    assert by_measure(scoring.soft_scores(votes, given, ordered=True))["wasserstein"].value == 2
    with pytest.raises(InputError, match="not of the same items"):
        scoring.soft_scores(votes, {"mine": np.ones((2, 3))})


def test_runs_are_scored_against_people_who_answered() -> None:
    asked = anaphor.load("anaphor-en")
    people = [
        anaphor.Answer(respondent=f"p{n}", question=each.id, reply=anaphor.Choice(candidate=each.key))
        for each in asked.items
        if isinstance(each.key, int)
        for n in range(3)
    ]
    run = anaphor.resolve(asked, "first")
    made = anaphor.score(run, people=people, soft=True)
    own = by_measure(made.soft)["person"]
    right = sum(each.chosen == each.target.key for each in made.runs[0].outcomes)
    guessed = sum(1 / len(each.target.candidates) for each in made.runs[0].outcomes if each.chosen is None)
    assert own.value == pytest.approx((right + guessed) / len(asked.items))
    assert own.bar == 1
    assert own.standing == "below"
    assert "soft" in made.to_dict()
    assert "soft" not in anaphor.score(run, people=people).to_dict()
    assert "distribution of people" in made._repr_html_()


def test_lewidi_soft_labels_are_the_votes(shared: Path) -> None:
    path = shared / "lewidi2023" / "HS-Brexit_dev.json"
    labels = agreement.read(path)
    printed = [each["soft_label"] for each in json.loads(path.read_text("utf-8")).values()]
    soft = np.array([[float(each[c]) for c in sorted(each)] for each in printed])
    made = by_measure(scoring.soft_scores(labels.counts.astype(float), {"printed": soft}))
    assert made["manhattan"].value == pytest.approx(0, abs=0.02)  # they are printed with two digits
    assert made["person"].standing == "above"


def test_a_hundred_votes_hardly_move_the_bar(shared: Path) -> None:
    lines = (shared / "chaosnli" / "chaosNLI_snli.jsonl").read_text("utf-8").splitlines()
    votes = np.array([[json.loads(line)["label_counter"].get(c, 0) for c in "enc"] for line in lines], float)
    shares = votes / votes.sum(axis=1, keepdims=True)
    made = by_measure(scoring.soft_scores(votes, {"people": shares}))
    by_hand = ((votes * (votes - 1)).sum(axis=1) / (votes.sum(axis=1) * (votes.sum(axis=1) - 1))).mean()
    assert made["person"].bar == pytest.approx(by_hand)
    assert made["person"].value == pytest.approx(shares.max(axis=1).mean())
