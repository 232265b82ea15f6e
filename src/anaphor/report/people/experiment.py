"""The analysis of a study as a section: sentences, tables, figures, and one document for programs."""

from collections.abc import Sequence
from math import exp
from statistics import median
from typing import Any

from anaphor import experiment
from anaphor import experiment as experiments
from anaphor.provenance import plain
from anaphor.report.cells import ends_of, fields_of, section_of, share_of
from anaphor.report.people.experiment_figures import flow_figure, items_figure, times_figure
from anaphor.section import Cell, Medium, Numbers, Part, Section, Table, Text
from anaphor.statistics import Interval, jeffreys
from anaphor.text import Message, Value, choice, joined, message, number, percent, percent_range, speaking, text

_LOW_SHOWN = 20
"""Items below 80 % that a page shows unasked."""


def experiment_section(shown: "experiments.AnalysedStudy", *, items: bool = False, drawn: bool = True) -> Section:
    """The section of one study; `items`: a terminal shows every item, `drawn`: with figures, which takes a while."""
    study, found = shown.study, shown.analysis
    times = times_figure(study, found) if drawn else None
    sentences = analysis_sentences(study, found)
    parts: list[Part] = [
        Text(lines=sentences, talk=True, only=Medium.TERMINAL),
        _numbers(found),
        Text(lines=sentences, points=True, only=Medium.PAGE),
        *((items_figure(found),) if drawn and found.mean else ()),
        *((flow_figure(found),) if drawn else ()),
        _rules([found, *shown.others], Medium.TERMINAL),
        _rules([found, *shown.others], Medium.PAGE),
        *([_conditions(found)] if found.conditions else []),
        *([times] if times else []),
        *_terminal_items(shown, items),
        *_low(shown),
        *(_agreement(shown.agreement) if shown.agreement else ()),
        _every_item(found),
        _everybody(found),
    ]
    title, document = text("experiment-report-title", study=study.name), analysis_document(shown)
    return section_of("experiment", title, parts, document, stamp=stamp_of(study), signature=str(found.signature))


def analysis_line(shown: "experiments.AnalysedStudy") -> str:
    """The analysis in a line."""
    found, study = shown.analysis, shown.study
    mean = percent(found.mean.value) if found.mean else "–"
    told = {"people": found.screened.flow.analysed, "items": found.item_flow.asked, "low": found.item_flow.low}
    code = "experiment-line-analysis-simulated" if study.simulated else "experiment-line-analysis"
    return text(code, study=study.name, mean=mean, **told)


def stamp_of(study: "experiment.Study") -> str | None:
    """What must stand above the figures of a study with simulated participants; None where all are people."""
    simulated = sum(person.simulated for person in study.people)
    if simulated in {0, len(study.people)}:
        return text("experiment-simulated") if simulated else None
    return text("experiment-simulated-some", made_up=simulated, people=len(study.people))


def analysis_sentences(study: "experiment.Study", found: experiment.StudyAnalysis) -> tuple[str, ...]:
    """The analysis of a study in sentences, the flow of participants and answers first."""
    flow, items = found.screened.flow, found.item_flow

    def counted(code: str, reasons: Sequence[tuple[str, int]]) -> Message:
        return joined([joined([number(count), choice(code, why, count=count)], " ") for why, count in reasons])

    people = {"started": flow.started, "out": flow.started - flow.analysed, "analysed": flow.analysed}
    if not flow.started:
        lines = [message("experiment-not-started")]
    elif flow.started == flow.analysed:
        lines = [message("experiment-people-flow-all", started=flow.started)]
    else:
        code = "experiment-people-flow" if flow.analysed else "experiment-people-flow-none"
        lines = [message(code, **people, reasons=counted("experiment-rules", flow.excluded))]
    if flow.analysed:
        none = "" if flow.kept else "-none"
        reasons = counted("experiment-reasons", flow.dropped)
        answers: dict[str, Value] = {"kept": flow.kept, "answers": flow.answers, "reasons": reasons}
        lines.append(
            message(f"experiment-answers-flow{none}", **answers)
            if flow.dropped
            else message("experiment-answers-flow-all", answers=flow.answers)
        )
        lines.append(message(f"experiment-items-flow{none}", **plain(items)))
    if flow.kept and study.adaptive:
        lines.append(message("experiment-adaptive"))
    if flow.kept:
        lines += _results(found)
    lines += [message("experiment-note", note=note) for note in study.notes]
    return tuple(map(str, lines))


