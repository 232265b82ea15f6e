"""The wire to a process over pipes: every backend that starts one speaks to it so.

A process may flood, stay silent, never read, close its output or die: each becomes a `Stop`, and no call waits past its
deadline or keeps more than the limits allow.
"""

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from anaphor.challenge.sandbox.sandbox import Ending, Stop, Usage

_PIECE = 2**16
"""Bytes that are read at one time."""
LONGEST_LINE = 2**20
"""Bytes of the longest line that is read."""
GRACE_S = 1.0
"""Seconds that an entry has to end by itself once its input is closed."""
_KEPT = 2**15
"""Bytes of standard error that are kept from its beginning, and as many from its end."""


def start_piped(
    command: Sequence[str], *, cwd: str | Path, env: Mapping[str, str] | None = None, pass_fds: tuple[int, ...] = ()
) -> "subprocess.Popen[bytes]":
    """A process in a session of its own, with unbuffered pipes for all its streams."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command,
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        bufsize=0,
        cwd=cwd,
        env=env,
        pass_fds=pass_fds,
        start_new_session=True,
    )


class PipeWire:
    """The pipes of a process that a sandbox has started."""

    def __init__(self, process: "subprocess.Popen[bytes]", *, until: float, output: int) -> None:
        stdin, stdout, stderr = process.stdin, process.stdout, process.stderr
        if stdin is None or stdout is None or stderr is None:
            raise ValueError("the process must be started with three pipes")
        self.process = process
        self._streams = (stdin, stdout, stderr)
        self._stdin, self._stdout, self._stderr = (stream.fileno() for stream in self._streams)
        self._selector = selectors.DefaultSelector()
        for handle in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(handle, False)
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)
        self._received, self._searched = bytearray(), 0
        self._stderr_first, self._stderr_last, self._stderr_size = bytearray(), bytearray(), 0
        self._until, self._allowed, self.output = until, output, 0
        self._born = time.monotonic()

    @property
    def applied(self) -> Mapping[str, str]:
        return {}

    def cpu(self) -> float | None:
        return None

    def send(self, lines: bytes, deadline: float) -> Stop | None:
        """Write lines, whatever the process does meanwhile; why that was impossible, or None."""
        rest = memoryview(lines)
        try:
            with suppress(BlockingIOError):
                rest = rest[os.write(self._stdin, rest) :]
            if not rest:
                return None
            # What the pipe did not take at once is written while reading, so that both sides can go on.
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
            try:
                while rest:
                    stop = self._move(deadline)
                    if stop:
                        return Stop.STUCK if stop is Stop.TIMEOUT else stop
                    with suppress(BlockingIOError):
                        rest = rest[os.write(self._stdin, rest) :]
                    if len(self._received) > LONGEST_LINE * 2:
                        return Stop.STUCK  # it talks and does not listen
            finally:
                self._selector.unregister(self._stdin)
        except OSError:
            return Stop.DEAD
        return None

    def receive(self, deadline: float) -> bytes | Stop:
        while True:
            end = self._received.find(b"\n", self._searched)
            if end >= 0:
                return Stop.ENDLESS if end > LONGEST_LINE else self._take(end)
            self._searched = len(self._received)
            if self._searched > LONGEST_LINE:
                return Stop.ENDLESS
            if self._is_silent():
                return self._take(len(self._received)) if self._received else Stop.DEAD
            stop = self._move(deadline)
            if stop:
                return stop

    def _is_silent(self) -> bool:
        """True when nothing more can come from standard output."""
        return self._stdout not in self._selector.get_map()

    def _take(self, end: int) -> bytes:
        line = bytes(self._received[:end])
        del self._received[: end + 1]
        self._searched = 0
        return line

    def _move(self, deadline: float) -> Stop | None:
        now = time.monotonic()
        left = min(deadline, self._until) - now
        if left <= 0:
            return Stop.OVER if now >= self._until else Stop.TIMEOUT
        for key, _ in self._selector.select(left):
            if key.fd != self._stdin:
                self._read(key.fd)
        return Stop.OVERFLOW if self.output > self._allowed else None

    def _read(self, handle: int) -> bool:
        """Take what a stream has; False when it has nothing now, or has ended."""
        try:
            piece = os.read(handle, _PIECE)
        except BlockingIOError:
            return False
        except OSError:
            piece = b""
        if not piece:
            self._selector.unregister(handle)
            return False
        self.output += len(piece)
        if handle == self._stdout:
            self._received += piece
        else:
            self._stderr_size += len(piece)
            room = _KEPT - len(self._stderr_first)
            self._stderr_first += piece[:room]
            if len(piece) > room:
                self._stderr_last = (self._stderr_last + piece[room:])[-_KEPT:]
        return True

    def close_input(self) -> None:
        with suppress(OSError):
            self._streams[0].close()

    def end(self, *, kill: bool) -> Ending:
        """End its process group, at once or after a grace; nothing more is known about a plain process."""
        self.close_input()
        # One that has closed its output is most likely ending by itself, and how it ends is worth knowing.
        ended = self.process.poll() is not None or ((not kill or self._is_silent()) and self._wait(GRACE_S))
        self._kill()
        code = self.process.wait()
        self._drain()
        self._selector.close()
        for stream in self._streams[1:]:
            with suppress(OSError):
                stream.close()
        return Ending(
            code=code if code >= 0 and ended else None,
            signal=-code if code < 0 and ended else None,
            killed=not ended,
            stderr=self._stderr_text(),
            usage=Usage(seconds=round(time.monotonic() - self._born, 6), output=self.output),
        )

    def _kill(self) -> None:
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def _drain(self) -> None:
        """Take what is left in the pipes, at most a piece or two: the processes are gone."""
        for handle in (self._stderr, self._stdout):
            for _ in range(4):
                if handle not in self._selector.get_map() or not self._read(handle):
                    break

    def _stderr_text(self) -> str:
        left_out = self._stderr_size - len(self._stderr_first) - len(self._stderr_last)
        gap = f"\n[… {left_out} bytes left out …]\n".encode() if left_out else b""
        return bytes(self._stderr_first + gap + self._stderr_last).decode("utf-8", "replace")

    def _wait(self, seconds: float) -> bool:
        """Whether it ends by itself in time, its output being read meanwhile so that it can."""
        deadline = time.monotonic() + seconds
        while self.process.poll() is None:
            left = deadline - time.monotonic()
            if left <= 0 or self.output > self._allowed:
                return False
            if not self._selector.get_map():  # nothing left to wait on but its end
                time.sleep(min(left, 0.002))
                continue
            for key, _ in self._selector.select(min(left, 0.02)):
                self._read(key.fd)
                del self._received[LONGEST_LINE:]
        return True
