"""γ for annotations that also cut the text into units (Mathet, Widlöcher & Métivier 2015), through an extra."""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module

import numpy as np

from anaphor.agreement.coefficients.coefficient import NO_LABEL, ONE_ANNOTATOR, Coefficient, undefined
from anaphor.errors import ContentError, MissingExtraError


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A stretch of text that one annotator marked."""

    annotator: str
    """Who marked it."""
    start: float
    """Where it begins."""
    end: float
    """Where it ends; after `start`."""
    label: str | None = None
    """Its class, if it has one."""

    def __post_init__(self) -> None:
        if not self.start < self.end:
            raise ContentError(f"a unit of {self.annotator!r} goes from {self.start} to {self.end}")


def gamma(units: Iterable[Unit], *, seed: int, samples: int = 30) -> Coefficient:
    """γ of the units, with categories and positions weighing the same.

    Slow beyond three annotators and twenty units each: minutes, and much memory.
    """
    marked = list(units)
    if not marked:
        return undefined("gamma", NO_LABEL)
    if len({unit.annotator for unit in marked}) < 2:
        return undefined("gamma", ONE_ANNOTATOR)
    try:
        library, segments = import_module("pygamma_agreement"), import_module("pyannote.core")
    except ImportError as error:
        raise MissingExtraError("γ for segmentation", "gamma") from error
    continuum = library.Continuum()
    for unit in marked:
        continuum.add(unit.annotator, segments.Segment(unit.start, unit.end), unit.label or "unit")
    # The library draws from the global generator and takes no other.
    np.random.seed(seed)
    found = continuum.compute_gamma(library.CombinedCategoricalDissimilarity(alpha=1, beta=1), n_samples=samples)
    return Coefficient(
        name="gamma",
        value=float(found.gamma),
        observed=float(found.observed_disorder),
        expected=float(found.expected_disorder),
        distance=True,
        items=len(marked),
        labels=len(marked),
    )
