"""Where a number comes from: fingerprints of content and one-line signatures of results."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any

_EMPTY: tuple[object, ...] = (None, "", [], {})


def plain(value: object) -> Any:
    """The value as JSON types; a record's empty fields (None, "", (), {}) are left out.

    >>> from anaphor.schema import Span
    >>> plain(Span(start=3, end=5))
    {'start': 3, 'end': 5}
    """
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        pairs = ((field.name, plain(getattr(value, field.name))) for field in fields(value))
        return {name: part for name, part in pairs if part not in _EMPTY}
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    return value


def canonical_json(value: object) -> str:
    """The one JSON text of a value: keys sorted, no spaces, letters unescaped.

    >>> canonical_json({"b": 1, "a": "é"})
    '{"a":"é","b":1}'
    """
    return json.dumps(plain(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def fingerprint(value: object) -> str:
    """Sixteen hexadecimal digits (64 bits of SHA-256) of the canonical JSON of a value.

    >>> fingerprint({"a": 1}) == fingerprint({"a": 1, })
    True
    """
    return hashlib.sha256(canonical_json(value).encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Signature:
    """How a number was made, part by part; its text is one line.

    >>> print(Signature.of(collection="anaphor-fr#0123", seed=1))
    collection:anaphor-fr#0123|seed:1
    """

    parts: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, **parts: object) -> "Signature":
        """A signature from named parts, in the order given; parts that are None are left out."""
        return cls(tuple((name, str(value)) for name, value in parts.items() if value is not None))

    def __str__(self) -> str:
        return "|".join(f"{name}:{_escape(value)}" for name, value in self.parts)

    def __or__(self, other: "Signature") -> "Signature":
        return Signature(self.parts + other.parts)


def _escape(value: str) -> str:
    return value.replace("%", "%25").replace("|", "%7C").replace("\n", "%0A").replace("\r", "%0D")
