"""Cells that become labels: which hold none, which numbers are one, and what of that the user should hear."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from anaphor.agreement.labels.labelling import Column, number_of, numbered, refuse_many
from anaphor.agreement.labels.settings import DOUBTFUL, ReadingSettings
from anaphor.agreement.wording import Remark, remark

_SHOWN = 6
"""Most labels that one remark lists."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Labels:
    """Labels as classes, and what happened on the way."""

    column: Column
    """The labels; where one is missing, any code."""
    gone: NDArray[np.bool_]
    """Where a label is missing."""
    remarks: tuple[Remark, ...]
    """What the user should hear."""


def labels_in(cells: Column, settings: ReadingSettings) -> Labels:
    """The labels in cells: missing ones apart, and numbers written alike (`1.0` and `1` are one class)."""
    missing = np.array([name in settings.missing for name in cells.names], np.bool_)
    gone = missing[cells.codes] if cells.codes.size else np.zeros(0, np.bool_)
    present = [name for name, out in zip(cells.names, missing.tolist(), strict=True) if not out]
    refuse_many(len(present))
    shown = _one_spelling(present) if not settings.labelling.classes else {name: name for name in present}
    order = numbered(shown[name] for name in present)
    places = np.zeros(len(cells.names), np.int32)
    places[~missing] = order.codes
    absent = [name for name, out in zip(cells.names, missing.tolist(), strict=True) if out and name]
    remarks = (
        *holes(int(gone.sum()), absent),
        *_spelled_alike(shown),
        *([] if settings.labelling.classes else [*_doubtful(order.names), *_capitals(order.names)]),
    )
    return Labels(column=Column(codes=places[cells.codes], names=order.names), gone=gone, remarks=remarks)


def _one_spelling(names: Sequence[str]) -> dict[str, str]:
    """Each name as it is, or, when all are numbers, as short as the number can be written."""
    numbers = [number_of(name) for name in names]
    if any(number is None for number in numbers):
        return {name: name for name in names}
    return {name: plain_number(number or 0.0) for name, number in zip(names, numbers, strict=True)}


def plain_number(value: float) -> str:
    """A number as short as it can be written.

    >>> plain_number(2.0), plain_number(-0.5)
    ('2', '-0.5')
    """
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def whole(cell: str) -> int | None:
    """A number of votes or rows, if the cell holds one.

    >>> whole("3.0"), whole("-1"), whole("x")
    (3, None, None)
    """
    value = number_of(cell)
    return int(value) if value is not None and value.is_integer() and 0 <= value < 10_000_000 else None


def holes(count: int, cells: Sequence[str] = ()) -> list[Remark]:
    """How many labels are missing, if any is, and which cells that are not empty were taken for missing."""
    if not count:
        return []
    if not cells:
        return [remark("holes", count=count)]
    return [remark("holes_cells", count=count, cells=_listed(sorted(cells)))]


def _spelled_alike(shown: dict[str, str]) -> list[Remark]:
    """Numbers that were written in several ways and became one class."""
    spellings: dict[str, list[str]] = {}
    for name, number in shown.items():
        spellings.setdefault(number, []).append(name)
    groups = [f"{' = '.join(names)}" for names in spellings.values() if len(names) > 1]
    more = ", …" if len(groups) > _SHOWN else ""
    return [remark("spelled_alike", groups=", ".join(groups[:_SHOWN]) + more)] if groups else []


def _doubtful(names: Sequence[str]) -> list[Remark]:
    """Classes that may have been meant as missing labels; a minus beside a plus is a class."""
    found = [name for name in names if name in DOUBTFUL and not (name in "-–—" and "+" in names)]
    return [remark("doubtful", cells=_listed(found), first=found[0])] if found else []


def _capitals(names: Sequence[str]) -> list[Remark]:
    """Two classes that differ in nothing but capitals."""
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(name.casefold(), name)
        if other != name:
            return [remark("capitals", one=other, two=name)]
    return []


def odd_labels(classes: Sequence[str]) -> list[Remark]:
    """Some classes are numbers and one or two are not: that is seldom meant."""
    words = [name for name in classes if number_of(name) is None]
    if 0 < len(words) <= max(2, len(classes) // 10) and len(words) < len(classes) / 2:
        return [remark("odd_label", label=words[0])]
    return []


def _listed(names: Sequence[str]) -> str:
    quoted = [repr(name) for name in names[:_SHOWN]]
    return ", ".join(quoted) + (", …" if len(names) > _SHOWN else "")
