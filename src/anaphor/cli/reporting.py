"""Reports beside a command's table: one option, and the ending of the file says what is written."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from anaphor import __version__
from anaphor.cli.output import say
from anaphor.errors import InputError
from anaphor.files import write_text
from anaphor.report import INTERFACES, CollectionSection, html_of, latex_of, markdown_of
from anaphor.report.collections import with_collections
from anaphor.section import Report
from anaphor.text import text

Html = Annotated[
    Path | None,
    typer.Option("--html"),
]


def _known(interface: str) -> str:
    if interface not in INTERFACES:
        raise InputError("cli-unknown-interface", interface=interface)
    return interface


Interface = Annotated[str, typer.Option("--interface", callback=_known, metavar="en|fr")]


def check_ending(path: Path) -> str:
    """The ending of a report's file, or an error where it names no form that a report has."""
    ending = path.suffix.lower()
    if ending not in (".html", ".htm", ".md", ".tex"):
        raise InputError("cli-report-ending", name=path.name)
    return ending


def write_report(report: Report, path: Path, *, made: str, collections: Sequence[CollectionSection] = ()) -> None:
    """Write a report in the form that the file's ending names, and say so."""
    ending, report = check_ending(path), report.for_documents()
    if ending == ".md":
        written = markdown_of(with_collections(report, collections))
    elif ending == ".tex":
        written = latex_of(with_collections(report, collections))
    else:
        written = html_of(report, collections, version=__version__, made=made)
    write_text(path, written)
    say(text("cli-report-written", path=str(path)))
