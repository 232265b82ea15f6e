"""What becomes of an entry: which rule it kept or broke, in the rule's own words."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from fractions import Fraction

from anaphor.answer import AbstentionReason
from anaphor.challenge.judging.rerun_check import Changes, Repeat, Repetition, SecondRuns
from anaphor.challenge.judging.results import Heard
from anaphor.challenge.judging.standing import RoundResult, Row
from anaphor.challenge.round import Course, Deposit, Entered, RunState, moment
from anaphor.challenge.rules import Rules
from anaphor.challenge.rules_text import (
    RuleName,
    backend_text,
    chance,
    known_word,
    percent,
    points,
    reason_text,
    rule_name,
    rule_texts,
    word,
)
from anaphor.challenge.transcript.record import FactKind

_MISHAPS = ("ended", "unread", "unread_one")
"""Sentences on how a run went, without which its score cannot be read."""


class Verdict(StrEnum):
    """What becomes of an entry."""

    PRIZE = "prize"
    """It passed every round that was held, and everything that followed."""
    CANDIDATE = "candidate"
    """It passed every round that was held; paper, source and re-run are still open."""
    BELOW = "below"
    """It did not reach the threshold."""
    DISQUALIFIED = "disqualified"
    """It broke a rule."""
    LATE = "late"
    """It came after the entries had closed."""
    NO_RESULT = "no result"
    """It could not be run, or has not been."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """A difference of two shares, which is told in points."""

    share: Fraction
    """The difference."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """A probability, which is told as p."""

    p: float
    """The probability."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """How an entry was run."""

    backend: str
    """The backend, as its trace names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What happened, and how often."""

    counts: Mapping[FactKind, int]
    """Times by kind of fact."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why, in words of either language."""

    name: str
    """Which sentence."""
    values: Mapping[str, object] = field(default_factory=dict)
    """What is filled in."""
    rule: RuleName | None = None
    """The rule that was broken."""

    def text(self, rules: Rules, interface: str = "en") -> str:
        """The sentence, with the rule's text where one was broken."""
        if self.rule is None:
            return self._said(interface)
        quoted = reason_text("rule", interface, text=rule_texts(rules, interface)[self.rule])
        return f"{self._said(interface)} {quoted}"

    def short(self, interface: str = "en") -> str:
        """The sentence, with the name of the rule that was broken: for a page that has its text elsewhere."""
        if self.rule is None:
            return self._said(interface)
        return f"{self._said(interface)} {reason_text('by_rule', interface, rule=rule_name(self.rule, interface))}"

    def _said(self, interface: str) -> str:
        values = {name: _shown(value, interface) for name, value in self.values.items()}
        return reason_text(self.name, interface, **values)


def _shown(value: object, interface: str) -> object:
    if isinstance(value, Points):
        return points(value.share, interface)
    if isinstance(value, Chance):
        return chance(value.p, interface, named=True)
    if isinstance(value, Ran):
        return backend_text(value.backend, interface)
    if isinstance(value, Tally):
        return ", ".join(f"{known_word(kind.value, interface)} ×{count}" for kind, count in value.counts.items())
    if isinstance(value, Fraction):
        return percent(value, interface)
    return word(value.value, interface) if isinstance(value, RunState | Repetition) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryVerdict:
    """An entry and what becomes of it."""

    name: str
    """Its name."""
    state: str
    """How its last run ended; `refused` for one that came late."""
    verdict: Verdict
    """What becomes of it."""
    reasons: tuple[Reason, ...]
    """Why, the most weighty first."""
    round_name: str | None = None
    """The last round that it took part in."""
    row: Row | None = None
    """Its score there."""
    again: SecondRuns = field(default_factory=SecondRuns)
    """Its second runs."""

    @property
    def why(self) -> tuple[Reason, ...]:
        """The weightiest reason, and what went wrong with its runs."""
        return tuple(each for place, each in enumerate(self.reasons) if place == 0 or each.name in _MISHAPS)

    @property
    def repeat(self) -> Repeat | None:
        """The second run of the round that was repeated least well."""
        return self.again.worst_repeat

    @property
    def changes(self) -> Changes | None:
        """The changed wordings of the round that lost most by them."""
        return self.again.worst_changes


