"""What people said, item by item: how many were right, how sure that is, and which items to look at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import mean, median, stdev

from scipy.stats import binom

from anaphor import __version__
from anaphor.errors import ContentError, InputError
from anaphor.experiment.analysis.effects import Contrast, contrasts
from anaphor.experiment.analysis.mixed_model import Effect, MixedModel, fit
from anaphor.experiment.analysis.screening import PersonRule, Screened, TrialRule, screen
from anaphor.experiment.design.design import Exclusion, TrialKind
from anaphor.experiment.study.record import Asked, Response, Study
from anaphor.provenance import Signature, fingerprint
from anaphor.statistics import Interval, jeffreys, student, wilson

LOW = 0.8
"""Items below this are looked at (paper 1: 19 items under 80 %)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemResult:
    """How people did on one item."""

    item: str
    """Id of the question."""
    schema: str | None
    """Its schema or problem."""
    right: int
    """How many gave the key."""
    answers: int
    """How many answered."""
    rate: float | None
    """Share of right answers; None where nobody answered or there is no key."""
    wilson: Interval | None
    """Wilson's interval."""
    jeffreys: Interval | None
    """Jeffreys' interval."""
    shrunken: float | None
    """Estimate drawn towards the other items; None where no model could be fitted."""
    shrunken_interval: tuple[float, float] | None
    """Its interval."""
    chosen: tuple[tuple[int, int], ...]
    """How often each candidate was chosen: (candidate, count)."""
    declined: int
    """How many saw it and chose nothing."""
    median_ms: float | None
    """Median reaction time of right answers."""
    comments: tuple[str, ...]
    """What people remarked."""

    @property
    def low(self) -> bool:
        """Whether fewer than 80 % were right."""
        return self.rate is not None and self.rate < LOW


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonResult:
    """How one person did."""

    name: str
    """Pseudonym."""
    list_number: int | None
    """List, from 1."""
    rule: PersonRule | None
    """What left them out; None: they are analysed."""
    right: int
    """Items they got right, of those that are analysed."""
    answers: int
    """Items they answered, of those that are analysed."""
    median_ms: float | None
    """Their median reaction time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemFlow:
    """From the items that were to be asked to those that have a rate; the numbers add up or it cannot be built."""

    asked: int
    """Items that were to be asked."""
    unanswered: int
    """Of these, items that nobody answered who is analysed, or whose answers were all left out."""
    without_key: int
    """Items that were answered and have no key."""
    low: int
    """Items below 80 %."""
    high: int
    """Items at 80 % and above."""

    def __post_init__(self) -> None:
        if self.asked != self.unanswered + self.without_key + self.low + self.high:
            raise ContentError("experiment-flow-items-does-not-add")


@dataclass(frozen=True, slots=True, kw_only=True)
class Average:
    """A mean of rates, and for what its interval holds."""

    value: float
    """The mean."""
    interval: Interval | None
    """For other schemas, or for other people; None where there are fewer than two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyAnalysis:
    """A study analysed."""

    screened: Screened
    """Who and what was left out, and the flow from started to analysed."""
    item_flow: ItemFlow
    """From the items that were to be asked to those with a rate."""
    items: tuple[ItemResult, ...]
    """Every item that was to be asked or was answered, in the study's order."""
    people: tuple[PersonResult, ...]
    """Everybody."""
    mean: Average | None
    """Mean over items of the share of right answers, with its interval for other schemas."""
    people_mean: Average | None
    """Mean over people of the share of right answers, with its interval for other people."""
    without_low: float | None
    """Mean over the items at 80 % and above: too good, for the same answers chose them."""
    low_by_chance: float | None
    """How many items would be below 80 % by chance if all were as easy as the mean."""
    model: MixedModel | None
    """The crossed model; None where nothing varies or it was not asked for."""
    contrasts: tuple[Contrast, ...]
    """Side and order."""
    asked: dict[str, Asked]
    """What was asked, by item."""
    signature: Signature
    """How all this was made."""

    @property
    def low_items(self) -> tuple[ItemResult, ...]:
        """Items below 80 %, worst first."""
        low = [each for each in self.items if each.low]
        return tuple(sorted(low, key=lambda each: (each.rate or 0.0, each.item)))


def analyse(
    study: Study, rules: Exclusion | None = None, trial_rule: TrialRule = TrialRule.ANTICIPATIONS, *, model: bool = True
) -> StudyAnalysis:
    """The study analysed under pre-declared rules: its own unless others are given."""
    used = rules or study.exclusion
    screened = screen(study, used, trial_rule)
    judged = [each for each in screened.responses if each.right is not None]
    fitted = _model(judged) if model else None
    asked = _asked(study)
    items = _items(screened.responses, asked, fitted)
    rates = [each.rate for each in items if each.rate is not None]
    high, mine = [rate for rate in rates if rate >= LOW], _person_rates(judged)
    return StudyAnalysis(
        screened=screened,
        item_flow=_item_flow(items),
        items=items,
        people=_people(screened),
        mean=_average(_by_schema(items), rates),
        people_mean=_average(mine, mine),
        without_low=mean(high) if high else None,
        low_by_chance=low_by_chance([each.answers for each in items if each.rate is not None], mean(rates))
        if rates
        else None,
        model=fitted,
        contrasts=contrasts(judged),
        asked=asked,
        signature=_signature(study, used, trial_rule),
    )


