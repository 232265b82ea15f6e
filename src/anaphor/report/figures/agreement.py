"""Figures of agreement, drawn from its records: the user's own curve, and figures 2 to 8 of Bregeon et al. (2019)."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from anaphor.agreement import AnnotatorMap, ChangeTarget, Interpretation, KappaOrAlpha, Remade, Summary
from anaphor.report.cells import share_of
from anaphor.report.figures.drawing import (
    COLOURS,
    MARKERS,
    band,
    in_percent,
    legend,
    line,
    name_points,
    named_shares,
    new_axes,
)
from anaphor.section import Cell, Drawing
from anaphor.text import text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from anaphor.agreement import (
        AnnotationPlan,
        ConsensusLabels,
        InterpretedCoefficient,
        PaperComparison,
        SimulatedPoint,
        Simulation,
    )

_NAMED = 60
"""Most annotators whose names stand on their map."""
_LEAST_SURE = 20
"""Items whose labels are least sure that are shown."""
_SHORT = 18
"""Letters of a name on the map."""


def heads(*names: str) -> tuple[str, ...]:
    return tuple(text(f"agreement-head-{name}") for name in names)


def titled(title: str, caution: str | None) -> str:
    """A title with what must be known before the rates under it are read, if anything must."""
    return text("agreement-join").join((title, text(caution))) if caution else title


def curve_figure(summary: Summary) -> Drawing:
    """Labels that change over the size of the panel, with the identified range and the user's own panel.

    What must be known before its rates are read stands in the title, which goes wherever the figure goes.
    """
    record = summary.reproduction
    title = text("agreement-report-curve-classes" if summary.medians else "agreement-report-curve", size=record.size)
    title = titled(title, "agreement-brief-uneven" if summary.cautions else None)
    figure, axes = new_axes(title, text("agreement-axis-people"), text("agreement-axis-change"))
    sizes = [point.size for point in record.curve]
    line(axes, 0, text("agreement-line-fresh"), sizes, [point.fresh for point in record.curve])
    low, high = [point.range_low for point in record.curve], [point.range_high for point in record.curve]
    band(axes, sizes, low, high, text("agreement-line-range"))
    line(axes, 1, text("agreement-line-ideal"), sizes, [point.ideal for point in record.curve])
    own = [(point.size, point.own_majority) for point in record.curve if point.own_majority is not None]
    line(axes, 2, text("agreement-line-own"), [size for size, _ in own], [rate for _, rate in own])
    if record.ceiling is not None:
        axes.axhline(record.ceiling, color=COLOURS[7], linestyle=":", label=text("agreement-line-ceiling"))
    fresh = record.fresh
    if fresh.rate is not None and fresh.low is not None and fresh.high is not None:
        reach, yours = [[fresh.rate - fresh.low], [fresh.high - fresh.rate]], text("agreement-line-yours")
        look: dict[str, Any] = {"fmt": "*", "markersize": 14, "color": COLOURS[6], "capsize": 4}
        axes.errorbar([record.size], [fresh.rate], reach, label=yours, **look)
    _finish(axes)
    rows: list[tuple[Cell, ...]] = []
    for point in record.curve:
        rates = (point.fresh, point.range_low, point.range_high, point.ideal, point.own_majority)
        rows.append((point.size, *map(share_of, rates), str(point.method)))
    columns = heads("people", "fresh", "range-low", "range-high", "ideal", "own", "method")
    return Drawing(figure=figure, title=title, columns=columns, rows=tuple(rows))


def map_figure(found: AnnotatorMap) -> Drawing:
    """The annotators as points, named while they are few."""
    title, across, up = text("agreement-report-map"), text("agreement-axis-first"), text("agreement-axis-second")
    figure, axes = new_axes(title, across, up)
    axes.scatter([each.across for each in found.places], [each.up for each in found.places], s=40, color=COLOURS[0])
    axes.set_aspect("equal", adjustable="datalim")
    if len(found.places) <= _NAMED:
        name_points(figure, axes, [(each.annotator[:_SHORT], each.across, each.up) for each in found.places])
    rows = tuple((each.annotator, each.labels, each.across, each.up) for each in found.places)
    columns, note = (*heads("annotator", "labels"), across, up), text("agreement-report-map-shown", rate=found.shown)
    return Drawing(figure=figure, title=title, rows=rows, columns=columns, note=note)


def certainty_figure(found: "ConsensusLabels") -> Drawing:
    """The items whose labels are least sure, with their weight or share of the votes; those to look at set off."""
    best = (found.model.consensus if found.model else found.majority).posterior.max(axis=1)
    if found.model is None:
        best = found.labels.counts.max(axis=1) / np.maximum(found.labels.votes_per_item, 1)
    places = np.argsort(best, kind="stable")[:_LEAST_SURE].tolist()
    title, review = text("agreement-certainty"), found.review
    across = text("agreement-axis-weight" if found.model else "agreement-axis-votes")
    figure, axes = new_axes(title, across, "", size=(7.2, 1.4 + 0.2 * len(places)))
    for flag, colour, name in ((True, COLOURS[1], heads("review")[0]), (False, COLOURS[0], heads("kept")[0])):
        rows = [row for row, place in enumerate(places) if review[place] is flag]
        axes.barh(rows, [float(best[places[row]]) for row in rows], 0.7, color=colour, label=name)
    named_shares(axes, [found.labels.items[place][:_SHORT] for place in places])
    legend(axes)
    cells = tuple(
        (found.labels.items[place], share_of(float(best[place])), text("agreement-yes") if review[place] else "")
        for place in places
    )
    return Drawing(figure=figure, title=title, columns=(*heads("item"), across, *heads("review")), rows=cells)


def interpretation_figure(told: "InterpretedCoefficient") -> Drawing | None:
    """The least, typical and most labels that change, against each reference; else what each value typically means."""
    found = told.interpretation
    if found is None:
        return _table_figure(told.table) if told.table else None
    sign = "κ" if found.coefficient is KappaOrAlpha.KAPPA else "α"
    title = text("agreement-interpret-title", coefficient=sign, value=found.value, size=found.situation.annotators)
    names = [text(f"agreement-against-{each.target.replace('_', '-')}") for each in found.readings]
    figure, axes = new_axes(title, text("agreement-axis-change"), "", size=(7.2, 2.8))
    places = range(len(names))
    low, high = [each.floor for each in found.readings], [each.ceiling for each in found.readings]
    axes.hlines(places, low, high, color=COLOURS[0], linewidth=6, alpha=0.35, label=text("agreement-head-between"))
    typical = [each.typical for each in found.readings]
    axes.plot(typical, places, "o", color=COLOURS[0], label=text("agreement-head-typically"))
    axes.set_yticks(list(places), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(left=0)
    in_percent(axes, across=True)
    legend(axes)
    rows = tuple(
        (name, *map(share_of, (each.floor, each.typical, each.ceiling)))
        for name, each in zip(names, found.readings, strict=True)
    )
    return Drawing(figure=figure, title=title, columns=heads("against", "at-least", "typically", "at-most"), rows=rows)


def _table_figure(table: Sequence[Interpretation]) -> Drawing:
    """What another panel typically changes over κ, one line per panel size."""
    title = text("agreement-typical-title")
    figure, axes = new_axes(title, text("agreement-head-kappa"), text("agreement-axis-change"))
    rows = [
        (each.situation.annotators, each.value, share_of(fresh.typical))
        for each in table
        for fresh in each.readings
        if fresh.target is ChangeTarget.FRESH
    ]
    for number, size in enumerate(sorted({row[0] for row in rows})):
        mine = [row for row in rows if row[0] == size]
        name = text("agreement-line-panel", size=size)
        line(axes, number, name, [row[1] for row in mine], [row[2] or 0.0 for row in mine])
    _finish(axes)
    return Drawing(figure=figure, title=title, columns=heads("people", "kappa", "change"), rows=tuple(rows))


def plan_figure(found: "AnnotationPlan") -> Drawing:
    """Labels that change over the size of the panel, the rate wanted, and the smallest panel that will do."""
    title = text("agreement-plan-title", rate=found.settings.rate)
    title = titled(title, "agreement-brief-uneven" if found.cautions else None)
    figure, axes = new_axes(title, text("agreement-axis-people"), text("agreement-axis-change"))
    sizes = [each.annotators for each in found.options]
    line(axes, 0, text("agreement-line-fresh"), sizes, [each.rate for each in found.options])
    low, high = [each.low for each in found.options], [each.high for each in found.options]
    band(axes, sizes, low, high, text("agreement-head-between"))
    axes.axhline(found.settings.rate, color=COLOURS[7], linestyle=":", label=text("agreement-line-wanted"))
    if found.chosen is not None:
        name = text("agreement-line-enough")
        axes.plot([found.chosen.annotators], [found.chosen.rate], "*", markersize=14, color=COLOURS[6], label=name)
    _finish(axes)
    rows = tuple((each.annotators, *map(share_of, (each.rate, each.low, each.high))) for each in found.options)
    return Drawing(figure=figure, title=title, columns=heads("people", "fresh", "at-least", "at-most"), rows=rows)


def simulation_figure(found: "Simulation") -> Drawing:
    """What simulated panels change over their κ; of Table 1, κ over the errors, printed and simulated."""
    title, kappa = text("agreement-simulated-title", size=found.annotators), text("agreement-head-kappa")
    if found.table_1:
        figure, axes = new_axes(title, text("agreement-axis-errors"), kappa)
        lines = ("printed", "simulated")
        pairs = [(each.errors, each.printed, each.kappa) for each in found.table_1]
    else:
        figure, axes = new_axes(title, kappa, text("agreement-axis-change"))
        lines = ("fresh", "reference")
        pairs = [(each.kappa, each.between_groups, each.against_reference) for each in found.points]
    names = [text(f"agreement-line-{each}") for each in lines]
    for number, name in enumerate(names):
        line(axes, number, name, [each[0] for each in pairs], [each[number + 1] for each in pairs])
    if not found.table_1:
        in_percent(axes)
    legend(axes)
    return Drawing(figure=figure, title=title, columns=(axes.get_xlabel(), *names), rows=tuple(pairs))


def paper_figures(found: "PaperComparison") -> dict[str, Drawing]:
    """Figures 2 to 8 of the paper by the names of their files."""
    tables, rows = found.source, found.rows
    simulated = {name: simulated_figure(title, curves) for name, (title, curves) in tables.simulated().items()}
    made_up = simulated_figure("Figure 8: made-up panels, five classes", tables.figure_8(), between=True)
    return {"figure-2": figure_2(rows), **simulated, "figure-7": figure_7(tables.figure_7()), "figure-8": made_up}


def figure_2(rows: Sequence[Remade]) -> Drawing:
    """κ and change of the twelve real sub-corpora, printed and remade, and what a fresh panel would change."""
    title = "Figure 2: real annotations, three classes, panels of 3 among 9"
    figure, axes = new_axes(title, "mean κ of the panels", "share of labels that change")
    _points(axes, 0, "printed", [(row.printed.kappa, row.printed.tau) for row in rows], hollow=True)
    _points(axes, 1, "remade from the authors' tables", [(row.kappa, row.tau) for row in rows])
    _points(axes, 2, "against a fresh panel of 3", [(row.kappa, row.fresh) for row in rows])
    _finish(axes)
    columns = ("task", "group", "table", "items", "κ printed", "κ", "τ printed", "τ", "fresh")
    cells: list[tuple[Cell, ...]] = []
    for row in rows:
        shares = map(share_of, (row.printed.tau, row.tau, row.fresh))
        about = (row.printed.task, row.printed.setting, row.table, row.items)
        cells.append((*about, row.printed.kappa, row.kappa, *shares))
    return Drawing(figure=figure, title=title, columns=columns, rows=tuple(cells))


def simulated_figure(title: str, curves: Mapping[str, Sequence["SimulatedPoint"]], *, between: bool = False) -> Drawing:
    """Change over κ, one line per panel size or corpus: figures 3 to 6, and with `between` groups figure 8."""
    against = "another group" if between else "the initial reference"
    figure, axes = new_axes(title, "mean κ of the simulated panels", f"share of labels that change against {against}")
    rows: list[tuple[Cell, ...]] = []
    for number, (name, points) in enumerate(curves.items()):
        rates = [point.between_groups if between else point.against_reference for point in points]
        line(axes, number, name, [point.kappa for point in points], rates)
        rows += [
            (name, point.errors, point.kappa, point.kappa_sd, share_of(rate))
            for point, rate in zip(points, rates, strict=True)
        ]
    _finish(axes)
    return Drawing(figure=figure, title=title, columns=("line", "errors", "κ", "sd of κ", "change"), rows=tuple(rows))


def figure_7(histograms: Mapping[str, Sequence[tuple[float, float]]]) -> Drawing:
    """How disagreement with the majority is spread over items, one set of bars per corpus."""
    title = "Figure 7: how many items have how much disagreement with the majority"
    figure, axes = new_axes(title, "share of annotators against the majority", "share of items")
    for number, (name, bars) in enumerate(histograms.items()):
        step = bars[1][0] - bars[0][0] if len(bars) > 1 else 1.0
        width = step / (len(histograms) + 1)
        lefts, heights = [low + (number + 0.5) * width for low, _ in bars], [share for _, share in bars]
        colour, hatch = COLOURS[number % len(COLOURS)], ("", "//", "..", "xx")[number % 4]
        axes.bar(lefts, heights, width, align="edge", color=colour, hatch=hatch, edgecolor="white", label=name)
    _finish(axes)
    rows = tuple((name, share_of(low), share_of(share)) for name, bars in histograms.items() for low, share in bars)
    return Drawing(figure=figure, title=title, columns=("corpus", "from", "items"), rows=rows)


def _points(
    axes: "Axes", number: int, name: str, points: Sequence[tuple[float, float]], *, hollow: bool = False
) -> None:
    colour, marker = COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)]
    across, up, inside = [x for x, _ in points], [y for _, y in points], "none" if hollow else colour
    axes.scatter(across, up, s=42, marker=marker, facecolors=inside, edgecolors=colour, label=name)


def _finish(axes: "Axes") -> None:
    axes.set_ylim(bottom=0)
    in_percent(axes)
    legend(axes)
