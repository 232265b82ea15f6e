"""Paper 1's table (figure 1), threshold by threshold, the verdict that follows from it, and what it says in sentences.

The words of the table are paper 1's: *exactitude* is right over answered (paper 2's qualité), *couverture* right over
all items (paper 2's exactitude), *réussite* right over all when what is unanswered is guessed.

A verdict has three outcomes, for a collection and for a schema, and needs the same evidence for either side.

*Of a collection.* Whichever way it goes, a verdict rests on a number of items whose pairs really meet in the corpus: a
score that smoothing has made up is none. *Leaks*: right answers beat keys swapped by schema, at the best of the
thresholds, corrected for having looked at all. *Google-proof* (resists): at every threshold the upper limit of réussite
lies below a margin that was set beforehand (an equivalence test), the items could have shown a leak, and they are half
of the collection or more, since what was not scored may still leak. *Undecided* (cannot tell): neither, with the power.

*Of a schema* (`judge_schema`): by the bits by which the right candidate leads in each half, with limits at 95 % on
either side. A half is *solved* when the lead is 2 bits or more and surely above 0, *missed* when it is 0 or less and
surely below 2 bits, and the pair that leads meets in five sentences or more; otherwise it is *open*. A schema leaks
when all its halves are solved, resists when one is missed, and else cannot be told.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce

import numpy as np
from scipy import special

from anaphor.audit.association.chance import MaximumTest, exact_p, maximum_power, twin_power
from anaphor.audit.association.confrontation import (
    LEAST_SENTENCES,
    AuditSettings,
    Confrontation,
    Criteria,
    Unfit,
    as_schema,
    confront_schema,
)
from anaphor.audit.association.growth import Growth
from anaphor.audit.association.scores import TIED, Bounds, Float, ItemScore, Tallies, bounds_of, score_item
from anaphor.audit.shortcuts.shortcut import Shortcut
from anaphor.corpus import Counts, Fewer, PairCount, measure_named
from anaphor.schema import Collection, Problem, Schema, Status
from anaphor.scoring import Clusters, IntervalMethod, Sampling, from_counts, share
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


class LeakOutcome(StrEnum):
    """What can be said of a collection, or of a schema."""

    LEAKS = "leaks"
    RESISTS = "resists"
    CANNOT_TELL = "cannot-tell"


class VerdictKind(StrEnum):
    """What the test says of a collection."""

    LEAKS = "leaks"
    GOOGLE_PROOF = "google-proof"
    UNDECIDED = "undecided"

    @property
    def outcome(self) -> LeakOutcome:
        """The same in the words that hold of schemas too."""
        others = {VerdictKind.LEAKS: LeakOutcome.LEAKS, VerdictKind.GOOGLE_PROOF: LeakOutcome.RESISTS}
        return others.get(self, LeakOutcome.CANNOT_TELL)


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
    """Chance that the test that decides, at the best of all thresholds, sees the leak of the criteria, as precision
    among the attested items: each is right with chance + leak."""
    power_plain: float
    """The same for the test without a threshold (exact)."""
    leak_among_scored: float | None
    """Precision above chance that the attested items must have for the leak of the criteria, read as réussite of the
    whole collection; None where not even all of them right would make it."""
    power_whole: float | None
    """Chance that the test that decides sees that leak; None where it cannot be."""
    power_whole_plain: float | None
    """The same for the test without a threshold."""
    evidence: bool
    """Whether enough items are attested for any verdict."""
    enough: bool
    """Whether they also are enough of the collection, and have power enough, for it to be called Google-proof."""
    criteria: Criteria


def judge(
    rows: Sequence[ThresholdRow], tallies: Tallies, best: MaximumTest, criteria: Criteria, seed: int = 0
) -> AuditVerdict:
    """The verdict that follows from the table and the test; the seed is that of the power, which is drawn."""
    plain, alpha, met = rows[0], 1 - criteria.level, tallies.attested[:, 0]
    upper, attested = max(row.upper for row in rows), int(met.sum())

    def powers(leak: float) -> tuple[float, float]:
        """At the best of all thresholds, and without one."""
        drawn = maximum_power(tallies.attested, tallies.shifts, leak, alpha, np.random.default_rng(seed))
        return drawn, twin_power(int((met > 1).sum()), int((met == 1).sum()), leak, alpha)

    power, power_plain = powers(criteria.leak)
    # A leak of the whole collection is in the scored items alone: the fewer they are, the larger it is among them.
    among = criteria.leak * plain.n / attested if attested else math.inf
    reachable = among <= 1 - float((tallies.chance / tallies.items).max(initial=0.0)) + np.finfo(float).eps
    power_whole, power_whole_plain = powers(among) if reachable else (None, None)
    evidence = attested >= criteria.least_scored
    enough = evidence and attested >= criteria.least_share * plain.n and power >= criteria.least_power
    kind = VerdictKind.UNDECIDED
    if evidence and best.p <= alpha + np.finfo(float).eps:
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
        power_plain=power_plain,
        leak_among_scored=among if reachable else None,
        power_whole=power_whole,
        power_whole_plain=power_whole_plain,
        evidence=evidence,
        enough=enough,
        criteria=criteria,
    )


class HalfOutcome(StrEnum):
    """What counts say of one item of a schema."""

    SOLVED = "solved"
    MISSED = "missed"
    OPEN = "open"


_SIDE = 0.05
"""Chance of being beyond either limit of a lead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HalfVerdict:
    """What counts say of one item of a schema, and by which figures."""

    item: str
    outcome: HalfOutcome
    lead: float | None
    """Bits by which the right candidate leads the strongest other, at the least where only bounds are known; infinite
    where the other, or it, never meets the cue; None where that is not known."""
    low: float | None
    """Lower limit (95 %) of that lead, as counts of sentences vary."""
    high: float | None
    """Upper limit (95 %) of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaVerdict:
    """What counts say of one schema: the one rule, whoever asks."""

    schema: str
    outcome: LeakOutcome
    halves: tuple[HalfVerdict, ...]
    """Of the items that could be asked about, in order."""
    items: tuple[ItemScore, ...] = ()
    unfit: tuple[Unfit, ...] = ()
    """Items that could not, with the reason."""


def judge_schema(part: Schema | Problem, counts: Counts, settings: AuditSettings | None = None) -> SchemaVerdict:
    """What counts say of one schema, quick enough to be asked while it is typed; a problem is a schema of one item."""
    how, schema = settings or AuditSettings(), part if isinstance(part, Schema) else as_schema(part)
    found = confront_schema(schema, how.pairs)
    fit = [each for each in found if isinstance(each, Confrontation)]
    measure = measure_named(how.measure, how.smoothing)
    items = tuple(score_item(each, counts, measure, how.within) for each in fit)
    halves = tuple(judge_half(each, bounds_of(each, counts)) for each in items)
    outcomes = [each.outcome for each in halves]
    outcome = LeakOutcome.CANNOT_TELL
    if HalfOutcome.MISSED in outcomes:
        outcome = LeakOutcome.RESISTS
    elif len(outcomes) == len(schema.variants) and set(outcomes) == {HalfOutcome.SOLVED}:
        outcome = LeakOutcome.LEAKS
    unfit = tuple(each for each in found if isinstance(each, Unfit))
    return SchemaVerdict(schema=schema.id, outcome=outcome, halves=halves, items=items, unfit=unfit)


def judge_schemas(
    collection: Collection, counts: Counts, settings: AuditSettings | None = None
) -> tuple[SchemaVerdict, ...]:
    """What counts say of each schema of a collection that is not excluded."""
    return tuple(
        judge_schema(schema, counts, settings) for schema in collection.schemas if schema.status is not Status.EXCLUDED
    )


def judge_half(item: ItemScore, bounds: Bounds) -> HalfVerdict:
    """Whether counts solve an item, miss it, or leave it open; of three candidates or more the right one must lead all.

    By its own counts, in bits of mutual information, whatever measure chooses in the table. `bounds` has what is known
    of pairs whose count is not.
    """
    ranges = [_range(pair.count, bound) for pair, bound in zip(item.pairs, bounds, strict=True)]
    known = [each for each in ranges if each is not None]
    if len(known) < max(2, len(ranges)) or item.confrontation.refused is not None:
        return HalfVerdict(item=item.item, outcome=HalfOutcome.OPEN, lead=None, low=None, high=None)
    right = known.pop(item.confrontation.key)
    # The lead over the strongest of the others is the least of the leads over each.
    leads = [_lead(right, other) for other in known]
    at_least = min(each.at_least for each in leads)
    at_most = min(each.at_most for each in leads)
    low, high = min(each.low for each in leads), min(each.high for each in leads)
    over_chance = math.log2(right.least / right.expected) if right.least and right.expected else -math.inf
    never_met = all(not other.most for other in known)  # the lead is then over chance, since rare words seldom meet
    solved = min(at_least, over_chance) if never_met else at_least
    strongest = max(other.least for other in known)
    outcome = HalfOutcome.OPEN
    if right.least >= LEAST_SENTENCES and solved >= TIED and low > 0:
        outcome = HalfOutcome.SOLVED
    elif strongest >= LEAST_SENTENCES and at_most <= 0 and high < TIED:
        outcome = HalfOutcome.MISSED
    lead = at_most if outcome is HalfOutcome.MISSED else at_least
    return HalfVerdict(item=item.item, outcome=outcome, lead=None if math.isnan(lead) else lead, low=low, high=high)


@dataclass(frozen=True, slots=True)
class _Range:
    """In how many sentences a pair meets, at the least and at the most, and in how many it would by chance."""

    least: int
    most: int
    expected: float


@dataclass(frozen=True, slots=True)
class _Lead:
    """Bits by which one pair leads another: what is counted, and its limits."""

    at_least: float
    at_most: float
    low: float
    high: float


def _range(count: PairCount | None, bound: Fewer | None) -> _Range | None:
    """What is known of a pair; None where that is nothing."""
    if count is not None and count.total:
        return _Range(count.both, count.both, count.a * count.b / count.total)
    if bound is not None and bound.total:
        return _Range(0, bound.most.both, bound.a * bound.b / bound.total)
    return None


def _lead(one: _Range, other: _Range) -> _Lead:
    """The lead of one pair over another; its limits are Clopper and Pearson's of the share of all meetings it has."""
    if not one.expected or not other.expected:  # a word that the corpus does not have: nothing could meet it
        return _Lead(math.nan, math.nan, -math.inf, math.inf)
    offset = math.log2(other.expected / one.expected)

    def bits(odds_of: float, odds_against: float) -> float:
        if not odds_of and not odds_against:
            return math.nan
        if not odds_of or not odds_against:
            return math.inf if odds_of else -math.inf
        return math.log2(odds_of / odds_against) + offset

    low, high = -math.inf, math.inf
    if one.least:
        share = float(special.betaincinv(one.least, other.most + 1, _SIDE))
        low = bits(share, 1 - share)
    if other.least:
        share = float(special.betaincinv(one.most + 1, other.least, 1 - _SIDE))
        high = bits(share, 1 - share)
    return _Lead(bits(one.least, other.most), bits(one.most, other.least), low, high)


