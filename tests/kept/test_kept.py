"""Nothing made by version 0.1 is lost: its files open, verify and give the same numbers, through the command alone."""

import csv
import io
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stdout
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import reduce
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlencode

import pytest

from tests.kept.commands import ASKED, RESOLVED, RUNS

pytestmark = pytest.mark.slow

FILES = Path(__file__).parent / "files"
RECORDED = FILES / "recorded"
CORRECTED = json.loads((Path(__file__).parent / "corrected.json").read_text("utf-8"))
"""What version 0.1 said wrongly, by command: why, what is said there now, and what is no longer said."""
VERSION = re.compile(r"\|version:[^|]*|\|(?:\w+\.)?method:[^|]*|\|interval:(?:analytic|bootstrap)(?=\||$)")
"""What signatures of 0.1 say otherwise: since 0.2 `method` is a number, and how intervals are made has
a part of its own."""
NEEDS_TORCH = {"lstm", "context2vec"}
PASSWORD = "a long enough password"
SECONDS_TO_START = 60


@dataclass(frozen=True)
class Kept:
    """A copy of what version 0.1 made, and the command that is asked about it."""

    folder: Path

    def run(self, *words: str) -> tuple[int, str]:
        """The exit code of a command in the folder, and what it prints."""
        script = next(iter(entry_points(group="console_scripts", name="anaphor")))
        printed = io.StringIO()
        environment = {"ANAPHOR_CACHE": str(self.folder / "cache")}
        with (
            chdir(self.folder),
            patch.object(sys, "argv", ["anaphor", *words]),
            patch.dict(os.environ, environment),
            redirect_stdout(printed),
            pytest.raises(SystemExit) as end,
        ):
            script.load()()
        code = end.value.code
        return code if isinstance(code, int) else 0, printed.getvalue()

    def ask(self, *words: str) -> tuple[int, Any]:
        """The exit code of a command, and the JSON that it prints."""
        code, printed = self.run(*words, "--json")
        return code, json.loads(printed)

    def told(self, *words: str) -> Any:
        """The JSON of a command that does what it is asked."""
        code, document = self.ask(*words)
        assert code == 0, document
        return document


def copied(folder: Path) -> Kept:
    """The fixtures in a folder of their own: opening some of them may write."""
    shutil.copytree(FILES, folder)
    with tarfile.open(FILES / "challenge.tar.xz") as archive:
        archive.extractall(folder, filter="tar")
    return Kept(folder)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """A copy that commands only look at."""
    return copied(tmp_path_factory.mktemp("kept") / "files")


@pytest.fixture
def own(tmp_path: Path) -> Kept:
    """A copy that a test may change."""
    return copied(tmp_path / "files")


def recorded(name: str) -> Any:
    """The exit code and the document of a command as version 0.1 gave them, but for what was corrected since."""
    found = json.loads((RECORDED / f"{name}.json").read_text("utf-8"))
    for place, now in CORRECTED.get(name, {"now": ()})["now"]:
        assert differences(_at(found["printed"], place[:-1])[place[-1]], now), f"{place} needs no correction"
        _at(found["printed"], place[:-1])[place[-1]] = now
    for place in CORRECTED.get(name, {"gone": ()})["gone"]:
        del _at(found["printed"], place[:-1])[place[-1]]
    return found


def _at(document: Any, place: list[str | int]) -> Any:
    return reduce(lambda part, key: part[key], place, document)


def differences(old: Any, new: Any, place: str = "", near: float = 1e-6) -> list[str]:
    """Where a document no longer says what the old one said; what it says besides does not matter."""
    if isinstance(old, dict) and isinstance(new, dict):
        lost = [f"{place}.{key} is gone" for key in old if key not in new]
        return lost + [
            line for key in old if key in new for line in differences(old[key], new[key], f"{place}.{key}", near)
        ]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return [line for index, (one, other) in pairs for line in differences(one, other, f"{place}[{index}]", near)]
    if _number(old) and _number(new):
        same = math.isclose(old, new, rel_tol=near, abs_tol=near / 1000)
    elif isinstance(old, str) and isinstance(new, str):
        same = VERSION.sub("", old) == VERSION.sub("", new)
    else:
        same = bool(old == new)
    return [] if same else [f"{place}: {old!r} is now {new!r}"]


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@pytest.mark.parametrize("name", ASKED)
def test_a_command_says_of_a_kept_file_what_it_said_then(kept: Kept, name: str) -> None:
    code, document = kept.ask(*ASKED[name])
    old = recorded(name)
    assert differences(old["printed"], document) == []
    assert code == old["code"]
    for *place, last in CORRECTED.get(name, {"gone": ()})["gone"]:
        assert last not in _at(document, place)


