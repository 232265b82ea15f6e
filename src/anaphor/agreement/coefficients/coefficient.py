"""A coefficient of agreement: its value, or the reason why there is none."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.text import Message, message

Float = NDArray[np.float64]

NO_PAIR = message("agreement-reason-no-pair")
ONE_CLASS = message("agreement-reason-one-class")
ONE_ANNOTATOR = message("agreement-reason-one-annotator")
NO_LABEL = message("agreement-reason-no-label")
NO_NAMES = message("agreement-reason-no-names")
NO_CHANCE = 1e-15
"""Disagreement expected by chance up to which there is none: marginals of one class leave rounding of this size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Coefficient:
    """A measure of agreement, corrected for chance unless it is `observed_agreement` itself."""

    name: str
    """Its name, as in the JSON output."""
    value: float | None
    """1 for full agreement, 0 for what chance gives; None when it is not defined."""
    reason: Message | None = None
    """Why there is no value."""
    observed: float | None = None
    """Observed agreement (for distances beyond 1, as interval ones: observed disagreement, see `distance`)."""
    expected: float | None = None
    """Agreement expected by chance (or disagreement, see `distance`)."""
    distance: bool = False
    """True when `observed` and `expected` are disagreements."""
    items: int = 0
    """Items that counted: those with two labels or more."""
    labels: int = 0
    """Labels on these items."""


Measure = Callable[[LabelMatrix], Coefficient]
"""Anything that makes a coefficient of a matrix."""


def undefined(name: str, reason: Message) -> Coefficient:
    """A coefficient without a value, and why."""
    return Coefficient(name=name, value=None, reason=reason)


def emptiness(matrix: LabelMatrix) -> Message | None:
    """The reason why no coefficient at all can be had, or None."""
    if matrix.size == 0:
        return NO_LABEL
    if not matrix.anonymous and int((matrix.labels_per_annotator > 0).sum()) < 2:
        return ONE_ANNOTATOR
    return None if int(matrix.votes_per_item.max()) > 1 else NO_PAIR


def corrected(
    name: str, observed: float, expected: float, matrix: LabelMatrix, *, distance: bool = False
) -> Coefficient:
    """1 − D_o/D_e from two disagreements; undefined, with the reason, where chance leaves no disagreement."""
    shown = (observed, expected) if distance else (1 - observed, 1 - expected)
    many = matrix.votes_per_item > 1
    nothing = expected <= NO_CHANCE
    return Coefficient(
        name=name,
        value=None if nothing else 1 - observed / expected,
        reason=ONE_CLASS if nothing else None,
        observed=shown[0],
        expected=shown[1],
        distance=distance,
        items=int(many.sum()),
        labels=int(matrix.votes_per_item[many].sum()),
    )
