"""A report as Markdown, for a repository or an issue; figures become their tables."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from anaphor.report.cells import cell_text, figure_columns
from anaphor.report.figures.drawing import drawn_report
from anaphor.section import (
    Block,
    Cards,
    Cell,
    Drawing,
    Numbers,
    Provenance,
    Report,
    SchemaCard,
    Section,
    Step,
    Table,
    Text,
    VerdictBlock,
)
from anaphor.text import speaking, text, typeset, visible

_SIGNS = re.compile(r"[\\*`$]|(?<![^\W_])_|_(?![^\W_])")
"""Signs that change how words look; an underscore inside a word does not."""
_FIRST = re.compile(r"^[#>+-](?=\s)")
"""Signs that begin a heading, a quotation or a list."""
_MARKS = {"plain": ("", ""), "anaphor": ("[", "]"), "cue": ("{", "}")}
"""What stands around the marked words of a sentence, where no colour can."""


def markdown_of(report: Report) -> str:
    """The whole report as Markdown.

    >>> markdown_of(Report(title="T", interface="en", sections=()))
    '# T\\n'
    """
    with speaking(report.interface):
        shown = printed(report)
        blocks = [f"# {_plain(shown.title)}", *([_plain(shown.lead)] if shown.lead else [])]
        if shown.points:
            blocks.append("\n".join(f"- {_plain(point)}" for point in shown.points))
        for section in shown.sections:
            blocks += [f"## {_plain(section.title)}"] if section.title else []
            blocks += [f"**{_plain(section.stamp)}**"] if section.stamp else []
            for part in section.parts:
                blocks += filter(None, _blocks(part))
    return "\n\n".join(blocks) + "\n"


def _blocks(part: Block) -> Iterator[str]:
    """A block as paragraphs, lists and tables."""
    if isinstance(part, Text):
        lines = [_plain(line) for line in part.lines]
        yield "\n".join(f"- {line}" for line in lines) if part.points else "\n\n".join(lines)
    elif isinstance(part, VerdictBlock):
        yield f"**{_plain(part.sentence)}**"
        yield "\n".join([*(f"- {_plain(why)}" for why in part.why), *map(_step, part.next)])
    elif isinstance(part, Numbers):
        yield " · ".join(f"**{_plain(figure)}** {_plain(words)}" for figure, words in part.figures)
    elif isinstance(part, Provenance):
        yield from (f"`{visible(line)}`" for line in part.signatures)
        yield "\n".join(f"- {_plain(name)}: {_plain(cell_text(value))}" for name, value in part.settings)
    elif isinstance(part, Cards):
        yield f"**{_plain(part.caption)}**" if part.caption else ""
        for card in part.cards:
            yield from _card(card)
    elif isinstance(part, Table | Drawing):
        table = table_of(part) if isinstance(part, Drawing) else part
        sides = figure_columns(table.rows) or [False] * len(table.columns)
        if not table.columns:  # a figure without its numbers
            yield f"**{_plain(table.caption or '')}**"
            return
        lines = [_row(table.columns), _row(["---:" if figures else "---" for figures in sides])]
        lines += [_row([cell_text(cell, table.digits) for cell in row]) for row in table.rows]
        yield "\n".join([*([f"**{_plain(table.caption)}**\n"] if table.caption else []), *lines])
        yield _plain(part.note) if isinstance(part, Drawing) and part.note else ""


def _step(step: Step) -> str:
    return f"- {_plain(step.label)}: `{visible(step.command)}`" if step.is_whole else f"- {_plain(step.label)}"


def _card(card: SchemaCard) -> Iterator[str]:
    """A schema: its name, its sentences, and what is known of each as points under it."""
    alone = len(card.items) == 1 and card.items[0].id == card.id and not (card.about or card.state)
    if not alone:
        yield _plain(" · ".join(filter(None, (card.id, card.about, card.state))))
    yield "\n".join(f"- {severity}: {_plain(sentence)}" for severity, _, sentence in card.findings)
    for item in card.items:
        marked = "".join(words.join(_MARKS[kind]) for kind, words in item.pieces)
        yield _plain(f"{card.id}  {marked}" if alone else marked)
        yield _plain(item.prompt) if item.prompt else ""
        points = []
        for reading in item.readings:
            remark = f"  [{reading.remark}]" if reading.remark else ""
            words = f"{reading.text}{remark}" if reading.text else f"{reading.candidate} ({reading.remark})"
            points.append(f"✓ {words}" if reading.right else words)
        for evidence in item.evidence:
            points += [evidence.text, *(f"{about}: {line} [{place}]" for about, line, place in evidence.lines)]
        points += [text("report-card-people", right=item.people[0], answers=item.people[1])] if item.people else []
        points += [f"{system}: {chosen}" for system, chosen, _ in item.systems]
        yield "\n".join(f"- {_plain(point)}" for point in points)
    yield "\n".join(f"> {_plain(comment)}" for comment in card.comments)
    yield "\n".join(_step(step) for step in card.next)


def table_of(drawing: Drawing) -> Table:
    """The table behind a figure."""
    return Table(columns=drawing.columns, rows=drawing.rows, caption=drawing.title, digits=drawing.digits)


def table_of_cards(cards: Cards) -> Table:
    """Schemas as a table for a paper: a row for each sentence, with what is known of it."""
    rows: list[tuple[Cell, ...]] = []
    for card in cards.cards:
        for item in card.items:
            known = "; ".join(evidence.text for evidence in item.evidence)
            rows.append((item.id, item.marked, known or item.answer or "–", card.about or "–"))
    columns = tuple(text(f"report-card-{name}") for name in ("item", "sentence", "known", "schema"))
    return Table(columns=columns, rows=tuple(rows), caption=cards.caption)


def _row(cells: list[str] | tuple[str, ...]) -> str:
    safe = (_plain(cell).replace("|", r"\|") for cell in cells)
    return f"| {' | '.join(safe)} |"


def _plain(words: str) -> str:
    """Somebody's words as words: no tag in them, no sign that changes their look, nothing that hides."""
    line = visible(words).replace("\n", " ").strip()
    safe = _FIRST.sub(r"\\\g<0>", _SIGNS.sub(r"\\\g<0>", line))
    return safe.replace("&", "&amp;").replace("<", "&lt;")


