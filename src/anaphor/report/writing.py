"""One report out of results, collections, tables, figures and one's own sentences, in their order.

Its form is that of the file's ending: a page that is whole in itself (.html), Markdown (.md), or the tables for a paper
(.tex).
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from os import PathLike
from pathlib import Path
from typing import Any

from anaphor import __version__
from anaphor.agreement import LabelMatrix
from anaphor.challenge import Challenge
from anaphor.errors import InputError, member_of
from anaphor.experiment import Study
from anaphor.files import frame_columns, write_text
from anaphor.progress import uncollected
from anaphor.report.html.page import html_of
from anaphor.report.latex import latex_of
from anaphor.report.markdown import markdown_of
from anaphor.report.project import challenge_part, collection_part, labels_part, study_part
from anaphor.result import Result
from anaphor.schema import Collection
from anaphor.section import Block, Cell, Drawing, Report, Section, Table, Text
from anaphor.text import Interface, speaking, text
from anaphor.text import interface as spoken

Reported = Any
"""A result, a section or a part of one, a collection, an open challenge, a study, labels, a figure, a table, a text."""
_SECTIONS: dict[type, Callable[[Any], Section]] = {
    Section: lambda given: given,
    Challenge: challenge_part,
    Study: study_part,
    LabelMatrix: labels_part,
    Result: lambda given: given.section,
}
"""What becomes a section of its own: material is analysed, whatever else it can show of itself."""


def check_ending(path: Path, endings: Sequence[str] = (".html", ".htm", ".md", ".tex")) -> str:
    """The ending of a report's file, or an error where it is none of these."""
    ending = path.suffix.lower()
    if ending not in endings:
        raise InputError("report-ending", name=path.name)
    return ending


def write_report(report: Report, path: Path, *, made: str) -> None:
    """Write a report as a page (.html), Markdown (.md) or LaTeX (.tex); `made` says in words how it was made."""
    ending = check_ending(path)
    if ending == ".md":
        written = markdown_of(report)
    elif ending == ".tex":
        written = latex_of(report)
    else:
        written = html_of(report, version=__version__, made=made)
    write_text(path, written)


@uncollected()
def write(  # noqa: PLR0913  # what users of the library may say, by keyword
    path: str | PathLike[str],
    *parts: Reported,
    title: str | None = None,
    interface: Interface | str | None = None,
    lead: str | None = None,
    points: Sequence[str] = (),
    made: str = "anaphor.report.write",
) -> Path:
    """Write a combined report of what is given, as a page, Markdown or LaTeX by the file's ending; the file's path.

    `parts` are shown in their order: results, sections, an open challenge, a study, labels; a text is a paragraph, a
    matplotlib figure and a table in memory stand where they are given. Collections come first, with what the checker
    says of them. LaTeX has the tables only.

    `title` is the heading, by default that of the first collection; `lead` says under it what the report is, `points`
    what it found. `interface` is the language of its own words, en or fr, by default the one that is spoken. `made`
    says at the foot of a page how it was made.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> write(folder / "note.md", "Two items were dropped.", [{"item": "a", "why": "typo"}], title="Pilot").name
    'note.md'
    >>> print((folder / "note.md").read_text("utf-8"))
    # Pilot
    <BLANKLINE>
    Two items were dropped.
    <BLANKLINE>
    | item | why |
    | --- | --- |
    | a | typo |
    <BLANKLINE>
    """
    if not isinstance(path, str | PathLike):  # write(result, "page.html"): the two are swapped easily
        raise InputError("report-no-path", kind=type(path).__name__)
    target = Path(path)
    check_ending(target)
    if not parts:
        raise InputError("report-nothing-given")
    with speaking(spoken() if interface is None else member_of(Interface, interface, "interface")):
        # Collections come first, whatever stands before them.
        first = [collection_part(part) for part in parts if isinstance(part, Collection)]
        others = [part for part in parts if not isinstance(part, Collection)]
        named = title or next((section.title for section in first), text("report-report"))
        sections = tuple(_distinct(_sections(iter([*first, *others]))))
        report = Report(title=named, sections=sections, lead=lead, points=tuple(points))
        write_report(report, target, made=made)
    return target


def section(title: str, *parts: Reported, stamp: str | None = None) -> Section:
    """A section of one's own for a report: paragraphs, tables, figures, and all that results show, under one heading.

    `stamp` is a warning in a frame, such as "pilot data".

    >>> section("Decision", "We keep 98 items.", [{"kept": 98, "dropped": 2}]).parts[1].columns
    ('kept', 'dropped')
    """
    blocks: list[Block] = []
    for part in parts:
        whole = _section_of(part)
        blocks += whole.parts if whole else [_block_of(part)]
    name = re.sub(r"\W+", "-", title.casefold()).strip("-") or "section"
    return Section(id=name, title=title, parts=tuple(blocks), stamp=stamp)


def _sections(parts: Iterator[Reported]) -> Iterator[Section]:
    """The sections in their order; what stands between them has no heading."""
    pairs = ((_section_of(part), part) for part in parts)
    for loose, group in groupby(pairs, key=lambda pair: pair[0] is None):
        if loose:
            yield Section(id="text", title="", parts=tuple(_block_of(part) for _, part in group))
        else:
            yield from (section for section, _ in group if section is not None)


def _section_of(given: Reported) -> Section | None:
    """What is given as a section of its own; None where it is a part of one."""
    return next((make(given) for kind, make in _SECTIONS.items() if isinstance(given, kind)), None)


def _block_of(given: Reported) -> Block:
    """A paragraph, a table or a figure."""
    if isinstance(given, str):
        return Text(lines=tuple(filter(None, map(str.strip, re.split(r"\n(?:[^\S\n]*+\n)++", given)))))
    if isinstance(given, Block):
        return given
    if hasattr(given, "savefig") and hasattr(given, "axes"):
        titles = [given.get_suptitle(), *(axes.get_title() or axes.get_title("left") for axes in given.axes)]
        return Drawing(figure=given, title=next(filter(None, titles), text("report-figure")), columns=(), rows=())
    if (
        not isinstance(given, Sequence | Mapping)
        and not hasattr(given, "columns")
        and not hasattr(given, "column_names")
    ):
        raise InputError("report-no-part", kind=type(given).__name__)
    columns = frame_columns(given)
    rows = zip(*([_cell(each) for each in values] for values in columns.values()), strict=True)
    return Table(columns=tuple(columns), rows=tuple(rows))


def _cell(value: object) -> Cell:
    return value if value is None or (isinstance(value, int | float) and not isinstance(value, bool)) else str(value)


def _distinct(sections: Iterator[Section]) -> Iterator[Section]:
    """The sections, each with a place of its own that links lead to."""
    seen: Counter[str] = Counter()
    for section in sections:
        seen[section.id] += 1
        again = seen[section.id] > 1
        yield replace(section, id=f"{section.id}-{seen[section.id]}") if again else section
