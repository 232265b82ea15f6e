"""What `score` and `compare` print with `--json`: stable keys."""

from collections.abc import Sequence
from typing import Any

from anaphor.cli.score_steadiness import Steady
from anaphor.scoring import (
    Calibration,
    Comparison,
    GroupResult,
    Measures,
    Outcome,
    People,
    Published,
    Rescoring,
    RiskCurve,
    Scorecard,
    tied_choices,
)
from anaphor.statistics import Interval


def measures_json(measures: Measures, interval: Interval) -> dict[str, Any]:
    """The measures with the fixed keys."""
    return {
        "n": measures.n,
        "h": measures.h,
        "theta": measures.theta,
        "exactitude": measures.exactitude,
        "qualite": measures.qualite,
        "f1": measures.f1,
        "reussite": measures.reussite,
        "low": interval.low,
        "high": interval.high,
        "answered": measures.answered,
        "above_chance": measures.p,
        "chance": measures.chance,
        "interval": interval.method,
        "level": interval.level,
    }


def card_json(card: Scorecard, *, items: bool = False) -> dict[str, Any]:
    """A scorecard; `twins` is the share of schemas whose items are all right."""
    twins = card.twins
    document: dict[str, Any] = {
        "respondent": card.respondent,
        **measures_json(card.measures, card.reussite.interval),
        "twins": twins.share if twins else None,
        "signature": str(card.signature),
        "clusters": card.reussite.clusters,
        "error": card.reussite.error if card.reussite.clusters > 1 else None,
        "p_chance": card.chance.p,
        "smallest_difference": card.smallest,
        "abstentions": dict(card.abstentions),
        "twins_detail": {
            "schemas": twins.schemas,
            "both_right": twins.both_right,
            "low": twins.interval.low,
            "high": twins.interval.high,
            "chance": twins.chance,
            "comparable": twins.comparable,
            "same": twins.same,
            "same_share": twins.same_share,
        }
        if twins
        else None,
        "groups": {kind: [group_json(each) for each in found] for kind, found in card.groups.items()},
        "risk": risk_json(card.risk),
        "calibration": calibration_json(card.calibration),
        "tied_choices": tied_choices(card.outcomes),
        "beyond_audit": group_json(card.unsolved) if card.unsolved else None,
    }
    return document | ({"items": [outcome_json(each) for each in card.outcomes]} if items else {})


def group_json(group: GroupResult) -> dict[str, Any]:
    """Results of one group."""
    return {
        "label": group.label,
        **measures_json(group.measures, group.reussite.interval),
        "p_chance": group.chance.p,
        "small": group.small,
    }


def risk_json(curve: RiskCurve | None) -> dict[str, Any] | None:
    """The curve of risk over the share answered."""
    if curve is None:
        return None
    return {
        "area": curve.area,
        "low": curve.interval.low,
        "high": curve.interval.high,
        "best": curve.best,
        "risk": curve.risk,
        "unplaced": curve.unplaced,
        "points": [{"answered": each.answered, "risk": each.risk, "lead": each.lead} for each in curve.points],
    }


def calibration_json(found: Calibration | None) -> dict[str, Any] | None:
    """Calibration of scores."""
    if found is None:
        return None
    return {
        "read_as": found.read_as,
        "n": found.n,
        "error": found.error,
        "brier": found.brier,
        "log_loss": found.log_loss,
        "overconfidence": found.overconfidence,
        "low": found.overconfidence_interval.low,
        "high": found.overconfidence_interval.high,
        "discrimination": found.discrimination,
        "bins": [
            {
                "n": each.n,
                "confidence": each.confidence,
                "right": each.right,
                "low": each.interval.low,
                "high": each.interval.high,
            }
            for each in found.bins
        ],
    }


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """What became of one item."""
    return {
        "item": outcome.item,
        "schema": outcome.target.schema,
        "candidates": len(outcome.target.candidates),
        "result": outcome.result.value,
        "credit": float(outcome.credit),
        "key": outcome.target.key,
        "chosen": outcome.chosen,
        "reason": outcome.reason.value if outcome.reason else None,
        "scores": list(outcome.scores),
        "groups": {kind: list(each) for kind, each in outcome.target.groups.items()},
    }


