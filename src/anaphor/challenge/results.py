"""What an entry answered, read back from the trace that proves it and held against the journal."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from anaphor.answer import Abstention, AbstentionReason, Answer
from anaphor.challenge.round import Hearing, RunState
from anaphor.challenge.store import Challenge
from anaphor.challenge.trace import END, read_trace
from anaphor.challenge.trace_hearing import Fact, minutes_of
from anaphor.errors import ContentError, Place
from anaphor.schema import Item, Neither
from anaphor.scoring.outcomes import Outcome, Target, outcomes_of


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
    records = read_trace(path)
    _refuse_other(path, records[-1] if records else {}, run.head)
    minutes = minutes_of(records)
    answers = tuple(minutes.final(target.item) for target in targets)
    return Heard(
        entry=name, state=run.state, answers=answers, outcomes=outcomes_of(targets, answers),
        facts=tuple(minutes.facts), sealed=bool(records[0]["sealed"]), backend=records[0]["backend"], head=run.head,
        trace=run.trace, reason=run.reason,
    )  # fmt: skip


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
            "this is not the trace that the journal speaks of", where=Place(file=str(path)),
            todo="Run: anaphor challenge verify",
        )  # fmt: skip


def targets_for(items: Sequence[Item]) -> tuple[Target, ...]:
    """Items as scoring needs them, each on its own."""
    return tuple(
        Target(item=item.id, key=item.key, candidates=tuple(each.text for each in item.question.candidates))
        for item in items
        if not isinstance(item.key, Neither)
    )
