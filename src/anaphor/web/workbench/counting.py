"""What co-occurrence counts say of a draft: pairs with their figures, and a plain verdict for each twin."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from anaphor.audit import (
    AuditSettings,
    Bounds,
    Chosen,
    ItemScore,
    PairScore,
    Unfit,
    as_schema,
    audit_schema,
    bounds_of,
    chosen,
    frequency_of,
    is_clear,
    most_bits,
)
from anaphor.corpus import Counts, Unit
from anaphor.corpus.kernel import analysis_of
from anaphor.corpus.pairs import Fewer
from anaphor.errors import InputError
from anaphor.schema import Problem, Schema, question_of
from anaphor.web.workbench.wire import Said, ShownLine, ShownPair, Tone
from anaphor.web.workbench.words import in_bits, sentence

LINES = 3
"""Sentences of the corpus shown for a pair."""
_LITTLE = 1.0
"""Bits below which a pair is said to meet about as often as by chance."""
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


def count_part(part: Schema | Problem, counts: Counts | None, *, lines: int = LINES) -> list[Counted]:
    """What counts say of each twin of a schema, or of a lone problem."""
    schema = part if isinstance(part, Schema) else as_schema(part)
    if counts is None:
        return [_open("no_counts") for _ in schema.variants]
    try:
        found = audit_schema(schema, counts, _SETTINGS)
    except InputError:  # none of the words can be counted there: an emoji is no word
        return [_open("uncounted") for _ in schema.variants]
    scored = {each.confrontation.item: each for each in found.items}
    unfit = {each.item: each for each in found.unfit}
    names = [question_of(entry).id for entry in schema.variants]
    return [_of_item(scored.get(name), unfit.get(name), counts, lines) for name in names]


def _open(name: str) -> Counted:
    return Counted(verdict=Said("open", sentence(name)), solved=None)


def _of_item(item: ItemScore | None, unfit: Unfit | None, counts: Counts, lines: int) -> Counted:
    if item is None:
        return _open(f"unfit_{unfit.reason.value}" if unfit else "undecided")
    key, bounds = item.confrontation.key, bounds_of(item, counts)
    pairs = tuple(
        _pair(pair, place == key, counts, lines) if bound is None else _bounded_pair(pair, bound, place == key)
        for place, (pair, bound) in enumerate(zip(item.pairs, bounds, strict=True))
    )
    if item.confrontation.unit is Unit.LEMMA:
        pairs = tuple(msgspec.structs.replace(each, counted=_counted_as(each, counts)) for each in pairs)
    choice = chosen(item, bounds)
    if choice is None:
        return Counted(verdict=_open_verdict(item, bounds, counts), solved=None, pairs=pairs)
    solved, clearly = choice.candidate == key, is_clear(item, choice)
    return Counted(verdict=_verdict(item, choice, clearly), solved=solved, clearly=clearly, pairs=pairs)


def _verdict(item: ItemScore, choice: Chosen, clearly: bool) -> Said:
    key = item.confrontation.key
    solved = choice.candidate == key
    tone: Tone = "fine" if not solved else "leak" if clearly else "warn"
    if choice.lead is None:
        met = max(pair.count.both for pair in item.pairs if pair.count)
        name = "attested_right" if solved else "attested_wrong"
        return Said(tone, sentence(name, cue=item.pairs[key].cue, count=met))
    unknown = choice.bound or 0.0
    right = item.pairs[key].score
    wrong = [unknown if pair.score is None else pair.score for place, pair in enumerate(item.pairs) if place != key]
    figures = _apart(unknown if right is None else right, max(wrong))
    name = ("solves" if solved else "misleads") + ("" if choice.bound is None else "_bounded")
    return Said(tone, sentence(name, **figures))


def _apart(right: float, wrong: float) -> dict[str, str]:
    """Both figures with as many digits as tell them apart."""
    both = [(in_bits(right, digits), in_bits(wrong, digits)) for digits in (1, 2, 3)]
    first = next((pair for pair in both if pair[0] != pair[1]), both[-1])
    return {"right": first[0], "wrong": first[1]}


def _open_verdict(item: ItemScore, bounds: Bounds, counts: Counts) -> Said:
    """Why a count would choose none."""
    known = [pair.count is not None or bound is not None for pair, bound in zip(item.pairs, bounds, strict=True)]
    cue = item.pairs[0].cue
    if not all(known):
        unknown = [pair for pair, told in zip(item.pairs, known, strict=True) if not told]
        if item.confrontation.names:
            name = "name" if any(known) else "names"
            return Said("open", sentence(name, words=_quoted([unknown[0].candidate])))
        words = dict.fromkeys(word for pair in item.pairs for word in (pair.candidate, pair.cue))
        missing = [word for word in words if frequency_of(counts, word) is None]
        if not missing:
            return Said("open", sentence("uncounted-pair", candidate=unknown[0].candidate, cue=cue))
        return Said("open", sentence("unlisted", words=_quoted(missing)))
    reach = [(most_bits(bound), bound.below) for bound in bounds if bound is not None]
    if reach:
        most, below = max(reach)
        name = "few" if most < _LITTLE else "rare"
        return Said("open", sentence(name, cue=cue, below=below, most=in_bits(most)))
    tied = all(pair.score is not None for pair in item.pairs)
    return Said("open", sentence("tied" if tied else "undecided"))


def _quoted(words: Sequence[str]) -> str:
    return ", ".join(sentence("quoted", text=word) for word in words)


def _bounded_pair(pair: PairScore, bound: Fewer, right: bool) -> ShownPair:
    return ShownPair(
        candidate=pair.candidate,
        cue=pair.cue,
        right=right,
        a=bound.a,
        b=bound.b,
        below=bound.below,
        most=most_bits(bound),
        why=sentence("fewer-than", below=bound.below),
    )


def _pair(pair: PairScore, right: bool, counts: Counts, lines: int) -> ShownPair:
    count = pair.count
    why = None
    if pair.score is None:
        why = sentence("never-counted" if count is None else "never_together")
    return ShownPair(
        candidate=pair.candidate,
        cue=pair.cue,
        right=right,
        a=count.a if count else None,
        b=count.b if count else None,
        both=count.both if count else None,
        bits=pair.score,
        why=why,
        lines=_lines(pair, counts, lines),
    )


def _counted_as(pair: ShownPair, counts: Counts) -> str | None:
    """What the counts take a pair for, where that is another one: a noun may be the form of a verb to them."""
    if pair.a is None:
        return None
    read = analysis_of(counts.language).words
    words = [(word, [each.lemma for each in read(word)]) for word in (pair.candidate, pair.cue)]
    others = {word: found[0] for word, found in words if len(found) == 1 and found[0].casefold() != word.casefold()}
    shown = " – ".join(others.get(word, word) for word, _ in words)
    return sentence("counted-as", pair=shown) if others else None


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


def whole(counted: Sequence[Counted]) -> Said | None:
    """The verdict on a schema as a whole; None for a lone item, and where nothing was counted."""
    if len(counted) < 2 or not any(pair.a is not None for each in counted for pair in each.pairs):
        return None
    solved = [each.solved for each in counted]
    if all(solved):
        if all(each.clearly for each in counted):
            return Said("leak", sentence("whole-leaks"))
        return Said("warn", sentence("whole-leaks-narrowly"))
    name, tone = _MIXED[True in solved, False in solved, None in solved]
    return Said(tone, sentence(name))
