"""`anaphor corpus`: index, shard, count, pairs, info."""

from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from anaphor.cli.command import JsonOption, Shown
from anaphor.cli.output import progress, say
from anaphor.corpus import SENTENCE, Unit, Within
from anaphor.corpus.index import EngineName, IndexOptions, engine_named, make_index, make_part, open_index
from anaphor.corpus.sources import CorpusSource, Lines, ReadingSettings, open_corpus
from anaphor.errors import InputError
from anaphor.files.streams import Errors
from anaphor.section import Section
from anaphor.text import text

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def _group() -> None:
    """Index a corpus, and count words in it."""


Inputs = Annotated[list[str], typer.Argument(metavar="INPUT")]
Output = Annotated[Path, typer.Option("--output", "-o", metavar="INDEX")]
Language = Annotated[str, typer.Option("--language")]
Name = Annotated[str | None, typer.Option("--name")]
Source = Annotated[str, typer.Option("--source")]
Licence = Annotated[str, typer.Option("--licence")]
Format = Annotated[str | None, typer.Option("--format")]
Encoding = Annotated[str | None, typer.Option("--encoding")]
Broken = Annotated[Errors, typer.Option("--errors")]
Field = Annotated[str | None, typer.Option("--field")]
Column = Annotated[str | None, typer.Option("--column")]
Newlines = Annotated[Lines | None, typer.Option("--newlines")]
OldLines = Annotated[Lines | None, typer.Option("--lines", hidden=True)]
CountsOnly = Annotated[bool, typer.Option("--counts-only")]
NoTables = Annotated[bool, typer.Option("--no-tables")]
IndexArgument = Annotated[Path, typer.Argument(metavar="INDEX")]


def _opened(inputs: list[str], reading: ReadingSettings) -> tuple[tuple[str, ...], CorpusSource]:
    """The inputs, under names that other processes and machines understand, and the corpus in them."""
    paths = tuple(str(Path(each).absolute()) if each else each for each in inputs)
    return paths, open_corpus(paths, reading)


@app.command()
def index(
    inputs: Inputs,
    output: Output,
    language: Language = "fr",
    name: Name = None,
    source: Source = "",
    licence: Licence = "",
    format: Format = None,
    encoding: Encoding = None,
    errors: Broken = Errors.STRICT,
    field: Field = None,
    column: Column = None,
    newlines: Newlines = None,
    lines: OldLines = None,
    counts_only: CountsOnly = False,
    no_tables: NoTables = False,
    processes: Annotated[int | None, typer.Option("--processes", min=1)] = None,
    parts: Annotated[int | None, typer.Option("--parts", min=1)] = None,
    engine: Annotated[EngineName, typer.Option("--engine")] = EngineName.PROCESSES,
    scheduler: Annotated[str | None, typer.Option("--scheduler")] = None,
    json: JsonOption = False,
) -> Section:
    """Index a corpus. Started again after an interruption, it goes on where it stopped."""
    reading = ReadingSettings(
        format=format, encoding=encoding, errors=errors, field=field, column=column, lines=newlines or lines
    )
    options = IndexOptions(
        name=name or output.name.removesuffix(".idx"),
        language=language,
        source=source,
        licence=licence,
        counts_only=counts_only,
        tables=not no_tables,
        parts=parts,
    )
    paths, corpus = _opened(inputs, reading)
    with progress(text("corpus-indexing", name=options.name)) as move:
        made = make_index(paths, corpus, output, options, engine_named(engine, processes, scheduler), move)
    from anaphor.report.collections import index_section

    if json:
        for note in made.notes:
            say(note)
    return index_section(made)


@app.command()
def shard(
    inputs: Inputs,
    output: Output,
    part: Annotated[str, typer.Option("--part", metavar="I/N")],
    language: Language = "fr",
    name: Name = None,
    source: Source = "",
    licence: Licence = "",
    format: Format = None,
    encoding: Encoding = None,
    errors: Broken = Errors.STRICT,
    field: Field = None,
    column: Column = None,
    newlines: Newlines = None,
    lines: OldLines = None,
    counts_only: CountsOnly = False,
    no_tables: NoTables = False,
) -> Section:
    """Build one part of an index. For a job array, GNU parallel or make; when all parts are built, it is an index."""
    reading = ReadingSettings(
        format=format, encoding=encoding, errors=errors, field=field, column=column, lines=newlines or lines
    )
    options = IndexOptions(
        name=name or output.name.removesuffix(".idx"),
        language=language,
        source=source,
        licence=licence,
        counts_only=counts_only,
        tables=not no_tables,
    )
    paths, corpus = _opened(inputs, reading)
    with progress(text("corpus-building-part", part=part)) as move:
        record = make_part(paths, corpus, output, options, part, lambda done: move(done, None))
    from anaphor.report.collections import shard_section

    return shard_section(record, part, output)


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