def _signature(study: Study, rules: Exclusion, trial_rule: TrialRule) -> Signature:
    name = study.collection and f"{study.collection}#{study.collection_fingerprint}"
    return Signature.of(
        study=f"{study.name}#{study.fingerprint or fingerprint(study.responses)}",
        collection=name,
        source=study.source,
        simulated="yes" if study.simulated else None,
        rules=fingerprint(rules),
        trials=trial_rule.value,
        version=__version__,
    )


def _asked(study: Study) -> dict[str, Asked]:
    """What was to be asked, by item; where the study does not say, what was answered."""
    known = {each.item or each.trial: each for each in study.asked if each.kind is TrialKind.ITEM}
    for each in study.responses:
        if each.kind is TrialKind.ITEM and each.name not in known:
            known[each.name] = Asked(trial=each.trial, item=each.item, schema=each.schema, key=each.key)
    return known


def _model(judged: Sequence[Response]) -> MixedModel | None:
    try:
        people, items = [each.person for each in judged], [each.name for each in judged]
        return fit(people, items, [bool(each.right) for each in judged])
    except InputError:
        return None


def _items(responses: Sequence[Response], asked: dict[str, Asked], model: MixedModel | None) -> tuple[ItemResult, ...]:
    by_item: dict[str, list[Response]] = {name: [] for name in asked}
    for response in responses:
        by_item[response.name].append(response)
    shrunken = {effect.name: effect for effect in model.items} if model else {}
    return tuple(_item(asked[name], name, found, shrunken.get(name)) for name, found in by_item.items())


def _item(asked: Asked, name: str, found: Sequence[Response], effect: Effect | None) -> ItemResult:
    judged = [each for each in found if each.right is not None]
    right = sum(bool(each.right) for each in judged)
    times = [each.rt_ms for each in judged if each.right and each.rt_ms is not None]
    return ItemResult(
        item=name,
        schema=asked.schema,
        right=right,
        answers=len(judged) if asked.key is not None else sum(each.choice is not None for each in found),
        rate=right / len(judged) if judged else None,
        wilson=wilson(right, len(judged)) if judged else None,
        jeffreys=jeffreys(right, len(judged)) if judged else None,
        shrunken=effect.probability if effect else None,
        shrunken_interval=(effect.low, effect.high) if effect else None,
        chosen=_chosen(found),
        declined=sum(each.choice is None for each in found),
        median_ms=median(times) if times else None,
        comments=tuple(each.comment for each in found if each.comment),
    )


def _chosen(found: Sequence[Response]) -> tuple[tuple[int, int], ...]:
    counts: dict[int, int] = {}
    for response in found:
        if response.choice is not None:
            counts[response.choice] = counts.get(response.choice, 0) + 1
    return tuple(sorted(counts.items()))


def _item_flow(items: Sequence[ItemResult]) -> ItemFlow:
    unanswered = sum(not each.answers for each in items)
    low, rated = sum(each.low for each in items), sum(each.rate is not None for each in items)
    without = len(items) - unanswered - rated
    return ItemFlow(asked=len(items), unanswered=unanswered, without_key=without, low=low, high=rated - low)


def _people(screened: Screened) -> tuple[PersonResult, ...]:
    by_person: dict[str, list[Response]] = {}
    for response in screened.responses:
        by_person.setdefault(response.person, []).append(response)
    results = []
    for person, rule in screened.people:
        found = by_person.get(person.name, [])
        times = [each.rt_ms for each in found if each.rt_ms is not None]
        results.append(
            PersonResult(
                name=person.name,
                list_number=person.list_number,
                rule=rule,
                right=sum(each.right is True for each in found),
                answers=sum(each.right is not None for each in found),
                median_ms=median(times) if times else None,
            )
        )
    return tuple(results)


def _by_schema(items: Iterable[ItemResult]) -> list[float]:
    """Mean rate of each schema: twins hang together."""
    groups: dict[str, list[float]] = {}
    for each in items:
        if each.rate is not None:
            groups.setdefault(each.schema or each.item, []).append(each.rate)
    return [mean(group) for group in groups.values()]


def _person_rates(judged: Sequence[Response]) -> list[float]:
    by_person: dict[str, list[bool]] = {}
    for response in judged:
        by_person.setdefault(response.person, []).append(bool(response.right))
    return [mean(found) for found in by_person.values()]


def _average(units: Sequence[float], rates: Sequence[float]) -> Average | None:
    """The mean of rates with an interval from the spread of independent units."""
    if not rates:
        return None
    error = stdev(units) / len(units) ** 0.5 if len(units) > 1 else None
    ends = None if error is None else student(mean(rates), error, len(units) - 1).within(0, 1)
    return Average(value=mean(rates), interval=ends)


def low_by_chance(answers: Iterable[int], rate: float) -> float:
    """How many items with so many answers each fall below 80 % by chance if people are right at this rate.

    >>> round(low_by_chance([11] * 203, 0.936)), round(low_by_chance([11] * 203, 0.90))
    (6, 18)
    """
    sizes = list(answers)
    chance = {size: float(binom.cdf(ceil(LOW * size - 1e-9) - 1, size, rate)) for size in set(sizes)}
    return sum(chance[size] for size in sizes)
