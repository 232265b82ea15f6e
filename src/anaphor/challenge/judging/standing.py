"""How entries stand in a round: scores with intervals, shared ranks, domains, people beside them, the bar's power."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from anaphor.answer import Answer, Choice
from anaphor.challenge.judging.pairing import Paired, paired
from anaphor.challenge.judging.results import Heard
from anaphor.challenge.judging.sheet import Sheet
from anaphor.challenge.round import RunState
from anaphor.challenge.rules import RoundRules, Threshold
from anaphor.experiment.selection import Agreements, QuestionVotes, agreements
from anaphor.scoring import People, against_people, people_of
from anaphor.scoring.items import (
    FEWEST,
    UNLABELLED,
    Measures,
    Outcome,
    Result,
    Sampling,
    Target,
    Twins,
    gather,
    law_of_sum,
    measure,
    reussite,
    share,
    twins,
)
from anaphor.statistics import Interval, wilson


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """A true share of right answers, and the chance to pass."""

    true: float
    """The share that a system gets right in the long run."""
    passes: float
    """How often it passes; exact, for independent questions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DomainScore:
    """An entry, or people, on the questions of one domain."""

    label: str
    """The domain."""
    questions: int
    """Its questions in this round."""
    score: float
    """Share right."""
    interval: Interval
    """Interval of that share."""

    @property
    def small(self) -> bool:
        """Whether there are too few questions to rank anybody."""
        return self.questions < FEWEST


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """An entry in a round."""

    entry: str
    """Whose."""
    state: RunState
    """How its run ended."""
    rank: int
    """Shared where a difference could as well be none."""
    right: int
    """Right answers."""
    score: Fraction
    """Share of right answers, exact: what the threshold is held against."""
    interval: Interval
    """Interval of the score."""
    passes: bool
    """Whether the score reaches the threshold."""
    measures: Measures
    """Exactitude, qualité, réussite, share answered."""
    reussite: Interval
    """Interval of réussite."""
    twins: Twins | None
    """Consistency over twins, where both halves were asked."""
    beside_people: tuple[float, Interval, float]
    """Réussite minus that of the mean person, its interval, and the two-sided chance of such a difference."""
    domains: tuple[DomainScore, ...]
    """By domain, in the order of the round's domains."""
    heard: Heard
    """The run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundResult:
    """A round that was held."""

    rules: RoundRules
    """Its rules."""
    targets: tuple[Target, ...]
    """What was asked, in order."""
    agreements: Agreements
    """Three meanings of people's agreement."""
    threshold: Fraction
    """The share that must be reached."""
    needed: int
    """The right answers that must be reached."""
    needed_by: Mapping[str, int]
    """The same for each meaning of agreement."""
    people: People
    """What people got."""
    people_domains: tuple[DomainScore, ...]
    """People by domain, the largest domain first."""
    rows: tuple[Row, ...]
    """Entries that gave answers, the best first."""
    paired: Paired
    """Entries beside each other."""
    power: tuple[Power, ...]
    """What the bar means."""
    fingerprint: str
    """What was asked, in sixteen digits."""

    @property
    def passed(self) -> tuple[str, ...]:
        """The entries that reached the threshold."""
        return tuple(row.entry for row in self.rows if row.passes)


def round_result(sheet: Sheet, heard: Sequence[Heard], threshold: Threshold) -> RoundResult:
    """How the entries stand that were heard in a round."""
    targets = sheet.targets
    found = agreements(sheet.votes)
    bar, needed = threshold.needed(found, len(targets))
    people = people_of(targets, _answers(sheet.votes))
    labels = _labels(targets)
    given = sorted((each for each in heard if each.outcomes), key=lambda each: (-_right(each.outcomes), each.entry))
    beside = paired([each.entry for each in given], [each.outcomes for each in given])
    rows = tuple(_row(each, rank, bar, people, labels) for each, rank in zip(given, beside.ranks, strict=True))
    return RoundResult(
        rules=sheet.rules,
        targets=targets,
        agreements=found,
        threshold=bar,
        needed=needed,
        needed_by={
            kind: replace(threshold, agreement=kind).needed(found, len(targets))[1]
            for kind in type(threshold.agreement)
        },
        people=people,
        people_domains=_people_domains(people, targets, labels),
        paired=beside,
        rows=tuple(sorted(rows, key=lambda row: (row.rank, -row.score, row.entry))),
        power=power(len(targets), needed),
        fingerprint=sheet.fingerprint,
    )


