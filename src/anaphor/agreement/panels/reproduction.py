"""How much of a reference other people would change: three targets, never mixed.

own_majority   against the majority of the people the panel is drawn from: the paper's τ_G, exact, biased low
ideal          against an infinite panel: not identified from P votes, so a model's point and a range
fresh          against another panel of the same size: exact when 2k people labelled, else a point and a range
"""

import numpy as np

from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.panels.mixture_panels import fresh_at, ideal_at, level_wins
from anaphor.agreement.panels.mixture_support import Support
from anaphor.agreement.panels.reproduction_exact import (
    ceiling,
    fresh_rate,
    own_majority_change,
    own_majority_rate,
    panel_agreement,
)
from anaphor.agreement.panels.reproduction_records import (
    AtRandom,
    CurvePoint,
    ItemRisk,
    LeftOut,
    Rate,
    Reproduction,
    ReproductionSettings,
)
from anaphor.agreement.panels.reproduction_study import DISJOINT, NPMLE, SUBSETS, Study
from anaphor.agreement.panels.urn import Floats

__all__ = [
    "DISJOINT",
    "NPMLE",
    "SUBSETS",
    "ceiling",
    "change_curve",
    "fresh_rate",
    "own_majority_change",
    "own_majority_rate",
    "panel_agreement",
    "reproduce",
]

_DRAWN = 2_000
"""Items that vote at random, for the rate against their own majority."""


def reproduce(matrix: LabelMatrix, settings: ReproductionSettings) -> Reproduction:
    """Everything that the votes say about panels of `settings.size`."""
    study = Study(matrix, settings)
    own, fresh, ideal = study.own_majority(), study.fresh(), study.ideal()
    curve = _curve(study)
    return Reproduction(
        size=settings.size,
        annotators=len(matrix.annotators),
        labels_per_item=(int(study.votes.min()), int(study.votes.max())),
        kappa=panel_agreement(matrix, settings.size),
        own_majority=own,
        ideal=ideal,
        fresh=fresh,
        quick=study.quick(settings.size),
        ceiling=study.ceiling,
        at_random=_at_random(study, own, ideal, fresh),
        curve=curve,
        smallest=tuple((target, _smallest(curve, target)) for target in settings.targets),
        items=_risks(study),
        left_out=_left_out(study, fresh),
    )


def change_curve(matrix: LabelMatrix, longest: int) -> tuple[CurvePoint, ...]:
    """The rates for every odd panel size up to `longest`."""
    study = Study(matrix, ReproductionSettings(size=1, longest=longest))
    return tuple(study.point(size) for size in range(1, longest + 1, 2))


def _curve(study: Study) -> tuple[CurvePoint, ...]:
    if study.single_votes:
        return ()
    size, longest = study.settings.size, study.settings.longest
    wanted = {*range(1, 10, 2), *range(13, longest + 1, 4), size, size + 2, 3 * size}
    return tuple(study.point(each) for each in sorted(wanted) if each <= max(longest, size))


def _smallest(curve: tuple[CurvePoint, ...], target: float) -> int | None:
    """The smallest odd panel on the curve whose fresh rate, and that of all larger odd ones, is at most `target`."""
    found = None
    for point in reversed([each for each in curve if each.size % 2]):
        if point.fresh > target:
            break
        found = point.size
    return found


def _at_random(study: Study, own: Rate, ideal: Rate, fresh: Rate) -> AtRandom:
    used = study.counts.sum(axis=0)
    shares = used[used > 0] / used.sum()
    levels, times = np.unique(shares, return_counts=True)
    support = Support(shares=levels[None], times=times[None].astype(np.int64))
    wins = level_wins(support, study.settings.size)
    random_fresh, random_ideal = float(fresh_at(support, wins)[0]), float(ideal_at(support, wins)[0])
    random_own = _random_own(study, shares) if own.rate is not None else None
    return AtRandom(
        fresh=random_fresh,
        ideal=random_ideal,
        own_majority=random_own,
        fresh_relative=_relative(fresh.rate, random_fresh),
        ideal_relative=_relative(ideal.rate, random_ideal),
        own_majority_relative=_relative(own.rate, random_own),
    )


def _random_own(study: Study, shares: Floats) -> float | None:
    drawn = np.random.default_rng(study.settings.seed).multinomial(int(np.median(study.votes)), shares, size=_DRAWN)
    return own_majority_rate(drawn, study.settings.size)


def _relative(rate: float | None, random: float | None) -> float | None:
    return None if rate is None or not random else rate / random


def _risks(study: Study) -> tuple[ItemRisk, ...]:
    """Every labelled item, the likeliest to change first."""
    if study.single_votes:
        return ()
    change = study.item_changes()
    names = [study.matrix.items[number] for number in np.flatnonzero(study.matrix.votes_per_item > 0).tolist()]
    votes, labels = study.counts.tolist(), _leaders(study)
    risks = change.tolist()
    return tuple(
        ItemRisk(item=names[place], label=labels[place], votes=tuple(votes[place]), change=risks[place])
        for place in np.argsort(-change, kind="stable").tolist()
    )


def _leaders(study: Study) -> list[str]:
    """The label of each item; tied labels stand side by side."""
    classes = study.matrix.classes
    best = study.counts == study.counts.max(axis=1, keepdims=True)
    labels = [classes[c] for c in best.argmax(axis=1).tolist()]
    for place in np.flatnonzero(best.sum(axis=1) > 1).tolist():
        labels[place] = "/".join(classes[c] for c in np.flatnonzero(best[place]).tolist())
    return labels


def _left_out(study: Study, fresh: Rate) -> tuple[LeftOut, ...]:
    size = study.settings.size
    pairs = int((study.votes < 2 * size).sum()) if fresh.method.startswith(DISJOINT) else 0
    pairs = min(pairs, len(study.votes) - fresh.items)
    cases = (
        ("items", len(study.matrix.items) - len(study.votes), "no label at all"),
        ("own_majority", int((study.votes < size).sum()), f"fewer than {size} labels, so no panel of {size} voted"),
        ("fresh", pairs, f"fewer than {2 * size} labels, so two separate panels of {size} cannot be drawn"),
    )
    return tuple(LeftOut(target=target, items=many, reason=reason) for target, many, reason in cases if many)
