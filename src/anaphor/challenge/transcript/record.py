"""What goes over the wire, and what a session leaves behind.

Questions are sent as an entry may see them: order, ids and the orders of candidates come from a seed, and mean nothing.
What comes back is lines, read here; facts and answers stay, and can be found again in the trace.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from signal import SIGXCPU, SIGXFSZ
from typing import Any

from pydantic import TypeAdapter

from anaphor.answer import Abstention, AbstentionReason, Answer, Reply
from anaphor.answers import Heard, read_reply
from anaphor.challenge.sandbox.sandbox import Backend, Ending, Limits, Usage
from anaphor.challenge.transcript.trace import TraceFile
from anaphor.errors import InputError
from anaphor.files import AmbiguousJsonError, read_json
from anaphor.provenance import Signature, fingerprint
from anaphor.resolver import Blinded, blind, encode
from anaphor.schema import Question

_REPLY: TypeAdapter[Reply] = TypeAdapter(Reply)
_USAGE: TypeAdapter[Usage] = TypeAdapter(Usage)


class FactKind(StrEnum):
    """What an entry did, or what befell it."""

    SILENT = "no answer in time"
    STUCK = "it did not read what it was sent"
    DIED = "it ended"
    ENDLESS_LINE = "a line without end"
    FLOOD = "too many lines that answer nothing"
    OUTPUT_LIMIT = "output limit"
    TIME_LIMIT = "time limit of the run"
    CPU_LIMIT = "limit on processor time"
    MEMORY_LIMIT = "memory limit"
    PROCESS_LIMIT = "limit on processes"
    FILE_LIMIT = "file size limit"
    SCRATCH_LIMIT = "temporary folder full"
    NO_STARTS = "no start left"
    TWICE = "answered twice"
    UNKNOWN = "answer to an unknown question"
    LATE = "answer after the time"
    UNREADABLE = "a line that cannot be read"
    REFUSED = "a system call was refused"
    REQUEST_REFUSED = "a request was refused"
    SURVIVORS = "processes outlived the run"
    ASKED_AGAIN = "asked again, since the referee was interrupted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something that happened in a session and that a judge may want to know."""

    kind: FactKind
    question: str | None = None
    """The question that it is about, by the collection's own id."""
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """How an entry is asked."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012  # pydantic reads it from the class; nothing writes to it
    batch: int = 1
    question: float = 60.0
    """Seconds for each question of a batch."""
    start: float = 300.0
    """Seconds more for the first batch after each start: a model has to be loaded."""
    starts: int = 3
    """How often an entry may be started; it is started again when it has died or broken the rules."""

    def __post_init__(self) -> None:
        if not (1 <= self.batch <= 10_000 and 1 <= self.starts <= 1_000):
            raise InputError("challenge-transcript-terms-batch")
        if not (0 < self.question < 1e7 and 0 <= self.start < 1e7):
            raise InputError("challenge-transcript-terms-seconds")

    def terms(self, seed: int) -> "Terms":
        return Terms(seed=seed, **asdict(self))


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms(Asking):
    """How an entry is asked in one run."""

    seed: int
    """Decides the order of questions and candidates, and the ids that the entry sees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """What came of asking an entry."""

    respondent: str
    answers: tuple[Answer, ...]
    """One for each question, in the order in which the questions were given, under the collection's own ids."""
    facts: tuple[Fact, ...]
    backend: Backend
    sealed: bool
    usage: tuple[Usage, ...]
    trace: Path
    head: str
    signature: Signature


@dataclass(slots=True)
class SessionState:
    """What has been settled so far; made anew, or from the trace of a session that was cut off."""

    answers: dict[str, Answer] = field(default_factory=dict)
    """What was settled for each question, by the collection's own id."""
    asked: set[str] = field(default_factory=set)
    facts: list[Fact] = field(default_factory=list)
    usage: list[Usage] = field(default_factory=list)
    """What each start used that has ended."""
    starts: int = 0
    seconds: float = 0.0
    """How much of the run's time was used when the last question was settled."""
    output: int = 0
    """Bytes that came from the starts that have ended."""

    def note(self, fact: Fact, log: TraceFile) -> None:
        self.facts.append(fact)
        log.add("fact", {"fact": fact.kind.value, "question": fact.question, "detail": fact.detail})

    def final(self, question: str) -> Answer:
        """The answer that counts: a question that was answered twice has none."""
        answer = self.answers[question]
        if not any(fact.kind is FactKind.TWICE and fact.question == question for fact in self.facts):
            return answer
        twice = Abstention(reason=AbstentionReason.UNREADABLE, detail=FactKind.TWICE.value)
        return replace(answer, reply=twice, scores=())


