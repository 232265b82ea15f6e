"""`anaphor report`: one page, or one text, about everything that a project has."""

import shlex
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from anaphor import report as parts
from anaphor.agreement.labels import open_labels
from anaphor.cli.command import progress, say, write_page
from anaphor.cli.score import RunOrigin, WantedLabels, read_scored
from anaphor.collection import load
from anaphor.corpus import Counts, counts_for
from anaphor.errors import FormatError, InputError
from anaphor.experiment import study_from
from anaphor.resolver import is_run
from anaphor.schema import Collection
from anaphor.scoring.items import Missing
from anaphor.section import Report, Section
from anaphor.text import text


def report(
    collection: Annotated[str | None, typer.Argument()] = None,
    more: Annotated[list[Path] | None, typer.Argument(metavar="RUN")] = None,
    output: Annotated[Path, typer.Option("--output", "-o")] = Path("report.html"),
    corpus: Annotated[list[Path] | None, typer.Option("--corpus")] = None,
    audit: Annotated[bool, typer.Option("--audit/--no-audit")] = True,
    study: Annotated[Path | None, typer.Option("--study")] = None,
    labels: Annotated[list[Path] | None, typer.Option("--labels")] = None,
    run: Annotated[list[Path] | None, typer.Option("--run")] = None,
    missing: Annotated[Missing, typer.Option("--missing")] = Missing.REFUSE,
    challenge: Annotated[Path | None, typer.Option("--challenge")] = None,
    title: Annotated[str | None, typer.Option("--title")] = None,
    seed: Annotated[int, typer.Option("--seed", min=0)] = 0,
    interface: Annotated[str, typer.Option("--interface")] = "en",
) -> None:
    """Write one report of whatever is given.

    The collection, its audit, the study, the agreement, the systems and the challenge.
    """
    if not (collection or study or labels or run or challenge):
        raise InputError("report-nothing-given")
    if collection and is_run(Path(collection)):
        if not run:
            raise InputError("report-run-given", run=collection, quoted=shlex.quote(collection))
        more, collection = [Path(collection), *(more or [])], None  # --run a b, without a collection
    if more and not run:
        raise InputError("report-second-collection", second=str(more[0]))
    parts.check_ending(output)
    asked = _loaded(collection) if collection else None
    sections: list[Section | None] = []
    if asked is not None and audit:
        sections.append(audited(asked, counts_for(asked.language, corpus or []), seed=seed))
        if sections[0] is None:
            say(text("report-no-audit", name=asked.name))
    if study is not None:
        sections.append(parts.study_part(study_from(study)))
    for number, path in enumerate(labels or [], 1):
        matrix = open_labels(path)
        for note in matrix.notes:
            say(str(note))
        section = parts.labels_part(matrix, seed=seed)
        sections.append(replace(section, id=f"agreement-{number}", title=f"{section.title} ({path.name})"))
    if run:
        wanted = WantedLabels(kinds=("domain",))
        sections += parts.runs_parts(read_scored([*run, *(more or [])], RunOrigin(source=collection), missing, wanted))
    if challenge is not None:
        sections.append(parts.challenge_part(challenge))
    heading = title or (asked.title or asked.name if asked is not None else text("report-report"))
    made = Report(title=heading, interface=interface, sections=tuple(filter(None, sections)))
    write_page(made, output, made="anaphor report", collections=[checked(asked)] if asked is not None else [])


def _loaded(collection: str) -> Collection:
    """The collection; a report takes no format, so one that must be told is told elsewhere."""
    try:
        return load(collection)
    except FormatError as error:
        if "--format" not in error.todo:
            raise
        todo = text("report-convert-first", collection=shlex.quote(collection))
        raise FormatError(error.what, where=error.where, todo=todo) from error


def checked(collection: Collection) -> parts.CollectionSection:
    """What the checker says of a collection, with a bar while it is asked."""
    with progress(text("report-progress-checking", name=collection.name)) as bar:
        return parts.collection_part(collection, bar)


def audited(collection: Collection, counts: Counts, *, seed: int = 0) -> Section | None:
    """A collection's audit, with a bar while it is made; None where no item has the shape that the test needs."""
    with progress(text("report-progress-auditing", name=collection.name)) as bar:
        return parts.audit_part(collection, counts, bar, seed=seed)
