"""`anaphor agreement`: measure, and what its neighbours register (reproduce, interpret, simulate, plan)."""

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from anaphor import __version__
from anaphor.agreement import MOST_PEOPLE, Interface, Summary, check_panel, heads, in_language, summarise, told
from anaphor.agreement.coefficients import (
    Estimate,
    Method,
    Resampled,
    Resampling,
    bias_index,
    per_annotator,
    per_class,
    prevalence_index,
)
from anaphor.agreement.coefficients import measure as measure_all
from anaphor.agreement.labels import Abstentions, LabelMatrix, Repeats, Scale
from anaphor.agreement.panels import ReproductionSettings
from anaphor.cli import agreement_reading as reading
from anaphor.cli.agreement_panels import Language, Seed, finite, print_sentence
from anaphor.cli.agreement_report import MOST_PEOPLE_LISTED, measured_labels, write_agreement_report
from anaphor.cli.output import Json, print_json, print_table, say, stdout
from anaphor.cli.reporting import Html
from anaphor.errors import InputError
from anaphor.provenance import Signature

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def _group() -> None:
    """Measure agreement and say what it means."""


@app.command()
def measure(
    file: reading.Labels,
    layout: reading.LayoutOption = None,
    item: reading.Item = None,
    annotator: reading.Annotator = None,
    label: reading.Label = None,
    where: reading.Where = None,
    scale: reading.ScaleOption = Scale.NOMINAL,
    classes: reading.Classes = None,
    repeats: reading.RepeatsOption = Repeats.REFUSE,
    missing: reading.Missing = None,
    present: reading.Present = None,
    cut: reading.Cut = None,
    merge: reading.Merge = None,
    abstentions: reading.AbstentionsOption = Abstentions.MISSING,
    encoding: reading.Encoding = None,
    separator: reading.Separator = None,
    without: reading.Without = None,
    coefficient: Annotated[list[str] | None, typer.Option("--coefficient")] = None,
    unit: Annotated[Resampled, typer.Option("--other")] = Resampled.BOTH,
    method: Annotated[Method, typer.Option("--method")] = Method.ANALYTIC,
    level: Annotated[float, typer.Option("--level")] = 0.95,
    times: Annotated[int, typer.Option("--times")] = 1000,
    seed: Seed = 0,
    panel: Annotated[int | None, typer.Option("--panel", min=1)] = None,
    change: Annotated[bool, typer.Option("--change/--no-change")] = True,
    figure: Annotated[Path | None, typer.Option("--figure")] = None,
    html: Html = None,
    interface: Language = Interface.EN,
    json: Json = False,
) -> None:
    """Measure agreement, and say what it means. Coefficients have intervals."""
    if not 0 < level < 1:
        raise InputError(f"a level of {level} is none", todo="It lies between 0 and 1, e.g. --level 0.95.")
    if times < 2:
        raise InputError(f"--times {times} is too few", todo="Write --times 1000.")
    settings = reading.settings_of(
        layout=layout,
        item=item,
        annotator=annotator,
        label=label,
        where=where,
        scale=scale,
        classes=classes,
        repeats=repeats,
        missing=missing,
        present=present,
        abstentions=abstentions,
        encoding=encoding,
        separator=separator,
    )
    matrix = reading.read_labels(file, settings, cut=cut, merge=merge, without=without, quiet=json, interface=interface)
    resampling = Resampling(unit=unit, method=method, level=level, times=times)
    found = measure_all(matrix, np.random.default_rng(seed), names=coefficient or (), resampling=resampling)
    size = check_panel(panel) if panel else _panel(matrix)
    possible = size and change and size <= MOST_PEOPLE
    summary = summarise(matrix, ReproductionSettings(size=size, seed=seed), interface) if possible else None
    sentences = summary.sentences if summary else ()
    if size > MOST_PEOPLE and change:
        sentences = (told(interface, "panel_too_large", size=size, most=MOST_PEOPLE),)
    if figure:
        _draw(summary, figure, interface)
    signature = Signature.of(
        labels=matrix.fingerprint,
        scale=matrix.scale,
        classes=len(matrix.classes),
        other=unit,
        method=method,
        level=level,
        times=times,
        panel=size if summary else None,
        seed=seed,
        version=__version__,
    )
    if html:
        measured = measured_labels(
            matrix, found, summary, sentences=tuple(sentences), signature=str(signature), level=level
        )
        write_agreement_report(measured, html, file, interface, "anaphor agreement measure")
    if json:
        document = _document(matrix, found, summary, interface)
        print_json(finite(document | {"sentences": list(sentences), "signature": str(signature)}))
        return
    _print_coefficients(matrix, found, level, interface)
    for sentence in sentences:
        print_sentence(sentence)
    stdout().print(str(signature), style="dim", markup=False)


