"""Who does the work: an engine builds parts of an index, here or elsewhere; the shards are the same."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from anaphor.corpus.index.building import PartTask, Watch, build_part
from anaphor.corpus.index.plan import PartRecord
from anaphor.errors import AnaphorError, OutputError

Progress = Callable[[int, int], None]
"""Told how much has been done, and of how much: bytes of the inputs, or parts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A part that could not be built, and why; errors themselves do not travel well between machines."""

    part: int
    """Which part."""
    sentence: str
    """What is wrong, where, and what to do."""


class Engine(Protocol):
    """Something that builds parts."""

    @property
    def processes(self) -> int:
        """How many parts it builds at a time."""

    def run(self, tasks: Sequence[PartTask], progress: Progress | None = None) -> None:
        """Build all parts; the first that cannot be built stops the work, and what is finished stays."""


def attempt(task: PartTask, watch: Watch | None = None) -> PartRecord | Failure:
    """Build a part; what is wrong comes back as a sentence."""
    try:
        return build_part(task, watch)
    except AnaphorError as error:
        return Failure(part=task.part, sentence=str(error))
    except MemoryError:
        return Failure(part=task.part, sentence="There is not enough memory to build a shard. Use fewer processes.")


def raise_failure(result: PartRecord | Failure) -> None:
    """Stop where a part could not be built."""
    if isinstance(result, Failure):
        raise OutputError(result.sentence)


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class HereEngine:
    """One part after the other, in this process."""

    processes = 1

    def run(self, tasks: Sequence[PartTask], progress: Progress | None = None) -> None:
        """Build all parts."""
        total = tasks[0].source.bytes if tasks else 0
        read = 0
        for task in tasks:
            before, last = read, 0

            def watch(done: int, before: int = before) -> None:
                nonlocal last
                last = done
                if progress:
                    progress(min(before + done, total), total)

            build_part(task, watch)
            read += last
