"""`anaphor.challenge` from Python: every command is one call, with the numbers that `--json` prints."""

import json
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner

from anaphor import challenge
from anaphor.challenge import Challenge, open_challenge, running
from anaphor.challenge.transcript.session import run_session
from anaphor.cli.main import app
from anaphor.errors import AnaphorError, InputError
from anaphor.result import Result
from anaphor.section import Figure

pytestmark = pytest.mark.waiting

LATER = "2099-01-02T00:00"
"""After every deadline of a rehearsal that opens today."""
NOW = datetime(2099, 1, 2, tzinfo=UTC)
ANSWER = """import json, sys
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "choice": 0}), flush=True)
"""


def call(*words: object, code: int = 0) -> dict[str, Any]:
    """The JSON that a command prints."""
    found = CliRunner().invoke(app, ["challenge", str(words[0]), "--json", *map(str, words[1:])])
    assert found.exit_code == code, (found.output, found.exception)
    document: dict[str, Any] = json.loads(found.stdout)
    return document


@pytest.fixture(scope="module")
def twins(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two copies of one rehearsal, secrets included: one for the commands, one for the calls."""
    place = tmp_path_factory.mktemp("library")
    challenge.new(place / "a", title="Cup", backend="none")
    shutil.copytree(place / "a", place / "b")
    return place / "a", place / "b"


@pytest.fixture(scope="module")
def course(twins: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Any, Any]]:
    """Every act of one rehearsal, by command in one folder and by call in the other: the document, and the result."""
    a, b = twins
    mine = tmp_path_factory.mktemp("mine")
    (mine / "answer.py").write_text(ANSWER, "utf-8")
    (mine / "paper.txt").write_text("How it works.\n", "utf-8")
    held: dict[str, tuple[Any, Any]] = {}
    held["validate"] = call("validate", a), challenge.validate(b)
    held["enter"] = (
        call("enter", a, "nearest", "--resolver", "nearest"),
        challenge.enter(b, "nearest", resolver="nearest"),
    )
    held["command"] = (
        call("enter", a, "mine", "--folder", mine, "--source-included", "--", sys.executable, "answer.py"),
        challenge.enter(b, "mine", command=[sys.executable, "answer.py"], folder=mine, source_included=True),
    )
    held["kit"] = (
        call("enter", a, "kit", "--folder", a / "starter-kit"),
        challenge.enter(b, "kit", folder=b / "starter-kit"),
    )
    held["withdraw"] = (
        call("enter", a, "kit", "--withdraw", "--because", "no time"),
        challenge.withdraw(b, "kit", because="no time"),
    )
    held["extend"] = (
        call("correct", a, "--extend", "2", "--because", "storm"),
        challenge.correct(b, extend=2, because="storm"),
    )
    held["late"] = (
        call("enter", a, "late", "--resolver", "first", "--at", LATER, code=1),
        challenge.enter(b, "late", resolver="first", at=NOW),
    )
    held["run"] = call("run", a, "--at", LATER), challenge.run(b, at=LATER)
    held["judge"] = call("judge", a, "--at", LATER), challenge.judge(b, at=LATER)
    held["hand_in"] = (
        call("enter", a, "mine", "--paper", mine / "paper.txt", "--at", LATER, code=1),
        challenge.hand_in(b, "mine", paper=mine / "paper.txt", at=LATER),
    )
    held["rerun"] = call("rerun", a, "mine", "--at", LATER), challenge.rerun(b, "mine", at=LATER)
    removed = ("--disqualify", "nearest", "--rule", "hardware", "--because", "a cluster", "--at", LATER)
    status = challenge.disqualify(b, "nearest", rule="hardware", because="a cluster", at=LATER)
    held["disqualify"] = call("judge", a, *removed), challenge.judge(b, at=LATER)
    held["status"] = call("status", a, "--at", LATER), challenge.status(b, at=LATER)
    assert [each.disqualified for each in status.entries if each.entered.name == "nearest"] == [True]
    held["verify"] = call("verify", a), challenge.verify(b)
    held["publish"] = call("publish", a), challenge.publish(b)
    return held


ACTS: tuple[str, ...] = (
    "validate",
    "enter",
    "command",
    "kit",
    "withdraw",
    "extend",
    "late",
    "run",
    "judge",
    "hand_in",
    "rerun",
)
ACTS += ("disqualify", "status", "verify", "publish")


def alike(document: object, folders: tuple[Path, Path]) -> object:
    """A document without the folder's name, the moments of writing and what hashes them."""
    moving = {"head", "digest", "when", "now"}
    if isinstance(document, dict):
        return {name: "…" if name in moving else alike(part, folders) for name, part in document.items()}
    if isinstance(document, list):
        return [alike(part, folders) for part in document]
    return document.replace(str(folders[0]), str(folders[1])) if isinstance(document, str) else document


@pytest.mark.parametrize("act", ACTS)
def test_a_call_gives_what_the_command_prints(
    course: dict[str, tuple[Any, Any]], twins: tuple[Path, Path], act: str
) -> None:
    document, found = course[act]
    assert isinstance(found, Result)
    assert alike(found.to_dict(), twins) == alike(document, twins)
    assert repr(found).startswith(f"<{type(found).__name__}: ")
    assert "\n" not in repr(found)
    assert found._repr_html_().startswith('<div class="anaphor-result')


def test_a_new_challenge_and_a_try_and_a_sandbox_are_calls_too(twins: tuple[Path, Path], tmp_path: Path) -> None:
    made = challenge.new(tmp_path / "c", title="Cup", backend="none", questions=30, metric="pairs")
    document = call(
        "new", tmp_path / "d", "--title", "Cup", "--backend", "none", "--questions", 30, "--metric", "pairs"
    )
    drop = {"folder", "fingerprint"}
    ours = made.to_dict()
    assert {k: v for k, v in ours.items() if k not in drop} == {k: v for k, v in document.items() if k not in drop}
    kit = twins[1] / "starter-kit"
    tried = challenge.try_entry(kit, questions=6, seed=3)
    assert tried.to_dict() == call("try", kit, "--questions", 6, "--seed", 3)
    named = challenge.try_entry(resolver="first", questions=4, collection="anaphor-en", backend="none")
    assert named.transcript.answers
    document = call("sandbox", "--self-test", "--backend", "none", code=1)
    assert challenge.try_sandbox("none").to_dict() == document


def test_a_judgement_shows_how_entries_stand_with_their_intervals(course: dict[str, tuple[Any, Any]]) -> None:
    found = course["judge"][1]
    frame = found.to_frame()
    assert isinstance(frame, pd.DataFrame)
    scored = frame.dropna(subset=["score"])
    assert set(scored["name"]) == {"nearest", "mine", "starter-kit"}
    assert ((scored["low"] <= scored["score"]) & (scored["score"] <= scored["high"])).all()
    blocks = [part.draw() for part in found.section.parts if isinstance(part, Figure)]
    drawings = [block for block in blocks if block is not None]
    assert len(drawings) == len(found.rounds)
    assert {row[0] for row in drawings[0].rows} == set(scored["name"])
    assert found.figure().axes
    assert "rounds" in found.tables


def test_an_open_challenge_is_taken_in_the_place_of_its_folder(twins: tuple[Path, Path], course: Any) -> None:
    with open_challenge(str(twins[1])) as held:
        assert isinstance(held, Challenge)
        assert challenge.status(held, at=LATER).to_dict() == challenge.status(twins[1], at=LATER).to_dict()
        assert challenge.validate(held).valid
        with pytest.raises(AnaphorError, match="reading only"):
            challenge.disqualify(held, "mine", rule="access", because="x", at=LATER)


def test_a_function_is_told_why_it_cannot_be_an_entry_and_what_to_do(twins: tuple[Path, Path]) -> None:
    for act in (
        lambda: challenge.enter(twins[1], "mine", resolver=lambda question: 0),  # type: ignore[arg-type]  # wrong on purpose
        lambda: challenge.try_entry(resolver=print),  # type: ignore[arg-type]  # wrong on purpose
    ):
        with pytest.raises(InputError, match=r"cannot be a .*function.* in memory.*starter kit.*anaphor\.resolve"):
            act()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"backend": "moon"}, "backend"),
        ({"metric": "luck"}, "metric"),
        ({"questions": 0}, "at least one question"),
        ({"collection": "nowhere"}, "nowhere"),
        ({"real": True}, "people"),
    ],
)
def test_what_is_wrong_is_said_by_its_keyword_and_nothing_is_left(
    tmp_path: Path, wrong: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError, match=said) as caught:
        challenge.new(tmp_path / "c", **wrong)
    assert "--real" not in str(caught.value)
    assert not (tmp_path / "c").exists()


