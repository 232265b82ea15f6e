"""A total beside votes per class is no class: it is left out and said, and a class that counts is never lost."""

import random
from pathlib import Path

import pytest

from anaphor import agreement
from anaphor.answers import label_settings, open_labels
from anaphor.errors import AnaphorError
from tests.agreement.exports import table
from tests.agreement.tables import heard
from tests.agreement.test_exports import written

Row = tuple[int, int]
EVEN: list[Row] = [(3, 0), (0, 3), (2, 1), (3, 0), (0, 3), (1, 2), (3, 0), (0, 3), (3, 0), (0, 3)]
_rng = random.Random(41)
UNEVEN: list[Row] = [
    (size - few, few) if _rng.random() < 0.5 else (few, size - few)
    for size in (3, 4, 5, 6) * 4
    for few in (_rng.choice((0, 0, 1)),)
]


def voted(rows: list[Row], name: str, *, first: bool) -> str:
    head = ("item", name, "yes", "no") if first else ("item", "yes", "no", name)
    cells = [(sum(row), *row) if first else (*row, sum(row)) for row in rows]
    return table([head, *((number, *row) for number, row in enumerate(cells, 1))])


@pytest.mark.slow
@pytest.mark.parametrize("first", [False, True], ids=["last", "first"])
@pytest.mark.parametrize("rows", [EVEN, UNEVEN], ids=["even", "uneven"])
@pytest.mark.parametrize(
    "name",
    [
        "total",
        "Total",
        "sum",
        "votes",
        "N_votes",
        "n_annotators",
        "num_raters",
        "annotators",
        "n",
        "count",
        "somme",
        "x",
    ],
)
def test_a_column_that_is_the_sum_of_the_others_is_a_total_and_no_class(
    tmp_path: Path, name: str, rows: list[Row], first: bool
) -> None:
    matrix = open_labels(written(tmp_path, "votes.csv", voted(rows, name, first=first)))
    assert matrix.anonymous
    assert matrix.classes == ("yes", "no")
    assert matrix.counts.tolist() == [list(row) for row in rows]
    assert f"Column '{name}' was left out as a total: in every row it is the sum of the columns yes, no." in " ".join(
        heard(matrix)
    )


def test_a_total_in_memory_or_beside_other_columns_is_left_out_too(tmp_path: Path) -> None:
    plain = agreement.measure([{"item": n, "yes": yes, "no": no} for n, (yes, no) in enumerate(EVEN)], change=False)
    rows = [{"item": n, "yes": yes, "no": no, "total": yes + no} for n, (yes, no) in enumerate(EVEN)]
    found = agreement.measure(rows, change=False)
    assert found["krippendorff_alpha_nominal"].value == plain["krippendorff_alpha_nominal"].value
    more = [("", "text", "yes", "no", "unsure", "total", "majority")]
    cells = [
        (n, f"text {n}", yes, no, 1, yes + no + 1, "yes" if yes > no else "no") for n, (yes, no) in enumerate(EVEN)
    ]
    matrix = open_labels(written(tmp_path, "more.csv", table([*more, *cells])))
    assert matrix.classes == ("yes", "no", "unsure")
    stated = label_settings(layout="counts")
    assert open_labels(written(tmp_path, "s.csv", voted(UNEVEN, "x", first=False)), stated).classes == ("yes", "no")


def test_a_class_that_may_be_a_sum_by_accident_is_kept_and_said(tmp_path: Path) -> None:
    rows = [("item", "yes", "no", "unsure"), (1, 1, 2, 3), (2, 2, 1, 3), (3, 1, 2, 3), (4, 2, 1, 3)]
    path = written(tmp_path, "few.csv", table(rows))
    matrix = open_labels(path)
    assert matrix.classes == ("yes", "no", "unsure")
    assert "leave it out with --without unsure" in " ".join(heard(matrix))
    assert open_labels(path, label_settings(without="unsure")).classes == ("yes", "no")
    named = open_labels(written(tmp_path, "named.csv", table([("item", "yes", "no", "total"), *rows[1:]])))
    assert named.classes == ("yes", "no")


def test_a_class_that_is_listed_is_counted_whatever_its_sums(tmp_path: Path) -> None:
    path = written(tmp_path, "votes.csv", voted(EVEN, "both", first=False))
    assert open_labels(path).classes == ("yes", "no")
    listed = label_settings(layout="counts", classes=["yes", "no", "both"])
    assert open_labels(path, listed).classes == ("yes", "no", "both")


def test_what_is_no_sum_in_one_row_is_a_class(tmp_path: Path) -> None:
    rows = [(1, 3, 0, 3), (2, 0, 3, 3), (3, 2, 1, 3), (4, 1, 1, 4), (5, 0, 3, 3)]
    matrix = open_labels(written(tmp_path, "votes.csv", table([("item", "yes", "no", "total"), *rows])))
    assert matrix.classes == ("yes", "no", "total")


def test_labels_of_annotators_are_no_votes_that_add_up(tmp_path: Path) -> None:
    rows = [(1, 0, 0, 0), (2, 0, 2, 2), (3, 1, 0, 1), (4, 1, 1, 2), (5, 2, 0, 2), (6, 0, 1, 1)]
    path = written(tmp_path, "raters.csv", table([("item", "rater1", "rater2", "rater3"), *rows]))
    assert open_labels(path).annotators == ("rater1", "rater2", "rater3")
    often = written(tmp_path, "often.csv", table([("item", "rater1", "rater2", "n"), *rows]))
    assert "Rows were repeated as often as column 'n' says." in " ".join(heard(open_labels(often)))
    scores = [(n, a, min(a + n % 2, 5), a + min(a + n % 2, 5)) for n, a in enumerate((1, 2, 3, 4, 5, 4, 3, 2, 1, 5))]
    summed = open_labels(written(tmp_path, "sum.csv", table([("item", "alice", "bob", "sum"), *scores])))
    assert summed.annotators == ("alice", "bob")


def test_labels_beside_their_own_tally_are_asked_about_and_not_taken_for_the_names_of_items(tmp_path: Path) -> None:
    said = [("yes",) * yes + ("no",) * no for yes, no in EVEN]
    rows = [(n, *labels, labels.count("yes"), labels.count("no"), 3) for n, labels in enumerate(said)]
    head = ("item", "alice", "bob", "carol", "n_yes", "n_no", "total")
    with pytest.raises(AnaphorError, match="10 items, 3 annotators, 2 classes, 30 labels"):
        open_labels(written(tmp_path, "both.csv", table([head, *rows])))
