"""`anaphor corpus`: index, shard, count, pairs, info."""

from pathlib import Path
from typing import Annotated, Any

import typer

from anaphor import corpus
from anaphor.cli.command import JsonOption, Shown, say, with_options
from anaphor.section import Section
from anaphor.settings import EngineName, Errors, Lines
from anaphor.text import text

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


IndexArgument = Annotated[Path, typer.Argument(metavar="INDEX")]


_INPUT: dict[str, tuple[Any, Any]] = {
    "inputs": (Annotated[list[str], typer.Argument(metavar="INPUT")], ...),
    "output": (Annotated[Path, typer.Option("--output", "-o", metavar="INDEX")], ...),
    "language": (Annotated[str | None, typer.Option("--language")], None),
    "name": (Annotated[str | None, typer.Option("--name")], None),
    "source": (Annotated[str, typer.Option("--source")], ""),
    "licence": (Annotated[str, typer.Option("--licence")], ""),
    "format": (Annotated[str | None, typer.Option("--format")], None),
    "encoding": (Annotated[str | None, typer.Option("--encoding")], None),
    "errors": (Annotated[Errors, typer.Option("--errors")], Errors.STRICT),
    "field": (Annotated[str | None, typer.Option("--field")], None),
    "column": (Annotated[str | None, typer.Option("--column")], None),
    "newlines": (Annotated[Lines | None, typer.Option("--newlines")], None),
    "lines": (Annotated[Lines | None, typer.Option("--lines", hidden=True)], None),  # how --newlines was called
    "counts_only": (Annotated[bool, typer.Option("--counts-only")], False),
    "no_tables": (Annotated[bool, typer.Option("--no-tables")], False),
}


def _input(newlines: Lines | None, lines: Lines | None, no_tables: bool, **told: Any) -> dict[str, Any]:
    """What `index` and `shard` are both told, as the library takes it."""
    return {**told, "newlines": newlines or lines, "tables": not no_tables, "hear": lambda remark: say(str(remark))}


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
        for note in made.notes:
            say(note)
    return made.section


@app.command()
@with_options("given", _INPUT, _input)
def shard(given: dict[str, Any], part: Annotated[str, typer.Option("--part", metavar="I/N")]) -> Section:
    """Build one part of an index. For a job array, GNU parallel or make; when all parts are built, it is an index."""
    return corpus.shard(**given, part=part).section


@app.command()
def count(
    index: IndexArgument,
    a: Annotated[str, typer.Argument(metavar="A")],
    b: Annotated[str | None, typer.Argument(metavar="B")] = None,
    form: Annotated[bool, typer.Option("--form")] = False,
    literal: Annotated[bool, typer.Option("--literal")] = False,
    window: Annotated[int | None, typer.Option("--window", min=1)] = None,
    directed: Annotated[bool, typer.Option("--directed")] = False,
    measure: Annotated[list[str] | None, typer.Option("--measure")] = None,
    smoothing: Annotated[float, typer.Option("--smoothing")] = 0.0,
    lines: Annotated[int, typer.Option("--lines", min=0)] = 0,
) -> Section:
    """Count a word, or how often two words meet. Also how much they attract each other."""
    opened = corpus.open(index, literal=literal)
    settings: dict[str, Any] = {"form": form, "window": window, "directed": directed, "smoothing": smoothing}
    return opened.count(a, b, measure=measure or (), lines=lines, **settings).section


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
        say(text("corpus-pairs-made", **(section.data or {})))
    return section


@app.command()
def info(index: IndexArgument, verify: Annotated[bool, typer.Option("--verify")] = False) -> Shown:
    """Say what an index holds. With --verify, also whether its bytes are those that were written."""
    found = corpus.open(index, literal=True).info(verify=verify)
    return Shown(section=found.section, code=int(bool(found.damaged)))
