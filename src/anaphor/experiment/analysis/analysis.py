"""What people said, item by item: how many were right, how sure that is, and which items to look at."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import ceil
from statistics import mean, median
from typing import Self, TypeVar

from anaphor import __version__
from anaphor.errors import ContentError, InputError
from anaphor.experiment.analysis.conditions import ConditionResult, compare_conditions, mean_interval
from anaphor.experiment.analysis.mixed_model import Effect, MixedModel, fit
from anaphor.experiment.analysis.screening import PersonRule, Screened, TrialRule, screen
from anaphor.experiment.design.design import Exclusion, TrialKind
from anaphor.experiment.study.record import Asked, Person, Response, Study
from anaphor.provenance import Method, Signature, fingerprint
from anaphor.statistics import Interval, jeffreys, wilson

ANALYSE = Method("analyse", 1)
"""How the answers of a study are screened and summed up. Raise the number whenever a figure changes."""

Key = TypeVar("Key", bound=Hashable)
Member = TypeVar("Member")

LOW = 0.8
"""Items below this are looked at (paper 1: 19 items under 80 %)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemResult:
    """How people did on one item."""

    item: str
    schema: str | None
    right: int
    """How many gave the key."""
    answers: int
    rate: float | None
    """Share of right answers; None where nobody answered or there is no key."""
    wilson: Interval | None
    jeffreys: Interval | None
    shrunken: float | None
    """Estimate drawn towards the other items; None where no model could be fitted."""
    shrunken_interval: tuple[float, float] | None
    chosen: tuple[tuple[int, int], ...]
    """How often each candidate was chosen: (candidate, count)."""
    declined: int
    """How many saw it and chose nothing."""
    median_ms: float | None
    """Median reaction time of right answers."""
    comments: tuple[str, ...]

    @property
    def low(self) -> bool:
        return self.rate is not None and self.rate < LOW


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonResult:
    """How one person did."""

    name: str
    list_number: int | None
    rule: PersonRule | None
    """What left them out; None: they are analysed."""
    right: int
    """Items they got right, of those that are analysed."""
    answers: int
    """Items they answered, of those that are analysed."""
    median_ms: float | None

    @classmethod
    def of(cls, person: Person, rule: PersonRule | None, found: Sequence[Response]) -> Self:
        times = [each.rt_ms for each in found if each.rt_ms is not None]
        return cls(
            name=person.name,
            list_number=person.list_number,
            rule=rule,
            right=sum(each.right is True for each in found),
            answers=sum(each.right is not None for each in found),
            median_ms=median(times) if times else None,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemFlow:
    """From the items that were to be asked to those that have a rate; the numbers add up or it cannot be built."""

    asked: int
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
            raise ContentError("experiment-bad-item-flow")


@dataclass(frozen=True, slots=True, kw_only=True)
class Average:
    """A mean of rates, and for what its interval holds."""

    value: float
    interval: Interval | None
    """For other schemas, or for other people; None where there are fewer than two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """The difference between two kinds of trials, within people."""

    name: str
    """`side`: the key stood first against elsewhere; `order`: the second half of a person's study against the first."""
    one: tuple[int, int]
    """Right answers and answers of the first kind."""
    other: tuple[int, int]
    """Right answers and answers of the second kind."""
    people: int
    """People who have trials of both kinds."""
    difference: float | None
    """Mean over those people of the difference of their two rates; None where nobody has both."""
    interval: Interval | None
    """Its interval, for other people (Student's t); None for fewer than two."""


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
    conditions: tuple[ConditionResult, ...]
    """Each condition that the collection names, compared with the first within people."""
    asked: dict[str, Asked]
    """What was asked, by item."""
    signature: Signature

    @property
    def low_items(self) -> tuple[ItemResult, ...]:
        """Items below 80 %, worst first."""
        low = [each for each in self.items if each.low]
        return tuple(sorted(low, key=lambda each: (each.rate or 0.0, each.item)))


def analyse_study(
    study: Study, rules: Exclusion | None = None, trial_rule: TrialRule = TrialRule.ANTICIPATIONS, *, model: bool = True
) -> StudyAnalysis:
    """The study analysed under pre-declared rules: its own unless others are given."""
    used = rules or study.exclusion
    screened = screen(study, used, trial_rule)
    judged = [each for each in screened.responses if each.right is not None]
    fitted = None
    if model:
        with suppress(InputError):  # nothing varies
            people, names = [each.person for each in judged], [each.name for each in judged]
            fitted = fit(people, names, [bool(each.right) for each in judged])
    asked = {each.item or each.trial: each for each in study.asked if each.kind is TrialKind.ITEM}
    for each in study.responses:  # where the study does not say what was to be asked, what was answered
        if each.kind is TrialKind.ITEM and each.name not in asked:
            asked[each.name] = Asked(trial=each.trial, item=each.item, schema=each.schema, key=each.key)
    by_item = _grouped(((each.name, each) for each in screened.responses), asked)
    by_person = _grouped((each.person, each) for each in screened.responses)
    shrunken = {effect.name: effect for effect in fitted.items} if fitted else {}
    items = tuple(_item(asked[name], name, found, shrunken.get(name)) for name, found in by_item.items())
    rated = [(each, each.rate) for each in items if each.rate is not None]
    rates = [rate for _, rate in rated]
    high = [rate for rate in rates if rate >= LOW]
    unanswered, low = sum(not each.answers for each in items), len(rates) - len(high)
    # Twins hang together: what varies independently is the mean rate of a schema.
    by_schema = _grouped((each.schema or each.item, rate) for each, rate in rated)
    of_schemas = [mean(found) for found in by_schema.values()]
    of_people = [mean(found) for found in _grouped((each.person, bool(each.right)) for each in judged).values()]
    return StudyAnalysis(
        screened=screened,
        item_flow=ItemFlow(
            asked=len(items),
            unanswered=unanswered,
            without_key=len(items) - unanswered - len(rates),
            low=low,
            high=len(high),
        ),
        items=items,
        people=tuple(PersonResult.of(person, rule, by_person.get(person.name, ())) for person, rule in screened.people),
        mean=Average(value=mean(rates), interval=mean_interval(of_schemas, 0, mean(rates))) if rates else None,
        people_mean=Average(value=mean(of_people), interval=mean_interval(of_people, 0)) if of_people else None,
        without_low=mean(high) if high else None,
        low_by_chance=low_by_chance([each.answers for each, _ in rated], mean(rates)) if rates else None,
        model=fitted,
        contrasts=contrasts([each for each in judged if not asked[each.name].ordered]),
        conditions=compare_conditions(screened.responses, asked),
        asked=asked,
        signature=Signature.of(
            study=f"{study.name}#{study.fingerprint or fingerprint(study.responses)}",
            collection=study.collection and f"{study.collection}#{study.collection_fingerprint}",
            source=study.source,
            simulated="yes" if study.simulated else None,
            rules=fingerprint(used),
            trials=trial_rule.value,
            method=ANALYSE,
            version=__version__,
        ),
    )


def _grouped(pairs: Iterable[tuple[Key, Member]], keys: Iterable[Key] = ()) -> dict[Key, list[Member]]:
    """What stands beside each key, in order; `keys` are there even where nothing does."""
    found: dict[Key, list[Member]] = {key: [] for key in keys}
    for key, member in pairs:
        found.setdefault(key, []).append(member)
    return found


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
        chosen=tuple(sorted(Counter(each.choice for each in found if each.choice is not None).items())),
        declined=sum(each.choice is None for each in found),
        median_ms=median(times) if times else None,
        comments=tuple(each.comment for each in found if each.comment),
    )


