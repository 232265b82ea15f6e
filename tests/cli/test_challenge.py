"""`anaphor challenge`: what it prints, how it ends, and what it says to wrong arguments."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from anaphor.cli.challenge import app
from anaphor.cli.main import app as whole
from anaphor.errors import AnaphorError

pytestmark = pytest.mark.slow

ENTRY_KEYS = {"name", "state", "score", "verdict", "reasons"}


def call(*words: str | Path, code: int = 0) -> dict[str, Any]:
    """The JSON that a command prints."""
    found = CliRunner().invoke(whole, ["challenge", str(words[0]), "--json", *map(str, words[1:])])
    assert found.exit_code == code, (found.output, found.exception)
    document: dict[str, Any] = json.loads(found.stdout)
    return document


def told(*words: str | Path) -> str:
    """What a command says to input that it cannot use; the front door makes exit code 2 of it."""
    found = CliRunner().invoke(whole, ["challenge", *map(str, words)])
    assert isinstance(found.exception, AnaphorError), (found.output, found.exception)
    return str(found.exception)


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A rehearsal that was run and judged by commands alone."""
    folder = tmp_path_factory.mktemp("cli") / "challenge"
    made = call("new", folder, "--backend", "none")
    assert made["rounds"] == ["problems", "schemas"]
    assert call("validate", folder)["valid"]
    call("enter", folder, "nearest", "--resolver", "nearest")
    call("enter", folder, "kit-again", "--folder", folder / "starter-kit")
    late = call("enter", folder, "too-late", "--resolver", "first", "--at", "2099-01-01T00:00", code=1)
    assert late["late"]
    return folder


@pytest.fixture(scope="module")
def run(held: Path) -> dict[str, Any]:
    """What the run printed."""
    return call("run", held, "--at", "2099-01-02T00:00")


def test_run_prints_every_entry_with_state_score_verdict_and_reasons(run: dict[str, Any]) -> None:
    assert {entry["name"] for entry in run["entries"]} == {"starter-kit", "nearest", "kit-again", "too-late"}
    assert all(entry.keys() >= ENTRY_KEYS for entry in run["entries"])
    by_name = {entry["name"]: entry for entry in run["entries"]}
    assert by_name["too-late"]["score"] is None
    assert by_name["too-late"]["verdict"] == "late"
    assert by_name["nearest"]["state"] == "finished"
    assert 0.2 < by_name["nearest"]["score"] < 0.8
    assert by_name["starter-kit"]["score"] == by_name["kit-again"]["score"]


def test_judge_prints_the_same_entries_and_what_the_bar_means(held: Path, run: dict[str, Any]) -> None:
    found = call("judge", held, "--at", "2099-01-02T00:00")
    strip = [{key: entry[key] for key in ENTRY_KEYS} for entry in found["entries"]]
    assert strip == [{key: entry[key] for key in ENTRY_KEYS} for entry in run["entries"]]
    first = found["rounds"][0]
    assert set(first["agreement"]) == set(first["needed_by_agreement"]) == {"accuracy", "pairwise", "unanimous"}
    assert first["questions"] == 60
    assert [each["true"] for each in first["power"]] == [0.8, 0.85, 0.9, 0.95]
    assert found["simulated"]
    assert found["rehearsal"]
    assert not found["sealed"]


def test_publish_writes_a_site_and_verify_finds_nothing_wrong(held: Path, run: dict[str, Any], tmp_path: Path) -> None:
    call("judge", held, "--at", "2099-01-02T00:00")
    found = call("publish", held, "-o", tmp_path / "site")
    assert {"index.html", "fr/index.html", "evidence/journal.jsonl"} <= set(found["files"])
    assert all((tmp_path / "site" / name).is_file() for name in found["files"])
    assert call("verify", held)["ok"]


def test_verify_says_no_to_a_changed_trace(held: Path, run: dict[str, Any], tmp_path: Path) -> None:
    data = (held / "traces/problems/nearest.run.jsonl").read_bytes()
    changed = tmp_path / "changed.jsonl"
    other = data.replace(b'"candidate":1', b'"candidate":0', 1)  # whatever was drawn, one has it
    assert other != data
    changed.write_bytes(other)
    found = call("verify", changed, code=1)
    assert "line" in found["evidence"][0]["fault"]
    changed.write_bytes(data)
    assert call("verify", changed)["ok"]
    assert not call("verify", changed, "--head", "0" * 64, code=1)["ok"]


def test_tables_are_printed_for_people(held: Path, run: dict[str, Any]) -> None:
    for words in (("validate",), ("judge",), ("verify",)):
        found = CliRunner().invoke(app, [words[0], str(held)])
        assert found.exit_code == 0
        assert found.stdout.strip()


def test_an_entrant_tries_the_starter_kit_with_the_same_referee(held: Path) -> None:
    found = call("try", held / "starter-kit", "--questions", "10")
    assert (found["questions"], found["answered"], found["sealed"]) == (10, 10, False)
    assert 0 <= found["score"] <= 1


def test_an_entrant_is_told_why_nothing_was_answered(held: Path) -> None:
    words = ("try", held / "starter-kit", "--questions", "3", "--", "python3", "-c")
    other = call(*words, "import sys; sys.exit('no model here')", code=1)
    assert (other["state"], other["answered"]) == ("failed", 0)
    assert other["facts"]
    assert "no model here" in other["stderr"]
    shown = CliRunner().invoke(
        app, [*map(str, words), "import sys; [print(line, end='', flush=True) for line in sys.stdin]"]
    )
    assert shown.exit_code == 1
    assert "neither choice nor abstain nor scores" in shown.stdout


