"""`anaphor resolve` and `anaphor resolver`: what they print, where runs go, what is refused."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from anaphor.answers import read_run
from anaphor.cli.resolve import resolve, resolver_app
from anaphor.errors import ContentError, InputError, UnknownNameError
from tests.embedded import ENGLISH

app = click.Group(commands=[resolve, resolver_app])


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def call(*arguments: str) -> Result:
    """What a command prints and how it ends."""
    result = CliRunner().invoke(app, list(arguments))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def printed(*arguments: str) -> dict[str, Any]:
    """The JSON document that a command prints."""
    result = call(*arguments, "--json")
    assert result.exit_code == 0, result.output
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def test_a_run_is_written_and_described() -> None:
    card = printed("resolve", "anaphor-en", "--with", "nearest", "-o", "run.jsonl")
    assert card["questions"] == card["answers"] == card["asked"] == ENGLISH
    assert card["choices"] + sum(card["abstentions"].values()) == ENGLISH
    assert card["missing"] == 0
    assert card["respondent"] == "nearest"
    header = read_run(Path("run.jsonl")).header
    assert header.source == "anaphor-en"
    assert header.settings == {"with": "nearest"}
    assert header.fingerprint == card["fingerprint"]


def test_without_a_file_each_setting_gets_one_of_its_own_in_runs() -> None:
    one = printed("resolve", "anaphor-en", "--with", "random,seed=1", "--limit", "3")["run"]
    two = printed("resolve", "anaphor-en", "--with", "random,seed=2", "--limit", "3")["run"]
    assert one != two
    assert Path(one).parent == Path("runs")
    assert printed("resolve", "anaphor-en", "--with", "random,seed=1", "--limit", "5")["asked"] == 2


def test_the_table_names_the_run_and_the_reasons() -> None:
    Path("answers.csv").write_text("question,choice\nguitar.1,0\n")
    result = call("resolve", "anaphor-en", "--with", "replay:answers.csv", "-o", "run.jsonl")
    assert result.exit_code == 0
    assert "run.jsonl" in result.stdout
    assert f"declined {ENGLISH - 1}" in result.stdout


def test_how_the_file_was_read_is_kept_for_scoring() -> None:
    printed("resolve", "anaphor-en", "--with", "random", "--language", "en", "-o", "run.jsonl", "--limit", "1")
    assert read_run(Path("run.jsonl")).header.settings == {"with": "random", "language": "en"}


def test_a_dropped_line_is_said() -> None:
    printed("resolve", "anaphor-en", "--with", "random", "-o", "run.jsonl", "--limit", "3")
    Path("run.jsonl").write_bytes(Path("run.jsonl").read_bytes()[:-20])
    result = call("resolve", "anaphor-en", "--with", "random", "-o", "run.jsonl", "--limit", "3")
    assert "a half-written last line was dropped" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("anaphor-en", "--with", "rndom"), UnknownNameError),
        (("no-such-collection", "--with", "random"), InputError),
        (("anaphor-en", "--with", "command"), InputError),
        (("anaphor-en", "--with", "random,seed=x"), InputError),
        (("anaphor-en", "--with", "replay:/no/such/file"), InputError),
    ],
    ids=["resolver", "collection", "argument", "setting", "file"],
)
def test_bad_input_is_one_sentence_and_leaves_no_file(arguments: tuple[str, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        call("resolve", *arguments)
    assert not Path("runs").exists()


def test_another_resolver_does_not_go_on_with_a_run() -> None:
    printed("resolve", "anaphor-en", "--with", "random", "-o", "run.jsonl", "--limit", "3")
    before = Path("run.jsonl").read_bytes()
    with pytest.raises(ContentError, match=r"made by random with other settings|made by random, not by"):
        call("resolve", "anaphor-en", "--with", "random,seed=1", "-o", "run.jsonl")
    assert Path("run.jsonl").read_bytes() == before


def test_resolvers_are_listed_with_what_they_do() -> None:
    document = printed("resolver", "list")
    names = {row["name"]: row["what"] for row in document["resolvers"]}
    assert {"random", "first", "nearest", "command", "chat", "replay", "panel", "ensemble"} <= names.keys()
    assert all(names.values())


def test_the_battery_prints_a_table_and_passes_an_honest_resolver() -> None:
    result = call("resolver", "test", "nearest", "--schemas", "2")
    assert result.exit_code == 0
    assert "answers an item alone as beside its twin" in result.stdout
    assert "failed" not in result.stdout


@pytest.mark.slow
def test_the_battery_ends_with_one_when_a_check_fails() -> None:
    Path("cheat.py").write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    q = json.loads(line)\n"
        "    print(json.dumps({'id': q['id'], 'choice': 0}), flush=True)\n"
    )
    result = call("resolver", "test", f"command:{sys.executable} -I -S cheat.py", "--schemas", "1", "--json")
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert not document["passed"]
    assert [each["name"] for each in document["checks"] if each["result"] == "failed"] == [
        "does not depend on ids or the order of candidates"
    ]


def test_the_battery_takes_questions_from_any_collection() -> None:
    assert printed("resolver", "test", "random", "--collection", "anaphor-fr", "--schemas", "1")["passed"]


DRIVER = """
from anaphor.cli.resolve import resolve
resolve()
"""


@pytest.mark.slow
def test_ctrl_c_keeps_the_answers_and_says_how_to_go_on() -> None:
    Path("slow.py").write_text(
        "import json, sys, time\n"
        "for line in sys.stdin:\n"
        "    time.sleep(0.05)\n"
        "    print(json.dumps({'id': json.loads(line)['id'], 'abstain': True}), flush=True)\n"
    )
    spec = f"command:{sys.executable} -I -S slow.py"
    command = [sys.executable, "-c", DRIVER, "anaphor-en", "--with", spec, "-o", "run.jsonl"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 60
        while not Path("run.jsonl").exists() or Path("run.jsonl").read_bytes().count(b"\n") < 4:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGINT)
        _, talk = process.communicate(timeout=30)
    assert "the same command goes on from there" in talk
    assert len(read_run(Path("run.jsonl")).answers) >= 3


def test_a_model_that_keeps_silent_on_several_sentences_says_how_to_make_it_speak() -> None:
    made = call("resolve", "anaphor-fr", "--with", "ngram", "-o", "silent.jsonl", "--limit", "20")
    assert "questions have several sentences" in made.stderr
    assert ",sentences=last" in made.stderr
    made = call("resolve", "anaphor-fr", "--with", "ngram,sentences=last", "-o", "speaking.jsonl", "--limit", "20")
    assert "several sentences" not in made.stderr
