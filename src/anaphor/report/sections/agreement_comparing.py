"""Comparisons that rest on people, as sections and figures: plans of them, and one study beside another."""

from typing import Any

from anaphor import agreement
from anaphor.document import fields_of, taken
from anaphor.report.cells import command_section, section_of, share_of
from anaphor.report.figures.agreement import heads, titled
from anaphor.report.figures.drawing import COLOURS, in_percent, legend, line, new_axes
from anaphor.report.sections.agreement_advice import cautions_of, reading_notes
from anaphor.section import Block, Cell, Drawing, Figure, Section, Table, Text, VerdictBlock, VerdictOutcome
from anaphor.text import number, text

_SHOWN = 12
"""Most items that are shown; the document has all."""


def _ends(low: float | None, high: float | None, digits: int | None = None, scale: float = 1) -> str:
    return " – ".join("–" if end is None else number(scale * end, digits) for end in (low, high))


def comparison_plan_section(found: "agreement.ComparisonPlan") -> Section:
    """How many schemas a comparison needs for each number of people, the cheapest, and what a collection shows."""
    wanted, there, asked = found.settings.difference, found.settings.schemas, {"power": found.settings.power}
    cautions = list(map(str, found.cautions))
    lines: list[str] = []
    if wanted is not None:
        code = "agreement-compare-none" if found.chosen is None else "agreement-compare-chosen"
        lines.append(
            text(code, difference=wanted, **asked, **taken(found.chosen or found.options[0], "schemas people labels"))
        )
    for each in found.options if there is not None else ():
        code = "agreement-compare-blind" if each.smallest is None else "agreement-compare-smallest"
        lines.append(text(code, schemas=there or 0, people=each.people, difference=each.smallest or 0.0, **asked))
    lines += [text("agreement-compare-basis", basis=found.basis, systems=found.systems)]
    lines += [text("agreement-compare-noise")] if any(each.noise for each in found.options) else []
    columns: dict[str, list[Cell]] = {"people": [], "noise": []}
    for each in found.options:
        row: dict[str, Cell] = {"people": each.people, "noise": share_of(each.noise)}
        if wanted is not None:
            row |= {"seen": share_of(each.seen), "schemas": each.schemas}
            row |= {"between": _ends(each.schemas_low, each.schemas_high), "labels": each.labels}
            row |= {"cost": each.cost} if found.settings.cost or found.settings.item_cost else {}
            row["power"] = share_of(each.power)
        row |= {} if there is None else {"smallest": share_of(each.smallest)}
        for name, cell in row.items():
            columns.setdefault(name, []).append(cell)
    table = Table(columns=heads(*columns), rows=tuple(zip(*columns.values(), strict=True)), digits=2)
    document = taken(found, "signature") | {"basis": str(found.basis), "systems": str(found.systems)}
    document |= {"settings": fields_of(found.settings), "options": [fields_of(each) for each in found.options]}
    document |= {"chosen": None if found.chosen is None else fields_of(found.chosen)}
    document |= {"cautions": cautions, "sentences": [*cautions, *lines]}
    parts = [*cautions_of(cautions), Figure(draw=lambda: power_figure(found)), Text(lines=tuple(lines)), table]
    return command_section("agreement plan", [*parts, *reading_notes(found.notes)], document)


def power_figure(found: "agreement.ComparisonPlan") -> Drawing | None:
    """The chance to see the difference over the number of schemas, a line for each number of people."""
    if found.settings.difference is None:
        return None
    title = text("agreement-power-title", difference=found.settings.difference)
    title = titled(title, "agreement-brief-uneven" if found.cautions else None)
    figure, axes = new_axes(title, text("agreement-head-schemas"), text("agreement-head-power"))
    for place, each in enumerate(found.options):
        line(axes, place, text("agreement-line-panel", size=each.people), *zip(*each.curve, strict=True))
    axes.axhline(found.settings.power, color=COLOURS[7], linestyle=":", label=text("agreement-line-wanted"))
    if found.settings.schemas is not None:
        axes.axvline(found.settings.schemas, color=COLOURS[6], linestyle=":", label=text("agreement-line-there"))
    axes.set_ylim(0, 1.02)
    in_percent(axes)
    legend(axes)
    rows = tuple((each.people, count, share_of(chance)) for each in found.options for count, chance in each.curve)
    return Drawing(figure=figure, title=title, columns=heads("people", "schemas", "power"), rows=rows)


