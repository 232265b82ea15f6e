"""Plans of comparisons: their power beside simulations that start from people's votes, and beside resampled runs.

Settings: twins or lone items, κ of the people, people per item, abstentions, correlation of twins. Each draws items
(their difficulty for people is beta with that κ), votes of k people, the majority's reference, what two systems answer,
and makes the test of `anaphor compare`; 3,000 times. Runs: the shipped n-gram model and LSTM and two baselines on
WinoGrande m (2,558 items), from $BENCH_DATA or the folder of real data beside the project: schemas are drawn, the
references voted anew, the test made. Last, items against people per item at a fixed number of labels, for accuracy on
the majority and for the distance to people's distribution (ChaosNLI's votes).

`python -m bench agreement_plan` takes some ten minutes.
"""

import itertools
import json
import os
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import anaphor
from anaphor.agreement import plan_comparison
from anaphor.agreement.comparing.power import item_law, schema_law, shifted
from anaphor.scoring import swaps
from bench.table import Row

DATA = Path(os.environ.get("BENCH_DATA", "../shared/data"))
TIMES = int(os.environ.get("BENCH_REPLAYS", "3000"))
Float = NDArray[np.float64]

SETTINGS = [
    {"difference": gap, "kappa": kappa, "people": people, "items": items, "twins": twins, "abstained": abstained}
    for (gap, kappa, people), (items, twins, abstained) in itertools.product(
        [(0.03, 0.9, 3), (0.05, 0.7, 1), (0.05, 0.6, 5), (0.08, 0.8, 3), (0.12, 0.5, 7), (0.2, 0.7, 3)],
        [(1, 0.0, 0.0), (2, 0.0, 0.0), (2, 0.3, 0.0), (2, -0.15, 0.0), (2, 0.1, 0.15), (1, 0.0, 0.3)],
    )
]
"""36 settings; the number of schemas is chosen so that the powers lie between about 0.5 and 0.95."""


