"""What `anaphor audit` prints: tables for people, one JSON document for programs."""

from dataclasses import dataclass
from typing import Any

from anaphor.answer import Abstention
from anaphor.audit import (
    Audit,
    Criteria,
    Growth,
    Hint,
    ItemScore,
    PairScore,
    Row,
    Suspect,
    Unfit,
    Variation,
    Verdict,
    VerdictKind,
    lines_of,
    needs_of,
    suspects,
)
from anaphor.audit.shortcuts import Evidence, Shortcut, note_text
from anaphor.corpus import Concordance, Counts, Within
from anaphor.report.sections import PairLines
from anaphor.statistics import Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything that the command prints."""

    collection: str
    """Name of the collection."""
    corpus: str
    """Name of the corpus."""
    words: int
    """Size of the corpus."""
    audit: Audit | None
    """The test; None where no item has its shape."""
    unfit: tuple[Unfit, ...]
    """Items without its shape."""
    variations: tuple[Variation, ...] = ()
    """The test with one thing changed."""
    shortcuts: tuple[Shortcut, ...] = ()
    """Other shortcuts."""
    suspects: tuple[Suspect, ...] = ()
    """Schemas to look at."""
    hints: tuple[Hint, ...] = ()
    """Items to look at by the table of pairs that the package carries."""
    doubts: tuple[Evidence, ...] = ()
    """Pairs by hand that do not fit their item."""
    decided: int = 0
    """Schemas with a choice in every item, a quarter of which chance would solve."""
    sentences: tuple[str, ...]
    """The verdict in words."""
    lines: int
    """Sentences per pair."""
    within: Within
    """How near words must stand."""
    criteria: Criteria
    """What decides."""
    interface: str
    """Language of what people read."""
    signature: str
    """How all this was made."""


def document(report: Report, counts: Counts) -> dict[str, Any]:
    """The JSON document: `table`, `items` and `verdict` are fixed, the rest may grow; its keys are always the same."""
    found = report.audit
    return {
        "collection": report.collection,
        "corpus": report.corpus,
        "words": report.words,
        "table": [_row(row) for row in found.rows] if found else [],
        "table_without_names": [_row(row) for row in found.rows_without_names] if found else [],
        "verdict": (found.verdict.kind if found else VerdictKind.UNDECIDED).value,
        "verdict_detail": _verdict_detail(report),
        "verdict_without_names": _verdict_without_names(found.verdict_without_names if found else None),
        "sentences": list(report.sentences),
        "items": [
            _item(each, lines_of(each, counts, report.lines, report.within)) for each in (found.items if found else ())
        ],
        "unfit": [
            {"item": each.item, "schema": each.schema, "reason": each.reason.value, "detail": each.detail}
            for each in report.unfit
        ],
        "doubtful_pairs": [{"item": each.place, "detail": each.detail} for each in report.doubts],
        "decided": report.decided,
        "suspects": [
            {
                "schema": each.schema,
                "items": list(each.items),
                "by": each.by,
                "lead": each.lead,
                "figures": list(each.figures),
            }
            for each in report.suspects
        ],
        "look_at": [
            {
                "item": each.item,
                "schema": each.schema,
                "right_bits": each.right_bits,
                "wrong_bits": each.wrong_bits,
                "bound": each.bound,
            }
            for each in report.hints
        ],
        "shortcuts": [_shortcut(each, report.interface) for each in report.shortcuts],
        "robustness": [
            {
                "what": each.what,
                "name": each.name,
                "words": each.words,
                "items": each.items,
                "h": each.h,
                "exactitude": each.exactitude,
                "reussite": each.reussite,
                "p": each.p,
            }
            for each in report.variations
        ],
        "growth": _growth(found.growth if found else None, report.words),
        "signature": report.signature,
    }


def pair_lines(found: Audit, counts: Counts, limit: int, within: Within) -> list[PairLines]:
    """Sentences for the pairs of the schemas that simple statistics solve; none where the counts carry no text."""
    looked = {name for suspect in suspects(found.items) for name in suspect.items}
    return [
        PairLines(item=item.confrontation.item, pair=f"{pair.candidate}–{pair.cue}", lines=lines)
        for item in found.items
        if item.confrontation.item in looked
        for pair, lines in zip(item.pairs, lines_of(item, counts, limit, within), strict=True)
        if lines
    ]


def _verdict_detail(report: Report) -> dict[str, Any]:
    """What the verdict rests on; null for what there is not where no item has the shape of the test."""
    found, criteria = report.audit, report.criteria
    verdict, best = (found.verdict, found.best) if found else (None, None)
    return {
        "items": verdict.items if verdict else 0,
        "scored": verdict.scored if verdict else 0,
        "attested": verdict.attested if verdict else 0,
        "reussite": verdict and verdict.reussite,
        "upper": verdict and verdict.upper,
        "margin": criteria.margin,
        "level": criteria.level,
        "p": verdict and verdict.p,
        "p_plain": verdict and verdict.p_plain,
        "threshold": verdict and verdict.threshold,
        "excess": best and best.excess,
        "swaps": best.draws if best else 0,
        "exact": best and best.exact,
        "leak": criteria.leak,
        "power": verdict and verdict.power,
        "power_plain": verdict and verdict.power_plain,
        "enough": verdict.enough if verdict else False,
    }


def _growth(grown: Growth | None, words: int) -> dict[str, Any]:
    return {
        "words": words,
        "items": grown.items if grown else 0,
        "scored": grown.scored if grown else 0,
        "unseen_words": grown.unseen_words if grown else 0,
        "unseen_pairs": grown.unseen_pairs if grown else 0,
        "shape": grown and grown.shape,
        "rate": grown and grown.rate,
        "needs": [{"share": need.share, "words": need.words} for need in (needs_of(grown) if grown else ())],
    }


def _verdict_without_names(verdict: Verdict | None) -> dict[str, Any] | None:
    if verdict is None:
        return None
    return {
        "verdict": verdict.kind.value,
        "items": verdict.items,
        "scored": verdict.scored,
        "attested": verdict.attested,
        "reussite": verdict.reussite,
        "upper": verdict.upper,
        "p": verdict.p,
        "p_plain": verdict.p_plain,
        "power": verdict.power,
        "power_plain": verdict.power_plain,
    }


def _row(row: Row) -> dict[str, Any]:
    return {
        "threshold": row.threshold,
        "items": row.items,
        "h": row.h,
        "n": row.n,
        "theta": row.theta,
        "exactitude": row.exactitude,
        "couverture": row.couverture,
        "reussite": row.reussite,
        "qualite": row.qualite,
        "answered": row.answered,
        "exactitude_interval": _ends(row.exactitude_interval),
        "couverture_interval": _ends(row.couverture_interval),
        "reussite_interval": _ends(row.reussite_interval),
        "upper": row.upper,
        "p": row.p,
    }


def _ends(interval: Interval | None) -> list[float] | None:
    return [interval.low, interval.high] if interval else None


def _item(item: ItemScore, lines: tuple[tuple[Concordance, ...], ...]) -> dict[str, Any]:
    told, reply = item.confrontation, item.reply
    return {
        "item": told.item,
        "schema": told.schema,
        "key": told.key,
        "names": told.names,
        "unit": told.unit.value,
        "pairs_from": told.source.value,
        "choice": item.choice,
        "right": item.right,
        "lead": item.lead,
        "reason": reply.reason.value if isinstance(reply, Abstention) else None,
        "detail": reply.detail if isinstance(reply, Abstention) else None,
        "pairs": [_pair(pair, shown) for pair, shown in zip(item.pairs, lines, strict=True)],
    }


def _pair(pair: PairScore, lines: tuple[Concordance, ...]) -> dict[str, Any]:
    count = pair.count
    return {
        "candidate": pair.candidate,
        "cue": pair.cue,
        "score": pair.score,
        "reason": pair.reason,
        "a": count.a if count else None,
        "b": count.b if count else None,
        "both": count.both if count else None,
        "total": count.total if count else None,
        "lines": [{"text": line.text, "source": line.source} for line in lines],
    }


def _shortcut(each: Shortcut, interface: str) -> dict[str, Any]:
    return {
        "name": each.name,
        "items": each.items,
        "answered": each.answered,
        "right": each.right,
        "rate": each.rate,
        "interval": _ends(each.interval),
        "reussite": each.reussite,
        "p": each.p,
        "note": note_text(each.note, interface),
        "evidence": [{"place": piece.place, "detail": piece.detail} for piece in each.evidence],
    }
