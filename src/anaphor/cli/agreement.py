"""`anaphor agreement`: measure, reproduce, consensus, next, interpret, simulate, plan, compare and paper."""

from pathlib import Path
from typing import Annotated, Any

import typer

from anaphor import agreement, report, scoring, settings
from anaphor.cli.command import Options, Shown, Told, option, say, told, with_options, with_page
from anaphor.errors import InputError
from anaphor.section import Report, Section
from anaphor.text import text

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

Labels = Annotated[list[Path], typer.Argument(metavar="FILE")]
Figure = Annotated[Path | None, typer.Option("--figure")]
Output = Annotated[Path | None, typer.Option("--output", "-o")]
Seed = Annotated[int, typer.Option("--seed", min=0)]

Studies = Annotated[list[Path], typer.Argument(metavar="STUDY")]

_MANY = list[str] | None
STUDIES: dict[str, Any] = {"margin": option(float, 0.05), "level": option(float, 0.95)}
STUDIES |= {"times": option(int, 2000, min=100), "seed": option(int, 0, min=0)}
"""How studies are set beside each other."""
_READING: Options = {
    "collection": option(str | None),
    "layout": option(settings.LabelLayout | None),
    "item": option(str | None),
    "annotator": option(str | None),
    "label": option(str | None),
    "question": option(str | None),
    "where": option(_MANY),
    "scale": option(settings.Scale, settings.Scale.NOMINAL),
    "classes": option(str | None),
    "repetition": option(str | None),
    "repeats": option(settings.Repeats, settings.Repeats.REFUSE),
    "missing": option(_MANY),
    "present": option(_MANY),
    "cut": option(str | None),
    "merge": option(_MANY),
    "abstentions": option(settings.Abstentions, settings.Abstentions.MISSING),
    "encoding": option(str | None),
    "separator": option(str | None),
    "without": option(_MANY),
    "skip_rows": option(int | None, min=0),
    "skip_bad": option(bool, False, "--skip-bad"),
}
"""The options by which commands read labels."""
_TARGET = frozenset({"target", "width", "kappa", "classes", "prevalence", "pilot", "items", "cost"})
"""What a plan for labels that stay is told; a comparison has other options beside three of these."""
_LAYOUT = {name: each for name, each in _READING.items() if name not in ("classes", "collection", "scale", "without")}


def reading_of(
    *,
    classes: str | None = None,
    where: list[str] | None = None,
    cut: str | None = None,
    merge: list[str] | None = None,
    separator: str | None = None,
    **others: Any,
) -> Told:
    """What options say about the reading of labels, as keywords."""
    groups: dict[str, list[str]] = {}
    for new, olds in (_pair("--merge", each) for each in merge or ()):
        groups.setdefault(new, []).extend(old.strip() for old in olds.split(","))
    said: Told = {
        "where": dict(_pair("--where", each) for each in where or ()),
        "cut": _numbers(cut, "agreement-no-points"),
        "merge": groups,
        "separator": separator.replace("\\t", "\t") if separator else None,
        **others,
    }
    if classes:
        said["classes"] = [part.strip() for part in classes.split(",")]
    return said


def _pair(option: str, given: str) -> tuple[str, str]:
    name, equals, value = given.partition("=")
    if not (name and equals):
        raise InputError("agreement-no-equals", option=option, given=given)
    return name.strip(), value.strip()


def _numbers(given: str | None, code: str) -> tuple[float, ...] | None:
    """Numbers with commas between; `code` is what is said of anything else."""
    if given is None:
        return None
    try:
        return tuple(float(part) for part in given.split(","))
    except ValueError:
        raise InputError(code, given=given) from None


def _with_shares(told: Told) -> Told:
    """What was told, the shares of classes as numbers."""
    return {**told, "prevalence": _numbers(told.get("prevalence"), "agreement-no-shares")}


def _opened(context: typer.Context, file: Path | list[Path], reading: Told) -> "agreement.LabelMatrix":
    """The labels; what was recognised is said on stderr, unless a program listens."""
    collection = reading.pop("collection", None)
    if collection is None:
        matrix = agreement.read(file, **reading)
    else:  # what people or systems chose, found again among the items
        matrix = scoring.candidate_labels(
            *(file if isinstance(file, list) else [file]), collection=collection, **reading
        )
    if not context.params.get("json"):
        say(*matrix.notes)
    return matrix


