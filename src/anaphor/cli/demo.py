"""`anaphor demo`: the whole chain on what the package carries, and a report that opens offline."""

from pathlib import Path
from typing import Annotated

import typer

from anaphor import __version__
from anaphor.cli.challenge_demo import challenge
from anaphor.cli.demo_steps import audits, check_collections, say_step, scores, study
from anaphor.cli.output import say
from anaphor.collection import CATALOGUE, load
from anaphor.errors import InputError, OutputError, Place
from anaphor.files import write_text
from anaphor.report import INTERFACES, html_of, strings
from anaphor.section import Report


def demo(
    output: Annotated[Path, typer.Option("--output", "-o")] = Path("anaphor-demo"),
    interface: Annotated[str, typer.Option("--interface")] = "en",
) -> None:
    """Run the whole chain on what is embedded and write a report.

    The report is one HTML file that opens offline; its path is all that goes to stdout.
    """
    if interface not in INTERFACES:
        raise InputError(f"the report has no language {interface!r}", todo="Write --interface fr or en.")
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"the folder cannot be made ({error.strerror})", where=Place(file=str(output))) from error
    collections = [load(listing.name) for listing in CATALOGUE if listing.embedded]
    checked, first = check_collections(collections, interface)
    found = [first, audits(collections, interface), study(collections[0], output, interface)]
    found += [scores(collection, output, interface) for collection in collections]
    held, verdicts = challenge(collections[0].name, output, interface)
    say(verdicts)
    words = strings(interface)
    report = Report(
        title=words["title"],
        lead=words["lead"],
        interface=interface,
        points=(*(point for each in found for point in each.points), verdicts),
        sections=(*(section for each in found for section in each.sections), held),
    )
    path = output / "report.html"
    write_text(path, html_of(report.for_documents(), checked, version=__version__, made="anaphor demo"))
    say_step(interface, "written", path=path)
    typer.echo(path)
