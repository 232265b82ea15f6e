"""Reports say the same in HTML, Markdown and LaTeX, and no text of a user breaks them."""

import html
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from anaphor.collection import read_text
from anaphor.errors import InputError
from anaphor.report import collection_part, print_section, write_report
from anaphor.report.cells import figure_columns
from anaphor.report.figures.drawing import line, new_axes, percent_label, svg_of
from anaphor.report.html.page import html_of
from anaphor.report.latex import latex_of
from anaphor.report.markdown import markdown_of
from anaphor.section import Drawing, Numbers, Provenance, Report, Section, Share, Table, Text
from anaphor.text import speaking

pytestmark = pytest.mark.slow

HOSTILE = "<script>alert(1)</script> | 50 % & _x_ {y} \\z\nnext"


def report() -> Report:
    figure, axes = new_axes(HOSTILE, "x", "y")
    line(axes, 0, HOSTILE, [0, 1], [0, 1])
    drawing = Drawing(figure=figure, title=HOSTILE, columns=("a", "b"), rows=((1, 0.25),))
    table = Table(columns=("name", HOSTILE), rows=((HOSTILE, 1234), ("b", None)), caption=HOSTILE)
    parts = (Text(lines=(HOSTILE,)), Text(lines=(HOSTILE,), points=True), Numbers(figures=(("3", HOSTILE),)))
    section = Section(
        id="one", title=HOSTILE, parts=(*parts, table, drawing, Provenance(signatures=("a:b",))), stamp=HOSTILE
    )
    return Report(title=HOSTILE, lead=HOSTILE, interface="fr", sections=(section,))


def test_no_text_becomes_markup_in_the_page() -> None:
    page = html_of(report(), version="0", made="by hand")
    assert "<script" not in page
    assert page.count("&lt;script&gt;") > 8


def test_nothing_in_anybodys_words_hides_or_turns_the_line() -> None:
    turned = "a\u202eb\u2066c\x1b[2Jd\u200be"
    table = Table(columns=(turned, "n"), rows=((turned, 1),), caption=turned)
    parts = (Text(lines=(turned,)), Numbers(figures=((turned, turned),)), table, Provenance(signatures=(turned,)))
    section = Section(id="one", title=turned, parts=parts, stamp=turned)
    made = Report(title=turned, lead=turned, interface="fr", sections=(section,))
    for text in (html_of(made, version="0", made=turned), markdown_of(made), latex_of(made)):
        assert not re.search("[\u202e\u2066\x1b\u200b]", text)
    assert html_of(made, version="0", made=turned).count("a�b�c�[2Jd�e") > 8


def test_words_of_others_do_not_become_markdown() -> None:
    odd = "# *a* _b_ `c` c_d \\ $5"
    text = markdown_of(
        Report(title="t", interface="en", sections=(Section(id="one", title="t", parts=(Text(lines=(odd,)),)),))
    )
    assert text.splitlines()[-1] == r"\# \*a\* \_b\_ \`c\` c_d \\ \$5"


def test_shares_are_read_in_per_cent_wherever_they_stand() -> None:
    table = Table(columns=("a", "b"), rows=(("x", Share(0.0582)), ("y", Share(0.0))))
    for interface, shown in (("en", "5.8\u00a0%"), ("fr", "5,8\u00a0%")):
        made = Report(title="t", interface=interface, sections=(Section(id="one", title="t", parts=(table,)),))
        for text in (
            html_of(made, version="0", made="x"),
            markdown_of(made),
            latex_of(made).replace("~", "\u00a0").replace(r"\%", "%"),
        ):
            assert shown in text


@pytest.mark.parametrize("written", [partial(html_of, version="0", made="x"), markdown_of], ids=["page", "md"])
def test_french_sentences_in_cells_do_not_break_before_their_signs(written: Callable[[Report], str]) -> None:
    table = Table(columns=("a", "b"), rows=(("l'item : x", "qu'il dort ; ici"),))
    made = Report(title="t", interface="fr", sections=(Section(id="one", title="t", parts=(table,)),))
    text = html.unescape(written(made))
    assert "qu’il dort\u202f; ici" in text
    assert "l'item :" in text.replace("<wbr>", "")  # a name is as given


def test_markdown_keeps_every_cell_in_its_column() -> None:
    rows = [row for row in markdown_of(report()).splitlines() if row.startswith("| ")]
    assert {row.replace("\\|", "").count("|") for row in rows} == {3}


def test_latex_escapes_what_latex_would_read() -> None:
    text = latex_of(report())
    assert r"50 \% \& \_x\_ \{y\} \textbackslash{}z" in text
    assert text.count(r"\begin{table}") == text.count(r"\end{table}") == 2
    assert r"1\,234" in text
    assert r"\textless{}script\textgreater{}alert(1)" in text
    odd = Table(columns=("a", "b"), rows=(("x", 1), ("[y]", 2), ("*z", 3)))
    section = Section(id="one", title="t", parts=(odd,))
    rows = latex_of(replace(report(), sections=(section,))).splitlines()
    assert not [row for row in rows if row.startswith(("[", "*"))]  # LaTeX would take it for an option of the last \\


def test_no_text_becomes_markup_in_markdown() -> None:
    text = markdown_of(report())
    assert "<script" not in text
    assert text.count("&lt;script>") > 8


@pytest.mark.parametrize(("interface", "whole", "share"), [("en", "1,234", "0.250"), ("fr", "1\u202f234", "0,250")])
def test_numbers_are_written_alike_everywhere_as_the_language_does(interface: str, whole: str, share: str) -> None:
    made = replace(report(), interface=interface)
    for text in (html_of(made, version="0", made="x"), markdown_of(made), latex_of(made).replace(r"\,", "\u202f")):
        assert whole in text
        assert share in text


