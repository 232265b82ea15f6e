"""JSON that says one thing: a key that stands twice, a number that is none and endless nesting are refused.

Python's reader takes the last of two equal keys, and NaN; another reader takes the first, or stops. What two programs
read differently is no evidence of anything.
"""

import json
from collections import Counter
from math import isfinite
from pathlib import Path
from typing import Any

from anaphor.errors import FormatError
from anaphor.files.content import regular_bytes
from anaphor.text import text as written


class AmbiguousJsonError(ValueError):
    """JSON that readers may understand differently; the message says why."""


def read_object(path: Path, most: int, otherwise: str) -> dict[str, Any]:
    """The JSON object in a file of at most so many bytes; `otherwise` is the code of what is said of another value."""
    try:
        found = read_json(regular_bytes(path, most))
    except ValueError as error:
        raise FormatError("files-no-json", why=str(error), where=path) from error
    if not isinstance(found, dict):
        raise FormatError(otherwise, where=path)
    return found


def read_json(text: str | bytes) -> Any:
    """The value of a JSON text; a ValueError says what is wrong with any other.

    >>> read_json('{"a": 1}')
    {'a': 1}
    >>> read_json('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    anaphor.files.strict_json.AmbiguousJsonError: the key 'a' stands twice
    """
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_number, parse_float=_number)
    except RecursionError:
        raise AmbiguousJsonError(written("files-json-nested")) from None
    except (json.JSONDecodeError, UnicodeDecodeError, AmbiguousJsonError):
        raise
    except ValueError:  # Python reads whole numbers of at most 4,300 digits
        raise AmbiguousJsonError(written("files-json-digits")) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        times = Counter(name for name, _ in pairs)  # in one pass: a reply may hold a hundred thousand keys
        twice = next(name for name, count in times.items() if count > 1)
        raise AmbiguousJsonError(written("files-json-twice", key=repr(twice[:40])))
    return found


def _number(text: str) -> float:
    found = float(text)
    if not isfinite(found):  # too large for any, or called NaN or Infinity
        code = "files-json-too-large" if text[-1].isdigit() else "files-json-no-number"
        raise AmbiguousJsonError(written(code, name=text))
    return found
