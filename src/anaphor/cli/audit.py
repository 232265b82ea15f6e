"""`anaphor audit`: do simple statistics give the answers of a collection away?"""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from anaphor.cli.command import JsonOption, Shown, say
from anaphor.section import Report
from anaphor.settings import Criteria, Lines, PairSource
from anaphor.text import text

if TYPE_CHECKING:
    from anaphor.audit import Audit


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
    from anaphor.audit import run

    settings: dict[str, Any] = {"pairs": pairs, "continuous": continuous, "lines": lines, "quick": quick, "seed": seed}
    settings |= {"measure": measure, "smoothing": smoothing, "window": window, "embeddings": embeddings}
    settings |= {"margin": margin, "level": level, "leak": leak}
    settings |= {"column": column, "field": field, "newlines": newlines}
    found = run(collection, corpus=corpus or None, stream=stream or None, format=format, language=language, **settings)
    for note in found.notes:
        say(str(note))
    _write_beside(found, save_to, figure)
    from anaphor.report.collections import audit_section

    def page() -> Report:
        return Report(title=text("audit-title", name=found.title), sections=(audit_section(found),))

    section = audit_section(found, drawn=False)
    if json:  # with the lines of the corpus behind every item
        section = replace(section, data=found.to_dict())
    return Shown(section=section, code=int(fail_on_leak and found.leaks), report=page)


def _write_beside(found: "Audit", counts: Path | None, figure: Path | None) -> None:
    """The files that were asked for beside the result; what cannot be made is said aloud."""
    if counts:
        pairs = found.save_counts(counts)
        say(text("audit-counts-saved", pairs=pairs, path=str(counts)) if pairs else text("audit-no-counts"))
    if figure and found.test is None:
        say(text("audit-no-figure"))
    elif figure:
        from anaphor.report import save
        from anaphor.report.collections import audit_figure

        save(audit_figure(found), figure)
        say(text("audit-figure-drawn", path=str(figure)))
