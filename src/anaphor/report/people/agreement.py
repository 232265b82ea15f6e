"""Labels as sections: what their agreement means, coefficients, curve, items, annotators."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

from anaphor import agreement
from anaphor import agreement as labelling
from anaphor.agreement import Estimate, confusion, few_labels_each
from anaphor.answers import Scale
from anaphor.errors import with_keywords
from anaphor.provenance import plain
from anaphor.report.cells import ends_of, fields_of, in_english, section_of, share_of, taken
from anaphor.report.people.agreement_figures import curve_figure, heads, map_figure
from anaphor.section import Cell, Numbers, Part, Section, Table, Text
from anaphor.text import Value, choice, is_known, message, number, percent, text

_RISKY = 30
"""Items to annotate again that a page shows."""
_MOST_CLASSES = 200
"""Classes up to which a page lists them."""
_MOST_CONFUSED = 12
"""Classes up to which a table shows which are taken for which."""
_SHOWN = 10
"""Items and annotators that a terminal lists."""
_LONGEST = 60
"""Letters of an item or its text in a table."""
_ENDS = ("low", "high", "range_low", "range_high")
_CHANGING = 20
"""Items likeliest to change in the document of `measure`."""


def measure_section(found: "labelling.Measurement", *, every: bool = False, data: bool = False) -> Section:
    """What labels mean, the leading coefficient, what to look at again, and who agrees with whom, for the terminal.

    `every` shows all coefficients, the confusion of classes and agreement by class; `data`: a document is wanted, too.
    """
    labels = found.labels
    counts = {name: len(getattr(labels, name)) for name in ("annotators", "items", "classes")}
    size = text(
        "agreement-size-anonymous" if labels.anonymous else "agreement-size-named", labels=labels.size, **counts
    )
    said = tuple(map(str, found.sentences))
    first = found.lead
    parts: list[Part] = [Text(lines=said[:first])] if first else []
    parts.append(_coefficients(found, size, lead=not every))
    if said[first:]:
        parts.append(Text(lines=said[first:]))
    parts += _to_annotate_again(found, _SHOWN)
    parts += _annotators(found, _SHOWN)
    if every:
        parts += [*_confusion(found), *_classes(found)]
    elif len(found.coefficients) > 1 and not found.means:
        parts.append(Text(lines=(text("agreement-more-with-all", count=len(found.coefficients) - 1),), soft=True))
    document = measure_document(found) if data else None
    return _section(parts, document, signature=found.signature)


def _section(parts: Iterable[Part], data: dict[str, Any] | None = None, **more: str | None) -> Section:
    return section_of("agreement", text("agreement-report-title"), parts, data, **more)


def _to_annotate_again(found: "labelling.Measurement", most: int) -> list[Part]:
    """The divided items that are likeliest to change, with their texts where these are known."""
    changes = found.summary.reproduction if found.summary else None
    if changes is None:
        return []
    texts, names = found.labels.texts, found.labels.classes if len(found.labels.classes) <= _MOST_CLASSES else ()
    # Items on which everybody agrees are not to be annotated again.
    divided = [each for each in changes.items if sum(vote > 0 for vote in each.votes) > 1][:most]
    texts = texts if any(texts.get(each.item) for each in divided) else {}
    rows: list[tuple[Cell, ...]] = []
    for each in divided:
        words = (_cut(texts.get(each.item, "")),) if texts else ()
        rows.append((_cut(each.item), *words, each.label, _votes(each.votes, names), percent(each.change)))
    columns = heads("item", *(("text",) if texts else ()), "label", "votes", "chance")
    return _page_table("risky", columns, tuple(rows))


def _cut(words: str) -> str:
    """A text as long as a column of a table may be."""
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1].rstrip() + "…"


def _annotators(found: "labelling.Measurement", most: int | None = None) -> list[Part]:
    """Each annotator against the others, those who agree least first; `most` of them."""
    if found.deviations:
        far = sorted(found.deviations, key=lambda each: -(each.spread or 0.0))
        rows: list[tuple[Cell, ...]] = [(each.name, each.labels, each.bias, each.spread) for each in far]
        columns = heads("annotator", "labels", "mean-apart", "spread-apart")
    else:
        apart = {each.annotator for each in (found.summary.apart if found.summary else ())}
        # A κ of one's own needs a distribution of one's own, which few labels do not give.
        few, rows = few_labels_each(found.labels) is not None, []
        for each in sorted(found.people, key=lambda each: (each.observed is None, each.observed)):
            remark = [text("agreement-stands-apart") if each.name in apart else ""] if apart else []
            kappa = None if few else each.kappa
            rows.append((each.name, each.labels, share_of(each.observed), kappa, each.bias, *remark))
        columns = heads("annotator", "labels", "agreement", "kappa", "bias", *(["remark"] if apart else []))
    if not rows or (most is not None and len(rows) < 3):
        return []
    caption = text("agreement-report-annotators")
    if most is not None and len(rows) > most:
        caption = text("agreement-report-annotators-some", most=most, count=len(rows))
    return [Table(columns=columns, rows=tuple(rows[:most]), caption=caption, folded=most is None)]


def _confusion(found: "labelling.Measurement") -> list[Part]:
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
    return [Table(columns=("", *labels.classes), rows=rows, caption=caption)]


def _classes(found: "labelling.Measurement") -> list[Part]:
    shown = found.classes if not found.means and len(found.labels.classes) <= _MOST_CLASSES else ()
    by_class = tuple(
        (each.name, share_of(each.share), share_of(each.specific), each.coefficient.value) for each in shown
    )
    return _page_table("classes", heads("class", "share", "specific", "kappa"), by_class, folded=True)


def agreement_section(found: "labelling.Measurement", *, stamp: str | None = None) -> Section:
    """Labels as a page shows them, alone or in a larger report; people and classes are listed while they are few."""
    changes = found.summary.reproduction if found.summary else None
    figures = (
        [] if found.labels.anonymous else [(number(len(found.labels.annotators)), text("agreement-report-people"))]
    )
    figures.append((number(len(found.labels.items)), text("agreement-report-items")))
    name, lead = next(iter(found.coefficients.items()))
    if lead.coefficient.value is not None:
        figures.append((number(lead.coefficient.value, 3), coefficient_text(name)))
    leading = found.summary.leading_rate if found.summary else None
    if leading is not None:
        figures.append((percent(leading.rate), text(f"agreement-report-change-{leading.of}", size=leading.panel)))
    said = tuple(map(str, found.sentences))
    parts: list[Part] = [Text(lines=said[: found.cautions])] if found.cautions else []
    parts += [
        Numbers(figures=tuple(figures)),
        Text(lines=said[found.cautions :], points=True),
        _coefficients(found, text("agreement-report-coefficients", level=100 * found.level), brief=True),
    ]
    if found.summary and changes is not None and changes.curve:
        parts.append(curve_figure(found.summary))
        parts += _to_annotate_again(found, _RISKY)
    if found.map is not None and not found.means:
        shown = text("agreement-report-map-shown", rate=found.map.shown)
        parts += [map_figure(found.map), Text(lines=(shown,), soft=True)]
    parts += [*_annotators(found), *_confusion(found), *_classes(found)]
    return _section(parts, stamp=stamp, signature=found.signature)


def _page_table(
    name: str, columns: tuple[str, ...], rows: tuple[tuple[Cell, ...], ...], *, folded: bool = False
) -> list[Part]:
    caption = text(f"agreement-report-{name}")
    return [Table(columns=columns, rows=rows, caption=caption, folded=folded)] if rows else []


def _coefficients(found: "labelling.Measurement", caption: str, *, brief: bool = False, lead: bool = False) -> Table:
    """The coefficients, or the leading one; `brief` leaves the remarks out where there is none."""
    few = few_labels_each(found.labels)
    low = text("agreement-head-low", level=100 * found.level)
    columns = (*heads("coefficient", "value"), low, *heads("high", "remark"))
    rows: list[tuple[Cell, ...]] = []
    for name, each in list(found.coefficients.items())[: 1 if lead else None]:
        remark = str(each.coefficient.reason or each.reason or "")
        if few is not None and name.startswith("davies_fleiss"):
            remark = text("agreement-reason-few-each", count=few)
        rows.append((coefficient_text(name), each.coefficient.value, *ends_of(each.interval).values(), remark))
    if (brief or lead) and not any(row[-1] for row in rows):
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    return Table(columns=columns, rows=tuple(rows), caption=caption)


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


def measure_document(found: "labelling.Measurement") -> dict[str, Any]:
    """What `agreement measure --json` prints."""
    labels, summary = found.labels, found.summary
    # Readers rely on this key beside that of classes; without a stated order it has no value.
    why = message("agreement-reason-no-order-stated")
    ordinal = agreement.Coefficient(name="krippendorff_alpha_ordinal", value=None, reason=why)
    unstated = labels.scale is Scale.NOMINAL and "krippendorff_alpha_nominal" in found.coefficients
    unordered = {ordinal.name: Estimate(coefficient=ordinal)} if unstated else {}
    apart, classes = summary.apart if summary else (), () if found.means else found.classes
    document: dict[str, Any] = {
        "annotators": None if labels.anonymous else len(labels.annotators),
        "items": len(labels.items),
        "classes": len(labels.classes),
        "labels": labels.size,
        "coefficients": {name: _estimate_document(each) for name, each in {**unordered, **found.coefficients}.items()},
        "class_names": list(labels.classes),
        "scale": found.scale,
        **taken(labels, "anonymous complete fingerprint"),
        "prevalence_index": agreement.prevalence_index(labels).value,
        "bias_index": agreement.bias_index(labels).value,
        "per_class": [taken(each, "name share specific", kappa="coefficient.value") for each in classes],
        "per_annotator": [fields_of(each, "name", "labels", "observed", "kappa", "bias") for each in found.people],
        "apart": [fields_of(each, "annotator", "agreement", "expected", "p") for each in apart],
        "leading": next(iter(found.coefficients), None),
        "confusion": confusion(labels).tolist() if not found.means and len(labels.classes) <= _MOST_CONFUSED else None,
        "labels_each": few_labels_each(labels),
        "change": None,
        "headline": fields_of(summary.leading_rate) if summary and summary.leading_rate else None,
        "votes_depend": plain(found.dependence),
        "cautions": list(map(str, found.sentences[: found.cautions])),
        "means": plain(found.means),
        "notes": list(map(str, labels.notes)),
        "sentences": list(map(str, found.sentences)),
        "signature": found.signature,
    }
    if summary:
        changes = summary.reproduction
        document["change"] = {
            "panel": changes.size,
            **fields_of(changes.fresh, "rate", *_ENDS),
            "method": in_english(changes.fresh.method),
            "ceiling": changes.ceiling,
            "curve": {str(point.size): point.fresh for point in changes.curve},
            "curve_ends": {str(point.size): fields_of(point, *_ENDS) for point in changes.curve},
            "medians": plain(summary.medians),
            "uneven": plain(summary.uneven),
            "items": [fields_of(each, "item", "label", "change") for each in changes.items[:_CHANGING]],
            "warnings": list(map(str, summary.warnings)),
        }
    return dict(finite(document))


def _estimate_document(each: Estimate) -> dict[str, Any]:
    reason = each.coefficient.reason or each.reason
    return {
        "value": each.coefficient.value,
        **ends_of(each.interval),
        **fields_of(each.coefficient, "observed", "expected", "items"),
        "error": each.error,
        "other": each.unit,
        "method": each.interval.method if each.interval else None,
        "reason": str(reason) if reason else None,
    }


def coefficient_rows(found: "labelling.Measurement") -> list[dict[str, Any]]:
    """One row per coefficient, the leading one first."""
    rows = [{"name": name, **_estimate_document(each)} for name, each in found.coefficients.items()]
    return [row | {"reason": row["reason"] and with_keywords(row["reason"])} for row in rows]


def finite(value: Any) -> Any:
    """A value for JSON in which every number that is none (nan, inf) is null."""
    if isinstance(value, dict):
        return {key: finite(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def reproduction_section(found: "labelling.PanelChange", *, data: bool = False) -> Section:
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
    parts: list[Part] = [
        Text(lines=tuple(map(str, found.summary.sentences))),
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
    parts.append(Text(lines=tuple(lines)))
    return _section(parts, reproduction_document(found) if data else None)


def _rate_cells(rate: "agreement.Rate") -> tuple[Cell, ...]:
    if rate.rate is None:
        return None, None, "; ".join(map(str, rate.notes))
    if rate.range_low == rate.range_high:
        return percent(rate.rate), _between(rate.low, rate.high), text("agreement-pinned-down")
    return percent(rate.rate), _between(rate.low, rate.high), _between(rate.range_low, rate.range_high)


def _between(low: float | None, high: float | None) -> str:
    return " – ".join("–" if end is None else percent(end) for end in (low, high))


def _curve(record: "agreement.Reproduction", caption: str | None) -> list[Part]:
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


def reproduction_document(found: "labelling.PanelChange") -> dict[str, Any]:
    """The fixed keys of `reproduce --json`, and more; `left_out` counts items, `left_out_why` says which and why."""
    record, summary = found.summary.reproduction, found.summary
    kappa = fields_of(record.kappa, "mean", "sd", "method", "error") if record.kappa else {}
    rates = {"own_majority": record.own_majority, "ideal": record.ideal, "fresh": record.fresh}
    document = {
        "panel": record.size,
        "annotators": None if found.labels.anonymous else record.annotators,
        "labels_per_item": list(record.labels_per_item),
        **{f"kappa_{name}": kappa.get(name) for name in ("mean", "sd", "method", "error")},
        **{name: fields_of(rate) | {"notes": list(map(str, rate.notes))} for name, rate in rates.items()},
        "quick": record.quick,
        "ceiling": record.ceiling,
        "at_random": fields_of(record.at_random),
        "left_out": max((each.items for each in record.left_out), default=0),
        "left_out_why": [taken(each, "target items") | {"reason": str(each.reason)} for each in record.left_out],
        "curve": [fields_of(each) for each in record.curve],
        "smallest": [{"target": target, "annotators": size} for target, size in record.smallest],
        "items": [fields_of(each) for each in record.items[: found.listed]],
        "apart": [fields_of(each) for each in summary.apart],
        "split": plain(summary.split) if summary.split else None,
        "headline": fields_of(summary.leading_rate) if summary.leading_rate else None,
        "medians": plain(summary.medians),
        "uneven": plain(summary.uneven),
        "votes_depend": plain(record.dependence),
        "cautions": list(map(str, summary.cautions)),
        "warnings": list(map(str, summary.warnings)),
        "sentences": list(map(str, summary.sentences)),
        "study": fields_of(found.study) if found.study else None,
        "notes": list(map(str, found.labels.notes)),
        "signature": found.signature,
    }
    return dict(finite(document))
