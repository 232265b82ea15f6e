"""`anaphor agreement`: measure, reproduce, consensus, interpret, simulate, plan and paper."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from anaphor import agreement
from anaphor.cli.command import Shown, say, with_options
from anaphor.errors import InputError
from anaphor.report import people
from anaphor.section import Report, Section
from anaphor.settings import (
    Abstentions,
    Distance,
    ItemDraw,
    LabelLayout,
    Repeats,
    Resampled,
    ResamplingMethod,
    Scale,
    WrongClass,
)
from anaphor.text import text

if TYPE_CHECKING:
    from anaphor.agreement import LabelMatrix, Measurement
    from anaphor.agreement.labels import LabelReading
    from anaphor.agreement.panels import Reproduction

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

Labels = Annotated[list[Path], typer.Argument(metavar="FILE")]
Annotators = Annotated[int, typer.Option("--annotators", "-k", min=1)]
ClassNumber = Annotated[int, typer.Option("--classes", "-c", min=2)]
Prevalence = Annotated[str | None, typer.Option("--prevalence")]
Seed = Annotated[int, typer.Option("--seed", min=0)]

_READING: dict[str, tuple[Any, Any]] = {
    "collection": (Annotated[str | None, typer.Option("--collection")], None),
    "layout": (Annotated[LabelLayout | None, typer.Option("--layout")], None),
    "item": (Annotated[str | None, typer.Option("--item")], None),
    "annotator": (Annotated[str | None, typer.Option("--annotator")], None),
    "label": (Annotated[str | None, typer.Option("--label")], None),
    "question": (Annotated[str | None, typer.Option("--question")], None),
    "where": (Annotated[list[str] | None, typer.Option("--where")], None),
    "scale": (Annotated[Scale, typer.Option("--scale")], Scale.NOMINAL),
    "classes": (Annotated[str | None, typer.Option("--classes")], None),
    "repeats": (Annotated[Repeats, typer.Option("--repeats")], Repeats.REFUSE),
    "missing": (Annotated[list[str] | None, typer.Option("--missing")], None),
    "present": (Annotated[list[str] | None, typer.Option("--present")], None),
    "cut": (Annotated[str | None, typer.Option("--cut")], None),
    "merge": (Annotated[list[str] | None, typer.Option("--merge")], None),
    "abstentions": (Annotated[Abstentions, typer.Option("--abstentions")], Abstentions.MISSING),
    "encoding": (Annotated[str | None, typer.Option("--encoding")], None),
    "separator": (Annotated[str | None, typer.Option("--separator")], None),
    "without": (Annotated[list[str] | None, typer.Option("--without")], None),
    "skip_rows": (Annotated[int | None, typer.Option("--skip-rows", min=0)], None),
    "skip_bad": (Annotated[bool, typer.Option("--skip-bad")], False),
}
"""The options by which commands read labels: type and default."""
_ALL_FOUND: "LabelReading" = {}
_LAYOUT = {
    name: option for name, option in _READING.items() if name not in ("classes", "collection", "scale", "without")
}


def reading_of(
    *,
    classes: str | None = None,
    where: list[str] | None = None,
    cut: str | None = None,
    merge: list[str] | None = None,
    separator: str | None = None,
    **others: Any,
) -> "LabelReading":
    """What options say about the reading of labels, as keywords."""
    groups: dict[str, list[str]] = {}
    for new, olds in (_pair("--merge", each) for each in merge or ()):
        groups.setdefault(new, []).extend(old.strip() for old in olds.split(","))
    said: dict[str, Any] = {
        "where": dict(_pair("--where", each) for each in where or ()),
        "cut": _numbers(cut, "agreement-no-points"),
        "merge": groups,
        "separator": separator.replace("\\t", "\t") if separator else None,
        **others,
    }
    if classes:
        said["classes"] = [part.strip() for part in classes.split(",")]
    return cast("LabelReading", said)


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


def _opened(context: typer.Context, file: Path | list[Path], reading: "LabelReading") -> "LabelMatrix":
    """The labels; what was recognised is said on stderr, unless a program listens."""
    collection = cast(dict[str, Any], reading).pop("collection", None)
    if collection is None:
        matrix = agreement.read(file, **reading)
    else:  # what systems chose, found again among the items
        from anaphor.library import answer_labels

        hear = (lambda note: None) if context.params.get("json") else say
        rows = answer_labels(*(file if isinstance(file, list) else [file]), hear=hear, collection=collection)
        matrix = agreement.read(rows, **reading)
    if not context.params.get("json"):
        for note in matrix.notes:
            say(str(note))
    return matrix


def _page(found: "Measurement", files: list[Path]) -> Report:
    """A page about labels, called after their files."""
    title = text("report-agreement-of", name=", ".join(file.name for file in files))
    return Report(title=title, sections=(people.agreement_section(found),))


def _draw(found: "Reproduction | None", path: Path) -> None:
    if found is None:
        raise InputError("agreement-nothing-to-draw")
    from anaphor.report import save
    from anaphor.report.people import curve_figure

    save(curve_figure(found), path)
    say(text("agreement-figure-drawn", path=str(path)))


@app.command()
@with_options("reading", _READING, reading_of)
def measure(
    context: typer.Context,
    file: Labels,
    reading: "LabelReading" = _ALL_FOUND,
    coefficient: Annotated[list[str] | None, typer.Option("--coefficient")] = None,
    distance: Annotated[Distance | None, typer.Option("--distance")] = None,
    unit: Annotated[Resampled, typer.Option("--other")] = Resampled.BOTH,
    method: Annotated[ResamplingMethod, typer.Option("--method")] = ResamplingMethod.ANALYTIC,
    level: Annotated[float, typer.Option("--level")] = 0.95,
    times: Annotated[int, typer.Option("--times")] = 1000,
    seed: Seed = 0,
    panel: Annotated[int | None, typer.Option("--panel", min=1)] = None,
    change: Annotated[bool, typer.Option("--change/--no-change")] = True,
    figure: Annotated[Path | None, typer.Option("--figure")] = None,
    every: Annotated[bool, typer.Option("--all")] = False,
) -> Shown:
    """Coefficients with intervals, and what they mean for the labels."""
    found = agreement.measure(
        _opened(context, file, reading),
        coefficient=coefficient,
        distance=distance,
        other=unit,
        method=method,
        level=level,
        times=times,
        panel=panel,
        change=change,
        seed=seed,
    )
    if figure:
        _draw(found.summary.reproduction if found.summary else None, figure)
    shown = every or bool(coefficient or distance)
    section = people.measure_section(found, every=shown, data=bool(context.params.get("json")))
    return Shown(section=section, report=lambda: _page(found, file))


@app.command()
@with_options("reading", _READING, reading_of)
def reproduce(
    context: typer.Context,
    file: Labels,
    annotators: Annotated[int | None, typer.Option("--annotators", "-k", min=1)] = None,
    target: Annotated[list[float] | None, typer.Option("--target")] = None,
    panels: Annotated[int | None, typer.Option("--panels", min=1)] = None,
    confidence: Annotated[float, typer.Option("--confidence")] = 0.95,
    items: Annotated[int, typer.Option("--items", min=0)] = 10,
    figure: Annotated[Path | None, typer.Option("--figure")] = None,
    reading: "LabelReading" = _ALL_FOUND,
    seed: Seed = 0,
) -> Shown:
    """How many labels other people would change."""
    from anaphor.agreement.panels import TARGETS

    found = agreement.reproduce(
        _opened(context, file, reading),
        annotators=annotators,
        target=target or TARGETS,
        panels=panels,
        confidence=confidence,
        items=items,
        seed=seed,
    )
    if figure:
        _draw(found.summary.reproduction, figure)
    section = people.reproduction_section(found, data=bool(context.params.get("json")))
    return Shown(section=section, report=lambda: _page(found.measurement, file))


@app.command()
@with_options("reading", _READING, reading_of)
def consensus(
    context: typer.Context,
    file: Labels,
    output: Annotated[Path | None, typer.Option("--output", "-o")] = None,
    reading: "LabelReading" = _ALL_FOUND,
) -> Section:
    """One label per item: the majority, and Dawid & Skene's model."""
    found = agreement.consensus(_opened(context, file, reading), output=output)
    if output is not None:
        say(text("agreement-labels-written", path=str(output)))
    return people.consensus_section(found)


