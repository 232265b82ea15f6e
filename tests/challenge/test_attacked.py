"""What a hostile entrant or a dishonest organiser tried on whole challenges, and what now stops them."""

import errno
import json
import os
import shutil
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from anaphor.challenge import Challenge, Verdict, disqualify, hand_in, open_challenge, publication_of
from anaphor.challenge.acts import announce, run_again, run_rounds, take_entries
from anaphor.challenge.entry import EntryFile, store_entry, stored_entry
from anaphor.challenge.evidence.evidence import verify
from anaphor.challenge.proxy.http import IncomingRequest, Recorder, Recording, SiteReply
from anaphor.challenge.proxy.sites import read_site
from anaphor.challenge.round import Hearing, RunState
from anaphor.challenge.rulebook import JOURNAL
from anaphor.challenge.running import fresh_recording, recordings
from anaphor.challenge.staging import stage
from anaphor.challenge.transcript.trace import read_trace
from anaphor.challenge.validation import broken
from anaphor.cli.challenge import app
from anaphor.errors import InputError, OutputError
from anaphor.report.html.challenge_site import site_files
from tests.challenge.entries import PYTHON
from tests.challenge.rounds import Character, add_entry, begun, made, reopened, verdict_of

pytestmark = pytest.mark.waiting

Records = list[dict[str, Any]]


@cache
def _held() -> Path:
    """A challenge that is over: somebody has won, a cheat was caught."""
    place, folder, paper = begun()
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "expert", Character(), place)
        add_entry(challenge, "cheat", Character(knows_changed=False), place)
        run_rounds(challenge)
        announce(challenge)
        for name in ("expert", "cheat"):
            hand_in(challenge, name, paper=paper)
        run_again(challenge)
        announce(challenge, final=True)
    return folder


def held(folder: Path) -> Path:
    """A copy of a challenge that is over."""
    return Path(shutil.copytree(_held(), folder))


def forged(path: Path, change: Callable[[Records], Records]) -> str:
    """Write a whole chain anew after a change, as somebody who owns the machine can; its last hash."""
    previous, lines = "0" * 64, b""
    for number, record in enumerate(change([dict(each) for each in read_trace(path)])):
        body = {**record, "n": number, "previous": previous}
        del body["hash"]
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))[:-1].encode()
        previous = sha256(text).hexdigest()
        lines += text + f',"hash":"{previous}"}}\n'.encode()
    path.write_bytes(lines)
    return previous


def faults(folder: Path, head: str | None = None) -> dict[str, str]:
    """What does not hold."""
    return {each.name: each.fault for each in verify(reopened(folder), head) if each.fault}


def cut(folder: Path, lines: int) -> None:
    """Take lines from the end of the journal."""
    kept = (folder / JOURNAL).read_bytes().splitlines(keepends=True)[:-lines]
    (folder / JOURNAL).write_bytes(b"".join(kept))


def test_everything_holds_before_anybody_changes_it(tmp_path: Path) -> None:
    assert not faults(held(tmp_path / "challenge"))


def test_nobody_wins_before_being_heard_on_changed_wordings(tmp_path: Path) -> None:
    folder = held(tmp_path / "challenge")
    cut(folder, 5)  # what a kill leaves between the two second runs: neither entry was heard on changed wordings
    for path in folder.glob("traces/schemas/*.changed.jsonl"):
        path.unlink()
    with open_challenge(folder, writing=True) as challenge:
        assert challenge.course.run("cheat", "schemas", Hearing.RERUN).state is RunState.FINISHED
        with pytest.raises(InputError, match="has not been run again"):
            announce(challenge, final=True)
        run_again(challenge)
        assert verdict_of(announce(challenge, final=True), "cheat").verdict is Verdict.DISQUALIFIED


def test_final_results_stay_final(tmp_path: Path) -> None:
    with (
        open_challenge(held(tmp_path / "challenge"), writing=True) as challenge,
        pytest.raises(InputError, match="results are final"),
    ):
        disqualify(challenge, "expert", rule="access", because="they are not liked")


def test_an_entry_that_can_never_be_run_blocks_nobody_once_it_is_disqualified(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "good", Character(), tmp_path)
        add_entry(challenge, "stuck", Character(), tmp_path)
        run_stuck(challenge)
        with pytest.raises(InputError, match="stuck"):
            announce(challenge)
        disqualify(challenge, "stuck", rule="hardware", because="it cannot be run here")
        run_rounds(challenge)
        found = announce(challenge)
    assert verdict_of(found, "good").verdict is Verdict.CANDIDATE
    assert verdict_of(found, "stuck").verdict is Verdict.DISQUALIFIED


def run_stuck(challenge: Challenge) -> None:
    """Run all entries, one of which is not what came any more: its run is lost, however often it is tried."""
    take_entries(challenge)
    path = challenge.path_of("stuck") / "entry.toml"
    path.write_bytes(path.read_bytes() + b"# changed\n")
    run_rounds(challenge)


def test_a_full_disk_costs_no_entry_its_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "entry"
    source.mkdir()
    (source / "answer.py").write_text("pass", "utf-8")

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("anaphor.challenge.staging._read", full)
    with pytest.raises(OutputError, match="no room"):
        stage(source, tmp_path / "copy", most=100)


def test_a_link_that_leads_out_by_way_of_other_links_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "entry"
    source.mkdir()
    (source / "here").symlink_to(".")
    (source / "out").symlink_to("here/here/here/../../../secret")
    with pytest.raises(InputError, match="leads out"):
        stage(source, tmp_path / "copy", most=100)


