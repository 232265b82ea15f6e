"""Writing a collection in a format, whole or not at all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from anaphor.collection.loading import load
from anaphor.collection.protocol import EXPORTS, FORMATS, FolderContent, LeftOut, WritableFormat
from anaphor.collection.settings import ConvertSettings, LoadSettings
from anaphor.errors import ContentError, InputError, OutputError
from anaphor.files import MemoryTable, atomic_file, is_path, write_folder
from anaphor.parameters import act, group_of
from anaphor.result import Result
from anaphor.schema import Collection, Problem, Schema, question_of
from anaphor.text import Message, joined, message

_WITH_CARD = ("hf", "huggingface")
"""Targets that have a place for what people were found to say."""
_ENDINGS = {".yaml": "native", ".yml": "native", ".jsonl": "jsonl", ".xml": "wsc-en"}


def writable() -> tuple[str, ...]:
    """Names of all formats that a collection can be converted to.

    >>> "native" in writable(), "label-studio" in writable()
    (True, True)
    """
    return (
        *(name for name, candidate in FORMATS.usable()[0].items() if isinstance(candidate, WritableFormat)),
        *EXPORTS.names(),
    )


def target_format(output: Path, name: str | None) -> str:
    """The format to write: the one named, or the one that the ending says."""
    chosen = name or _ENDINGS.get(output.suffix.lower())
    if chosen is None:
        raise InputError("collection-ending-says-nothing", output=str(output), names="|".join(writable()))
    if chosen not in writable():
        raise InputError("collection-format-not-written", format=chosen, names="|".join(writable()))
    return chosen


def with_parts(collection: Collection, parts: Sequence[Schema | Problem]) -> Collection:
    """The collection with other schemas and problems."""
    schemas = tuple(part for part in parts if isinstance(part, Schema))
    return replace(collection, schemas=schemas, problems=tuple(part for part in parts if isinstance(part, Problem)))


def sayable(collection: Collection, format: str) -> tuple[Collection, tuple[LeftOut, ...]]:
    """What a format can say of a collection, whole schemas and problems, and what it cannot."""
    chosen = FORMATS.get(format)
    assert isinstance(chosen, WritableFormat), "`target_format` has looked"
    refused: dict[str, LeftOut] = {}
    for part in collection.parts:
        try:
            for _ in chosen.write(with_parts(collection, [part])):
                pass
        except ContentError as error:
            refused[part.id] = LeftOut(id=part.id, why=error.what)
    left = with_parts(collection, [part for part in collection.parts if part.id not in refused])
    return left, tuple(refused.values())


def save(collection: Collection, output: Path | str, format: str | None = None) -> None:
    """Write a collection, in the format that the ending says unless one is named; whole or not at all."""
    output = Path(output)
    name = target_format(output, format)
    if name in EXPORTS.names():
        folder = EXPORTS.get(name).content(collection, {})
        lost = [item for item in folder.left_out if not item.partly]
        if lost:
            raise ContentError("collection-export-lost", format=name, count=len(lost), id=lost[0].id, why=lost[0].why)
        write_folder(folder.files, output)
        return
    if output.is_dir():
        raise OutputError("collection-is-folder", where=output)
    chosen = FORMATS.get(name)
    assert isinstance(chosen, WritableFormat), "`target_format` has looked"
    with atomic_file(output) as file:
        try:
            for piece in chosen.write(collection):
                file.write(piece)
        except UnicodeEncodeError as error:
            raise ContentError("collection-half-character") from error


class _Labelled(Protocol):
    @property
    def items(self) -> Sequence[str]: ...


class MeasuredLabels(Protocol):
    """Labels that people gave to items, and their agreement: what `anaphor.agreement.measure` gives."""

    @property
    def labels(self) -> _Labelled:
        """The labels; `items` names what was labelled."""

    def to_dict(self) -> dict[str, Any]:
        """What `anaphor agreement measure --json` prints."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Conversion(Result):
    """What was written of a collection in another format."""

    collection: Collection
    """What was written."""
    output: Path
    format: str
    """Name of the format."""
    left_out: tuple[LeftOut, ...] = ()
    """What the format cannot say."""

    @property
    def sentences(self) -> tuple[Message, ...]:
        """What was left out, what was written, and whether anything was lost on the way."""
        reasons: dict[str, list[str]] = {}
        for item in self.left_out:
            reasons.setdefault(str(item.why), []).append(item.id)
        sentences = [message("collection-left-out", id=joined(ids), why=why) for why, ids in reasons.items()]
        count, output = len(self.collection.entries), str(self.output)
        sentences.append(message("collection-written", count=count, output=output, format=self.format))
        if self.format in ("native", "jsonl"):
            sentences.append(message("collection-same-fingerprint", fingerprint=self.collection.fingerprint))
        elif self.format in FORMATS.names():
            sentences.append(message("collection-poorer-format"))
        return tuple(sentences)


@act(ConvertSettings)
def convert(source: str | Path | Collection | MemoryTable, settings: ConvertSettings) -> Conversion:
    """Write a collection in another format: the one that the ending of `output` says, or `to` names.

    The source is whatever `load` takes, with its settings. What a format cannot say is refused; with `skip` it is left
    out. A folder for another program leaves out single items. The result tells which, and why. `people` is what
    `anaphor.agreement.measure` says of people's labels of the items, for the card of a Hugging Face dataset. A file
    that is there stays whole if anything goes wrong.
    """
    people: MeasuredLabels | None = settings.people
    output = Path(settings.output)
    chosen = target_format(output, settings.to)
    refuse_overwriting(source, output, "collection-read-file")
    collection = load(source, **group_of(LoadSettings, settings))
    if people and chosen not in _WITH_CARD:
        raise InputError("collection-no-card", format=chosen)
    folder: FolderContent | None = None
    if chosen in EXPORTS.names():
        facts = {**people.to_dict(), "labelled": tuple(people.labels.items)} if people else {}
        folder = EXPORTS.get(chosen).content(collection, facts)
        writable_collection, left_out = (
            without(collection, {item.id for item in folder.left_out if not item.partly}),
            folder.left_out,
        )
    else:
        writable_collection, left_out = sayable(collection, chosen) if settings.skip else (collection, ())
    if left_out and not writable_collection.entries:
        why = str(left_out[0].why)
        raise InputError("collection-nothing-sayable", name=collection.name, format=chosen, why=why)
    if folder:
        write_folder(folder.files, output)
    else:
        save(writable_collection, output, chosen)
    return Conversion(collection=writable_collection, output=output, format=chosen, left_out=left_out)


def without(collection: Collection, items: set[str]) -> Collection:
    """The collection without some items; a schema keeps those of its items that are left."""
    parts: list[Schema | Problem] = []
    for part in collection.parts:
        numbers = [number for number, entry in enumerate(part.entries) if question_of(entry).id not in items]
        if isinstance(part, Schema) and numbers:
            conditions = tuple(part.conditions[number] for number in numbers) if part.conditions else ()
            variants = tuple(part.variants[number] for number in numbers)
            parts.append(replace(part, variants=variants, conditions=conditions))
        elif numbers:
            parts.append(part)
    return with_parts(collection, parts)


def refuse_overwriting(source: object, output: Path, code: str) -> None:
    """Refuse to write over the file that is read."""
    if is_path(source) and output.exists() and Path(str(source)).exists() and output.samefile(str(source)):
        raise InputError(code, output=str(output))
