"""`anaphor serve`, `anaphor write` and `anaphor experiment serve`: servers that run until they are stopped."""

import gc
import hashlib
import hmac
import json
import logging
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import webbrowser
from base64 import b64encode
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

from anaphor import challenge, experiment, files, resolver, web
from anaphor import collection as collections
from anaphor import corpus as corpora
from anaphor.cli.command import Argument, InterfaceOption, command, say
from anaphor.corpus import TableCounts, is_pair_table, read_pairs
from anaphor.errors import InputError, Place
from anaphor.parameters import Parameter
from anaphor.text import text

Port = Annotated[int, Parameter(least=0, most=65535)]
Workers = Annotated[int, Parameter(least=1, most=64)]

_SETTINGS = "ANAPHOR_SERVE"
_PARENT = "ANAPHOR_SERVE_PARENT"
"""The variable that tells worker processes which process they end with."""
"""The variable in which the command leaves its settings to its worker processes."""
_FILL = "import sys; from anaphor.cli.demo import fill_site; fill_site(sys.argv[1], sys.argv[2] or None)"
_PATIENCE_S = 15
_HERE = "127.0.0.1"
_FIRST_PORT, _PORTS = 21_000, 8_000
"""Ports below those that systems give away by themselves."""
_ANY_WORD = "a"


def run_server(
    app: Any, listening: socket.socket, announce: Callable[[], None] = lambda: None, *, workers: int = 1, **config: Any
) -> None:
    """Serve until told to stop, then finish what has begun; announced when it can be reached and can be stopped.

    `app` is an app, or the name of a function of this module that makes one in each worker process.
    """
    from uvicorn import Config, Server
    from uvicorn.supervisors import Multiprocess

    settings = {
        "http": web.PatientProtocol,
        "access_log": False,
        "proxy_headers": False,
        "server_header": False,
        "backlog": web.QUEUE,
        **config,
    }
    made = isinstance(app, str)
    found = Config(
        f"{__name__}:{app}" if made else app,
        factory=made,
        workers=workers,
        **{"timeout_graceful_shutdown": _PATIENCE_S, **settings},
    )
    for number in (signal.SIGINT, signal.SIGTERM):  # to be stopped is how a server ends well
        signal.signal(number, lambda *_: sys.exit(0))

    class Watched(Multiprocess):
        def keep_subprocess_alive(self) -> None:
            before = list(self.processes)
            super().keep_subprocess_alive()
            for old, new in zip(before, self.processes, strict=False):
                if old is not new:
                    seen = {"worker": old.pid, "exit": old.exitcode, "instead": new.pid}
                    logging.getLogger("anaphor.web").warning("worker replaced", extra={"request": seen})

    os.environ.pop(_PARENT, None)  # of a server that this one was started by
    if workers > 1:
        os.environ[_PARENT] = str(os.getpid())
        announce()
        Watched(found, sockets=[listening]).run()
        return

    class Announced(Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets=sockets)
            if self.started:
                announce()

    server = Announced(found)
    server.run(sockets=[listening])
    if not server.started:
        sys.exit(2)  # why has been said


def _address(host: str, listening: socket.socket, path: str) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}{path}"


# ------------------------------------------------------------------------------------------------- everything on a port


