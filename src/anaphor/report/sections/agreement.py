"""Labels as sections: what their agreement means, coefficients, curve, items, annotators."""

from collections.abc import Mapping, Sequence
from typing import Any

from anaphor import agreement
from anaphor import agreement as labelling
from anaphor.agreement import ChangeTarget, Summary, confusion, few_labels_each
from anaphor.document import ends_of
from anaphor.errors import with_keywords
from anaphor.report.cells import line_of, section_of, share_of
from anaphor.report.figures.agreement import curve_figure, heads, map_figure
from anaphor.report.sections import agreement_advice as advice
from anaphor.report.sections import agreement_comparing as comparing
from anaphor.result import Renderer
from anaphor.section import Block, Cell, Figure, Numbers, Section, Step, Table, Text, VerdictBlock, VerdictOutcome
from anaphor.text import Value, choice, is_known, number, percent, text

_RISKY = 30
"""Items to annotate again that a page has; a queue of `next_labels` has all."""
_FIRST = 10
"""Items and annotators that are shown at once."""
_MOST_CLASSES = 200
"""Classes up to which they are listed."""
_MOST_CONFUSED = 12
"""Classes up to which a table shows which are taken for which."""
_FEW_PEOPLE = 3
"""Annotators up from which it tells something how each agrees with the others."""
_LONGEST = 60
"""Letters of an item or its text in a table."""
_OUTCOMES = {
    "steady": VerdictOutcome.HOLDS,
    "fair": VerdictOutcome.CANNOT_TELL,
    "unsteady": VerdictOutcome.FAILS,
}
"""What the sentence about steadiness says; whatever else it says, nothing is decided."""


def measurement_section(found: "labelling.Measurement") -> Section:
    """What labels mean, the coefficients, what to look at again, and who agrees with whom."""
    labels, summary = found.labels, found.summary
    counts = {name: len(getattr(labels, name)) for name in ("annotators", "items", "classes")}
    size = text(
        "agreement-size-anonymous" if labels.anonymous else "agreement-size-named", labels=labels.size, **counts
    )
    sentences = tuple(map(str, found.sentences))
    cautions, rest = sentences[: found.cautions], sentences[max(found.lead, found.cautions) :]
    parts = [*advice.cautions_of(cautions), *_verdict(found)]
    parts += [_glance(found), _coefficients(found, size)]
    parts += [Text(lines=rest, points=True)] if rest else []
    if summary and summary.reproduction.curve:
        parts.append(Figure(draw=lambda: curve_figure(summary)))
    parts += _to_annotate_again(found)
    if not found.means:
        parts.append(Figure(draw=lambda: map_figure(found.map) if found.map else None))
    parts += [*_annotators(found), *_confusion(found), *_classes(found), *advice.reading_notes(labels.notes)]
    return section_of("agreement", text("agreement-report-title"), parts, signature=found.signature)


def _verdict(found: "labelling.Measurement") -> list[Block]:
    """What another panel would change, and whether labels are steady: holds, fails, or cannot be told."""
    short = found.sentences[found.cautions : found.lead]
    if not short:
        return []
    last = short[-1].code.rpartition("-")[2]
    outcome = VerdictOutcome.CANNOT_TELL if found.cautions else _OUTCOMES.get(last, VerdictOutcome.CANNOT_TELL)
    first, *why = map(str, short)
    steps = (Step(act="agreement next"), Step(act="agreement plan")) if outcome is not VerdictOutcome.HOLDS else ()
    return [VerdictBlock(outcome=outcome, sentence=first, why=tuple(why), next=steps)]


def _glance(found: "labelling.Measurement") -> Numbers:
    """The figures that are to be seen at once: people, items, the leading coefficient, what would change."""
    figures = [] if found.labels.anonymous else [(len(found.labels.annotators), text("agreement-report-people"))]
    figures.append((len(found.labels.items), text("agreement-report-items")))
    shown = [(number(count), words) for count, words in figures]
    name, lead = next(iter(found.coefficients.items()))
    if lead.coefficient.value is not None:
        shown.append((number(lead.coefficient.value, 3), coefficient_text(name)))
    leading = found.summary.leading_rate if found.summary else None
    if leading is not None:
        shown.append((percent(leading.rate), text(f"agreement-report-change-{leading.of}", size=leading.panel)))
    return Numbers(figures=tuple(shown))


