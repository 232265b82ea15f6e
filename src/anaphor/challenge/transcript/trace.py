"""Evidence as lines that hang together: each record holds the hash of the one before, and its own.

    {"n":0,"at":"…","kind":"run",…,"previous":"0000…","hash":"5e1f…"}
    {"n":1,"at":"…","kind":"start",…,"previous":"5e1f…","hash":"83b0…"}

The hash is SHA-256 of the line's bytes up to `,"hash"`. A byte that changes anywhere is found and its line named;
whoever rewrites the whole chain gets another *head* (the last hash), which is why heads are published.
"""

import hashlib
import json
import os
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from anaphor.errors import ContentError, InputError, OutputError, Place
from anaphor.files import regular_bytes, take_lock
from anaphor.provenance import plain
from anaphor.text import Message, message

LARGEST_TRACE = 2**30
START = "0" * 64
"""What the first record holds in place of a hash before it."""
END = "end"
"""The kind of the last record of a whole trace."""
_PAUSE_S = 0.05
_MARK = b',"hash":"'
_TAIL = len(_MARK) + 64 + len(b'"}')


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceCheck:
    """What the check of a trace found."""

    ok: bool
    """Whether every record is as it was written, in its place, and the last one is there."""
    records: int
    """How many records are whole, from the first on."""
    head: str
    """The hash of the last whole record: what is published."""
    line: int | None = None
    """The line where the first fault is, from 1."""
    fault: Message | None = None