def test_an_entry_reads_no_folder_that_the_rules_do_not_lend(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    store_entry(EntryFile(command=(PYTHON,), readable=("/proc",)), None, folder / "entries" / "curious", most=100)
    with open_challenge(folder, writing=True) as challenge:
        take_entries(challenge)
        assert "do not lend" in challenge.refused["curious"]
    source = tmp_path / "entry"
    source.mkdir()
    (source / "entry.toml").write_text('command = ["true"]\nreadable = ["/opt/models/../secret"]\n', "utf-8")
    rules = folder / "challenge.toml"
    rules.write_text(rules.read_text("utf-8").replace("lent = []", 'lent = ["/opt/models"]'), "utf-8")
    shutil.rmtree(folder / "entries" / "curious")
    (folder / JOURNAL).unlink()
    done = CliRunner().invoke(app, ["enter", str(folder), "curious", "--folder", str(source)])
    assert isinstance(done.exception, InputError)
    assert not (folder / "entries" / "curious").exists()
    (source / "entry.toml").write_text('command = ["true"]\nreadable = ["/opt/models/small"]\n', "utf-8")
    assert CliRunner().invoke(app, ["enter", str(folder), "curious", "--folder", str(source)]).exit_code == 0
    assert stored_entry(folder / "entries" / "curious").digest == reopened(folder).course.entries["curious"].digest


def test_a_recording_that_was_cut_off_is_gone_on_with(tmp_path: Path) -> None:
    trace = tmp_path / "a.run.jsonl"
    path = fresh_recording(trace)
    path.touch()  # killed before its first line
    assert fresh_recording(trace) == path
    Recorder(path).close()
    assert Recording(path).head
    assert fresh_recording(trace) != path


def test_what_was_recorded_before_and_after_an_interruption_is_replayed(tmp_path: Path) -> None:
    trace = tmp_path / "a.run.jsonl"
    asked = IncomingRequest(method="GET").key(read_site("http://a.org"))
    for body in (b"before", b"after"):
        recorder = Recorder(fresh_recording(trace))
        recorder.add(asked, SiteReply(status=200, body=body))
        recorder.close()  # as Ctrl-C does
    recording = Recording(*takewhile(Path.exists, recordings(trace)))
    found = [recording.answer(asked) for _ in range(3)]
    assert [each.body if each else None for each in found] == [b"before", b"after", None]


def test_made_up_people_are_no_people_of_a_real_challenge(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    rules = folder / "challenge.toml"
    rules.write_text(rules.read_text("utf-8").replace("rehearsal = true", "rehearsal = false"), "utf-8")
    wrong = {each.rule.value: each.problem or "" for each in broken(reopened(folder).check())}
    assert "simulated" in wrong["people"]


def test_a_paper_that_was_exchanged_is_named(tmp_path: Path) -> None:
    folder = held(tmp_path / "challenge")
    next((folder / "deposits" / "expert").iterdir()).write_text("Another one.", "utf-8")
    assert faults(folder) == {"paper of expert": "it is not what was handed in"}


def test_a_trace_of_somebody_else_is_named(tmp_path: Path) -> None:
    folder = held(tmp_path / "challenge")
    shutil.copy(folder / "traces/problems/expert.run.jsonl", folder / "traces/problems/cheat.run.jsonl")
    last = read_trace(folder / "traces/problems/expert.run.jsonl")[-1]["hash"]

    def point(records: Records) -> Records:
        for each in records:
            if (each["kind"], each.get("entry"), each.get("round")) == ("ended", "cheat", "problems"):
                each["head"] = last
        return records

    forged(folder / JOURNAL, point)
    assert "trace of expert" in faults(folder)["traces/problems/cheat.run.jsonl"]


def test_announced_verdicts_must_follow_from_the_evidence(tmp_path: Path) -> None:
    folder = held(tmp_path / "challenge")

    def lie(records: Records) -> Records:
        records[-1]["entries"] = "0" * 64
        return records

    forged(folder / JOURNAL, lie)
    assert "follow" in faults(folder)["verdicts concluded"]


def test_an_entry_made_late_or_in_time_afterwards_is_named(tmp_path: Path) -> None:
    folder = held(tmp_path / "challenge")

    def later(records: Records) -> Records:
        for each in records:
            if each["kind"] == "entered" and each["entry"] == "cheat":
                each["when"] = "2199-01-01T00:00:00+00:00"
        return records

    forged(folder / JOURNAL, later)
    assert "said to be in time" in faults(folder)["entry cheat"]


def test_lines_taken_from_the_end_of_the_journal_are_found_by_what_is_left(tmp_path: Path) -> None:
    folder = held(tmp_path / "challenge")
    cut(folder, 6)
    assert "stands in no line" in faults(folder)["traces"]


def test_the_published_head_finds_a_journal_that_was_cut_or_written_anew(tmp_path: Path) -> None:
    folder = held(tmp_path / "challenge")
    head = str(read_trace(folder / JOURNAL)[-1]["hash"])
    assert head in site_files(publication_of(reopened(folder)))["rules.html"].decode()
    assert not faults(folder, head)
    cut(folder, 1)
    assert "published" in faults(folder, head)["journal"]
    done = CliRunner().invoke(app, ["verify", str(folder / JOURNAL), "--head", head])
    assert done.exit_code == 1


def test_a_changed_byte_in_the_journal_is_an_answer_and_no_bad_input(tmp_path: Path) -> None:
    folder = held(tmp_path / "challenge")
    data = bytearray((folder / JOURNAL).read_bytes())
    data[3000] ^= 1
    (folder / JOURNAL).write_bytes(data)
    done = CliRunner().invoke(app, ["verify", str(folder), "--json"])
    assert done.exit_code == 1
    assert "is not what was written" in done.stdout
