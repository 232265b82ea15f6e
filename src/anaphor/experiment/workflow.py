"""A study from its design to its analysis, each step one call: a design, a rehearsal, answers read, their analysis."""

import tempfile
import weakref
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Any

from anaphor.collection import load
from anaphor.errors import AnaphorError, InputError, member_of, whole_numbers
from anaphor.experiment.analysis.screening import TrialRule, screen
from anaphor.experiment.assembling import CollectionSource
from anaphor.experiment.design.design import Counting, Design, Recruiter, Recruiting, load_design, save_design
from anaphor.experiment.design.making import DesignPlan, make_design, page_language, read_extras, unseen_items
from anaphor.experiment.settings import (
    AnalysisSettings,
    AnswerReading,
    ImportAnswersSettings,
    NewSettings,
    RehearsalSettings,
    SelectionSettings,
)
from anaphor.experiment.simulation import Crowd, Rehearsal, rehearse
from anaphor.experiment.study.opening import StudySource, database_of, read_study, study_from
from anaphor.experiment.study.reading_out import people_of
from anaphor.experiment.study.record import Person, Study, save_study
from anaphor.experiment.study.store import open_store
from anaphor.files import MemoryTable, write_text
from anaphor.parameters import act, group_of
from anaphor.progress import progress
from anaphor.result import Result, frame_of
from anaphor.text import text

if TYPE_CHECKING:  # the statistics behind these take a while to load, and a server has no use for them
    from anaphor.agreement import StudyComparison
    from anaphor.experiment.analysis.agreeing import StudyAgreement
    from anaphor.experiment.analysis.analysis import StudyAnalysis
    from anaphor.experiment.analysis.difficulty import Classed
    from anaphor.experiment.selection_rule import QuestionVotes, Selection

