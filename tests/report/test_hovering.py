"""Figures on a page of the site: each point says what it is, and nothing in them is a style or a script."""

import re
from xml.etree import ElementTree

from anaphor.report.figures.drawing import hoverable_svg, line, name_points, named_shares, new_axes
from anaphor.section import Drawing
from anaphor.text import speaking


def titles(svg: str) -> list[str]:
    ElementTree.fromstring(svg)
    assert not re.search(r"style=|<style|<script|javascript:", svg)
    return re.findall("<title>(.*?)</title>", svg)


def test_points_of_lines_say_their_series_and_their_numbers() -> None:
    figure, axes = new_axes("Curve", "people", "share")
    line(axes, 0, "fresh <panel>", [1, 3], [0.25, 0.125])
    drawing = Drawing(figure=figure, title="Curve", columns=("people", "share"), rows=((1, 0.25), (3, 0.125)))
    assert titles(hoverable_svg(drawing)) == ["fresh &lt;panel&gt; · 1 · 0.25", "fresh &lt;panel&gt; · 3 · 0.125"]
    with speaking("fr"):
        assert titles(hoverable_svg(drawing))[0] == "fresh &lt;panel&gt; · 1 · 0,25"


def test_points_and_bars_say_whose_they_are() -> None:
    figure, axes = new_axes("Map", "first", "second")
    axes.scatter([0.5, 0.25], [1.0, 2.0])
    name_points(figure, axes, [("ann", 0.5, 1.0), ("<b>", 0.25, 2.0)])
    drawing = Drawing(figure=figure, title="Map", columns=("name",), rows=(("ann",), ("<b>",)))
    assert titles(hoverable_svg(drawing)) == ["ann · 0.5 · 1", "&lt;b&gt; · 0.25 · 2"]
    figure, axes = new_axes("Bars", "share", "")
    axes.barh([0, 1], [0.5, 0.75], 0.7, label="kept")
    named_shares(axes, ["one", "two"])
    drawing = Drawing(figure=figure, title="Bars", columns=("item",), rows=(("one",), ("two",)))
    assert titles(hoverable_svg(drawing)) == ["kept · 50 % · one", "kept · 75 % · two"]
