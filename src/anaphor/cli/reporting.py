"""Reports beside a command's table: one option, and the ending of the file says what is written."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from anaphor import __version__
from anaphor.cli.output import say
from anaphor.errors import InputError
from anaphor.report.latex import latex_of
from anaphor.report.markdown import markdown_of
from anaphor.report.page import CollectionSection, html_of
from anaphor.report.section import Report
from anaphor.storage.files import write_text

Html = Annotated[
    Path | None,
    typer.Option("--html", help="Also write a report: a page (.html), Markdown (.md) or LaTeX tables (.tex)."),
]
Interface = Annotated[str, typer.Option("--interface", help="Language of the sentences: en or fr.")]


def write_report(report: Report, path: Path, *, made: str, collections: Sequence[CollectionSection] = ()) -> None:
    """Write a report in the form that the file's ending names, and say so."""
    ending = path.suffix.lower()
    if ending in (".html", ".htm"):
        text = html_of(report, collections, version=__version__, made=made)
    elif ending == ".md":
        text = markdown_of(report)
    elif ending == ".tex":
        text = latex_of(report)
    else:
        raise InputError(f"a report cannot be written as {path.name!r}", todo="End the name in .html, .md or .tex.")
    write_text(path, text)
    say(f"The report is in {path}.")
