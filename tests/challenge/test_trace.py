"""A trace holds together: one changed byte is found and its line named, and a cut-off trace can be gone on with."""

import errno
import json
import os
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphor.challenge.transcript.trace import END, START, TraceFile, read_trace, verify_trace
from anaphor.errors import ContentError, InputError, OutputError


def write(path: Path, records: int = 4) -> bytes:
    with TraceFile(path) as trace:
        for number in range(records):
            trace.add("answer", {"question": f"é{number}", "reply": {"choice": number}})
        trace.add(END, {})
    return path.read_bytes()


def test_a_trace_as_it_was_written_is_good(tmp_path: Path) -> None:
    write(tmp_path / "t")
    check = verify_trace(tmp_path / "t")
    assert (check.ok, check.records, check.line, check.fault) == (True, 5, None, None)
    assert verify_trace(tmp_path / "t", head=check.head).ok
    assert [record["n"] for record in read_trace(tmp_path / "t")] == [0, 1, 2, 3, 4]
    assert read_trace(tmp_path / "t")[0]["previous"] == START


def test_every_flipped_byte_is_found_and_its_line_named(tmp_path: Path) -> None:
    data = write(tmp_path / "t", 1)
    for place in range(len(data)):
        changed = bytearray(data)
        changed[place] ^= (0x01, 0x20, 0x80)[place % 3]
        (tmp_path / "t").write_bytes(changed)
        check = verify_trace(tmp_path / "t")
        assert not check.ok, place
        assert check.line == data[:place].count(b"\n") + 1


def test_the_fault_says_which_answer_was_changed(tmp_path: Path) -> None:
    data = write(tmp_path / "t")
    (tmp_path / "t").write_bytes(data.replace(b'"choice":2', b'"choice":1'))
    check = verify_trace(tmp_path / "t")
    assert check.line == 3
    assert str(check.fault) == "record 2 (answer to é2) is not what was written: its content and its hash differ"


def test_lines_taken_out_put_in_or_moved_are_found(tmp_path: Path) -> None:
    lines = write(tmp_path / "t").splitlines(keepends=True)
    for changed, line in (
        (lines[:1] + lines[2:], 2),
        (lines[1:], 1),
        ([*lines[:2], lines[1], *lines[2:]], 3),
        ([lines[0], lines[2], lines[1], *lines[3:]], 2),
        ([*lines, lines[-1]], 6),
        (lines[:-1], 5),
        (lines[:0], 1),
        ([*lines[:2], b"\n", *lines[2:]], 3),
        ([*lines[:2], b"{}\n", *lines[2:]], 3),
        ([*lines, b"x"], 6),
    ):
        (tmp_path / "t").write_bytes(b"".join(changed))
        check = verify_trace(tmp_path / "t")
        assert (check.ok, check.line) == (False, line)


def test_a_chain_that_was_made_anew_has_another_head(tmp_path: Path) -> None:
    write(tmp_path / "a")
    write(tmp_path / "b", 3)
    published = verify_trace(tmp_path / "a").head
    check = verify_trace(tmp_path / "b", head=published)
    assert not check.ok
    assert check.fault is not None
    assert "not the published" in str(check.fault)


@settings(max_examples=30)
@given(st.binary(max_size=400))
def test_whatever_a_file_holds_the_check_ends_in_a_verdict(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.mktemp("t") / "t"
    path.write_bytes(data)
    assert not verify_trace(path).ok


def test_a_cut_off_trace_goes_on_after_its_last_whole_record(tmp_path: Path) -> None:
    data = write(tmp_path / "t")
    for cut in (*range(0, len(data) - 1, 31), *(data.index(b"\n") + step for step in (-1, 0, 1, 2))):
        (tmp_path / "t").write_bytes(data[:cut])
        with TraceFile(tmp_path / "t", resume=True) as trace:
            assert trace.records == data[:cut].count(b"\n")
            trace.add(END, {})
        assert verify_trace(tmp_path / "t").ok


def test_a_changed_or_finished_trace_is_not_gone_on_with(tmp_path: Path) -> None:
    data = write(tmp_path / "t")
    with pytest.raises(InputError, match="is over"):
        TraceFile(tmp_path / "t", resume=True)
    (tmp_path / "t").write_bytes(data.replace(b'"choice":1', b'"choice":0'))
    with pytest.raises(ContentError, match="is not what was written"):
        TraceFile(tmp_path / "t", resume=True)
    with pytest.raises(ContentError, match="is not what was written"):
        read_trace(tmp_path / "t")


def test_a_trace_is_never_overwritten_nor_written_by_two(tmp_path: Path) -> None:
    with TraceFile(tmp_path / "t") as trace:
        trace.add("run", {})
        with pytest.raises(InputError, match="being written by a run"):
            TraceFile(tmp_path / "t", resume=True)
    with pytest.raises(InputError, match="there is a trace already"):
        TraceFile(tmp_path / "t")


def test_threads_share_a_trace(tmp_path: Path) -> None:
    with TraceFile(tmp_path / "t") as trace:

        def work() -> None:
            for _ in range(50):
                trace.add("fact", {"fact": "x"})

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        trace.add(END, {})
    assert verify_trace(tmp_path / "t").records == 201


def test_half_characters_and_control_characters_stay_json(tmp_path: Path) -> None:
    words = "half \ud800 \udc80 bell \x07 line \u2028 end\n"
    with TraceFile(tmp_path / "t") as trace:
        trace.add("fact", {"detail": words})
        trace.add(END, {})
    assert verify_trace(tmp_path / "t").ok
    assert read_trace(tmp_path / "t")[0]["detail"] == words
    assert all(json.loads(line) for line in (tmp_path / "t").read_bytes().splitlines())


def test_a_record_that_the_disk_did_not_take_is_not_followed_by_its_double(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk may take a line and say only at fsync that it has no room for it."""
    path = tmp_path / "journal.jsonl"
    refused, sync = [True], os.fsync

    def full_once(handle: int) -> None:
        if refused:
            refused.clear()
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(handle)

    with TraceFile(path, sync=True) as trace:
        trace.add("first", {})
        monkeypatch.setattr(os, "fsync", full_once)
        with pytest.raises(OutputError, match="No space left"):
            trace.add("second", {})
        trace.add("third", {})
    assert [record["kind"] for record in read_trace(path)] == ["first", "third"]