def _results(found: experiment.StudyAnalysis) -> list[Message]:
    if found.mean is None or found.people_mean is None:
        return [message("experiment-no-key")]
    means = {"mean": percent(found.mean.value), "people": percent(found.people_mean.value)}
    ends = {"ends": _range(found.mean.interval), "people_ends": _range(found.people_mean.interval)}
    said = [message("experiment-mean", **means, **ends)]
    low = found.item_flow.low
    if low and found.low_by_chance is not None:
        shrunken = sum(each.shrunken is not None and each.shrunken < experiment.LOW for each in found.items)
        code = "experiment-chance" if found.model else "experiment-chance-alone"
        said.append(message(code, low=low, shrunken=shrunken, expected=number(found.low_by_chance, 1)))
        if found.without_low is not None:
            said.append(message("experiment-without", low=low, mean=percent(found.without_low)))
    if found.model is not None:
        people, items = (number(each, 2) for each in (found.model.sd_people, found.model.sd_items))
        rate = percent(1 / (1 + exp(-found.model.intercept)))
        said.append(message("experiment-model", people=people, items=items, rate=rate))
    for each in found.contrasts:
        if each.difference is not None and each.interval is not None:
            between = f"{_signed(each.interval.low)} … {_signed(each.interval.high)}"
            points = round(100 * abs(each.difference), 1)
            gap = _signed(each.difference)
            said.append(message(f"experiment-{each.name}", gap=gap, points=points, people=each.people, ends=between))
    answers = int(median(each.answers for each in found.items if each.rate is not None))
    said.append(message("experiment-precise", answers=answers, bound=100 * jeffreys(answers, answers).low))
    return said


def english_notes(study: "experiment.Study") -> list[str]:
    """What was left out or guessed when the answers were read, for programs: in English whatever is spoken."""
    with speaking("en"):
        return [str(note) for note in study.notes]


def _signed(share: float) -> str:
    return f"{'−' if share < 0 else '+'}{number(100 * abs(share), 1)}"


def _range(interval: Interval | tuple[float, float] | None) -> str:
    if interval is None:
        return "–"
    low, high = interval if isinstance(interval, tuple) else (interval.low, interval.high)
    # Ends to a tenth of a point, as rates: 0.0–100.0 %, not <0.01–100.0 %.
    return percent_range(round(low, 3), round(high, 3))


def _heads(*names: str) -> tuple[str, ...]:
    return tuple(str(choice("experiment-heads", name)) for name in names)


def _numbers(found: experiment.StudyAnalysis) -> Numbers:
    flow, items = found.screened.flow, found.item_flow
    return Numbers(
        figures=(
            (number(flow.analysed), text("experiment-report-people")),
            (number(flow.kept), text("experiment-report-answers")),
            (percent(found.mean.value) if found.mean else "–", text("experiment-report-mean")),
            (f"{number(items.low)} / {number(items.asked)}", text("experiment-report-low-items")),
        ),
        only=Medium.PAGE,
    )


def _rules(analyses: Sequence[experiment.StudyAnalysis], medium: Medium) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for each in analyses:
        value, ends = (each.mean.value, each.mean.interval) if each.mean else (None, None)
        rule = str(choice("experiment-trials", each.screened.rule))
        rows.append((rule, each.screened.flow.kept, share_of(value), _range(ends), each.item_flow.low))
    caption = text("experiment-report-rules") if medium is Medium.PAGE else None
    columns = _heads("rule", "answers", "mean", "interval", "low")
    return Table(columns=columns, rows=tuple(rows), caption=caption, only=medium)


def _conditions(found: experiment.StudyAnalysis) -> Table:
    """Each named condition, and how far it is from the first within people."""

    def shown(value: float | None, ends: Interval | None, measure: str) -> str:
        low, high = (ends.low, ends.high) if ends else (None, None)
        factor, digits = (100, 1) if measure == "right" else (1, 2)
        said = ["–" if each is None else number(factor * each, digits) for each in (value, low, high)]
        return said[0] if ends is None else f"{said[0]} ({said[1]} … {said[2]})"

    rows: list[tuple[Cell, ...]] = []
    for each in found.conditions:
        mean = shown(each.mean, each.interval, each.measure)
        gap = shown(each.difference, each.difference_interval, each.measure)
        measure = str(choice("experiment-measures", each.measure))
        rows.append((each.condition, measure, each.items, each.people, each.answers, mean, gap))
    columns = _heads("condition", "measure", "items", "people", "answers", "mean", "difference")
    return Table(columns=columns, rows=tuple(rows), caption=text("experiment-report-conditions"))


def _item_cells(shown: "experiments.AnalysedStudy", item: experiment.ItemResult) -> dict[str, Cell]:
    found, known = shown.analysis, shown.classes.get(item.item)
    return {
        "item": item.item,
        "text": found.asked[item.item].text,
        "right": f"{item.right}/{item.answers}",
        "rate": share_of(item.rate),
        "wilson": _range(item.wilson),
        "jeffreys": _range(item.jeffreys),
        "shrunken": share_of(item.shrunken),
        "key": experiment.key_text(found, item),
        "chosen": experiment.confusion(found, item),
        "comments": len(item.comments),
        "class": str(choice("experiment-classes", known.why)) if known else None,
    }


