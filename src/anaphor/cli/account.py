"""`anaphor account`: who may look at a study's desk."""

import secrets
import sys
import time
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated

import click

from anaphor import experiment
from anaphor.cli.command import Argument, Group, Secret, say
from anaphor.errors import InputError, UnknownNameError, member_of
from anaphor.section import Section, Table
from anaphor.text import text

app = Group("account")

Name = Annotated[str, Argument()]
Where = str | None


@app.command("add")
def add(
    name: Name,
    generate: bool = False,
    role: str = "owner",
    email: str | None = None,
    accounts: Where = None,
) -> Secret:
    """Let somebody log in at the desk."""
    kept, known = experiment.open_accounts(accounts), member_of(experiment.Role, role, "role")
    if generate:
        password = secrets.token_urlsafe(15)
    elif not sys.stdin.isatty():
        password = sys.stdin.readline().rstrip("\n")
    else:
        say(text("account-length", least=experiment.SHORTEST_PASSWORD))
        password = str(click.prompt(text("account-ask"), hide_input=True, err=True))
        if click.prompt(text("account-ask-again"), hide_input=True, err=True) != password:
            raise InputError("account-differ")
    experiment.add_account(kept, name, password, time.time(), known)
    if email:
        experiment.set_email(kept, name, email, time.time())
    say(text("account-added", name=name))
    table = Table(columns=(text("account-name"), text("account-password")), rows=((name, password),))
    data = {"name": name, "password": password if generate else None}
    return Secret(section=Section(id="output", title="", parts=(table,) if generate else (), data=data))


@app.command("list")
def list_(accounts: Where = None) -> Section:
    """Show who may log in."""
    found = experiment.list_accounts(experiment.open_accounts(accounts))
    rows = tuple((each.name, each.role.value, _day(each.made_at), each.keys) for each in found)
    columns = tuple(text(f"account-{each}") for each in ("name", "role", "since", "keys"))
    data = {"accounts": [asdict(each) for each in found]}
    table = Table(columns=columns, rows=rows)
    return Section(id="output", title="anaphor account list", parts=(table,), data=data)


@app.command("remove")
def remove(name: Name, accounts: Where = None) -> None:
    """Take somebody's access away."""
    experiment.remove_account(experiment.open_accounts(accounts), name, time.time())
    say(text("account-removed", name=name))


@app.command("key")
def key(
    name: Name,
    label: str = "command line",
    days: int | None = None,
    accounts: Where = None,
) -> Secret:
    """Make an API key for programs; it is printed this once."""
    days = experiment.KEY_DAYS if days is None else days
    made = experiment.make_key(experiment.open_accounts(accounts), name, label, time.time(), days)
    say(text("account-key-until", days=days, name=name))
    table = Table(columns=(text("account-name"), text("account-key")), rows=((name, made),))
    data = {"name": name, "key": made, "days": days}
    return Secret(section=Section(id="output", title="", parts=(table,), data=data))


@app.command("keys")
def keys(name: Name, accounts: Where = None) -> Section:
    """List the API keys of an account."""
    kept = experiment.open_accounts(accounts)
    if name not in (known := [each.name for each in experiment.list_accounts(kept)]):
        raise UnknownNameError("account", name, known)
    found = experiment.keys_of(kept, name)
    rows = tuple((each.id, each.label, _day(each.made_at), _day(each.until)) for each in found)
    columns = tuple(text(f"account-{each}") for each in ("number", "label", "since", "until"))
    data = {"name": name, "keys": [asdict(each) for each in found]}
    return Section(id="output", title="anaphor account keys", parts=(Table(columns=columns, rows=rows),), data=data)


@app.command("revoke")
def revoke(name: Name, number: Annotated[int, Argument()], accounts: Where = None) -> None:
    """Revoke an API key by its number."""
    experiment.revoke_key(experiment.open_accounts(accounts), name, number, time.time())
    say(text("account-revoked", name=name, number=str(number)))


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()
