"""Paper 1's table (figure 1), threshold by threshold, the verdict that follows from it, and what it says in sentences.

The words of the table are paper 1's: *exactitude* is right over answered (paper 2's qualité), *couverture* right over
all items (paper 2's exactitude), *réussite* right over all when what is unanswered is guessed.

*Leaks*: right answers beat keys swapped by schema, at the best of the thresholds, corrected for having looked at all.
*Google-proof*: at every threshold the upper limit of réussite lies below a margin that was set beforehand (an
equivalence test), and enough items have pairs that really meet for that to mean something: a score that smoothing has
made up is none. *Undecided*: neither, with the power of the test.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce

import numpy as np

from anaphor.audit.association.chance import MaximumTest, exact_p, maximum_power, twin_power
from anaphor.audit.association.confrontation import Criteria
from anaphor.audit.association.growth import Growth
from anaphor.audit.association.scores import Float, Tallies
from anaphor.audit.shortcuts.shortcut import Shortcut
from anaphor.scoring.items import Clusters, IntervalMethod, Sampling, from_counts, holm, share
from anaphor.statistics import Interval, bootstrap_sums, percentile
from anaphor.text import Message, choice, joined, message

RESAMPLES = 2_000
"""Bootstrap samples behind the intervals."""
_FEW = 10
"""Schemas below which resampling them says too little; their variance and Student's t stand in."""
_LEAST_PRINTED = 0.005
"""Probabilities below this would be printed as 0.00, and those as near to 1 as 1.00."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdRow:
    """One line of the table."""

    threshold: float
    """Least lead at which an item is answered; 0 is none."""
    items: int
    """Items answered: the paper's number of items."""
    h: int
    n: int
    """Items that have the shape of the test: the paper's 180."""
    theta: int
    exactitude: float | None
    """Right over answered (paper 1's word; paper 2 calls it qualité); None where nothing is answered."""
    couverture: float
    """Right over all items (paper 1's word; paper 2 calls it exactitude)."""
    reussite: float
    """Right over all items when abstentions are guessed."""
    qualite: float | None
    """The same as exactitude here, under paper 2's name."""
    answered: float
    exactitude_interval: Interval | None
    couverture_interval: Interval
    reussite_interval: Interval
    """For other schemas, as the two above."""
    upper: float
    """One-sided upper limit of réussite at the level of the test."""
    p: float
    """How often keys swapped by schema give as many right answers (exact, one-sided)."""


def table(
    tallies: Tallies, rng: np.random.Generator, *, level: float = 0.95, times: int = RESAMPLES
) -> tuple[ThresholdRow, ...]:
    """One row per threshold, with intervals from resampling whole schemas."""
    count = len(tallies.thresholds)
    right = tallies.right[:, 0, :].astype(np.float64)
    features = np.hstack([right, tallies.answered, right + tallies.guessed, tallies.items[:, None]])
    sums = bootstrap_sums(features, times, rng)
    items, n = tallies.items.astype(np.float64), int(tallies.items.sum())
    rows: list[ThresholdRow] = []
    for number in range(count):
        # Right, answered, credit and items of each bootstrap sample
        drawn = sums[:, [number, count + number, 2 * count + number, 3 * count]]
        hits, answered = right[:, number], tallies.answered[:, number].astype(np.float64)
        guessed, h, replied = tallies.guessed[:, number], int(hits.sum()), int(answered.sum())
        made = from_counts(n, h, n - replied, chance=float(tallies.chance.sum()) / n, guessed=float(guessed.sum()))
        credit, drawn_credit = Clusters(hits + guessed, items), drawn[:, 2] / drawn[:, 3]
        asked = answered > 0  # schemas without an answer do not count in right over answered
        with np.errstate(invalid="ignore"):  # a sample without any answered schema has no value
            drawn_right = drawn[:, 0] / drawn[:, 1]
        exactitude = _interval(Clusters(hits[asked], answered[asked]), drawn_right, level) if replied else None
        rows.append(
            ThresholdRow(
                threshold=tallies.thresholds[number],
                items=replied,
                h=h,
                n=n,
                theta=n - replied,
                exactitude=made.qualite,
                couverture=made.exactitude,
                reussite=made.reussite,
                qualite=made.qualite,
                answered=made.answered,
                exactitude_interval=exactitude,
                couverture_interval=_interval(Clusters(hits, items), drawn[:, 0] / drawn[:, 3], level),
                reussite_interval=_interval(credit, drawn_credit, level),
                upper=_interval(credit, drawn_credit, 2 * level - 1).high,
                p=exact_p(tallies, number),
            )
        )
    return tuple(rows)


