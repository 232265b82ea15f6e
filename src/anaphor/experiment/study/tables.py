"""The tables of a study as they are now; `migrations` says how they came to be.

That a participant sees one item of each schema is a constraint here, not a convention. Names given by a recruiter
live in a table of their own, which can be emptied without touching an answer.
"""

from sqlalchemy import (
    Boolean,
    Column,
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
