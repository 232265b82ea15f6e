"""Runs scored and compared as `anaphor score` and `anaphor compare` do it: everything that they show in one record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from anaphor import __version__
from anaphor.answer import MOST_FAILED, ReplyCounts
from anaphor.document import ends_of, fields_of, taken
from anaphor.errors import AnaphorError, ContentError, InputError
from anaphor.provenance import Method, Signature, fingerprint
from anaphor.result import Result
from anaphor.schema import Collection
from anaphor.scoring.card import Published, Scorecard, card_document, literature, published_document, scorecard
from anaphor.scoring.inputs import OriginMap, Origins, PeopleInput, said_of
from anaphor.scoring.items.documents import with_ends
from anaphor.scoring.items.intervals import USUAL, Sampling, ScoreEstimate, gather, made_by, share
from anaphor.scoring.items.outcomes import Outcome, OutcomeKind, ScoringTargets, replies_of
from anaphor.scoring.systems import people as human
from anaphor.scoring.systems.comparison import Comparison, compare_outcomes, corrected, shared_ranks
from anaphor.scoring.systems.people import People, printed_counts
from anaphor.scoring.systems.references import Panel, Rescoring, Votes, rescore, votes_from_counts, votes_of
from anaphor.scoring.systems.soft import SoftScore, soft_runs
from anaphor.statistics import bootstrap_sums
from anaphor.text import Message

COMPARE = Method("compare", 1)
"""How two systems are compared on the same items. Raise the number whenever a figure changes."""
COMPARE_PEOPLE = Method("compare-people", 1)
"""How systems are compared with people. Raise the number whenever a figure changes."""
COMPARE_REFERENCES = Method("compare-references", 1)
"""How systems are compared under references of other panels. Raise the number whenever a figure changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Consistency:
    """A respondent on items and on changed wordings of them."""

    pairs: int
    """Changed items whose original was scored, too."""
    answered: int
    """Of these, pairs that were answered both times."""
    same: ScoreEstimate | None
    """Share of the answered pairs in which the same candidate was chosen, by cluster; None where none was answered."""
    lost: int
    """Pairs that were right and are no longer."""
    gained: int
    """Pairs that were not right and now are."""
    original: float
    """Réussite on the originals, each as often as it was changed."""
    changed: float
    always_right: int
    """Originals that are right, and right in all their changed wordings."""
    originals: int


