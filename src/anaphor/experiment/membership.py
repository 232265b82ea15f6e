"""Who is let in, and as what: invitations, roles, links to a new password, people whom an identity provider knows.

A link is shown once; of its secret only the SHA-256 is kept, and it is used up by the first who brings it along.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from anaphor.clock import AHEAD_S
from anaphor.errors import InputError
from anaphor.experiment.accounts import (
    Accounts,
    Role,
    clock_is_sure,
    delete_account,
    digest_of,
    hashed_password,
    insert_account,
    keep_out,
    log_act,
    open_session,
    run_sql,
)
from anaphor.files import reading, writing

INVITED_S = 7 * 86_400.0
"""An invitation is good so long."""
RESET_S = 86_400.0
"""A link to a new password is good so long."""
_STILL = "made_at > CASE WHEN account IS NULL THEN :late ELSE :early END AND made_at < :soon"
"""A link that a clock made which was ahead would be good for years."""
_GOOD = f"organiser_invitations WHERE digest = :mine AND {_STILL}"
_SHOWN = 16
"""Digits of a link's SHA-256 by which pages name it."""
_END_SESSIONS = "DELETE FROM organiser_sessions WHERE name = :name"
_OF_EMAIL = "SELECT name FROM organisers WHERE email = :email"
_REMOVED = "SELECT at FROM organiser_removed WHERE digest = :mine"
_WELCOME = "DELETE FROM organiser_removed WHERE digest = :mine"
_CONNECT = "UPDATE organisers SET email = :email WHERE name = :name"


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """What a link lets one person do: make an account, or choose a new password."""

    project: str = ""
    """Where the new account belongs; empty: to what is the site's own alone."""
    role: Role = Role.OWNER
    account: str | None = None
    """Whose new password it is for."""

    @property
    def site_role(self) -> Role:
        """The role in what is the site's own: whoever is invited into a project looks there, and changes nothing."""
        return Role.ASSISTANT if self.project else self.role


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenLink:
    """A link that nobody has used yet."""

    id: str
    """Digits of its SHA-256, which open nothing."""
    by: str
    invited: Invitation
    until: float


def invite_member(accounts: Accounts, by: str, invited: Invitation, now: float) -> str:
    """The secret of a link; it is good for a week, or for a day where it is for a new password."""
    secret = secrets.token_urlsafe(32)
    told = {"project": invited.project, "role": invited.role, "account": invited.account}
    with writing(accounts.engine) as connection:
        late = now - INVITED_S if clock_is_sure(connection, now) else 0.0
        old = "DELETE FROM organiser_invitations WHERE made_at < :late OR account = :account"
        run_sql(connection, old, late=late, account=invited.account)
        into = "organiser_invitations (digest, name, project, role, account, made_at)"
        sql = f"INSERT INTO {into} VALUES (:mine, :by, :project, :role, :account, :now)"
        run_sql(connection, sql, mine=digest_of(secret), by=by, now=now, **told)
        log_act(connection, by, "reset link made" if invited.account else "invitation made", now)
    return secret


def open_links(accounts: Accounts, project: str, now: float) -> list[OpenLink]:
    """The links into a project, or into what is the site's own, that are still good, the oldest first."""
    sql = f"SELECT * FROM organiser_invitations WHERE project = :project AND {_STILL} ORDER BY made_at"
    with reading(accounts.engine) as connection:
        rows = run_sql(connection, sql, project=project, **_times(now)).all()
    return [
        OpenLink(
            id=row.digest[:_SHOWN],
            by=row.name,
            invited=Invitation(project=project, role=Role(row.role), account=row.account),
            until=row.made_at + (RESET_S if row.account else INVITED_S),
        )
        for row in rows
    ]


def revoke(accounts: Accounts, id: str, project: str, by: str, now: float) -> None:
    """Take back a link into a project that nobody has used yet."""
    sql = "DELETE FROM organiser_invitations WHERE substr(digest, 1, :shown) = :id AND project = :project"
    with writing(accounts.engine) as connection:
        if not run_sql(connection, sql, shown=_SHOWN, id=id, project=project).rowcount:
            raise InputError("experiment-no-invitation")
        log_act(connection, by, "link taken back", now)


def end_links(accounts: Accounts, by: str, project: str | None, now: float) -> None:
    """End the links that somebody made who may no longer make any: into a project, or (None) all of theirs."""
    sql = "DELETE FROM organiser_invitations WHERE name = :by"
    only = {} if project is None else {"project": project}
    with writing(accounts.engine) as connection:
        if run_sql(connection, f"{sql} AND project = :project" if only else sql, by=by, **only).rowcount:
            log_act(connection, by, "link taken back", now)


def invited_to(accounts: Accounts, secret: str, now: float) -> Invitation | None:
    """What a link is for; None where it was used, is too old, or never was one."""
    with reading(accounts.engine) as connection:
        return _found(connection, "SELECT project, role, account FROM {}", secret, now)


def maker_of(accounts: Accounts, secret: str) -> str | None:
    """Who made a link; None where it was used or never was one."""
    sql = "SELECT name FROM organiser_invitations WHERE digest = :mine"
    with reading(accounts.engine) as connection:
        found: str | None = run_sql(connection, sql, mine=digest_of(secret)).scalar_one_or_none()
        return found


def _use(connection: Connection, secret: str, now: float) -> Invitation:
    found = _found(connection, "DELETE FROM {} RETURNING project, role, account", secret, now)
    if found is None:
        raise InputError("experiment-no-invitation")
    return found


