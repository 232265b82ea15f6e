"""The commands around a study, from its design to the questions that may be used."""

import json
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from anaphor.cli.agreement import app as agreement_app
from anaphor.cli.experiment import app
from anaphor.errors import AnaphorError, InputError
from tests.embedded import ENGLISH, FRENCH

pytestmark = pytest.mark.slow

RUNNER = CliRunner()


def run(*arguments: object, code: int = 0, group: click.Group = app) -> Any:
    """What a command prints with --json; errors of the house come out as they are."""
    found = RUNNER.invoke(group, [*map(str, arguments), "--json"])
    if isinstance(found.exception, AnaphorError):
        raise found.exception
    assert found.exit_code == code, found.output
    return json.loads(found.stdout)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("commands")
    run("new", "anaphor-en", "--quota", 12, "--lists", 2, "--counting", "first-3", "-o", path / "d.json")
    run("simulate", path / "d.json", "--participants", 12, "--seed", 2, "--database", path / "d.db")
    run("export", path / "d.json", "-o", path / "out", "--to", "study", "--to", "answers", "--to", "csv")
    return path


def test_a_new_design_tells_what_it_will_ask(tmp_path: Path) -> None:
    card = run("new", "anaphor-fr", "--lists", 2, "-o", tmp_path / "d.json")
    assert {"design", "name", "fingerprint", "lists", "items_per_list", "trials", "quota", "seed"} <= card.keys()
    assert card["unseen"] == []
    assert card["items"] == FRENCH
    assert card["trials_per_participant"] == card["items_per_list"][0] + 2 + 3 + 8


def test_another_design_is_not_written_over_without_being_told(tmp_path: Path) -> None:
    path = tmp_path / "d.json"
    run("new", "anaphor-en", "-o", path)
    first = path.read_bytes()
    run("new", "anaphor-en", "-o", path)  # the same design once more
    with pytest.raises(InputError, match="there already") as caught:
        run("new", "anaphor-en", "--lists", 3, "-o", path)
    assert "--force" in caught.value.todo
    assert path.read_bytes() == first
    assert run("new", "anaphor-en", "--lists", 3, "-o", path, "--force")["lists"] == 3
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="there already"):
        run("new", "anaphor-en", "-o", tmp_path / "notes.txt")


def test_a_design_that_people_have_answered_is_never_replaced(folder: Path) -> None:
    first = (folder / "d.json").read_bytes()
    for options in ((), ("--force",)):
        with pytest.raises(InputError, match="12 simulated participants have taken part"):
            run("new", "anaphor-en", "--lists", 3, "-o", folder / "d.json", *options)
    assert (folder / "d.json").read_bytes() == first
    assert run("analyse", folder / "d.json")["flow"]["started"] == 12
    run("new", "anaphor-en", "--quota", 12, "--lists", 2, "--counting", "first-3", "-o", folder / "d.json")


def test_one_list_leaves_items_out_and_says_so(tmp_path: Path) -> None:
    card = run("new", "anaphor-fr", "--lists", 1, "-o", tmp_path / "d.json")
    assert len(card["unseen"]) == FRENCH - card["items"] > 0
    shown = RUNNER.invoke(app, ["new", "anaphor-fr", "--lists", "1", "-o", str(tmp_path / "d.json")])
    assert f"{len(card['unseen'])} items are never shown" in shown.stderr


def test_fillers_and_words_of_ones_own_are_taken(tmp_path: Path) -> None:
    (tmp_path / "w.toml").write_text('[words]\ntitle = "Ours"\n', encoding="utf-8")
    card = run(
        "new", "anaphor-en", "--fillers", "anaphor-fr", "--words", tmp_path / "w.toml", "-o", tmp_path / "d.json"
    )
    assert card["filler"] > 100
    assert json.loads((tmp_path / "d.json").read_text("utf-8"))["words"]["title"] == "Ours"


def test_a_rehearsal_prints_the_fixed_keys(folder: Path, tmp_path: Path) -> None:
    found = run("simulate", folder / "d.json", "--participants", 3, "--seed", 1)
    assert found["participants"] == 3
    assert {"answers", "lists", "imbalance", "turned_away"} <= found.keys()
    with pytest.raises(InputError, match="there already"):
        run("simulate", folder / "d.json", "--database", folder / "d.db")


def test_analyse_reads_a_design_and_a_study_file_alike(folder: Path) -> None:
    one = run("analyse", folder / "d.json")
    other = run("analyse", folder / "out" / "study.jsonl")
    assert one == other
    assert one["simulated"]
    assert one["flow"]["analysed"] == 12
    assert {rule["trial_rule"] for rule in [one, *one["other_rules"]]} == {"anticipations", "paper1", "none"}
    flow = one["item_flow"]
    assert flow["asked"] == flow["unanswered"] + flow["without_key"] + flow["low"] + flow["high"] == len(one["items"])
    assert sum(bar["observed"] for bar in one["histogram"]) == flow["low"] + flow["high"]
    assert one["signature"].startswith("study:anaphor-en#")


