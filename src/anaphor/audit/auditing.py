"""The whole audit of a collection, and of one schema while it is being written."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from anaphor import __version__
from anaphor.audit.case import ShortcutCase, cases_of, language_of
from anaphor.audit.chance import MaximumTest, maximum_test
from anaphor.audit.confrontation import AuditSettings, Confrontation, Unfit, confront, confront_schema
from anaphor.audit.growth import Growth, growth
from anaphor.audit.robustness import Variation, variations
from anaphor.audit.scores import ItemScore, Lines, Pick, every_lead, lines_of, score_items, tally
from anaphor.audit.shortcuts.filtering import embedding_shortcut, read_embeddings
from anaphor.audit.shortcuts.predictability import learnt
from anaphor.audit.shortcuts.shortcut import (
    SURFACE,
    Shortcut,
    ShortcutEvidence,
    associative,
    attestation,
    exposure,
    frequent_candidate,
    of_surface,
    prompt_overlap,
    selectional_restriction,
)
from anaphor.audit.suspects import Hint, Suspect, decided, doubtful_pairs, hints, suspects
from anaphor.audit.verdict import (
    AuditVerdict,
    ThresholdRow,
    VerdictKind,
    beyond_chance,
    judge,
    size_of,
    table,
    verdict_sentences,
)
from anaphor.corpus import Counts, Unit, measure_named, shipped, write_counts
from anaphor.corpus.pairs import shipped_for_authors
from anaphor.errors import InputError
from anaphor.language.pairs import candidate_lemmas
from anaphor.provenance import Signature
from anaphor.schema import Collection, Schema
from anaphor.text import Message, message

if TYPE_CHECKING:
    from anaphor.corpus.sources import ReadingSettings

Watch = Callable[[int, int], None]
"""Is told how much of the work is done, of how much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AssociationTest:
    """The mutual-information test: do associations give the answers away?"""

    items: tuple[ItemScore, ...]
    """Items that have the shape of the test, with their scores."""
    rows: tuple[ThresholdRow, ...]
    """Paper 1's table."""
    rows_without_names: tuple[ThresholdRow, ...]
    """The same without items whose candidates are names; empty where all have names."""
    verdict_without_names: AuditVerdict | None
    """What follows from those; None where all items have names."""
    best: MaximumTest
    """The largest excess over the thresholds under swaps."""
    verdict: AuditVerdict
    growth: Growth
    """How many items stay unscored, and how much text would score them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """Do simple statistics give the answers of a collection away? Everything that table, document and page show."""

    collection: str
    title: str
    counts: Counts
    settings: AuditSettings
    test: AssociationTest | None
    """The test; None where no item has its shape."""
    unfit: tuple[Unfit, ...]
    variations: tuple[Variation, ...]
    shortcuts: tuple[Shortcut, ...]
    suspects: tuple[Suspect, ...]
    decided: int
    """Schemas with a choice in every item, a quarter of which chance would solve."""
    hints: tuple[Hint, ...]
    """Items to look at by the table of pairs that the package carries."""
    doubts: tuple[ShortcutEvidence, ...]
    """Pairs by hand that do not fit their item."""
    lines: Mapping[str, Lines]
    """By item, the sentences behind its pairs."""
    sentences: tuple[Message, ...]
    signature: Signature

    @property
    def leaks(self) -> bool:
        """Whether the verdict on all items is that the collection leaks; the one without names does not decide."""
        return self.test is not None and self.test.verdict.kind is VerdictKind.LEAKS

    @property
    def size(self) -> Message:
        """The size of the corpus as it stands before the word for words."""
        return size_of(self.counts.words)


def run(
    collection: Collection,
    counts: Counts | None = None,
    settings: AuditSettings | None = None,
    watch: Watch = lambda done, total: None,
) -> Audit:
    """The whole audit of a collection on a corpus; without one, on the counts that the package carries.

    Without a corpus the table of frequent pairs that comes along is asked too, for hints.
    """
    how, carried = settings or AuditSettings(), counts is None
    if counts is None:
        if collection.language == "mul":
            raise InputError("audit-several-languages")
        counts = shipped(collection.language)
    fit, unfit = confront(collection, how.pairs)
    test = association_test(collection, counts, how) if fit else None
    items = test.items if test else ()
    watch(1, 3)
    varied = variations(fit, counts, how) if fit and how.robustness else ()
    watch(2, 3)
    others = all_shortcuts(cases_of(collection), items, counts, how) if how.shortcuts else ()
    watch(3, 3)
    found = suspects(items)
    shown = {each.item for suspect in found for each in suspect.items}
    said = [message("audit-no-shape", items=len(unfit))]
    if test:
        said = [*verdict_sentences(test.verdict, test.growth, test.verdict_without_names)]
    beyond = beyond_chance(others, how.criteria.level)
    return Audit(
        collection=collection.name,
        title=collection.title or collection.name,
        counts=counts,
        settings=how,
        test=test,
        unfit=unfit,
        variations=varied,
        shortcuts=others,
        suspects=found,
        decided=decided(items),
        hints=hints(collection, items, shipped_for_authors(collection.language)) if items and carried else (),
        doubts=doubtful_pairs(collection),
        lines={
            each.item: lines_of(each, counts, how.lines, how.within)
            for each in items
            if how.all_lines or each.item in shown
        },
        sentences=(*said, *([beyond] if beyond else [])),
        signature=_signature(collection, counts, how),
    )


def association_test(collection: Collection, counts: Counts, settings: AuditSettings | None = None) -> AssociationTest:
    """The mutual-information test of a collection on a corpus: table, tests, verdict, what more text would do."""
    how = settings or AuditSettings()
    fit, unfit = confront(collection, how.pairs)
    if not fit:
        reasons = sorted(str(each.detail) for each in unfit)
        why = f"{reasons[0][:1].upper()}{reasons[0][1:]}." if reasons else message("audit-empty")
        raise InputError("audit-no-item-fits", name=collection.name, todo=why)
    if collection.language not in (counts.language, "mul"):
        raise InputError(
            "audit-other-language",
            collection=collection.name,
            language=collection.language,
            corpus=counts.name,
            other=counts.language,
        )
    items = score_items(fit, counts, measure_named(how.measure, how.smoothing), how.within)
    rng = np.random.default_rng(how.seed)
    picks = [each.pick for each in items]
    levels = how.thresholds or every_lead(picks)
    rows, best, verdict = _judged(picks, levels, how, rng)
    plain = [each.pick for each in items if not each.confrontation.names]
    unnamed = _judged(plain, levels, how, rng) if plain else None
    known = [[pair.count for pair in each.pairs if pair.count is not None] for each in items]
    whole = [found for found, each in zip(known, items, strict=True) if len(found) == len(each.pairs)]
    return AssociationTest(
        items=items,
        rows=rows,
        rows_without_names=unnamed[0] if unnamed else (),
        verdict_without_names=unnamed[2] if unnamed else None,
        best=best,
        verdict=verdict,
        growth=growth(whole, counts.words),
    )


def _judged(
    picks: Sequence[Pick], levels: Sequence[float], how: AuditSettings, rng: np.random.Generator
) -> tuple[tuple[ThresholdRow, ...], MaximumTest, AuditVerdict]:
    """The table of some items, the test over its thresholds, and what follows."""
    tallies = tally(picks, levels)
    rows = table(tallies, rng, level=how.criteria.level)
    best = maximum_test(tallies, rng)
    return rows, best, judge(rows, tallies, best, how.criteria, how.seed)


def _signature(collection: Collection, counts: Counts, how: AuditSettings) -> Signature:
    what, near = how.criteria, "sentence"
    if how.within.words is not None:
        near = f"{how.within.words} words{' after' if how.within.directed else ''}"
    made = Signature.of(
        collection=f"{collection.name}#{collection.fingerprint}",
        measure=how.measure,
        smoothing=how.smoothing or None,
        within=near,
        pairs=how.pairs,
        thresholds="every lead" if how.thresholds is None else " ".join(f"{each:g}" for each in how.thresholds),
        margin=what.margin,
        level=what.level,
        leak=what.leak,
        least=f"{what.least_share}/{what.least_power}",
        seed=how.seed,
        version=__version__,
    )
    return made | counts.signature


def all_shortcuts(
    cases: Sequence[ShortcutCase], scored: Sequence[ItemScore], counts: Counts, settings: AuditSettings
) -> tuple[Shortcut, ...]:
    """What each shortcut gives on the items; those that could not be asked say why."""
    rng = np.random.default_rng(settings.seed)
    labels = {case.item.id: case.item.annotations.associative for case in cases}
    annotated = {name: label for name, label in labels.items() if label is not None}
    groups = {case.item.id: case.group for case in cases}
    found = (
        selectional_restriction(scored, groups),
        attestation(scored, groups),
        associative(scored, annotated, groups),
        *(of_surface(name, cases) for name in SURFACE),
        frequent_candidate(cases, counts),
        prompt_overlap(cases),
        *(learnt(name, cases, rng) for name in ("candidate_only", "cue_only", "text_only")),
        exposure(cases, scored, counts),
    )
    if settings.embeddings is None:
        return found
    return (*found, embedding_shortcut(cases, read_embeddings(settings.embeddings, cases), settings.seed))


def count_stream(
    collection: Collection,
    inputs: Sequence[str],
    reading: "ReadingSettings",
    settings: AuditSettings | None = None,
    watch: Watch = lambda done, total: None,
) -> Counts:
    """The counts of the collection's own words, in one pass over each input: what an index of each would give."""
    from anaphor.corpus import WINDOWS, count_targets, pooled
    from anaphor.corpus.sources import files_of, open_corpus

    how = settings or AuditSettings()
    seen: set[Path] = set()
    for file in (Path(each) for given in inputs for each in files_of([given])):  # a folder, and a file in it
        if file.resolve() in seen:
            raise InputError("audit-named-twice", where=file)
        seen.add(file.resolve())
    # Asked for are the words of the pairs, and the heads of all candidates.
    asked: dict[Unit, set[str]] = {unit: set() for unit in Unit}
    for each in confront(collection, how.pairs)[0]:
        asked[each.unit].update(word for pair in each.pairs for word in pair)
    heads = (
        lemma
        for case in cases_of(collection)
        if (language := language_of(case.question)) is not None
        for lemma in candidate_lemmas(language, case.question)
    )
    lemmas = dict.fromkeys([*sorted(asked[Unit.LEMMA]), *(word for word in heads if any(map(str.isalnum, word)))])
    near = how.within.words
    counted: list[Counts] = []
    for given in inputs:
        source = open_corpus([given], reading)
        counted.append(
            count_targets(
                source,
                list(lemmas),
                forms=sorted(asked[Unit.FORM]),
                language=collection.language,
                windows=WINDOWS if near is None or near in WINDOWS else (*WINDOWS, near),
                name=Path(given).name,
                watch=partial(lambda total, done: watch(done, total), source.bytes),
            )
        )
    return pooled(counted)


def save_counts(found: Audit, path: Path) -> int:
    """Write the counts of the pairs that were asked, without any text; how many pairs there are."""
    items = found.test.items if found.test else ()
    asked = [(*pair, each.confrontation.unit) for each in items for pair in each.confrontation.pairs]
    return write_counts(path, found.counts, asked) if asked else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaAudit:
    """What a corpus says of one schema."""

    items: tuple[ItemScore, ...]
    unfit: tuple[Unfit, ...]
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
    whole = bool(items) and len(items) == len(schema.variants)
    return SchemaAudit(
        items=items,
        unfit=tuple(each for each in found if isinstance(each, Unfit)),
        solved=whole and all(each.right for each in items),
        attested=whole and all(each.only_attested == each.confrontation.key for each in items),
        tied=tuple(each.item for each in items if each.tied_to == each.confrontation.key),
    )
