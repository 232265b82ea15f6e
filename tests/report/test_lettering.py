"""Whatever a respondent is called, its figure is written without a word about fonts and can be read."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from anaphor.report import save
from anaphor.report.figures.drawing import legend, line, new_axes, svg_of
from anaphor.section import Drawing

pytestmark = pytest.mark.slow

NAMES = {
    "letters that the font lacks": "模型",
    "control characters": "a\x07b\x1b[31m\x00",
    "half a formula": "a$x^$b",
    "a formula": "cost $5 and $6",
    "half a character": "\ud800x",
}


def drawing(name: str) -> Drawing:
    """A figure with the name in every place where one can stand."""
    figure, axes = new_axes(name, name, name)
    line(axes, 0, name, [0, 1], [0, 1])
    axes.set_yticks([0, 1], [name, "other"])
    legend(axes)
    return Drawing(figure=figure, title=name, columns=(), rows=())


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_any_name_can_be_drawn_and_nothing_is_said(name: str, kind: str, tmp_path: Path) -> None:
    # Warnings are errors here, so a word about a missing glyph fails the test.
    save(drawing(name), tmp_path / f"figure.{kind}")
    assert (tmp_path / f"figure.{kind}").stat().st_size > 1000


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_page_can_hold_the_figure(name: str) -> None:
    again = drawing(name)
    assert svg_of(again) == svg_of(again)
    words = "".join(ElementTree.fromstring(svg_of(again)).itertext())
    assert "other" in words
    assert all(each.isprintable() or each.isspace() for each in words)


def test_names_are_shown_as_they_are_and_never_as_formulas() -> None:
    words = "".join(ElementTree.fromstring(svg_of(drawing("cost $5 and $6"))).itertext())
    assert words.count("cost $5 and $6") >= 5


def test_an_axis_may_still_write_its_own_numbers_as_formulas() -> None:
    one = drawing("a")
    axes = one.figure.axes[0]
    axes.set_xscale("log")
    assert "mathdefault" not in "".join(ElementTree.fromstring(svg_of(one)).itertext())
