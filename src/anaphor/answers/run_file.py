"""The file of a run: JSON lines, a header and then one line per answer.

A run can be killed at any moment: what is on disk is whole but for the last line, and the next start drops that one if
it was half written. Later answers to the same question take the place of earlier ones.
"""

import json
import os
import stat
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal, Self

from anaphor.answer import TRACED_TOKENS, Answer, Choice, Respondent, TracedAnswer
from anaphor.errors import AnaphorError, ContentError, FormatError, OutputError, Place
from anaphor.files import regular_bytes, take_lock
from anaphor.provenance import adapter, first_sum, plain, sum_of_line, summed, writable, written_path
from anaphor.text import joined

LARGEST_RUN = 2**30
"""Bytes of the largest run that is read: a million answers with their traces."""
_STRICT = {"extra": "forbid"}
_OPENING = b'{"kind":"anaphor-run"'
_SYNC_S = 1.0
"""Answers are handed to the system at once, which a kill cannot undo, and to the disk at least this often."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunHeader:
    """The first line of a run: who was asked what, and with which settings."""

    __pydantic_config__ = _STRICT
    kind: Literal["anaphor-run"] = "anaphor-run"
    version: Literal[1] = 1
    collection: str
    fingerprint: str
    """The collection's fingerprint: what was asked, and what is right."""
    source: str
    questions: int
    respondent: Respondent
    signature: str
    """The resolver's signature: everything that could change an answer."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """What was given on the command line: `with` is the resolver, the others say how the collection's file was read."""
    seed: int | None = None
    blind: bool = True
    """Whether ids and the order of candidates were hidden from the resolver."""
    started: datetime
    anaphor: str
    sums: bool = False
    """Whether each answer ends in a checksum of its line and of all before it; files of version 0.1 have none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRun:
    """A run as it stands in its file."""

    header: RunHeader
    answers: tuple[Answer, ...]
    """The last answer to each question, in the order of the first answers; some are `TracedAnswer`s."""
    half_line: bool = False
    """Whether the file ends in a half-written line, which is left out."""
    last_sum: str = ""

    @property
    def tokens(self) -> dict[int, int]:
        """How many choices rest on how many tokens, where the answers say it."""
        return decided_tokens(self.answers)

    @property
    def by_question(self) -> dict[str, Answer]:
        return {answer.question: answer for answer in self.answers}


def decided_tokens(answers: Iterable[Answer]) -> dict[int, int]:
    """How many choices rest on how many tokens (the fewest of a question's candidates), where traces say it."""
    counts: Counter[int] = Counter()
    for answer in answers:
        traces = answer.candidate_traces if isinstance(answer, TracedAnswer) else ()
        tokens = [each.get(TRACED_TOKENS) for each in traces]
        known = [each for each in tokens if isinstance(each, int)]
        if known and isinstance(answer.reply, Choice):
            counts[min(known)] += 1
    return dict(sorted(counts.items()))


def totals(answers: Iterable[Answer]) -> dict[str, float]:
    """The sums of what answers cost: the numbers in the `usage` of their traces."""
    sums: dict[str, float] = {}
    for answer in answers:
        usage = answer.trace.get("usage") if isinstance(answer, TracedAnswer) else None
        for name, value in usage.items() if isinstance(usage, Mapping) else ():
            if isinstance(value, (int, float)):
                sums[name] = sums.get(name, 0) + value
    return sums


def read_run(path: str | Path) -> StoredRun:
    """The run in a file; a half-written last line is left out, anything else that is wrong is refused with its line."""
    path = Path(path)
    run, _ = _parse(path, regular_bytes(path, LARGEST_RUN))
    if run is None:
        raise FormatError("resolver-no-run", where=path)
    return run


def is_run(path: str | Path) -> bool:
    """Whether a file begins as a run does."""
    if not Path(path).is_file():  # a pipe can be read once only
        return False
    with Path(path).open("rb") as file:
        return file.read(len(_OPENING)) == _OPENING


def _parse(path: Path, data: bytes) -> tuple[StoredRun | None, int]:
    """The run, and how many bytes of it are whole; no run where not even the header was finished."""
    *lines, tail = data.split(b"\n")
    if not lines:
        if not _OPENING.startswith(data[: len(_OPENING)]):
            raise FormatError("resolver-no-run", where=path)
        return None, 0
    try:
        header = _header(lines[0])
    except (ValueError, ContentError) as error:
        if not lines[0].startswith(_OPENING):
            raise FormatError("resolver-no-run", where=path) from error
        where = Place(file=str(path), line=1)
        raise FormatError("resolver-run-header", reason=_first(error), where=where) from error
    latest, last, half = {}, first_sum(lines[0]), False
    for number, line in enumerate([*lines[1:], tail], 2):
        if line.strip():
            try:
                answer = _answer(path, number, line)
                if header.sums and not (last := sum_of_line(line, last)):
                    raise FormatError("resolver-run-changed", where=Place(file=str(path), line=number))
                latest[answer.question] = answer
            except AnaphorError:
                half = line is tail  # a line that has no end: an answer all the same, unless it is half written
                if not half:
                    raise
    run = StoredRun(header=header, answers=tuple(latest.values()), half_line=half, last_sum=last)
    return run, len(data) - len(tail) if half else len(data)


def _header(line: bytes) -> RunHeader:
    """The first line of a run; earlier versions wrote halves of surrogate pairs into it, which pydantic refuses."""
    try:
        return adapter(RunHeader).validate_json(line)
    except ValueError:
        if b"\\ud" not in line.lower():
            raise
        record = json.loads(line)
        source = written_path(str(record.get("source", "")))
        return adapter(RunHeader).validate_json(json.dumps(writable({**record, "source": source})))


def _answer(path: Path, number: int, line: bytes) -> Answer:
    where = Place(file=str(path), line=number)
    try:
        record = json.loads(line)
        if not isinstance(record, dict):
            raise FormatError("resolver-no-answer", where=where)
        record = writable(record) if b"\\ud" in line.lower() else record
        trace, candidates, _ = (record.pop(name, None) for name in ("trace", "candidates", "sum"))
        if not trace and not candidates:
            return adapter(Answer).validate_python(record, strict=False)
        listed = candidates if isinstance(candidates, list) else []
        record["trace"] = trace if isinstance(trace, dict) else {}
        record["candidate_traces"] = [each for each in listed if isinstance(each, dict)]
        return adapter(TracedAnswer).validate_python(record, strict=False)
    except (ValueError, RecursionError, ContentError) as error:
        raise FormatError("resolver-no-answer-because", reason=_first(error), where=where) from error


def _first(error: Exception) -> str:
    from pydantic import ValidationError

    if isinstance(error, ValidationError):
        problem = error.errors()[0]
        return f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}".lstrip(": ")
    return str(error).partition("\n")[0]


