"""Agreement as a section of a report: what it means, coefficients, curve, items to annotate again, annotators."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from anaphor.agreement import AnnotatorMap, Interface, Summary, heads, in_language, percent, told
from anaphor.agreement.coefficients import AnnotatorAgreement, ClassAgreement, Estimate
from anaphor.report.cells import share_of
from anaphor.report.figures.agreement import curve_figure, map_figure
from anaphor.section import Cell, Numbers, Part, Section, Table, Text

_RISKY = 30
"""Items to annotate again that are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredLabels:
    """Everything that the section shows of one table of labels."""

    items: int
    """Items in the table."""
    annotators: int | None
    """People in it; None where votes have no names."""
    coefficients: Mapping[str, Estimate]
    """The coefficients by name."""
    level: float
    """Level of their intervals."""
    summary: Summary | None
    """What another panel would change; None where it was not asked or cannot be said."""
    sentences: tuple[str, ...]
    """The answer in words."""
    people: tuple[AnnotatorAgreement, ...] = ()
    """Each annotator against the others."""
    classes: tuple[ClassAgreement, ...] = ()
    """Agreement on each class."""
    map: AnnotatorMap | None = None
    """Where the annotators stand to each other."""
    signature: str
    """How the numbers were made."""


def agreement_section(
    found: MeasuredLabels, interface: Interface = Interface.EN, *, stamp: str | None = None
) -> Section:
    """The section of one table of labels."""
    summary = found.summary
    parts: list[Part] = [
        _numbers(found, interface),
        Text(lines=found.sentences, points=True),
        _coefficients(found, interface),
    ]
    if summary is not None and summary.reproduction.curve:
        parts += [curve_figure(summary.reproduction, interface), *_risky(found, summary, interface)]
    if found.map is not None:
        parts += [
            map_figure(found.map, interface),
            Text(lines=(told(interface, "report_map_shown", rate=found.map.shown),), soft=True),
        ]
    parts += [_people(found, interface)] if found.people else []
    parts += [_classes(found, interface)] if found.classes else []
    return Section(
        id="agreement",
        title=told(interface, "report_title"),
        parts=tuple(parts),
        stamp=stamp,
        signature=found.signature,
    )


def _numbers(found: MeasuredLabels, interface: Interface) -> Numbers:
    figures = [(told(interface, "whole", value=found.items), told(interface, "report_items"))]
    if found.annotators is not None:
        figures.insert(0, (told(interface, "whole", value=found.annotators), told(interface, "report_people")))
    kappa = found.coefficients.get("davies_fleiss_kappa")
    if kappa is not None and kappa.coefficient.value is not None:
        figures.append((told(interface, "value", value=kappa.coefficient.value), told(interface, "report_kappa")))
    fresh = found.summary.reproduction.fresh.rate if found.summary else None
    if found.summary is not None and fresh is not None:
        size = found.summary.reproduction.size
        figures.append((percent(fresh, interface), told(interface, "report_change", size=size)))
    return Numbers(figures=tuple(figures))


def _coefficients(found: MeasuredLabels, interface: Interface) -> Table:
    level = 100 * found.level
    columns = (
        *heads(interface, "coefficient", "value"),
        told(interface, "head_low", level=level),
        *heads(interface, "high", "remark"),
    )
    rows = tuple(
        (told(interface, f"coefficient_{name}"), *_estimate(each, interface))
        for name, each in found.coefficients.items()
    )
    if not any(row[-1] for row in rows):
        columns, rows = columns[:-1], tuple(row[:-1] for row in rows)
    return Table(columns=columns, rows=rows, caption=told(interface, "report_coefficients", level=level))


def _estimate(each: Estimate, interface: Interface) -> tuple[Cell, ...]:
    low, high = (each.interval.low, each.interval.high) if each.interval else (None, None)
    reason = each.coefficient.reason or each.reason
    return each.coefficient.value, low, high, in_language(reason, interface) if reason else ""


def _risky(found: MeasuredLabels, summary: Summary, interface: Interface) -> list[Part]:
    """The items to annotate again, likeliest first; those on which everybody agrees are not among them."""
    divided = [each for each in summary.reproduction.items if sum(vote > 0 for vote in each.votes) > 1]
    names = [each.name for each in found.classes]
    rows = tuple(
        (each.item, each.label, _votes(each.votes, names), percent(each.change, interface)) for each in divided[:_RISKY]
    )
    columns = tuple(heads(interface, "item", "label", "votes", "chance"))
    return [Table(columns=columns, rows=rows, caption=told(interface, "report_risky"))] if rows else []


def _votes(votes: Sequence[int], names: Sequence[str]) -> str:
    """How many voted for what, most first; bare numbers where the classes are too many to be named.

    >>> _votes((1, 0, 2), ("a", "b", "c")), _votes((1, 0, 2), ())
    ('c ×2 · a ×1', '1 0 2')
    """
    if len(names) != len(votes):
        return " ".join(map(str, votes))
    given = sorted((pair for pair in zip(votes, names, strict=True) if pair[0]), key=lambda pair: -pair[0])
    return " · ".join(f"{name} ×{count}" for count, name in given)


def _people(found: MeasuredLabels, interface: Interface) -> Table:
    rows = tuple(
        (each.name, each.labels, share_of(each.observed), each.kappa, each.bias)
        for each in sorted(found.people, key=lambda each: (each.kappa is None, each.kappa))
    )
    columns = tuple(heads(interface, "annotator", "labels", "agreement", "kappa", "bias"))
    return Table(columns=columns, rows=rows, caption=told(interface, "report_annotators"), folded=True)


def _classes(found: MeasuredLabels, interface: Interface) -> Table:
    rows = tuple(
        (each.name, share_of(each.share), share_of(each.specific), each.coefficient.value) for each in found.classes
    )
    columns = tuple(heads(interface, "class", "share", "specific", "kappa"))
    return Table(columns=columns, rows=rows, caption=told(interface, "report_classes"), folded=True)
