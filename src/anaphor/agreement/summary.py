"""The answer in sentences: what another panel would change, who stands apart, what to look at again."""

from dataclasses import dataclass

import numpy as np

from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.panels.reproduction import reproduce
from anaphor.agreement.panels.reproduction_records import Reproduction, ReproductionSettings
from anaphor.agreement.structure import Split, Standing, hidden_split, standing_apart
from anaphor.agreement.summary_sentences import sentences_of, warnings_of
from anaphor.agreement.wording import Interface

_CERTAIN = 0.01
"""A person stands apart, and a panel is split, when chance would do it less often than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What `measure` and `reproduce` say beside the coefficients."""

    reproduction: Reproduction
    """Every rate behind the sentences."""
    apart: tuple[Standing, ...]
    """People who agree with the others less than chance allows, the worst first."""
    split: Split | None
    """Two camps, when the panel falls into them."""
    warnings: tuple[str, ...]
    """What a reader must not overlook; they are among the sentences."""
    sentences: tuple[str, ...]
    """The answer, the most important sentence first."""


def summarise(
    matrix: LabelMatrix, settings: ReproductionSettings | None = None, interface: Interface = Interface.EN
) -> Summary:
    """The whole answer for panels of the usual size in this table (the median number of labels per item)."""
    chosen = settings or ReproductionSettings(size=usual_size(matrix))
    found = reproduce(matrix, chosen)
    apart: tuple[Standing, ...] = ()
    split = None
    if not matrix.anonymous:
        apart = tuple(each for each in standing_apart(matrix) if each.z < 0 and each.p < _CERTAIN)
        camps = hidden_split(matrix, np.random.default_rng(chosen.seed))
        split = camps if camps is not None and camps.p < _CERTAIN else None
    warnings = warnings_of(found, np.unique(matrix.label).size, interface)
    return Summary(
        reproduction=found,
        apart=apart,
        split=split,
        warnings=warnings,
        sentences=sentences_of(found, apart, split, warnings, interface),
    )


def usual_size(matrix: LabelMatrix) -> int:
    """The median number of labels of a labelled item, at least 1."""
    votes = matrix.votes_per_item[matrix.votes_per_item > 0]
    return max(1, int(np.median(votes))) if len(votes) else 1
