"""Numbers that Bregeon, Antoine, Villaneau & Lefeuvre-Halftermeyer (2019) print, to be remade and compared with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.panels.reproduction_exact import fresh_rate, own_majority_rate, panel_agreement
from anaphor.agreement.panels.simulation import Reference, SyntheticSettings
from anaphor.errors import ContentError


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedPoint:
    """One column of the table in figure 2: three classes, panels of 3 among 9 people."""

    task: str
    """`Emotion` or `Opinion`."""
    setting: str
    """HC (out of context) or EC (in context), and the number of the group of people."""
    tau: float
    """Change rate against the majority of the nine."""
    kappa: float
    """Mean κ of the panels of three."""


FIGURE_2 = tuple(
    PrintedPoint(task=task, setting=setting, tau=tau, kappa=kappa)
    for task, taus, kappas in (
        ("Emotion", (0.22, 0.198, 0.206, 0.217, 0.178, 0.164), (0.248, 0.323, 0.335, 0.273, 0.359, 0.423)),
        ("Opinion", (0.119, 0.100, 0.109, 0.099, 0.099, 0.087), (0.557, 0.598, 0.6, 0.571, 0.611, 0.655)),
    )
    for setting, tau, kappa in zip(("HC1", "HC2", "HC3", "EC1", "EC2", "EC3"), taus, kappas, strict=True)
)
"""The twelve printed pairs."""

TABLE_1_MEANS = (0.247, 0.319, 0.398, 0.484, 0.580, 0.684, 0.799, 0.923)
"""Table 1: mean κ of 200 groups of four simulated people, for eight numbers of errors that are not printed."""
TABLE_1_SDS = (0.029, 0.028, 0.025, 0.022, 0.020, 0.016, 0.015, 0.010)
"""Table 1: their standard deviations."""

TABLE_1_SETTINGS = tuple(
    SyntheticSettings(
        items=66, classes=3, size=4, errors=1.67 + 2.93 * step, sd=0.27, groups=200, reference=Reference.EXACT
    )
    for step in range(7, -1, -1)
)
"""One setting that remakes Table 1: N = 66, C = 3, M = 1.67 + 2.93 i, σ = 0.27, balanced reference.

The paper prints none of these; the means fix an evenly spaced M / N, the sds then fix N for each C, and other triples
(N = 104 with C = 2, N = 38 with C = 5) fit about as well.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remade:
    """A printed pair of figure 2 beside the one remade from the authors' table that it matches best."""

    printed: PrintedPoint
    """What the paper prints."""
    table: str
    """The authors' table."""
    items: int
    """Items in that table."""
    kappa: float
    """Mean κ over all 84 panels of three, enumerated."""
    tau: float
    """τ over all panels of three, exact."""
    fresh: float
    """What another panel of three would change: the question the paper asks and τ does not answer."""


def remake_figure_2(tables: Mapping[tuple[str, str], Sequence[tuple[str, LabelMatrix]]]) -> tuple[Remade, ...]:
    """The twelve rows; `tables` has three named matrices for each task and HC or EC.

    The files' order is not the printed one, so pairs are matched one to one within a task and context.
    """
    return tuple(row for (task, context), three in tables.items() for row in _matched(task, context, three))


def _matched(task: str, context: str, three: Sequence[tuple[str, LabelMatrix]]) -> tuple[Remade, ...]:
    printed = [each for each in FIGURE_2 if each.task == task and each.setting.startswith(context)]
    found = [_pair(matrix) for _, matrix in three]
    order = min(
        permutations(range(len(found))),
        key=lambda places: sum(
            (found[place][0] - each.kappa) ** 2 + (found[place][1] - each.tau) ** 2
            for place, each in zip(places, printed, strict=True)
        ),
    )
    return tuple(
        Remade(
            printed=each,
            table=three[place][0],
            items=len(three[place][1].items),
            kappa=found[place][0],
            tau=found[place][1],
            fresh=found[place][2],
        )
        for place, each in zip(order, printed, strict=True)
    )


def _pair(matrix: LabelMatrix) -> tuple[float, float, float]:
    kappa, tau, fresh = panel_agreement(matrix, 3), own_majority_rate(matrix.counts, 3), fresh_rate(matrix.counts, 3)
    if kappa is None or kappa.mean is None or tau is None or fresh is None:
        raise ContentError("a table of figure 2 has too few labels for panels of three")
    return kappa.mean, tau, fresh


def disagreement_histogram(matrix: LabelMatrix, bins: int = 10) -> tuple[tuple[float, float], ...]:
    """Figure 7: for each stretch of f_j, the share of voters against the majority, the share of items in it.

    A pair is the lower end of the stretch and the share of the items; a majority always has some votes, so f_j < 1.
    """
    votes = matrix.counts[matrix.votes_per_item > 0]
    against = 1 - votes.max(axis=1) / votes.sum(axis=1)
    many, ends = np.histogram(against, bins=bins, range=(0.0, 1.0))
    return tuple((float(end), float(count) / len(votes)) for end, count in zip(ends[:-1], many, strict=True))
