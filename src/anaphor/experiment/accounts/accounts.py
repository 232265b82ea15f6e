"""Organisers: who may look at a study's desk, their passwords, sessions and API keys.

They live in a database of their own, so that a study can be copied or handed on without anybody's password. Passwords
are kept as argon2 hashes; of session and API keys only the SHA-256 is kept.
"""

import hashlib
import os
import re
import secrets
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError
from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    func,
    insert,
    select,
    update,
)

from anaphor.errors import InputError, UnknownNameError
from anaphor.experiment.study.store import make_private
from anaphor.files import migrate, open_database, reading, writing

SHORTEST_PASSWORD = 10
"""Characters that a password has at least."""
SESSION_S = 8 * 3600.0
"""A session ends so long after its last request."""
WINDOW_S = 900.0
TRIES = 5
"""So many wrong passwords for one name within the window, and the name must wait until the window has passed."""
_ALL_TRIES = 60
"""So many for all names within a minute, and everybody must wait: somebody goes through a list of names."""
_REMEMBERED_S = 90 * 86_400.0
"""Log-ins are remembered so long."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,63}")
_HASHER = PasswordHasher()
_TABLES = MetaData()

_PEOPLE = Table(
    "organisers",
    _TABLES,
    Column("name", String, primary_key=True),
    Column("password", String, nullable=False),
    Column("made_at", Float, nullable=False),
)


def _owner() -> "Column[str]":
    return Column("name", String, ForeignKey("organisers.name", ondelete="CASCADE"), nullable=False)


_KEYS = Table(
    "organiser_keys",
    _TABLES,
    Column("id", Integer, primary_key=True),
    Column("digest", String, nullable=False, unique=True),
    _owner(),
    Column("label", String, nullable=False),
    Column("made_at", Float, nullable=False),
)
_SESSIONS = Table(
    "organiser_sessions",
    _TABLES,
    Column("digest", String, primary_key=True),
    _owner(),
    Column("check", String, nullable=False),
    Column("seen_at", Float, nullable=False),
)
_LOGINS = Table(
    "organiser_logins",
    _TABLES,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("name", String, nullable=False),
    Column("what", String, nullable=False),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Accounts:
    """Where organisers are kept."""

    engine: Engine
    """The database."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One organiser."""

    name: str
    """What they log in with."""
    made_at: float
    """When the account was made, in seconds since 1970."""
    keys: int
    """How many API keys they have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """Somebody who is logged in."""

    name: str
    """Who."""
    check: str
    """What every form of theirs must bring along, so that no other site can send one for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """A key for programs."""

    id: int
    """Number, to revoke it by."""
    label: str
    """What it is for."""
    made_at: float
    """When it was made, in seconds since 1970."""


def open_accounts(where: str | None = None) -> Accounts:
    """The accounts at a path or URL; made when there are none yet, readable by their owner alone.

    They are kept in $ANAPHOR_ACCOUNTS, or in a file in the user's data folder, unless said otherwise.
    """
    from platformdirs import user_data_path

    place = where or os.environ.get("ANAPHOR_ACCOUNTS") or str(user_data_path("anaphor") / "accounts.db")
    if "://" not in place:
        make_private(Path(place), folders=True)
    engine = open_database(place)
    try:
        migrate(engine, (_TABLES.create_all,), "anaphor_organisers_version")
    except BaseException:
        engine.dispose()
        raise
    return Accounts(engine=engine)


def add_account(accounts: Accounts, name: str, password: str, now: float) -> None:
    """Let somebody log in."""
    if not _NAME.fullmatch(name):
        raise InputError("experiment-bad-account-name", name=name)
    if len(password) < SHORTEST_PASSWORD:
        raise InputError("experiment-short-password", least=SHORTEST_PASSWORD)
    hashed = _HASHER.hash(password)
    with writing(accounts.engine, alone=True) as connection:
        if connection.execute(select(_PEOPLE.c.name).where(_PEOPLE.c.name == name)).first():
            raise InputError("experiment-account-there", name=name)
        connection.execute(insert(_PEOPLE), {"name": name, "password": hashed, "made_at": now})
        _log(connection, name, "account added", now)


def remove_account(accounts: Accounts, name: str, now: float) -> None:
    """Let somebody in no longer: their sessions and keys end at once."""
    with writing(accounts.engine) as connection:
        if not connection.execute(_PEOPLE.delete().where(_PEOPLE.c.name == name)).rowcount:
            known = connection.execute(select(_PEOPLE.c.name)).scalars().all()
            raise UnknownNameError("account", name, known)
        _log(connection, name, "account removed", now)


def list_accounts(accounts: Accounts) -> list[Account]:
    """Everybody who may log in, by name."""
    keys = select(func.count()).select_from(_KEYS).where(_KEYS.c.name == _PEOPLE.c.name).scalar_subquery()
    with reading(accounts.engine) as connection:
        rows = connection.execute(select(_PEOPLE.c.name, _PEOPLE.c.made_at, keys).order_by(_PEOPLE.c.name)).all()
    return [Account(name=name, made_at=made_at, keys=count) for name, made_at, count in rows]


