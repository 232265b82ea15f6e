"""The answer in sentences: what another panel would change, who stands apart, what to look at again."""

from dataclasses import dataclass

import numpy as np

from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.panels.reproduction import Reproduction, reproduction_of
from anaphor.agreement.panels.study import CurvePoint, Rate, ReproductionSettings
from anaphor.agreement.structure import Split, Standing, hidden_split, standing_apart
from anaphor.text import Message, joined, message

_CERTAIN = 0.01
"""A person stands apart, and a panel is split, when chance would do it less often than this."""
_FEW = 5
"""Items and people that are named."""
_LONGEST = 40
"""Letters of an item's name that are shown."""
_VISIBLE = 0.0005
"""Rates nearer to each other than this look alike when they are printed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What `measure` and `reproduce` say beside the coefficients."""

    reproduction: Reproduction
    """Every rate behind the sentences."""
    apart: tuple[Standing, ...]
    """People who agree with the others less than chance allows, the worst first."""
    split: Split | None
    """Two camps, when the panel falls into them."""
    warnings: tuple[Message, ...]
    """What a reader must not overlook; they are among the sentences."""
    sentences: tuple[Message, ...]
    """The answer, the most important sentence first."""


def summarise(matrix: LabelMatrix, settings: ReproductionSettings | None = None) -> Summary:
    """The whole answer for panels of the usual size in this table (the median number of labels per item)."""
    chosen = settings or ReproductionSettings(size=usual_size(matrix))
    found = reproduction_of(matrix, chosen)
    apart: tuple[Standing, ...] = ()
    split = None
    if not matrix.anonymous:
        apart = tuple(each for each in standing_apart(matrix) if each.z < 0 and each.p < _CERTAIN)
        camps = hidden_split(matrix, np.random.default_rng(chosen.seed))
        split = camps if camps is not None and camps.p < _CERTAIN else None
    warnings = warnings_of(found, np.unique(matrix.label).size)
    return Summary(
        reproduction=found,
        apart=apart,
        split=split,
        warnings=warnings,
        sentences=sentences_of(found, apart, split, warnings),
    )


def usual_size(matrix: LabelMatrix) -> int:
    """The median number of labels of a labelled item, at least 1."""
    votes = matrix.votes_per_item[matrix.votes_per_item > 0]
    return max(1, int(np.median(votes))) if len(votes) else 1


def sentences_of(
    found: Reproduction, apart: tuple[Standing, ...], split: Split | None, warnings: tuple[Message, ...]
) -> tuple[Message, ...]:
    """The whole answer, the most important sentence first; every number in it comes from the records."""
    said = [headline(found)]
    own, fresh, ends = found.own_majority, found.fresh, _range(found.fresh)
    if ends is not None:
        held = fresh.low is not None and fresh.high is not None and fresh.low <= ends[0] and ends[1] <= fresh.high
        code = "agreement-doubt-held" if held else "agreement-doubt"
        said.append(message(code, needed=2 * found.size, low=ends[0], high=ends[1]))
    if own.rate is not None and not own.notes and fresh.rate is not None and own.rate <= fresh.rate - _VISIBLE:
        said.append(message("agreement-own-majority", rate=own.rate))
    said += [*_risky(found), *warnings]
    if split is not None and len(split.groups) == 2:
        first, second = (
            f"{len(group)} ({', '.join(group[:4])}{', …' if len(group) > 4 else ''})" for group in split.groups
        )
        said.append(message("agreement-camps", first=first, second=second, within=split.within, between=split.between))
    if apart:
        names = ", ".join(each.annotator for each in apart[:_FEW])
        more = len(apart) - _FEW
        said.append(
            message("agreement-apart-more", names=names, more=more)
            if more > 0
            else message("agreement-apart", count=len(apart), names=names)
        )
    return (*said, message("agreement-error-or-reading"))


def headline(found: Reproduction) -> Message:
    """What another panel of the same size would change, and what larger panels would make of it."""
    fresh = found.fresh
    if fresh.rate is None:
        return message("agreement-headline-nothing", size=found.size, why=joined(fresh.notes))
    code = "agreement-headline-single" if found.size == 1 else "agreement-headline"
    least = fresh.rate - max(_VISIBLE, fresh.rate / 100)
    points = [point for point in larger_panels(found) if point.fresh < least]
    better: Message | str = ""
    if len(points) == 1 or (points and points[1].fresh > points[0].fresh - _VISIBLE):
        better = message("agreement-better-one", size=points[0].size, rate=points[0].fresh)
    elif points:
        one, two = points
        better = message("agreement-better-two", size=one.size, rate=one.fresh, more=two.size, less=two.fresh)
    if fresh.low is None or fresh.high is None:
        return message(code, size=found.size, rate=fresh.rate, better=better)
    return message(f"{code}-sure", size=found.size, rate=fresh.rate, low=fresh.low, high=fresh.high, better=better)


def larger_panels(found: Reproduction) -> tuple[CurvePoint, ...]:
    """The next larger odd panel on the curve, and the one nearest to three times as many people."""
    odd = [point for point in found.curve if point.size % 2 and point.size > found.size]
    if len(odd) < 2:
        return tuple(odd)
    return odd[0], min(odd[1:], key=lambda point: abs(point.size - 3 * found.size))


def _range(rate: Rate) -> tuple[float, float] | None:
    """The identified range, where it has a width that can be seen."""
    if rate.rate is None or rate.range_low is None or rate.range_high is None:
        return None
    return (rate.range_low, rate.range_high) if rate.range_high - rate.range_low >= _VISIBLE else None


def _risky(found: Reproduction) -> list[Message]:
    """The items likeliest to change, unless all are alike."""
    if not found.items or found.items[0].change <= found.items[-1].change + _VISIBLE:
        return []
    most = found.items[0].change
    alike = [_short(each.item) for each in found.items if each.change > most - 1e-9]
    if len(alike) > _FEW:
        return [message("agreement-risky-many", count=len(alike), rate=most, items=", ".join(alike[:3]))]
    risky = [
        message("agreement-risky-item", item=_short(each.item), rate=each.change)
        for each in found.items[:_FEW]
        if each.change > 0
    ]
    return [message("agreement-risky", items=joined(risky))]


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1].rstrip() + "…"


def warnings_of(found: Reproduction, classes: int) -> tuple[Message, ...]:
    """What a reader must not overlook; `classes` is how many classes were used."""
    said = []
    rate, most, ceiling, size = found.fresh.rate, found.fresh.range_high, found.ceiling, found.size
    if rate is not None and most is not None and ceiling is not None:
        if rate > ceiling + _VISIBLE:
            said.append(message("agreement-above-ceiling", rate=rate, ceiling=ceiling))
        elif most > ceiling + _VISIBLE:
            said.append(message("agreement-range-above-ceiling", rate=most, ceiling=ceiling))
    if size == 2:
        said.append(message("agreement-two-people"))
    elif size % 2 == 0 and classes == 2:
        said.append(message("agreement-even-panel", size=size, fewer=size - 1, more=size + 1))
    # A single Dirichlet that lies well outside the range: more than a point, and more than a tenth of the rate.
    ends, quick = _range(found.fresh), found.quick
    outside = ends is not None and quick is not None and not ends[0] <= quick <= ends[1]
    if outside and quick is not None and rate is not None and abs(quick - rate) >= max(0.01, rate / 10):
        said.append(message("agreement-rival", quick=quick))
    return tuple(said)
