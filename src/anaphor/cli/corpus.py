"""`anaphor corpus`: index, shard, count, pairs, info."""

from pathlib import Path
from typing import Annotated, Any

import typer

from anaphor import corpus
from anaphor.cli.command import JsonOption, Options, Shown, Told, option, say, told, with_options
from anaphor.section import Section
from anaphor.settings import EngineName, Errors, Lines
from anaphor.text import text

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


IndexArgument = Annotated[Path, typer.Argument(metavar="INDEX")]


_INPUT: Options = {
    "inputs": (list[str], typer.Argument(..., metavar="INPUT")),
    "output": option(Path, ..., "--output", "-o", metavar="INDEX"),
    "language": option(str | None),
    "name": option(str | None),
    "source": option(str, ""),
    "licence": option(str, ""),
    "format": option(str | None),
    "encoding": option(str | None),
    "errors": option(Errors, Errors.STRICT),
    "field": option(str | None),
    "column": option(str | None),
    "newlines": option(Lines | None),
    "lines": option(Lines | None, hidden=True),  # how --newlines was called
    "counts_only": option(bool, False, "--counts-only"),
    "no_tables": option(bool, False, "--no-tables"),
}


def _input(newlines: Lines | None, lines: Lines | None, no_tables: bool, **told: Any) -> dict[str, Any]:
    """What `index` and `shard` are both told, as the library takes it."""
    return {**told, "newlines": newlines or lines, "tables": not no_tables, "hear": say}


@app.command()
@with_options("given", _INPUT, _input)
def index(
    given: dict[str, Any],
    processes: Annotated[int | None, typer.Option("--processes", min=1)] = None,
    parts: Annotated[int | None, typer.Option("--parts", min=1)] = None,
    engine: Annotated[EngineName, typer.Option("--engine")] = EngineName.PROCESSES,
    scheduler: Annotated[str | None, typer.Option("--scheduler")] = None,
    json: JsonOption = False,
) -> Section:
    """Index a corpus. Started again after an interruption, it goes on where it stopped."""
    made = corpus.build(**given, processes=processes, parts=parts, engine=engine, scheduler=scheduler)
    if json:
        say(*made.notes)
    return made.section


@app.command()
@with_options("given", _INPUT, _input)
def shard(given: dict[str, Any], part: Annotated[str, typer.Option("--part", metavar="I/N")]) -> Section:
    """Build one part of an index. For a job array, GNU parallel or make; when all parts are built, it is an index."""
    return corpus.shard(**given, part=part).section


@app.command()
@told(
    form=option(bool, False, "--form"),
    literal=option(bool, False, "--literal"),
    window=option(int | None, min=1),
    directed=option(bool, False, "--directed"),
    measure=option(list[str] | None),
    smoothing=option(float, 0.0),
    lines=option(int, 0, min=0),
)
def count(
    *,
    index: IndexArgument,
    a: Annotated[str, typer.Argument(metavar="A")],
    b: Annotated[str | None, typer.Argument(metavar="B")] = None,
    told: Told,
) -> Section:
    """Count a word, or how often two words meet. Also how much they attract each other."""
    return corpus.open(index, literal=told.pop("literal")).count(a, b, **told).section


@app.command()
def pairs(
    indexes: Annotated[list[Path], typer.Argument(metavar="INDEX")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="TABLE.pairs")],
    frequency: Annotated[int, typer.Option("--frequency")] = 10,
    ratio: Annotated[str, typer.Option("--ratio")] = "1.5",
    common: Annotated[int, typer.Option("--common", min=0)] = 70,
    json: JsonOption = False,
) -> Section:
    """Make a table of pairs for authors."""
    section = corpus.pair_table(indexes, output, frequency=frequency, ratio=ratio, common=common).section
    if json:
        say(text("corpus-pairs-made", **section.document))
    return section


@app.command()
def info(index: IndexArgument, verify: Annotated[bool, typer.Option("--verify")] = False) -> Shown:
    """Say what an index holds. With --verify, also whether its bytes are those that were written."""
    found = corpus.open(index, literal=True).info(verify=verify)
    return Shown(section=found.section, code=int(bool(found.damaged)))