@command("serve")
def serve(
    folder: Annotated[Path, Argument("FOLDER")] = Path("anaphor-site"),
    demo: bool = False,
    database: str | None = None,
    accounts: str | None = None,
    host: str = _HERE,
    port: Port = 8000,
    base: str = "",
    public_url: Annotated[str | None, Parameter(variable="ANAPHOR_PUBLIC_URL")] = None,
    proxy: str = _HERE,
    corpus: list[Path] | None = None,
    workers: Workers = 1,
    oidc: Annotated[str | None, Parameter(variable="ANAPHOR_OIDC")] = None,
    oidc_client: Annotated[str, Parameter(variable="ANAPHOR_OIDC_CLIENT")] = "",
    oidc_domain: list[str] | None = None,
    job_workers: Annotated[int, Parameter(least=1, most=64)] = 1,
    offer: list[str] | None = None,
    endpoint: Annotated[list[str] | None, Parameter(variable="ANAPHOR_ENDPOINTS")] = None,
    only_jobs: bool = False,
) -> None:
    """Serve everything on one port: the log, a JSON document per request, on stdout, all else on stderr."""
    if database is not None and "://" not in database:
        raise InputError("serve-no-database-url")
    if workers > 1 and database is None:
        raise InputError("serve-workers-share")
    path = f"/{base.strip('/')}" if base.strip("/") else ""
    if quote(path, safe="/") != path or {".", "..", ""} & set(path.split("/")[1:]):
        raise InputError("serve-no-path", base=base)
    public = _checked_address(public_url, path)
    provider = _provider(oidc, oidc_client, tuple(oidc_domain or ()), public)
    with ExitStack() as stack:
        root = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="anaphor-demo-"))) if demo else folder
        site = web.SiteFolder(root=root.resolve(), database=database)
        site.reach()
        offers, endpoints = _offers(offer or ()), _endpoints(endpoint or ())
        if only_jobs:
            if not site.root.is_dir():
                raise InputError("serve-no-folder", folder=str(site.root))
            queued: dict[str, Any] = {"workers": job_workers, "offers": offers, "endpoints": endpoints}
            _do_jobs(web.JobQueue(site.root, database, **queued, called=f"-{os.getpid()}"))
            return
        if accounts and "://" in accounts:
            web.reach_database(accounts)
        site.make()
        place = str(root / "accounts.db") if demo else accounts or database
        if demo:
            stack.callback(_begin_demo(site, str(place)))
        listening = web.listen(host, port)
        stack.callback(listening.close)
        corpora = [str(each) for each in corpus or ()]
        told: dict[str, Any] = {"base": path, "public": public, "demo": demo, "job_workers": job_workers}
        setting = web.SiteSetting(**told, oidc=provider, offers=offers, endpoints=endpoints)
        where = {"folder": str(site.root), "database": database, "accounts": place, "corpora": corpora}
        os.environ[_SETTINGS] = json.dumps({**where, "setting": asdict(setting)})
        for name in site.designs():
            stack.enter_context(experiment.held(site.database_of(name)))
        site.check()
        _corpora(corpora)
        announce = partial(_welcome, site, place, _address(host, listening, path))
        run = partial(run_server, "make_site", listening, announce, workers=workers)
        run(log_config=web.LOGGING, proxy_headers=True, forwarded_allow_ips=proxy)


def _checked_address(public: str | None, path: str) -> str:
    """The address by which others reach the server, without the path under which a proxy shows it."""
    found = (public or "").rstrip("/").removesuffix(path)
    if public and not re.fullmatch(r"https?://[^/?#@\s]+", found):
        raise InputError("experiment-bad-address", address=public)
    return found


def _provider(issuer: str | None, client: str, domains: tuple[str, ...], public: str) -> "web.OidcSetting | None":
    """Who else vouches for people; it leads them back to the public address, whatever a request calls this site."""
    if issuer is None:
        if client or domains:
            raise InputError("serve-oidc-lone")
        return None
    found = web.OidcSetting(issuer=issuer, client=client, domains=domains)
    found.check()
    if not public:
        raise InputError("serve-oidc-no-address")
    return found


def _offers(given: Sequence[str]) -> dict[str, int]:
    """What workers offer, such as `memory=64`."""
    pairs = [each.partition("=") for each in given]
    for name, _, many in pairs:
        if name not in challenge.NEEDS or not many.isdecimal():
            said = f"{name}={many}" if many else name
            raise InputError("serve-no-offer", given=said, known=", ".join(challenge.NEEDS))
    return {name: int(many) for name, _, many in pairs}


def _endpoints(given: Sequence[str]) -> tuple[str, ...]:
    """Where chat models may be asked; what is left out: at addresses of the public internet."""
    for each in given:
        if not re.fullmatch(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]+)(:\d{1,5})?|[0-9A-Fa-f:]+", each):
            raise InputError("serve-no-endpoint", given=each)
    return tuple(given) or (web.DEFAULT_ENDPOINT,)


