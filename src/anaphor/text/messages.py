"""A sentence that is not written yet: a code of the catalogue and the values of its fields."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Union

from anaphor.text.catalogue import entries, rendered
from anaphor.text.spoken import Interface, interface

Value = Union[str, int, float, "Message"]
"""What a field may hold; a message in it is written in the same language."""


@dataclass(frozen=True, slots=True)
class Message:
    """Which sentence, and what goes into it; `str` writes it in the language that is spoken."""

    code: str
    """Its code in the catalogue."""
    values: tuple[tuple[str, Value], ...] = ()
    """Its fields."""

    def __str__(self) -> str:
        spoken = interface()
        found = entries(self.code.partition("-")[0], spoken).get(self.code)
        if found is None:  # a translation that lags behind is better than none; a test holds that there is none
            found = entries(self.code.partition("-")[0], Interface.EN)[self.code]
        return rendered(found, dict(self.values), spoken)

    def __repr__(self) -> str:
        return f'"{self}"'


def message(code: str, /, **values: Value) -> Message:
    """A sentence by its code.

    >>> print(message("text-example", count=1))
    One label is missing.
    """
    return Message(code, tuple(values.items()))


def text(code: str, /, **values: Value) -> str:
    """The sentence, written now."""
    return str(message(code, **values))


def choice(family: str, value: object, /, **values: Value) -> Message:
    """One of a family of messages, by a value such as a member of an enumeration: `FAMILY-VALUE`.

    >>> choice("text-interface", "fr").code
    'text-interface-fr'
    """
    return message(f"{family}-{str(value).replace('_', '-').lower()}", **values)


def joined(parts: Iterable[Value], between: str = ", ") -> Message:
    """Several values one after the other.

    >>> str(joined(["a", message("text-interface-fr"), 3]))
    'a, French, 3'
    """
    listed = tuple(parts)
    return _Joined(between, tuple((str(place), part) for place, part in enumerate(listed)))


class _Joined(Message):
    """Its code is what stands between its values."""

    __slots__ = ()

    def __str__(self) -> str:
        return self.code.join(str(value) for _, value in self.values)
