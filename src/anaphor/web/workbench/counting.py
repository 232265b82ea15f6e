"""What co-occurrence counts and language models say of a draft: figures, and a plain verdict for each twin."""

import math
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

from anaphor import audit
from anaphor.answer import Abstention, AbstentionReason
from anaphor.audit import AuditSettings, ItemScore, frequency_of, most_bits
from anaphor.corpus import Counts, Unit, analysis_of
from anaphor.errors import AnaphorError, InputError
from anaphor.language import forms_in, shown_word
from anaphor.resolver import Resolver, make
from anaphor.schema import Entry, Item, Neither, Problem, Schema, question_of
from anaphor.text import Value, interface, is_known, number, text
from anaphor.web.workbench.wire import Said, ShownLine, ShownPair, ShownScore, Tone

LINES = 3
"""Sentences of the corpus shown for a pair."""
_LITTLE = 1.0
"""Bits below which a pair is said to meet about as often as by chance."""
_LONGEST_LINE = 400
_LOOKED_AT = 20
_SETTINGS = AuditSettings()
_TONES: dict[audit.LeakOutcome, Tone] = {
    audit.LeakOutcome.LEAKS: "leak",
    audit.LeakOutcome.RESISTS: "fine",
    audit.LeakOutcome.CANNOT_TELL: "open",
}
_HALF_TONES: dict[audit.HalfOutcome, Tone] = {
    audit.HalfOutcome.SOLVED: "leak",
    audit.HalfOutcome.MISSED: "fine",
    audit.HalfOutcome.OPEN: "open",
}
"""What cannot be told is neither good nor bad."""
_REASONS = {
    AbstentionReason.ATYPICAL: "model_atypical",
    AbstentionReason.NO_READING: "model_no_reading",
    AbstentionReason.UNKNOWN_WORDS: "model_unknown_words",
    AbstentionReason.TIE: "model_open",
}
_SHOWN = 0.05
"""Bits from which on one decimal shows them."""
SPECS = {"ngram": "ngram,sentences=last", "lstm": "lstm,sentences=last"}
"""The resolvers that are asked; the last sentence is scored where there are several."""
MARKS = {
    "collection-bracket-inside": "mark-nested-bracket",
    "collection-bracket-unopened": "mark-stray-bracket",
    "collection-bracket-unclosed": "mark-open-bracket",
    "collection-brace-inside": "mark-nested-brace",
    "collection-brace-unopened": "mark-stray-brace",
    "collection-brace-unclosed": "mark-open-brace",
}
"""What `parse_marks` refuses, by the code of the error, and the key of the same sentence here."""


def sentence(name: str, **parts: Value) -> str:
    """A sentence with its parts put in."""
    return text(f"workbench-{name.replace('_', '-')}", **parts)


def in_bits(value: float, digits: int = 1) -> str:
    """So many bits; in French, less than two take the singular.

    >>> in_bits(1.94), in_bits(0.045, 3)
    ('1.9\\xa0bits', '0.045\\xa0bits')
    """
    one = interface() == "fr" and abs(round(value, digits)) < 2
    return f"{number(value, digits)}\u00a0{'bit' if one else 'bits'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """What counts say of one twin."""

    verdict: Said
    """In a sentence."""
    outcome: audit.HalfOutcome = audit.HalfOutcome.OPEN
    """What the audit's rule says of it."""
    pairs: tuple[ShownPair, ...] = ()
    """The pairs with their figures; none where the item cannot be asked about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedPart:
    """What counts say of a schema or problem."""

    twins: tuple[Counted, ...]
    outcome: audit.LeakOutcome = audit.LeakOutcome.CANNOT_TELL
    """What the audit's rule says of it as a whole."""


