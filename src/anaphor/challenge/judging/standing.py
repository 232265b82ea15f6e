"""How entries stand in a round: answers read back from traces, scores with intervals, ranks, what the bar means."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from anaphor import scoring
from anaphor.answer import FAILURES, Abstention, AbstentionReason, Answer, Choice, Reply
from anaphor.challenge.judging.sheet import Sheet
from anaphor.challenge.round import Hearing, RunState
from anaphor.challenge.rulebook import AgreementKind, RoundRules, Rules
from anaphor.challenge.settings import Metric as Metric
from anaphor.challenge.store import Challenge
from anaphor.challenge.transcript.record import Fact, FactKind, read_state
from anaphor.challenge.transcript.trace import END, read_trace
from anaphor.errors import ContentError
from anaphor.experiment import Agreements, agreements
from anaphor.scoring import Outcome, OutcomeKind, People, Target, against_people, people_of
from anaphor.statistics import Interval, wilson

ALPHA = 0.05
"""Level of the tests between entries, after Holm's correction."""
SKILLS = (0.80, 0.85, 0.90, 0.95)
"""True shares of right answers for which the chance to pass is given."""
_SHOWN = 20
"""Entries, the best first, whose pairs are kept one by one."""


def units_of(targets: Sequence[Target], metric: Metric) -> list[list[int]]:
    """The places of the questions that count together: each alone, or by `pairs` the halves of a schema."""
    found: dict[str, list[int]] = {}
    for place, target in enumerate(targets):
        whole = metric is Metric.PAIRS and target.twin
        found.setdefault(target.cluster if whole else f"item {target.item}", []).append(place)
    return list(found.values())


def points_of(outcomes: Sequence[Outcome], metric: Metric) -> list[Fraction]:
    """What each question, or schema, brings."""
    if metric is Metric.ADJUSTED:
        return [outcome.credit for outcome in outcomes]
    right = [outcome.result is OutcomeKind.RIGHT for outcome in outcomes]
    if metric is Metric.RIGHT:
        return list(map(Fraction, right))
    together = units_of([outcome.target for outcome in outcomes], metric)
    return [Fraction(all(right[place] for place in places)) for places in together]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryResult:
    """A run of an entry that is over."""

    entry: str
    state: RunState
    answers: tuple[Answer, ...] = ()
    """One for each question; empty where it could not be run at all."""
    outcomes: tuple[Outcome, ...] = ()
    """What became of each question, in the order of the answers."""
    facts: tuple[Fact, ...] = ()
    sealed: bool = False
    backend: str = ""
    head: str | None = None
    trace: str | None = None
    """Its trace, relative to the challenge's folder."""
    reason: str | None = None
    reason_fr: str | None = None


def result_of(
    challenge: Challenge, name: str, round_name: str, which: Hearing, targets: Sequence[Target]
) -> EntryResult:
    """What an entry answered in a run that is over: from its trace, or as it was published without one."""
    run = challenge.course.run(name, round_name, which)
    found = EntryResult(entry=name, state=run.state, reason=run.reason, reason_fr=run.reason_fr)
    if run.head is None or run.trace is None:
        return found
    path = challenge.folder / run.trace
    told = challenge.replies.get((name, round_name, which))
    if told is not None and not path.exists():
        heard = ((target.item, told["replies"][target.item]) for target in targets)
        answers = tuple(Answer(respondent=name, question=item, reply=_reply(said)) for item, said in heard)
        facts = tuple(Fact(kind=FactKind(kind), question=question) for kind, question in told["facts"])
    else:
        records = read_trace(path)
        last: object = records[-1] if records else {}
        if not isinstance(last, dict) or last.get("kind") != END or last.get("hash") != run.head:
            raise ContentError("challenge-published-other-trace", where=path)
        minutes, told = read_state(records), records[0]
        answers = tuple(minutes.final(target.item) for target in targets)
        facts = tuple(minutes.facts)
    return replace(
        found,
        answers=answers,
        outcomes=scoring.outcomes_of(targets, answers),
        facts=facts,
        sealed=bool(told["sealed"]),
        backend=told["backend"],
        head=run.head,
        trace=run.trace,
    )


def _reply(said: int | str) -> Reply:
    return Choice(candidate=said) if isinstance(said, int) else Abstention(reason=AbstentionReason(said))


