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

from anaphor.agreement import LabelMatrix
from anaphor.challenge import Challenge
from anaphor.errors import InputError, member_of
from anaphor.experiment import Study
from anaphor.files import frame_columns
from anaphor.progress import uncollected
from anaphor.report.media.documents import check_ending, write_report
from anaphor.report.page import CollectionSection
from anaphor.report.project.parts import challenge_part, collection_part, labels_part, study_part
from anaphor.result import Result
from anaphor.schema import Collection
from anaphor.section import Cell, Drawing, Part, Report, Section, Table, Text
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
    target = Path(path)
    check_ending(target)
    if not parts:
        raise InputError("report-nothing-given")
    with speaking(spoken() if interface is None else member_of(Interface, interface, "interface")):
        kinds = Collection | CollectionSection
        cards = [
            each if isinstance(each, CollectionSection) else collection_part(each)
            for each in parts
            if isinstance(each, kinds)
        ]
        sections = _distinct(_sections(each for each in parts if not isinstance(each, kinds)))
        named = title or (cards[0].collection.title or cards[0].collection.name if cards else text("report-report"))
        report = Report(title=named, sections=tuple(sections), lead=lead, points=tuple(points))
        write_report(report, target, made=made, collections=cards)
    return target


def section(title: str, *parts: Reported, stamp: str | None = None) -> Section:
    """A section of one's own for a report: paragraphs, tables, figures, and all that results show, under one heading.

    `stamp` is a warning in a frame, such as "pilot data".

    >>> section("Decision", "We keep 98 items.", [{"kept": 98, "dropped": 2}]).parts[1].columns
    ('kept', 'dropped')
    """
    found: list[Part] = []
    signatures: list[str] = []
    for each in parts:
        whole = _section_of(each)
        found += whole.parts if whole else [_part_of(each)]
        signatures += [whole.signature] if whole and whole.signature else []
    name = re.sub(r"\W+", "-", title.casefold()).strip("-") or "section"
    signature = "\n".join(signatures) or None
    return Section(id=name, title=title, parts=tuple(found), stamp=stamp, signature=signature)


def _sections(parts: Iterator[Reported]) -> Iterator[Section]:
    """The sections in their order; what stands between them has no heading."""
    for loose, group in groupby(((_section_of(each), each) for each in parts), key=lambda pair: pair[0] is None):
        if loose:
            yield Section(id="text", title="", parts=tuple(_part_of(each) for _, each in group))
        else:
            yield from (each for each, _ in group if each is not None)


def _section_of(given: Reported) -> Section | None:
    """What is given as a section of its own; None where it is a part of one."""
    return next((make(given) for kind, make in _SECTIONS.items() if isinstance(given, kind)), None)


def _part_of(given: Reported) -> Part:
    """A paragraph, a table or a figure."""
    if isinstance(given, str):
        return Text(lines=tuple(filter(None, map(str.strip, re.split(r"\n(?:[^\S\n]*+\n)++", given)))))
    if isinstance(given, Part):
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
    for each in sections:
        seen[each.id] += 1
        yield replace(each, id=f"{each.id}-{seen[each.id]}") if seen[each.id] > 1 else each
