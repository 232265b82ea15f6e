"""`anaphor.report` from Python: one report of whatever is given, and a result as a notebook shows it."""

import re
from html import unescape
from itertools import product
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest
from click.testing import CliRunner
from matplotlib.figure import Figure

import anaphor
from anaphor import report
from anaphor.agreement import measure
from anaphor.challenge import open_challenge, rehearse
from anaphor.cli.main import app
from anaphor.errors import InputError
from anaphor.report.html.page import fragment_of
from anaphor.section import (
    CardEvidence,
    CardItem,
    CardReading,
    Cards,
    Drawing,
    Numbers,
    Provenance,
    SchemaCard,
    Section,
    Step,
    Table,
    Text,
    VerdictBlock,
    VerdictOutcome,
)
from anaphor.text import speaking
from tests.looking import CHROMIUM, chromium

LABELS = "item,annotator,label\n" + "".join(
    f"i{item},{who},{'AB'[(item + (who == 'cem' and item % 3 == 0)) % 2]}\n"
    for item in range(12)
    for who in ("ann", "ben", "cem")
)
EVIL = "<script>alert(1)</script> & $x$ <b id='a'>"


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    path = tmp_path / "labels.csv"
    path.write_text(LABELS, "utf-8")
    return path


def drawn(title: str = "") -> Figure:
    figure = Figure(figsize=(3, 2))
    axes = figure.add_subplot()
    axes.plot([0, 1], [0, 1])
    axes.set_title(title)
    return figure


def visible_text(page: str) -> str:
    return unescape(re.sub(r"<style>.*?</style>|<[^>]+>", " ", page, flags=re.S))


# ----------------------------------------------------------------------------------------------------- one report


@pytest.mark.parametrize("ending", ["html", "md", "tex"])
def test_results_texts_tables_and_figures_stand_in_their_order(labels: Path, tmp_path: Path, ending: str) -> None:
    measured = measure(labels)
    table = pd.DataFrame({"reason": ["typo", "two readings"], "items": [1, 2]})
    path = report.write(
        tmp_path / f"r.{ending}", "Before it.", measured, "Then a table.", table, drawn("A line"), title="Pilot"
    )
    written = path.read_text("utf-8")
    shown = visible_text(written)
    assert path == tmp_path / f"r.{ending}"
    wanted = ["Krippendorff", "two readings"]
    if ending != "tex":  # tables for a paper
        wanted = ["Before it.", *wanted[:1], "Then a table.", *wanted[1:], "A line"]
        assert shown.index("Pilot") < shown.index("Before it.")
    places = [shown.rindex(each) if each == "A line" else shown.index(each) for each in wanted]
    assert places == sorted(places)


def test_the_command_writes_what_the_call_writes(tmp_path: Path, labels: Path) -> None:
    for ending in ("html", "md", "tex"):
        ours, theirs = tmp_path / f"a.{ending}", tmp_path / f"b.{ending}"
        done = CliRunner().invoke(
            app, ["report", "anaphor-en", "--no-audit", "--title", "T", "-o", str(theirs), "--interface", "fr"]
        )
        assert done.exit_code == 0, done.output
        report.write(ours, anaphor.load("anaphor-en"), title="T", interface="fr", made="anaphor report")
        assert ours.read_text("utf-8") == theirs.read_text("utf-8")


def test_a_report_of_one_result_holds_the_page_of_its_command(tmp_path: Path, labels: Path) -> None:
    page = tmp_path / "c.html"
    assert CliRunner().invoke(app, ["agreement", "measure", str(labels), "--html", str(page)]).exit_code == 0
    ours = report.write(tmp_path / "o.html", measure(labels)).read_text("utf-8")
    sentences = re.findall(r"<li>(.*?)</li>", page.read_text("utf-8"))
    assert sentences
    assert all(each in ours for each in sentences)


def test_collections_come_first_and_name_the_report(tmp_path: Path) -> None:
    collection = anaphor.load("anaphor-en")
    page = report.write(tmp_path / "r.html", "A word.", collection).read_text("utf-8")
    assert f"<h1>{collection.title or collection.name}</h1>" in page
    assert page.index('id="anaphor-en"') < page.index("A word.")


