"""Small JSON files that carry a hash of themselves: a single byte that is not as it was written is noticed."""

import hashlib
import json
from pathlib import Path
from typing import Any

from anaphor.files import regular_bytes
from anaphor.provenance import plain

SEAL = "seal"
"""The key of the hash."""


def sealed(record: object) -> str:
    """A record as JSON text with its seal: the same text for the same record, whoever writes it."""
    return _sealed(plain(record))


def _sealed(document: Any) -> str:
    digest = hashlib.sha256(_text(document).encode("utf-8")).hexdigest()
    return _text(document | {SEAL: digest})


def _text(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False, sort_keys=True, indent=1) + "\n"


def unsealed(path: Path, most: int) -> bytes:
    """The document of a file of at most so many bytes, without its seal, as JSON."""
    data = regular_bytes(path, most)
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return data  # who reads it further says what is wrong with it
    if isinstance(document, dict):
        document.pop(SEAL, None)
    return json.dumps(document).encode("utf-8")


def is_whole(path: Path, most: int) -> bool:
    """Whether every byte of a sealed file is as it was written."""
    data = regular_bytes(path, most)
    try:
        document = json.loads(data)
        document.pop(SEAL)
        return _sealed(document).encode("utf-8") == data
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return False
