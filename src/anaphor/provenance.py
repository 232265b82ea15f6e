"""Where a number comes from: fingerprints of content and one-line signatures of results."""

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote, unquote_to_bytes

if TYPE_CHECKING:
    from pydantic import TypeAdapter

_PLAIN = frozenset({str, int, float, bool, type(None)})
_EMPTY: tuple[object, ...] = (None, "", [], {})
_ADAPTERS: dict[type, Any] = {}
Record = TypeVar("Record")


def plain(value: object) -> Any:
    """The value as JSON types; a record's empty fields (None, "", (), {}) are left out.

    >>> from anaphor.schema import Span
    >>> plain(Span(start=3, end=5))
    {'start': 3, 'end': 5}
    """
    kind: Any = type(value)
    if kind in _PLAIN:
        return value
    if isinstance(value, Enum):
        return value.value
    if (names := _field_names(kind)) is not None:
        pairs = ((name, plain(getattr(value, name))) for name in names)
        return {name: part for name, part in pairs if part or part not in _EMPTY}
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    return value


def writable(value: Any) -> Any:
    """The value with every half of a surrogate pair written out (`\\udce9`): what no file in UTF-8 can hold.

    File names whose bytes are no UTF-8 have them, and some models say them.

    >>> writable({"name": "caf\\udce9"})
    {'name': 'caf\\\\udce9'}
    """
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, Mapping):
        return {writable(key): writable(part) for key, part in value.items()}
    return [writable(part) for part in value] if isinstance(value, list | tuple) else value


_FILE = "file:"
"""Before the address of a file whose name is no UTF-8."""


def written_path(path: str) -> str:
    """A path as a file in UTF-8 can hold it: itself, or where its bytes are no UTF-8 an address such as `file:caf%E9`.

    >>> written_path("wsc.yaml"), written_path("caf\\udce9.yaml")
    ('wsc.yaml', 'file:caf%E9.yaml')
    """
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return _FILE + quote(os.fsencode(path))
    return path


def read_path(written: str) -> str:
    """The path that `written_path` wrote.

    >>> read_path("file:caf%E9.yaml") == "caf\\udce9.yaml"
    True
    """
    if written.startswith(_FILE) and "%" in written:
        return os.fsdecode(unquote_to_bytes(written.removeprefix(_FILE)))
    return written


@cache
def _field_names(kind: type) -> tuple[str, ...] | None:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else None


def adapter(kind: type[Record]) -> "TypeAdapter[Record]":
    """What makes records of a kind out of plain data, made once; pydantic, which takes long to load, is loaded here."""
    from pydantic import TypeAdapter

    made: TypeAdapter[Record] = _ADAPTERS.get(kind) or _ADAPTERS.setdefault(kind, TypeAdapter(kind))
    return made


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


@dataclass(frozen=True, slots=True)
class Method:
    """One way to compute a result, with a number that is raised whenever a figure that it gives changes.

    It stands in the signature of what it computed, so that equal signatures mean equal numbers whatever version of
    anaphor printed them: most releases change no method.

    >>> print(Signature.of(labels="6ba38f494ca89361", method=Method("measure", 1)))
    labels:6ba38f494ca89361|method:measure.1
    """

    name: str
    number: int

    def __str__(self) -> str:
        return f"{self.name}.{self.number}"


def methods_of(signature: str) -> frozenset[Method]:
    """The methods that a signature names; none where version 0.1 made it.

    >>> sorted(map(str, methods_of("collection:c#1|resolver:lstm|resolver.method:lstm.2|method:score.1")))
    ['lstm.2', 'score.1']
    """
    values = [value for key, _, value in (part.partition(":") for part in signature.split("|")) if _is_method(key)]
    named = [value.rpartition(".") for value in values]
    return frozenset(Method(name, int(number)) for name, _, number in named if name and number.isdecimal())


def _is_method(key: str) -> bool:
    """Whether a part of a signature names a method: its own, or that of a part, such as `resolver.method`."""
    return key.rpartition(".")[2] == "method"


