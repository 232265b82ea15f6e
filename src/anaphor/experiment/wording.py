"""The words of a study in English and French, from one file; numbers are written as each language writes them.

A sentence has fields in braces. After a colon stands how a field is written:

    {count:n}               a whole number, its thousands set apart
    {count:?item|items}     one of two words, by the number
    {text}                  as it is
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import TYPE_CHECKING, Any

from anaphor.errors import InputError

if TYPE_CHECKING:  # the statistics behind it take a second to load, and most who need words need no interval
    from anaphor.statistics import Interval

INTERFACES = ("en", "fr")
_TEXTS_IN_NOTES = ("column",)
"""Fields of notes that are texts; all others are whole numbers."""
_NARROW, _NO_BREAK = "\u202f", "\u00a0"


@cache
def _texts() -> dict[str, Any]:
    return tomllib.loads(files("anaphor").joinpath("data/experiment/sentences.toml").read_text("utf-8"))


def told(interface: str, name: str, **values: object) -> str:
    """A sentence or word by its name, such as `heads.item`, with its values put in.

    >>> told("en", "people_flow_all", started=1), told("fr", "people_flow_all", started=1200)
    ('1 started and is analysed.', '1\\u202f200 ont commencé, tous sont analysés.')
    """
    if interface not in INTERFACES:
        raise InputError(f"the words of a study have no language {interface!r}", todo="Write --interface en or fr.")
    found: Any = _texts()
    for part in name.split("."):
        found = found[part]
    return _Fields(interface).vformat(str(found[interface]), (), values)


class _Fields(Formatter):
    """Writes the fields of a sentence as one language does."""

    def __init__(self, interface: str) -> None:
        self.interface = interface

    def format_field(self, value: Any, format_spec: str) -> str:
        """A field as the sentence wants it."""
        if format_spec.startswith("?"):
            one, _, many = format_spec[1:].partition("|")
            return one if _singular(value, self.interface) else many
        return number(value, self.interface) if format_spec == "n" else str(value)


def _singular(value: float, interface: str) -> bool:
    """Whether a noun beside the number stands in the singular: French has it for all that is less than two."""
    return abs(value) < 2 if interface == "fr" else isinstance(value, int) and value == 1


def percent(share: float | None, interface: str = "en", digits: int = 1) -> str:
    """A share in per cent as the language writes it.

    >>> percent(0.936), percent(0.936, "fr"), percent(None)
    ('93.6 %', '93,6\\xa0%', '–')
    """
    if share is None:
        return "–"
    return f"{number(100 * share, interface, digits)}{_NO_BREAK if interface == 'fr' else ' '}%"


def number(value: float, interface: str = "en", digits: int = 0) -> str:
    """A number as the language writes it.

    >>> number(5950), number(0.8412, "fr", 3)
    ('5,950', '0,841')
    """
    text = f"{value:,.{digits}f}"
    return text.replace(",", _NARROW).replace(".", ",") if interface == "fr" else text


def ends(interval: "Interval | tuple[float, float] | None", interface: str = "en") -> str:
    """An interval in per cent.

    >>> ends((0.5, 0.75))
    '50.0–75.0 %'
    """
    if interval is None:
        return "–"
    low, high = interval if isinstance(interval, tuple) else (interval.low, interval.high)
    return f"{number(100 * low, interface, 1)}–{percent(high, interface)}"


def points(share: float, interface: str = "en") -> str:
    """A difference of shares in points, with its sign.

    >>> points(-0.0113), points(-0.0113, "fr"), points(0.021, "fr")
    ('−1.1 points', '−1,1\\xa0point', '+2,1\\xa0points')
    """
    size = round(100 * abs(share), 1)
    word = "point" if _singular(size, interface) else "points"
    return f"{signed(share, interface)}{_NO_BREAK if interface == 'fr' else ' '}{word}"


def signed(share: float, interface: str = "en") -> str:
    """A difference of shares times hundred, with its sign."""
    return f"{'−' if share < 0 else '+'}{number(100 * abs(share), interface, 1)}"


def after(name: str, said: object, interface: str = "en") -> str:
    """What is said of something, behind its name and a colon.

    >>> after("vase.1", "odd"), after("vase.1", "étrange", "fr")
    ('vase.1: odd', 'vase.1\\xa0: étrange')
    """
    return f"{name}{_NO_BREAK if interface == 'fr' else ''}: {said}"


def noted(note: str, interface: str) -> str:
    """A note that an import made, in a language; one that is not known stays as it is.

    >>> noted("2 questions were left unanswered", "fr")
    '2 questions sont restées sans réponse'
    """
    for name, pattern in _notes():
        found = pattern.fullmatch(note)
        if found:
            values = {key: _value(key, part) for key, part in found.groupdict().items()}
            return told(interface, f"notes.{name}", **values)
    return note


def _value(key: str, part: str) -> str | int:
    return part if key in _TEXTS_IN_NOTES else int(part.replace(",", ""))


@cache
def _notes() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The English notes as patterns that find their fields again."""
    notes: dict[str, dict[str, str]] = _texts()["notes"]
    return tuple((name, re.compile("".join(_pieces(texts["en"])))) for name, texts in notes.items())


def _pieces(text: str) -> Iterator[str]:
    seen: set[str] = set()
    for literal, field, spec, _ in Formatter().parse(text):
        yield re.escape(literal)
        if field is None:
            continue
        if spec and spec.startswith("?"):
            yield f"(?:{'|'.join(map(re.escape, spec[1:].split('|')))})"
        elif field in seen:
            yield f"(?P={field})"
        else:
            seen.add(field)
            yield f"(?P<{field}>{'.+' if field in _TEXTS_IN_NOTES else '[0-9,]+'})"