_NAMED = 20
"""Items that a sentence names."""


def verdict_sentences(
    verdict: AuditVerdict,
    growth: Growth,
    without_names: AuditVerdict | None = None,
    refused: Sequence[str] = (),
    schemas: Sequence[SchemaVerdict] = (),
) -> tuple[Message, ...]:
    """The verdict, its power, the verdict without names, the schemas one by one, and what more text would do.

    `refused` are the items that are not scored whatever the corpus.
    """
    unknown, way = verdict.items - growth.items - len(refused), message("audit-way")
    judged = schemas_sentence(schemas)
    grown = [*([judged] if judged else []), *([_growth_sentence(growth)] if growth.items else [])]
    if refused:
        named = ", ".join((*refused[:_NAMED], *(["…"] if len(refused) > _NAMED else [])))
        grown.insert(0, message("audit-refused", refused=len(refused), items=verdict.items, named=named))
    if not verdict.scored:
        why = "audit-none-scored-unmet" if growth.items else "audit-none-scored"
        items = verdict.items
        none = message("audit-none-scored-unknown", items=items, unknown=unknown, way=way)
        return none if unknown else message(why, items=items), *grown
    code = f"audit-{verdict.kind}"
    if verdict.kind is VerdictKind.UNDECIDED and not verdict.evidence:
        code = "audit-no-evidence"
    elif verdict.kind is VerdictKind.UNDECIDED and not verdict.enough:
        code = "audit-too-few-met" if verdict.attested < verdict.scored else "audit-too-few"
        if verdict.power >= verdict.criteria.least_power:  # what was scored would have shown a leak: it is the rest
            code = "audit-small-share"
    found = [message(code, **_values(verdict))]
    found.append(_power_sentence(verdict))
    if without_names is not None and without_names.items != verdict.items:
        said = choice("audit-verdict", without_names.kind)
        found.append(message("audit-without-names", verdict=said, **_values(without_names)))
    if unknown:
        found.append(message("audit-unknown", unknown=unknown, items=verdict.items, way=way))
    return (*found, *grown)


