"""What the experiment commands print."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from anaphor.cli.output import print_table, say, stdout
from anaphor.errors import InputError
from anaphor.experiment import after, ends, number, percent, sentences_of, stamp_of, told
from anaphor.experiment.analysis import (
    Average,
    Classed,
    ItemResult,
    QuestionVotes,
    Selection,
    StudyAnalysis,
    agreements,
    bars,
    class_counts,
    confusion,
    easy_share,
    fresh_pass_probability,
    key_text,
    largest_passing,
    pass_probability,
    score_needed,
)
from anaphor.experiment.design import Counting
from anaphor.experiment.organiser import StudyStatus
from anaphor.experiment.study import Study
from anaphor.provenance import plain
from anaphor.statistics import Interval
from anaphor.text import choice, speaking

if TYPE_CHECKING:
    from anaphor.cli.experiment_agreement import Agreed

_COLUMNS = ("item", "right", "rate", "wilson", "jeffreys", "shrunken", "key", "chosen", "comments", "class")
_SIZES = (3, 5, 7, 11, 15, 20, 30)
"""Panels for which paper 4's rule is also tried."""


def status_document(found: StudyStatus) -> dict[str, Any]:
    """The status with its imbalance."""
    return {**_whole(found), "counted": found.counted, "imbalance": found.imbalance}


def _whole(record: Any) -> dict[str, Any]:
    """A record as JSON types, nothing left out."""
    return {name: plain(getattr(record, name)) for name in record.__slots__}


def analysis_document(
    study: Study,
    found: StudyAnalysis,
    others: Sequence[StudyAnalysis],
    classes: Mapping[str, Classed],
    agreed: "Agreed | None",
) -> dict[str, Any]:
    """Everything that the analysis says."""
    model = found.model
    return {
        "study": study.name,
        "simulated": study.simulated,
        "source": study.source,
        "collection": study.collection,
        **_rule(found),
        "other_rules": [_rule(each) for each in others],
        "without_low": found.without_low,
        "low_by_chance": found.low_by_chance,
        "model": None
        if model is None
        else {
            "intercept": model.intercept,
            "intercept_se": model.intercept_se,
            "sd_people": model.sd_people,
            "sd_items": model.sd_items,
            "log_likelihood": model.log_likelihood,
        },
        "items": [_item(found, item, classes) for item in found.items],
        "low_items": [item.item for item in found.low_items],
        "classes": class_counts(found, classes),
        "histogram": [_whole(bar) for bar in bars(found)],
        "effects": [
            {
                "name": each.name,
                "one": list(each.one),
                "other": list(each.other),
                "people": each.people,
                "difference": each.difference,
                **_ends(each.interval),
            }
            for each in found.contrasts
        ],
        "people": [_whole(person) for person in found.people],
        "agreement": agreed.document() if agreed else None,
        "sentences": list(sentences_of(study, found)),
        "notes": list(study.notes),
        "signature": str(found.signature),
    }


def _ends(interval: Interval | None) -> dict[str, float | None]:
    return {"low": interval.low if interval else None, "high": interval.high if interval else None}


def _average(average: Average | None) -> dict[str, float | None] | None:
    return None if average is None else {"value": average.value, **_ends(average.interval)}


def _rule(found: StudyAnalysis) -> dict[str, Any]:
    """What one rule for trials gives."""
    flow = found.screened.flow
    return {
        "trial_rule": found.screened.rule.value,
        "flow": {
            "started": flow.started,
            "excluded": {rule.value: count for rule, count in flow.excluded},
            "analysed": flow.analysed,
            "collected": flow.collected,
            "answers": flow.answers,
            "dropped": {reason.value: count for reason, count in flow.dropped},
            "kept": flow.kept,
        },
        "item_flow": _whole(found.item_flow),
        "mean": _average(found.mean),
        "people_mean": _average(found.people_mean),
    }


def _item(found: StudyAnalysis, item: ItemResult, classes: Mapping[str, Classed]) -> dict[str, Any]:
    asked, known = found.asked[item.item], classes.get(item.item)
    return {
        "item": item.item,
        "schema": item.schema,
        "right": item.right,
        "answers": item.answers,
        "rate": item.rate,
        "wilson": _pair(item.wilson),
        "jeffreys": _pair(item.jeffreys),
        "shrunken": item.shrunken,
        "shrunken_interval": None if item.shrunken_interval is None else list(item.shrunken_interval),
        "chosen": {str(candidate): count for candidate, count in item.chosen},
        "declined": item.declined,
        "candidates": list(asked.candidates),
        "key": asked.key,
        "text": asked.text,
        "median_ms": item.median_ms,
        "comments": list(item.comments),
        "class": known.why.value if known else None,
    }


def _pair(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]


def print_analysis(
    study: Study,
    found: StudyAnalysis,
    others: Sequence[StudyAnalysis],
    classes: Mapping[str, Classed],
    agreed: "Agreed | None",
    *,
    interface: str = "en",
    items: bool = False,
) -> None:
    """The analysis on one screen: sentences, the rules side by side, the items to look at."""
    for sentence in sentences_of(study, found, interface):
        say(sentence)
    _print_rules([found, *others], interface)
    shown = list(found.items) if items else list(found.low_items)
    if shown:
        left_out = {"comments"} if not any(item.comments for item in shown) else set()
        columns = [name for name in _COLUMNS if name not in (left_out if classes else {*left_out, "class"})]
        rows = [_row(found, item, classes, interface) for item in shown]
        title = None if items else told(interface, "report.low")
        print_table(
            [told(interface, f"heads.{name}") for name in columns],
            [[row[name] for name in columns] for row in rows],
            title=title,
        )
    if classes:
        for name, count in class_counts(found, classes).items():
            say(after(told(interface, f"classes.{name}"), count, interface))
    _print_agreement(agreed, interface)
    stdout().print(str(found.signature), style="dim", markup=False)