def _to_annotate_again(found: "labelling.Measurement") -> list[Block]:
    """The divided items that are likeliest to change, with their texts where these are known."""
    changes = found.summary.reproduction if found.summary else None
    if changes is None:
        return []
    texts, names = found.labels.texts, found.labels.classes if len(found.labels.classes) <= _MOST_CLASSES else ()
    # Items on which everybody agrees are not to be annotated again.
    divided = [item for item in changes.items if sum(vote > 0 for vote in item.votes) > 1][:_RISKY]
    texts = texts if any(texts.get(item.item) for item in divided) else {}
    rows: list[tuple[Cell, ...]] = []
    for item in divided:
        words = (_cut(texts.get(item.item, "")),) if texts else ()
        rows.append((_cut(item.item), *words, item.label, _votes(item.votes, names), percent(item.change)))
    columns = heads("item", *(("text",) if texts else ()), "label", "votes", "chance")
    caption = text("agreement-report-risky")
    return [Table(columns=columns, rows=tuple(rows), caption=caption, first=_FIRST)] if rows else []


def _cut(words: str) -> str:
    """A text as long as a column of a table may be."""
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1].rstrip() + "…"


def _annotators(found: "labelling.Measurement") -> list[Block]:
    """Each annotator against the others, those who agree least first."""
    rows: list[tuple[Cell, ...]]
    if found.deviations:
        far = sorted(found.deviations, key=lambda person: -(person.spread or 0.0))
        rows = [(person.name, person.labels, person.bias, person.spread) for person in far]
        columns = heads("annotator", "labels", "mean-apart", "spread-apart")
    else:
        apart = {standing.annotator for standing in (found.summary.apart if found.summary else ())}
        # A κ of one's own needs a distribution of one's own, which few labels do not give.
        few, rows = few_labels_each(found.labels) is not None, []
        for person in sorted(found.people, key=lambda person: (person.observed is None, person.observed)):
            remark = [text("agreement-stands-apart") if person.name in apart else ""] if apart else []
            kappa = None if few else person.kappa
            rows.append((person.name, person.labels, share_of(person.observed), kappa, person.bias, *remark))
        columns = heads("annotator", "labels", "agreement", "kappa", "bias", *(["remark"] if apart else []))
    if not rows:
        return []
    caption, few_people = text("agreement-report-annotators"), len(rows) < _FEW_PEOPLE
    return [Table(columns=columns, rows=tuple(rows), caption=caption, first=_FIRST, detail=few_people)]


def _confusion(found: "labelling.Measurement") -> list[Block]:
    """Which classes are taken for which, while they are few."""
    labels = found.labels
    if found.means or not 2 <= len(labels.classes) <= _MOST_CONFUSED:
        return []
    counts, two = confusion(labels), len(labels.annotators) == 2 and not labels.anonymous
    totals = counts.sum(axis=1)
    rows = tuple(
        (name, *(int(cell) if two else share_of(float(cell / total) if total else None) for cell in row))
        for name, row, total in zip(labels.classes, counts, totals, strict=True)
    )
    names = {"first": labels.annotators[0], "second": labels.annotators[1]} if two else {"first": "", "second": ""}
    caption = text("agreement-report-confusion-two" if two else "agreement-report-confusion", **names)
    return [Table(columns=("", *labels.classes), rows=rows, caption=caption, detail=True)]


