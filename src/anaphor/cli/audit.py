"""`anaphor audit`: do simple statistics give the answers of a collection away?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from anaphor.audit import THRESHOLDS, Audit, AuditSettings, Criteria, PairSource, count_stream, run, save_counts
from anaphor.cli.command import JsonOption, Shown, progress, say
from anaphor.collection import load
from anaphor.collection.checks import other_language
from anaphor.corpus import Within, counts_for
from anaphor.corpus.sources import Lines, ReadingSettings
from anaphor.errors import InputError
from anaphor.section import Report
from anaphor.text import text

if TYPE_CHECKING:
    from anaphor.corpus import Counts
    from anaphor.schema import Collection


def audit(
    collection: Annotated[str, typer.Argument(metavar="PATH_OR_NAME")],
    corpus: Annotated[list[Path] | None, typer.Option("--corpus")] = None,
    stream: Annotated[list[str] | None, typer.Option("--stream")] = None,
    measure: Annotated[str, typer.Option("--measure")] = "mi",
    smoothing: Annotated[float, typer.Option("--smoothing")] = 0.0,
    window: Annotated[int | None, typer.Option("--window", min=1)] = None,
    pairs: Annotated[PairSource, typer.Option("--pairs")] = PairSource.AUTO,
    continuous: Annotated[bool, typer.Option("--continuous")] = False,
    margin: Annotated[float, typer.Option("--margin")] = Criteria().margin,
    level: Annotated[float, typer.Option("--level")] = Criteria().level,
    leak: Annotated[float, typer.Option("--leak")] = Criteria().leak,
    lines: Annotated[int, typer.Option("--lines", min=0, max=100)] = 5,
    embeddings: Annotated[Path | None, typer.Option("--embeddings")] = None,
    quick: Annotated[bool, typer.Option("--quick")] = False,
    save_to: Annotated[Path | None, typer.Option("--save-counts")] = None,
    figure: Annotated[Path | None, typer.Option("--figure")] = None,
    fail_on_leak: Annotated[bool, typer.Option("--fail-on-leak")] = False,
    format: Annotated[str | None, typer.Option("--format")] = None,
    language: Annotated[str | None, typer.Option("--language")] = None,
    seed: Annotated[int, typer.Option("--seed", min=0)] = 0,
    column: Annotated[str | None, typer.Option("--column")] = None,
    field: Annotated[str | None, typer.Option("--field")] = None,
    newlines: Annotated[Lines | None, typer.Option("--newlines")] = None,
    json: JsonOption = False,
) -> Shown:
    """Say whether simple counts give the answers away."""
    settings = AuditSettings(
        measure=measure,
        smoothing=smoothing,
        within=Within(words=window),
        pairs=pairs,
        thresholds=None if continuous else THRESHOLDS,
        seed=seed,
        criteria=Criteria(margin=margin, level=level, leak=leak),
        shortcuts=not quick,
        robustness=not quick,
        embeddings=embeddings,
        lines=lines,
        all_lines=json,
    )
    asked = load(collection, format=format, language=language)
    if looks := other_language(asked):
        say(text("audit-doubtful-language", language=asked.language, looks=looks))
    reading = ReadingSettings(column=column, field=field, lines=newlines)
    counts = _counts(asked, corpus or [], stream or [], reading, settings)
    with progress(text("audit-progress", name=asked.name)) as bar:
        found = run(asked, counts, settings, bar)
    _write_beside(found, save_to, figure)
    from anaphor.report.collections import audit_section

    def page() -> Report:
        return Report(title=text("audit-title", name=found.title), sections=(audit_section(found),))

    section = audit_section(found, drawn=False)
    return Shown(section=section, code=int(fail_on_leak and found.leaks), report=page)


def _counts(
    collection: "Collection",
    corpora: list[Path],
    inputs: list[str],
    reading: ReadingSettings,
    settings: AuditSettings,
) -> "Counts | None":
    """The counts to ask: the named corpora together, a stream counted now; None: what the package carries."""
    if corpora and inputs:
        raise InputError("audit-corpus-and-stream")
    if not inputs and reading != ReadingSettings():
        raise InputError("audit-no-stream")
    if inputs and collection.language != "mul":
        with progress(text("audit-progress-counting", name=collection.name)) as bar:
            return count_stream(collection, inputs, reading, settings, bar)
    return counts_for(collection.language, corpora) if corpora else None


def _write_beside(found: Audit, counts: Path | None, figure: Path | None) -> None:
    """The files that were asked for beside the result; what cannot be made is said aloud."""
    if counts:
        pairs = save_counts(found, counts)
        say(text("audit-counts-saved", pairs=pairs, path=str(counts)) if pairs else text("audit-no-counts"))
    if figure and found.test is None:
        say(text("audit-no-figure"))
    elif figure:
        from anaphor.report import save
        from anaphor.report.collections import audit_figure

        save(audit_figure(found), figure)
        say(text("audit-figure-drawn", path=str(figure)))
