"""`anaphor collection`: list, show, check, readings, convert, get, diff; and `anaphor read`."""

import json as json_module
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from anaphor.cli.command import Shown, progress, say
from anaphor.collection import (
    CATALOGUE,
    LARGEST_FILE,
    adopt,
    listed,
    load,
    refuse_overwriting,
    summarise,
    target_format,
)
from anaphor.collection import convert as convert_collection
from anaphor.collection import get as get_collection
from anaphor.collection.changes import differences
from anaphor.collection.checks import Severity
from anaphor.collection.checks import check as check_collection
from anaphor.collection.native import parse_marks
from anaphor.errors import AnaphorError, InputError, Place
from anaphor.files import regular_bytes
from anaphor.language import LANGUAGES, NoReading, NoReadingReason, Reading, read_all
from anaphor.report.collections import (
    card_section,
    catalogue_section,
    difference_section,
    findings_section,
    reading_json,
    reading_section,
    readings_section,
)
from anaphor.schema import LONGEST_TEXT, question_of
from anaphor.section import Section
from anaphor.text import Message, choice, joined, message, text

app = typer.Typer(no_args_is_help=True)

Source = Annotated[str, typer.Argument(metavar="PATH_OR_NAME")]
Format = Annotated[str | None, typer.Option("--format")]
Language = Annotated[str | None, typer.Option("--language")]
Column = Annotated[list[str] | None, typer.Option("--column")]


def columns_of(pairs: list[str] | None) -> tuple[tuple[str, str], ...]:
    """The column mapping given with `--column`."""
    split = [pair.partition("=") for pair in pairs or ()]
    for ours, equals, theirs in split:
        if not (ours and equals and theirs):
            raise InputError("collection-bad-mapping", pair=f"{ours}{equals}{theirs}")
    return tuple((ours, theirs) for ours, _, theirs in split)


@app.command("list")
def list_() -> Section:
    """List the collections that have a name."""
    return catalogue_section(listed())


@app.command()
def show(
    source: Source,
    format: Format = None,
    language: Language = None,
    column: Column = None,
    items: Annotated[bool, typer.Option("--items")] = False,
) -> Section:
    """Say what a collection holds."""
    collection = load(source, format=format, language=language, columns=columns_of(column))
    return card_section(summarise(collection), items=items)


@app.command()
def check(
    source: Source,
    format: Format = None,
    language: Language = None,
    column: Column = None,
    beside: Annotated[list[str] | None, typer.Option("--beside")] = None,
    severity: Annotated[Severity, typer.Option("--from")] = Severity.NOTE,
) -> Shown:
    """Find what is wrong with a collection. Exit code 1 when there are errors."""
    collection = load(source, format=format, language=language, columns=columns_of(column))
    references = tuple(load(other, language=collection.language) for other in beside or ())
    with progress(text("collection-checking")) as bar:
        found = check_collection(collection, beside=references, progress=bar)
    failed = any(each.severity is Severity.ERROR for each in found)
    return Shown(section=findings_section(collection, found, severity), code=int(failed))


@app.command("readings")
def readings_(
    source: Source,
    format: Format = None,
    language: Language = None,
    column: Column = None,
) -> Section:
    """Show sentences with each candidate put in. Where there is no reading, the reason is said."""
    collection = load(source, format=format, language=language, columns=columns_of(column))
    return readings_section(collection, [(entry, read_all(question_of(entry))) for entry in collection.entries])


@app.command()
def convert(
    source: Source,
    output: Annotated[Path, typer.Option("--output", "-o")],
    to: Annotated[str | None, typer.Option("--to")] = None,
    skip: Annotated[bool, typer.Option("--skip")] = False,
    format: Format = None,
    language: Language = None,
    column: Column = None,
) -> None:
    """Write a collection in another format. The old file stays whole if anything goes wrong."""
    chosen = target_format(output, to)
    refuse_overwriting(source, output, "collection-read-file")
    collection = load(source, format=format, language=language, columns=columns_of(column))
    written, left_out = convert_collection(collection, output, chosen, skip=skip)
    for each in left_out:
        say(text("collection-left-out", id=each.id, why=each.why))
    say(text("collection-written", count=len(written.entries), output=str(output), format=chosen))
    if chosen in ("native", "jsonl"):
        say(text("collection-same-fingerprint", fingerprint=written.fingerprint))
    else:
        say(text("collection-poorer-format"))


@app.command()
def get(
    name: Annotated[str, typer.Argument()],
    file: Annotated[Path | None, typer.Option("--from")] = None,
    address: Annotated[str | None, typer.Option("--address")] = None,
) -> None:
    """Download a published collection and check it. Prints where it is in the cache."""
    listing = CATALOGUE[name]
    if file:
        path = adopt(listing, file)
    else:
        with progress(text("collection-fetching", name=name)) as bar:
            path = get_collection(listing, address=address, progress=bar)
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
    before, after = load(old, language=language), load(new, language=language)
    changes = differences(before, after)
    return Shown(section=difference_section(before, after, changes), code=int(bool(changes)))


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
            content = sys.stdin.read() if str(batch) == "-" else regular_bytes(batch, LARGEST_FILE).decode("utf-8-sig")
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
    return reading_section(_readings(sentence, candidate, language), _clash(sentence, candidate, language))


def _clash(sentence: str, candidate: str, language: str) -> Message | None:
    """That the anaphor cannot stand for the candidate, whose gender or number is another; None where it can."""
    rules, marked = LANGUAGES.get(language), parse_marks(sentence).expand(0)
    if not marked.anaphors:
        return None
    span = marked.anaphors[0].span
    wanted, has = rules.analyse(marked.text, span), rules.concord(candidate.strip())
    if wanted is None:
        return None
    pairs = ((wanted.gender, has.gender), (wanted.number, has.number))
    differing = [(asked, given) for asked, given in pairs if asked and given and asked is not given]
    if not differing:
        return None
    asked, given = (
        joined([choice("read-feature", each) for each in side], " ") for side in zip(*differing, strict=True)
    )
    return message("read-clash", anaphor=span.of(marked.text), asked=asked, candidate=candidate.strip(), given=given)


def _readings(sentence: str, candidate: str, language: str) -> tuple[Reading, ...] | NoReading:
    """The readings of a marked sentence."""
    rules = LANGUAGES.get(language)
    if max(len(sentence), len(candidate)) > LONGEST_TEXT:
        raise InputError("read-too-long", most=LONGEST_TEXT)
    if not candidate.strip():
        raise InputError("read-empty-candidate")
    marked = parse_marks(sentence)
    if marked.variants > 1:
        raise InputError("read-alternatives")
    plain = marked.expand(0)
    if len(plain.anaphors) > 1:
        raise InputError("read-several-anaphors", count=len(plain.anaphors))
    if not plain.anaphors:
        return NoReading(reason=NoReadingReason.NO_ANAPHOR, detail=message("read-no-anaphor"))
    return rules.readings(plain.text, plain.anaphors[0].span, candidate.strip())


def _answer_line(line: str, language: str) -> dict[str, Any]:
    try:
        case = json_module.loads(line)
    except (ValueError, RecursionError) as error:
        return {"error": text("read-not-json", error=str(error))}
    if not isinstance(case, dict) or not all(isinstance(case.get(key), str) for key in ("text", "candidate")):
        return {"error": text("read-not-a-case")}
    try:
        return reading_json(_readings(case["text"], case["candidate"], str(case.get("language", language))))
    except AnaphorError as error:
        return {"error": str(error)}
    except Exception as error:  # a bug met on one line must not cost the user the others
        return {"error": text("read-bug", kind=type(error).__name__, error=str(error))}
