"""`anaphor score` and `anaphor compare`: what runs are worth, and whether one system is better than another."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from anaphor import library, scoring
from anaphor.cli.collection import Column, CountFrom, Format, Language
from anaphor.cli.command import Shown, columns_of, say
from anaphor.errors import InputError
from anaphor.report import systems
from anaphor.section import Section
from anaphor.settings import IntervalMethod, Missing
from anaphor.text import text

Source = Annotated[str | None, typer.Option("--collection")]
MissingOption = Annotated[Missing, typer.Option("--missing")]
IntervalOption = Annotated[IntervalMethod, typer.Option("--interval")]
Level = Annotated[float, typer.Option("--level")]
Times = Annotated[int, typer.Option("--times")]
Seed = Annotated[int, typer.Option("--seed")]
AnswersOption = Annotated[str | None, typer.Option("--answers", metavar="PROGRAM")]
PeopleOption = Annotated[Path | None, typer.Option("--people")]
PanelOption = Annotated[int | None, typer.Option("--panel", min=1)]


class Draw(StrEnum):
    """What `--figure` draws."""

    SCORES = "scores"
    RISK = "risk"
    CALIBRATION = "calibration"


def score(
    runs: Annotated[list[Path] | None, typer.Argument(metavar="RUN")] = None,
    collection: Source = None,
    format: Format = None,
    language: Language = None,
    column: Column = None,
    count_from: CountFrom = None,
    answers: AnswersOption = None,
    counts: Annotated[tuple[int, int, int] | None, typer.Option("--counts", metavar="N H THETA")] = None,
    by: Annotated[list[str] | None, typer.Option("--by")] = None,
    audit: Annotated[Path | None, typer.Option("--audit")] = None,
    groups: Annotated[Path | None, typer.Option("--groups")] = None,
    people: PeopleOption = None,
    panel: PanelOption = None,
    origins: Annotated[Path | None, typer.Option("--origins")] = None,
    missing: MissingOption = Missing.REFUSE,
    interval: IntervalOption = IntervalMethod.AUTO,
    level: Level = 0.95,
    times: Times = 2000,
    seed: Seed = 0,
    details: Annotated[bool, typer.Option("--details")] = False,
    items: Annotated[bool, typer.Option("--items")] = False,
    with_literature: Annotated[bool, typer.Option("--literature")] = False,
    figure: Annotated[Path | None, typer.Option("--figure")] = None,
    draw: Annotated[Draw, typer.Option("--draw")] = Draw.SCORES,
    records: Annotated[Path | None, typer.Option("--records", metavar="FOLDER")] = None,
) -> Shown:
    """Score runs, with intervals. Right, wrong and abstained are counted fairly; intervals are by schema."""
    if (counts is None) == (not runs):
        raise InputError("score-nothing" if counts is None else "score-runs-and-counts")
    if counts:
        return Shown(section=scoring.counted(*counts, level=level, with_literature=with_literature).section)
    found = library.score(
        *(runs or ()),
        collection=collection,
        format=format,
        language=language,
        columns=columns_of(column, count_from),
        answers=answers,
        by=by or (),
        audit=audit,
        groups=groups,
        people=people,
        panel=panel,
        origins=origins,
        missing=missing,
        interval=interval,
        level=level,
        times=times,
        seed=seed,
        items=items,
        literature=with_literature,
    )
    for note in found.notes:
        say(str(note))
    if records:
        say(text("score-records-written", path=str(records), count=len(library.write_records(found, records))))
    if figure:
        from anaphor.report import save

        if draw is Draw.SCORES:
            save(systems.scores_figure(found.cards, found.published), figure)
        else:
            save((systems.risk_figure if draw is Draw.RISK else systems.calibration_figure)(found.cards), figure)
        say(text("scoring-sentences-figure", path=str(figure)))
    return Shown(section=systems.scores_section(found, details=details), report=lambda: systems.scores_report(found))


def compare(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN")],
    outcomes: Annotated[bool, typer.Option("--outcomes")] = False,
    cluster: Annotated[str | None, typer.Option("--cluster", metavar="COLUMN")] = None,
    collection: Source = None,
    format: Format = None,
    language: Language = None,
    column: Column = None,
    count_from: CountFrom = None,
    answers: AnswersOption = None,
    people: PeopleOption = None,
    panel: PanelOption = None,
    missing: MissingOption = Missing.REFUSE,
    interval: IntervalOption = IntervalMethod.AUTO,
    level: Level = 0.95,
    times: Times = 2000,
    seed: Seed = 0,
) -> Section:
    """Compare systems on the same items. Differences with intervals, exact tests by schema, shared ranks."""
    found = library.compare(
        *runs,
        outcomes=outcomes,
        cluster=cluster,
        collection=collection,
        format=format,
        language=language,
        columns=columns_of(column, count_from),
        answers=answers,
        people=people,
        panel=panel,
        missing=missing,
        interval=interval,
        level=level,
        times=times,
        seed=seed,
    )
    for note in found.notes:
        say(str(note))
    return systems.comparison_section(found)
