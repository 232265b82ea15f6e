"""How many failures in a row are bad luck, and from which on they are a fault of the whole run."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from anaphor.errors import AnaphorError

Thing = TypeVar("Thing")


def with_patience(
    things: Iterable[Thing],
    failed: Callable[[Thing], bool],
    most: int,
    give_up: Callable[[Thing, int], AnaphorError],
    stop: Callable[[], None] | None = None,
) -> Iterator[Thing]:
    """The things as they come; failures are held back until one succeeds or all are there.

    `most` failures in a row raise what `give_up` makes of the last: those held back are then not handed on, so that a
    run does not fill with failures that it would never ask about again. Where `stop` ends the making of things, those
    that were already being made are waited for first, and the good ones are handed on.

    >>> list(with_patience([1, -1, 2, -1], lambda n: n < 0, 2, lambda n, count: AnaphorError("negative")))
    [1, -1, 2, -1]
    """
    held: list[Thing] = []
    things = iter(things)
    for thing in things:
        held.append(thing)
        if not failed(thing):
            yield from held
            held = []
        elif len(held) >= most:
            yield from _rest(things, failed, stop)
            raise give_up(thing, len(held))
    yield from held


def _rest(things: Iterable[Thing], failed: Callable[[Thing], bool], stop: Callable[[], None] | None) -> Iterator[Thing]:
    """What was under way when patience ended, the failures left out."""
    if stop is None:
        return
    stop()
    yield from (thing for thing in things if not failed(thing))
