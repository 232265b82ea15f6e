"""`anaphor agreement reproduce`: how many labels other people would change; and the door to its sister commands."""

import math
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from anaphor import __version__
from anaphor.agreement.labelling import Abstentions, Repeats, Scale
from anaphor.agreement.matrix import LabelMatrix
from anaphor.agreement.reproduction_records import TARGETS, ItemRisk, Rate, Reproduction, ReproductionSettings
from anaphor.agreement.subsets import subset_study
from anaphor.agreement.summary import Summary, summarise, usual_size
from anaphor.cli import agreement_interpret, agreement_paper, agreement_plan, agreement_simulate
from anaphor.cli import agreement_reading as reading
from anaphor.cli.agreement_panels import Seed, fields_of, percent_or_dash
from anaphor.cli.output import Json, print_json, print_table, say, stdout
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
    annotators: Annotated[
        int | None, typer.Option("--annotators", "-k", min=1, help="People per panel; the usual number if left out.")
    ] = None,
    target: Annotated[
        list[float] | None, typer.Option("--target", help="A change rate to find the smallest panel for. Repeatable.")
    ] = None,
    panels: Annotated[
        int | None, typer.Option("--panels", min=1, help="Also work through panels one by one, at most so many.")
    ] = None,
    confidence: Annotated[float, typer.Option("--confidence", help="Level of the sampling intervals.")] = 0.95,
    items: Annotated[int, typer.Option("--items", min=0, help="How many of the likeliest items to print.")] = 10,
    figure: Annotated[Path | None, typer.Option("--figure", help="Also draw the curve into this SVG or PNG.")] = None,
    layout: reading.LayoutOption = None, item: reading.Item = None, annotator: reading.Annotator = None,
    label: reading.Label = None, where: reading.Where = None, scale: reading.ScaleOption = Scale.NOMINAL,
    classes: reading.Classes = None, repeats: reading.RepeatsOption = Repeats.REFUSE, missing: reading.Missing = None,
    cut: reading.Cut = None, merge: reading.Merge = None,
    abstentions: reading.AbstentionsOption = Abstentions.MISSING, encoding: reading.Encoding = None,
    separator: reading.Separator = None, without: reading.Without = None, seed: Seed = 0, json: Json = False,
) -> None:  # fmt: skip
    """Say how many labels other people would change: against this panel, an infinite one, and another of its size."""
    how = reading.settings_of(
        layout=layout, item=item, annotator=annotator, label=label, where=where, scale=scale, classes=classes,
        repeats=repeats, missing=missing, abstentions=abstentions, encoding=encoding, separator=separator,
    )  # fmt: skip
    matrix = reading.read_labels(file, how, cut=cut, merge=merge, without=without, quiet=json)
    settings = ReproductionSettings(
        size=annotators or usual_size(matrix), confidence=confidence, seed=seed, targets=tuple(target or TARGETS)
    )
    found = summarise(matrix, settings)
    study = _study(matrix, settings.size, panels, seed) if panels else None
    if figure:
        _draw(found.reproduction, figure)
    if json:
        document = reproduction_json(found, items)
        print_json({**document, "study": study, "signature": str(signature(matrix, settings))})
        return
    print_reproduction(found, items)
    if study:
        _print_study(study)


def signature(matrix: LabelMatrix, settings: ReproductionSettings) -> Signature:
    """How the rates were made, in one line."""
    return Signature.of(
        labels=matrix.fingerprint, k=settings.size, confidence=settings.confidence, slack=settings.slack,
        most=settings.most, resamples=settings.resamples, seed=settings.seed, version=__version__,
    )  # fmt: skip


def _study(matrix: LabelMatrix, size: int, panels: int, seed: int) -> dict[str, float | int | bool | None]:
    found = subset_study(matrix, size, limit=panels, rng=np.random.default_rng(seed))
    kappa = found.kappa[~np.isnan(found.kappa)]
    return {
        "panels": found.panels, "drawn": found.drawn,
        "tau_mean": _finite(float(np.nanmean(found.tau))), "tau_sd": _finite(float(np.nanstd(found.tau))),
        "kappa_mean": float(kappa.mean()) if kappa.size else None,
        "kappa_sd": float(kappa.std()) if kappa.size else None,
    }  # fmt: skip


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _print_study(study: dict[str, float | int | bool | None]) -> None:
    numbers = {name: "–" if value is None else f"{value:.4f}" for name, value in study.items()}
    how = "drawn" if study["drawn"] else "one by one"
    stdout().print(
        f"{study['panels']:,} panels {how}: τ {numbers['tau_mean']} (sd {numbers['tau_sd']}), "
        f"κ {numbers['kappa_mean']} (sd {numbers['kappa_sd']})"
    )


