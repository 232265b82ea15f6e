"""How a file of a project is read, as a page was told: a record with known fields, kept beside the file.

What a colleague's file says is never more than these fields: a file that says anything else is ignored as a whole, and
the page says why.
"""

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, StringConstraints, ValidationError

from anaphor.errors import AnaphorError, InputError
from anaphor.files import read_object, write_text
from anaphor.provenance import adapter, plain
from anaphor.text import text

READING = ".reading.json"
"""Ending of the file beside a table or a collection that says how it is read."""
_RESERVED = frozenset(
    {"members.txt", "acts.jsonl", "challenge.toml", "entry.toml", "journal.jsonl", "rules.json", "secret.json"}
)
"""Names of files by which the server is told something."""
_LARGEST = 2**16
_STRICT = {"extra": "forbid"}
_MOST_WORDS = 10_000
Record = TypeVar("Record")


def _few(given: Any) -> Any:
    if len(given) > _MOST_WORDS:
        raise ValueError("too many")
    return given


Word = Annotated[str, StringConstraints(max_length=500, strict=True)]
"""A name that stands in somebody's table."""
Code = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.-]{1,40}$", strict=True)]
"""The name of a format or a language: no path, and no sentence."""
Words = Annotated[tuple[Word, ...], AfterValidator(_few)]


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionReading:
    """How a collection is loaded."""

    __pydantic_config__ = _STRICT
    format: Code | None = None
    language: Code | None = None
    columns: Annotated[Mapping[Code, Word | Words], AfterValidator(_few)] = field(default_factory=dict)
    """Which column of a table holds what, ours → theirs; never the name of a file that says so."""

    @property
    def settings(self) -> dict[str, Any]:
        """What `load` is given: the fields that say something."""
        return settings_of(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelsReading:
    """How a table of labels is read."""

    __pydantic_config__ = _STRICT
    layout: Code | None = None
    item: Word | None = None
    annotator: Word | None = None
    label: Word | None = None
    question: Word | None = None
    repetition: Word | None = None
    scale: Code | None = None
    repeats: Code | None = None
    classes: Words = ()
    without: Words = ()

    @property
    def settings(self) -> dict[str, Any]:
        """What `agreement.read` is given: the fields that say something."""
        return settings_of(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunReading:
    """What a run of another program was made on."""

    __pydantic_config__ = _STRICT
    collection: Word | None = None
    """Name of a collection of the project: no path is followed."""


def settings_of(reading: object) -> dict[str, Any]:
    """The fields of a record that say something, as plain values."""
    found: dict[str, Any] = plain(reading)
    return found


def reading_beside(path: Path) -> Path:
    """The file that says how another is read."""
    return path.with_name(path.name + READING)


def reading_of(kind: type[Record], path: Path) -> tuple[Record, str]:
    """How a file is read, and, where what is kept beside it cannot be used, the sentence that says so."""
    beside = reading_beside(path)
    if not beside.exists() and not beside.is_symlink():
        return kind(), ""
    try:
        if beside.is_symlink():
            raise InputError("web-reading-link")
        return record_of(kind, read_object(beside, _LARGEST, "web-reading-no-object")), ""
    except (AnaphorError, OSError) as error:
        why = str(error).replace(f"{path.parent}/", "")
        return kind(), text("web-reading-ignored", file=beside.name, why=why)


def keep_reading(kind: type[Record], path: Path, **given: Any) -> None:
    """Keep what a form says of how a file is read; what cannot be is refused, and what was kept stays."""
    made = record_of(kind, {name: value for name, value in given.items() if value})
    write_text(reading_beside(path), json.dumps(settings_of(made), ensure_ascii=False) + "\n", private=True)


def record_of(kind: type[Record], given: Mapping[str, Any]) -> Record:
    """The record that plain values make; a field that is unknown, or has another kind of value, is refused."""
    try:
        return adapter(kind).validate_python(given)
    except ValidationError as error:
        place = error.errors(include_url=False, include_context=False, include_input=False)[0]["loc"]
        raise InputError("web-bad-field", field=str(place[0])[:40] if place else "–") from error


def refuse_reserved(name: str) -> None:
    """Refuse a name under which the server looks for what it was told itself, however it is written.

    Systems differ in what they take for the same name: capitals, compatibility characters, dots and spaces at the end.
    """
    bare = re.sub(r"(?<![\s.])[\s.]++\Z", "", unicodedata.normalize("NFKC", name)).casefold()
    bare = "".join(each for each in bare if unicodedata.category(each) not in ("Cf", "Cc"))
    if bare.endswith(READING) or bare in _RESERVED:
        raise InputError("web-reserved-name", name=name[:80])