def _found(connection: Connection, sql: str, secret: str, now: float) -> Invitation | None:
    row = run_sql(connection, sql.format(_GOOD), mine=digest_of(secret), **_times(now)).first()
    return Invitation(project=row.project, role=Role(row.role), account=row.account) if row else None


def _times(now: float) -> dict[str, float]:
    """Between which times a link was made that is still good."""
    return {"late": now - INVITED_S, "early": now - RESET_S, "soon": now + AHEAD_S}


def accept(accounts: Accounts, secret: str, name: str, password: str, now: float) -> Invitation:
    """Make the account of somebody who was invited, or keep a new password; the link is used up by it."""
    hashed = hashed_password(password)
    with writing(accounts.engine, alone=True) as connection:
        found = _use(connection, secret, now)
        if found.account:
            _keep_password(connection, found.account, hashed, now)
        else:
            insert_account(connection, name, hashed, now, found.site_role)
    return found


def enter_by_email(
    accounts: Accounts, email: str, now: float, *, invitation: str = "", domains: Sequence[str] = ()
) -> tuple[str, str, Invitation | None]:
    """Name and new session of whom an identity provider knows by an address that it has verified.

    They have an account with this address, or an invitation, or an address of these domains; an account that is made
    here has no password, is called by the address, and by a domain alone only looks.
    """
    email, found = email.lower(), None
    with writing(accounts.engine, alone=True) as connection:
        name = run_sql(connection, _OF_EMAIL, email=email).scalar_one_or_none()
        if invitation:
            found = _use(connection, invitation, now)
            if found.account:  # a link to a new password lets nobody else in
                raise InputError("experiment-no-invitation")
        if name is not None and found and not found.project:
            found = None  # they belong to the site already, as what they are
        if name is None:
            removed = run_sql(connection, _REMOVED, mine=digest_of(email)).first() is not None
            if found is None and (removed or email.rpartition("@")[2] not in map(str.lower, domains)):
                raise InputError("experiment-nobody-invited", email=email)
            run_sql(connection, _WELCOME, mine=digest_of(email))
            name, role = email, found.site_role if found else Role.ASSISTANT
            # No password has this hash, and no two people have the same: the mark of a browser comes from it.
            insert_account(connection, name, f"!{secrets.token_urlsafe(32)}", now, role)
            run_sql(connection, _CONNECT, email=email, name=name)
        log_act(connection, name, "logged in", now)
        return name, open_session(connection, name, now), found


def change_account(accounts: Accounts, name: str, role: Role | None, now: float) -> None:
    """Give somebody another role, or (None) remove the account; their sessions end, and somebody stays owner.

    Links into what is the site's own end with the ownership of whoever made them, and all of theirs with the account.
    """
    with writing(accounts.engine, alone=True) as connection:
        roles = {row.name: row.role for row in run_sql(connection, "SELECT name, role FROM organisers")}
        if name not in roles:
            raise InputError("experiment-no-account", name=name)
        if role is not Role.OWNER and [each for each in roles if roles[each] == Role.OWNER] == [name]:
            raise InputError("experiment-last-owner", name=name)
        if role is None:
            delete_account(connection, name, now)
            return
        run_sql(connection, "UPDATE organisers SET role = :role WHERE name = :name", role=role, name=name)
        run_sql(connection, _END_SESSIONS, name=name)
        if role is not Role.OWNER:
            run_sql(connection, "DELETE FROM organiser_invitations WHERE name = :name AND project = ''", name=name)
        log_act(connection, name, "role changed", now)


def set_email(accounts: Accounts, name: str, email: str | None, now: float) -> None:
    """Connect an account with the address by which an identity provider knows its owner, or with none."""
    email = email.lower() if email else None
    with writing(accounts.engine, alone=True) as connection:
        if email and run_sql(connection, _OF_EMAIL, email=email).scalar_one_or_none() not in (None, name):
            raise InputError("experiment-account-there", name=email)
        sql = "SELECT email FROM organisers WHERE name = :name"
        before = run_sql(connection, sql, name=name).scalar_one_or_none()
        if before and before != email:  # whoever was parted from it does not come back by its domain
            keep_out(connection, before, now)
        if not run_sql(connection, _CONNECT, email=email, name=name).rowcount:
            raise InputError("experiment-no-account", name=name)
        if email:
            run_sql(connection, _WELCOME, mine=digest_of(email))
        log_act(connection, name, "address changed", now)


def set_password(accounts: Accounts, name: str, password: str, now: float) -> None:
    """Give somebody another password: all their sessions end, and so do links to a new one."""
    hashed = hashed_password(password)
    with writing(accounts.engine, alone=True) as connection:
        _keep_password(connection, name, hashed, now)


def _keep_password(connection: Connection, name: str, hashed: str, now: float) -> None:
    sql = "UPDATE organisers SET password = :hashed WHERE name = :name"
    if not run_sql(connection, sql, hashed=hashed, name=name).rowcount:
        raise InputError("experiment-no-account", name=name)
    run_sql(connection, "DELETE FROM organiser_invitations WHERE account = :name", name=name)
    run_sql(connection, _END_SESSIONS, name=name)
    # Whoever guessed before does not keep the one out who has a new password.
    wrong = "UPDATE organiser_logins SET what = 'wrong password, then right' WHERE what = 'wrong password'"
    run_sql(connection, f"{wrong} AND name = :name", name=name)
    log_act(connection, name, "password changed", now)
