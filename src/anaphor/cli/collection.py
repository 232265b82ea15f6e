"""`anaphor collection`: list, show, check, readings, convert, get, diff, select, perturb, find, suggest, repair."""

import json as json_module
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from anaphor import agreement, answers, authoring, files, scoring
from anaphor import collection as house
from anaphor.cli.command import Options, Shown, Told, columns_of, option, say, told, with_options
from anaphor.collection import known_items
from anaphor.errors import AnaphorError, InputError, Place
from anaphor.section import Section
from anaphor.settings import DropUnit, Lines, Severity, WordingChange
from anaphor.text import text

app = typer.Typer(no_args_is_help=True)

Source = Annotated[str, typer.Argument(metavar="PATH_OR_NAME")]
LOADING: Options = {
    "format": option(str | None),
    "language": option(str | None),
    "column": option(list[str] | None),
    "count_from": option(int | None, min=0, max=1),
}
"""What commands that take a collection may be told of it."""
_LARGEST = 256 * 2**20
"""Bytes of a file of sentences."""


def settings_of(format: str | None, language: str | None, column: list[str] | None, count_from: int | None) -> Told:
    """What the options say of a source."""
    return {"format": format, "language": language, "columns": columns_of(column, count_from)}


loading = with_options("settings", LOADING, settings_of)
"""Gives a command these options in the place of its parameter `settings`."""


@app.command("list")
def list_() -> Section:
    """List the collections that have a name."""
    return house.listed().section


@app.command()
@loading
def show(*, source: Source, settings: Told, items: Annotated[bool, typer.Option("--items")] = False) -> Section:
    """Say what a collection holds."""
    return house.show(source, items=items, **settings).section


@app.command()
@loading
@told(
    beside=option(list[str] | None),
    severity=option(Severity, Severity.NOTE, "--from"),
    only=option(list[str] | None),
    ignore=option(list[str] | None),
)
def check(source: Source, settings: Told, told: Told) -> Shown:
    """Find what is wrong with a collection. Exit code 1 when there are errors."""
    found = house.check(source, **told, **settings)
    return Shown(section=found.section, code=int(bool(found.errors)))


@app.command("readings")
@loading
def readings_(source: Source, settings: Told) -> Section:
    """Show sentences with each candidate put in. Where there is no reading, the reason is said."""
    return house.readings(source, **settings).section


@app.command()
@loading
@told(
    output=option(Path, ..., "--output", "-o"),
    to=option(str | None),
    skip=option(bool, False, "--skip"),
    people=option(Path | None),
)
def convert(source: Source, told: Told, settings: Told) -> None:
    """Write a collection in another format. The old file stays whole if anything goes wrong."""
    if "people" in told:
        asked = house.load(source, **settings)
        found = answers.exported_labels([told["people"]], answers.LabelSettings(items=known_items(asked.questions)))
        # What a tool exported are texts of candidates: their places are what people can agree on.
        people = scoring.candidate_labels(told["people"], collection=asked) if found else told["people"]
        told["people"] = agreement.measure(people)
    say(*house.convert(source, **told, **settings).sentences)


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
    language: Annotated[str | None, typer.Option("--language")] = None,
) -> Shown:
    """Say what changed between two versions of a collection. Exit code 1 when anything did."""
    found = house.differences(old, new, language=language)
    return Shown(section=found.section, code=int(bool(found)))


@app.command("select")
@told(
    output=option(Path, ..., "--output", "-o"),
    study=option(Path | None),
    database=option(str | None),
    audit=option(Path | None),
    least=option(float, 0.8),
    shrunken=option(bool, False, "--shrunken"),
    lead=option(float, 2.0),
    unit=option(DropUnit, DropUnit.SCHEMA),
    remove=option(bool, False, "--remove"),
    seed=option(int, 0),
    format=LOADING["format"],
    language=LOADING["language"],
)
def select_(source: Source, told: Told) -> Section:
    """Select good items, with a reason for each that goes."""
    return authoring.select(source, **told).section


@app.command()
@loading
@told(
    how=option(WordingChange, ...),
    output=option(Path, ..., "-o", "--output"),
    wordings=option(Path | None),
    seed=option(int, 0, min=0),
)
def perturb(source: Source, told: Told, settings: Told) -> Section:
    """Change the wording of a collection. `score --origins` then says how steady a respondent is."""
    return house.perturb(source, **told, **settings).section


@app.command()
@told(
    output=option(Path, ..., "--output", "-o"),
    language=option(str | None),
    limit=option(int, 50),
    kind=option(list[str] | None),
    sentences=option(int, 3),
    candidates=option(int, 5),
    shortest=option(int, 8),
    longest=option(int, 60),
    things=option(bool, False, "--things"),
    least=option(float, 0.0),
    works=option(Path | None),
    author=option(str, ""),
    licence=option(str, ""),
    genre=option(str, ""),
    no_gold=option(bool, False, "--no-gold"),
    no_models=option(bool, False, "--no-models"),
    processes=option(int, 1, min=1),
    format=option(str | None),
    encoding=option(str | None),
    field=option(str | None),
    column=option(str | None),
    newlines=option(Lines | None),
)
def find(inputs: Annotated[list[str], typer.Argument(metavar="INPUT")], told: Told) -> Section:
    """Find pronoun problems in texts. They have no keys, unless the texts are annotated with coreference."""
    named = ("limit", "sentences", "candidates", "shortest", "longest", "things", "least")
    wanted = {name: told.pop(name) for name in named if name in told}
    settings = authoring.FindSettings(kinds=tuple(told.pop("kind", None) or ()), **wanted)
    gold, models = not told.pop("no_gold", False), not told.pop("no_models", False)
    return authoring.find(inputs, settings=settings, gold=gold, models=models, hear=say, **told).section


@app.command("suggest")
@loading
@told(most=option(int, 10), word=option(str | None), model=option(str | None, None, "--with"))
def suggest(source: Source, told: Told, settings: Told, id: Annotated[str | None, typer.Argument()] = None) -> Section:
    """Suggest the other half: words that would flip the answer of an item. Nothing is saved."""
    return authoring.suggest(source, id, **told, **settings).section


@app.command("repair")
@loading
@told(most=option(int, 5), counts=option(Path | None), judge=option(Path | None))
def repair(source: Source, told: Told, settings: Told, id: Annotated[str | None, typer.Argument()] = None) -> Section:
    """Propose replacements for schemas that counts solve. Nothing is saved."""
    return authoring.repair(source, id, **told, **settings).section


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
    return house.read(sentence, candidate, language=language).section


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
