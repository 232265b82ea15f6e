"""Agreement in a report: everything that is measured is shown, in both languages, also where little can be said."""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from anaphor.agreement import Measurement, reproduce
from anaphor.answers import LabelMatrix, from_counts
from anaphor.cli.main import app
from anaphor.report.sections.agreement import measurement_section
from anaphor.section import Drawing, Figure, Section, Table
from anaphor.text import speaking
from tests.agreement.tables import matrix_of, random_table

pytestmark = pytest.mark.slow


def measured(matrix: LabelMatrix) -> Measurement:
    return reproduce(matrix, annotators=3).measurement


def drawings(made: Section) -> list[Drawing]:
    """The figures of a section, drawn."""
    blocks = [part.draw() for part in made.parts if isinstance(part, Figure)]
    return [block for block in blocks if block is not None]


def section(interface: str) -> Section:
    with speaking(interface):
        return measurement_section(measured(matrix_of(random_table(4, items=60, annotators=5, classes=3))))


@pytest.mark.parametrize(
    ("interface", "again", "map_of"),
    [
        ("en", "Items to annotate again", "Map of the annotators"),
        ("fr", "Items à réannoter", "Carte des annotateurs"),
    ],
)
def test_a_section_holds_coefficients_curve_items_and_map(interface: str, again: str, map_of: str) -> None:
    made = section(interface)
    tables = [part for part in made.parts if isinstance(part, Table)]
    with speaking(interface):
        figures = drawings(made)
    assert any((table.caption or "").startswith(again) for table in tables)
    assert len(figures) == 2
    assert figures[1].title.startswith(map_of)
    assert len(figures[1].rows) == 5
    assert made.signature
    assert made.signature.startswith("labels:")


def test_items_on_which_everybody_agrees_are_not_to_be_annotated_again() -> None:
    counts = np.array([[3, 0], [2, 1], [0, 3]])
    matrix = from_counts(counts, items=("agreed", "divided", "agreed-too"), classes=("no", "yes"))
    made = measurement_section(measured(matrix))
    risky = next(part for part in made.parts if isinstance(part, Table) and "votes" in part.columns)
    assert [row[:3] for row in risky.rows] == [("divided", "no", "no ×2 · yes ×1")]


def test_votes_without_names_have_no_map_and_no_people() -> None:
    votes = from_counts(np.array([[3, 0], [2, 1], [1, 2]] * 5), items=[str(n) for n in range(15)], classes=("a", "b"))
    found = measured(votes)
    assert len(drawings(measurement_section(found))) == 1
    assert found.people == ()
    assert found.map is None


@pytest.mark.parametrize("command", ["measure", "reproduce"])
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("r.html", '<h2 id="agreement">Accord'),
        ("r.md", "## Accord"),
        ("r.tex", r"\begin{tabular}"),
    ],
)
def test_both_commands_write_a_report(tmp_path: Path, command: str, name: str, expected: str) -> None:
    labels = tmp_path / "labels.csv"
    rng = np.random.default_rng(1)
    rows = [
        f"i{item},p{person},{'ab'[int(rng.random() < 0.3 + 0.4 * (item % 2))]}"
        for item in range(20)
        for person in range(4)
    ]
    labels.write_text("item,annotator,label\n" + "\n".join(rows), "utf-8")
    made = CliRunner().invoke(
        app,
        ["agreement", command, str(labels), "--html", str(tmp_path / name), "--interface", "fr"],
        catch_exceptions=False,
    )
    assert made.exit_code == 0
    assert expected in (tmp_path / name).read_text("utf-8")
