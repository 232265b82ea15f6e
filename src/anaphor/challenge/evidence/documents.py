"""A judgement as JSON types, with stable keys: what commands print and what is published."""

from fractions import Fraction
from typing import Any

from anaphor.challenge.judging.judging import Judgement
from anaphor.challenge.judging.rerun_check import Changes, Repeat
from anaphor.challenge.judging.standing import RoundResult
from anaphor.challenge.judging.verdict import EntryVerdict


def judgement_document(found: Judgement) -> dict[str, Any]:
    """A judgement as JSON types, with stable keys."""
    return {
        "title": found.rules.title,
        "phase": found.phase.value,
        "rehearsal": found.rules.rehearsal,
        "simulated": found.simulated,
        "sealed": found.sealed,
        "entries": [entry_document(each, found) for each in found.entries],
        "rounds": [round_document(each) for each in found.rounds],
        "winners": list(found.winners),
        "rules": found.rules.fingerprint,
        "signature": str(found.signature),
    }


def entry_document(each: EntryVerdict, found: Judgement) -> dict[str, Any]:
    """An entry as JSON types."""
    row = each.row
    document: dict[str, Any] = {
        "name": each.name,
        "state": each.state,
        "score": None if row is None else float(row.score),
        "verdict": each.verdict.value,
        "reasons": [reason.text(found.rules) for reason in each.reasons],
        "round": each.round_name,
    }
    if row is not None:
        document |= {
            "right": row.right,
            "rank": row.rank,
            "low": row.interval.low,
            "high": row.interval.high,
            "reussite": row.measures.reussite,
            "qualite": row.measures.qualite,
            "answered": row.measures.answered,
            "sealed": row.heard.sealed,
            "backend": row.heard.backend,
            "trace": row.heard.trace,
            "head": row.heard.head,
        }
    if each.repeat is not None:
        rounds = {label: _repeat(part) for label, part in each.again.repeats.items()}
        document["rerun"] = {**_repeat(each.repeat), "rounds": rounds}
    if each.changes is not None:
        changed = {label: _changes(part) for label, part in each.again.changes.items()}
        document["changed"] = {**_changes(each.changes), "rounds": changed}
    return document


def _repeat(found: Repeat) -> dict[str, Any]:
    return {
        "statement": found.statement.value,
        "discordant": found.discordant,
        "questions": found.questions,
        "stays": found.stays,
    }


def _changes(found: Changes) -> dict[str, Any]:
    return {"originals": found.originals, "drop": float(found.drop), "p": found.p, "holds": found.holds}


def round_document(found: RoundResult) -> dict[str, Any]:
    """A round as JSON types."""
    agreed = found.agreements
    return {
        "name": found.rules.name,
        "kind": found.rules.kind.value,
        "questions": len(found.targets),
        "threshold": _share(found.threshold),
        "needed": found.needed,
        "agreement": {
            "accuracy": _share(agreed.accuracy),
            "pairwise": _share(agreed.pairwise),
            "unanimous": _share(agreed.unanimous),
        },
        "needed_by_agreement": dict(found.needed_by),
        "passed": list(found.passed),
        "tests": found.paired.tests,
        "power": [{"true": each.true, "passes": each.passes} for each in found.power],
    }


def _share(value: Fraction) -> dict[str, Any]:
    return {"exact": str(value), "value": float(value)}
