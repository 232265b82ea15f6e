"""What runs are worth, and whether one system is better than another: one call each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

from anaphor.answer import MOST_FAILED, Abstention, AbstentionReason, Answer, checked_share
from anaphor.answers import table_rows, table_runs
from anaphor.collection import LoadSettings, column_mapping, load
from anaphor.errors import ContentError, InputError, Place, member_of, whole_numbers
from anaphor.files import MemoryTable, frame_columns, is_path
from anaphor.provenance import Signature, fingerprint
from anaphor.schema import Collection
from anaphor.scoring.benchmarks import outcome_runs, with_options
from anaphor.scoring.inputs import PeopleInput, read_origins, read_people
from anaphor.scoring.items.intervals import IntervalMethod, Sampling
from anaphor.scoring.items.outcomes import CountedTarget, Missing, Outcome, targets_of, unranked_sentence
from anaphor.scoring.joint.scaling import JointScale, scale_outcomes
from anaphor.scoring.reading import RunInput, RunOrigin, WantedLabels, listed_runs, read_scored
from anaphor.scoring.systems.people import people_outcomes
from anaphor.scoring.systems.runs import (
    ComparedRuns,
    ScoredRun,
    Scores,
    compare_runs,
    refuse_several,
    score_runs,
)
from anaphor.settings import AbstentionReading, ScaleModel
from anaphor.text import Message, message


class ScoringSettings(LoadSettings, total=False):
    """What `score` and `compare` both take, beside how a collection is read."""

    collection: str | Path | Collection | MemoryTable | None
    """What was asked, as `load` takes it; by default what the run was made on."""
    answers: str | None
    """Which program wrote the runs, if it is not recognised: lm-eval, inspect, table …"""
    people: str | Path | MemoryTable | None
    """People's answers, or how many were right on each item."""
    panel: int | None
    """Size of the panels that elect other references; by default as asked."""
    soft: bool
    """Whether runs are scored against people's distribution as well."""
    missing: Missing | str
    """What to do with questions without an answer: refuse (the default), abstain or skip."""
    interval: IntervalMethod | str
    """How intervals are made: auto (the default), cluster, bootstrap or wilson."""
    level: float
    """Level of the intervals, 0.95 by default."""
    times: int
    """How many samples or references are drawn, 2000 by default."""
    seed: int
    """Seed of what is drawn, 0 by default."""
    most_failed: float
    """Largest share of failures (time-outs, crashes, unreadable or cut off replies) with which a run is ranked, 0.05 by
    default; 1 ranks all."""


def score(  # noqa: PLR0913  # what the command takes
    *runs: RunInput | Sequence[RunInput] | Mapping[str, RunInput],
    by: str | Sequence[str] = (),
    audit: Any = None,
    groups: str | Path | MemoryTable | None = None,
    origins: str | Path | Mapping[str, Any] | None = None,
    literature: bool = False,
    items: bool = False,
    **settings: Unpack[ScoringSettings],
) -> Scores:
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
    kinds = (by,) if isinstance(by, str) else tuple(dict.fromkeys(by))
    scored = _scored(runs, settings, WantedLabels(kinds=kinds, audit=audit, table=groups), two=origins is not None)
    return score_runs(
        scored,
        kinds=kinds,
        sampling=_sampling(settings),
        people=_people(settings.get("people"), scored[0].collection),
        panel=settings.get("panel"),
        origins=read_origins(origins) if origins is not None else None,
        with_literature=literature,
        items=items,
        soft=settings.get("soft", False),
        most_failed=settings.get("most_failed", MOST_FAILED),
    )


def compare(
    *runs: RunInput | Sequence[RunInput] | Mapping[str, RunInput],
    outcomes: bool = False,
    cluster: str | None = None,
    without: str | Sequence[str] = (),
    **settings: Unpack[ScoringSettings],
) -> ComparedRuns:
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
    most_failed = settings.get("most_failed", MOST_FAILED)
    if outcomes or cluster is not None or without:
        missing = member_of(Missing, settings.get("missing", "refuse"), "missing")
        left = (without,) if isinstance(without, str) else without
        read = outcome_runs(runs, cluster, missing, settings.get("answers"), left)
        return compare_runs(read, _sampling(settings), steadiness=True, most_failed=most_failed)
    scored = _scored(runs, settings, WantedLabels())
    people, soft = _people(settings.get("people"), scored[0].collection), settings.get("soft", False)
    panel = settings.get("panel")
    return compare_runs(scored, _sampling(settings), people, panel, soft=soft, most_failed=most_failed)


