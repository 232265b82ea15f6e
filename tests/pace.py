"""A yardstick for tests that watch speed: seconds of this machine become seconds of a known one."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

REFERENCE_S = 0.0047
"""What the yardstick took on the quiet two-core machine on which the limits were set (best of 200)."""

_TEXT = " ".join(f"mot{number % 997} l’été, {number}" for number in range(4000))
_WORD = re.compile(r"\w+[’']?")


@dataclass(slots=True)
class Spent:
    """The time of a block, filled when the block ends."""

    seconds: float = 0.0
    """Processor seconds, as the reference machine would have spent them."""


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


def quickest(work: Callable[[], object], rounds: int = 3) -> float:
    """The least paced time of several rounds: a neighbour's burst must not fail a test."""
    found = []
    for _ in range(rounds):
        with paced() as spent:
            work()
        found.append(spent.seconds)
    return min(found)


def _yardstick() -> float:
    """Seconds of a fixed piece of work like that of the package: words found, folded and counted."""
    start = time.process_time()
    counted = Counter(word.lower() for word in _WORD.findall(_TEXT))
    sorted(counted.items(), key=lambda row: (-row[1], row[0]))
    return time.process_time() - start
