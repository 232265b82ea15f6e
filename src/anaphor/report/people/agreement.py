"""Labels as sections: what their agreement means, coefficients, curve, items, annotators; one label per item."""

import math
from collections.abc import Sequence
from typing import Any

from anaphor.agreement import ConsensusLabels, Measurement, PanelChange
from anaphor.agreement.coefficients import Estimate, bias_index, prevalence_index
from anaphor.agreement.panels import Rate, Reproduction
from anaphor.provenance import plain
from anaphor.report.cells import ends_of, fields_of, in_english, share_of
from anaphor.report.people.agreement_figures import curve_figure, heads, map_figure
from anaphor.section import Cell, Numbers, Part, Section, Table, Text
from anaphor.text import Value, choice, number, percent, text

_RISKY = 30
"""Items to annotate again that a page shows."""
_MOST_CLASSES = 200
"""Classes up to which a page lists them."""
_CHANGING = 20
"""Items likeliest to change in the document of `measure`."""


def measure_section(found: Measurement, *, data: bool = False) -> Section:
    """Coefficients and what they mean, for the terminal; `data` says whether a document is wanted, too."""
    labels = found.labels
    size = text(
        "agreement-size-anonymous" if labels.anonymous else "agreement-size-named",
        annotators=len(labels.annotators),
        items=len(labels.items),
        classes=len(labels.classes),
        labels=labels.size,
    )
    return Section(
        id="agreement",
        title=text("agreement-report-title"),
        parts=(_coefficients(found, size), Text(lines=tuple(map(str, found.sentences)))),
        signature=found.signature,
        data=_measure_document(found) if data else None,
    )


def agreement_section(found: Measurement, *, stamp: str | None = None) -> Section:
    """Labels as a page shows them, alone or in a larger report; people and classes are listed while they are few."""
    changes = found.summary.reproduction if found.summary else None
    figures = (
        [] if found.labels.anonymous else [(number(len(found.labels.annotators)), text("agreement-report-people"))]
    )
    figures.append((number(len(found.labels.items)), text("agreement-report-items")))
    kappa = found.coefficients.get("davies_fleiss_kappa")
    if kappa is not None and kappa.coefficient.value is not None:
        figures.append((number(kappa.coefficient.value, 3), text("agreement-report-kappa")))
    if changes is not None and changes.fresh.rate is not None:
        figures.append((percent(changes.fresh.rate), text("agreement-report-change", size=changes.size)))
    classes = found.classes if len(found.labels.classes) <= _MOST_CLASSES else ()
    parts: list[Part] = [
        Numbers(figures=tuple(figures)),
        Text(lines=tuple(map(str, found.sentences)), points=True),
        _coefficients(found, text("agreement-report-coefficients", level=100 * found.level), brief=True),
    ]
    if changes is not None and changes.curve:
        parts.append(curve_figure(changes))
        # Items on which everybody agrees are not to be annotated again.
        divided = [each for each in changes.items if sum(vote > 0 for vote in each.votes) > 1]
        names = [each.name for each in classes]
        rows = tuple(
            (each.item, each.label, _votes(each.votes, names), percent(each.change)) for each in divided[:_RISKY]
        )
        parts += _page_table("risky", heads("item", "label", "votes", "chance"), rows)
    if found.map is not None:
        shown = text("agreement-report-map-shown", rate=found.map.shown)
        parts += [map_figure(found.map), Text(lines=(shown,), soft=True)]
    people = tuple(
        (each.name, each.labels, share_of(each.observed), each.kappa, each.bias)
        for each in sorted(found.people, key=lambda each: (each.kappa is None, each.kappa))
    )
    parts += _page_table("annotators", heads("annotator", "labels", "agreement", "kappa", "bias"), people, folded=True)
    by_class = tuple(
        (each.name, share_of(each.share), share_of(each.specific), each.coefficient.value) for each in classes
    )
    parts += _page_table("classes", heads("class", "share", "specific", "kappa"), by_class, folded=True)
    title = text("agreement-report-title")
    return Section(id="agreement", title=title, parts=tuple(parts), stamp=stamp, signature=found.signature)


