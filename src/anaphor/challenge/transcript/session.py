"""A session with one entry: it is asked, start after start, and everything that happens is written down.

An entry gets questions, never keys; under opaque ids, in an order and with candidates in orders that the seed
decides. Whatever it does (answers twice, answers what nobody asked, floods, stays silent, dies) becomes a fact in the
trace and an abstention, and the session goes on.
"""

import platform
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from anaphor import __version__
from anaphor.answer import Abstention, AbstentionReason, Answer
from anaphor.answers import Heard
from anaphor.challenge.sandbox.bubblewrap import bubblewrap_version
from anaphor.challenge.sandbox.pipes import GRACE_S
from anaphor.challenge.sandbox.sandbox import Launcher, Sandbox, Seal, Stop, Submission, Wire
from anaphor.challenge.transcript import record as records
from anaphor.challenge.transcript.record import Fact, FactKind
from anaphor.challenge.transcript.trace import END, TraceFile, read_trace
from anaphor.errors import ContentError, InputError, Place
from anaphor.provenance import Signature, fingerprint, plain
from anaphor.resolver import Blinded, encode
from anaphor.schema import Question

_SAME = ("respondent", "entry", "questions", "fingerprint", "terms", "limits", "backend", "sealed")
"""What must be as it was for a session to go on."""
_MOST_STRAYS = 100
"""Lines that answer nothing, for each batch; an entry that sends more is ended."""
_STOPS: Mapping[Stop, tuple[FactKind, AbstentionReason]] = {
    Stop.TIMEOUT: (FactKind.SILENT, AbstentionReason.TIMEOUT),
    Stop.STUCK: (FactKind.STUCK, AbstentionReason.TIMEOUT),
    Stop.DEAD: (FactKind.DIED, AbstentionReason.FAILED),
    Stop.ENDLESS: (FactKind.ENDLESS_LINE, AbstentionReason.UNREADABLE),
    Stop.FLOOD: (FactKind.FLOOD, AbstentionReason.UNREADABLE),
    Stop.OVERFLOW: (FactKind.OUTPUT_LIMIT, AbstentionReason.UNREADABLE),
    Stop.OVER: (FactKind.TIME_LIMIT, AbstentionReason.TIMEOUT),
}
NOT_ASKED = "not asked"
"""What is said of a question that was never put to the entry."""
_UNREADABLE = f"{FactKind.UNREADABLE.value}: "
"""How the detail of an answer begins that a line settled which could not be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSetup:
    """Everything that a session is made of."""

    submission: Submission
    questions: tuple[Question, ...]
    sandbox: Sandbox
    seal: Seal
    """Which layers hold, from `self_test`."""
    terms: records.Terms

    def __post_init__(self) -> None:
        if not self.questions or len({question.id for question in self.questions}) != len(self.questions):
            raise InputError("challenge-transcript-no-questions")
        if self.seal.backend is not self.sandbox.backend:
            raise InputError("challenge-transcript-other-seal", seal=self.seal.backend, backend=self.sandbox.backend)

    def header(self, launcher: Launcher) -> dict[str, Any]:
        """The first record of the trace, with the versions of what can change a run."""
        return {
            "format": "anaphor-trace 1",
            "respondent": self.submission.name,
            "entry": plain(launcher.manifest),
            "questions": len(self.questions),
            "fingerprint": fingerprint(sorted(fingerprint(question) for question in self.questions)),
            "terms": {"seed": self.terms.seed, **plain(self.terms)},
            "limits": plain(self.sandbox.limits),
            "backend": self.sandbox.backend.value,
            "sandbox": plain(self.sandbox.terms),
            "sealed": self.seal.sealed,
            "layers": [plain(layer) for layer in self.seal.layers],
            "versions": {
                "anaphor": __version__,
                "python": platform.python_version(),
                "system": f"{platform.system()} {platform.release()}",
                "machine": platform.machine(),
                "bubblewrap": bubblewrap_version() or "not installed",
            },
        }


def run_session(setup: SessionSetup, trace: Path, *, resume: bool = False) -> records.Transcript:
    """The entry's answers, and the trace that proves them.

    With `resume` a session that was cut off goes on in its own trace: what was answered is not asked again.
    """
    earlier = read_trace(trace) if resume else ()
    state = records.read_state(earlier)
    with TraceFile(trace, resume=resume) as log:

        def record(kind: str, fields: Mapping[str, object]) -> None:
            log.add(kind, fields)
            if kind == "request" and fields.get("refused"):
                detail = f"{fields['method']} {fields['target']}"
                state.note(Fact(kind=FactKind.REQUEST_REFUSED, detail=detail), log)

        with setup.sandbox.prepare(setup.submission, record) as launcher:
            header = setup.header(launcher)
            if setup.submission.digest not in (None, header["entry"].get("digest")):
                raise ContentError("challenge-folder-other-files", name=setup.submission.name)
            _begin(log, header, earlier)
            EntrySession(setup, launcher, log, state).settle_all(records.shuffle(setup.questions, setup.terms.seed))
        answers = tuple(state.final(question.id) for question in setup.questions)
        chosen = sum(not isinstance(answer.reply, Abstention) for answer in answers)
        counts = {"answers": chosen, "abstentions": len(answers) - chosen, "facts": len(state.facts)}
        outcomes = {answer.question: plain(answer.reply) for answer in answers}
        log.add(END, {**counts, "starts": state.starts, "outcomes": outcomes})
    return records.Transcript(
        respondent=setup.submission.name,
        answers=answers,
        facts=tuple(state.facts),
        backend=setup.sandbox.backend,
        sealed=setup.seal.sealed,
        usage=tuple(state.usage),
        trace=trace,
        head=log.head,
        signature=Signature.of(
            entry=f"{header['respondent']}#{fingerprint(header['entry'])}",
            questions=f"{header['questions']}#{header['fingerprint']}",
            backend=header["backend"],
            sealed="yes" if header["sealed"] else "no",
            seed=header["terms"]["seed"],
            terms=fingerprint([header["terms"], header["limits"]]),
            version=__version__,
        ),
    )


def _begin(log: TraceFile, header: Mapping[str, Any], earlier: Sequence[Mapping[str, Any]]) -> None:
    if not earlier:
        log.add("run", header)
        return
    for name in _SAME:
        if earlier[0].get(name) != header[name]:
            place = Place(file=str(log.path), line=1, field=name)
            raise ContentError("challenge-transcript-other-session", name=name, where=place)
    log.add("resumed", {"records": len(earlier), "versions": header["versions"]})


class EntrySession:
    """One entry, its questions, and as many starts as the terms allow."""

    def __init__(self, setup: SessionSetup, launcher: Launcher, log: TraceFile, state: records.SessionState) -> None:
        self._launcher, self._log, self._state = launcher, log, state
        self._respondent, self._limits, self._terms = setup.submission.name, setup.sandbox.limits, setup.terms
        self._began = time.monotonic() - state.seconds
        self._until = self._began + self._limits.wall
        self._wire: Wire | None = None
        self._fresh = True
        self._asked: dict[str, Blinded] = {}

    def settle_all(self, questions: Sequence[Blinded]) -> None:
        """Ask what is not settled yet, and settle everything."""
        self._asked = {question.shown.id: question for question in questions if question.original in self._state.asked}
        left = [question for question in questions if question.original not in self._state.answers]
        for question in left:
            if question.original in self._state.asked:
                self._fact(FactKind.ASKED_AGAIN, question)
        try:
            for at in range(0, len(left), self._terms.batch):
                if not self._ask(left[at : at + self._terms.batch]):
                    break
        finally:
            self._leave()
        for question in left:
            if question.original not in self._state.answers:
                self._settle(question, Heard(reply=Abstention(reason=AbstentionReason.FAILED, detail=NOT_ASKED)))

    def _ask(self, batch: Sequence[Blinded]) -> bool:
        """Send a batch and settle it; False when the entry cannot be asked any more."""
        wire = self._wire or self._start()
        if wire is None:
            return False
        sent = time.monotonic()
        deadline = sent + self._terms.question * len(batch) + (self._terms.start if self._fresh else 0)
        self._fresh = False
        self._log.add("asked", records.asked_record(batch))
        self._state.asked.update(question.original for question in batch)
        self._asked.update((question.shown.id, question) for question in batch)
        pending = {question.shown.id: question for question in batch}
        lines = b"".join(encode(question.shown) for question in batch)
        stop = wire.send(lines, deadline) or self._listen(wire, pending, sent, deadline)
        if stop:
            kind, reason = _STOPS[stop]
            self._fact(kind, _only(pending))
            for question in pending.values():
                self._settle(question, Heard(reply=Abstention(reason=reason, detail=kind.value)), sent)
        used = wire.cpu()
        if used is not None and used > self._limits.cpu:
            self._fact(FactKind.CPU_LIMIT, None, f"{used:.1f} s of all its processes")
            self._end(wire, kill=True)
        elif stop not in (None, Stop.TIMEOUT):
            self._end(wire, kill=True)
        return stop not in (Stop.OVER, Stop.OVERFLOW)

    def _start(self) -> Wire | None:
        output = self._limits.output - self._state.output
        if self._state.starts >= self._terms.starts or output <= 0:
            self._fact(FactKind.NO_STARTS, None, f"{self._state.starts} used")
            return None
        if time.monotonic() >= self._until:
            self._fact(FactKind.TIME_LIMIT)
            return None
        self._state.starts += 1
        wire = self._wire = self._launcher.start(until=self._until, output=output)
        self._fresh = True
        self._log.add("start", {"start": self._state.starts, "applied": dict(wire.applied)})
        return wire

    def _listen(self, wire: Wire, pending: dict[str, Blinded], sent: float, deadline: float) -> Stop | None:
        """Settle what comes; why the rest did not come, or None."""
        unread: list[str] = []
        strays = 0
        while len(pending) > len(unread):
            line = wire.receive(deadline)
            if isinstance(line, Stop):
                return line
            if not line.strip():  # an empty line says nothing, and costs nothing but the time that runs
                continue
            said = records.read_line(line)
            if said.id in pending and said.record is not None:
                each = pending.pop(said.id)
                self._settle(each, records.reply(said.record, each.shown), sent, line=said.text)
            elif said.fault:
                unread.append(said.fault)
                self._fact(FactKind.UNREADABLE, _only(pending), f"{said.fault}: {said.shown}")
            else:
                strays += 1
                self._stray(said)
            if strays > _MOST_STRAYS:
                return Stop.FLOOD
        for question, fault in zip(pending.values(), unread, strict=True):  # so many lines stand for missing answers
            unreadable = Abstention(reason=AbstentionReason.UNREADABLE, detail=f"{_UNREADABLE}{fault}")
            self._settle(question, Heard(reply=unreadable), sent)
        return None

    def _stray(self, said: records.ReplyLine) -> None:
        """A line about a question that is settled, or that nobody asked."""
        each = self._asked.get(said.id or "")
        if each is None:
            self._fact(FactKind.UNKNOWN, None, said.shown)
            return
        before = self._state.answers[each.original].reply
        # The turn of a question is over with its time, and with a line that could not be read; a line that was read
        # and says too little is an answer.
        missed = isinstance(before, Abstention) and (
            before.reason is AbstentionReason.TIMEOUT or (before.detail or "").startswith(_UNREADABLE)
        )
        self._fact(FactKind.LATE if missed else FactKind.TWICE, each, said.shown)

    def _leave(self) -> None:
        """Let the entry end, hear what it still says, and end it."""
        wire = self._wire
        if wire is None:
            return
        wire.close_input()
        deadline = time.monotonic() + GRACE_S
        last: bytes | Stop = b""
        for _ in range(_MOST_STRAYS):
            last = wire.receive(deadline)
            if isinstance(last, Stop):
                break
            if not last.strip():
                continue
            said = records.read_line(last)
            if said.fault:
                self._fact(FactKind.UNREADABLE, None, f"{said.fault}: {said.shown}")
            else:
                self._stray(said)
        self._end(wire, kill=last is not Stop.DEAD)

    def _end(self, wire: Wire, *, kill: bool) -> None:
        self._wire = None
        ending = wire.end(kill=kill)
        self._state.usage.append(ending.usage)
        self._state.output += ending.usage.output
        for fact in records.facts_of(ending, self._limits):
            self._state.note(fact, self._log)
        self._log.add("ending", {"start": self._state.starts, **plain(ending)})

    def _settle(self, each: Blinded, heard: Heard, sent: float | None = None, *, line: str = "") -> None:
        now = time.monotonic()
        seconds = None if sent is None else round(now - sent, 6)
        given = Answer(
            respondent=self._respondent,
            question=each.shown.id,
            reply=heard.reply,
            scores=heard.scores,
            seconds=seconds,
            at=datetime.now(UTC),
        )
        answer = each.reveal(given)
        self._state.answers[each.original] = answer
        told = {
            "question": each.original,
            "shown": each.shown.id,
            "respondent": answer.respondent,
            "reply": answer.reply,
            "scores": answer.scores,
            "seconds": seconds,
            "clock": round(now - self._began, 6),
            "line": line,
        }
        self._log.add("answer", told)

    def _fact(self, kind: FactKind, each: Blinded | None = None, detail: str = "") -> None:
        self._state.note(Fact(kind=kind, question=each.original if each else None, detail=detail), self._log)


def _only(pending: Mapping[str, Blinded]) -> Blinded | None:
    """The question that a fact is about, where it can only be one."""
    return next(iter(pending.values())) if len(pending) == 1 else None
