"""How many failures in a row are bad luck, and from which on they are a fault of the whole run."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from anaphor.errors import AnaphorError

Thing = TypeVar("Thing")


def with_patience(
    things: Iterable[Thing], failed: Callable[[Thing], bool], most: int, give_up: Callable[[Thing, int], AnaphorError]
) -> Iterator[Thing]:
    """The things as they come; failures are held back until one succeeds or all are there.

    `most` failures in a row raise what `give_up` makes of the last: those held back are then not handed on, so that a
    run does not fill with failures that it would never ask about again.

    >>> list(with_patience([1, -1, 2, -1], lambda n: n < 0, 2, lambda n, count: AnaphorError("negative")))
    [1, -1, 2, -1]
    """
    held: list[Thing] = []
    for thing in things:
        held.append(thing)
        if not failed(thing):
            yield from held
            held = []
        elif len(held) >= most:
            raise give_up(thing, len(held))
    yield from held
