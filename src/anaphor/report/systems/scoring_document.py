"""Scores for programs: JSON documents with stable keys."""

from typing import Any

from anaphor import scoring, statistics
from anaphor.report.cells import ends_of, fields_of, taken, with_synonyms


def _taken(record: object, names: str, **paths: str) -> dict[str, Any]:
    """Some fields of a record: an interval as its two ends, a signature in words, French names with their synonyms."""
    found: dict[str, Any] = {}
    for name, value in taken(record, names, **paths).items():
        found |= ends_of(value) if name.endswith("interval") else {name: str(value) if name == "signature" else value}
    return with_synonyms(found)


def _measures(measures: "scoring.Measures", interval: "statistics.Interval") -> dict[str, Any]:
    return {
        **_taken(measures, "n h theta exactitude qualite f1 reussite"),
        **ends_of(interval),
        "answered": measures.answered,
        "above_chance": measures.p if measures.chance else None,
        "chance": measures.chance or None,
        "interval": interval.method,
        "level": interval.level,
    }


def _group(group: Any) -> dict[str, Any]:
    measures = _measures(group.measures, group.reussite.interval)
    return {"label": group.label, **measures, "p_chance": group.chance.p, "small": group.small}


def _card(card: "scoring.Scorecard", *, items: bool = False) -> dict[str, Any]:
    """A scorecard; `twins` is the share of schemas whose items are all right."""
    twins, risk, found = card.twins, card.risk, card.calibration
    document: dict[str, Any] = {
        "respondent": card.respondent,
        **_measures(card.measures, card.reussite.interval),
        "twins": twins.share if twins else None,
        "signature": str(card.signature),
        "clusters": card.reussite.clusters,
        "error": card.reussite.error if card.reussite.clusters > 1 else None,
        "p_chance": card.chance.p if card.chance.chance else None,
        "smallest_difference": card.smallest,
        "abstentions": dict(card.abstentions),
        "replies": fields_of(card.replies),
        **_taken(card, "ranked unranked most_failed"),
        "twins_detail": twins and _taken(twins, "schemas both_right interval chance comparable same same_share"),
        "groups": {kind: [_group(each) for each in found] for kind, found in card.groups.items()},
        "risk": risk
        and {
            **_taken(risk, "area interval best risk unplaced"),
            "points": [_taken(each, "answered risk lead") for each in risk.points],
        },
        "calibration": found
        and {
            **_taken(found, "read_as n error brier log_loss overconfidence overconfidence_interval discrimination"),
            "bins": [_taken(each, "n confidence right interval") for each in found.bins],
        },
        "tied_choices": card.tied_choices,
        "beyond_audit": _group(card.unsolved) if card.unsolved else None,
    }
    return document | ({"items": [_outcome(each) for each in card.outcomes]} if items else {})


def _outcome(outcome: "scoring.Outcome") -> dict[str, Any]:
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


def _comparison(found: "scoring.Comparison") -> dict[str, Any]:
    return {
        **_taken(found, "first second difference interval p", p_holm="adjusted"),
        **_taken(found, "exact better worse mcnemar", smallest_difference="smallest"),
        **_taken(found, "items clusters signature"),
    }


def _people(people: "scoring.People") -> dict[str, Any]:
    counts = "n h theta reussite"
    return {
        **_taken(people, "people answers", items="reussite.items", reussite="reussite.value"),
        **ends_of(people.reussite.interval),
        "majority": _taken(people.majority, counts) if people.majority else None,
        "persons": {name: _taken(each, counts) for name, each in people.persons.items()},
        "signature": str(people.signature),
    }


