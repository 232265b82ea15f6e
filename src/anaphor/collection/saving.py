"""Writing a collection in a format, whole or not at all."""

from dataclasses import dataclass, replace
from pathlib import Path

from anaphor.collection.protocol import FORMATS, WritableFormat
from anaphor.errors import ContentError, InputError, OutputError, Place
from anaphor.files import atomic_file
from anaphor.schema import Collection

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
        raise InputError(
            f"the ending of {output} does not say which format to write", todo=f"Add --to {'|'.join(writable())}."
        )
    if chosen not in writable():
        raise InputError(f"the format {chosen!r} cannot be written", todo=f"Use --to {'|'.join(writable())}.")
    return chosen


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A schema or problem that a format cannot say."""

    id: str
    """Its id."""
    why: str
    """What the format cannot say of it."""


def sayable(collection: Collection, format: str) -> tuple[Collection, tuple[LeftOut, ...]]:
    """What a format can say of a collection, whole schemas and problems, and what it cannot."""
    if format == FOLDER:
        return collection, ()
    chosen = FORMATS.get(format)
    if not isinstance(chosen, WritableFormat):
        raise InputError(f"the format {format!r} cannot be written")
    parts = {each.id: replace(collection, schemas=(each,), problems=()) for each in collection.schemas}
    parts |= {each.id: replace(collection, schemas=(), problems=(each,)) for each in collection.problems}
    reasons = {name: _refusal(chosen, part) for name, part in parts.items()}
    refused = {name: why for name, why in reasons.items() if why}
    kept = replace(
        collection,
        schemas=tuple(each for each in collection.schemas if each.id not in refused),
        problems=tuple(each for each in collection.problems if each.id not in refused),
    )
    return kept, tuple(LeftOut(id=name, why=why) for name, why in refused.items())


def _refusal(format: WritableFormat, part: Collection) -> str | None:
    """Why a format cannot say a part of a collection; None where it can."""
    try:
        for _ in format.write(part):
            pass
    except ContentError as error:
        return error.what
    return None


def save(collection: Collection, output: Path | str, format: str | None = None) -> None:
    """Write a collection, in the format that the ending says unless one is named; whole or not at all."""
    output = Path(output)
    name = target_format(output, format)
    if name == FOLDER:
        from anaphor.collection.formats.dataset_folder import write_dataset_folder

        write_dataset_folder(collection, output)
        return
    if output.is_dir():
        raise OutputError("this is a folder", where=Place(file=str(output)), todo="Name a file in it.")
    chosen = FORMATS.get(name)
    if not isinstance(chosen, WritableFormat):
        raise InputError(f"the format {name!r} cannot be written")
    with atomic_file(output) as file:
        try:
            for piece in chosen.write(collection):
                file.write(piece)
        except UnicodeEncodeError as error:
            raise ContentError("a text holds half a character (a lone surrogate)", todo="Write it again.") from error
