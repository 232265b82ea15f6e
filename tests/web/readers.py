"""Readers that say in which process they work: a child that is asked for one of them starts quickly."""

import os
from pathlib import Path

from anaphor.errors import InputError


def process() -> str:
    """This process, as a word that no page has by chance."""
    return f"process {os.getpid()}."


def process_as_preview(_path: Path) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The process that looks at a table, as the only cell of it."""
    return ("looked at by",), ((process(),),)


def process_as_refusal(*_: object, **__: object) -> object:
    """The process that measures a table, as what is wrong with it."""
    raise InputError("web-no-number", text=process())
