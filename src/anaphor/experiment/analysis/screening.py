"""Who and what is left out of the analysis, by rules declared beforehand; every count is reconciled.

People first, then trials. The default drops only what cannot be an answer to what was read (anticipations below 100 ms,
trials during which the page was away, and second answers to the same item); paper 1's window of 100–6000 ms stands
beside it under its own name.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import comb
from typing import Protocol

from anaphor.errors import ContentError
from anaphor.experiment.design.design import Exclusion, TrialKind
from anaphor.experiment.settings import TrialRule as TrialRule
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
    SCREENED_OUT = "screened_out"
    UNFINISHED = "unfinished"
    NO_ANSWERS = "no_answers"
    ATTENTION = "attention"
    CONTROL = "control"
    TOO_FAST = "too_fast"


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
    excluded: tuple[tuple[PersonRule, int], ...]
    """How many each rule left out, in the order of the rules."""
    analysed: int
    collected: int
    answers: int
    """Answers to items by those who are analysed."""
    dropped: tuple[tuple[TrialReason, int], ...]
    """How many of these the rule for trials left out, by reason."""
    kept: int

    def __post_init__(self) -> None:
        if self.started != self.analysed + sum(count for _, count in self.excluded):
            raise ContentError("experiment-bad-people-flow")
        if self.answers != self.kept + sum(count for _, count in self.dropped) or self.answers > self.collected:
            raise ContentError("experiment-bad-answer-flow")


@dataclass(frozen=True, slots=True, kw_only=True)
class Screened:
    """What is analysed, and what was left out."""

    flow: ScreeningFlow
    people: tuple[tuple[Person, PersonRule | None], ...]
    """Everybody, with the rule that left them out."""
    responses: tuple[Response, ...]
    rule: TrialRule


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
    excluded, dropped = Counter(rule for _, rule in people), Counter(reasons)
    flow = ScreeningFlow(
        started=len(people),
        excluded=tuple((rule, excluded[rule]) for rule in PersonRule if excluded[rule]),
        analysed=len(kept_people),
        collected=sum(each.kind is TrialKind.ITEM for each in study.responses),
        answers=len(items),
        dropped=tuple((reason, dropped[reason]) for reason in TrialReason if dropped[reason]),
        kept=len(kept),
    )
    return Screened(flow=flow, people=people, responses=kept, rule=trial_rule)


class Judged(Protocol):
    """What the rules look at in an answer: a response of a study, or a row of an export."""

    @property
    def kind(self) -> str: ...
    @property
    def key(self) -> int | None: ...
    @property
    def right(self) -> bool | int | None: ...
    @property
    def rt_ms(self) -> float | None: ...
    @property
    def hidden_ms(self) -> float: ...
    @property
    def again(self) -> bool: ...


def trial_reason(response: Judged, rule: TrialRule) -> TrialReason | None:
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


def person_rule(person: Person, responses: Sequence[Judged], rules: Exclusion) -> PersonRule | None:
    """The first rule that leaves a person out; None: they stay."""
    controls = [each for each in responses if each.kind == TrialKind.CONTROL and each.key is not None]
    errors, wrong = sum(not each.right for each in controls), 1 - _CAREFUL
    # The chance that a careful person makes so many errors on control trials, or more.
    chance = sum(
        comb(len(controls), count) * wrong**count * _CAREFUL ** (len(controls) - count)
        for count in range(errors, len(controls) + 1)
    )
    attention = [each for each in responses if each.kind == TrialKind.ATTENTION and each.key is not None]
    times = [each.rt_ms for each in responses if each.kind == TrialKind.ITEM and each.rt_ms is not None]
    checks = {
        PersonRule.WITHDRAWN: person.withdrawn,
        PersonRule.NO_CONSENT: not person.consented,
        PersonRule.BY_HAND: person.excluded is not None,
        PersonRule.UNDER_AGE: rules.adults_only and person.adult is False,
        PersonRule.NOT_NATIVE: rules.native_only and person.native is False,
        PersonRule.SCREENED_OUT: person.screened_out,
        PersonRule.UNFINISHED: rules.finished_only and not person.finished,
        PersonRule.NO_ANSWERS: not any(each.kind == TrialKind.ITEM for each in responses),
        # No answer is no right one.
        PersonRule.ATTENTION: sum(not each.right for each in attention) >= rules.attention_failures,
        PersonRule.CONTROL: errors > 0 and chance < rules.control_level,
        PersonRule.TOO_FAST: bool(times)
        and sum(time < rules.fast_ms for time in times) / len(times) > rules.fast_share,
    }
    return next((rule for rule in PersonRule if checks[rule]), None)