def _classes(found: "labelling.Measurement") -> list[Block]:
    classes = found.classes if not found.means and len(found.labels.classes) <= _MOST_CLASSES else ()
    rows = tuple((each.name, share_of(each.share), share_of(each.specific), each.coefficient.value) for each in classes)
    columns, caption = heads("class", "share", "specific", "kappa"), text("agreement-report-classes")
    return [Table(columns=columns, rows=rows, caption=caption, detail=True)] if rows else []


def _coefficients(found: "labelling.Measurement", caption: str) -> Table:
    """The coefficients, the leading one at once; remarks where there are any."""
    few = few_labels_each(found.labels)
    low = text("agreement-head-low", level=100 * found.level)
    columns = (*heads("coefficient", "value"), low, *heads("high", "remark"))
    rows: list[tuple[Cell, ...]] = []
    for name, estimate in found.coefficients.items():
        remark = str(estimate.coefficient.reason or estimate.reason or "")
        if few is not None and name.startswith("davies_fleiss"):
            remark = text("agreement-reason-few-each", count=few)
        ends = ends_of(estimate.interval).values()
        rows.append((coefficient_text(name), estimate.coefficient.value, *ends, remark))
    if not any(row[-1] for row in rows):
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    return Table(columns=columns, rows=tuple(rows), caption=caption, first=1)


def coefficient_text(name: str) -> str:
    """What a coefficient is called; a user's own by the name of its function, or of its distance.

    >>> coefficient_text("fleiss_kappa"), coefficient_text("my_kappa"), coefficient_text("krippendorff_alpha_steps")
    ('Fleiss κ', 'my_kappa', 'Krippendorff α (distance steps)')
    """
    known = choice("agreement-coefficient", name)
    if is_known(known.code):
        return str(known)
    own = name.removeprefix("krippendorff_alpha_")
    return name if own == name else text("agreement-coefficient-own-distance", name=own)


def _votes(votes: Sequence[int], names: Sequence[str]) -> str:
    """How many voted for what, most first; bare numbers where the classes are too many to be named.

    >>> _votes((1, 0, 2), ("a", "b", "c")), _votes((1, 0, 2), ())
    ('c ×2 · a ×1', '1 0 2')
    """
    if len(names) != len(votes):
        return " ".join(map(str, votes))
    given = sorted((pair for pair in zip(votes, names, strict=True) if pair[0]), key=lambda pair: -pair[0])
    return " · ".join(f"{name} ×{count}" for count, name in given)


def reproduction_section(found: "labelling.PanelChange") -> Section:
    """What other people would change: sentences, the tables behind them, so many of the likeliest items."""
    record, kappa, classes = found.summary.reproduction, found.summary.reproduction.kappa, found.labels.classes
    rates = (("own-majority", record.own_majority), ("ideal", record.ideal), ("fresh", record.fresh))
    rows = tuple((text(f"agreement-against-{name}"), *_rate_cells(rate), str(rate.method)) for name, rate in rates)
    context = []
    if kappa and kappa.mean is not None:
        told: dict[str, Value] = {"size": record.size, "kappa": kappa.mean, "method": kappa.method}
        if kappa.sd is None or kappa.panels == 1:
            context.append(text("agreement-kappa-of-panels", **told))
        else:
            context.append(text("agreement-kappa-of-panels-sd", sd=kappa.sd, **told))
    if record.ceiling is not None:
        context.append(text("agreement-ceiling", rate=record.ceiling))
    if record.at_random.fresh_relative is not None:
        context.append(text("agreement-against-chance", times=record.at_random.fresh_relative))
    # Where classes have an order the first sentence is about medians, and the tables are not.
    codes = ("agreement-tables-of-classes", found.summary.medians), ("agreement-tables-uneven", found.summary.cautions)
    caption = text("agreement-join").join(text(code) for code, holds in codes if holds) or None
    said, cautions = tuple(map(str, found.summary.sentences)), len(found.summary.cautions)
    parts: list[Block] = [Text(lines=said[:cautions], caution=True)] if cautions else []
    if record.curve:
        parts.append(Figure(draw=lambda: curve_figure(found.summary)))
    parts += [
        Text(lines=said[cautions:]),
        Table(columns=heads("against", "rate", "sampling", "range", "method"), rows=rows, caption=caption),
        Text(lines=tuple(context)),
        *_curve(record, caption),
    ]
    likeliest: list[tuple[Cell, ...]] = []
    for each in record.items[: found.listed]:
        votes = ", ".join(f"{count} × {name}" for name, count in zip(classes, each.votes, strict=True) if count)
        likeliest.append((each.item, each.label, votes, percent(each.change)))
    if likeliest:
        alike = text("agreement-tables-uneven") if found.summary.cautions else None
        columns = heads("likeliest", "label", "votes", "chance")
        parts.append(Table(columns=columns, rows=tuple(likeliest), caption=alike))
    lines = [
        text("agreement-left-out", target=choice("agreement-against", each.target), items=each.items, why=each.reason)
        for each in record.left_out
    ]
    if found.study is not None:
        code = "agreement-panels-drawn" if found.study.drawn else "agreement-panels-all"
        names = {"tau": "tau_mean", "tau_sd": "tau_sd", "kappa": "kappa_mean", "kappa_sd": "kappa_sd"}
        values = {name: getattr(found.study, field) for name, field in names.items()}
        shown = {name: "–" if value is None else number(value, 3) for name, value in values.items()}
        lines.append(text(code, panels=found.study.panels, **shown))
    parts += [Text(lines=tuple(lines)), *advice.reading_notes(found.labels.notes)]
    return section_of("agreement", text("agreement-report-title"), parts)


