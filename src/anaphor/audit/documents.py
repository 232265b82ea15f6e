"""What the document of an audit is made of: its items with their pairs and counts, and records as they stand."""

import math
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from anaphor import statistics
from anaphor.answer import Abstention
from anaphor.audit.association.scores import ItemScore
from anaphor.document import PAPER_1, fields_of, with_synonyms
from anaphor.language import shown_word
from anaphor.text import number, text


def figures_of(item: ItemScore, unknown: str = "?", unscored: str = "") -> str:
    """The pairs of an item with their counts and scores, the right one marked."""
    shown = []
    for place, pair in enumerate(item.pairs):
        mark = "*" if place == item.confrontation.key else ""
        met = unknown if pair.count is None else number(pair.count.both)
        # A plain hyphen for minus: the document has always had these figures so.
        score = unscored if pair.score is None else f" ({number(pair.score, 2).replace('−', '-')})"
        shown.append(f"{mark}{pair.shown} {met}{score}")
    return ", ".join(shown)


def plain_record(record: Any) -> Any:
    """A record as the document has it: its fields by name, an interval as its two ends, a message as its text."""
    if isinstance(record, statistics.Interval):
        return [record.low, record.high]
    if isinstance(record, tuple):
        return [plain_record(each) for each in record]
    if hasattr(record, "__dataclass_fields__") and not hasattr(record, "code"):
        return with_synonyms({each.name: plain_record(getattr(record, each.name)) for each in fields(record)}, PAPER_1)
    return record if isinstance(record, bool | int | float | None) else str(record)


def finite_or_null(value: float | None) -> float | None:
    """A number that JSON has; null for what is unknown or without end."""
    return value if value is not None and math.isfinite(value) else None


def item_document(item: ItemScore, lines: Sequence[Sequence[Any]] | None) -> dict[str, Any]:
    """An item with its pairs, their counts, scores and sentences, or why it has no score."""
    asked, reply = item.confrontation, item.reply
    unscored = next((pair for pair in item.pairs if pair.score is None), None)
    detail = None
    if unscored is not None:
        words = {"candidate": shown_word(unscored.candidate), "cue": shown_word(unscored.cue)}
        detail = text("audit-pair-undefined", **words, why=str(unscored.reason))
    pairs = []
    for place, pair in enumerate(item.pairs):
        counts = {name: getattr(pair.count, name, None) for name in ("a", "b", "both", "total")}
        shown = [fields_of(line, "text", "source") for line in (lines[place] if lines else ())]
        reason = None if pair.reason is None else str(pair.reason)
        named = {"candidate": pair.candidate, "cue": pair.cue, "score": pair.score, "reason": reason}
        pairs.append({**named, **counts, "lines": shown})
    return {
        **fields_of(asked, "item", "schema", "key", "names", "unit"),
        "pairs_from": asked.source.value,
        **fields_of(item, "choice", "right", "lead"),
        "reason": reply.reason.value if isinstance(reply, Abstention) else None,
        "detail": detail,
        "pairs": pairs,
    }