def studies_section(found: "agreement.StudyComparison") -> Section:
    """Whether a second study upheld the first: the verdict, studies, pairs of them, the most striking items."""
    verdict = {True: "upheld", False: "not-upheld", None: "open"}[found.upheld]
    sure = sum(each.adjusted < 1 - found.level for each in found.items)
    said: dict[str, Any] = {"count": len(found.items), "sure": sure, "left": found.left_out, "focus": found.focus or ""}
    within = {"sd": found.items_tau2**0.5, "low": found.items_interval.low**0.5, "high": found.items_interval.high**0.5}
    levels = {"tau": found.tau2**0.5, "most": found.tau2_interval.high**0.5, "i2": found.i2, "q": found.q_p}
    cvs = {
        "levels": found.cv_level or 0.0,
        "kappas": found.cv_kappa or 0.0,
        "known": "no" if found.cv_kappa is None else "yes",
    }
    cautions = list(map(str, found.cautions))
    lines = [
        text(f"agreement-studies-{verdict}", items=found.items_p, levels=found.levels_p, margin=found.margin),
        text("agreement-studies-focus", named="yes" if found.focus else "no", **said),
        text("agreement-studies-spread", **within, **levels),
        *([] if found.cv_level is None else [text("agreement-studies-variation", **cvs)]),
    ]
    tables: dict[tuple[str, ...], list[tuple[Cell, ...]]] = {}
    for site in found.sites:
        row = (
            site.name,
            site.people,
            site.votes,
            share_of(site.level),
            _ends(site.interval.low, site.interval.high, 3),
            site.kappa,
        )
        tables.setdefault(heads("study", "people", "votes", "level", "between", "kappa"), []).append(row)
    for pair in found.pairs:
        ranks = _ends(pair.rank_interval.low, pair.rank_interval.high, 2) if pair.rank_interval else None
        same = (pair.ceiling, share_of(pair.same), pair.labels_kappa, share_of(pair.order))
        gap = (number(100 * pair.difference, 1), _ends(pair.interval.low, pair.interval.high, 1, 100), pair.equivalence)
        columns = heads("pair", "points", "between", "margin", "rank", "between", "ceiling", "same", "kappa", "order")
        tables.setdefault(columns, []).append((f"{pair.first} → {pair.second}", *gap, pair.rank, ranks, *same))
    for item in found.items[:_SHOWN]:
        gap = (number(100 * item.difference, 1), _ends(item.interval.low, item.interval.high, 1, 100), item.p)
        columns = (*heads("item"), *(each.name for each in found.sites), *heads("points", "between", "p", "holm"))
        tables.setdefault(columns, []).append((item.item, *map(share_of, item.shares), *gap, item.adjusted))
    outcome = {True: VerdictOutcome.HOLDS, False: VerdictOutcome.FAILS, None: VerdictOutcome.CANNOT_TELL}[found.upheld]
    parts: list[Block] = [
        *cautions_of(cautions),
        VerdictBlock(outcome=outcome, sentence=lines[0], why=tuple(lines[1:])),
        Figure(draw=lambda: studies_figure(found)),
    ]
    parts += [Table(columns=names, rows=tuple(rows)) for names, rows in tables.items()]
    parts += reading_notes(found.notes)
    data = {"upheld": found.upheld, **fields_of(found), "cautions": cautions, "sentences": [*cautions, *lines]}
    data |= {name: [fields_of(each) for each in getattr(found, name)] for name in ("sites", "pairs", "items")}
    return section_of("studies", text("agreement-studies-title"), parts, data, signature=found.signature)


def studies_figure(found: "agreement.StudyComparison") -> Drawing:
    """Each item's share in the last study over that in the first."""
    names, title = (found.sites[0].name, found.sites[-1].name), text("agreement-studies-figure")
    title = titled(title, "agreement-note-votes-depend" if found.cautions else None)
    figure, axes = new_axes(title, *names, size=(5.6, 5.2))
    axes.plot([0, 1], [0, 1], color=COLOURS[7], linestyle=":")
    for sure, name in enumerate(("agreement-line-alike", "agreement-line-differs")):
        some = [each.shares for each in found.items if (each.adjusted < 1 - found.level) == bool(sure)]
        axes.scatter([each[0] for each in some], [each[-1] for each in some], 26, COLOURS[sure], label=text(name))
    in_percent(axes)
    in_percent(axes, across=True)
    legend(axes)
    rows = tuple((each.item, *map(share_of, (each.shares[0], each.shares[-1]))) for each in found.items)
    return Drawing(figure=figure, title=title, columns=(*heads("item"), *names), rows=rows)
