"""`anaphor collection`: list, show, check, readings, convert, get, diff; and `anaphor read`."""

import json as json_module
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from anaphor import agreement, files
from anaphor import collection as house
from anaphor.cli.command import Shown, columns_of, say
from anaphor.errors import AnaphorError, InputError, Place
from anaphor.report import collections
from anaphor.section import Section
from anaphor.settings import Severity
from anaphor.text import text

if TYPE_CHECKING:
    from anaphor.collection import LoadSettings

app = typer.Typer(no_args_is_help=True)

Source = Annotated[str, typer.Argument(metavar="PATH_OR_NAME")]
Format = Annotated[str | None, typer.Option("--format")]
Language = Annotated[str | None, typer.Option("--language")]
Column = Annotated[list[str] | None, typer.Option("--column")]
CountFrom = Annotated[int | None, typer.Option("--count-from", min=0, max=1)]
_LARGEST = 256 * 2**20
"""Bytes of a file of sentences."""


def settings_of(
    format: str | None, language: str | None, column: list[str] | None, count_from: int | None
) -> "LoadSettings":
    """What the options say of a source."""
    return {"format": format, "language": language, "columns": columns_of(column, count_from)}


@app.command("list")
def list_() -> Section:
    """List the collections that have a name."""
    return house.listed().section


@app.command()
def show(
    source: Source,
    format: Format = None,
    language: Language = None,
    column: Column = None,
    count_from: CountFrom = None,
    items: Annotated[bool, typer.Option("--items")] = False,
) -> Section:
    """Say what a collection holds."""
    return house.show(source, items=items, **settings_of(format, language, column, count_from)).section


@app.command()
def check(
    source: Source,
    format: Format = None,
    language: Language = None,
    column: Column = None,
    count_from: CountFrom = None,
    beside: Annotated[list[str] | None, typer.Option("--beside")] = None,
    severity: Annotated[Severity, typer.Option("--from")] = Severity.NOTE,
    only: Annotated[list[str] | None, typer.Option("--only")] = None,
    ignore: Annotated[list[str] | None, typer.Option("--ignore")] = None,
) -> Shown:
    """Find what is wrong with a collection. Exit code 1 when there are errors."""
    settings = settings_of(format, language, column, count_from)
    found = house.check(
        source, beside=beside or (), severity=severity, only=only or (), ignore=ignore or (), **settings
    )
    return Shown(section=collections.findings_section(found), code=int(bool(found.errors)))


@app.command("readings")
def readings_(
    source: Source,
    format: Format = None,
    language: Language = None,
    column: Column = None,
    count_from: CountFrom = None,
) -> Section:
    """Show sentences with each candidate put in. Where there is no reading, the reason is said."""
    return collections.readings_section(house.readings(source, **settings_of(format, language, column, count_from)))


@app.command()
def convert(
    source: Source,
    output: Annotated[Path, typer.Option("--output", "-o")],
    to: Annotated[str | None, typer.Option("--to")] = None,
    skip: Annotated[bool, typer.Option("--skip")] = False,
    people: Annotated[Path | None, typer.Option("--people")] = None,
    format: Format = None,
    language: Language = None,
    column: Column = None,
    count_from: CountFrom = None,
) -> None:
    """Write a collection in another format. The old file stays whole if anything goes wrong."""
    settings = settings_of(format, language, column, count_from)
    measured = agreement.measure(people) if people else None
    for line in house.convert(source, output, to=to, skip=skip, people=measured, **settings).sentences:
        say(str(line))


@app.command()
def get(
    name: Annotated[str, typer.Argument()],
    file: Annotated[Path | None, typer.Option("--from")] = None,
    address: Annotated[str | None, typer.Option("--address")] = None,
) -> None:
    """Download a published collection and check it. Prints where it is in the cache."""
    path, listing = house.get(name, file=file, address=address), house.CATALOGUE[name]
    if listing.citation:
        licence = listing.licence or text("collection-licence-not-stated")
        say(text("collection-please-cite", licence=licence, citation=listing.citation))
    typer.echo(path)


@app.command()
def diff(
    old: Annotated[str, typer.Argument(metavar="OLD")],
    new: Annotated[str, typer.Argument(metavar="NEW")],
    language: Language = None,
) -> Shown:
    """Say what changed between two versions of a collection. Exit code 1 when anything did."""
    found = house.differences(old, new, language=language)
    return Shown(section=found.section, code=int(bool(found)))


def read(
    sentence: Annotated[str | None, typer.Argument()] = None,
    candidate: Annotated[str | None, typer.Argument()] = None,
    language: Annotated[str, typer.Option("--language")] = "fr",
    batch: Annotated[Path | None, typer.Option("--batch")] = None,
) -> Section:
    """Put a candidate in the anaphor's place."""
    if batch is not None:
        # One JSON line per input line; a bad line is answered with an error, the rest goes on, and the code is 2
        failed = 0
        try:
            content = (
                sys.stdin.read() if str(batch) == "-" else files.regular_bytes(batch, _LARGEST).decode("utf-8-sig")
            )
        except UnicodeDecodeError as error:
            raise InputError("read-not-utf8", where=Place(file=str(batch))) from error
        for number, line in enumerate(content.split("\n"), 1):
            if not line.strip():
                continue
            answer = _answer_line(line, language)
            failed += "error" in answer
            sys.stdout.write(json_module.dumps({"line": number, **answer}, ensure_ascii=False) + "\n")
        if failed:
            say(text("read-failed-lines", count=failed))
        raise typer.Exit(2 if failed else 0)
    if sentence is None or candidate is None:
        raise InputError("read-nothing-given")
    return collections.reading_section(house.read(sentence, candidate, language=language))


def _answer_line(line: str, language: str) -> dict[str, Any]:
    try:
        case = json_module.loads(line)
    except (ValueError, RecursionError) as error:
        return {"error": text("read-not-json", error=str(error))}
    if not isinstance(case, dict) or not all(isinstance(case.get(key), str) for key in ("text", "candidate")):
        return {"error": text("read-not-a-case")}
    try:
        return house.read(case["text"], case["candidate"], language=str(case.get("language", language))).to_dict()
    except AnaphorError as error:
        return {"error": str(error)}
    except Exception as error:  # a bug met on one line must not cost the user the others
        return {"error": text("read-bug", kind=type(error).__name__, error=str(error))}
