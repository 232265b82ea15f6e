"""`anaphor corpus`: index, shard, count, pairs, info."""

from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from anaphor.cli.command import JsonOption, Shown, progress, say, with_options
from anaphor.corpus import SENTENCE, Unit, Within
from anaphor.corpus.index import EngineName, IndexOptions, engine_named, make_index, make_part, open_index
from anaphor.corpus.sources import CorpusSource, Lines, ReadingSettings, open_corpus
from anaphor.errors import InputError
from anaphor.files.streams import Errors
from anaphor.section import Section
from anaphor.text import text

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


IndexArgument = Annotated[Path, typer.Argument(metavar="INDEX")]


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexInput:
    """What `index` and `shard` are both told: the corpus, where the index goes, and what is said of it."""

    paths: tuple[str, ...]
    """The inputs, under names that other processes and machines understand."""
    corpus: CorpusSource
    output: Path
    options: IndexOptions
    """Its name, language, source and licence, and what is counted."""


_INPUT: dict[str, tuple[Any, Any]] = {
    "inputs": (Annotated[list[str], typer.Argument(metavar="INPUT")], ...),
    "output": (Annotated[Path, typer.Option("--output", "-o", metavar="INDEX")], ...),
    "language": (Annotated[str, typer.Option("--language")], "fr"),
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


def _input(
    inputs: list[str],
    output: Path,
    name: str | None,
    newlines: Lines | None,
    lines: Lines | None,
    no_tables: bool,
    **told: Any,
) -> IndexInput:
    """What the shared options say."""
    how = {key: told.pop(key) for key in ("format", "encoding", "errors", "field", "column")}
    paths = tuple(str(Path(each).absolute()) if each else each for each in inputs)
    corpus = open_corpus(paths, ReadingSettings(**how, lines=newlines or lines))
    options = IndexOptions(name=name or output.name.removesuffix(".idx"), tables=not no_tables, **told)
    return IndexInput(paths=paths, corpus=corpus, output=output, options=options)


@app.command()
@with_options("given", _INPUT, _input)
def index(
    given: IndexInput,
    processes: Annotated[int | None, typer.Option("--processes", min=1)] = None,
    parts: Annotated[int | None, typer.Option("--parts", min=1)] = None,
    engine: Annotated[EngineName, typer.Option("--engine")] = EngineName.PROCESSES,
    scheduler: Annotated[str | None, typer.Option("--scheduler")] = None,
    json: JsonOption = False,
) -> Section:
    """Index a corpus. Started again after an interruption, it goes on where it stopped."""
    from anaphor.report.collections import index_section

    options, workers = replace(given.options, parts=parts), engine_named(engine, processes, scheduler)
    with progress(text("corpus-indexing", name=options.name)) as move:
        made = make_index(given.paths, given.corpus, given.output, options, workers, move)
    if json:
        for note in made.notes:
            say(note)
    return index_section(made)


@app.command()
@with_options("given", _INPUT, _input)
def shard(given: IndexInput, part: Annotated[str, typer.Option("--part", metavar="I/N")]) -> Section:
    """Build one part of an index. For a job array, GNU parallel or make; when all parts are built, it is an index."""
    from anaphor.report.collections import shard_section

    with progress(text("corpus-building-part", part=part)) as move:
        record = make_part(given.paths, given.corpus, given.output, given.options, part, lambda done: move(done, None))
    return shard_section(record, part, given.output)


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
    if directed and window is None:
        raise InputError("corpus-direction-without-window")
    answer = open_index(index, literal=literal).count(
        a,
        b,
        unit=Unit.FORM if form else Unit.LEMMA,
        within=Within(words=window, directed=directed) if window else SENTENCE,
        measures=("mi", *(measure or ())),
        smoothing=smoothing,
        lines=lines,
    )
    from anaphor.report.collections import count_section

    return count_section(answer)


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
    from anaphor.corpus.pairs import Keeping, table_of, write_pairs
    from anaphor.report.collections import pairs_section

    if len({path.resolve() for path in indexes}) < len(indexes):
        raise InputError("corpus-index-twice")
    try:
        share = Fraction(ratio).limit_denominator(1000)
    except (ValueError, ZeroDivisionError):
        raise InputError("corpus-no-ratio", ratio=repr(ratio)) from None
    made = table_of([open_index(path) for path in indexes], frequency, Keeping(ratio=share, common=common))
    section = pairs_section(made, output, write_pairs(output, made))
    if json:
        say(text("corpus-pairs-made", **(section.data or {})))
    return section


@app.command()
def info(index: IndexArgument, verify: Annotated[bool, typer.Option("--verify")] = False) -> Shown:
    """Say what an index holds. With --verify, also whether its bytes are those that were written."""
    from anaphor.report.collections import info_section

    opened = open_index(index, literal=True)
    damaged = opened.damaged() if verify else ()
    return Shown(section=info_section(opened, verify=verify, damaged=damaged), code=int(bool(damaged)))