def _interval(clusters: Clusters, values: Float, level: float) -> Interval:
    """The middle part of resampled values; by cluster variance where schemas are few or all alike."""
    found = percentile(values, level) if clusters.sums.size >= _FEW and not clusters.alike else None
    if found is None:
        return share(clusters, Sampling(method=IntervalMethod.CLUSTER, level=level)).interval
    return Interval(low=found.low, high=found.high, level=level, method="bootstrap by schema")


class VerdictKind(StrEnum):
    """What the test says."""

    LEAKS = "leaks"
    GOOGLE_PROOF = "google-proof"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditVerdict:
    """What the test says, and what it rests on."""

    kind: VerdictKind
    items: int
    """Items that have the shape of the test."""
    scored: int
    attested: int
    """Of these, items whose pairs all meet in the corpus: only they are evidence that nothing leaks."""
    reussite: float
    """Without a threshold."""
    p: float
    """Of the maximum over thresholds under swaps."""
    p_plain: float
    """Without a threshold, exact."""
    threshold: float | None
    """Where the excess is largest; None where no swap changes anything."""
    upper: float
    """Largest upper limit of réussite over the thresholds."""
    power: float
    """Chance that the test that decides, at the best of all thresholds, sees the leak of the criteria in the attested
    items."""
    power_plain: float
    """The same for the test without a threshold (exact)."""
    enough: bool
    """Whether enough items are attested, and their power is enough, for the collection to be called Google-proof."""
    criteria: Criteria


def judge(
    rows: Sequence[ThresholdRow], tallies: Tallies, best: MaximumTest, criteria: Criteria, seed: int = 0
) -> AuditVerdict:
    """The verdict that follows from the table and the test; the seed is that of the power, which is drawn."""
    plain, alpha, met = rows[0], 1 - criteria.level, tallies.attested[:, 0]
    upper, attested = max(row.upper for row in rows), int(met.sum())
    power = maximum_power(tallies.attested, tallies.shifts, criteria.leak, alpha, np.random.default_rng(seed))
    enough = attested >= criteria.least_share * plain.n and power >= criteria.least_power
    kind = VerdictKind.UNDECIDED
    if best.p <= alpha + np.finfo(float).eps:
        kind = VerdictKind.LEAKS
    elif enough and upper < criteria.margin:
        kind = VerdictKind.GOOGLE_PROOF
    return AuditVerdict(
        kind=kind,
        items=plain.n,
        scored=plain.items,
        attested=attested,
        reussite=plain.reussite,
        p=best.p,
        p_plain=plain.p,
        threshold=best.threshold,
        upper=upper,
        power=power,
        power_plain=twin_power(int((met > 1).sum()), int((met == 1).sum()), criteria.leak, alpha),
        enough=enough,
        criteria=criteria,
    )


_NAMED = 20
"""Items that a sentence names."""


