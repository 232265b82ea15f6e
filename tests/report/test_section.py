"""Reports say the same in HTML, Markdown and LaTeX, and no text of a user breaks them."""

from dataclasses import replace
from pathlib import Path

import pytest

from anaphor.cli.reporting import write_report
from anaphor.errors import InputError
from anaphor.report.drawing import Drawing, line, new_axes
from anaphor.report.latex import latex_of
from anaphor.report.markdown import markdown_of
from anaphor.report.page import html_of
from anaphor.report.section import Numbers, Report, Section, Table, Text

HOSTILE = "<script>alert(1)</script> | 50 % & _x_ {y} \\z\nnext"


def report() -> Report:
    figure, axes = new_axes(HOSTILE, "x", "y")
    line(axes, 0, HOSTILE, [0, 1], [0, 1])
    drawing = Drawing(figure=figure, title=HOSTILE, columns=("a", "b"), rows=((1, 0.25),))
    table = Table(columns=("name", HOSTILE), rows=((HOSTILE, 1234), ("b", None)), caption=HOSTILE)
    parts = (Text(lines=(HOSTILE,)), Text(lines=(HOSTILE,), points=True), Numbers(figures=(("3", HOSTILE),)))
    section = Section(id="one", title=HOSTILE, parts=(*parts, table, drawing), stamp=HOSTILE, signature="a:b")
    return Report(title=HOSTILE, lead=HOSTILE, interface="fr", sections=(section,))


def test_no_text_becomes_markup_in_the_page() -> None:
    page = html_of(report(), version="0", made="by hand")
    assert "<script" not in page
    assert page.count("&lt;script&gt;") > 8


def test_markdown_keeps_every_cell_in_its_column() -> None:
    rows = [row for row in markdown_of(report()).splitlines() if row.startswith("| ")]
    assert {row.replace("\\|", "").count("|") for row in rows} == {3}


def test_latex_escapes_what_latex_would_read() -> None:
    text = latex_of(report())
    assert r"50 \% \& \_x\_ \{y\} \textbackslash{}z" in text
    assert text.count(r"\begin{table}") == text.count(r"\end{table}") == 2
    assert r"1\,234" in text


@pytest.mark.parametrize(("interface", "whole", "share"), [("en", "1,234", "0.2500"), ("fr", "1\u202f234", "0,2500")])
def test_numbers_are_written_alike_everywhere_as_the_language_does(interface: str, whole: str, share: str) -> None:
    made = replace(report(), interface=interface)
    for text in (html_of(made, version="0", made="x"), markdown_of(made), latex_of(made).replace(r"\,", "\u202f")):
        assert whole in text
        assert share in text


@pytest.mark.parametrize("ending", ["html", "md", "tex"])
def test_the_ending_says_what_is_written(tmp_path: Path, ending: str) -> None:
    write_report(report(), tmp_path / f"r.{ending}", made="test")
    assert (tmp_path / f"r.{ending}").stat().st_size > 100


def test_another_ending_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"\.html, \.md or \.tex"):
        write_report(report(), tmp_path / "r.docx", made="test")
