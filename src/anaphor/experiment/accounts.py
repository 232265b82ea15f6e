"""Organisers, in a database of their own: who may look at a study's desk, their passwords (argon2 hashes), sessions and
API keys (of which only the SHA-256 is kept)."""

import hashlib
import hmac
import os
import re
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError
from sqlalchemy import Connection, CursorResult, Engine, Row, text

from anaphor.clock import AHEAD_S, ClockRecord
from anaphor.errors import InputError, UnknownNameError
from anaphor.experiment.study.store import make_private, touch
from anaphor.experiment.study.tables import step
from anaphor.files import migrate, open_database, reading, writing

SHORTEST_PASSWORD = 10
"""Characters that a password has at least."""
SESSION_S = 8 * 3600.0
"""A session ends so long after its last request."""
WINDOW_S = 900.0
"""Wrong passwords count so long."""
TRIES = 5
"""After so many wrong passwords within the window a name must wait before the next, each time twice as long."""
LONGEST_WAIT_S = 60.0
"""No name waits longer, or whoever knows it could keep its owner out; sixty guesses an hour find no password."""
KEY_DAYS = 365
"""A key of a program ends so many days after it was made, unless somebody says otherwise."""
MOST_KEY_DAYS = 3650
REMEMBERED_S = 90 * 86_400.0
"""Log-ins are remembered so long."""
_REMEMBERED_WRONG = 10_000
"""So many wrong passwords at most: who goes through a list of names fills no disk."""
_CLOCK = "clock "
_CLOCK_LINES = f"name = '' AND what LIKE '{_CLOCK}%'"
"""The one line that holds what is known of the clock: nobody has no name."""
_DEPARTED = "departed"
"""A line for whoever was removed away from a site, until the site has ended what they had begun there."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@-]{0,63}")
_HASHER = PasswordHasher()
_COUNTER = "anaphor_organisers_version"
_TABLES = (
    "organisers",
    "organiser_sessions",
    "organiser_keys",
    "organiser_logins",
    "organiser_invitations",
    "organiser_removed",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Accounts:
    """Where organisers are kept."""

    engine: Engine


class Role(StrEnum):
    """What somebody may do in a project, or in what is the site's own."""

    OWNER = "owner"
    AUTHOR = "author"
    """Does everything but let others in, change what they may do and send them away."""
    ASSISTANT = "assistant"
    """Looks, changes nothing, and does not see who took part in a study or labelled a table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One organiser."""

    name: str
    made_at: float
    """When the account was made, in seconds since 1970."""
    keys: int
    role: Role
    """What they may do in what is the site's own."""
    email: str | None
    """The address by which an identity provider knows them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """Somebody who is logged in."""

    name: str
    check: str
    """What every form of theirs must bring along, so that no other site can send one for them."""
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """A key for programs."""

    id: int
    """Number, to revoke it by."""
    label: str
    made_at: float
    until: float
    """When it ends, in seconds since 1970."""


def open_accounts(where: str | None = None) -> Accounts:
    """The accounts at a path, URL, $ANAPHOR_ACCOUNTS or in the user's data folder, readable by their owner alone."""
    from platformdirs import user_data_path

    place = where or os.environ.get("ANAPHOR_ACCOUNTS") or str(user_data_path("anaphor") / "accounts.db")
    if "://" not in place:
        make_private(Path(place), folders=True)
    engine = open_database(place)
    try:
        migrate(engine, [*(step(f"accounts-{number}") for number in (1, 2, 3)), _end_keys], _COUNTER)
    except BaseException:
        engine.dispose()
        raise
    return Accounts(engine=engine)


def _end_keys(connection: Connection) -> None:
    """The fourth version: keys have an end. Those that were made without one go on working for a year from now, and
    lists say until when.
    """
    step("accounts-4")(connection)
    run_sql(connection, "UPDATE organiser_keys SET until = :until", until=time.time() + KEY_DAYS * 86_400)


def try_writing(accounts: Accounts) -> None:
    """An error when nothing can be written, or a table is not there; nothing is read whole."""
    with writing(accounts.engine) as connection:
        touch(connection, _COUNTER)
        for table in _TABLES:
            run_sql(connection, f"SELECT * FROM {table} LIMIT 1").first()