def _do_jobs(queue: "web.JobQueue") -> None:
    """Do the jobs of a site that is served elsewhere, until told to stop."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    say(text("serve-only-jobs", folder=str(queue.root)))
    try:
        while True:
            queue.ensure()
            time.sleep(1)
    except KeyboardInterrupt:
        queue.leave()


def _begin_demo(site: "web.SiteFolder", accounts: str) -> Callable[[], None]:
    """What a demonstration has from the start: collections and an account. A process adds the rest; what ends it."""
    for name in ("anaphor-fr", "anaphor-en"):
        shutil.copyfile(collections.CATALOGUE.path_of(name), site.collections / f"{name}.yaml")
    password = secrets.token_urlsafe(12)
    kept = experiment.open_accounts(accounts)
    experiment.add_account(kept, "demo", password, time.time())
    kept.engine.dispose()
    say(text("serve-demo", password=password))
    filling = subprocess.Popen([sys.executable, "-c", _FILL, str(site.root), site.database or ""])

    def end() -> None:
        filling.kill()
        filling.wait()

    return end


def _welcome(site: "web.SiteFolder", accounts: str | None, address: str) -> None:
    say(text("serve-address", address=f"{address}/"))
    say(text("serve-folder", folder=str(site.root)))
    if site.database:
        say(text("serve-answers", place=files.shown_place(site.database)))
    if not _anybody(accounts):
        say(text("serve-nobody", there=f" --accounts {files.shown_place(accounts)}" if accounts else ""))
    say(text("serve-stop"))


def _anybody(accounts: str | None) -> bool:
    kept = experiment.open_accounts(accounts)
    found = bool(experiment.list_accounts(kept))
    kept.engine.dispose()
    return found


def make_site() -> Any:
    """The app of a worker process, from what the command left in the environment."""
    if parent := os.environ.get(_PARENT):
        web.end_with(int(parent))
    settings = json.loads(os.environ[_SETTINGS])
    folder = web.SiteFolder(root=Path(settings["folder"]), database=settings["database"])
    studies = folder.open_studies()
    kept = experiment.open_accounts(settings["accounts"])
    told = {**settings["setting"], "corpora": _corpora(settings["corpora"])}
    told["oidc"] = told["oidc"] and web.OidcSetting(**told["oidc"])
    told["endpoints"] = tuple(told["endpoints"])
    return web.logged(web.Site(folder, studies, kept, web.SiteSetting(**told)))


def _corpora(paths: list[str]) -> tuple[Any, ...]:
    found = tuple(resolver.corpus_of(resolver.Spec(name="cooccurrence", argument=path)).own for path in paths)
    languages = [counts.language for counts in found if counts]
    if len(set(languages)) < len(languages):
        raise InputError("serve-two-corpora")
    return found


# -------------------------------------------------------------------------------------------------------------- a study


def serve_study(
    design: Annotated[Path, Argument("DESIGN")],
    database: str | None = None,
    host: str = _HERE,
    port: Port = 8000,
    base: str = "",
    workers: Workers = 1,
    accounts: str | None = None,
    public_url: str | None = None,
    proxy: str = _HERE,
) -> None:
    """Serve a study on the web."""
    where = experiment.database_of(design, database)
    if workers > 1 and "://" not in where:
        raise InputError("experiment-workers")
    path = f"/{base.strip('/')}" if base.strip("/") else ""
    if quote(path, safe="/") != path:
        raise InputError("experiment-bad-base", base=base)
    if public_url is not None and not public_url.startswith(("https://", "http://")):
        raise InputError("experiment-bad-address", address=public_url)
    with experiment.held(where):
        store = experiment.store_of(design, database)
        anybody = _anybody(accounts)  # what is wrong with their place is said before anything is served
        listening = web.listen(host, port)
        local = _address(host, listening, path)
        say(text("experiment-served", root=public_url.rstrip("/") if public_url else local, name=store.design.name))
        if public_url:
            say(text("experiment-served-here", local=local, name=store.design.name))
        say(beginning(store, files.shown_place(where)))
        if not anybody:
            say(text("experiment-no-organiser"))
        say(text("experiment-stop"))
        store.engine.dispose()
        settings = {"design": str(design.resolve()), "database": where, "base": path, "accounts": accounts}
        os.environ[_SETTINGS] = json.dumps(settings)
        run = partial(run_server, "make_study", listening, workers=workers)
        run(log_config=web.LOGGING, proxy_headers=True, forwarded_allow_ips=proxy)


def beginning(store: "experiment.Store", where: str) -> str:
    """Whether the study begins or goes on: who serves the wrong file should see it at once."""
    found = experiment.study_status(store, time.time())
    if not found.started:
        return text("experiment-begins", place=where)
    said = text("experiment-goes-on", place=where, started=found.started, answers=found.answers)
    simulated = sum(each.simulated for each in experiment.participants(store, time.time()))
    return f"{said}\n{text('experiment-is-rehearsal', count=simulated)}" if simulated else said


def make_study() -> Any:
    """The app of a worker process, from what the command left in the environment."""
    if parent := os.environ.get(_PARENT):
        web.end_with(int(parent))
    settings = json.loads(os.environ[_SETTINGS])
    store = experiment.store_of(Path(settings["design"]), settings["database"])
    app = web.create_app(store, experiment.open_accounts(settings["accounts"] or None), base=settings["base"])
    gc.collect()
    gc.freeze()  # what is there now stays: there is no need to look through it again and again
    return app


# -------------------------------------------------------------------------------------------------------- the workbench


@command("write")
def write(
    collection: Annotated[Path, Argument("COLLECTION")] = Path("my-schemas.yaml"),
    language: str = "fr",
    corpus: Path | None = None,
    ngram: Path | None = None,
    port: Annotated[int | None, Parameter(least=0, most=65535)] = None,
    interface: InterfaceOption = None,
    browser: bool = True,
) -> None:
    """Write schemas in the browser, checked as you type."""
    # A name of the catalogue is no file of the author's.
    if not collection.exists() and collections.CATALOGUE.get(str(collection)):
        raise InputError("write-published", name=str(collection))
    file = web.open_work(collection, language=language)
    found = file.current().collection.language
    models = {**web.SPECS, "ngram": f"ngram:{ngram},sentences=last"} if ngram else dict(web.SPECS)
    web.ready(models["ngram"])
    looker = web.Looker(found, corpus=counts_at(corpus, found), models=models)
    listening = listen_for(file.path, port)
    secret = secret_of(file.path)
    address = f"{_address(_HERE, listening, '')}/{secret}/"

    def announce() -> None:
        say(text("write-address", name=file.path.name, address=address))
        say(text("write-stop"))
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    app = web.writing_app(file, looker, secret, interface=interface)
    run_server(app, listening, announce, log_level="warning", timeout_graceful_shutdown=3)


def counts_at(path: Path | None, language: str) -> "corpora.Counts | None":
    """The counts to ask; None for what the package carries."""
    counts: corpora.Counts | None = None
    if path is not None and is_pair_table(path):
        counts = TableCounts(read_pairs(path))
        counts.frequency(_ANY_WORD)  # a table that cannot be asked at all says so here, not at every pause
    elif path is not None:
        counts = resolver.corpus_of(resolver.Spec(name="cooccurrence", argument=str(path))).own
    if counts is not None and counts.language != language:
        raise InputError("write-other-language", where=Place(file=str(path)), corpus=counts.language, file=language)
    return counts


def secret_of(path: Path) -> str:
    """What stands in the address of a file, today and after a restart; made from a key that only its owner reads.

    A page that is still open goes on working, and so does a bookmark. Without a place for the key: a new secret.
    """
    from platformdirs import user_data_path

    place = user_data_path("anaphor") / "write.key"
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError), tempfile.NamedTemporaryFile(dir=place.parent, prefix="write.key-") as made:
            made.write(secrets.token_bytes(32))  # in a file for its owner alone
            made.flush()
            os.link(made.name, place)  # whole or not at all, and never over one that is there
        key = place.read_bytes()
        if len(key) >= 32 and not place.stat().st_mode & 0o077:
            return b64encode(hmac.digest(key, os.fsencode(path), "sha256")[:18], altchars=b"-_").decode()
    return secrets.token_urlsafe(18)


def listen_for(path: Path, port: int | None) -> socket.socket:
    """A socket on this machine alone; a file keeps its port, to which a browser ties unsaved words."""
    own = _FIRST_PORT + int(hashlib.sha256(os.fsencode(path)).hexdigest(), 16) % _PORTS
    if port is not None:
        return web.listen(_HERE, port)
    try:
        return web.listen(_HERE, own)
    except InputError:  # somebody else has it
        return web.listen(_HERE, 0)
