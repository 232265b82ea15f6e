"""`anaphor experiment serve|status|backup|restore|invite`: a study while it runs."""

import gc
import os
import signal
import socket
import sys
import time
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

import typer

from anaphor.cli.output import Json, print_json, print_table, say
from anaphor.errors import InputError
from anaphor.experiment import database_of, store_of
from anaphor.experiment.accounts import list_accounts, open_accounts
from anaphor.experiment.organiser import participants
from anaphor.experiment.organiser import status as status_of
from anaphor.experiment.session import invite as invite_people
from anaphor.experiment.study import Store, back_up, held
from anaphor.experiment.study import restore as restore_copy
from anaphor.files import shown_place
from anaphor.provenance import plain
from anaphor.section import Section
from anaphor.text import text
from anaphor.web import QUEUE, listen

DesignFile = Annotated[Path, typer.Argument(metavar="DESIGN")]
Database = Annotated[
    str | None,
    typer.Option("--database"),
]
Base = Annotated[str, typer.Option("--base")]

_PATIENCE_S = 15


def serve(
    design: DesignFile,
    database: Database = None,
    host: Annotated[str, typer.Option("--host")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535)] = 8000,
    base: Base = "",
    workers: Annotated[int, typer.Option("--workers", min=1, max=64)] = 1,
    accounts: Annotated[str | None, typer.Option("--accounts")] = None,
    public_url: Annotated[str | None, typer.Option("--public-url")] = None,
) -> None:
    """Serve a study on the web.

    Prints the link to send, and runs until it is stopped.
    """
    where = database_of(design, database)
    if workers > 1 and "://" not in where:
        raise InputError("experiment-workers")
    path = f"/{base.strip('/')}" if base.strip("/") else ""
    if quote(path, safe="/") != path:
        raise InputError("experiment-bad-base", base=base)
    if public_url is not None and not public_url.startswith(("https://", "http://")):
        raise InputError("experiment-bad-address", address=public_url)
    with held(where):
        store = store_of(design, database)
        organisers = open_accounts(accounts)  # what is wrong with their place is said before anything is served
        anybody = bool(list_accounts(organisers))
        organisers.engine.dispose()
        listening = listen(host, port)
        shown = f"[{host}]" if ":" in host else host
        local = f"http://{shown}:{listening.getsockname()[1]}{path}"
        root = public_url.rstrip("/") if public_url else local
        say(text("experiment-served", root=root, name=store.design.name))
        if public_url:
            say(text("experiment-served-here", local=local, name=store.design.name))
        say(beginning(store, shown_place(where)))
        if not anybody:
            say(text("experiment-no-organiser"))
        say(text("experiment-stop"))
        store.engine.dispose()
        settings = {
            "ANAPHOR_SERVE_DESIGN": str(design.resolve()),
            "ANAPHOR_SERVE_DATABASE": where,
            "ANAPHOR_SERVE_BASE": path,
            "ANAPHOR_SERVE_ACCOUNTS": accounts or "",
        }
        os.environ.update(settings)
        _run(listening, workers)


def beginning(store: Store, where: str) -> str:
    """Whether the study begins or goes on: who serves the wrong file should see it at once."""
    found = status_of(store, time.time())
    if not found.started:
        return text("experiment-begins", place=where)
    said = text("experiment-goes-on", place=where, started=found.started, answers=found.answers)
    simulated = sum(each.simulated for each in participants(store, time.time()))
    return f"{said}\n{text('experiment-is-rehearsal', count=simulated)}" if simulated else said


def make_app() -> Any:
    """The app of a worker process, from what the command left in the environment."""
    from anaphor.web import create_app

    store = store_of(Path(os.environ["ANAPHOR_SERVE_DESIGN"]), os.environ["ANAPHOR_SERVE_DATABASE"])
    accounts = open_accounts(os.environ["ANAPHOR_SERVE_ACCOUNTS"] or None)
    app = create_app(store, accounts, base=os.environ["ANAPHOR_SERVE_BASE"])
    gc.collect()
    gc.freeze()  # what is there now stays: there is no need to look through it again and again
    return app


def _run(listening: socket.socket, workers: int) -> None:
    """Listen until told to stop, then finish what has begun; no address of anybody is written anywhere."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    config = uvicorn.Config(
        f"{__name__}:make_app",
        factory=True,
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        backlog=QUEUE,
        timeout_graceful_shutdown=_PATIENCE_S,
        workers=workers,
    )
    server = uvicorn.Server(config)
    for number in (signal.SIGINT, signal.SIGTERM):  # to be stopped is how a server ends well
        signal.signal(number, lambda *_: sys.exit(0))
    if workers > 1:
        Multiprocess(config, sockets=[listening]).run()
    else:
        server.run(sockets=[listening])
        if not server.started:
            sys.exit(2)  # why has been said


def status(design: DesignFile, database: Database = None) -> Section:
    """Show how far a study is, list by list."""
    from anaphor.report.people import status_section  # it loads the analysis, which a server has no use for

    return status_section(status_of(store_of(design, database, new=False), time.time()))


def backup(
    design: DesignFile,
    output: Annotated[Path, typer.Option("-o", "--output")] = Path("backup.db"),
    database: Database = None,
) -> Section:
    """Copy a study into one file while it runs."""
    from anaphor.report.people import record_section

    found = back_up(store_of(design, database, new=False), output)
    return record_section("anaphor experiment backup", {"file": str(output), **plain(found)})


def restore(
    copy: Annotated[Path, typer.Argument(metavar="COPY")],
    database: Annotated[str, typer.Option("--database")],
) -> Section:
    """Make a study again out of its copy."""
    from anaphor.report.people import record_section

    found = restore_copy(copy, database)
    return record_section("anaphor experiment restore", {"database": shown_place(database), **plain(found)})


def invite(
    design: DesignFile,
    count: Annotated[int, typer.Option("--count", min=1, max=100_000)],
    link: Annotated[str, typer.Option("--link")] = "http://127.0.0.1:8000",
    database: Database = None,
    json: Json = False,
) -> None:
    """Invite people to a study for the invited; their links do not belong into a page that is passed on."""
    store = store_of(design, database)
    tokens = invite_people(store, count, "command line", time.time())
    links = [f"{link.rstrip('/')}/s/{store.design.name}?token={token}" for token in tokens]
    if json:
        print_json({"links": links})
    else:
        print_table([text("experiment-link")], [[each] for each in links])


def register(app: typer.Typer) -> None:
    """Add these commands to the group."""
    for command in (serve, status, backup, restore, invite):
        app.command(command.__name__)(command)
