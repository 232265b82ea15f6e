"""How the results of every package are shown: the section and the line of each class.

Each module of `sections` lists the classes of one package; it is imported when a result of that package is looked at.
"""

from dataclasses import replace
from importlib import import_module
from typing import Any, cast

from anaphor.errors import is_command_at_work, with_keywords
from anaphor.report.figures.drawing import drawn as drawn
from anaphor.report.html.page import fragment_of as fragment_of
from anaphor.result import Renderer, Result
from anaphor.section import Section, Text, VerdictBlock

_HOMES = {"schema": "collection"}
"""Where results are shown whose class lies in a module without sections of its own."""


def renderer_of(kind: type[Result]) -> Renderer:
    """How results of a class of ours are shown; a class that users derive is shown as ours."""
    for base in kind.__mro__:
        package, _, inner = base.__module__.partition(".")
        if package == "anaphor" and base is not Result:
            name = inner.partition(".")[0]
            known = import_module(f"anaphor.report.sections.{_HOMES.get(name, name)}").RESULTS
            if (renderer := known.get(base)) is not None:
                return cast(Renderer, renderer)
    raise LookupError(f"{kind.__name__} is shown nowhere: list it in a module of anaphor.report.sections")


def section_of_result(result: Result, renderer: Renderer) -> Section:
    """What is shown of a result.

    A command's section is called after it and speaks of options. Elsewhere somebody has typed Python: the section gets
    the result's line as its heading, and its sentences speak of keywords, unless they quote the users' own.
    """
    section = renderer.section(result)
    if section.data is None:
        section = replace(section, data=result.to_dict)
    if is_command_at_work():
        return section
    parts = section.parts if renderer.quotes else tuple(map(_with_keywords, section.parts))
    title = line_of_result(result, renderer).rstrip(".") if section.id == "output" else section.title
    return replace(section, parts=parts, title=title)


def line_of_result(result: Result, renderer: Renderer) -> str:
    """A result in a line."""
    line = renderer.line(result)
    return line if renderer.quotes else with_keywords(line)


def _with_keywords(part: Any) -> Any:
    if isinstance(part, Text):
        return replace(part, lines=tuple(map(with_keywords, part.lines)))
    if isinstance(part, VerdictBlock):
        return replace(part, sentence=with_keywords(part.sentence), why=tuple(map(with_keywords, part.why)))
    return part
