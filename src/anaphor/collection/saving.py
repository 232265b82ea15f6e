"""Writing a collection in a format, whole or not at all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from anaphor.collection.protocol import FORMATS, WritableFormat
from anaphor.errors import ContentError, InputError, OutputError
from anaphor.files import atomic_file
from anaphor.schema import Collection, Problem, Schema

FOLDER = "hf"
"""The one target that is a folder: a Hugging Face dataset."""
_ENDINGS = {".yaml": "native", ".yml": "native", ".jsonl": "jsonl", ".xml": "wsc-en"}


def writable() -> tuple[str, ...]:
    """Names of all formats that can be written."""
    return (*(name for name, each in FORMATS.usable()[0].items() if isinstance(each, WritableFormat)), FOLDER)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A schema or problem that a format cannot say."""

    id: str
    why: str


def sayable(collection: Collection, format: str) -> tuple[Collection, tuple[LeftOut, ...]]:
    """What a format can say of a collection, whole schemas and problems, and what it cannot."""
    if format == FOLDER:
        return collection, ()
    chosen = FORMATS.get(format)
    assert isinstance(chosen, WritableFormat), "`target_format` has looked"
    refused: dict[str, LeftOut] = {}
    for part in collection.parts:
        try:
            for _ in chosen.write(with_parts(collection, [part])):
                pass
        except ContentError as error:
            refused[part.id] = LeftOut(id=part.id, why=error.what)
    kept = with_parts(collection, [part for part in collection.parts if part.id not in refused])
    return kept, tuple(refused.values())


def save(collection: Collection, output: Path | str, format: str | None = None) -> None:
    """Write a collection, in the format that the ending says unless one is named; whole or not at all."""
    output = Path(output)
    name = target_format(output, format)
    if name == FOLDER:
        from anaphor.collection.formats.datasets import write_dataset_folder

        write_dataset_folder(collection, output)
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


def convert(
    collection: Collection, output: Path | str, format: str | None = None, *, skip: bool = False
) -> tuple[Collection, tuple[LeftOut, ...]]:
    """Write a collection in another format; gives what was written, and with `skip` what the format cannot say."""
    chosen = target_format(Path(output), format)
    kept, left_out = sayable(collection, chosen) if skip else (collection, ())
    if left_out and not kept.entries:
        raise InputError("collection-nothing-sayable", name=collection.name, format=chosen, why=left_out[0].why)
    save(kept, output, chosen)
    return kept, left_out


def refuse_overwriting(source: str | Path, output: Path, code: str) -> None:
    """Refuse to write over the file that is read."""
    if output.exists() and Path(source).exists() and output.samefile(source):
        raise InputError(code, output=str(output))
