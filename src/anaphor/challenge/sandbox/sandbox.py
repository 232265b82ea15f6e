"""What every way of running an entry shares: what is run, within which limits, and how well it is sealed.

A *sandbox* prepares a submission; the *launcher* that this gives starts it as often as the referee asks, and each
start is a *wire* that lines go over. Which isolation layers hold on this machine is its *seal*.
"""

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import ClassVar, Protocol

from anaphor.challenge.settings import Backend as Backend
from anaphor.errors import InputError
from anaphor.result import Result

MIB = 2**20
"""Bytes of a mebibyte."""
LONGEST_COMMAND = 64 * 1024
"""Bytes of a command line and its environment: far below what the system takes."""


SEALABLE = (Backend.PROCESS, Backend.CONTAINER)


def on_linux() -> bool:
    """Whether runs can be sealed here at all; a function, so that the type checker sees both answers."""
    return sys.platform == "linux"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What an entry may use; each start gets all of it anew but for time and output, which count over the run."""

    memory: int = 4096 * MIB
    """Bytes of memory, of all its processes: counted by control groups, elsewhere watched, and held by each process."""
    processes: int = 256
    """Processes and threads at one time."""
    cpu: float = 3600.0
    """Seconds of processor time, of all its processes where there are control groups."""
    cores: float | None = None
    """Processor cores at one time, where there are control groups; None: all."""
    wall: float = 3600.0
    """Seconds on the clock for the whole run."""
    output: int = 64 * MIB
    """Bytes that it may write to its standard output and error."""
    file: int = 1024 * MIB
    """Bytes of the largest file that it may write."""
    scratch: int = 1024 * MIB
    """Bytes of its private temporary folder, which lies in memory."""
    open_files: int = 1024
    """Files open at one time in a process."""

    def __post_init__(self) -> None:
        for name in ("memory", "processes", "cpu", "wall", "output", "file", "scratch", "open_files"):
            if not 0 < getattr(self, name) < 2**62:
                raise InputError("challenge-sandbox-limit", name=name, value=str(getattr(self, name)))
        if self.cores is not None and not 0 < self.cores < 2**16:
            raise InputError("challenge-sandbox-limit-cores", value=str(self.cores))


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """What is run."""

    name: str
    """The entry's name, which its answers carry."""
    command: tuple[str, ...] = ()
    """The program and its arguments; it starts in the entry's own folder."""
    folder: Path | None = None
    """The entry's files; inside they lie, read-only, in /entry."""
    digest: str | None = None
    """What their copy must be, in 64 digits: nothing else is run; None: whatever it is."""
    image: str | None = None
    url: str | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    """Environment variables, beyond the few that every entry gets."""
    readable: tuple[Path, ...] = ()
    """Folders of this machine that are lent to it, read-only, under their own names: an interpreter, a model."""

    def __post_init__(self) -> None:
        texts = (self.name, *self.command, *self.environment, *self.environment.values())
        if not self.name.strip() or any("\0" in text for text in texts):
            raise InputError("challenge-sandbox-submission-name")
        if self.command and not self.command[0]:
            raise InputError("challenge-sandbox-submission-program", entry=self.name)
        if any(not name or "=" in name for name in self.environment):
            raise InputError("challenge-sandbox-submission-variable", entry=self.name)
        if sum(len(os.fsencode(text)) for text in texts) > LONGEST_COMMAND:
            raise InputError("challenge-sandbox-submission-size", entry=self.name, most=LONGEST_COMMAND)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One thing that keeps an entry in, tried on this machine."""

    name: str
    required: bool
    """Whether a run without it is not sealed."""
    ok: bool
    reason: str
    """What was tried and what came of it."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Seal(Result):
    """Which isolation layers hold for a backend on this machine, in the order in which they were tried."""

    backend: Backend
    layers: tuple[Layer, ...]

    @property
    def sealed(self) -> bool:
        """Whether every required layer holds; never for an entry that runs elsewhere or as a plain process."""
        return self.backend in SEALABLE and bool(self.layers) and not self.missing

    @property
    def missing(self) -> tuple[Layer, ...]:
        return tuple(layer for layer in self.layers if layer.required and not layer.ok)


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What one start of an entry used; None for what this machine cannot measure."""

    seconds: float
    cpu: float | None = None
    memory: int | None = None
    """Bytes of memory at the highest moment."""
    processes: int | None = None
    """Processes and threads at the highest moment."""
    scratch: int | None = None
    """Bytes in its temporary folder at the end."""
    output: int = 0
    memory_kills: int = 0
    """How often a process was killed because the memory was used up."""
    forks_refused: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """Something that an entry asked of the system and that was refused, or noted."""

    call: str
    detail: str
    """Its arguments in words, as far as they are known."""
    refused: bool
    """Whether it was refused; what is only noted fails by itself or does no harm."""
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How one start of an entry ended."""

    code: int | None = None
    """Its exit code; None when a signal ended it or there was no process."""
    signal: int | None = None
    killed: bool = False
    stderr: str = ""
    """What it wrote to standard error: the beginning and the end, with a mark where something was left out."""
    usage: Usage
    attempts: tuple[Attempt, ...] = ()
    """What it asked of the system and did not get."""
    survivors: int = 0
    """Processes that were still there after the end; more than none means that the sandbox leaks."""


class Stop(StrEnum):
    """Why no line came."""

    TIMEOUT = "timeout"
    """Not in time; it may still come."""
    STUCK = "stuck"
    """It does not read what it is sent: half a line may be under way, so that nothing more can be sent."""
    DEAD = "dead"
    """Nothing more can come."""
    ENDLESS = "endless"
    """A line longer than any answer."""
    FLOOD = "flood"
    """Many lines, none of which answers anything."""
    OVERFLOW = "overflow"
    OVER = "over"
    """The time of the whole run is used up."""


class Wire(Protocol):
    """A started entry, spoken to in lines."""

    @property
    def applied(self) -> Mapping[str, str]:
        """What was put in place for this start, in words."""

    @property
    def output(self) -> int:
        """Bytes that came from it so far."""

    def send(self, lines: bytes, deadline: float) -> Stop | None:
        """Send lines; why that was impossible, or None. Deadlines are on the monotonic clock."""

    def receive(self, deadline: float) -> bytes | Stop:
        """The next line, without its end, or why there is none."""

    def cpu(self) -> float | None:
        """Seconds of processor time used so far, where that is measured."""

    def close_input(self) -> None:
        """Tell the entry that no more questions come."""

    def end(self, *, kill: bool) -> Ending:
        """End it and all its processes, at once or after a short grace, and say how it ended."""


Record = Callable[[str, Mapping[str, object]], None]
"""Where a sandbox writes what happens while an entry runs: a kind and its fields."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Launcher:
    """A submission that is ready to be started, or an address that can be asked."""

    manifest: Mapping[str, object]
    """What is run, exactly: the digest of its files or image, command, environment."""
    start: Callable[..., Wire]
    """Starts it; `until` (monotonic) ends the run's time, `output` is what it may still write."""


class Sandbox(Protocol):
    """A way of running entries."""

    backend: ClassVar[Backend]

    @property
    def limits(self) -> Limits:
        """What each entry may use."""

    @property
    def terms(self) -> Mapping[str, object]:
        """Its settings beyond the limits, for the record."""

    def prepare(self, submission: Submission, record: Record) -> AbstractContextManager[Launcher]:
        """What starts the submission; what was copied is removed when the block ends."""
