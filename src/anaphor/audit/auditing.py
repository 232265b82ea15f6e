"""The whole audit of a collection on counts: the test, what varies, the shortcuts, the verdict in sentences."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from anaphor import __version__
from anaphor.audit.association.chance import MaximumTest, maximum_test
from anaphor.audit.association.confrontation import AuditSettings, Confrontation, Unfit, confront
from anaphor.audit.association.growth import Growth, growth
from anaphor.audit.association.robustness import Variation, variations
from anaphor.audit.association.scores import ItemScore, Lines, Pick, every_lead, lines_of, score_items, tally
from anaphor.audit.association.suspects import (
    Hint,
    Suspect,
    audit_schema,  # noqa: F401  # here in version 0.1
    decided,
    doubtful_pairs,
    hints,
    suspects,
)
from anaphor.audit.association.verdict import (
    AuditVerdict,
    SchemaVerdict,
    ThresholdRow,
    VerdictKind,
    beyond_chance,
    contamination,
    judge,
    judge_schemas,
    significant,
    size_of,
    table,
    verdict_sentences,
)
from anaphor.audit.case import ShortcutCase, cases_of
from anaphor.audit.documents import figures_of, finite_or_null, item_document, plain_record
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
    of_rule,
    of_surface,
    prompt_overlap,
    selectional_restriction,
)
from anaphor.audit.shortcuts.swapping import Swaps, corrected
from anaphor.collection import marked_text
from anaphor.corpus import (
    SENTENCE,
    Counts,
    measure_name,
    measure_named,
    shipped,
    shipped_for_authors,
    shipped_languages,
    write_counts,
)
from anaphor.document import PAPER_1, fields_of, taken, with_synonyms
from anaphor.errors import InputError
from anaphor.progress import uncollected
from anaphor.provenance import Method, Signature
from anaphor.result import Result
from anaphor.schema import Collection
from anaphor.statistics import one_thread
from anaphor.text import Message, message, speaking

AUDIT = Method("audit", 1)
"""How the association of words is tested and judged. Raise the number whenever a figure changes."""

_SHORTCUT = (
    "name",
    "items",
    "answered",
    "right",
    "rate",
    "interval",
    "reussite",
    "p",
    "p_adjusted",
    "note",
    "evidence",
)
"""What the document has of a shortcut."""
_UNITS = {
    "leak": "share above chance: 0.08 is 8 points",
    "leak_among_scored": "share above chance of precision among items scored from pairs that meet",
    "power": "of a leak in precision among items scored from pairs that meet",
    "power_whole": "of the same leak in guess-adjusted accuracy (réussite) of the whole collection",
}
"""What the figures of the verdict count: for programs, so in English."""
_MOST_SHOWN = 400
"""Items with a choice whose sentences are kept, beside those of suspects."""
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


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Audit(Result):
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
    schemas: tuple[SchemaVerdict, ...]
    """What the rule for schemas says of each; by all that the package knows of pairs where no corpus was named."""
    schema_counts: str
    """Name of the counts that this is by."""
    decided: int
    """Schemas with a choice in every item, a quarter of which chance would solve."""
    hints: tuple[Hint, ...]
    """Items to look at by the table of pairs that the package carries."""
    doubts: tuple[ShortcutEvidence, ...]
    """Pairs by hand that do not fit their item."""
    lines: Mapping[str, Lines]
    """By item, the sentences behind its pairs."""
    texts: Mapping[str, str]
    """By item, its sentence with the anaphor marked."""
    sentences: tuple[Message, ...]
    signature: Signature
    notes: tuple[Message, ...] = ()
    """What was assumed and may be wrong."""

    def to_dict(self) -> dict[str, Any]:
        """The document that `audit --json` prints, with the sentences behind every pair."""
        return _audit_document(self)

    @property
    def leaks(self) -> bool:
        """Whether the verdict on all items is that the collection leaks; the one without names does not decide."""
        return self.test is not None and self.test.verdict.kind is VerdictKind.LEAKS

    @property
    def concerns(self) -> tuple[str, ...]:
        """What speaks against the collection, the worst first: `contaminated`, `leaks`, `shortcuts`."""
        beyond = significant(self.shortcuts, self.settings.criteria.level)
        known = {"contaminated": contamination(self.shortcuts), "leaks": self.leaks, "shortcuts": beyond}
        return tuple(name for name, found in known.items() if found)

    @property
    def size(self) -> Message:
        """The size of the corpus as it stands before the word for words."""
        return size_of(self.counts.words)

    def every_line(self) -> Mapping[str, Lines]:
        """By item, the sentences behind its pairs, also behind those that decide nothing."""
        how, items = self.settings, self.test.items if self.test else ()
        return {
            each.item: self.lines.get(each.item) or lines_of(each, self.counts, how.lines, how.within) for each in items
        }

    def save_counts(self, path: str | PathLike[str]) -> int:
        """Write the counts of the pairs that were asked, without any text; how many pairs there are.

        The file (.json.gz) can be named as a corpus, so that others can repeat the audit without the text.
        """
        items = self.test.items if self.test else ()
        fit = [each.confrontation for each in items if each.confrontation.refused is None]
        asked = [(*pair, each.unit) for each in fit for pair in each.pairs]
        return write_counts(Path(path), self.counts, asked) if asked else 0


@uncollected()
def audit_collection(
    collection: Collection, counts: Counts | None, how: AuditSettings, watch: Watch = lambda done, total: None
) -> Audit:
    """The whole audit of a collection on counts; without any, on those that the package carries, with hints.

    Rates are of exact counts alone. Schemas are judged one by one, also by the table of pairs that the package carries
    behind its counts, as in the workbench and by the checks.
    """
    if counts is None:
        if collection.language == "mul":
            raise InputError("audit-several-languages")
        counts = shipped(collection.language)
    carried = collection.language in shipped_languages() and counts is shipped(collection.language)
    every = shipped_for_authors(collection.language) if carried else counts
    fit, unfit = confronted = confront(collection, how.pairs)
    test = association_test(collection, counts, how, confronted) if fit else None
    items = test.items if test else ()
    watch(1, 3)
    varied = variations(fit, counts, how) if fit and how.robustness else ()
    watch(2, 3)
    others = all_shortcuts(cases_of(collection), items, counts, how)
    watch(3, 3)
    # The table of pairs has counts of sentences only.
    within = how.within if every.counts_within(how.within) else SENTENCE
    judged = judge_schemas(collection, every, replace(how, within=within))
    found = suspects(items, {each.schema: each.outcome for each in judged})
    # Every count that decides can be judged: its sentences are kept
    shown = {each.item for suspect in found for each in suspect.items}
    shown.update([each.item for each in items if each.choice is not None][:_MOST_SHOWN])
    said = [message("audit-no-shape", items=len(unfit))]
    if test:
        refused = [each.item for each in items if each.confrontation.refused]
        said = [*verdict_sentences(test.verdict, test.growth, test.verdict_without_names, refused, judged)]
    if beyond := beyond_chance(others, how.criteria.level):
        said.insert(0, beyond)
    if copies := contamination(others):  # the worst first: what was read needs no other shortcut
        said.insert(0, message("audit-contaminated", copies=copies.answered, items=copies.items, corpus=counts.name))
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
        schemas=judged,
        schema_counts=every.name,
        decided=decided(items),
        hints=hints(collection, items, judged, every) if items and carried else (),
        doubts=doubtful_pairs(collection),
        lines={each.item: lines_of(each, counts, how.lines, how.within) for each in items if each.item in shown},
        texts={question.id: marked_text(question) for question in collection.questions},
        sentences=tuple(said),
        signature=_signature(collection, counts, how),
    )


def association_test(
    collection: Collection,
    counts: Counts,
    settings: AuditSettings | None = None,
    confronted: tuple[tuple[Confrontation, ...], tuple[Unfit, ...]] | None = None,
) -> AssociationTest:
    """The mutual-information test of a collection on a corpus: table, tests, verdict, what more text would do."""
    how = settings or AuditSettings()
    fit, unfit = confronted or confront(collection, how.pairs)
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
        measure=measure_name(how.measure),
        smoothing=how.smoothing or None,
        within=near,
        pairs=how.pairs,
        thresholds="every lead" if how.thresholds is None else " ".join(f"{each:g}" for each in how.thresholds),
        margin=what.margin,
        level=what.level,
        leak=what.leak,
        least=f"{what.least_scored}/{what.least_share}/{what.least_power}",
        shortcuts=" ".join(how.own_shortcuts) or None,
        seed=how.seed,
        method=AUDIT,
        version=__version__,
    )
    return made | counts.signature


def all_shortcuts(
    cases: Sequence[ShortcutCase], scored: Sequence[ItemScore], counts: Counts, settings: AuditSettings
) -> tuple[Shortcut, ...]:
    """What each shortcut gives on the items, the user's own last; those that could not be asked say why."""
    with one_thread():
        return _all_shortcuts(cases, scored, counts, settings)