def run_sql(connection: Connection, sql: str, **values: object) -> CursorResult[*tuple[Any, ...]]:
    """What a statement gives."""
    return connection.execute(text(sql), values)


def rows_of(accounts: Accounts, sql: str, **values: object) -> Sequence[Row[*tuple[Any, ...]]]:
    """The rows that a question finds."""
    with reading(accounts.engine) as connection:
        return run_sql(connection, sql, **values).all()


def log_act(connection: Connection, name: str, what: str, now: float) -> None:
    """Remember what somebody did, or what was done to their account."""
    sql = "INSERT INTO organiser_logins (at, name, what) VALUES (:at, :name, :what)"
    run_sql(connection, sql, at=now, name=name, what=what)


def add_account(accounts: Accounts, name: str, password: str, now: float, role: Role = Role.OWNER) -> None:
    """Let somebody log in."""
    hashed = hashed_password(password)
    with writing(accounts.engine, alone=True) as connection:
        insert_account(connection, name, hashed, now, role)


def hashed_password(password: str) -> str:
    """What is kept of a password; a short one is refused."""
    if len(password) < SHORTEST_PASSWORD:
        raise InputError("experiment-short-password", least=SHORTEST_PASSWORD)
    return _HASHER.hash(password)


def insert_account(connection: Connection, name: str, hashed: str, now: float, role: Role) -> None:
    """Let somebody log in by a password whose hash this is."""
    if not _NAME.fullmatch(name):
        raise InputError("experiment-bad-account-name", name=name)
    if name in _names(connection):
        raise InputError("experiment-account-there", name=name)
    sql = "INSERT INTO organisers (name, password, made_at, role) VALUES (:name, :hashed, :now, :role)"
    run_sql(connection, sql, name=name, hashed=hashed, now=now, role=role)
    log_act(connection, name, "account added", now)


def _names(connection: Connection) -> list[str]:
    return list(run_sql(connection, "SELECT name FROM organisers").scalars())


def remove_account(accounts: Accounts, name: str, now: float) -> None:
    """Let somebody in no longer: their sessions and keys end at once."""
    with writing(accounts.engine) as connection:
        if name not in (known := _names(connection)):
            raise UnknownNameError("account", name, known)
        delete_account(connection, name, now)
        log_act(connection, name, _DEPARTED, now)


def departed(accounts: Accounts) -> list[str]:
    """Names of accounts that were removed away from the site, which has yet to end what they began there."""
    sql = "SELECT DISTINCT name FROM organiser_logins WHERE what = :departed ORDER BY name"
    return [row.name for row in rows_of(accounts, sql, departed=_DEPARTED)]


def mark_departed(accounts: Accounts, name: str) -> None:
    """Remember that a site has ended what somebody had begun whose account was removed."""
    with writing(accounts.engine) as connection:
        sql = "DELETE FROM organiser_logins WHERE what = :departed AND name = :name"
        run_sql(connection, sql, departed=_DEPARTED, name=name)


def delete_account(connection: Connection, name: str, now: float) -> None:
    """Take an account away with all that its owner made and holds: sessions, keys, invitations, links to new passwords.

    Of the address by which an identity provider knows them a hash stays, so that its domain alone does not let them in
    again; a name that is an address may be that, too.
    """
    email = run_sql(connection, "SELECT email FROM organisers WHERE name = :name", name=name).scalar_one_or_none()
    for address in dict.fromkeys((email, name.lower())):
        if address and "@" in address:
            keep_out(connection, address, now)
    run_sql(connection, "DELETE FROM organiser_invitations WHERE name = :name", name=name)
    run_sql(connection, "DELETE FROM organisers WHERE name = :name", name=name)  # sessions and keys go with it
    log_act(connection, name, "account removed", now)


def keep_out(connection: Connection, email: str, now: float) -> None:
    """Let nobody in by the domain of an address alone who has this one; only its hash is kept."""
    mine = digest_of(email)
    run_sql(connection, "DELETE FROM organiser_removed WHERE digest = :mine", mine=mine)
    run_sql(connection, "INSERT INTO organiser_removed (digest, at) VALUES (:mine, :now)", mine=mine, now=now)


