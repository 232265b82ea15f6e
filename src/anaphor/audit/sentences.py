"""What an audit says in sentences: the verdict, its power, what more text would do, which shortcuts beat chance."""

from collections.abc import Sequence
from functools import reduce

from anaphor.audit.growth import Growth
from anaphor.audit.shortcuts.shortcut import Shortcut
from anaphor.audit.verdict import AuditVerdict, VerdictKind
from anaphor.scoring.items import holm
from anaphor.text import Message, choice, joined, message

_LEAST_PRINTED = 0.005
"""Probabilities below this would be printed as 0.00."""


def verdict_sentences(
    verdict: AuditVerdict, growth: Growth, without_names: AuditVerdict | None = None
) -> tuple[Message, ...]:
    """The verdict, its power, the verdict without names where some items have them, and what more text would do."""
    unknown, way = verdict.items - growth.items, message("audit-way")
    grown = [growth_sentence(growth)] if growth.items else []
    if not verdict.scored:
        why = "audit-none-scored-unmet" if growth.items else "audit-none-scored"
        items = verdict.items
        none = message("audit-none-scored-unknown", items=items, unknown=unknown, way=way)
        return none if unknown else message(why, items=items), *grown
    found = [_judged(verdict), _power(verdict)]
    if without_names is not None and without_names.items != verdict.items:
        found.append(
            message(
                "audit-without-names",
                verdict=choice("audit-verdict", without_names.kind),
                scored=without_names.scored,
                items=without_names.items,
                reussite=without_names.reussite,
                p=without_names.p,
                plain=without_names.p_plain,
            )
        )
    if unknown:
        found.append(message("audit-unknown", unknown=unknown, items=verdict.items, way=way))
    return (*found, *grown)


def _judged(verdict: AuditVerdict) -> Message:
    """The verdict; the p of all thresholds and the p without a threshold each stand beside what they are of."""
    code = f"audit-{verdict.kind}"
    if verdict.kind is VerdictKind.UNDECIDED and not verdict.enough:
        code = "audit-too-few-met" if verdict.attested < verdict.scored else "audit-too-few"
    return message(
        code,
        p=verdict.p,
        plain=verdict.p_plain,
        reussite=verdict.reussite,
        upper=verdict.upper,
        margin=verdict.criteria.margin,
        level=100 * verdict.criteria.level,
        scored=verdict.scored,
        items=verdict.items,
        attested=verdict.attested,
    )


def _power(verdict: AuditVerdict) -> Message:
    if not verdict.attested:
        return message("audit-power-none")

    def chance(code: str, value: float) -> Message:
        return message(f"{code}-small") if value < _LEAST_PRINTED else message(code, value=value)

    return message(
        "audit-power",
        attested=verdict.attested,
        leak=100 * verdict.criteria.leak,
        power=chance("audit-probability", verdict.power),
        plain=chance("audit-probability-again", verdict.power_plain),
    )


def growth_sentence(growth: Growth) -> Message:
    """How many items stay unscored, and what larger corpora would score."""
    unscored = growth.items - growth.scored
    if not unscored:
        return message("audit-growth-whole", items=growth.items)
    needs: list[Message] = []
    for need in growth.needs:
        if need.words is None:
            needs.append(message("audit-growth-no-need", share=100 * need.share))
        elif need.words > growth.words:
            needs.append(message("audit-growth-need", words=size_of(need.words), share=100 * need.share))
    return message(
        "audit-growth",
        unscored=unscored,
        items=growth.items,
        words=size_of(growth.words),
        pairs=growth.unseen_pairs,
        absent=growth.unseen_words,
        needs=message(
            "audit-growth-model",
            needs=reduce(lambda one, other: message("audit-growth-between", one=one, other=other), needs),
        )
        if needs
        else "",
    )


def size_of(words: int) -> Message:
    """A number of words as it stands before the word for words: 44 million, 44 millions de.

    >>> str(size_of(44_300_000)), str(size_of(1_600_000_000)), str(size_of(600))
    ('44 million', '1.6 billion', '600')
    """
    for unit, code in ((10**9, "audit-size-billion"), (10**6, "audit-size-million")):
        if words >= unit:
            return message(code, count=words / unit, digits=0 if words >= 10 * unit else 1)
    return message("audit-size-words", count=words)


def beyond_chance(found: Sequence[Shortcut], level: float) -> Message | None:
    """The sentence that names the shortcuts further from chance than keys swapped at random; None where none is."""
    tested = [each for each in found if each.answered]
    named = [
        joined([each.title, f"{each.right} / {each.answered}"], " ")
        for each, p in zip(tested, holm([each.p for each in tested]), strict=True)
        if p < 1 - level
    ]
    return message("audit-beyond-chance", tested=len(tested), named=joined(named)) if named else None
