"""The plan of an index: what is indexed, in how many parts, and how; and the records of the parts that are done."""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import ConfigDict, TypeAdapter, ValidationError

from anaphor.corpus.index.sealing import sealed, unsealed
from anaphor.errors import FormatError, InputError, Place
from anaphor.files import write_text

VERSION = 1
PLAN, CARD, PARTS, SHARDS = "plan.json", "card.json", "parts", "shards"
LARGEST_RECORD = 1 << 26
"""Bytes of a plan, a card or the record of a part."""

Record = TypeVar("Record")


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexPlan:
    """What an index is made of, and how; the same plan gives the same bytes wherever it is carried out."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    version: int = VERSION
    """Version of this format."""
    name: str
    """Name of the corpus."""
    language: str
    """Its language."""
    analysis: str
    """Fingerprint of the analysis."""
    inputs: tuple[str, ...]
    """Files, folders and patterns, as the user named them."""
    bytes: int
    """Size of the inputs on disk: an input that has changed since is noticed."""
    parts: int
    """Into how many parts the inputs are divided."""
    shard_words: int
    """Words after which a new shard is begun."""
    counts_only: bool = False
    """True: sentences are counted, their text is not kept."""
    tables: bool = True
    """Whether frequent pairs have tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardRecord:
    """A finished shard."""

    name: str
    """Its folder."""
    words: int
    """Its words."""
    sentences: int
    """Its sentences."""
    ready_made: bool = False
    """Whether its lemmas come from the source itself."""
    meta: str
    """SHA-256 of its `meta.json`, which has the hashes of everything else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartRecord:
    """A finished part of an index."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    part: int
    """From 0."""
    shards: tuple[ShardRecord, ...] = ()
    """Its shards; none when the part holds no word."""
    notes: tuple[str, ...] = ()
    """What a user should know about how it was read."""


_PLAN, _PART = TypeAdapter(IndexPlan), TypeAdapter(PartRecord)


def part_path(folder: Path, part: int) -> Path:
    """Where the record of a part is kept."""
    return folder / PARTS / f"{part:05d}.json"


def write_part(folder: Path, record: PartRecord) -> None:
    """Write the record of a part, which says that it is done."""
    _write(part_path(folder, record.part), record)


def read_part(folder: Path, part: int) -> PartRecord | None:
    """The record of a part; None while it is not done."""
    path = part_path(folder, part)
    return _read(path, _PART, "the record of a part") if path.exists() else None


def read_plan(folder: Path) -> IndexPlan:
    """The plan of an index."""
    path = folder / PLAN
    if not path.is_file():
        raise InputError(
            "this is no index" if folder.exists() else "there is no such index",
            where=Place(file=str(folder)),
            todo="Make one with: anaphor corpus index INPUT -o INDEX",
        )
    plan = _read(path, _PLAN, "the plan of an index")
    if plan.version != VERSION:
        raise FormatError(
            f"the index has version {plan.version}, this program reads version {VERSION}",
            where=Place(file=str(path)),
            todo="Build it again.",
        )
    return plan


def settle_plan(folder: Path, plan: IndexPlan) -> IndexPlan:
    """The plan by which an index is built: the one begun here before, which must be for the same, or this one."""
    path = folder / PLAN
    if not path.exists():
        if folder.exists() and (not folder.is_dir() or _is_taken(folder)):
            raise InputError(
                "this is there already, and it is no index", where=Place(file=str(folder)), todo="Name a new folder."
            )
        _write(path, plan)
    begun = read_plan(folder)
    for field in ("name", "language", "analysis", "inputs", "bytes", "counts_only", "tables", "shard_words"):
        if getattr(begun, field) != getattr(plan, field):
            raise InputError(
                f"another index was begun here: its {field.replace('_', ' ')} is {getattr(begun, field)!r},"
                f" not {getattr(plan, field)!r}",
                where=Place(file=str(folder)),
                todo="Remove the folder, or name another one.",
            )
    return begun


def _is_taken(folder: Path) -> bool:
    """Whether something stands in a folder; the plan that another part is just writing does not count."""
    return any(not path.name.startswith(f".{PLAN}") for path in folder.iterdir())


def _write(path: Path, record: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, sealed(record))


def _read(path: Path, adapter: TypeAdapter[Record], what: str) -> Record:
    try:
        return adapter.validate_json(unsealed(path, LARGEST_RECORD))
    except ValidationError as error:
        raise FormatError(f"this is not {what} ({error.errors()[0]['msg']})", where=Place(file=str(path))) from error
