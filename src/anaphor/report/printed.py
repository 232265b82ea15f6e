"""A report as it goes to print: spaces that do not break, and French apostrophes, in everything but names."""

from dataclasses import replace
from functools import partial

from anaphor.report.typography import typeset
from anaphor.section import Cell, Drawing, Numbers, Part, Report, Section, Text


def printed(report: Report) -> Report:
    """The report with its words typeset; the first cell of a row, a name mostly, stays as it is."""
    say = partial(typeset, language=report.interface)
    sections = tuple(_section(section, report.interface) for section in report.sections)
    return replace(
        report,
        title=say(report.title),
        lead=report.lead and say(report.lead),
        points=tuple(map(say, report.points)),
        sections=sections,
    )


def _section(section: Section, language: str) -> Section:
    parts = tuple(_part(part, language) for part in section.parts)
    stamp = section.stamp and typeset(section.stamp, language)
    return replace(section, title=typeset(section.title, language), stamp=stamp, parts=parts)


def _part(part: Part, language: str) -> Part:
    say = partial(typeset, language=language)
    if isinstance(part, Text):
        return replace(part, lines=tuple(typeset(line, part.language or language) for line in part.lines))
    if isinstance(part, Numbers):
        return replace(part, figures=tuple((say(figure), say(words)) for figure, words in part.figures))
    columns, rows = tuple(map(say, part.columns)), tuple(_row(row, language) for row in part.rows)
    if isinstance(part, Drawing):
        return replace(part, title=say(part.title), columns=columns, rows=rows)
    return replace(part, caption=part.caption and say(part.caption), columns=columns, rows=rows)


def _row(row: tuple[Cell, ...], language: str) -> tuple[Cell, ...]:
    return (*row[:1], *(typeset(cell, language) if isinstance(cell, str) else cell for cell in row[1:]))
