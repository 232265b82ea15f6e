"""One scale for people and machines: parameters recovered, broken items found, and how long it takes.

Answers are simulated from the model (people's abilities sd 1, items 0.7 within schemas of two and 0.7 between them,
slopes e^0.3, two candidates, so a guess is right half of the time), machines have abilities from −2 to 2. Flaws are
planted in one schema in ten, in both twins half of the time: a wrong key, or answers that are split at will. On
XWinograd-fr the texts are real, and so are the answers of the shipped resolvers; people are simulated from the same
model, and choose as docs/xwinograd.md says of its sixteen items: against the key where it is inverted, at random where
the marked word stands for nobody.

`python -m bench scale` takes some minutes; `BENCH_REPLAYS` sets the number of tables of each kind (20).
"""

import os
import time
import tracemalloc
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.special import expit
from scipy.stats import norm, rankdata

import anaphor
from anaphor.scoring import JointScale
from anaphor.scoring.items import Outcome, OutcomeKind, Target, targets_of
from anaphor.scoring.scale import ScaleModel, scale_outcomes
from bench.table import Row

TIMES = int(os.environ.get("BENCH_REPLAYS", "20"))
DATA = Path(os.environ.get("BENCH_DATA", "../shared/data"))
INVERTED = ("fr-37", "fr-38", "fr-41", "fr-42", "fr-23", "fr-24", "fr-77")
NOBODY = ("fr-19", "fr-20", "fr-59", "fr-60", "fr-69", "fr-70", "fr-82", "fr-83")
FLAWED = {*INVERTED, *NOBODY, "fr-78"}
"""The sixteen; of fr-77 and fr-78, whose answer does not flip, one has the right key, and only its twin looks wrong."""
Floats = npt.NDArray[np.float64]


class Simulation:
    """A table of answers and what it was made from."""

    def __init__(  # noqa: PLR0913  # what is simulated
        self,
        rng: np.random.Generator,
        people: int,
        schemas: int,
        *,
        machines: int = 3,
        mean: float = 1.5,
        slopes: float = 0.3,
        flaws: float = 0.0,
    ) -> None:
        self.group = np.repeat(np.arange(schemas), 2)
        count = len(self.group)
        self.ability = np.concatenate([rng.normal(0, 1, people), np.linspace(-2, 2, machines)])
        self.ease = mean + rng.normal(0, 0.7, count) + rng.normal(0, 0.7, schemas)[self.group]
        self.slope = np.exp(rng.normal(0, slopes, count)) if slopes else np.ones(count)
        self.flaw = np.zeros(count, int)
        for schema in np.flatnonzero(rng.random(schemas) < flaws):
            both = rng.random() < 0.5
            self.flaw[[2 * schema, 2 * schema + 1] if both else [2 * schema + rng.integers(2)]] = rng.integers(1, 3)
        knows = expit(self.slope * (self.ability[:, None] + self.ease))
        share = 0.5 + 0.5 * knows
        split = 0.5 * (1 - knows) + knows * rng.uniform(0.35, 0.65, count)
        self.right = rng.random(share.shape) < np.choose(self.flaw, [share, 1 - share, split])
        self.people = people

    def outcomes(self) -> list[tuple[str, list[Outcome]]]:
        """What became of the items, by respondent; people first."""
        names = [f"i{place}" for place in range(len(self.group))]
        targets = [
            Target(item=name, key=0, candidates=("a", "b"), schema=f"s{group}")
            for name, group in zip(names, self.group, strict=True)
        ]
        return [
            (f"r{row}", [outcome_of(target, bool(right)) for target, right in zip(targets, rights, strict=True)])
            for row, rights in enumerate(self.right)
        ]

    def scaled(self, model: ScaleModel) -> JointScale:
        """The scale of these answers."""
        rows = self.outcomes()
        return scale_outcomes(rows[self.people :], rows[: self.people], collection="simulated", model=model)


