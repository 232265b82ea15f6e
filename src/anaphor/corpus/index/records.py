"""The small files of an index: its plan, the records of the parts that are done, and the card of its corpus.

Each is JSON and carries a hash of itself, so that a single byte that is not as it was written is noticed.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ConfigDict, TypeAdapter, ValidationError

from anaphor.corpus.sources.reading import CorpusCard
from anaphor.errors import FormatError, InputError, Place
from anaphor.files import regular_bytes, write_text
from anaphor.provenance import plain

VERSION = 1
PLAN, CARD, PARTS, SHARDS = "plan.json", "card.json", "parts", "shards"
SEAL = "seal"
"""The key of the hash."""
_LARGEST = 1 << 26
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
    sentences: int
    ready_made: bool = False
    """Whether its lemmas come from the source itself."""
    meta: str
    """SHA-256 of its `meta.json`, which has the hashes of everything else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartRecord:
    """A finished part of an index."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    part: int
    shards: tuple[ShardRecord, ...] = ()
    """Its shards; none when the part holds no word."""
    notes: tuple[str, ...] = ()
    """What a user should know about how it was read."""


_PLAN, _PART, _CARD = TypeAdapter(IndexPlan), TypeAdapter(PartRecord), TypeAdapter(CorpusCard)


def sealed(record: object) -> str:
    """A record as JSON text with its seal: the same text for the same record, whoever writes it."""
    document = plain(record)
    digest = hashlib.sha256(_text(document).encode("utf-8")).hexdigest()
    return _text(document | {SEAL: digest})


def _text(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False, sort_keys=True, indent=1) + "\n"


def is_whole(path: Path) -> bool:
    """Whether every byte of a sealed file is as it was written."""
    data = regular_bytes(path, _LARGEST)
    try:
        document = json.loads(data)
        document.pop(SEAL)
        return sealed(document).encode("utf-8") == data
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return False


def _write(path: Path, record: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, sealed(record))


def _read(path: Path, adapter: TypeAdapter[Record], code: str) -> Record:
    data = regular_bytes(path, _LARGEST)
    try:
        document = json.loads(data)
        if isinstance(document, dict):
            document.pop(SEAL, None)
        data = json.dumps(document).encode("utf-8")
    except (ValueError, RecursionError):
        pass  # the adapter says what is wrong with it
    try:
        return adapter.validate_json(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) if adapter is _CARD else ""
        raise FormatError(code, why=first["msg"], where=Place(file=str(path), field=place or None)) from error


def part_path(folder: Path, part: int) -> Path:
    """Where the record of a part is kept."""
    return folder / PARTS / f"{part:05d}.json"


def write_part(folder: Path, record: PartRecord) -> None:
    """Write the record of a part, which says that it is done."""
    _write(part_path(folder, record.part), record)


def read_part(folder: Path, part: int) -> PartRecord | None:
    """The record of a part; None while it is not done."""
    path = part_path(folder, part)
    return _read(path, _PART, "corpus-no-part-record") if path.exists() else None


def write_card(path: Path, card: CorpusCard) -> None:
    """Write a card as JSON, whole or not at all."""
    _write(path, card)


def read_card(path: Path) -> CorpusCard:
    """The card in a JSON file."""
    return _read(path, _CARD, "corpus-no-card")


def read_plan(folder: Path) -> IndexPlan:
    """The plan of an index."""
    path = folder / PLAN
    if not path.is_file():
        code = "corpus-no-index" if folder.exists() else "corpus-absent-index"
        raise InputError(code, where=Place(file=str(folder)))
    plan = _read(path, _PLAN, "corpus-no-plan")
    if plan.version != VERSION:
        where = Place(file=str(path))
        raise FormatError("corpus-index-version", found=plan.version, known=VERSION, where=where)
    return plan


def settle_plan(folder: Path, plan: IndexPlan) -> IndexPlan:
    """The plan by which an index is built: the one begun here before, which must be for the same, or this one."""
    where = Place(file=str(folder))
    if not (folder / PLAN).exists():
        # A temporary file beside it is the plan that another part is just writing.
        if folder.exists() and not (
            folder.is_dir() and all(path.name.startswith(f".{PLAN}") for path in folder.iterdir())
        ):
            raise InputError("corpus-place-taken", where=where)
        _write(folder / PLAN, plan)
    begun = read_plan(folder)
    for name in ("name", "language", "analysis", "inputs", "bytes", "counts_only", "tables", "shard_words"):
        old, new = getattr(begun, name), getattr(plan, name)
        if old != new:
            said = name.replace("_", " ")
            raise InputError("corpus-other-index", field=said, old=repr(old), new=repr(new), where=where)
    return begun