def _rate_cells(rate: "agreement.Rate") -> tuple[Cell, ...]:
    if rate.rate is None:
        return None, None, "; ".join(map(str, rate.notes))
    if rate.range_low == rate.range_high:
        return percent(rate.rate), _between(rate.low, rate.high), text("agreement-pinned-down")
    return percent(rate.rate), _between(rate.low, rate.high), _between(rate.range_low, rate.range_high)


def _between(low: float | None, high: float | None) -> str:
    return " – ".join("–" if end is None else percent(end) for end in (low, high))


def _curve(record: "agreement.Reproduction", caption: str | None) -> list[Block]:
    """The rates over panel sizes, and the smallest panel for each target."""
    rows: list[tuple[Cell, ...]] = []
    for point in record.curve:
        ends = (_between(point.low, point.high), _between(point.range_low, point.range_high))
        own = None if point.own_majority is None else percent(point.own_majority)
        rows.append((point.size, percent(point.fresh), *ends, percent(point.ideal), own, str(point.method)))
    lines = []
    for target, size in record.smallest:
        if size:
            lines.append(text("agreement-smallest", rate=target, size=size))
        elif record.curve:
            lines.append(text("agreement-smallest-beyond", rate=target, size=record.curve[-1].size))
        else:
            lines.append(text("agreement-smallest-unknown", rate=target))
    columns = heads("people", "fresh", "sampling", "range", "ideal", "own", "method")
    table = [Table(columns=columns, rows=tuple(rows), caption=caption)] if rows else []
    return [*table, Text(lines=tuple(lines))]


def coefficient_rows(found: "labelling.Measurement") -> list[dict[str, Any]]:
    """One row per coefficient, the leading one first."""
    rows = [
        {"name": name, **estimate}
        for name, estimate in found.to_dict()["coefficients"].items()
        if name in found.coefficients
    ]
    return [row | {"reason": row["reason"] and with_keywords(row["reason"])} for row in rows]


def _measured(found: "labelling.Measurement") -> str:
    """The leading coefficient, and what another panel would change."""
    name, lead = next(iter(found.coefficients.items()))
    said = [text("agreement-brief-size", items=len(found.labels.items), labels=found.labels.size)]
    value, ends = lead.coefficient.value, lead.interval
    if value is not None and ends is not None:
        shown = {"value": value, "low": ends.low, "high": ends.high}
        said.append(text("agreement-brief-coefficient-sure", name=coefficient_text(name), **shown))
    elif value is not None:
        said.append(text("agreement-brief-coefficient", name=coefficient_text(name), value=value))
    if found.dependence is not None:
        said.append(text("agreement-brief-depends"))
    elif found.summary and found.summary.leading_rate is not None:
        said += _change(found.summary)
    return text("agreement-join").join(said)