class TraceFile:
    """A trace that is being written; threads may share it, processes may not."""

    def __init__(self, path: Path, *, resume: bool = False, sync: bool = False, patience: float = 0) -> None:
        """Begin a trace, or with `resume` go on with one that was cut off; with `sync` records survive a power cut.

        Another process that writes it is waited for as many seconds as `patience` says.
        """
        self.path, self._sync = path, sync
        self._lock = threading.Lock()
        self._file = _open(path, resume=resume, patience=patience)
        self.head, self.records = START, 0
        self._torn: int | None = None
        """How long the file was before a line of which a part was written, and could not be taken back."""
        if resume:
            try:
                check, records, size = _whole_records(path, "challenge-transcript-run-anew")
                if records and records[-1]["kind"] == END:
                    raise InputError("challenge-transcript-over", where=path)
                self.head, self.records = check.head, check.records
                os.ftruncate(self._file, size)  # a half-written last line is dropped
            except BaseException:
                self.close()
                raise

    def add(self, kind: str, fields: Mapping[str, object]) -> None:
        """Write a record; it survives a kill of this process at once, and a power cut after `close` or with `sync`."""
        with self._lock:
            at = datetime.now(UTC).isoformat(timespec="microseconds")
            record = {"n": self.records, "at": at, "kind": kind, **plain(fields), "previous": self.head}
            text = json.dumps(record, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
            # Half a character (a lone surrogate) is no UTF-8; as \udXXX it is still the same JSON.
            body = text[:-1].encode("utf-8", "backslashreplace")
            head = hashlib.sha256(body).hexdigest()
            try:
                self._write(body + _MARK + head.encode("ascii") + b'"}\n')
            except OSError as error:
                raise _cannot_write(self.path, error) from error
            self.head = head
            self.records += 1

    def _write(self, line: bytes) -> None:
        """Write a line at the end, or nothing of it: after half a line no other could follow."""
        if self._torn is not None:
            os.ftruncate(self._file, self._torn)
        end, rest = os.fstat(self._file).st_size, memoryview(line)
        self._torn = end
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
            if self._sync:  # what cannot be handed to the disk was not written: the next record would follow it twice
                os.fsync(self._file)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._file, end)
                self._torn = None
            raise
        self._torn = None

    def close(self) -> None:
        """Hand the trace to the disk."""
        with self._lock, suppress(OSError):
            if self._file >= 0:
                os.fsync(self._file)
                os.close(self._file)
                self._file = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _open(path: Path, *, resume: bool, patience: float) -> int:
    """A handle on a file that this process alone may write."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC | (0 if resume else os.O_CREAT | os.O_EXCL)
    try:
        handle = os.open(path, flags, 0o600)
    except FileExistsError:
        raise InputError("challenge-transcript-there", where=path) from None
    except OSError as error:
        raise _cannot_write(path, error) from error
    until = time.monotonic() + patience
    while not take_lock(handle):
        if time.monotonic() >= until:
            os.close(handle)
            raise InputError("challenge-transcript-busy", file=path.stem, where=path)
        time.sleep(_PAUSE_S)
    return handle


def _cannot_write(path: Path, error: OSError) -> OutputError:
    return OutputError("challenge-transcript-not-written", file=path.stem, why=str(error.strerror), where=path)


def verify_trace(path: Path, *, head: str | None = None) -> TraceCheck:
    """Whether a trace is whole and as it was written; with `head`, also whether it is the one that was published."""
    check, records = _read(regular_bytes(path, LARGEST_TRACE))
    if check.fault is not None:
        return check
    if not records or records[-1]["kind"] != END:
        empty = message("challenge-transcript-stops-empty")
        stops = message("challenge-transcript-stops", last=_name(records[-1])) if records else empty
        return replace(check, ok=False, line=check.records + 1, fault=stops)
    if head is not None and head != check.head:
        other = message("challenge-transcript-head", head=check.head[:16], published=head[:16])
        return replace(check, ok=False, line=check.records, fault=other)
    return check


def read_trace(path: Path) -> tuple[Mapping[str, Any], ...]:
    """The records of a trace, which may be cut off; one that was changed is refused with the line."""
    return tuple(_whole_records(path, "challenge-transcript-distrust")[1])


def _whole_records(path: Path, todo: str) -> tuple[TraceCheck, list[dict[str, Any]], int]:
    """The records up to the last line end, and how many bytes they take; a changed one is refused."""
    data = regular_bytes(path, LARGEST_TRACE)
    size = data.rfind(b"\n") + 1
    check, records = _read(data[:size])
    if check.fault is not None:
        raise ContentError(check.fault, where=Place(file=str(path), line=check.line), todo=message(todo))
    return check, records, size


def _read(data: bytes) -> tuple[TraceCheck, list[dict[str, Any]]]:
    """The check of the chain, and the records up to the first fault."""
    records: list[dict[str, Any]] = []
    head, start = START, 0
    while start < len(data):
        end = data.find(b"\n", start) + 1 or len(data)
        line, number = data[start:end], len(records)
        body, tail = line[: -_TAIL - 1], line[-_TAIL - 1 :]
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            record = None
        readable = isinstance(record, dict) and isinstance(record.get("kind"), str)
        fault = ""
        if not (tail.startswith(_MARK) and tail.endswith(b'"}\n')):
            fault = "challenge-transcript-record-end"
        elif not readable or tail[len(_MARK) : -3].decode("ascii", "replace") != hashlib.sha256(body).hexdigest():
            fault = "challenge-transcript-record-changed"
        elif record.get("previous") != head or record.get("n") != number:
            fault = "challenge-transcript-record-moved"
        if fault:
            name = _name(record) if readable else message("challenge-transcript-a-record")
            said = message(fault, record=name)
            return TraceCheck(ok=False, records=number, head=head, line=number + 1, fault=said), records
        records.append(record)
        head, start = record["hash"], end
    return TraceCheck(ok=True, records=len(records), head=head), records


def _name(record: Mapping[str, Any]) -> Message:
    number, kind, question = str(record.get("n")), record["kind"], record.get("question")
    if not isinstance(question, str):
        return message("challenge-transcript-record", number=number, kind=kind)
    code = "challenge-transcript-record-to" if kind == "answer" else "challenge-transcript-record-about"
    return message(code, number=number, kind=kind, question=question)
