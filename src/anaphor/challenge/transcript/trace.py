"""Evidence as lines that hang together: each record holds the hash of the one before, and its own.

    {"n":0,"at":"…","kind":"run",…,"previous":"0000…","hash":"5e1f…"}
    {"n":1,"at":"…","kind":"start",…,"previous":"5e1f…","hash":"83b0…"}

The hash is SHA-256 of the line's bytes up to `,"hash"`. A byte that changes anywhere is found and its line named;
whoever rewrites the whole chain gets another *head* (the last hash), which is why heads are published.
"""

import fcntl
import hashlib
import json
import os
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from anaphor.errors import ContentError, InputError, OutputError, Place
from anaphor.files import regular_bytes
from anaphor.provenance import plain

LARGEST_TRACE = 2**30
"""Bytes of the largest trace that is read."""
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
    fault: str | None = None
    """What is wrong there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fault:
    line: int
    what: str


def _hash(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def _line(number: int, kind: str, fields: Mapping[str, object], previous: str) -> tuple[bytes, str]:
    """The bytes of a record, and its hash."""
    at = datetime.now(UTC).isoformat(timespec="microseconds")
    record = {"n": number, "at": at, "kind": kind, **plain(fields), "previous": previous}
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    # Half a character (a lone surrogate) is no UTF-8; as \udXXX it is still the same JSON.
    body = text[:-1].encode("utf-8", "backslashreplace")
    hashed = _hash(body)
    return body + _MARK + hashed.encode("ascii") + b'"}\n', hashed


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
        if resume:
            try:
                self._find_end()
            except BaseException:
                self.close()
                raise

    def _find_end(self) -> None:
        """Go to the end of the whole records; a half-written last line is dropped."""
        data = regular_bytes(self.path, LARGEST_TRACE)
        whole = _whole(data)
        check, records = _read(whole)
        if check.fault is not None and check.line is not None:
            raise ContentError(check.fault, where=Place(file=str(self.path), line=check.line), todo="Run it anew.")
        if records and records[-1]["kind"] == END:
            raise InputError("the run of this trace is over", where=Place(file=str(self.path)))
        self.head, self.records = check.head, check.records
        os.ftruncate(self._file, len(whole))

    def add(self, kind: str, fields: Mapping[str, object]) -> None:
        """Write a record; it survives a kill of this process at once, and a power cut after `close` or with `sync`."""
        with self._lock:
            line, head = _line(self.records, kind, fields, self.head)
            try:
                end = os.fstat(self._file).st_size
                _write_whole(self._file, line, end)
                if self._sync:
                    os.fsync(self._file)
            except OSError as error:
                raise _cannot_write(self.path, error) from error
            self.head = head
            self.records += 1

    def close(self) -> None:
        """Hand the trace to the disk."""
        with self._lock, suppress(OSError):
            if self._file >= 0:
                os.fsync(self._file)
                os.close(self._file)
                self._file = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _open(path: Path, *, resume: bool, patience: float) -> int:
    flags = os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC | (0 if resume else os.O_CREAT | os.O_EXCL)
    try:
        handle = os.open(path, flags, 0o600)
    except FileExistsError:
        raise InputError("there is a trace already", where=Place(file=str(path)), todo="Name another file.") from None
    except OSError as error:
        raise _cannot_write(path, error) from error
    if _locked(handle, time.monotonic() + patience):
        return handle
    os.close(handle)
    what = "journal" if path.stem == "journal" else "trace"
    raise InputError(f"the {what} is being written by a run", where=Place(file=str(path)), todo="Try again.")


def _locked(handle: int, until: float) -> bool:
    """Whether this process alone may write now, or before a moment comes."""
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if time.monotonic() >= until:
                return False
            time.sleep(_PAUSE_S)
        else:
            return True


def _write(handle: int, line: bytes) -> None:
    rest = memoryview(line)
    while rest:
        rest = rest[os.write(handle, rest) :]


def _write_whole(handle: int, line: bytes, end: int) -> None:
    """Write a line at the end, or nothing of it: after half a line no other could follow."""
    try:
        _write(handle, line)
    except OSError:
        with suppress(OSError):
            os.ftruncate(handle, end)
        raise


def _cannot_write(path: Path, error: OSError) -> OutputError:
    what = "journal" if path.stem == "journal" else "trace"
    return OutputError(f"the {what} could not be written ({error.strerror})", where=Place(file=str(path)))


def verify_trace(path: Path, *, head: str | None = None) -> TraceCheck:
    """Whether a trace is whole and as it was written; with `head`, also whether it is the one that was published."""
    check, records = _read(regular_bytes(path, LARGEST_TRACE))
    if check.fault is None:
        unfinished = not records or records[-1]["kind"] != END
        fault = _unfinished(check, records) if unfinished else _other_head(check, head)
        if fault:
            return TraceCheck(ok=False, records=check.records, head=check.head, line=fault.line, fault=fault.what)
    return check


def _unfinished(check: TraceCheck, records: list[dict[str, Any]]) -> _Fault:
    last = f" after {_name(records[-1])}" if records else ""
    return _Fault(line=check.records + 1, what=f"the trace stops{last}: its last record is missing")


def _other_head(check: TraceCheck, head: str | None) -> _Fault | None:
    if head is None or head == check.head:
        return None
    return _Fault(line=check.records, what=f"the head is {check.head[:16]}…, not the published {head[:16]}…")


def read_trace(path: Path) -> tuple[Mapping[str, Any], ...]:
    """The records of a trace, which may be cut off; one that was changed is refused with the line."""
    check, records = _read(_whole(regular_bytes(path, LARGEST_TRACE)))
    if check.fault is not None:
        raise ContentError(check.fault, where=Place(file=str(path), line=check.line), todo="Do not rely on it.")
    return tuple(records)


def _whole(data: bytes) -> bytes:
    """The data up to its last line end."""
    return data[: data.rfind(b"\n") + 1]


def _read(data: bytes) -> tuple[TraceCheck, list[dict[str, Any]]]:
    """The check of the chain, and the records up to the first fault."""
    records: list[dict[str, Any]] = []
    head = START
    for number, line in enumerate(_lines(data), 1):
        record, fault = _check_line(line, len(records), head)
        if fault is not None:
            return TraceCheck(ok=False, records=len(records), head=head, line=number, fault=fault), records
        records.append(record)
        head = record["hash"]
    return TraceCheck(ok=True, records=len(records), head=head), records


def _lines(data: bytes) -> Iterator[bytes]:
    start = 0
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end + 1
        yield data[start:end]
        start = end


def _check_line(line: bytes, number: int, head: str) -> tuple[dict[str, Any], str | None]:
    """A record, and what is wrong with it."""
    body, tail = line[: -_TAIL - 1], line[-_TAIL - 1 :]
    record = _parse(line)
    name = _name(record) if record else "a record"
    if not (tail.startswith(_MARK) and tail.endswith(b'"}\n')):
        return {}, f"{name} does not end as a record does"
    if tail[len(_MARK) : -3].decode("ascii", "replace") != _hash(body) or record is None:
        return {}, f"{name} is not what was written: its content and its hash differ"
    if record.get("previous") != head or record.get("n") != number:
        return {}, f"{name} does not follow the record before it: something was taken out, put in or moved"
    return record, None


def _parse(line: bytes) -> dict[str, Any] | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) and isinstance(record.get("kind"), str) else None


def _name(record: Mapping[str, Any]) -> str:
    """What a record is about, for people."""
    question = record.get("question")
    about = f" to {question}" if record["kind"] == "answer" else f" about {question}"
    return f"record {record.get('n')} ({record['kind']}{about if isinstance(question, str) else ''})"
