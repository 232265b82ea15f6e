"""One scale for people and machines: how often its intervals hold, with and without guessing and careless people.

Answers are simulated as in `bench.scale`: 40 people with abilities of standard deviation 1, items in schemas of two,
and some candidates among which who does not know guesses. Five machines have abilities from −1.5 to 1.5, among them
−0.23, abler than 41 % of people. *Careless* people answer every item at random; *half careless* ones every other item.
The truth is where a machine stands among the attentive.

*0/1 table* is what `scale --outcomes` reads, in which nothing is known of candidates unless `--candidates` says it.

The method was chosen on seeds 1 to 9; the tables here are drawn from seed 2026. `python -m bench scale_calibration`
takes some minutes; `BENCH_REPLAYS` sets the number of tables of each kind (20).
"""

import os
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import expit, ndtr

from anaphor.scoring import JointScale, Outcome, OutcomeKind, Target
from anaphor.scoring.items.outcomes import CountedTarget
from anaphor.scoring.joint.scaling import scale_outcomes
from anaphor.statistics import CrossedTable, fit_crossed
from bench.table import Row

TIMES = int(os.environ.get("BENCH_REPLAYS", "20"))
SEED = int(os.environ.get("BENCH_SEED", "2026"))
MACHINES = np.array([-1.5, -0.75, float(np.round(-0.2275, 4)), 0.75, 1.5])
"""Abilities of the machines; the third is abler than 41 % of people."""
MIDDLE = 2
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Case:
    """What is simulated, and what is told of it."""

    people: int = 40
    schemas: int = 60
    candidates: int = 2
    careless: float = 0.0
    """Share of people who answer at random."""
    part: float = 1.0
    """Share of their answers that they give so."""
    mean: float = 1.5
    spread: float = 1.0
    """Standard deviation of people's abilities."""
    told: str = "choices"
    """`choices`, or a 0/1 table with the number of candidates (`counted`) or without (`outcomes`)."""
    apart: bool = True
    """Whether careless people are told apart."""


def drawn(rng: np.random.Generator, case: Case) -> tuple[list[Any], list[Any], Floats]:
    """Machines and people with what became of the items, and how hard these are."""
    group, count = np.repeat(np.arange(case.schemas), 2), 2 * case.schemas
    ability = np.concatenate([rng.normal(0, case.spread, case.people), MACHINES])
    ease = case.mean + rng.normal(0, 0.7, count) + rng.normal(0, 0.7, case.schemas)[group]
    knows = expit(np.exp(rng.normal(0, 0.3, count)) * (ability[:, None] + ease))
    random = np.zeros(knows.shape, dtype=bool)
    random[: round(case.careless * case.people)] = True
    random &= rng.random(knows.shape) < case.part
    known = (rng.random(knows.shape) < knows) & ~random
    chosen = np.where(known, 0, rng.integers(0, case.candidates, knows.shape))
    texts = tuple("abcdefgh"[: case.candidates])
    rows = []
    for row in range(len(ability)):
        outcomes = []
        for place in range(count):
            common: dict[str, Any] = {"item": f"i{place}", "key": 0, "schema": f"s{group[place]}"}
            right = OutcomeKind.RIGHT if chosen[row, place] == 0 else OutcomeKind.WRONG
            if case.told == "choices":
                target: Target = Target(**common, candidates=texts)
                outcomes.append(Outcome(target=target, result=right, chosen=int(chosen[row, place])))
            elif case.told == "counted":
                target = CountedTarget(**common, candidates=(), options=case.candidates)
                outcomes.append(Outcome(target=target, result=right))
            else:
                outcomes.append(Outcome(target=Target(**common, candidates=()), result=right))
        rows.append((f"r{row:03}", outcomes))
    return rows[case.people :], rows[: case.people], -ease


def measured(case: Case, times: int = TIMES, seed: int = SEED) -> dict[str, float]:
    """How often intervals of machines hold the truth, where the middle machine stands, and who is called careless."""
    rng = np.random.default_rng([seed, case.people, round(100 * case.careless), case.candidates])
    ability, difficulty, percentile, middles, of_all, missed, false = [], [], [], [], [], [], []
    for _ in range(times):
        machines, people, hard = drawn(rng, case)
        found = scale_outcomes(machines, people, collection="simulated", careless=case.apart)
        by_name = {each.name: each for each in found.respondents}
        placed = [by_name[name] for name, _ in machines]
        ability += [
            each.interval.low <= true <= each.interval.high for each, true in zip(placed, MACHINES, strict=True)
        ]
        for each, true in zip(placed, ndtr(MACHINES / case.spread), strict=True):
            assert each.percentile_interval
            percentile.append(each.percentile_interval.low <= true <= each.percentile_interval.high)
        difficulty += [each.interval.low <= hard[int(each.item[1:])] <= each.interval.high for each in found.items]
        middles.append(placed[MIDDLE].percentile)
        of_all.append(placed[MIDDLE].percentile_of_all)
        random = round(case.careless * case.people)
        called = [by_name[name].careless >= 0.5 for name, _ in people]
        missed += [not each for each in called[:random]]
        false += called[random:]
    return {
        "ability": float(np.mean(ability)),
        "difficulty": float(np.mean(difficulty)),
        "percentile": float(np.mean(percentile)),
        "middle": float(np.mean(np.array(middles, float))),
        "of_all": float(np.mean(np.array(of_all, float))),
        "missed": float(np.mean(missed)) if missed else 0.0,
        "false": float(np.mean(false)),
    }


