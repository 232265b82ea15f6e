"""Figures of an audit and of a check, with the tables behind them."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from anaphor.collection import worst_first
from anaphor.report.cells import range_text, share_of
from anaphor.report.figures.drawing import COLOURS, band, in_percent, legend, line, new_axes, plain
from anaphor.section import Cell, Drawing
from anaphor.text import choice, number, text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from anaphor.audit import Audit
    from anaphor.collection import Findings


def audit_figure(found: "Audit") -> Drawing:
    """Rates over the threshold above, each item's lead below; the collection has items with the shape of the test."""
    from matplotlib.figure import Figure

    title = text("audit-figure-title", collection=found.collection, words=found.size)
    items = found.test.items if found.test else ()
    # Lead of the right candidate of each scored item, largest first; below 0 where another one leads.
    leads = sorted((each.lead if each.right else -each.lead for each in items if each.lead is not None), reverse=True)
    figure = Figure(figsize=(7.2, 7.2 if leads else 4.6), layout="constrained")
    upper, *lower = figure.subplots(2, 1, height_ratios=[3, 2]) if leads else [figure.add_subplot()]
    upper.set_title(title, fontsize=11, loc="left")
    _draw_rates(upper, found)
    for axes in lower:
        # One bar per scored item: upwards where the right candidate leads
        for name, colour, right in (("right", 2, True), ("wrong", 1, False)):
            places = [place for place, lead in enumerate(leads) if (lead > 0) is right]
            heights, label = [leads[place] for place in places], text(f"audit-figure-{name}")
            how: dict[str, Any] = {"hatch": "" if right else "//", "edgecolor": "white", "linewidth": 0.2}
            axes.bar(places, heights, width=0.9, color=COLOURS[colour], label=label, **how)
        axes.axhline(0, color=COLOURS[6], linewidth=0.8)
        axes.set_xlabel(text("audit-figure-items"))
        axes.set_ylabel(text("audit-figure-lead"))
    for axes in (upper, *lower):
        plain(axes)
        legend(axes)
    in_percent(upper)
    columns, rows = rates_table(found)
    return Drawing(figure=figure, title=title, columns=columns, rows=rows)


def rates_table(found: "Audit") -> tuple[tuple[str, ...], tuple[tuple[Cell, ...], ...]]:
    """The headings and the rows of paper 1's table, in per cent."""
    names = ("threshold", "items", "right", "exactitude", "couverture", "reussite", "interval")
    columns = (*(text(f"audit-word-{name}") for name in names), "p")
    rows: list[tuple[Cell, ...]] = []
    for row in found.test.rows if found.test else ():
        ends, rates = row.reussite_interval, map(share_of, (row.exactitude, row.couverture, row.reussite))
        interval = range_text(ends.low, ends.high)
        rows.append((least_lead(row.threshold), row.items, row.h, *rates, interval, row.p))
    return columns, tuple(rows)


def least_lead(threshold: float) -> str:
    """The least lead at which an item is answered.

    >>> least_lead(0.5), least_lead(0)
    ('≥ 0.5', 'none')
    """
    return f"≥ {number(threshold, '.3g')}" if threshold else text("audit-word-none")


def _draw_rates(axes: "Axes", found: "Audit") -> None:
    if found.test is None:
        return
    rows, unnamed = found.test.rows, found.test.rows_without_names
    answered = [(row.threshold, row.exactitude) for row in rows if row.exactitude is not None]
    levels = [row.threshold for row in rows]
    line(axes, 1, text("audit-figure-exactitude"), [at for at, _ in answered], [rate for _, rate in answered])
    line(axes, 2, text("audit-figure-couverture"), levels, [row.couverture for row in rows])
    line(axes, 0, text("audit-figure-reussite"), levels, [row.reussite for row in rows])
    low, high = zip(*((row.reussite_interval.low, row.reussite_interval.high) for row in rows), strict=True)
    band(axes, levels, low, high)
    if unnamed:
        line(axes, 3, text("audit-figure-without-names"), levels, [row.reussite for row in unnamed])
    axes.axhline(0.5, color=COLOURS[6], linewidth=0.8, label=text("audit-figure-chance"))
    margin = found.settings.criteria.margin
    axes.axhline(margin, color=COLOURS[7], linestyle="--", linewidth=0.8, label=text("audit-figure-margin"))
    axes.set_ylim(0, 1.03)
    axes.set_xlabel(text("audit-figure-threshold"))
    axes.set_ylabel(text("audit-figure-rate"))


def findings_figure(found: "Findings") -> Drawing:
    """How many findings there are of each kind, the worst on top."""
    kinds = Counter(each.code for each in worst_first(tuple(found)))
    levels = {each.code: each.severity for each in found}
    title = text("collection-figure-title", collection=found.collection.name)
    figure, axes = new_axes(title, text("collection-figure-findings"), "", size=(7.2, 1.4 + 0.3 * len(kinds)))
    for severity, colour in (("error", 1), ("warning", 3), ("note", 0)):
        mine = {code: count for code, count in kinds.items() if levels[code].value == severity}
        if not mine:
            continue
        places = [list(kinds).index(code) for code in mine]
        name = str(choice("collection-severity", severity))
        axes.barh(places, list(mine.values()), height=0.7, color=COLOURS[colour], label=name)
    axes.set_yticks(range(len(kinds)), list(kinds))
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    legend(axes)
    columns = tuple(text(f"collection-figure-{name}") for name in ("kind", "severity", "findings"))
    rows = tuple((code, str(choice("collection-severity", levels[code])), count) for code, count in kinds.items())
    return Drawing(figure=figure, title=title, columns=columns, rows=rows)