@dataclass(frozen=True, slots=True, kw_only=True)
class Dossier:
    """Everything that is known about one entry."""

    entered: Entered
    """How it came."""
    rounds: tuple[tuple[str, Heard, Row | None], ...]
    """Each round that it took part in: name, run, score."""
    again: SecondRuns = field(default_factory=SecondRuns)
    """Its second runs."""

    @property
    def sealed(self) -> bool:
        """Whether every run that took place was sealed, second runs included."""
        return self.again.sealed and all(heard.sealed for _, heard, _ in self.rounds if heard.head)


def judge_entry(
    dossier: Dossier, rules: Rules, results: Sequence[RoundResult], course: Course, now: datetime
) -> EntryVerdict:
    """What becomes of an entry, at a moment."""
    name = dossier.entered.name
    if dossier.entered.late:
        came = dossier.entered.when.astimezone(rules.dates.closes.tzinfo)
        when = {"when": moment(came), "closes": moment(rules.dates.closes)}
        late = Reason(name="late", values=when, rule=RuleName.DATES)
        return EntryVerdict(name=name, state="refused", verdict=Verdict.LATE, reasons=(late,))
    told = _rounds_told(dossier, results)
    last, heard, row = dossier.rounds[-1]
    removal = course.removals.get(name)
    broken = _conduct(dossier, rules)
    if removal is not None:
        broken.insert(
            0, Reason(name="by_hand", values={"because": _stopped(removal.because)}, rule=RuleName(removal.rule))
        )
    verdict, more = Verdict.NO_RESULT, []
    if row is not None:
        verdict = Verdict.CANDIDATE if row.passes and last == results[-1].rules.name else Verdict.BELOW
    if verdict is Verdict.CANDIDATE:
        owed, failed = _owed(dossier, rules, course, now)
        broken, more = [*broken, *failed], owed
        verdict = Verdict.CANDIDATE if owed or not course.concluded else Verdict.PRIZE
    if broken:
        verdict = Verdict.DISQUALIFIED
    reasons = (*broken, *told, *_repeated(dossier), *more, *_unsealed(dossier, rules))
    return EntryVerdict(
        name=name,
        state=heard.state.value,
        verdict=verdict,
        reasons=reasons,
        round_name=last,
        row=row,
        again=dossier.again,
    )


def _stopped(text: str) -> str:
    """A sentence that somebody typed, with a full stop where it has no end: another one follows it."""
    text = text.strip()
    return text if text.endswith((".", "!", "?", "…", ".”", ".»", ".)", '."')) else f"{text}."


def _rounds_told(dossier: Dossier, results: Sequence[RoundResult]) -> list[Reason]:
    found = []
    needed = {each.rules.name: each for each in results}
    for name, heard, row in reversed(dossier.rounds):
        if row is None:
            known = heard.state in (RunState.QUEUED, RunState.RUNNING, RunState.LOST)
            why = {"round": name, "detail": heard.reason or heard.state.value}
            found.append(Reason(name="not_run" if known else "failed", values=why))
            continue
        asked, least = len(needed[name].targets), needed[name].needed
        values: dict[str, object] = {"round": name, "right": row.right, "questions": asked, "needed": least}
        found.append(Reason(name="passed" if row.passes else "below", values=values))
        if heard.state is not RunState.FINISHED:
            found.append(Reason(name="ended", values={"round": name, "state": heard.state}))
        unread = sum(each.reason is AbstentionReason.UNREADABLE for each in heard.outcomes)
        if unread:
            found.append(
                Reason(name="unread_one" if unread == 1 else "unread", values={"round": name, "count": unread})
            )
    return found


