"""`agreement next`: who is asked about what."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from anaphor import agreement
from anaphor.agreement.advice.queueing import leader_risk
from anaphor.answers import from_counts
from anaphor.errors import ContentError, InputError
from tests.pace import often


def queue(counts: list[list[int]], budget: int) -> list[tuple[str, int]]:
    """Items in the order in which they are asked about, with the labels to ask for."""
    names = [" ".join(map(str, row)) for row in counts]
    matrix = from_counts(np.array(counts), items=names, classes=[f"c{c}" for c in range(len(counts[0]))])
    return [(each.item, each.ask) for each in agreement.next_labels(matrix, budget=budget).items]


@pytest.mark.parametrize(
    "weights", [[3.2, 1.1, 0.5], [2.0, 2.0, 2.0, 2.0], [12.0, 9.0, 0.3], [1.5, 0.02, 0.02, 0.02, 0.02], [7.0, 5.0]]
)
def test_the_risk_is_that_of_drawn_distributions(weights: list[float]) -> None:
    drawn = np.random.default_rng(5).dirichlet(weights, 200_000)
    wanted = float((drawn.argmax(axis=1) != 0).mean())
    found = float(leader_risk(np.array([weights]), np.array([0]))[0])
    assert found == pytest.approx(wanted, abs=4 * np.sqrt(wanted * (1 - wanted) / len(drawn)) + 1e-9)


def test_one_class_alone_has_no_risk() -> None:
    assert leader_risk(np.array([[2.0]]), np.array([0])).tolist() == [0.0]


def test_ties_come_first_and_what_is_sure_last() -> None:
    found = queue([[5, 0], [3, 2], [2, 2], [4, 1]], budget=4)
    assert [item for item, _ in found][:2] == ["2 2", "3 2"]
    assert "5 0" not in dict(found)
    assert sum(asked for _, asked in found) == 4


def test_an_item_without_labels_is_asked_about_before_a_sure_one() -> None:
    assert queue([[0, 0], [6, 0], [5, 1]], budget=1) == [("0 0", 1)]


def test_a_large_budget_is_shared_out_and_one_item_gets_five_at_most() -> None:
    found = dict(queue([[2, 1], [1, 1], [3, 0]], budget=1000))
    assert set(found.values()) == {5}


def test_nobody_is_asked_once_the_target_is_reached() -> None:
    rows = [
        {"item": f"i{n}", "annotator": f"a{k}", "label": "yes" if n % 2 else "no"} for n in range(20) for k in range(5)
    ]
    found = agreement.next_labels(rows, budget=5, target=0.05)
    assert found.reached
    assert found.items == ()
    assert "Nobody need be asked" in found._repr_html_()


def table(people: dict[str, NDArray[np.int64]]) -> list[dict[str, str]]:
    return [
        {"item": f"i{n:02}", "annotator": name, "label": "yes" if said else "no"}
        for name, votes in people.items()
        for n, said in enumerate(votes.tolist())
        if said >= 0
    ]


def test_people_are_named_where_they_differ_and_have_not_answered() -> None:
    rng = np.random.default_rng(3)
    truth = rng.integers(2, size=80)
    people = {
        name: np.where(rng.random(80) < right, truth, 1 - truth)
        for name, right in zip("abcdef", (0.98, 0.97, 0.95, 0.9, 0.6, 0.5), strict=True)
    }
    for name in "ab":
        people[name][:40] = -1
    found = agreement.next_labels(table(people), budget=30)
    named = {each.item: each.by for each in found.items}
    assert any(named.values())
    assert not {"e", "f"} & {name for by in named.values() for name in by}
    assert all(item < "i40" for item, by in named.items() if {"a", "b"} & set(by))


def test_a_vote_weighs_what_its_giver_is_worth() -> None:
    """Two items with as many votes each way: the one whose dissenters always dissent is the surer one."""
    rows = [("first", "a", "yes"), ("first", "b", "yes"), ("first", "noise", "no"), ("first", "c", "yes")]
    rows += [("second", "a", "yes"), ("second", "b", "yes"), ("second", "c", "no"), ("second", "d", "yes")]
    for item in range(40):
        label = ("yes", "no")[item % 2]
        rows += [(f"i{item}", who, label) for who in "abcd"]
        rows.append((f"i{item}", "noise", ("yes", "no")[(item // 2) % 2]))
    table = [dict(zip(("item", "annotator", "label"), row, strict=True)) for row in rows]
    found = [each.item for each in agreement.next_labels(table, budget=200).items]
    assert found.index("second") < found.index("first")


def test_nobody_is_preferred_where_people_are_alike() -> None:
    rng = np.random.default_rng(4)
    truth = rng.integers(2, size=80)
    people = {name: np.where(rng.random(80) < 0.85, truth, 1 - truth) for name in "abcde"}
    people["a"][:40] = -1
    assert all(each.by == () for each in agreement.next_labels(table(people), budget=30).items)


def _needed(policy: str, seed: int) -> int:
    """Labels until 99 % of 150 items have the label that most people would give."""
    rng = np.random.default_rng(seed)
    shares = rng.beta(0.6, 0.6, 150)
    truth, counts = shares > 0.5, np.zeros((150, 2), dtype=np.int64)
    for chosen in [np.arange(150)] * 2:
        np.add.at(counts, (chosen, (rng.random(150) < shares).astype(int)), 1)
    while counts.sum() < 20_000 and ((counts[:, 1] > counts[:, 0]) == truth).mean() < 0.99:
        if policy == "next":
            matrix = from_counts(counts, items=[str(n) for n in range(150)], classes=["no", "yes"])
            asked = np.array([int(each.item) for each in agreement.next_labels(matrix, budget=24).items])
        else:
            asked = np.argsort(counts.sum(axis=1), kind="stable")[:24]
        np.add.at(counts, (asked, (rng.random(len(asked)) < shares[asked]).astype(int)), 1)
    return int(counts.sum())


@pytest.mark.slow
def test_fewer_labels_are_needed_than_where_all_items_get_the_same() -> None:
    seeds = often(2, long=5, why="each seed is like the others, and takes seconds")
    ours, uniform = (np.mean([_needed(policy, seed) for seed in range(seeds)]) for policy in ("next", "uniform"))
    assert ours < 0.7 * uniform


def test_the_queue_is_a_table_that_tools_import(tmp_path: Path) -> None:
    rows = [{"item": "i1", "text": "Who?", "annotator": name, "label": said} for name, said in (("a", "x"), ("b", "y"))]
    agreement.next_labels(rows, budget=2, output=tmp_path / "queue.csv")
    assert (tmp_path / "queue.csv").read_text("utf-8").splitlines() == [
        "item,text,ask,by,label,votes,risk,policy",
        "i1,Who?,2,,x/y,2,0.5000,next",
    ]


def test_what_cannot_be_queued_is_said() -> None:
    with pytest.raises(InputError, match="budget of 0"):
        agreement.next_labels(table({"a": np.array([1]), "b": np.array([0])}), budget=0)
    numbers = [
        {"item": f"i{n}", "annotator": name, "label": n + 0.37 * k} for n in range(60) for k, name in enumerate("ab")
    ]
    with pytest.raises(ContentError, match="numbers"):
        agreement.next_labels(numbers)
