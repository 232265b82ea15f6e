"""Files that one process at a time may hold."""

import fcntl
import time

_PAUSE_S = 0.01


def take_lock(handle: int, *, wait: float | None = 0.0) -> bool:
    """Whether this process alone now holds an open file or folder, until it closes it.

    `wait` says for how many seconds to try again where another process holds it; None: until it is free. Where the
    file system knows no locks the answer is no.

    >>> import tempfile
    >>> with tempfile.TemporaryFile() as file:
    ...     take_lock(file.fileno())
    True
    """
    if wait is None:
        fcntl.flock(handle, fcntl.LOCK_EX)
        return True
    until = time.monotonic() + wait
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if time.monotonic() >= until:
                return False
            time.sleep(_PAUSE_S)
        else:
            return True
