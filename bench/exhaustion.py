"""What strangers and one busy reader can take from a site: disk, memory, and the time of everybody else.

Three loads on a site of its own, on this machine alone and each bounded: teams that register themselves and send
archives that swell; a storm of log-ins at the doors of twenty studies and of the site while somebody takes part; many
heavy pages asked for at once by one assistant while others read light ones.

    python -m bench.exhaustion [disk] [doors] [heavy]
"""

import io
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import httpx

from anaphor import challenge, experiment
from anaphor.experiment import save_design
from bench import site
from bench.experiment_server import long_design

_PASSWORD = "a long password"
_TEAMS = 4
_STUDIES, _LOGINS, _TYPISTS = 20, 75, 45
_HEAVY = 80
_EVERY_S = 0.05
"""Seconds between two requests of somebody whose waiting is measured."""
_PATIENCE_S = 120.0


def _kilobytes(process: int, field: str) -> int:
    """A number of `/proc/PID/status`: what a process holds now, or held at its highest moment."""
    lines = Path(f"/proc/{process}/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{field}:"))


def _disk_megabytes(folder: Path) -> float:
    """What a folder takes on disk, as `du` counts it."""
    said = subprocess.run(["du", "-sk", str(folder)], capture_output=True, text=True, check=True).stdout
    return int(said.split()[0]) / 1024


