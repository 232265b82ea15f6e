"""The named conditions of a study side by side: what people answered in each, and how far it is from the first."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, stdev

from anaphor.experiment.study.record import Asked, Response
from anaphor.statistics import Interval, student


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionResult:
    """How people answered the items of one condition; means are over people, each by their own mean."""

    condition: str
    measure: str
    """`right`: share of right answers; `step`: place on the scale, from 1."""
    items: int
    people: int
    answers: int
    mean: float
    interval: Interval | None
    """For other people; None for fewer than two."""
    difference: float | None
    """Mean over those who have answers of both of this condition minus the first; None for the first itself."""
    difference_interval: Interval | None


def compare_conditions(responses: Sequence[Response], asked: Mapping[str, Asked]) -> tuple[ConditionResult, ...]:
    """Each named condition, in the order in which the study has them; steps of scales apart from right answers."""
    values: dict[tuple[str, str], dict[str, list[float]]] = {}
    items: dict[tuple[str, str], Counter[str]] = {}
    for each in asked.values():
        if each.condition is not None:
            values.setdefault((_measure(each), each.condition), {})
    for response in responses:
        what = asked[response.name]
        right = response.right if _measure(what) == "right" else None
        value = response.choice + 1 if _measure(what) == "step" and response.choice is not None else right
        if what.condition is not None and value is not None:
            which = (_measure(what), what.condition)
            values[which].setdefault(response.person, []).append(float(value))
            items.setdefault(which, Counter())[response.name] += 1
    means = {which: {name: mean(own) for name, own in people.items()} for which, people in values.items() if people}
    results = []
    for (measure, condition), mine in means.items():
        first = next(theirs for (same, _), theirs in means.items() if same == measure)
        share = measure == "right"
        gaps = [] if first is mine else [mine[name] - first[name] for name in mine if name in first]
        results.append(
            ConditionResult(
                condition=condition,
                measure=measure,
                items=len(items[measure, condition]),
                people=len(mine),
                answers=items[measure, condition].total(),
                mean=mean(mine.values()),
                interval=mean_interval(list(mine.values()), 0 if share else None),
                difference=mean(gaps) if gaps else None,
                difference_interval=mean_interval(gaps, -1 if share else None),
            )
        )
    return tuple(results)


def _measure(asked: Asked) -> str:
    return "step" if asked.ordered and asked.key is None else "right"


def mean_interval(units: Sequence[float], least: float | None, middle: float | None = None) -> Interval | None:
    """Student's interval around the mean of units, or `middle`, inside `least` and 1; None for fewer than two."""
    if len(units) < 2:
        return None
    found = student(mean(units) if middle is None else middle, stdev(units) / len(units) ** 0.5, len(units) - 1)
    return found if least is None else found.within(least, 1)
