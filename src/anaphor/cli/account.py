"""`anaphor account`: who may look at a study's desk."""

import secrets
import sys
import time
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated

import typer

from anaphor.cli.command import Secret, say
from anaphor.errors import InputError, member_of
from anaphor.experiment import accounts as house
from anaphor.experiment import membership
from anaphor.section import Section, Table
from anaphor.text import text

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

Name = Annotated[str, typer.Argument()]
Where = Annotated[str | None, typer.Option("--accounts")]


@app.command("add")
def add(
    name: Name,
    generate: Annotated[bool, typer.Option("--generate")] = False,
    role: Annotated[str, typer.Option("--role")] = "owner",
    email: Annotated[str | None, typer.Option("--email")] = None,
    accounts: Where = None,
) -> Secret:
    """Let somebody log in at the desk."""
    kept, known = house.open_accounts(accounts), member_of(house.Role, role, "role")
    if generate:
        password = secrets.token_urlsafe(15)
    elif not sys.stdin.isatty():
        password = sys.stdin.readline().rstrip("\n")
    else:
        say(text("account-length", least=house.SHORTEST_PASSWORD))
        password = str(typer.prompt(text("account-ask"), hide_input=True, err=True))
        if typer.prompt(text("account-ask-again"), hide_input=True, err=True) != password:
            raise InputError("account-differ")
    house.add_account(kept, name, password, time.time(), known)
    if email:
        membership.set_email(kept, name, email, time.time())
    say(text("account-added", name=name))
    table = Table(columns=(text("account-name"), text("account-password")), rows=((name, password),))
    data = {"name": name, "password": password if generate else None}
    return Secret(section=Section(id="output", title="", parts=(table,) if generate else (), data=data))


@app.command("list")
def list_(accounts: Where = None) -> Section:
    """Show who may log in."""
    found = house.list_accounts(house.open_accounts(accounts))
    days = [datetime.fromtimestamp(each.made_at, UTC).date().isoformat() for each in found]
    rows = tuple((each.name, each.role.value, day, each.keys) for each, day in zip(found, days, strict=True))
    columns = tuple(text(f"account-{each}") for each in ("name", "role", "since", "keys"))
    data = {"accounts": [asdict(each) for each in found]}
    table = Table(columns=columns, rows=rows)
    return Section(id="output", title="anaphor account list", parts=(table,), data=data)


@app.command("remove")
def remove(name: Name, accounts: Where = None) -> None:
    """Take somebody's access away."""
    house.remove_account(house.open_accounts(accounts), name, time.time())
    say(text("account-removed", name=name))


@app.command("key")
def key(
    name: Name,
    label: Annotated[str, typer.Option("--label")] = "command line",
    accounts: Where = None,
) -> Secret:
    """Make an API key for programs; it is printed this once."""
    made = house.make_key(house.open_accounts(accounts), name, label, time.time())
    table = Table(columns=(text("account-name"), text("account-key")), rows=((name, made),))
    return Secret(section=Section(id="output", title="", parts=(table,), data={"name": name, "key": made}))