def test_what_is_recorded_is_what_is_asked() -> None:
    assert {path.stem for path in RECORDED.glob("*.json")} == set(ASKED)


def test_the_kept_evidence_was_good_when_it_was_recorded() -> None:
    for name in ("challenge-verify", "challenge-verify-published", "challenge-verify-trace"):
        assert recorded(name)["printed"]["ok"]
    verdicts = {each["name"]: each["verdict"] for each in recorded("challenge-judge")["printed"]["entries"]}
    assert verdicts == {"expert": "prize", "starter-kit": "below", "doubter": "below", "too-late": "late"}


# Collections


@pytest.mark.parametrize(("name", "form"), [("collection.jsonl", "jsonl"), ("again.yaml", "native")])
def test_a_collection_is_written_again_without_loss(own: Kept, name: str, form: str) -> None:
    fingerprint = own.told("collection", "show", "collection.yaml")["fingerprint"]
    before = (own.folder / "collection.jsonl").read_bytes()
    assert own.run("collection", "convert", "collection.yaml", "-o", name, "--to", form)[0] == 0
    assert own.told("collection", "show", name)["fingerprint"] == fingerprint
    assert own.told("collection", "diff", "collection.jsonl", name)["changes"] == []
    assert (own.folder / "collection.jsonl").read_bytes() == before


def test_kept_evidence_of_people_and_of_an_audit_selects_items(own: Kept) -> None:
    given = ("--study", "study.json", "--audit", "audit.json")
    found = own.told("collection", "select", "collection.yaml", *given, "-o", "selected.yaml")
    assert found == own.told(
        "collection", "select", "collection.yaml", *given[2:], "--study", "export/study.jsonl", "-o", "selected.yaml"
    )
    assert own.told("collection", "show", "selected.yaml")["excluded"] > 1


# Runs, and the indexes and models behind them


def _abstained(reason: str, detail: str) -> dict[str, str]:
    return {"reason": reason, "detail": detail, "kind": "abstention"}


_NO_WORD = _abstained("atypical", "No word follows that is the same for all candidates.")
_ABSENT = "the first word does not occur"
ANSWERED_ANEW: dict[str, dict[str, dict[str, str]]] = {
    "cooccurrence": {
        "pain.1": _abstained("no_count", f"cliente/clientes and pressé: {_ABSENT}"),
        "pain.2": _abstained("no_count", f"cliente/clientes and patient: {_ABSENT}"),
    },
    "ngram": dict.fromkeys(("lampe.1", "lampe.2", "pain.1", "pain.2"), _NO_WORD),
}
"""Corrected since: a feminine is counted by its own forms, and no full stop alone decides or ties a partial score."""


def answers(path: Path) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """The header of a run, and its answers by question."""
    header, *lines = map(json.loads, path.read_text("utf-8").splitlines())
    return header, {line["question"]: line for line in lines}


@pytest.mark.parametrize("name", RUNS)
def test_a_resolver_on_a_kept_index_model_or_run_answers_as_it_did(kept: Kept, name: str, tmp_path: Path) -> None:
    if name in NEEDS_TORCH:
        pytest.importorskip("torch", reason="the extra lm is not installed")
    kept.told("resolve", "collection.yaml", "--with", RESOLVED[name], "-o", str(tmp_path / "run.jsonl"))
    (old, before), (new, after) = answers(FILES / "runs" / f"{name}.jsonl"), answers(tmp_path / "run.jsonl")
    assert {key: old[key] for key in ("fingerprint", "blind", "questions")} == {
        key: new[key] for key in ("fingerprint", "blind", "questions")
    }
    assert VERSION.sub("", old["signature"]) == VERSION.sub("", new["signature"])
    for question, now in ANSWERED_ANEW.get(name, {}).items():
        assert before[question]["reply"] != now
        before[question] = {"reply": now}
    assert {key: line["reply"] for key, line in before.items()} == {key: line["reply"] for key, line in after.items()}
    for question, line in before.items():
        assert after[question].get("scores") == (pytest.approx(line["scores"], rel=1e-4) if "scores" in line else None)


def test_a_run_that_was_stopped_goes_on_and_one_that_was_done_asks_nothing(own: Kept) -> None:
    found = own.told("resolve", "collection.yaml", "--with", "first", "-o", "runs/part.jsonl")
    assert (found["asked"], found["missing"]) == (14, 0)
    done = own.told("resolve", "collection.yaml", "--with", "first", "-o", "runs/first.jsonl")
    assert (done["asked"], done["missing"]) == (0, 0)
    (_, part), (_, whole) = answers(own.folder / "runs/part.jsonl"), answers(own.folder / "runs/first.jsonl")
    assert {key: line["reply"] for key, line in part.items()} == {key: line["reply"] for key, line in whole.items()}