def scale(  # noqa: PLR0913  # what the command takes
    *runs: RunInput | Sequence[RunInput] | Mapping[str, RunInput],
    outcomes: bool = False,
    model: ScaleModel | str = ScaleModel.TWO,
    guessing: bool = True,
    candidates: int | None = None,
    abstentions: AbstentionReading | str = AbstentionReading.AUTO,
    careless: bool = True,
    **settings: Unpack[ScoringSettings],
) -> JointScale:
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
    people = settings.get("people")
    if not runs and people is None:
        raise InputError("scale-nothing")
    wanted = settings.copy()
    wanted.setdefault("missing", Missing.SKIP)
    whole_numbers(candidates=candidates)
    if candidates is not None and (not outcomes or candidates < 2):
        raise InputError("scale-candidates" if outcomes else "scale-candidates-known", count=candidates)
    made: dict[str, Any] = {"model": member_of(ScaleModel, model, "model"), "guessing": guessing, "careless": careless}
    reading = member_of(AbstentionReading, abstentions, "abstentions")
    # A gap in a table of any benchmark does not say that anybody was asked.
    made["abstentions"] = AbstentionReading.MISSING if outcomes and reading is AbstentionReading.AUTO else reading
    made |= {name: settings[name] for name in ("level", "seed") if name in settings}
    if outcomes:
        answers = settings.get("answers")
        read, theirs = (
            outcome_runs(each, None, Missing.ABSTAIN, answers, counted=True) if each else []
            for each in (runs, (people,) if people is not None else ())
        )
        known, theirs_said = [(run.name, list(run.outcomes)) for run in theirs], tuple[Message, ...]()
        asked, source = (read or theirs)[0].asked, theirs[0].asked if theirs else None
    else:
        read = _scored(runs, wanted, WantedLabels()) if runs else []
        if not read and settings.get("collection") is None:
            raise InputError("scale-no-collection")
        whole = read[0].collection if read else load(settings["collection"])
        refuse_several(read)
        found = _people(people, whole, single=True)
        known = people_outcomes(targets_of(whole).items, found) if found else []
        asked, source = f"{whole.name}#{whole.fingerprint}", found.source if found else None
        theirs_said = found.notes if found else ()
    notes = tuple(dict.fromkeys([*(note for run in read for note in run.notes), *theirs_said]))
    most_failed = checked_share(settings.get("most_failed", MOST_FAILED))
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


def answer_labels(
    *runs: RunInput | Sequence[RunInput] | Mapping[str, RunInput],
    hear: Callable[[Message], None] = lambda note: None,
    **settings: Unpack[ScoringSettings],
) -> list[dict[str, str]]:
    """What systems chose, as labels for `agreement`: systems are annotators, the number of the candidate is the label.

    Runs and settings are given as to `score`. What was not answered has no label; `hear` is told what was supposed.

    >>> rows = answer_labels({"item": ["guitar.1"], "prediction": [0]}, collection="anaphor-en")
    >>> rows
    [{'item': 'guitar.1', 'annotator': 'table', 'label': '0'}]
    """
    scored = _scored(runs, {"missing": Missing.SKIP, **settings}, WantedLabels())
    for note in dict.fromkeys(note for run in scored for note in run.notes):
        hear(note)
    return [
        {"item": each.item, "annotator": run.name, "label": str(each.chosen)}
        for run in scored
        for each in run.outcomes
        if each.chosen is not None
    ]


def _scored(
    runs: Sequence[Any], settings: ScoringSettings, labels: WantedLabels, *, two: bool = False
) -> list[ScoredRun]:
    """The runs that were given with their outcomes; `two`: changed wordings need a run on the originals as well."""
    if not runs:
        raise InputError("score-no-run")
    if two and len(listed_runs(runs)) < 2:
        raise InputError("score-origins-two-runs")
    columns = column_mapping(settings.get("columns", ()))
    more = {"split": settings.get("split"), "count_from": settings.get("count_from")}
    columns |= {each: str(value) for each, value in more.items() if value is not None}
    origin = RunOrigin(
        source=settings.get("collection"),
        format=settings.get("format"),
        language=settings.get("language"),
        columns=tuple(columns.items()),
        answers=settings.get("answers"),
    )
    return read_scored(runs, origin, member_of(Missing, settings.get("missing", "refuse"), "missing"), labels)


def _sampling(settings: ScoringSettings) -> Sampling:
    return Sampling(
        method=member_of(IntervalMethod, settings.get("interval", "auto"), "interval"),
        level=settings.get("level", 0.95),
        times=settings.get("times", 2000),
        seed=settings.get("seed", 0),
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