def _items_table(
    shown: "experiments.AnalysedStudy", items: Sequence[experiment.ItemResult], names: Sequence[str], **more: Any
) -> Table:
    wanted = [*names, *(["class"] if shown.classes else [])]
    cells = [_item_cells(shown, item) for item in items]
    return Table(columns=_heads(*wanted), rows=tuple(tuple(row[name] for name in wanted) for row in cells), **more)


def _terminal_items(shown: "experiments.AnalysedStudy", everything: bool) -> list[Part]:
    """The items that a terminal shows: those below 80 %, or all."""
    items = shown.analysis.items if everything else shown.analysis.low_items
    if not items:
        return []
    names = ["item", "right", "rate", "wilson", "jeffreys", "shrunken", "key", "chosen"]
    names += ["comments"] if any(item.comments for item in items) else []
    caption = None if everything else text("experiment-report-low")
    counts = experiment.class_counts(shown.analysis, shown.classes) if shown.classes else {}
    said = tuple(
        text("experiment-after", name=choice("experiment-classes", name), said=count) for name, count in counts.items()
    )
    return [
        _items_table(shown, items, names, caption=caption, only=Medium.TERMINAL),
        *([Text(lines=said, talk=True, only=Medium.TERMINAL)] if said else []),
    ]


def _low(shown: "experiments.AnalysedStudy") -> list[Part]:
    """The items below 80 % as a page shows them, with how they are classed and what people remarked."""
    found = shown.analysis
    if found.mean is None:
        return []
    if not found.low_items:
        return [Text(lines=(text("experiment-report-no-low"),), only=Medium.PAGE)]
    names = ("item", "text", "right", "rate", "wilson", "shrunken", "key", "chosen")
    first, more = found.low_items[:_LOW_SHOWN], found.low_items[_LOW_SHOWN:]
    parts: list[Part] = [_items_table(shown, first, names, caption=text("experiment-report-low"), only=Medium.PAGE)]
    if more:
        caption = text("experiment-report-low-more", count=len(more))
        parts.append(_items_table(shown, more, names, caption=caption, folded=True, printed=True, only=Medium.PAGE))
    if shown.classes:
        counts = experiment.class_counts(found, shown.classes)
        classed = tuple((str(choice("experiment-classes", name)), count) for name, count in counts.items())
        parts.append(Table(columns=_heads("class", "count"), rows=classed, only=Medium.PAGE))
    remarks = [(item.item, comment) for item in found.low_items for comment in item.comments]
    if remarks:
        said = tuple(text("experiment-after", name=name, said=comment) for name, comment in remarks)
        parts.append(Text(lines=(text("experiment-report-comments"),), soft=True, only=Medium.PAGE))
        parts.append(Text(lines=said, points=True, only=Medium.PAGE))
    return parts


def _agreement(agreed: experiment.StudyAgreement) -> list[Part]:
    said = tuple(map(str, agreed.sentences))
    first, then = said[: agreed.cautions], said[agreed.cautions :]
    before = Text(lines=first, talk=True, only=Medium.TERMINAL), Text(lines=first, only=Medium.PAGE)
    parts: list[Part] = [*before] if first else []
    if agreed.coefficients:
        rows: list[tuple[Cell, ...]] = []
        for name, each in agreed.coefficients.items():
            values = (each.coefficient.value, *ends_of(each.interval).values())
            shown = ("–" if value is None else number(value, 3) for value in values)
            rows.append((str(choice("agreement-coefficient", name)), *shown))
        columns = (
            *(text(f"experiment-report-{name}") for name in ("coefficient", "value")),
            *map(percent, (0.025, 0.975)),
        )
        parts.append(Table(columns=columns, rows=tuple(rows), caption=text("experiment-report-agreement")))
    if then:
        parts.append(Text(lines=said[agreed.cautions : agreed.lead], talk=True, only=Medium.TERMINAL))
        parts.append(Text(lines=then, points=True, only=Medium.PAGE))
    if agreed.reason:
        why = text("experiment-after", name=message("experiment-report-agreement"), said=f"{agreed.reason}.")
        parts.append(Text(lines=(why,), talk=True, only=Medium.TERMINAL))
    return parts