def test_some_of_the_kept_runs_abstain_and_some_are_not_blind() -> None:
    runs = [answers(FILES / "runs" / f"{name}.jsonl") for name in RUNS]
    reasons = {line["reply"].get("reason") for _, lines in runs for line in lines.values()}
    assert {"atypical", "several_sentences", "unknown_words", None} <= reasons
    assert {header["blind"] for header, _ in runs} == {True, False}


# Studies


def test_an_exported_study_is_analysed_as_its_database_was(kept: Kept) -> None:
    document = kept.told("experiment", "analyse", "export/study.jsonl", "--no-agreement")
    old = {**recorded("experiment-analyse")["printed"], "agreement": document["agreement"]}
    assert differences(old, document) == []


def test_a_kept_study_is_exported_as_it_was(own: Kept) -> None:
    pytest.importorskip("pyarrow", reason="the extra hf is not installed")
    forms = ("csv", "jsonl", "parquet", "jspsych", "answers", "study")
    own.told("experiment", "export", "study.json", "-o", "again", *(w for form in forms for w in ("--to", form)))
    old = {path.name for path in (own.folder / "export").iterdir()}
    assert {path.name for path in (own.folder / "again").iterdir()} >= old
    for name in old - {"manifest.json", "codebook.md", "answers.parquet"}:
        before, after = (rows(own.folder / place / name) for place in ("export", "again"))
        assert before
        assert differences([renamed(row, name) for row in before], after) == [], name


NAMES = {"person": "participant", "schema": "item_set", "choice": "chosen", "at": "answered_at"}
PEOPLE = {"name": "participant", "list_number": "list", "excluded": "reason"}
"""Columns of tables whose names version 0.1 chose otherwise in each file."""


def rows(path: Path) -> list[dict[str, Any]]:
    """The rows of an exported file by the names of their columns; without the checksum, which version 0.1 had not."""
    text = path.read_text("utf-8")
    if path.suffix == ".csv":
        return list(csv.DictReader(io.StringIO(text)))
    found: list[dict[str, Any]] = (
        json.loads(text) if path.suffix == ".json" else [json.loads(line) for line in text.splitlines()]
    )
    return [{name: cell for name, cell in row.items() if name != "summed"} for row in found if set(row) != {"sum"}]


def renamed(row: dict[str, Any], name: str) -> dict[str, Any]:
    """A row of version 0.1 with today's names of columns, 0 and 1 for yes and no, and moments that are written out."""
    if name == "people.csv":
        told = {"True": "1", "False": "0"}
        return {PEOPLE.get(key, key): told.get(value, value) for key, value in row.items()}
    if name not in ("answers.csv", "answers.jsonl", "trials.csv"):
        return row
    found = {NAMES.get(key, key): value for key, value in row.items()}
    if "answered_at" in found:
        moment = datetime.fromtimestamp(math.floor(float(row["at"]) * 1000) / 1000, UTC)
        found["answered_at"] = f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03}Z"
    return found


def test_a_study_is_made_again_from_its_kept_copy(own: Kept) -> None:
    own.told("experiment", "restore", "backup.db", "--database", "new.db")
    found = own.told("experiment", "analyse", "study.json", "--database", "new.db")
    assert differences(recorded("experiment-analyse")["printed"], found) == []


def test_answers_kept_for_another_program_are_imported(own: Kept) -> None:
    given = ("--collection", "collection.yaml", "--name", "imported")
    own.told("experiment", "import", "foreign.csv", *given, "-o", "again.jsonl")
    assert differences(rows(own.folder / "imported.jsonl"), rows(own.folder / "again.jsonl")) == []
    own.told("experiment", "import", "export/jspsych.json", *given, "-o", "jspsych.jsonl")
    assert own.told("experiment", "analyse", "jspsych.jsonl", "--no-agreement")["flow"]["analysed"] > 0


def test_people_can_still_be_invited_to_a_kept_study(own: Kept) -> None:
    assert len(own.told("experiment", "invite", "invited.json", "--count", "2")["links"]) == 2


# Challenges


def test_a_kept_challenge_is_published_again_and_holds(own: Kept) -> None:
    own.told("challenge", "publish", "challenge", "-o", "again", "--questions", "--traces")
    assert own.told("challenge", "verify", "again")["ok"]
    for name in ("judgement.json", "journal.jsonl", "sheets.json", "replies.jsonl", "outcomes.csv", "rules.json"):
        old, new = ((own.folder / site / "evidence" / name).read_text("utf-8") for site in ("published", "again"))
        if name == "judgement.json":  # another processor rounds a last digit otherwise
            then, now = {**json.loads(old), "wording": json.loads(new)["wording"]}, json.loads(new)
            assert differences(then, now, near=1e-9) == differences(now, then, near=1e-9) == []
        else:
            assert old == new, name


