"""Figures of scoring, drawn from its records: réussite with intervals, risk over the share answered, calibration.

Every figure carries the table behind it.
"""

import re
from collections.abc import Sequence
from typing import Any

from anaphor import scoring
from anaphor.errors import InputError
from anaphor.report.figures.drawing import COLOURS, DASHES, MARKERS, in_percent, legend, line, new_axes
from anaphor.section import Cell, Drawing
from anaphor.text import is_known, number, text

_MOST_ROWS = 40
"""Rows of a curve in the table behind it, about; the last point is always there."""
_LONGEST = 28
"""Most letters of a name in a figure, which is for the points; the table behind it has whole names."""


def percent_text(share: float | None) -> str:
    """A share in percent, two digits behind the point as paper 2 has it; – where it is not defined."""
    return "–" if share is None else number(100 * share, 2)


def system_name(system: str) -> str:
    """A published system, as its source calls it; what is no name is translated."""
    code = f"scoring-systems-{re.sub(r'[^a-z0-9]+', '-', system.lower()).strip('-')}"
    return text(code) if is_known(code) else system


def best_first(cards: Sequence["scoring.Scorecard"]) -> list["scoring.Scorecard"]:
    """The systems by what they are worth, the best first, and those last that are not ranked."""
    return sorted(cards, key=lambda card: (not card.ranked, -card.reussite.value, card.respondent))


def short_names(names: Sequence[str]) -> list[str]:
    """The names for a figure: of long ones both ends, with a number where two would look alike.

    >>> short_names(["lstm", "a-model-with-a-very-long-name-of-7B", "a-model-with-a-rather-long-name-of-7B"])
    ['lstm', 'a-model-with…-name-of-7B (1)', 'a-model-with…-name-of-7B (2)']
    """

    def cut(name: str, most: int) -> str:
        return name if len(name) <= most else f"{name[: most // 2]}…{name[-(most - most // 2 - 1) :]}"

    short = [cut(name, _LONGEST) for name in names]
    if len(set(short)) == len(set(names)):
        return short
    return [
        each if short.count(each) == 1 else f"{cut(name, _LONGEST - 4)} ({number})"
        for number, (name, each) in enumerate(zip(names, short, strict=True))
    ]


def scores_figure(cards: Sequence["scoring.Scorecard"], published: Sequence["scoring.Published"] = ()) -> Drawing:
    """Réussite of each respondent with its interval, both twins right beside it, published results below."""
    title, cards = text("scoring-figures-scores"), [card for card in best_first(cards) if card.ranked]
    names = [card.respondent for card in cards] + [f"{system_name(row.system)}, {row.collection}" for row in published]
    figure, axes = new_axes(title, text("scoring-figures-share"), "", size=(7.2, 1.9 + 0.28 * len(names)))
    places = range(len(cards))
    values = [card.reussite.value for card in cards]
    reach = [
        [card.reussite.value - card.reussite.interval.low for card in cards],
        [card.reussite.interval.high - card.reussite.value for card in cards],
    ]
    look: dict[str, Any] = {"fmt": MARKERS[0], "color": COLOURS[0], "capsize": 3}
    axes.errorbar(values, list(places), xerr=reach, label=text("scoring-figures-reussite"), **look)
    paired = [(card.twins.share, place) for place, card in enumerate(cards) if card.twins]
    if paired:
        both, places_of_both = [share for share, _ in paired], [place for _, place in paired]
        hollow: dict[str, Any] = {"marker": MARKERS[3], "s": 30, "facecolors": "none", "edgecolors": COLOURS[1]}
        axes.scatter(both, places_of_both, clip_on=False, label=text("scoring-figures-twins"), **hollow)
    if published:
        printed, rows = [row.measures.reussite for row in published], list(range(len(cards), len(names)))
        grey: dict[str, Any] = {"marker": MARKERS[1], "s": 26, "color": COLOURS[7]}
        axes.scatter(printed, rows, label=text("scoring-figures-published"), **grey)
    if cards and cards[0].chance.chance:
        axes.axvline(cards[0].chance.chance, color=COLOURS[6], linestyle=":", label=text("scoring-figures-chance"))
    axes.set_yticks(range(len(names)), short_names(names), fontsize=8 if published else None)
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    in_percent(axes, across=True)
    figure.legend(loc="outside lower center", ncols=4, fontsize=9, frameon=False)  # inside, it would hide points
    ends = (text(f"scoring-columns-{name}") for name in ("low", "high", "twins"))
    columns = (text("scoring-columns-respondent"), "n", "h", "θ", text("scoring-columns-reussite"), *ends)
    behind: list[tuple[Cell, ...]] = []
    for card in cards:
        made, interval = card.measures, card.reussite.interval
        shares = (made.reussite, interval.low, interval.high, card.twins.share if card.twins else None)
        behind.append((card.respondent, made.n, made.h, made.theta, *map(percent_text, shares)))
    for row in published:
        shown = (system_name(row.system), row.n, row.h, row.theta, percent_text(row.measures.reussite))
        behind.append((*shown, None, None, None))
    return Drawing(figure=figure, title=title, columns=columns, rows=tuple(behind))


