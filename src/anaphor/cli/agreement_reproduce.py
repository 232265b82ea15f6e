"""`anaphor agreement reproduce`: how many labels other people would change; and the door to its sister commands."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from anaphor import __version__
from anaphor.agreement import (
    Interface,
    Summary,
    check_panel,
    check_rate,
    heads,
    in_language,
    summarise,
    told,
    usual_size,
)
from anaphor.agreement.coefficients import measure
from anaphor.agreement.labels import Abstentions, LabelMatrix, Repeats, Scale
from anaphor.agreement.panels import TARGETS, ItemRisk, Rate, Reproduction, ReproductionSettings, subset_study
from anaphor.cli import agreement_interpret, agreement_paper, agreement_plan, agreement_simulate
from anaphor.cli import agreement_reading as reading
from anaphor.cli.agreement_panels import Language, Seed, fields_of, finite, percent_or_dash, print_sentence
from anaphor.cli.agreement_report import measured_labels, write_agreement_report
from anaphor.cli.output import Json, print_json, print_table, say
from anaphor.cli.reporting import Html
from anaphor.provenance import Signature, plain


def register(app: typer.Typer) -> None:
    """Add reproduce, interpret, simulate, plan and paper to the group `agreement`."""
    app.command("reproduce")(reproduce)
    app.command("interpret")(agreement_interpret.interpret)
    app.command("simulate")(agreement_simulate.simulate)
    app.command("plan")(agreement_plan.plan)
    app.command("paper")(agreement_paper.paper)


def reproduce(
    file: reading.Labels,
    annotators: Annotated[int | None, typer.Option("--annotators", "-k", min=1)] = None,
    target: Annotated[list[float] | None, typer.Option("--target")] = None,
    panels: Annotated[int | None, typer.Option("--panels", min=1)] = None,
    confidence: Annotated[float, typer.Option("--confidence")] = 0.95,
    items: Annotated[int, typer.Option("--items", min=0)] = 10,
    figure: Annotated[Path | None, typer.Option("--figure")] = None,
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
    seed: Seed = 0,
    html: Html = None,
    interface: Language = Interface.EN,
    json: Json = False,
) -> None:
    """Say how many labels other people would change. Against this panel, an infinite one, and another of its size."""
    for rate in target or ():
        check_rate(rate)
    how = reading.settings_of(
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
    matrix = reading.read_labels(file, how, cut=cut, merge=merge, without=without, quiet=json, interface=interface)
    settings = ReproductionSettings(
        size=check_panel(annotators or usual_size(matrix)),
        confidence=confidence,
        seed=seed,
        targets=tuple(target or TARGETS),
    )
    found = summarise(matrix, settings, interface)
    study = _study(matrix, settings.size, panels, seed) if panels else None
    if figure:
        _draw(found.reproduction, figure, interface)
    if html:
        measured = measured_labels(
            matrix,
            measure(matrix, np.random.default_rng(seed)),
            found,
            sentences=found.sentences,
            signature=str(signature(matrix, settings)),
        )
        write_agreement_report(measured, html, file, interface, "anaphor agreement reproduce")
    if json:
        document = reproduction_json(found, items, interface) | {
            "study": study,
            "notes": [note.told(interface) for note in matrix.notes],
            "signature": str(signature(matrix, settings)),
        }
        print_json(finite(document | ({"annotators": None} if matrix.anonymous else {})))
        return
    print_reproduction(found, matrix.classes, items, interface)
    if study:
        _print_study(study, interface)


def signature(matrix: LabelMatrix, settings: ReproductionSettings) -> Signature:
    """How the rates were made, in one line."""
    return Signature.of(
        labels=matrix.fingerprint,
        k=settings.size,
        confidence=settings.confidence,
        slack=settings.slack,
        most=settings.most,
        seed=settings.seed,
        version=__version__,
    )


def _study(matrix: LabelMatrix, size: int, panels: int, seed: int) -> dict[str, float | int | bool | None]:
    found = subset_study(matrix, size, limit=panels, rng=np.random.default_rng(seed))
    kappa = found.kappa[~np.isnan(found.kappa)]
    return {
        "panels": found.panels,
        "drawn": found.drawn,
        "tau_mean": _finite(float(np.nanmean(found.tau))),
        "tau_sd": _finite(float(np.nanstd(found.tau))),
        "kappa_mean": float(kappa.mean()) if kappa.size else None,
        "kappa_sd": float(kappa.std()) if kappa.size else None,
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _print_study(study: dict[str, float | int | bool | None], interface: Interface) -> None:
    numbers = {
        name: "–" if value is None else told(interface, "value", value=value)
        for name, value in study.items()
        if name not in ("panels", "drawn")
    }
    print_sentence(
        told(
            interface,
            "panels_drawn" if study["drawn"] else "panels_all",
            panels=int(study["panels"] or 0),
            tau=numbers["tau_mean"],
            tau_sd=numbers["tau_sd"],
            kappa=numbers["kappa_mean"],
            kappa_sd=numbers["kappa_sd"],
        )
    )


def _draw(found: Reproduction, figure: Path, interface: Interface) -> None:
    from anaphor.report import save
    from anaphor.report.figures import curve_figure

    save(curve_figure(found, interface), figure)
    say(told(interface, "figure_drawn", path=str(figure)))


def reproduction_json(found: Summary, items: int, interface: Interface = Interface.EN) -> dict[str, object]:
    """The fixed keys of `reproduce --json`, and more; `left_out` counts items, `left_out_why` says which and why."""
    record = found.reproduction
    kappa = record.kappa
    return {
        "panel": record.size,
        "annotators": record.annotators,
        "labels_per_item": list(record.labels_per_item),
        "kappa_mean": kappa.mean if kappa else None,
        "kappa_sd": kappa.sd if kappa else None,
        "kappa_method": kappa.method if kappa else None,
        "kappa_error": kappa.error if kappa else None,
        "own_majority": _rate(record.own_majority, interface),
        "ideal": _rate(record.ideal, interface),
        "fresh": _rate(record.fresh, interface),
        "quick": record.quick,
        "ceiling": record.ceiling,
        "at_random": fields_of(record.at_random),
        "left_out": max((each.items for each in record.left_out), default=0),
        "left_out_why": [
            {"target": each.target, "items": each.items, "reason": in_language(each.reason, interface)}
            for each in record.left_out
        ],
        "curve": [fields_of(each) for each in record.curve],
        "smallest": [{"target": target, "annotators": size} for target, size in record.smallest],
        "items": [fields_of(each) for each in record.items[:items]],
        "apart": [fields_of(each) for each in found.apart],
        "split": plain(found.split) if found.split else None,
        "warnings": list(found.warnings),
        "sentences": list(found.sentences),
    }


def _rate(rate: Rate, interface: Interface) -> dict[str, object]:
    return fields_of(rate) | {"notes": [in_language(note, interface) for note in rate.notes]}


def print_reproduction(found: Summary, classes: Sequence[str], items: int, interface: Interface) -> None:
    """The sentences, then the tables behind them; votes are told with their classes."""
    record = found.reproduction
    for sentence in found.sentences:
        print_sentence(sentence)
    rates = (("own_majority", record.own_majority), ("ideal", record.ideal), ("fresh", record.fresh))
    rows = [
        [told(interface, f"against_{name}"), *_cells(rate, interface), in_language(rate.method, interface)]
        for name, rate in rates
    ]
    print_table(heads(interface, "against", "rate", "sampling", "range", "method"), rows)
    _print_context(record, interface)
    _print_curve(record, interface)
    _print_items(record.items[:items], classes, interface)
    for each in record.left_out:
        print_sentence(
            told(
                interface,
                "left_out",
                target=told(interface, f"against_{each.target}"),
                items=each.items,
                why=in_language(each.reason, interface),
            )
        )


def _print_context(record: Reproduction, interface: Interface) -> None:
    kappa, relative = record.kappa, record.at_random.fresh_relative
    if kappa and kappa.mean is not None:
        method = in_language(kappa.method, interface)
        if kappa.sd is None or kappa.panels == 1:
            print_sentence(told(interface, "kappa_of_panels", size=record.size, kappa=kappa.mean, method=method))
        else:
            print_sentence(
                told(interface, "kappa_of_panels_sd", size=record.size, kappa=kappa.mean, sd=kappa.sd, method=method)
            )
    if record.ceiling is not None:
        print_sentence(told(interface, "ceiling", rate=record.ceiling))
    if relative is not None:
        print_sentence(told(interface, "against_chance", times=relative))


def _cells(rate: Rate, interface: Interface) -> list[str]:
    if rate.rate is None:
        return ["–", "–", told(interface, "join").join(in_language(note, interface) for note in rate.notes)]
    pinned = rate.range_low == rate.range_high
    spread = told(interface, "pinned_down") if pinned else _between(rate.range_low, rate.range_high, interface)
    return [percent_or_dash(rate.rate, interface), _between(rate.low, rate.high, interface), spread]


def _between(low: float | None, high: float | None, interface: Interface) -> str:
    return f"{percent_or_dash(low, interface)} – {percent_or_dash(high, interface)}"


def _print_curve(record: Reproduction, interface: Interface) -> None:
    rows = [
        [
            point.size,
            percent_or_dash(point.fresh, interface),
            _between(point.range_low, point.range_high, interface),
            percent_or_dash(point.ideal, interface),
            percent_or_dash(point.own_majority, interface),
            in_language(point.method, interface),
        ]
        for point in record.curve
    ]
    if rows:
        print_table(heads(interface, "people", "fresh", "range", "ideal", "own", "method"), rows)
    for target, size in record.smallest:
        if size:
            print_sentence(told(interface, "smallest", rate=target, size=size))
        elif record.curve:
            print_sentence(told(interface, "smallest_beyond", rate=target, size=record.curve[-1].size))
        else:
            print_sentence(told(interface, "smallest_unknown", rate=target))


def _print_items(items: tuple[ItemRisk, ...], classes: Sequence[str], interface: Interface) -> None:
    rows = [[each.item, each.label, _votes(each, classes), percent_or_dash(each.change, interface)] for each in items]
    if rows:
        print_table(heads(interface, "likeliest", "label", "votes", "chance"), rows)


def _votes(item: ItemRisk, classes: Sequence[str]) -> str:
    """The classes that have votes, with how many: `2 × yes, 1 × no`."""
    return ", ".join(f"{count} × {name}" for name, count in zip(classes, item.votes, strict=True) if count)
