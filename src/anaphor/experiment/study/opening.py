"""From whatever names a study to the study: a design, a database, a file, a result of a call, a table in memory."""

from pathlib import Path

from anaphor.answers import ImportSettings
from anaphor.collection import load
from anaphor.errors import InputError
from anaphor.experiment.assembling import assemble
from anaphor.experiment.design.design import Design, load_design
from anaphor.experiment.settings import AnswerReading
from anaphor.experiment.study.reading_out import study_of
from anaphor.experiment.study.record import Study, is_study, load_study
from anaphor.experiment.study.store import Store, open_store
from anaphor.files import MemoryTable, is_path
from anaphor.parameters import act

StudySource = Path | str | Study | MemoryTable
"""A design with its database, a database, a study's file, a result that holds a study, or a table of answers."""
_AS_FOUND = AnswerReading()
"""Nothing is said of how answers are read."""
_DATABASES = (".db", ".sqlite", ".sqlite3")
"""How databases are called; they are not looked into, since closing them would take SQLite's own locks off."""


def database_of(design: Path, database: str | None = None) -> str:
    """Where the answers of a design are kept: beside it unless said otherwise."""
    return database or str(design.with_suffix(".db"))


def store_of(study: StudySource, database: Path | str | None = None, *, new: bool = True) -> Store:
    """The store of a study: of a design, of its database, or of a rehearsal; made if `new` where there is none."""
    if isinstance(held := getattr(study, "store", None), Store):
        return held
    path = Path(study) if is_path(study) else getattr(study, "path", None)
    if is_path(study) and _is_database(study):
        if database is not None:
            raise InputError("experiment-holds-answers", path=str(study))
        return open_store(str(study), new=False, read_only=not new)
    planned = study if isinstance(study, Design) else getattr(study, "design", None)
    if is_path(study):
        planned = load_design(Path(study))
    if not isinstance(planned, Design):
        raise InputError("experiment-no-study-given", kind=type(study).__name__)
    if database is None and path is None:
        raise InputError("experiment-design-in-memory", name=planned.name)
    where = str(database) if database is not None else database_of(path or Path())
    if not new and "://" not in where and not Path(where).is_file():
        raise InputError("experiment-no-answers-in", path=where)
    return open_store(where, planned, new=new, read_only=not new)


def study_from(source: StudySource, database: Path | str | None = None, reading: AnswerReading = _AS_FOUND) -> Study:
    """The study that something names; `reading` says how a table, or a file of another program, is read."""
    held = source if isinstance(source, Study) else getattr(source, "study", None)
    if not isinstance(held, Study) and is_path(source) and not _is_database(source) and is_study(Path(source)):
        held = load_study(Path(source))
    if isinstance(held, Study):
        if reading != _AS_FOUND:
            said = [name for name, value in vars(reading).items() if value != getattr(_AS_FOUND, name)]
            raise InputError("experiment-read-already", name=held.name, settings=", ".join(said))
        if database is not None:
            raise InputError("experiment-holds-answers", path=str(source) if is_path(source) else held.name)
        return held
    if reading != _AS_FOUND or not (is_path(source) or isinstance(getattr(source, "design", source), Design)):
        return read_study.with_settings(source, reading)
    return study_of(store_of(source, database, new=False))


@act(AnswerReading)
def read_study(source: Path | str | MemoryTable, settings: AnswerReading) -> Study:
    """The study in what another program wrote, or in a table in memory."""
    from anaphor.answers import read_study_file, read_study_table

    design, collection = settings.design, settings.collection
    how = ImportSettings(
        columns=dict(settings.columns or {}),
        where=tuple((column, str(value)) for column, value in (settings.where or {}).items()),
        count_from=settings.count_from,
        keep_names=settings.keep_names,
        unfinished=settings.unfinished,
    )
    if design is not None and collection is not None:
        raise InputError("experiment-design-or-collection")
    planned = load_design(Path(design)) if isinstance(design, str | Path) else getattr(design, "design", design)
    asked = planned if planned is not None else None if collection is None else load(collection)
    if is_path(source):
        found, own = read_study_file(Path(source), how, settings.format), Path(source).resolve().stem
    else:
        found, own = read_study_table(source, how, settings.format), asked.name if asked else "study"
    return assemble(found, settings.name or own, how, asked)


def _is_database(named: object) -> bool:
    return "://" in str(named) or Path(str(named)).suffix in _DATABASES
