"""What becomes of an entry: which rule it kept or broke, in the rule's own words, and what its second runs say.

Is a second run the same as the first? Exact, within the published tolerance, or not; the noise is computed. A program
that flips a share f of its answers from run to run moves its score by chance: each question goes up with f/2, down with
f/2. The law of that sum is exact; it says how often a second run stays within the tolerance.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from math import floor

import numpy as np

from anaphor.answer import Abstention, AbstentionReason, Answer
from anaphor.challenge.calendar import local_moment
from anaphor.challenge.judging.sheet import Changed
from anaphor.challenge.judging.standing import EntryResult, RoundResult, Row
from anaphor.challenge.round import Course, Deposit, Entered, RunState
from anaphor.challenge.rulebook import Rules, Tolerance
from anaphor.challenge.settings import Metric
from anaphor.challenge.transcript.record import Fact
from anaphor.challenge.validation import BACKEND, RuleName, rule_texts, word
from anaphor.scoring import Outcome, OutcomeKind, law_of_sum, swaps
from anaphor.statistics import sign_flip
from anaphor.text import Message, Value, choice, joined, message, text

_MISHAPS = tuple(f"challenge-reasons-{name}" for name in ("ended", "ended-adjusted", "timeouts", "unread", "unranked"))
"""Sentences on how a run went, without which its score cannot be read."""
_SENTENCE_ENDS = (".", "!", "?", "…", ".”", ".»", ".)", '."')
_LEAST_P = 0.001
"""Chances below it are said to be smaller."""
_SWAPS = 100_000
"""Swaps that are drawn where there are too many to count."""


class Repetition(StrEnum):
    """What a second run says."""

    EXACT = "exact"
    WITHIN = "within tolerance"
    """Some answers differ, no more than the rules allow."""
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat:
    """The same questions, asked twice."""

    questions: int
    discordant: int
    first: Fraction
    second: Fraction
    stays: float
    """How often a program that flips as many answers as this one moves its score no more than the tolerance."""
    statement: Repetition


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """The originals and their changed wordings."""

    originals: int
    """Questions that have a changed wording."""
    drop: Fraction
    """Mean loss over these questions, from 0 to 1; below 0 for a gain."""
    p: float
    """Chance of a loss as large when the wording plays no part: outcomes swapped within each question; one-sided."""
    exact: bool
    """Whether all swaps were taken into account."""
    holds: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondRuns:
    """What the second runs of an entry say, round by round, as far as they are over."""

    repeats: Mapping[str, Repeat] = field(default_factory=dict)
    """The same questions again, by round."""
    changes: Mapping[str, Changes] = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()
    sealed: bool = True

    @property
    def worst_repeat(self) -> Repeat | None:
        """The round that was repeated least well; None: none was repeated."""
        order = list(Repetition)
        return max(self.repeats.values(), key=lambda each: (order.index(each.statement), each.discordant), default=None)

    @property
    def worst_changes(self) -> Changes | None:
        """The round that changed wordings took most from; None: there are none."""
        return max(self.changes.values(), key=lambda each: (not each.holds, each.drop), default=None)


def repeat(
    first: tuple[Sequence[Answer], Sequence[Outcome]],
    second: tuple[Sequence[Answer], Sequence[Outcome]],
    tolerance: Tolerance,
) -> Repeat:
    count = len(first[0])
    again = {answer.question: answer for answer in second[0]}
    discordant = sum(_choice(answer) != _choice(again[answer.question]) for answer in first[0])
    before, after = (Fraction(sum(_right(part[1]).values()), count) for part in (first, second))
    near = abs(after - before) <= tolerance.score and Fraction(discordant, count) <= tolerance.discordant
    statement = Repetition.EXACT if discordant == 0 else Repetition.WITHIN if near else Repetition.DIFFERS
    return Repeat(
        questions=count,
        discordant=discordant,
        first=before,
        second=after,
        stays=chance_to_stay(count, Fraction(discordant, count), tolerance.score),
        statement=statement,
    )


def chance_to_stay(questions: int, flips: Fraction, tolerance: Fraction) -> float:
    """How often the score moves by no more than the tolerance when answers flip so often; exact.

    >>> round(chance_to_stay(60, Fraction(1, 20), Fraction(3, 100)), 2)
    0.63
    >>> round(chance_to_stay(60, Fraction(1, 20), Fraction(5, 100)), 2)
    0.96
    """
    half = float(flips) / 2
    law = law_of_sum([((-1, half), (0, 1 - 2 * half), (1, half))] * questions)
    most = floor(tolerance * questions)
    return max(0.0, 1.0 - law.beyond(Fraction(most + 1), Fraction(0)))


def _choice(answer: Answer) -> int | None:
    return None if isinstance(answer.reply, Abstention) else answer.reply.candidate


def _right(outcomes: Sequence[Outcome]) -> dict[str, bool]:
    return {outcome.item: outcome.result is OutcomeKind.RIGHT for outcome in outcomes}


def changes(
    original: Sequence[Outcome],
    changed: Sequence[Outcome],
    asked: Sequence[Changed],
    tolerance: Tolerance,
    seed: int = 1,
) -> Changes | None:
    """What changed wordings say; None where nothing could be changed.

    The seed is that of the swaps that are drawn where there are too many to count: who judges again finds the same.
    """
    if not asked:
        return None
    before, after = _right(original), _right(changed)
    parts: dict[str, list[bool]] = {}
    for question in asked:
        parts.setdefault(question.original, []).append(after[question.target.item])
    # For each original, what its changed wordings lost on the average.
    gaps = [before[name] - Fraction(sum(right), len(right)) for name, right in parts.items()]
    drop = sum(gaps, Fraction(0)) / len(gaps)
    chance, exact = swaps(gaps), True
    if chance is None:
        drawn = sign_flip(np.array(gaps, dtype=np.float64), _SWAPS, np.random.default_rng(seed))
        chance, exact = drawn.p_value, drawn.exact
    p = 1.0 if drop <= 0 else chance / 2
    holds = drop <= tolerance.changed or p >= tolerance.alpha
    return Changes(originals=len(gaps), drop=drop, p=p, exact=exact, holds=holds)


class Verdict(StrEnum):
    """What becomes of an entry."""

    PRIZE = "prize"
    """It passed every round that was held, and everything that followed."""
    CANDIDATE = "candidate"
    """It passed every round that was held; paper, source and re-run are still open."""
    BELOW = "below"
    DISQUALIFIED = "disqualified"
    LATE = "late"
    NO_RESULT = "no result"
    """It could not be run, or has not been."""

    @property
    def words(self) -> str:
        return text(f"challenge-verdicts-{self.value.replace(' ', '-')}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why, in words of any language."""

    said: Message
    rule: RuleName | None = None

    def text(self, rules: Rules) -> str:
        """The sentence, with the rule's text where one was broken."""
        if self.rule is None:
            return str(self.said)
        return f"{self.said} {message('challenge-reasons-rule', text=rule_texts(rules)[self.rule])}"

    def short(self) -> str:
        """The sentence, with the name of the rule that was broken: for a page that has its text elsewhere."""
        if self.rule is None:
            return str(self.said)
        return f"{self.said} {message('challenge-reasons-by-rule', rule=self.rule.heading)}"


