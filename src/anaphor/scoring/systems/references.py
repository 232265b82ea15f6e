"""Scores against references that other people might have given (the closing question of Bregeon et al. 2019).

The key of a collection is one panel's. From how people voted on each item, references of other panels are drawn, all
systems are scored again on each, and the record says how far scores move and how often their order changes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy import special
from scipy.optimize import minimize

from anaphor.answer import Answer, Choice
from anaphor.errors import InputError
from anaphor.provenance import Signature
from anaphor.schema import HumanCount
from anaphor.scoring.items.intervals import USUAL, Sampling, equal_clusters, gather, middle
from anaphor.scoring.items.outcomes import Outcome, Target
from anaphor.scoring.systems.comparison import Run
from anaphor.scoring.systems.people import one_each, usable_counts
from anaphor.statistics import Interval, bootstrap_weights

Float = NDArray[np.float64]
Int = NDArray[np.int64]
Votes = Mapping[str, tuple[float, ...]]
"""How many people chose each candidate, by item id."""
_MARGIN = 1e-12
_DRAWN = "drawn references"


class Population(StrEnum):
    """Which people a panel is drawn from."""

    FRESH = "fresh"
    """New people: an item's shares are known only as well as its votes and all other items' tell (beta–binomial)."""
    OBSERVED = "observed"
    """These people, drawn with replacement: a unanimous item never changes, and a split one changes too easily."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The people who elect a reference."""

    size: int | None = None
    """How many; None: as many as usually voted on an item."""
    population: Population = Population.FRESH

    def __post_init__(self) -> None:
        if self.size is not None and not 1 <= self.size <= 1_000_000:
            raise InputError("scoring-bad-panel", size=self.size)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescored:
    """One respondent over many references."""

    respondent: str
    reussite: float
    """Réussite on the collection's own key."""
    mean: float
    """Mean réussite over the references."""
    interval: Interval
    """Where réussite lies when only the panel changes."""
    whole: Interval
    """Where it lies when the panel and the items change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankChange:
    """Two respondents over many references."""

    first: str
    second: str
    difference: float
    """Réussite of the first minus that of the second, on the collection's own key."""
    reversed: float
    """Chance that another panel's reference turns their order round; without an order, that it gives one."""
    tied: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescoring:
    """What other panels would make of the scores."""

    panel: Panel
    """How many people elect a reference, and whom they are drawn from."""
    times: int
    items: int
    """Items whose votes are known; the others keep their key."""
    fixed: int
    changed: float
    """Mean share of all items whose reference is another than the key."""
    changed_interval: Interval
    runs: tuple[Rescored, ...]
    pairs: tuple[RankChange, ...]
    any_change: float
    """Chance that at least one pair changes its order."""
    signature: Signature


def votes_of(targets: Iterable[Target], answers: Iterable[Answer]) -> dict[str, tuple[float, ...]]:
    """How many people chose each candidate of each item; abstentions are no votes."""
    boxes = {each.item: [0] * len(each.candidates) for each in targets}
    for answer in one_each(answers):
        box = boxes.get(answer.question)
        if box is not None and isinstance(answer.reply, Choice) and answer.reply.candidate < len(box):
            box[answer.reply.candidate] += 1
    return {item: tuple(box) for item, box in boxes.items() if sum(box)}


def votes_from_counts(targets: Iterable[Target], counts: Mapping[str, HumanCount]) -> dict[str, tuple[float, ...]]:
    """The votes behind counts of right answers; wrong ones are spread evenly over the other candidates."""
    votes: dict[str, tuple[float, ...]] = {}
    listed = tuple(targets)
    known = usable_counts(listed, counts)
    for each in listed:
        if count := known.get(each.item):
            other = (count.asked - count.right) / (len(each.candidates) - 1)
            votes[each.item] = tuple(
                float(count.right) if number == each.key else other for number in range(len(each.candidates))
            )
    return votes


def spread(targets: Sequence[Target], votes: Votes) -> tuple[float, float]:
    """The beta distribution of the key's share over items (α, β), by maximum likelihood from the votes.

    A weak Jeffreys-like weight keeps both numbers finite where all people agree.
    """
    key = np.array([votes[each.item][each.key] for each in targets], np.float64)
    people = np.array([sum(votes[each.item]) for each in targets], np.float64)

    def cost(logs: Float) -> float:
        alpha, beta = np.exp(logs)
        gain = special.betaln(alpha + key, beta + people - key) - special.betaln(alpha, beta)
        return float(-gain.sum() + 0.05 * (logs**2).sum())

    best = minimize(cost, np.zeros(2), method="L-BFGS-B", bounds=[(-7.0, 9.0)] * 2)
    alpha, beta = np.exp(best.x)
    return float(alpha), float(beta)


