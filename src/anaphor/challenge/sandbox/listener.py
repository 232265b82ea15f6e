"""Where a container's runtime reports, before the entry begins: which process it is, and the filter's notifications."""

import json
import os
import socket
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

_WAIT_S = 0.02
_LONGEST = 2**16


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a runtime says about a container that is about to begin."""

    process: int
    """Its first process, as this machine numbers it."""
    notifications: int
    """A handle for the filter's notifications."""


class Listener:
    """A socket that one container's runtime connects to."""

    def __init__(self, path: Path) -> None:
        """Make the socket; OSError where that is impossible."""
        self.path = path
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.bind(str(path))
            self._socket.listen(1)
            self._socket.settimeout(_WAIT_S)
        except OSError:
            self._socket.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.close()
        with suppress(OSError):
            self.path.unlink()

    def hear(self, patience: float) -> Report | None:
        """What the runtime reports; None where it has not come within some hundredths of a second."""
        try:
            connection, _ = self._socket.accept()
        except TimeoutError:
            return None
        with connection:
            connection.settimeout(patience)
            text, handles, _, _ = socket.recv_fds(connection, _LONGEST, 1)
        for handle in handles:
            os.set_inheritable(handle, False)
        try:
            return Report(process=int(json.loads(text)["pid"]), notifications=handles[0])
        except (ValueError, KeyError, TypeError, IndexError):
            for handle in handles:
                os.close(handle)
            raise ConnectionError("the runtime reports something that cannot be read") from None
