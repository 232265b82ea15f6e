"""The tables of a study as they are now, and how they came to be. One item of each schema for a participant is a
constraint; names given by a recruiter live in a table that can be emptied without touching an answer."""

from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any
from zlib import crc32

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    MetaData,
    Table,
    bindparam,
    create_engine,
    func,
    insert,
    select,
    text,
    update,
)

Step = Callable[[Connection], None]


def step(name: str) -> Step:
    """The statements of a version, in `data/experiment`, as one step; SQLite numbers rows of a plain key by itself."""

    def run(connection: Connection) -> None:
        serial = "SERIAL" if connection.dialect.name == "postgresql" else "INTEGER"
        statements = files("anaphor").joinpath(f"data/experiment/{name}.sql").read_text("utf-8")
        for each in statements.replace("SERIAL", serial).split(";"):
            connection.execute(text(each))

    return run


MIGRATIONS: tuple[Step, ...] = (step("study-1"), step("study-2"), step("study-3"))
"""How the tables came to be, version by version, oldest first; a version that was used is never changed."""


def _tables() -> MetaData:
    """The tables as all steps together leave them, read out of an empty database."""
    found = MetaData()
    with create_engine("sqlite://").begin() as connection:
        for each in MIGRATIONS:
            each(connection)
        found.reflect(connection)
    return found


METADATA = _tables()
"""All tables of a study."""
STUDY, PARTICIPANTS, RECRUITS, SHOWN, ANSWERS, CONFLICTS, LOG, INVITED, EVENTS = map(
    METADATA.tables.__getitem__,
    ("study", "participants", "recruits", "shown", "answers", "conflicts", "log", "invited", "recruiter_events"),
)
PERSON, ANSWER, SHOWING, RECRUIT = PARTICIPANTS.c, ANSWERS.c, SHOWN.c, RECRUITS.c
"""The columns of what is asked for most."""


_encoded = msgspec.msgpack.Encoder().encode
"""The same bytes for the same values in every database and version; it costs less than a microsecond."""


def answer_sum(cells: Sequence[Any]) -> int:
    """The check sum that an answer is saved with, so that a bit which flips on a disk is no answer of anybody's.

    The cells are those of all columns before `check_sum`, in their order.
    """
    number, trial, choice, rt, onset, response, frame, losses, hidden, key, *rest = cells
    times = [None if each is None else each + 0.0 for each in (rt, onset, response, frame, hidden)]  # of -0.0 it is 0.0
    return crc32(_encoded((number, trial, choice, times, losses, int(key), rest)))


CLOCK = "clock"
"""What the one line of the log is called that holds what is known of the server's clock; it is no act of anybody's."""
CLOCK_LINES = (LOG.c.who == "anaphor") & (LOG.c.what == CLOCK)


def count_rows(connection: Connection, table: Table, *which: ColumnElement[bool]) -> int:
    """How many rows there are of which all this holds."""
    return int(connection.execute(select(func.count()).select_from(table).where(*which)).scalar_one())


_CHANGE = update(PARTICIPANTS).where(PERSON.number == bindparam("who"))


def change_person(connection: Connection, number: int, recount: bool = True, /, **values: object) -> None:
    """Write something about one participant; how many are still going is counted again, unless it cannot change."""
    if recount:
        connection.info.pop("door", None)
    connection.execute(_CHANGE, {"who": number, **values})


def log_line(connection: Connection, who: str, what: str, detail: str | None, now: float) -> None:
    """Write a line into the study's log."""
    connection.execute(insert(LOG), {"at": now, "who": who, "what": what, "detail": detail})
