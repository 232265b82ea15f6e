"""One self-contained HTML page out of sections: no request leaves it, and it reads well on a phone."""

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from anaphor.report.cells import cell_text, figure_columns, is_figure
from anaphor.report.figures.drawing import drawn_report, hoverable_svg, svg_of
from anaphor.report.html.environment import new_environment
from anaphor.report.markdown import table_of
from anaphor.section import Cell, Report, Section, Table
from anaphor.text import speaking, text, visible, words

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


@cache
def strings(interface: str) -> dict[str, str]:
    """The words of the pages in one language."""
    with speaking(interface):
        return words("report-")


@cache
def page_environment() -> "Environment":
    """The environment of pages and of pieces of them."""
    environment = new_environment()
    environment.filters |= {
        "cell": cell_text,
        "drawn": lambda drawing: Markup(svg_of(drawing)),  # our own drawing; matplotlib escapes the words in it
        "hoverable": lambda drawing: Markup(hoverable_svg(drawing)),
        "kind": lambda part: type(part).__name__.lower(),
        "behind": table_of,
        "message": text,
        "beyond": _beyond,
        "bar": _bar_width,
        "figure_columns": figure_columns,
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
    report = Report(title="", sections=(section,))
    with speaking(report.interface):
        page = page_environment().get_template("fragment.html.jinja")
        words = {"s": strings(report.interface), "interface": report.interface}
        shown = page.render(report=drawn_report(report), anchors=False, **words)
    # What matplotlib writes for a file of its own: names that ten figures of one notebook would share, and a style
    # for everything around it.
    return _GROUP.sub("<g", _METADATA.sub("", shown)).replace(_SVG_STYLE, f".anaphor-result svg {_SVG_STYLE}")


def section_piece(section: Section) -> Markup:
    """A section as a part of a page whose policy allows no style but the page's own: figures have none."""
    named = replace(section, title="") if section.id == "output" else section  # it is called after its command
    report = drawn_report(Report(title="", sections=(named,)))
    page = page_environment().get_template("sections.html.jinja")
    words = {"s": strings(report.interface), "interface": report.interface}
    return Markup(
        page.render(report=report, anchors=False, pictures=True, **words)
    )  # whatever others wrote was escaped


def html_of(report: Report, *, version: str, made: str) -> str:
    """The whole page; `made` says in words how it was made."""
    page = page_environment().get_template("page.html.jinja")
    with speaking(report.interface):
        shown = {"report": drawn_report(report), "s": strings(report.interface), "interface": report.interface}
        return page.render(**shown, anchors=True, version=version, made=made)


def _beyond(table: Table) -> Table:
    """The rows of a table that are not shown at once."""
    return replace(table, rows=table.rows[table.first :], caption=None, first=None)


def _bar_width(table: Table, count: int) -> int:
    """How long the bar of a count is, in per cent of the longest one in its table."""
    most = max(int(row[-1] or 0) for row in table.rows)
    return round(100 * count / most) if most else 0


def breakable(name: str) -> Markup:
    """A name that may break after its signs, not within its words.

    >>> str(breakable("ngram(shipped,a<b)"))
    'ngram(<wbr>shipped,<wbr>a&lt;b)'
    """
    return Markup("<wbr>").join(_SIGNS.split(visible(name)))


def linked(line: str) -> Markup:
    """The text, where a page that lies beside this one can be opened.

    >>> str(linked("It <b> is here: site/index.html."))
    'It &lt;b&gt; is here: <a href="site/index.html">site/index.html</a>.'
    """
    parts = _BESIDE.split(visible(line))
    return Markup("").join(
        Markup('<a href="{0}">{0}</a>').format(part) if number % 2 else part for number, part in enumerate(parts)
    )


def _is_long(cell: Cell) -> bool:
    return isinstance(cell, str) and len(cell) > _SENTENCE


def _is_dense(table: Table) -> bool:
    """Whether a table is so wide that smaller letters spare the reader from scrolling."""
    sentences = any(_is_long(cell) for row in table.rows for cell in row)
    return len(table.columns) > (_DENSE_WITH_SENTENCES if sentences else _DENSE)