def _draw(found: Reproduction, figure: Path) -> None:
    from anaphor.report.agreement_figures import curve_figure
    from anaphor.report.drawing import save

    save(curve_figure(found), figure)
    say(f"The curve is in {figure}.")


def reproduction_json(found: Summary, items: int) -> dict[str, object]:
    """The fixed keys of `reproduce --json`, and more; `left_out` counts items, `left_out_why` says which and why."""
    record = found.reproduction
    kappa = record.kappa
    return {
        "panel": record.size, "annotators": record.annotators, "labels_per_item": list(record.labels_per_item),
        "kappa_mean": kappa.mean if kappa else None, "kappa_sd": kappa.sd if kappa else None,
        "kappa_method": kappa.method if kappa else None, "kappa_error": kappa.error if kappa else None,
        "own_majority": fields_of(record.own_majority), "ideal": fields_of(record.ideal),
        "fresh": fields_of(record.fresh), "quick": record.quick, "ceiling": record.ceiling,
        "at_random": fields_of(record.at_random),
        "left_out": max((each.items for each in record.left_out), default=0),
        "left_out_why": [fields_of(each) for each in record.left_out],
        "curve": [fields_of(each) for each in record.curve],
        "smallest": [{"target": target, "annotators": size} for target, size in record.smallest],
        "items": [fields_of(each) for each in record.items[:items]],
        "apart": [fields_of(each) for each in found.apart], "split": plain(found.split) if found.split else None,
        "warnings": list(record.warnings), "sentences": list(found.sentences),
    }  # fmt: skip


def print_reproduction(found: Summary, items: int) -> None:
    """The sentences, then the tables behind them."""
    record = found.reproduction
    for sentence in found.sentences:
        stdout().print(sentence, markup=False)
    rates = (("own majority", record.own_majority), ("ideal panel", record.ideal), ("fresh panel", record.fresh))
    rows = [[name, *_cells(rate), rate.method] for name, rate in rates]
    print_table(["labels that change against", "rate", "sampling interval", "identified range", "method"], rows)
    _print_context(record)
    _print_curve(record)
    _print_items(record.items[:items])
    for each in record.left_out:
        stdout().print(f"left out of {each.target.replace('_', ' ')}: {each.items:,} items with {each.reason}")


def _print_context(record: Reproduction) -> None:
    kappa, relative = record.kappa, record.at_random.fresh_relative
    if kappa and kappa.mean is not None:
        sd = f", sd {kappa.sd:.3f} between panels" if kappa.sd is not None else ""
        stdout().print(f"κ of panels of {record.size}: {kappa.mean:.3f}{sd} ({kappa.method})")
    stdout().print(f"ceiling 1 − A_o: {percent_or_dash(record.ceiling)}")
    if relative is not None:
        stdout().print(f"a fresh panel changes {relative:.2f} times what panels voting at random would")


def _cells(rate: Rate) -> list[str]:
    if rate.rate is None:
        return ["–", "–", "; ".join(rate.notes)]
    pinned = rate.range_low == rate.range_high
    spread = "pinned down" if pinned else f"{percent_or_dash(rate.range_low)} – {percent_or_dash(rate.range_high)}"
    return [percent_or_dash(rate.rate), f"{percent_or_dash(rate.low)} – {percent_or_dash(rate.high)}", spread]


def _print_curve(record: Reproduction) -> None:
    rows = [
        [point.size, percent_or_dash(point.fresh),
         f"{percent_or_dash(point.range_low)} – {percent_or_dash(point.range_high)}", percent_or_dash(point.ideal),
         percent_or_dash(point.own_majority), point.method]
        for point in record.curve
    ]  # fmt: skip
    print_table(["people", "fresh", "identified range", "ideal", "own majority", "method"], rows)
    for target, size in record.smallest:
        beyond = f"more than {record.curve[-1].size} people" if record.curve else "unknown"
        stdout().print(f"to change at most {percent_or_dash(target)}: {f'{size} people' if size else beyond}")


def _print_items(items: tuple[ItemRisk, ...]) -> None:
    rows = [[each.item, each.label, " ".join(map(str, each.votes)), percent_or_dash(each.change)] for each in items]
    if rows:
        print_table(["likeliest to change", "label", "votes", "chance"], rows)
