"""The wire to an entry in a cage: pipes, and what can be seen of the cage from outside."""

import os
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from anaphor.challenge.sandbox.cgroup import Cgroup
from anaphor.challenge.sandbox.handover import Handover
from anaphor.challenge.sandbox.sandbox import Ending, Usage
from anaphor.challenge.sandbox.seccomp_numbers import Processor
from anaphor.challenge.sandbox.seccomp_watch import Watcher
from anaphor.challenge.transcript.wire import PipeWire

_SIGNALLED = 128
"""bubblewrap's exit code for an entry that a signal ended is the signal and this."""


class CagedWire(PipeWire):
    """The pipes of an entry in a cage."""

    def __init__(self, process: "subprocess.Popen[bytes]", group: Cgroup | None, *, until: float, output: int) -> None:
        super().__init__(process, until=until, output=output)
        self._group = group
        self._scratch: int | None = None
        self._watcher: Watcher | None = None
        self._applied: Mapping[str, str] = {}

    def take_over(self, handover: Handover, processor: Processor | None) -> None:
        """Keep what came out of the cage, and watch the filter."""
        self._applied, self._scratch = handover.applied, handover.scratch
        if handover.listener is not None and processor is not None:
            self._watcher = Watcher(handover.listener, processor)

    @property
    def applied(self) -> Mapping[str, str]:
        """What was put in place for this start."""
        groups = f"version {self._group.version}" if self._group else "no"
        return {**self._applied, "groups": groups}

    def cpu(self) -> float | None:
        """Seconds of processor time of all its processes, where there are control groups."""
        return self._group.cpu() if self._group else None

    def end(self, *, kill: bool) -> Ending:
        """End the cage with everything in it."""
        ending = self.finish(kill=kill, slay=self._slay)
        survivors = self._group.empty() if self._group else 0
        usage = self._usage(ending.usage)
        attempts = self._watcher.close() if self._watcher else ()
        self._close()
        return replace(_named(ending), usage=usage, attempts=attempts, survivors=survivors)

    def _slay(self) -> None:
        """Kill bubblewrap, whose death is the end of every process of its pid namespace."""
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def _usage(self, usage: Usage) -> Usage:
        group = self._group
        if group:
            usage = replace(
                usage,
                cpu=group.cpu(),
                memory=group.peak_memory(),
                processes=group.peak_processes(),
                memory_kills=group.memory_kills(),
                forks_refused=group.forks_refused(),
            )
        return replace(usage, scratch=self._scratch_used())

    def _scratch_used(self) -> int | None:
        if self._scratch is None:
            return None
        try:
            state = os.fstatvfs(self._scratch)
        except OSError:
            return None
        return (state.f_blocks - state.f_bfree) * state.f_frsize

    def _close(self) -> None:
        if self._scratch is not None:
            os.close(self._scratch)
            self._scratch = None
        if self._group:
            self._group.remove()


def _named(ending: Ending) -> Ending:
    """The ending with the entry's signal in place of bubblewrap's code for it."""
    if ending.code is not None and ending.code > _SIGNALLED:
        return replace(ending, code=None, signal=ending.code - _SIGNALLED)
    return ending
