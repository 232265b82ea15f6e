"""One self-contained HTML page out of records: no request leaves it, and it reads well on a phone."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from anaphor.collection import Finding, Severity, domain_name
from anaphor.errors import is_command_at_work, with_keywords
from anaphor.language import NoReading, Reading
from anaphor.report.cells import cell_text, figure_columns, is_figure
from anaphor.report.drawing import drawn, hoverable_svg, svg_of
from anaphor.report.markdown import table_of
from anaphor.result import Renderer
from anaphor.schema import Collection, Item, Mark, Problem, Question, Schema
from anaphor.section import Cell, Report, Section, Table, Text
from anaphor.text import speaking, visible, words

if TYPE_CHECKING:
    from jinja2 import Environment

INTERFACES = ("en", "fr")
_SENTENCE = 48
"""Letters of a cell from which on it is a sentence."""
_NAME = 24
"""Most letters of a name that is not broken."""
_SIGNS = re.compile(r"(?<=[(,_/.:=|])(?=\S)")
_BESIDE = re.compile(r"((?<![\w/.:-])(?:[\w-]+/)+[\w-]+\.html\b)")
_GROUP, _METADATA = re.compile(r'<g id="[\w.]+"'), re.compile(r"<metadata>.*?</metadata>\s*", re.S)
_SVG_STYLE = "*{stroke-linejoin"
_DENSE, _DENSE_WITH_SENTENCES = 9, 7
"""Most columns in letters of the usual size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionSection:
    """What the report shows of one collection."""

    collection: Collection
    card: dict[str, Any]
    """Its counts, from `summarise`."""
    findings: tuple[Finding, ...]
    examples: tuple[tuple[Schema | Problem, tuple["ExampleItem", ...]], ...]
    """Schemas and problems shown in full."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleItem:
    """An item with its readings."""

    item: Item
    readings: tuple[Reading | NoReading, ...]


@cache
def strings(interface: str) -> dict[str, str]:
    """The words of the pages in one language."""
    with speaking(interface):
        return words("report-")


@cache
def page_environment() -> "Environment":
    """The environment of pages and of pieces of them."""
    from anaphor.report.media.environment import new_environment

    environment = new_environment()
    environment.filters |= {
        "pieces": pieces,
        "cell": cell_text,
        "drawn": lambda drawing: Markup(svg_of(drawing)),  # our own drawing; matplotlib escapes the words in it
        "hoverable": lambda drawing: Markup(hoverable_svg(drawing)),
        "kind": lambda part: type(part).__name__.lower(),
        "behind": table_of,
        "figure_columns": figure_columns,
        "domain": domain_name,
        "breakable": breakable,
        "linked": linked,
    }
    environment.tests |= {
        "figure": is_figure,
        "dense": _is_dense,
        "long": _is_long,
        # A name that fits a line of its column, hyphen and all.
        "short": lambda cell: isinstance(cell, str) and len(cell) <= _NAME,
    }
    return environment


def fragment_of(section: Section) -> str:
    """A section as a notebook shows it: its own style, on whatever ground the notebook has."""
    report = Report(title="", sections=(section,)).for_documents()
    with speaking(report.interface):
        page = page_environment().get_template("fragment.html.jinja")
        shown = page.render(report=report, s=strings(report.interface), interface=report.interface, anchors=False)
    # What matplotlib writes for a file of its own: names that ten figures of one notebook would share, and a style
    # for everything around it.
    return _GROUP.sub("<g", _METADATA.sub("", shown)).replace(_SVG_STYLE, f".anaphor-result svg {_SVG_STYLE}")


def renderer(
    section: Callable[[Any], Section],
    *,
    line: Callable[[Any], str],
    table: str = "",
    document: Callable[[Any], Mapping[str, Any]] | None = None,
    quotes: bool = False,
    **more: Any,
) -> Renderer:
    """How a class of results is shown; where no other is given, its document is that of its section.

    A section that is called after a command gets the line as its heading, and its sentences speak of keywords, unless
    it `quotes` the users' own: who looks at a result has typed Python. `more` are a renderer's further tables (`rows`)
    and `figures` by name.
    """

    def shown(found: Any) -> Section:
        made = section(found)
        if is_command_at_work():
            return made
        parts = tuple(
            replace(part, lines=(*map(with_keywords, part.lines),)) if isinstance(part, Text) and not quotes else part
            for part in made.parts
        )
        return replace(made, parts=parts, title=line(found).rstrip(".") if made.id == "output" else made.title)

    return Renderer(
        section=shown,
        document=document or (lambda found: section(found).data or {}),
        line=line if quotes else lambda found: with_keywords(line(found)),
        table=table,
        drawn=drawn,
        html=fragment_of,
        **more,
    )


def html_of(report: Report, collections: Sequence[CollectionSection] = (), *, version: str, made: str) -> str:
    """The whole page, its collections first; `made` says in words how it was made."""
    page = page_environment().get_template("page.html.jinja")
    with speaking(report.interface):
        return page.render(
            report=report,
            collections=collections,
            s=strings(report.interface),
            counted=lambda name, count: counted(name, count, report.interface),
            interface=report.interface,
            anchors=True,
            version=version,
            made=made,
            severities=[severity.value for severity in Severity],
            isreading=lambda each: isinstance(each, Reading),
        )


def breakable(name: str) -> Markup:
    """A name that may break after its signs, not within its words.

    >>> str(breakable("ngram(shipped,a<b)"))
    'ngram(<wbr>shipped,<wbr>a&lt;b)'
    """
    return Markup("<wbr>").join(_SIGNS.split(visible(name)))


def linked(text: str) -> Markup:
    """The text, where a page that lies beside this one can be opened.

    >>> str(linked("It <b> is here: site/index.html."))
    'It &lt;b&gt; is here: <a href="site/index.html">site/index.html</a>.'
    """
    parts = _BESIDE.split(visible(text))
    return Markup("").join(
        Markup('<a href="{0}">{0}</a>').format(part) if number % 2 else part for number, part in enumerate(parts)
    )


def _is_long(cell: Cell) -> bool:
    return isinstance(cell, str) and len(cell) > _SENTENCE


def _is_dense(table: Table) -> bool:
    """Whether a table is so wide that smaller letters spare the reader from scrolling."""
    sentences = any(_is_long(cell) for row in table.rows for cell in row)
    return len(table.columns) > (_DENSE_WITH_SENTENCES if sentences else _DENSE)


def counted(name: str, count: int, interface: str) -> str:
    """The word for so many of something: one form for one, which in French is also that for none.

    >>> counted("error", 0, "en"), counted("error", 0, "fr"), counted("error", 2, "fr")
    ('errors', 'erreur', 'erreurs')
    """
    one = count < 2 if interface == "fr" else count == 1
    return strings(interface)[f"{name}_one" if one else name]


def pieces(question: Question) -> list[tuple[str, str]]:
    """The text cut at its marks: (`plain` | `anaphor` | `cue`, text)."""
    marks = [(cue.start, cue.end, "cue") for cue in question.cues]
    if isinstance(question.anaphor, Mark):
        marks.append((question.anaphor.start, question.anaphor.end, "anaphor"))
    parts: list[tuple[str, str]] = []
    position = 0
    for start, end, kind in sorted(marks):
        if start < position:
            continue
        parts += [("plain", question.text[position:start]), (kind, question.text[start:end])]
        position = end
    return [*parts, ("plain", question.text[position:])]
