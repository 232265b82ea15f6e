"""`anaphor write`: the workbench in the browser, on this machine alone."""

import hashlib
import os
import secrets
import socket
import threading
import webbrowser
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from anaphor.cli.output import say
from anaphor.cli.serve import run_server
from anaphor.collection import CATALOGUE
from anaphor.errors import InputError, Place
from anaphor.text import Interface, text
from anaphor.web import listen

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from anaphor.corpus import Counts

_HOST = "127.0.0.1"
_FIRST_PORT, _PORTS = 21_000, 8_000
"""Ports below those that systems give away by themselves."""
_PATIENCE_S = 3
_ANY_WORD = "a"


def write(
    collection: Annotated[Path, typer.Argument(metavar="COLLECTION")] = Path("my-schemas.yaml"),
    language: Annotated[str, typer.Option("--language")] = "fr",
    corpus: Annotated[
        Path | None,
        typer.Option("--corpus"),
    ] = None,
    ngram: Annotated[Path | None, typer.Option("--ngram")] = None,
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535),
    ] = None,
    interface: Annotated[str | None, typer.Option("--interface")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser")] = True,
) -> None:
    """Write schemas in the browser, checked as you type."""
    from anaphor.web.workbench import SPECS, Looker, open_work, ready, writing_app

    if interface is not None and interface not in list(Interface):
        raise InputError("cli-unknown-interface", interface=interface)
    _refuse_published(collection)
    file = open_work(collection, language=language)
    found = file.current().collection.language
    models = {**SPECS, "ngram": f"ngram:{ngram},sentences=last"} if ngram else dict(SPECS)
    ready(models["ngram"])
    looker = Looker(found, corpus=counts_at(corpus, found), models=models)
    listening = listen_for(file.path, port)
    secret = secrets.token_urlsafe(18)
    _serve(writing_app(file, looker, secret, interface=interface), listening, file.path, secret, browser=browser)


def _refuse_published(path: Path) -> None:
    """A name of the catalogue is not a file of the author's."""
    if not path.exists() and CATALOGUE.get(str(path)):
        raise InputError("write-published", name=str(path))


def counts_at(path: Path | None, language: str) -> "Counts | None":
    """The counts to ask; None for what the package carries."""
    from anaphor.corpus.pairs import TableCounts, is_pair_table, read_pairs
    from anaphor.resolver import Spec
    from anaphor.resolver.words import corpus_of

    counts: Counts | None = None
    if path is not None and is_pair_table(path):
        counts = TableCounts(read_pairs(path))
        counts.frequency(_ANY_WORD)  # a table that cannot be asked at all says so here, not at every pause
    elif path is not None:
        counts = corpus_of(Spec(name="cooccurrence", argument=str(path))).own
    if counts is not None and counts.language != language:
        raise InputError("write-other-language", where=Place(file=str(path)), corpus=counts.language, file=language)
    return counts


def listen_for(path: Path, port: int | None) -> socket.socket:
    """A socket on this machine alone.

    What a browser keeps belongs to an address with its port: a file that keeps its port finds its unsaved words again.
    """
    own = _FIRST_PORT + int(hashlib.sha256(os.fsencode(path)).hexdigest(), 16) % _PORTS
    if port is not None:
        return listen(_HOST, port)
    try:
        return listen(_HOST, own)
    except InputError:  # somebody else has it
        return listen(_HOST, 0)


def _serve(app: "ASGIApp", listening: socket.socket, path: Path, secret: str, *, browser: bool) -> None:
    """Run until told to stop."""
    import uvicorn

    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=_PATIENCE_S,
    )
    address = f"http://{_HOST}:{listening.getsockname()[1]}/{secret}/"
    run_server(config, listening, partial(_announce, address, path, browser=browser))


def _announce(address: str, path: Path, *, browser: bool) -> None:
    say(text("write-address", name=path.name, address=address))
    say(text("write-stop"))
    if browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
