"""A table is read right, or read with the doubt said, or refused with a line that was tried: never wrong in silence."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pandas as pd
import pytest

from anaphor import agreement
from anaphor.agreement.labels import label_settings, open_labels
from anaphor.errors import AnaphorError
from tests.agreement.exports import Labels, alpha, panel, table
from tests.agreement.tables import heard
from tests.agreement.test_exports import found_alpha, typed, written
from tests.agreement.test_foreign_tables import LINE

MOODS = ("pos", "neg", "neu")
TWO = panel(MOODS, ("x", "y"), items=60, seed=41)


def crossed(corner: str, *, rows: str = "", columns: str = "", classes: Sequence[str] = MOODS) -> list[list[object]]:
    """Two annotators crossed, with sums of that name below and beside."""
    names = dict(zip(MOODS, classes, strict=False))
    votes = Counter((names[TWO[f"s{n}", "x"]], names[TWO[f"s{n}", "y"]]) for n in range(1, 61))
    body = [[votes[one, two] for two in classes] for one in classes]
    below = [list(map(sum, zip(*body, strict=True)))] if rows else []
    head = [corner, *classes, *([columns] if columns else [])]
    named = zip([*classes, *([rows] if rows else [])], [*body, *below], strict=True)
    return [[*head], *([name, *cells, *([sum(cells)] if columns else [])] for name, cells in named)]


@pytest.mark.parametrize("corner", ["B", ""])
@pytest.mark.parametrize(
    "margins",
    [
        {},
        {"rows": "Total", "columns": "Total"},
        {"rows": "Gesamtergebnis", "columns": "Gesamtergebnis"},
        {"rows": "All"},
        {"columns": "Row sums"},
    ],
)
@pytest.mark.parametrize("classes", [MOODS, ("1", "2", "3")])
def test_sums_beside_two_crossed_annotators_are_no_class(
    tmp_path: Path, corner: str, margins: dict[str, str], classes: Sequence[str]
) -> None:
    content = table(crossed(corner, **margins, classes=classes))
    path = written(tmp_path, "crossed.csv", content)
    matrix = open_labels(path)
    assert found_alpha(matrix) == pytest.approx(alpha(TWO))
    assert (len(matrix.items), len(matrix.annotators), matrix.classes) == (60, 2, tuple(classes))
    for name in margins.values():
        assert f"left out as sums of the others: {name}" in " ".join(heard(matrix))
    stated = open_labels(path, label_settings(layout="contingency"))
    assert stated.fingerprint == matrix.fingerprint


def test_a_class_that_is_the_sum_of_others_by_accident_stays_a_class(tmp_path: Path) -> None:
    content = "x,a,b,c\na,5,1,2\nb,1,4,1\nc,6,5,3\n"
    assert open_labels(written(tmp_path, "accident.csv", content)).classes == ("a", "b", "c")


def test_crossed_annotators_need_not_use_the_same_classes(tmp_path: Path) -> None:
    content = "first,no,yes\nno,20,3\nunsure,2,1\nyes,4,30\n"
    matrix = open_labels(written(tmp_path, "fewer.csv", content))
    assert (len(matrix.items), matrix.classes) == (60, ("no", "yes", "unsure"))


def test_votes_for_classes_with_a_row_of_sums_stay_votes(tmp_path: Path) -> None:
    rows = [[f"s{n}", n % 4, 3 - n % 4] for n in range(12)]
    content = table([["item", "no", "yes"], *rows, ["Total", *(sum(row[place] for row in rows) for place in (1, 2))]])
    matrix = open_labels(written(tmp_path, "votes.csv", content))
    assert (len(matrix.items), matrix.anonymous) == (12, True)


def test_crossed_annotators_are_measured_on_the_scale_that_is_asked_for(tmp_path: Path) -> None:
    path = written(tmp_path, "crossed.csv", table(crossed("", classes=("1", "2", "3"))))
    assert open_labels(path, label_settings(scale="ordinal")).scale == "ordinal"


