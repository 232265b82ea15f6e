"""`anaphor corpus`: index, shard, count, pairs, info."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from anaphor.cli.corpus_pairs import pairs
from anaphor.cli.output import Json, print_json, print_table, progress, say, stdout
from anaphor.corpus import SENTENCE, Concordance, PairCount, Undefined, Unit, Within, measure_named
from anaphor.corpus.index import (
    Engine,
    HereEngine,
    Index,
    IndexOptions,
    ProcessesEngine,
    begin_index,
    build_part,
    make_index,
    open_index,
    part_named,
    processors,
    task_of,
    write_index_card,
)
from anaphor.corpus.sources import CorpusSource, Lines, ReadingSettings, open_corpus
from anaphor.errors import FormatError, InputError
from anaphor.files.streams import Errors
from anaphor.provenance import plain

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


class EngineName(StrEnum):
    """Who builds the parts of an index."""

    PROCESSES = "processes"
    DASK = "dask"
    SLURM = "slurm"


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
Newlines = Annotated[
    Lines | None,
    typer.Option("--newlines"),
]
OldLines = Annotated[Lines | None, typer.Option("--lines", hidden=True)]
CountsOnly = Annotated[bool, typer.Option("--counts-only")]
NoTables = Annotated[bool, typer.Option("--no-tables")]


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
    json: Json = False,
) -> None:
    """Index a corpus. Started again after an interruption, it goes on where it stopped."""
    corpus = _opened(inputs, format, encoding, errors, field, column, newlines or lines)
    options = IndexOptions(
        name=name or output.name.removesuffix(".idx"),
        language=language,
        source=source,
        licence=licence,
        counts_only=counts_only,
        tables=not no_tables,
        parts=parts,
    )
    chosen = _engine(engine, processes, scheduler)
    with progress(f"indexing {options.name}") as move:
        made = make_index(_absolute(inputs), corpus, output, options, chosen, move)
    for note in made.notes:
        say(note)
    if json:
        print_json(_description(made))
        return
    say(f"{made.words:,} words in {made.sentences:,} sentences are indexed in {output}.")


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
    json: Json = False,
) -> None:
    """Build one part of an index. For a job array, GNU parallel or make; when all parts are built, it is an index."""
    wanted = part_named(part)
    corpus = _opened(inputs, format, encoding, errors, field, column, newlines or lines)
    options = IndexOptions(
        name=name or output.name.removesuffix(".idx"),
        language=language,
        source=source,
        licence=licence,
        counts_only=counts_only,
        tables=not no_tables,
        parts=wanted.count,
    )
    plan = begin_index(_absolute(inputs), corpus, output, options, parts=wanted.count)
    if plan.parts != wanted.count:
        raise InputError(f"this index was begun in {plan.parts} parts, not {wanted.count}")
    if wanted.index == 0:
        write_index_card(corpus, output, options, plan)
    with progress(f"part {part}") as move:
        record = build_part(task_of(corpus, output, plan, wanted.index), lambda done: move(done, None))
    if json:
        print_json(plain(record))
        return
    words = sum(each.words for each in record.shards)
    say(f"part {part} of {output}: {words:,} words in {len(record.shards)} shards.")


@app.command()
def count(
    index: Annotated[Path, typer.Argument(metavar="INDEX")],
    a: Annotated[str, typer.Argument(metavar="A")],
    b: Annotated[str | None, typer.Argument(metavar="B")] = None,
    form: Annotated[bool, typer.Option("--form")] = False,
    literal: Annotated[bool, typer.Option("--literal")] = False,
    window: Annotated[int | None, typer.Option("--window", min=1)] = None,
    directed: Annotated[bool, typer.Option("--directed")] = False,
    measure: Annotated[list[str] | None, typer.Option("--measure")] = None,
    smoothing: Annotated[float, typer.Option("--smoothing")] = 0.0,
    lines: Annotated[int, typer.Option("--lines", min=0)] = 0,
    json: Json = False,
) -> None:
    """Count a word, or how often two words meet. Also how much they attract each other."""
    if directed and window is None:
        raise InputError("a direction needs a window", todo="Write, for example, --window 5 --directed.")
    opened = open_index(index, literal=literal)
    unit = Unit.FORM if form else Unit.LEMMA
    within = Within(words=window, directed=directed) if window else SENTENCE
    names = list(dict.fromkeys(["mi", *(measure or ())]))
    measures = {each: measure_named(each, smoothing) for each in names}
    found = _single(opened, a, unit) if b is None else opened.pair(a, b, within=within, unit=unit)
    scores = {each: made(found) for each, made in measures.items()} if b is not None else {}
    shown = opened.concordance(a, b, limit=lines, within=within, unit=unit) if lines else ()
    asked = [" ".join(opened.target(each, unit).words) for each in (a, b) if each is not None]
    if json:
        print_json(_counted(opened, asked, found, scores, within, unit, shown, single=b is None))
        return
    _print_counted(opened, asked, found, scores, within, shown)


def _single(opened: Index, word: str, unit: Unit) -> PairCount:
    """A word alone, as a pair with nothing."""
    return PairCount(total=opened.sentences, a=opened.frequency(word, unit=unit), b=0, both=0)


def _counted(
    opened: Index,
    asked: list[str],
    found: PairCount,
    scores: dict[str, float | Undefined],
    within: Within,
    unit: Unit,
    shown: tuple[Concordance, ...],
    *,
    single: bool,
) -> dict[str, Any]:
    pair = None if single else found
    return {
        "sentences": opened.sentences,
        "a": found.a,
        "b": pair and found.b,
        "both": pair and found.both,
        "mi": None,
        **{name: None if isinstance(score, Undefined) else score for name, score in scores.items()},
        "total": found.total,
        "counted_in": "sentences" if within.words is None else "pairs of places",
        "window": within.words,
        "directed": within.directed,
        "unit": unit.value,
        "asked": asked,
        "undefined": {name: score.reason for name, score in scores.items() if isinstance(score, Undefined)},
        "words": opened.words,
        "corpus": opened.name,
        "signature": str(opened.signature),
        "lines": [{"text": line.text, "source": line.source} for line in shown],
    }


def _print_counted(
    opened: Index,
    asked: list[str],
    found: PairCount,
    scores: dict[str, float | Undefined],
    within: Within,
    shown: tuple[Concordance, ...],
) -> None:
    what = "sentences" if within.words is None else f"pairs of places within {within.words} words"
    rows: list[list[Any]] = [[asked[0], found.a]]
    if len(asked) > 1:
        rows += [[asked[1], found.b], ["both", found.both]]
    rows.append([f"all {what}", found.total])
    print_table(["", what], rows, title=f"{opened.name}, {opened.words:,} words")
    for name, score in scores.items():
        text = f"no score: {score.reason}" if isinstance(score, Undefined) else f"{score:.2f}"
        stdout().print(f"{name}: {text}", markup=False)
    for line in shown:
        stdout().print(f"{line.text} [{line.source}]", markup=False)
    stdout().print(str(opened.signature), style="dim", markup=False)


app.command()(pairs)


@app.command()
def info(
    index: Annotated[Path, typer.Argument(metavar="INDEX")],
    verify: Annotated[bool, typer.Option("--verify")] = False,
    json: Json = False,
) -> None:
    """Say what an index holds. With --verify, also whether its bytes are those that were written."""
    opened = open_index(index, literal=True)
    damaged = opened.damaged() if verify else ()
    try:
        told = _description(opened)
    except FormatError:
        if not damaged:
            raise
        told = {"name": opened.name}  # what is damaged cannot be described, and is named below
    if json:
        print_json(told | {"verified": verify, "damaged": list(damaged)})
    else:
        print_table(["", ""], [[key, value] for key, value in told.items() if not isinstance(value, (dict, list))])
        for name in damaged:
            say(f"damaged: {name}")
        if verify and not damaged:
            say("All bytes are those that were written.")
    if damaged:
        raise typer.Exit(1)


def _description(opened: Index) -> dict[str, Any]:
    size = opened.bytes
    return {
        "name": opened.name,
        "language": opened.language,
        "words": opened.words,
        "sentences": opened.sentences,
        "lemmas": opened.largest_vocabulary,
        "shards": len(opened.records),
        "parts": opened.plan.parts,
        "bytes": size,
        "bytes_per_word": round(size / opened.words, 3) if opened.words else None,
        "text": not opened.plan.counts_only,
        "tables": opened.plan.tables,
        "analysis": opened.plan.analysis,
        "signature": str(opened.signature),
        "card": plain(opened.card),
        "notes": list(opened.notes),
    }


def _opened(
    inputs: list[str],
    format: str | None,
    encoding: str | None,
    errors: Errors,
    field: str | None,
    column: str | None,
    lines: Lines | None,
) -> CorpusSource:
    settings = ReadingSettings(format=format, encoding=encoding, errors=errors, field=field, column=column, lines=lines)
    return open_corpus(_absolute(inputs), settings)


def _absolute(inputs: list[str]) -> tuple[str, ...]:
    """Inputs under names that other processes and machines understand."""
    return tuple(str(Path(each).absolute()) if each else each for each in inputs)


def _engine(name: EngineName, processes: int | None, scheduler: str | None) -> Engine:
    if scheduler and name is not EngineName.DASK:
        raise InputError("--scheduler is for Dask", todo="Write --engine dask.")
    if name is EngineName.PROCESSES:
        count = processes or processors()
        return ProcessesEngine(count) if count > 1 else HereEngine()
    from anaphor.corpus.index import DaskEngine, SlurmEngine

    if name is EngineName.SLURM:
        return SlurmEngine(processes or 4)
    if not scheduler:
        raise InputError("which Dask scheduler is not said", todo="Write, for example, --scheduler tcp://host:8786.")
    return DaskEngine(scheduler)
