"""What people said, item by item: how many were right, how sure that is, and which items to look at."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from anaphor.errors import InputError
from anaphor.estimation.intervals import jeffreys, wilson
from anaphor.experiment.design import Exclusion
from anaphor.experiment.mixed_model import MixedModel, fit
from anaphor.experiment.record import Response, Study
from anaphor.experiment.screening import Flow, Screened, TrialRule, screen

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
    """Share of right answers."""
    wilson: tuple[float, float] | None
    """Wilson's interval."""
    jeffreys: tuple[float, float] | None
    """Jeffreys' interval."""
    shrunken: float | None
    """Estimate drawn towards the other items; None where no model could be fitted."""
    shrunken_interval: tuple[float, float] | None
    """Its interval."""
    chosen: tuple[tuple[int, int], ...]
    """How often each candidate was chosen: (candidate, count)."""
    median_ms: float | None
    """Median reaction time of right answers."""
    comments: tuple[str, ...]
    """What people remarked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """Whether something that should not matter does."""

    name: str
    """What is compared."""
    one: tuple[int, int]
    """Successes and trials on one side."""
    other: tuple[int, int]
    """Successes and trials on the other."""
    difference: float | None
    """Difference of the two shares."""
    low: float | None
    """Lower end of its interval."""
    high: float | None
    """Upper end of its interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """A study analysed."""

    flow: Flow
    """From started to analysed."""
    screened: Screened
    """Who and what was left out."""
    items: tuple[ItemResult, ...]
    """In order of first appearance."""
    mean: float | None
    """Mean over items of the share of right answers."""
    people_mean: float | None
    """Mean over people of the share of right answers."""
    model: MixedModel | None
    """The crossed model; None where nothing varies."""
    effects: tuple[Effect, ...]
    """Side and order."""

    @property
    def low_items(self) -> tuple[ItemResult, ...]:
        """Items below 80 %, worst first."""
        low = [each for each in self.items if each.rate is not None and each.rate < LOW]
        return tuple(sorted(low, key=lambda each: (each.rate or 0.0, each.item)))


def analyse(study: Study, rules: Exclusion, trial_rule: TrialRule = TrialRule.ANTICIPATIONS) -> Analysis:
    """The study analysed under pre-declared rules."""
    screened = screen(study, rules, trial_rule)
    judged = [each for each in screened.responses if each.right is not None]
    model = _model(judged)
    items = _items(screened.responses, model)
    rates = [each.rate for each in items if each.rate is not None]
    return Analysis(
        flow=screened.flow,
        screened=screened,
        items=items,
        mean=sum(rates) / len(rates) if rates else None,
        people_mean=_people_mean(judged),
        model=model,
        effects=(_side_effect(judged), _order_effect(judged)),
    )


def _model(judged: Sequence[Response]) -> MixedModel | None:
    try:
        people, items = [each.person for each in judged], [_name(each) for each in judged]
        return fit(people, items, [bool(each.right) for each in judged])
    except InputError:
        return None


def _name(response: Response) -> str:
    return response.item or response.trial


def _items(responses: Sequence[Response], model: MixedModel | None) -> tuple[ItemResult, ...]:
    by_item: dict[str, list[Response]] = defaultdict(list)
    for response in responses:
        by_item[_name(response)].append(response)
    shrunken = {effect.name: effect for effect in model.items} if model else {}
    results = []
    for name, found in by_item.items():
        judged = [each for each in found if each.right is not None]
        right, effect = sum(bool(each.right) for each in judged), shrunken.get(name)
        ends = _ends(right, len(judged))
        times = [each.rt_ms for each in judged if each.right and each.rt_ms is not None]
        results.append(
            ItemResult(
                item=name,
                schema=found[0].schema,
                right=right,
                answers=len(judged),
                rate=right / len(judged) if judged else None,
                wilson=ends[0] if ends else None,
                jeffreys=ends[1] if ends else None,
                shrunken=effect.probability if effect else None,
                shrunken_interval=(effect.low, effect.high) if effect else None,
                chosen=_chosen(found),
                median_ms=median(times) if times else None,
                comments=tuple(each.comment for each in found if each.comment),
            )
        )
    return tuple(results)


def _ends(right: int, answers: int) -> list[tuple[float, float]]:
    """Wilson's interval and Jeffreys'; nothing where nobody answered."""
    return [(each.low, each.high) for each in (wilson(right, answers), jeffreys(right, answers))] if answers else []


def _chosen(found: Sequence[Response]) -> tuple[tuple[int, int], ...]:
    counts: dict[int, int] = defaultdict(int)
    for response in found:
        if response.choice is not None:
            counts[response.choice] += 1
    return tuple(sorted(counts.items()))


def _people_mean(judged: Sequence[Response]) -> float | None:
    by_person: dict[str, list[bool]] = defaultdict(list)
    for response in judged:
        by_person[response.person].append(bool(response.right))
    means = [sum(found) / len(found) for found in by_person.values()]
    return sum(means) / len(means) if means else None


def _side_effect(judged: Sequence[Response]) -> Effect:
    """Whether the key is chosen more often when it stands first on the screen."""
    placed = [each for each in judged if each.side in (0, 1) and len({each.choice, each.key} | {0, 1}) == 2]
    # With two answers, the key stood first when the first was chosen and right, or the second and wrong.
    first = [each for each in placed if (each.side == 0) == bool(each.right)]
    other = [each for each in placed if (each.side == 0) != bool(each.right)]
    return _effect("key on the first side", first, other)


def _order_effect(judged: Sequence[Response]) -> Effect:
    """Whether people do better in the second half of the study."""
    positions = sorted(each.position for each in judged if each.position is not None)
    middle = positions[len(positions) // 2] if positions else 0
    late = [each for each in judged if each.position is not None and each.position >= middle]
    early = [each for each in judged if each.position is not None and each.position < middle]
    return _effect("second half of the study", late, early)


def _effect(name: str, one: Sequence[Response], other: Sequence[Response]) -> Effect:
    """The difference of two shares with Newcombe's interval (1998, method 10)."""
    counts = [(sum(bool(each.right) for each in group), len(group)) for group in (one, other)]
    if not all(trials for _, trials in counts):
        return Effect(name=name, one=counts[0], other=counts[1], difference=None, low=None, high=None)
    (first, first_ends), (second, second_ends) = ((right / n, wilson(right, n)) for right, n in counts)
    down = ((first - first_ends.low) ** 2 + (second_ends.high - second) ** 2) ** 0.5
    up = ((first_ends.high - first) ** 2 + (second - second_ends.low) ** 2) ** 0.5
    gap = first - second
    return Effect(name=name, one=counts[0], other=counts[1], difference=gap, low=gap - down, high=gap + up)