def mixed_methods(signatures: Iterable[str]) -> dict[str, tuple[int | None, ...]]:
    """The methods that some results used in different numbers; None: a result of version 0.1, which says none.

    Results belong together here when they share the name of a method, or when one of them has no method at all.

    >>> mixed_methods(["runs:1|method:score.1", "runs:2|method:score.2", "runs:3|version:0.1.0"])
    {'score': (None, 1, 2)}
    """
    named = [methods_of(signature) for signature in signatures]
    numbers: dict[str, set[int]] = {}
    for method in (method for methods in named for method in methods):
        numbers.setdefault(method.name, set()).add(method.number)
    old = not all(named)
    return {
        name: ((None,) if old else ()) + tuple(sorted(used))
        for name, used in sorted(numbers.items())
        if old or len(used) > 1
    }


def _escape(value: str) -> str:
    return value.replace("%", "%25").replace("|", "%7C").replace("\n", "%0A").replace("\r", "%0D")


# --- lines of JSON that end in a checksum of themselves and of all before them ---------------------------------------

_SUM = b',"sum":"'


def first_sum(line: bytes) -> str:
    """The checksum of a file's first line, which itself has none."""
    return hashlib.sha256(line.strip()).hexdigest()[:16]


def summed(line: bytes, before: str) -> bytes:
    """A record as a line that ends in its checksum; `before` is that of the line before it.

    >>> summed(b'{"a":1}', "0")
    b'{"a":1,"sum":"e692656e7c5641e1"}'
    """
    return line[:-1] + _SUM + first_sum(before.encode() + line).encode() + b'"}'


def sum_of_line(line: bytes, before: str) -> str:
    """The checksum in which a line ends; empty when it is not the one that the line has at this place."""
    stem, _, found = line.strip().rpartition(_SUM)
    return found[:-2].decode() if summed(stem + b"}", before) == line.strip() else ""


# --- what lies in a folder, said for machines -------------------------------------------------------------------------

CRATE = "ro-crate-metadata.json"
"""The file that makes a folder a research object (RO-Crate)."""
_CRATE_VERSION = "https://w3id.org/ro/crate/1.2"
_TYPES = {
    "csv": "text/csv",
    "html": "text/html",
    "json": "application/json",
    "jsonl": "application/jsonl",
    "md": "text/markdown",
    "parquet": "application/vnd.apache.parquet",
    "R": "text/x-r-source",
}
_R = {"name": "R", "version": "4.2.2", "url": "https://www.r-project.org/"}
"""The version that scripts were tried with."""


def ro_crate(
    name: str, description: str, files: Mapping[str, tuple[int, str]], *, day: str, licence: str, **said: str
) -> str:
    """The metadata file of a folder: what it is, and each of its files with its size in bytes and what it holds.

    `licence` is an address, or a sentence where none was given; `said` is what else is known of the whole, by the name
    of its property. Who published it is not known here and not said.

    >>> made = ro_crate("A", "B.", {"a b.csv": (3, "Rows.")}, day="2026-01-31", licence="CC0", version="1")
    >>> [part["@id"] for part in json.loads(made)["@graph"]]
    ['ro-crate-metadata.json', './', '#licence', 'a%20b.csv']
    """
    known = {"@id": licence if licence.startswith("https://") else "#licence"}
    parts: list[dict[str, Any]] = []
    for path, (size, about) in files.items():
        ending = path.rpartition(".")[2]
        part: dict[str, Any] = {
            "@id": quote(path, errors="surrogatepass"),
            "@type": "File",
            "name": path.rpartition("/")[2],
            "description": about,
        }
        if ending == "R":
            part |= {"@type": ["File", "SoftwareSourceCode"], "programmingLanguage": {"@id": "#r"}}
        parts.append(part | {"contentSize": str(size), "encodingFormat": _TYPES.get(ending, "text/plain")})
    root = {"@id": "./", "@type": "Dataset", "name": name, "description": description, "datePublished": day}
    graph = [
        {"@id": CRATE, "@type": "CreativeWork", "conformsTo": {"@id": _CRATE_VERSION}, "about": {"@id": "./"}},
        {**root, "license": known, **said, "hasPart": [{"@id": each["@id"]} for each in parts]},
        {**known, "@type": "CreativeWork", "name": licence, "description": licence},
        *parts,
    ]
    if any("programmingLanguage" in each for each in parts):
        graph.append({"@id": "#r", "@type": "ComputerLanguage", **_R})
    document = {"@context": f"{_CRATE_VERSION}/context", "@graph": graph}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
