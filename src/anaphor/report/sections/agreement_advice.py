"""Advice as sections: what a κ or α means, what to plan, what simulated panels and the paper's tables show."""

from collections.abc import Sequence
from typing import Any

from anaphor import agreement
from anaphor.agreement import ChangeTarget, Interpretation, KappaOrAlpha
from anaphor.document import fields_of, finite, in_english, taken
from anaphor.provenance import plain
from anaphor.report.cells import command_section, section_of, share_of
from anaphor.report.figures.agreement import (
    certainty_figure,
    figure_2,
    heads,
    interpretation_figure,
    plan_figure,
    simulation_figure,
)
from anaphor.section import Block, Cell, Figure, Section, Table, Text
from anaphor.text import number, percent, text

SIGNS = {KappaOrAlpha.KAPPA: "κ", KappaOrAlpha.ALPHA: "α"}
_BOUNDS = ("floor", "typical", "ceiling")
_QUEUED = 20
"""Most items of a queue that are shown."""


def cautions_of(cautions: Sequence[object]) -> list[Block]:
    """What must be known before the numbers of a result are read."""
    return [Text(lines=tuple(map(str, cautions)), caution=True)] if cautions else []


def reading_notes(notes: Sequence[object]) -> list[Block]:
    """What was guessed or left out when labels were read; a command says it before its result."""
    return [Text(lines=tuple(map(str, notes)), soft=True, points=True, detail=True)] if notes else []


def interpretation_section(found: "agreement.InterpretedCoefficient") -> Section:
    """What a κ or α means: least, typical and most labels that would change, the value needed, the whole table."""
    situation = found.situation
    parts: list[Block] = [Figure(draw=lambda: interpretation_figure(found))]
    document: dict[str, Any] = taken(situation, "annotators classes")
    document |= {"prevalence": plain(situation.prevalence), "pool": situation.people}
    if found.interpretation:
        shown, told = _meaning(found.interpretation)
        parts += shown
        document |= told
    if found.target is not None:
        # The values that give the rate wanted.
        rows: tuple[tuple[Cell, ...], ...] = tuple(
            (_against(each), *(text("agreement-any-value") if end is None else end for end in ends.values()))
            for each, ends in found.needed.items()
        )
        code = "agreement-needed-title-even" if situation.prevalence is None else "agreement-needed-title"
        title = text(code, coefficient=SIGNS[found.coefficient], rate=found.target)
        columns = heads("needed-against", "alike", "typically", "whatever")
        parts.append(Table(columns=columns, rows=rows, caption=title))
        document |= {"target": found.target, "needed": {each.value: dict(ends) for each, ends in found.needed.items()}}
    if found.table:
        table, lines = _whole_table(found.table)
        parts.append(table)
        document["table"] = lines
    why = text("agreement-too-many-outcomes")
    lost = [each for each in ChangeTarget if each not in situation.targets]
    if lost:
        parts.append(Text(lines=tuple(f"{_against(each)}: {why}" for each in lost)))
    return command_section("agreement interpret", parts, document | {"left_out": {each.value: why for each in lost}})


def _against(target: ChangeTarget) -> str:
    return text(f"agreement-against-{target.replace('_', '-')}")


def _meaning(found: Interpretation) -> tuple[list[Block], dict[str, Any]]:
    """The bounds of the change rates, in a table and in words, and the same for programs."""
    size, sign, bounds = found.situation.annotators, SIGNS[found.coefficient], _bounds(found)
    even = found.situation.prevalence is None
    shown = ("alike", "typical", "ceiling") if even else _BOUNDS
    rows = tuple(
        (_against(each), *(share_of((bounds[each] or {}).get(bound)) for bound in shown)) for each in ChangeTarget
    )
    title = text("agreement-interpret-title", coefficient=sign, value=found.value, size=size)
    said = text("agreement-join").join(
        text("agreement-opinion", scale=name, word=word) for name, word in found.opinions
    )
    fresh = bounds[ChangeTarget.FRESH] or {}
    code = "agreement-interpreted-even" if even else "agreement-interpreted"
    shares = {"classes": found.situation.classes}
    lines = (
        text(code, coefficient=sign, value=found.value, size=size, **fresh, **shares),
        text("agreement-opinions", said=said),
    )
    columns = heads("against", *(("if-alike", "typically-even") if even else ("at-least", "typically")), "at-most")
    return [Table(columns=columns, rows=rows, caption=title), Text(lines=lines)], {
        "coefficient": found.coefficient.value,
        "value": found.value,
        "classes_taken_as_equal": even,
        **bounds,
        "opinions": [{"scale": name, "word": in_english(word)} for name, word in found.opinions],
        "sentences": list(lines),
    }


