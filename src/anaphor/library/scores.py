"""What runs are worth, and whether one system is better than another: one call each."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack

from anaphor.answer import Answer
from anaphor.collection import LoadSettings, column_mapping
from anaphor.errors import InputError, member_of
from anaphor.files.frames import MemoryTable, frame_columns, is_path
from anaphor.library.outcomes import outcome_runs
from anaphor.library.runs import RunInput, RunOrigin, WantedLabels, listed_runs, read_scored
from anaphor.resolver.stored import table_runs
from anaphor.schema import Collection
from anaphor.scoring import ComparedRuns, ScoredRun, Scores
from anaphor.scoring.inputs import PeopleInput, read_origins, read_people
from anaphor.scoring.items import IntervalMethod, Missing, Sampling
from anaphor.scoring.systems import compare_runs, score_runs
from anaphor.text import Message


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
    panels of that size. `origins` is the map of changed wordings that `perturb` wrote. `missing` says what becomes of
    questions without an answer: `"refuse"`, `"abstain"` or `"skip"`. `interval`, `level`, `times` and `seed` make the
    intervals; `literature` sets published results beside; `items` adds what became of each item to the document.
    """
    kinds = (by,) if isinstance(by, str) else tuple(dict.fromkeys(by))
    scored = _scored(runs, settings, WantedLabels(kinds=kinds, audit=audit, table=groups), two=origins is not None)
    return score_runs(
        scored,
        kinds=kinds,
        sampling=_sampling(settings),
        people=_people(settings.get("people"), scored),
        panel=settings.get("panel"),
        origins=read_origins(origins) if origins is not None else None,
        with_literature=literature,
        items=items,
    )


def compare(
    *runs: RunInput | Sequence[RunInput] | Mapping[str, RunInput],
    outcomes: bool = False,
    cluster: str | None = None,
    **settings: Unpack[ScoringSettings],
) -> ComparedRuns:
    """Systems on the same items: differences with intervals, exact paired tests by schema (Holm), shared ranks.

    Runs and settings are given as to `score`. With `outcomes`, each is instead a 0/1 table of any benchmark, without a
    collection of ours: a row per item (named in a column `item` or `id`), and per system a column with 1 for right and
    0 for wrong. `cluster` is the column of what hangs together (a passage, a template), by default one that is called
    `cluster`, `schema`, `passage` or `group`. How steady the ranks are is then drawn, too.

    >>> made = compare({"item": ["a", "b", "c", "d"], "mine": [1, 1, 1, 1], "theirs": [1, 0, 0, 1]}, outcomes=True)
    >>> dict(made.ranks), made.pairs[0].p
    ({'mine': 1, 'theirs': 1}, 0.5)
    """
    if outcomes or cluster is not None:
        missing = member_of(Missing, settings.get("missing", "refuse"), "missing")
        return compare_runs(
            outcome_runs(runs, cluster, missing, settings.get("answers")), _sampling(settings), steadiness=True
        )
    scored = _scored(runs, settings, WantedLabels())
    return compare_runs(scored, _sampling(settings), _people(settings.get("people"), scored), settings.get("panel"))


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


def _people(given: Any, scored: Sequence[ScoredRun]) -> PeopleInput | None:
    """What is known of people; a table of their choices is read with the questions that they were asked."""
    if given is None:
        return None
    answers = isinstance(given, Sequence) and all(isinstance(each, Answer) for each in given)
    if is_path(given) or answers or {"right", "asked"} <= set(frame_columns(given)):
        return read_people(given)
    return read_people([answer for run in table_runs(given, scored[0].collection) for answer in run.answers])
