"""What co-occurrence counts say of a draft: pairs with their figures, and a plain verdict for each twin."""

from collections.abc import Sequence
from dataclasses import dataclass

from anaphor.audit.auditing import AuditSettings, audit_schema
from anaphor.audit.confrontation import Unfit, as_schema
from anaphor.audit.scores import ItemScore, PairScore
from anaphor.audit.selection import TIED, attested_only
from anaphor.corpus.counts import Counts
from anaphor.errors import InputError
from anaphor.schema import Problem, Schema, question_of
from anaphor.web.workbench_wire import Said, ShownLine, ShownPair, Tone
from anaphor.web.workbench_words import in_bits, sentence

ENOUGH = 5
"""Sentences in which a pair must meet before a choice by it counts as clear."""
LINES = 3
"""Sentences of the corpus shown for a pair."""
_LONGEST_LINE = 400
_LOOKED_AT = 20
_SETTINGS = AuditSettings()
_MIXED: dict[tuple[bool, bool, bool], tuple[str, Tone]] = {
    (True, True, True): ("whole_half", "fine"),
    (True, True, False): ("whole_half", "fine"),
    (True, False, True): ("whole_part", "warn"),
    (False, True, True): ("whole_missed", "fine"),
    (False, True, False): ("whole_misled", "fine"),
    (False, False, True): ("whole_open", "open"),
}
"""What is said of a schema some of whose halves a count solves, misses, or does not decide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """What counts say of one twin."""

    verdict: Said
    """In a sentence."""
    solved: bool | None
    """Whether a count would choose the right candidate; None where it would not choose."""
    clearly: bool = False
    """Whether it would choose by a lead that counts as a tie between words."""
    pairs: tuple[ShownPair, ...] = ()
    """The pairs with their figures; none where the item cannot be asked about."""


def count_part(part: Schema | Problem, counts: Counts | None, interface: str, *, lines: int = LINES) -> list[Counted]:
    """What counts say of each twin of a schema, or of a lone problem."""
    schema = part if isinstance(part, Schema) else as_schema(part)
    if counts is None:
        return [_open("no_counts", interface) for _ in schema.variants]
    try:
        found = audit_schema(schema, counts, _SETTINGS)
    except InputError:  # none of the words can be counted there: an emoji is no word
        return [_open("uncounted", interface) for _ in schema.variants]
    scored = {each.confrontation.item: each for each in found.items}
    unfit = {each.item: each for each in found.unfit}
    names = [question_of(entry).id for entry in schema.variants]
    return [_of_item(scored.get(name), unfit.get(name), counts, interface, lines) for name in names]


def _open(name: str, interface: str) -> Counted:
    return Counted(verdict=Said("open", sentence(interface, name)), solved=None)


def _of_item(item: ItemScore | None, unfit: Unfit | None, counts: Counts, interface: str, lines: int) -> Counted:
    if item is None:
        return _open(f"unfit_{unfit.reason.value}" if unfit else "undecided", interface)
    key = item.confrontation.key
    pairs = tuple(
        _pair(pair, place == key, counts, interface, lines) for place, pair in enumerate(item.pairs)
    )  # fmt: skip
    solved, clearly = _solved(item), _clearly(item)
    return Counted(verdict=_verdict(item, solved, clearly, interface), solved=solved, clearly=clearly, pairs=pairs)


def _solved(item: ItemScore) -> bool | None:
    if item.choice is not None:
        return item.right
    only = attested_only([pair.count for pair in item.pairs])
    return None if only is None else only == item.confrontation.key


def _clearly(item: ItemScore) -> bool:
    """Whether the choice rests on more than a stray sentence."""
    met = max((pair.count.both for pair in item.pairs if pair.count), default=0)
    return met >= ENOUGH and (item.lead is None or item.lead >= TIED)


def _verdict(item: ItemScore, solved: bool | None, clearly: bool, interface: str) -> Said:
    key = item.confrontation.key
    tone: Tone = "fine" if not solved else "leak" if clearly else "warn"
    if solved is None:
        name = "uncounted" if any(pair.count is None for pair in item.pairs) else _why_open(item.pairs)
        return Said("open", sentence(interface, name))
    if item.choice is not None:
        right = item.pairs[key].score or 0.0
        wrong = max(pair.score or 0.0 for place, pair in enumerate(item.pairs) if place != key)
        figures = {"right": in_bits(right, interface), "wrong": in_bits(wrong, interface)}
        return Said(tone, sentence(interface, "solves" if solved else "misleads", **figures))
    met = max(pair.count.both for pair in item.pairs if pair.count)
    name = "attested_right" if solved else "attested_wrong"
    return Said(tone, sentence(interface, name, cue=item.pairs[key].cue, count=met))


def _why_open(pairs: Sequence[PairScore]) -> str:
    return "tied" if all(pair.score is not None for pair in pairs) else "undecided"


def _pair(pair: PairScore, right: bool, counts: Counts, interface: str, lines: int) -> ShownPair:
    count = pair.count
    why = None
    if pair.score is None:
        why = sentence(interface, "never_counted" if count is None else "never_together")
    return ShownPair(
        candidate=pair.candidate, cue=pair.cue, right=right, a=count.a if count else None,
        b=count.b if count else None, both=count.both if count else None, bits=pair.score, why=why,
        lines=_lines(pair, counts, lines),
    )  # fmt: skip


def _lines(pair: PairScore, counts: Counts, limit: int) -> list[ShownLine]:
    if not limit or pair.count is None or not pair.count.both:
        return []
    try:
        found = counts.concordance(pair.candidate, pair.cue, limit=_LOOKED_AT)
    except InputError:
        return []
    different = {each.text: each for each in reversed(found)}  # a sentence that stands there many times is shown once
    kept = [each for each in found if different[each.text] is each][:limit]
    return [ShownLine(text=each.text[:_LONGEST_LINE], source=each.source) for each in kept]


def whole(counted: Sequence[Counted], interface: str) -> Said | None:
    """The verdict on a schema as a whole; None for a lone item, and where nothing was counted."""
    if len(counted) < 2 or not any(pair.both is not None for each in counted for pair in each.pairs):
        return None
    solved = [each.solved for each in counted]
    if all(solved):
        if all(each.clearly for each in counted):
            return Said("leak", sentence(interface, "whole_leaks"))
        return Said("warn", sentence(interface, "whole_leaks_narrowly"))
    name, tone = _MIXED[True in solved, False in solved, None in solved]
    return Said(tone, sentence(interface, name))