def _draw(summary: Summary | None, path: Path, interface: Interface) -> None:
    if summary is None:
        raise InputError("there is no change rate to draw", todo="It needs two labels per item, and no --no-change.")
    from anaphor.report import save
    from anaphor.report.figures import curve_figure

    save(curve_figure(summary.reproduction, interface), path)
    say(told(interface, "figure_drawn", path=str(path)))


def _panel(matrix: LabelMatrix) -> int:
    """How many labels an item usually has: the panel that made the reference."""
    votes = matrix.votes_per_item[matrix.votes_per_item > 0]
    return int(np.median(votes)) if votes.size and int(votes.max()) > 1 else 0


def _document(
    matrix: LabelMatrix, found: dict[str, Estimate], summary: Summary | None, interface: Interface
) -> dict[str, Any]:
    people = () if matrix.anonymous or len(matrix.annotators) > MOST_PEOPLE_LISTED else per_annotator(matrix)
    return {
        "annotators": None if matrix.anonymous else len(matrix.annotators),
        "items": len(matrix.items),
        "classes": len(matrix.classes),
        "labels": matrix.size,
        "coefficients": {name: _estimate(each, interface) for name, each in found.items()},
        "class_names": list(matrix.classes),
        "scale": matrix.scale,
        "anonymous": matrix.anonymous,
        "complete": matrix.complete,
        "fingerprint": matrix.fingerprint,
        "prevalence_index": prevalence_index(matrix).value,
        "bias_index": bias_index(matrix).value,
        "per_class": [
            {"name": each.name, "share": each.share, "specific": each.specific, "kappa": each.coefficient.value}
            for each in per_class(matrix)
        ],
        "per_annotator": [
            {
                "name": each.name,
                "labels": each.labels,
                "observed": each.observed,
                "kappa": each.kappa,
                "bias": each.bias,
            }
            for each in people
        ],
        "apart": [
            {"annotator": each.annotator, "agreement": each.agreement, "expected": each.expected, "p": each.p}
            for each in (summary.apart if summary else ())
        ],
        "change": _change(summary) if summary else None,
        "notes": [note.told(interface) for note in matrix.notes],
    }


def _estimate(each: Estimate, interface: Interface) -> dict[str, Any]:
    low, high = (each.interval.low, each.interval.high) if each.interval else (None, None)
    return {
        "value": each.coefficient.value,
        "low": low,
        "high": high,
        "observed": each.coefficient.observed,
        "expected": each.coefficient.expected,
        "items": each.coefficient.items,
        "error": each.error,
        "other": each.unit,
        "method": each.interval.method if each.interval else None,
        "reason": _reason(each, interface),
    }


def _reason(each: Estimate, interface: Interface) -> str | None:
    reason = each.coefficient.reason or each.reason
    return in_language(reason, interface) if reason else None


def _change(summary: Summary) -> dict[str, Any]:
    changes = summary.reproduction
    fresh = changes.fresh
    return {
        "panel": changes.size,
        "rate": fresh.rate,
        "low": fresh.low,
        "high": fresh.high,
        "range_low": fresh.range_low,
        "range_high": fresh.range_high,
        "method": fresh.method,
        "ceiling": changes.ceiling,
        "curve": {str(point.size): point.fresh for point in changes.curve},
        "items": [{"item": each.item, "label": each.label, "change": each.change} for each in changes.items[:20]],
        "warnings": list(summary.warnings),
    }


def _print_coefficients(matrix: LabelMatrix, found: dict[str, Estimate], level: float, interface: Interface) -> None:
    key = "size_anonymous" if matrix.anonymous else "size_named"
    title = told(
        interface,
        key,
        annotators=len(matrix.annotators),
        items=len(matrix.items),
        classes=len(matrix.classes),
        labels=matrix.size,
    )
    columns = [
        *heads(interface, "coefficient", "value"),
        told(interface, "head_low", level=100 * level),
        *heads(interface, "high", "remark"),
    ]
    rows = [[told(interface, f"coefficient_{name}"), *_cells(each, interface)] for name, each in found.items()]
    print_table(columns, rows, title=title)


def _cells(each: Estimate, interface: Interface) -> list[str]:
    ends = [each.interval.low, each.interval.high] if each.interval else [None, None]
    numbers = (each.coefficient.value, *ends)
    shown = ["–" if number is None else told(interface, "value", value=number) for number in numbers]
    return [*shown, _reason(each, interface) or ""]


def _register_neighbours() -> None:
    from anaphor.cli.agreement_reproduce import register

    register(app)


_register_neighbours()