@app.command()
def interpret(
    annotators: Annotators,
    classes: ClassNumber,
    kappa: Annotated[float | None, typer.Option("--kappa")] = None,
    alpha: Annotated[float | None, typer.Option("--alpha")] = None,
    prevalence: Prevalence = None,
    target: Annotated[float | None, typer.Option("--target")] = None,
    pool: Annotated[int | None, typer.Option("--pool", min=1)] = None,
    labels: Annotated[int | None, typer.Option("--labels", min=2)] = None,
    table: Annotated[bool, typer.Option("--table")] = False,
) -> Section:
    """What a κ or α means for labels, or which value is needed."""
    found = agreement.interpret(
        annotators=annotators,
        classes=classes,
        kappa=kappa,
        alpha=alpha,
        prevalence=_numbers(prevalence, "agreement-no-shares"),
        target=target,
        pool=pool,
        labels=labels,
        table=table,
    )
    return people.interpretation_section(found)


@app.command()
@with_options("reading", _LAYOUT, reading_of)
def simulate(
    context: typer.Context,
    annotators: Annotators = 3,
    source: Annotated[Path | None, typer.Option("--from")] = None,
    items: Annotated[int, typer.Option("--items", "-n", min=1)] = 200,
    classes: ClassNumber = 3,
    errors: Annotated[list[float] | None, typer.Option("--errors", "-m")] = None,
    spread: Annotated[float, typer.Option("--spread")] = 0.0,
    sd: Annotated[float, typer.Option("--sd")] = 0.0,
    unanimous: Annotated[float, typer.Option("--unanimous")] = 0.0,
    prevalence: Prevalence = None,
    wrong: Annotated[WrongClass, typer.Option("--wrong")] = WrongClass.UNIFORM,
    draw: Annotated[ItemDraw, typer.Option("--draw")] = ItemDraw.SUCCESSIVE,
    groups: Annotated[int, typer.Option("--groups", min=2)] = 200,
    table_1: Annotated[bool, typer.Option("--table-1")] = False,
    reading: "LabelReading" = _ALL_FOUND,
    seed: Seed = 0,
) -> Section:
    """Panels that err as often as wanted, and what they change."""
    found = agreement.simulate(
        None if source is None or table_1 else _opened(context, source, reading),
        annotators=annotators,
        items=items,
        classes=classes,
        errors=errors or (),
        spread=spread,
        sd=sd,
        unanimous=unanimous,
        prevalence=_numbers(prevalence, "agreement-no-shares"),
        wrong=wrong,
        draw=draw,
        groups=groups,
        table_1=table_1,
        seed=seed,
    )
    return people.simulation_section(found)