def _reason(name: str, rule: RuleName | None = None, **values: Value) -> Reason:
    return Reason(said=message(f"challenge-reasons-{name}", **values), rule=rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryVerdict:
    """An entry and what becomes of it."""

    name: str
    state: str
    """How its last run ended; `refused` for one that came late."""
    verdict: Verdict
    reasons: tuple[Reason, ...]
    """Why, the most weighty first."""
    round_name: str | None = None
    row: Row | None = None
    again: SecondRuns = field(default_factory=SecondRuns)

    @property
    def why(self) -> tuple[Reason, ...]:
        """The weightiest reason, and what went wrong with its runs."""
        return tuple(reason for place, reason in enumerate(self.reasons) if place == 0 or reason.said.code in _MISHAPS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dossier:
    """Everything that is known about one entry."""

    entered: Entered
    rounds: tuple[tuple[str, EntryResult, Row | None], ...]
    """Each round that it took part in: name, run, score."""
    again: SecondRuns = field(default_factory=SecondRuns)

    @property
    def sealed(self) -> bool:
        """Whether every run that took place was sealed, second runs included."""
        return self.again.sealed and all(heard.sealed for _, heard, _ in self.rounds if heard.head)


def judge_entry(
    dossier: Dossier, rules: Rules, results: Sequence[RoundResult], course: Course, now: datetime
) -> EntryVerdict:
    name, closes = dossier.entered.name, rules.calendar.closes
    if dossier.entered.late:
        came = local_moment(dossier.entered.when.astimezone(closes.tzinfo))
        late = _reason("late", RuleName.DATES, when=came, closes=local_moment(closes))
        return EntryVerdict(name=name, state="refused", verdict=Verdict.LATE, reasons=(late,))
    last, heard, row = dossier.rounds[-1]
    broken = []
    if removal := course.removals.get(name):
        # Somebody typed it, and another sentence follows.
        because = removal.because.strip()
        because = because if because.endswith(_SENTENCE_ENDS) else f"{because}."
        broken.append(_reason("by-hand", RuleName(removal.rule), because=because))
    facts = [*(fact for _, result, _ in dossier.rounds for fact in result.facts), *dossier.again.facts]
    # Not what it asked for: an address that it wrote may carry a question out to whoever reads the verdict.
    if kinds := Counter(fact.kind for fact in facts if fact.kind in rules.forbidden):
        parts = [message("challenge-words-times", what=word(kind.value), count=count) for kind, count in kinds.items()]
        broken.append(_reason("access", RuleName.ACCESS, kinds=joined(parts)))
    verdict, owed = Verdict.NO_RESULT, list[Reason]()
    if row is not None:
        verdict = Verdict.CANDIDATE if row.passes and last == results[-1].rules.name else Verdict.BELOW
    if verdict is Verdict.CANDIDATE:
        owed, failed = _owed(dossier, rules, course, now)
        broken += failed
        verdict = Verdict.CANDIDATE if owed or not course.concluded else Verdict.PRIZE
    unsealed = []
    if rules.rehearsal and not dossier.sealed and heard.backend:
        unsealed.append(_reason("unsealed-rehearsal", backend=word(heard.backend, BACKEND)))
    return EntryVerdict(
        name=name,
        state=heard.state.value,
        verdict=Verdict.DISQUALIFIED if broken else verdict,
        reasons=(
            *broken,
            *_rounds_told(dossier, results, rules.most_failed),
            *_second_runs(dossier, within=True),
            *owed,
            *unsealed,
        ),
        round_name=last,
        row=row,
        again=dossier.again,
    )


def _rounds_told(dossier: Dossier, results: Sequence[RoundResult], most_failed: Fraction) -> list[Reason]:
    """How the entry fared in each round, the last one first."""
    found = []
    held = {each.rules.name: each for each in results}
    for name, heard, row in reversed(dossier.rounds):
        if row is None:
            lost = heard.state in (RunState.QUEUED, RunState.RUNNING, RunState.LOST)
            english = heard.reason
            detail = (
                choice("challenge-words", "as-told", en=english, fr=heard.reason_fr or english)
                if english
                else word(heard.state.value)
            )
            found.append(_reason("not-run", round=name) if lost else _reason("failed", round=name, detail=detail))
            continue
        result = held[name]
        asked, guessed = len(result.targets), result.metric is Metric.ADJUSTED
        if result.metric is Metric.RIGHT:
            found.append(_reason("score", round=name, right=row.right, questions=asked, needed=result.needed))
        else:
            points, reach = (round(float(value), 2) for value in (row.points, result.reach))
            counts: dict[str, Value] = {"round": name, "right": row.right, "questions": asked, "units": result.units}
            code = f"challenge-reasons-score-{result.metric}"
            found.append(Reason(said=message(code, **counts, points=points, needed=reach)))
        if heard.state is not RunState.FINISHED:
            found.append(_reason("ended-adjusted" if guessed else "ended", round=name, state=word(heard.state.value)))
        if late := sum(outcome.reason is AbstentionReason.TIMEOUT for outcome in heard.outcomes):
            found.append(_reason("timeouts", round=name, count=late))
        if unread := sum(outcome.reason is AbstentionReason.UNREADABLE for outcome in heard.outcomes):
            found.append(_reason("unread", round=name, count=unread))
        if row.broken:
            most = _hundreds(most_failed)
            found.append(_reason("unranked", round=name, failed=row.failed, questions=asked, most=most))
    return found


def _owed(dossier: Dossier, rules: Rules, course: Course, now: datetime) -> tuple[list[Reason], list[Reason]]:
    """What a candidate still owes, and what it failed to do."""
    dates, name = rules.calendar, dossier.entered.name
    given = course.deposits.get(name, [])
    in_time = {Deposit.PAPER: dates.paper, Deposit.SOURCE: dates.source_or_trace, Deposit.TRACE: dates.source_or_trace}
    kept = {reason.what for reason in given if reason.when < in_time[reason.what]}
    if dossier.entered.source_included:
        kept.add(Deposit.SOURCE)
    owed, failed = [], []
    for missing, when, due, late, rule in (
        (Deposit.PAPER not in kept, dates.paper, "paper-due", "no-paper", RuleName.PAPER),
        (not kept & {Deposit.SOURCE, Deposit.TRACE}, dates.source_or_trace, "source-due", "no-source", RuleName.SOURCE),
    ):
        if missing and now >= when:
            failed.append(_reason(late, rule, date=local_moment(when)))
        elif missing:
            owed.append(_reason(due, date=local_moment(when)))
    if not all(label in dossier.again.repeats for label, _, _ in dossier.rounds):
        owed.append(_reason("rerun-due", date=local_moment(dates.rerun)))
    if Deposit.TRACE not in kept and not rules.rehearsal and not dossier.sealed:
        backend = word(dossier.rounds[-1][1].backend, BACKEND)
        if now >= dates.source_or_trace:
            failed.append(_reason("unsealed", RuleName.SEALED, backend=backend))
        else:
            owed.append(_reason("trace-due", backend=backend, date=local_moment(dates.source_or_trace)))
    return owed, [*failed, *_second_runs(dossier, within=False)]


def _second_runs(dossier: Dossier, *, within: bool) -> list[Reason]:
    """What the second runs said: those that stayed within the rules, or those that broke them."""
    rule = None if within else RuleName.RERUN
    found = []
    for label, each in dossier.again.repeats.items():
        if (each.statement is not Repetition.DIFFERS) is within:
            first, second, stays = _hundreds(each.first), _hundreds(each.second), _hundreds(each.stays)
            values = {"discordant": each.discordant, "questions": each.questions, "first": first, "second": second}
            told = word(each.statement.value)
            found.append(_reason("repeated", rule, round=label, statement=told, stays=stays, **values))
    for label, part in dossier.again.changes.items():
        if part.holds is within:
            # Published verdicts write a gain with a hyphen; a number's own minus is another sign.
            lost = {"sign": "-" if part.drop < 0 else "", "drop": abs(_hundreds(part.drop))}
            chance = {"compared": "<" if part.p < _LEAST_P else "=", "p": max(part.p, _LEAST_P)}
            found.append(_reason("changed", rule, round=label, originals=part.originals, **lost, **chance))
    return found


def _hundreds(share: Fraction | float) -> float:
    """A share in per cent, or a difference in points, as far as it is told."""
    return round(100 * float(share), 1)