def summary_of(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What may be told of a run without a word of the questions: what an entry says in words may quote them."""
    minutes = read_state(records)
    replies = {question: minutes.final(question).reply for question in minutes.answers}
    return {
        "backend": records[0]["backend"],
        "sealed": bool(records[0]["sealed"]),
        "facts": [[fact.kind.value, fact.question] for fact in minutes.facts],
        "replies": {
            question: reply.candidate if isinstance(reply, Choice) else reply.reason.value
            for question, reply in replies.items()
        },
    }


def answered(found: EntryResult, targets: Sequence[Target]) -> EntryResult:
    """The run, with an abstention for each question where it could not be run at all."""
    if found.answers:
        return found
    failed = Abstention(reason=AbstentionReason.FAILED, detail=found.reason)
    answers = tuple(Answer(respondent=found.entry, question=target.item, reply=failed) for target in targets)
    return replace(found, answers=answers, outcomes=scoring.outcomes_of(targets, answers))


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
    questions: int
    score: float
    interval: Interval

    @property
    def small(self) -> bool:
        return self.questions < scoring.FEWEST


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """An entry in a round."""

    entry: str
    rank: int | None
    """Shared where a difference could as well be none; None for one that was disqualified, or failed too often."""
    right: int
    points: Fraction
    """What counts by the rules' metric: right answers, whole schemas, or right answers and what guesses would bring."""
    score: Fraction
    """Points by question or schema, exact: what the threshold is held against. Share of right answers, usually."""
    interval: Interval
    passes: bool
    failed: int
    """Questions on which it failed: time-outs, crashes, unreadable replies."""
    broken: bool
    """Whether these are more than the rules allow for a rank."""
    measures: scoring.Measures
    """Exactitude, qualité, réussite, share answered."""
    twins: scoring.Twins | None
    """Consistency over twins, where both halves were asked."""
    beside_people: tuple[float, Interval]
    """Réussite minus that of the mean person, and its interval."""
    domains: tuple[DomainScore, ...]
    """By domain, in the order of the round's domains."""
    heard: EntryResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two entries on the same questions."""

    first: str
    """The one that got more points, or came first."""
    second: str
    better: int
    """Questions that only the first got right; by another metric, where it got more points."""
    worse: int
    """The same for the second."""
    p: float
    """Two-sided chance of a difference as large."""
    adjusted: float
    """The same, corrected for all pairs (Holm)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """All entries beside each other."""

    ranks: tuple[int, ...]
    """One more than the number of entries that are better beyond chance, in the order of the entries."""
    pairs: tuple[Pair, ...]
    tests: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundResult:
    """A round that was held."""

    rules: RoundRules
    targets: tuple[Target, ...]
    agreements: Agreements
    threshold: Fraction
    metric: Metric
    units: int
    """What is counted: questions, or by `pairs` schemas."""
    needed: int
    """How many of them must be right, where there is no abstention."""
    needed_by: Mapping[str, int]
    """The same for each meaning of agreement."""
    people: People
    people_domains: tuple[DomainScore, ...]
    """People by domain, the largest domain first."""
    rows: tuple[Row, ...]
    """Entries that gave answers, the best first."""
    paired: Paired
    power: tuple[Power, ...]
    fingerprint: str

    @property
    def reach(self) -> Fraction:
        """The points that must be reached; they need not be whole where abstentions bring some."""
        return self.threshold * self.units if self.metric is Metric.ADJUSTED else Fraction(self.needed)

    @property
    def passed(self) -> tuple[str, ...]:
        return tuple(row.entry for row in self.rows if row.passes)


def round_result(sheet: Sheet, heard: Sequence[EntryResult], rules: Rules) -> RoundResult:
    targets, found = sheet.targets, agreements(sheet.votes)
    sizes = [len(unit) for unit in units_of(targets, rules.metric)]
    # Where no question has a twin, whole schemas and right answers are the same.
    metric = Metric.RIGHT if rules.metric is Metric.PAIRS and len(sizes) == len(targets) else rules.metric
    bar, needed = rules.threshold.needed(found, count := len(sizes))
    # The first who answered a question is person 1 there.
    votes = [(vote.question, number, choice) for vote in sheet.votes for number, choice in enumerate(vote.choices, 1)]
    answers = [Answer(respondent=f"person {who}", question=item, reply=_reply(choice)) for item, who, choice in votes]
    people = people_of(targets, answers)
    # Places of the questions of each domain, the largest first; a question may belong to several.
    places: dict[str, list[int]] = {}
    for place, target in enumerate(targets):
        for label in target.groups.get("domain") or (scoring.UNLABELLED,):
            places.setdefault(label, []).append(place)
    labels = dict(sorted(places.items(), key=lambda pair: (pair[0] == scoring.UNLABELLED, -len(pair[1]), pair[0])))
    given = [hearing for hearing in heard if hearing.outcomes]
    given.sort(key=lambda each: (-sum(points_of(each.outcomes, metric)), each.entry))
    beside = paired([hearing.entry for hearing in given], [hearing.outcomes for hearing in given], metric)
    placed = zip(given, beside.ranks, strict=True)
    rows = [replace(_row(item, bar, people, labels, metric, rules.most_failed), rank=rank) for item, rank in placed]
    clusters, earned = [each.cluster for each in targets], [float(people.credits[each.item]) for each in targets]
    made = RoundResult(
        rules=next(round_rules for round_rules in rules.rounds if round_rules.name == sheet.name),
        targets=targets,
        agreements=found,
        threshold=bar,
        metric=metric,
        units=count,
        needed=needed,
        needed_by={kind: replace(rules.threshold, agreement=kind).needed(found, count)[1] for kind in AgreementKind},
        people=people,
        people_domains=_domains(labels, clusters, earned),
        paired=beside,
        rows=_ordered(rows),
        power=power(count, needed, sizes),
        fingerprint=sheet.fingerprint,
    )
    broken = {row.entry for row in made.rows if row.broken}
    return ranked_without(made, broken) if broken else made


def _ordered(rows: Iterable[Row]) -> tuple[Row, ...]:
    return tuple(sorted(rows, key=lambda row: (row.rank is None, row.rank or 0, -row.score, row.entry)))


def ranked_without(found: RoundResult, out: Collection[str]) -> RoundResult:
    """The round with ranks among those who were not disqualified and did not fail too often; others have none."""
    ranked = [row for row in found.rows if row.entry not in out and not row.broken]
    kept = sorted(ranked, key=lambda row: (-row.points, row.entry))
    ranks = paired([row.entry for row in kept], [row.heard.outcomes for row in kept], found.metric).ranks
    places = dict(zip((row.entry for row in kept), ranks, strict=True))
    return replace(found, rows=_ordered(replace(row, rank=places.get(row.entry)) for row in found.rows))


def _row(  # noqa: PLR0913, PLR0917  # a run, and what it is held against
    heard: EntryResult,
    bar: Fraction,
    people: People,
    labels: Mapping[str, Sequence[int]],
    metric: Metric,
    most_failed: Fraction,
) -> Row:
    outcomes, points = heard.outcomes, points_of(heard.outcomes, metric)
    score = sum(points, Fraction(0)) / len(points)
    beside = against_people(heard.entry, outcomes, people)
    values = [float(outcome.result is OutcomeKind.RIGHT) for outcome in outcomes]
    clusters = [outcome.target.cluster for outcome in outcomes]
    found = scoring.twins(outcomes)
    failed = sum(outcome.reason in FAILURES for outcome in outcomes)
    broken = Fraction(failed, len(outcomes)) > most_failed
    interval = _interval(clusters, values)
    if metric is Metric.ADJUSTED:
        interval = scoring.reussite(outcomes).interval
    elif metric is Metric.PAIRS and found is not None:
        interval = found.interval
    return Row(
        entry=heard.entry,
        rank=None,
        right=sum(outcome.result is OutcomeKind.RIGHT for outcome in outcomes),
        points=sum(points, Fraction(0)),
        score=score,
        interval=interval,
        # Where abstentions bring points, failures must not carry an entry over the bar.
        passes=score >= bar and not (broken and metric is Metric.ADJUSTED),
        failed=failed,
        broken=broken,
        measures=scoring.measure(outcomes),
        twins=found,
        beside_people=(beside.difference, beside.interval),
        heard=heard,
        domains=_domains(labels, clusters, values),
    )


def _interval(clusters: Sequence[str], values: Sequence[float]) -> Interval:
    """Wilson's interval where every question stands alone and is right or not; else by cluster."""
    whole = all(value in (0.0, 1.0) for value in values)
    if whole and len(set(clusters)) == len(clusters):
        return wilson(sum(values), len(values))
    return scoring.share(scoring.gather(clusters, values), scoring.Sampling()).interval


def _domains(
    labels: Mapping[str, Sequence[int]], clusters: Sequence[str], values: Sequence[float]
) -> tuple[DomainScore, ...]:
    found = []
    for label, places in labels.items():
        mine = [values[place] for place in places]
        interval = _interval([clusters[place] for place in places], mine)
        found.append(DomainScore(label=label, questions=len(mine), score=sum(mine) / len(mine), interval=interval))
    return tuple(found)


def paired(names: Sequence[str], outcomes: Sequence[Sequence[Outcome]], metric: Metric = Metric.RIGHT) -> Paired:
    """Every entry beside every other, by exact tests; the names are in the order of the standing.

    The test is that of `scoring` (outcomes of a whole schema or passage swapped between two entries, all swaps taken
    into account); on right and not right it is McNemar's where every question stands alone. Points are whole numbers
    of the same part. A thousand entries make
    half a million pairs: those that differ alike share their chance, so that few laws are computed.
    """
    if len(names) < 2:
        return Paired(ranks=(1,) * len(names), pairs=(), tests=0)
    targets = [outcome.target for outcome in outcomes[0]]
    points = [points_of(part, metric) for part in outcomes]
    parts = lcm(*{value.denominator for part in points for value in part})
    right = np.array([[int(value * parts) for value in part] for part in points], np.int64)
    clusters = [targets[places[0]].cluster for places in units_of(targets, metric)]
    places = {name: number for number, name in enumerate(dict.fromkeys(clusters))}
    sums = np.zeros((len(places), len(names)), np.int64)
    np.add.at(sums, [places[name] for name in clusters], right.T)
    most = max(1, int(sums.max()))
    signs, leads = [], []  # of all pairs, in the order of `triu_indices`
    for number, own in enumerate(sums.T[:-1]):
        gaps = own - sums.T[number + 1 :]
        sizes = np.abs(gaps)
        counts = [(sizes == size).sum(axis=1) for size in range(1, most + 1)]
        leads.append(gaps.sum(axis=1))
        signs.append(np.column_stack([*counts, np.abs(leads[-1])]))
    shapes, which = np.unique(np.concatenate(signs), axis=0, return_inverse=True)
    laws = []
    for *counts, ahead in shapes.tolist():
        steps = [((-size, 0.5), (size, 0.5)) for size, count in enumerate(counts, 1) for _ in range(count)]
        laws.append(scoring.law_of_sum(steps).beyond(Fraction(ahead), Fraction(0)))
    chances, lead = np.array(laws)[which.reshape(-1)], np.concatenate(leads)
    adjusted = np.array(scoring.holm(chances.tolist()))
    first, second = np.triu_indices(len(names), 1)
    beyond = (adjusted < ALPHA) & (lead != 0)
    ranks = np.ones(len(names), np.int64)
    np.add.at(ranks, np.where(lead > 0, second, first)[beyond], 1)
    pairs = []
    for place in np.flatnonzero(second < _SHOWN).tolist():
        one, other = int(first[place]), int(second[place])
        pairs.append(
            Pair(
                first=names[one],
                second=names[other],
                better=int((right[one] > right[other]).sum()),
                worse=int((right[one] < right[other]).sum()),
                p=float(chances[place]),
                adjusted=float(adjusted[place]),
            )
        )
    return Paired(ranks=tuple(int(rank) for rank in ranks), pairs=tuple(pairs), tests=len(first))


def chance_to_pass(units: int, needed: int, true: float, sizes: Sequence[int] = ()) -> float:
    """How often a system that is right with chance `true` gets at least `needed` of the questions right; exact.

    `sizes` says how many questions must all be right for each unit, where that is not one.

    >>> round(chance_to_pass(60, 54, 0.85), 2)
    0.18
    """
    chances = [true**size for size in sizes or (1,) * units]
    return scoring.law_of_sum([((0, 1 - chance), (1, chance)) for chance in chances]).reaching(needed)


def power(units: int, needed: int, sizes: Sequence[int] = ()) -> tuple[Power, ...]:
    return tuple(Power(true=true, passes=chance_to_pass(units, needed, true, sizes)) for true in SKILLS)