def _page_table(
    name: str, columns: tuple[str, ...], rows: tuple[tuple[Cell, ...], ...], *, folded: bool = False
) -> list[Part]:
    caption = text(f"agreement-report-{name}")
    return [Table(columns=columns, rows=rows, caption=caption, folded=folded)] if rows else []


def _coefficients(found: Measurement, caption: str, *, brief: bool = False) -> Table:
    """The coefficients; `brief` leaves the remarks out where there is none."""
    low = text("agreement-head-low", level=100 * found.level)
    columns = (*heads("coefficient", "value"), low, *heads("high", "remark"))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            str(choice("agreement-coefficient", name)),
            each.coefficient.value,
            *ends_of(each.interval).values(),
            str(each.coefficient.reason or each.reason or ""),
        )
        for name, each in found.coefficients.items()
    )
    if brief and not any(row[-1] for row in rows):
        columns, rows = columns[:-1], tuple(row[:-1] for row in rows)
    return Table(columns=columns, rows=rows, caption=caption)


def _votes(votes: Sequence[int], names: Sequence[str]) -> str:
    """How many voted for what, most first; bare numbers where the classes are too many to be named.

    >>> _votes((1, 0, 2), ("a", "b", "c")), _votes((1, 0, 2), ())
    ('c ×2 · a ×1', '1 0 2')
    """
    if len(names) != len(votes):
        return " ".join(map(str, votes))
    given = sorted((pair for pair in zip(votes, names, strict=True) if pair[0]), key=lambda pair: -pair[0])
    return " · ".join(f"{name} ×{count}" for count, name in given)


