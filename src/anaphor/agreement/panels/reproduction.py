"""How much of a reference other people would change: three targets, never mixed.

own_majority   against the majority of the people the panel is drawn from: the paper's τ_G, exact, biased low
ideal          against an infinite panel: not identified from P votes, so a model's point and a range
fresh          against another panel of the same size: exact when 2k people labelled, else a point and a range
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar, overload

import numpy as np

from anaphor.agreement.chance import AtRandom, at_random
from anaphor.agreement.panels.dependence import VoteDependence, dependence_reason, depends_on_votes
from anaphor.agreement.panels.rates import KappaMoments, panel_agreement
from anaphor.agreement.panels.study import NPMLE, WITHHELD, CurvePoint, PanelStudy, Rate, ReproductionSettings
from anaphor.answers import LabelMatrix
from anaphor.errors import ContentError
from anaphor.text import Message, message

Record = TypeVar("Record")


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
    sizes: tuple[int, ...]
    """Panels on the curve."""
    curve: Sequence[CurvePoint]
    smallest: Sequence[tuple[float, int | None]]
    """For each target rate the smallest panel that meets it; None beyond the end of the curve."""
    items: Sequence[ItemRisk]
    """Every labelled item, the likeliest to change first."""
    left_out: tuple[ItemsLeftOut, ...]
    dependence: VoteDependence | None = None
    """Why no rate is told: items on which people differ have more votes, or fewer; None: nothing of the kind."""


def reproduction_of(matrix: LabelMatrix, settings: ReproductionSettings) -> Reproduction:
    """Everything that the votes say about panels of `settings.size`; no rate where the votes depend on the votes."""
    study = PanelStudy(matrix, settings)
    dependence = depends_on_votes(matrix, settings.seed)
    withheld = Rate(method=WITHHELD, notes=(message("agreement-note-votes-depend"),)) if dependence else None
    own, fresh, ideal = (withheld or rate() for rate in (study.own_majority, study.fresh, study.ideal))
    size, longest = settings.size, settings.longest
    wanted = {*range(1, 10, 2), *range(13, longest + 1, 4), size, size + 2, 3 * size}
    silent = study.single_votes or dependence is not None
    sizes = [] if silent else [each for each in sorted(wanted) if each <= max(longest, size)]
    named, targets = larger_sizes(sizes, size), settings.targets
    curve = Late(len(sizes), lambda place: study.point(sizes[place], sure=settings.every or sizes[place] in named))
    numbers, change = np.flatnonzero(matrix.votes_per_item > 0), study.item_changes() if sizes else np.zeros(0)
    order = np.argsort(-change, kind="stable")

    def risk(place: int) -> ItemRisk:
        row = int(order[place])
        votes = study.counts[row]
        return ItemRisk(
            item=matrix.items[int(numbers[row])],
            label="/".join(matrix.classes[c] for c in np.flatnonzero(votes == votes.max()).tolist()),
            votes=tuple(votes.tolist()),
            change=float(change[row]),
        )

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
        quick=None if dependence else study.quick(size),
        ceiling=None if dependence else study.ceiling,
        at_random=at_random(study.counts, size, (own.rate, ideal.rate, fresh.rate), settings.seed),
        sizes=tuple(sizes),
        curve=curve,
        smallest=Late(len(targets), lambda place: (targets[place], _smallest(study, curve, targets[place]))),
        items=Late(len(order), risk),
        left_out=tuple(
            ItemsLeftOut(target=each, items=many, reason=why)
            for each, many, why in left_out
            if many and (dependence is None or each == "items")
        ),
        dependence=dependence,
    )


def larger_sizes(sizes: Sequence[int], size: int) -> tuple[int, ...]:
    """The next larger odd panel, and the one nearest to three times as many people.

    >>> larger_sizes((1, 3, 5, 7, 9, 13), 3)
    (5, 9)
    """
    odd = [each for each in sizes if each % 2 and each > size]
    return tuple(odd) if len(odd) < 2 else (odd[0], min(odd[1:], key=lambda each: abs(each - 3 * size)))


def _smallest(study: PanelStudy, curve: Sequence[CurvePoint], target: float) -> int | None:
    """The smallest panel from which on all meet a target rate; None beyond the end of the curve.

    Even panels count where there are more than two classes; on two they decide like the odd one below.
    """
    odd = [each for each in curve if each.size % 2]
    enough = 1 + max((place for place, each in enumerate(odd) if each.fresh > target), default=-1)
    if enough >= len(odd):
        return None
    least, most = odd[enough - 1].size if enough else 0, odd[enough].size
    # Between the last that changes too much and the first that does not: odd ones by halving, then the even one below.
    while most - least > 2:
        middle = (least + most) // 2
        middle += 1 - middle % 2 if middle + 1 - middle % 2 < most else -1
        least, most = (least, middle) if study.rate_at(middle) <= target else (middle, most)
    even = most - 1
    return even if even > 1 and study.classes > 2 and study.rate_at(even) <= target else most


def change_curve(matrix: LabelMatrix, longest: int) -> tuple[CurvePoint, ...]:
    """The rates for every odd panel size up to `longest`, from votes that do not depend on each other's number."""
    refuse_dependent(matrix)
    study = PanelStudy(matrix, ReproductionSettings(size=1, longest=longest))
    return tuple(study.point(size, sure=True) for size in range(1, longest + 1, 2))


def refuse_dependent(matrix: LabelMatrix) -> None:
    """Refuse, in a sentence, votes from which no rate can be told because their number depends on them."""
    relation = depends_on_votes(matrix)
    if relation is not None:
        raise ContentError("agreement-pilot-depends", why=dependence_reason(relation))


class Late(Sequence[Record]):
    """Records made when they are looked at: of very many only a few are."""

    def __init__(self, count: int, make: Callable[[int], Record]) -> None:
        self._count, self._make = count, make
        self._made: dict[int, Record] = {}

    def __len__(self) -> int:
        return self._count

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[type, tuple[tuple[Record, ...]]]:
        return tuple, (tuple(self),)

    @overload
    def __getitem__(self, place: int) -> Record: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Record, ...]: ...
    def __getitem__(self, place: int | slice) -> Record | tuple[Record, ...]:
        if isinstance(place, slice):
            return tuple(map(self.__getitem__, range(*place.indices(len(self)))))
        place = range(self._count)[place]
        if place not in self._made:
            self._made[place] = self._make(place)
        return self._made[place]