def _page(found: "agreement.Measurement", files: list[Path]) -> Report:
    title = text("report-agreement-of", name=", ".join(file.name for file in files))
    return Report(title=title, sections=(found.section,))


def _draw(found: "agreement.Summary | None", path: Path) -> None:
    if found is None or not found.reproduction.curve:
        raise InputError("agreement-nothing-to-draw")
    report.save(report.curve_figure(found), path)
    say(text("agreement-figure-drawn", path=str(path)))


@app.command()
@with_options("reading", _READING, reading_of)
@told(
    coefficient=option(_MANY),
    distance=option(settings.Distance | None),
    other=option(settings.Resampled, settings.Resampled.BOTH),
    method=option(settings.ResamplingMethod, settings.ResamplingMethod.ANALYTIC),
    level=option(float, 0.95),
    times=option(int, 1000),
    seed=option(int, 0, min=0),
    panel=option(int | None, min=1),
    change=option(bool, True, "--change/--no-change"),
)
def measure(
    *,
    context: typer.Context,
    file: Labels,
    reading: Told,
    told: Told,
    figure: Figure = None,
    every: Annotated[bool, typer.Option("--all")] = False,
) -> Shown:
    """Coefficients with intervals, and what they mean for the labels."""
    found = agreement.measure(_opened(context, file, reading), **told)
    if figure:
        _draw(found.summary, figure)
    shown = every or "coefficient" in told or "distance" in told
    return Shown(section=found.section, details=shown, more="--all", report=lambda: _page(found, file))


@app.command()
@with_options("reading", _READING, reading_of)
@told(
    annotators=option(int | None, None, "--annotators", "-k", min=1),
    target=option(list[float] | None),
    panels=option(int | None, min=1),
    confidence=option(float, 0.95),
    items=option(int, 10, min=0),
)
def reproduce(
    *,
    context: typer.Context,
    file: Labels,
    told: Told,
    figure: Figure = None,
    reading: Told,
    seed: Seed = 0,
) -> Shown:
    """How many labels other people would change."""
    found = agreement.reproduce(_opened(context, file, reading), seed=seed, **told)
    if figure:
        _draw(found.summary, figure)
    return Shown(section=found.section, report=lambda: _page(found.measurement, file))


@app.command()
@with_options("reading", _READING, reading_of)
def consensus(*, context: typer.Context, file: Labels, output: Output = None, reading: Told) -> Section:
    """One label per item: the majority, and Dawid & Skene's model."""
    found = agreement.consensus(_opened(context, file, reading), output=output)
    if output is not None:
        say(text("agreement-labels-written", path=str(output)))
    return found.section


@app.command("next")
@with_options("reading", _READING, reading_of)
@told(budget=option(int, 100, min=1), target=option(float | None))
def next_labels(*, context: typer.Context, file: Labels, output: Output = None, told: Told, reading: Told) -> Section:
    """Which items deserve the next labels, and by whom."""
    found = agreement.next_labels(_opened(context, file, reading), output=output, **told)
    if output is not None:
        say(text("agreement-labels-written", path=str(output)))
    return found.section


@app.command()
@told(
    annotators=option(int, ..., "--annotators", "-k", min=1),
    classes=option(int, ..., "--classes", "-c", min=2),
    kappa=option(float | None),
    alpha=option(float | None),
    prevalence=option(str | None),
    target=option(float | None),
    pool=option(int | None, min=1),
    labels=option(int | None, min=2),
    table=option(bool, False, "--table"),
)
def interpret(told: Told) -> Section:
    """What a κ or α means for labels, or which value is needed."""
    return agreement.interpret(**_with_shares(told)).section


