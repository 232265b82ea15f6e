"""The catalogue: one folder of Fluent files per language, `data/text/LANGUAGE/FILE.ftl`.

A code begins with the name of its file: `agreement-headline` stands in `agreement.ftl`. A file is cut into messages
when it is first asked for, which is quick; a message with fields is parsed when it is first used. Of Fluent's syntax
there are fields, texts in quotes and choices by number, plural or word. Three functions write numbers: NUM($x),
NUM($x, digits: 3), NUM($x, as: "g"); PERCENT($share), PERCENT($share, sign: 0); PVALUE($p), which is `= 0.042` or
`< 0.001`. A field by itself is written as it is, without grouping its thousands.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import isfinite
from typing import Any

from anaphor.text.numbers import number, percent
from anaphor.text.spoken import Interface, interface
from anaphor.text.typography import typeset

Part = str | tuple[str, str, dict[str, Any]]
"""Text as it is; or a function's name (none: the value as it is), its field and its options; or a choice's variants."""
Pattern = tuple[Part, ...]

_MESSAGE = re.compile(r"^([a-z][a-z0-9-]*) =(.*(?:\n(?:[ \t]+\S|\}).*|\n(?=\n*[ \t]+\S))*)", re.MULTILINE)
"""A message: its code, and everything up to the next line that begins at the margin."""
_PART = re.compile(r"^[ \t]+\.([a-z0-9-]+) =", re.MULTILINE)
"""Where an attribute begins."""
_FIELD = re.compile(r"\$(\w+)")
_END = re.compile(r"\{|[ \n]*\}|[ \n]*\n(?=\*?\[[\w-]+\])")
"""Where plain text ends: at a field, or where a variant or a choice ends."""
_FIELD_OF = re.compile(
    r"""\s*(?:"(?P<literal>[^"]*)"\s*\} | \$(?P<choice>\w+)\s*->\s* |
    (?:(?P<call>[A-Z]+)\(\s*)?\$(?P<name>\w+)(?:,\s*(?P<options>[^)]*))?\s*\)?\s*\})""",
    re.VERBOSE,
)
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
_VARIANT = re.compile(r"\s*(?P<default>\*)?\[(?P<key>[\w-]+)\][ \n]*")
_OPTION = re.compile(r"""(\w+):\s*"?((?<=")[^"]*|[^",\s]*)"?""")
_LEAST_P = 0.001
"""A p below this is said to be below it: no probability is 0.000."""


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
    try:
        return _filled(_parsed(text), values, language)
    except KeyError as error:
        raise LookupError(f"the message {entry.code!r} cannot be filled in: {error}") from error


@cache
def _parsed(text: str) -> Pattern:
    """The parts of a text, in order.

    >>> _parsed("{ NUM($n, digits: 1) } of { $all }")
    (('NUM', 'n', {'digits': '1'}), ' of ', ('', 'all', {}))
    """
    parts, end = _parts(text, 0)
    if end != len(text):
        raise ValueError(f"a brace too many: {text[end:]!r}")
    return parts


def _parts(text: str, place: int) -> tuple[Pattern, int]:
    """The parts up to the end of the text, of the variant or of the choice they stand in; and where that is."""
    parts: list[Part] = []
    while (end := _END.search(text, place)) and end[0] == "{":
        parts.append(text[place : end.start()])
        found = _FIELD_OF.match(text, end.end())
        if found is None:
            raise ValueError(f"a field that cannot be read: {text[end.start() :]!r}")
        place = found.end()
        if found["literal"] is not None:
            parts.append(_ESCAPE.sub(lambda code: chr(int(code[1], 16)), found["literal"]))
        elif found["choice"]:
            variants: dict[str, Pattern] = {}
            while variant := _VARIANT.match(text, place):
                shown, place = _parts(text, variant.end())
                variants[variant["key"]] = shown
                if variant["default"]:
                    variants[""] = shown
            parts.append(("", found["choice"], variants))
            place = text.index("}", place) + 1
        else:
            parts.append((found["call"] or "", found["name"], dict(_OPTION.findall(found["options"] or ""))))
    stop = end.start() if end else len(text)
    return tuple(part for part in (*parts, text[place:stop]) if part), stop


def _filled(parts: Pattern, values: Mapping[str, Any], language: Interface) -> str:
    written: list[str] = []
    for part in parts:
        if isinstance(part, str):
            written.append(part)
            continue
        call, name, form = part
        value = values[name]
        if isinstance(value, bool) or not isinstance(value, int | float):
            value = str(value)
        if "" in form:  # a choice: by the number or the word itself, else by the plural, else the one with the star
            known = [key for key in _keys(value, language) if key in form]
            written.append(_filled(form[known[0] if known else ""], values, language))
        elif call == "PVALUE":
            sign = "=" if isinstance(value, str) or value >= _LEAST_P else "<"
            shown = value if isinstance(value, str) else number(max(value, _LEAST_P), 3, language)
            written.append(f"{sign} {shown}")
        elif isinstance(value, str):
            written.append(value)
        elif call == "NUM":
            written.append(number(value, int(form["digits"]) if "digits" in form else form.get("as"), language))
        elif call == "PERCENT":
            written.append(percent(value, sign=form.get("sign") != "0", language=language))
        else:
            written.append(_bare(value, language))
    return "".join(written)


def _keys(value: str | float, language: Interface) -> tuple[str, ...]:
    """The variants that fit a value, the best first; French has its singular below two."""
    if isinstance(value, str):
        return (value,)
    one = abs(value) < 2 if language is Interface.FR else abs(value) == 1
    return (f"{value:g}", "one" if one else "other")


def _bare(value: float, language: Interface) -> str:
    """A number by itself: its thousands are not grouped, and it has three decimals at the most."""
    if isinstance(value, int):
        return str(value)
    from decimal import Decimal

    shown = f"{round(Decimal(str(value)), 3):f}".rstrip("0").rstrip(".") if isfinite(value) else str(value)
    return shown.replace(".", "," if language is Interface.FR else ".")
