"""What `anaphor collection` says of a whole collection."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from anaphor.cli.main import app
from anaphor.collection import findings_in, load, show
from anaphor.collection.checks.findings import Severity
from anaphor.report import print_section
from anaphor.report.sections.collection import card_section, count_sentence
from anaphor.text import speaking

pytestmark = pytest.mark.slow


def test_findings_that_are_left_out_are_counted_as_such() -> None:
    notes = sum(each.severity is Severity.NOTE for each in findings_in(load("anaphor-fr")))
    assert notes > 1
    said = CliRunner().invoke(app, ["collection", "check", "anaphor-fr", "--from", "warning"]).stderr
    assert said == f"0 errors, 0 warnings; {notes} notes not shown\n"
    with speaking("en"):
        french = ["collection", "check", "anaphor-fr", "--from", "warning", "--interface", "fr"]
        said = CliRunner().invoke(app, french).stderr
    assert said == f"0 erreur, 0 avertissement\u202f; non affiché\xa0: {notes} remarques\n"


def test_all_findings_are_counted_where_none_is_left_out() -> None:
    found = findings_in(load("anaphor-fr"))
    assert "not shown" not in count_sentence(found, Severity.NOTE)
    with speaking("fr"):
        assert count_sentence((), Severity.ERROR) == "0 erreur"


def test_the_card_says_what_its_numbers_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = show("anaphor-fr")
    card = shown.to_dict() | {
        "authors": ["Amsili, Pascal", "Seminck, Olga"],
        "candidates": {"2": 214, "3": 1},
        "anaphors": {f"form{number}": 1 for number in range(30)} | {"implicit": 2},
        "languages": {"fr": 3, "en": 1},
    }
    monkeypatch.setattr("anaphor.report.sections.collection.summarise", lambda collection: card)
    print_section(card_section(shown))
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


@pytest.fixture
def many(tmp_path: Path) -> Path:
    path = tmp_path / "many.csv"
    lines = [f"{number},The cat saw dog {number} because _ was big.,the cat,the dog,1" for number in range(40)]
    path.write_text("\n".join(["id,sentence,option1,option2,answer", *lines]), "utf-8")
    return path


def test_findings_stand_by_kind_with_examples_and_all_on_request(many: Path) -> None:
    shown = CliRunner().invoke(app, ["collection", "check", str(many)]).stdout
    assert shown.count("[prompt-missing]") == 4
    assert "37 more" in shown
    every = CliRunner().invoke(app, ["collection", "check", str(many), "--only", "prompt-missing"])
    assert every.stdout.count("[prompt-missing]") == 40
    assert "[no-twin]" not in every.stdout
    assert "left out by --only or --ignore" in every.stderr


def test_kinds_that_are_ignored_are_not_shown_and_do_not_fail(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text(
        "id,sentence,option1,option2,answer\n1,The cat saw it because _ was big.,the cat,The cat,1\n", "utf-8"
    )
    command = ["collection", "check", str(path), "--json"]
    assert CliRunner().invoke(app, command).exit_code == 1
    left = CliRunner().invoke(app, [*command, "--ignore", "candidates-alike"])
    assert left.exit_code == 0
    assert json.loads(left.stdout)["left_out"] == 1
    assert "candidates-alike" not in json.loads(left.stdout)["kinds"]


def test_an_unknown_kind_of_finding_is_refused_with_near_names(many: Path) -> None:
    failed = CliRunner().invoke(app, ["collection", "check", str(many), "--only", "prompt-mising"])
    assert failed.exit_code == 2 or "prompt-missing" in str(failed.exception)
