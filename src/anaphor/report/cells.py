"""What sections are made of: cells as people read them, lines, and what a command shows."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from anaphor.document import taken
from anaphor.section import Block, Cell, Provenance, Section, Share
from anaphor.text import number, percent, percent_range, text


def cell_text(cell: Cell, digits: int = 3) -> str:
    """A cell as people read it: – for nothing, whole numbers grouped, others rounded.

    >>> cell_text(12345), cell_text(0.12345), cell_text(None), cell_text(Share(0.0582))
    ('12,345', '0.123', '–', '5.8\\xa0%')
    """
    if cell is None:
        return "–"
    if isinstance(cell, bool):
        return "✓" if cell else "–"
    if isinstance(cell, str):
        return cell
    if isinstance(cell, Share):
        return percent(cell).replace(" %", "\u00a0%")
    return number(cell, None if isinstance(cell, int) else digits)


def range_text(low: float, high: float) -> str:
    """The ends of an interval of shares, in per cent.

    >>> range_text(0.483, 0.54)
    '48.3–54.0\\xa0%'
    """
    return percent_range(low, high).replace(" %", "\u00a0%")


def share_of(value: float | None) -> Share | None:
    """A share for a table; None stays None."""
    return None if value is None else Share(value)


_FIGURE = re.compile(r"[~<>≥≤+−-]?\s?\d[\d.,\s]*(?:e[+−-]?\d+)?(?:\s?%)?")
_FIGURES = re.compile(rf"–?|{_FIGURE.pattern}(?:\s?[–/…]\s?{_FIGURE.pattern})?")


def is_figure(cell: Cell) -> bool:
    """Whether a cell is a number, a range or a share, written as text or not: it stands to the right, unbroken.

    >>> [is_figure(each) for each in (3, None, "−1,5", "10,8–60,3 %", "12/14", "12 monkeys", "≥ 0.5", "")]
    [True, True, True, True, True, False, True, True]
    """
    return not isinstance(cell, str) or _FIGURES.fullmatch(cell) is not None


def figure_columns(rows: Sequence[Sequence[Cell]]) -> tuple[bool, ...]:
    """For each column, whether it holds figures and nothing else."""
    return tuple(
        all(map(is_figure, column)) and any(cell not in (None, "") for cell in column)
        for column in zip(*rows, strict=True)
    )


def line_of(code: str, names: str = "", **paths: str) -> Callable[[Any], str]:
    """How results are told in a line: a sentence with some of their fields; of several things, how many there are."""

    def line(result: Any) -> str:
        values = taken(result, names, **paths).items()
        counts = {name: len(value) for name, value in values if isinstance(value, tuple | list | Mapping)}
        return text(code, **dict(values) | counts)

    return line


def section_of(  # noqa: PLR0913  # what a section is made of, by keyword
    id: str,
    title: str,
    parts: Iterable[Block],
    data: Mapping[str, Any] | None = None,
    *,
    stamp: str | None = None,
    signature: object = None,
    spaced: bool = False,
) -> Section:
    """What is shown of a result; where its numbers have a signature, its provenance stands last."""
    lines = tuple(str(signature).splitlines()) if signature else ()
    last = (Provenance(signatures=lines),) if lines else ()
    return Section(id=id, title=title, parts=(*parts, *last), data=data, stamp=stamp, spaced=spaced)


def command_section(
    command: str, parts: Iterable[Block], data: Mapping[str, Any] | None = None, *, stamp: str | None = None
) -> Section:
    """What a command shows in the terminal and on a page, which is called after it."""
    return section_of("output", f"anaphor {command}", parts, data, stamp=stamp)