def test_the_agreement_beside_the_analysis_is_that_of_the_exported_answers(folder: Path) -> None:
    joined = run("analyse", folder / "d.json")["agreement"]
    alone = run("measure", folder / "out" / "answer-records.jsonl", "--no-change", group=agreement_app)
    for name, each in joined["coefficients"].items():
        assert each["value"] == pytest.approx(alone["coefficients"][name]["value"])
        assert each["low"] == pytest.approx(alone["coefficients"][name]["low"])


def test_analyse_writes_a_report_a_figure_and_a_sheet(folder: Path, tmp_path: Path) -> None:
    for interface in ("en", "fr"):
        page = tmp_path / f"{interface}.html"
        run(
            "analyse",
            folder / "d.json",
            "--html",
            page,
            "--interface",
            interface,
            "--figure",
            tmp_path / "f.svg",
            "--sheet",
            tmp_path / "low.csv",
        )
        text = page.read_text("utf-8")
        assert f'lang="{interface}"' in text
        assert text.count("<svg") == 3
    assert (tmp_path / "f.svg").read_text("utf-8").startswith("<?xml")
    found = run("analyse", folder / "d.json", "--classes", tmp_path / "low.csv")
    assert found["classes"] in ({}, {"unclassed": len(found["low_items"])})


def test_the_screen_tells_the_flow_and_the_rules_in_the_language_asked_for(folder: Path) -> None:
    shown = RUNNER.invoke(app, ["analyse", str(folder / "d.json"), "--interface", "fr", "--items"])
    assert shown.exit_code == 0, shown.output
    assert "Participants simulés" in shown.stderr
    assert "κ de Fleiss" in shown.stdout
    assert "fleiss kappa" not in shown.stdout
    assert "Amsili & Seminck (2017)" in shown.stdout


def test_select_questions_exits_1_when_the_set_does_not_pass(folder: Path, tmp_path: Path) -> None:
    found = run("select-questions", folder / "d.json", "-o", tmp_path / "ids.txt", code=1)
    assert found["counting"] == "first-3"
    assert found["declared"]
    assert not found["passes"]
    assert found["answers_per_question"] == [3, 3]
    assert (tmp_path / "ids.txt").read_text("utf-8").split() == found["largest_passing"]
    assert [row["people"] for row in found["pass_probability"]] == [3, 5, 7, 11, 15, 20, 30]
    other = run("select-questions", folder / "d.json", "--count", "all", code=1)
    assert not other["declared"]


def test_an_imported_study_must_be_told_whose_answers_count(folder: Path, tmp_path: Path) -> None:
    card = run("import", folder / "out" / "answers.csv", "-o", tmp_path / "s.jsonl", "--collection", "anaphor-en")
    assert card["people"] == 12
    assert card["source"] == "csv"
    with pytest.raises(InputError, match="beforehand"):
        run("select-questions", tmp_path / "s.jsonl")
    assert run("select-questions", tmp_path / "s.jsonl", "--count", "all", code=1)["questions"] == ENGLISH
    assert run("analyse", tmp_path / "s.jsonl", "--no-agreement")["agreement"] is None


def test_a_plan_has_the_numbers_of_its_intervals() -> None:
    found = run("plan", "--lists", 2, "--bound", 0.9)
    assert found["bound"]["participants"] == 48
    assert {row["answers"]: round(row["bound"], 2) for row in found["table"]}[11] == 0.80
    assert RUNNER.invoke(app, ["plan"]).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("new", "nowhere"), "nowhere"),
        (("new", "anaphor-fr", "--interface", "de"), "'de'"),
        (("new", "anaphor-fr", "--words", "gone.toml"), "no such file"),
        (("simulate", "gone.json"), "no such file"),
        (("simulate", "{design}", "--dropout", "1"), "cannot drop out"),
        (("simulate", "{design}", "--accuracy", "1.4"), "1.4 of the answers cannot be right"),
        (("simulate", "{design}", "--careless", "-1"), "cannot be careless"),
        (("new", "anaphor-en", "-o", "{design}"), "have taken part"),
        (("new", "anaphor-en", "-o", "{design}", "--force"), "have taken part"),
        (("analyse", "gone.json"), "no such file"),
        (("analyse", "{design}", "--database", "gone.db"), "no answers"),
        (("analyse", "{study}", "--database", "x.db"), "itself"),
        (("analyse", "{study}", "--interface", "de"), "'de'"),
        (("analyse", "{study}", "--html", "x.doc"), "x.doc"),
        (("analyse", "{study}", "--classes", "{design}"), "column"),
        (("export", "{design}", "--to", "xls"), "'xls'"),
        (("import", "{study}", "--from", "xls"), "'xls'"),
        (("import", "{study}", "--column", "item"), "no mapping"),
        (("import", "{study}", "--where", "item"), "no condition"),
        (("plan", "--rate", "2"), "between 0 and 1"),
    ],
    ids=lambda each: "-".join(each[:2]).replace("{", "").replace("}", "") if isinstance(each, tuple) else None,
)
def test_what_cannot_be_done_is_one_sentence(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    names = {"{design}": str(folder / "d.json"), "{study}": str(folder / "out" / "study.jsonl")}
    with pytest.raises(AnaphorError, match=said) as caught:
        run(*(names.get(each, each) for each in arguments))
    assert "\n" not in str(caught.value)
    assert not list(tmp_path.glob("*.db"))
