"""A report as Markdown, for a repository or an issue; figures become their tables."""

from anaphor.report.drawing import Drawing
from anaphor.report.section import Numbers, Part, Report, Section, Table, Text, cell_text


def markdown_of(report: Report) -> str:
    """The whole report as Markdown.

    >>> markdown_of(Report(title="T", interface="en", sections=()))
    '# T\\n'
    """
    blocks = [f"# {_plain(report.title)}", *([_plain(report.lead)] if report.lead else [])]
    for section in report.sections:
        blocks += _section(section, report.interface)
    return "\n\n".join(blocks) + "\n"


def _section(section: Section, interface: str) -> list[str]:
    blocks = [f"## {_plain(section.title)}", *([f"**{_plain(section.stamp)}**"] if section.stamp else [])]
    blocks += [_part(part, interface) for part in section.parts]
    return [*blocks, *([f"`{section.signature}`"] if section.signature else [])]


def _part(part: Part, interface: str) -> str:
    if isinstance(part, Text):
        lines = [_plain(line) for line in part.lines]
        return "\n".join(f"- {line}" for line in lines) if part.points else "\n\n".join(lines)
    if isinstance(part, Numbers):
        return " · ".join(f"**{_plain(figure)}** {_plain(words)}" for figure, words in part.figures)
    table = table_of(part) if isinstance(part, Drawing) else part
    lines = [_row(table.columns), _row(["---"] * len(table.columns))]
    lines += [_row([cell_text(cell, table.digits, interface) for cell in row]) for row in table.rows]
    return "\n".join([*([f"{_plain(table.caption)}\n"] if table.caption else []), *lines])


def table_of(drawing: Drawing) -> Table:
    """The table behind a figure."""
    return Table(columns=drawing.columns, rows=drawing.rows, caption=drawing.title, digits=4)


def _row(cells: list[str] | tuple[str, ...]) -> str:
    safe = (_plain(cell).replace("|", r"\|") for cell in cells)
    return f"| {' | '.join(safe)} |"


def _plain(text: str) -> str:
    """Somebody's words as words: no tag in them, and no star that makes them slanted."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("*", r"\*").replace("\n", " ")