def list_accounts(accounts: Accounts) -> list[Account]:
    """Everybody who may log in, by name."""
    keys = "(SELECT count(*) FROM organiser_keys WHERE organiser_keys.name = organisers.name)"
    found = rows_of(accounts, f"SELECT name, made_at, role, email, {keys} AS keys FROM organisers ORDER BY name")
    return [Account(**{**row._asdict(), "role": Role(row.role)}) for row in found]


def must_wait(accounts: Accounts, name: str, now: float) -> float:
    """Seconds until this name may try a password again; 0: now. What others typed for other names does not count.

    The wait is 1 s after the first wrong passwords, and twice as long after each further one, up to a minute.
    """
    wrong = "what = 'wrong password' AND name = :name AND at > :since AND at <= :now"
    sql = f"SELECT at FROM organiser_logins WHERE {wrong} ORDER BY at"
    times = [float(at) for (at,) in rows_of(accounts, sql, name=_possible(name), since=now - WINDOW_S, now=now)]
    if len(times) < TRIES:
        return 0.0
    return max(0.0, times[-1] + min(2.0 ** (len(times) - TRIES), LONGEST_WAIT_S) - now)


def _password(accounts: Accounts, name: str) -> str | None:
    """The hash of somebody's password; None for nobody's."""
    found = rows_of(accounts, "SELECT password FROM organisers WHERE name = :name", name=name)
    return found[0].password if found else None


def device_mark(accounts: Accounts, name: str) -> str | None:
    """What a browser keeps in which this name has logged in; another password makes another one, no name has None."""
    hashed = _password(accounts, _possible(name))
    return hashed and hmac.new(hashed.encode(), b"device", hashlib.sha256).hexdigest()


def log_in(accounts: Accounts, name: str, password: str, now: float) -> str | None:
    """The secret of a new session; None when name or password is wrong, and it takes as long to say so."""
    name = _possible(name)
    hashed = _password(accounts, name)
    try:
        _HASHER.verify(hashed or _no_password(), password)
        right = hashed is not None
    except (VerifyMismatchError, VerificationError, InvalidHashError):
        right = False
    with writing(accounts.engine) as connection:
        sure = clock_is_sure(connection, now)
        log_act(connection, name, "logged in" if right else "wrong password", now)
        if sure:
            run_sql(connection, "DELETE FROM organiser_logins WHERE at < :late", late=now - REMEMBERED_S)
        if not right:
            newest = "(SELECT max(id) FROM organiser_logins)"
            old = f"DELETE FROM organiser_logins WHERE what = 'wrong password' AND id <= {newest} - :most"
            run_sql(connection, old, most=_REMEMBERED_WRONG)
            return None
        known = "UPDATE organiser_logins SET what = 'wrong password, then right'"
        run_sql(connection, f"{known} WHERE name = :name AND what = 'wrong password'", name=name)
        return open_session(connection, name, now)


def clock_is_sure(connection: Connection, now: float) -> bool:
    """Whether what is over by the clock may be deleted: a clock that has jumped deletes nothing."""
    row = run_sql(connection, f"SELECT id, what FROM organiser_logins WHERE {_CLOCK_LINES}").first()
    if row is None:
        # What this request itself has just written says nothing of the clock.
        newest = run_sql(connection, "SELECT max(at) FROM organiser_logins WHERE at < :now - 60", now=now).scalar()
        known = ClockRecord(trusted=now if newest is None else newest)
    else:
        known = ClockRecord.read(row.what.removeprefix(_CLOCK))
    record = known.looked(now)
    if row is None:
        log_act(connection, "", f"{_CLOCK}{record.text()}", now)
    elif record != known:
        told = {"what": f"{_CLOCK}{record.text()}", "now": now, "id": row.id}
        run_sql(connection, "UPDATE organiser_logins SET what = :what, at = :now WHERE id = :id", **told)
    return record.doubted is None


def open_session(connection: Connection, name: str, now: float) -> str:
    """The secret of a new session of somebody who has shown who they are."""
    secret = secrets.token_urlsafe(32)
    if clock_is_sure(connection, now):
        run_sql(connection, "DELETE FROM organiser_sessions WHERE seen_at < :late", late=now - SESSION_S)
    sql = 'INSERT INTO organiser_sessions (digest, name, "check", seen_at) VALUES (:digest, :name, :check, :now)'
    run_sql(connection, sql, digest=digest_of(secret), name=name, check=secrets.token_urlsafe(24), now=now)
    return secret


