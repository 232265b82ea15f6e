"""`anaphor audit`: do simple statistics give the answers of a collection away?"""

from pathlib import Path
from typing import Annotated

import typer

from anaphor import audit as house
from anaphor import report
from anaphor.cli.command import JsonOption, Shown, Told, option, say, told
from anaphor.section import Report
from anaphor.settings import Criteria, Lines, PairSource
from anaphor.text import text


@told(
    corpus=option(list[Path] | None),
    stream=option(list[str] | None),
    measure=option(str, "mi"),
    smoothing=option(float, 0.0),
    window=option(int | None, min=1),
    pairs=option(PairSource, PairSource.AUTO),
    continuous=option(bool, False, "--continuous"),
    margin=option(float, Criteria().margin),
    level=option(float, Criteria().level),
    leak=option(float, Criteria().leak),
    lines=option(int, 5, min=0, max=100),
    embeddings=option(Path | None),
    quick=option(bool, False, "--quick"),
    save_counts=option(Path | None),
    figure=option(Path | None),
    fail_on_leak=option(bool, False, "--fail-on-leak"),
    format=option(str | None),
    language=option(str | None),
    seed=option(int, 0, min=0),
    column=option(str | None),
    field=option(str | None),
    newlines=option(Lines | None),
)
def audit(
    *,
    collection: Annotated[str, typer.Argument(metavar="PATH_OR_NAME")],
    told: Told,
    json: JsonOption = False,
) -> Shown:
    """Say whether simple counts give the answers away."""
    save_to, figure, fails = told.pop("save_counts", None), told.pop("figure", None), told.pop("fail_on_leak")
    found = house.run(collection, **told)
    say(*found.notes)
    _write_beside(found, save_to, figure)

    def page() -> Report:
        return Report(title=text("audit-title", name=found.title), sections=(found.section,))

    return Shown(section=found.section, code=int(fails and found.leaks), report=page)


def _write_beside(found: "house.Audit", counts: Path | None, figure: Path | None) -> None:
    """The files that were asked for beside the result; what cannot be made is said aloud."""
    if counts:
        pairs = found.save_counts(counts)
        say(text("audit-counts-saved", pairs=pairs, path=str(counts)) if pairs else text("audit-no-counts"))
    if figure and found.test is None:
        say(text("audit-no-figure"))
    elif figure:
        report.save(report.audit_figure(found), figure)
        say(text("audit-figure-drawn", path=str(figure)))
