"""What `anaphor collection` says of a whole collection."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from anaphor.cli.main import app
from anaphor.collection.checks.checking import check
from anaphor.collection.checks.findings import Severity
from anaphor.collection.loading import load
from anaphor.report.collections.collection import card_section, count_sentence
from anaphor.report.terminal import print_section
from anaphor.text import speaking


def test_findings_that_are_left_out_are_counted_as_such() -> None:
    notes = sum(each.severity is Severity.NOTE for each in check(load("anaphor-fr")))
    assert notes > 1
    said = CliRunner().invoke(app, ["collection", "check", "anaphor-fr", "--from", "warning"]).stderr
    assert said == f"0 errors, 0 warnings; {notes} notes not shown\n"
    with speaking("en"):
        french = ["collection", "check", "anaphor-fr", "--from", "warning", "--interface", "fr"]
        said = CliRunner().invoke(app, french).stderr
    assert said == f"0 erreur, 0 avertissement\u202f; non affiché\xa0: {notes} remarques\n"


def test_all_findings_are_counted_where_none_is_left_out() -> None:
    found = check(load("anaphor-fr"))
    assert "not shown" not in count_sentence(found, Severity.NOTE)
    with speaking("fr"):
        assert count_sentence((), Severity.ERROR) == "0 erreur"


def test_the_card_says_what_its_numbers_are(capsys: pytest.CaptureFixture[str]) -> None:
    card = json.loads(CliRunner().invoke(app, ["collection", "show", "anaphor-fr", "--json"]).stdout) | {
        "authors": ["Amsili, Pascal", "Seminck, Olga"],
        "candidates": {"2": 214, "3": 1},
        "anaphors": {f"form{number}": 1 for number in range(30)} | {"implicit": 2},
        "languages": {"fr": 3, "en": 1},
    }
    print_section(card_section(card))
    printed = capsys.readouterr().out
    assert "authors      Amsili, Pascal; Seminck, Olga" in printed
    assert "candidates   2 in 214 items, 3 in 1 item\n" in printed
    assert "form19 1, … and 10 more forms; 2 left unspoken (ellipsis)\n" in printed
    assert "languages    fr 3, en 1" in printed


@pytest.mark.shared
def test_a_collection_in_several_languages_counts_each(shared: Path) -> None:
    made = CliRunner().invoke(app, ["collection", "show", str(shared / "xwinograd" / "dataset.tsv.xz"), "--json"])
    found = json.loads(made.stdout)
    assert found["languages"]["fr"] == 83
    assert sum(found["languages"].values()) == found["items"]