def _all_shortcuts(
    cases: Sequence[ShortcutCase], scored: Sequence[ItemScore], counts: Counts, settings: AuditSettings
) -> tuple[Shortcut, ...]:
    own = tuple(of_rule(name, rule, cases) for name, rule in settings.own_shortcuts.items())
    # Of their own: how many folds are drawn must not change which keys are swapped.
    swaps = Swaps.of(cases, np.random.default_rng([settings.seed, 1]))
    if not settings.shortcuts:
        return corrected(own, swaps)
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
        *(learnt(name, cases, rng, swaps) for name in ("candidate_only", "cue_only", "text_only")),
        exposure(cases, scored, counts),
    )
    if settings.embeddings is not None:
        found = (*found, embedding_shortcut(cases, read_embeddings(settings.embeddings, cases), settings.seed, swaps))
    return corrected((*found, *own), swaps)


def _audit_document(audit: Audit) -> dict[str, Any]:
    """The JSON document: `table`, `items` and `verdict` are fixed, the rest may grow; its keys are always the same.

    It has the sentences of the corpus behind the pairs of every item.
    """
    test, lines = audit.test, audit.every_line()
    grown = test.growth if test else None
    with speaking("en"):  # what programs may compare is the same in every language of the interface
        items = [item_document(each, lines.get(each.item)) for each in (test.items if test else ())]
        unfit = [plain_record(each) | {"detail": str(each.detail)} for each in audit.unfit]
        robustness = plain_record(audit.variations)
        shortcuts = [
            with_synonyms({name: plain_record(getattr(each, name)) for name in _SHORTCUT}, PAPER_1)
            for each in audit.shortcuts
        ]
    for each, made in zip(audit.shortcuts, shortcuts, strict=True):
        made["note"] = str(each.note or "")
    unnamed = test.verdict_without_names if test else None
    without_names = ("items", "scored", "attested", "reussite", "upper", "p", "p_plain", "power", "power_plain")
    whole = ("power_whole", "power_whole_plain", "leak_among_scored")
    return {
        "collection": audit.collection,
        "corpus": audit.counts.name,
        "words": audit.counts.words,
        "table": plain_record(test.rows) if test else [],
        "table_without_names": plain_record(test.rows_without_names) if test else [],
        "verdict": test.verdict.kind.value if test else "undecided",
        "outcome": test.verdict.kind.outcome.value if test else "cannot-tell",
        "concerns": list(audit.concerns),
        "verdict_detail": _verdict_detail(audit),
        "verdict_without_names": unnamed
        and with_synonyms(
            {"verdict": unnamed.kind.value, "outcome": unnamed.kind.outcome.value}
            | {name: getattr(unnamed, name) for name in (*without_names, *whole)}
        ),
        "sentences": list(map(str, audit.sentences)),
        "items": items,
        "unfit": unfit,
        "doubtful_pairs": [{"item": each.place, "detail": str(each.detail)} for each in audit.doubts],
        "schemas": [
            {
                "schema": each.schema,
                "outcome": each.outcome.value,
                "items": [
                    {"item": half.item, "outcome": half.outcome.value}
                    | {name: finite_or_null(getattr(half, name)) for name in ("lead", "low", "high")}
                    for half in each.halves
                ],
            }
            for each in audit.schemas
        ],
        "schemas_corpus": audit.schema_counts,
        "decided": audit.decided,
        "suspects": [
            {
                "schema": each.schema,
                "items": [item.item for item in each.items],
                "texts": [audit.texts[item.item] for item in each.items],
                **taken(each, "by lead"),
                "outcome": each.outcome.value,
                "figures": list(map(figures_of, each.items)),
            }
            for each in audit.suspects
        ],
        "look_at": [
            {name: value for name, value in plain_record(each).items() if name != "pair"} for each in audit.hints
        ],
        "shortcuts": shortcuts,
        "robustness": robustness,
        "growth": {
            "words": audit.counts.words,
            **{name: getattr(grown, name, 0) for name in ("items", "scored", "unseen_words", "unseen_pairs")},
            **{name: getattr(grown, name, None) for name in ("shape", "rate")},
            "needs": plain_record(grown.needs) if grown else [],
        },
        "signature": str(audit.signature),
    }


def _verdict_detail(audit: Audit) -> Mapping[str, Any]:
    """What the verdict rests on; null for what there is not where no item has the shape of the test."""
    criteria = audit.settings.criteria
    verdict, best = (audit.test.verdict, audit.test.best) if audit.test else (None, None)
    nothing = {"items": 0, "scored": 0, "attested": 0, "enough": False, "evidence": False}

    def told(*names: str) -> dict[str, Any]:
        return with_synonyms({name: getattr(verdict, name, nothing.get(name)) for name in names})

    return {
        **told("items", "scored", "attested", "reussite", "upper"),
        **fields_of(criteria, "margin", "level"),
        **told("p", "p_plain", "threshold"),
        "excess": best and best.excess,
        "swaps": best.draws if best else 0,
        "exact": best and best.exact,
        "leak": criteria.leak,
        **told("power", "power_plain", "enough"),
        **told("power_whole", "power_whole_plain", "leak_among_scored", "evidence"),
        "least_scored": criteria.least_scored,
        "units": _UNITS,
    }