def outcome_of(target: Target, right: bool) -> Outcome:
    """A choice of the key, or of the other candidate."""
    result = OutcomeKind.RIGHT if right else OutcomeKind.WRONG
    return Outcome(target=target, result=result, chosen=target.key if right else 1 - target.key)


def found_flaws(score: Floats, flawed: npt.NDArray[np.bool_]) -> tuple[float, float]:
    """Precision among the first twenty, and the area under the ROC curve."""
    first = flawed[np.argsort(-score, kind="stable")[:20]].mean()
    places, count = rankdata(score)[flawed], flawed.sum()
    return float(first), float((places.sum() - count * (count + 1) / 2) / (count * (~flawed).sum()))


def recovered() -> list[Row]:
    """Coverage of 95 % intervals, and mean errors."""
    rows: list[Row] = []
    for people, times in ((30, TIMES), (100, max(2, TIMES // 2)), (300, max(2, TIMES // 5))):
        for model, slopes in ((ScaleModel.RASCH, 0.0), (ScaleModel.TWO, 0.3)):
            rng, held = np.random.default_rng(people), []
            for _ in range(times):
                made = Simulation(rng, people, 50, slopes=slopes)
                found = made.scaled(model)
                by_name = {each.name: each for each in found.respondents}
                able = [by_name[f"r{row}"] for row in range(len(made.ability))]
                inside = [
                    np.mean(
                        [
                            each.interval.low <= -ease <= each.interval.high
                            for each, ease in zip(found.items, made.ease, strict=True)
                        ]
                    ),
                    np.mean(
                        [
                            each.interval.low <= true <= each.interval.high
                            for each, true in zip(able, made.ability, strict=True)
                        ]
                    ),
                    np.mean(
                        [
                            each.slope_interval.low <= true <= each.slope_interval.high
                            for each, true in zip(found.items, made.slope, strict=True)
                        ]
                    ),
                    np.mean(
                        [
                            each.percentile_interval.low <= norm.cdf(true) <= each.percentile_interval.high
                            for each, true in zip(able, made.ability, strict=True)
                            if each.percentile_interval
                        ]
                    ),
                    np.sqrt(
                        np.mean(
                            [(each.difficulty + ease) ** 2 for each, ease in zip(found.items, made.ease, strict=True)]
                        )
                    ),
                    found.sd_people,
                ]
                held.append(inside)
            hard, able_, slope, place, error, spread = np.mean(held, axis=0)
            steep = f", slopes {slope:.1%}" if slopes else ""
            told = (
                f"coverage: difficulties {hard:.1%}, abilities {able_:.1%}{steep}, percentiles of machines {place:.1%}"
            )
            told += f"; error of a difficulty {error:.2f}, sd of people {spread:.2f} (true 1)"
            rows.append({"work": f"{model}, {people} people, 3 machines, 100 items, {times} tables", "ours": told})
            print(rows[-1], flush=True)
    return rows


def planted() -> list[Row]:
    """Flaws that were planted: ours beside the share of wrong answers and the correlation with the rest."""
    rows: list[Row] = []
    for people in (12, 40):
        for mean, kind in ((2.5, "people mostly right"), (1.0, "hard items")):
            rng, ours, naive, rest, sums = np.random.default_rng(people), [], [], [], []
            for _ in range(TIMES):
                made = Simulation(rng, people, 100, mean=mean, flaws=0.1, machines=0)
                broken = np.array([each.broken for each in made.scaled(ScaleModel.TWO).items])
                flawed, right = made.flaw > 0, made.right.astype(float)
                others = right.sum(axis=1, keepdims=True) - right
                spread = np.maximum(right.std(axis=0) * others.std(axis=0), 1e-9)
                together = ((right - right.mean(axis=0)) * (others - others.mean(axis=0))).mean(axis=0) / spread
                ours.append(found_flaws(broken, flawed))
                naive.append(found_flaws(-right.mean(axis=0), flawed))
                rest.append(found_flaws(-together, flawed))
                sums.append(
                    (broken.sum(), flawed.sum(), flawed[broken >= 0.5].mean() if (broken >= 0.5).any() else 1.0)
                )
            one, two, three = (np.mean(each, axis=0) for each in (ours, naive, rest))
            expected, true, sure = np.mean(sums, axis=0)
            told = f"first 20: {one[0]:.0%} broken, AUC {one[1]:.3f}; above one half: {sure:.0%} broken; "
            told += f"expected {expected:.1f}, planted {true:.1f}"
            peer = f"share wrong: {two[0]:.0%}, {two[1]:.3f}; item-rest correlation: {three[0]:.0%}, {three[1]:.3f}"
            rows.append({"work": f"planted flaws, {people} people, 200 items, {kind}", "ours": told, "peer": peer})
            print(rows[-1], flush=True)
    return rows


def xwinograd() -> list[Row]:
    """XWinograd-fr with its sixteen broken items: simulated people beside the shipped resolvers' real answers."""
    source = DATA / "xwinograd" / "dataset.tsv.xz"
    if not source.exists():
        return []
    loaded = anaphor.load(source, language="fr")
    targets = targets_of(loaded).items
    machines = []
    for name in ("nearest", "first", "ngram", "cooccurrence"):
        answers = {each.question: each.reply for each in anaphor.resolve(loaded, name).answers}
        given = [(each, getattr(answers.get(each.item), "candidate", None)) for each in targets]
        machines.append((name, [outcome_of(each, said == each.key) for each, said in given if said is not None]))
    flawed = np.array([each.item in FLAWED for each in targets])
    kind = np.array([1 if each.item in INVERTED else 2 if each.item in NOBODY else 0 for each in targets])
    group = np.unique([each.cluster for each in targets], return_inverse=True)[1]
    rows: list[Row] = []
    for people in (12, 40):
        rng, ours, naive = np.random.default_rng(people), [], []
        for _ in range(TIMES):
            ease = 2.5 + rng.normal(0, 0.7, len(targets)) + rng.normal(0, 0.7, group.max() + 1)[group]
            share = 0.5 + 0.5 * expit(rng.normal(0, 1, people)[:, None] + ease)
            right = rng.random(share.shape) < np.choose(kind, [share, 1 - share, np.full_like(share, 0.5)])
            persons = [
                (f"p{row}", [outcome_of(each, bool(own)) for each, own in zip(targets, rights, strict=True)])
                for row, rights in enumerate(right)
            ]
            found = {each.item: each.broken for each in scale_outcomes(machines, persons, collection=loaded.name).items}
            ours.append(found_flaws(np.array([found[each.item] for each in targets]), flawed))
            naive.append(found_flaws(-right.mean(axis=0), flawed))
        one, two = np.mean(ours, axis=0), np.mean(naive, axis=0)
        told = f"first 20: {one[0]:.0%} broken (80 % is all sixteen), AUC {one[1]:.3f}"
        peer = f"share wrong: {two[0]:.0%}, {two[1]:.3f}"
        rows.append(
            {"work": f"XWinograd-fr, {people} simulated people, 4 real resolvers, 83 items", "ours": told, "peer": peer}
        )
        print(rows[-1], flush=True)
    return rows


def speed() -> list[Row]:
    """100 respondents on 10,000 items, in processor time; the memory is what Python's allocator saw."""
    rows = Simulation(np.random.default_rng(1), 97, 5000).outcomes()
    start = time.process_time()
    scale_outcomes(rows[97:], rows[:97], collection="simulated")
    seconds = time.process_time() - start
    tracemalloc.start()
    scale_outcomes(rows[97:], rows[:97], collection="simulated")
    peak = tracemalloc.get_traced_memory()[1] / 2**20
    tracemalloc.stop()
    told = f"{seconds:.1f} s of processor, {peak:.0f} MiB"
    return [{"work": "100 respondents × 10,000 items, 2pl with flaws (wanted: under 10 s)", "ours": told}]


def run() -> list[Row]:
    """All tables."""
    return [*speed(), *xwinograd(), *planted(), *recovered()]