def _late(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    late = ordered[int(0.95 * len(ordered))]
    middle, longest = statistics.median(ordered), ordered[-1]
    return f"median {1000 * middle:.0f} ms, 95th {1000 * late:.0f} ms, longest {1000 * longest:.0f} ms"


def _participant(client: httpx.Client, api: str) -> Callable[[], httpx.Response]:
    """Somebody who takes part in a study: the next answer at each call, the same ones again after the last."""
    person = {"person": "somebody"}
    begun = client.post(f"{api}/start", content=json.dumps(person)).json()
    agreed = {**person, "hash": begun["consent"]["hash"], "adult": True, "native": True}
    place = client.post(f"{api}/consent", content=json.dumps(agreed)).json()["place"]
    trials = cycle([each["id"] for each in place["trials"]])

    def answer() -> httpx.Response:
        trial = next(trials)
        body = {"answers": [{"trial": trial, "choice": 0, "attempt": f"attempt {trial}", "rt_ms": 900.0}]}
        return client.post(f"{api}/answers", content=json.dumps(body), headers={"x-participant": place["token"]})

    return answer


@contextmanager
def _timed(ask: Callable[[], httpx.Response]) -> Iterator[tuple[list[float], Counter[int]]]:
    """How long each of many requests takes that somebody wants to make at fixed moments while the block lasts.

    Seconds count from the moment at which it was to be made: whoever is held up once waits with the next ones, too.
    """
    times, statuses, over = list[float](), Counter[int](), threading.Event()

    def go_on() -> None:
        due = time.perf_counter()
        while not over.is_set():
            statuses[ask().status_code] += 1
            times.append(time.perf_counter() - due)
            due += _EVERY_S
            over.wait(max(0.0, due - time.perf_counter()))

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        yield times, statuses
    finally:
        over.set()
        thread.join()


Ask = Callable[[httpx.Client, int], httpx.Response]


def _asked_at_once(count: int, ask: Ask) -> tuple[Counter[int], float]:
    """The statuses of requests that are all made at once, and how long the last took."""
    many = httpx.Limits(max_connections=count)
    with httpx.Client(timeout=_PATIENCE_S, limits=many) as client, ThreadPoolExecutor(count) as pool:
        began = time.perf_counter()
        found = Counter(pool.map(lambda number: ask(client, number).status_code, range(count)))
        return found, time.perf_counter() - began


def _swelling() -> bytes:
    """An archive of a quarter of a megabyte that holds 255 MB of zeros."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        packed.writestr("answer.py", "print()\n")
        packed.writestr("weights.bin", bytes(255 * 10**6))
    return out.getvalue()


def disk() -> None:
    """Teams register themselves, send an archive that swells, and enter it."""
    with tempfile.TemporaryDirectory(prefix="bench-exhaustion-") as place:
        root = Path(place) / "site"
        challenge.new(root / "challenges" / "prize", questions=20, desk="http://127.0.0.1/", backend="none", seed=1)
        kept = experiment.open_accounts(str(root / "accounts.db"))
        kept.engine.dispose()
        before, data = _disk_megabytes(root), _swelling()
        statuses: Counter[str] = Counter()
        with site.served(root) as (address, _):
            page, began = f"{address}/challenges/prize/team", time.perf_counter()
            for number in range(_TEAMS):
                with httpx.Client(timeout=_PATIENCE_S) as client:
                    told = {"name": f"team{number}", "contact": f"t{number}@example.org", "password": _PASSWORD}
                    client.post(f"{page}/in/register", data=told)
                    client.post(f"{page}/in/login", data=told)
                    check = client.get(page).text.split('name="check" value="')[1].split('"')[0]
                    form = {"check": check, "command": "python3 answer.py"}
                    sent = client.post(f"{page}/send", data=form, files={"file": ("x.zip", data)})
                    entered = client.post(f"{page}/enter", data=form)
                    statuses[f"send {sent.status_code}, enter {entered.status_code}"] += 1
            taken = time.perf_counter() - began
        print(f"disk: {_TEAMS} teams, {len(data) / 1000:.0f} kB each, {taken:.0f} s: {dict(statuses)};", end=" ")
        print(f"{_disk_megabytes(root) - before:.0f} MB more on disk")


def doors() -> None:
    """Log-ins at every door at once while somebody answers; then people of one address, after wrong passwords."""
    with tempfile.TemporaryDirectory(prefix="bench-exhaustion-") as place:
        root = Path(place) / "site"
        (root / "studies").mkdir(parents=True)
        for number in range(_STUDIES):
            save_design(replace(long_design(40), name=f"s{number}"), root / "studies" / f"s{number}.json")
        kept = experiment.open_accounts(str(root / "accounts.db"))
        for number in range(_TYPISTS):
            experiment.add_account(kept, f"person{number}", _PASSWORD, time.time())
        kept.engine.dispose()
        paths = ["/login", *(f"/studies/s{number}/desk/login" for number in range(_STUDIES))]
        with site.served(root) as (address, process), httpx.Client(timeout=_PATIENCE_S) as person:
            answer = _participant(person, f"{address}/studies/s0/api/s0")

            def log_in(client: httpx.Client, number: int) -> httpx.Response:
                told = {"name": f"stranger{number}", "password": "a wrong password"}
                return client.post(address + paths[number % len(paths)], data=told)

            with _timed(answer) as (quiet, statuses):
                time.sleep(2)
            print(f"doors: an answer on a quiet site: {_late(quiet)}; {dict(statuses)}")
            before = _kilobytes(process, "VmRSS") / 1024
            with _timed(answer) as (times, statuses):
                heard, taken = _asked_at_once(_LOGINS, log_in)
            print(f"doors: {_LOGINS} log-ins at {len(paths)} doors, {taken:.1f} s: {dict(heard)};", end=" ")
            print(f"memory {before:.0f} MB, at most {_kilobytes(process, 'VmHWM') / 1024:.0f} MB;", end=" ")
            print(f"an answer meanwhile: {_late(times)}; {dict(statuses)}")

            def log_in_rightly(client: httpx.Client, number: int) -> httpx.Response:
                return client.post(f"{address}/login", data={"name": f"person{number}", "password": _PASSWORD})

            for number in range(20):
                person.post(f"{address}/login", data={"name": f"x{number}", "password": "wrong"})
            heard, taken = _asked_at_once(_TYPISTS, log_in_rightly)
            print(f"doors: {_TYPISTS} right log-ins of one address after 20 wrong ones, {taken:.1f} s: {dict(heard)}")


def heavy() -> None:
    """One assistant asks for many heavy pages at once; others read a light page and take part."""
    with tempfile.TemporaryDirectory(prefix="bench-exhaustion-") as place:
        root = Path(place) / "site"
        secrets = site.fill(root)
        (root / "studies").mkdir()
        save_design(replace(long_design(40), name="s0"), root / "studies" / "s0.json")
        kept = experiment.open_accounts(str(root / "accounts.db"))
        experiment.add_account(kept, "assistant", _PASSWORD, time.time(), experiment.Role.ASSISTANT)
        secret = experiment.log_in(kept, "assistant", _PASSWORD, time.time())
        kept.engine.dispose()
        pages = [f"/agreement/labels.csv?panel={number}" for number in range(3, 23)]
        pages += [f"/collections/large.csv/export?to={kind}" for kind in ("jsonl", "inspect", "lm-eval", "doccano")]
        pages += ["/collections/large.csv/diff?with=other.csv", "/collections/large.csv/check"]
        pages += [f"/agreement/labels.csv/report.html?panel={number}" for number in range(3, 23)]
        with site.served(root) as (address, _), httpx.Client(timeout=_PATIENCE_S) as reader:
            answer = _participant(reader, f"{address}/studies/s0/api/s0")
            cookie = {"cookie": f"anaphor_desk={secrets[0]}"}

            def look() -> httpx.Response:
                return reader.get(f"{address}/people", headers=cookie)

            def ask(client: httpx.Client, number: int) -> httpx.Response:
                return client.get(address + pages[number % len(pages)], headers={"cookie": f"anaphor_desk={secret}"})

            with _timed(look) as (quiet, statuses):
                time.sleep(2)
            print(f"heavy: a light page on a quiet site: {_late(quiet)}; {dict(statuses)}")
            with _timed(look) as (times, statuses), _timed(answer) as (answers, visits):
                heard, taken = _asked_at_once(_HEAVY, ask)
            print(f"heavy: {_HEAVY} heavy pages at once, {taken:.1f} s: {dict(heard)};", end=" ")
            print(f"a light page meanwhile: {_late(times)}; {dict(statuses)};", end=" ")
            print(f"an answer: {_late(answers)}; {dict(visits)}")


if __name__ == "__main__":
    for name in sys.argv[1:] or ("disk", "doors", "heavy"):
        {"disk": disk, "doors": doors, "heavy": heavy}[name]()
