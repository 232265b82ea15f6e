"""`anaphor collection`: list, show, check, readings, convert, get, diff."""

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from anaphor.cli.collection_words import FINDING_WORDS, count_sentence, print_card
from anaphor.cli.output import Json, print_json, print_table, progress, say, stdout
from anaphor.cli.read import as_json
from anaphor.collection import CATALOGUE, Listing, adopt, load, marked_text, save, sayable, summarise, target_format
from anaphor.collection import get as get_collection
from anaphor.collection.changes import Change, ItemChange, changed_words, differences
from anaphor.collection.checks import Finding, Severity, worst_first
from anaphor.collection.checks import check as check_collection
from anaphor.errors import InputError
from anaphor.language import NoReading, Reading, Sureness, read_all
from anaphor.schema import Collection, Entry, Item, Question, question_of
from anaphor.text import visible

app = typer.Typer(no_args_is_help=True)

Source = Annotated[str, typer.Argument(metavar="PATH_OR_NAME")]
Format = Annotated[str | None, typer.Option("--format")]
Language = Annotated[str | None, typer.Option("--language")]
Column = Annotated[
    list[str] | None,
    typer.Option("--column"),
]


def columns_of(pairs: list[str] | None) -> tuple[tuple[str, str], ...]:
    """The column mapping given with `--column`."""
    split = [pair.partition("=") for pair in pairs or ()]
    for ours, equals, theirs in split:
        if not (ours and equals and theirs):
            raise InputError(f"--column {ours}{equals}{theirs} is no mapping", todo="Write --column text=sentence.")
    return tuple((ours, theirs) for ours, _, theirs in split)


@app.command("list")
def list_(json: Json = False) -> None:
    """List the collections that have a name. Some are embedded; `get` fetches the published ones."""
    rows = [_listing(listing) for listing in CATALOGUE]
    if json:
        print_json({"collections": rows})
        return
    keys = ("name", "language", "items", "state", "licence", "title")
    table = [[row[key] if row[key] is not None else "–" for key in keys] for row in rows]
    print_table(list(keys), table)


def _listing(listing: Listing) -> dict[str, Any]:
    path = CATALOGUE.file_of(listing)
    state = "embedded" if listing.embedded else "here" if path.exists() else "to get"
    items = listing.items if listing.items is not None else len(load(listing.name).entries)
    return {
        "name": listing.name,
        "title": listing.title,
        "language": listing.language,
        "items": items,
        "state": state,
        "licence": listing.licence,
        "citation": listing.citation,
        "address": listing.address or listing.page,
        "sha256": listing.sha256,
    }


@app.command()
def show(
    source: Source,
    format: Format = None,
    language: Language = None,
    column: Column = None,
    items: Annotated[bool, typer.Option("--items")] = False,
    json: Json = False,
) -> None:
    """Say what a collection holds. How many schemas, problems and items, and its fingerprint."""
    collection = load(source, format=format, language=language, columns=columns_of(column))
    card = summarise(collection)
    if json:
        print_json(card if items else {key: value for key, value in card.items() if key != "entries"})
        return
    print_card(card)
    if items:
        _print_items(card["entries"])


def _print_items(entries: list[dict[str, Any]]) -> None:
    for entry in entries:
        answer = f" → {visible(entry['answer'])}" if entry["answer"] else ""
        name = f"{visible(entry['id']):<13} "
        stdout().print(Text.assemble((name, "bold"), visible(entry["marked"]), (answer, "green")))


@app.command()
def check(
    source: Source,
    format: Format = None,
    language: Language = None,
    column: Column = None,
    beside: Annotated[
        list[str] | None,
        typer.Option("--beside"),
    ] = None,
    severity: Annotated[Severity, typer.Option("--from")] = Severity.NOTE,
    interface: Annotated[str, typer.Option("--interface")] = "en",
    json: Json = False,
) -> None:
    """Find what is wrong with a collection. Exit code 1 when there are errors."""
    if interface not in ("en", "fr"):
        raise InputError(f"the interface has no language {interface!r}", todo="Write --interface fr or en.")
    collection = load(source, format=format, language=language, columns=columns_of(column))
    references = tuple(load(other, language=collection.language) for other in beside or ())
    with progress("checking") as bar:
        found = check_collection(collection, beside=references, progress=bar)
    levels = list(Severity)
    kept = [each for each in worst_first(found) if levels.index(each.severity) <= levels.index(severity)]
    if json:
        print_json(
            {
                "collection": collection.name,
                "fingerprint": collection.fingerprint,
                "findings": [_finding(each, interface) for each in kept],
            }
        )
    else:
        _print_findings(kept, interface)
        say(count_sentence(found, severity, interface))
    if any(each.severity is Severity.ERROR for each in found):
        raise typer.Exit(1)


def _finding(finding: Finding, interface: str) -> dict[str, str]:
    return {
        "severity": finding.severity,
        "place": finding.place,
        "code": finding.code.name,
        "message": finding.message(interface),
    }


_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}


def _print_findings(found: list[Finding], interface: str) -> None:
    words = FINDING_WORDS[interface]
    colon = "\N{NO-BREAK SPACE}: " if interface == "fr" else ": "
    for finding in found:
        head = (f"{words[finding.severity]:<{max(map(len, words.values())) + 1}}", _COLOURS[finding.severity])
        place, code = (visible(finding.place) + colon, "bold"), (f"  [{finding.code.name}]", "dim")
        stdout().print(Text.assemble(head, place, visible(finding.message(interface)), code))


