"""TOML that somebody else wrote: what would take minutes, or a number that cannot be printed, is refused first."""

import re
import tomllib
from collections.abc import Callable
from typing import Any

from anaphor.text import text

MOST_PARTS = 50
"""Parts of a key (`a.b.c` has three, as many as ours): the standard library takes the square of their number."""
_PART = r"""(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"(?<![A-Za-z0-9_-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MOST_PARTS}}}")
_LONG_NUMBER = re.compile(r"(?<![A-Za-z0-9_-])0[xob][0-9A-Fa-f_]{300}")
"""Numbers to other bases have no limit of digits when they are read, but when they are printed."""


def parse_toml(written: str, *, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """The document in TOML; `ValueError` where it is none, and `RecursionError` where it is nested too deeply.

    >>> parse_toml("a.b = 1")
    {'a': {'b': 1}}
    """
    if _LONG_KEY.search(written):
        raise ValueError(text("files-toml-key", most=MOST_PARTS))
    if _LONG_NUMBER.search(written):
        raise ValueError(text("files-json-digits"))
    return tomllib.loads(written, parse_float=parse_float)
