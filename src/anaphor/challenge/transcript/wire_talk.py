"""The talk with one entry, start after start, until every question is settled."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from anaphor.answer import Abstention, AbstentionReason, Answer, Reply
from anaphor.challenge.sandbox.sandbox import Cell, Limits, Stop, Wire
from anaphor.challenge.transcript.record import Fact, FactKind, Minutes, Terms, facts_of
from anaphor.challenge.transcript.trace import TraceFile
from anaphor.challenge.transcript.wire import GRACE_S
from anaphor.challenge.transcript.wire_questions import asked_record, lines
from anaphor.challenge.transcript.wire_reply import Line, read_line, reply
from anaphor.provenance import plain
from anaphor.resolver import Blinded, Heard

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What lies on the referee's table."""

    respondent: str
    """The entry's name."""
    cell: Cell
    """Starts the entry."""
    limits: Limits
    """What the entry may use."""
    terms: Terms
    """How it is asked."""
    log: TraceFile
    """The trace."""
    minutes: Minutes
    """What is settled."""


class Talk:
    """One entry, its questions, and as many starts as the terms allow."""

    def __init__(self, table: Table) -> None:
        self._table, self._terms, self._minutes = table, table.terms, table.minutes
        self._began = time.monotonic() - table.minutes.seconds
        self._until = self._began + table.limits.wall
        self._wire: Wire | None = None
        self._fresh = True
        self._asked: dict[str, Blinded] = {}

    def settle_all(self, questions: Sequence[Blinded]) -> None:
        """Ask what is not settled yet, and settle everything."""
        self._asked = {each.shown.id: each for each in questions if each.original in self._minutes.asked}
        left = [each for each in questions if each.original not in self._minutes.answers]
        for each in left:
            if each.original in self._minutes.asked:
                self._fact(FactKind.ASKED_AGAIN, each)
        try:
            for at in range(0, len(left), self._terms.batch):
                if not self._ask(left[at : at + self._terms.batch]):
                    break
        finally:
            self._leave()
        for each in left:
            if each.original not in self._minutes.answers:
                self._settle(each, Heard(reply=Abstention(reason=AbstentionReason.FAILED, detail=NOT_ASKED)))

    def _ask(self, batch: Sequence[Blinded]) -> bool:
        """Send a batch and settle it; False when the entry cannot be asked any more."""
        wire = self._wire or self._start()
        if wire is None:
            return False
        sent = time.monotonic()
        deadline = sent + self._terms.question * len(batch) + (self._terms.start if self._fresh else 0)
        self._fresh = False
        self._table.log.add("asked", asked_record(batch))
        self._minutes.asked.update(each.original for each in batch)
        self._asked.update((each.shown.id, each) for each in batch)
        pending = {each.shown.id: each for each in batch}
        stop = wire.send(lines(batch), deadline) or self._listen(wire, pending, sent, deadline)
        if stop:
            self._give_up(pending, stop, sent)
        return self._look_after(wire, stop)

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
            said = read_line(line)
            if said.id in pending and said.record is not None:
                each = pending.pop(said.id)
                self._settle(each, reply(said.record, each.shown), sent, line=said.text)
            elif said.fault:
                unread.append(said.fault)
                self._fact(FactKind.UNREADABLE, _only(pending), f"{said.fault}: {said.shown}")
            else:
                strays += 1
                self._stray(said)
            if strays > _MOST_STRAYS:
                return Stop.FLOOD
        for each, fault in zip(pending.values(), unread, strict=True):  # so many lines stand for missing answers
            self._settle(each, Heard(reply=_unreadable(fault)), sent)
        return None

    def _stray(self, said: Line) -> None:
        """A line about a question that is settled, or that nobody asked."""
        each = self._asked.get(said.id or "")
        if each is None:
            self._fact(FactKind.UNKNOWN, None, said.shown)
            return
        before = self._minutes.answers[each.original].reply
        missed = isinstance(before, Abstention) and before.reason is AbstentionReason.TIMEOUT
        missed = missed or _was_unreadable(before)  # its turn was over with the line that could not be read
        self._fact(FactKind.LATE if missed else FactKind.TWICE, each, said.shown)

    def _give_up(self, pending: Mapping[str, Blinded], stop: Stop, sent: float) -> None:
        kind, reason = _STOPS[stop]
        self._fact(kind, _only(pending))
        for each in pending.values():
            self._settle(each, Heard(reply=Abstention(reason=reason, detail=kind.value)), sent)

    def _look_after(self, wire: Wire, stop: Stop | None) -> bool:
        """End the entry if it cannot go on; False when it may not be started again."""
        used = wire.cpu()
        if used is not None and used > self._table.limits.cpu:
            self._fact(FactKind.CPU_LIMIT, None, f"{used:.1f} s of all its processes")
            self._end(wire, kill=True)
        elif stop not in (None, Stop.TIMEOUT):
            self._end(wire, kill=True)
        return stop not in (Stop.OVER, Stop.OVERFLOW)

    def _start(self) -> Wire | None:
        output = self._table.limits.output - self._minutes.output
        if self._minutes.starts >= self._terms.starts or output <= 0:
            self._fact(FactKind.NO_STARTS, None, f"{self._minutes.starts} used")
            return None
        if time.monotonic() >= self._until:
            self._fact(FactKind.TIME_LIMIT)
            return None
        self._minutes.starts += 1
        wire = self._wire = self._table.cell.start(until=self._until, output=output)
        self._fresh = True
        self._table.log.add("start", {"start": self._minutes.starts, "applied": dict(wire.applied)})
        return wire

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
            said = read_line(last)
            if said.fault:
                self._fact(FactKind.UNREADABLE, None, f"{said.fault}: {said.shown}")
            else:
                self._stray(said)
        self._end(wire, kill=last is not Stop.DEAD)

    def _end(self, wire: Wire, *, kill: bool) -> None:
        self._wire = None
        ending = wire.end(kill=kill)
        self._minutes.usage.append(ending.usage)
        self._minutes.output += ending.usage.output
        for fact in facts_of(ending, self._table.limits):
            self._note(fact)
        self._table.log.add("ending", {"start": self._minutes.starts, **plain(ending)})

    def _settle(self, each: Blinded, heard: Heard, sent: float | None = None, *, line: str = "") -> None:
        now = time.monotonic()
        seconds = None if sent is None else round(now - sent, 6)
        answer = each.reveal(
            Answer(
                respondent=self._table.respondent,
                question=each.shown.id,
                reply=heard.reply,
                scores=heard.scores,
                seconds=seconds,
                at=datetime.now(UTC),
            )
        )
        self._minutes.answers[each.original] = answer
        self._table.log.add(
            "answer",
            {
                "question": each.original,
                "shown": each.shown.id,
                "respondent": answer.respondent,
                "reply": answer.reply,
                "scores": answer.scores,
                "seconds": seconds,
                "clock": round(now - self._began, 6),
                "line": line,
            },
        )

    def _fact(self, kind: FactKind, each: Blinded | None = None, detail: str = "") -> None:
        self._note(Fact(kind=kind, question=each.original if each else None, detail=detail))

    def _note(self, fact: Fact) -> None:
        self._minutes.facts.append(fact)
        self._table.log.add("fact", fact.record)


def _unreadable(fault: str) -> Abstention:
    return Abstention(reason=AbstentionReason.UNREADABLE, detail=f"{FactKind.UNREADABLE.value}: {fault}")


def _was_unreadable(reply: Reply) -> bool:
    """Whether a question was settled by a line that could not be read; one that says too little is another thing."""
    return isinstance(reply, Abstention) and (reply.detail or "").startswith(f"{FactKind.UNREADABLE.value}: ")


def _only(pending: Mapping[str, Blinded]) -> Blinded | None:
    """The question that a fact is about, where it can only be one."""
    return next(iter(pending.values())) if len(pending) == 1 else None
