"""What an organiser does around the answers of a study, each as one call: look, invite, export, pay, copy."""

import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anaphor.experiment.dashboard import StudyStatus
from anaphor.experiment.dashboard import study_status as status_of
from anaphor.experiment.design.design import Design, load_design
from anaphor.experiment.exporting.files import Exported
from anaphor.experiment.exporting.files import export_study as write_files
from anaphor.experiment.people import payment_rows, payment_table
from anaphor.experiment.session.assignment import invite_participants as invite_people
from anaphor.experiment.settings import ExportSettings
from anaphor.experiment.study.opening import StudySource, store_of
from anaphor.experiment.study.store import StudyCopy, back_up, make_private
from anaphor.experiment.study.store import restore as restore_copy
from anaphor.files import shown_place, write_folder, write_text
from anaphor.parameters import act
from anaphor.result import Result, frame_of

if TYPE_CHECKING:
    from anaphor.experiment.workflow import NewDesign

FORMATS = ("csv", "answers")
"""What a study is exported as unless something else is asked for."""


def status(study: StudySource, *, database: Path | str | None = None) -> StudyStatus:
    """How far a study is, list by list: of a design with its `database`, of a database, or of a rehearsal."""
    return status_of(store_of(study, database, new=False), time.time())


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Invitations(Result):
    """Links for people who are invited, one each. They are secrets: they are in `links` and shown nowhere else."""

    links: tuple[str, ...]


def invite(
    study: StudySource, *, count: int, link: str = "http://127.0.0.1:8000", database: Path | str | None = None
) -> Invitations:
    """New links for so many people to a study whose recruiter is tokens; `link` is the address that it is served at."""
    store = store_of(study, database)
    tokens = invite_people(store, count, "command line", time.time())
    return Invitations(links=tuple(f"{link.rstrip('/')}/s/{store.design.name}?token={each}" for each in tokens))


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Payments(Result):
    """Whom a recruiter is to pay. `to_frame` says who people are: keep it apart from the answers."""

    rows: tuple[Mapping[str, Any], ...]
    """The recruiter's ids beside pseudonyms, how each ended, and the work done."""
    path: Path | None
    """The file that they were written to; None: they are in memory only."""

    def to_frame(self, table: str | None = None) -> Any:
        """A row for each person who is to be paid."""
        return frame_of(self.rows) if table is None else super(Payments, self).to_frame(table)


def payments(study: StudySource, *, output: Path | str | None = None, database: Path | str | None = None) -> Payments:
    """Whom a recruiter is to pay; `output` is a file that its owner alone can read, without one nothing is written."""
    store, target = store_of(study, database, new=False), None if output is None else Path(output)
    if target is not None:
        make_private(target)
        write_text(target, payment_table(store))
    return Payments(rows=tuple(payment_rows(store)), path=target)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ExportedStudy(Result):
    """The files of a study that were written."""

    folder: Path
    files: tuple[Exported, ...]
    project: str | None = None
    """The program that runs the study out of them; None: they hold answers."""


@act(ExportSettings)
def export(study: StudySource, settings: ExportSettings) -> ExportedStudy:
    """Write the answers of a study into the folder `output`, with its people, trials, a codebook and a manifest.

    `to` is any of csv (with `analysis.R`), jsonl, parquet, jspsych, answers (what agreement and scoring read), study
    (what `analyse` takes without a database) and psych-ds. The folder is described as a research object (RO-Crate).
    """
    folder, to = Path(settings.output), FORMATS if settings.to is None else settings.to
    store = store_of(study, settings.database, new=False)
    return ExportedStudy(folder=folder, files=write_files(store, folder, [to] if isinstance(to, str) else to))


def convert(
    design: "NewDesign | Design | Path | str", output: Path | str, *, to: str, scripts: Path | str | None = None
) -> ExportedStudy:
    """Write a designed study as a project for another server into the new folder `output`.

    `to` is jspsych or pcibex. A jsPsych page loads jsPsych from the web; it has it beside it where `scripts` is a
    folder in which npm installed it. What people answer there comes back with `import_answers(…, design=…)`.
    """
    from anaphor.experiment.exporting.projects import project_files

    if isinstance(design, str | Path):
        path, planned = Path(design), load_design(Path(design))
    else:
        path = getattr(design, "path", None) or Path("design.json")
        planned = design if isinstance(design, Design) else design.design
    made = project_files(planned, to, path.name, None if scripts is None else Path(scripts))
    write_folder(made, Path(output))
    written = {name: text.encode() for name, text in made.items()}
    files = (
        Exported(name=name, bytes=len(each), sha256=hashlib.sha256(each).hexdigest()) for name, each in written.items()
    )
    return ExportedStudy(folder=Path(output), files=tuple(files), project=to)


def backup(study: StudySource, *, output: Path | str = "backup.db", database: Path | str | None = None) -> StudyCopy:
    """Copy a study, running or not, into one file, which is checked before it takes the place of `output`."""
    return replace(back_up(store_of(study, database, new=False), Path(output)), file=str(output))


def restore(copy: Path | str, *, database: Path | str) -> StudyCopy:
    """Make a study again out of its copy, in a `database` that holds none: a new file, or an empty PostgreSQL."""
    return replace(restore_copy(Path(copy), str(database)), database=shown_place(str(database)))
