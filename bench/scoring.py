"""Scoring: how often intervals hold the truth, how many false alarms tests give, and how fast both are."""

from collections.abc import Callable

import numpy as np

from anaphor.scoring import Clusters, IntervalMethod, Sampling, scorecard, share
from anaphor.scoring.items.chance import against_chance
from anaphor.scoring.systems.comparison import compare_outcomes
from bench.table import Row, best_of, rounds
from tests.scoring.specimens import drawn

_TIMES = rounds(4000, 200)
_TESTS = rounds(600, 60)
Draw = Callable[[np.random.Generator, int, float], Clusters]


def run() -> list[Row]:
    """Coverage of 95 % intervals, false alarms of 5 % tests, seconds for 284 and 10,000 items."""
    cases: list[tuple[str, Draw, float]] = [
        ("twins right together (ρ = 0.4)", _together, 0.5),
        ("twins right together (ρ = 0.4)", _together, 0.9),
        ("twins right together (ρ = 0.4)", _together, 0.97),
        ("unrelated twins, 40 % abstained", _alone, 0.6),
    ]
    rows = [_coverage(name, draw, right, schemas) for name, draw, right in cases for schemas in (15, 40, 107)]
    return [*rows, *_alarms(), *_speed()]


def _together(rng: np.random.Generator, schemas: int, right: float) -> Clusters:
    rate = rng.beta(right * 1.5, (1 - right) * 1.5, schemas)
    return Clusters((rng.random((schemas, 2)) < rate[:, None]).sum(axis=1).astype(np.float64), np.full(schemas, 2.0))


def _alone(rng: np.random.Generator, schemas: int, right: float) -> Clusters:
    kept = rng.random((schemas, 2)) < 0.6
    values = np.where(kept, (rng.random((schemas, 2)) < (right - 0.2) / 0.6).astype(np.float64), 0.5)
    return Clusters(values.sum(axis=1), np.full(schemas, 2.0))


def _coverage(name: str, draw: Draw, right: float, schemas: int) -> Row:
    rng = np.random.default_rng(1)
    held = {IntervalMethod.CLUSTER: 0, IntervalMethod.T: 0}
    for _ in range(_TIMES):
        seen = draw(rng, schemas, right)
        for method in held:
            made = share(seen, Sampling(method=method)).interval
            held[method] += made.low <= right <= made.high
    return {
        "work": f"95 % interval, réussite {right:.0%}, {schemas} schemas, {name}",
        "ours": f"{held[IntervalMethod.CLUSTER] / _TIMES:.1%}",
        "peer": f"symmetric t: {held[IntervalMethod.T] / _TIMES:.1%}",
    }


def _alarms() -> list[Row]:
    rng = np.random.default_rng(2)
    pairs = [
        compare_outcomes({"a": drawn(rng, 40, 0.7, 0.1), "b": drawn(rng, 40, 0.7, 0.1)})[0].p for _ in range(_TESTS)
    ]
    guesses = [against_chance(drawn(rng, 60, 0.5, 0.3)).p for _ in range(_TESTS)]
    return [
        {"work": "false alarms of the pair test at 5 %", "ours": f"{float(np.mean(np.array(pairs) <= 0.05)):.1%}"},
        {
            "work": "false alarms of the test of chance at 5 %",
            "ours": f"{float(np.mean(np.array(guesses) <= 0.05)):.1%}",
        },
    ]


def _speed() -> list[Row]:
    return [_timed(schemas) for schemas in (142, 5000)]


def _timed(schemas: int) -> Row:
    rng = np.random.default_rng(3)
    one, other = drawn(rng, schemas, 0.6, 0.2), drawn(rng, schemas, 0.6, 0.2)
    card = best_of(3, lambda: scorecard("a", one))
    pair = best_of(3, lambda: compare_outcomes({"a": one, "b": other}))
    return {
        "work": f"scorecard and exact comparison of {2 * schemas:,} items",
        "ours": f"{card:.2f} s and {pair:.2f} s",
    }
