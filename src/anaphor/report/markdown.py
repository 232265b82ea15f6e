"""A report as Markdown, for a repository or an issue; figures become their tables."""

import re
from dataclasses import replace
from functools import partial

from anaphor.report.cells import cell_text, figure_columns
from anaphor.section import Drawing, Numbers, Part, Report, Section, Table, Text
from anaphor.text import speaking, typeset, visible

_SIGNS = re.compile(r"[\\*`$]|(?<![^\W_])_|_(?![^\W_])")
"""Signs that change how words look; an underscore inside a word does not."""
_FIRST = re.compile(r"^[#>+-](?=\s)")
"""Signs that begin a heading, a quotation or a list."""


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
            blocks += map(_part, section.parts)
            blocks += [f"`{visible(line)}`" for line in (section.signature or "").splitlines()]
    return "\n\n".join(blocks) + "\n"


def _part(part: Part) -> str:
    if isinstance(part, Text):
        lines = [_plain(line) for line in part.lines]
        return "\n".join(f"- {line}" for line in lines) if part.points else "\n\n".join(lines)
    if isinstance(part, Numbers):
        return " · ".join(f"**{_plain(figure)}** {_plain(words)}" for figure, words in part.figures)
    table = table_of(part) if isinstance(part, Drawing) else part
    sides = figure_columns(table.rows) or [False] * len(table.columns)
    if not table.columns:  # a figure without its numbers
        return f"**{_plain(table.caption or '')}**"
    lines = [_row(table.columns), _row(["---:" if figures else "---" for figures in sides])]
    lines += [_row([cell_text(cell, table.digits) for cell in row]) for row in table.rows]
    return "\n".join([*([f"**{_plain(table.caption)}**\n"] if table.caption else []), *lines])


def table_of(drawing: Drawing) -> Table:
    """The table behind a figure."""
    return Table(columns=drawing.columns, rows=drawing.rows, caption=drawing.title, digits=drawing.digits)


def _row(cells: list[str] | tuple[str, ...]) -> str:
    safe = (_plain(cell).replace("|", r"\|") for cell in cells)
    return f"| {' | '.join(safe)} |"


def _plain(text: str) -> str:
    """Somebody's words as words: no tag in them, no sign that changes their look, nothing that hides."""
    safe = _FIRST.sub(r"\\\g<0>", _SIGNS.sub(r"\\\g<0>", visible(text).replace("\n", " ")))
    return safe.replace("&", "&amp;").replace("<", "&lt;")


def printed(report: Report) -> Report:
    """The report with its words typeset; the first cell of a row, a name mostly, stays as it is."""
    say = partial(typeset, language=report.interface)

    def part_of(part: Part) -> Part:
        if isinstance(part, Text):
            own = part.language or report.interface
            return replace(part, lines=tuple(typeset(line, own) for line in part.lines))
        if isinstance(part, Numbers):
            return replace(part, figures=tuple((say(figure), say(words)) for figure, words in part.figures))
        columns = tuple(map(say, part.columns))
        rows = tuple(
            (*row[:1], *(say(cell) if isinstance(cell, str) else cell for cell in row[1:])) for row in part.rows
        )
        if isinstance(part, Drawing):
            return replace(part, title=say(part.title), columns=columns, rows=rows)
        return replace(part, caption=part.caption and say(part.caption), columns=columns, rows=rows)

    def section_of(section: Section) -> Section:
        stamp, parts = section.stamp and say(section.stamp), tuple(map(part_of, section.parts))
        return replace(section, title=say(section.title), stamp=stamp, parts=parts)

    return replace(
        report,
        title=say(report.title),
        lead=report.lead and say(report.lead),
        points=tuple(map(say, report.points)),
        sections=tuple(map(section_of, report.sections)),
    )
