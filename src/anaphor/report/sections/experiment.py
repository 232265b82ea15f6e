"""A study as a section of a report: the flow, the items, the people, and what must be known to read them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from anaphor.agreement.coefficients import Estimate
from anaphor.experiment import after, ends, number, percent, stamp_of, told, told_of
from anaphor.experiment.analysis import Classed, ItemResult, StudyAnalysis, class_counts, confusion, key_text
from anaphor.experiment.study import Study
from anaphor.report.figures.experiment import flow_figure, items_figure, times_figure
from anaphor.section import Cell, Numbers, Part, Section, Table, Text
from anaphor.text import choice, speaking

_LOW_SHOWN = 20
"""Items below 80 % that a page shows unasked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Everything that the section of a study shows."""

    study: Study
    """The study."""
    analysis: StudyAnalysis
    """Under the rule for trials that was chosen."""
    others: Sequence[StudyAnalysis] = ()
    """Under the other rules."""
    classes: Mapping[str, Classed] = field(default_factory=dict)
    """What the author says of items below 80 %."""
    agreement: Mapping[str, Estimate] = field(default_factory=dict)
    """Coefficients of agreement of the same answers; empty where they were not measured."""
    agreement_sentences: Sequence[str] = ()
    """What they mean."""


def experiment_section(shown: Shown, interface: str = "en") -> Section:
    """The section of one study."""
    study, found = shown.study, shown.analysis
    parts: list[Part] = [
        _numbers(found, interface),
        Text(lines=told_of(study, found, interface), points=True),
        flow_figure(found, interface),
        *((items_figure(found, interface),) if found.mean else ()),
        _rules([found, *shown.others], interface),
    ]
    times = times_figure(study, found, interface)
    parts += [times] if times else []
    parts += _low(shown, interface)
    parts += _agreement(shown, interface)
    parts += [_items(found, interface), _people(found, interface)]
    stamp = stamp_of(study, interface)
    title = told(interface, "report.title", study=study.name)
    return Section(id="experiment", title=title, parts=tuple(parts), stamp=stamp, signature=str(found.signature))


def _numbers(found: StudyAnalysis, interface: str) -> Numbers:
    flow = found.screened.flow
    low, asked = (number(each, interface) for each in (found.item_flow.low, found.item_flow.asked))
    return Numbers(
        figures=(
            (number(flow.analysed, interface), told(interface, "report.people")),
            (number(flow.kept, interface), told(interface, "report.answers")),
            (percent(found.mean.value if found.mean else None, interface), told(interface, "report.mean")),
            (f"{low} / {asked}", told(interface, "report.low_items")),
        )
    )


def _heads(interface: str, *names: str) -> tuple[str, ...]:
    return tuple(told(interface, f"heads.{name}") for name in names)


def _rules(analyses: Sequence[StudyAnalysis], interface: str) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            told(interface, f"trials.{each.screened.rule.value}"),
            number(each.screened.flow.kept, interface),
            percent(each.mean.value if each.mean else None, interface),
            ends(each.mean.interval if each.mean else None, interface),
            each.item_flow.low,
        )
        for each in analyses
    ]
    columns = _heads(interface, "rule", "answers", "mean", "interval", "low")
    return Table(columns=columns, rows=tuple(rows), caption=told(interface, "report.rules"))


def _low(shown: Shown, interface: str) -> list[Part]:
    found = shown.analysis
    if found.mean is None:
        return []
    if not found.low_items:
        return [Text(lines=(told(interface, "report.no_low"),))]
    rows = tuple(
        (
            item.item,
            found.asked[item.item].text,
            f"{item.right}/{item.answers}",
            percent(item.rate, interface),
            ends(item.wilson, interface),
            percent(item.shrunken, interface),
            key_text(found, item),
            confusion(found, item, interface),
            *((_class(shown, item, interface),) if shown.classes else ()),
        )
        for item in found.low_items
    )
    heads = ("item", "text", "right", "rate", "wilson", "shrunken", "key", "chosen")
    columns = _heads(interface, *heads, *(("class",) if shown.classes else ()))
    parts: list[Part] = [Table(columns=columns, rows=rows[:_LOW_SHOWN], caption=told(interface, "report.low"))]
    if more := rows[_LOW_SHOWN:]:
        caption = told(interface, "report.low_more", count=len(more))
        parts.append(Table(columns=columns, rows=more, caption=caption, folded=True, printed=True))
    if shown.classes:
        counts = class_counts(found, shown.classes)
        classed = tuple((told(interface, f"classes.{name}"), count) for name, count in counts.items())
        parts.append(Table(columns=_heads(interface, "class", "count"), rows=classed))
    said = tuple(after(item.item, comment, interface) for item in found.low_items for comment in item.comments)
    if said:
        parts += [Text(lines=(told(interface, "report.comments"),), soft=True), Text(lines=said, points=True)]
    return parts


def _class(shown: Shown, item: ItemResult, interface: str) -> str | None:
    known = shown.classes.get(item.item)
    return None if known is None else told(interface, f"classes.{known.why.value}")


def _coefficient_name(name: str, interface: str) -> str:
    with speaking(interface):
        return str(choice("agreement-coefficient", name))


def _agreement(shown: Shown, interface: str) -> list[Part]:
    if not shown.agreement:
        return []
    rows = tuple(
        (
            _coefficient_name(name, interface),
            *(
                "–" if value is None else number(value, interface, 3)
                for value in (
                    each.coefficient.value,
                    each.interval.low if each.interval else None,
                    each.interval.high if each.interval else None,
                )
            ),
        )
        for name, each in shown.agreement.items()
    )
    columns = (
        told(interface, "report.coefficient"),
        told(interface, "report.value"),
        percent(0.025, interface),
        percent(0.975, interface),
    )
    table = Table(columns=columns, rows=rows, caption=told(interface, "report.agreement"))
    return [table, *([Text(lines=tuple(shown.agreement_sentences), points=True)] if shown.agreement_sentences else [])]


def _items(found: StudyAnalysis, interface: str) -> Table:
    rows = tuple(
        (
            item.item,
            item.right,
            item.answers,
            percent(item.rate, interface),
            ends(item.wilson, interface),
            ends(item.jeffreys, interface),
            percent(item.shrunken, interface),
            ends(item.shrunken_interval, interface),
            confusion(found, item, interface),
            item.median_ms,
        )
        for item in found.items
    )
    columns = _heads(
        interface,
        "item",
        "right",
        "answers",
        "rate",
        "wilson",
        "jeffreys",
        "shrunken",
        "interval",
        "chosen",
        "median_ms",
    )
    return Table(columns=columns, rows=rows, caption=told(interface, "report.all"), folded=True, digits=0)


def _people(found: StudyAnalysis, interface: str) -> Table:
    rows = tuple(
        (
            each.name,
            each.list_number,
            each.right,
            each.answers,
            percent(each.right / each.answers if each.answers else None, interface),
            each.median_ms,
            None if each.rule is None else told(interface, f"rules.{each.rule.value}", count=1),
        )
        for each in found.people
    )
    columns = _heads(interface, "person", "list", "right", "answers", "rate", "median_ms", "left_out")
    return Table(columns=columns, rows=rows, caption=told(interface, "report.everybody"), folded=True, digits=0)
