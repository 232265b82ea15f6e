"""Who and what is left out of the analysis, by rules declared beforehand; every count is reconciled.

People first, then trials. The default drops only what cannot be an answer to what was read (anticipations below 100 ms,
trials during which the page was away, and second answers to the same item); paper 1's window of 100–6000 ms stands
beside it under its own name.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import comb
from typing import TypeVar

from anaphor.errors import ContentError
from anaphor.experiment.design.design import Exclusion, TrialKind
from anaphor.experiment.study.record import Person, Response, Study

ANTICIPATION_MS = 100.0
"""A reaction below this began before the sentence was read."""
SLOWEST_MS = 6000.0
"""The ends of paper 1's window, milliseconds presumed."""
_CAREFUL = 0.9
"""Somebody who is right less often than this on control trials is guessing or hurrying."""


class PersonRule(StrEnum):
    """Why a person is left out; the first that holds counts."""

    WITHDRAWN = "withdrawn"
    NO_CONSENT = "no_consent"
    BY_HAND = "by_hand"
    UNDER_AGE = "under_age"
    NOT_NATIVE = "not_native"
    UNFINISHED = "unfinished"
    NO_ANSWERS = "no_answers"
    ATTENTION = "attention"
    CONTROL = "control"
    TOO_FAST = "too_fast"


class TrialRule(StrEnum):
    """Which trials are left out."""

    ANTICIPATIONS = "anticipations"
    """Below 100 ms, or the page was away meanwhile: the default."""
    PAPER_1 = "paper1"
    """Below 100 or above 6000, milliseconds presumed (Amsili & Seminck 2017, section 4)."""
    NONE = "none"
    """Every answer counts, second ones too."""


class TrialReason(StrEnum):
    """Why an answer is left out."""

    AGAIN = "again"
    ANTICIPATION = "anticipation"
    SLOW = "slow"
    AWAY = "away"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreeningFlow:
    """From those who started to what is analysed; the numbers add up or the record cannot be built."""

    started: int
    """People who started."""
    excluded: tuple[tuple[PersonRule, int], ...]
    """How many each rule left out, in the order of the rules."""
    analysed: int
    """People who are analysed."""
    collected: int
    """Answers to items by everybody."""
    answers: int
    """Answers to items by those who are analysed."""
    dropped: tuple[tuple[TrialReason, int], ...]
    """How many of these the rule for trials left out, by reason."""
    kept: int
    """Answers that are analysed."""

    def __post_init__(self) -> None:
        if self.started != self.analysed + sum(count for _, count in self.excluded):
            raise ContentError("experiment-flow-participants-does-not-add")
        if self.answers != self.kept + sum(count for _, count in self.dropped) or self.answers > self.collected:
            raise ContentError("experiment-flow-answers-does-not-add")


@dataclass(frozen=True, slots=True, kw_only=True)
class Screened:
    """What is analysed, and what was left out."""

    flow: ScreeningFlow
    """From started to analysed."""
    people: tuple[tuple[Person, PersonRule | None], ...]
    """Everybody, with the rule that left them out."""
    responses: tuple[Response, ...]
    """Answers to items that are analysed."""
    rule: TrialRule
    """The rule for trials."""


def screen(study: Study, rules: Exclusion, trial_rule: TrialRule = TrialRule.ANTICIPATIONS) -> Screened:
    """The study after the rules."""
    by_person: dict[str, list[Response]] = {person.name: [] for person in study.people}
    for response in study.responses:
        by_person[response.person].append(response)
    people = tuple((person, person_rule(person, by_person[person.name], rules)) for person in study.people)
    kept_people = [person.name for person, rule in people if rule is None]
    items = [each for name in kept_people for each in by_person[name] if each.kind is TrialKind.ITEM]
    reasons = [trial_reason(each, trial_rule) for each in items]
    kept = tuple(each for each, reason in zip(items, reasons, strict=True) if reason is None)
    flow = ScreeningFlow(
        started=len(people),
        excluded=_counted(PersonRule, (rule for _, rule in people)),
        analysed=len(kept_people),
        collected=sum(each.kind is TrialKind.ITEM for each in study.responses),
        answers=len(items),
        dropped=_counted(TrialReason, reasons),
        kept=len(kept),
    )
    return Screened(flow=flow, people=people, responses=kept, rule=trial_rule)


Rule = TypeVar("Rule", PersonRule, TrialReason)


def _counted(rules: type[Rule], found: Iterable[Rule | None]) -> tuple[tuple[Rule, int], ...]:
    counts = Counter(each for each in found if each is not None)
    return tuple((rule, counts[rule]) for rule in rules if counts[rule])


def trial_reason(response: Response, rule: TrialRule) -> TrialReason | None:
    """Why a trial is left out under a rule; None: it stays. One without a time is not judged by time."""
    if rule is TrialRule.NONE:
        return None
    time = response.rt_ms
    if response.again:
        return TrialReason.AGAIN
    if time is not None and time < ANTICIPATION_MS:
        return TrialReason.ANTICIPATION
    if rule is TrialRule.PAPER_1:
        return TrialReason.SLOW if time is not None and time > SLOWEST_MS else None
    return TrialReason.AWAY if response.hidden_ms > 0 else None


def person_rule(person: Person, responses: Sequence[Response], rules: Exclusion) -> PersonRule | None:
    """The first rule that leaves a person out; None: they stay."""
    checks = {
        PersonRule.WITHDRAWN: person.withdrawn,
        PersonRule.NO_CONSENT: not person.consented,
        PersonRule.BY_HAND: person.excluded is not None,
        PersonRule.UNDER_AGE: rules.adults_only and person.adult is False,
        PersonRule.NOT_NATIVE: rules.native_only and person.native is False,
        PersonRule.UNFINISHED: rules.finished_only and not person.finished,
        PersonRule.NO_ANSWERS: not any(each.kind is TrialKind.ITEM for each in responses),
        PersonRule.ATTENTION: _wrong(responses, TrialKind.ATTENTION) >= rules.attention_failures,
        PersonRule.CONTROL: _guesses(responses, rules.control_level),
        PersonRule.TOO_FAST: _fast_share(responses, rules.fast_ms) > rules.fast_share,
    }
    return next((rule for rule in PersonRule if checks[rule]), None)


def _wrong(responses: Iterable[Response], kind: TrialKind) -> int:
    """Trials of a kind that were not answered rightly; no answer is no right one."""
    return sum(each.key is not None and each.right is not True for each in responses if each.kind is kind)


def _guesses(responses: Sequence[Response], level: float) -> bool:
    """Whether a careful person would make so many errors on control trials more rarely than the level."""
    controls = [each for each in responses if each.kind is TrialKind.CONTROL and each.key is not None]
    errors = _wrong(controls, TrialKind.CONTROL)
    return errors > 0 and _so_many(errors, len(controls)) < level


def _so_many(errors: int, trials: int) -> float:
    """The chance that a careful person makes so many errors or more."""
    wrong = 1 - _CAREFUL
    return sum(comb(trials, each) * wrong**each * _CAREFUL ** (trials - each) for each in range(errors, trials + 1))


def _fast_share(responses: Sequence[Response], fast_ms: float) -> float:
    times = [each.rt_ms for each in responses if each.kind is TrialKind.ITEM and each.rt_ms is not None]
    return sum(time < fast_ms for time in times) / len(times) if times else 0.0
