"""A study as one file of JSON lines: its header, what was asked, the people, and every answer.

What was collected elsewhere is imported into such a file; a study of this program can be exported into one.
"""

from collections.abc import Iterable, Iterator
from dataclasses import MISSING, dataclass, field, fields, replace
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from pydantic import TypeAdapter, ValidationError

from anaphor.errors import AnaphorError, FormatError, Place
from anaphor.experiment.design.design import Counting, Exclusion
from anaphor.experiment.study.record import Asked, Person, Response, Study
from anaphor.files import atomic_file, regular_bytes
from anaphor.provenance import canonical_json

FORMAT = "anaphor-study"
VERSION = 1
_LARGEST = 2**31
_TODO = "Make one with `anaphor experiment import`, or `anaphor experiment export --to study`."
_STRICT = {"extra": "forbid"}
Part = TypeVar("Part")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Header:
    """The first line."""

    __pydantic_config__ = _STRICT
    format: str
    version: int
    name: str
    fingerprint: str | None = None
    collection: str | None = None
    collection_fingerprint: str | None = None
    exclusion: Exclusion = field(default_factory=Exclusion)
    counting: Counting | None = None
    source: str | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """Any other line: one of the three is there."""

    __pydantic_config__ = _STRICT
    asked: Asked | None = None
    person: Person | None = None
    response: Response | None = None


_FIELDS = fields(Response)
_cells = attrgetter(*(each.name for each in _FIELDS))
# The record as msgspec writes it fast, without what is left at its default.
_Flat = msgspec.defstruct(
    "_Flat",
    [(each.name, Any) if each.default is MISSING else (each.name, Any, each.default) for each in _FIELDS],
    omit_defaults=True,
)
_FlatLine = msgspec.defstruct("_FlatLine", ["response"])
_HEADER: TypeAdapter[_Header] = TypeAdapter(_Header)
_LINE: TypeAdapter[_Line] = TypeAdapter(_Line)


def is_study(path: Path) -> bool:
    """Whether a file begins as a study does."""
    try:
        with path.open("rb") as file:
            head = file.readline(4096)
    except OSError:
        return False
    return f'"{FORMAT}"'.encode() in head


def save_study(study: Study, path: Path) -> None:
    """Write a study whole or not at all."""
    with atomic_file(path) as file:
        file.writelines(study_lines(study))


def study_lines(study: Study) -> Iterator[bytes]:
    """The lines of the file."""
    yield from head_lines(study)
    yield response_lines(map(_cells, study.responses))


def head_lines(study: Study) -> Iterator[bytes]:
    """The lines before the answers: the header, what was asked, the people."""
    header = _Header(
        format=FORMAT,
        version=VERSION,
        name=study.name,
        fingerprint=study.fingerprint,
        collection=study.collection,
        collection_fingerprint=study.collection_fingerprint,
        exclusion=study.exclusion,
        counting=study.counting,
        source=study.source,
        notes=study.notes,
    )
    yield canonical_json(header).encode() + b"\n"
    for asked in study.asked:
        yield canonical_json({"asked": asked}).encode() + b"\n"
    for person in study.people:
        yield canonical_json({"person": person}).encode() + b"\n"


def response_lines(cells: Iterable[tuple[Any, ...]]) -> bytes:
    """A line for each answer, whose cells stand in the order of a response's fields."""
    return msgspec.json.Encoder().encode_lines([_FlatLine(_Flat(*each)) for each in cells])


def load_study(path: Path) -> Study:
    """The study in a file."""
    return read_study(regular_bytes(path, _LARGEST), str(path))


def read_study(data: bytes, name: str) -> Study:
    """The study in some bytes; `name` says where they come from."""
    lines = data.split(b"\n")
    header = _read(_HEADER, lines[0], name, 1)
    if header.format != FORMAT or header.version != VERSION:
        raise FormatError(
            "experiment-other-study-version",
            where=Place(file=name, line=1),
            format=header.format,
            version=header.version,
            wanted=FORMAT,
            known=VERSION,
        )
    asked, people, responses = [], [], []
    for number, text in enumerate(lines[1:], 2):
        if not text.strip():
            continue
        line = _read(_LINE, text, name, number)
        if line.response is not None:
            responses.append(line.response)
        elif line.person is not None:
            people.append(line.person)
        elif line.asked is not None:
            asked.append(line.asked)
    try:
        empty = Study(name=header.name, people=tuple(people), responses=tuple(responses), asked=tuple(asked))
    except AnaphorError as error:
        raise FormatError(error.what, where=Place(file=name), todo=_TODO) from error
    return replace(
        empty,
        fingerprint=header.fingerprint,
        collection=header.collection,
        exclusion=header.exclusion,
        collection_fingerprint=header.collection_fingerprint,
        counting=header.counting,
        source=header.source,
        notes=header.notes,
    )


def _read(adapter: "TypeAdapter[Part]", text: bytes, name: str, number: int) -> Part:
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise FormatError(
            "experiment-no-line-study", where=Place(file=name, line=number, field=place or None), why=first["msg"]
        ) from error
    except AnaphorError as error:
        raise FormatError(error.what, where=Place(file=name, line=number), todo=error.todo or _TODO) from error
