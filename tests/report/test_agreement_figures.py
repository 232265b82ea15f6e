"""Figures of agreement: they draw what the records say, the same each time, with a table behind them."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.text import Text

from anaphor.agreement import Remade, Summary, simulate
from anaphor.agreement.advice.published import FIGURE_2, disagreement_histogram
from anaphor.agreement.advice.summary import summarise
from anaphor.agreement.panels.study import ReproductionSettings
from anaphor.answers import from_counts
from anaphor.errors import InputError, OutputError
from anaphor.report import curve_figure, save
from anaphor.report.figures.agreement import figure_2, figure_7, simulated_figure
from anaphor.report.figures.drawing import COLOURS, svg_of
from anaphor.section import Drawing
from anaphor.text import message

pytestmark = pytest.mark.slow

VOTES = np.array([[3, 0], [2, 1], [1, 2], [0, 3]] * 6)


@pytest.fixture(scope="module")
def summary() -> Summary:
    votes = from_counts(VOTES, items=[f"i{n}" for n in range(len(VOTES))], classes=("no", "yes"))
    return summarise(votes, ReproductionSettings(size=3, longest=9))


def simulated() -> Drawing:
    points = simulate(items=50, errors=(2.0, 10.0), groups=10).points
    return simulated_figure("Figure 8", {"uniform": points, "20 % unanimous": points}, between=True)


def test_the_curve_has_a_row_for_every_panel_size(summary: Summary) -> None:
    drawing = curve_figure(summary)
    assert [row[0] for row in drawing.rows] == [each.size for each in summary.reproduction.curve]
    assert [row[1] for row in drawing.rows] == [each.fresh for each in summary.reproduction.curve]
    svg = svg_of(drawing)
    assert "identified range" in svg
    assert "ceiling" in svg


def test_a_title_that_says_what_must_be_known_is_not_cut(summary: Summary) -> None:
    drawing = curve_figure(replace(summary, cautions=(message("agreement-brief-uneven"),)))
    axes = drawing.figure.axes[0]
    assert " ".join(axes.get_title(loc="left").split()) == drawing.title
    assert drawing.title.endswith("they are not")
    drawing.figure.draw_without_rendering()
    (shown,) = (each for each in axes.findobj(Text) if "they are not" in each.get_text())
    assert shown.get_window_extent().x1 <= drawing.figure.bbox.x1


def test_a_figure_is_well_formed_and_always_the_same(summary: Summary) -> None:
    first, second = (svg_of(curve_figure(summary)) for _ in range(2))
    assert first == second
    assert ElementTree.fromstring(first).tag.endswith("svg")


def test_the_twelve_pairs_are_drawn() -> None:
    rows = [
        Remade(printed=each, table="t", items=1, kappa=each.kappa, tau=each.tau, fresh=2 * each.tau)
        for each in FIGURE_2
    ]
    assert len(figure_2(rows).rows) == 12


def test_simulated_lines_have_names_and_rows() -> None:
    drawing = simulated()
    assert {row[0] for row in drawing.rows} == {"uniform", "20 % unanimous"}
    assert "20 % unanimous" in svg_of(drawing)


def test_bars_of_figure_7_sum_to_one() -> None:
    votes = from_counts(VOTES, items=[f"i{n}" for n in range(len(VOTES))], classes=("no", "yes"))
    drawing = figure_7({"a": disagreement_histogram(votes), "b": disagreement_histogram(votes)})
    shares = [row[2] for row in drawing.rows if row[0] == "a"]
    assert sum(share for share in shares if isinstance(share, float)) == pytest.approx(1)


@pytest.mark.parametrize("name", ["curve.svg", "curve.png"])
def test_figures_are_written_by_their_ending(summary: Summary, tmp_path: Path, name: str) -> None:
    save(curve_figure(summary), tmp_path / name)
    assert (tmp_path / name).stat().st_size > 1000


def test_an_unknown_ending_and_a_missing_folder_get_a_sentence(summary: Summary, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"curve\.docx"):
        save(curve_figure(summary), tmp_path / "curve.docx")
    with pytest.raises(OutputError, match="could not be written"):
        save(curve_figure(summary), tmp_path / "nowhere" / "curve.svg")


def test_colours_are_distinct() -> None:
    assert len(set(COLOURS)) == len(COLOURS)