@app.command("readings")
def readings_(
    source: Source,
    format: Format = None,
    language: Language = None,
    column: Column = None,
    json: Json = False,
) -> None:
    """Show sentences with each candidate put in. Where there is no reading, the reason is said."""
    collection = load(source, format=format, language=language, columns=columns_of(column))
    rows = [(entry, read_all(question_of(entry))) for entry in collection.entries]
    if json:
        items = [_readings_json(question_of(entry), found) for entry, found in rows]
        print_json({"collection": collection.name, "items": items})
        return
    for entry, found in rows:
        _print_readings(entry, found)
    made = sum(isinstance(each, Reading) for _, found in rows for each in found)
    wanted = sum(len(found) for _, found in rows)
    say(f"{made:,} readings of {wanted:,}{'' if made == wanted else '; the others say why not'}.")


def _readings_json(question: Question, found: tuple[Reading | NoReading, ...]) -> dict[str, Any]:
    answers = [as_json(each if isinstance(each, NoReading) else (each,)) for each in found]
    candidates = [candidate.text for candidate in question.candidates]
    readings = [{"candidate": name, **answer} for name, answer in zip(candidates, answers, strict=True)]
    return {"id": question.id, "text": question.text, "marked": marked_text(question), "readings": readings}


def _print_readings(entry: Entry, found: tuple[Reading | NoReading, ...]) -> None:
    question = question_of(entry)
    key = entry.key if isinstance(entry, Item) else None
    stdout().print(Text.assemble((f"{visible(question.id)}  ", "bold"), visible(marked_text(question))))
    for number, (candidate, each) in enumerate(zip(question.candidates, found, strict=True)):
        mark = "  ✓ " if number == key else "    "
        if isinstance(each, NoReading):
            stdout().print(Text.assemble(mark, (f"{visible(candidate.text)}: ", "dim"), (str(each.detail), "yellow")))
            continue
        line = Text(mark)
        moved = changed_words(visible(question.text), visible(each.text))
        for kind, word in moved:
            if kind != "gone":
                line.append(word, "green" if kind == "new" else "").append(" ")
        if each.sureness is not Sureness.CERTAIN:
            line.append(f" [{each.sureness}]", "dim")
        stdout().print(line)


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
    if output.exists() and Path(source).exists() and output.samefile(source):
        raise InputError(f"{output} is the file that is read", todo="Name another file: comments would be lost.")
    collection = load(source, format=format, language=language, columns=columns_of(column))
    if skip:
        collection = _without_unsayable(collection, chosen)
    save(collection, output, chosen)
    say(f"{len(collection.entries):,} items written to {output} ({chosen}).")
    if chosen in ("native", "jsonl"):
        say(f"Fingerprint {collection.fingerprint}, as before.")
    else:
        say("This format keeps texts, anaphors, candidates and keys; domains, notes and authors are left out.")


def _without_unsayable(collection: Collection, format: str) -> Collection:
    """What the format can say; every schema or problem that is left out is named."""
    kept, left_out = sayable(collection, format)
    if left_out and not kept.entries:
        raise InputError(f"nothing of {collection.name} can be said in {format}: {left_out[0].why}")
    for each in left_out:
        say(f"Left out {each.id}: {each.why}.")
    return kept


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
        with progress(f"fetching {name}") as bar:
            path = get_collection(listing, address=address, progress=bar)
    if listing.citation:
        say(f"Licence: {listing.licence or 'not stated by the source'}. Please cite: {listing.citation}")
    typer.echo(path)


@app.command()
def diff(
    old: Annotated[str, typer.Argument(metavar="OLD")],
    new: Annotated[str, typer.Argument(metavar="NEW")],
    language: Language = None,
    json: Json = False,
) -> None:
    """Say what changed between two versions of a collection. Exit code 1 when anything did."""
    before, after = load(old, language=language), load(new, language=language)
    changes = differences(before, after)
    if json:
        print_json(
            {"old": before.fingerprint, "new": after.fingerprint, "changes": [_change(each) for each in changes]}
        )
    else:
        for each in changes:
            stdout().print(_change_line(each))
        counts = Counter(each.change for each in changes)
        say(", ".join(f"{counts[kind]} {kind}" for kind in Change if counts[kind]) or "no difference")
    if changes:
        raise typer.Exit(1)


def _change(change: ItemChange) -> dict[str, str | None]:
    return {
        "change": change.change,
        "old": change.old,
        "new": change.new,
        "before": change.before,
        "after": change.after,
    }


def _change_line(change: ItemChange) -> Text:
    line = Text.assemble((f"{change.change:<11}", "bold"), visible(f"{change.new or change.old}: "))
    if change.change is Change.REWORDED:
        styles = {"same": "", "gone": "red strike", "new": "green"}
        marks = {"same": "", "gone": "−", "new": "+"}
        for kind, word in changed_words(visible(change.before or ""), visible(change.after or "")):
            line.append(f"{marks[kind]}{word}", styles[kind]).append(" ")
        return line
    return line.append(visible(" → ".join(part for part in (change.before, change.after) if part)))
