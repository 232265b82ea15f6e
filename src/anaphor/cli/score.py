"""`anaphor score`, `compare` and `scale`: what runs are worth, which system is better, where it stands among people."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from anaphor import report, scoring
from anaphor.answer import MOST_FAILED
from anaphor.cli.collection import loading
from anaphor.cli.command import Options, Shown, Told, option, say, told
from anaphor.errors import InputError
from anaphor.section import Section
from anaphor.settings import AbstentionReading, IntervalMethod, Missing, ScaleModel
from anaphor.text import text

Source = Annotated[str | None, typer.Option("--collection")]
_PEOPLE: Options = {
    "people": option(Path | None),
    "panel": option(int | None, min=1),
    "soft": option(bool, False, "--soft"),
}
_SAMPLING: Options = {
    "missing": option(Missing, Missing.REFUSE),
    "interval": option(IntervalMethod, IntervalMethod.AUTO),
    "level": option(float, 0.95),
    "times": option(int, 2000),
    "seed": option(int, 0),
    "most_failed": option(float, MOST_FAILED, metavar="SHARE"),
}
"""How intervals are made, and what becomes of what is missing."""


class Draw(StrEnum):
    """What `--figure` draws."""

    SCORES = "scores"
    RISK = "risk"
    CALIBRATION = "calibration"


@loading
@told(
    answers=option(str | None, metavar="PROGRAM"),
    counts=option(tuple[int, int, int] | None, metavar="N H THETA"),
    by=option(list[str] | None),
    audit=option(Path | None),
    groups=option(Path | None),
    **_PEOPLE,
    origins=option(Path | None),
    **_SAMPLING,
)
def score(
    *,
    runs: Annotated[list[Path] | None, typer.Argument(metavar="RUN")] = None,
    collection: Source = None,
    settings: Told,
    told: Told,
    details: Annotated[bool, typer.Option("--details")] = False,
    items: Annotated[bool, typer.Option("--items")] = False,
    literature: Annotated[bool, typer.Option("--literature")] = False,
    figure: Annotated[Path | None, typer.Option("--figure")] = None,
    draw: Annotated[Draw, typer.Option("--draw")] = Draw.SCORES,
    records: Annotated[Path | None, typer.Option("--records", metavar="FOLDER")] = None,
) -> Shown:
    """Score runs, with intervals. Right, wrong and abstained are counted fairly; intervals are by schema."""
    counts = told.pop("counts", None)
    if (counts is None) == (not runs):
        raise InputError("score-nothing" if counts is None else "score-runs-and-counts")
    if counts:
        return Shown(section=scoring.counted(*counts, level=told["level"], with_literature=literature).section)
    found = scoring.score(*(runs or ()), collection=collection, items=items, literature=literature, **told, **settings)
    say(*found.notes)
    if records:
        say(text("score-records-written", path=str(records), count=len(scoring.write_records(found, records))))
    if figure:
        if draw is Draw.SCORES:
            report.save(report.scores_figure(found.cards, found.published), figure)
        else:
            report.save((report.risk_figure if draw is Draw.RISK else report.calibration_figure)(found.cards), figure)
        say(text("scoring-sentences-figure", path=str(figure)))
    page = report.scores_report(found)
    return Shown(section=found.section, details=details, more="--details", report=lambda: page)


@loading
@told(answers=option(str | None, metavar="PROGRAM"), **_PEOPLE, **_SAMPLING)
def compare(
    *,
    runs: Annotated[list[Path], typer.Argument(metavar="RUN")],
    outcomes: Annotated[bool, typer.Option("--outcomes")] = False,
    cluster: Annotated[str | None, typer.Option("--cluster", metavar="COLUMN")] = None,
    without: Annotated[list[str] | None, typer.Option("--without", metavar="COLUMN")] = None,
    collection: Source = None,
    settings: Told,
    told: Told,
) -> Section:
    """Compare systems on the same items. Differences with intervals, exact tests by schema, shared ranks."""
    tables: Told = {"outcomes": outcomes, "cluster": cluster, "without": without or ()}
    found = scoring.compare(*runs, **tables, collection=collection, **told, **settings)
    say(*found.notes)
    return found.section


@loading
@told(
    answers=option(str | None, metavar="PROGRAM"),
    people=option(Path | None),
    outcomes=option(bool, False, "--outcomes"),
    model=option(ScaleModel, ScaleModel.TWO),
    guessing=option(bool, True, "--guessing/--no-guessing"),
    candidates=option(int | None, min=2),
    careless=option(bool, True, "--careless/--no-careless"),
    abstentions=option(AbstentionReading, AbstentionReading.AUTO),
    level=option(float, 0.95),
    seed=option(int, 0),
    most_failed=option(float, MOST_FAILED, metavar="SHARE"),
)
def scale(
    *,
    runs: Annotated[list[Path] | None, typer.Argument(metavar="RUN")] = None,
    collection: Source = None,
    settings: Told,
    told: Told,
    figure: Annotated[Path | None, typer.Option("--figure")] = None,
) -> Shown:
    """Put people, machines and items on one scale: where machines stand, and which items look broken."""
    found = scoring.scale(*(runs or ()), collection=collection, **told, **settings)
    say(*found.notes)
    if figure:
        say(text("scale-figure-written", path=str(report.save(report.wright_map(found), figure))))
    return Shown(section=found.section)
