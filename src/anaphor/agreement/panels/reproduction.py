"""How much of a reference other people would change: three targets, never mixed.

own_majority   against the majority of the people the panel is drawn from: the paper's τ_G, exact, biased low
ideal          against an infinite panel: not identified from P votes, so a model's point and a range
fresh          against another panel of the same size: exact when 2k people labelled, else a point and a range
"""

from dataclasses import dataclass

import numpy as np

from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.panels.rates import KappaMoments, own_majority_rate, panel_agreement
from anaphor.agreement.panels.study import NPMLE, CurvePoint, PanelStudy, Rate, ReproductionSettings
from anaphor.agreement.panels.support import Support
from anaphor.agreement.panels.winning import fresh_at, ideal_at, level_wins
from anaphor.text import Message, message

_DRAWN = 2_000
"""Items that vote at random, for the rate against their own majority."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemRisk:
    """An item and the chance that another panel gives it another label."""

    item: str
    label: str
    """The label it has now; tied labels stand side by side."""
    votes: tuple[int, ...]
    change: float
    """Chance that a fresh panel elects another label."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AtRandom:
    """What panels that vote at random, from the marginals alone, would change (paper 3, section 5.3)."""

    fresh: float
    """Two random panels against each other."""
    ideal: float
    """A random panel against the most frequent class."""
    own_majority: float | None
    """A random panel of k against the majority of the random P it is part of."""
    fresh_relative: float | None
    """The fresh rate over its value at random: 0 perfect, 1 no better than chance."""
    ideal_relative: float | None
    """The same against an infinite panel."""
    own_majority_relative: float | None
    """The same against the panel's own majority."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemsLeftOut:
    """Items that a rate does not rest on."""

    target: str
    """Which rate: `items`, `own_majority` or `fresh`."""
    items: int
    reason: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Reproduction:
    """How much of the reference other people would change."""

    size: int
    annotators: int
    """People who labelled anything (0 when unknown)."""
    labels_per_item: tuple[int, int]
    """Fewest and most labels on a labelled item."""
    kappa: KappaMoments | None
    """Davies–Fleiss κ over the panels of k; None when it is undefined."""
    own_majority: Rate
    """Against the majority of the very people the panel is drawn from (the paper's τ_G): biased low."""
    ideal: Rate
    fresh: Rate
    quick: float | None
    """The fresh rate by a single Dirichlet–multinomial, as a second opinion."""
    ceiling: float | None
    """1 − A_o: for a known label distribution no panel changes more than this."""
    at_random: AtRandom
    curve: tuple[CurvePoint, ...]
    smallest: tuple[tuple[float, int | None], ...]
    """For each target rate the smallest odd panel that meets it; None beyond the end of the curve."""
    items: tuple[ItemRisk, ...]
    """Every labelled item, the likeliest to change first."""
    left_out: tuple[ItemsLeftOut, ...]


def reproduction_of(matrix: LabelMatrix, settings: ReproductionSettings) -> Reproduction:
    """Everything that the votes say about panels of `settings.size`."""
    study = PanelStudy(matrix, settings)
    own, fresh, ideal = study.own_majority(), study.fresh(), study.ideal()
    size, longest = settings.size, settings.longest
    wanted = {*range(1, 10, 2), *range(13, longest + 1, 4), size, size + 2, 3 * size}
    sizes = [] if study.single_votes else [each for each in sorted(wanted) if each <= max(longest, size)]
    curve = tuple(study.point(each) for each in sizes)
    odd = [each for each in curve if each.size % 2]
    smallest: list[tuple[float, int | None]] = []
    for target in settings.targets:
        # The panel after the last that changes too much: all larger ones meet the target, too.
        enough = 1 + max((place for place, each in enumerate(odd) if each.fresh > target), default=-1)
        smallest.append((target, odd[enough].size if enough < len(odd) else None))
    pairs = 0 if fresh.method == NPMLE else int((study.votes < 2 * size).sum())
    left_out = (
        ("items", len(matrix.items) - len(study.votes), message("agreement-left-no-label")),
        ("own_majority", int((study.votes < size).sum()), message("agreement-left-no-panel", count=size, size=size)),
        (
            "fresh",
            min(pairs, len(study.votes) - fresh.items),
            message("agreement-left-no-two-panels", count=2 * size, size=size),
        ),
    )
    return Reproduction(
        size=size,
        annotators=len(matrix.annotators),
        labels_per_item=(int(study.votes.min()), int(study.votes.max())),
        kappa=panel_agreement(matrix, size),
        own_majority=own,
        ideal=ideal,
        fresh=fresh,
        quick=study.quick(size),
        ceiling=study.ceiling,
        at_random=_at_random(study, own, ideal, fresh),
        curve=curve,
        smallest=tuple(smallest),
        items=_risks(study),
        left_out=tuple(ItemsLeftOut(target=each, items=many, reason=why) for each, many, why in left_out if many),
    )


def change_curve(matrix: LabelMatrix, longest: int) -> tuple[CurvePoint, ...]:
    """The rates for every odd panel size up to `longest`."""
    study = PanelStudy(matrix, ReproductionSettings(size=1, longest=longest))
    return tuple(study.point(size) for size in range(1, longest + 1, 2))


def _at_random(study: PanelStudy, own: Rate, ideal: Rate, fresh: Rate) -> AtRandom:
    """The same rates where everybody votes at random, from the marginals alone."""
    used = study.counts.sum(axis=0)
    shares = used[used > 0] / used.sum()
    levels, times = np.unique(shares, return_counts=True)
    support = Support(shares=levels[None], times=times[None].astype(np.int64))
    wins = level_wins(support, study.settings.size)
    random_fresh, random_ideal = float(fresh_at(support, wins)[0]), float(ideal_at(support, wins)[0])
    random_own = None
    if own.rate is not None:
        rng = np.random.default_rng(study.settings.seed)
        drawn = rng.multinomial(int(np.median(study.votes)), shares, size=_DRAWN)
        random_own = own_majority_rate(drawn, study.settings.size)

    def relative(rate: float | None, random: float | None) -> float | None:
        return None if rate is None or not random else rate / random

    return AtRandom(
        fresh=random_fresh,
        ideal=random_ideal,
        own_majority=random_own,
        fresh_relative=relative(fresh.rate, random_fresh),
        ideal_relative=relative(ideal.rate, random_ideal),
        own_majority_relative=relative(own.rate, random_own),
    )


def _risks(study: PanelStudy) -> tuple[ItemRisk, ...]:
    """Every labelled item, the likeliest to change first; tied labels stand side by side."""
    if study.single_votes:
        return ()
    change, classes = study.item_changes(), study.matrix.classes
    best = study.counts == study.counts.max(axis=1, keepdims=True)
    labels = [classes[c] for c in best.argmax(axis=1).tolist()]
    for place in np.flatnonzero(best.sum(axis=1) > 1).tolist():
        labels[place] = "/".join(classes[c] for c in np.flatnonzero(best[place]).tolist())
    names = [study.matrix.items[number] for number in np.flatnonzero(study.matrix.votes_per_item > 0).tolist()]
    votes, risks = study.counts.tolist(), change.tolist()
    return tuple(
        ItemRisk(item=names[place], label=labels[place], votes=tuple(votes[place]), change=risks[place])
        for place in np.argsort(-change, kind="stable").tolist()
    )