def risk_figure(cards: Sequence["scoring.Scorecard"]) -> Drawing:
    """Risk over the share answered, one line per respondent that gives scores."""
    shown = short_names([card.respondent for card in cards])
    curves = [(name, card.risk) for name, card in zip(shown, cards, strict=True) if card.risk]
    if not curves:
        raise InputError("scoring-no-risk")
    title = text("scoring-figures-risk")
    figure, axes = new_axes(title, text("scoring-figures-answered"), text("scoring-figures-wrong"))
    rows: list[tuple[Cell, ...]] = []
    for place, (name, curve) in enumerate(curves):
        # Hundreds of points: their marks would hide the line.
        across, up = [point.answered for point in curve.points], [point.risk for point in curve.points]
        colour, dash = COLOURS[place % len(COLOURS)], DASHES[place % len(DASHES)]
        label = f"{name} ({number(curve.area, 3)})"
        axes.plot(across, up, color=colour, linestyle=dash, linewidth=1.5, label=label)
        step = max(1, len(curve.points) // _MOST_ROWS)
        rows += [
            (name, percent_text(point.answered), percent_text(point.risk), point.lead)
            for point in curve.points[::-1][::step][::-1]
        ]
    axes.set_ylim(bottom=0)
    in_percent(axes)
    in_percent(axes, across=True)
    legend(axes)
    columns = tuple(text(f"scoring-columns-{name}") for name in ("respondent", "answered", "risk", "lead"))
    return Drawing(figure=figure, title=title, columns=columns, rows=tuple(rows))


def calibration_figure(cards: Sequence["scoring.Scorecard"]) -> Drawing:
    """Share right over the probability that was given, one line per respondent that gives scores."""
    shown = short_names([card.respondent for card in cards])
    pairs = zip(shown, (card.calibration for card in cards), strict=True)
    known = [(name, found) for name, found in pairs if found]
    known = [each for each in known if each[1].graded] or known  # votes and distances only where nothing else is there
    if not known:
        raise InputError("scoring-no-calibration")
    title = text("scoring-figures-calibration")
    figure, axes = new_axes(title, text("scoring-figures-confidence"), text("scoring-figures-right"))
    axes.plot([0, 1], [0, 1], color=COLOURS[7], linestyle=":", label=text("scoring-figures-exactly"))
    rows: list[tuple[Cell, ...]] = []
    for place, (name, found) in enumerate(known):
        line(axes, place, name, [each.confidence for each in found.bins], [each.right for each in found.bins])
        rows += [
            (name, each.n, *map(percent_text, (each.confidence, each.right, each.interval.low, each.interval.high)))
            for each in found.bins
        ]
    axes.set_xlim(0, 1.02)
    axes.set_ylim(0, 1.02)
    in_percent(axes)
    in_percent(axes, across=True)
    legend(axes)
    shares = (text(f"scoring-columns-{name}") for name in ("confidence", "right", "low", "high"))
    columns = (text("scoring-columns-respondent"), "n", *shares)
    return Drawing(figure=figure, title=title, columns=columns, rows=tuple(rows))
