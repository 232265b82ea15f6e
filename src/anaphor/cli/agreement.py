"""`anaphor agreement`: measure, reproduce, consensus, interpret, simulate, plan and paper."""

import csv
import io
from pathlib import Path
from typing import Annotated, Any

import typer

from anaphor import agreement
from anaphor.agreement import Measurement, PaperTables, PlanSettings, SimulationSettings, Situation
from anaphor.agreement.coefficients import Distance, Resampled, Resampling, ResamplingMethod
from anaphor.agreement.labels import (
    DEFAULTS,
    Abstentions,
    LabelLayout,
    Labelling,
    LabelMatrix,
    LabelSettings,
    Repeats,
    Scale,
    open_labels,
)
from anaphor.agreement.panels import TARGETS, ItemDraw, Reproduction, WrongClass
from anaphor.cli.command import Shown, say, with_options
from anaphor.errors import InputError
from anaphor.files import write_text
from anaphor.report import people
from anaphor.section import Report, Section
from anaphor.text import text

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

Labels = Annotated[Path, typer.Argument(metavar="FILE")]
Annotators = Annotated[int, typer.Option("--annotators", "-k", min=1)]
ClassNumber = Annotated[int, typer.Option("--classes", "-c", min=2)]
Prevalence = Annotated[str | None, typer.Option("--prevalence")]
Seed = Annotated[int, typer.Option("--seed", min=0)]

_READING: dict[str, tuple[Any, Any]] = {
    "layout": (Annotated[LabelLayout | None, typer.Option("--layout")], None),
    "item": (Annotated[str | None, typer.Option("--item")], None),
    "annotator": (Annotated[str | None, typer.Option("--annotator")], None),
    "label": (Annotated[str | None, typer.Option("--label")], None),
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
}
"""The options by which commands read labels: type and default."""
_LAYOUT = {name: _READING[name] for name in ("layout", "cut", "merge")}


def label_settings(
    *,
    classes: str | None = None,
    scale: Scale = Scale.NOMINAL,
    repeats: Repeats = Repeats.REFUSE,
    where: list[str] | None = None,
    missing: list[str] | None = None,
    present: list[str] | None = None,
    cut: str | None = None,
    merge: list[str] | None = None,
    separator: str | None = None,
    without: list[str] | None = None,
    **others: Any,
) -> LabelSettings:
    """The settings that the options state."""
    names = tuple(part.strip() for part in classes.split(",")) if classes else None
    doubled = next((name for place, name in enumerate(names or ()) if names and name in names[:place]), None)
    if doubled is not None:
        raise InputError("agreement-class-twice", name=repr(doubled))
    if names and "" in names:
        raise InputError("agreement-class-unnamed")
    sign = separator.replace("\\t", "\t") if separator else None
    if sign is not None and len(sign) != 1:
        raise InputError("agreement-long-separator", separator=str(separator))
    both = sorted(set(missing or ()) & set(present or ()))
    if both:
        raise InputError("agreement-missing-and-present", cell=repr(both[0]))
    groups: dict[str, tuple[str, ...]] = {}
    for new, olds in (_pair("--merge", each) for each in merge or ()):
        groups[new] = (*groups.get(new, ()), *(old.strip() for old in olds.split(",")))
    return LabelSettings(
        labelling=Labelling(classes=names, scale=scale, repeats=repeats),
        where=tuple(_pair("--where", each) for each in where or ()),
        missing=(DEFAULTS.missing | frozenset(missing or ())) - frozenset(present or ()),
        separator=sign,
        without=tuple(without or ()),
        cut=_numbers(cut, "agreement-no-points") or (),
        merge=groups,
        **others,
    )


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


def _opened(context: typer.Context, file: Path, reading: LabelSettings) -> LabelMatrix:
    """The labels; what was recognised is said on stderr, unless a program listens."""
    matrix = open_labels(file, reading)
    if not context.params.get("json"):
        for note in matrix.notes:
            say(str(note))
    return matrix


def _page(found: Measurement, file: Path) -> Report:
    """A page about labels, called after their file."""
    title = text("report-agreement-of", name=file.name)
    return Report(title=title, sections=(people.agreement_section(found),))


def _draw(found: Reproduction | None, path: Path) -> None:
    if found is None:
        raise InputError("agreement-nothing-to-draw")
    from anaphor.report import save
    from anaphor.report.people import curve_figure

    save(curve_figure(found), path)
    say(text("agreement-figure-drawn", path=str(path)))


