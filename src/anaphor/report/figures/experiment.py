"""Figures of a study, drawn from its analysis: paper 1's figure 2, reaction times, the flow of participants.

Every figure carries the table behind it.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from anaphor.experiment import ANTICIPATION_MS, LOW, SLOWEST_MS, StudyAnalysis, TrialKind, bars
from anaphor.report.cells import share_of
from anaphor.report.figures.drawing import COLOURS, in_percent, legend, line, new_axes
from anaphor.section import Cell, Drawing
from anaphor.text import choice, number, percent, text

if TYPE_CHECKING:
    from matplotlib.patches import Patch

    from anaphor.experiment import PrecisionPlan, Response, Study

_TIME_BINS = 40


def items_figure(found: StudyAnalysis) -> Drawing:
    """How many items have which share of right answers (figure 2 of Amsili & Seminck 2017), and what chance gives."""
    title = text("experiment-figure-items")
    figure, axes = new_axes(title, text("experiment-figure-rate"), text("experiment-figure-number"))
    drawn = bars(found)
    middles = [(bar.low + bar.high) / 2 for bar in drawn]
    width, observed = 0.9 * (drawn[0].high - drawn[0].low), text("experiment-figure-observed")
    axes.bar(middles, [bar.observed for bar in drawn], width=width, color=COLOURS[0], alpha=0.85, label=observed)
    line(axes, 1, text("experiment-figure-equal"), middles, [bar.equal for bar in drawn])
    if found.model is not None:
        line(axes, 2, text("experiment-figure-shrunken"), middles, [float(bar.shrunken or 0) for bar in drawn])
    axes.axvline(LOW, color=COLOURS[6], linestyle=":", label=text("experiment-figure-bound"))
    axes.set_xlim(0, 1)
    axes.set_ylim(bottom=0)
    in_percent(axes, across=True)
    legend(axes)
    names = ("heads-from", "heads-to", "figure-observed", "figure-equal", "figure-shrunken")
    columns = tuple(text(f"experiment-{name}") for name in names)
    rows: list[tuple[Cell, ...]] = []
    for bar in drawn:
        ends = (text("experiment-percent", share=100 * end) for end in (bar.low, bar.high))
        rows.append((*ends, bar.observed, bar.equal, bar.shrunken))
    return Drawing(figure=figure, title=title, columns=columns, rows=tuple(rows), digits=1)


def plan_figure(plan: "PrecisionPlan") -> Drawing:
    """What more answers per item would tell."""
    title, name = text("experiment-figure-plan"), text("experiment-plan-answers")
    figure, axes = new_axes(title, name, "")
    sizes = [each.answers for each in plan.table]
    columns = (
        text("experiment-plan-above"),
        text("experiment-plan-half-width", rate=percent(plan.rate)),
        text("experiment-plan-by-chance"),
    )
    rows = [(each.bound, each.half_width, each.low_by_chance) for each in plan.table]
    for place, (label, values) in enumerate(zip(columns, zip(*rows, strict=True), strict=True)):
        line(axes, place, label, sizes, values)
    for wanted, answers in ((plan.bound, plan.for_bound), (plan.half_width, plan.for_width)):
        axes.plot([answers], [wanted], marker="*", markersize=13, color=COLOURS[6], linestyle="none")
    axes.set_ylim(0, 1)
    in_percent(axes)
    legend(axes)
    cells = tuple((size, *map(share_of, row)) for size, row in zip(sizes, rows, strict=True))
    return Drawing(figure=figure, title=title, columns=(name, *columns), rows=cells)


def panels_figure(
    sizes: Sequence[int], drawn: Mapping[int, float | None], fresh: Mapping[int, float | None]
) -> Drawing:
    """How likely the questions pass paper 4's rule with panels of each size."""
    title = text("experiment-figure-panels")
    columns = tuple(text(f"experiment-panel-{name}") for name in ("people", "drawn", "fresh"))
    figure, axes = new_axes(title, columns[0], text("experiment-figure-passing"))
    for place, found in enumerate((drawn, fresh)):
        known = [(size, share) for size in sizes if (share := found[size]) is not None]
        line(axes, place, columns[place + 1], [size for size, _ in known], [share for _, share in known])
    axes.set_ylim(-0.03, 1.03)
    in_percent(axes)
    legend(axes)
    rows = tuple((size, share_of(drawn[size]), share_of(fresh[size])) for size in sizes)
    return Drawing(figure=figure, title=title, columns=columns, rows=rows)


