"""The talk between the referee and the first program inside a cage, before the entry begins."""

import marshal
import os
import socket
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_PATIENCE_S = 30.0
"""Seconds that a cage may take to be made; it takes a hundredth of one on a quiet machine."""
_MOST_HANDLES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Handover:
    """What comes out of a cage before the entry begins."""

    applied: Mapping[str, str]
    """What was put in place, in words."""
    scratch: int | None
    """A handle on the entry's temporary folder, to see how full it is; None where there is none to be held."""
    listener: int | None
    """A handle for the filter's notifications; None where the kernel has none."""


def hand_over(control: socket.socket, messages: Iterable[bytes]) -> Handover:
    """Send messages in and take what comes out; OSError when the cage is no more."""
    control.settimeout(_PATIENCE_S)
    for message in messages:
        control.send(message)
    text, handles, _, _ = socket.recv_fds(control, 1 << 16, _MOST_HANDLES)
    for handle in handles:
        os.set_inheritable(handle, False)
    if not text or not handles:
        raise ConnectionError("nothing came out of the cage")
    applied = {str(key): str(value) for key, value in marshal.loads(text).items()}
    return Handover(applied=applied, scratch=handles[0], listener=handles[1] if len(handles) > 1 else None)
