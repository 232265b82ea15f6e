"""A report as Markdown, for a repository or an issue; figures become their tables."""

import re

from anaphor.report.cells import cell_text, figure_columns
from anaphor.report.printed import printed
from anaphor.report.safe_text import visible
from anaphor.section import Drawing, Numbers, Part, Report, Section, Table, Text

_SIGNS = re.compile(r"[\\*`$]|(?<![^\W_])_|_(?![^\W_])")
"""Signs that change how words look; an underscore inside a word does not."""
_FIRST = re.compile(r"^[#>+-](?=\s)")
"""Signs that begin a heading, a quotation or a list."""


def markdown_of(report: Report) -> str:
    """The whole report as Markdown.

    >>> markdown_of(Report(title="T", interface="en", sections=()))
    '# T\\n'
    """
    shown = printed(report)
    blocks = [f"# {_plain(shown.title)}", *([_plain(shown.lead)] if shown.lead else [])]
    if shown.points:
        blocks.append("\n".join(f"- {_plain(point)}" for point in shown.points))
    for section in shown.sections:
        blocks += _section(section, report.interface)
    return "\n\n".join(blocks) + "\n"


def _section(section: Section, interface: str) -> list[str]:
    blocks = [f"## {_plain(section.title)}", *([f"**{_plain(section.stamp)}**"] if section.stamp else [])]
    blocks += [_part(part, interface) for part in section.parts]
    return [*blocks, *(f"`{visible(line)}`" for line in (section.signature or "").splitlines())]


def _part(part: Part, interface: str) -> str:
    if isinstance(part, Text):
        lines = [_plain(line) for line in part.lines]
        return "\n".join(f"- {line}" for line in lines) if part.points else "\n\n".join(lines)
    if isinstance(part, Numbers):
        return " · ".join(f"**{_plain(figure)}** {_plain(words)}" for figure, words in part.figures)
    table = table_of(part) if isinstance(part, Drawing) else part
    sides = figure_columns(table.rows) or [False] * len(table.columns)
    lines = [_row(table.columns), _row(["---:" if figures else "---" for figures in sides])]
    lines += [_row([cell_text(cell, table.digits, interface) for cell in row]) for row in table.rows]
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