def _every_item(found: experiment.StudyAnalysis) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for item in found.items:
        rates = (share_of(item.rate), _range(item.wilson), _range(item.jeffreys), share_of(item.shrunken))
        others = (_range(item.shrunken_interval), experiment.confusion(found, item), item.median_ms)
        rows.append((item.item, item.right, item.answers, *rates, *others))
    names = ("item", "right", "answers", "rate", "wilson", "jeffreys", "shrunken", "interval", "chosen", "median_ms")
    caption = text("experiment-report-all")
    return Table(columns=_heads(*names), rows=tuple(rows), caption=caption, folded=True, digits=0, only=Medium.PAGE)


def _everybody(found: experiment.StudyAnalysis) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for each in found.people:
        rate = share_of(each.right / each.answers if each.answers else None)
        rule = None if each.rule is None else str(choice("experiment-rules", each.rule, count=1))
        rows.append((each.name, each.list_number, each.right, each.answers, rate, each.median_ms, rule))
    columns = _heads("person", "list", "right", "answers", "rate", "median_ms", "left_out")
    caption = text("experiment-report-everybody")
    return Table(columns=columns, rows=tuple(rows), caption=caption, folded=True, digits=0, only=Medium.PAGE)


def _average(average: experiment.Average | None) -> dict[str, float | None] | None:
    return None if average is None else {"value": average.value, **ends_of(average.interval)}


def analysis_document(shown: "experiments.AnalysedStudy") -> dict[str, Any]:
    """Everything that the analysis says; its sentences are English whatever language is spoken."""
    study, found, agreed = shown.study, shown.analysis, shown.agreement
    with speaking("en"):
        stamp = stamp_of(study)
        sentences = [*([stamp] if stamp else []), *analysis_sentences(study, found)]
    numbers = ("intercept", "intercept_se", "sd_people", "sd_items", "log_likelihood")
    return {
        "study": study.name,
        **fields_of(study, "simulated", "source", "collection"),
        "adaptive": bool(study.adaptive),
        **_rule_document(found),
        "other_rules": [_rule_document(each) for each in shown.others],
        **fields_of(found, "without_low", "low_by_chance"),
        "model": found.model and fields_of(found.model, *numbers),
        "items": [_item_document(shown, item) for item in found.items],
        "low_items": [item.item for item in found.low_items],
        "classes": experiment.class_counts(found, shown.classes),
        "histogram": [fields_of(bar) for bar in experiment.bars(found)],
        "effects": [
            {**fields_of(each, "name", "one", "other", "people", "difference"), **ends_of(each.interval)}
            for each in found.contrasts
        ],
        "conditions": [_condition_document(each) for each in found.conditions],
        "people": [fields_of(person) for person in found.people],
        "agreement": agreed and _agreement_document(agreed),
        # Programs compare these with what older versions wrote: with plain spaces.
        "sentences": [each.replace("\u00a0", " ") for each in sentences],
        "notes": english_notes(study),
        "signature": str(found.signature),
    }


def _condition_document(each: Any) -> dict[str, Any]:
    told = {**fields_of(each, "condition", "measure", "items", "people", "answers", "mean"), **ends_of(each.interval)}
    return told | {"difference": each.difference, "difference_interval": ends_of(each.difference_interval)}


def _agreement_document(agreed: experiment.StudyAgreement) -> dict[str, Any]:
    values = {
        name: {"value": each.coefficient.value, **ends_of(each.interval)} for name, each in agreed.coefficients.items()
    }
    reason = None if agreed.reason is None else str(agreed.reason)
    return {"coefficients": values, "sentences": list(map(str, agreed.sentences)), "reason": reason}


def _rule_document(found: experiment.StudyAnalysis) -> dict[str, Any]:
    flow = found.screened.flow
    return {
        "trial_rule": found.screened.rule.value,
        "flow": {
            "started": flow.started,
            "excluded": {rule.value: count for rule, count in flow.excluded},
            **fields_of(flow, "analysed", "collected", "answers"),
            "dropped": {reason.value: count for reason, count in flow.dropped},
            "kept": flow.kept,
        },
        "item_flow": fields_of(found.item_flow),
        "mean": _average(found.mean),
        "people_mean": _average(found.people_mean),
    }


def _item_document(shown: "experiments.AnalysedStudy", item: experiment.ItemResult) -> dict[str, Any]:
    asked, known = shown.analysis.asked[item.item], shown.classes.get(item.item)
    return {
        **fields_of(item, "item", "schema", "right", "answers", "rate"),
        "wilson": item.wilson and [item.wilson.low, item.wilson.high],
        "jeffreys": item.jeffreys and [item.jeffreys.low, item.jeffreys.high],
        **fields_of(item, "shrunken", "shrunken_interval"),
        "chosen": {str(candidate): count for candidate, count in item.chosen},
        "declined": item.declined,
        **fields_of(asked, "candidates", "key", "text"),
        **fields_of(item, "median_ms", "comments"),
        "class": known.why.value if known else None,
    }