def printed(report: Report) -> Report:
    """The report with its figures drawn and its words typeset; the first cell of a row, a name mostly, stays."""
    say = partial(typeset, language=report.interface)

    def typeset_block(part: Block) -> Block:
        if isinstance(part, Text):
            own = part.language or report.interface
            return replace(part, lines=tuple(typeset(line, own) for line in part.lines))
        if isinstance(part, VerdictBlock):
            return replace(part, sentence=say(part.sentence), why=tuple(map(say, part.why)))
        if isinstance(part, Numbers):
            return replace(part, figures=tuple((say(figure), say(words)) for figure, words in part.figures))
        if isinstance(part, Cards):
            return replace(part, caption=part.caption and say(part.caption))
        if not isinstance(part, Table | Drawing):
            return part
        columns = tuple(map(say, part.columns))
        rows = tuple(
            (*row[:1], *(say(cell) if isinstance(cell, str) else cell for cell in row[1:])) for row in part.rows
        )
        if isinstance(part, Drawing):
            return replace(part, title=say(part.title), columns=columns, rows=rows)
        return replace(part, caption=part.caption and say(part.caption), columns=columns, rows=rows)

    def typeset_section(section: Section) -> Section:
        stamp, parts = section.stamp and say(section.stamp), tuple(map(typeset_block, section.parts))
        return replace(section, title=say(section.title), stamp=stamp, parts=parts)

    return replace(
        report,
        title=say(report.title),
        lead=report.lead and say(report.lead),
        points=tuple(map(say, report.points)),
        sections=tuple(map(typeset_section, drawn_report(report).sections)),
    )
