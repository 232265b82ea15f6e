"""The answer in sentences: what another panel would change, who stands apart, what to look at again."""

from dataclasses import dataclass

import numpy as np

from anaphor.agreement.matrix import LabelMatrix
from anaphor.agreement.reproduction import reproduce
from anaphor.agreement.reproduction_records import CurvePoint, Rate, Reproduction, ReproductionSettings
from anaphor.agreement.structure import Split, Standing, hidden_split, standing_apart

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
    sentences: tuple[str, ...]
    """The answer, the most important sentence first."""


def summarise(matrix: LabelMatrix, settings: ReproductionSettings | None = None) -> Summary:
    """The whole answer for panels of the usual size in this table (the median number of labels per item)."""
    chosen = settings or ReproductionSettings(size=usual_size(matrix))
    found = reproduce(matrix, chosen)
    apart: tuple[Standing, ...] = ()
    split = None
    if not matrix.anonymous:
        apart = tuple(each for each in standing_apart(matrix) if each.z < 0 and each.p < _CERTAIN)
        camps = hidden_split(matrix, np.random.default_rng(chosen.seed))
        split = camps if camps is not None and camps.p < _CERTAIN else None
    return Summary(reproduction=found, apart=apart, split=split, sentences=_sentences(found, apart, split))


def usual_size(matrix: LabelMatrix) -> int:
    """The median number of labels of a labelled item, at least 1."""
    votes = matrix.votes_per_item[matrix.votes_per_item > 0]
    return max(1, int(np.median(votes))) if len(votes) else 1


def _sentences(found: Reproduction, apart: tuple[Standing, ...], split: Split | None) -> tuple[str, ...]:
    said = [headline(found), *_doubt(found.fresh), *_paper(found), *_risky(found), *found.warnings]
    if split:
        camps = " and ".join(f"{len(group)} ({', '.join(group[:4])}{', …' if len(group) > 4 else ''})"
                             for group in split.groups)  # fmt: skip
        said.append(f"The annotators fall into two camps of {camps}: pairs agree on {percent(split.within)} within and "
                    f"{percent(split.between)} across them. The rates take people as interchangeable, so a panel from "
                    "the other camp would change more.")  # fmt: skip
    if apart:
        names = ", ".join(each.annotator for each in apart[:5])
        said.append(f"{'Stands' if len(apart) == 1 else 'Stand'} apart from the others: {names}"
                    f"{f' and {len(apart) - 5} more' if len(apart) > 5 else ''}.")  # fmt: skip
    said.append("A change may be an error or an honest difference of reading: these rates count both.")
    return tuple(said)


def headline(found: Reproduction) -> str:
    """What another panel of the same size would change, and what larger panels would make of it."""
    fresh = found.fresh
    if fresh.rate is None:
        return f"Nothing can be said about another panel of {found.size}: {'; '.join(fresh.notes)}."
    sure = f" ({bare(fresh.low)}–{bare(fresh.high)})" if fresh.low is not None and fresh.high is not None else ""
    said = f"With another panel of {found.size}, {percent(fresh.rate)}{sure} of your labels would change"
    better = [point for size in (found.size + 2, 3 * found.size) if (point := _point(found.curve, size))]
    if better and fresh.rate > 0:
        parts = [f"{point.size} people would make it {percent(point.fresh)}" for point in better[:1]]
        parts += [f"{point.size} people {percent(point.fresh)}" for point in better[1:]]
        said += f"; {', '.join(parts)}"
    return said + "."


def _risky(found: Reproduction) -> tuple[str, ...]:
    risky = [f"{each.item} ({percent(each.change)})" for each in found.items[:5] if each.change > 0]
    return (f"Most likely to change: {', '.join(risky)}.",) if risky else ()


def _point(curve: tuple[CurvePoint, ...], size: int) -> CurvePoint | None:
    return next((point for point in curve if point.size == size), None)


def _doubt(fresh: Rate) -> tuple[str, ...]:
    if fresh.rate is None or fresh.range_low is None or fresh.range_high is None or fresh.range_high == fresh.range_low:
        return ()
    return (f"The brackets are sampling error only. Too few people labelled each item to pin the rate down: anything "
            f"from {percent(fresh.range_low)} to {percent(fresh.range_high)} fits these votes.",)  # fmt: skip


def _paper(found: Reproduction) -> tuple[str, ...]:
    own = found.own_majority
    if own.rate is None or own.notes:
        return ()
    return (f"Against the panel's own majority, as in Bregeon et al. (2019), the rate is {percent(own.rate)}: lower, "
            "because the panel's votes are part of what it is compared with.",)  # fmt: skip


def percent(rate: float) -> str:
    """A rate as a percentage, with one decimal.

    >>> percent(0.1243), percent(0.5), percent(0.0004)
    ('12.4 %', '50.0 %', '0.04 %')
    """
    return f"{bare(rate)} %"


def bare(rate: float) -> str:
    """A rate in per cent, without the sign."""
    value = 100 * rate
    return f"{value:.2f}" if 0 < value < 0.095 else f"{value:.1f}"
