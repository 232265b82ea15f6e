"""`anaphor serve`: everything on one port, until it is stopped."""

import json
import os
import secrets
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

import typer

from anaphor.cli.output import say
from anaphor.errors import InputError
from anaphor.text import text
from anaphor.web import QUEUE, listen

if TYPE_CHECKING:
    from uvicorn import Config

    from anaphor.web.site import SiteFolder

_SETTINGS = "ANAPHOR_SITE"
_PATIENCE_S = 15


def serve(
    folder: Annotated[
        Path,
        typer.Argument(metavar="FOLDER"),
    ] = Path("anaphor-site"),
    demo: Annotated[bool, typer.Option("--demo")] = False,
    database: Annotated[str | None, typer.Option("--database")] = None,
    accounts: Annotated[str | None, typer.Option("--accounts")] = None,
    host: Annotated[str, typer.Option("--host")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535)] = 8000,
    base: Annotated[str, typer.Option("--base")] = "",
    proxy: Annotated[str, typer.Option("--proxy")] = "127.0.0.1",
    corpus: Annotated[list[Path] | None, typer.Option("--corpus")] = None,
    workers: Annotated[int, typer.Option("--workers", min=1, max=64)] = 1,
) -> None:
    """Serve everything on one port. Workbench, studies with their desks, challenges, reports, published sites.

    The log, one JSON document per request, goes to stdout; all else is said on stderr.
    """
    from anaphor.experiment.study import held
    from anaphor.web.site import SiteFolder, reach_database

    if database is not None and "://" not in database:
        raise InputError("serve-no-database-url")
    if workers > 1 and database is None:
        raise InputError("serve-workers-share")
    settings: dict[str, Any] = {
        "base": _path(base),
        "database": database,
        "demo": demo,
        "corpora": [str(each) for each in corpus or ()],
    }
    with ExitStack() as stack:
        root = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="anaphor-demo-"))) if demo else folder
        site = SiteFolder(root=root.resolve(), database=database)
        site.reach()
        if accounts and "://" in accounts:
            reach_database(accounts)
        site.make()
        place = str(root / "accounts.db") if demo else accounts or database
        if demo:
            _fill(site, place or "")
        listening = listen(host, port)
        stack.callback(listening.close)
        settings |= {"folder": str(site.root), "accounts": place}
        os.environ[_SETTINGS] = json.dumps(settings)
        for name in site.designs():
            stack.enter_context(held(site.database_of(name)))
        site.check()
        _corpora(settings["corpora"])
        address = f"http://{_shown(host)}:{listening.getsockname()[1]}{settings['base']}"
        _run(listening, workers, proxy, partial(_welcome, site, place, address))


def _welcome(site: "SiteFolder", accounts: str | None, address: str) -> None:
    from anaphor.experiment.accounts import list_accounts, open_accounts
    from anaphor.files import shown_place

    say(text("serve-address", address=f"{address}/"))
    say(text("serve-folder", folder=str(site.root)))
    if site.database:
        say(text("serve-answers", place=shown_place(site.database)))
    kept = open_accounts(accounts)
    if not list_accounts(kept):
        there = f" --accounts {shown_place(accounts)}" if accounts else ""
        say(text("serve-nobody", there=there))
    kept.engine.dispose()
    say(text("serve-stop"))


def _fill(site: "SiteFolder", accounts: str) -> None:
    """What a demonstration shows, and an account for as long as it lasts."""
    from anaphor.cli.serve_demo import fill_demo
    from anaphor.experiment.accounts import add_account, open_accounts

    fill_demo(site)
    password = secrets.token_urlsafe(12)
    kept = open_accounts(accounts)
    add_account(kept, "demo", password, time.time())
    kept.engine.dispose()
    say(text("serve-demo", password=password))


def make_site() -> Any:
    """The app of a worker process, from what the command left in the environment."""
    from anaphor.experiment.accounts import open_accounts
    from anaphor.web import logged
    from anaphor.web.site import Site, SiteFolder, SiteSetting

    settings = json.loads(os.environ[_SETTINGS])
    folder = SiteFolder(root=Path(settings["folder"]), database=settings["database"])
    studies = folder.open_studies()
    kept = open_accounts(settings["accounts"])
    setting = SiteSetting(base=settings["base"], demo=settings["demo"], corpora=_corpora(settings["corpora"]))
    return logged(Site(folder, studies, kept, setting))


def _corpora(paths: list[str]) -> tuple[Any, ...]:
    from anaphor.resolver import Spec
    from anaphor.resolver.words import corpus_of

    found = tuple(corpus_of(Spec(name="cooccurrence", argument=path)).own for path in paths)
    languages = [counts.language for counts in found if counts]
    if len(set(languages)) < len(languages):
        raise InputError("serve-two-corpora")
    return found


def _run(listening: socket.socket, workers: int, proxy: str, announce: Callable[[], None]) -> None:
    """Serve until told to stop, then finish what has begun."""
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    from anaphor.web import LOGGING

    config = uvicorn.Config(
        f"{__name__}:make_site",
        factory=True,
        log_config=LOGGING,
        access_log=False,
        proxy_headers=True,
        forwarded_allow_ips=proxy,
        server_header=False,
        backlog=QUEUE,
        timeout_graceful_shutdown=_PATIENCE_S,
        workers=workers,
    )
    if workers > 1:
        end_well()
        announce()
        Multiprocess(config, sockets=[listening]).run()
    else:
        run_server(config, listening, announce)


def end_well() -> None:
    """To be stopped is how a server ends well."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit(0))


def run_server(config: "Config", listening: socket.socket, announce: Callable[[], None]) -> None:
    """Serve in this process until told to stop; announced when it can be reached and can be stopped."""
    from uvicorn import Server

    class Announced(Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            if self.started:
                announce()

    end_well()
    server = Announced(config)
    server.run(sockets=[listening])
    if not server.started:
        sys.exit(2)  # why has been said


def _path(base: str) -> str:
    path = f"/{base.strip('/')}" if base.strip("/") else ""
    if quote(path, safe="/") != path or {".", "..", ""} & set(path.split("/")[1:]):
        raise InputError("serve-no-path", base=base)
    return path


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host