def count_part(part: Schema | Problem, counts: Counts | None, *, lines: int = LINES) -> CountedPart:
    """What counts say of a schema, or of a lone problem: the audit's verdict, in sentences for its author."""
    schema = part if isinstance(part, Schema) else audit.as_schema(part)
    if counts is None:
        return CountedPart(twins=tuple(_open("no_counts") for _ in schema.variants))
    verdict = audit.judge_schema(schema, counts, _SETTINGS)
    scored = {item.item: (item, half) for item, half in zip(verdict.items, verdict.halves, strict=True)}
    unfit = {each.item: f"unfit_{each.reason.value}" for each in verdict.unfit}
    names = [question_of(entry).id for entry in schema.variants]
    twins = [
        _of_item(*scored[name], counts, lines) if name in scored else _open(unfit.get(name, "undecided"))
        for name in names
    ]
    return CountedPart(twins=tuple(twins), outcome=verdict.outcome)


def _open(name: str) -> Counted:
    return Counted(verdict=Said("open", sentence(name)))


def _of_item(item: ItemScore, half: audit.HalfVerdict, counts: Counts, lines: int) -> Counted:
    key, bounds, pairs = item.confrontation.key, audit.bounds_of(item, counts), []
    for place, (pair, bound) in enumerate(zip(item.pairs, bounds, strict=True)):
        figures: dict[str, Any] = {"bits": pair.score}
        if bound is not None:
            why = sentence("fewer-than", below=bound.below)
            figures = {"a": bound.a, "b": bound.b, "below": bound.below, "most": most_bits(bound), "why": why}
        elif pair.count is not None:
            figures |= {"a": pair.count.a, "b": pair.count.b, "both": pair.count.both}
            figures["lines"] = _lines(pair, counts, lines)
        if bound is None and pair.score is None:
            figures["why"] = sentence("never-counted" if pair.count is None else "never_together")
        if item.confrontation.unit is Unit.LEMMA and "a" in figures:
            # What the counts take a pair for, where that is another one: a noun may be the form of a verb to them
            read = analysis_of(counts.language).words
            words = [(word, [each.lemma for each in read(word)]) for word in (pair.candidate, pair.cue)]
            others = {
                word: found[0]
                for word, found in words
                if len(found) == 1 and found[0].casefold() != word.casefold() and not forms_in(word)
            }
            shown = " – ".join(others.get(word, shown_word(word)) for word, _ in words)
            figures["counted"] = sentence("counted-as", pair=shown) if others else None
        pairs.append(ShownPair(shown_word(pair.candidate), shown_word(pair.cue), place == key, **figures))
    choice = audit.chosen(item, bounds)
    said = _open_verdict(item, bounds, counts) if choice is None else _verdict(item, choice, half.outcome)
    return Counted(verdict=said, outcome=half.outcome, pairs=tuple(pairs))


def _lines(pair: audit.PairScore, counts: Counts, limit: int) -> list[ShownLine]:
    """Sentences of the corpus that have both words."""
    if not limit or pair.count is None or not pair.count.both:
        return []
    try:
        found = counts.concordance(pair.candidate, pair.cue, limit=_LOOKED_AT)
    except InputError:
        return []
    different = {each.text: each for each in reversed(found)}  # a sentence that stands there many times is shown once
    kept = [each for each in found if different[each.text] is each][:limit]
    return [ShownLine(text=each.text[:_LONGEST_LINE], source=each.source) for each in kept]


def _verdict(item: ItemScore, choice: audit.Chosen, outcome: audit.HalfOutcome) -> Said:
    """What a count would choose, by how much, and whether that is enough to tell."""
    key = item.confrontation.key
    solved = choice.candidate == key
    if choice.lead is None:
        met = max(pair.count.both for pair in item.pairs if pair.count)
        name = "attested_right" if solved else "attested_wrong"
        words = sentence(name, cue=shown_word(item.pairs[key].cue), count=met)
    else:
        scores = [choice.bound or 0.0 if pair.score is None else pair.score for pair in item.pairs]
        right, wrong = scores.pop(key), max(scores)
        # Both figures have as many digits as tell them apart.
        both = [(in_bits(right, digits), in_bits(wrong, digits)) for digits in (1, 2, 3)]
        figures = next((pair for pair in both if pair[0] != pair[1]), both[-1])
        name = ("solves" if solved else "misleads") + ("" if choice.bound is None else "_bounded")
        words = sentence(name, right=figures[0], wrong=figures[1])
    if outcome is audit.HalfOutcome.OPEN:
        words = sentence("too_little", said=words)
    return Said(_HALF_TONES[outcome], words)