@app.command()
@with_options("reading", _LAYOUT, reading_of)
@told(
    annotators=option(int, 3, "--annotators", "-k", min=1),
    source=option(Path | None, None, "--from"),
    items=option(int, 200, "--items", "-n", min=1),
    classes=option(int, 3, "--classes", "-c", min=2),
    errors=option(list[float] | None, None, "--errors", "-m"),
    spread=option(float, 0.0),
    sd=option(float, 0.0),
    unanimous=option(float, 0.0),
    prevalence=option(str | None),
    wrong=option(settings.WrongClass, settings.WrongClass.UNIFORM),
    draw=option(settings.ItemDraw, settings.ItemDraw.SUCCESSIVE),
    groups=option(int, 200, min=2),
    table_1=option(bool, False, "--table-1"),
)
def simulate(*, context: typer.Context, told: Told, reading: Told, seed: Seed = 0) -> Section:
    """Panels that err as often as wanted, and what they change."""
    source = told.pop("source", None)
    labels = None if source is None or told["table_1"] else _opened(context, source, reading)
    return agreement.simulate(labels, seed=seed, **_with_shares(told)).section


@app.command()
@with_options("reading", _LAYOUT, reading_of)
@told(
    target=option(float | None),
    width=option(float, 0.02),
    kappa=option(float | None),
    classes=option(int, 2, "--classes", "-c", min=2),
    prevalence=option(str | None),
    pilot=option(Path | None),
    items=option(int | None, min=1),
    cost=option(float, 0.0),
    difference=option(float | None),
    power=option(float | None),
    people=option(list[int] | None, min=1),
    schemas=option(int | None, min=2),
    collection=option(str | None),
    runs=option(_MANY, None, "--run"),
    alone=option(bool, False, "--alone"),
    accuracy=option(float | None),
    discordance=option(float | None),
    twins=option(float | None),
    abstained=option(float | None),
    level=option(float | None),
    item_cost=option(float | None),
    seed=option(int | None, min=0),
)
def plan(*, context: typer.Context, told: Told, reading: Told, figure: Figure = None) -> Shown:
    """How many people and items are needed, for labels that stay or for two systems to be told apart."""
    if "pilot" in told:
        told["pilot"] = _opened(context, told["pilot"], reading)
    alone = told.pop("alone")
    found: agreement.AnnotationPlan | agreement.ComparisonPlan
    shown: Section
    if "target" in told:
        if strange := told.keys() - _TARGET:
            raise InputError("agreement-plan-both", option=f"--{min(strange).replace('_', '-')}")
        found = labels = agreement.plan(**_with_shares(told))
        shown = labels.section
    else:
        for each in _TARGET - {"kappa", "pilot", "cost"}:
            told.pop(each, None)
        from anaphor.library import plan_comparison  # it joins scoring and agreement, which take their time to load

        told |= {"items": 1} if alone else {}
        found = systems = plan_comparison(**told)
        shown = systems.section
    if figure:
        report.save(found, figure)
        say(text("agreement-figure-drawn", path=str(figure)))
    wanted = "target" in told or "difference" in told
    return with_page(shown, found, code=1 if wanted and found.chosen is None else 0)


@app.command()
@with_options("reading", _READING, reading_of)
@told(focus=option(str | None), **STUDIES)
def compare(*, context: typer.Context, study: Studies, reading: Told, told: Told, figure: Figure = None) -> Shown:
    """Whether a second study of the same items upholds the first."""
    files = [sorted(each.iterdir()) if each.is_dir() else [each] for each in study]
    opened = [_opened(context, each, dict(reading)) for each in files]
    return compared_studies(agreement.compare(*opened, names=[each.name for each in study], **told), figure)


def compared_studies(found: "agreement.StudyComparison", figure: Path | None) -> Shown:
    """What is shown of studies beside each other; exit code 1 where the first is not upheld."""
    if figure:
        report.save(found, figure)
        say(text("agreement-figure-drawn", path=str(figure)))
    return with_page(found.section, found, code=1 if found.upheld is False else 0)


@app.command()
def paper(folder: Annotated[Path, typer.Argument(metavar="FOLDER")], output: Output = None, seed: Seed = 0) -> Section:
    """The tables and figures of paper 3, remade."""
    found = agreement.paper(folder, seed=seed)
    if output is not None:
        output.mkdir(parents=True, exist_ok=True)
        for name, drawing in report.paper_figures(found).items():
            report.save(drawing, output / f"{name}.svg")
        say(text("agreement-figures-drawn", path=str(output)))
    return found.section
