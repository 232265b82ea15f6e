"""One self-contained HTML page out of records: no request leaves it, and it reads well on a phone."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import BaseLoader, Environment, StrictUndefined, Template, select_autoescape
from markupsafe import Markup

from anaphor.collection import domain_name
from anaphor.collection.checks import Finding, Severity
from anaphor.language import NoReading, Reading
from anaphor.report.cells import cell_text, figure_columns, is_figure
from anaphor.report.drawing import svg_of
from anaphor.report.markdown import table_of
from anaphor.schema import Collection, Item, Mark, Problem, Question, Schema
from anaphor.section import Cell, Report, Table
from anaphor.text import speaking, typeset, visible, words

INTERFACES = ("en", "fr")
_SENTENCE = 48
"""Letters of a cell from which on it is a sentence."""
_NAME = 24
"""Most letters of a name that is not broken."""
_SIGNS = re.compile(r"(?<=[(,_/.:=|])(?=\S)")
_BESIDE = re.compile(r"((?<![\w/.:-])(?:[\w-]+/)+[\w-]+\.html\b)")
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


def new_environment(loader: BaseLoader | None = None) -> Environment:
    """The environment of the templates in `data/report`, or of those that a loader finds elsewhere.

    Whatever others wrote is text in them, never markup, and nothing in it hides.
    """

    def shown(value: object) -> object:
        return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value

    environment = Environment(
        loader=loader,
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=shown,
    )
    environment.filters["typeset"] = typeset
    return environment


def template_named(environment: Environment, name: str) -> Template:
    """The template of that name in `data/report`."""
    return environment.from_string(files("anaphor").joinpath("data/report", name).read_text("utf-8"))


def html_of(report: Report, collections: Sequence[CollectionSection] = (), *, version: str, made: str) -> str:
    """The whole page, its collections first; `made` says in words how it was made."""
    environment = new_environment()
    environment.filters |= {
        "pieces": pieces,
        "cell": cell_text,
        "drawn": lambda drawing: Markup(svg_of(drawing)),  # our own drawing; matplotlib escapes the words in it
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
    page = template_named(environment, "page.html.jinja")
    with speaking(report.interface):
        return page.render(
            report=report,
            collections=collections,
            s=strings(report.interface),
            counted=lambda name, count: counted(name, count, report.interface),
            interface=report.interface,
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
