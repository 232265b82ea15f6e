"""What a benchmark prints: a row per piece of work, with ours, the peer's and the ratio."""

import os
import platform
import sys
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


def rounds(usual: int, quick: int) -> int:
    """How many rounds a table takes: fewer in the run of every day (`--quick`), whose figures are nobody's proof."""
    return quick if "--quick" in sys.argv else usual


def best_of(times: int, work: Callable[[], object]) -> float:
    """The shortest of several runs, in seconds of processor time."""
    seconds = []
    for _ in range(times):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


def table_of(name: str, rows: list[Row]) -> str:
    """A Markdown table under its name, with the machine and how busy it was."""
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    machine = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores{load}"
    lines = [f"\n### {name}\n", f"{machine}, {time.strftime('%Y-%m-%d')}.\n", "| work | ours | peer | ratio | wanted |"]
    lines += ["|---|---|---|---|---|"]
    for row in rows:
        ratio = f"{row['ratio']:.2f} ×" if "ratio" in row else ""
        wanted = f"≥ {row['wanted']:g} ×" if "wanted" in row else ""
        lines.append(f"| {row['work']} | {row['ours']} | {row.get('peer', '')} | {ratio} | {wanted} |")
    return "\n".join(lines)
