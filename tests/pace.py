"""Yardsticks: seconds of this machine as those of a known one, the memory of a block, and how often to repeat.

What is only repeated to be surer is repeated less in `make test` than in `make test-long`; `often` says by how much
and why.
"""

import os
import re
import time
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
"""Whether this is `make test-long`."""
REFERENCE_S = 0.0047
"""What the yardstick took on the quiet two-core machine on which the limits were set (best of 200)."""

_TEXT = " ".join(f"mot{number % 997} l’été, {number}" for number in range(4000))
_WORD = re.compile(r"\w+[’']?")


@dataclass(slots=True)
class Spent:
    """The time of a block, filled when the block ends."""

    seconds: float = 0.0
    """Processor seconds, as the reference machine would have spent them."""


@dataclass(slots=True)
class Memory:
    """The most that a block held at once, filled when the block ends."""

    peak: int = 0


def often(usual: int, *, long: int, why: str) -> int:
    """How often something is repeated: as often as is needed to see it, or in the long profile to be sure of it."""
    assert why, "what is left to the long profile says why"
    return long if LONG else usual


def in_time(seconds: float, most: float) -> bool:
    """Whether something took less processor time than it may: asked in the long profile alone, since machines differ.

    It is for what hostile input might make endless; what is said of speed is measured by the bench.
    """
    return not LONG or seconds < most


@contextmanager
def weighed() -> Iterator[Memory]:
    """The memory of a block: object by object in the long profile, else as the system counts it, which costs nothing.

    What fits into memory that was freed before is not seen by the system, so that its figure may be too low by that.
    """
    found, reset, status = Memory(), Path("/proc/self/clear_refs"), Path("/proc/self/status")
    if LONG or not reset.exists():
        tracemalloc.start()
        try:
            yield found
        finally:
            found.peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        return
    reset.write_text("5")  # the highest mark falls to what is held now
    before = _kilobytes(status, "VmRSS")
    try:
        yield found
    finally:
        found.peak = max(0, _kilobytes(status, "VmHWM") - before) * 1024


def _kilobytes(status: Path, name: str) -> int:
    found = re.search(rf"^{name}:\s+(\d+)", status.read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1])


def slowness() -> float:
    """How many times slower than the reference this machine is now; never below 1."""
    return max(1.0, min(_yardstick() for _ in range(5)) / REFERENCE_S)


@contextmanager
def paced() -> Iterator[Spent]:
    """The processor time of a block, divided by the slowness around it."""
    spent, before, start = Spent(), slowness(), time.process_time()
    yield spent
    seconds = time.process_time() - start
    spent.seconds = seconds / ((before + slowness()) / 2)


def _yardstick() -> float:
    """Seconds of a fixed piece of work like that of the package: words found, folded and counted."""
    start = time.process_time()
    counted = Counter(word.lower() for word in _WORD.findall(_TEXT))
    sorted(counted.items(), key=lambda row: (-row[1], row[0]))
    return time.process_time() - start
