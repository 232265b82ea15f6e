"""The words of the workbench, and its sentences about a draft."""

import re
import tomllib
from functools import cache
from importlib.resources import files

from anaphor.text import typeset

INTERFACES = ("en", "fr")
_PART = re.compile(r"\{(\w+)\}")

# What `parse_marks` says, by the key of the same sentence in both languages.
MARKS = {
    "a [ stands inside another [ ]": "mark_nested_bracket",
    "a ] has no [ before it": "mark_stray_bracket",
    "a [ is never closed": "mark_open_bracket",
    "a { stands inside another { }": "mark_nested_brace",
    "a } has no { before it": "mark_stray_brace",
    "a { is never closed": "mark_open_brace",
}


@cache
def words_of(interface: str) -> dict[str, str]:
    """All words in one language."""
    table = tomllib.loads(files("anaphor").joinpath("data/web/workbench.toml").read_text("utf-8"))
    return {name: typeset(text[interface], interface) for name, text in table.items()}


def sentence(interface: str, name: str, **parts: object) -> str:
    """A sentence with its parts put in; braces of what people wrote are left as they are."""
    text = words_of(interface)[name]
    return _PART.sub(lambda match: str(parts.get(match[1], match[0])), text)


def in_bits(value: float, interface: str, digits: int = 1) -> str:
    """So many bits; in French, less than two take the singular.

    >>> in_bits(1.94, "fr"), in_bits(1.96, "fr"), in_bits(0.4, "en"), in_bits(0.045, "fr", 3)
    ('1,9\\xa0bit', '2,0\\xa0bits', '0.4\\xa0bits', '0,045\\xa0bit')
    """
    one = interface == "fr" and abs(round(value, digits)) < 2
    return f"{number(value, interface, digits)}\u00a0{'bit' if one else 'bits'}"


def number(value: float, interface: str, digits: int = 1) -> str:
    """A number as the language writes it.

    >>> number(10.04, "fr"), number(-0.01, "en")
    ('10,0', '0.0')
    """
    text = f"{value + 0.0:.{digits}f}"
    text = text.lstrip("-") if float(text) == 0 else text
    return text.replace(".", ",").replace("-", "−") if interface == "fr" else text.replace("-", "−")