def _conduct(dossier: Dossier, rules: Rules) -> list[Reason]:
    """Forbidden access in any run."""
    every = [*(fact for _, heard, _ in dossier.rounds for fact in heard.facts), *dossier.again.facts]
    # Not what it asked for: an address that it wrote may carry a question out to whoever reads the verdict.
    kinds = Counter(fact.kind for fact in every if fact.kind in rules.forbidden)
    return [Reason(name="access", values={"kinds": Tally(counts=kinds)}, rule=RuleName.ACCESS)] if kinds else []


def _owed(dossier: Dossier, rules: Rules, course: Course, now: datetime) -> tuple[list[Reason], list[Reason]]:
    """What a candidate still owes, and what it failed to do."""
    dates, name = rules.dates, dossier.entered.name
    given = course.deposits.get(name, [])
    in_time = {Deposit.PAPER: dates.paper, Deposit.SOURCE: dates.source_or_trace, Deposit.TRACE: dates.source_or_trace}
    kept = {each.what for each in given if each.when < in_time[each.what]}
    if dossier.entered.source_included:
        kept.add(Deposit.SOURCE)
    owed, failed = [], []
    for missing, when, due, late, rule in (
        (Deposit.PAPER not in kept, dates.paper, "paper_due", "no_paper", RuleName.PAPER),
        (not kept & {Deposit.SOURCE, Deposit.TRACE}, dates.source_or_trace, "source_due", "no_source", RuleName.SOURCE),
    ):
        if missing and now >= when:
            failed.append(Reason(name=late, values={"date": moment(when)}, rule=rule))
        elif missing:
            owed.append(Reason(name=due, values={"date": moment(when)}))
    if not all(label in dossier.again.repeats for label, _, _ in dossier.rounds):
        owed.append(Reason(name="rerun_due", values={"date": moment(dates.rerun)}))
    if Deposit.TRACE not in kept and not rules.rehearsal and not dossier.sealed:
        values = {"backend": Ran(backend=dossier.rounds[-1][1].backend), "date": moment(dates.source_or_trace)}
        if now >= dates.source_or_trace:
            failed.append(Reason(name="unsealed", values=values, rule=RuleName.SEALED))
        else:
            owed.append(Reason(name="trace_due", values=values))
    return owed, [*failed, *_differs(dossier)]


def _differs(dossier: Dossier) -> list[Reason]:
    """The second runs that broke the rule."""
    again = dossier.again
    found = [_repeat_reason(label, each, RuleName.RERUN) for label, each in again.repeats.items() if _is_other(each)]
    return [
        *found,
        *(_changes_reason(label, each, RuleName.RERUN) for label, each in again.changes.items() if not each.holds),
    ]


def _repeated(dossier: Dossier) -> list[Reason]:
    """What the second runs said, where they broke no rule."""
    again = dossier.again
    found = [_repeat_reason(label, each) for label, each in again.repeats.items() if not _is_other(each)]
    return [*found, *(_changes_reason(label, each) for label, each in again.changes.items() if each.holds)]


def _is_other(repeat: Repeat) -> bool:
    return repeat.statement is Repetition.DIFFERS


def _repeat_reason(label: str, repeat: Repeat, rule: RuleName | None = None) -> Reason:
    return Reason(
        name="repeated",
        rule=rule,
        values={
            "round": label,
            "statement": repeat.statement,
            "discordant": repeat.discordant,
            "questions": repeat.questions,
            "first": repeat.first,
            "second": repeat.second,
            "stays": Fraction(repeat.stays),
        },
    )


def _changes_reason(label: str, changes: Changes, rule: RuleName | None = None) -> Reason:
    values: dict[str, object] = {
        "round": label,
        "originals": changes.originals,
        "drop": Points(share=changes.drop),
        "p": Chance(p=changes.p),
    }
    return Reason(name="changed", values=values, rule=rule)


def _unsealed(dossier: Dossier, rules: Rules) -> list[Reason]:
    heard = dossier.rounds[-1][1]
    if not rules.rehearsal or dossier.sealed or not heard.backend:
        return []
    return [Reason(name="unsealed_rehearsal", values={"backend": Ran(backend=heard.backend)})]
