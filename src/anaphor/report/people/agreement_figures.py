"""Figures of agreement, drawn from its records: the user's own curve, and figures 2 to 8 of Bregeon et al. (2019)."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from anaphor.agreement import AnnotatorMap, PaperTables, Remade
from anaphor.agreement.panels import Reproduction, SimulatedPoint
from anaphor.report.cells import share_of
from anaphor.report.drawing import COLOURS, MARKERS, in_percent, legend, line, name_points, new_axes
from anaphor.section import Cell, Drawing
from anaphor.text import text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_NAMED = 60
"""Most annotators whose names stand on their map."""
_SHORT = 18
"""Letters of a name on the map."""


def heads(*names: str) -> tuple[str, ...]:
    return tuple(text(f"agreement-head-{name}") for name in names)


def curve_figure(record: Reproduction) -> Drawing:
    """Labels that change over the size of the panel, with the identified range and the user's own panel."""
    title = text("agreement-report-curve", size=record.size)
    figure, axes = new_axes(title, text("agreement-axis-people"), text("agreement-axis-change"))
    sizes = [point.size for point in record.curve]
    line(axes, 0, text("agreement-line-fresh"), sizes, [point.fresh for point in record.curve])
    axes.fill_between(
        sizes,
        [point.range_low for point in record.curve],
        [point.range_high for point in record.curve],
        color=COLOURS[0],
        alpha=0.15,
        linewidth=0,
        label=text("agreement-line-range"),
    )
    line(axes, 1, text("agreement-line-ideal"), sizes, [point.ideal for point in record.curve])
    own = [(point.size, point.own_majority) for point in record.curve if point.own_majority is not None]
    line(axes, 2, text("agreement-line-own"), [size for size, _ in own], [rate for _, rate in own])
    if record.ceiling is not None:
        axes.axhline(record.ceiling, color=COLOURS[7], linestyle=":", label=text("agreement-line-ceiling"))
    fresh = record.fresh
    if fresh.rate is not None and fresh.low is not None and fresh.high is not None:
        axes.errorbar(
            [record.size],
            [fresh.rate],
            [[fresh.rate - fresh.low], [fresh.high - fresh.rate]],
            fmt="*",
            markersize=14,
            color=COLOURS[6],
            capsize=4,
            label=text("agreement-line-yours"),
        )
    _finish(axes)
    rows = tuple(
        (
            point.size,
            *map(share_of, (point.fresh, point.range_low, point.range_high, point.ideal, point.own_majority)),
            str(point.method),
        )
        for point in record.curve
    )
    columns = heads("people", "fresh", "range-low", "range-high", "ideal", "own", "method")
    return Drawing(figure=figure, title=title, columns=columns, rows=rows)


def map_figure(found: AnnotatorMap) -> Drawing:
    """The annotators as points, named while they are few."""
    title, across, up = text("agreement-report-map"), text("agreement-axis-first"), text("agreement-axis-second")
    figure, axes = new_axes(title, across, up)
    axes.scatter([each.across for each in found.places], [each.up for each in found.places], s=40, color=COLOURS[0])
    axes.set_aspect("equal", adjustable="datalim")
    if len(found.places) <= _NAMED:
        name_points(figure, axes, [(each.annotator[:_SHORT], each.across, each.up) for each in found.places])
    rows = tuple((each.annotator, each.labels, each.across, each.up) for each in found.places)
    return Drawing(figure=figure, title=title, rows=rows, columns=(*heads("annotator", "labels"), across, up))


def paper_figures(tables: PaperTables, rows: Sequence[Remade]) -> dict[str, Drawing]:
    """Figures 2 to 8 of the paper by the names of their files."""
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
    cells = tuple(
        (
            row.printed.task,
            row.printed.setting,
            row.table,
            row.items,
            row.printed.kappa,
            row.kappa,
            *map(share_of, (row.printed.tau, row.tau, row.fresh)),
        )
        for row in rows
    )
    return Drawing(figure=figure, title=title, columns=columns, rows=cells)


def simulated_figure(title: str, curves: Mapping[str, Sequence[SimulatedPoint]], *, between: bool = False) -> Drawing:
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
        axes.bar(
            [low + (number + 0.5) * width for low, _ in bars],
            [share for _, share in bars],
            width,
            align="edge",
            color=COLOURS[number % len(COLOURS)],
            hatch=("", "//", "..", "xx")[number % 4],
            edgecolor="white",
            label=name,
        )
    _finish(axes)
    rows = tuple((name, share_of(low), share_of(share)) for name, bars in histograms.items() for low, share in bars)
    return Drawing(figure=figure, title=title, columns=("corpus", "from", "items"), rows=rows)


def _points(
    axes: "Axes", number: int, name: str, points: Sequence[tuple[float, float]], *, hollow: bool = False
) -> None:
    colour = COLOURS[number % len(COLOURS)]
    axes.scatter(
        [x for x, _ in points],
        [y for _, y in points],
        s=42,
        marker=MARKERS[number % len(MARKERS)],
        facecolors="none" if hollow else colour,
        edgecolors=colour,
        label=name,
    )


def _finish(axes: "Axes") -> None:
    axes.set_ylim(bottom=0)
    in_percent(axes)
    legend(axes)