def test_a_hand_made_disqualification_names_its_rule(held: Path) -> None:
    assert "Name it as the rule" in told(
        "judge", held, "--disqualify", "nearest", "--because", "It cannot be run here."
    )


def test_what_is_to_be_typed_next_can_be_pasted(tmp_path: Path) -> None:
    found = CliRunner().invoke(app, ["new", str(tmp_path / "mon défi"), "--backend", "none"])
    assert f"anaphor challenge run '{tmp_path / 'mon défi'}'" in found.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("validate", "{none}"), "anaphor challenge new"),
        (("run", "{none}"), "there is no challenge.toml"),
        (("judge", "{empty}"), "nobody has entered"),
        (("enter", "{empty}", "Not A Name"), "cannot name an entry"),
        (("enter", "{empty}", "a"), "it is not said what the entry is"),
        (("enter", "{empty}", "a", "--resolver", "first", "--url", "https://x"), "exactly one"),
        (("enter", "{empty}", "a", "--paper", "{none}/p.pdf"), "no entry is called 'a'"),
        (("run", "{empty}", "--at", "yesterday"), "is no moment"),
        (("verify", "{none}/trace.jsonl"), "there is no such file"),
        (("new", "{empty}", "--backend", "none"), "there is a challenge already"),
        (("new", "{none}/x", "--backend", "none", "--collection", "nothing"), "nothing"),
        (("try", "{none}"), "it is not said what the entry is"),
        (("rerun", "{empty}"), "nobody has entered"),
    ],
    ids=lambda each: each[0] if isinstance(each, tuple) else None,
)
def test_wrong_input_is_one_clear_sentence(words: tuple[str, ...], said: str, tmp_path: Path, empty: Path) -> None:
    given = [word.format(none=tmp_path / "none", empty=empty) for word in words]
    assert said in told(*given)


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """A challenge without entries."""
    folder = tmp_path / "empty"
    call("new", folder, "--backend", "none")
    (folder / "entries" / "starter-kit" / "entry.toml").unlink()
    return folder


def test_validate_says_no_and_names_the_rule(empty: Path) -> None:
    path = empty / "challenge.toml"
    path.write_text(path.read_text("utf-8").replace("rehearsal = true", "rehearsal = false"), "utf-8")
    found = call("validate", empty, code=1)
    broken = {each["rule"] for each in found["rules"] if not each["holds"]}
    assert broken == {"people", "unpublished", "sealed"}
    assert all(each["text"] for each in found["rules"])


def test_sandbox_is_still_one_of_the_commands() -> None:
    found = CliRunner().invoke(whole, ["challenge", "sandbox", "--self-test", "--backend", "none", "--json"])
    assert found.exit_code == 1
    assert json.loads(found.stdout)["sealed"] is False


def test_every_command_of_the_plan_is_there() -> None:
    names = set(app.commands)
    course = {"new", "validate", "enter", "try", "run", "rerun", "verify", "judge", "publish", "sandbox"}
    assert names == course | {"correct", "status"}


def test_who_judges_a_new_challenge_is_told_to_run_it(tmp_path: Path) -> None:
    call("new", tmp_path / "new", "--backend", "none")
    assert told("judge", tmp_path / "new") == (
        f"nothing has been run. Run: anaphor challenge run {tmp_path / 'new'} (it takes in what lies in entries/)"
    )


@pytest.fixture(scope="module")
def mishaps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A challenge with an entry that ends at once and one whose replies cannot be read."""
    folder = tmp_path_factory.mktemp("mishaps") / "challenge"
    call("new", folder, "--backend", "none")
    call("enter", folder, "quits", "--", "python3", "-c", "import sys; sys.exit('no model here')")
    call("enter", folder, "babbles", "--", "python3", "-c", "while input(): print('eh', flush=True)")
    return folder


def test_run_says_why_an_entry_failed_before_and_after_it_is_judged(mishaps: Path) -> None:
    path = mishaps / "entries" / "images" / "entry.toml"
    path.parent.mkdir()
    path.write_text(f'image = "nowhere.invalid/none@sha256:{"0" * 64}"\n', "utf-8")
    before = {each["name"]: each["why"] for each in call("run", mishaps, code=1)["entries"]}
    assert before["quits"].startswith("It ended by itself")
    assert before["quits"].endswith("no model here")
    call("judge", mishaps, "--disqualify", "images", "--rule", "hardware", "--because", "It needs podman")
    after = {each["name"]: each["why"] for each in call("run", mishaps)["entries"]}
    assert "it ended early" in after["quits"]
    assert after["quits"].endswith("no model here")
    unranked = "problems: no rank, since 60 of 60 questions failed, more than 5 %."
    assert after["babbles"].endswith(f"problems: 60 replies could not be read. {unranked}")
    assert after["images"].startswith("It needs podman. Rule: ")


def test_the_site_says_what_could_not_be_read_and_nothing_that_entries_wrote(mishaps: Path, tmp_path: Path) -> None:
    call("run", mishaps)
    call("judge", mishaps)
    call("publish", mishaps, "-o", tmp_path)
    english, french = ((tmp_path / name).read_text("utf-8") for name in ("index.html", "fr/index.html"))
    assert "60 replies could not be read" in english
    assert "60 réponses illisibles" in french
    assert "no model here" not in english
    assert english.count("What the bar means") == 1
    assert '<td data-label="round:">problems' in english
