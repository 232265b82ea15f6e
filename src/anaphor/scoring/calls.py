"""What runs are worth, and whether one system is better than another: one call each."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from anaphor.answer import Abstention, AbstentionReason, Answer, checked_share
from anaphor.answers import table_rows, table_runs
from anaphor.collection import column_mapping, load
from anaphor.errors import ContentError, InputError, Place, member_of, whole_numbers
from anaphor.files import frame_columns, is_path
from anaphor.parameters import act_of_many
from anaphor.provenance import Signature, fingerprint
from anaphor.schema import Collection
from anaphor.scoring.benchmarks import outcome_runs, with_options
from anaphor.scoring.inputs import PeopleInput, read_origins, read_people
from anaphor.scoring.items.intervals import IntervalMethod, Sampling
from anaphor.scoring.items.outcomes import CountedTarget, Missing, Outcome, targets_of, unranked_sentence
from anaphor.scoring.joint.scaling import JointScale, scale_outcomes
from anaphor.scoring.reading import RunInput, RunOrigin, WantedLabels, listed_runs, read_scored
from anaphor.scoring.settings import (
    AbstentionReading,
    ChosenLabelSettings,
    CompareSettings,
    RunsReading,
    ScaleModel,
    ScaleSettings,
    ScoreSettings,
    ScoringSettings,
)
from anaphor.scoring.systems.people import people_outcomes
from anaphor.scoring.systems.runs import (
    ComparedRuns,
    ScoredRun,
    Scores,
    compare_runs,
    refuse_several,
    score_runs,
)
from anaphor.text import Message, message


@act_of_many(ScoreSettings)
def score(*runs: RunInput | Sequence[RunInput] | Mapping[str, RunInput], settings: ScoreSettings) -> Scores:
    """What runs are worth, with intervals: right, wrong and abstained are counted fairly, intervals are by schema.

    A run is a file, what `resolve` returned, or a table of predictions with the columns `item` and `prediction` (a
    candidate's text or number; empty abstains), `score_0`, `score_1` … where there are scores, and `system` where there
    are several; a table needs `collection`. Several runs are given one after the other, in a list, or in a mapping that
    names them. `by` are kinds of groups (domain, pronoun, candidates …; audit and exposure from an `audit`, others from
    `groups`, a table with the column `item`). `people` are people's answers (a file, a list of `Answer`, or a table
    with the columns item, choice and respondent) or counts (item, right, asked); `panel` draws references of other
    panels of that size, `soft` scores against the distribution of people. `origins` is the map of changed wordings
    that `perturb` wrote. `missing` says what becomes of questions without an answer: `"refuse"`, `"abstain"` or
    `"skip"`. `interval`, `level`, `times` and `seed` make the intervals; `literature` sets published results
    beside; `items` adds what became of each item to the document. A run with a larger share of failures than
    `most_failed` (0.05; 1: any) is not ranked, since failures count as guesses.
    """
    kinds = (settings.by,) if isinstance(settings.by, str) else tuple(dict.fromkeys(settings.by))
    wanted, origins = WantedLabels(kinds=kinds, audit=settings.audit, table=settings.groups), settings.origins
    scored = _scored(runs, settings, wanted, two=origins is not None)
    return score_runs(
        scored,
        kinds=kinds,
        sampling=_sampling(settings),
        people=_people(settings.people, scored[0].collection),
        panel=settings.panel,
        origins=read_origins(origins) if origins is not None else None,
        with_literature=settings.literature,
        items=settings.items,
        soft=settings.soft,
        most_failed=settings.most_failed,
    )


@act_of_many(CompareSettings)
def compare(*runs: RunInput | Sequence[RunInput] | Mapping[str, RunInput], settings: CompareSettings) -> ComparedRuns:
    """Systems on the same items: differences with intervals, exact paired tests by schema (Holm), shared ranks.

    Runs and settings are given as to `score`. With `outcomes`, each is instead a 0/1 table of any benchmark, without a
    collection of ours: a row per item (named in a column `item` or `id`), and per system a column with 1 for right and
    0 for wrong. `cluster` is the column of what hangs together (a passage, a template), by default one that is called
    `cluster`, `schema`, `passage` or `group`; `without` names columns that are no system's. A long table has the
    columns item, system and correct. How steady the ranks are is then drawn, too.

    >>> made = compare({"item": ["a", "b", "c", "d"], "mine": [1, 1, 1, 1], "theirs": [1, 0, 0, 1]}, outcomes=True)
    >>> dict(made.ranks), made.pairs[0].p
    ({'mine': 1, 'theirs': 1}, 0.5)
    """
    cluster, without = settings.cluster, settings.without
    most_failed = settings.most_failed
    if settings.outcomes or cluster is not None or without:
        missing = member_of(Missing, settings.missing, "missing")
        left = (without,) if isinstance(without, str) else without
        read = outcome_runs(runs, cluster, missing, settings.answers, left)
        return compare_runs(read, _sampling(settings), steadiness=True, most_failed=most_failed)
    scored = _scored(runs, settings, WantedLabels())
    people, soft = _people(settings.people, scored[0].collection), settings.soft
    panel = settings.panel
    return compare_runs(scored, _sampling(settings), people, panel, soft=soft, most_failed=most_failed)


@act_of_many(ScaleSettings)
def scale(*runs: RunInput | Sequence[RunInput] | Mapping[str, RunInput], settings: ScaleSettings) -> JointScale:
    """People and machines on one scale with the items: where machines stand among people, and which items look broken.

    Runs and `people` are given as to `score`, people by their single answers; either may be absent, and without runs
    `collection` is needed. With `outcomes` both are 0/1 tables of any benchmark, as `compare` takes them. `model` is
    `"2pl"` (items differ in difficulty and slope) or `"rasch"` (in difficulty); `guessing` gives whoever does not know
    the chance of 1 in as many as there are candidates, which for 0/1 tables `candidates` says, or a column of that
    name; where nothing does, guessing is not modelled, and the signature says so. With `careless`, people whose answers
    look as if given at random are told apart, and machines are placed among the others. `abstentions` are `"missing"`
    (no answers), `"unknown"` (the answer was not known), or `"auto"`: as the answers show; gaps of 0/1 tables are then
    missing. A question that was not asked is no answer, and neither is one that failed.

    >>> table = {"item": ["a", "b", "c", "d"], "one": [1, 1, 0, 1], "two": [1, 0, 0, 1], "three": [1, 1, 1, 0]}
    >>> found = scale(table, outcomes=True, model="rasch")
    >>> found.respondents[-1].name, found.people, found.machines
    ('two', 0, 3)
    """
    outcomes, candidates, people = settings.outcomes, settings.candidates, settings.people
    if not runs and people is None:
        raise InputError("scale-nothing")
    whole_numbers(candidates=candidates)
    if candidates is not None and (not outcomes or candidates < 2):
        raise InputError("scale-candidates" if outcomes else "scale-candidates-known", count=candidates)
    guessing, model = settings.guessing, member_of(ScaleModel, settings.model, "model")
    made: dict[str, Any] = {"model": model, "guessing": guessing, "careless": settings.careless}
    reading = member_of(AbstentionReading, settings.abstentions, "abstentions")
    # A gap in a table of any benchmark does not say that anybody was asked.
    made["abstentions"] = AbstentionReading.MISSING if outcomes and reading is AbstentionReading.AUTO else reading
    made |= {"level": settings.level, "seed": settings.seed}
    if outcomes:
        answers = settings.answers
        read, theirs = (
            outcome_runs(each, None, Missing.ABSTAIN, answers, counted=True) if each else []
            for each in (runs, (people,) if people is not None else ())
        )
        known, theirs_said = [(run.name, list(run.outcomes)) for run in theirs], tuple[Message, ...]()
        asked, source = (read or theirs)[0].asked, theirs[0].asked if theirs else None
    else:
        read = _scored(runs, settings, WantedLabels()) if runs else []
        if not read and settings.collection is None:
            raise InputError("scale-no-collection")
        whole = read[0].collection if read else load(settings.collection)
        refuse_several(read)
        found = _people(people, whole, single=True)
        known = people_outcomes(targets_of(whole).items, found) if found else []
        asked, source = f"{whole.name}#{whole.fingerprint}", found.source if found else None
        theirs_said = found.notes if found else ()
    notes = tuple(dict.fromkeys([*(note for run in read for note in run.notes), *theirs_said]))
    most_failed = checked_share(settings.most_failed)
    replies = {run.name: run.replies for run in read}
    # Who chose nothing has no place, whatever share of failures is allowed.
    unplaced = {
        name: counts.unranked(most_failed) or "silent"
        for name, counts in replies.items()
        if not counts.answered or counts.unranked(most_failed)
    }
    why = [
        message("scale-chose-nothing", name=run.name, asked=run.replies.asked)
        if unplaced[run.name] == "silent"
        else unranked_sentence(run.name, run.outcomes, most_failed, run.skipped)
        for run in read
        if run.name in unplaced
    ]
    if unplaced and len(read) - len(unplaced) + len(known) < 2:
        left = len(read) - len(unplaced)
        raise ContentError("scale-all-unranked", placed=left, machines=len(read), why=why[0])
    notes = (*notes, *(message("scale-unranked", why=reason) for reason in why))
    read = [run for run in read if run.name not in unplaced]
    base = Signature.of(
        collection=asked, runs=f"{len(read)}#{fingerprint([str(run.signature) for run in read])}", people=source
    )
    machines: Sequence[tuple[str, Sequence[Outcome]]] = [(run.name, run.outcomes) for run in read]
    if outcomes and guessing:
        counts, listed = _option_counts([*machines, *known], candidates)
        if counts and len(counts) < listed:
            raise InputError("scale-candidates-some", known=len(counts), items=listed)
        if counts:
            machines, known = with_options(machines, counts), with_options(known, counts)
            base |= Signature.of(candidates=fingerprint(sorted(counts.items())))
        else:
            notes = (*notes, message("scale-candidates-unknown"))
    placed = scale_outcomes(machines, known, collection=asked, signature=base, notes=notes, **made)
    return replace(placed, replies=replies, unplaced=unplaced)


def _option_counts(
    respondents: Sequence[tuple[str, Sequence[Outcome]]], candidates: int | None
) -> tuple[dict[str, int], int]:
    """How many candidates each item has: as many as its table says, or as all have; and how many items there are."""
    targets = {one.target.item: one.target for _, outcomes in respondents for one in outcomes}
    told: dict[str, int] = {}
    for each in (one.target for _, outcomes in respondents for one in outcomes):
        if isinstance(each, CountedTarget) and told.setdefault(each.item, each.options) != each.options:
            raise InputError("scale-candidates-differ", item=each.item, one=each.options, other=told[each.item])
    return {item: told.get(item, candidates or 0) for item in targets if item in told or candidates}, len(targets)


@act_of_many(ChosenLabelSettings)
def answer_labels(
    *runs: RunInput | Sequence[RunInput] | Mapping[str, RunInput], settings: ChosenLabelSettings
) -> list[dict[str, str]]:
    """What systems chose, as labels for `agreement`: systems are annotators, the number of the candidate is the label.

    Runs and settings are given as to `score`. What was not answered has no label; `hear` is told what was supposed.

    >>> rows = answer_labels({"item": ["guitar.1"], "prediction": [0]}, collection="anaphor-en")
    >>> rows
    [{'item': 'guitar.1', 'annotator': 'table', 'label': '0'}]
    """
    scored = _scored(runs, settings, WantedLabels())
    for note in dict.fromkeys(note for run in scored for note in run.notes):
        settings.hear(note)
    return [
        {"item": each.item, "annotator": run.name, "label": str(each.chosen)}
        for run in scored
        for each in run.outcomes
        if each.chosen is not None
    ]


def _scored(runs: Sequence[Any], settings: RunsReading, labels: WantedLabels, *, two: bool = False) -> list[ScoredRun]:
    """The runs that were given with their outcomes; `two`: changed wordings need a run on the originals as well."""
    if not runs:
        raise InputError("score-no-run")
    if two and len(listed_runs(runs)) < 2:
        raise InputError("score-origins-two-runs")
    columns = column_mapping(settings.columns)
    more = {"split": settings.split, "count_from": settings.count_from}
    columns |= {each: str(value) for each, value in more.items() if value is not None}
    origin = RunOrigin(
        source=settings.collection,
        format=settings.format,
        language=settings.language,
        columns=tuple(columns.items()),
        answers=settings.answers,
    )
    return read_scored(runs, origin, member_of(Missing, settings.missing, "missing"), labels)


def _sampling(settings: ScoringSettings) -> Sampling:
    return Sampling(
        method=member_of(IntervalMethod, settings.interval, "interval"),
        level=settings.level,
        times=settings.times,
        seed=settings.seed,
    )


def _people(given: Any, collection: Collection, *, single: bool = False) -> PeopleInput | None:
    """What is known of people; their choices are read with the questions; with `single`, counts will not do."""
    if given is None:
        return None
    if is_path(given) and Path(given).suffix.lower() in (".csv", ".tsv"):
        rows = [row for _, row in table_rows(given, ())]
        if not rows or {"right", "asked"} <= rows[0].keys() or not {"choice", "prediction", "answer"} & rows[0].keys():
            if single:
                raise InputError("scale-counts", where=Place(file=str(given)))
            return read_people(given)
        given = rows
    answers = isinstance(given, Sequence) and all(isinstance(each, Answer) for each in given)
    if is_path(given) or answers or {"right", "asked"} <= set(frame_columns(given)):
        return read_people(given)
    read = [answer for run in table_runs(given, collection) for answer in run.answers]
    silent = [each.reply for each in read if isinstance(each.reply, Abstention)]
    unread = [each.detail or "" for each in silent if each.reason is AbstentionReason.UNREADABLE]
    notes = (message("resolve-unreadable", count=len(unread), first=unread[0]),) if unread else ()
    return replace(read_people(read), notes=notes)
