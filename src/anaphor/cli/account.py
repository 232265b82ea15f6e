"""`anaphor account`: who may look at a study's desk."""

import secrets
import sys
import time
from datetime import UTC, datetime
from typing import Annotated

import typer

from anaphor.cli.output import Json, print_json, print_table, say
from anaphor.errors import InputError
from anaphor.experiment.organiser import (
    SHORTEST_PASSWORD,
    add_account,
    list_accounts,
    make_key,
    open_accounts,
    remove_account,
)

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

Name = Annotated[str, typer.Argument()]
Where = Annotated[
    str | None,
    typer.Option("--accounts"),
]


@app.command("add")
def add(
    name: Name,
    generate: Annotated[bool, typer.Option("--generate")] = False,
    accounts: Where = None,
    json: Json = False,
) -> None:
    """Let somebody log in at the desk.

    The password is asked for, or read from standard input.
    """
    kept = open_accounts(accounts)
    password = secrets.token_urlsafe(15) if generate else _password()
    add_account(kept, name, password, time.time())
    if json:
        print_json({"name": name, "password": password if generate else None})
    elif generate:
        print_table(["name", "password"], [[name, password]])
    say(f"{name} may log in at the desk.")


def _password() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    say(f"At least {SHORTEST_PASSWORD} characters.")
    first: str = typer.prompt("Password", hide_input=True, err=True)
    if typer.prompt("Once more", hide_input=True, err=True) != first:
        raise InputError("the two passwords differ")
    return first


@app.command("list")
def list_(accounts: Where = None, json: Json = False) -> None:
    """Show who may log in."""
    found = list_accounts(open_accounts(accounts))
    if json:
        print_json({"accounts": [{"name": each.name, "made_at": each.made_at, "keys": each.keys} for each in found]})
        return
    print_table(["name", "since", "API keys"], [[each.name, _day(each.made_at), each.keys] for each in found])


@app.command("remove")
def remove(name: Name, accounts: Where = None) -> None:
    """Take somebody's access away.

    Their sessions and API keys end at once.
    """
    remove_account(open_accounts(accounts), name, time.time())
    say(f"{name} may no longer log in.")


@app.command("key")
def key(
    name: Name,
    label: Annotated[str, typer.Option("--label")] = "command line",
    accounts: Where = None,
    json: Json = False,
) -> None:
    """Make an API key for programs; it is printed this once."""
    made = make_key(open_accounts(accounts), name, label, time.time())
    if json:
        print_json({"name": name, "key": made})
    else:
        print_table(["name", "key"], [[name, made]])


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()
