"""A study's database: opened with its design, which is frozen when the first participant starts."""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, insert, inspect, select, update

from anaphor.errors import FormatError, InputError, Place
from anaphor.experiment.design.design import Design
from anaphor.experiment.design.file import design_text, read_design
from anaphor.experiment.study.migrations import MIGRATIONS
from anaphor.experiment.study.study_lock import make_private
from anaphor.experiment.study.tables import LOG, STUDY
from anaphor.files import migrate, open_database, reading, shown_place, writing

_NO_DATABASE = "file is not a database"
"""What SQLite says; the file is not looked into before, since closing it would take SQLite's own locks off it."""
_BEGIN = "Start one with: anaphor experiment serve DESIGN"


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """A study and where its answers are kept."""

    engine: Engine
    """The database."""
    design: Design
    """What is shown to whom."""


def open_store(where: str, design: Design | None = None, *, new: bool = True) -> Store:
    """The store at a path or URL; one that is frozen refuses another design than its own.

    Where there is no study one is made of the design, unless there is none or `new` is False.
    """
    new = new and design is not None
    if "://" not in where:
        _check_file(Path(where), new)
    engine = open_database(where)
    try:
        if not new and not _has_study(engine):
            raise InputError("experiment-no-study-in", place=shown_place(where))
        migrate(engine, MIGRATIONS)
        return Store(engine=engine, design=_settled(engine, where, design))
    except BaseException as error:
        engine.dispose()
        if _NO_DATABASE in str(error):
            raise FormatError("experiment-no-database-study", where=Place(file=where)) from error
        raise


def _check_file(path: Path, new: bool) -> None:
    """Refuse what cannot be the file of a study, before anything is written into it."""
    if path.is_dir() or not path.resolve().parent.is_dir():
        raise InputError("experiment-study-cannot-kept-here", where=Place(file=str(path)))
    if not path.exists():
        if not new:
            raise InputError("experiment-no-study-in", place=str(path))
        if Path(f"{path}-wal").exists():
            raise InputError("experiment-lone-journal", path=str(path))
        make_private(path)
    elif not path.is_file():
        raise InputError("experiment-no-regular-file", where=Place(file=str(path)))


def _has_study(engine: Engine) -> bool:
    with reading(engine) as connection:
        return inspect(connection).has_table(STUDY.name)


def _settled(engine: Engine, where: str, design: Design | None) -> Design:
    """The design that holds: the one given while nobody has started, the one kept afterwards."""
    with writing(engine, alone=True) as connection:
        row = connection.execute(select(STUDY)).one_or_none()
        if row is None:
            if design is None:
                raise InputError("experiment-database-holds-no-study", place=shown_place(where))
            connection.execute(insert(STUDY), {"id": 1, **design_columns(design), "paused": False})
            return design
        kept = read_design(row.design, shown_place(where))
        if design is None or design == kept:
            if kept.fingerprint != row.fingerprint:  # a newer anaphor knows settings that the old design leaves open
                connection.execute(update(STUDY), {"fingerprint": kept.fingerprint})
            return kept
        if row.frozen_at is not None:
            raise InputError("experiment-design-changed-since-first-participant", name=row.name)
        connection.execute(update(STUDY), design_columns(design))
    return design


def design_columns(design: Design) -> dict[str, object]:
    """What the study's own row says of its design."""
    return {
        "name": design.name,
        "design": design_text(design),
        "fingerprint": design.fingerprint,
        "quota": design.quota,
    }


def note(store: Store, who: str, what: str, detail: str | None, now: float) -> None:
    """Write a line into the study's log."""
    with writing(store.engine) as connection:
        connection.execute(insert(LOG), {"at": now, "who": who, "what": what, "detail": detail})


def log_lines(store: Store) -> list[tuple[float, str, str, str | None]]:
    """The study's log: when, who, what, detail."""
    with reading(store.engine) as connection:
        rows = connection.execute(select(LOG.c.at, LOG.c.who, LOG.c.what, LOG.c.detail).order_by(LOG.c.id))
        return [(row.at, row.who, row.what, row.detail) for row in rows]
