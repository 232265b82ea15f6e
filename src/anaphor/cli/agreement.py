"""`anaphor agreement`: measure, reproduce, consensus, next, interpret, simulate, plan, compare and paper."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, TypeVar

from anaphor import agreement, report, scoring
from anaphor.agreement import (
    ConsensusSettings,
    InterpretSettings,
    LabelPlanning,
    MeasureSettings,
    NextSettings,
    ReproduceSettings,
    SimulateSettings,
    StudyComparisonSettings,
)
from anaphor.answers import LabelReading, TableReading
from anaphor.cli.command import Argument, Group, Shown, say, with_page
from anaphor.errors import InputError
from anaphor.parameters import Parameter, declarations, group_of
from anaphor.section import Report, Section
from anaphor.text import text

app = Group("agreement")

Reading = TypeVar("Reading", bound=TableReading)

Files = Annotated[list[Path], Argument("FILE")]
Studies = Annotated[list[Path], Argument("STUDY")]
Items = Annotated[str | None, Parameter(flags=("--collection",))]
Output = Annotated[Path | None, Parameter(flags=("--output", "-o"))]
Seed = Annotated[int, Parameter(least=0)]
Figure = Annotated[Path | None, Parameter()]


@dataclass(frozen=True, kw_only=True)
class PlanOptions(LabelPlanning):
    """What `plan` can be asked: labels that stay, or two systems to be told apart, which share some options."""

    target: float | None = None
    difference: float | None = None
    power: float | None = None
    people: Annotated[Sequence[int] | None, Parameter(least=1)] = None
    schemas: Annotated[int | None, Parameter(least=2)] = None
    collection: str | None = None
    runs: Annotated[Sequence[str] | None, Parameter(flags=("--run",))] = None
    alone: bool = False
    accuracy: float | None = None
    discordance: float | None = None
    twins: float | None = None
    abstained: float | None = None
    level: float | None = None
    item_cost: float | None = None
    seed: Annotated[int | None, Parameter(least=0)] = None

    def of_comparison(self) -> dict[str, Any]:
        """What was said that only concerns two systems."""
        labels = group_of(LabelPlanning, self)
        return {name: value for name, value in vars(self).items() if name not in {*labels, "target"} and value}


def opened(
    files: Path | Sequence[Path], reading: TableReading, *, collection: str | None = None, quiet: bool = False
) -> "agreement.LabelMatrix":
    """The labels; what was recognised is said on stderr, unless a program listens."""
    kind = LabelReading if isinstance(reading, LabelReading) else TableReading
    settings = group_of(kind, reading)
    if collection is None:
        matrix = agreement.read(files, **settings)
    else:  # what people or systems chose, found again among the items
        matrix = scoring.candidate_labels(
            *(files if isinstance(files, Sequence) else [files]), collection=collection, **settings
        )
    if not quiet:
        say(*matrix.notes)
    return matrix


def as_read(settings: Reading) -> Reading:
    """The settings for labels that are read by now: what was said of their reading is done."""
    kind = LabelReading if isinstance(settings, LabelReading) else TableReading
    return replace(settings, **vars(kind()))


def _draw(result: Any, path: Path | None) -> None:
    """Draw what was asked for: a figure of the result."""
    if path:
        report.save(result, path)
        say(text("agreement-figure-drawn", path=str(path)))


def _draw_curve(measured: "agreement.Measurement | agreement.PanelChange", path: Path | None) -> None:
    """Draw the change rate by size of panel, where that was asked for and can be told."""
    summary = measured.summary
    if path and (summary is None or not summary.reproduction.curve):
        raise InputError("agreement-nothing-to-draw")
    if summary is not None:
        _draw(path and report.curve_figure(summary), path)


def _page(measurement: "agreement.Measurement", files: Sequence[Path]) -> Report:
    title = text("report-agreement-of", name=", ".join(file.name for file in files))
    return Report(title=title, sections=(measurement.section,))


@app.command()
def measure(
    *,
    file: Files,
    settings: MeasureSettings,
    collection: Items = None,
    figure: Figure = None,
    every: Annotated[bool, Parameter(flags=("--all",))] = False,
    json: bool = False,
) -> Shown:
    """Coefficients with intervals, and what they mean for the labels."""
    labels = opened(file, settings, collection=collection, quiet=json)
    measurement = agreement.measure.with_settings(labels, as_read(settings))
    _draw_curve(measurement, figure)
    details = every or bool(settings.coefficient or settings.distance)
    return Shown(section=measurement.section, details=details, more="--all", report=lambda: _page(measurement, file))


@app.command()
def reproduce(
    *,
    file: Files,
    settings: ReproduceSettings,
    collection: Items = None,
    figure: Figure = None,
    json: bool = False,
) -> Shown:
    """How many labels other people would change."""
    labels = opened(file, settings, collection=collection, quiet=json)
    change = agreement.reproduce.with_settings(labels, as_read(settings))
    _draw_curve(change, figure)
    return Shown(section=change.section, report=lambda: _page(change.measurement, file))


@app.command()
def consensus(*, file: Files, settings: ConsensusSettings, collection: Items = None, json: bool = False) -> Section:
    """One label per item: the majority, and Dawid & Skene's model."""
    labels = opened(file, settings, collection=collection, quiet=json)
    chosen = agreement.consensus.with_settings(labels, as_read(settings))
    if settings.output is not None:
        say(text("agreement-labels-written", path=str(settings.output)))
    return chosen.section


