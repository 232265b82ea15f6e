"""One result shows one number: in sentences, JSON, pages, Markdown and Python's repr, for every kind of table."""

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from anaphor import agreement, report
from anaphor.cli.main import app
from anaphor.section import Numbers
from anaphor.text import percent, set_interface


def nominal(path: Path) -> dict[str, Any]:
    rng = np.random.default_rng(5)
    rows = [f"i{n},{who},{'abc'[n % 3 if rng.random() < 0.8 else rng.integers(3)]}" for n in range(40) for who in "xyz"]
    path.write_text("item,annotator,label\n" + "\n".join(rows), "utf-8")
    return {}


def ordinal(path: Path) -> dict[str, Any]:
    rng = np.random.default_rng(6)
    rows = [
        f"i{n},{who},{int(np.clip(n % 5 + rng.normal(0, 0.9), 0, 4)) + 1}" for n in range(30) for who in ("x", "y", "z")
    ]
    path.write_text("item,annotator,label\n" + "\n".join(rows), "utf-8")
    return {"scale": "ordinal"}


def uneven(path: Path) -> dict[str, Any]:
    """One of four guesses."""
    rng = np.random.default_rng(7)
    rows = [
        f"i{n},{who},{'abc'[rng.integers(3) if who == 'w' or rng.random() < 0.1 else n % 3]}"
        for n in range(150)
        for who in "wxyz"
    ]
    path.write_text("item,annotator,label\n" + "\n".join(rows), "utf-8")
    return {}


def counted(path: Path) -> dict[str, Any]:
    rng = np.random.default_rng(8)
    rows = [",".join((f"i{n}", *map(str, rng.multinomial(5, rng.dirichlet([0.4, 0.3, 0.3]))))) for n in range(40)]
    path.write_text("item,yes,no,maybe\n" + "\n".join(rows), "utf-8")
    return {"layout": "counts"}


TABLES = (nominal, ordinal, uneven, counted)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["measure", "reproduce"])
@pytest.mark.parametrize("make", TABLES, ids=lambda make: make.__name__)
def test_every_place_shows_the_rate_of_the_first_sentence(
    make: Callable[[Path], dict[str, Any]], command: str, tmp_path: Path
) -> None:
    set_interface("en")
    table = tmp_path / "labels.csv"
    told = make(table)
    found: Any = getattr(agreement, command)(table, **told)
    document = found.to_dict()
    shown = percent(document["headline"]["rate"])
    ends = "–".join(percent(document["headline"][end]).removesuffix(" %") for end in ("low", "high"))
    sentence = document["sentences"][len(document["cautions"])]
    assert shown in sentence
    assert f"({ends})" in sentence
    assert re.findall(r"\d[\d.]* %", repr(found)) == [shown]
    options = [word for name, value in told.items() for word in (f"--{name}", value)]
    words = ["agreement", command, str(table), *options]
    assert CliRunner().invoke(app, words, catch_exceptions=False).stdout.count(sentence) == 1
    printed = json.loads(CliRunner().invoke(app, [*words, "--json"], catch_exceptions=False).stdout)
    assert (printed["headline"], printed["sentences"]) == (document["headline"], document["sentences"])
    section = (found if command == "measure" else found.measurement).section
    cards = next(part for part in section.parts if isinstance(part, Numbers))
    assert [figure for figure, _ in cards.figures if "%" in figure] == [shown]
    for ending in ("html", "md"):
        page = report.write(tmp_path / f"page.{ending}", section).read_text("utf-8")
        plain = unescape(page).replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")
        assert plain.count(shown) >= 2
        assert all(plain.index(caution[:60]) < plain.index(shown) for caution in document["cautions"])


@pytest.mark.slow
@pytest.mark.parametrize("command", ["measure", "reproduce"])
def test_an_ordinal_result_shows_the_rate_of_medians_in_every_place_and_not_that_of_classes(
    command: str, tmp_path: Path
) -> None:
    set_interface("en")
    table = tmp_path / "labels.csv"
    told = ordinal(table)
    found: Any = getattr(agreement, command)(table, **told)
    sentences = " ".join(found.to_dict()["sentences"])
    medians, classes = (
        re.findall(pattern, sentences)
        for pattern in (r"the median of ([\d.]+ %)", r"Counted as classes.*?, ([\d.]+ %)")
    )
    assert medians != classes, "else this table shows nothing"
    section = (found if command == "measure" else found.measurement).section
    cards = next(part for part in section.parts if isinstance(part, Numbers))
    on_cards, in_python = [figure for figure, _ in cards.figures if "%" in figure], re.findall(r"[\d.]+ %", repr(found))
    assert (on_cards, in_python) == (medians, medians)
    assert [percent(found.to_dict()["headline"]["rate"])] == medians


@pytest.mark.slow
def test_people_who_are_not_alike_are_named_before_the_rate_and_nothing_is_judged_by_the_brackets(
    tmp_path: Path,
) -> None:
    set_interface("en")
    uneven(tmp_path / "labels.csv")
    found = agreement.measure(tmp_path / "labels.csv")
    said = list(map(str, found.sentences))
    assert said[0].startswith("The annotators are not alike")
    assert "cannot be relied on" in said[0]
    assert said[1].startswith("With another panel of 4")
    assert not any(each.startswith(("Steady", "Fairly steady", "Not steady", "Undecided")) for each in said)
    assert not any("read the brackets" in each for each in said)
    assert "annotators who are alike" in repr(found)
    plan = agreement.plan(0.05, pilot=tmp_path / "labels.csv")
    assert plan.to_dict()["sentences"][0].startswith("The annotators are not alike")
    assert "annotators who are alike" in repr(plan)


def test_weights_of_the_model_are_nowhere_called_probabilities(tmp_path: Path) -> None:
    set_interface("en")
    uneven(tmp_path / "labels.csv")
    found = agreement.consensus(tmp_path / "labels.csv", output=tmp_path / "one.csv")
    assert found.to_dict()["calibrated"] is False
    page = report.write(tmp_path / "page.html", found.section).read_text("utf-8")
    assert "weight (not calibrated)" in page
    assert "not the probability that the label is right" in page
    assert not re.search(r"probability of|with (its|a) probability|a probability below", page)
    assert (tmp_path / "one.csv").read_text("utf-8").splitlines()[0].endswith(",calibrated")