def schemas_sentence(verdicts: Sequence[SchemaVerdict]) -> Message | None:
    """How many schemas leak, resist, and cannot be told; None where there is none."""
    if not verdicts:
        return None
    counted = {each.name.lower(): sum(verdict.outcome is each for verdict in verdicts) for each in LeakOutcome}
    return message("audit-schemas", schemas=len(verdicts), sentences=LEAST_SENTENCES, bits=TIED, **counted)


def _power_sentence(verdict: AuditVerdict) -> Message:
    """How large a leak the test would have seen, in both readings of its size, each with its unit."""
    if not verdict.attested:
        return message("audit-power-none")
    leak, base = 100 * verdict.criteria.leak, {"attested": verdict.attested, "items": verdict.items}
    power = _probability("audit-probability", verdict.power)
    plain = _probability("audit-probability-again", verdict.power_plain)
    among = message("audit-power", **base, leak=leak, power=power, plain=plain)
    if verdict.power_whole is None or verdict.power_whole_plain is None or verdict.leak_among_scored is None:
        return joined([among, message("audit-power-whole-never", **base, leak=leak)], " ")
    whole = message(
        "audit-power-whole",
        **base,
        leak=leak,
        among=100 * verdict.leak_among_scored,
        power=_probability("audit-probability", verdict.power_whole),
        plain=_probability("audit-probability-again", verdict.power_whole_plain),
    )
    return joined([among, whole], " ")


