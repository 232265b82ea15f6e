"""What `score` and `compare` read: runs with their collections, people's answers, labels of items."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from anaphor.cli.collection import columns_of
from anaphor.cli.score_labels import Labels, labels_of
from anaphor.cli.score_tables import said_of
from anaphor.collection import in_language, load
from anaphor.errors import AnaphorError, ContentError, InputError, Place
from anaphor.provenance import Signature
from anaphor.resolver import Run, read_run
from anaphor.schema import Collection
from anaphor.scoring import Method, Missing, Outcome, Targets, outcomes_of, run_signature, targets_of

Runs = Annotated[list[Path] | None, typer.Argument(metavar="RUN")]
Source = Annotated[
    str | None,
    typer.Option("--collection"),
]
MissingOption = Annotated[Missing, typer.Option("--missing")]
IntervalOption = Annotated[Method, typer.Option("--interval")]
Level = Annotated[float, typer.Option("--level")]
Times = Annotated[int, typer.Option("--times")]
Seed = Annotated[int, typer.Option("--seed")]
PeopleOption = Annotated[
    Path | None,
    typer.Option("--people"),
]
PanelOption = Annotated[int | None, typer.Option("--panel", min=1)]


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

    @property
    def asked(self) -> str:
        """The collection that was asked, with its fingerprint."""
        return f"{self.run.header.collection}#{self.run.header.fingerprint}"


def score_runs(
    paths: Sequence[Path], origin: Origin, missing: Missing = Missing.REFUSE, labels: Labels | None = None
) -> list[ScoredRun]:
    """The runs with their outcomes; a run that was made on another state of its collection is refused."""
    known: dict[tuple[str, str], tuple[Collection, Targets]] = {}
    scored: list[ScoredRun] = []
    for path in paths:
        run = read_run(path)
        _refuse_again(path, run, scored)
        place = origin.source or run.header.source, run.header.fingerprint
        if place not in known:
            collection = _collection(path, run, origin)
            _refuse_other(path, run, collection, given=origin.source)
            known[place] = collection, targets_of(collection, labels_of(collection, labels or Labels()))
        collection, targets = known[place]
        with said_of(path):
            _refuse_strangers(run, collection)
            outcomes = outcomes_of(targets.items, run.answers, missing=missing)
        header = run.header
        asked = f"{header.collection}#{header.fingerprint}"
        signature = run_signature(asked, header.signature, targets, missing, blind=header.blind)
        scored.append(
            ScoredRun(
                name=header.respondent.name,
                path=path,
                run=run,
                collection=collection,
                targets=targets,
                outcomes=outcomes,
                signature=signature,
            )
        )
    return _with_own_names(scored)


def comparable(runs: Sequence[ScoredRun]) -> bool:
    """Whether all runs were scored on the same items (with --missing skip, they may not be)."""
    items = [[each.item for each in run.outcomes] for run in runs]
    return all(each == items[0] for each in items)


def _with_own_names(runs: Sequence[ScoredRun]) -> list[ScoredRun]:
    """Runs of one respondent on one collection are told apart by their files."""
    names = [(each.run.header.fingerprint, each.name) for each in runs]
    stems = [each.path.stem for each in runs]
    return [
        each
        if names.count(name) == 1
        else replace(each, name=f"{each.name} ({stem if stems.count(stem) == 1 else each.path})")
        for each, name, stem in zip(runs, names, stems, strict=True)
    ]


def _refuse_again(path: Path, run: Run, before: Sequence[ScoredRun]) -> None:
    """Refuse a run that was given before, under the same name or as a copy: it would count twice."""
    for each in before:
        if each.path.resolve() == path.resolve():
            raise InputError("the same run is given twice", where=Place(file=str(path)), todo="Give each run once.")
        if each.run == run:
            raise InputError(
                f"this is a copy of the run in {each.path}", where=Place(file=str(path)), todo="Give each run once."
            )


def _refuse_strangers(run: Run, collection: Collection) -> None:
    """Refuse answers to questions that the collection does not have."""
    known = {question.id for question in collection.questions}
    strange = [answer.question for answer in run.answers if answer.question not in known]
    if strange:
        more = f", and {len(strange) - 1} more like it" if len(strange) > 1 else ""
        raise ContentError(
            f"the run answers {strange[0]}, a question that {collection.name} does not have{more}",
            todo="Check the ids, or run the resolver again.",
        )


def _collection(path: Path, run: Run, origin: Origin) -> Collection:
    """What the run was asked: the collection that is given or that its header names, read as the run read it."""
    found: Collection | None = None
    problem: AnaphorError | None = None
    with said_of(path):
        ways = _ways(path, run, origin)
    for source, how in ways:
        try:
            read = load(source, format=how.format, language=how.language, columns=how.columns)
        except AnaphorError as error:
            problem = problem or error
            continue
        read = _part_asked(read, run.header.fingerprint)
        if read.fingerprint == run.header.fingerprint:
            return read
        found = found or read
    if found is not None:
        return found
    if problem is None or origin.source:
        raise problem or InputError("the run names no collection", where=Place(file=str(path)))
    raise InputError(
        f"the collection that this run names cannot be read ({str(problem).rstrip('.')})",
        where=Place(file=str(path)),
        todo="Say where it is with --collection.",
    ) from problem


def _ways(path: Path, run: Run, origin: Origin) -> list[tuple[str, Origin]]:
    """Where the collection may be and how it may have to be read, the likeliest first; what is given comes first."""
    noted = run.header.settings
    columns = columns_of(re.split(r"\s+(?=\w+=)", noted["columns"])) if noted.get("columns") else ()
    as_run = replace(
        origin,
        format=origin.format or noted.get("format"),
        language=origin.language or noted.get("language"),
        columns=origin.columns or columns,
    )
    if origin.source:
        return list(dict.fromkeys([(origin.source, origin), (origin.source, as_run)]))
    source, name = run.header.source, run.header.collection
    nearby = [str(folder / source) for folder in (path.parent, path.parent.parent)]  # a run is scored from elsewhere
    files = [(each, as_run) for each in (source, *nearby)]
    return list(dict.fromkeys([*files, (name, origin), (name, as_run)]))


def _part_asked(collection: Collection, fingerprint: str) -> Collection:
    """Of a collection in several languages, the one that was asked."""
    several = collection.language == "mul"
    codes = sorted({question.language for question in collection.questions}) if several else []
    parts = (in_language(collection, code) for code in codes)
    return next((part for part in parts if part.fingerprint == fingerprint), collection)


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
            raise InputError(
                f"{first.path} was asked {first.asked} and {each.path} was asked {each.asked}: what differs could be "
                "the questions",
                todo="Compare runs of one collection, in one state.",
            )
