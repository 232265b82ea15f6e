"""A section in the terminal: its tables and sentences on stdout, talk on stderr; figures are for documents."""

import re
import sys
from collections.abc import Sequence
from typing import Any, Literal

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text as RichText

from anaphor.report.cells import cell_text
from anaphor.section import Drawing, Medium, Numbers, Section, Text
from anaphor.text import number as number_text
from anaphor.text import visible

_WIDE = 500
"""Columns where there is no terminal: nothing is cut or folded in a file or a pipe."""


def console(*, talk: bool = False) -> Console:
    """The console for data, or for talk; colours only on a terminal, and never with NO_COLOR."""
    if talk:
        return Console(stderr=True, highlight=False, soft_wrap=True)
    on_terminal = sys.stdout.isatty()
    return Console(highlight=False, soft_wrap=not on_terminal, width=None if on_terminal else _WIDE)


def print_section(section: Section) -> None:
    """Print what a terminal shows of a result, and how its numbers were made."""
    if section.stamp:
        console(talk=True).print(visible(section.stamp), markup=False)
    for part in section.parts:
        if part.only is Medium.PAGE or isinstance(part, Drawing):
            continue
        if isinstance(part, Text):
            out = console(talk=part.talk)
            for line in part.lines:
                shown = RichText(visible(line))
                for pattern, style in part.colours:
                    shown.highlight_regex(pattern, style)
                out.print(shown)
        elif isinstance(part, Numbers):
            console().print(" · ".join(f"{figure} {words}" for figure, words in part.figures), markup=False)
        else:
            # Whole numbers stay numbers, which stand to the right.
            rows = [[cell if type(cell) is int else cell_text(cell, part.digits) for cell in row] for row in part.rows]
            print_table(console(), list(part.columns), rows, title=part.caption, right=part.right)
    for line in (section.signature or "").splitlines():
        console().print(visible(line), markup=False, style="dim")


def print_table(
    out: Console,
    columns: list[str],
    rows: Sequence[Sequence[Any]],
    *,
    title: str | None = None,
    right: Sequence[int] = (),
) -> None:
    """A table on a console; numbers stand to the right, and so do the columns named in `right`."""
    # Titles and headings may come from files: as texts they are shown as they are, never read as markup.
    table = RichTable(
        title=None if title is None else RichText(visible(title), style="table.title"),
        title_justify="left",
        box=None,
        header_style="bold",
        pad_edge=False,
        show_header=any(columns),
    )
    cells = [[number_text(cell) if isinstance(cell, int) else visible(str(cell)) for cell in row] for row in rows]
    least = 0
    for number, column in enumerate(columns):
        numeric = number in right or (all(isinstance(row[number], (int, float)) for row in rows) and bool(rows))
        held = [row[number] for row in cells]
        # Names and figures must not be broken: "0.43–0.67", "10.8–60.3 %", not "several words".
        whole = number == 0 or not any(re.search(r"[^\W\d_]{3}", cell) for cell in held)
        pieces = [column, *held] if whole else [word for text in (column, *held) for word in text.split()]
        width = max(map(cell_len, pieces), default=0)
        side: Literal["left", "right"] = "right" if numeric else "left"
        table.add_column(RichText(visible(column)), justify=side, overflow="fold", no_wrap=whole, min_width=width)
        least += width + 2
    for row in cells:
        table.add_row(*map(RichText, row))
    if least > out.width:  # a line too long for the terminal is better than a number cut in two
        out.width = least
        out.soft_wrap = True
    out.print(table)
