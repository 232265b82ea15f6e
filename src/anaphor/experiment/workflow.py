"""What the commands of a study do, each as one call: make a design, rehearse it, analyse it, bring in other answers."""

import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from anaphor.collection import load
from anaphor.errors import AnaphorError, InputError
from anaphor.experiment.design.design import Counting, Design, load_design, save_design
from anaphor.experiment.design.making import DesignPlan, make_design, page_language, read_extras, unseen_items
from anaphor.experiment.simulation import Crowd, Rehearsal, simulate
from anaphor.experiment.study.reading_out import people_of, study_of
from anaphor.experiment.study.record import Person, Study, is_study, load_study, save_study
from anaphor.experiment.study.store import Store, open_store

if TYPE_CHECKING:  # the statistics behind these take a while to load, and a server has no use for them
    from anaphor.experiment.analysis.analysis import StudyAnalysis
    from anaphor.experiment.analysis.difficulty import Classed
    from anaphor.experiment.analysis.screening import TrialRule
    from anaphor.experiment.importing.rows import ImportSettings
    from anaphor.experiment.selection.selection_rule import QuestionVotes


def database_of(design: Path, database: str | None = None) -> str:
    """Where the answers of a design are kept: beside it unless said otherwise."""
    return database or str(design.with_suffix(".db"))


def store_of(design: Path, database: str | None = None, *, new: bool = True) -> Store:
    """The study of a design; where there is none it is made, or refused if `new` is False."""
    planned, where = load_design(design), database_of(design, database)
    if not new and "://" not in where and not Path(where).is_file():
        raise InputError("experiment-no-answers-in", path=where)
    return open_store(where, planned, new=new)


def study_from(path: Path, database: str | None = None) -> Study:
    """The study that a path names: a design with the database beside it, or a file made by import or export."""
    if not is_study(path):
        return study_of(store_of(path, database, new=False))
    if database is not None:
        raise InputError("experiment-holds-answers", path=str(path))
    return load_study(path)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewDesign:
    """A design that was made and written."""

    design: Design
    path: Path
    unseen: tuple[str, ...]
    """Items of the collection that nobody is asked."""


def new_design(  # noqa: PLR0913  # what one command is told
    source: str,
    plan: DesignPlan,
    output: Path,
    *,
    words: Path | None = None,
    fillers: str | None = None,
    force: bool = False,
) -> NewDesign:
    """A design of a collection in a file; never over one that people have answered, over another one by force."""
    collection = load(source)
    own = read_extras(words, page_language(collection, plan.interface)) if words else None
    design = make_design(collection, replace(plan, extras=own, fillers=load(fillers) if fillers else None))
    # Refuse to write a design over another one, or beside a database whose people were shown another one
    database = Path(database_of(output))
    people: tuple[Person, ...] = ()
    with suppress(AnaphorError):  # no study of ours: who serves this design will be told
        if database.is_file():
            store = open_store(str(database), new=False)
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
    return NewDesign(design=design, path=output, unseen=unseen_items(collection, design))


def rehearse(design: Path, crowd: Crowd, database: Path | None = None) -> Rehearsal:
    """What came of simulated participants going through a study; kept in a new file, or nowhere."""
    planned = load_design(design)
    if database is not None and database.exists():
        raise InputError("experiment-rehearsal-there", path=str(database))
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(str(database or Path(folder) / "rehearsal.db"), planned)
        found = simulate(store, crowd)
        store.engine.dispose()
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysedStudy:
    """A study analysed under the rule for trials that was chosen, and under the others."""

    study: Study
    analysis: "StudyAnalysis"
    others: tuple["StudyAnalysis", ...] = ()
    classes: Mapping[str, "Classed"] = field(default_factory=dict)
    """What the author says of items below 80 %."""


def analyse_study(study: Study, trials: "TrialRule | None" = None, classes: Path | None = None) -> AnalysedStudy:
    """The analysis of a study under each rule for trials, and how its author classed the items below 80 %."""
    from anaphor.experiment.analysis.analysis import analyse
    from anaphor.experiment.analysis.difficulty import read_classes
    from anaphor.experiment.analysis.screening import TrialRule

    chosen = trials or TrialRule.ANTICIPATIONS
    return AnalysedStudy(
        study=study,
        analysis=analyse(study, trial_rule=chosen),
        others=tuple(analyse(study, trial_rule=rule, model=False) for rule in TrialRule if rule is not chosen),
        classes=read_classes(classes) if classes else {},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedVotes:
    """The votes on each question for paper 4's rule, and whose they are."""

    study: Study
    counting: Counting
    votes: tuple["QuestionVotes", ...]
    everybody: tuple["QuestionVotes", ...]


def count_votes(study: Study, counting: Counting | None = None, trials: "TrialRule | None" = None) -> CountedVotes:
    """The votes of those whose answers count, as said now or declared beforehand."""
    from anaphor.experiment.analysis.screening import TrialRule, screen
    from anaphor.experiment.selection.selection_rule import votes_of

    chosen = counting or study.counting
    if chosen is None:
        raise InputError("experiment-counting-open")
    screened = screen(study, study.exclusion, trials or TrialRule.ANTICIPATIONS)
    return CountedVotes(
        study=study,
        counting=chosen,
        votes=votes_of(study, screened, chosen),
        everybody=votes_of(study, screened, Counting.ALL),
    )


def import_study(  # noqa: PLR0913  # what one command is told
    file: Path,
    settings: "ImportSettings",
    output: Path,
    *,
    format: str | None = None,
    collection: str | None = None,
    name: str | None = None,
) -> Study:
    """The study in what another program wrote, saved as a file that `analyse` takes."""
    from anaphor.experiment.importing.formats import read_answers
    from anaphor.experiment.importing.importing import assemble

    found = read_answers(file, settings, format)
    study = assemble(found, name or file.resolve().stem, settings, load(collection) if collection else None)
    save_study(study, output)
    return study
