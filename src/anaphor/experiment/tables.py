"""The tables of a study, and how they came to be, version by version.

That a participant sees one item of each schema is a constraint here, not a convention. Names given by a recruiter
live in a table of their own, which can be emptied without touching an answer.
"""

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
)

from anaphor.storage.database import Migration

METADATA = MetaData()

STUDY = Table(
    "study", METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String, nullable=False),
    Column("design", Text, nullable=False),
    Column("fingerprint", String, nullable=False),
    Column("quota", Integer, nullable=False),
    Column("paused", Boolean, nullable=False, default=False),
    Column("frozen_at", Float),
)  # fmt: skip

PARTICIPANTS = Table(
    "participants", METADATA,
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
    UniqueConstraint("list", "nth"),
)  # fmt: skip

RECRUITS = Table(
    "recruits", METADATA,
    Column("participant", Integer, ForeignKey("participants.number", ondelete="CASCADE"), primary_key=True),
    Column("recruiter", String, nullable=False),
    Column("person", String, nullable=False),
    Column("session", String),
    UniqueConstraint("recruiter", "person"),
)  # fmt: skip

SHOWN = Table(
    "shown", METADATA,
    Column("participant", Integer, ForeignKey("participants.number", ondelete="CASCADE"), nullable=False),
    Column("trial", String, nullable=False),
    Column("position", Integer, nullable=False),
    Column("schema", String),
    Column("order", String, nullable=False),
    PrimaryKeyConstraint("participant", "trial"),
    UniqueConstraint("participant", "schema"),
)  # fmt: skip

ANSWERS = Table(
    "answers", METADATA,
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
    Index("answers_by_trial", "trial"),
)  # fmt: skip

CONFLICTS = Table(
    "conflicts", METADATA,
    Column("id", Integer, primary_key=True),
    Column("participant", Integer, ForeignKey("participants.number", ondelete="CASCADE"), nullable=False),
    Column("trial", String, nullable=False),
    Column("sent", Text, nullable=False),
    Column("received_at", Float, nullable=False),
)  # fmt: skip

LOG = Table(
    "log", METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("who", String, nullable=False),
    Column("what", String, nullable=False),
    Column("detail", Text),
)  # fmt: skip

ACCOUNTS = Table(
    "accounts", METADATA,
    Column("name", String, primary_key=True),
    Column("password", String, nullable=False),
    Column("made_at", Float, nullable=False),
)  # fmt: skip

KEYS = Table(
    "api_keys", METADATA,
    Column("digest", String, primary_key=True),
    Column("account", String, ForeignKey("accounts.name", ondelete="CASCADE"), nullable=False),
    Column("made_at", Float, nullable=False),
)  # fmt: skip


def _first(connection: Connection) -> None:
    METADATA.create_all(connection)


MIGRATIONS: tuple[Migration, ...] = (_first,)
"""One function per version, oldest first; a released one is never changed."""
