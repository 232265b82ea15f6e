"""Runs on disk: JSON lines, a header and then one line per answer, appended as answers come.

A run can be killed at any moment: what is on disk is whole but for the last line, and the next start drops that one
if it was half written. Later answers to the same question take the place of earlier ones.
"""

import fcntl
import json
import os
import stat
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from pydantic import TypeAdapter, ValidationError

from anaphor.answer import Answer, Respondent
from anaphor.errors import AnaphorError, ContentError, FormatError, OutputError, Place
from anaphor.files import regular_bytes
from anaphor.provenance import plain
from anaphor.resolver.protocol import TracedAnswer
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
    """Tells a run from other JSON lines."""
    version: Literal[1] = 1
    """Version of this format."""
    collection: str
    """Name of the collection."""
    fingerprint: str
    """The collection's fingerprint: what was asked, and what is right."""
    source: str
    """The collection as given on the command line: a path or a name."""
    questions: int
    """How many questions the collection has."""
    respondent: Respondent
    """Who answers."""
    signature: str
    """The resolver's signature: everything that could change an answer."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """What was given on the command line: `with` is the resolver; `format`, `language` and `columns` say how the
    collection's file was read, where that was given."""
    seed: int | None = None
    """The seed, where the resolver has one."""
    blind: bool = True
    """Whether ids and the order of candidates were hidden from the resolver."""
    started: datetime
    """When the run began, with its time zone."""
    anaphor: str
    """Version of this program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A run as it stands in its file."""

    header: RunHeader
    """Who was asked what."""
    answers: tuple[Answer, ...]
    """The last answer to each question, in the order in which the questions were first answered; those that say what
    they were made from are `TracedAnswer`s."""
    half_line: bool = False
    """Whether the file ends in a half-written line, which is left out."""

    @property
    def by_question(self) -> dict[str, Answer]:
        """The answers by the id of their question."""
        return {answer.question: answer for answer in self.answers}


_HEADER: TypeAdapter[RunHeader] = TypeAdapter(RunHeader)
_ANSWER: TypeAdapter[Answer] = TypeAdapter(Answer)


def read_run(path: Path) -> Run:
    """The run in a file; a half-written last line is left out, anything else that is wrong is refused with its line."""
    run, _ = _parse(path, regular_bytes(path, LARGEST_RUN))
    if run is None:
        raise FormatError("resolver-no-run", where=Place(file=str(path)))
    return run


def is_run(path: Path) -> bool:
    """Whether a file begins as a run does."""
    if not path.is_file():  # a pipe can be read once only
        return False
    with path.open("rb") as file:
        return file.read(len(_OPENING)) == _OPENING


def _parse(path: Path, data: bytes) -> tuple[Run | None, int]:
    """The run, and how many bytes of it are whole; no run where not even the header was finished."""
    *lines, tail = data.split(b"\n")
    if not lines:
        if not _OPENING.startswith(data[: len(_OPENING)]):
            raise FormatError("resolver-no-run", where=Place(file=str(path)))
        return None, 0
    try:
        header = _HEADER.validate_json(lines[0])
    except (ValidationError, ContentError) as error:
        if not lines[0].startswith(_OPENING):
            raise FormatError("resolver-no-run", where=Place(file=str(path))) from error
        where = Place(file=str(path), line=1)
        raise FormatError("resolver-run-header", reason=_first(error), where=where) from error
    answers = [_answer(path, number, line) for number, line in enumerate(lines[1:], 2) if line.strip()]
    half = False
    if tail:  # a line that has no end: an answer all the same, unless it is half written
        try:
            answers.append(_answer(path, 0, tail))
        except AnaphorError:
            half = True
    latest = {answer.question: answer for answer in answers}
    run = Run(header=header, answers=tuple(latest.values()), half_line=half)
    return run, len(data) - len(tail) if half else len(data)


def _answer(path: Path, number: int, line: bytes) -> Answer:
    where = Place(file=str(path), line=number)
    try:
        record = json.loads(line)
        if not isinstance(record, dict):
            raise FormatError("resolver-no-answer", where=where)
        trace, candidates = record.pop("trace", None), record.pop("candidates", None)
        answer = _ANSWER.validate_python(record, strict=False)
    except (ValueError, RecursionError, ContentError) as error:
        raise FormatError("resolver-no-answer-because", reason=_first(error), where=where) from error
    if not trace and not candidates:
        return answer
    listed = candidates if isinstance(candidates, list) else []
    return TracedAnswer(
        **{each.name: getattr(answer, each.name) for each in fields(answer)},
        trace=trace if isinstance(trace, dict) else {},
        candidate_traces=tuple(each for each in listed if isinstance(each, dict)),
    )