def _print_rules(analyses: Sequence[StudyAnalysis], interface: str) -> None:
    heads = [told(interface, f"heads.{name}") for name in ("rule", "answers", "mean", "interval", "low")]
    rows = [
        [
            told(interface, f"trials.{each.screened.rule.value}"),
            number(each.screened.flow.kept, interface),
            percent(each.mean.value if each.mean else None, interface),
            ends(each.mean.interval if each.mean else None, interface),
            each.item_flow.low,
        ]
        for each in analyses
    ]
    print_table(heads, rows)


def _row(found: StudyAnalysis, item: ItemResult, classes: Mapping[str, Classed], interface: str) -> dict[str, Any]:
    """The cells of an item by column."""
    known = classes.get(item.item)
    return {
        "item": item.item,
        "right": f"{item.right}/{item.answers}",
        "rate": percent(item.rate, interface),
        "wilson": ends(item.wilson, interface),
        "jeffreys": ends(item.jeffreys, interface),
        "shrunken": percent(item.shrunken, interface),
        "key": key_text(found, item) or "–",
        "chosen": confusion(found, item, interface),
        "comments": len(item.comments),
        "class": told(interface, f"classes.{known.why.value}") if known else "–",
    }


def _print_agreement(agreed: "Agreed | None", interface: str) -> None:
    if agreed is None:
        return
    if agreed.coefficients:
        rows = [
            [
                _coefficient_name(name, interface),
                *("–" if each is None else number(each, interface, 3) for each in _numbers(estimate)),
            ]
            for name, estimate in agreed.coefficients.items()
        ]
        title = told(interface, "report.agreement")
        print_table(
            [
                told(interface, "report.coefficient"),
                told(interface, "report.value"),
                percent(0.025, interface),
                percent(0.975, interface),
            ],
            rows,
            title=title,
        )
    for sentence in agreed.sentences[:1]:
        say(sentence)
    if agreed.reason:
        reason = agreed.reason
        say(after(told(interface, "report.agreement"), f"{reason}.", interface))


def _coefficient_name(name: str, interface: str) -> str:
    with speaking(interface):
        return str(choice("agreement-coefficient", name))


def _numbers(estimate: Any) -> tuple[float | None, float | None, float | None]:
    interval = estimate.interval
    return (estimate.coefficient.value, *((interval.low, interval.high) if interval else (None, None)))


def selection_document(
    study: Study,
    found: Selection,
    votes: Sequence[QuestionVotes],
    everybody: Sequence[QuestionVotes],
    counting: Counting,
) -> dict[str, Any]:
    """The verdict of paper 4's rule, and how it would move."""
    answers = [len(each.right) for each in votes]
    sub, fresh = pass_probability(everybody, _SIZES), fresh_pass_probability(everybody, _SIZES)
    return {
        "study": study.name,
        "simulated": study.simulated,
        "stamp": stamp_of(study),
        "counting": counting.value,
        "declared": study.counting is counting,
        "passes": found.passes,
        "questions": found.questions,
        "answers_per_question": [min(answers), max(answers)],
        "by_all": found.by_all,
        "doubtful": list(found.doubtful),
        "failed": list(found.failed),
        "too_few": list(found.too_few),
        "reasons": list(found.reasons),
        "largest_passing": list(largest_passing(votes)),
        "agreement": _agreements(votes),
        "pass_probability": [{"people": size, "drawn_from_these": sub[size], "fresh": fresh[size]} for size in _SIZES],
        "share_easy": easy_share(everybody),
    }


def _agreements(votes: Sequence[QuestionVotes]) -> dict[str, Any] | None:
    try:
        found = agreements(votes)
    except InputError:
        return None
    document = {}
    for name in ("accuracy", "pairwise", "unanimous"):
        share = getattr(found, name)
        threshold, needed = score_needed(share, len(votes))
        document[name] = {"value": float(share), "threshold": float(threshold), "needed": needed}
    return document


def print_selection(document: dict[str, Any]) -> None:
    """The verdict on one screen."""
    if document["stamp"]:
        say(document["stamp"])
    whose = {"first-3": "the first three valid people", "all": "all valid people"}[document["counting"]]
    declared = "as declared beforehand" if document["declared"] else "which was not declared beforehand"
    say(f"{'Passes' if document['passes'] else 'Does not pass'}: the answers of {whose} count, {declared}.")
    say(
        f"{document['by_all']} of {document['questions']} questions were answered rightly by all, "
        f"{len(document['doubtful'])} by half or more, {len(document['failed'])} by less."
    )
    for reason in document["reasons"]:
        say(f"{reason}.")
    say(f"The largest set that passes has {len(document['largest_passing'])} questions.")
    if document["agreement"]:
        rows = [
            [name, percent(each["value"]), percent(each["threshold"], digits=2), each["needed"]]
            for name, each in document["agreement"].items()
        ]
        print_table(["agreement taken as", "value", "threshold", f"right of {document['questions']}"], rows)
    rows = [
        [each["people"], *(_chance(each[name]) for name in ("drawn_from_these", "fresh"))]
        for each in document["pass_probability"]
    ]
    print_table(["people per question", "passes, drawn from these", "passes, fresh people (predicted)"], rows)


def _chance(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