def _probability(code: str, value: float) -> Message:
    """A probability that is never printed as 0.00 or 1.00."""
    if _LEAST_PRINTED <= value < 1 - _LEAST_PRINTED:
        return message(code, value=value)
    return message(f"{code}-small" if value < _LEAST_PRINTED else f"{code}-large")


def _values(verdict: AuditVerdict) -> dict[str, float]:
    """What sentences say of a verdict; the p of all thresholds and the plain one stand beside what they are of."""
    own = {name: getattr(verdict, name) for name in ("p", "reussite", "upper", "scored", "items", "attested")}
    criteria = verdict.criteria
    own |= {"least_scored": criteria.least_scored}
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


def significant(shortcuts: Sequence[Shortcut], level: float) -> tuple[Shortcut, ...]:
    """The shortcuts further from chance than keys swapped by schema, corrected for all that were tested together."""
    alpha = 1 - level + np.finfo(float).eps
    return tuple(each for each in shortcuts if each.p_adjusted is not None and each.p_adjusted <= alpha)


def beyond_chance(shortcuts: Sequence[Shortcut], level: float) -> Message | None:
    """The sentence that names the significant shortcuts; None where there is none."""
    named = [
        message(
            "audit-named-shortcut", title=each.title, right=each.right, answered=each.answered, p=each.p_adjusted or 0.0
        )
        for each in significant(shortcuts, level)
    ]
    tested = sum(each.p_adjusted is not None for each in shortcuts)
    return message("audit-beyond-chance", tested=tested, named=joined(named)) if named else None


def contamination(found: Sequence[Shortcut]) -> Shortcut | None:
    """The copies of items that the corpus holds; None where it holds none, or was not asked."""
    return next((each for each in found if each.name == "exposure" and each.answered), None)
