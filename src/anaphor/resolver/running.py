"""A run: a whole collection asked, every answer written down as it comes, and taken up again where it stopped.

On disk it is JSON lines, a header and then one line per answer. A run can be killed at any moment: what is on disk is
whole but for the last line, and the next start drops that one if it was half written. Later answers to the same
question take the place of earlier ones.
"""

import json
import os
import re
import stat
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, Self

from pydantic import TypeAdapter, ValidationError

from anaphor import __version__
from anaphor.answer import Abstention, AbstentionReason, Answer, Respondent, RespondentKind
from anaphor.errors import AnaphorError, ContentError, FormatError, OutputError, Place
from anaphor.files import digest, regular_bytes, take_lock
from anaphor.provenance import plain
from anaphor.resolver.asking import ask_promptly, finds_by_id, in_asking_order
from anaphor.resolver.protocol import WORTH_ASKING_AGAIN, BoundResolver, Resolver, TracedAnswer, has_failed, make
from anaphor.schema import Collection
from anaphor.text import Message, joined, message

LARGEST_RUN = 2**30
"""Bytes of the largest run that is read: a million answers with their traces."""
_STRICT = {"extra": "forbid"}
_OPENING = b'{"kind":"anaphor-run"'
_SYNC_S = 1.0
"""Answers are handed to the system at once, which a kill cannot undo, and to the disk at least this often."""
Progress = Callable[[int, int], None]


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
    """What was given on the command line: `with` is the resolver; `format`, `language` and `columns` say how the
    collection's file was read, where that was given."""
    seed: int | None = None
    blind: bool = True
    """Whether ids and the order of candidates were hidden from the resolver."""
    started: datetime
    anaphor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRun:
    """A run as it stands in its file."""

    header: RunHeader
    answers: tuple[Answer, ...]
    """The last answer to each question, in the order in which the questions were first answered; those that say what
    they were made from are `TracedAnswer`s."""
    half_line: bool = False
    """Whether the file ends in a half-written line, which is left out."""

    @property
    def by_question(self) -> dict[str, Answer]:
        return {answer.question: answer for answer in self.answers}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """How a run is made, besides the resolver."""

    source: str
    """The collection as given: a path or a name."""
    given: Mapping[str, str] = field(default_factory=dict)
    """What else was given on the command line, for the header: `with` is the resolver, then how the file is read."""
    limit: int | None = None
    """Ask only the first so many questions of the collection; the rest can follow later."""
    again: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedRun:
    """Where a run stands when it ends."""

    path: Path
    header: RunHeader
    answers: tuple[Answer, ...]
    """All answers, those of earlier starts included, in the collection's order."""
    asked: int
    dropped: bool
    """Whether a half-written last line of an earlier start was dropped."""

    @property
    def abstentions(self) -> dict[str, int]:
        reasons = Counter(each.reply.reason.value for each in self.answers if isinstance(each.reply, Abstention))
        return dict(sorted(reasons.items()))

    @property
    def missing(self) -> int:
        return self.header.questions - len(self.answers)

    @property
    def usage(self) -> dict[str, float]:
        return totals(self.answers)

    @property
    def notes(self) -> tuple[Message, ...]:
        """What the user should know: a line that was dropped, questions that can be asked again or otherwise."""
        found: list[Message] = []
        if self.dropped:
            found.append(message("resolve-line-dropped", path=str(self.path)))
        if failed := sum(self.abstentions.get(reason, 0) for reason in WORTH_ASKING_AGAIN):
            found.append(message("resolve-failed", path=str(self.path), count=failed))
        silent = self.abstentions.get(AbstentionReason.SEVERAL_SENTENCES, 0)
        if silent and "sentences:abstain" in self.header.signature.split("|"):
            found.append(message("resolve-several-sentences", count=silent, answers=len(self.answers)))
        return tuple(found)


def totals(answers: Iterable[Answer]) -> dict[str, float]:
    """The sums of what answers cost: the numbers in the `usage` of their traces."""
    sums: dict[str, float] = {}
    for answer in answers:
        usage = answer.trace.get("usage") if isinstance(answer, TracedAnswer) else None
        for name, value in usage.items() if isinstance(usage, Mapping) else ():
            if isinstance(value, (int, float)):
                sums[name] = sums.get(name, 0) + value
    return sums


def resolve(
    collection: Collection | str,
    resolver: Resolver | str,
    output: Path | None = None,
    settings: RunSettings | None = None,
    progress: Progress | None = None,
) -> FinishedRun:
    """Put a collection to a resolver and keep its answers in a file, by default one of its own in the folder `runs`.

    The same call goes on where an earlier one was stopped.
    """
    from anaphor.collection import load

    asked = load(collection) if isinstance(collection, str) else collection
    machine = make(resolver) if isinstance(resolver, str) else resolver
    given = {"with": resolver} if isinstance(resolver, str) else {}
    source = collection if isinstance(collection, str) else collection.name
    settings = settings or RunSettings(source=source, given=given)
    return run_collection(asked, machine, output or default_path(asked, machine), settings, progress)


