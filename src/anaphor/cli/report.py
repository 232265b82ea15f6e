"""`anaphor report`: one page, or one text, about everything that a project has."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from anaphor.cli.output import say
from anaphor.cli.reporting import check_ending, write_report
from anaphor.collection import load
from anaphor.errors import FormatError, InputError
from anaphor.report import INTERFACES, strings
from anaphor.resolver import is_run
from anaphor.scoring.items import Missing
from anaphor.section import Report

if TYPE_CHECKING:
    from anaphor.schema import Collection
    from anaphor.section import Section


def report(
    collection: Annotated[str | None, typer.Argument()] = None,
    more: Annotated[
        list[Path] | None,
        typer.Argument(metavar="RUN"),
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o")] = Path("report.html"),
    corpus: Annotated[
        list[Path] | None,
        typer.Option("--corpus"),
    ] = None,
    audit: Annotated[bool, typer.Option("--audit/--no-audit")] = True,
    study: Annotated[Path | None, typer.Option("--study")] = None,
    labels: Annotated[list[Path] | None, typer.Option("--labels")] = None,
    run: Annotated[list[Path] | None, typer.Option("--run")] = None,
    missing: Annotated[
        Missing,
        typer.Option("--missing"),
    ] = Missing.REFUSE,
    challenge: Annotated[Path | None, typer.Option("--challenge")] = None,
    title: Annotated[str | None, typer.Option("--title")] = None,
    seed: Annotated[int, typer.Option("--seed", min=0)] = 0,
    interface: Annotated[str, typer.Option("--interface")] = "en",
) -> None:
    """Write one report of whatever is given.

    The collection, its audit, the study, the agreement, the systems and the challenge.
    """
    if interface not in INTERFACES:
        raise InputError(f"the report has no language {interface!r}", todo="Write --interface fr or en.")
    if not (collection or study or labels or run or challenge):
        raise InputError(
            "there is nothing to report", todo="Name a collection, --study, --labels, --run or --challenge."
        )
    if collection and is_run(Path(collection)):
        if not run:
            raise InputError(
                f"{collection} is a run and no collection",
                todo=f"Write: anaphor report --run {shlex.quote(collection)}",
            )
        more, collection = [Path(collection), *(more or [])], None  # --run a b, without a collection
    if more and not run:
        raise InputError(
            f"a report is about one collection, and {more[0]} is a second",
            todo="Give runs with --run, labels with --labels.",
        )
    check_ending(output)
    from anaphor.cli import report_sections as parts

    asked = _loaded(collection) if collection else None
    sections: list[Section] = []
    if asked is not None and audit:
        sections += _audited(asked, corpus or [], interface, seed)
    if study is not None:
        from anaphor.experiment import study_from

        sections.append(parts.study_part(study_from(study), interface))
    sections += _labelled(labels or [], interface, seed)
    if run:
        from anaphor.cli.score_inputs import RunOrigin, WantedLabels, read_scored

        labels_wanted = WantedLabels(kinds=("domain",))
        scored = read_scored([*run, *(more or [])], RunOrigin(source=collection), missing, labels_wanted)
        sections += parts.runs_parts(scored, interface)
    if challenge is not None:
        sections.append(parts.challenge_part(challenge, interface))
    shown = [parts.collection_part(asked)] if asked is not None else []
    heading = title or (asked.title or asked.name if asked is not None else strings(interface)["report"])
    made = Report(title=heading, interface=interface, sections=tuple(sections))
    write_report(made, output, made="anaphor report", collections=shown)


def _loaded(collection: str) -> "Collection":
    """The collection; a report takes no format, so one that must be told is told elsewhere."""
    try:
        return load(collection)
    except FormatError as error:
        if "--format" not in error.todo:
            raise
        todo = f"Make it native first: anaphor collection convert {shlex.quote(collection)} --format … -o mine.yaml"
        raise FormatError(error.what, where=error.where, todo=todo) from error


def _audited(asked: "Collection", corpora: list[Path], interface: str, seed: int) -> "list[Section]":
    from anaphor.cli.report_sections import audit_part
    from anaphor.corpus import counts_for

    section = audit_part(asked, counts_for(asked.language, corpora), interface, seed=seed)
    if section is None:
        say(f"{asked.name} has no item with the shape that an audit needs: its section is left out.")
        return []
    return [section]


def _labelled(paths: list[Path], interface: str, seed: int) -> "list[Section]":
    from dataclasses import replace

    from anaphor.agreement.labels import open_labels
    from anaphor.cli.report_sections import labels_part
    from anaphor.text import speaking

    found = []
    for number, path in enumerate(paths, 1):
        matrix = open_labels(path)
        with speaking(interface):
            for note in matrix.notes:
                say(str(note))
        section = labels_part(matrix, interface, seed=seed)
        found.append(replace(section, id=f"agreement-{number}", title=f"{section.title} ({path.name})"))
    return found
