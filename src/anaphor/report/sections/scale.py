"""People, machines and items on one scale, as a section and as a Wright map."""

from typing import Any

from anaphor import scoring
from anaphor.report.cells import section_of, share_of
from anaphor.report.figures.drawing import COLOURS, MARKERS, legend, new_axes
from anaphor.report.figures.scoring import short_names
from anaphor.report.sections.resolver import counts_lines
from anaphor.scoring import places_text
from anaphor.section import Block, Cell, Drawing, Figure, Section, Table, Text
from anaphor.text import number, text

_SHOWN = 20
"""Most respondents, and most items of a table, that are shown; the document has all."""
_SURE = 0.5


def _heads(names: str) -> tuple[str, ...]:
    return tuple(text(f"scale-head-{name}") for name in names.split())


def _ends(interval: Any, digits: int = 2) -> str:
    return f"{number(interval.low, digits)} – {number(interval.high, digits)}"


def _items_table(found: "scoring.JointScale", items: "list[scoring.ScaledItem]", caption: str) -> Table:
    """Some items with their difficulty, slope and flaws."""
    rows: list[tuple[Cell, ...]] = [
        (
            each.item,
            f"{each.right}/{each.answers}",
            each.difficulty,
            _ends(each.interval),
            each.slope,
            _ends(each.slope_interval),
            share_of(each.broken),
            share_of(each.wrong_key),
            share_of(each.split),
            each.rival,
        )
        for each in items[:_SHOWN]
    ]
    heads = _heads("item right difficulty between slope between broken wrong-key split rival")
    return Table(columns=heads, rows=tuple(rows), caption=caption, digits=2)


def scale_section(found: "scoring.JointScale") -> Section:
    """Where respondents stand, which items look broken, the hardest and the most and least telling ones."""
    machines = [each for each in found.respondents if not each.person]
    people = [each for each in found.respondents if each.person]
    step = max(1, -(-len(people) // _SHOWN))
    some = [*machines[: 2 * _SHOWN], *people[::step]]
    rows: list[tuple[Cell, ...]] = []
    for one in sorted(some, key=lambda each: -each.ability):
        place = one.percentile_interval
        between = places_text(place.low, place.high) if place else None
        kind = text("scale-person" if one.person else "scale-machine")
        counts = (f"{one.right}/{one.answers}", one.abstained, one.ability, _ends(one.interval))
        share = None if one.percentile is None else round(one.percentile, 3)
        rows.append((one.name, kind, *counts, share_of(share), between))
    heads = _heads("respondent kind right abstained ability between percentile between")
    sound = [each for each in found.items if each.broken < _SURE]
    parts: list[Block] = [Text(lines=tuple(counts_lines(found.replies.items())))] if found.replies else []
    # A terminal has said them before, beside the result.
    parts += [Text(lines=tuple(map(str, found.notes)), points=True, detail=True)] if found.notes else []
    parts += [
        Text(lines=tuple(found.to_dict()["sentences"]), points=True),
        Table(columns=heads, rows=tuple(rows), caption=text("scale-title-respondents", every=step), digits=2),
        _items_table(found, list(found.suspects), text("scale-title-suspects")),
        _items_table(found, sorted(sound, key=lambda each: -each.difficulty), text("scale-title-hardest")),
    ]
    if found.sd_slopes:
        by_slope = sorted(sound, key=lambda each: -each.slope)
        ends = [*by_slope[: _SHOWN // 2], *by_slope[_SHOWN // 2 :][-_SHOWN // 2 :]]
        parts.append(_items_table(found, ends, text("scale-title-slopes")))
    parts.append(Figure(draw=lambda: wright_map(found)))
    parts.append(Text(lines=(text("scale-flaws"), text("scale-two-candidates")), soft=True))
    return section_of("scale", text("scale-title"), parts, signature=found.signature)


def wright_map(found: "scoring.JointScale") -> Drawing:
    """People to the left and items to the right of one axis, machines by name between them."""
    import numpy as np

    title = text("scale-title-map")
    figure, axes = new_axes(title, text("scale-axis-people"), text("scale-axis-logits"), size=(7.6, 5.6))
    people = np.array([each.ability for each in found.respondents if each.person])
    machines = [each for each in found.respondents if not each.person]
    hard = np.array([each.difficulty for each in found.items])
    flawed = np.array([each.broken >= _SURE for each in found.items])
    everything = np.concatenate([people, hard, [each.ability for each in machines]])
    low, high = float(everything.min()) - 0.3, float(everything.max()) + 0.3
    bins = np.linspace(low, high, 31)
    middles, thick = (bins[1:] + bins[:-1]) / 2, 0.9 * (bins[1] - bins[0])
    counts = [np.histogram(values, bins)[0].astype(float) for values in (people, hard[~flawed], hard[flawed])]
    scales = [max(1.0, counts[0].max()), max(1.0, (counts[1] + counts[2]).max())]
    axes.barh(middles, -counts[0] / scales[0], thick, color=COLOURS[0], label=text("scale-line-people"))
    axes.barh(middles, counts[1] / scales[1], thick, color=COLOURS[2], label=text("scale-line-items"))
    left = counts[1] / scales[1]
    axes.barh(middles, counts[2] / scales[1], thick, left=left, color=COLOURS[1], label=text("scale-line-broken"))
    for place, (name, each) in enumerate(zip(short_names([one.name for one in machines]), machines, strict=True)):
        look: dict[str, Any] = {"fmt": MARKERS[place % len(MARKERS)], "color": COLOURS[6], "capsize": 2}
        down, up = each.ability - each.interval.low, each.interval.high - each.ability
        axes.errorbar([1.2 + 0.12 * place], [each.ability], yerr=[[down], [up]], markersize=5, **look)
        how: dict[str, Any] = {"textcoords": "offset points", "fontsize": 8, "rotation": 90, "ha": "center"}
        axes.annotate(name, (1.2 + 0.12 * place, each.interval.high), xytext=(0, 4), **how)
    axes.axvline(0, color=COLOURS[6], linewidth=0.8)
    axes.set_xticks([])
    axes.set_xlim(-1.1, 1.3 + 0.12 * len(machines))
    legend(axes)
    rows: list[tuple[Cell, ...]] = [
        (each.name, text("scale-person" if each.person else "scale-machine"), each.ability)
        for each in found.respondents
    ]
    rows += [(each.item, text("scale-item"), each.difficulty) for each in found.items[:200]]
    return Drawing(figure=figure, title=title, columns=_heads("name kind logits"), rows=tuple(rows), digits=2)