@pytest.mark.parametrize(("language", "whole"), [("en", "1,420"), ("fr", "1\u202f420")])
def test_whole_numbers_on_a_terminal_are_no_fractions_in_french(
    language: str, whole: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with speaking(language):
        print_section(Section(id="x", title="", parts=(Table(columns=("n", "r"), rows=((1420, 0.695),)),)))
    assert whole in capsys.readouterr().out


def test_figures_written_as_text_stand_to_the_right_like_numbers() -> None:
    rows = (("a", "30,0 %", "10,8–60,3 %", None, "mot"), ("b", "–", "1–2", 3, "12 mots"))
    assert figure_columns(rows) == (False, True, True, True, False)
    table = Table(columns=("n", "rate", "ends", "count", "word"), rows=rows)
    made = Report(title="t", interface="fr", sections=(Section(id="one", title="t", parts=(table,)),))
    assert html_of(made, version="0", made="x").count('<td class="n">') == 6
    assert r"\begin{tabular}{lrrrl}" in latex_of(made)


def test_a_heading_that_repeats_the_title_is_left_out() -> None:
    made = Report(title="t", interface="en", sections=(Section(id="one", title="t", parts=()),))
    page = html_of(made, version="0", made="x")
    assert "<h2" not in page
    assert 'id="one"' in page


@pytest.mark.parametrize(
    ("shares", "labels"),
    [
        ((0.0, 0.025, 0.05, 0.175), ["0\u00a0%", "2,5\u00a0%", "5\u00a0%", "17,5\u00a0%"]),
        ((-0.1,), ["−10\u00a0%"]),
    ],
)
def test_no_label_of_an_axis_is_rounded_to_another_number(shares: tuple[float, ...], labels: list[str]) -> None:
    assert [percent_label(share, "fr") for share in shares] == labels


@pytest.mark.parametrize(("interface", "label"), [("en", ">0.25<"), ("fr", ">0,25<")])
def test_axes_write_numbers_as_the_language_does(interface: str, label: str) -> None:
    with speaking(interface):
        figure, axes = new_axes("t", "x", "y")
    line(axes, 0, "l", [0, 1], [0, 1])
    axes.set_yticks([0, 0.25, 0.5])
    drawing = Drawing(figure=figure, title="t", columns=("a",), rows=((1,),))
    assert label in svg_of(drawing)


@pytest.mark.parametrize("ending", ["html", "md", "tex"])
def test_the_ending_says_what_is_written(tmp_path: Path, ending: str) -> None:
    write_report(report(), tmp_path / f"r.{ending}", made="test")
    assert (tmp_path / f"r.{ending}").stat().st_size > 100


def test_another_ending_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"\.html, \.md or \.tex"):
        write_report(report(), tmp_path / "r.docx", made="test")


def test_a_long_table_goes_over_pages_in_latex() -> None:
    def written(rows: int) -> str:
        table = Table(columns=("a", "b"), rows=tuple((f"n{each}", each) for each in range(rows)), caption="many")
        return latex_of(replace(report(), sections=(Section(id="one", title="t", parts=(table,)),)))

    assert r"\begin{table}" in written(39)
    long = written(40)
    assert "longtable" in long.splitlines()[0]
    assert r"\begin{table}" not in long
    assert long.count(r"\begin{longtable}{lr}") == long.count(r"\end{longtable}") == 1
    order = (r"\caption{many}\label{tab:one-1}\\", r"\endfirsthead", r"\endhead", "n0 &")
    assert [long.index(each) for each in order] == sorted(long.index(each) for each in order)


def test_a_sentence_in_a_latex_table_breaks_into_lines() -> None:
    table = Table(columns=("a", "b"), rows=(("x", "word " * 30), ("y", "short")))
    text = latex_of(replace(report(), sections=(Section(id="one", title="t", parts=(table,)),)))
    assert r"\begin{tabular}{lp{0.60\linewidth}}" in text


@pytest.mark.parametrize("interface", ["en", "fr"])
def test_markdown_and_latex_show_the_collection_too(tmp_path: Path, interface: str) -> None:
    collection = read_text(
        "anaphor: 1\nname: mine\nlanguage: fr\nlicence: CC0-1.0\nschemas:\n  - id: panne_1\n"
        '    text: "Le maçon a vu la voisine parce qu\'[il] avait {faim|peur}."\n'
        '    question: "Qui avait {faim|peur} ?"\n    answers: [le maçon, la voisine]\n    domains: [causal]\n'
    )
    with speaking(interface):
        shown = collection_part(collection)
    assert any(isinstance(part, Table) and part.detail for part in shown.parts), "the findings"
    for ending in ("md", "tex"):
        path = tmp_path / f"r.{ending}"
        write_report(Report(title="t", interface=interface, sections=(shown,)), path, made="test")
        text = path.read_text("utf-8")
        for each in ("mine", "CC0-1.0", collection.fingerprint, "causal", "schéma" if interface == "fr" else "schema"):
            assert each in text, (ending, each)
        assert "la voisine" in text  # of whom the checker says that the pronoun cannot mean her
    text = (tmp_path / "r.md").read_text("utf-8")
    assert "Le maçon a vu la voisine parce qu'[il] avait {faim}." in text
    assert "- ✓ Le maçon a vu la voisine parce que le maçon avait faim." in text
