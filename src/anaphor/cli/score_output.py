"""What `score` and `compare` print: JSON with stable keys, and tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.markup import escape

from anaphor.cli.output import print_table, stdout, visible
from anaphor.estimation.intervals import Interval
from anaphor.scoring.calibration import Calibration
from anaphor.scoring.comparison import Comparison
from anaphor.scoring.consistency import Consistency
from anaphor.scoring.grouping import GroupResult
from anaphor.scoring.literature import Published
from anaphor.scoring.measures import Measures
from anaphor.scoring.outcomes import Outcome
from anaphor.scoring.people import People
from anaphor.scoring.references import Rescoring
from anaphor.scoring.risk import RiskCurve
from anaphor.scoring.scorecard import Scorecard

COLUMNS = ["respondent", "n", "h", "θ", "exactitude", "qualité", "F1*", "réussite", "low", "high", "answered", "twins",
           "same"]  # fmt: skip
F1_NOTE = "* F1 only for comparison with the literature: its two parts are not independent (paper 2, section 3)."


def measures_json(measures: Measures, interval: Interval) -> dict[str, Any]:
    """The measures with the fixed keys."""
    return {
        "n": measures.n, "h": measures.h, "theta": measures.theta, "exactitude": measures.exactitude,
        "qualite": measures.qualite, "f1": measures.f1, "reussite": measures.reussite, "low": interval.low,
        "high": interval.high, "answered": measures.answered, "p": measures.p, "chance": measures.chance,
        "interval": interval.method, "level": interval.level,
    }  # fmt: skip


def card_json(card: Scorecard, *, items: bool = False) -> dict[str, Any]:
    """A scorecard; `twins` is the share of schemas whose items are all right."""
    twins = card.twins
    document: dict[str, Any] = {
        "respondent": card.respondent, **measures_json(card.measures, card.reussite.interval),
        "twins": twins.share if twins else None, "signature": str(card.signature),
        "clusters": card.reussite.clusters, "error": card.reussite.error if card.reussite.clusters > 1 else None,
        "p_chance": card.chance.p, "smallest_difference": card.smallest, "abstentions": dict(card.abstentions),
        "twins_detail": {
            "schemas": twins.schemas, "both_right": twins.both_right, "low": twins.interval.low,
            "high": twins.interval.high, "chance": twins.chance, "comparable": twins.comparable, "same": twins.same,
            "same_share": twins.same_share,
        } if twins else None,
        "groups": {kind: [group_json(each) for each in found] for kind, found in card.groups.items()},
        "risk": risk_json(card.risk), "calibration": calibration_json(card.calibration),
    }  # fmt: skip
    return document | ({"items": [outcome_json(each) for each in card.outcomes]} if items else {})


def group_json(group: GroupResult) -> dict[str, Any]:
    """Results of one group."""
    return {"label": group.label, **measures_json(group.measures, group.reussite.interval),
            "p_chance": group.chance.p, "small": group.small}  # fmt: skip


def risk_json(curve: RiskCurve | None) -> dict[str, Any] | None:
    """The curve of risk over the share answered."""
    if curve is None:
        return None
    return {
        "area": curve.area, "low": curve.interval.low, "high": curve.interval.high, "best": curve.best,
        "risk": curve.risk, "unplaced": curve.unplaced,
        "points": [{"answered": each.answered, "risk": each.risk, "lead": each.lead} for each in curve.points],
    }  # fmt: skip


def calibration_json(found: Calibration | None) -> dict[str, Any] | None:
    """Calibration of scores."""
    if found is None:
        return None
    return {
        "read_as": found.read_as, "n": found.n, "error": found.error, "brier": found.brier,
        "log_loss": found.log_loss, "overconfidence": found.overconfidence,
        "low": found.overconfidence_interval.low, "high": found.overconfidence_interval.high,
        "discrimination": found.discrimination,
        "bins": [{"n": each.n, "confidence": each.confidence, "right": each.right, "low": each.interval.low,
                  "high": each.interval.high} for each in found.bins],
    }  # fmt: skip


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """What became of one item."""
    return {
        "item": outcome.item, "schema": outcome.target.schema, "candidates": len(outcome.target.candidates),
        "result": outcome.result.value, "credit": float(outcome.credit), "key": outcome.target.key,
        "chosen": outcome.chosen, "reason": outcome.reason.value if outcome.reason else None,
        "scores": list(outcome.scores), "groups": {kind: list(each) for kind, each in outcome.target.groups.items()},
    }  # fmt: skip


def comparison_json(found: Comparison) -> dict[str, Any]:
    """Two respondents."""
    return {
        "first": found.first, "second": found.second, "difference": found.difference, "low": found.interval.low,
        "high": found.interval.high, "p": found.p, "p_holm": found.adjusted, "exact": found.exact,
        "better": found.better, "worse": found.worse, "mcnemar": found.mcnemar, "smallest_difference": found.smallest,
        "items": found.items, "clusters": found.clusters, "signature": str(found.signature),
    }  # fmt: skip


def people_json(people: People) -> dict[str, Any]:
    """People as a respondent."""
    majority = people.majority
    return {
        "people": people.people, "answers": people.answers, "items": people.reussite.items,
        "reussite": people.reussite.value, "low": people.reussite.interval.low, "high": people.reussite.interval.high,
        "majority": {"n": majority.n, "h": majority.h, "theta": majority.theta, "reussite": majority.reussite}
        if majority else None,
        "persons": {name: {"n": each.n, "h": each.h, "theta": each.theta, "reussite": each.reussite}
                    for name, each in people.persons.items()},
    }  # fmt: skip


def rescoring_json(found: Rescoring) -> dict[str, Any]:
    """What other panels would make of the scores."""
    return {
        "panel": found.panel.size, "population": found.panel.population.value, "references": found.times,
        "items": found.items, "fixed": found.fixed, "changed": found.changed,
        "changed_low": found.changed_interval.low, "changed_high": found.changed_interval.high,
        "runs": [{"respondent": each.respondent, "reussite": each.reussite, "mean": each.mean,
                  "low": each.interval.low, "high": each.interval.high, "whole_low": each.whole.low,
                  "whole_high": each.whole.high} for each in found.runs],
        "pairs": [{"first": each.first, "second": each.second, "difference": each.difference,
                   "reversed": each.reversed, "tied": each.tied} for each in found.pairs],
        "any_change": found.any_change, "signature": str(found.signature),
    }  # fmt: skip


def consistency_json(name: str, found: Consistency) -> dict[str, Any]:
    """Consistency over changed wordings."""
    same = found.same
    return {
        "respondent": name, "pairs": found.pairs, "answered": found.answered, "same": same.value if same else None,
        "low": same.interval.low if same else None, "high": same.interval.high if same else None, "lost": found.lost,
        "gained": found.gained, "original": found.original, "changed": found.changed,
        "always_right": found.always_right, "originals": found.originals,
    }  # fmt: skip


def published_json(row: Published) -> dict[str, Any]:
    """A published result."""
    made = row.measures
    return {
        "system": row.system, "collection": row.collection, "language": row.language, "n": row.n, "h": row.h,
        "theta": row.theta, "exactitude": made.exactitude, "qualite": made.qualite, "f1": made.f1,
        "reussite": made.reussite, "printed": dict(row.printed), "corrected": dict(row.corrected),
        "source": row.source,
    }  # fmt: skip


def remark(text: str) -> None:
    """A line below a table, whatever characters a file put into it."""
    stdout().print(visible(text), style="dim", markup=False)


def table(columns: Sequence[str], rows: list[list[Any]], title: str) -> None:
    """A table whose headings come from files: they are shown as they are, never read as markup."""
    print_table([escape(visible(each)) for each in columns], rows, title=escape(visible(title)))


def percent(value: float | None) -> str:
    """A share in percent, two digits behind the point as paper 2 has it; – where it is not defined."""
    return "–" if value is None else f"{100 * value:.2f}"


def card_row(card: Scorecard) -> list[Any]:
    """A scorecard as a row under `COLUMNS`."""
    twins = card.twins
    return [*measures_row(card.respondent, card.measures, card.reussite.interval),
            percent(twins.share if twins else None), percent(twins.same_share if twins else None)]  # fmt: skip


def measures_row(name: str, measures: Measures, interval: Interval | None) -> list[Any]:
    """Measures as the first eleven cells of a row under `COLUMNS`."""
    ends = [interval.low, interval.high] if interval else [None, None]
    shares = (measures.exactitude, measures.qualite, measures.f1, measures.reussite, *ends, measures.answered)
    return [name, measures.n, measures.h, measures.theta, *map(percent, shares)]


def print_groups(card: Scorecard) -> None:
    """Results by group, one table per kind."""
    for kind, found in card.groups.items():
        rows = [[("~" if each.small else "") + each.label,
                 *measures_row("", each.measures, each.reussite.interval)[1:], f"{each.chance.p:.3g}"]
                for each in found]  # fmt: skip
        table([kind, *COLUMNS[1:11], "p"], rows, title=f"{card.respondent} by {kind}")
    if any(each.small for found in card.groups.values() for each in found):
        remark("~ fewer than 20 items: too few to rank.")


def print_published(rows: Sequence[Published]) -> None:
    """Published results under the same columns."""
    cells = [[*measures_row(row.system, row.measures, None)[:8], row.collection] for row in rows]
    table([*COLUMNS[:8], "collection"], cells, title="published results")


def print_comparisons(found: Sequence[Comparison], title: str) -> None:
    """Pairs of respondents."""
    rows = [[f"{each.first} − {each.second}", percent(each.difference), percent(each.interval.low),
             percent(each.interval.high), f"{each.p:.3g}", f"{each.adjusted:.3g}",
             "–" if each.mcnemar is None else f"{each.mcnemar:.3g}", each.better, each.worse, percent(each.smallest)]
            for each in found]  # fmt: skip
    columns = ["pair", "difference", "low", "high", "p", "p (Holm)", "McNemar", "better", "worse", "smallest"]
    table(columns, rows, title=title)


def print_rescoring(found: Rescoring) -> None:
    """What other panels would make of the scores."""
    title = (f"scored again on {found.times:,} references of other panels of {found.panel.size}: "
             f"{percent(found.changed)} % of the labels change")  # fmt: skip
    rows = [[each.respondent, percent(each.reussite), percent(each.mean), percent(each.interval.low),
             percent(each.interval.high), percent(each.whole.low), percent(each.whole.high)]
            for each in found.runs]  # fmt: skip
    columns = ["respondent", "on the key", "mean", "low", "high", "low, other items too", "high"]
    table(columns, rows, title=title)
    if found.pairs:
        pairs = [[f"{each.first} − {each.second}", percent(each.difference), percent(each.reversed),
                  percent(each.tied)] for each in found.pairs]  # fmt: skip
        table(["pair", "on the key", "order turned %", "tied %"], pairs, title="order of pairs on these references")


def print_consistency(rows: Mapping[str, Consistency]) -> None:
    """Consistency over changed wordings."""
    cells = [[name, each.pairs, each.answered, percent(each.same.value if each.same else None), each.lost,
              each.gained, percent(each.original), percent(each.changed), each.always_right, each.originals]
             for name, each in rows.items()]  # fmt: skip
    columns = ["respondent", "pairs", "answered", "same %", "lost", "gained", "réussite before", "after",
               "always right", "of"]  # fmt: skip
    table(columns, cells, title="consistency over changed wordings")