def default_path(collection: Collection, resolver: Resolver) -> Path:
    """A file of its own for each collection, resolver and setting, in the folder `runs`."""
    name = "-".join(re.sub(r"[^\w.=-]+", "-", part).strip("-.")[:60] for part in (collection.name, resolver.name))
    return Path("runs") / f"{name}-{digest(f'{collection.fingerprint}|{resolver.signature}', 6)}.jsonl"


def run_collection(
    collection: Collection, resolver: Resolver, path: Path, settings: RunSettings, progress: Progress | None = None
) -> FinishedRun:
    """Ask all questions of a collection that the run in `path` has no answer to, and write the answers there."""
    if isinstance(resolver, BoundResolver):
        resolver.refuse_other(collection.name, collection.fingerprint)
    wanted = collection.questions[: settings.limit]
    with RunWriter(path, header_of(collection, resolver, settings)) as writer:
        known = {answer.question: answer for answer in writer.kept}
        again = {name for name, answer in known.items() if settings.again and has_failed(answer)}
        still_open = [question for question in wanted if question.id not in known or question.id in again]
        show: Progress = progress or (lambda done, total: None)
        show(len(wanted) - len(still_open), len(wanted))
        in_order = in_asking_order(resolver, still_open, salt=collection.fingerprint)
        for left, answer in enumerate(ask_promptly(resolver, in_order, salt=collection.fingerprint), 1 - len(in_order)):
            known[answer.question] = answer if answer.at else replace(answer, at=datetime.now(UTC))
            writer.append(known[answer.question])
            show(len(wanted) + left, len(wanted))
        answers = tuple(known[question.id] for question in collection.questions if question.id in known)
        header, asked = writer.header, len(still_open)
        return FinishedRun(path=path, header=header, answers=answers, asked=asked, dropped=writer.dropped)


def header_of(collection: Collection, resolver: Resolver, settings: RunSettings) -> RunHeader:
    seed = dict(resolver.signature.parts).get("seed", "")
    kind = RespondentKind(getattr(resolver, "kind", RespondentKind.MACHINE))
    return RunHeader(
        collection=collection.name,
        fingerprint=collection.fingerprint,
        source=settings.source,
        questions=len(collection.questions),
        respondent=Respondent(name=resolver.name, kind=kind),
        signature=str(resolver.signature),
        settings=settings.given,
        seed=int(seed) if seed.removeprefix("-").isdecimal() else None,
        blind=not finds_by_id(resolver),
        started=datetime.now(UTC),
        anaphor=__version__,
    )


_HEADER: TypeAdapter[RunHeader] = TypeAdapter(RunHeader)
_ANSWER: TypeAdapter[Answer] = TypeAdapter(Answer)


def read_run(path: Path) -> StoredRun:
    """The run in a file; a half-written last line is left out, anything else that is wrong is refused with its line."""
    run, _ = _parse(path, regular_bytes(path, LARGEST_RUN))
    if run is None:
        raise FormatError("resolver-no-run", where=path)
    return run


def is_run(path: Path) -> bool:
    """Whether a file begins as a run does."""
    if not path.is_file():  # a pipe can be read once only
        return False
    with path.open("rb") as file:
        return file.read(len(_OPENING)) == _OPENING


def _parse(path: Path, data: bytes) -> tuple[StoredRun | None, int]:
    """The run, and how many bytes of it are whole; no run where not even the header was finished."""
    *lines, tail = data.split(b"\n")
    if not lines:
        if not _OPENING.startswith(data[: len(_OPENING)]):
            raise FormatError("resolver-no-run", where=path)
        return None, 0
    try:
        header = _HEADER.validate_json(lines[0])
    except (ValidationError, ContentError) as error:
        if not lines[0].startswith(_OPENING):
            raise FormatError("resolver-no-run", where=path) from error
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
    run = StoredRun(header=header, answers=tuple(latest.values()), half_line=half)
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
        self._appended, self._synced = False, time.monotonic()
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
        except UnicodeEncodeError:  # half a surrogate pair, in what a model said
            line = json.dumps(record, separators=(",", ":"), allow_nan=False).encode()
        except (TypeError, ValueError) as error:
            raise ContentError("resolver-trace-no-json", question=str(record.get("question"))) from error
        self._write(line + b"\n")

    def _write(self, line: bytes) -> None:
        with self._output_errors():
            while line:
                line = line[os.write(self._handle, line) :]

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
