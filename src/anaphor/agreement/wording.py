"""The sentences of this room in English and French, from one file; numbers are written as each language writes them.

A sentence has fields in braces. After a colon stands how a field is written:

    {count:n}                   a whole number, its thousands set apart
    {rate:%}  {rate:bare}       a rate in per cent, with and without the sign
    {value:.3f}                 a number with so many decimals
    {count:?label|labels}       one of two words, by the number
    {text}                      as it is
"""

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from string import Formatter

Value = str | int | float
"""What a field of a sentence may hold."""

_NO_BREAK, _NARROW = "\u00a0", "\u202f"
_HIGH_SIGNS = re.compile(r" (?=[;!?])")
_LOW_SIGNS = re.compile(r" (?=[:%»])|(?<=«) ")
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_]|[{«])")
_FIELD = re.compile(r"\\\{(\w+)\\\}")


class Interface(StrEnum):
    """The language in which sentences are written; no result depends on it."""

    EN = "en"
    """English."""
    FR = "fr"
    """French."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A sentence that is not written yet: which one, and what goes into it."""

    key: str
    """Name of the sentence in the file of sentences."""
    values: tuple[tuple[str, Value], ...] = ()
    """Its fields."""

    def told(self, interface: Interface = Interface.EN) -> str:
        """The sentence in a language."""
        return told(interface, self.key, **dict(self.values))

    def __str__(self) -> str:
        return self.told()


def remark(key: str, **values: Value) -> Remark:
    """A sentence by its name, with its fields.

    >>> print(remark("holes", count=2, cells=""))
    2 labels are missing.
    """
    return Remark(key=key, values=tuple(values.items()))


def told(interface: Interface, key: str, **values: Value) -> str:
    """A sentence of the file, in a language, with its fields filled in.

    >>> told(Interface.FR, "percentage", rate=0.1243)
    '12,4\\xa0%'
    """
    return _FORMATTERS[interface].vformat(_sentences()[key][interface], (), values)


def heads(interface: Interface, *keys: str) -> list[str]:
    """The headings of a table's columns."""
    return [told(interface, f"head_{key}") for key in keys]


def percent(rate: float, interface: Interface = Interface.EN) -> str:
    """A rate as a percentage, with one decimal.

    >>> percent(0.1243), percent(0.5), percent(0.0004), percent(0.000001)
    ('12.4 %', '50.0 %', '0.04 %', '<0.01 %')
    """
    return told(interface, "percentage", rate=rate)


def in_language(text: str, interface: Interface) -> str:
    """A reason or method that another part of this room wrote in English; as it is where no translation is known.

    >>> in_language("other items only: the votes carry no annotator", Interface.FR)
    'autres items seulement\\xa0: les votes ne disent pas de qui ils sont'
    """
    if interface is Interface.EN:
        return text
    for pattern, wording in _phrases(interface):
        found = pattern.fullmatch(text)
        if found:
            parts = {name: in_language(part, interface) for name, part in found.groupdict().items()}
            return wording.format_map(parts)
    return text


class _Numbers(Formatter):
    """Writes the fields of a sentence as one language does."""

    def __init__(self, *, point: str, thousands: str, per_cent: str, singular: Callable[[float], bool]) -> None:
        self.point, self.thousands, self.per_cent, self.singular = point, thousands, per_cent, singular

    def format_field(self, value: Value, format_spec: str) -> str:
        """A field as the sentence wants it."""
        if isinstance(value, str) or not format_spec:
            return str(value)
        if format_spec.startswith("?"):
            one, _, many = format_spec[1:].partition("|")
            return one if self.singular(value) else many
        if format_spec in ("%", "bare"):
            return self._number(_in_percent(value)) + (self.per_cent if format_spec == "%" else "")
        return self._number(format(value, "," if format_spec == "n" else format_spec))

    def _number(self, text: str) -> str:
        signed = "−" + text[1:] if text.startswith("-") else text
        return signed.replace(",", "\0").replace(".", self.point).replace("\0", self.thousands)


def _in_percent(rate: float) -> str:
    value = 100 * rate
    if 0 < value < 0.005:
        return "<0.01"
    return f"{value:.2f}" if 0 < value < 0.095 else f"{value:.1f}"


_FORMATTERS = {
    Interface.EN: _Numbers(point=".", thousands=",", per_cent=" %", singular=lambda count: count == 1),
    Interface.FR: _Numbers(point=",", thousands=_NARROW, per_cent=f"{_NO_BREAK}%", singular=lambda n: abs(n) < 2),
}


@cache
def _file() -> dict[str, object]:
    return tomllib.loads(files("anaphor").joinpath("data/agreement/sentences.toml").read_text("utf-8"))


@cache
def _sentences() -> dict[str, dict[Interface, str]]:
    """The sentences by name and language; signs that French sets apart are bound to their word."""
    return {
        name: {Interface.EN: words["en"], Interface.FR: _bound(words["fr"])}
        for name, words in _file().items()
        if isinstance(words, dict)
    }


@cache
def _phrases(interface: Interface) -> list[tuple[re.Pattern[str], str]]:
    """English phrases as patterns, each with its wording in a language; those without fields come first."""
    listed = _file()["phrase"]
    known: list[tuple[re.Pattern[str], str]] = []
    for each in sorted(listed, key=lambda each: "{" in each["en"]) if isinstance(listed, list) else ():
        pattern = _FIELD.sub(r"(?P<\1>.+)", re.escape(each["en"]))
        known.append((re.compile(pattern), _bound(each[interface])))
    return known


def _bound(text: str) -> str:
    """French text in which a no-break space stands before ; : ! ? % » and after «, with the apostrophe of print.

    >>> _bound("L'un : 3 % ; non !")
    'L’un\\xa0: 3\\xa0%\\u202f; non\\u202f!'
    """
    return _APOSTROPHE.sub("’", _LOW_SIGNS.sub(_NO_BREAK, _HIGH_SIGNS.sub(_NARROW, text)))
