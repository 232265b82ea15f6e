"""Figures of a study, drawn from its analysis: paper 1's figure 2, reaction times, the flow of participants.

Every figure carries the table behind it.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from anaphor.experiment import number, percent, told
from anaphor.experiment.analysis import ANTICIPATION_MS, LOW, SLOWEST_MS, StudyAnalysis, bars
from anaphor.experiment.design import TrialKind
from anaphor.experiment.study import Response, Study
from anaphor.report.drawing import COLOURS, in_percent, legend, line, new_axes
from anaphor.section import Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Patch

_TIME_BINS = 40


def items_figure(found: StudyAnalysis, interface: str = "en") -> Drawing:
    """How many items have which share of right answers (figure 2 of Amsili & Seminck 2017), and what chance gives."""
    title = told(interface, "figure.items")
    figure, axes = new_axes(title, told(interface, "figure.rate"), told(interface, "figure.number"))
    drawn = bars(found)
    middles = [(bar.low + bar.high) / 2 for bar in drawn]
    axes.bar(
        middles,
        [bar.observed for bar in drawn],
        width=0.9 * (drawn[0].high - drawn[0].low),
        color=COLOURS[0],
        alpha=0.85,
        label=told(interface, "figure.observed"),
    )
    line(axes, 1, told(interface, "figure.equal"), middles, [bar.equal for bar in drawn])
    if found.model is not None:
        line(axes, 2, told(interface, "figure.shrunken"), middles, [float(bar.shrunken or 0) for bar in drawn])
    axes.axvline(LOW, color=COLOURS[6], linestyle=":", label=told(interface, "figure.bound"))
    axes.set_xlim(0, 1)
    axes.set_ylim(bottom=0)
    in_percent(axes, across=True)
    legend(axes)
    columns = (
        told(interface, "heads.from"),
        told(interface, "heads.to"),
        told(interface, "figure.observed"),
        told(interface, "figure.equal"),
        told(interface, "figure.shrunken"),
    )
    rows = tuple(
        (percent(bar.low, interface, 0), percent(bar.high, interface, 0), bar.observed, bar.equal, bar.shrunken)
        for bar in drawn
    )
    return Drawing(figure=figure, title=title, columns=columns, rows=rows, digits=1)


def times_figure(study: Study, found: StudyAnalysis, interface: str = "en") -> Drawing | None:
    """Reaction times of everybody who is analysed, before any rule for trials; None where nothing was timed."""
    kept = {person.name for person, rule in found.screened.people if rule is None}
    timed = [
        each
        for each in study.responses
        if each.kind is TrialKind.ITEM and each.person in kept and each.rt_ms and each.rt_ms > 0
    ]
    if not timed:
        return None
    title = told(interface, "figure.times")
    figure, axes = new_axes(title, told(interface, "figure.time"), told(interface, "figure.share"))
    right, wrong = (_seconds(timed, value) for value in (True, False))
    everything = np.array([*right, *wrong]) if right or wrong else np.array(_seconds(timed, None))
    edges = np.geomspace(everything.min() * 0.999, everything.max() * 1.001, _TIME_BINS + 1)
    counts = [np.histogram(times, edges)[0] for times in (right, wrong)]
    for colour, name, times in ((COLOURS[0], "right", right), (COLOURS[1], "wrong", wrong)):
        axes.hist(
            times,
            bins=list(edges),
            histtype="stepfilled",
            alpha=0.55,
            color=colour,
            label=f"{told(interface, f'figure.{name}')} ({number(len(times), interface)})",
        )
    for end in (ANTICIPATION_MS, SLOWEST_MS):
        label = told(interface, "figure.window") if end is ANTICIPATION_MS else None
        axes.axvline(end / 1000, color=COLOURS[6], linestyle="--", label=label)
    axes.set_xscale("log")
    mark = "," if interface == "fr" else "."
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}".replace(".", mark))
    legend(axes)
    columns = (
        f"{told(interface, 'heads.from')} (s)",
        f"{told(interface, 'heads.to')} (s)",
        told(interface, "figure.right"),
        told(interface, "figure.wrong"),
    )
    rows = tuple(
        (float(edges[place]), float(edges[place + 1]), int(counts[0][place]), int(counts[1][place]))
        for place in range(_TIME_BINS)
    )
    return Drawing(figure=figure, title=title, columns=columns, rows=rows, digits=2)


def _seconds(timed: Sequence[Response], right: bool | None) -> list[float]:
    return [each.rt_ms / 1000 for each in timed if each.rt_ms is not None and each.right is right]


def flow_figure(found: StudyAnalysis, interface: str = "en") -> Drawing:
    """The way from those who started to what is analysed, in boxes as CONSORT draws it."""
    from matplotlib.figure import Figure

    title = told(interface, "figure.flow")
    flow = found.screened.flow
    main = (
        told(interface, "figure.started", count=flow.started),
        told(interface, "figure.analysed", people=flow.analysed, count=flow.answers),
        told(interface, "figure.kept", count=flow.kept),
    )
    aside = (
        [(told(interface, f"rules.{rule.value}", count=count), count) for rule, count in flow.excluded],
        [(told(interface, f"reasons.{reason.value}", count=count), count) for reason, count in flow.dropped],
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
    for step, reasons in enumerate(aside):
        top, down = places[step], places[step + 1]
        _arrow(axes, (0.24, top), (0.24, down), boxes[step].get_bbox_patch(), boxes[step + 1].get_bbox_patch())
        said = [told(interface, "figure.left_out", count=sum(count for _, count in reasons))]
        said += [f"{number(count, interface)} {name}" for name, count in reasons]
        beside = axes.text(
            0.5,
            (top + down) / 2,
            "\n".join(said),
            ha="left",
            va="center",
            fontsize=9,
            bbox={**box, "edgecolor": COLOURS[7]},
        )
        _arrow(axes, (0.24, (top + down) / 2), (0.5, (top + down) / 2), None, beside.get_bbox_patch())
    return Drawing(
        figure=figure,
        title=title,
        columns=(told(interface, "heads.step"), told(interface, "heads.count")),
        rows=flow_rows(found, interface),
    )


def _arrow(
    axes: "Axes",
    start: tuple[float, float],
    end: tuple[float, float],
    leaving: "Patch | None",
    reaching: "Patch | None",
) -> None:
    """An arrow from one box to the edge of another."""
    how = {"arrowstyle": "->", "patchA": leaving, "patchB": reaching, "shrinkA": 0, "shrinkB": 1}
    axes.annotate("", end, start, arrowprops=how)


def flow_rows(found: StudyAnalysis, interface: str) -> tuple[tuple[str, int], ...]:
    """The flow as a table: each step with what it leaves out, and what is left."""
    flow = found.screened.flow
    return (
        (told(interface, "figure.started", count=flow.started), flow.started),
        *((f"− {told(interface, f'rules.{rule.value}', count=count)}", count) for rule, count in flow.excluded),
        (told(interface, "report.people"), flow.analysed),
        (told(interface, "report.answers"), flow.answers),
        *((f"− {told(interface, f'reasons.{reason.value}', count=count)}", count) for reason, count in flow.dropped),
        (told(interface, "figure.kept", count=flow.kept), flow.kept),
    )
