"""A study's database: opened with its design, which is frozen when the first participant starts."""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine, insert, select, update

from anaphor.errors import InputError
from anaphor.experiment.design import Design
from anaphor.experiment.design_file import design_text, read_design
from anaphor.experiment.migrations import MIGRATIONS
from anaphor.experiment.tables import LOG, STUDY
from anaphor.storage.database import migrate, open_database, reading, shown_place, writing


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """A study and where its answers are kept."""

    engine: Engine
    """The database."""
    design: Design
    """What is shown to whom."""


def open_store(where: str, design: Design | None = None) -> Store:
    """The store at a path or URL; a new one needs a design, a frozen one refuses another than its own."""
    if design is None and "://" not in where and not Path(where).is_file():
        raise InputError(f"there is no study in {where}", todo="Start one with: anaphor experiment serve DESIGN")
    engine = open_database(where)
    try:
        migrate(engine, MIGRATIONS)
        return Store(engine=engine, design=_settled(engine, where, design))
    except BaseException:
        engine.dispose()
        raise


def _settled(engine: Engine, where: str, design: Design | None) -> Design:
    """The design that holds: the one given while nobody has started, the one kept afterwards."""
    with writing(engine, alone=True) as connection:
        row = connection.execute(select(STUDY)).one_or_none()
        if row is None:
            if design is None:
                raise InputError(f"the database {shown_place(where)} holds no study", todo="Give its design.")
            connection.execute(insert(STUDY), {"id": 1, **_columns(design), "paused": False})
            return design
        if design is None or design.fingerprint == row.fingerprint:
            return read_design(row.design, shown_place(where))
        if row.frozen_at is not None:
            raise InputError(
                f"the design has changed since the first participant of {row.name} started",
                todo="Serve the old design, or begin a new study in another file.",
            )
        connection.execute(update(STUDY), _columns(design))
    return design


def _columns(design: Design) -> dict[str, object]:
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