def test_moments_are_datetimes_or_their_text(twins: tuple[Path, Path]) -> None:
    assert challenge.status(twins[0], at=NOW).now == challenge.status(twins[0], at=LATER).now == NOW
    with pytest.raises(InputError, match="no moment"):
        challenge.status(twins[0], at="tomorrow")
    with pytest.raises(InputError, match="nothing is handed in"):
        challenge.hand_in(twins[0], "mine")


def test_an_interrupted_run_loses_nothing_that_was_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cup = tmp_path / "cup"
    challenge.new(cup, collection="anaphor-en", questions=30, backend="none", seed=1, at="2026-11-16")
    challenge.enter(cup, "first", resolver="first")
    heard: list[str] = []

    def interrupted(setup: Any, *rest: Any, **settings: Any) -> Any:
        heard.append(setup.submission.name)
        if heard.count("first") == 1 and setup.submission.name == "first":
            raise KeyboardInterrupt
        return run_session(setup, *rest, **settings)

    monkeypatch.setattr(running, "run_session", interrupted)
    with pytest.raises(KeyboardInterrupt):
        challenge.run(cup)
    assert [each.state for each in challenge.status(cup).entries] == ["finished", "running"]
    assert challenge.run(cup).lost == ()
    assert heard == ["starter-kit", "first", "first"], "who had answered is not asked again"


def test_a_seed_draws_the_same_questions_and_a_real_challenge_takes_none(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"collection": "anaphor-en", "questions": 30, "backend": "none", "at": "2026-11-16"}
    marks = [challenge.new(tmp_path / name, seed=3, **settings).rules.fingerprint for name in "ab"]
    assert marks[0] == marks[1] != challenge.new(tmp_path / "c", seed=4, **settings).rules.fingerprint
    drawn = []
    for name in "abc":
        with open_challenge(tmp_path / name) as held:
            drawn.append([item.id for each in held.rounds for item in each.items])
    assert drawn[0] == drawn[1] != drawn[2]
    with pytest.raises(InputError, match="only a rehearsal"):
        challenge.new(tmp_path / "d", real=True, seed=3)


def test_a_rehearsal_holds_itself(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    found = challenge.rehearse(tmp_path / "cup", collection="anaphor-en", at="2026-11-02T12:00", seed=1)
    assert found.winners == ("expert",)
    assert challenge.verify(tmp_path / "cup").ok
    assert capfd.readouterr() == ("", ""), "a library prints nothing"