def _whole_table(found: Sequence[Interpretation]) -> tuple[Table, list[dict[str, Any]]]:
    """Values and panel sizes against change rates, as a table and for programs."""
    rows: list[tuple[Cell, ...]] = []
    document = []
    even = any(row.situation.prevalence is None for row in found)
    shown = ("alike", "typical", "ceiling") if even else _BOUNDS
    for row in found:
        bounds = _bounds(row)
        cells = [
            None if ends is None else " / ".join(number(100 * ends[bound], 1) for bound in shown)
            for ends in bounds.values()
        ]
        rows.append((row.situation.annotators, number(row.value, "g"), *cells))
        document.append({**fields_of(row.situation, "annotators", "classes"), "kappa": row.value, **bounds})
    columns = (*heads("people"), "κ", *map(_against, ChangeTarget))
    title = text("agreement-table-title-even" if even else "agreement-table-title")
    return Table(columns=columns, rows=tuple(rows), caption=title), document


def _bounds(found: Interpretation) -> dict[str, dict[str, float] | None]:
    """Floor, typical value, ceiling and the value of items that are alike, by target; None where they are unknown."""
    names = (*_BOUNDS, "alike")
    known = {each.target: {bound: getattr(each, bound) for bound in names} for each in found.readings}
    return {target.value: known.get(target) for target in ChangeTarget}


def plan_section(found: "agreement.AnnotationPlan") -> Section:
    """How many people and items are needed."""
    wide_checks, wide_labels = (
        max((len(number(getattr(each, name))) for each in found.options), default=0)
        for name in ("check_items", "labels")
    )
    rows: list[tuple[Cell, ...]] = []
    for each in found.options:
        between, enough = (
            f"{percent(each.low)} – {percent(each.high)}",
            "agreement-yes" if each.meets else "agreement-no",
        )
        needed = (number(each.check_items).rjust(wide_checks), number(each.labels).rjust(wide_labels))
        rows.append((each.annotators, percent(each.rate), between, text(enough), *needed, number(each.cost, ",.2f")))
    columns = heads("people", "change", "between", "enough", "check", "labels", "cost")
    shown = len(columns) if found.settings.cost else len(columns) - 1
    verdict = text("agreement-plan-none", size=found.settings.longest, basis=found.basis)
    if found.chosen is not None:
        chosen = {"size": found.chosen.annotators, "check": found.chosen.check_items}
        width = {"half": found.settings.width / 2, "points": 50 * found.settings.width}
        verdict = text("agreement-plan-chosen", basis=found.basis, **chosen, **width)
    worst, best = found.at_worst, found.at_best
    ends = "both" if worst and best else "best" if best else "none"
    lines = (
        verdict,
        text(f"agreement-plan-ends-{ends}", worst=worst or 0, best=best or 0, size=found.settings.longest),
        text("agreement-plan-odd"),
    )
    document = {
        "basis": str(found.basis),
        **taken(found.settings, target="rate", width="width"),
        "chosen": finite(fields_of(found.chosen)) if found.chosen else None,
        "options": [finite(fields_of(each)) for each in found.options],
        **taken(found, "at_best at_worst"),
        "cautions": list(map(str, found.cautions)),
        "sentences": [*map(str, found.cautions), *lines],
    }
    caption = text("agreement-tables-uneven") if found.cautions else None
    table = Table(columns=columns[:shown], rows=tuple(row[:shown] for row in rows), caption=caption)
    parts = [*cautions_of(found.cautions), Figure(draw=lambda: plan_figure(found)), Text(lines=lines), table]
    return command_section("agreement plan", [*parts, *reading_notes(found.notes)], document)


