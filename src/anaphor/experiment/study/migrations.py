"""How the tables of a study came to be, version by version; a version that was used is never changed."""

from sqlalchemy import (
    Boolean,
    Column,
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
    text,
)

from anaphor.files import Migration


def _participant() -> Column[int]:
    owner = ForeignKey("participants.number", ondelete="CASCADE")
    return Column("participant", Integer, owner, nullable=False)


def _first(connection: Connection) -> None:
    """Study, participants, what they see and answer; accounts were foreseen here and moved out in version 2."""
    tables = MetaData()
    Table(
        "study",
        tables,
        Column("id", Integer, primary_key=True),
        Column("name", String, nullable=False),
        Column("design", Text, nullable=False),
        Column("fingerprint", String, nullable=False),
        Column("quota", Integer, nullable=False),
        Column("paused", Boolean, nullable=False),
        Column("frozen_at", Float),
    )
    Table(
        "participants",
        tables,
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
        Column("simulated", Boolean, nullable=False),
        UniqueConstraint("list", "nth"),
    )
    Table(
        "recruits",
        tables,
        Column("participant", Integer, ForeignKey("participants.number", ondelete="CASCADE"), primary_key=True),
        Column("recruiter", String, nullable=False),
        Column("person", String, nullable=False),
        Column("session", String),
        UniqueConstraint("recruiter", "person"),
    )
    Table(
        "shown",
        tables,
        _participant(),
        Column("trial", String, nullable=False),
        Column("position", Integer, nullable=False),
        Column("schema", String),
        Column("order", String, nullable=False),
        PrimaryKeyConstraint("participant", "trial"),
        UniqueConstraint("participant", "schema"),
    )
    _first_answers(tables)
    Table(
        "log",
        tables,
        Column("id", Integer, primary_key=True),
        Column("at", Float, nullable=False),
        Column("who", String, nullable=False),
        Column("what", String, nullable=False),
        Column("detail", Text),
    )
    Table(
        "accounts",
        tables,
        Column("name", String, primary_key=True),
        Column("password", String, nullable=False),
        Column("made_at", Float, nullable=False),
    )
    Table(
        "api_keys",
        tables,
        Column("digest", String, primary_key=True),
        Column("account", String, ForeignKey("accounts.name", ondelete="CASCADE"), nullable=False),
        Column("made_at", Float, nullable=False),
    )
    tables.create_all(connection)


def _first_answers(tables: MetaData) -> None:
    Table(
        "answers",
        tables,
        _participant(),
        Column("trial", String, nullable=False),
        Column("choice", Integer),
        Column("rt_ms", Float),
        Column("onset_ms", Float),
        Column("response_ms", Float),
        Column("frame_ms", Float),
        Column("focus_losses", Integer, nullable=False),
        Column("hidden_ms", Float, nullable=False),
        Column("repeated_key", Boolean, nullable=False),
        Column("device", String),
        Column("attempt", String),
        Column("comment", Text),
        Column("received_at", Float, nullable=False),
        PrimaryKeyConstraint("participant", "trial"),
        Index("answers_by_trial", "trial"),
    )
    Table(
        "conflicts",
        tables,
        Column("id", Integer, primary_key=True),
        _participant(),
        Column("trial", String, nullable=False),
        Column("sent", Text, nullable=False),
        Column("received_at", Float, nullable=False),
    )


def _second(connection: Connection) -> None:
    """Restarts and outcomes of participants, invitations, events of recruiters; accounts live elsewhere now."""
    connection.execute(text("DROP TABLE api_keys"))
    connection.execute(text("DROP TABLE accounts"))
    connection.execute(text("ALTER TABLE participants ADD COLUMN restarts INTEGER DEFAULT 0 NOT NULL"))
    connection.execute(text("ALTER TABLE participants ADD COLUMN outcome VARCHAR"))
    connection.execute(text("CREATE INDEX recruits_by_session ON recruits (session)"))
    # Each answer is looked up by its participant; counts by trial are few and may read the table.
    connection.execute(text("DROP INDEX answers_by_trial"))
    tables = MetaData()
    Table(
        "invited",
        tables,
        Column("token", String, primary_key=True),
        Column("made_at", Float, nullable=False),
        Column("note", Text),
    )
    Table(
        "recruiter_events",
        tables,
        Column("id", String, primary_key=True),
        Column("at", Float, nullable=False),
        Column("status", String, nullable=False),
    )
    tables.create_all(connection)


MIGRATIONS: tuple[Migration, ...] = (_first, _second)
"""One function per version, oldest first."""