def test_a_section_of_ones_own_takes_what_results_show_and_how_they_were_made(labels: Path) -> None:
    measured = measure(labels)
    own = report.section("Decision", "One.\n\nTwo.", measured, pl.DataFrame({"kept": [98]}), stamp="pilot data")
    assert own.title == "Decision"
    assert own.stamp == "pilot data"
    assert own.parts[0] == Text(lines=("One.", "Two."))
    assert own.parts[-1] == Table(columns=("kept",), rows=((98,),))
    assert own.signature == measured.section.signature
    assert len(own.parts) == len(measured.section.parts) + 2


def test_an_open_challenge_becomes_its_verdicts(tmp_path: Path) -> None:
    found = rehearse(tmp_path / "cup", collection="anaphor-en", at="2026-11-02T12:00")
    with open_challenge(tmp_path / "cup") as held:
        page = report.write(tmp_path / "r.md", held, found).read_text("utf-8")
    assert page.count("expert") > 2
    assert page.count("## ") == 2


def test_two_of_a_kind_have_places_of_their_own(tmp_path: Path, labels: Path) -> None:
    measured = measure(labels)
    page = report.write(tmp_path / "r.html", "a", measured, "b", measured).read_text("utf-8")
    ids = re.findall(r' id="([^"]+)"', re.sub(r"<svg.*?</svg>", "", page, flags=re.S))
    assert len(ids) == len(set(ids))
    links = re.findall(r'href="#([^"]+)"', re.sub(r"<svg.*?</svg>", "", page, flags=re.S))
    assert links
    assert set(links) <= set(ids)


@pytest.mark.parametrize(
    ("parts", "named"),
    [((), "nothing to report"), ((3,), "int"), ((pd.DataFrame({"a": []}),), "a"), ((object(),), "object")],
)
def test_what_cannot_be_shown_is_refused_in_one_sentence(tmp_path: Path, parts: tuple[Any, ...], named: str) -> None:
    with pytest.raises(InputError, match=named):
        report.write(tmp_path / "r.html", *parts)
    assert not (tmp_path / "r.html").exists()


def test_swapped_arguments_are_one_sentence(tmp_path: Path, labels: Path) -> None:
    measured: Any = measure(labels)
    with pytest.raises(InputError, match="Name the file first"):
        report.write(measured, str(tmp_path / "r.html"))


def test_an_ending_or_a_language_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"\.html, \.md or \.tex"):
        report.write(tmp_path / "r.docx", "x")
    with pytest.raises(InputError, match="interface"):
        report.write(tmp_path / "r.html", "x", interface="de")


def test_a_report_speaks_the_language_that_is_asked_for(tmp_path: Path, labels: Path) -> None:
    measured = measure(labels)
    french = report.write(tmp_path / "f.md", measured, interface="fr").read_text("utf-8")
    with speaking("fr"):
        assert report.write(tmp_path / "g.md", measured).read_text("utf-8") == french
    assert "# Rapport" in french


def test_the_figure_of_a_result_is_saved_by_its_number(tmp_path: Path, labels: Path) -> None:
    measured = measure(labels)
    assert "<svg" in report.save(measured, tmp_path / "f.svg").read_text("utf-8")
    with pytest.raises(InputError, match="99"):
        report.save(measured, tmp_path / "g.svg", number=99)


# -------------------------------------------------------------------------------------------------- in a notebook


def evil_card() -> SchemaCard:
    """The card of a schema in which everything is hostile."""
    reading = CardReading(candidate=EVIL, text=EVIL, slot=(1, 9), right=True, remark=EVIL)
    item = CardItem(
        id=EVIL,
        pieces=(("plain", EVIL), ("anaphor", EVIL)),
        prompt=EVIL,
        readings=(reading,),
        evidence=(CardEvidence(text=EVIL, lines=((EVIL, EVIL, EVIL),)),),
        people=(1, 2),
        systems=((EVIL, EVIL, None),),
    )
    return SchemaCard(
        id=EVIL, items=(item,), about=EVIL, state=EVIL, findings=(("error", EVIL, EVIL),), comments=(EVIL,)
    )