def _beside(found: "scoring.Scores") -> dict[str, Any]:
    """People and other panels' references, where they are known."""
    made: dict[str, Any] = {}
    if found.people:
        made["people"] = _people(found.people) | {"comparisons": [_comparison(each) for each in found.beside]}
    if found.rescoring:
        other, ends = found.rescoring, "changed_interval"
        runs = [
            _taken(each, "respondent reussite mean")
            | _taken(each, "interval", whole_low="whole.low", whole_high="whole.high")
            for each in other.runs
        ]
        # What other panels would make of the scores
        made["rescoring"] = {
            **taken(other, panel="panel.size", population="panel.population.value", references="times"),
            **taken(other, "items fixed changed", changed_low=f"{ends}.low", changed_high=f"{ends}.high"),
            "runs": runs,
            "pairs": [_taken(each, "first second difference reversed tied") for each in other.pairs],
            **_taken(other, "any_change signature"),
        }
    if found.soft:
        made["soft"] = [fields_of(each) | {"standing": each.standing} for each in found.soft]
    return made


def _published(row: "scoring.Published") -> dict[str, Any]:
    return {
        **_taken(row, "system collection language n h theta"),
        **_taken(row.measures, "exactitude qualite f1 reussite"),
        "printed": dict(row.printed),
        "corrected": dict(row.corrected),
        "source": row.source,
    }


def scores_document(found: "scoring.Scores") -> dict[str, Any]:
    """Scored runs: `runs` has the fixed keys."""
    made: dict[str, Any] = {
        "runs": [
            {
                **_card(card, items=found.items),
                "collection": run.asked.rpartition("#")[0],
                "fingerprint": run.fingerprint,
                "run": run.path and str(run.path),
                "left_out": dict(run.targets.left_out),
                "blind": run.blind,
                "tokens": {str(tokens): count for tokens, count in run.tokens.items()},
            }
            for run, card in zip(found.runs, found.cards, strict=True)
        ]
    }
    if found.published:
        made["literature"] = [_published(row) for row in found.published]
    made |= _beside(found)
    if found.steady:
        made["consistency"] = [_steady(each) for each in found.steady]
    return made


def _steady(row: Any) -> dict[str, Any]:
    found, same = row.found, row.found.same
    return {
        "respondent": f"{row.name} on {row.collection}",
        "differing": list(row.differing),
        **_taken(found, "pairs answered"),
        "same": same.value if same else None,
        **ends_of(same and same.interval),
        **_taken(found, "lost gained original changed always_right originals"),
    }


def comparison_document(found: "scoring.ComparedRuns") -> dict[str, Any]:
    drawn = {name: _taken(each, "low high first") for name, each in found.drawn.items()}
    return {
        "runs": [_card(card) | {"blind": run.blind} for run, card in zip(found.runs, found.cards, strict=True)],
        "pairs": [_comparison(each) for each in found.pairs],
        "ranks": dict(found.ranks),
        **({"rank_samples": drawn} if drawn else {}),
        **_beside(found),
    }


def counts_document(made: "scoring.CountedMeasures") -> dict[str, Any]:
    """What three numbers say."""
    row = {"respondent": "counts", **_measures(made.measures, made.interval), "twins": None}
    row["signature"] = str(made.signature)
    listed = {"literature": [_published(each) for each in made.published]} if made.published else {}
    return row | {"runs": [row]} | listed


_OF_THE_RANKED = ("f1", "reussite", "low", "high", "p_chance", "twins")
"""What a row has of ranked runs only: where much failed, these numbers look like those of a system that guesses."""


def score_rows(found: "scoring.Scores") -> list[dict[str, Any]]:
    """One row per run: what a person reads first; the document's `runs` have the rest."""
    shown = "respondent n h theta exactitude qualite f1 reussite low high answered chance p_chance twins"
    rows = [
        {name: None if name in _OF_THE_RANKED and not row["ranked"] else row[name] for name in shown.split()}
        for row in map(_card, found.cards)
    ]
    return [row | {"collection": run.asked.rpartition("#")[0]} for run, row in zip(found.runs, rows, strict=True)]


def item_rows(found: "scoring.Scores") -> list[dict[str, Any]]:
    """One row per item and run."""
    return [{"respondent": card.respondent, **_outcome(each)} for card in found.cards for each in card.outcomes]


def group_rows(found: "scoring.Scores") -> list[dict[str, Any]]:
    """One row per group and run."""
    return [
        {"respondent": card.respondent, "kind": kind, **_group(each)}
        for card in found.cards
        for kind, listed in card.groups.items()
        for each in listed
    ]
