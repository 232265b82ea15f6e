"""What was made of files is kept for as long as these stay the same: a page that is asked for again costs little."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from typing import TypeVar

from anaphor.errors import FormatError

T = TypeVar("T")
_REMEMBERED = 200
"""So much that was made of files is kept: what a few people look at in an hour."""
_REMEMBERED_WEIGHT = 128 * 2**20
"""Bytes that what is large may weigh together."""


class Kept:
    """What was made of files, for as long as these stay the same; what nobody asked for longest goes first."""

    def __init__(self, most: int = _REMEMBERED) -> None:
        self._most = most
        self._lock = Lock()
        self._made: OrderedDict[object, tuple[object, object, int]] = OrderedDict()
        self._turns: dict[object, Lock] = {}

    def get(
        self, key: object, paths: Sequence[Path], make: Callable[[], T], weigh: Callable[[T], int] | None = None
    ) -> T:
        """What was made, or is made now; what is wrong in a file is remembered as well, and not looked for again.

        What is large says what it weighs.
        """
        stamps = tuple((each.stat().st_mtime_ns, each.stat().st_size, each.stat().st_ino) for each in paths)
        place = (key, tuple(paths))
        with self._lock:
            turn = self._turns.setdefault((place, stamps), Lock())
        with turn:  # of many who ask at once, one works and the others wait
            known = self._made.get(place)
            made: object
            weight = 0
            try:
                if known is not None and known[0] == stamps:
                    _, made, weight = known
                else:
                    made = found = make()
                    weight = weigh(found) if weigh else 0
            except FormatError as error:
                made = error
            finally:
                self._turns.pop((place, stamps), None)
            with self._lock:
                self._made[place] = (stamps, made, weight)
                self._made.move_to_end(place)
                self._forget()
        if isinstance(made, FormatError):
            raise made.with_traceback(None)
        return made  # type: ignore[return-value]  # what `make` of the same key gave

    def _forget(self) -> None:
        """Let go of what nobody asked for longest, and of what is large first; the newest stays. The lock is held."""
        while len(self._made) > self._most:
            self._made.popitem(last=False)
        weight = sum(each[2] for each in self._made.values())
        for place in [place for place, each in self._made.items() if each[2]][:-1]:
            if weight > _REMEMBERED_WEIGHT:
                weight -= self._made.pop(place)[2]
