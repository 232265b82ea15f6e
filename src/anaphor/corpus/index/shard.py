"""What a shard is: an immutable folder with one data file of named arrays and a `meta.json` that describes it."""

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ConfigDict, TypeAdapter, ValidationError

from anaphor.errors import FormatError, Place
from anaphor.files import regular_bytes
from anaphor.provenance import plain

VERSION = 1
DATA, META = "data.bin", "meta.json"
WINDOW = 5
"""Words to each side for which counts of frequent pairs are kept ready."""
ESCAPE = 0xFFFF
"""Code of every type from this number on; which one it is stands in a list beside the codes."""
ESCAPE_BLOCK = 1 << 16
"""Words of the text whose escapes are written together, each in sixteen bits."""
SENTENCES_PER_BASE = 64
"""Sentences that share one base; so many of the longest sentence fit into sixteen bits."""
_LARGEST_META = 1 << 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One array of the data file."""

    offset: int
    """Its first byte."""
    items: int
    """How many numbers it holds."""
    dtype: str
    """Their kind, as numpy names it; always little-endian."""
    sha256: str
    """Hash of its bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardMeta:
    """What a shard holds."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    version: int
    """Version of this format."""
    language: str
    """Language of its text."""
    analysis: str
    """Fingerprint of the analysis that made its words."""
    words: int
    """Words in it."""
    sentences: int
    """Sentences in it."""
    lemmas: int
    """Different lemmas."""
    types: int
    """Different words: form, capital and lemma."""
    sources: int
    """Stretches of text from one source."""
    ready_made: bool = False
    """Whether its lemmas come from the source itself, not from our analysis."""
    forward: bool = True
    """Whether the text can be read back: needed for windows, forms, several words and concordances."""
    table: int = 0
    """How many frequent lemmas have a table of all their pairs."""
    lengths: tuple[tuple[int, int], ...] = ()
    """How many sentences have each length."""
    sections: dict[str, Section] = field(default_factory=dict)
    """The arrays of the data file by name."""


_ADAPTER = TypeAdapter(ShardMeta)


def meta_bytes(meta: ShardMeta) -> bytes:
    """A description as it is written: the same bytes for the same shard, whoever builds it."""
    return (json.dumps(plain(meta), ensure_ascii=False, sort_keys=True, indent=1) + "\n").encode("utf-8")


def read_meta(folder: Path, sha256: str | None = None) -> ShardMeta:
    """The description of a shard; what is no shard of this version, or has another hash than it should, is refused."""
    path = folder / META
    data = regular_bytes(path, _LARGEST_META)
    if sha256 not in (None, hashlib.sha256(data).hexdigest()):
        raise FormatError(
            "the description of a shard is not as it was written",
            where=Place(file=str(path)),
            todo="Build the index again.",
        )
    try:
        meta = _ADAPTER.validate_json(data)
    except ValidationError as error:
        raise FormatError(
            f"this describes no shard ({error.errors()[0]['msg']})", where=Place(file=str(path))
        ) from error
    if meta.version != VERSION:
        raise FormatError(
            f"the shard has version {meta.version}, this program reads version {VERSION}",
            where=Place(file=str(path)),
            todo="Build the index again.",
        )
    return meta