def likelihoods(times: int = 10, seed: int = SEED) -> Row:
    """What `scale` finds without guessing and slopes beside the maximum of the likelihood that lme4's glmer fits."""
    rng, case, far = np.random.default_rng([seed, 1]), Case(told="outcomes"), []
    for _ in range(times):
        _, people, _ = drawn(rng, case)
        found: JointScale = scale_outcomes([], people, collection="simulated", model="rasch", guessing=False)  # type: ignore[arg-type]
        right = np.array([[one.result is OutcomeKind.RIGHT for one in outcomes] for _, outcomes in people], float)
        table = CrossedTable(
            right=right,
            asked=np.ones_like(right),
            guess=np.zeros(right.shape[1]),
            slope=np.ones(right.shape[1]),
            group=np.repeat(np.arange(case.schemas), 2),
            fixed=np.zeros(len(right)),
        )
        fit = fit_crossed(table)
        ability = {each.name: each.ability for each in found.respondents}
        difficulty = {each.item: each.difficulty for each in found.items}
        far.append(
            (
                max(abs(ability[name] - theirs) for (name, _), theirs in zip(people, fit.people, strict=True)),
                max(abs(difficulty[f"i{place}"] + fit.intercept + ease) for place, ease in enumerate(fit.items)),
                abs(found.sd_people - fit.sd_people),
            )
        )
    able, hard, spread = np.mean(far, axis=0)
    return {
        "work": "rasch without guessing, 40 people on 120 items, beside the maximum of the likelihood, which lme4's "
        "glmer finds: largest differences of an ability and a difficulty, and that of people's sd, "
        f"mean of {times} tables",
        "ours": f"{able:.3f}, {hard:.3f} and {spread:.3f} log-odds",
    }


def named_cases() -> list[tuple[str, Case]]:
    """What is simulated, and how it is called."""
    cases = [
        ("choices among 2", Case()),
        ("choices among 4", Case(candidates=4, mean=0.5)),
        ("0/1 table, --candidates 2", Case(told="counted")),
        ("0/1 table, --candidates 4", Case(candidates=4, mean=0.5, told="counted")),
        ("0/1 table, candidates unknown", Case(told="outcomes")),
        ("0/1 table, candidates unknown, 4 of them", Case(candidates=4, mean=0.5, told="outcomes")),
    ]
    for share in (0.1, 0.2):
        cases += [
            (f"{share:.0%} careless", Case(careless=share)),
            (f"{share:.0%} careless, 12 people", Case(careless=share, people=12)),
            (f"{share:.0%} careless, 40 items", Case(careless=share, schemas=20)),
            (f"{share:.0%} half careless", Case(careless=share, part=0.5)),
            (f"{share:.0%} careless, 0/1 table, --candidates 2", Case(careless=share, told="counted")),
            (f"{share:.0%} careless, kept among people", Case(careless=share, apart=False)),
        ]
    cases.append(("nobody careless, hard items", Case(mean=-0.5)))
    cases.append(("nobody careless, people sd 1.5", Case(spread=1.5)))
    cases.append(("nobody careless, 12 people", Case(people=12)))
    return cases


def run() -> list[Row]:
    """All tables."""
    rows: list[Row] = []
    for name, case in named_cases():
        made = measured(case)
        told = f"ability {made['ability']:.0%}, difficulty {made['difficulty']:.0%}, "
        told += f"percentile {made['percentile']:.0%} held; 41 % is said {made['middle']:.0%}"
        if case.careless and case.apart:
            told += f" (with all people {made['of_all']:.0%}); careless missed {made['missed']:.0%}"
        rows.append(
            {"work": f"95 % intervals, {name}", "ours": f"{told}; attentive called careless {made['false']:.1%}"}
        )
        print(rows[-1], flush=True)
    rows.append(likelihoods())
    return rows
