"""What the experiment commands print."""

from typing import Any

from anaphor.cli.output import print_table, say
from anaphor.experiment.analysis import Analysis, ItemResult
from anaphor.experiment.desk import Status
from anaphor.experiment.record import Study
from anaphor.provenance import plain


def status_document(found: Status) -> dict[str, Any]:
    """The status with its imbalance."""
    return {**_whole(found), "imbalance": found.imbalance}


def _whole(record: Any) -> dict[str, Any]:
    """A record as JSON types, nothing left out."""
    return {name: plain(getattr(record, name)) for name in record.__slots__}


def analysis_document(study: Study, found: Analysis, other: Analysis) -> dict[str, Any]:
    """Everything that the analysis says."""
    model = found.model
    return {
        "study": study.name,
        "simulated": study.simulated,
        "flow": _flow(found),
        "trial_rule": found.screened.rule.value,
        "mean": found.mean,
        "people_mean": found.people_mean,
        "other_rule": {"trial_rule": other.screened.rule.value, "mean": other.mean, "flow": _flow(other)},
        "model": None if model is None else {
            "intercept": model.intercept, "intercept_se": model.intercept_se, "sd_people": model.sd_people,
            "sd_items": model.sd_items, "log_likelihood": model.log_likelihood,
        },
        "items": [_whole(item) for item in found.items],
        "low_items": [item.item for item in found.low_items],
        "effects": [_whole(effect) for effect in found.effects],
        "people": [
            {"name": person.name, "excluded": None if rule is None else rule.value}
            for person, rule in found.screened.people
        ],
    }  # fmt: skip


def _flow(found: Analysis) -> dict[str, Any]:
    flow = found.flow
    return {
        "started": flow.started,
        "excluded": {rule.value: count for rule, count in flow.excluded},
        "analysed": flow.analysed,
        "answers": flow.answers,
        "dropped": flow.dropped,
        "kept": flow.kept,
    }


def print_analysis(study: Study, found: Analysis, other: Analysis) -> None:
    """The analysis on one screen."""
    if study.simulated:
        say("Simulated participants: nobody was asked.")
    flow = found.flow
    left_out = ", ".join(f"{count} {rule.value}" for rule, count in flow.excluded) or "nobody"
    say(
        f"{flow.started} started, left out: {left_out}; {flow.analysed} analysed, "
        f"with {flow.kept} of {flow.answers} answers."
    )
    say(f"Mean over items {_percent(found.mean)} (rule for trials: {found.screened.rule.value}); "
        f"under {other.screened.rule.value}: {_percent(other.mean)}, {other.flow.kept} answers.")  # fmt: skip
    if found.model:
        say(
            f"Crossed model: people differ by {found.model.sd_people:.2f}, "
            f"items by {found.model.sd_items:.2f} (log-odds)."
        )
    for effect in found.effects:
        if effect.difference is not None and effect.low is not None and effect.high is not None:
            say(f"{effect.name}: {100 * effect.difference:+.1f} points "
                f"({100 * effect.low:+.1f} to {100 * effect.high:+.1f}).")  # fmt: skip
    rows = [_row(item) for item in found.low_items]
    title = f"{len(rows)} of {len(found.items)} items below 80 %"
    print_table(["item", "right", "answers", "rate", "Wilson", "shrunken", "chosen", "remarks"], rows, title=title)


def _row(item: ItemResult) -> list[Any]:
    chosen = " ".join(f"{candidate}:{count}" for candidate, count in item.chosen)
    ends = "–" if item.wilson is None else f"{_percent(item.wilson[0])}–{_percent(item.wilson[1])}"
    return [item.item, item.right, item.answers, _percent(item.rate), ends, _percent(item.shrunken), chosen,
            len(item.comments)]  # fmt: skip


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"
