"""A study served for the tests: in a thread of this process, or as the real command in a process of its own."""

import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from starlette.types import ASGIApp

from anaphor.experiment import Accounts, Design, Store
from anaphor.web import PatientProtocol, create_app, listen

_SERVE = "from anaphor.cli.experiment import serve; serve()"


@contextmanager
def listening(app: ASGIApp, port: int = 0) -> Iterator[str]:
    """The address of an app that is served meanwhile; asks go through a real socket."""
    told: dict[str, Any] = {"access_log": False, "proxy_headers": False, "server_header": False}
    config = uvicorn.Config(app, http=PatientProtocol, log_level="critical", **told)
    server = uvicorn.Server(config)
    place = listen("127.0.0.1", port)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [place]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{place.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(20)
        place.close()


@contextmanager
def served(store: Store, accounts: Accounts | None = None, *, base: str = "", port: int = 0) -> Iterator[str]:
    """The address of a study that is served meanwhile."""
    with listening(create_app(store, accounts, base=base), port) as address:
        yield address


@dataclass(slots=True)
class Command:
    """The real server in a process of its own."""

    process: "subprocess.Popen[str]"
    port: int
    said: str

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"


def start_command(design: Path, *options: str, first: str = "") -> Command:
    """Start `anaphor experiment serve` and wait until it serves; `first` is Python to run before."""
    environment = {**os.environ, "ANAPHOR_ACCOUNTS": str(design.parent / "accounts.db")}
    process = subprocess.Popen(
        [sys.executable, "-c", first + _SERVE, str(design), *options],
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    said = ""
    assert process.stderr is not None
    while "Stop with" not in said:
        line = process.stderr.readline()
        assert line, f"the server did not start: {said}"
        said += line
    found = re.search(r":(\d+)/", said)
    assert found is not None
    command = Command(process, int(found[1]), said)
    for _ in range(6000):
        try:
            httpx.get(f"{command.address}/health", timeout=5).raise_for_status()
            return command
        except httpx.HTTPError:
            time.sleep(0.05)
    raise AssertionError("the server does not answer")


def free_port() -> int:
    """A port that nobody uses just now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Browser:
    """What the page asks of the server, without a page."""

    def __init__(self, address: str, design: Design, client: httpx.Client) -> None:
        self.root = f"{address}/api/{design.name}"
        self.design = design
        self.client = client
        self.place: dict[str, Any] = {}

    def ask(self, path: str, body: object, token: str | None = None) -> httpx.Response:
        """One request as the page makes it."""
        mine = token if token is not None else self.place.get("token")
        headers = {"x-participant": mine} if mine else {}
        return self.client.post(f"{self.root}/{path}", content=json.dumps(body), headers=headers)

    def start(self, person: str, **more: str) -> "Browser":
        """Come, and agree."""
        reply = self.ask("start", {"person": person, **more}, "")
        reply.raise_for_status()
        self.place = reply.json()
        if not self.place["consented"]:
            agreed = {"hash": self.place["consent"]["hash"], "adult": True, "native": True}
            reply = self.ask("consent", {"person": person, **more, **agreed}, "")
            reply.raise_for_status()
            self.place = reply.json()["place"]
        return self

    def answer(self, at: int = 0, choice: int | None = 0, **more: object) -> dict[str, Any]:
        """Answer one trial; what became of it."""
        sent = {"trial": self.place["trials"][at]["id"], "choice": choice, "attempt": f"a{at}", **more}
        reply = self.ask("answers", {"answers": [sent]})
        reply.raise_for_status()
        found: dict[str, Any] = reply.json()["receipts"][0]
        return found

    def finish(self) -> dict[str, Any]:
        """End the study."""
        reply = self.ask("finish", {})
        reply.raise_for_status()
        found: dict[str, Any] = reply.json()
        return found
