"""Systems against the distribution of people: measures beside their definitions, coverage of intervals, the bar.

On LeWiDi 2023, ChaosNLI and panels whose people are known. A made-up system gives people's shares with noise. *Equal*:
the largest difference from a plain computation of the definition, item by item (scipy's Wasserstein distance).
*Held*: items are drawn anew from a data set, 200 at a time, and it is asked how often the intervals hold what the whole
data set gives. *Bar*: one vote of each item is taken out of the panel and comes back as a respondent, who is one of
these people and should stand level with them in 95 of 100 cases; then a whole person does, who may differ.
"""

import math
import os
import time
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.stats import wasserstein_distance

from anaphor.scoring import SoftScore, soft_scores
from bench.agreement_rates import Panel, panels
from bench.table import Row

TIMES = int(os.environ.get("BENCH_REPLAYS", "200"))
_ITEMS = 200
_MEASURES = ("person", "panel", "manhattan", "wasserstein", "cross_entropy")
_NAMED = ("bluebird", "HS-Brexit", "Emotion250 3", "Opinion250 3")
_SETS = ("HS-Brexit", "ArMIS", "MD-Agreement", "ConvAbuse", "ChaosNLI snli", "ChaosNLI mnli_m", "ChaosNLI alphanli")

Floats = NDArray[np.float64]


def noisy(votes: Floats, rng: np.random.Generator) -> Floats:
    """A system's probabilities: people's shares, smoothed and shaken."""
    shares = (votes + 0.5) / (votes + 0.5).sum(axis=1, keepdims=True)
    given = shares * np.exp(rng.normal(0, 0.7, shares.shape))
    return np.asarray(given / given.sum(axis=1, keepdims=True))


def by_measure(votes: Floats, given: Floats) -> dict[str, SoftScore]:
    """The scores of one system, classes in order."""
    return {each.measure: each for each in soft_scores(votes, {"system": given}, ordered=True)}


def defined(votes: Floats, given: Floats) -> dict[str, float]:
    """The measures from their definitions, one item after the other."""
    sums = dict.fromkeys(_MEASURES[2:], 0.0)
    for row, said in zip(votes.tolist(), given.tolist(), strict=True):
        people = [each / sum(row) for each in row]
        sums["manhattan"] += sum(abs(p - q) for p, q in zip(people, said, strict=True))
        sums["cross_entropy"] -= sum(p * math.log(max(q, 1e-12)) for p, q in zip(people, said, strict=True))
        sums["wasserstein"] += float(wasserstein_distance(range(len(row)), range(len(row)), people, said))
    return {name: each / len(votes) for name, each in sums.items()}


def equal(known: dict[str, Panel]) -> Iterator[Row]:
    """The largest difference from the definitions, and the time that all measures with intervals take."""
    for name in _SETS:
        votes = known[name].counts.astype(float)
        given = noisy(votes, np.random.default_rng(0))
        start = time.process_time()
        found = by_measure(votes, given)
        seconds = time.process_time() - start
        wanted = defined(votes, given)
        far = max(abs(found[measure].value - value) for measure, value in wanted.items())
        told = ", ".join(f"{measure} {value:.4f}" for measure, value in wanted.items())
        yield {"work": f"{name}, {len(votes)} items: {told}", "ours": f"equal to {far:.0e}; {seconds:.2f} s"}


def held(known: dict[str, Panel]) -> Iterator[Row]:
    """How often intervals hold what the whole data set gives, when items are drawn from it."""
    for name in _SETS:
        rng, votes = np.random.default_rng(1), known[name].counts.astype(float)
        given = noisy(votes, rng)
        true = by_measure(votes, given)
        hits: dict[str, list[bool]] = {}
        for _ in range(TIMES):
            some = rng.integers(0, len(votes), _ITEMS)
            for measure, each in by_measure(votes[some], given[some]).items():
                hits.setdefault(measure, []).append(each.interval.low <= true[measure].value <= each.interval.high)
                if each.gap_interval is not None:
                    gap = true[measure].gap or 0.0
                    hits.setdefault("gaps", []).append(each.gap_interval.low <= gap <= each.gap_interval.high)
        told = ", ".join(f"{measure} {np.mean(each):.1%}" for measure, each in hits.items())
        yield {"work": f"{name}: held, {TIMES} samples of {_ITEMS} items", "ours": told}


def standings(found: list[tuple[SoftScore, ...]]) -> str:
    """How often respondents stand level with, above and below the bar, by measure."""
    told = []
    for measure in _MEASURES[:3]:
        where = [each.standing for scores in found for each in scores if each.measure == measure]
        shares = " / ".join(f"{np.mean([each == kind for each in where]):.0%}" for kind in ("below", "level", "above"))
        told.append(f"{measure} {shares}")
    return ", ".join(told)


def bars(known: dict[str, Panel]) -> Iterator[Row]:
    """Where one who is held out stands: a vote of each item at random, and a person."""
    for name in dict.fromkeys((*_SETS, *_NAMED)):
        rng, panel = np.random.default_rng(2), known[name]
        votes, width = panel.counts, int(panel.label.max()) + 1
        found = []
        several = np.flatnonzero(votes.sum(axis=1) > 2)
        for _ in range(TIMES):
            some = rng.permutation(several)[:_ITEMS]
            own = np.eye(width)[[rng.choice(width, p=row / row.sum()) for row in votes[some]]]
            found.append(soft_scores(votes[some] - own, {"held out": own}, choices=["held out"]))
        yield {"work": f"{name}: a vote of each item held out, below / level / above", "ours": standings(found)}
        if name not in _NAMED:
            continue
        found = []
        for person in range(int(panel.person.max()) + 1):
            mine = panel.person == person
            own = np.zeros_like(votes, dtype=float)
            own[panel.item[mine], panel.label[mine]] = 1.0
            some = np.flatnonzero((own.sum(axis=1) > 0) & (votes.sum(axis=1) > 2))
            if len(some) >= 30:
                found.append(soft_scores(votes[some] - own[some], {"held out": own[some]}, choices=["held out"]))
        yield {"work": f"{name}: each of {len(found)} people held out", "ours": standings(found)}


def run() -> list[Row]:
    """All tables."""
    known = {each.name: each for each in panels()}
    rows: list[Row] = []
    for made in (equal, held, bars):
        for row in made(known):
            rows.append(row)
            print(row, flush=True)
    return rows