@app.command()
@with_options("reading", _READING, label_settings)
def measure(
    context: typer.Context,
    file: Labels,
    reading: LabelSettings = DEFAULTS,
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
) -> Shown:
    """Coefficients with intervals, and what they mean for the labels."""
    resampling = Resampling(unit=unit, method=method, level=level, times=times)
    found = agreement.measure(
        _opened(context, file, reading),
        names=coefficient or (),
        resampling=resampling,
        distance=distance,
        panel=panel,
        change=change,
        seed=seed,
    )
    if figure:
        _draw(found.summary.reproduction if found.summary else None, figure)
    section = people.measure_section(found, data=bool(context.params.get("json")))
    return Shown(section=section, report=lambda: _page(found, file))


@app.command()
@with_options("reading", _READING, label_settings)
def reproduce(
    context: typer.Context,
    file: Labels,
    annotators: Annotated[int | None, typer.Option("--annotators", "-k", min=1)] = None,
    target: Annotated[list[float] | None, typer.Option("--target")] = None,
    panels: Annotated[int | None, typer.Option("--panels", min=1)] = None,
    confidence: Annotated[float, typer.Option("--confidence")] = 0.95,
    items: Annotated[int, typer.Option("--items", min=0)] = 10,
    figure: Annotated[Path | None, typer.Option("--figure")] = None,
    reading: LabelSettings = DEFAULTS,
    seed: Seed = 0,
) -> Shown:
    """How many labels other people would change."""
    found = agreement.reproduce(
        _opened(context, file, reading),
        annotators=annotators,
        targets=target or TARGETS,
        panels=panels,
        confidence=confidence,
        seed=seed,
    )
    if figure:
        _draw(found.summary.reproduction, figure)
    section = people.reproduction_section(found, items, data=bool(context.params.get("json")))
    return Shown(section=section, report=lambda: _page(found.measurement, file))


@app.command()
@with_options("reading", _READING, label_settings)
def consensus(
    context: typer.Context,
    file: Labels,
    output: Annotated[Path | None, typer.Option("--output", "-o")] = None,
    reading: LabelSettings = DEFAULTS,
) -> Section:
    """One label per item: the majority, and Dawid & Skene's model."""
    found = agreement.consensus(_opened(context, file, reading))
    if output is not None:
        # The labels of the model, or where there is none the majorities; no label for a tie.
        chosen = (found.model.consensus if found.model else found.majority).labels()
        written = io.StringIO()
        table = csv.writer(written, lineterminator="\n")
        table.writerow(("item", "label"))
        table.writerows((item, label or "") for item, label in zip(found.labels.items, chosen, strict=True))
        write_text(output, written.getvalue())
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
    shares = _numbers(prevalence, "agreement-no-shares")
    situation = Situation(annotators=annotators, classes=classes, prevalence=shares, pool=pool, labels=labels)
    found = agreement.interpret(situation, kappa=kappa, alpha=alpha, target=target, table=table)
    return people.interpretation_section(found)


@app.command()
@with_options("reading", _LAYOUT, label_settings)
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
    reading: LabelSettings = DEFAULTS,
    seed: Seed = 0,
) -> Section:
    """Panels that err as often as wanted, and what they change."""
    if table_1:
        return people.table_1_section(agreement.remake_table_1(seed), annotators, seed)
    settings = SimulationSettings(
        annotators=annotators,
        items=items,
        classes=classes,
        errors=tuple(errors or ()),
        spread=spread,
        sd=sd,
        unanimous=unanimous,
        prevalence=_numbers(prevalence, "agreement-no-shares"),
        wrong=wrong,
        draw=draw,
        groups=groups,
    )
    labels = None if source is None else _opened(context, source, reading)
    return people.simulation_section(agreement.simulate(settings, labels, seed=seed), annotators, seed)


@app.command()
@with_options("reading", _LAYOUT, label_settings)
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
    reading: LabelSettings = DEFAULTS,
) -> Shown:
    """How many people and items are needed."""
    found = agreement.plan(
        PlanSettings(rate=target, width=width, cost=cost, items=items),
        kappa=kappa,
        classes=classes,
        prevalence=_numbers(prevalence, "agreement-no-shares"),
        pilot=pilot and _opened(context, pilot, reading),
    )
    return Shown(section=people.plan_section(found), code=1 if found.chosen is None else 0)


@app.command()
def paper(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER")],
    output: Annotated[Path | None, typer.Option("--output", "-o")] = None,
    seed: Seed = 0,
) -> Section:
    """The tables and figures of paper 3, remade."""
    tables = PaperTables(folder=folder, seed=seed)
    rows = tables.figure_2()
    if output is not None:
        from anaphor.report import save
        from anaphor.report.people import paper_figures

        output.mkdir(parents=True, exist_ok=True)
        for name, drawing in paper_figures(tables, rows).items():
            save(drawing, output / f"{name}.svg")
        say(text("agreement-figures-drawn", path=str(output)))
    return people.paper_section(rows)