def votes_wrong(kappa: float, people: int, size: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.bool_]:
    """Whether a panel elects another candidate than very many people would, item by item."""
    shape = (1 - kappa) / kappa / 2
    share = rng.beta(shape, shape, size)
    return np.asarray(rng.binomial(people, np.maximum(share, 1 - share)) <= people // 2)


def significant(gains: Float) -> bool:
    """The test of `anaphor compare`: what schemas brought one system more, swapped every way."""
    found = swaps([Fraction(float(each)).limit_denominator(12) for each in gains if each])
    return found is not None and found <= 0.05


def simulated(setting: dict[str, float], schemas: int, seed: int) -> float:
    rng = np.random.default_rng(seed)
    items, people = int(setting["items"]), int(setting["people"])
    law = schema_law(item_law(setting["difference"], 0.75, 0.3, setting["abstained"]), items, setting["twins"])
    kinds, chances = np.array(list(law)), np.array(list(law.values()))
    hits = 0
    for _ in range(TIMES):
        gains = kinds[rng.choice(len(kinds), schemas, p=chances / chances.sum())]
        wrong = votes_wrong(setting["kappa"], people, gains.shape, rng)
        hits += significant(np.where(wrong, -gains, gains).sum(axis=1))
    return hits / TIMES


def settings() -> tuple[list[tuple[str, float, float]], list[Row]]:
    """Predicted and simulated power of every setting."""
    found = []
    for number, setting in enumerate(SETTINGS):
        told = {name: value for name, value in setting.items() if name not in ("difference", "people")}
        made = plan_comparison(setting["difference"], people=[int(setting["people"])], discordance=0.3, **told)  # type: ignore[arg-type]
        curve = made.options[0].curve
        schemas, predicted = curve[2 + number % 4]
        name = ", ".join(f"{key} {value:g}" for key, value in setting.items()) + f", {schemas} schemas"
        found.append((name, predicted, simulated(setting, schemas, number)))
    return found, [_row("36 settings, simulated from people's votes", [(a, b) for _, a, b in found])]


def _row(what: str, pairs: list[tuple[float, float]]) -> Row:
    gaps = np.array([a - b for a, b in pairs])
    return Row(
        work=what, ours=f"largest |predicted − found| {100 * abs(gaps).max():.1f} points, mean {100 * gaps.mean():+.1f}"
    )


def runs() -> tuple[list[tuple[str, float, float]], list[Row]]:
    """Power on real runs, their schemas drawn anew, with perfect references and with those of three people.

    The runs are hardly apart, so schemas are drawn with weights that set them 4 or 6 points apart.
    """
    names = ("first", "nearest", "ngram", "lstm")
    known = {name: anaphor.resolve(DATA / "winogrande" / "train_m.jsonl", name) for name in names}
    found, rng = [], np.random.default_rng(1)
    for place, (one, two) in enumerate(itertools.combinations(known, 2)):
        gains = anaphor.compare({one: known[one], two: known[two]}).differences()
        gap = (0.04, 0.06)[place % 2]
        kinds = list(dict.fromkeys(gains))
        law = shifted({each: gains.count(each) / len(gains) for each in kinds}, gap)
        weight = np.array([law[each] / gains.count(each) for each in gains])
        for kappa, people in ((None, 1), (0.7, 3)):
            made = plan_comparison(gap, differences=gains, kappa=kappa, people=[people])
            schemas, predicted = made.options[0].curve[3 + place % 3]
            hits = 0
            for _ in range(TIMES // 3):
                drawn = np.array([gains[n] for n in rng.choice(len(gains), schemas, p=weight / weight.sum())])
                if kappa is not None:
                    drawn = np.where(votes_wrong(kappa, people, drawn.shape, rng), -drawn, drawn)
                hits += significant(drawn.sum(axis=1))
            name = f"{one}/{two}, {gap:g} apart, κ {kappa}, {people} people, {schemas} schemas"
            found.append((name, predicted, hits / (TIMES // 3)))
    return found, [_row(f"{len(found)} settings, real runs resampled", [(a, b) for _, a, b in found])]


def labels_against_items() -> list[Row]:
    """The share of replays that find the better of two systems with 1,000 labels: 1, 2, 5, 10 or 25 people per item.

    The better one is people's distribution with a little noise. The other has more noise, or is too sure of itself (its
    shares squared): its majority is the same, and only the distance to people's shares can tell.
    """
    lines = (DATA / "chaosnli" / "chaosNLI_mnli_m.jsonl").read_text("utf-8").splitlines()
    shares = np.array([[json.loads(line)["label_counter"].get(c, 0) / 100 for c in "enc"] for line in lines])
    rng, rows, times = np.random.default_rng(2), [], TIMES // 6
    for measure, other in itertools.product(("accuracy", "Manhattan"), ("noisier", "too sure")):
        powers = []
        for people in (1, 2, 5, 10, 25):
            hits = 0
            for _ in range(times):
                truth = shares[rng.integers(0, len(shares), 1000 // people)]
                near = _noisy(truth, 0.15, rng)
                far = _noisy(truth, 0.4 if measure == "accuracy" else 0.2, rng) if other == "noisier" else near**2
                far = far / far.sum(axis=1, keepdims=True)
                votes = np.stack([rng.multinomial(people, each) for each in truth])
                if measure == "accuracy":
                    key = (votes + 0.01 * rng.random(votes.shape)).argmax(axis=1)
                    gains = 1.0 * (near.argmax(axis=1) == key) - 1.0 * (far.argmax(axis=1) == key)
                else:
                    gains = np.abs(far - votes / people).sum(axis=1) - np.abs(near - votes / people).sum(axis=1)
                z = gains.sum() / max(1e-9, np.sqrt((gains**2).sum()))
                hits += z >= 1.96
            powers.append(f"{people}: {100 * hits / times:.0f} %")
        what = "accuracy on the majority" if measure == "accuracy" else "Manhattan distance to the votes"
        rows.append(Row(work=f"1,000 labels, people per item: {what}, the other is {other}", ours=", ".join(powers)))
        print(rows[-1], flush=True)
    return rows


def _noisy(truth: Float, weight: float, rng: np.random.Generator) -> Float:
    return np.asarray((1 - weight) * truth + weight * rng.dirichlet(np.ones(truth.shape[1]), len(truth)))


def run() -> list[Row]:
    """The rows of the page; every setting is printed as well."""
    rows: list[Row] = []
    for made in (settings, runs):
        found, more = made()
        for name, predicted, seen in found:
            print(f"{predicted:.3f} {seen:.3f} {100 * (predicted - seen):+.1f}  {name}")
        rows += more
    return rows + labels_against_items()