def comparison_json(found: Comparison) -> dict[str, Any]:
    """Two respondents."""
    return {
        "first": found.first,
        "second": found.second,
        "difference": found.difference,
        "low": found.interval.low,
        "high": found.interval.high,
        "p": found.p,
        "p_holm": found.adjusted,
        "exact": found.exact,
        "better": found.better,
        "worse": found.worse,
        "mcnemar": found.mcnemar,
        "smallest_difference": found.smallest,
        "items": found.items,
        "clusters": found.clusters,
        "signature": str(found.signature),
    }


def people_json(people: People) -> dict[str, Any]:
    """People as a respondent."""
    majority = people.majority
    return {
        "people": people.people,
        "answers": people.answers,
        "items": people.reussite.items,
        "reussite": people.reussite.value,
        "low": people.reussite.interval.low,
        "high": people.reussite.interval.high,
        "majority": {"n": majority.n, "h": majority.h, "theta": majority.theta, "reussite": majority.reussite}
        if majority
        else None,
        "persons": {
            name: {"n": each.n, "h": each.h, "theta": each.theta, "reussite": each.reussite}
            for name, each in people.persons.items()
        },
        "signature": str(people.signature),
    }


def beside_json(beside: tuple[People, Sequence[Comparison]] | None, rescoring: Rescoring | None) -> dict[str, Any]:
    """People and other panels' references, where they are known."""
    made: dict[str, Any] = {}
    if beside:
        made["people"] = people_json(beside[0]) | {"comparisons": [comparison_json(each) for each in beside[1]]}
    if rescoring:
        made["rescoring"] = rescoring_json(rescoring)
    return made


def rescoring_json(found: Rescoring) -> dict[str, Any]:
    """What other panels would make of the scores."""
    return {
        "panel": found.panel.size,
        "population": found.panel.population.value,
        "references": found.times,
        "items": found.items,
        "fixed": found.fixed,
        "changed": found.changed,
        "changed_low": found.changed_interval.low,
        "changed_high": found.changed_interval.high,
        "runs": [
            {
                "respondent": each.respondent,
                "reussite": each.reussite,
                "mean": each.mean,
                "low": each.interval.low,
                "high": each.interval.high,
                "whole_low": each.whole.low,
                "whole_high": each.whole.high,
            }
            for each in found.runs
        ],
        "pairs": [
            {
                "first": each.first,
                "second": each.second,
                "difference": each.difference,
                "reversed": each.reversed,
                "tied": each.tied,
            }
            for each in found.pairs
        ],
        "any_change": found.any_change,
        "signature": str(found.signature),
    }


def steady_json(row: Steady) -> dict[str, Any]:
    """Consistency over changed wordings."""
    found, same = row.found, row.found.same
    return {
        "respondent": f"{row.name} on {row.collection}",
        "differing": list(row.differing),
        "pairs": found.pairs,
        "answered": found.answered,
        "same": same.value if same else None,
        "low": same.interval.low if same else None,
        "high": same.interval.high if same else None,
        "lost": found.lost,
        "gained": found.gained,
        "original": found.original,
        "changed": found.changed,
        "always_right": found.always_right,
        "originals": found.originals,
    }


def published_json(row: Published) -> dict[str, Any]:
    """A published result."""
    made = row.measures
    return {
        "system": row.system,
        "collection": row.collection,
        "language": row.language,
        "n": row.n,
        "h": row.h,
        "theta": row.theta,
        "exactitude": made.exactitude,
        "qualite": made.qualite,
        "f1": made.f1,
        "reussite": made.reussite,
        "printed": dict(row.printed),
        "corrected": dict(row.corrected),
        "source": row.source,
    }
