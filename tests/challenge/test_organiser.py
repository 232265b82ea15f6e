"""What an organiser's machine does wrong costs nobody anything: full disks, closed folders, halves of challenges."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from anaphor.challenge import open_challenge
from anaphor.challenge.acts import announce, run_rounds
from anaphor.challenge.drawing import load_secrets
from anaphor.challenge.entry import EntryFile, obstacle, read_entry, store_entry
from anaphor.challenge.evidence.evidence import verify
from anaphor.challenge.rulebook import rules_of
from anaphor.challenge.sandbox.sandbox import Backend
from anaphor.challenge.starting import Start, start_challenge
from anaphor.challenge.transcript.trace import END, TraceFile, verify_trace
from anaphor.cli.challenge import app
from anaphor.errors import FormatError, InputError, OutputError
from tests.challenge.rounds import Character, add_entry, made, reopened
from tests.challenge.times import NOW

pytestmark = pytest.mark.waiting


@contextmanager
def failing(monkeypatch: pytest.MonkeyPatch, where: str) -> Iterator[None]:
    """A full disk, noticed by one function."""

    def full(*_: object, **__: object) -> None:
        raise OutputError("could not be written (No space left on device)")

    with monkeypatch.context() as patch:
        patch.setattr(where, full)
        yield


@pytest.mark.parametrize("part", ["save_study", "save_secrets", "write_starter_kit", "write_text"])
def test_a_challenge_that_cannot_be_written_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    start = Start(title="t", collection="anaphor-fr", backend=Backend.NONE)
    with failing(monkeypatch, f"anaphor.challenge.starting.{part}"), pytest.raises(OutputError):
        start_challenge(tmp_path / "new" / "challenge", start, NOW)
    assert list(tmp_path.iterdir()) == []


def test_what_lay_in_the_folder_before_stays_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "challenge").mkdir()
    (tmp_path / "challenge" / "notes.txt").write_text("mine", "utf-8")
    with failing(monkeypatch, "anaphor.challenge.entry.stage"):
        done = CliRunner().invoke(app, ["new", str(tmp_path / "challenge"), "--backend", "none"])
    assert isinstance(done.exception, OutputError)
    assert [path.name for path in (tmp_path / "challenge").iterdir()] == ["notes.txt"]


def test_people_who_are_no_study_leave_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "people.jsonl").write_text("no study\n", "utf-8")
    words = ["new", str(tmp_path / "c"), "--backend", "none", "--people", str(tmp_path / "people.jsonl")]
    done = CliRunner().invoke(app, words)
    assert isinstance(done.exception, FormatError)
    assert not (tmp_path / "c").exists()


def test_half_a_record_is_taken_back_and_the_trace_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with TraceFile(tmp_path / "t") as trace:
        trace.add("run", {})
        write = os.write

        def half(handle: int, data: memoryview) -> int:
            if len(data) < 60:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return write(handle, data[: len(data) // 2])

        with monkeypatch.context() as patch:
            patch.setattr("anaphor.challenge.transcript.trace.os.write", half)
            with pytest.raises(OutputError, match="No space left"):
                trace.add("fact", {"fact": "x" * 500})
        trace.add(END, {})
    assert verify_trace(tmp_path / "t").records == 2
    assert verify_trace(tmp_path / "t").ok


def test_a_full_disk_in_the_middle_of_a_run_loses_the_run_and_the_next_one_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made(tmp_path / "challenge")
    add = TraceFile.add

    def full(self: TraceFile, kind: str, fields: dict[str, object]) -> None:
        if self.path.stem != "journal" and self.records > 20:
            raise OutputError("the trace could not be written (No space left on device)")
        add(self, kind, fields)

    with open_challenge(folder, writing=True) as challenge:
        add_entry(challenge, "good", Character(), tmp_path / "sources")
        with monkeypatch.context() as patch:
            patch.setattr(TraceFile, "add", full)
            run_rounds(challenge)
        assert [run.state.value for run in challenge.course.runs.values()] == ["lost"]
        run_rounds(challenge)
        announce(challenge)
    assert all(each.ok for each in verify(reopened(folder)))


def test_an_entry_that_this_machine_cannot_cage_is_taken_and_said_to_be_so_before_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = tmp_path / "closed"
    (closed / "python").mkdir(parents=True)
    closed.chmod(0o700)
    monkeypatch.setattr("anaphor.challenge.entry.own_python", lambda: (closed / "python",))
    monkeypatch.setattr("anaphor.challenge.entry.os.geteuid", lambda: 0)
    folder = made(tmp_path / "challenge")
    rules = folder / "challenge.toml"
    rules.write_text(rules.read_text("utf-8").replace('backend = "none"', 'backend = "process"'), "utf-8")
    done = CliRunner().invoke(app, ["enter", str(folder), "first", "--resolver", "first"])
    assert done.exit_code == 0
    assert f"its run will be lost: the entry first needs {closed / 'python'}, and {tmp_path}" in done.stderr
    told = CliRunner().invoke(app, ["validate", str(folder)])
    assert told.exit_code == 0
    assert "the run of first will be lost" in told.stderr
    assert list(reopened(folder).obstacles()) == ["first"]


def test_nothing_is_in_the_way_of_an_entry_outside_a_cage(tmp_path: Path) -> None:
    assert obstacle("a", EntryFile(resolver="first"), tmp_path, Backend.NONE) is None
    assert obstacle("a", EntryFile(url="http://a.example/"), tmp_path, Backend.PROCESS) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = " + "[" * 100_000, "nested too deeply"),
        ("a = " + "9" * 5000, "too many digits"),
        ("a = 1\na = 2", "no TOML"),
        ('title = "a"\n[title]\n', "no TOML"),
    ],
    ids=["deep", "digits", "twice", "table"],
)
def test_rules_and_entries_that_cannot_be_read_are_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        rules_of(text)
    (tmp_path / "entry.toml").write_text(text, "utf-8")
    with pytest.raises(FormatError, match=said):
        read_entry(tmp_path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("same_text = 3", "same_text = nan"),
        ("score = 0.05", "score = inf"),
        ("score = 0.05", "score = nan"),
        ("cpu = 3600", "cpu = nan"),
        ("wall = 3600", "wall = inf"),
        ("question = 60 ", "question = nan "),
    ],
)
def test_numbers_that_are_none_are_refused_in_the_rules(tmp_path: Path, old: str, new: str) -> None:
    path = made(tmp_path / "challenge") / "challenge.toml"
    text = path.read_text("utf-8")
    assert old in text
    with pytest.raises(FormatError):
        rules_of(text.replace(old, new))


def test_a_disk_limit_beyond_all_disks_is_none(tmp_path: Path) -> None:
    path = made(tmp_path / "challenge") / "challenge.toml"
    path.write_text(path.read_text("utf-8").replace("disk_gib = 64", "disk_gib = 1e400"), "utf-8")
    done = CliRunner().invoke(app, ["validate", str(path.parent)])
    assert done.exit_code == 1
    assert "is none" in done.stdout


def test_secrets_that_say_two_things_are_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text('{"run": "a", "run": "b", "rerun": "c"}', "utf-8")
    with pytest.raises(FormatError, match="no secrets"):
        load_secrets(tmp_path)


def test_an_entry_larger_than_the_disk_limit_is_refused_wherever_it_comes_from(tmp_path: Path) -> None:
    folder = made(tmp_path / "challenge")
    source = tmp_path / "source"
    source.mkdir()
    with (source / "weights").open("wb") as file:
        file.truncate(65 * 2**30)  # a hole: it takes no room, and would take for ever to read
    with open_challenge(folder, writing=True) as challenge:
        with pytest.raises(InputError, match="larger than the disk limit"):
            store_entry(EntryFile(command=("x",)), source, challenge.path_of("large"), most=challenge.disk)
        assert list((folder / "entries").iterdir()) == []
        (folder / "entries" / "large").mkdir()
        (folder / "entries" / "large" / "entry.toml").write_text('command = ["x"]\n', "utf-8")
        source.rename(folder / "entries" / "large" / "files")
        with pytest.raises(InputError, match="larger than the disk limit"):
            run_rounds(challenge)


def test_hashing_an_entry_copies_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = made(tmp_path / "challenge")
    monkeypatch.setattr("anaphor.challenge.staging.tempfile.mkdtemp", None)
    with open_challenge(folder, writing=True) as challenge:
        (folder / "entries" / "small" / "files").mkdir(parents=True)
        (folder / "entries" / "small" / "entry.toml").write_text('command = ["x"]\n', "utf-8")
        (folder / "entries" / "small" / "files" / "x").write_text("x", "utf-8")
        assert len(challenge.examine("small").digest) == 64