def session_of(accounts: Accounts, secret: str, now: float) -> Session | None:
    """Whose session this is; None when there is none, it was silent too long, or a clock that was ahead opened it."""
    mine = digest_of(secret)
    sql = 'SELECT name, "check", seen_at, role FROM organiser_sessions JOIN organisers USING (name)'
    rows = rows_of(accounts, f"{sql} WHERE digest = :mine", mine=mine)
    row = rows[0] if rows else None
    if row is None or not -AHEAD_S < now - row.seen_at <= SESSION_S:
        return None
    if now - row.seen_at > 60:
        with writing(accounts.engine) as connection:
            run_sql(connection, "UPDATE organiser_sessions SET seen_at = :now WHERE digest = :mine", now=now, mine=mine)
    return Session(name=row.name, check=row.check, role=Role(row.role))


def log_out(accounts: Accounts, secret: str, now: float) -> None:
    """End a session."""
    with writing(accounts.engine) as connection:
        sql = "DELETE FROM organiser_sessions WHERE digest = :mine RETURNING name"
        name = run_sql(connection, sql, mine=digest_of(secret)).scalar_one_or_none()
        if name is not None:
            log_act(connection, name, "logged out", now)


def make_key(accounts: Accounts, name: str, label: str, now: float, days: int = KEY_DAYS) -> str:
    """A new API key of somebody, good for so many days: it is shown this once, and only its hash is kept."""
    if not 1 <= days <= MOST_KEY_DAYS:
        raise InputError("experiment-key-days", most=MOST_KEY_DAYS)
    key = f"anaphor_{secrets.token_urlsafe(32)}"
    with writing(accounts.engine) as connection:
        known = _names(connection)
        if name not in known:
            raise UnknownNameError("account", name, known)
        into = "organiser_keys (digest, name, label, made_at, until)"
        sql = f"INSERT INTO {into} VALUES (:digest, :name, :label, :now, :until)"
        until = now + days * 86_400
        run_sql(connection, sql, digest=digest_of(key), name=name, label=label[:100], now=now, until=until)
        log_act(connection, name, "key made", now)
    return key


def keys_of(accounts: Accounts, name: str) -> list[ApiKey]:
    """The API keys of somebody, oldest first; those that have ended, too, until they are revoked."""
    sql = "SELECT id, label, made_at, until FROM organiser_keys WHERE name = :name ORDER BY id"
    return [ApiKey(**row._asdict()) for row in rows_of(accounts, sql, name=name)]


def revoke_key(accounts: Accounts, name: str, number: int, now: float) -> None:
    """Make one of somebody's API keys worthless."""
    with writing(accounts.engine) as connection:
        sql = "DELETE FROM organiser_keys WHERE id = :number AND name = :name"
        if not run_sql(connection, sql, number=number, name=name).rowcount:
            raise InputError("experiment-no-such-api-key", name=name, number=number)
        log_act(connection, name, "key revoked", now)


def owner_of_key(accounts: Accounts, key: str, now: float) -> str | None:
    """Whose API key this is; those that have ended, that a clock ahead dated, and those of assistants open nothing."""
    sql = "SELECT name FROM organiser_keys JOIN organisers USING (name) WHERE digest = :digest AND role <> :looks"
    told = {"digest": digest_of(key), "looks": Role.ASSISTANT, "now": now, "soon": now + AHEAD_S}
    found = rows_of(accounts, f"{sql} AND until > :now AND organiser_keys.made_at < :soon", **told)
    return found[0].name if found else None


def logins(accounts: Accounts, most: int = 50) -> list[tuple[float, str, str]]:
    """The latest log-ins and tries, newest first: when, who, what."""
    sql = f"SELECT at, name, what FROM organiser_logins WHERE NOT ({_CLOCK_LINES}) AND what != :departed"
    found = rows_of(accounts, f"{sql} ORDER BY id DESC LIMIT :most", most=most, departed=_DEPARTED)
    return [(at, name, what) for at, name, what in found]


def _possible(name: str) -> str:
    """The name, or a question mark for what cannot be one: whatever was typed is not kept."""
    return name if _NAME.fullmatch(name) else "?"


def digest_of(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def _no_password() -> str:
    """A hash that no password has, so that an unknown name takes as long as a wrong password."""
    return _HASHER.hash(secrets.token_urlsafe(32))
