"""`anaphor report`: one page, or one text, about everything that a project has; and `anaphor demo`, such a page."""

import shlex
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from anaphor.answer import MOST_FAILED
from anaphor.cli.command import Argument, command, say
from anaphor.errors import FormatError, InputError
from anaphor.parameters import Parameter
from anaphor.scoring import Missing
from anaphor.text import text

if TYPE_CHECKING:
    from anaphor.schema import Collection


Output = Annotated[Path, Parameter(flags=("--output", "-o"))]
Spoken = Annotated[str, Parameter(metavar="<en|fr>")]


@command("report")
def report(
    collection: Annotated[str | None, Argument()] = None,
    more: Annotated[list[Path] | None, Argument("RUN")] = None,
    output: Output = Path("report.html"),
    corpus: list[Path] | None = None,
    audit: bool = True,
    study: Path | None = None,
    labels: list[Path] | None = None,
    run: list[Path] | None = None,
    missing: Missing = Missing.REFUSE,
    most_failed: Annotated[float, Parameter(metavar="SHARE")] = MOST_FAILED,
    challenge: Path | None = None,
    title: str | None = None,
    seed: Annotated[int, Parameter(least=0)] = 0,
    interface: Spoken = "en",
) -> None:
    """Write a combined report."""
    from anaphor.answers import open_labels
    from anaphor.challenge import open_challenge
    from anaphor.corpus import counts_for
    from anaphor.experiment import study_from
    from anaphor.report import audit_part, check_ending, labels_part, runs_parts, write
    from anaphor.resolver import is_run
    from anaphor.scoring import RunOrigin, WantedLabels, read_scored

    if not (collection or study or labels or run or challenge):
        raise InputError("report-nothing-given")
    if collection and is_run(Path(collection)):
        if not run:
            raise InputError("report-run-given", run=collection, quoted=shlex.quote(collection))
        more, collection = [Path(collection), *(more or [])], None  # --run a b, without a collection
    if more and not run:
        raise InputError("report-second-collection", second=str(more[0]))
    check_ending(output)
    asked = _loaded(collection) if collection else None
    shown: list[Any] = [] if asked is None else [asked]
    if asked is not None and audit:
        if section := audit_part(asked, counts_for(asked.language, corpus or []), seed=seed):
            shown.append(section)
        else:
            say(text("report-no-audit", name=asked.name))
    if study is not None:
        shown.append(study_from(study))
    for number, path in enumerate(labels or [], 1):
        matrix = open_labels(path)
        say(*matrix.notes)
        section = labels_part(matrix, seed=seed)
        shown.append(replace(section, id=f"agreement-{number}", title=f"{section.title} ({path.name})"))
    if run:
        wanted = WantedLabels(kinds=("domain",))
        origin = RunOrigin(source=collection)
        scored = read_scored([*run, *(more or [])], origin, missing, wanted)
        shown += runs_parts(scored, most_failed=most_failed)
    with open_challenge(challenge) if challenge is not None else nullcontext() as held:
        write(output, *shown, *([held] if held else []), title=title, interface=interface, made="anaphor report")
    say(text("cli-report-written", path=str(output)))


@command("demo")
def demo(
    output: Output = Path("anaphor-demo"),
    interface: Spoken = "en",  # it is spoken by now
) -> None:
    """Run the whole chain on what is embedded and write a report."""
    from anaphor.cli.demo import run_demo

    run_demo(output)


def _loaded(collection: str) -> "Collection":
    """The collection; a report takes no format, so one that must be told is told elsewhere."""
    from anaphor.collection import load

    try:
        return load(collection)
    except FormatError as error:
        if "--format" not in error.todo:
            raise
        todo = text("report-convert-first", collection=shlex.quote(collection))
        raise FormatError(error.what, where=error.where, todo=todo) from error
