"""What a request of an entry costs through the proxy: in the open, and inside TLS that is opened.

The site is on this machine and answers at once; ways alternate in one run, and the median of each is taken. Client and
proxy share one process, so that its processor time holds both sides; the site runs in another.
"""

import multiprocessing
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median

from bench.table import Row
from tests.challenge.origin import Door, ask, secure_site, site

ROUNDS = 60


def _sites(folder: str, wire: "Connection[tuple[int, int], str]") -> None:
    """Two sites, one of which speaks TLS, until nobody listens any more."""
    with site() as plain, secure_site(Path(folder)) as (secure, _):
        wire.send((plain.port, secure.port))
        wire.recv()


def _new(door: Door, port: int) -> None:
    with door.client(port) as client:
        ask(client, "/")


def _measured(ways: dict[str, Callable[[], object]]) -> dict[str, tuple[float, float]]:
    """Milliseconds on the clock and of the processor for each way."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, way in ways.items():
            clock, processor = time.perf_counter(), time.process_time()
            way()
            found[name].append((time.perf_counter() - clock, time.process_time() - processor))
    return {name: (median(a for a, _ in each) * 1e3, median(b for _, b in each) * 1e3) for name, each in found.items()}


def run() -> list[Row]:
    """A request, by each way in which an entry can make it."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.get_context("spawn").Process(target=_sites, args=(folder, theirs), daemon=True)
        process.start()
        plain, secure = ours.recv()
        sites = (f"http://127.0.0.1:{plain}", f"intercept://localhost:{secure}")
        door = stack.enter_context(Door(Path(folder), *sites, authorities=Path(folder) / "origin-authority.pem"))
        kept = stack.enter_context(door.client(secure))
        found = _measured(
            {
                "`http://`, in the open": partial(door.get, f"http://127.0.0.1:{plain}/"),
                "`https://`, in the open": partial(door.get, f"https://localhost:{secure}/"),
                "`intercept://`, a connection that is kept": partial(ask, kept, "/"),
                "`intercept://`, a new connection": partial(_new, door, secure),
            }
        )
        ours.send("enough")
        process.join()
    return [
        Row(work=f"a request, {name}", ours=f"{clock:.1f} ms, of which processor {processor:.1f}")
        for name, (clock, processor) in found.items()
    ]
