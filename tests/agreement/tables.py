"""Label tables that several tests of agreement share."""

import numpy as np
from numpy.typing import NDArray

from anaphor.answers import LabelMatrix, from_triples


def matrix_of(labels: NDArray[np.int64]) -> LabelMatrix:
    """A label matrix from class numbers, items × annotators, −1 for a hole."""
    item, person = np.nonzero(labels >= 0)
    return from_triples(
        [f"i{n}" for n in item], [f"a{n}" for n in person], [str(label) for label in labels[item, person]]
    )


def random_table(
    seed: int, *, items: int = 40, annotators: int = 6, classes: int = 4, holes: float = 0.0
) -> NDArray[np.int64]:
    """Labels with some agreement; the first item has all of them, so that nobody is without a label."""
    rng = np.random.default_rng(seed)
    truth, noise = rng.integers(0, classes, (items, 1)), rng.integers(0, classes, (items, annotators))
    table = np.where(rng.random(noise.shape) < 0.6, truth, noise)
    table[1:][rng.random((items - 1, annotators)) < holes] = -1
    return np.asarray(table, dtype=np.int64)


def heard(matrix: LabelMatrix) -> list[str]:
    """What the user hears about a table, in English."""
    return list(map(str, matrix.notes))
