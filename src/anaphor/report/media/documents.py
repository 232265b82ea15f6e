"""A report in a file, in the form that the file's ending names."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from markupsafe import Markup

from anaphor import __version__
from anaphor.errors import InputError
from anaphor.files import write_text
from anaphor.report.collections.collection import with_collections
from anaphor.report.latex import latex_of
from anaphor.report.markdown import markdown_of
from anaphor.report.page import CollectionSection, html_of, page_environment, strings
from anaphor.section import Report, Section


def check_ending(path: Path, endings: Sequence[str] = (".html", ".htm", ".md", ".tex")) -> str:
    """The ending of a report's file, or an error where it is none of these."""
    ending = path.suffix.lower()
    if ending not in endings:
        raise InputError("report-ending", name=path.name)
    return ending


def write_report(report: Report, path: Path, *, made: str, collections: Sequence[CollectionSection] = ()) -> None:
    """Write a report as a page (.html), Markdown (.md) or LaTeX (.tex); `made` says in words how it was made."""
    ending, report = check_ending(path), report.for_documents()
    if ending == ".md":
        written = markdown_of(with_collections(report, collections))
    elif ending == ".tex":
        written = latex_of(with_collections(report, collections))
    else:
        written = html_of(report, collections, version=__version__, made=made)
    write_text(path, written)


def section_piece(section: Section) -> Markup:
    """A section as a part of a page whose policy allows no style but the page's own: figures have none."""
    named = replace(section, title="") if section.id == "output" else section  # it is called after its command
    report = Report(title="", sections=(named,)).for_documents()
    page = page_environment().get_template("sections.html.jinja")
    shown = {"report": report, "s": strings(report.interface), "interface": report.interface, "anchors": False}
    return Markup(page.render(**shown, pictures=True))  # whatever others wrote was escaped
