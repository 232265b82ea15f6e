"""The tables of a study as they are now, and how they came to be.

That a participant sees one item of each schema is a constraint here, not a convention. Names given by a recruiter
live in a table of their own, which can be emptied without touching an answer.
"""

from collections.abc import Callable

from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    bindparam,
    func,
    insert,
    select,
    text,
    update,
)

METADATA = MetaData()

STUDY = Table(
    "study",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String, nullable=False),
    Column("design", Text, nullable=False),
    Column("fingerprint", String, nullable=False),
    Column("quota", Integer, nullable=False),
    Column("paused", Boolean, nullable=False, default=False),
    Column("frozen_at", Float),
)

PARTICIPANTS = Table(
    "participants",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("token", String, nullable=False, unique=True),
    Column("list", Integer, nullable=False),
    Column("nth", Integer, nullable=False),
    Column("started_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
    Column("consent", String),
    Column("consented_at", Float),
    Column("screening", Text),
    Column("finished_at", Float),
    Column("withdrawn_at", Float),
    Column("freed_at", Float),
    Column("excluded", Text),
    Column("simulated", Boolean, nullable=False, default=False),
    Column("restarts", Integer, nullable=False, default=0, server_default="0"),
    Column("outcome", String),
    UniqueConstraint("list", "nth"),
)

RECRUITS = Table(
    "recruits",
    METADATA,
    Column("participant", Integer, ForeignKey("participants.number", ondelete="CASCADE"), primary_key=True),
    Column("recruiter", String, nullable=False),
    Column("person", String, nullable=False),
    Column("session", String),
    UniqueConstraint("recruiter", "person"),
    Index("recruits_by_session", "session"),
)

SHOWN = Table(
    "shown",
    METADATA,
    Column("participant", Integer, ForeignKey("participants.number", ondelete="CASCADE"), nullable=False),
    Column("trial", String, nullable=False),
    Column("position", Integer, nullable=False),
    Column("schema", String),
    Column("order", String, nullable=False),
    PrimaryKeyConstraint("participant", "trial"),
    UniqueConstraint("participant", "schema"),
)

ANSWERS = Table(
    "answers",
    METADATA,
    Column("participant", Integer, ForeignKey("participants.number", ondelete="CASCADE"), nullable=False),
    Column("trial", String, nullable=False),
    Column("choice", Integer),
    Column("rt_ms", Float),
    Column("onset_ms", Float),
    Column("response_ms", Float),
    Column("frame_ms", Float),
    Column("focus_losses", Integer, nullable=False, default=0),
    Column("hidden_ms", Float, nullable=False, default=0.0),
    Column("repeated_key", Boolean, nullable=False, default=False),
    Column("device", String),
    Column("attempt", String),
    Column("comment", Text),
    Column("received_at", Float, nullable=False),
    PrimaryKeyConstraint("participant", "trial"),
)

CONFLICTS = Table(
    "conflicts",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("participant", Integer, ForeignKey("participants.number", ondelete="CASCADE"), nullable=False),
    Column("trial", String, nullable=False),
    Column("sent", Text, nullable=False),
    Column("received_at", Float, nullable=False),
)

LOG = Table(
    "log",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("who", String, nullable=False),
    Column("what", String, nullable=False),
    Column("detail", Text),
)

INVITED = Table(
    "invited",
    METADATA,
    Column("token", String, primary_key=True),
    Column("made_at", Float, nullable=False),
    Column("note", Text),
)

EVENTS = Table(
    "recruiter_events",
    METADATA,
    Column("id", String, primary_key=True),
    Column("at", Float, nullable=False),
    Column("status", String, nullable=False),
)


PERSON, ANSWER, SHOWING, RECRUIT = PARTICIPANTS.c, ANSWERS.c, SHOWN.c, RECRUITS.c
"""The columns of what is asked for most."""


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


_VERSION_1 = """
CREATE TABLE study (
    id SERIAL NOT NULL PRIMARY KEY, name VARCHAR NOT NULL, design TEXT NOT NULL, fingerprint VARCHAR NOT NULL,
    quota INTEGER NOT NULL, paused BOOLEAN NOT NULL, frozen_at FLOAT
);
CREATE TABLE participants (
    number SERIAL NOT NULL PRIMARY KEY, token VARCHAR NOT NULL UNIQUE, list INTEGER NOT NULL, nth INTEGER NOT NULL,
    started_at FLOAT NOT NULL, seen_at FLOAT NOT NULL, consent VARCHAR, consented_at FLOAT, screening TEXT,
    finished_at FLOAT, withdrawn_at FLOAT, freed_at FLOAT, excluded TEXT, simulated BOOLEAN NOT NULL,
    UNIQUE (list, nth)
);
CREATE TABLE recruits (
    participant INTEGER NOT NULL PRIMARY KEY, recruiter VARCHAR NOT NULL, person VARCHAR NOT NULL, session VARCHAR,
    UNIQUE (recruiter, person), FOREIGN KEY (participant) REFERENCES participants (number) ON DELETE CASCADE
);
CREATE TABLE shown (
    participant INTEGER NOT NULL, trial VARCHAR NOT NULL, position INTEGER NOT NULL, schema VARCHAR,
    "order" VARCHAR NOT NULL, PRIMARY KEY (participant, trial), UNIQUE (participant, schema),
    FOREIGN KEY (participant) REFERENCES participants (number) ON DELETE CASCADE
);
CREATE TABLE answers (
    participant INTEGER NOT NULL, trial VARCHAR NOT NULL, choice INTEGER, rt_ms FLOAT, onset_ms FLOAT,
    response_ms FLOAT, frame_ms FLOAT, focus_losses INTEGER NOT NULL, hidden_ms FLOAT NOT NULL,
    repeated_key BOOLEAN NOT NULL, device VARCHAR, attempt VARCHAR, comment TEXT, received_at FLOAT NOT NULL,
    PRIMARY KEY (participant, trial), FOREIGN KEY (participant) REFERENCES participants (number) ON DELETE CASCADE
);
CREATE INDEX answers_by_trial ON answers (trial);
CREATE TABLE conflicts (
    id SERIAL NOT NULL PRIMARY KEY, participant INTEGER NOT NULL, trial VARCHAR NOT NULL, sent TEXT NOT NULL,
    received_at FLOAT NOT NULL, FOREIGN KEY (participant) REFERENCES participants (number) ON DELETE CASCADE
);
CREATE TABLE log (
    id SERIAL NOT NULL PRIMARY KEY, at FLOAT NOT NULL, who VARCHAR NOT NULL, what VARCHAR NOT NULL, detail TEXT
);
CREATE TABLE accounts (name VARCHAR NOT NULL PRIMARY KEY, password VARCHAR NOT NULL, made_at FLOAT NOT NULL);
CREATE TABLE api_keys (
    digest VARCHAR NOT NULL PRIMARY KEY, account VARCHAR NOT NULL, made_at FLOAT NOT NULL,
    FOREIGN KEY (account) REFERENCES accounts (name) ON DELETE CASCADE
)"""
"""Study, participants, what they see and answer; accounts were foreseen here and moved out in version 2."""
_VERSION_2 = """
DROP TABLE api_keys;
DROP TABLE accounts;
ALTER TABLE participants ADD COLUMN restarts INTEGER DEFAULT 0 NOT NULL;
ALTER TABLE participants ADD COLUMN outcome VARCHAR;
CREATE INDEX recruits_by_session ON recruits (session);
DROP INDEX answers_by_trial;
CREATE TABLE invited (token VARCHAR NOT NULL PRIMARY KEY, made_at FLOAT NOT NULL, note TEXT);
CREATE TABLE recruiter_events (id VARCHAR NOT NULL PRIMARY KEY, at FLOAT NOT NULL, status VARCHAR NOT NULL)"""
"""Restarts and outcomes of participants, invitations, events of recruiters; accounts live elsewhere now.

Each answer is looked up by its participant; counts by trial are few and may read the table without an index.
"""


def step(statements: str) -> Callable[[Connection], None]:
    """A version's statements as one step; SQLite numbers rows of a plain INTEGER key by itself."""

    def run(connection: Connection) -> None:
        serial = "SERIAL" if connection.dialect.name == "postgresql" else "INTEGER"
        for each in statements.replace("SERIAL", serial).split(";"):
            connection.execute(text(each))

    return run


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (step(_VERSION_1), step(_VERSION_2))
"""How the tables came to be, version by version, oldest first; a version that was used is never changed."""
