"""What an entry answered, read back from the trace that proves it and held against the journal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice, Reply
from anaphor.challenge.round import Hearing, Run, RunState
from anaphor.challenge.store import Challenge
from anaphor.challenge.transcript.record import Fact, FactKind, read_state
from anaphor.challenge.transcript.trace import END, read_trace
from anaphor.errors import ContentError, Place
from anaphor.scoring.items import Outcome, Target, outcomes_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A run of an entry that is over."""

    entry: str
    """Whose."""
    state: RunState
    """How it ended."""
    answers: tuple[Answer, ...] = ()
    """One for each question; empty where it could not be run at all."""
    outcomes: tuple[Outcome, ...] = ()
    """What became of each question, in the order of the answers."""
    facts: tuple[Fact, ...] = ()
    """What happened meanwhile."""
    sealed: bool = False
    """Whether every required layer held."""
    backend: str = ""
    """How it was run."""
    head: str | None = None
    """The last hash of its trace."""
    trace: str | None = None
    """Its trace, relative to the challenge's folder."""
    reason: str | None = None
    """Why it could not be run."""


def heard(challenge: Challenge, name: str, round_name: str, which: Hearing, targets: Sequence[Target]) -> Heard:
    """What an entry answered in a run that is over."""
    run = challenge.course.run(name, round_name, which)
    if run.head is None or run.trace is None:
        return Heard(entry=name, state=run.state, reason=run.reason)
    path = challenge.folder / run.trace
    told = challenge.replies.get((name, round_name, which))
    if told is not None and not path.exists():
        return _retold(name, run, told, targets)
    records = read_trace(path)
    _refuse_other(path, records[-1] if records else {}, run.head)
    minutes = read_state(records)
    answers = tuple(minutes.final(target.item) for target in targets)
    return Heard(
        entry=name,
        state=run.state,
        answers=answers,
        outcomes=outcomes_of(targets, answers),
        facts=tuple(minutes.facts),
        sealed=bool(records[0]["sealed"]),
        backend=records[0]["backend"],
        head=run.head,
        trace=run.trace,
        reason=run.reason,
    )


def summary_of(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What may be told of a run without a word of the questions: what an entry says in words may quote them."""
    minutes = read_state(records)
    return {
        "backend": records[0]["backend"],
        "sealed": bool(records[0]["sealed"]),
        "facts": [[fact.kind.value, fact.question] for fact in minutes.facts],
        "replies": {question: _told(minutes.final(question).reply) for question in minutes.answers},
    }


def _told(reply: Reply) -> int | str:
    return reply.candidate if isinstance(reply, Choice) else reply.reason.value


def _retold(name: str, run: Run, told: Mapping[str, Any], targets: Sequence[Target]) -> Heard:
    """A run as it was published without its trace."""
    answers = tuple(
        Answer(respondent=name, question=target.item, reply=_reply(told["replies"][target.item])) for target in targets
    )
    facts = tuple(Fact(kind=FactKind(kind), question=question) for kind, question in told["facts"])
    return Heard(
        entry=name,
        state=run.state,
        answers=answers,
        outcomes=outcomes_of(targets, answers),
        facts=facts,
        sealed=told["sealed"],
        backend=told["backend"],
        head=run.head,
        trace=run.trace,
        reason=run.reason,
    )


def _reply(told: int | str) -> Reply:
    return Choice(candidate=told) if isinstance(told, int) else Abstention(reason=AbstentionReason(told))


def answered(found: Heard, targets: Sequence[Target]) -> Heard:
    """The run, with an abstention for each question where it could not be run at all."""
    if found.answers:
        return found
    failed = Abstention(reason=AbstentionReason.FAILED, detail=found.reason)
    answers = tuple(Answer(respondent=found.entry, question=target.item, reply=failed) for target in targets)
    return replace(found, answers=answers, outcomes=outcomes_of(targets, answers))


def _refuse_other(path: Path, last: object, head: str) -> None:
    """Refuse a trace that is not the one of the journal."""
    if not isinstance(last, dict) or last.get("kind") != END or last.get("hash") != head:
        raise ContentError(
            "this is not the trace that the journal speaks of",
            where=Place(file=str(path)),
            todo="Run: anaphor challenge verify",
        )
