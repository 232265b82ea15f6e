"""What documents of scores are made of: measures with their interval, groups, and what became of each item."""

from typing import Any

from anaphor.document import ends_of, taken, with_synonyms
from anaphor.scoring.items.grouping import GroupResult
from anaphor.scoring.items.outcomes import Measures, Outcome
from anaphor.statistics import Interval


def with_ends(record: object, names: str, **paths: str) -> dict[str, Any]:
    """Some fields of a record: an interval as its two ends, a signature in words, French names with their synonyms."""
    found: dict[str, Any] = {}
    for name, value in taken(record, names, **paths).items():
        found |= ends_of(value) if name.endswith("interval") else {name: str(value) if name == "signature" else value}
    return with_synonyms(found)


def measures_document(measures: Measures, interval: Interval) -> dict[str, Any]:
    """Counts, rates and the interval of réussite."""
    return {
        **with_ends(measures, "n h theta exactitude qualite f1 reussite"),
        **ends_of(interval),
        "answered": measures.answered,
        "above_chance": measures.p if measures.chance else None,
        "chance": measures.chance or None,
        "interval": interval.method,
        "level": interval.level,
    }


def group_document(group: GroupResult) -> dict[str, Any]:
    """One group of items."""
    measures = measures_document(group.measures, group.reussite.interval)
    return {"label": group.label, **measures, "p_chance": group.chance.p, "small": group.small}


def outcome_document(outcome: Outcome) -> dict[str, Any]:
    """What became of one item."""
    return {
        "item": outcome.item,
        "schema": outcome.target.schema,
        "candidates": len(outcome.target.candidates),
        "result": outcome.result.value,
        "credit": float(outcome.credit),
        "key": outcome.target.key,
        "chosen": outcome.chosen,
        "reason": outcome.reason and outcome.reason.value,
        "scores": list(outcome.scores),
        "groups": {kind: list(each) for kind, each in outcome.target.groups.items()},
    }
