"""A section in the terminal: its tables and sentences on stdout, talk on stderr; figures are for documents."""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text as RichText

from anaphor.report.cells import cell_text
from anaphor.section import Block, CardItem, Cards, Provenance, SchemaCard, Section, Table, Text, VerdictBlock
from anaphor.text import number as number_text
from anaphor.text import text, visible

_WIDE = 500
"""Columns where there is no terminal: nothing is cut or folded in a file or a pipe."""
_LONGEST_LINE = 140
"""Letters of a sentence of a corpus that are shown; pages have all."""
_MOST_LINES = 2
"""Sentences shown behind a pair: the shortest; pages have all."""
_CARD_COLOURS = ((r"^\S+  ", "bold"), (r"  \[[^\]]*\]$", "dim"))
"""The name of an item, and what stands in brackets at the end of its reading."""


def console(*, talk: bool = False) -> Console:
    """The console for data, or for talk; colours only on a terminal, and never with NO_COLOR."""
    if talk:
        return Console(stderr=True, highlight=False, soft_wrap=True)
    on_terminal = sys.stdout.isatty()
    return Console(highlight=False, soft_wrap=not on_terminal, width=None if on_terminal else _WIDE)


def print_section(section: Section, *, details: bool = False, more: str | None = None) -> None:
    """Print what a terminal shows of a result, and how its numbers were made.

    `details` prints whatever a page folds, too; `more` is the option that would, which is said where something is left.
    """
    if section.stamp:
        console(talk=True).print(visible(section.stamp), markup=False)
    shown = False
    left = any(getattr(part, "detail", False) for part in section.parts)
    for part in section.parts:
        if more and left and isinstance(part, Provenance):
            console(talk=True).print(text("report-more-with", option=more), markup=False)
        if getattr(part, "detail", False) and not details:
            continue
        lines = [line for line in _blocks_of(part, details=details) if not isinstance(line, Text) or line.lines]
        if section.spaced and shown and lines and not isinstance(part, Provenance):
            console().print()
        for block in lines:
            _print(block)
            shown = True


def _blocks_of(part: Block, *, details: bool) -> Iterator[Text | Table | Provenance]:
    """A block as tables and lines, which are all that a terminal has."""
    if isinstance(part, VerdictBlock):
        yield Text(lines=(part.sentence, *part.why), talk=part.talk)
        yield Text(lines=tuple(f"  → {step.label}: {step.command}" for step in part.next if step.is_whole), talk=True)
    elif isinstance(part, Cards):
        first = None if details else part.first
        yield Text(lines=tuple(filter(None, (part.caption,))))
        for card in part.cards[:first]:
            yield Text(lines=tuple(_card_lines(card)), colours=_CARD_COLOURS)
        if first is not None and (more := len(part.cards) - first) > 0:
            yield Text(lines=(text("report-more", count=more),))
    elif isinstance(part, Table):
        first = None if details else part.first
        yield replace(part, rows=part.rows[:first])
        if first is not None and (more := len(part.rows) - first) > 0:
            yield Text(lines=(text("report-more", count=more),), soft=True)
    elif isinstance(part, Provenance):
        yield part if details or part.shared is None else replace(part, signatures=(part.shared,))
    elif isinstance(part, Text):
        yield part


def _print(block: Text | Table | Provenance) -> None:
    if isinstance(block, Text):
        out = console(talk=block.talk)
        for line in block.lines:
            shown = RichText(visible(line))
            for pattern, style in block.colours:
                shown.highlight_regex(pattern, style)
            out.print(shown)
    elif isinstance(block, Table):
        # Whole numbers stay numbers, which stand to the right.
        rows = [[cell if type(cell) is int else cell_text(cell, block.digits) for cell in row] for row in block.rows]
        print_table(console(), list(block.columns), rows, title=block.caption, right=block.right)
    else:
        for line in block.signatures:
            console().print(visible(line), markup=False, style="dim")


def _card_lines(card: SchemaCard) -> Iterator[str]:
    """A schema in lines: what is said of it as a whole, then each of its sentences with what is known of it."""
    about = " · ".join(filter(None, (card.about, card.state)))
    if about:
        yield f"  {card.id} ({about})"
    indent = "    " if about else ""
    for severity, code, sentence in card.findings:
        yield f"{indent}{severity}  {sentence}  [{code}]"
    for item in card.items:
        name = text("audit-labelled", label=item.id, words=item.marked) if about else f"{item.id}  {item.marked}"
        yield f"{indent}{name}"
        yield from (f"{indent}  {line}" for line in _item_lines(item))
    yield from (f"{indent}“{comment}”" for comment in card.comments)


def _item_lines(item: CardItem) -> Iterator[str]:
    """What is known of an item: its readings, what gives it away, people and systems."""
    for reading in item.readings:
        remark = f"  [{reading.remark}]" if reading.remark and reading.text is not None else ""
        words = reading.remark or "" if reading.text is None else " ".join(reading.text.split()) + remark
        yield f"{'✓ ' if reading.right else '  '}{words}"
    for evidence in item.evidence:
        yield evidence.text
        for about in dict.fromkeys(name for name, _, _ in evidence.lines):
            behind = [(sentence, place) for name, sentence, place in evidence.lines if name == about]
            for sentence, place in sorted(behind, key=lambda line: len(line[0]))[:_MOST_LINES]:
                shown = sentence if len(sentence) <= _LONGEST_LINE else f"{sentence[:_LONGEST_LINE]}…"
                yield f"{text('audit-labelled', label=about, words=shown)} [{place}]"
    if item.people:
        yield text("report-card-people", right=item.people[0], answers=item.people[1])
    for system, chosen, right in item.systems:
        yield f"{'✓' if right else '–' if right is None else '✗'} {system}: {chosen}"


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
        pieces = [column, *held] if whole else [word for words in (column, *held) for word in words.split()]
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
