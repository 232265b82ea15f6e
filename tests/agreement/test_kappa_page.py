"""The table to cite is what the program gives."""

import re
import tomllib
from pathlib import Path

import pytest

from anaphor import agreement

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "kappa-table.md").read_text("utf-8")
TABLES = dict(zip((2, 3, 5), re.findall(r"^## \w+ classes.*?\n(.*?)(?=^## )", PAGE, re.M | re.S), strict=True))


@pytest.mark.slow
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


def test_the_sentence_for_a_paper_has_its_condition_and_the_row_of_the_table() -> None:
    typical, least, most = re.findall(r"^\| 0\.67 \| ([\d.]+) \(([\d.]+)–([\d.]+)\)", TABLES[3], re.M)[0]
    sentence = " ".join(PAGE.partition("## The sentence for a paper")[2].split())
    assert "three equally frequent classes" in sentence
    assert f"between {least} and {most} % of > the reference labels, typically {typical} %" in sentence


def test_every_page_quotes_the_rate_that_the_tutorial_prints() -> None:
    """What the tutorial shows is held against the command by its own test."""
    tutorial = (ROOT / "docs" / "tutorials" / "annotation-lead.md").read_text("utf-8")
    quoted = re.search(r"With another panel of 3, (.*?) of your labels would change; (.*?), 9 people", tutorial)
    assert quoted is not None
    english = f"With another panel of 3, {quoted[1]} of your labels would change; {quoted[2]}"
    for page in ("README.md", "docs/agreement.md"):
        assert english in (ROOT / page).read_text("utf-8")
    rates = [each.replace(".", ",") for each in re.findall(r"[\d.]+ % \([\d.]+–[\d.]+\)", quoted[0])]
    french = (ROOT / "README.fr.md").read_text("utf-8").replace("\N{NO-BREAK SPACE}", " ")
    french = french.replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert f"Avec un autre panel de 3, {rates[0]} de vos étiquettes changeraient" in french
    assert f"avec 5 personnes, ce serait {rates[1]}" in french


def test_figures_on_the_page_of_agreement_are_those_of_today() -> None:
    page = " ".join((ROOT / "docs" / "agreement.md").read_text("utf-8").split())
    found = agreement.interpret(kappa=0.6, annotators=3, classes=3, pool=9).to_dict()
    typical = [f"{100 * found[name]['typical']:.1f}" for name in ("own_majority", "ideal", "fresh")]
    assert f"for panels of 3 among 9: {typical[0]}, {typical[1]} and {typical[2]} %" in page
    fresh = agreement.interpret(kappa=0.67, annotators=3, classes=5).to_dict()["fresh"]
    least, usual, most = (f"{100 * fresh[name]:.1f}" for name in ("alike", "typical", "ceiling"))
    assert f"at least {least} %, typically {usual} %, at most {most} %" in page
    rows = [{"item": n, "annotator": who, "label": n % 2} for n in range(50) for who in "abc"]
    ends = agreement.measure(rows).to_dict()["headline"]
    assert f"fifty unanimous items of three people: {100 * ends['low']:.1f}–{100 * ends['high']:.1f} %" in page
    listed = tomllib.loads((ROOT / "src/anaphor/data/agreement/panels.toml").read_text("utf-8"))["panel"]
    assert (len(listed), len({each["family"] for each in listed})) == (25, 9)
    assert "from 25 public panels of nine data sets" in page
