"""The site under readers: milliseconds of each kind of page with collections of 10,000 items, and what a page weighs.

A hundred people, each logged in by an account of their own, open a page every five seconds, one kind after the other,
each beginning at another one. What a page weighs is what a browser fetches for it the first time: the page, its style
and its script. `python -m bench site` serves a site of its own on this machine; the readers are a process of its own.
"""

import asyncio
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from anaphor import experiment, resolve
from bench.table import Row, table_of

_ITEMS, _READERS, _EVERY_S, _ROUNDS = 10_000, 100, 5.0, 6
_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
_NOUNS = ("doctor", "teacher", "baker", "farmer", "king", "soldier", "judge", "lawyer", "singer", "driver", "sailor")
PAGES = {
    "start page": "/",
    "collections": "/collections",
    "overview": "/collections/large.csv",
    "entries": "/collections/large.csv/entries?page=200",
    "one entry": "/collections/large.csv/entries/item-5000",
    "check": "/collections/large.csv/check",
    "readings": "/collections/large.csv/readings?page=77",
    "audit": "/collections/large.csv/audit",
    "differences": "/collections/large.csv/diff?with=other.csv",
    "export": "/collections/large.csv/export",
    "agreement": "/agreement",
    "a table of labels": "/agreement/labels.csv",
    "calculator": "/agreement/plan",
    "systems": "/systems",
    "scores": "/systems/first.jsonl",
    "two systems": "/systems/scores?run=first.jsonl&run=nearest.jsonl&show=wrong",
    "reports": "/reports",
    "jobs": "/jobs",
    "search": "/search?q=large",
    "people": "/people",
}
"""What readers open."""


def fill(root: Path) -> list[str]:
    """A site with large collections, runs and labels; the cookies of its readers."""
    rng, rows = random.Random(7), []
    for number in range(_ITEMS):
        one, two = rng.sample(_NOUNS, 2)
        verb = rng.choice(("saw", "met", "called", "thanked", "followed"))
        text = f"The {one} {verb} the {two} in room {number} because _ was {rng.choice(('tired', 'late', 'calm'))}."
        rows.append(f"item-{number},{text},the {one},the {two},{rng.randint(1, 2)}")
    head = "qID,sentence,option1,option2,answer"
    for place in ("collections", "labels", "runs"):
        (root / place).mkdir(parents=True)
    (root / "collections" / "large.csv").write_text("\n".join((head, *rows, "")), "utf-8")
    (root / "collections" / "other.csv").write_text("\n".join((head, *rows[:-50], "")), "utf-8")
    labels = [f"{n},{','.join(rng.choices(('a', 'b'), (9, 1), k=5))}" for n in range(2_000)]
    (root / "labels" / "labels.csv").write_text("\n".join(("item,v,w,x,y,z", *labels, "")), "utf-8")
    for name in ("first", "nearest"):
        resolve(root / "collections" / "large.csv", name, output=root / "runs" / f"{name}.jsonl")
    kept = experiment.open_accounts(str(root / "accounts.db"))
    secrets = []
    for number in range(_READERS):
        experiment.add_account(kept, f"reader{number}", "a long password", time.time())
        secrets.append(str(experiment.log_in(kept, f"reader{number}", "a long password", time.time())))
    kept.engine.dispose()
    return secrets


@contextmanager
def served(root: Path) -> Iterator[tuple[str, int]]:
    """The address of the site, and the number of its process."""
    command = [sys.executable, "-m", "anaphor", "serve", str(root), "--accounts", str(root / "accounts.db")]
    with (root / "log.jsonl").open("w") as log:
        process = subprocess.Popen([*command, "--port", "0"], stdout=log, stderr=subprocess.PIPE, text=True)
        assert process.stderr is not None
        try:
            yield next(found[0] for line in process.stderr if (found := _ADDRESS.search(line))), process.pid
        finally:
            process.terminate()
            process.wait(60)
            process.stderr.close()


async def read(address: str, secrets: list[str]) -> dict[str, list[float]]:
    """Milliseconds of each page, by kind: every reader opens one every five seconds."""
    found: dict[str, list[float]] = {name: [] for name in PAGES}
    kinds = list(PAGES.items())

    async def reader(number: int, client: httpx.AsyncClient) -> None:
        for turn in range(_ROUNDS):
            start = began + _EVERY_S * (turn + number / len(secrets))
            await asyncio.sleep(max(0.0, start - time.perf_counter()))
            name, path = kinds[(number + turn * 7) % len(kinds)]
            now = time.perf_counter()
            reply = await client.get(address + path, headers={"cookie": f"anaphor_desk={secrets[number]}"})
            found[name].append(1000 * (time.perf_counter() - now))
            assert reply.status_code == 200, (path, reply.status_code)

    async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=_READERS)) as client:
        began = time.perf_counter()
        await asyncio.gather(*(reader(number, client) for number in range(len(secrets))))
    return found


def processor_ms(process: int) -> float:
    """Processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return 10.0 * (int(fields[11]) + int(fields[12]))


def run() -> list[Row]:
    """One row for each kind of page."""
    with tempfile.TemporaryDirectory(prefix="bench-site-") as folder:
        root = Path(folder) / "site"
        secrets = fill(root)
        with served(root) as (address, process), httpx.Client(timeout=120) as client:
            client.headers["cookie"] = f"anaphor_desk={secrets[0]}"
            scripts = sum(len(client.get(f"{address}/static/shell.{kind}").content) for kind in ("css", "js"))
            firsts, weights, costs = {}, {}, {}
            for name, path in PAGES.items():
                now = time.perf_counter()
                reply = client.get(address + path)
                assert reply.status_code == 200, (path, reply.text[-300:])
                firsts[name], weights[name] = time.perf_counter() - now, (len(reply.content) + scripts) / 1000
                before = processor_ms(process)
                for _ in range(10):
                    client.get(address + path)
                costs[name] = (processor_ms(process) - before) / 10
            times = asyncio.run(read(address, secrets))
    rows: list[Row] = []
    for name, each in times.items():
        middle, late = statistics.median(each), sorted(each)[int(0.95 * len(each))]
        ours = f"{middle:.0f} ms, 95th {late:.0f} ms; processor {costs[name]:.0f} ms; {weights[name]:.0f} kB"
        rows.append({"work": name, "ours": ours, "peer": f"first time {firsts[name]:.2f} s", "ratio": 100 / late})
    every = sorted(ms for each in times.values() for ms in each)
    whole = f"{statistics.median(every):.0f} ms, 95th {every[int(0.95 * len(every))]:.0f} ms"
    rows.append({"work": "all pages", "ours": whole, "ratio": 100 / every[int(0.95 * len(every))], "wanted": 1})
    return rows


if __name__ == "__main__":
    print(table_of("site", run()))