def low_by_chance(answers: Iterable[int], rate: float) -> float:
    """How many items with so many answers each fall below 80 % by chance if people are right at this rate.

    >>> round(low_by_chance([11] * 203, 0.936)), round(low_by_chance([11] * 203, 0.90))
    (6, 18)
    """
    from scipy.stats import binom  # takes a second to load

    sizes = list(answers)
    chance = {size: float(binom.cdf(ceil(LOW * size - 1e-9) - 1, size, rate)) for size in set(sizes)}
    return sum(chance[size] for size in sizes)


def contrasts(judged: Sequence[Response]) -> tuple[Contrast, ...]:
    """Whether the side of the right answer or the time matters, each person compared with themselves."""
    by_person = _grouped((each.person, each) for each in judged)
    middles = {
        name: median(positions)
        for name, found in by_person.items()
        if (positions := [each.position for each in found if each.position is not None])
    }
    return (
        _contrast("side", by_person, lambda each: None if each.key_side is None else each.key_side == 0),
        _contrast(
            "order", by_person, lambda each: None if each.position is None else each.position > middles[each.person]
        ),
    )


def _contrast(name: str, people: dict[str, list[Response]], kind: Callable[[Response], bool | None]) -> Contrast:
    sums = {True: (0, 0), False: (0, 0)}
    gaps = []
    for found in people.values():
        mine = _grouped(((kind(each), bool(each.right)) for each in found), (True, False))
        for which, (right, answers) in list(sums.items()):
            sums[which] = (right + sum(mine[which]), answers + len(mine[which]))
        if mine[True] and mine[False]:
            gaps.append(mean(mine[True]) - mean(mine[False]))
    return Contrast(
        name=name,
        one=sums[True],
        other=sums[False],
        people=len(gaps),
        difference=mean(gaps) if gaps else None,
        interval=mean_interval(gaps, -1),
    )