def _measure_document(found: Measurement) -> dict[str, Any]:
    labels, summary = found.labels, found.summary
    document: dict[str, Any] = {
        "annotators": None if labels.anonymous else len(labels.annotators),
        "items": len(labels.items),
        "classes": len(labels.classes),
        "labels": labels.size,
        "coefficients": {name: _estimate_document(each) for name, each in found.coefficients.items()},
        "class_names": list(labels.classes),
        "scale": labels.scale,
        "anonymous": labels.anonymous,
        "complete": labels.complete,
        "fingerprint": labels.fingerprint,
        "prevalence_index": prevalence_index(labels).value,
        "bias_index": bias_index(labels).value,
        "per_class": [
            {"name": each.name, "share": each.share, "specific": each.specific, "kappa": each.coefficient.value}
            for each in found.classes
        ],
        "per_annotator": [fields_of(each, "name", "labels", "observed", "kappa", "bias") for each in found.people],
        "apart": [
            fields_of(each, "annotator", "agreement", "expected", "p") for each in (summary.apart if summary else ())
        ],
        "change": None,
        "notes": list(map(str, labels.notes)),
        "sentences": list(map(str, found.sentences)),
        "signature": found.signature,
    }
    if summary:
        changes = summary.reproduction
        document["change"] = {
            "panel": changes.size,
            **fields_of(changes.fresh, "rate", "low", "high", "range_low", "range_high"),
            "method": in_english(changes.fresh.method),
            "ceiling": changes.ceiling,
            "curve": {str(point.size): point.fresh for point in changes.curve},
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


def finite(value: Any) -> Any:
    """A value for JSON in which every number that is none (nan, inf) is null."""
    if isinstance(value, dict):
        return {key: finite(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def reproduction_section(found: PanelChange, items: int = 10, *, data: bool = False) -> Section:
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
    parts: list[Part] = [
        Text(lines=tuple(map(str, found.summary.sentences))),
        Table(columns=heads("against", "rate", "sampling", "range", "method"), rows=rows),
        Text(lines=tuple(context)),
        *_curve(record),
    ]
    likeliest: list[tuple[Cell, ...]] = []
    for each in record.items[:items]:
        votes = ", ".join(f"{count} × {name}" for name, count in zip(classes, each.votes, strict=True) if count)
        likeliest.append((each.item, each.label, votes, percent(each.change)))
    if likeliest:
        parts.append(Table(columns=heads("likeliest", "label", "votes", "chance"), rows=tuple(likeliest)))
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
    document = _reproduction_document(found, items) if data else None
    return Section(id="agreement", title=text("agreement-report-title"), parts=tuple(parts), data=document)


def _rate_cells(rate: Rate) -> tuple[Cell, ...]:
    if rate.rate is None:
        return None, None, "; ".join(map(str, rate.notes))
    if rate.range_low == rate.range_high:
        return percent(rate.rate), _between(rate.low, rate.high), text("agreement-pinned-down")
    return percent(rate.rate), _between(rate.low, rate.high), _between(rate.range_low, rate.range_high)


def _between(low: float | None, high: float | None) -> str:
    return " – ".join("–" if end is None else percent(end) for end in (low, high))


def _curve(record: Reproduction) -> list[Part]:
    """The rates over panel sizes, and the smallest panel for each target."""
    rows = tuple(
        (
            point.size,
            percent(point.fresh),
            _between(point.range_low, point.range_high),
            percent(point.ideal),
            None if point.own_majority is None else percent(point.own_majority),
            str(point.method),
        )
        for point in record.curve
    )
    lines = []
    for target, size in record.smallest:
        if size:
            lines.append(text("agreement-smallest", rate=target, size=size))
        elif record.curve:
            lines.append(text("agreement-smallest-beyond", rate=target, size=record.curve[-1].size))
        else:
            lines.append(text("agreement-smallest-unknown", rate=target))
    columns = heads("people", "fresh", "range", "ideal", "own", "method")
    table = [Table(columns=columns, rows=rows)] if rows else []
    return [*table, Text(lines=tuple(lines))]


def _reproduction_document(found: PanelChange, items: int) -> dict[str, Any]:
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
        "left_out_why": [
            {"target": each.target, "items": each.items, "reason": str(each.reason)} for each in record.left_out
        ],
        "curve": [fields_of(each) for each in record.curve],
        "smallest": [{"target": target, "annotators": size} for target, size in record.smallest],
        "items": [fields_of(each) for each in record.items[:items]],
        "apart": [fields_of(each) for each in summary.apart],
        "split": plain(summary.split) if summary.split else None,
        "warnings": list(map(str, summary.warnings)),
        "sentences": list(map(str, summary.sentences)),
        "study": fields_of(found.study) if found.study else None,
        "notes": list(map(str, found.labels.notes)),
        "signature": found.signature,
    }
    return dict(finite(document))


def consensus_section(found: ConsensusLabels) -> Section:
    """The label of each item, by majority and by Dawid & Skene's model with its probability."""
    model, majority = found.model.consensus if found.model else None, found.majority.labels()
    nothing = [None] * len(found.labels.items)
    posterior = model.posterior.tolist() if model else nothing
    best = model.posterior.max(axis=1).tolist() if model else nothing
    rows = tuple(zip(found.labels.items, majority, model.labels() if model else nothing, best, strict=True))
    undecided = majority.count(None)
    lines = [text("agreement-consensus-undecided", count=undecided)] if undecided else []
    if found.model and not found.model.converged:
        lines.append(text("agreement-consensus-unfinished", steps=found.model.iterations))
    table = Table(columns=heads("item", "majority", "model", "probability"), rows=rows)
    return Section(
        id="consensus",
        title=text("agreement-consensus-title"),
        parts=(table, Text(lines=tuple(lines))) if lines else (table,),
        signature=found.signature,
        data={
            "items": [
                {"item": item, "majority": elected, "dawid_skene": label, "probability": sure, "posterior": each}
                for (item, elected, label, sure), each in zip(rows, posterior, strict=True)
            ],
            "classes": list(found.labels.classes),
            "undecided": undecided,
            "converged": found.model.converged if found.model else None,
            "notes": list(map(str, found.labels.notes)),
            "signature": found.signature,
        },
    )
