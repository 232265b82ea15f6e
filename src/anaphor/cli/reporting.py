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
from anaphor.report.sections import with_collections
from anaphor.section import Report

Html = Annotated[
    Path | None,
    typer.Option("--html", help="Also write a report: a page (.html), Markdown (.md) or LaTeX tables (.tex)."),
]


def _known(interface: str) -> str:
    if interface not in INTERFACES:
        raise InputError(f"the interface has no language {interface!r}", todo="Write --interface fr or en.")
    return interface


Interface = Annotated[
    str, typer.Option("--interface", callback=_known, metavar="en|fr", help="Language of the sentences.")
]
_WRITTEN = {"en": "The report is in {path}.", "fr": "Le rapport est dans {path}."}


def check_ending(path: Path) -> str:
    """The ending of a report's file, or an error where it names no form that a report has."""
    ending = path.suffix.lower()
    if ending not in (".html", ".htm", ".md", ".tex"):
        raise InputError(f"a report cannot be written as {path.name!r}", todo="End the name in .html, .md or .tex.")
    return ending


def write_report(report: Report, path: Path, *, made: str, collections: Sequence[CollectionSection] = ()) -> None:
    """Write a report in the form that the file's ending names, and say so."""
    ending = check_ending(path)
    if ending == ".md":
        text = markdown_of(with_collections(report, collections))
    elif ending == ".tex":
        text = latex_of(with_collections(report, collections))
    else:
        text = html_of(report, collections, version=__version__, made=made)
    write_text(path, text)
    say(_WRITTEN[report.interface].format(path=path))
