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
from anaphor.experiment.design import load_design
from anaphor.experiment.organiser import participants
from anaphor.experiment.organiser import status as status_of
from anaphor.experiment.session import invite as invite_people
from anaphor.experiment.study import Store, back_up, held, open_store, restore
from anaphor.files import shown_place
from anaphor.provenance import plain
from anaphor.web import QUEUE, listen

DesignFile = Annotated[Path, typer.Argument(metavar="DESIGN")]
Database = Annotated[
    str | None,
    typer.Option("--database"),
]
Base = Annotated[str, typer.Option("--base")]

_PATIENCE_S = 15


def database_of(design: Path, database: str | None) -> str:
    """Where the answers of a design are kept."""
    return database or str(design.with_suffix(".db"))


def store_of(design: Path, database: str | None) -> Store:
    """The study of a design, made where there is none."""
    return open_store(database_of(design, database), load_design(design))


def existing_store(design: Path, database: str | None) -> Store:
    """The study of a design that was served before; none is made."""
    planned, where = load_design(design), database_of(design, database)
    if "://" not in where and not Path(where).is_file():
        raise InputError(f"there are no answers in {where}", todo="Serve the study first, or name its --database.")
    return open_store(where, planned, new=False)


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
        raise InputError(
            "several workers cannot share one SQLite file without waiting for each other",
            todo="Serve with one worker, or give --database postgresql://…",
        )
    path = _path(base)
    if public_url is not None and not public_url.startswith(("https://", "http://")):
        raise InputError(f"{public_url!r} is no address", todo="Write --public-url https://…")
    with held(where):
        store = store_of(design, database)
        organisers = _organisers(accounts)
        listening = listen(host, port)
        local = f"http://{_shown(host)}:{listening.getsockname()[1]}{path}"
        root = public_url.rstrip("/") if public_url else local
        say(f"The study is at {root}/s/{store.design.name}\nThe desk is at {root}/desk")
        if public_url:
            say(f"Here it is served at {local}/s/{store.design.name}; a proxy must lead there.")
        say(_beginning(store, shown_place(where)))
        if not organisers:
            say("Nobody can log in at the desk yet; make an account with: anaphor account add NAME")
        say("Stop with Ctrl-C: everything that was acknowledged is on disk.")
        store.engine.dispose()
        settings = {
            "ANAPHOR_SERVE_DESIGN": str(design.resolve()),
            "ANAPHOR_SERVE_DATABASE": where,
            "ANAPHOR_SERVE_BASE": path,
            "ANAPHOR_SERVE_ACCOUNTS": accounts or "",
        }
        os.environ.update(settings)
        _run(listening, workers)


def _beginning(store: Store, where: str) -> str:
    """Whether the study begins or goes on: who serves the wrong file should see it at once."""
    found = status_of(store, time.time())
    if not found.started:
        return f"Answers go to {where}; nobody has started yet."
    told = f"The study goes on in {where}: {found.started} have started, {found.answers} answers are there."
    made_up = sum(each.simulated for each in participants(store, time.time()))
    if not made_up:
        return told
    return (
        f"{told}\n{made_up} of them are simulated, and take the places of people: this is a rehearsal. "
        "For the study itself name a new file with --database."
    )


def _organisers(accounts: str | None) -> int:
    """How many people may log in at the desk; what is wrong with their place is said before anything is served."""
    from anaphor.experiment.organiser import list_accounts, open_accounts

    kept = open_accounts(accounts)
    count = len(list_accounts(kept))
    kept.engine.dispose()
    return count


def make_app() -> Any:
    """The app of a worker process, from what the command left in the environment."""
    from anaphor.experiment.organiser import open_accounts
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


def _path(base: str) -> str:
    path = f"/{base.strip('/')}" if base.strip("/") else ""
    if quote(path, safe="/") != path:
        raise InputError(f"{base!r} cannot be a path", todo="Use letters, digits, hyphens and slashes.")
    return path


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def status(design: DesignFile, database: Database = None, json: Json = False) -> None:
    """Show how far a study is, list by list."""
    from anaphor.cli.experiment_output import status_document  # it loads the analysis, which a server has no use for

    found = status_of(existing_store(design, database), time.time())
    if json:
        print_json(status_document(found))
        return
    say(
        f"{found.name}: {found.counted} of {found.quota} finished, {found.answers} answers"
        f"{', paused' if found.paused else ''}."
    )
    others = {
        "excluded": found.excluded,
        "withdrawn": found.withdrawn,
        "screened out": found.screened_out,
        "declined": found.declined,
        "conflicting answers": found.conflicts,
    }
    said = ", ".join(f"{count} {name}" for name, count in others.items() if count)
    if said:
        say(f"Besides: {said}.")
    print_table(["list", "finished", "live"], [[each.number, each.finished, each.live] for each in found.lists])


def backup(
    design: DesignFile,
    output: Annotated[Path, typer.Option("-o", "--output")] = Path("backup.db"),
    database: Database = None,
    json: Json = False,
) -> None:
    """Copy a study into one file while it runs.

    The copy is checked before it takes its place.
    """
    found = back_up(existing_store(design, database), output)
    _print_copy({"file": str(output), **plain(found)}, json)


def restore_(
    copy: Annotated[Path, typer.Argument(metavar="COPY")],
    database: Annotated[str, typer.Option("--database")],
    json: Json = False,
) -> None:
    """Make a study again out of its copy.

    The database must hold no study yet.
    """
    found = restore(copy, database)
    _print_copy({"database": shown_place(database), **plain(found)}, json)


def _print_copy(card: dict[str, Any], json: bool) -> None:
    if json:
        print_json(card)
    else:
        print_table(["", ""], [[key, value] for key, value in card.items()])


def invite(
    design: DesignFile,
    count: Annotated[int, typer.Option("--count", min=1, max=100_000)],
    link: Annotated[str, typer.Option("--link")] = "http://127.0.0.1:8000",
    database: Database = None,
    json: Json = False,
) -> None:
    """Invite people to a study for the invited.

    Prints one link for each of them.
    """
    store = store_of(design, database)
    tokens = invite_people(store, count, "command line", time.time())
    links = [f"{link.rstrip('/')}/s/{store.design.name}?token={token}" for token in tokens]
    if json:
        print_json({"links": links})
    else:
        print_table(["link"], [[each] for each in links])


def register(app: typer.Typer) -> None:
    """Add these commands to the group."""
    for name, command in (
        ("serve", serve),
        ("status", status),
        ("backup", backup),
        ("restore", restore_),
        ("invite", invite),
    ):
        app.command(name)(command)
