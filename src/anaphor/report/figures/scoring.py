"""Figures of scoring, drawn from its records: réussite with intervals, risk over the share answered, calibration.

Every figure carries the table behind it.
"""

from collections.abc import Sequence

from anaphor.errors import InputError
from anaphor.report.drawing import COLOURS, DASHES, MARKERS, in_percent, legend, line, new_axes
from anaphor.report.sections.scoring_words import Tongue
from anaphor.scoring import Published, Scorecard
from anaphor.section import Cell, Drawing

_MOST_ROWS = 40
"""Rows of a curve in the table behind it, about; the last point is always there."""
_LONGEST = 64
"""Most letters of a name in the figure."""


def scores_figure(cards: Sequence[Scorecard], published: Sequence[Published] = (), *, interface: str = "en") -> Drawing:
    """Réussite of each respondent with its interval, both twins right beside it, published results below."""
    tongue = Tongue(interface)
    title = tongue.figure("scores")
    names = [card.respondent for card in cards] + [
        f"{tongue.system(row.system)}, {row.collection}" for row in published
    ]
    figure, axes = new_axes(title, tongue.figure("share"), "", size=(7.2, 1.9 + 0.28 * len(names)))
    places = range(len(cards))
    values = [card.reussite.value for card in cards]
    reach = [
        [card.reussite.value - card.reussite.interval.low for card in cards],
        [card.reussite.interval.high - card.reussite.value for card in cards],
    ]
    axes.errorbar(
        values, list(places), xerr=reach, fmt=MARKERS[0], color=COLOURS[0], capsize=3, label=tongue.figure("reussite")
    )
    paired = [(card.twins.share, place) for place, card in enumerate(cards) if card.twins]
    if paired:
        axes.scatter(
            [share for share, _ in paired],
            [place for _, place in paired],
            marker=MARKERS[3],
            s=30,
            facecolors="none",
            edgecolors=COLOURS[1],
            clip_on=False,
            label=tongue.figure("twins"),
        )
    if published:
        rows = range(len(cards), len(names))
        axes.scatter(
            [row.measures.reussite for row in published],
            list(rows),
            marker=MARKERS[1],
            s=26,
            color=COLOURS[7],
            label=tongue.figure("published"),
        )
    if cards:
        axes.axvline(cards[0].chance.chance, color=COLOURS[6], linestyle=":", label=tongue.figure("chance"))
    shown = [name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…" for name in names]
    axes.set_yticks(range(len(names)), shown, fontsize=8 if published else None)
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    in_percent(axes, across=True)
    figure.legend(loc="outside lower center", ncols=4, fontsize=9, frameon=False)  # inside, it would hide points
    ends = (tongue.column(name) for name in ("low", "high", "twins"))
    columns = (tongue.column("respondent"), "n", "h", "θ", "réussite", *ends)
    behind = (*(_row(card, tongue) for card in cards), *(_published(row, tongue) for row in published))
    return Drawing(figure=figure, title=title, columns=columns, rows=behind)


def _row(card: Scorecard, tongue: Tongue) -> tuple[Cell, ...]:
    made, ends = card.measures, card.reussite.interval
    shares = (made.reussite, ends.low, ends.high, card.twins.share if card.twins else None)
    return card.respondent, made.n, made.h, made.theta, *map(tongue.percent, shares)


def _published(row: Published, tongue: Tongue) -> tuple[Cell, ...]:
    return tongue.system(row.system), row.n, row.h, row.theta, tongue.percent(row.measures.reussite), None, None, None


def risk_figure(cards: Sequence[Scorecard], *, interface: str = "en") -> Drawing:
    """Risk over the share answered, one line per respondent that gives scores."""
    curves = [(card.respondent, card.risk) for card in cards if card.risk]
    if not curves:
        raise InputError("no run carries scores, so there is no risk to draw", todo="Draw scores instead.")
    tongue = Tongue(interface)
    title = tongue.figure("risk")
    figure, axes = new_axes(title, tongue.figure("answered"), tongue.figure("wrong"))
    rows: list[tuple[Cell, ...]] = []
    for number, (name, curve) in enumerate(curves):
        # Hundreds of points: their marks would hide the line.
        axes.plot(
            [point.answered for point in curve.points],
            [point.risk for point in curve.points],
            color=COLOURS[number % len(COLOURS)],
            linestyle=DASHES[number % len(DASHES)],
            linewidth=1.5,
            label=f"{name} ({tongue.number(curve.area, 3)})",
        )
        step = max(1, len(curve.points) // _MOST_ROWS)
        rows += [
            (name, tongue.percent(point.answered), tongue.percent(point.risk), point.lead)
            for point in curve.points[::-1][::step][::-1]
        ]
    axes.set_ylim(bottom=0)
    in_percent(axes)
    in_percent(axes, across=True)
    legend(axes)
    columns = tuple(tongue.column(name) for name in ("respondent", "answered", "risk", "lead"))
    return Drawing(figure=figure, title=title, columns=columns, rows=tuple(rows))


def calibration_figure(cards: Sequence[Scorecard], *, interface: str = "en") -> Drawing:
    """Share right over the probability that was given, one line per respondent that gives scores."""
    known = [(card.respondent, card.calibration) for card in cards if card.calibration]
    if not known:
        raise InputError("no run carries scores, so there is no calibration to draw", todo="Draw scores instead.")
    tongue = Tongue(interface)
    title = tongue.figure("calibration")
    figure, axes = new_axes(title, tongue.figure("confidence"), tongue.figure("right"))
    axes.plot([0, 1], [0, 1], color=COLOURS[7], linestyle=":", label=tongue.figure("exactly"))
    rows: list[tuple[Cell, ...]] = []
    for number, (name, found) in enumerate(known):
        line(axes, number, name, [each.confidence for each in found.bins], [each.right for each in found.bins])
        rows += [
            (name, each.n, *map(tongue.percent, (each.confidence, each.right, each.interval.low, each.interval.high)))
            for each in found.bins
        ]
    axes.set_xlim(0, 1.02)
    axes.set_ylim(0, 1.02)
    in_percent(axes)
    in_percent(axes, across=True)
    legend(axes)
    shares = (tongue.column(name) for name in ("confidence", "right", "low", "high"))
    columns = (tongue.column("respondent"), "n", *shares)
    return Drawing(figure=figure, title=title, columns=columns, rows=tuple(rows))