def read_state(records: Iterable[Mapping[str, Any]]) -> SessionState:
    """What the records of a session have settled.

    A start that the referee's own end cut off is not counted: it was not the entry's fault.
    """
    state, cut_off = SessionState(), 0
    for record in records:
        match record["kind"]:
            case "start":
                state.starts += 1
                cut_off = 1
            case "resumed":
                state.starts -= cut_off
                cut_off = 0
            case "asked":
                state.asked.update(question["question"] for question in record["questions"])
            case "answer":
                state.answers[record["question"]] = Answer(
                    respondent=record["respondent"],
                    question=record["question"],
                    reply=_REPLY.validate_python(record["reply"]),
                    scores=tuple(record.get("scores", ())),
                    seconds=record.get("seconds"),
                    at=datetime.fromisoformat(record["at"]),
                )
                state.seconds = record["clock"]
            case "fact":
                kind = FactKind(record["fact"])
                state.facts.append(Fact(kind=kind, question=record["question"], detail=record["detail"]))
            case "ending":
                usage = _USAGE.validate_python(record["usage"])
                state.usage.append(usage)
                state.output += usage.output
                cut_off = 0
    state.starts -= cut_off
    return state


def facts_of(ending: Ending, limits: Limits) -> list[Fact]:
    usage, signal = ending.usage, ending.signal
    refused = [attempt for attempt in ending.attempts if attempt.refused]
    attempts = "; ".join(f"{attempt.call} ({attempt.detail}) ×{attempt.count}" for attempt in refused)
    full = usage.scratch is not None and usage.scratch > limits.scratch * 0.99
    found = [
        (FactKind.MEMORY_LIMIT, f"{usage.memory_kills} killed", usage.memory_kills > 0),
        (FactKind.PROCESS_LIMIT, f"{usage.forks_refused} refused", usage.forks_refused > 0),
        (FactKind.CPU_LIMIT, "a process was ended for it", signal == SIGXCPU),
        (FactKind.FILE_LIMIT, "a process was ended for it", signal == SIGXFSZ),
        (FactKind.SCRATCH_LIMIT, f"{usage.scratch} bytes", full),
        (FactKind.REFUSED, attempts, bool(refused)),
        (FactKind.SURVIVORS, f"{ending.survivors} processes", ending.survivors > 0),
    ]
    return [Fact(kind=kind, detail=detail) for kind, detail, true in found if true]


SHOWN = 300
"""Characters of a bad line that are kept."""


def shuffle(questions: Sequence[Question], seed: int) -> list[Blinded]:
    """The questions in the order in which they are asked; the order in which they were given plays no part.

    Candidates stand in an order that changes with the seed, so that a second run can see what that changes.
    """
    salt = f"{seed}|{fingerprint(sorted(question.id for question in questions))}"
    hidden = []
    for question in questions:
        blinded = blind(question, salt)
        shown, original = blinded.shown, blinded.original
        places = sorted(range(len(shown.candidates)), key=lambda place: lot(salt, original, str(place)))
        shown = replace(
            shown,
            candidates=tuple(shown.candidates[place] for place in places),
            readings=tuple(shown.readings[place] for place in places) if shown.readings else (),
        )
        hidden.append(replace(blinded, order=tuple(blinded.order[place] for place in places), shown=shown))
    return sorted(hidden, key=lambda each: lot(salt, "order", each.original))


def lot(*parts: str) -> bytes:
    """What is drawn by: the same parts draw the same, and nobody can tell beforehand what."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()


def asked_record(batch: Sequence[Blinded]) -> dict[str, object]:
    """What the trace keeps of a batch: what was sent, and how it is undone."""
    return {
        "questions": [
            {
                "question": question.original,
                "shown": question.shown.id,
                "order": list(question.order),
                "line": encode(question.shown).decode("utf-8").rstrip("\n"),
            }
            for question in batch
        ]
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyLine:
    """A line from an entry as far as it can be read."""

    shown: str
    """Its beginning, as text."""
    text: str = ""
    """All of it; empty where it is no text."""
    id: str | None = None
    """The question that it is about; None with a fault."""
    record: Mapping[str, Any] | None = None
    fault: str | None = None
    """Why it cannot be read; it may be JSON that says two things at once."""


def read_line(line: bytes) -> ReplyLine:
    """A line from an entry; whatever its bytes are, this returns."""
    shown = line[: SHOWN * 4].decode("utf-8", "replace")[:SHOWN]
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        return ReplyLine(shown=shown, fault="invalid UTF-8")
    try:
        record = read_json(text)
    except AmbiguousJsonError as error:
        return ReplyLine(shown=shown, text=text, fault=str(error))
    except ValueError:
        return ReplyLine(shown=shown, text=text, fault="not JSON")
    fault = None if isinstance(record, dict) else "not a JSON object"
    if fault is None and not isinstance(record.get("id"), str):
        fault = "no id"
    if fault:
        return ReplyLine(shown=shown, text=text, fault=fault)
    return ReplyLine(shown=shown, text=text, id=record["id"], record=record)


def reply(record: Mapping[str, Any], question: Question) -> Heard:
    """The reply in a line about a question; what cannot be used is an abstention."""
    try:
        return read_reply(record, question)
    except (ValueError, OverflowError, RecursionError) as error:  # a score of four hundred digits is no float
        detail = f"it cannot be used: {error}"[:SHOWN]
        return Heard(reply=Abstention(reason=AbstentionReason.UNREADABLE, detail=detail))
