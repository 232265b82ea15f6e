"""What counts in a challenge: right answers, or the metric that its rules declare."""

from collections.abc import Sequence
from fractions import Fraction

from anaphor.scoring.items import Outcome, OutcomeKind, Target
from anaphor.settings import Metric as Metric


def units_of(targets: Sequence[Target], metric: Metric) -> list[list[int]]:
    """The places of the questions that count together: each alone, or by `pairs` the halves of a schema."""
    found: dict[str, list[int]] = {}
    for place, each in enumerate(targets):
        whole = metric is Metric.PAIRS and each.twin
        found.setdefault(each.cluster if whole else f"item {each.item}", []).append(place)
    return list(found.values())


def points_of(outcomes: Sequence[Outcome], metric: Metric) -> list[Fraction]:
    """What each question, or schema, brings."""
    if metric is Metric.ADJUSTED:
        return [each.credit for each in outcomes]
    right = [each.result is OutcomeKind.RIGHT for each in outcomes]
    if metric is Metric.RIGHT:
        return list(map(Fraction, right))
    together = units_of([each.target for each in outcomes], metric)
    return [Fraction(all(right[place] for place in places)) for places in together]