def evil_section() -> Section:
    """Every part of a section, with what a hostile user would write in it."""
    rows = ((EVIL, EVIL, 1), ("b", EVIL * 4, 2))
    return Section(
        id=EVIL,
        title=EVIL,
        stamp=EVIL,
        parts=(
            Text(lines=(EVIL,)),
            Text(lines=(EVIL,), points=True, soft=True),
            Numbers(figures=((EVIL, EVIL),)),
            Table(columns=(EVIL, "b", "c"), rows=rows, caption=EVIL),
            Table(columns=("a", "b", "c"), rows=rows, caption=EVIL, detail=True),
            Drawing(figure=drawn(EVIL), title=EVIL, columns=(EVIL, "b", "c"), rows=rows),
            VerdictBlock(
                outcome=VerdictOutcome.FAILS, sentence=EVIL, why=(EVIL,), next=(Step(act=EVIL, arguments=(EVIL,)),)
            ),
            Cards(cards=(evil_card(),), caption=EVIL),
            Provenance(signatures=(EVIL,), settings=((EVIL, EVIL),)),
        ),
    )


def test_whatever_users_wrote_is_text_in_a_notebook_and_in_a_page(tmp_path: Path) -> None:
    page = report.write(tmp_path / "r.html", EVIL, evil_section(), title=EVIL, lead=EVIL, points=[EVIL])
    for shown in (fragment_of(evil_section()), page.read_text("utf-8")):
        assert "<script" not in shown
        assert "<b id" not in shown
        assert visible_text(shown).count("<script>alert(1)</script>") >= 12


def test_ten_results_of_one_notebook_share_no_names(labels: Path) -> None:
    shown = measure(labels)._repr_html_()
    outside = re.sub(r"<svg.*?</svg>", "", shown, flags=re.S)
    assert ' id="' not in outside
    # What is left inside figures is named after its content: the same name is the same thing.
    assert all(re.fullmatch(r"[mph][0-9a-f]{10}", each) for each in re.findall(r' id="([^"]+)"', shown))
    assert "https" not in re.sub(r'xmlns[:\w]*="[^"]+"|"-//W3C[^>]*', "", shown)
    assert "tex2jax_ignore" in shown, "a dollar sign in a label is no formula"


GROUNDS = (
    ("#111111", "#e0e0e0", '<body data-jp-theme-light="false">'),
    ("#1e1e1e", "#cccccc", '<body class="vscode-dark">'),
    ("#ffffff", "#111111", '<body data-jp-theme-light="true">'),
)
"""Notebooks: their ground, their ink and how their pages begin."""


@pytest.mark.browser
@pytest.mark.waiting
@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed: the results were not looked at")
def test_a_result_is_readable_on_the_ground_of_its_notebook(labels: Path) -> None:
    host = "table, th, td, tr { text-align: right; } tbody tr:nth-child(odd) { background: #888; }"
    result = measure(labels)._repr_html_()
    look = "element => { const s = getComputedStyle(element); return [s.textAlign, s.backgroundColor, s.filter]; }"
    asked: list[str] = []
    with chromium() as browser:
        for (ground, ink, opening), width in product(GROUNDS, (390, 1000)):  # in one browser: to start it takes longest
            style = f"<style>body {{ background: {ground}; color: {ink}; font-size: 13px; }} {host}</style>"
            shown = browser.new_page(viewport={"width": width, "height": 900})
            shown.on("request", lambda request: asked.append(request.url))
            shown.set_content(f"<!doctype html><meta charset=utf-8>{style}{opening}{result}")
            cell = shown.locator("table.figures tbody th").first.evaluate(look)
            row = shown.locator("table.figures tbody tr").first.evaluate(look)
            figure = shown.locator("figure svg").first.evaluate(look)
            assert cell[0] == "left", (ground, width)
            assert row[1] == "rgba(0, 0, 0, 0)", f"the notebook's stripes show through on {ground}"
            assert ("invert" in figure[2]) == (ground != "#ffffff"), f"a white figure on a dark ground, {ground}"
            assert not shown.evaluate("document.documentElement.scrollWidth > innerWidth"), (ground, width)
            shown.close()
    assert not asked
