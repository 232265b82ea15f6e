"""What `score` and `compare` read: runs with their collections, people's answers, labels of items."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from anaphor.cli.score_labels import Labels, labels_of
from anaphor.collection.loading import in_language, load
from anaphor.errors import AnaphorError, ContentError, InputError, Place
from anaphor.provenance import Signature
from anaphor.resolver.running import Run, read_run
from anaphor.schema import Collection
from anaphor.scoring.intervals import Method
from anaphor.scoring.outcomes import Missing, Outcome, Targets, outcomes_of, targets_of
from anaphor.scoring.scorecard import run_signature

Runs = Annotated[list[Path] | None, typer.Argument(metavar="RUN…", help="Runs that `anaphor resolve` wrote.")]
Source = Annotated[
    str | None,
    typer.Option("--collection", help="The collection, a file or a name; default: the one that the run names."),
]
MissingOption = Annotated[
    Missing, typer.Option("--missing", help="What questions without an answer are: refuse, abstain or skip.")
]
IntervalOption = Annotated[Method, typer.Option("--interval", help="How intervals are made.")]
Level = Annotated[float, typer.Option("--level", help="Level of intervals and tests.")]
Times = Annotated[int, typer.Option("--times", help="How many samples or references are drawn.")]
Seed = Annotated[int, typer.Option("--seed", help="Seed of whatever is drawn.")]
PeopleOption = Annotated[
    Path | None,
    typer.Option("--people", help="People's answers (JSON lines), or counts (.csv, .tsv with item, right, asked)."),
]
PanelOption = Annotated[
    int | None, typer.Option("--panel", min=1, help="People in a panel that elects a reference; default: as asked.")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a run's collection is found."""

    source: str | None = None
    """A file or a name; None: what the run's header says."""
    format: str | None = None
    """Format of the file, if it is not recognised."""
    language: str | None = None
    """Which language of several."""
    columns: tuple[tuple[str, str], ...] = ()
    """Columns of a dataset: ours, theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredRun:
    """A run with what became of each item."""

    name: str
    """The respondent; with the file's name where several runs have one."""
    path: Path
    """Its file."""
    run: Run
    """The run."""
    collection: Collection
    """What was asked."""
    targets: Targets
    """What is scored of it."""
    outcomes: tuple[Outcome, ...]
    """What became of each item."""
    signature: Signature
    """What the outcomes were made from."""


def score_runs(
    paths: Sequence[Path], origin: Origin, missing: Missing = Missing.REFUSE, labels: Labels | None = None
) -> list[ScoredRun]:
    """The runs with their outcomes; a run that was made on another state of its collection is refused."""
    known: dict[tuple[str, str], tuple[Collection, Targets]] = {}
    scored = []
    for path in paths:
        run = read_run(path)
        place = origin.source or run.header.source, run.header.fingerprint
        if place not in known:
            collection = _collection(path, run, origin)
            known[place] = collection, targets_of(collection, labels_of(collection, labels or Labels()))
        collection, targets = known[place]
        _refuse_other(path, run, collection, given=origin.source)
        outcomes = outcomes_of(targets.items, run.answers, missing=missing)
        header = run.header
        signature = run_signature(header.collection, header.fingerprint, header.signature, targets, missing)
        scored.append(ScoredRun(name=header.respondent.name, path=path, run=run, collection=collection,
                                targets=targets, outcomes=outcomes, signature=signature))  # fmt: skip
    return _with_own_names(scored)


def _with_own_names(runs: Sequence[ScoredRun]) -> list[ScoredRun]:
    """Runs of one respondent on one collection are told apart by their files."""
    if len({each.path.resolve() for each in runs}) < len(runs):
        raise InputError("the same run is given twice", todo="Give each run once.")
    names = [(each.run.header.fingerprint, each.name) for each in runs]
    stems = [each.path.stem for each in runs]
    return [
        each if names.count(name) == 1
        else replace(each, name=f"{each.name} ({stem if stems.count(stem) == 1 else each.path})")
        for each, name, stem in zip(runs, names, stems, strict=True)
    ]  # fmt: skip


def _collection(path: Path, run: Run, origin: Origin) -> Collection:
    """What the run was asked: the collection that is given, or that its header names, in the language that it had."""
    header = run.header
    try:
        found = _loaded(origin.source or header.source, origin)
    except AnaphorError as error:
        if origin.source or header.collection == header.source:
            raise
        try:
            found = _loaded(header.collection, origin)
        except AnaphorError:
            raise InputError(
                f"the collection that this run names cannot be read ({str(error).rstrip('.')})",
                where=Place(file=str(path)), todo="Say where it is with --collection.",
            ) from error  # fmt: skip
    codes = sorted({question.language for question in found.questions}) if found.language == "mul" else []
    parts = (in_language(found, code) for code in codes)
    return next((part for part in parts if part.fingerprint == header.fingerprint), found)


def _loaded(source: str, origin: Origin) -> Collection:
    return load(source, format=origin.format, language=origin.language, columns=origin.columns)


def _refuse_other(path: Path, run: Run, collection: Collection, *, given: str | None) -> None:
    header = run.header
    if header.fingerprint == collection.fingerprint:
        return
    asked, here = f"{header.collection}#{header.fingerprint}", f"{collection.name}#{collection.fingerprint}"
    why = "another collection" if header.collection != collection.name else "another state of the collection"
    raise ContentError(
        f"this run was made on {why}: it was asked {asked}, and {'--collection' if given else 'the file'} is {here}",
        where=Place(file=str(path)),
        todo="Give the collection that was asked (--collection, --language), or run the resolver again.",
    )


def refuse_several(runs: Sequence[ScoredRun]) -> None:
    """Refuse runs that were asked different things: their numbers must not be compared."""
    first = runs[0]
    for each in runs[1:]:
        if each.run.header.fingerprint != first.run.header.fingerprint:
            one, other = (f"{run.run.header.collection}#{run.run.header.fingerprint}" for run in (first, each))
            raise InputError(
                f"{first.path} was asked {one} and {each.path} was asked {other}: what differs could be the questions",
                todo="Compare runs of one collection, in one state.",
            )