def simulation_section(found: "agreement.Simulation") -> Section:
    """Simulated panels, and why a point has no κ, if it has none; or Table 1 of the paper beside its simulation.

    A table that is pasted into others: numbers as programs write them.
    """
    why = text("agreement-no-kappa-single" if found.annotators < 2 else "agreement-no-kappa-one-class")
    rows = [finite(fields_of(each)) for each in found.points]
    rows = [row | {"reason": why if row["kappa"] is None else None} for row in rows]
    rows += [fields_of(each) for each in found.table_1]
    shown = [name for name in rows[0] if name != "reason" or any(row[name] is not None for row in rows)]
    right = tuple(place for place, name in enumerate(shown) if all(isinstance(row[name], float) for row in rows))
    cells = tuple(
        tuple(str(round(row[name], 4)) if isinstance(row[name], float) else row[name] for name in shown) for row in rows
    )
    document = {"annotators": found.annotators, "seed": found.seed, "points": rows}
    table = Table(columns=tuple(shown), rows=cells, right=right)
    parts = [Figure(draw=lambda: simulation_figure(found)), table, *reading_notes(found.notes)]
    return command_section("agreement simulate", parts, document)


def paper_section(found: "agreement.PaperComparison") -> Section:
    """Figure 2 of the paper, printed and remade."""
    drawing = figure_2(found.rows)
    cells = tuple(tuple(f"{cell:.4f}" if isinstance(cell, float) else cell for cell in row) for row in drawing.rows)
    document = {"figure_2": [dict(zip(drawing.columns, row, strict=True)) for row in drawing.rows]}
    return command_section("agreement paper", [drawing, Table(columns=drawing.columns, rows=cells)], document)


def queue_section(found: "agreement.LabelQueue") -> Section:
    """Where the next labels do most for the reference."""
    asked = sum(each.ask for each in found.items)
    if found.items:
        line = text("agreement-queue-asked", count=asked, items=len(found.items), rate=found.risk)
    else:
        line = text("agreement-queue-reached" if found.reached else "agreement-queue-nothing", rate=found.risk)
    whom = any(item.by for item in found.items)
    rows = tuple(
        (item.item, item.label, item.votes, round(item.risk, 3), item.ask, *((", ".join(item.by),) if whom else ()))
        for item in found.items
    )
    columns = heads("item", "label-now", "votes", "risk", "ask", *(("ask-whom",) if whom else ()))
    parts = (
        *cautions_of(found.cautions),
        Text(lines=(line,)),
        *((Table(columns=columns, rows=rows[:_QUEUED]),) if rows else ()),
        Text(
            lines=(
                *((text("agreement-queue-more", count=len(rows) - _QUEUED),) if len(rows) > _QUEUED else ()),
                text("agreement-queue-model"),
            )
        ),
        *reading_notes(found.labels.notes),
    )
    return section_of("next", text("agreement-queue-title"), parts, signature=found.signature)


def consensus_section(found: "agreement.ConsensusLabels") -> Section:
    """The label of each item, by majority and by Dawid & Skene's model with its weight, which is no probability."""
    document, yes = found.to_dict(), text("agreement-yes")
    lines = [text("agreement-consensus-review", count=document["review"], items=len(found.review))]
    lines += [text("agreement-consensus-undecided", count=document["undecided"])] if document["undecided"] else []
    lines += [text("agreement-consensus-not-calibrated")] if found.model else []
    if found.model and not found.model.converged:
        lines.append(text("agreement-consensus-unfinished", steps=found.model.iterations))
    rows = tuple(
        (row["item"], row["majority"], row["dawid_skene"], row["weight"], yes if row["review"] else "")
        for row in document["items"]
    )
    parts = (
        Figure(draw=lambda: certainty_figure(found)),
        Table(columns=heads("item", "majority", "model", "weight", "review"), rows=rows),
        Text(lines=tuple(lines)),
        *reading_notes(found.labels.notes),
    )
    return section_of("consensus", text("agreement-consensus-title"), parts, signature=found.signature)
