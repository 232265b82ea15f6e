"""What is said about how much of a reference would change with other people: settings and records."""

from dataclasses import dataclass

from anaphor.agreement.panels.subsets import KappaMoments
from anaphor.errors import InputError

TARGETS = (0.10, 0.05, 0.02)
"""Change rates for which the smallest odd panel is looked for, unless others are asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReproductionSettings:
    """How rates are estimated; everything here is in the signature."""

    size: int
    """People per panel (k)."""
    confidence: float = 0.95
    """Level of the sampling intervals."""
    targets: tuple[float, ...] = TARGETS
    """Change rates for which the smallest odd panel is looked for."""
    longest: int = 25
    """Largest panel on the curve and in the search."""
    slack: float = 2.0
    """How many standard errors a mixture may be off the observed patterns and still count for the range."""
    most: float = 0.8
    """Share of the labelled items that must have 2k labels for the exact disjoint rate to stand for all."""
    seed: int = 0
    """Seed of whatever is drawn."""

    def __post_init__(self) -> None:
        if self.size < 1:
            raise InputError(f"a panel of {self.size} people is none", todo="Give --annotators 1 or more.")
        if not 0.5 <= self.confidence < 1:
            raise InputError(f"a confidence of {self.confidence} is not between 0.5 and 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """A share of the labels that changes, with two different kinds of doubt."""

    rate: float | None
    """The estimate; None when nothing can be said, and `notes` say why."""
    low: float | None
    """Lower end of the sampling interval: other items and other people would have given another number. Where the votes
    leave the rate open, the interval holds the identified range, since the true rate may be anywhere in it."""
    high: float | None
    """Upper end of the sampling interval."""
    range_low: float | None
    """Lower end of the identified range: other mixtures of items fit these votes, too; more items hardly shrink it."""
    range_high: float | None
    """Upper end of the identified range; equal to the rate when the votes pin the target down."""
    method: str
    """How the estimate was made."""
    items: int
    """Items it rests on."""
    notes: tuple[str, ...] = ()
    """What a reader must know."""
    above_ceiling: bool = False
    """Whether the rate or the end of its range is above 1 − A_o, which no known label distribution allows: sampling
    error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePoint:
    """The rates for one panel size."""

    size: int
    """People per panel."""
    fresh: float
    """Labels that another panel of this size would change."""
    range_low: float
    """Lower end of its identified range."""
    range_high: float
    """Upper end of its identified range."""
    ideal: float
    """Labels that differ from an infinite panel's."""
    own_majority: float | None
    """The paper's τ; None when no item has that many labels."""
    method: str
    """How the fresh rate was made."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemRisk:
    """An item and the chance that another panel gives it another label."""

    item: str
    """Name of the item."""
    label: str
    """The label it has now; tied labels stand side by side."""
    votes: tuple[int, ...]
    """Votes per class."""
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
class LeftOut:
    """Items that a rate does not rest on."""

    target: str
    """Which rate: `items`, `own_majority` or `fresh`."""
    items: int
    """How many."""
    reason: str
    """Why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reproduction:
    """How much of the reference other people would change."""

    size: int
    """People per panel (k)."""
    annotators: int
    """People who labelled anything (0 when unknown)."""
    labels_per_item: tuple[int, int]
    """Fewest and most labels on a labelled item."""
    kappa: KappaMoments | None
    """Davies–Fleiss κ over the panels of k; None when it is undefined."""
    own_majority: Rate
    """Against the majority of the very people the panel is drawn from (the paper's τ_G): biased low."""
    ideal: Rate
    """Against an infinite panel."""
    fresh: Rate
    """Against another panel of the same size."""
    quick: float | None
    """The fresh rate by a single Dirichlet–multinomial, as a second opinion."""
    ceiling: float | None
    """1 − A_o: for a known label distribution no panel changes more than this."""
    at_random: AtRandom
    """The same rates for panels that vote at random."""
    curve: tuple[CurvePoint, ...]
    """The rates over panel sizes."""
    smallest: tuple[tuple[float, int | None], ...]
    """For each target rate the smallest odd panel that meets it; None beyond the end of the curve."""
    items: tuple[ItemRisk, ...]
    """Every labelled item, the likeliest to change first."""
    left_out: tuple[LeftOut, ...]
    """Items left out, and why."""