@pytest.mark.parametrize(("digit", "holds"), [(16, True), (6, False)])
def test_a_last_digit_that_another_processor_rounds_otherwise_is_no_forgery(own: Kept, digit: int, holds: bool) -> None:
    path = own.folder / "published" / "evidence" / "judgement.json"
    told = json.loads(path.read_text("utf-8"))
    figure = told["entries"][1]
    before, figure["low"] = figure["low"], figure["low"] * (1 + 10.0 ** (1 - digit))
    assert figure["low"] != before
    path.write_text(json.dumps(told), "utf-8")
    code, found = own.ask("challenge", "verify", "published")
    assert (code, found["ok"]) == (0 if holds else 1, holds)
    faults = [each["name"] for each in found["evidence"] if not each["ok"]]
    assert faults == ([] if holds else ["judgement"])


def test_a_changed_byte_of_a_kept_challenge_is_found(own: Kept) -> None:
    path = own.folder / "challenge" / "traces" / "problems" / "doubter.run.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"candidate":0', b'"candidate":1', 1))
    code, found = own.ask("challenge", "verify", "challenge")
    assert (code, found["ok"]) == (1, False)


# Reports


def test_reports_that_were_written_are_whole_and_can_be_written_again(own: Kept) -> None:
    assert (own.folder / "report.html").read_text("utf-8").rstrip().endswith("</html>")
    assert "Rapport gardé" in (own.folder / "report.md").read_text("utf-8")
    assert "tabular" in (own.folder / "score.tex").read_text("utf-8")
    assert "<svg" in (own.folder / "score.svg").read_text("utf-8")
    own.told("score", "runs/first.jsonl", "--html", "again.html")
    assert (own.folder / "again.html").is_file()


# The server


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[str]:
    """The address of a server that runs as long as it is asked."""
    command = [sys.executable, "-m", "anaphor", *words, "--port", "0"]
    environment = {**os.environ, "ANAPHOR_CACHE": str(folder / "cache"), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            assert process.stderr is not None
            said = ""
            for line in process.stderr:
                said += line
                if found := re.search(r"http://127\.0\.0\.1:\d+/\S*", line):
                    yield found[0]
                    return
            raise AssertionError(said)
        finally:
            process.terminate()
            process.communicate(timeout=SECONDS_TO_START)


def page(address: str, *, key: str | None = None, form: dict[str, str] | None = None) -> tuple[int, str]:
    """The status and the text of a page."""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    data = urlencode(form).encode() if form is not None else None
    try:
        with urllib.request.urlopen(urllib.request.Request(address, data, headers), timeout=SECONDS_TO_START) as reply:
            return reply.status, reply.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_one_server_shows_the_kept_study_accounts_challenge_and_site(own: Kept) -> None:
    site = own.folder / "site"
    for place, names in {
        "studies": ("study.json", "study.db", "invited.json", "invited.db"),
        "collections": ("collection.yaml",),
        "challenges": ("challenge",),
        "reports": ("report.html",),
        "published": ("published",),
    }.items():
        (site / place).mkdir(parents=True)
        for name in names:
            shutil.move(own.folder / name, site / place / name)
    key = json.loads((own.folder / "account-key.json").read_text("utf-8"))["key"]
    token = json.loads((own.folder / "invitations.json").read_text("utf-8"))["links"][0].partition("?token=")[2]
    with serving(own.folder, "serve", "site", "--accounts", "accounts.db") as address:
        assert page(f"{address}challenges/challenge/")[0] == 200
        assert "expert" in page(f"{address}published/published/index.html")[1]
        assert page(f"{address}studies/study/s/kept")[0] == 200
        assert page(f"{address}studies/invited/s/invited?token={token}")[0] == 200
        assert page(f"{address}studies/study/api/desk/status")[0] == 401
        status, told = page(f"{address}studies/study/api/desk/participants", key=key)
        assert (status, len(json.loads(told))) == (200, recorded("experiment-analyse")["printed"]["flow"]["started"])
        assert page(f"{address}login", form={"name": "marie", "password": "a wrong password"})[0] == 403
        assert page(f"{address}login", form={"name": "marie", "password": PASSWORD})[0] == 200


def test_the_workbench_opens_a_kept_collection_beside_a_kept_table_of_pairs(own: Kept) -> None:
    words = ("write", "collection.yaml", "--corpus", "table.pairs", "--no-browser")
    with serving(own.folder, *words) as address:
        assert page(address)[0] == 200
