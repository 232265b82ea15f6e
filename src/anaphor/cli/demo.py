"""`anaphor demo`: the whole chain on what the package carries, and a report that opens offline."""

from pathlib import Path
from typing import Annotated

import typer

from anaphor import __version__
from anaphor.cli.output import progress, say
from anaphor.collection.catalogue import CATALOGUE
from anaphor.collection.checking import check, worst_first
from anaphor.collection.loading import load
from anaphor.collection.summary import summarise
from anaphor.errors import InputError, OutputError, Place
from anaphor.linguistics.substitution import read_all
from anaphor.report.page import INTERFACES, CollectionSection, ExampleItem, collection_page
from anaphor.schema import Collection, Item, Problem, Schema
from anaphor.storage.files import write_text

_EXAMPLES = 6


def demo(
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the report.")] = Path("anaphor-demo"),
    interface: Annotated[str, typer.Option("--interface", help="Language of the report: en or fr.")] = "en",
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
    sections = [_section(load(listing.name)) for listing in CATALOGUE if listing.embedded]
    page = collection_page(sections, interface=interface, version=__version__, made="anaphor demo")
    path = output / "report.html"
    write_text(path, page)
    for section in sections:
        errors = sum(finding.severity == "error" for finding in section.findings)
        say(f"{section.collection.name}: {section.card['items']} items, {errors} errors, {section.card['fingerprint']}")
    typer.echo(path)


def _section(collection: Collection) -> CollectionSection:
    with progress(f"checking {collection.name}") as bar:
        findings = check(collection, progress=bar)
    parts = [*_spread(collection.schemas), *_spread(collection.problems, _EXAMPLES // 2)]
    return CollectionSection(
        collection=collection,
        card=summarise(collection),
        findings=tuple(worst_first(findings)),
        examples=tuple((part, _examples(part)) for part in parts),
    )


def _spread(parts: tuple[Schema | Problem, ...], count: int = _EXAMPLES) -> list[Schema | Problem]:
    """A few parts from all over the collection."""
    return list(parts[:: max(1, len(parts) // count)][:count])


def _examples(part: Schema | Problem) -> tuple[ExampleItem, ...]:
    entries = part.variants if isinstance(part, Schema) else (part.item,)
    return tuple(
        ExampleItem(item=entry, readings=read_all(entry.question)) for entry in entries if isinstance(entry, Item)
    )
