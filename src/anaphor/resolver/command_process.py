"""A program that is kept running and spoken to in lines: written to, waited for, listened to on stderr, ended."""

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum

from anaphor.errors import InputError

LONGEST_LINE = 2**20
"""Bytes of the longest line that is read from a program."""
_PIECE = 2**16
_KEPT = 4096
"""Bytes of stderr that are remembered, from its end."""
_GRACE_S = 2.0


class Silence(StrEnum):
    """Why a program gave no line."""

    TIMEOUT = "timeout"
    DEAD = "dead"
    ENDLESS = "endless"
    """The line is longer than any answer."""


class Program:
    """A running program; its whole process group ends with it."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise InputError(f"the command {command[0]!r} cannot be started ({reason})") from error
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        self._stdin, self._stdout, self._stderr = (stream.fileno() for stream in (stdin, stdout, stderr) if stream)
        self._streams = [stream for stream in (stdin, stdout, stderr) if stream]
        self._selector = selectors.DefaultSelector()
        for handle in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(handle, False)
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)
        self._received = bytearray()
        self._said = bytearray()

    def send(self, line: bytes, deadline: float) -> Silence | None:
        """Write a line, whatever the program does meanwhile; why that was impossible, or None."""
        rest = memoryview(line)
        try:
            rest = rest[os.write(self._stdin, rest) :]
        except BlockingIOError:
            pass
        except OSError:
            return Silence.DEAD
        return self._send_rest(rest, deadline) if rest else None

    def _send_rest(self, rest: memoryview, deadline: float) -> Silence | None:
        self._selector.register(self._stdin, selectors.EVENT_WRITE)
        try:
            while rest:
                ready = self._ready(deadline)
                if ready is None:
                    return Silence.TIMEOUT
                if self._stdin in ready:
                    rest = rest[os.write(self._stdin, rest) :]
        except OSError:
            return Silence.DEAD
        finally:
            self._selector.unregister(self._stdin)
        return None

    def line(self, deadline: float) -> bytes | Silence:
        """The next line that the program writes, or why there is none."""
        while True:
            end = self._received.find(b"\n")
            if (end if end >= 0 else len(self._received)) > LONGEST_LINE:  # whether it came in one piece or in many
                return Silence.ENDLESS
            if end >= 0 or (self._received and self._is_silent()):
                return self._take(end if end >= 0 else len(self._received))
            if self._is_silent():
                return Silence.DEAD
            if self._ready(deadline) is None:
                return Silence.TIMEOUT

    def _take(self, end: int) -> bytes:
        line = bytes(self._received[:end])
        del self._received[: end + 1]
        return line

    def _ready(self, deadline: float) -> set[int] | None:
        """The streams that moved, after reading what they gave; None when the time is over."""
        left = deadline - time.monotonic()
        events = self._selector.select(left) if left > 0 else []
        if not events:
            return None
        handles = {key.fd for key, _ in events}
        return {handle for handle in handles if handle == self._stdin or self._read(handle)}

    def _read(self, handle: int) -> bool:
        """Take what a stream has; False when it has ended."""
        try:
            piece = os.read(handle, _PIECE)
        except BlockingIOError:
            return True
        if not piece:
            self._selector.unregister(handle)
            return False
        if handle == self._stdout:
            self._received += piece
        else:
            self._said = (self._said + piece)[-_KEPT:]
        return True

    def _is_silent(self) -> bool:
        """True when nothing more can come from stdout."""
        return self._stdout not in self._selector.get_map()

    def last_words(self) -> str:
        """The last line that the program wrote to stderr, and its exit code if it has ended."""
        self._drain()
        lines = self._said.decode("utf-8", "replace").strip().splitlines()
        code = self._process.poll()
        ended = "" if code is None else f"exit code {code}" if code >= 0 else f"signal {-code}"
        return ": ".join(part for part in (ended, lines[-1].strip()[:300] if lines else "") if part)

    def _drain(self) -> None:
        with suppress(subprocess.TimeoutExpired):
            if self._is_silent():
                self._process.wait(0.2)
        while self._stderr in self._selector.get_map():
            before = len(self._said)
            if not self._read(self._stderr) or len(self._said) == before:
                break

    def end(self) -> None:
        """Close its input, wait a little, then end its whole process group."""
        with suppress(OSError):
            self._streams[0].close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE_S)
        self.kill()

    def kill(self) -> None:
        """End its whole process group at once."""
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._selector.close()
        for stream in self._streams:
            with suppress(OSError):
                stream.close()