def consistency(
    original: Sequence[Outcome], changed: Sequence[Outcome], origins: Origins, sampling: Sampling = USUAL
) -> Consistency:
    """How steady the choices are; `origins` says where each changed item comes from."""
    before = {each.item: each for each in original}
    pairs = [
        (before[origins[each.item][0]], each)
        for each in changed
        if each.item in origins and origins[each.item][0] in before
    ]
    if not pairs:
        raise InputError("scoring-no-original")
    clusters: list[str] = []
    kept: list[float] = []
    steady: dict[str, bool] = {}
    lost = gained = 0
    for old, new in pairs:
        was, is_now = old.result is OutcomeKind.RIGHT, new.result is OutcomeKind.RIGHT
        lost += was and not is_now
        gained += is_now and not was
        steady[old.item] = steady.get(old.item, True) and was and is_now
        if old.chosen is not None and new.chosen is not None:
            places = origins[new.item][1]  # which original candidate each of its candidates stands for
            clusters.append(old.target.cluster)
            kept.append(float(new.chosen < len(places) and places[new.chosen] == old.chosen))
    return Consistency(
        pairs=len(pairs),
        answered=len(kept),
        same=share(gather(clusters, kept), sampling) if kept else None,
        lost=lost,
        gained=gained,
        original=float(sum((old.credit for old, _ in pairs), Fraction(0)) / len(pairs)),
        changed=float(sum((new.credit for _, new in pairs), Fraction(0)) / len(pairs)),
        always_right=sum(steady.values()),
        originals=len(steady),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredRun:
    """A run with what became of each item."""

    name: str
    """The respondent; with the file's name where several runs have one."""
    path: Path | None
    """Its file; None where it is in memory."""
    respondent: str
    resolver: str
    blind: bool
    """Whether the collection's own ids and orders were hidden from it."""
    half_line: bool
    """Whether its file ends in a half-written line."""
    asked: str
    """The collection that was asked, as NAME#FINGERPRINT."""
    collection: Collection
    targets: ScoringTargets
    outcomes: tuple[Outcome, ...]
    signature: Signature
    tokens: Mapping[int, int] = field(default_factory=dict)
    """How many choices rest on how many tokens, where the answers say it."""
    notes: tuple[Message, ...] = ()
    """What was taken for granted when it was read."""

    @property
    def place(self) -> str:
        """Its file, or its name where it has none."""
        return str(self.path or self.name)

    @property
    def fingerprint(self) -> str:
        return self.asked.rpartition("#")[2]

    @property
    def skipped(self) -> int:
        """Items that were left out because there is no answer to them."""
        return len(self.targets.items) - len(self.outcomes)

    @property
    def replies(self) -> ReplyCounts:
        """How many items were answered, failed, were declined, or have no reply at all."""
        return replies_of(self.outcomes, self.skipped)


@dataclass(frozen=True, slots=True, kw_only=True)
class Steady:
    """How steady one respondent is over changed wordings."""

    name: str
    collection: str
    """The changed collection."""
    found: Consistency
    differing: tuple[str, ...]
    """Settings of the resolver in which the two runs differ; empty as a rule."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Scores(Result):
    """What runs are worth: in a frame one row per run, and with `to_frame("items")` one per item and run."""

    runs: tuple[ScoredRun, ...]
    cards: tuple[Scorecard, ...]
    sampling: Sampling
    published: tuple[Published, ...] = ()
    people: People | None = None
    beside: tuple[Comparison, ...] = ()
    """Every run compared with the mean person."""
    rescoring: Rescoring | None = None
    steady: tuple[Steady, ...] = ()
    items: bool = False
    """Whether the document has what became of each item."""
    soft: tuple[SoftScore, ...] = ()
    """Every run against people's distribution, where that was asked for."""

    def to_dict(self) -> dict[str, Any]:
        """The document that `score --json` prints: `runs` has the fixed keys."""
        return _scores_document(self)

    @property
    def notes(self) -> tuple[Message, ...]:
        """What was taken for granted when the runs were read."""
        return tuple(dict.fromkeys(note for run in self.runs for note in run.notes))

    def by_collection(self) -> dict[str, list[tuple[ScoredRun, Scorecard]]]:
        """The runs on each collection."""
        parts: dict[str, list[tuple[ScoredRun, Scorecard]]] = {}
        for run, card in zip(self.runs, self.cards, strict=True):
            parts.setdefault(run.asked, []).append((run, card))
        return parts


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnRank:
    """Where a respondent stands by réussite alone when the items are drawn anew, clusters as wholes."""

    low: int
    high: int
    first: float
    """Share of the samples in which it is first, shared or alone."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ComparedRuns(Scores):
    """Runs of one collection beside each other: in a frame one row per pair."""

    pairs: tuple[Comparison, ...]
    """All pairs of runs."""
    ranks: Mapping[str, int]
    """Ranks that are shared where a difference could be none, the best first."""
    drawn: Mapping[str, DrawnRank] = field(default_factory=dict)
    """How steady the order is, where that was asked for."""

    def to_dict(self) -> dict[str, Any]:
        """The document that `compare --json` prints."""
        return _comparison_document(self)

    def differences(self) -> tuple[tuple[float, ...], ...]:
        """What the items of each schema brought the first run more than the second."""
        found: dict[str, list[float]] = {}
        for mine, theirs in zip(self.runs[0].outcomes, self.runs[1].outcomes, strict=True):
            found.setdefault(mine.target.cluster, []).append(float(mine.credit - theirs.credit))
        return tuple(map(tuple, found.values()))


def score_runs(  # noqa: PLR0913  # runs, and what is known beside them
    runs: Sequence[ScoredRun],
    *,
    kinds: Sequence[str] = (),
    sampling: Sampling = USUAL,
    people: PeopleInput | None = None,
    panel: int | None = None,
    origins: OriginMap | None = None,
    with_literature: bool = False,
    items: bool = False,
    soft: bool = False,
    most_failed: float = MOST_FAILED,
) -> Scores:
    """What runs are worth, by groups, beside people, other panels' references, changed wordings and the literature.

    Runs with a larger share of failures than `most_failed` have a card, but stand beside nobody.
    """
    how: dict[str, Any] = {"kinds": kinds, "sampling": sampling, "most_failed": most_failed}
    cards = [scorecard(run.name, run.outcomes, signature=run.signature, skipped=run.skipped, **how) for run in runs]
    whole = runs
    runs = [run for run, card in zip(runs, cards, strict=True) if card.ranked]
    known, beside = _people_beside(runs or whole, people, sampling)
    beside = beside if runs else ()
    languages = {run.collection.language for run in whole}
    listed = tuple(row for row in literature() if row.language in languages) or literature()
    return Scores(
        runs=tuple(whole),
        cards=tuple(cards),
        sampling=sampling,
        published=listed if with_literature else (),
        people=known,
        beside=beside,
        rescoring=_rescored(runs, people, panel, sampling) if runs else None,
        soft=soft_runs([(run.name, run.outcomes) for run in runs], _votes(runs, people), sampling)
        if soft and runs
        else (),
        steady=_steadiness(whole, origins, sampling) if origins else (),
        items=items,
    )


def compare_runs(  # noqa: PLR0913  # as score_runs
    runs: Sequence[ScoredRun],
    sampling: Sampling = USUAL,
    people: PeopleInput | None = None,
    panel: int | None = None,
    *,
    steadiness: bool = False,
    soft: bool = False,
    most_failed: float = MOST_FAILED,
) -> ComparedRuns:
    """Runs of one collection with all their pairs and shared ranks, and how steady these are; others are refused.

    Runs with too many failures have neither rank nor pair; where fewer than two are left, that is refused.
    """
    if len(runs) < 2:
        raise InputError("compare-one-run")
    refuse_several(runs)
    made = score_runs(runs, sampling=sampling, people=people, panel=panel, soft=soft, most_failed=most_failed)
    ranked = [run for run, card in zip(runs, made.cards, strict=True) if card.ranked]
    if len(ranked) < 2:
        why = next(reason for card in made.cards if (reason := card.unranked_because))
        raise ContentError("compare-unranked", ranked=len(ranked), runs=len(runs), why=why)
    runs = ranked
    pairs = compared(runs, made.sampling)
    reussites = {card.respondent: card.measures.reussite for card in made.cards if card.ranked}
    ranks = shared_ranks(reussites, pairs, 1 - made.sampling.level)
    scored = {each.name: getattr(made, each.name) for each in fields(made)}
    return ComparedRuns(**scored, pairs=pairs, ranks=ranks, drawn=_drawn(runs, sampling) if steadiness else {})


def _drawn(runs: Sequence[ScoredRun], sampling: Sampling) -> dict[str, DrawnRank]:
    """The ranks of all runs over bootstrap samples of the clusters."""
    names = [each.target.cluster for each in runs[0].outcomes]
    sums = [gather(names, [float(each.credit) for each in run.outcomes]).sums for run in runs]
    scores = bootstrap_sums(np.column_stack(sums), sampling.times, sampling.rng)
    ranks = np.stack([1 + (scores > scores[:, [place]]).sum(axis=1) for place in range(len(runs))])
    tail = (1 - sampling.level) / 2
    ends = np.quantile(ranks, [tail, 1 - tail], axis=1, method="inverted_cdf").T.tolist()
    shares = (ranks == 1).mean(axis=1).tolist()
    return {
        run.name: DrawnRank(low=low, high=high, first=first)
        for run, (low, high), first in zip(runs, ends, shares, strict=True)
    }


def compared(runs: Sequence[ScoredRun], sampling: Sampling = USUAL) -> tuple[Comparison, ...]:
    """All pairs of runs on one collection."""
    base = Signature.of(collection=runs[0].asked, method=COMPARE, version=__version__)
    made_from = {run.name: run.signature for run in runs}
    return compare_outcomes({run.name: run.outcomes for run in runs}, sampling, base, made_from)


def comparable(runs: Sequence[ScoredRun]) -> bool:
    """Whether all runs were scored on the same items (with --missing skip, they may not be)."""
    items = [[each.item for each in run.outcomes] for run in runs]
    return all(each == items[0] for each in items)


def refuse_several(runs: Sequence[ScoredRun]) -> None:
    """Refuse runs that were asked different things: their numbers must not be compared."""
    for each in runs[1:]:
        first = runs[0]
        if each.fingerprint != first.fingerprint:
            first_path, second_path = first.place, each.place
            raise InputError(
                "compare-other-questions", first=first_path, second=second_path, asked=first.asked, other=each.asked
            )


def _people_beside(
    runs: Sequence[ScoredRun], given: PeopleInput | None, sampling: Sampling
) -> tuple[People | None, tuple[Comparison, ...]]:
    """People, and every run compared with them (Holm over the runs); None where nothing is known of people."""
    first = runs[0]
    items = first.targets.items
    known = given or PeopleInput(counts=printed_counts(first.collection))
    if given is not None:
        refuse_several(runs)
    elif len({run.fingerprint for run in runs}) > 1 or not human.usable_counts(items, known.counts):
        return None, ()
    try:
        if known.answers:
            people = human.people_of(items, known.answers, sampling)
        else:
            people = human.people_from_counts(items, known.counts, sampling)
    except AnaphorError as error:
        raise said_of(known.path, error) from error
    whose = Signature.of(people=known.source, method=COMPARE_PEOPLE, version=__version__)
    found = [human.against_people(run.name, run.outcomes, people, sampling, run.signature | whose) for run in runs]
    of_them = Signature.of(collection=first.asked, people=known.source) | made_by(people.reussite, sampling)
    return replace(people, signature=of_them), corrected(found)


def _rescored(
    runs: Sequence[ScoredRun], given: PeopleInput | None, panel: int | None, sampling: Sampling
) -> Rescoring | None:
    """All runs on references of other panels; None unless people are given, or a panel is asked for."""
    if given is None and panel is None:
        return None
    first, votes = runs[0], _votes(runs, given)
    base = first.signature
    if len(runs) > 1:  # a digest over all of them stands for what they were made from
        mark = fingerprint([str(run.signature) for run in runs])
        base = Signature.of(collection=first.asked, runs=f"{len(runs)}#{mark}")
    base |= Signature.of(people=given.source if given else "collection", method=COMPARE_REFERENCES, version=__version__)
    return rescore([(run.name, run.outcomes) for run in runs], votes, Panel(size=panel), sampling, base)


def _votes(runs: Sequence[ScoredRun], given: PeopleInput | None) -> Votes:
    """How many people chose each candidate of what all runs were asked."""
    refuse_several(runs)
    items, known = runs[0].targets.items, given or PeopleInput(counts=printed_counts(runs[0].collection))
    return votes_of(items, known.answers) if known.answers else votes_from_counts(items, known.counts)


def _steadiness(runs: Sequence[ScoredRun], way: OriginMap, sampling: Sampling) -> tuple[Steady, ...]:
    """Every run on changed wordings beside the run of the same respondent on the originals."""
    changed: list[ScoredRun] = []
    originals: list[ScoredRun] = []
    for run in runs:
        known = any(each.item in way.origins for each in run.outcomes)
        is_changed = known if way.changed is None else run.fingerprint == way.changed
        (changed if is_changed else originals).append(run)
    if not changed or not originals:
        code = "score-origins-no-original" if changed else "score-origins-no-changed"
        raise InputError(code, where=way.path)
    steady: list[Steady] = []
    for run in changed:
        who, where = run.respondent, run.path
        found = [each for each in originals if each.respondent == who and way.original in (None, each.fingerprint)]
        if len(found) > 1:
            paths = {"first": found[0].place, "second": found[1].place}
            raise InputError("score-origins-both", **paths, respondent=who, where=where)
        if not found:
            others = ", ".join(sorted({each.respondent for each in originals}))
            raise InputError("score-origins-other-respondent", respondent=who, others=others, where=where)
        try:
            same = consistency(found[0].outcomes, run.outcomes, way.origins, sampling)
        except AnaphorError as error:
            raise said_of(run.path, error) from error
        mine, theirs = (dict(part.partition(":")[::2] for part in each.resolver.split("|")) for each in (found[0], run))
        differing = sorted(name for name in mine.keys() | theirs.keys() if mine.get(name) != theirs.get(name))
        collection = run.asked.rpartition("#")[0]
        steady.append(Steady(name=who, collection=collection, found=same, differing=tuple(differing)))
    return tuple(steady)


# ------------------------------------------------------------------------------------ documents, which `--json` prints


def _scores_document(found: Scores) -> dict[str, Any]:
    """Scored runs: `runs` has the fixed keys."""
    made: dict[str, Any] = {
        "runs": [
            {
                **card_document(card, items=found.items),
                "collection": run.asked.rpartition("#")[0],
                "fingerprint": run.fingerprint,
                "run": run.path and str(run.path),
                "left_out": dict(run.targets.left_out),
                "blind": run.blind,
                "tokens": {str(tokens): count for tokens, count in run.tokens.items()},
            }
            for run, card in zip(found.runs, found.cards, strict=True)
        ]
    }
    if found.published:
        made["literature"] = [published_document(row) for row in found.published]
    made |= _beside(found)
    if found.steady:
        made["consistency"] = [_steady(each) for each in found.steady]
    return made


def _comparison_document(found: ComparedRuns) -> dict[str, Any]:
    """Compared runs with all their pairs."""
    drawn = {name: with_ends(each, "low high first") for name, each in found.drawn.items()}
    return {
        "runs": [card_document(card) | {"blind": run.blind} for run, card in zip(found.runs, found.cards, strict=True)],
        "pairs": [_comparison(each) for each in found.pairs],
        "ranks": dict(found.ranks),
        **({"rank_samples": drawn} if drawn else {}),
        **_beside(found),
    }


def _comparison(found: Comparison) -> dict[str, Any]:
    return {
        **with_ends(found, "first second difference interval p", p_holm="adjusted"),
        **with_ends(found, "exact better worse mcnemar", smallest_difference="smallest"),
        **with_ends(found, "items clusters signature"),
    }


def _people(people: People) -> dict[str, Any]:
    counts = "n h theta reussite"
    return {
        **with_ends(people, "people answers", items="reussite.items", reussite="reussite.value"),
        **ends_of(people.reussite.interval),
        "majority": with_ends(people.majority, counts) if people.majority else None,
        "persons": {name: with_ends(each, counts) for name, each in people.persons.items()},
        "signature": str(people.signature),
    }


def _beside(found: Scores) -> dict[str, Any]:
    """People and other panels' references, where they are known."""
    made: dict[str, Any] = {}
    if found.people:
        made["people"] = _people(found.people) | {"comparisons": [_comparison(each) for each in found.beside]}
    if found.rescoring:
        other, ends = found.rescoring, "changed_interval"
        runs = [
            with_ends(each, "respondent reussite mean")
            | with_ends(each, "interval", whole_low="whole.low", whole_high="whole.high")
            for each in other.runs
        ]
        # What other panels would make of the scores
        made["rescoring"] = {
            **taken(other, panel="panel.size", population="panel.population.value", references="times"),
            **taken(other, "items fixed changed", changed_low=f"{ends}.low", changed_high=f"{ends}.high"),
            "runs": runs,
            "pairs": [with_ends(each, "first second difference reversed tied") for each in other.pairs],
            **with_ends(other, "any_change signature"),
        }
    if found.soft:
        made["soft"] = [fields_of(each) | {"standing": each.standing} for each in found.soft]
    return made


def _steady(row: Steady) -> dict[str, Any]:
    found, same = row.found, row.found.same
    return {
        "respondent": f"{row.name} on {row.collection}",
        "differing": list(row.differing),
        **with_ends(found, "pairs answered"),
        "same": same.value if same else None,
        **ends_of(same.interval if same else None),
        **with_ends(found, "lost gained original changed always_right originals"),
    }