def _change(summary: Summary) -> list[str]:
    """What another panel would change, in the words and with the number of the first sentence; cautions in short."""
    leading = summary.leading_rate
    if leading is None:
        return [text("agreement-brief-depends") if summary.reproduction.dependence else str(summary.sentences[0])]
    said = [text("agreement-brief-uneven-first")] if summary.cautions else []
    return [*said, text(f"agreement-brief-change-{leading.of}", size=leading.panel, rate=leading.rate)]


def _reproduced(found: "labelling.PanelChange") -> str:
    return text("agreement-join").join(_change(found.summary))


def _interpreted(found: "labelling.InterpretedCoefficient") -> str:
    told, sign = found.interpretation, advice.SIGNS[found.coefficient]
    if told is not None:
        fresh = next(each for each in told.readings if each.target is ChangeTarget.FRESH)
        shown = {"size": found.situation.annotators, "rate": fresh.typical, "most": fresh.ceiling}
        return text("agreement-brief-interpreted", coefficient=sign, value=told.value, **shown)
    value = found.needed.get(ChangeTarget.FRESH, {}).get("typical")
    if found.target is None or value is None:
        return text("agreement-brief-table", rows=len(found.table))
    return text("agreement-brief-needed", coefficient=sign, value=value, rate=found.target)


def _planned(found: "labelling.AnnotationPlan") -> str:
    said = [text("agreement-brief-no-plan", size=found.settings.longest, rate=found.settings.rate)]
    if found.chosen is not None:
        shown = {"size": found.chosen.annotators, "rate": found.chosen.rate, "check": found.chosen.check_items}
        said = [text("agreement-brief-plan", **shown)]
    return text("agreement-join").join([*([text("agreement-brief-uneven-first")] if found.cautions else []), *said])


def _cautioned(found: "labelling.ComparisonPlan | labelling.StudyComparison") -> str:
    """The first sentence of the answer, and the cautions that stand before it."""
    return " ".join(found.to_dict()["sentences"][: len(found.cautions) + 1])


RESULTS: Mapping[type, Renderer] = {
    labelling.Measurement: Renderer(
        section=measurement_section, line=_measured, table="coefficients", rows={"coefficients": coefficient_rows}
    ),
    labelling.PanelChange: Renderer(section=reproduction_section, line=_reproduced, table="curve"),
    labelling.ConsensusLabels: Renderer(
        section=advice.consensus_section,
        line=lambda found: text("agreement-brief-consensus", count=sum(found.review), items=len(found.review)),
        table="items",
    ),
    labelling.LabelQueue: Renderer(
        section=advice.queue_section,
        line=lambda found: " ".join(
            (*map(str, found.cautions), text("agreement-brief-queue", count=len(found.items), rate=found.risk))
        ),
        table="items",
    ),
    labelling.InterpretedCoefficient: Renderer(section=advice.interpretation_section, line=_interpreted),
    labelling.AnnotationPlan: Renderer(section=advice.plan_section, line=_planned, table="options"),
    labelling.ComparisonPlan: Renderer(section=comparing.comparison_plan_section, line=_cautioned, table="options"),
    labelling.StudyComparison: Renderer(section=comparing.studies_section, line=_cautioned, table="items"),
    labelling.Simulation: Renderer(
        section=advice.simulation_section,
        line=lambda found: text(
            "agreement-brief-simulated", size=found.annotators, points=len(found.points or found.table_1)
        ),
        table="points",
    ),
    labelling.PaperComparison: Renderer(
        section=advice.paper_section, line=line_of("agreement-brief-paper", "rows"), table="figure_2"
    ),
}
"""How the results of `anaphor.agreement` are shown."""
