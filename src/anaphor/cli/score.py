"""`anaphor score`, `compare` and `scale`: what runs are worth, which system is better, where it stands among people."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

from anaphor import report, scoring
from anaphor.cli.command import Argument, Shown, command, say
from anaphor.errors import InputError
from anaphor.parameters import Parameter
from anaphor.scoring import CompareSettings, ScaleSettings, ScoreSettings
from anaphor.section import Section
from anaphor.text import text

Runs = Annotated[list[Path], Argument("RUN")]
FewRuns = Annotated[list[Path] | None, Argument("RUN")]


class Draw(StrEnum):
    """What `--figure` draws."""

    SCORES = "scores"
    RISK = "risk"
    CALIBRATION = "calibration"


@command("score")
def score(
    *,
    runs: FewRuns = None,
    settings: ScoreSettings,
    counts: Annotated[tuple[int, int, int] | None, Parameter(metavar="N H THETA")] = None,
    details: bool = False,
    figure: Path | None = None,
    draw: Draw = Draw.SCORES,
    records: Annotated[Path | None, Parameter(metavar="FOLDER")] = None,
) -> Shown:
    """Score runs, with intervals. Right, wrong and abstained are counted fairly; intervals are by schema."""
    if (counts is None) == (not runs):
        raise InputError("score-nothing" if counts is None else "score-runs-and-counts")
    if counts:
        counted = scoring.counted(*counts, level=settings.level, with_literature=settings.literature)
        return Shown(section=counted.section)
    found = scoring.score.with_settings(*(runs or ()), settings=settings)
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


@command("compare")
def compare(runs: Runs, settings: CompareSettings) -> Section:
    """Compare systems on the same items. Differences with intervals, exact tests by schema, shared ranks."""
    found = scoring.compare.with_settings(*runs, settings=settings)
    say(*found.notes)
    return found.section


@command("scale")
def scale(*, runs: FewRuns = None, settings: ScaleSettings, figure: Path | None = None) -> Shown:
    """Put people, machines and items on one scale: where machines stand, and which items look broken."""
    found = scoring.scale.with_settings(*(runs or ()), settings=settings)
    say(*found.notes)
    if figure:
        say(text("scale-figure-written", path=str(report.save(report.wright_map(found), figure))))
    return Shown(section=found.section)