def _first(error: Exception) -> str:
    """The first of what is wrong, in one line."""
    if isinstance(error, ValidationError):
        problem = error.errors()[0]
        return f"{'.'.join(map(str, problem['loc']))}: {problem['msg']}".lstrip(": ")
    return str(error).partition("\n")[0]


def line_of(answer: Answer) -> bytes:
    """An answer as a line of a run."""
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
    return _line({key: value for key, value in record.items() if value is not None})


def _line(record: Mapping[str, object]) -> bytes:
    try:
        return json.dumps(record, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode() + b"\n"
    except UnicodeEncodeError:  # half a surrogate pair, in what a model said
        return json.dumps(record, separators=(",", ":"), allow_nan=False).encode() + b"\n"
    except (TypeError, ValueError) as error:
        raise ContentError("resolver-trace-no-json", question=str(record.get("question"))) from error


class RunWriter:
    """A run that is being written: locked against a second writer, appended to, whole at any moment."""

    def __init__(self, path: Path, header: RunHeader) -> None:
        self.path = path
        self.header = header
        """The run's first line: that of the first start."""
        self.kept: tuple[Answer, ...] = ()
        """What the file held already."""
        self.dropped = False
        """Whether a half-written last line was dropped."""
        self._appended = False
        with self._output_errors():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
        try:
            if not stat.S_ISREG(os.fstat(self._handle).st_mode):
                raise OutputError("resolver-run-no-file", where=Place(file=str(path)))
            try:
                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise OutputError("resolver-run-locked", where=Place(file=str(path))) from error
            self._begin(header)
        except BaseException:
            os.close(self._handle)
            raise
        self._synced = time.monotonic()

    def append(self, answer: Answer) -> None:
        """Write one answer down."""
        self._write(line_of(answer))
        self._appended = True
        if time.monotonic() - self._synced > _SYNC_S:
            self.sync()

    def sync(self) -> None:
        """Hand everything to the disk."""
        with self._output_errors():
            os.fsync(self._handle)
        self._synced = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is not None and not self._appended and not self.kept:
                self.path.unlink(missing_ok=True)  # nothing but a header: a failed start leaves no trace
            else:
                self.sync()
        finally:
            os.close(self._handle)

    def _begin(self, header: RunHeader) -> None:
        """Go on where an earlier start was stopped, or write the header."""
        data = regular_bytes(self.path, LARGEST_RUN)
        run, whole = _parse(self.path, data) if data else (None, 0)
        if run and not run.answers:  # an earlier start failed before its first answer: it binds nobody
            run, whole = None, 0
        if run:
            refuse_other(self.path, run.header, header)
            self.header, self.kept = run.header, run.answers
        self.dropped = whole < len(data) and bool(self.kept)
        os.ftruncate(self._handle, whole)
        if run:
            if not data[:whole].endswith(b"\n"):
                self._write(b"\n")
            return
        try:
            self._write(_line({**plain(header), "started": header.started.isoformat()}))
            self.sync()
        except BaseException:
            self.path.unlink(missing_ok=True)  # half a header: a failed start leaves no trace
            raise

    def _write(self, line: bytes) -> None:
        with self._output_errors():
            while line:
                line = line[os.write(self._handle, line) :]

    @contextmanager
    def _output_errors(self) -> Iterator[None]:
        """What the system refuses becomes one sentence."""
        try:
            yield
        except OSError as error:
            where = Place(file=str(self.path))
            raise OutputError("resolver-run-not-written", reason=str(error.strerror), where=where) from error


def refuse_other(path: Path, old: RunHeader, new: RunHeader) -> None:
    """Refuse to go on with a run of another collection or of another resolver."""
    where = Place(file=str(path))
    if old.fingerprint != new.fingerprint:
        ours, theirs = (f"{each.collection}#{each.fingerprint}" for each in (old, new))
        raise ContentError("resolver-run-other-collection", old=ours, new=theirs, where=where)
    if old.respondent.name != new.respondent.name:
        names = {"old": old.respondent.name, "new": new.respondent.name}
        raise ContentError("resolver-run-other-resolver", **names, where=where)
    before, after = (dict(part.partition(":")[::2] for part in each.signature.split("|")) for each in (old, new))
    changed = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    if changed:
        name = old.respondent.name
        raise ContentError("resolver-run-other-settings", name=name, settings=joined(changed), where=where)


def totals(answers: Iterable[Answer]) -> dict[str, float]:
    """The sums of what answers cost: the numbers in the `usage` of their traces."""
    sums: dict[str, float] = {}
    for answer in answers:
        usage = answer.trace.get("usage") if isinstance(answer, TracedAnswer) else None
        for name, value in usage.items() if isinstance(usage, Mapping) else ():
            if isinstance(value, (int, float)):
                sums[name] = sums.get(name, 0) + value
    return sums
