"""How hard each item is and how good each person: a logistic model with a random intercept for both, crossed.

`right ~ 1 + (1 | person) + (1 | item)`, fitted by Laplace's approximation as lme4's `glmer` does (nAGQ = 1). Items with
few answers are drawn towards the mean, so that chance does not make an item look bad.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from anaphor.errors import InputError
from anaphor.statistics import CrossedTable, fit_crossed

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """A person or an item in the model."""

    name: str
    answers: int
    right: int
    logit: float
    """Distance from the mean in log-odds, drawn towards 0."""
    sd: float
    """Its conditional standard deviation."""
    probability: float
    """Probability of a right answer with the average counterpart."""
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MixedModel:
    """A fitted model."""

    intercept: float
    """Log-odds of a right answer of the average person on the average item."""
    intercept_se: float
    sd_people: float
    """Standard deviation of people, in log-odds."""
    sd_items: float
    """Standard deviation of items, in log-odds."""
    log_likelihood: float
    """Laplace's approximation of it."""
    people: tuple[Effect, ...]
    items: tuple[Effect, ...]
    confidence: float


def fit(people: Sequence[str], items: Sequence[str], right: Sequence[bool], *, confidence: float = 0.95) -> MixedModel:
    """The model of who answered what rightly: three sequences of equal length, an answer each."""
    if not len(people) == len(items) == len(right):
        raise InputError("experiment-unequal-lengths")
    if len(set(right)) < 2:
        raise InputError("experiment-nothing-varies")
    persons, things = ({name: number for number, name in enumerate(dict.fromkeys(names))} for names in (people, items))
    asked, correct = np.zeros((2, len(persons), len(things)))
    cells = [persons[name] for name in people], [things[name] for name in items]
    np.add.at(asked, cells, 1.0)
    np.add.at(correct, cells, np.asarray(right, np.float64))
    table = CrossedTable(
        right=correct,
        asked=asked,
        guess=np.zeros(len(things)),
        slope=np.ones(len(things)),
        group=np.zeros(0, np.int64),
        fixed=np.zeros(len(persons)),
    )
    found = fit_crossed(table, with_se=True)
    spread = float(special.ndtri(0.5 + confidence / 2))

    def effects(
        names: Sequence[str], axis: int, logits: NDArray[np.float64], sds: NDArray[np.float64]
    ) -> tuple[Effect, ...]:
        """All people, or all items."""
        counts, rights = asked.sum(axis=axis), correct.sum(axis=axis)
        middles = found.intercept + logits
        ends = special.expit(np.stack([middles, middles - spread * sds, middles + spread * sds]))
        return tuple(
            Effect(
                name=name,
                answers=int(counts[n]),
                right=int(rights[n]),
                logit=float(logits[n]),
                sd=float(sds[n]),
                probability=float(ends[0, n]),
                low=float(ends[1, n]),
                high=float(ends[2, n]),
            )
            for n, name in enumerate(names)
        )

    return MixedModel(
        intercept=found.intercept,
        intercept_se=found.intercept_se or float("inf"),
        sd_people=found.sd_people,
        sd_items=found.sd_items,
        log_likelihood=found.log_likelihood,
        people=effects(list(persons), 1, found.people, found.people_sd),
        items=effects(list(things), 0, found.items, found.items_sd),
        confidence=confidence,
    )
