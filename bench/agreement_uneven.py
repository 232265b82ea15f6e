"""Rates where annotators are not alike: how often that is noticed, and whether the brackets hold where it is not.

Simulated crowds of which the truth is known: everybody alike, one in ten guessing, accuracies spread as a Beta
distribution, a quarter that guesses more often than not; on items that differ (what people who know say has a Dirichlet
distribution) and on items that are all alike (who knows says the same), which three votes cannot tell from items that
differ. And real panels with names, of which a few votes of each item are shown (truth: the exact rate between panels of
all votes). Workers label as many items each as chance gives them.

Panels come from $BENCH_DATA or the folder of real data beside the project; `BENCH_REPEATS` says how often each is
drawn.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement import LabelMatrix
from anaphor.agreement.advice.summary import uneven_people
from anaphor.agreement.panels.study import PanelStudy, ReproductionSettings
from anaphor.answers import from_triples
from bench.agreement_adaptive import Replay
from bench.agreement_next import panels
from bench.agreement_rates import change_of
from bench.table import Row

_REPEATS = int(os.environ.get("BENCH_REPEATS", "40"))
_CLASSES, _PAIRS = 4, 40_000

Floats = NDArray[np.float64]
Skills = Callable[[np.random.Generator, int], Floats]
"""How often each worker knows, rather than giving any of the classes."""


def _alike(rng: np.random.Generator, people: int) -> Floats:
    return np.full(people, 0.9)


def _spammers(rng: np.random.Generator, people: int) -> Floats:
    return np.where(np.arange(people) < max(1, people // 10), 0.0, 0.9)


def _beta(rng: np.random.Generator, people: int) -> Floats:
    return rng.beta(4.0, 2.0, people)


def _half(rng: np.random.Generator, people: int) -> Floats:
    return np.where(np.arange(people) < people // 4, 0.4, 0.9)


CROWDS: dict[str, Skills] = {
    "everybody alike": _alike,
    "one in ten guesses": _spammers,
    "accuracies Beta(4, 2)": _beta,
    "a quarter guesses more often than not": _half,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """One table: whether people were said to differ, the rate said, and the true one."""

    warned: bool
    truth: float
    rate: float
    held: bool
    fits: bool
    """Whether the identified range holds the true rate."""


def _rated(matrix: LabelMatrix, size: int, truth: float) -> Rated:
    said = PanelStudy(matrix, ReproductionSettings(size=size)).fresh()
    low, high, rate = said.low or 0.0, said.high or 0.0, said.rate or 0.0
    warned = uneven_people(matrix) is not None
    wide = min(said.range_low or 0.0, low), max(said.range_high or 0.0, high)
    return Rated(
        warned=warned,
        truth=truth,
        rate=rate,
        held=low - 1e-9 <= truth <= high + 1e-9,
        fits=wide[0] - 1e-9 <= truth <= wide[1] + 1e-9,
    )


def _said(shares: Floats, skill: Floats, rng: np.random.Generator) -> NDArray[np.int64]:
    """Labels of items by workers, items × workers: from the item's distribution by who knows, else any."""
    drawn = rng.random(skill.shape)
    known = (drawn[:, :, None] > np.cumsum(shares, axis=1)[:, None, :-1]).sum(axis=2)
    return np.where(rng.random(skill.shape) < skill, known, rng.integers(0, _CLASSES, skill.shape))


def _elected(votes: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64]:
    counts = (votes[:, :, None] == np.arange(_CLASSES)).sum(axis=1)
    return np.asarray((counts + rng.random(counts.shape) / 2).argmax(axis=1))


def true_rate(shares: Floats, skill: Floats, size: int, rng: np.random.Generator) -> float:
    """How often two panels that share nobody elect different labels, drawn from these workers."""
    items = np.resize(shares, (_PAIRS, _CLASSES))
    who = np.argsort(rng.random((_PAIRS, len(skill))), axis=1)[:, : 2 * size]
    votes = _said(items, skill[who], rng)
    first, second = _elected(votes[:, :size], rng), _elected(votes[:, size:], rng)
    return float((first != second).mean())


def simulated(crowd: str, items: int, size: int, *, alike: bool, repeats: int = _REPEATS) -> Iterator[Rated]:
    """Tables of a crowd of forty."""
    for number in range(repeats):
        rng = np.random.default_rng((number, items, size))
        skill = CROWDS[crowd](rng, 40)
        shares = rng.dirichlet(np.full(_CLASSES, 0.08), items)
        if alike:
            shares = np.eye(_CLASSES)[rng.integers(0, _CLASSES, items)]
        who = np.argsort(rng.random((items, len(skill))), axis=1)[:, :size]
        labels = _said(shares, skill[who], rng)
        item = np.repeat(np.arange(items), size)
        names = [list(map(str, each.ravel().tolist())) for each in (item, who, labels)]
        matrix = from_triples(names[0], names[1], names[2])
        yield _rated(matrix, size, true_rate(shares, skill, size, rng))


def real(items: int, size: int, repeats: int) -> Iterator[tuple[str, Rated]]:
    """Real panels with names, so many votes of each item shown."""
    for place, (name, panel) in enumerate(panels().items()):
        if (panel.person < 0).all():
            continue
        for number in range(repeats):
            replay = Replay(panel, items, np.random.default_rng((place, number, items, size)))
            replay.show(np.full(len(replay.all), size))
            truth = change_of(replay.every, size)
            if truth is not None:
                yield name, _rated(replay.matrix, size, truth)


def _row(name: str, found: list[Rated]) -> Row:
    truth, said = (100 * np.mean([getattr(each, field) for each in found]) for field in ("truth", "rate"))
    quiet, loud = ([each.held for each in found if each.warned is warned] for warned in (False, True))
    rest = "".join(
        f", held {np.mean(part):.0%} {where}"
        for part, where in ((quiet, "where nothing is said"), (loud, "where the warning stands"))
        if part
    )
    row: Row = {
        "work": f"{name}, {len(found)} tables",
        "ours": f"warned in {np.mean([each.warned for each in found]):.1%}{rest}",
        "peer": f"said {said:.1f} for {truth:.1f} %, held {np.mean([each.held for each in found]):.0%} "
        f"(with the identified range {np.mean([each.fits for each in found]):.0%})",
    }
    print(row["work"], "|", row["ours"], "|", row["peer"], flush=True)
    return row


def run() -> list[Row]:
    """For each crowd: how often people are said to differ, and how often the brackets hold with and without that."""
    rows = [
        _row(
            f"{crowd}, items {'alike' if alike else 'differ'}: {items} items, {size} votes",
            list(simulated(crowd, items, size, alike=alike)),
        )
        for alike in (False, True)
        for crowd in CROWDS
        for items, size in ((100, 3), (400, 3), (400, 5))
    ]
    for size in (3, 5):
        rows.append(_row(f"real panels: 200 items, {size} votes", [each for _, each in real(200, size, _REPEATS // 4)]))
    return rows
