"""The analysis of a study for programs, and in sentences; and what must stand above made-up answers."""

from collections.abc import Mapping, Sequence
from math import exp
from statistics import median
from typing import TYPE_CHECKING, Any

from anaphor.document import ends_of, fields_of
from anaphor.experiment.analysis.agreeing import StudyAgreement
from anaphor.experiment.analysis.analysis import LOW, Average, ItemResult, StudyAnalysis
from anaphor.experiment.analysis.difficulty import Classed, bars, class_counts
from anaphor.provenance import plain
from anaphor.statistics import Interval, jeffreys
from anaphor.text import Message, Value, choice, joined, message, number, percent, percent_range, speaking, text

if TYPE_CHECKING:
    from anaphor.experiment.study.record import Study


def stamp_of(study: "Study") -> str | None:
    """What must stand above the figures of a study with simulated participants; None where all are people."""
    simulated = sum(person.simulated for person in study.people)
    if simulated in {0, len(study.people)}:
        return text("experiment-simulated") if simulated else None
    return text("experiment-simulated-some", made_up=simulated, people=len(study.people))


def analysis_sentences(study: "Study", found: StudyAnalysis) -> tuple[str, ...]:
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


def _results(found: StudyAnalysis) -> list[Message]:
    if found.mean is None or found.people_mean is None:
        return [message("experiment-no-key")]
    means = {"mean": percent(found.mean.value), "people": percent(found.people_mean.value)}
    ends = {"ends": range_text(found.mean.interval), "people_ends": range_text(found.people_mean.interval)}
    said = [message("experiment-mean", **means, **ends)]
    low = found.item_flow.low
    if low and found.low_by_chance is not None:
        shrunken = sum(each.shrunken is not None and each.shrunken < LOW for each in found.items)
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


def english_notes(study: "Study") -> list[str]:
    """What was left out or guessed when the answers were read, for programs: in English whatever is spoken."""
    with speaking("en"):
        return [str(note) for note in study.notes]


def _signed(share: float) -> str:
    return f"{'−' if share < 0 else '+'}{number(100 * abs(share), 1)}"


def range_text(interval: Interval | tuple[float, float] | None) -> str:
    """The ends of an interval of shares, to a tenth of a point; – for nothing."""
    if interval is None:
        return "–"
    low, high = interval if isinstance(interval, tuple) else (interval.low, interval.high)
    # Ends to a tenth of a point, as rates: 0.0–100.0 %, not <0.01–100.0 %.
    return percent_range(round(low, 3), round(high, 3))


def _average(average: Average | None) -> dict[str, float | None] | None:
    return None if average is None else {"value": average.value, **ends_of(average.interval)}


def analysis_document(
    study: "Study",
    found: StudyAnalysis,
    others: Sequence[StudyAnalysis],
    classes: Mapping[str, Classed],
    agreed: StudyAgreement | None,
) -> dict[str, Any]:
    """Everything that the analysis says; its sentences are English whatever language is spoken."""
    with speaking("en"):
        stamp = stamp_of(study)
        sentences = [*([stamp] if stamp else []), *analysis_sentences(study, found)]
    numbers = ("intercept", "intercept_se", "sd_people", "sd_items", "log_likelihood")
    return {
        "study": study.name,
        **fields_of(study, "simulated", "source", "collection"),
        "adaptive": bool(study.adaptive),
        **_rule_document(found),
        "other_rules": [_rule_document(each) for each in others],
        **fields_of(found, "without_low", "low_by_chance"),
        "model": found.model and fields_of(found.model, *numbers),
        "items": [_item_document(found, classes, item) for item in found.items],
        "low_items": [item.item for item in found.low_items],
        "classes": class_counts(found, classes),
        "histogram": [fields_of(bar) for bar in bars(found)],
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


def _agreement_document(agreed: StudyAgreement) -> dict[str, Any]:
    values = {
        name: {"value": each.coefficient.value, **ends_of(each.interval)} for name, each in agreed.coefficients.items()
    }
    reason = None if agreed.reason is None else str(agreed.reason)
    return {"coefficients": values, "sentences": list(map(str, agreed.sentences)), "reason": reason}


def _rule_document(found: StudyAnalysis) -> dict[str, Any]:
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


def _item_document(found: StudyAnalysis, classes: Mapping[str, Classed], item: ItemResult) -> dict[str, Any]:
    asked, known = found.asked[item.item], classes.get(item.item)
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
