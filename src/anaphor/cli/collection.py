"""`anaphor collection`: list, show, check, readings, convert, get, diff, select, perturb, find, suggest, repair."""

import json as json_module
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, NoReturn

import click

from anaphor import agreement, answers, authoring, files, scoring
from anaphor import collection as house
from anaphor.authoring import FindOptions, FindSettings, RepairSettings, SuggestSettings
from anaphor.cli.command import Argument, Group, Shown, command, say
from anaphor.collection import (
    CheckSettings,
    ConvertSettings,
    LoadSettings,
    PerturbSettings,
    SelectSettings,
    ShowSettings,
    known_items,
)
from anaphor.errors import AnaphorError, InputError, Place
from anaphor.parameters import Parameter, group_of
from anaphor.section import Section
from anaphor.text import text

app = Group("collection")

Source = Annotated[str, Argument("PATH_OR_NAME")]
_LARGEST = 256 * 2**20
"""Bytes of a file of sentences."""


@app.command("list")
def list_() -> Section:
    """List the collections that have a name."""
    return house.listed().section


@app.command()
def show(source: Source, settings: ShowSettings) -> Section:
    """Say what a collection holds."""
    return house.show.with_settings(source, settings).section


@app.command()
def check(source: Source, settings: CheckSettings) -> Shown:
    """Find what is wrong with a collection. Exit code 1 when there are errors."""
    found = house.check.with_settings(source, settings)
    return Shown(section=found.section, code=int(bool(found.errors)))


@app.command("readings")
def readings_(source: Source, reading: LoadSettings) -> Section:
    """Show sentences with each candidate put in. Where there is no reading, the reason is said."""
    return house.readings.with_settings(source, reading).section


@app.command()
def convert(source: Source, settings: ConvertSettings, people: Path | None = None) -> None:
    """Write a collection in another format. The old file stays whole if anything goes wrong."""
    measured = None
    if people is not None:
        asked = house.load(source, **group_of(LoadSettings, settings))
        exported = answers.exported_labels([people], answers.LabelSettings(items=known_items(asked.questions)))
        # What a tool exported are texts of candidates: their places are what people can agree on.
        labels = scoring.candidate_labels(people, collection=asked) if exported else people
        measured = agreement.measure(labels)
    say(*house.convert.with_settings(source, replace(settings, people=measured)).sentences)


@app.command()
def get(
    name: Annotated[str, Argument()],
    file: Annotated[Path | None, Parameter(flags=("--from",))] = None,
    address: str | None = None,
) -> None:
    """Download a published collection and check it. Prints where it is in the cache."""
    path, listing = house.get(name, file=file, address=address), house.CATALOGUE[name]
    if listing.citation:
        licence = listing.licence or text("collection-licence-not-stated")
        say(text("collection-please-cite", licence=licence, citation=listing.citation))
    click.echo(path)


@app.command()
def diff(
    old: Annotated[str, Argument("OLD")], new: Annotated[str, Argument("NEW")], language: str | None = None
) -> Shown:
    """Say what changed between two versions of a collection. Exit code 1 when anything did."""
    found = house.differences(old, new, language=language)
    return Shown(section=found.section, code=int(bool(found)))


@app.command("select")
def select_(source: Source, settings: SelectSettings) -> Section:
    """Select good items, with a reason for each that goes."""
    return authoring.select(source, **vars(settings)).section


@app.command()
def perturb(source: Source, settings: PerturbSettings) -> Section:
    """Change the wording of a collection. `score --origins` then says how steady a respondent is."""
    return house.perturb.with_settings(source, settings).section


@app.command()
def find(inputs: Annotated[list[str], Argument("INPUT")], options: FindOptions, wanted: FindSettings) -> Section:
    """Find pronoun problems in texts. They have no keys, unless the texts are annotated with coreference."""
    return authoring.find.with_settings(inputs, replace(options, settings=wanted, hear=say)).section


@app.command()
def suggest(source: Source, settings: SuggestSettings, id: Annotated[str | None, Argument()] = None) -> Section:
    """Suggest the other half: words that would flip the answer of an item. Nothing is saved."""
    return authoring.suggest.with_settings(source, replace(settings, id=id)).section


@app.command()
def repair(source: Source, settings: RepairSettings, id: Annotated[str | None, Argument()] = None) -> Section:
    """Propose replacements for schemas that counts solve. Nothing is saved."""
    return authoring.repair.with_settings(source, replace(settings, id=id)).section


@command("read")
def read(
    sentence: Annotated[str | None, Argument()] = None,
    candidate: Annotated[str | None, Argument()] = None,
    language: str = "fr",
    batch: Path | None = None,
) -> Section:
    """Put a candidate in the anaphor's place."""
    if batch is not None:
        _answer_batch(batch, language)
    if sentence is None or candidate is None:
        raise InputError("read-nothing-given")
    return house.read(sentence, candidate, language=language).section


def _answer_batch(batch: Path, language: str) -> NoReturn:
    """Answer each line of JSON with one; a bad line is answered with an error, the rest goes on, the code is 2."""
    failed = 0
    try:
        content = sys.stdin.read() if str(batch) == "-" else files.regular_bytes(batch, _LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("read-not-utf8", where=Place(file=str(batch))) from error
    for number, line in enumerate(content.split("\n"), 1):
        if line.strip():
            answer = _answer_line(line, language)
            failed += "error" in answer
            sys.stdout.write(json_module.dumps({"line": number, **answer}, ensure_ascii=False) + "\n")
    if failed:
        say(text("read-failed-lines", count=failed))
    raise click.exceptions.Exit(2 if failed else 0)


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
