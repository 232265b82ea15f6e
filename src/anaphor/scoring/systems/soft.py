"""Systems against the distribution of people: soft references, and one of these people left out as the bar.

The bar of a measure is what a member of the panel gets against the others, item by item; systems are scored against the
same references, of which one vote is missing, so that the gap is paired. The measures are those of the shared tasks on
learning with disagreements (LeWiDi 2023 and 2025).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphor.errors import InputError
from anaphor.provenance import Signature
from anaphor.scoring.items.confidence import softmax
from anaphor.scoring.items.intervals import USUAL, Sampling, gather, middle
from anaphor.scoring.items.outcomes import Outcome
from anaphor.scoring.systems.references import Votes
from anaphor.statistics import Interval, bootstrap_sums

Float = NDArray[np.float64]
_LEAST = 1e-12
"""The least probability in the cross-entropy, as in the shared tasks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SoftScore:
    """One respondent by one measure against people's distribution."""

    respondent: str
    measure: str
    """`person`: the chance that another person chooses the same; `panel`: that the others' majority does; `manhattan`,
    `wasserstein`, `cross_entropy`: how far its probabilities are from people's shares (0 is best)."""
    value: float
    interval: Interval
    bar: float | None
    """What one of these people gets against the others; None where a choice without probabilities has no value."""
    gap: float | None
    """How much better than that the respondent is on the same references; below 0: worse."""
    gap_interval: Interval | None
    items: int
    signature: Signature

    @property
    def standing(self) -> str | None:
        """Beside one of these people: above or below beyond chance, or level; None without a bar."""
        if self.gap_interval is None:
            return None
        return "above" if self.gap_interval.low > 0 else "below" if self.gap_interval.high < 0 else "level"


def _shared(table: Float) -> Float:
    """The largest of each row as 1, shared out where several are as large."""
    best = np.asarray(table >= table.max(axis=1, keepdims=True) - _LEAST, np.float64)
    return np.asarray(best / best.sum(axis=1, keepdims=True))


_MEASURES: Mapping[str, tuple[int, Callable[[Float, Float], Float]]] = {
    "person": (1, lambda given, people: (_shared(given) * people).sum(axis=1)),
    "panel": (1, lambda given, people: (_shared(given) * _shared(people)).sum(axis=1)),
    "manhattan": (-1, lambda given, people: np.abs(given - people).sum(axis=1)),
    "wasserstein": (-1, lambda given, people: np.abs(np.cumsum(given - people, axis=1)).sum(axis=1)),
    "cross_entropy": (-1, lambda given, people: -(people * np.log(np.clip(given, _LEAST, 1))).sum(axis=1)),
}
"""By name, whether more is better, and the value of each item."""


def soft_scores(  # noqa: PLR0913  # what users of the library may say
    votes: Float,
    systems: Mapping[str, Float],
    clusters: Sequence[str] | None = None,
    *,
    ordered: bool = False,
    choices: Collection[str] = (),
    sampling: Sampling = USUAL,
) -> tuple[SoftScore, ...]:
    """Systems' probabilities of classes against people's votes, both items × classes; intervals by cluster bootstrap.

    `clusters` names what hangs together (by default every item stands alone); Wasserstein's distance is given for two
    classes or for `ordered` ones, whose steps are 1; cross-entropy not for those that give bare `choices`. The bar
    needs two votes on an item.

    >>> made = soft_scores(np.array([[3, 1], [2, 2]]), {"mine": np.array([[1, 0], [0.5, 0.5]])})
    >>> [(each.measure, round(each.value, 3), round(each.bar, 3)) for each in made[:3]]
    [('person', 0.625, 0.417), ('panel', 0.75, 0.375), ('manhattan', 0.25, 1.167)]
    """
    sizes = votes.sum(axis=1, keepdims=True)
    if any(each.shape != votes.shape for each in systems.values()) or not sizes.all():
        raise InputError("scoring-soft-shape")
    names = [str(place) for place in range(len(votes))] if clusters is None else list(clusters)
    several = np.flatnonzero(sizes[:, 0] > 1)
    made = Signature.of(soft="people's shares", interval="cluster bootstrap", level=sampling.level)
    made |= Signature.of(times=sampling.times, seed=sampling.seed)

    def estimate(values: Float, places: NDArray[np.int64]) -> tuple[float, Interval]:
        sums = gather([names[place] for place in places], values.tolist())
        drawn = bootstrap_sums(np.column_stack([sums.sums, sums.sizes]), sampling.times, sampling.rng)
        return sums.mean, middle(drawn[:, 0] / drawn[:, 1], sampling.level, "cluster bootstrap")

    found = []
    for name, given in systems.items():
        for measure, (sign, value) in _MEASURES.items():
            defined = {"wasserstein": ordered or votes.shape[1] == 2, "cross_entropy": name not in choices}
            if not defined.get(measure, True):
                continue
            mean, ends = estimate(value(given, votes / sizes), np.arange(len(votes)))
            bar, gap, gap_ends = None, None, None
            if measure != "cross_entropy" and several.size:
                own, theirs = np.zeros(several.size), np.zeros(several.size)
                for place, one in enumerate(np.eye(votes.shape[1])):  # the vote that is left out
                    weight = votes[several, place] / sizes[several, 0]
                    others = np.where(weight[:, None] > 0, votes[several] - one, votes[several])
                    others = others / others.sum(axis=1, keepdims=True)
                    own += weight * value(given[several], others)
                    theirs += weight * value(np.tile(one, (several.size, 1)), others)
                bar = float(theirs.mean())
                gap, gap_ends = estimate(sign * (own - theirs), several)
            told: dict[str, Any] = {
                "respondent": name,
                "measure": measure,
                "value": mean,
                "interval": ends,
                "items": len(votes),
            }
            found.append(SoftScore(**told, bar=bar, gap=gap, gap_interval=gap_ends, signature=made))
    return tuple(found)


def soft_runs(runs: Sequence[tuple[str, Sequence[Outcome]]], votes: Votes, sampling: Sampling) -> tuple[SoftScore, ...]:
    """Runs against people's votes: probabilities (or softmax of scores), a bare choice as 1, none as equal shares."""
    asked = [each.target for each in runs[0][1] if each.item in votes]
    if not asked:
        raise InputError("scoring-no-votes")
    width = max(len(each.candidates) for each in asked)

    def row(outcome: Outcome) -> Float:
        scores, count = outcome.scores, len(outcome.target.candidates)
        if scores and all(each is not None for each in scores):
            known = np.array(scores, np.float64)
            as_given = known.min() >= 0 and abs(known.sum() - 1) < 1e-6
            return known if as_given else softmax(known)
        return np.full(count, 1 / count) if outcome.chosen is None else np.eye(count)[outcome.chosen]

    def table(rows: Sequence[Float | tuple[float, ...]]) -> Float:
        return np.array([np.pad(np.asarray(each, np.float64), (0, width - len(each))) for each in rows])

    systems = {name: table([row(each) for each in made if each.item in votes]) for name, made in runs}
    bare = [name for name, made in runs if not any(each.scores for each in made)]
    counts = table([votes[each.item] for each in asked])
    return soft_scores(counts, systems, [each.cluster for each in asked], choices=bare, sampling=sampling)
