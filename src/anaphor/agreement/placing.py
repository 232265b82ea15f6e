"""A map of the annotators: those who often agree stand close to each other.

Classical scaling (Torgerson 1952) of how often two people differ on the items that both labelled. Pairs without a
common item stand at the mean distance. The map is for looking at; whether a person stands apart is told by `structure`.
"""

from dataclasses import dataclass

import numpy as np

from anaphor.agreement.coefficients.pairs import pair_tables
from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.panels.urn import Floats

MOST = 200
"""Most annotators on a map: those with the most labels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Where one annotator stands."""

    annotator: str
    """Who."""
    labels: int
    """How many labels they gave."""
    across: float
    """Place along the direction in which people differ most."""
    up: float
    """Place along the next direction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatorMap:
    """Everybody's place, and how much of the differences the map shows."""

    places: tuple[Placed, ...]
    """The annotators."""
    shown: float
    """Share of the squared distances that two directions hold, from 0 to 1."""


def annotator_map(matrix: LabelMatrix) -> AnnotatorMap | None:
    """The map; None where people are unknown, fewer than three, or all at one place."""
    if matrix.anonymous or len(matrix.annotators) < 3:
        return None
    most = np.argsort(-matrix.labels_per_annotator, kind="stable")[:MOST]
    part = matrix.restrict(annotators=[matrix.annotators[who] for who in sorted(most)])
    tables = pair_tables(part, None)
    met = tables.shared > 0
    np.fill_diagonal(met, val=False)
    if not met.any():
        return None
    apart = np.divide(tables.apart, tables.shared, out=np.zeros_like(tables.shared), where=met)
    apart = np.where(met, apart, apart[met].mean())
    np.fill_diagonal(apart, 0.0)
    centre = np.eye(len(apart)) - 1 / len(apart)
    values, vectors = np.linalg.eigh(-0.5 * centre @ apart**2 @ centre)
    top = np.maximum(values[-1:-3:-1], 0.0)
    if top[0] < 1e-12:
        return None
    places = _upright(vectors[:, -1:-3:-1]) * np.sqrt(top)
    return AnnotatorMap(
        places=tuple(
            Placed(annotator=name, labels=int(labels), across=float(across), up=float(up))
            for name, labels, (across, up) in zip(
                part.annotators, part.labels_per_annotator, places.tolist(), strict=True
            )
        ),
        shown=float(top.sum() / values[values > 0].sum()),
    )


def _upright(vectors: Floats) -> Floats:
    """Directions whose largest entry is positive, so that the same labels give the same map."""
    largest = vectors[np.abs(vectors).argmax(axis=0), np.arange(vectors.shape[1])]
    return np.asarray(vectors * np.where(largest < 0, -1.0, 1.0), dtype=np.float64)
