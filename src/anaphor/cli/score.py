"""`anaphor score` and `anaphor compare`: what runs are worth, and whether one system is better than another."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from anaphor.cli import score_inputs as inputs
from anaphor.cli.collection import Column, Format, Language, columns_of
from anaphor.cli.command import Shown
from anaphor.cli.output import say
from anaphor.errors import InputError
from anaphor.report.systems import comparison_section, counts_section, scores_report, scores_section
from anaphor.scoring import Scores, compare_runs, counted, literature
from anaphor.scoring import score as score_runs
from anaphor.scoring.items import IntervalMethod, Missing, Sampling
from anaphor.section import Section
from anaphor.text import text

Source = Annotated[str | None, typer.Option("--collection")]
MissingOption = Annotated[Missing, typer.Option("--missing")]
IntervalOption = Annotated[IntervalMethod, typer.Option("--interval")]
Level = Annotated[float, typer.Option("--level")]
Times = Annotated[int, typer.Option("--times")]
Seed = Annotated[int, typer.Option("--seed")]
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
    items: Annotated[bool, typer.Option("--items")] = False,
    with_literature: Annotated[bool, typer.Option("--literature")] = False,
    figure: Annotated[Path | None, typer.Option("--figure")] = None,
    draw: Annotated[Draw, typer.Option("--draw")] = Draw.SCORES,
) -> Shown:
    """Score runs, with intervals. Right, wrong and abstained are counted fairly; intervals are by schema."""
    if (counts is None) == (not runs):
        raise InputError("score-nothing" if counts is None else "score-runs-and-counts")
    if counts:
        return Shown(section=counts_section(counted(*counts, level=level), literature() if with_literature else ()))
    if origins and len(runs or ()) < 2:
        raise InputError("score-origins-two-runs")
    sampling = Sampling(method=interval, level=level, times=times, seed=seed)
    origin = inputs.RunOrigin(source=collection, format=format, language=language, columns=columns_of(column))
    labels = inputs.WantedLabels(kinds=tuple(dict.fromkeys(by or ())), audit=audit, table=groups)
    found = score_runs(
        inputs.read_scored(runs or (), origin, missing, labels),
        kinds=labels.kinds,
        sampling=sampling,
        people=inputs.read_people(people) if people else None,
        panel=panel,
        origins=inputs.read_origins(origins) if origins else None,
        with_literature=with_literature,
    )
    if figure:
        _draw(found, figure, draw)
    return Shown(section=scores_section(found, items=items), report=lambda: scores_report(found))


def _draw(found: Scores, path: Path, what: Draw) -> None:
    from anaphor.report import save
    from anaphor.report.systems import calibration_figure, risk_figure, scores_figure

    if what is Draw.SCORES:
        save(scores_figure(found.cards, found.published), path)
    else:
        save((risk_figure if what is Draw.RISK else calibration_figure)(found.cards), path)
    say(text("scoring-sentences-figure", path=str(path)))


def compare(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN")],
    collection: Source = None,
    format: Format = None,
    language: Language = None,
    column: Column = None,
    people: PeopleOption = None,
    panel: PanelOption = None,
    missing: MissingOption = Missing.REFUSE,
    interval: IntervalOption = IntervalMethod.AUTO,
    level: Level = 0.95,
    times: Times = 2000,
    seed: Seed = 0,
) -> Section:
    """Compare systems on the same items. Differences with intervals, exact tests by schema, shared ranks."""
    sampling = Sampling(method=interval, level=level, times=times, seed=seed)
    origin = inputs.RunOrigin(source=collection, format=format, language=language, columns=columns_of(column))
    known = inputs.read_people(people) if people else None
    return comparison_section(compare_runs(inputs.read_scored(runs, origin, missing), sampling, known, panel))
