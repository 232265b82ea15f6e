"""The catalogue: one folder of Fluent files per language, `data/text/LANGUAGE/FILE.ftl`.

A code begins with the name of its file: `agreement-headline` stands in `agreement.ftl`. A file is cut into messages
when it is first asked for, which is quick; only a message with fields is handed to Fluent, when it is first used.
Two functions write numbers, beside Fluent's own: NUM($x), NUM($x, digits: 3), NUM($x, as: "g"), and PERCENT($share),
PERCENT($share, sign: 0). A field by itself is written as it is, without grouping its thousands.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from anaphor.text.numbers import number, percent
from anaphor.text.spoken import Interface, interface
from anaphor.text.typography import typeset

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

_MESSAGE = re.compile(r"^([a-z][a-z0-9-]*) =(.*(?:\n(?:[ \t]+\S|\}).*|\n(?=\n*[ \t]+\S))*)", re.MULTILINE)
"""A message: its code, and everything up to the next line that begins at the margin."""
_PART = re.compile(r"^[ \t]+\.([a-z0-9-]+) =", re.MULTILINE)
"""Where an attribute begins."""
_FIELD = re.compile(r"\$(\w+)")
_LONG = 500
"""Characters above which a value is put into its sentence after Fluent has written it."""


class Entry:
    """A message as it stands in its file: its source, and the texts of its value and of its attributes."""

    __slots__ = ("attributes", "code", "source", "value")

    def __init__(self, code: str, body: str, language: Interface) -> None:
        self.code = code
        self.source = f"{code} ={typeset(body, language)}\n"
        value, *parts = _PART.split(typeset(body, language))
        self.value = _plain(value)
        self.attributes = {name: _plain(text) for name, text in zip(parts[::2], parts[1::2], strict=True)}

    @property
    def fields(self) -> frozenset[str]:
        """The names of its fields, those of its attributes too."""
        return frozenset(_FIELD.findall(self.source))


def _plain(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())


@cache
def entries(name: str, language: Interface) -> Mapping[str, Entry]:
    """The messages of one file in one language, by code."""
    path = files("anaphor").joinpath("data", "text", language.value, f"{name}.ftl")
    text = path.read_text("utf-8") if path.is_file() else ""
    return {code: Entry(code, body, language) for code, body in _MESSAGE.findall(text)}


def codes(name: str, language: Interface = Interface.EN) -> tuple[str, ...]:
    """The codes of one file."""
    return tuple(entries(name, language))


def is_known(code: str) -> bool:
    """Whether there is a message with that code."""
    return code in entries(code.partition("-")[0], Interface.EN)


def attribute(code: str, name: str, values: Mapping[str, Any] | None = None) -> str | None:
    """An attribute of a message in the language that is spoken; None where it has none."""
    found = entries(code.partition("-")[0], interface()).get(code)
    if found is None or name not in found.attributes:
        return None
    return rendered(found, values or {}, interface(), name)


def words(prefix: str) -> dict[str, str]:
    """All messages whose code begins so, for a page or a script that fills in the fields itself.

    >>> words("text-")["example"]
    '{count} labels are missing.'
    """
    spoken = interface()
    return {
        code.removeprefix(prefix).replace("-", "_"): rendered(
            each, {field: f"{{{field}}}" for field in each.fields}, spoken
        )
        for code, each in entries(prefix.partition("-")[0], spoken).items()
        if code.startswith(prefix)
    }


def rendered(entry: Entry, values: Mapping[str, Any], language: Interface, attribute: str | None = None) -> str:
    """A message, or an attribute of it, with its fields filled in."""
    text = entry.value if attribute is None else entry.attributes[attribute]
    if "{" not in text:
        return text
    bundle = _bundle(language)
    if not bundle.has_message(entry.code):
        from fluent.runtime import FluentResource

        bundle.add_resource(FluentResource(entry.source))
    found = bundle.get_message(entry.code)
    pattern: Any = found.value if attribute is None else found.attributes[attribute]
    arguments = {name: _argument(value) for name, value in values.items()}
    # Fluent refuses texts of over a thousand characters; a long one, such as a passage, is put in afterwards.
    long = {name: each for name, each in arguments.items() if isinstance(each, str) and len(each) > _LONG}
    written, problems = bundle.format_pattern(pattern, arguments | {name: f"\ue000{name}\ue001" for name in long})
    if problems:
        raise LookupError(f"the message {entry.code!r} cannot be filled in: {problems[0]}")
    sentence = str(written)
    for name, each in long.items():
        sentence = sentence.replace(f"\ue000{name}\ue001", each)
    return sentence


def _argument(value: Any) -> Any:
    """A value as Fluent takes it: numbers choose plurals, and are written without grouping unless NUM does it."""
    from fluent.runtime.types import fluent_number

    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    return fluent_number(value, useGrouping=False)


@cache
def _bundle(language: Interface) -> "FluentBundle":
    from fluent.runtime import FluentBundle

    def num(value: Any, digits: Any = None, **form: Any) -> str:
        if isinstance(value, str):
            return value
        plain = int(value) if isinstance(value, int) else float(value)
        return number(plain, int(digits) if digits is not None else form.get("as"), language)

    def per_cent(value: Any, sign: Any = 1) -> str:
        return value if isinstance(value, str) else percent(float(value), sign=bool(int(sign)), language=language)

    functions: dict[str, Any] = {"NUM": num, "PERCENT": per_cent}
    return FluentBundle([language.value], use_isolating=False, functions=functions)