def verdict_sentences(
    verdict: AuditVerdict, growth: Growth, without_names: AuditVerdict | None = None, refused: Sequence[str] = ()
) -> tuple[Message, ...]:
    """The verdict, its power, the verdict without names where some items have them, and what more text would do.

    `refused` are the items that are not scored whatever the corpus.
    """
    unknown, way = verdict.items - growth.items - len(refused), message("audit-way")
    grown = [_growth_sentence(growth)] if growth.items else []
    if refused:
        named = ", ".join((*refused[:_NAMED], *(["…"] if len(refused) > _NAMED else [])))
        grown.insert(0, message("audit-refused", refused=len(refused), items=verdict.items, named=named))
    if not verdict.scored:
        why = "audit-none-scored-unmet" if growth.items else "audit-none-scored"
        items = verdict.items
        none = message("audit-none-scored-unknown", items=items, unknown=unknown, way=way)
        return none if unknown else message(why, items=items), *grown
    code = f"audit-{verdict.kind}"
    if verdict.kind is VerdictKind.UNDECIDED and not verdict.enough:
        code = "audit-too-few-met" if verdict.attested < verdict.scored else "audit-too-few"
        if verdict.power >= verdict.criteria.least_power:  # what was scored would have shown a leak: it is the rest
            code = "audit-small-share"
    found = [message(code, **_values(verdict))]
    if not verdict.attested:
        found.append(message("audit-power-none"))
    else:
        powers = (("audit-probability", verdict.power), ("audit-probability-again", verdict.power_plain))
        power, plain = (
            message(code, value=value)
            if _LEAST_PRINTED <= value < 1 - _LEAST_PRINTED
            else message(f"{code}-small" if value < _LEAST_PRINTED else f"{code}-large")
            for code, value in powers
        )
        leak = 100 * verdict.criteria.leak
        found.append(message("audit-power", attested=verdict.attested, leak=leak, power=power, plain=plain))
    if without_names is not None and without_names.items != verdict.items:
        said = choice("audit-verdict", without_names.kind)
        found.append(message("audit-without-names", verdict=said, **_values(without_names)))
    if unknown:
        found.append(message("audit-unknown", unknown=unknown, items=verdict.items, way=way))
    return (*found, *grown)


def _values(verdict: AuditVerdict) -> dict[str, float]:
    """What sentences say of a verdict; the p of all thresholds and the plain one stand beside what they are of."""
    own = {name: getattr(verdict, name) for name in ("p", "reussite", "upper", "scored", "items", "attested")}
    criteria = verdict.criteria
    own |= {"share": verdict.attested / verdict.items if verdict.items else 0.0, "least": criteria.least_share}
    return own | {"plain": verdict.p_plain, "margin": criteria.margin, "level": 100 * criteria.level}


def _growth_sentence(growth: Growth) -> Message:
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
    model: Message | str = ""
    if needs:
        both = reduce(lambda one, other: message("audit-growth-between", one=one, other=other), needs)
        model = message("audit-growth-model", needs=both)
    return message(
        "audit-growth",
        unscored=unscored,
        items=growth.items,
        words=size_of(growth.words),
        pairs=growth.unseen_pairs,
        absent=growth.unseen_words,
        needs=model,
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


def significant(found: Sequence[Shortcut], level: float) -> tuple[Shortcut, ...]:
    """The shortcuts further from chance than keys swapped at random, all tested together (Holm)."""
    tested = [each for each in found if each.answered]
    adjusted = holm([each.p for each in tested])
    return tuple(each for each, p in zip(tested, adjusted, strict=True) if p < 1 - level)


def beyond_chance(found: Sequence[Shortcut], level: float) -> Message | None:
    """The sentence that names the significant shortcuts; None where there is none."""
    named = [joined([each.title, f"{each.right} / {each.answered}"], " ") for each in significant(found, level)]
    tested = sum(bool(each.answered) for each in found)
    return message("audit-beyond-chance", tested=tested, named=joined(named)) if named else None


def contamination(found: Sequence[Shortcut]) -> Shortcut | None:
    """The copies of items that the corpus holds; None where it holds none, or was not asked."""
    return next((each for each in found if each.name == "exposure" and each.answered), None)
