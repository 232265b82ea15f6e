"""Runs scored and compared as `anaphor score` and `anaphor compare` do it: everything that they show in one record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from anaphor import __version__
from anaphor.answer import Answer
from anaphor.errors import AnaphorError, ContentError, InputError, Place
from anaphor.provenance import Signature, fingerprint
from anaphor.schema import Collection, HumanCount
from anaphor.scoring.card import Scorecard, scorecard
from anaphor.scoring.comparison import Comparison, compare, corrected, shared_ranks
from anaphor.scoring.items.intervals import Sampling, made_by
from anaphor.scoring.items.outcomes import Outcome, ScoringTargets
from anaphor.scoring.people import People, against_people, counted_people, people_from_counts, people_of
from anaphor.scoring.published import Published, literature
from anaphor.scoring.references import Panel, Rescoring, rescore, votes_from_counts, votes_of
from anaphor.scoring.rewordings import Consistency, Origins, consistency


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredRun:
    """A run with what became of each item."""

    name: str
    """The respondent; with the file's name where several runs have one."""
    path: Path
    """Its file."""
    respondent: str
    """The respondent, as the run calls it."""
    resolver: str
    """The resolver's signature."""
    blind: bool
    """Whether the collection's own ids and orders were hidden from it."""
    half_line: bool
    """Whether its file ends in a half-written line."""
    asked: str
    """The collection that was asked, as NAME#FINGERPRINT."""
    collection: Collection
    """The same, as it was read."""
    targets: ScoringTargets
    """What is scored of it."""
    outcomes: tuple[Outcome, ...]
    """What became of each item."""
    signature: Signature
    """What the outcomes were made from."""

    @property
    def fingerprint(self) -> str:
        """Fingerprint of the collection that was asked."""
        return self.asked.rpartition("#")[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleInput:
    """What is known of people: their answers, or how many were right on each item; one of the two is empty."""

    answers: Sequence[Answer] = ()
    """Their answers."""
    counts: Mapping[str, HumanCount] = field(default_factory=dict)
    """By item, how many were asked and how many were right."""
    source: str = "collection"
    """A digest of the file that it stands in, or `collection`."""
    path: Path | None = None
    """That file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginMap:
    """The way back from changed wordings to their originals."""

    origins: Origins
    """Where each changed item comes from."""
    changed: str | None
    """Fingerprint of the changed collection, where the map says it."""
    original: str | None
    """Fingerprint of the original collection, where the map says it."""
    path: Path
    """Its file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Steady:
    """How steady one respondent is over changed wordings."""

    name: str
    """The respondent."""
    collection: str
    """The changed collection."""
    found: Consistency
    """What the two runs say."""
    differing: tuple[str, ...]
    """Settings of the resolver in which the two runs differ; empty as a rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """What runs are worth."""

    runs: tuple[ScoredRun, ...]
    """The runs."""
    cards: tuple[Scorecard, ...]
    """Their scorecards, in the same order."""
    sampling: Sampling
    """How intervals were made."""
    published: tuple[Published, ...] = ()
    """Published results, where they were asked for."""
    people: People | None = None
    """People; None where nothing is known of them."""
    beside: tuple[Comparison, ...] = ()
    """Every run compared with the mean person."""
    rescoring: Rescoring | None = None
    """The runs on references of other panels."""
    steady: tuple[Steady, ...] = ()
    """Consistency over changed wordings."""
    pairs: tuple[Comparison, ...] = ()
    """All pairs of runs, where they were compared."""
    ranks: Mapping[str, int] = field(default_factory=dict)
    """Ranks that are shared where a difference could be none, the best first, where runs were compared."""

    def by_collection(self) -> dict[str, list[tuple[ScoredRun, Scorecard]]]:
        """The runs on each collection."""
        parts: dict[str, list[tuple[ScoredRun, Scorecard]]] = {}
        for run, card in zip(self.runs, self.cards, strict=True):
            parts.setdefault(run.asked, []).append((run, card))
        return parts


def score(  # noqa: PLR0913  # runs, and what is known beside them
    runs: Sequence[ScoredRun],
    *,
    kinds: Sequence[str] = (),
    sampling: Sampling | None = None,
    people: PeopleInput | None = None,
    panel: int | None = None,
    origins: OriginMap | None = None,
    with_literature: bool = False,
) -> Scores:
    """What runs are worth, by groups, beside people, other panels' references, changed wordings and the literature."""
    how = sampling or Sampling()
    cards = [scorecard(run.name, run.outcomes, kinds=kinds, sampling=how, signature=run.signature) for run in runs]
    known = people_beside(runs, people, how)
    languages = {run.collection.language for run in runs}
    listed = tuple(row for row in literature() if row.language in languages) or literature()
    return Scores(
        runs=tuple(runs),
        cards=tuple(cards),
        sampling=how,
        published=listed if with_literature else (),
        people=known[0] if known else None,
        beside=known[1] if known else (),
        rescoring=_rescored(runs, people, panel, how),
        steady=_steadiness(runs, origins, how) if origins else (),
    )


def compare_runs(
    runs: Sequence[ScoredRun],
    sampling: Sampling | None = None,
    people: PeopleInput | None = None,
    panel: int | None = None,
) -> Scores:
    """Runs of one collection with all their pairs and shared ranks; other runs are refused."""
    if len(runs) < 2:
        raise InputError("compare-one-run")
    refuse_several(runs)
    made = score(runs, sampling=sampling, people=people, panel=panel)
    pairs = compared(runs, made.sampling)
    reussites = {card.respondent: card.measures.reussite for card in made.cards}
    return replace(made, pairs=pairs, ranks=shared_ranks(reussites, pairs, 1 - made.sampling.level))


def compared(runs: Sequence[ScoredRun], sampling: Sampling | None = None) -> tuple[Comparison, ...]:
    """All pairs of runs on one collection."""
    base = Signature.of(collection=runs[0].asked, version=__version__)
    made_from = {run.name: run.signature for run in runs}
    return compare({run.name: run.outcomes for run in runs}, sampling, base, made_from)


def comparable(runs: Sequence[ScoredRun]) -> bool:
    """Whether all runs were scored on the same items (with --missing skip, they may not be)."""
    items = [[each.item for each in run.outcomes] for run in runs]
    return all(each == items[0] for each in items)


def refuse_several(runs: Sequence[ScoredRun]) -> None:
    """Refuse runs that were asked different things: their numbers must not be compared."""
    first = runs[0]
    for each in runs[1:]:
        if each.fingerprint != first.fingerprint:
            first_path, second_path = str(first.path), str(each.path)
            raise InputError(
                "compare-other-questions", first=first_path, second=second_path, asked=first.asked, other=each.asked
            )


def people_beside(
    runs: Sequence[ScoredRun], given: PeopleInput | None, sampling: Sampling
) -> tuple[People, tuple[Comparison, ...]] | None:
    """People, and every run compared with them (Holm over the runs); None where nothing is known of people."""
    first = runs[0]
    if given is None:
        if len({run.fingerprint for run in runs}) > 1:
            return None
        people = counted_people(first.collection, first.targets.items, sampling)
    else:
        refuse_several(runs)
        people = _people_given(first, given, sampling)
    if people is None:
        return None
    source = (given or PeopleInput()).source
    whose = Signature.of(people=source, version=__version__)
    found = [against_people(run.name, run.outcomes, people, sampling, run.signature | whose) for run in runs]
    of_them = Signature.of(collection=first.asked, people=source) | made_by(people.reussite, sampling)
    return replace(people, signature=of_them), corrected(found)


def _people_given(run: ScoredRun, given: PeopleInput, sampling: Sampling) -> People:
    try:
        if given.answers:
            return people_of(run.targets.items, given.answers, sampling)
        return people_from_counts(run.targets.items, given.counts, sampling)
    except AnaphorError as error:
        raise said_of(given.path, error) from error


def said_of(path: Path | None, error: AnaphorError) -> AnaphorError:
    """The error, which says which file it speaks of: this one, where it names none."""
    if error.where is not None or path is None:
        return error
    return ContentError(error.what, where=Place(file=str(path)), todo=error.todo)


def _rescored(
    runs: Sequence[ScoredRun], given: PeopleInput | None, panel: int | None, sampling: Sampling
) -> Rescoring | None:
    """All runs on references of other panels; None unless people are given, or a panel is asked for."""
    if given is None and panel is None:
        return None
    refuse_several(runs)
    first = runs[0]
    printed = {item.id: item.annotations.human for item in first.collection.items if item.annotations.human}
    known = given or PeopleInput(counts=printed)
    items = first.targets.items
    votes = votes_of(items, known.answers) if known.answers else votes_from_counts(items, known.counts)
    base = first.signature
    if len(runs) > 1:  # a digest over all of them stands for what they were made from
        mark = fingerprint([str(run.signature) for run in runs])
        base = Signature.of(collection=first.asked, runs=f"{len(runs)}#{mark}")
    base |= Signature.of(people=known.source, version=__version__)
    return rescore([(run.name, run.outcomes) for run in runs], votes, Panel(size=panel), sampling, base)


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
        raise InputError(code, where=Place(file=str(way.path)))
    steady: list[Steady] = []
    for run in changed:
        before = _original_of(run, originals, way)
        try:
            found = consistency(before.outcomes, run.outcomes, way.origins, sampling)
        except AnaphorError as error:
            raise said_of(run.path, error) from error
        mine, theirs = (dict(part.partition(":")[::2] for part in each.resolver.split("|")) for each in (before, run))
        differing = sorted(name for name in mine.keys() | theirs.keys() if mine.get(name) != theirs.get(name))
        steady.append(
            Steady(
                name=before.respondent, collection=run.asked.rpartition("#")[0], found=found, differing=tuple(differing)
            )
        )
    return tuple(steady)


def _original_of(run: ScoredRun, originals: Sequence[ScoredRun], way: OriginMap) -> ScoredRun:
    """The same respondent's run on the originals."""
    who, where = run.respondent, Place(file=str(run.path))
    found = [each for each in originals if each.respondent == who and way.original in (None, each.fingerprint)]
    if len(found) > 1:
        paths = {"first": str(found[0].path), "second": str(found[1].path)}
        raise InputError("score-origins-both", **paths, respondent=who, where=where)
    if not found:
        others = ", ".join(sorted({each.respondent for each in originals}))
        raise InputError("score-origins-other-respondent", respondent=who, others=others, where=where)
    return found[0]
