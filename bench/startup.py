"""How long a command takes from the shell: help pages, a reading, a check, agreement, an audit, a model.

Seconds of processor time (user and system), the least of several runs, files in the cache: what is left of them when
nothing else runs is what a user waits for. Beside them: Python itself, and the help of other programs where they are
installed (`BENCH_PEERS=folder` names another environment whose `bin` holds them).
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.library import table
from bench.table import Row, rounds

_TIMES = rounds(10, 2)
_SENTENCE = ("Paul a vu Marc parce qu'[il] regardait par la fenêtre.", "Paul")
_PEERS = ("llm", "datasette", "lm_eval")


def run() -> list[Row]:
    """Seconds of each command, with the most that was promised."""
    bare, _ = least([sys.executable, "-c", "pass"])
    peers = [(name, *least([path, "--help"], 3)) for name in _PEERS if (path := _found(name))]
    beside = "; ".join([f"`python -c pass` {bare:.2f} s", *(f"`{name} --help` {cpu:.2f} s" for name, cpu, _ in peers)])
    with tempfile.TemporaryDirectory() as folder:
        labels = Path(folder) / "labels.csv"
        table(137, 9, 9 * 137).to_csv(labels, index=False)
        output = str(Path(folder) / "run.jsonl")
        jobs: list[tuple[float, list[str]]] = [
            (0.35, ["--help"]),
            (0.35, ["agreement", "measure", "--help"]),
            (0.35, ["score", "--help"]),
            (0.35, ["report", "--help"]),
            (0.4, ["read", *_SENTENCE]),
            (0.8, ["collection", "check", "anaphor-fr"]),
            (1.0, ["agreement", "measure", str(labels)]),
            (1.5, ["audit", "anaphor-fr"]),
            (1.8, ["resolve", "anaphor-fr", "--with", "lstm", "-o", output]),
        ]
        rows: list[Row] = []
        for most, words in jobs:
            cpu, wall = least([sys.executable, "-m", "anaphor", *words], without=Path(output))
            shown = " ".join(Path(word).name if word.startswith(folder) else word for word in words)
            rows.append(
                {
                    "work": f"`anaphor {shown}` (at most {most} s)",
                    "ours": f"{cpu:.2f} s of processor time, {wall:.2f} s by the clock",
                    "peer": beside if words == ["--help"] else "",
                    "ratio": most / cpu,
                    "wanted": 1,
                }
            )
    return rows


def _found(name: str) -> str | None:
    """Where a peer is installed: beside this Python, in the other environment, or on the path."""
    places = [Path(sys.executable).parent, Path(os.environ.get("BENCH_PEERS", ".")) / "bin"]
    return shutil.which(name, path=os.pathsep.join(map(str, places))) or shutil.which(name)


def least(command: list[str], times: int = _TIMES, without: Path = Path(os.devnull)) -> tuple[float, float]:
    """The least seconds of processor time and of the clock; a first run warms the cache.

    The file `without` is removed before each: a run that is there already would only be read.
    """
    seconds: list[tuple[float, float]] = []
    ours = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}  # as users have it
    for _ in range(times + 1):
        if without.is_file():
            without.unlink()
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run(command, capture_output=True, check=False, env=ours)
        after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - start
        assert done.returncode in (0, 1), done.stderr.decode()
        seconds.append((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall))
    return min(cpu for cpu, _ in seconds[1:]), min(wall for _, wall in seconds[1:])
