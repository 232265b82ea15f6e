"""The table to cite is what the program gives."""

import re
from pathlib import Path

import pytest

from anaphor import agreement

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "kappa-table.md").read_text("utf-8")
TABLES = dict(zip((2, 3, 5), re.findall(r"^## \w+ classes.*?\n(.*?)(?=^## )", PAGE, re.M | re.S), strict=True))


@pytest.mark.parametrize("classes", TABLES)
def test_every_cell_is_what_interpret_gives(classes: int) -> None:
    rows = re.findall(r"^\| (0\.\d+) \| (.*) \|$", TABLES[classes], re.M)
    assert len(rows) == 7
    for kappa, cells in rows:
        for annotators, cell in zip((3, 5, 7), cells.split(" | "), strict=True):
            shares = (1 / classes,) * classes
            found = agreement.interpret(
                kappa=float(kappa), annotators=annotators, classes=classes, prevalence=shares
            ).to_dict()["fresh"]
            least, most = found["floor"], found["ceiling"]
            assert cell == f"{100 * found['typical']:.1f} ({100 * least:.1f}–{100 * most:.1f})", (kappa, annotators)