@app.command("next")
def next_labels(*, file: Files, settings: NextSettings, collection: Items = None, json: bool = False) -> Section:
    """Which items deserve the next labels, and by whom."""
    labels = opened(file, settings, collection=collection, quiet=json)
    queue = agreement.next_labels.with_settings(labels, as_read(settings))
    if settings.output is not None:
        say(text("agreement-labels-written", path=str(settings.output)))
    return queue.section


@app.command()
def interpret(settings: InterpretSettings) -> Section:
    """What a κ or α means for labels, or which value is needed."""
    return agreement.interpret.with_settings(settings).section


@app.command()
def simulate(settings: SimulateSettings, json: bool = False) -> Section:
    """Panels that err as often as wanted, and what they change."""
    if settings.labels is not None and not settings.table_1:
        settings = replace(as_read(settings), labels=opened(settings.labels, settings, quiet=json))
    return agreement.simulate.with_settings(settings).section


@app.command()
def plan(*, options: PlanOptions, figure: Figure = None, json: bool = False) -> Shown:
    """How many people and items are needed, for labels that stay or for two systems to be told apart."""
    if options.pilot is not None:
        options = replace(as_read(options), pilot=opened(options.pilot, options, quiet=json))
    comparing = options.of_comparison()
    found: agreement.AnnotationPlan | agreement.ComparisonPlan
    if options.target is not None:
        comparing.pop("alone", None)
        if comparing:
            raise InputError("agreement-plan-both", option=f"--{_OPTIONS[min(comparing)]}")
        found = labels = agreement.plan(options.target, **group_of(LabelPlanning, options))
        section = labels.section
    else:
        if comparing.pop("alone", False):
            comparing["items"] = 1
        from anaphor.library import plan_comparison  # it joins scoring and agreement, which take their time to load

        found = systems = plan_comparison(kappa=options.kappa, pilot=options.pilot, cost=options.cost, **comparing)
        section = systems.section
    _draw(found, figure)
    wanted = options.target is not None or options.difference is not None
    return with_page(section, found, code=1 if wanted and found.chosen is None else 0)


_OPTIONS = {option.name: option.key for option in declarations(PlanOptions)}


@app.command()
def compare(
    *,
    study: Studies,
    settings: StudyComparisonSettings,
    collection: Items = None,
    figure: Figure = None,
    json: bool = False,
) -> Shown:
    """Whether a second study of the same items upholds the first."""
    files = [sorted(path.iterdir()) if path.is_dir() else [path] for path in study]
    studies = [opened(part, settings, collection=collection, quiet=json) for part in files]
    named = replace(as_read(settings), names=[path.name for path in study])
    return compared_studies(agreement.compare.with_settings(*studies, settings=named), figure)


def compared_studies(comparison: "agreement.StudyComparison", figure: Path | None) -> Shown:
    """What is shown of studies beside each other; exit code 1 where the first is not upheld."""
    _draw(comparison, figure)
    return with_page(comparison.section, comparison, code=1 if comparison.upheld is False else 0)


@app.command()
def paper(folder: Annotated[Path, Argument("FOLDER")], output: Output = None, seed: Seed = 0) -> Section:
    """The tables and figures of paper 3, remade."""
    comparison = agreement.paper(folder, seed=seed)
    if output is not None:
        output.mkdir(parents=True, exist_ok=True)
        for name, drawing in report.paper_figures(comparison).items():
            report.save(drawing, output / f"{name}.svg")
        say(text("agreement-figures-drawn", path=str(output)))
    return comparison.section