class RunWriter:
    """A run that is being written: locked against a second writer, appended to, whole at any moment."""

    def __init__(self, path: Path, header: RunHeader) -> None:
        self.path = path
        self.header = header
        """The run's first line: that of the first start."""
        self.kept: tuple[Answer, ...] = ()
        self.dropped = False
        """Whether a half-written last line was dropped."""
        self._appended, self._synced, self._last = False, time.monotonic(), ""
        with self._output_errors():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
        try:
            if not stat.S_ISREG(os.fstat(self._handle).st_mode):
                raise OutputError("resolver-run-no-file", where=path)
            if not take_lock(self._handle):
                raise OutputError("resolver-run-locked", where=path)
            self._begin()
        except BaseException:
            os.close(self._handle)
            raise

    def _begin(self) -> None:
        """Go on where an earlier start was stopped, or write the header."""
        data = regular_bytes(self.path, LARGEST_RUN)
        run, whole = _parse(self.path, data) if data else (None, 0)
        if run and run.answers:
            _refuse_other(self.path, run.header, self.header)
            self.header, self.kept, self.dropped = run.header, run.answers, whole < len(data)
            self._last = run.last_sum
            os.ftruncate(self._handle, whole)
            if not data[:whole].endswith(b"\n"):
                self._write(b"\n")
            return
        os.ftruncate(self._handle, 0)  # an earlier start that failed before its first answer binds nobody
        try:
            self._write_record({**plain(self.header), "started": self.header.started.isoformat()})
            self.sync()
        except BaseException:
            self.path.unlink(missing_ok=True)  # half a header: a failed start leaves no trace
            raise

    def append(self, answer: Answer) -> None:
        record = {
            "question": answer.question,
            "reply": plain(answer.reply),
            "respondent": answer.respondent,
            "scores": list(answer.scores) or None,
            "seconds": answer.seconds,
            "at": answer.at and answer.at.isoformat(),
        }
        if isinstance(answer, TracedAnswer):
            record["trace"] = plain(answer.trace) or None
            record["candidates"] = plain(answer.candidate_traces) or None
        self._write_record({key: value for key, value in record.items() if value is not None})
        self._appended = True
        if time.monotonic() - self._synced > _SYNC_S:
            self.sync()

    def sync(self) -> None:
        with self._output_errors():
            os.fsync(self._handle)
        self._synced = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            if error is not None and not self._appended and not self.kept:
                self.path.unlink(missing_ok=True)  # nothing but a header: a failed start leaves no trace
            else:
                self.sync()
        finally:
            os.close(self._handle)

    def _write_record(self, record: Mapping[str, object]) -> None:
        try:
            line = json.dumps(record, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
        except UnicodeEncodeError:  # half a surrogate pair, in what a model said or in the name of a file
            line = json.dumps(writable(record), ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
        except (TypeError, ValueError) as error:
            raise ContentError("resolver-trace-no-json", question=str(record.get("question"))) from error
        line = summed(line, self._last) if self.header.sums and self._last else line
        self._write(line + b"\n")
        if self.header.sums:
            self._last = sum_of_line(line, self._last) or first_sum(line)

    def _write(self, line: bytes) -> None:
        """Write a line at the end, or nothing of it: half a line would swallow the answer after it."""
        with self._output_errors():
            end = os.fstat(self._handle).st_size
            try:
                while line:
                    line = line[os.write(self._handle, line) :]
            except OSError:
                with suppress(OSError):
                    os.ftruncate(self._handle, end)
                raise

    @contextmanager
    def _output_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise OutputError("resolver-run-not-written", reason=str(error.strerror), where=self.path) from error


def _refuse_other(path: Path, old: RunHeader, new: RunHeader) -> None:
    """Refuse to go on with a run of another collection or of another resolver."""
    name = old.respondent.name
    if old.fingerprint != new.fingerprint:
        ours, theirs = (f"{each.collection}#{each.fingerprint}" for each in (old, new))
        raise ContentError("resolver-run-other-collection", old=ours, new=theirs, where=path)
    if name != new.respondent.name:
        raise ContentError("resolver-run-other-resolver", old=name, new=new.respondent.name, where=path)
    before, after = (dict(part.partition(":")[::2] for part in each.signature.split("|")) for each in (old, new))
    changed = sorted(part for part in before.keys() | after.keys() if before.get(part) != after.get(part))
    if changed:
        raise ContentError("resolver-run-other-settings", name=name, settings=joined(changed), where=path)
