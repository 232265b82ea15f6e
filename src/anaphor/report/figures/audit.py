"""Figures of an audit, drawn from its records: the rates over the threshold, and each item's lead.

Every figure carries the table behind it; colours and marks are those of the agreement figures.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from anaphor.audit import FIGURE_1, Audit, ItemScore, Row, size_of, threshold_text
from anaphor.report.cells import range_text, share_of
from anaphor.report.drawing import COLOURS, in_percent, legend, line, plain
from anaphor.section import Cell, Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_WORDS = {
    "title": {
        "en": "{collection}: what association gives away in {words} words",
        "fr": "{collection} : ce que l’association révèle sur {words} mots",
    },
    "threshold": {"en": "least lead at which an item is answered", "fr": "écart minimal pour répondre"},
    "level": {"en": "threshold", "fr": "seuil"},
    "answered": {"en": "items", "fr": "items"},
    "rightly": {"en": "right", "fr": "justes"},
    "rate": {"en": "share", "fr": "taux"},
    "interval": {"en": "its interval (95 %)", "fr": "son intervalle (95 %)"},
    "chance": {"en": "chance", "fr": "hasard"},
    "margin": {"en": "margin", "fr": "marge"},
    "exactitude": {"en": "exactitude (right of answered)", "fr": "exactitude"},
    "couverture": {"en": "couverture (right of all)", "fr": "couverture"},
    "reussite": {"en": "réussite (the rest guessed)", "fr": "réussite"},
    "without": {"en": "réussite without names", "fr": "réussite sans les noms propres"},
    "items": {"en": "scored items, one bar each", "fr": "items qui ont un score, une barre chacun"},
    "lead": {"en": "lead of the right candidate", "fr": "avance du bon candidat"},
    "right": {"en": "right", "fr": "juste"},
    "wrong": {"en": "wrong", "fr": "faux"},
    "printed": {"en": "exactitude, Amsili & Seminck (2017)", "fr": "exactitude, Amsili & Seminck (2017)"},
}


def audit_figure(record: Audit, *, interface: str = "en", printed: bool = False) -> Drawing:
    """Rates over the threshold above, each item's lead below; with `printed`, paper 1's curve beside."""
    from matplotlib.figure import Figure

    title = _word("title", interface).format(
        collection=record.collection, words=size_of(record.growth.words, interface)
    )
    leads = _leads(record.items)
    figure = Figure(figsize=(7.2, 7.2 if leads else 4.6), layout="constrained")
    upper, *lower = figure.subplots(2, 1, height_ratios=[3, 2]) if leads else [figure.add_subplot()]
    upper.set_title(title, fontsize=11, loc="left")
    _draw_rates(upper, record, interface, printed=printed)
    for axes in lower:
        _draw_leads(axes, leads, interface)
    for axes in (upper, *lower):
        plain(axes)
        legend(axes)
    in_percent(upper)
    rows = tuple(row_of(row, interface) for row in record.rows)
    return Drawing(figure=figure, title=title, columns=row_columns(interface), rows=rows)


def row_columns(interface: str) -> tuple[str, ...]:
    """The headings of the table of rates."""
    names = (_word(name, interface) for name in ("level", "answered", "rightly"))
    return *names, "exactitude", "couverture", "réussite", _word("interval", interface), "p"


def row_of(row: Row, interface: str) -> tuple[Cell, ...]:
    """The rates at a threshold, under these headings."""
    ends = row.reussite_interval
    rates = map(share_of, (row.exactitude, row.couverture, row.reussite))
    least = threshold_text(row.threshold, interface)
    return least, row.items, row.h, *rates, range_text(ends.low, ends.high, interface), row.p


def _word(name: str, interface: str) -> str:
    return _WORDS[name][interface]


def _draw_rates(axes: "Axes", record: Audit, interface: str, *, printed: bool) -> None:
    answered = [row for row in record.rows if row.exactitude is not None]
    levels = [row.threshold for row in record.rows]
    line(
        axes,
        1,
        _word("exactitude", interface),
        [row.threshold for row in answered],
        [row.exactitude or 0.0 for row in answered],
    )
    line(axes, 2, _word("couverture", interface), levels, [row.couverture for row in record.rows])
    line(axes, 0, _word("reussite", interface), levels, [row.reussite for row in record.rows])
    axes.fill_between(
        levels,
        [row.reussite_interval.low for row in record.rows],
        [row.reussite_interval.high for row in record.rows],
        color=COLOURS[0],
        alpha=0.15,
        linewidth=0,
    )
    if record.rows_without_names:
        line(axes, 3, _word("without", interface), levels, [row.reussite for row in record.rows_without_names])
    if printed:
        axes.plot(
            [each.threshold for each in FIGURE_1],
            [each.exactitude for each in FIGURE_1],
            color=COLOURS[1],
            marker="s",
            linestyle=":",
            markerfacecolor="none",
            label=_word("printed", interface),
        )
    axes.axhline(0.5, color=COLOURS[6], linewidth=0.8, label=_word("chance", interface))
    axes.axhline(
        record.verdict.criteria.margin,
        color=COLOURS[7],
        linestyle="--",
        linewidth=0.8,
        label=_word("margin", interface),
    )
    axes.set_ylim(0, 1.03)
    axes.set_xlabel(_word("threshold", interface))
    axes.set_ylabel(_word("rate", interface))


def _leads(items: Sequence[ItemScore]) -> list[float]:
    """Lead of the right candidate of each scored item, largest first; below 0 where another one leads."""
    return sorted((each.lead if each.right else -each.lead for each in items if each.lead is not None), reverse=True)


def _draw_leads(axes: "Axes", leads: Sequence[float], interface: str) -> None:
    """One bar per scored item: upwards where the right candidate leads."""
    for name, colour, kept in (("right", 2, [lead > 0 for lead in leads]), ("wrong", 1, [lead <= 0 for lead in leads])):
        places = [place for place, chosen in enumerate(kept) if chosen]
        axes.bar(
            places,
            [leads[place] for place in places],
            width=0.9,
            color=COLOURS[colour],
            hatch="" if name == "right" else "//",
            edgecolor="white",
            linewidth=0.2,
            label=_word(name, interface),
        )
    axes.axhline(0, color=COLOURS[6], linewidth=0.8)
    axes.set_xlabel(_word("items", interface))
    axes.set_ylabel(_word("lead", interface))