def must_wait(accounts: Accounts, name: str, now: float) -> float:
    """Seconds until this name may try a password again; 0: now."""
    name = _possible(name)
    wrong = (_LOGINS.c.what == "wrong password") & (_LOGINS.c.at > now - WINDOW_S) & (_LOGINS.c.at <= now)
    with reading(accounts.engine) as connection:
        mine = wrong & (_LOGINS.c.name == name)
        times = connection.execute(select(_LOGINS.c.at).where(mine).order_by(_LOGINS.c.at)).scalars().all()
        lately = wrong & (_LOGINS.c.at > now - 60)
        everybody = connection.execute(select(func.count()).select_from(_LOGINS).where(lately)).scalar_one()
    if len(times) >= TRIES:
        return float(times[-TRIES]) + WINDOW_S - now
    return 60.0 if everybody >= _ALL_TRIES else 0.0


def log_in(accounts: Accounts, name: str, password: str, now: float) -> str | None:
    """The secret of a new session; None when name or password is wrong, and it takes as long to say so."""
    name = _possible(name)
    with reading(accounts.engine) as connection:
        hashed = connection.execute(select(_PEOPLE.c.password).where(_PEOPLE.c.name == name)).scalar_one_or_none()
    try:
        right = _HASHER.verify(hashed or _no_password(), password) and hashed is not None
    except (VerifyMismatchError, VerificationError, InvalidHashError):
        right = False
    secret = secrets.token_urlsafe(32)
    with writing(accounts.engine) as connection:
        _log(connection, name, "logged in" if right else "wrong password", now)
        connection.execute(_SESSIONS.delete().where(_SESSIONS.c.seen_at < now - SESSION_S))
        connection.execute(_LOGINS.delete().where(_LOGINS.c.at < now - _REMEMBERED_S))
        if not right:
            return None
        wrong = (_LOGINS.c.name == name) & (_LOGINS.c.what == "wrong password")
        connection.execute(update(_LOGINS).where(wrong), {"what": "wrong password, then right"})
        row = {"digest": _digest(secret), "name": name, "check": secrets.token_urlsafe(24), "seen_at": now}
        connection.execute(insert(_SESSIONS), row)
    return secret


def session_of(accounts: Accounts, secret: str, now: float) -> Session | None:
    """Whose session this is; None when there is none, or it was silent too long."""
    mine = _SESSIONS.c.digest == _digest(secret)
    with reading(accounts.engine) as connection:
        row = connection.execute(select(_SESSIONS).where(mine)).one_or_none()
    if row is None or now - row.seen_at > SESSION_S:
        return None
    if now - row.seen_at > 60:
        with writing(accounts.engine) as connection:
            connection.execute(update(_SESSIONS).where(mine), {"seen_at": now})
    return Session(name=row.name, check=row.check)


def log_out(accounts: Accounts, secret: str, now: float) -> None:
    """End a session."""
    mine = _SESSIONS.c.digest == _digest(secret)
    with writing(accounts.engine) as connection:
        name = connection.execute(select(_SESSIONS.c.name).where(mine)).scalar_one_or_none()
        if name is not None:
            connection.execute(_SESSIONS.delete().where(mine))
            _log(connection, name, "logged out", now)


def make_key(accounts: Accounts, name: str, label: str, now: float) -> str:
    """A new API key of somebody: it is shown this once, and only its hash is kept."""
    key = f"anaphor_{secrets.token_urlsafe(32)}"
    with writing(accounts.engine) as connection:
        known = connection.execute(select(_PEOPLE.c.name)).scalars().all()
        if name not in known:
            raise UnknownNameError("account", name, known)
        connection.execute(insert(_KEYS), {"digest": _digest(key), "name": name, "label": label[:100], "made_at": now})
        _log(connection, name, "key made", now)
    return key


def keys_of(accounts: Accounts, name: str) -> list[ApiKey]:
    """The API keys of somebody, oldest first."""
    columns = (_KEYS.c.id, _KEYS.c.label, _KEYS.c.made_at)
    with reading(accounts.engine) as connection:
        rows = connection.execute(select(*columns).where(_KEYS.c.name == name).order_by(_KEYS.c.id)).all()
    return [ApiKey(id=number, label=label, made_at=made_at) for number, label, made_at in rows]


def revoke_key(accounts: Accounts, name: str, number: int, now: float) -> None:
    """Make one of somebody's API keys worthless."""
    with writing(accounts.engine) as connection:
        mine = (_KEYS.c.id == number) & (_KEYS.c.name == name)
        if not connection.execute(_KEYS.delete().where(mine)).rowcount:
            raise InputError("experiment-no-such-api-key", name=name, number=number)
        _log(connection, name, "key revoked", now)


def owner_of_key(accounts: Accounts, key: str) -> str | None:
    """Whose API key this is."""
    with reading(accounts.engine) as connection:
        return connection.execute(select(_KEYS.c.name).where(_KEYS.c.digest == _digest(key))).scalar_one_or_none()


def logins(accounts: Accounts, most: int = 50) -> list[tuple[float, str, str]]:
    """The latest log-ins and tries, newest first: when, who, what."""
    with reading(accounts.engine) as connection:
        columns = (_LOGINS.c.at, _LOGINS.c.name, _LOGINS.c.what)
        rows = connection.execute(select(*columns).order_by(_LOGINS.c.id.desc()).limit(most)).all()
    return [(at, name, what) for at, name, what in rows]


def _possible(name: str) -> str:
    """The name, or a question mark for what cannot be one: whatever was typed is not kept."""
    return name if _NAME.fullmatch(name) else "?"


def _log(connection: Connection, name: str, what: str, now: float) -> None:
    connection.execute(insert(_LOGINS), {"at": now, "name": name, "what": what})


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def _no_password() -> str:
    """A hash that no password has, so that an unknown name takes as long as a wrong password."""
    return _HASHER.hash(secrets.token_urlsafe(32))
