"""What a command prints, kept as it is printed, so that a report can be written of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from rich.console import Console

_KEPT: ContextVar[list[object] | None] = ContextVar("kept", default=None)


class KeepingConsole(Console):
    """A console that also keeps what is printed, where that is wanted."""

    def print(self, *objects: Any, **options: Any) -> None:
        """Print, and keep."""
        super().print(*objects, **options)
        keep(*objects)


def keep(*printed: object) -> None:
    """Keep what was printed, where that is wanted."""
    kept = _KEPT.get()
    if kept is not None:
        kept.extend(printed)


@contextmanager
def keeping() -> Iterator[list[object]]:
    """What is printed within the block."""
    kept: list[object] = []
    token = _KEPT.set(kept)
    try:
        yield kept
    finally:
        _KEPT.reset(token)