def _open_verdict(item: ItemScore, bounds: audit.Bounds, counts: Counts) -> Said:
    """Why a count would choose none."""

    def said(name: str, **parts: Value) -> Said:
        return Said("open", sentence(name, **parts))

    pairs, cue = item.pairs, shown_word(item.pairs[0].cue)
    if item.confrontation.refused:
        return said(f"unfit_{item.confrontation.refused.value}")
    unknown = [pair for pair, bound in zip(pairs, bounds, strict=True) if pair.count is None and bound is None]
    if unknown:
        if item.confrontation.names:
            name = "name" if len(unknown) < len(pairs) else "names"
            return said(name, words=sentence("quoted", text=unknown[0].candidate))
        words = dict.fromkeys(word for pair in pairs for word in (pair.candidate, pair.cue))
        missing = [sentence("quoted", text=shown_word(word)) for word in words if frequency_of(counts, word) is None]
        if not missing:
            return said("uncounted-pair", candidate=shown_word(unknown[0].candidate), cue=cue)
        return said("unlisted", words=", ".join(missing))
    reach = [(most_bits(bound), bound.below) for bound in bounds if bound is not None]
    if reach:
        most, below = max(reach)
        return said("few" if most < _LITTLE else "rare", cue=cue, below=below, most=in_bits(most))
    return said("tied" if all(pair.score is not None for pair in pairs) else "undecided")


def whole(counted: CountedPart) -> Said | None:
    """The verdict on a schema as a whole; None for a lone item, and where nothing was counted."""
    twins = counted.twins
    if len(twins) < 2 or not any(pair.a is not None for each in twins for pair in each.pairs):
        return None
    halves = [each.outcome for each in twins]
    name = f"whole_{counted.outcome.name.lower()}"
    if counted.outcome is audit.LeakOutcome.CANNOT_TELL and audit.HalfOutcome.SOLVED in halves:
        name = "whole_part"
    return Said(_TONES[counted.outcome], sentence(name, sentences=audit.LEAST_SENTENCES))


@cache
def ready(spec: str) -> Resolver:
    """The resolver of a spec, made once, or why there is none."""
    return make(spec)


def usable(specs: dict[str, str]) -> dict[str, str]:
    """Those of the resolvers that can be made here; an author can do without the others."""
    found = {}
    for name, spec in specs.items():
        with suppress(AnaphorError):
            ready(spec)
            found[name] = spec
    return found


def score_entry(entry: Entry, specs: dict[str, str]) -> list[ShownScore]:
    """What each model says of the readings of one item."""
    question = question_of(entry)
    key = entry.key if isinstance(entry, Item) and not isinstance(entry.key, Neither) else None
    found = []
    for name, spec in specs.items():
        answer = next(iter(ready(spec).resolve([question])))
        bits = [None if each is None else each / math.log(2) for each in answer.scores]
        model = sentence(f"model-name-{name}") if is_known(f"workbench-model-name-{name}") else name
        if isinstance(answer.reply, Abstention):
            said = Said("open", sentence(_REASONS.get(answer.reply.reason, "model_silent"), model=model))
        elif key is None:
            said = Said("open", sentence("model-unkeyed", model=model))
        else:
            right = answer.reply.candidate == key
            known = sorted((each for each in bits if each is not None), reverse=True)
            lead = known[0] - known[1] if len(known) > 1 else 0.0
            shown = in_bits(lead, 1 if lead >= _SHOWN else 3)
            verdict = "model_right" if right else "model_wrong"
            said = Said("warn" if right else "fine", sentence(verdict, model=model, bits=shown))
        found.append(ShownScore(model=model, bits=bits or [None] * len(question.candidates), said=said))
    return found
