"""The whole audit of a collection, and of one schema while it is being written."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from anaphor import __version__
from anaphor.audit.association_choice import THRESHOLDS, Pick, every_lead, tally
from anaphor.audit.chance import MaximumTest, maximum_test
from anaphor.audit.confrontation import Confrontation, PairSource, Unfit, confront, confront_schema
from anaphor.audit.growth import Growth, growth
from anaphor.audit.scores import ItemScore, score_items
from anaphor.audit.selection import attested_only, tie
from anaphor.audit.thresholds import Row, table
from anaphor.audit.verdict import Criteria, Verdict, judge
from anaphor.corpus import SENTENCE, Counts, Within, measure_named
from anaphor.errors import InputError
from anaphor.provenance import Signature
from anaphor.schema import Collection, Schema


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditSettings:
    """How a collection is audited; all of it is in the signature."""

    measure: str = "mi"
    """Name of the measure of association; paper 1's is mutual information."""
    smoothing: float = 0.0
    """Added to each cell of the counts; paper 1 added nothing."""
    within: Within = SENTENCE
    """How near words must stand."""
    thresholds: tuple[float, ...] | None = THRESHOLDS
    """Leads at which the table has a row, the first of them 0; None: every lead that occurs."""
    pairs: PairSource = PairSource.AUTO
    """Where the pairs of words come from."""
    criteria: Criteria = field(default_factory=Criteria)
    """What decides the verdict."""
    seed: int = 0
    """Seed of whatever is drawn."""

    def __post_init__(self) -> None:
        levels = self.thresholds
        if levels is not None and (not levels or levels[0] != 0 or list(levels) != sorted(set(levels))):
            raise InputError("thresholds must rise and begin with 0", todo="Write e.g. 0, 0.5, 1.")
        if self.seed < 0:
            raise InputError(f"a seed of {self.seed} is none", todo="Give a number from 0 on.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """Do simple statistics give the answers of a collection away?"""

    collection: str
    """Name of the collection."""
    corpus: str
    """Name of the corpus."""
    items: tuple[ItemScore, ...]
    """Items that have the shape of the test, with their scores."""
    unfit: tuple[Unfit, ...]
    """Items that have not, and why."""
    rows: tuple[Row, ...]
    """Paper 1's table."""
    rows_without_names: tuple[Row, ...]
    """The same without items whose candidates are names; empty where all have names."""
    verdict_without_names: Verdict | None
    """What follows from those; None where all items have names."""
    best: MaximumTest
    """The largest excess over the thresholds under swaps."""
    verdict: Verdict
    """What follows."""
    growth: Growth
    """How many items stay unscored, and how much text would score them."""
    signature: Signature
    """How all this was made."""


def audit(collection: Collection, counts: Counts, settings: AuditSettings | None = None) -> Audit:
    """The mutual-information test of a collection on a corpus: table, tests, verdict, what more text would do."""
    how = settings or AuditSettings()
    fit, unfit = confront(collection, how.pairs)
    if not fit:
        raise InputError(f"no item of {collection.name} has the shape that the test needs", todo=_why(unfit))
    _refuse_language(collection, counts)
    items = score_items(fit, counts, measure_named(how.measure, how.smoothing), how.within)
    rng = np.random.default_rng(how.seed)
    levels = how.thresholds or every_lead([each.pick for each in items])
    rows, best, verdict = _judged([each.pick for each in items], levels, how, rng)
    plain = [each.pick for each in items if not each.confrontation.names]
    unnamed = _judged(plain, levels, how, rng) if plain else None
    return Audit(
        collection=collection.name,
        corpus=counts.name,
        items=items,
        unfit=unfit,
        rows=rows,
        rows_without_names=unnamed[0] if unnamed else (),
        verdict_without_names=unnamed[2] if unnamed else None,
        best=best,
        verdict=verdict,
        growth=_growth(items, counts.words),
        signature=signature(collection, counts, how),
    )


def _judged(
    picks: Sequence[Pick], levels: Sequence[float], how: AuditSettings, rng: np.random.Generator
) -> tuple[tuple[Row, ...], MaximumTest, Verdict]:
    """The table of some items, the test over its thresholds, and what follows."""
    tallies = tally(picks, levels)
    rows = table(tallies, rng, level=how.criteria.level)
    best = maximum_test(tallies, rng)
    return rows, best, judge(rows, tallies, best, how.criteria, how.seed)


def _why(unfit: Sequence[Unfit]) -> str:
    reasons = sorted({each.detail for each in unfit})
    return f"{reasons[0][:1].upper()}{reasons[0][1:]}." if reasons else "It has no items."


def _refuse_language(collection: Collection, counts: Counts) -> None:
    if collection.language not in (counts.language, "mul"):
        raise InputError(
            f"the collection {collection.name} is in {collection.language!r} and the corpus {counts.name} in "
            f"{counts.language!r}",
            todo="Name a corpus in the collection's language.",
        )


def _growth(items: Sequence[ItemScore], words: int) -> Growth:
    counts = [[pair.count for pair in each.pairs if pair.count is not None] for each in items]
    known = [found for found, each in zip(counts, items, strict=True) if len(found) == len(each.pairs)]
    return growth(known, words)


def signature(collection: Collection, counts: Counts, settings: AuditSettings) -> Signature:
    """How an audit was made, in one line."""
    how, what = settings, settings.criteria
    levels = "every lead" if how.thresholds is None else " ".join(f"{each:g}" for each in how.thresholds)
    near = (
        "sentence" if how.within.words is None else f"{how.within.words} words{' after' if how.within.directed else ''}"
    )
    made = Signature.of(
        collection=f"{collection.name}#{collection.fingerprint}",
        measure=how.measure,
        smoothing=how.smoothing or None,
        within=near,
        pairs=how.pairs,
        thresholds=levels,
        margin=what.margin,
        level=what.level,
        leak=what.leak,
        least=f"{what.least_share}/{what.least_power}",
        seed=how.seed,
        version=__version__,
    )
    return made | counts.signature


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaAudit:
    """What a corpus says of one schema."""

    items: tuple[ItemScore, ...]
    """Its items that have the shape of the test."""
    unfit: tuple[Unfit, ...]
    """Those that have not."""
    solved: bool
    """True where the highest association is right on every item: the schema leaks."""
    attested: bool
    """True where in every item only the right candidate is attested with the cue."""
    tied: tuple[str, ...]
    """Items whose cue is tied to the right candidate."""


def audit_schema(schema: Schema, counts: Counts, settings: AuditSettings | None = None) -> SchemaAudit:
    """What a corpus says of one schema: quick enough to be asked while it is typed."""
    how = settings or AuditSettings()
    found = confront_schema(schema, how.pairs)
    fit = [each for each in found if isinstance(each, Confrontation)]
    items = score_items(fit, counts, measure_named(how.measure, how.smoothing), how.within)
    only = [attested_only([pair.count for pair in each.pairs]) == each.confrontation.key for each in items]
    return SchemaAudit(
        items=items,
        unfit=tuple(each for each in found if isinstance(each, Unfit)),
        solved=bool(items) and len(items) == len(schema.variants) and all(each.right for each in items),
        attested=bool(items) and len(items) == len(schema.variants) and all(only),
        tied=tuple(each.confrontation.item for each in items if tie(each) == each.confrontation.key),
    )
