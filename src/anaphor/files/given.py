"""What a user gives: the name of a file, or what such a file would hold, in memory."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from anaphor.errors import FormatError, Place
from anaphor.files.content import decode_text, regular_bytes
from anaphor.files.frames import is_path

_LARGEST = 2**28
"""Bytes of the largest file that is given beside others: tables about items, documents of results."""


def place_of(given: object) -> Place | None:
    """Where something stands that was given: its file, or nowhere where it is in memory."""
    return Place(file=str(given)) if is_path(given) else None


def given_text(path: Path, *, fallback: str | None = None, most: int = _LARGEST) -> str:
    """The text of a file that a user names; `fallback` is the encoding of what is not UTF-8."""
    return decode_text(regular_bytes(path, most), file=str(path), fallback=fallback)


@contextmanager
def document_in(given: Any, code: str) -> Iterator[Any]:
    """The JSON document in a file, or one in memory; `code` is said where it turns out, in the block, to be another."""
    try:
        if is_path(given):
            yield json.loads(given_text(Path(given)))
        else:
            yield given.to_dict() if hasattr(given, "to_dict") else given
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError) as error:
        raise FormatError(code, where=place_of(given)) from error