def draw_references(targets: Sequence[Target], votes: Votes, panel: Panel, sampling: Sampling) -> Int:
    """Index of the candidate that each of many panels elects, references × items; ties fall by lot."""
    rng = sampling.rng
    people = panel.size or usual_size(targets, votes)
    fresh = panel.population is Population.FRESH
    alpha, beta = spread(targets, votes) if fresh else (0.0, 0.0)
    drawn = np.empty((sampling.times, len(targets)), np.int64)
    for number, each in enumerate(targets):
        prior = np.full(len(each.candidates), beta / (len(each.candidates) - 1))
        prior[each.key] = alpha
        weights = prior + np.array(votes[each.item], np.float64)
        known = np.broadcast_to(weights / weights.sum(), (sampling.times, weights.size))
        counts = rng.multinomial(people, rng.dirichlet(weights, sampling.times) if fresh else known)
        drawn[:, number] = np.argmax(counts + rng.random(counts.shape) * 0.5, axis=1)
    return drawn


def usual_size(targets: Sequence[Target], votes: Votes) -> int:
    """How many people usually voted on an item."""
    return max(1, round(float(np.median([sum(votes[each.item]) for each in targets]))))


def rescore(
    runs: Sequence[Run],
    votes: Votes,
    panel: Panel | None = None,
    sampling: Sampling = USUAL,
    signature: Signature | None = None,
) -> Rescoring:
    """All respondents scored on references drawn from other panels; items without votes keep their key."""
    wanted = panel or Panel()
    targets = [each.target for each in runs[0][1]] if runs else []
    if any([each.target for each in outcomes] != targets for _, outcomes in runs):
        raise InputError("scoring-on-other-items")
    known = [each for each in targets if sum(votes.get(each.item, ()))]
    if not known:
        raise InputError("scoring-no-votes")
    wanted = replace(wanted, size=wanted.size or usual_size(known, votes))
    own = np.array([[each.key for each in targets]], np.int64)
    references = np.tile(own, (sampling.times, 1))  # where nobody voted, the key stays
    place = {each.item: number for number, each in enumerate(targets)}
    references[:, [place[each.item] for each in known]] = draw_references(known, votes, wanted, sampling)
    changed = (references != own).mean(axis=1)
    scores = {name: _credit(outcomes, references) for name, outcomes in runs}
    keyed = {name: float(_credit(outcomes, own).mean()) for name, outcomes in runs}
    pairs, any_change = _pairs(keyed, {name: each.mean(axis=1) for name, each in scores.items()})
    made = Signature.of(
        panel=wanted.size,
        population=wanted.population,
        references=sampling.times,
        level=sampling.level,
        seed=sampling.seed,
    )
    return Rescoring(
        panel=wanted,
        times=sampling.times,
        items=len(known),
        fixed=len(targets) - len(known),
        changed=float(changed.mean()),
        changed_interval=middle(changed, sampling.level, _DRAWN),
        runs=tuple(_rescored(name, keyed[name], scores[name], targets, sampling) for name, _ in runs),
        pairs=pairs,
        any_change=any_change,
        signature=(signature or Signature(())) | made,
    )


def _credit(outcomes: Sequence[Outcome], references: Int) -> Float:
    """What each item brings on each reference; an abstention brings 1/m on any."""
    chosen = np.array([-1 if each.chosen is None else each.chosen for each in outcomes])
    guess = np.array([float(each.target.chance) for each in outcomes])
    return np.where(chosen < 0, guess, (references == chosen).astype(np.float64))


def _rescored(name: str, own: float, scores: Float, targets: Sequence[Target], sampling: Sampling) -> Rescored:
    """One respondent over all references; its whole interval draws other items too."""
    means = scores.mean(axis=1)
    order = {cluster: number for number, cluster in enumerate(dict.fromkeys(each.cluster for each in targets))}
    member = np.zeros((len(targets), len(order)))
    member[np.arange(len(targets)), [order[each.cluster] for each in targets]] = 1.0
    # Réussite on each reference with its own bootstrap sample of clusters.
    weights = np.concatenate(list(bootstrap_weights(len(order), scores.shape[0], sampling.rng)))
    drawn = ((scores @ member) * weights).sum(axis=1) / (weights @ member.sum(axis=0))
    whole = middle(np.asarray(drawn, np.float64), sampling.level, _DRAWN)
    seen = gather([each.cluster for each in targets], scores.mean(axis=0).tolist())
    if seen.alike:  # items that are all alike say little of other ones
        room = equal_clusters(seen.mean, seen.sums.size, sampling.level)
        whole = replace(whole, low=min(whole.low, room.low), high=max(whole.high, room.high))
    return Rescored(
        respondent=name,
        reussite=own,
        mean=float(means.mean()),
        interval=middle(means, sampling.level, _DRAWN),
        whole=whole,
    )


def _pairs(own: Mapping[str, float], means: Mapping[str, Float]) -> tuple[tuple[RankChange, ...], float]:
    found: list[RankChange] = []
    anything: NDArray[np.bool_] | None = None
    for one, other in combinations(own, 2):
        gap, drawn = own[one] - own[other], means[one] - means[other]
        tied = np.abs(drawn) < _MARGIN
        turned = ~tied if abs(gap) < _MARGIN else ~tied & (np.sign(drawn) != np.sign(gap))
        anything = turned if anything is None else anything | turned
        found.append(
            RankChange(first=one, second=other, difference=gap, reversed=float(turned.mean()), tied=float(tied.mean()))
        )
    return tuple(found), 0.0 if anything is None else float(anything.mean())
