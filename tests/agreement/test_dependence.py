"""Rates are withheld where the number of votes depends on the votes, in every place that shows one."""

import csv
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from anaphor import agreement, report
from anaphor.agreement import LabelMatrix
from anaphor.agreement.panels.dependence import depends_on_votes, vote_dependence
from anaphor.answers import from_counts, from_triples
from anaphor.cli.main import app
from anaphor.errors import ContentError, InputError

Integers = NDArray[np.int64]


class Crowd:
    """Twelve people of the same skill on items of which some are hard; votes in an order drawn beforehand."""

    def __init__(self, seed: int, items: int = 120) -> None:
        self.rng = np.random.default_rng(seed)
        hard = self.rng.random(items) < 0.4
        shares = np.where(
            hard[:, None], self.rng.dirichlet(np.ones(3), items), np.eye(3)[self.rng.integers(0, 3, items)]
        )
        self.votes = (self.rng.random((items, 12, 1)) > np.cumsum(shares, axis=1)[:, None, :-1]).sum(axis=2)
        self.hard = hard

    def shown(self, many: Integers) -> LabelMatrix:
        """So many votes of each item."""
        item, person = np.nonzero(np.arange(12) < many[:, None])
        names = [list(map(str, each.tolist())) for each in (item, person, self.votes[item, person])]
        return from_triples(names[0], names[1], names[2])

    def asked_for_by_next(self) -> LabelMatrix:
        """Three votes each, then twenty rounds of a tenth of the items as `agreement next` asks for."""
        many = np.full(len(self.votes), 3)
        for _ in range(20):
            queue = agreement.next_labels(self.shown(many), budget=len(many) // 10)
            for each in queue.items:
                many[int(each.item)] += each.ask
            many = np.minimum(many, 12)
        return self.shown(many)

    def third_where_two_differ(self) -> LabelMatrix:
        return self.shown(np.where(self.votes[:, 0] == self.votes[:, 1], 2, 3))


def file_of(matrix: LabelMatrix, path: Path, policy: str | None = None) -> Path:
    """A long table of the labels, with a column `policy` where one is given."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["item", "annotator", "label", *(["policy"] if policy else [])])
        for item, person, label in zip(matrix.item, matrix.annotator, matrix.label, strict=True):
            row = [matrix.items[item], matrix.annotators[person], matrix.classes[label]]
            writer.writerow([*row, *([policy if person > 2 else ""] if policy else [])])
    return path


@pytest.mark.slow
def test_labels_asked_for_by_next_and_third_votes_on_disagreement_are_noticed() -> None:
    for seed in range(2):
        assert depends_on_votes(Crowd(seed).asked_for_by_next()) is not None
        assert depends_on_votes(Crowd(seed).third_where_two_differ()) is not None


def test_more_votes_for_hard_items_by_design_are_noticed() -> None:
    for seed in range(5):
        crowd = Crowd(seed)
        assert depends_on_votes(crowd.shown(np.where(crowd.hard, 7, 3))) is not None


def test_numbers_that_say_nothing_about_items_raise_the_alarm_no_more_often_than_stated() -> None:
    alarms = 0
    for seed in range(60):
        crowd = Crowd(seed, items=60)
        drawn = crowd.rng.integers(2, 9, 60) if seed % 2 else np.where(crowd.rng.random(60) < 0.1, 2, 6)
        alarms += depends_on_votes(crowd.shown(drawn)) is not None
    assert alarms <= 4  # binomial, 60 tables at 2 %: more happens in 1 of 150 sets of tables


def test_a_vote_or_two_that_some_of_very_many_left_out_withhold_no_rate() -> None:
    crowd = Crowd(1)
    divided = np.array([len(set(each[:11])) > 1 for each in crowd.votes.tolist()])
    assert depends_on_votes(crowd.shown(np.where(divided, 12, 11))) is None
    assert depends_on_votes(crowd.shown(np.where(divided, 12, 9))) is not None


def test_two_lonely_items_whose_two_votes_agree_prove_nothing() -> None:
    counts = np.array([[3, 3]] * 20 + [[2, 0]] * 2)
    names = [str(number) for number in range(len(counts))]
    found = vote_dependence(from_counts(counts, items=names, classes=["a", "b"]))
    assert found is not None
    assert found.p is not None
    assert found.p > 0.1


def test_a_careless_person_who_labels_half_of_the_items_is_no_dependence() -> None:
    alarms = 0
    for seed in range(20):
        crowd = Crowd(seed)
        crowd.votes[:, 3] = crowd.rng.integers(0, 3, len(crowd.votes))
        alarms += depends_on_votes(crowd.shown(np.where(crowd.rng.random(len(crowd.votes)) < 0.5, 4, 3))) is not None
    assert alarms <= 2


def test_items_with_as_many_votes_are_not_tested() -> None:
    assert vote_dependence(Crowd(0).shown(np.full(120, 3))) is None


def test_quantities_are_judged_by_the_spread_of_their_labels() -> None:
    rng = np.random.default_rng(3)
    spread = rng.choice([1.0, 20.0], 100)
    rows = [
        {"item": n, "annotator": who, "label": float(round(50 + spread[n] * rng.normal(), 1))}
        for n in range(100)
        for who in range(8 if spread[n] > 10 else 3)
    ]
    found = agreement.measure(rows, scale="interval")
    assert found.dependence is not None
    assert not found.means
    assert str(found.sentences[0]).startswith("How many labels another panel would change cannot be told")


@pytest.mark.slow
def test_no_rate_is_shown_anywhere_and_the_reason_stands_first(tmp_path: Path) -> None:
    table = file_of(Crowd(1).asked_for_by_next(), tmp_path / "labels.csv")
    measured, reproduced = agreement.measure(table), agreement.reproduce(table)
    for found in (measured, reproduced):
        assert "cannot be told" in repr(found)
        assert "% of the labels" not in repr(found)
        document = found.to_dict()
        assert document["headline"] is None
        assert document["votes_depend"]["p"] <= 0.02
        assert "cannot be told from these votes" in document["cautions"][0]
        assert document["sentences"][0] == document["cautions"][0]
    assert measured.to_dict()["change"]["rate"] is None
    assert reproduced.to_dict()["fresh"]["rate"] is None
    assert reproduced.to_dict()["curve"] == []
    page = report.write(tmp_path / "page.html", measured.section).read_text("utf-8")
    assert page.index("cannot be told from these votes") < page.index("annotators</")
    assert "of the labels would change" not in page
    for command in ("measure", "reproduce"):
        done = CliRunner().invoke(app, ["agreement", command, str(table)], catch_exceptions=False)
        assert done.stdout.startswith("How many labels another panel would change cannot be told from these votes")
        assert "would change;" not in done.stdout
    drawn = ["agreement", "measure", str(table), "--figure", str(tmp_path / "curve.svg")]
    with pytest.raises(InputError, match="there is no change rate to draw"):
        CliRunner().invoke(app, drawn, catch_exceptions=False)


def test_a_plan_from_such_a_pilot_is_refused(tmp_path: Path) -> None:
    table = file_of(Crowd(1).asked_for_by_next(), tmp_path / "labels.csv")
    with pytest.raises(ContentError, match="the pilot's votes cannot tell"):
        agreement.plan(0.05, pilot=table)
    with pytest.raises(ContentError, match="the pilot's votes cannot tell"):
        agreement.plan_comparison(difference=0.05, pilot=table)


def test_a_queue_says_its_policy_and_a_table_that_does_needs_no_test(tmp_path: Path) -> None:
    crowd = Crowd(2, items=30)
    queue = tmp_path / "queue.csv"
    agreement.next_labels(crowd.shown(np.full(30, 3)), budget=5, output=queue)
    with queue.open(encoding="utf-8") as file:
        assert {row["policy"] for row in csv.DictReader(file)} == {"next"}
    many = np.where(np.arange(30) % 10 == 0, 4, 3)
    table = file_of(crowd.shown(many), tmp_path / "labels.csv", policy="next")
    assert agreement.measure(crowd.shown(many)).dependence is None
    found = agreement.measure(table)
    assert found.dependence is not None
    assert "column policy" in str(found.sentences[0])
    # The first votes alone are a fixed number each, and are rated.
    assert agreement.measure(table, where={"policy": ""}).dependence is None