def _answers(votes: Sequence[QuestionVotes]) -> list[Answer]:
    """The people whose answers count; the first who answered a question is person 1 there."""
    return [
        Answer(respondent=f"person {number}", question=each.question, reply=Choice(candidate=choice))
        for each in votes
        for number, choice in enumerate(each.choices, 1)
    ]


def _right(outcomes: Sequence[Outcome]) -> int:
    return sum(each.result is Result.RIGHT for each in outcomes)


def _row(heard: Heard, rank: int, bar: Fraction, people: People, labels: Mapping[str, tuple[int, ...]]) -> Row:
    outcomes = heard.outcomes
    right = _right(outcomes)
    score = Fraction(right, len(outcomes))
    beside = against_people(heard.entry, outcomes, people)
    values = [float(each.result is Result.RIGHT) for each in outcomes]
    clusters = [each.target.cluster for each in outcomes]
    return Row(
        entry=heard.entry,
        state=heard.state,
        rank=rank,
        right=right,
        score=score,
        interval=_interval(clusters, values),
        passes=score >= bar,
        measures=measure(outcomes),
        reussite=reussite(outcomes).interval,
        twins=twins(outcomes),
        beside_people=(beside.difference, beside.interval, beside.p),
        heard=heard,
        domains=tuple(
            _domain(label, [clusters[place] for place in places], [values[place] for place in places])
            for label, places in labels.items()
        ),
    )


def _interval(clusters: Sequence[str], values: Sequence[float]) -> Interval:
    """Wilson's interval where every question stands alone and is right or not; else by cluster."""
    whole = all(value in (0.0, 1.0) for value in values)
    if whole and len(set(clusters)) == len(clusters):
        return wilson(sum(values), len(values))
    return share(gather(clusters, values), Sampling()).interval


def _labels(targets: Sequence[Target]) -> dict[str, tuple[int, ...]]:
    """Places of the questions of each domain, the largest first; a question may belong to several."""
    found: dict[str, list[int]] = {}
    for place, target in enumerate(targets):
        for label in target.groups.get("domain") or (UNLABELLED,):
            found.setdefault(label, []).append(place)
    ordered = sorted(found.items(), key=lambda pair: (pair[0] == UNLABELLED, -len(pair[1]), pair[0]))
    return {label: tuple(places) for label, places in ordered}


def _domain(label: str, clusters: Sequence[str], values: Sequence[float]) -> DomainScore:
    score = sum(values) / len(values)
    return DomainScore(label=label, questions=len(values), score=score, interval=_interval(clusters, values))


def _people_domains(
    people: People, targets: Sequence[Target], labels: Mapping[str, tuple[int, ...]]
) -> tuple[DomainScore, ...]:
    earned = [float(people.credits[target.item]) for target in targets]
    clusters = [target.cluster for target in targets]
    return tuple(
        _domain(label, [clusters[place] for place in places], [earned[place] for place in places])
        for label, places in labels.items()
    )


SKILLS = (0.80, 0.85, 0.90, 0.95)
"""True shares of right answers for which the chance is given."""


def chance_to_pass(questions: int, needed: int, true: float) -> float:
    """How often a system that is right with chance `true` gets at least `needed` of the questions right; exact.

    >>> round(chance_to_pass(60, 54, 0.85), 2)
    0.18
    """
    return law_of_sum([((0, 1 - true), (1, true))] * questions).reaching(needed)


def power(questions: int, needed: int) -> tuple[Power, ...]:
    """The chance to pass for systems of several skills."""
    return tuple(Power(true=true, passes=chance_to_pass(questions, needed, true)) for true in SKILLS)
