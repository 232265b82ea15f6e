"""The wire to an entry in a container: the pipes of the engine's client, and what the runtime reported."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from anaphor.challenge.sandbox.cgroup import Cgroup
from anaphor.challenge.sandbox.container_bridge import Bridge
from anaphor.challenge.sandbox.engine import Engine, answer_of
from anaphor.challenge.sandbox.handover import Handover
from anaphor.challenge.sandbox.listener import Report
from anaphor.challenge.sandbox.sandbox import Ending
from anaphor.challenge.sandbox.seccomp_numbers import Processor
from anaphor.challenge.sandbox.wire import CagedWire
from anaphor.errors import AnaphorError

_PATIENCE_S = 30.0
"""Seconds that an engine may take to notice that an entry has ended."""
_REMOVALS = 3
_ENGINE_FAILED, _NOT_RUN, _NOT_THERE = 125, 126, 127
"""Exit codes of podman and docker for failures of their own, for a program that cannot be run, and for one that is not
in the image; an entry may end with each of them too."""
_EXECUTING = "exec: "
"""What a runtime says when it came as far as the program; it has the second code for failures of its own too."""
_PLACE = getattr(os, "O_PATH", 0) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
"""How a folder is held without being read, which only Linux has; a link in an image would lead to a folder out here."""
_NEVER = b"0001-01-01"
"""When a container was started that was not."""


class ContainerWire(CagedWire):
    """The pipes of an entry in a container."""

    def __init__(
        self, process: "subprocess.Popen[bytes]", engine: Engine, name: str, *, until: float, output: int
    ) -> None:
        super().__init__(process, None, until=until, output=output)
        self._engine, self._name = engine, name
        self._first: int | None = None
        self._bridge: Bridge | None = None
        self._began, self._reported = True, False

    @property
    def applied(self) -> Mapping[str, str]:
        """What was put in place for this start, by the engine or beside it."""
        engines = "by the engine" if self._engine.groups else "no"
        groups = f"version {self._group.version}" if self._group else engines
        return {"seccomp": "silent", "landlock": "no: containers have none", **super().applied, "groups": groups}

    def look_after(
        self, report: Report, processor: Processor | None, *, group: Callable[[], Cgroup | None], door: Path | None
    ) -> None:
        """Keep what the runtime reported, count what the entry uses, and watch the filter.

        The filter is watched last: until then no connection is made, so that none comes before the bridge. A program
        may have ended before it could be looked at: then it has begun all the same, and nothing is left to look after.
        """
        self._reported = True
        try:
            if sys.platform == "linux":  # for the type checker: a cage is made nowhere else
                self._first = os.pidfd_open(report.process)
            self._group = group()
            if self._group:
                self._group.take(report.process)
            if door:
                self._bridge = Bridge(report.process, door)
        except OSError as error:
            os.close(report.notifications)
            if isinstance(error, ProcessLookupError) if self._first is None else self._is_gone():
                return
            raise
        scratch = None  # where it is gone already, or not a folder
        with suppress(OSError):
            scratch = os.open(f"/proc/{report.process}/root/tmp", _PLACE)
        handover = Handover(applied={"seccomp": "watched"}, scratch=scratch, listener=report.notifications)
        self.take_over(handover, processor)

    def end(self, *, kill: bool) -> Ending:
        """Remove the container with everything in it; an engine that could not make it is no fault of the entry's."""
        ending = super().end(kill=kill)
        if self._bridge:
            self._bridge.close()
        if self._first is not None:
            os.close(self._first)
            self._first = None
        elif not self._began and _is_engines_fault(ending):
            raise no_container(ending.stderr, "the engine failed")
        return ending

    def last_words(self) -> str:
        """What an engine that has ended wrote to standard error, which is still there for the end."""
        if self.process.poll() is not None:
            self._drain()
        return self._stderr_text()

    def _wait(self, seconds: float) -> bool:
        """Whether it ends by itself in time; the engine needs a while longer to notice."""
        return super()._wait(seconds) or (self._is_gone() and super()._wait(_PATIENCE_S))

    def _is_gone(self) -> bool:
        if self._first is None:
            return False
        poll = select.poll()
        poll.register(self._first, select.POLLIN)
        return bool(poll.poll(0))

    def _slay(self) -> None:
        """End the entry and the engine's client; that may still be making the container, which would then stay."""
        if sys.platform == "linux" and self._first is not None:
            with suppress(OSError):
                signal.pidfd_send_signal(self._first, signal.SIGKILL)
        elif not self._reported:
            self._began = self._has_begun()
        super()._slay()
        for _ in range(_REMOVALS):
            if isinstance(answer_of([*self._engine.command, *self._engine.removal, self._name]), bytes):
                break
            time.sleep(0.1)

    def _has_begun(self) -> bool:
        """Whether the engine got as far as to start the entry's program."""
        ask = ["inspect", "--format", "{{.State.StartedAt}}", self._name]
        said = answer_of([*self._engine.command, *ask])
        return isinstance(said, bytes) and not said.startswith(_NEVER)


def lacks_program(code: int | None, said: str) -> bool:
    """Whether the image does not hold the entry's program, or it cannot be run: the entry's own fault."""
    return code == _NOT_THERE or (code == _NOT_RUN and _EXECUTING in said)


def _is_engines_fault(ending: Ending) -> bool:
    return ending.code in (_ENGINE_FAILED, _NOT_RUN) and not lacks_program(ending.code, ending.stderr)


def no_container(stderr: str, error: object) -> AnaphorError:
    """What is said when no container could be made."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    last = next((line for line in reversed(lines) if line.startswith("Error")), lines[-1] if lines else str(error))
    return AnaphorError(
        f"no container could be made for the entry ({last[:300]})",
        todo="Run: anaphor challenge sandbox --self-test --backend container --image IMAGE",
    )