@app.command()
@with_options("reading", _LAYOUT, reading_of)
def plan(
    context: typer.Context,
    target: Annotated[float, typer.Option("--target")],
    width: Annotated[float, typer.Option("--width")] = 0.02,
    kappa: Annotated[float | None, typer.Option("--kappa")] = None,
    classes: ClassNumber = 2,
    prevalence: Prevalence = None,
    pilot: Annotated[Path | None, typer.Option("--pilot")] = None,
    items: Annotated[int | None, typer.Option("--items", min=1)] = None,
    cost: Annotated[float, typer.Option("--cost")] = 0.0,
    reading: "LabelReading" = _ALL_FOUND,
) -> Shown:
    """How many people and items are needed."""
    found = agreement.plan(
        target,
        width=width,
        kappa=kappa,
        classes=classes,
        prevalence=_numbers(prevalence, "agreement-no-shares"),
        pilot=pilot and _opened(context, pilot, reading),
        items=items,
        cost=cost,
    )
    return Shown(section=people.plan_section(found), code=1 if found.chosen is None else 0)


@app.command()
def paper(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER")],
    output: Annotated[Path | None, typer.Option("--output", "-o")] = None,
    seed: Seed = 0,
) -> Section:
    """The tables and figures of paper 3, remade."""
    found = agreement.paper(folder, seed=seed)
    if output is not None:
        from anaphor.report import save
        from anaphor.report.people import paper_figures

        output.mkdir(parents=True, exist_ok=True)
        for name, drawing in paper_figures(found).items():
            save(drawing, output / f"{name}.svg")
        say(text("agreement-figures-drawn", path=str(output)))
    return people.paper_section(found)
