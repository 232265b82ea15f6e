"""A challenge whose entries run in cages: sealed, out of reach of the keys, with recorded traffic at the second run."""

import json
from pathlib import Path

import pytest

from anaphor.challenge import Verdict, open_challenge
from anaphor.challenge.acts import announce, run_again, run_rounds
from anaphor.challenge.entry import EntryFile, store_entry
from anaphor.challenge.evidence.evidence import verify
from anaphor.challenge.judging.verdict import Repetition
from anaphor.challenge.transcript.trace import read_trace
from tests.challenge.conftest import need_cage
from tests.challenge.entries import PYTHON, body
from tests.challenge.origin import site
from tests.challenge.rounds import LOOKS_UP, Character, keys, made, reopened, verdict_of, write_files

pytestmark = pytest.mark.waiting

SPY = """
if number == 0:
    for path in PATHS:
        try:
            found = os.listdir(path) if os.path.isdir(path) else open(path).read()
            tell("READ", path, found)
        except OSError as error:
            tell("refused", path, error.strerror)
say(choice=0)
"""
ASKS = """
import urllib.request
print(urllib.request.urlopen("http://127.0.0.1:PORT/facts", timeout=20).read().decode(), file=sys.stderr, flush=True)
"""


STRAYS = """
import urllib.request
try:
    urllib.request.urlopen("http://example.org/key", timeout=20)
except OSError:
    pass
"""


def caged(folder: Path, port: int) -> None:
    """Let a rehearsal run its entries in cages, with one site."""
    path = folder / "challenge.toml"
    text = path.read_text("utf-8").replace('backend = "none"', 'backend = "process"')
    path.write_text(text.replace("sites = []", f'sites = ["http://127.0.0.1:{port}/facts"]'), "utf-8")


def put(folder: Path, name: str, source: Path) -> None:
    """Put an entry into the folder."""
    entry = EntryFile(command=(PYTHON, "answer.py"), source_included=True)
    store_entry(entry, source, folder / "entries" / name, most=2**24)


def test_entries_run_sealed_see_no_key_and_meet_recorded_traffic_again(tmp_path: Path) -> None:
    need_cage()
    folder = made(tmp_path / "challenge")
    with site() as origin:
        caged(folder, origin.port)
        asking = write_files(tmp_path / "asking", keys(reopened(folder).rounds, changed=True), Character())
        script = LOOKS_UP.replace(
            "for line in sys.stdin:", ASKS.replace("PORT", str(origin.port)) + "for line in sys.stdin:"
        )
        (asking / "answer.py").write_text(script, "utf-8")
        put(folder, "asking", asking)
        spy = tmp_path / "spy"
        spy.mkdir()
        paths = [str(folder), str(folder / "secret.json"), str(folder / "people.jsonl"), "/proc/1/environ"]
        (spy / "answer.py").write_text(body(SPY.replace("PATHS", json.dumps(paths))), "utf-8")
        put(folder, "spy", spy)
        with open_challenge(folder, writing=True) as challenge:
            run_rounds(challenge)
            announce(challenge)
            asked = len(origin.asked)
            run_again(challenge)
            found = announce(challenge)
            again = len(origin.asked)

    assert found.sealed
    spied = "".join(str(record.get("stderr", "")) for record in read_trace(folder / "traces/problems/spy.run.jsonl"))
    assert "READ" not in spied.replace("READ /proc/1/environ", "")
    assert spied.count("refused") >= 3

    good = verdict_of(found, "asking")
    assert good.verdict is Verdict.CANDIDATE
    assert good.again.worst_repeat is not None
    assert good.again.worst_repeat.statement is Repetition.EXACT
    assert asked == 2
    assert again == asked + 2  # changed wordings of both rounds meet the live site; what is repeated, the recording
    records = read_trace(folder / "traces/schemas/asking.rerun.jsonl")
    assert [record["status"] for record in records if record["kind"] == "request"] == [200]
    assert all(each.ok for each in verify(reopened(folder)))


@pytest.mark.long
def test_a_site_that_the_rules_do_not_name_disqualifies(tmp_path: Path) -> None:
    need_cage()
    folder = made(tmp_path / "challenge")
    with site() as origin:
        caged(folder, origin.port)
        source = write_files(tmp_path / "curious", keys(reopened(folder).rounds, changed=True), Character())
        script = LOOKS_UP.replace("for line in sys.stdin:", f"{STRAYS}for line in sys.stdin:")
        (source / "answer.py").write_text(script, "utf-8")
        put(folder, "curious", source)
        with open_challenge(folder, writing=True) as challenge:
            run_rounds(challenge)
            found = verdict_of(announce(challenge), "curious")
    assert found.verdict is Verdict.DISQUALIFIED
    said = found.reasons[0].text(challenge.rules)
    assert "a request was refused ×" in said
    assert "example.org" not in said  # an address can carry a question out to whoever reads the verdict
    assert "http://example.org" in (folder / "traces/problems/curious.run.jsonl").read_text("utf-8")
    assert "Rule: Forbidden access disqualifies" in said
