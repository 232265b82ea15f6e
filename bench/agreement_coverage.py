"""How often intervals and ranges of change rates hold the true rate, on made-up votes whose truth is known.

Items are all alike, Dirichlet, easy ones and guesses mixed, or unanimous and coin flips mixed; votes carry no names.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement import Rate
from anaphor.agreement.panels.study import PanelStudy, ReproductionSettings
from anaphor.agreement.panels.support import Support
from anaphor.agreement.panels.winning import fresh_at, ideal_at, level_wins
from anaphor.answers import from_counts
from bench.table import Row

CLASSES, SIZES, VOTES = (2, 3, 5, 8, 12, 30), (3, 5, 6), (3, 6, 10)
ITEMS, TABLES, TRUTH = 200, 10, 40_000

Floats = NDArray[np.float64]
Maker = Callable[[int, int, np.random.Generator], Floats]
"""Label distributions for so many classes and items."""


def alike(classes: int, items: int, rng: np.random.Generator) -> Floats:
    """Every item gives its own class 0.6 of the votes and the others the rest, evenly."""
    theta = np.full((items, classes), 0.4 / (classes - 1))
    theta[np.arange(items), rng.integers(0, classes, items)] = 0.6
    return theta


def varied(classes: int, items: int, rng: np.random.Generator) -> Floats:
    """Items from a Dirichlet distribution with κ = 0.5."""
    return np.asarray(rng.dirichlet(np.full(classes, 1 / classes), items), dtype=np.float64)


def guessed(classes: int, items: int, rng: np.random.Generator) -> Floats:
    """Easy items (0.97 for one class), and three in ten on which everyone guesses."""
    theta = alike(classes, items, rng)
    easy = np.where(theta > 0.5, 0.97, 0.03 / (classes - 1))
    return np.where(rng.random((items, 1)) < 0.3, 1 / classes, easy)


def flipped(classes: int, items: int, rng: np.random.Generator) -> Floats:
    """Unanimous items, and four in ten that are a coin flip between two classes."""
    theta = np.zeros((items, classes))
    first = rng.integers(0, classes, items)
    theta[np.arange(items), first] = 1.0
    coins = np.flatnonzero(rng.random(items) < 0.4)
    theta[coins, first[coins]] = 0.5
    theta[coins, (first[coins] + 1) % classes] = 0.5
    return theta


MAKERS: dict[str, Maker] = {"alike": alike, "Dirichlet": varied, "easy or guessed": guessed, "or a coin": flipped}


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """What a table of votes is like, and what is asked of it."""

    classes: int
    """How many classes."""
    votes: int
    """Votes per item."""
    size: int
    """People per panel."""
    kind: str
    """What the items are like."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What was said about one rate of one table of votes."""

    design: Design
    """The table."""
    target: str
    """`fresh` or `ideal`."""
    truth: float
    """The true rate."""
    rate: Rate
    """What was said."""

    @property
    def interval(self) -> bool:
        """Whether the sampling interval holds the truth."""
        return self._within(self.rate.low, self.rate.high)

    @property
    def range(self) -> bool:
        """Whether the identified range holds the truth; a rate that is pinned down has none."""
        return self._within(self.rate.range_low, self.rate.range_high)

    def _within(self, low: float | None, high: float | None) -> bool:
        return low is not None and high is not None and low - 1e-9 <= self.truth <= high + 1e-9


def true_rates(theta: Floats, size: int) -> tuple[float, float]:
    """The mean rates of label distributions against a fresh and an infinite panel."""
    ordered, times = np.unique(-np.sort(-theta, axis=1).round(9), axis=0, return_counts=True)
    support = Support(shares=ordered, times=np.ones(ordered.shape, dtype=np.int64))
    wins = level_wins(support, size)
    fresh, ideal = (float(at(support, wins) @ times) / len(theta) for at in (fresh_at, ideal_at))
    return fresh, ideal


def tables(design: Design, repeats: int, seed: int = 0) -> list[Held]:
    """Made-up tables of one design, and what was said about them."""
    number = list(MAKERS).index(design.kind)
    rng = np.random.default_rng([seed, design.classes, design.votes, design.size, number])
    make = MAKERS[design.kind]
    truth = true_rates(make(design.classes, TRUTH, rng), design.size)
    found = []
    for _ in range(repeats):
        counts = rng.multinomial(design.votes, make(design.classes, ITEMS, rng))
        matrix = from_counts(
            counts, items=[str(n) for n in range(ITEMS)], classes=[str(n) for n in range(design.classes)]
        )
        study = PanelStudy(matrix, ReproductionSettings(size=design.size))
        for target, rate, true in zip(("fresh", "ideal"), (study.fresh(), study.ideal()), truth, strict=True):
            found.append(Held(design=design, target=target, truth=true, rate=rate))
    return found


def everything(repeats: int = TABLES) -> list[Held]:
    """All designs."""
    designs = [
        Design(classes=classes, votes=votes, size=size, kind=kind)
        for classes in CLASSES
        for votes in VOTES
        for size in SIZES
        for kind in MAKERS
    ]
    return [held for design in designs for held in tables(design, repeats)]


def _row(name: str, some: list[Held]) -> Row:
    left_open = [held for held in some if held.rate.range_low != held.rate.range_high]
    wide = np.median([(held.rate.high or 0) - (held.rate.low or 0) for held in some])
    off = np.median([abs((held.rate.rate or 0) - held.truth) for held in some])
    ranged = f"{np.mean([held.range for held in left_open]):.1%}" if left_open else "–"
    return {
        "work": name,
        "ours": f"{np.mean([held.interval for held in some]):.1%}",
        "peer": f"range {ranged}; {len(some):,} rates; width {wide:.3f}, point off by {off:.3f}",
    }


def _groups(held: Held) -> tuple[str, ...]:
    design, exact = held.design, held.rate.range_low == held.rate.range_high
    return (
        "all",
        f"{held.target}, {'exact' if exact else 'left open'}",
        f"{design.classes} classes",
        f"{design.votes} votes",
        f"panels of {design.size}",
        f"items {design.kind}",
    )


def run() -> list[Row]:
    """The share of rates whose interval (and, in the third column, range) holds the truth."""
    grouped: dict[str, list[Held]] = defaultdict(list)
    for held in everything():
        for name in _groups(held):
            grouped[name].append(held)
    return [_row(name, grouped[name]) for name in sorted(grouped, key=_order)]


def _order(name: str) -> tuple[bool, str, int]:
    """Names without a number first, those with one by their number."""
    words = name.split()
    number = next((int(word) for word in words if word.isdigit()), 0)
    return number > 0, "".join(word for word in words if not word.isdigit()) if number else "", number
