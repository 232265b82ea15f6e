"""Who and what is left out of the analysis, by rules declared beforehand; every count is reconciled.

People first, then trials. The default drops only what cannot be an answer to what was read (anticipations below 100 ms,
and trials during which the page was away); paper 1's window of 100–6000 ms stands beside it under its own name.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scipy.stats import binom

from anaphor.errors import ContentError
from anaphor.experiment.design import Exclusion, TrialKind
from anaphor.experiment.record import Person, Response, Study

_ANTICIPATION_MS = 100.0
_SLOWEST_MS = 6000.0
_CAREFUL = 0.9


class PersonRule(StrEnum):
    """Why a person is left out; the first that holds counts."""

    WITHDRAWN = "withdrawn"
    NO_CONSENT = "no_consent"
    UNFINISHED = "unfinished"
    UNDER_AGE = "under_age"
    NOT_NATIVE = "not_native"
    ATTENTION = "attention"
    CONTROL = "control"
    TOO_FAST = "too_fast"
    BY_HAND = "by_hand"
    NO_ANSWERS = "no_answers"


class TrialRule(StrEnum):
    """Which trials are left out."""

    ANTICIPATIONS = "anticipations"
    """Below 100 ms, or the page was away meanwhile: the default."""
    PAPER_1 = "paper1"
    """Below 100 or above 6000, milliseconds presumed (Amsili & Seminck 2017, section 4)."""
    NONE = "none"
    """Every answer counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """From those who started to what is analysed; the numbers add up or the record cannot be built."""

    started: int
    """People who started."""
    excluded: tuple[tuple[PersonRule, int], ...]
    """How many each rule left out, in the order of the rules."""
    analysed: int
    """People who are analysed."""
    answers: int
    """Answers to items by those people."""
    dropped: int
    """Answers that the rule for trials left out."""
    kept: int
    """Answers that are analysed."""

    def __post_init__(self) -> None:
        if self.started != self.analysed + sum(count for _, count in self.excluded):
            raise ContentError("the flow of participants does not add up")
        if self.answers != self.dropped + self.kept:
            raise ContentError("the flow of answers does not add up")


@dataclass(frozen=True, slots=True, kw_only=True)
class Screened:
    """What is analysed, and what was left out."""

    flow: Flow
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
        by_person.setdefault(response.person, []).append(response)
    people = tuple((person, person_rule(person, by_person[person.name], rules)) for person in study.people)
    kept_people = [person.name for person, rule in people if rule is None]
    items = [each for name in kept_people for each in by_person[name] if each.kind is TrialKind.ITEM]
    kept = tuple(each for each in items if keeps(each, trial_rule))
    counts = Counter(rule for _, rule in people if rule is not None)
    flow = Flow(
        started=len(people),
        excluded=tuple((rule, counts[rule]) for rule in PersonRule if counts[rule]),
        analysed=len(kept_people),
        answers=len(items),
        dropped=len(items) - len(kept),
        kept=len(kept),
    )
    return Screened(flow=flow, people=people, responses=kept, rule=trial_rule)


def keeps(response: Response, rule: TrialRule) -> bool:
    """Whether a trial stays under a rule; one without a time is not judged by time."""
    if rule is TrialRule.NONE:
        return True
    if rule is TrialRule.PAPER_1:
        return response.rt_ms is None or _ANTICIPATION_MS <= response.rt_ms <= _SLOWEST_MS
    return response.hidden_ms <= 0 and (response.rt_ms is None or response.rt_ms >= _ANTICIPATION_MS)


def person_rule(person: Person, responses: Sequence[Response], rules: Exclusion) -> PersonRule | None:
    """The first rule that leaves a person out; None: they stay."""
    checks = (
        (PersonRule.WITHDRAWN, person.withdrawn),
        (PersonRule.NO_CONSENT, not person.consented),
        (PersonRule.BY_HAND, person.excluded is not None),
        (PersonRule.UNFINISHED, not person.finished),
        (PersonRule.UNDER_AGE, rules.adults_only and person.adult is False),
        (PersonRule.NOT_NATIVE, rules.native_only and person.native is False),
        (PersonRule.NO_ANSWERS, not any(each.kind is TrialKind.ITEM for each in responses)),
        (PersonRule.ATTENTION, _wrong(responses, TrialKind.ATTENTION) >= rules.attention_failures),
        (PersonRule.CONTROL, _guesses(responses, rules.control_level)),
        (PersonRule.TOO_FAST, _fast_share(responses, rules.fast_ms) > rules.fast_share),
    )
    return next((rule for rule, holds in checks if holds), None)


def _wrong(responses: Iterable[Response], kind: TrialKind) -> int:
    return sum(each.right is False for each in responses if each.kind is kind)


def _guesses(responses: Sequence[Response], level: float) -> bool:
    """Whether a careful person would make so many errors on control trials more rarely than the level."""
    controls = [each for each in responses if each.kind is TrialKind.CONTROL and each.right is not None]
    errors = _wrong(controls, TrialKind.CONTROL)
    return errors > 0 and float(binom.sf(errors - 1, len(controls), 1 - _CAREFUL)) < level


def _fast_share(responses: Sequence[Response], fast_ms: float) -> float:
    times = [each.rt_ms for each in responses if each.kind is TrialKind.ITEM and each.rt_ms is not None]
    return sum(time < fast_ms for time in times) / len(times) if times else 0.0