_PAIRS = ("wilson", "jeffreys", "shrunken_interval")
"""Intervals that a table has in two columns."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NewDesign(Result):
    """A design that was made; calls that take a design take this."""

    design: Design
    path: Path | None
    """Its file; None where it is in memory only."""
    unseen: tuple[str, ...]
    """Items of the collection that nobody is asked."""


@act(NewSettings)
def new(collection: CollectionSource, settings: NewSettings) -> NewDesign:
    """The design of a study of a collection: a Latin square in which nobody sees two items of one schema.

    `output` is the file that it is written to; without one it lives in memory. `lists` is the number of lists,
    `quota` the participants wanted in all, `seed` that of all orders, `block` the trials between two breaks,
    `trials` the most that one person sees (lists are dealt into shorter ones), `language` that of the page (the
    collection's), `name` the study's. `recruiter` is link, prolific or tokens; `code` and `redirect` are what
    participants get at the end. `extras=False` leaves out practice, attention and control trials; `words` is a file
    of words and trials of one's own, `fillers` another collection. `scale` says whether candidates are steps of a
    scale, `counting` (first-3 or all) whose answers count for paper 4's rule, `retention` until when identities are
    kept. `adaptive` gives newcomers the items where an answer more does most for the reference. A design that people
    have answered is never written over, another one only with `force`.

    >>> new("anaphor-en", lists=2, quota=20).design.quota
    20
    """
    whole_numbers(
        lists=settings.lists, quota=settings.quota, block=settings.block, seed=settings.seed, trials=settings.trials
    )
    asked, target = load(collection), None if settings.output is None else Path(settings.output)
    plan = DesignPlan(
        lists=settings.lists,
        quota=settings.quota,
        seed=settings.seed,
        block=settings.block,
        trials=settings.trials,
        interface=settings.language,
        name=settings.name,
        extras=read_extras(Path(settings.words), page_language(asked, settings.language)) if settings.words else None,
        bare=not settings.extras,
        fillers=None if settings.fillers is None else load(settings.fillers),
        scale=settings.scale,
        recruiting=Recruiting(
            recruiter=member_of(Recruiter, settings.recruiter, "recruiter"),
            completion_code=settings.code,
            redirect=settings.redirect,
        ),
        counting=None if settings.counting is None else member_of(Counting, settings.counting, "counting"),
        retention=settings.retention,
        adaptive=settings.adaptive or None,
    )
    design = make_design(asked, plan)
    if target is not None:
        _write_design(design, target, settings.force)
    return NewDesign(design=design, path=target, unseen=unseen_items(asked, design))


def _write_design(design: Design, output: Path, force: bool) -> None:
    """Refuse to write a design over another one, or beside a database whose people were shown another one."""
    database = Path(database_of(output))
    people: tuple[Person, ...] = ()
    with suppress(AnaphorError):  # no study of ours: who serves this design will be told
        if database.is_file():
            store = open_store(str(database), new=False, read_only=True)
            try:
                people = people_of(store) if store.design != design else ()
            finally:
                store.engine.dispose()
    if people:
        code = "experiment-simulated-took-part" if all(each.simulated for each in people) else "experiment-took-part"
        raise InputError(code, count=len(people), database=str(database), path=str(output))
    if output.is_file() and not force:
        same = False
        with suppress(AnaphorError):
            same = load_design(output) == design
        if not same:
            raise InputError("experiment-design-there", path=str(output))
    save_design(design, output)


@act(RehearsalSettings)
def simulate(design: NewDesign | Design | Path | str, settings: RehearsalSettings) -> Rehearsal:
    """A rehearsal: simulated participants go through the real design, assignment and store. Nobody was asked.

    `participants` finish; of those who start, a share of `dropout` goes away in the middle and a share of `careless`
    answers at random. `accuracy` is the share of right answers of the average participant on the average item.
    `database` keeps the answers in a new file; without it they are there as long as the result is.

    >>> found = simulate(new("anaphor-en", lists=2, quota=4), participants=4, seed=2)
    >>> found.participants, found.lists, found.study.simulated
    (4, (2, 2), True)
    """
    path = Path(design) if isinstance(design, str | Path) else getattr(design, "path", None)
    whole_numbers(participants=settings.participants, seed=settings.seed)
    crowd = Crowd(
        finishing=settings.participants,
        seed=settings.seed,
        dropout=settings.dropout,
        careless=settings.careless,
        accuracy=settings.accuracy,
    )
    planned = load_design(Path(design)) if isinstance(design, str | Path) else design
    planned = planned.design if isinstance(planned, NewDesign) else planned
    target = None if settings.database is None else Path(settings.database)
    if target is not None and target.exists():
        raise InputError("experiment-rehearsal-there", path=str(target))
    folder = tempfile.mkdtemp(prefix="anaphor-") if target is None else None
    store = open_store(str(target or Path(str(folder)) / "rehearsal.db"), planned)
    if folder is not None:
        weakref.finalize(store.engine, rmtree, folder, ignore_errors=True)
    try:
        with progress(text("experiment-progress-simulate")) as move:
            found = rehearse(store, crowd, move)
    finally:
        store.engine.dispose()
    return replace(found, design=path, database=target)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ImportedStudy(Result):
    """Answers that were collected elsewhere, read; calls that take a study take this."""

    study: Study
    path: Path | None
    """The file that it was written to; None where it is in memory only."""

    def to_frame(self, table: str | None = None) -> Any:
        """The answers as a data frame, a row each."""
        return self.study.to_frame(table)


@act(ImportAnswersSettings)
def import_answers(file: Path | str | MemoryTable, settings: ImportAnswersSettings) -> ImportedStudy:
    """A study out of what jsPsych, PCIbex, PsyToolkit or Mechanical Turk wrote, a table, or a data frame.

    A table has a row for each answer, with columns such as participant, item and answer. `output` writes the study into
    a file that `analyse` takes. `collection` is the collection that was asked, `format` that of the file (by its
    content), `columns` names columns that are called otherwise, `where` keeps the rows with certain values,
    `count_from` is the number of the first candidate, `unfinished` takes those in who did not end the study,
    `keep_names` keeps people's names, `name` is the study's.

    >>> rows = [{"participant": "ada", "item": "q1", "answer": "the cat", "key": "the cat"}]
    >>> import_answers(rows).study.people[0].name
    'p0001'
    """
    study, target = (
        read_study(file, **group_of(AnswerReading, settings)),
        None if settings.output is None else Path(settings.output),
    )
    if target is not None:
        save_study(study, target)
    return ImportedStudy(study=study, path=target)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class AnalysedStudy(Result):
    """A study analysed under the rule for trials that was chosen, and under the others."""

    study: Study
    analysis: "StudyAnalysis"
    others: tuple["StudyAnalysis", ...] = ()
    classes: Mapping[str, "Classed"] = field(default_factory=dict)
    """What the author says of items below 80 %."""
    agreement: "StudyAgreement | None" = None
    """How far people agree; None where nobody answered or it was not asked."""

    def to_dict(self) -> dict[str, Any]:
        """The document that `analyse --json` prints."""
        from anaphor.experiment.analysis.documents import analysis_document

        return analysis_document(self.study, self.analysis, self.others, self.classes, self.agreement)

    def sheet(self) -> str:
        """The items below 80 % as a table (CSV) whose column `class` their author fills in; `classes` reads it."""
        from anaphor.experiment.analysis.difficulty import sheet

        return sheet(self.analysis, self.classes)

    def to_frame(self, table: str | None = None) -> Any:
        """A table as a data frame: a row for each item, or `participants`, or another of `tables`."""
        if table not in (None, "items"):
            return super().to_frame("people" if table == "participants" else table)
        rows = []
        for item in self.to_dict()["items"]:
            for each in _PAIRS:
                item[f"{each}_low"], item[f"{each}_high"] = item.pop(each) or (None, None)
            rows.append(item)
        return frame_of(rows)


@act(AnalysisSettings)
def analyse(study: StudySource, settings: AnalysisSettings) -> AnalysedStudy:
    """A study analysed: who was left out and why, the items with their intervals, conditions, agreement.

    `study` is a design with its `database` (beside it unless named), a database, a file made by `import_answers` or
    `export`, a result of `simulate` or `import_answers`, or a table of answers, which `collection`, `columns` and the
    other settings of `import_answers` say how to read. `trials` is the rule for single answers: anticipations, paper1
    or none. `classes` says why items below 80 % are hard: a sheet that its author filled in, or a class by item.
    `agreement=False` leaves the coefficients out.

    >>> len(analyse(simulate(new("anaphor-en"), participants=6), agreement=False).analysis.people)
    6
    """
    from anaphor.experiment.analysis.agreeing import agreement_of
    from anaphor.experiment.analysis.analysis import analyse_study as analysis_of
    from anaphor.experiment.analysis.difficulty import classes_of

    chosen = member_of(TrialRule, settings.trials, "trials")
    known = classes_of(settings.classes) if settings.classes is not None else {}
    found = study_from(study, settings.database, AnswerReading(**group_of(AnswerReading, settings)))
    others = [rule for rule in TrialRule if rule is not chosen]
    with progress(text("experiment-progress-analyse")) as move:
        first, rest = analysis_of(found, trial_rule=chosen), []
        for done, rule in enumerate(others, 1):
            move(done, len(others) + 2)
            rest.append(analysis_of(found, trial_rule=rule, model=False))
        responses = first.screened.responses
        agreed = None
        if settings.agreement and responses:
            agreed = agreement_of(responses, unsaid=found.only_right, adaptive=bool(found.adaptive))
    return AnalysedStudy(study=found, analysis=first, others=tuple(rest), classes=known, agreement=agreed)


def compare(
    *studies: StudySource, trials: TrialRule | str = TrialRule.ANTICIPATIONS, **settings: Any
) -> "StudyComparison":
    """Whether a second study upholds the first: the shares of right answers, item by item, as `agreement.compare`.

    Each study is what `analyse` takes, screened by its own rules and by `trials`; `settings` are those of
    `agreement.compare`: names, margin, level, times and seed.

    >>> found = simulate(new("anaphor-en", lists=2, quota=20), participants=8)
    >>> compare(found, found, times=100).items_p
    1.0
    """
    from anaphor.agreement import compare as compared

    rule, tables = member_of(TrialRule, trials, "trials"), []
    for each in studies:
        found = study_from(each, None)
        answers = screen(found, found.exclusion, rule).responses
        named = [(one.name, one.person, one.right) for one in answers if one.right is not None and not one.again]
        tables.append([{"item": a, "annotator": b, "label": "right" if c else "wrong"} for a, b, c in named])
    names = [each.name if isinstance(each, Path) else str(place) for place, each in enumerate(studies, 1)]
    return compared(*tables, **{"names": names, "focus": "right", **settings})


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SelectedQuestions(Result):
    """Paper 4's rule applied to the questions of a study, and the votes behind it."""

    study: Study
    counting: Counting
    """Whose answers count."""
    votes: tuple["QuestionVotes", ...]
    everybody: tuple["QuestionVotes", ...]
    verdict: "Selection"
    """Whether the set passes, and which questions stand in the way."""
    largest: tuple[str, ...]
    """The largest set of the questions that passes."""

    @property
    def passes(self) -> bool:
        """Whether the questions may be used as they are."""
        return self.verdict.passes


@act(SelectionSettings)
def select_questions(study: StudySource, settings: SelectionSettings) -> SelectedQuestions:
    """The questions that may be used in a challenge by paper 4's rule: three adults each, nine in ten right by all.

    `study`, `database`, `trials` and the settings for tables are those of `analyse`. `count` says whose answers count
    (first-3 or all) where the design has not declared it. `output` gets the ids of the largest set that passes.
    """
    from anaphor.experiment.selection_rule import apply_selection_rule as rule
    from anaphor.experiment.selection_rule import largest_passing, votes_of

    found = study_from(study, settings.database, AnswerReading(**group_of(AnswerReading, settings)))
    chosen = found.counting if settings.count is None else member_of(Counting, settings.count, "count")
    if chosen is None:
        raise InputError("experiment-counting-open")
    screened = screen(found, found.exclusion, member_of(TrialRule, settings.trials, "trials"))
    votes, everybody = (votes_of(found, screened, each) for each in (chosen, Counting.ALL))
    largest = largest_passing(votes)
    if settings.output is not None:
        write_text(Path(settings.output), "".join(f"{name}\n" for name in largest))
    return SelectedQuestions(
        study=found, counting=chosen, votes=votes, everybody=everybody, verdict=rule(votes), largest=largest
    )
