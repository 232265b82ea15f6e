"""What a benchmark prints: a row per piece of work, with ours, the peer's and the ratio."""

import platform
import time
from collections.abc import Callable
from typing import TypedDict


class Row(TypedDict, total=False):
    """One measurement."""

    work: str
    """What was done."""
    ours: str
    """Our figure, with its unit."""
    peer: str
    """The peer's name and version, and its figure."""
    ratio: float
    """How many times faster (or smaller) we are."""
    wanted: float
    """The ratio that was promised; absent when none was."""


def best_of(times: int, work: Callable[[], object]) -> float:
    """The shortest of several runs, in seconds of processor time."""
    seconds = []
    for _ in range(times):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


def print_rows(name: str, rows: list[Row]) -> None:
    """A Markdown table on stdout."""
    print(f"\n## {name} (Python {platform.python_version()}, {platform.machine()})\n")
    print("| work | ours | peer | ratio | wanted |\n|---|---|---|---|---|")
    for row in rows:
        ratio = f"{row['ratio']:.2f} ×" if "ratio" in row else ""
        wanted = f"≥ {row['wanted']:g} ×" if "wanted" in row else ""
        print(f"| {row['work']} | {row['ours']} | {row.get('peer', '')} | {ratio} | {wanted} |")