def times_figure(study: "Study", found: StudyAnalysis) -> Drawing | None:
    """Reaction times of everybody who is analysed, before any rule for trials; None where nothing was timed."""
    kept = {person.name for person, rule in found.screened.people if rule is None}
    timed = [
        each
        for each in study.responses
        if each.kind is TrialKind.ITEM and each.person in kept and each.rt_ms and each.rt_ms > 0
    ]
    if not timed:
        return None
    title = text("experiment-figure-times")
    figure, axes = new_axes(title, text("experiment-figure-time"), text("experiment-figure-share"))
    right, wrong = (_seconds(timed, value) for value in (True, False))
    everything = np.array([*right, *wrong]) if right or wrong else np.array(_seconds(timed, None))
    edges = np.geomspace(everything.min() * 0.999, everything.max() * 1.001, _TIME_BINS + 1)
    counts = [np.histogram(times, edges)[0] for times in (right, wrong)]
    for colour, name, times in ((COLOURS[0], "right", right), (COLOURS[1], "wrong", wrong)):
        label = f"{choice('experiment-figure', name)} ({number(len(times))})"
        axes.hist(times, bins=list(edges), histtype="stepfilled", alpha=0.55, color=colour, label=label)
    for end in (ANTICIPATION_MS, SLOWEST_MS):
        window = text("experiment-figure-window") if end is ANTICIPATION_MS else None
        axes.axvline(end / 1000, color=COLOURS[6], linestyle="--", label=window)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda value, _: number(float(value), "g"))
    legend(axes)
    ends = (f"{text(f'experiment-heads-{name}')} (s)" for name in ("from", "to"))
    columns = (*ends, text("experiment-figure-right"), text("experiment-figure-wrong"))
    rows = tuple(zip(edges[:-1].tolist(), edges[1:].tolist(), *(each.tolist() for each in counts), strict=True))
    return Drawing(figure=figure, title=title, columns=columns, rows=rows, digits=2)


def _seconds(timed: Sequence["Response"], right: bool | None) -> list[float]:
    return [each.rt_ms / 1000 for each in timed if each.rt_ms is not None and each.right is right]


def flow_figure(found: StudyAnalysis) -> Drawing:
    """The way from those who started to what is analysed, in boxes as CONSORT draws it."""
    from matplotlib.figure import Figure

    title = text("experiment-figure-flow")
    flow = found.screened.flow
    main = (
        text("experiment-figure-started", count=flow.started),
        text("experiment-figure-analysed", people=flow.analysed, count=flow.answers),
        text("experiment-figure-kept", count=flow.kept),
    )
    aside = (
        [(str(choice("experiment-rules", rule, count=count)), count) for rule, count in flow.excluded],
        [(str(choice("experiment-reasons", reason, count=count)), count) for reason, count in flow.dropped],
    )
    figure = Figure(figsize=(7.2, 3.6), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title, fontsize=11, loc="left")
    axes.set_axis_off()
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    box = {"boxstyle": "round,pad=0.5", "facecolor": "white", "edgecolor": COLOURS[0]}
    places = (0.88, 0.5, 0.12)
    boxes = [
        axes.text(0.24, place, text, ha="center", va="center", fontsize=10, bbox=box)
        for text, place in zip(main, places, strict=True)
    ]

    def arrow(
        start: tuple[float, float], end: tuple[float, float], leaving: "Patch | None", reaching: "Patch | None"
    ) -> None:
        """An arrow from one box to the edge of another."""
        how = {"arrowstyle": "->", "patchA": leaving, "patchB": reaching, "shrinkA": 0, "shrinkB": 1}
        axes.annotate("", end, start, arrowprops=how)

    for step, reasons in enumerate(aside):
        top, down = places[step], places[step + 1]
        arrow((0.24, top), (0.24, down), boxes[step].get_bbox_patch(), boxes[step + 1].get_bbox_patch())
        said = [text("experiment-figure-left-out", count=sum(count for _, count in reasons))]
        said += [f"{number(count)} {name}" for name, count in reasons]
        middle, edge = (top + down) / 2, {**box, "edgecolor": COLOURS[7]}
        beside = axes.text(0.5, middle, "\n".join(said), ha="left", va="center", fontsize=9, bbox=edge)
        arrow((0.24, middle), (0.5, middle), None, beside.get_bbox_patch())
    columns = (text("experiment-heads-step"), text("experiment-heads-count"))
    return Drawing(figure=figure, title=title, columns=columns, rows=flow_rows(found))


def flow_rows(found: StudyAnalysis) -> tuple[tuple[str, int], ...]:
    """The flow as a table: each step with what it leaves out, and what is left."""
    flow = found.screened.flow
    return (
        (text("experiment-heads-started"), flow.started),
        *((f"− {choice('experiment-rules', rule, count=count)}", count) for rule, count in flow.excluded),
        (text("experiment-report-people"), flow.analysed),
        (text("experiment-report-answers"), flow.answers),
        *((f"− {choice('experiment-reasons', reason, count=count)}", count) for reason, count in flow.dropped),
        (text("experiment-heads-kept"), flow.kept),
    )
