"""A study as files that others read: long CSV, JSON lines, Parquet, jsPsych's shape, and answers for the house itself.

Everything streams; a codebook says what each column means, and a manifest has the size and hash of every file.
"""

import csv
import hashlib
import io
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from anaphor import __version__
from anaphor.errors import InputError, MissingExtraError, OutputError, Place
from anaphor.experiment.reading_out import people_of, responses_of
from anaphor.experiment.record import Response
from anaphor.experiment.store import Store
from anaphor.provenance import canonical_json
from anaphor.storage.files import atomic_file, write_text

_AT_ONCE = 20_000
COLUMNS: dict[str, str] = {
    "study": "Name of the study.",
    "person": "Pseudonym of the participant; the same in every file of this export.",
    "list": "List of the participant, from 1.",
    "position": "When in the study the trial was shown, from 1.",
    "trial": "Id of the trial.",
    "kind": "item, practice, filler, attention or control; only items are analysed.",
    "item": "Id of the question in the collection.",
    "schema": "Schema or problem that the item belongs to.",
    "choice": "Index of the chosen candidate in the collection's order, from 0; empty: no answer.",
    "key": "Index of the right candidate; empty where there is none.",
    "right": "1 right, 0 wrong, empty where there is no key or no answer.",
    "side": "Place on the screen of what was chosen, from 0 (left or top).",
    "rt_ms": "Milliseconds from the first frame that showed the trial to the answer's own time stamp.",
    "hidden_ms": "Milliseconds during which the page was hidden while the trial was shown.",
    "focus_losses": "How often the page lost the focus while the trial was shown.",
    "comment": "What the participant remarked.",
    "at": "When the answer arrived at the server, in seconds since 1970-01-01 UTC.",
}
"""Columns of the long table, with one sentence each: the codebook."""

_Cell = str | int | float | None


def row(study: str, response: Response) -> list[_Cell]:
    """The cells of one answer, in the order of the columns."""
    right = response.right
    return [
        study, response.person, response.list_number, response.position, response.trial, response.kind.value,
        response.item, response.schema, response.choice, response.key, None if right is None else int(right),
        response.side, response.rt_ms, response.hidden_ms, response.focus_losses, response.comment, response.at,
    ]  # fmt: skip


def write_csv(file: BinaryIO, study: str, responses: Iterable[Response]) -> None:
    """The long table, a line per answer: what lme4 and pandas read at once.

    A text that a spreadsheet would take for a formula is led by an apostrophe.
    """
    text = io.TextIOWrapper(file, encoding="utf-8", newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([_harmless(cell) for cell in row(study, response)] for response in responses)
    text.flush()
    text.detach()


def _harmless(cell: _Cell) -> _Cell:
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell


def write_jsonl(file: BinaryIO, study: str, responses: Iterable[Response]) -> None:
    """One JSON object per answer, with the columns as keys."""
    names = list(COLUMNS)
    for response in responses:
        found = dict(zip(names, row(study, response), strict=True))
        file.write(json.dumps(found, ensure_ascii=False).encode() + b"\n")


def write_jspsych(file: BinaryIO, study: str, responses: Iterable[Response]) -> None:
    """A JSON array in the shape of jsPsych's data, for tools that read that."""
    file.write(b"[\n")
    for number, response in enumerate(responses):
        right = response.right
        found = {
            "trial_type": "html-button-response", "trial_index": (response.position or 1) - 1,
            "subject": response.person, "rt": response.rt_ms, "response": response.side, "stimulus": response.trial,
            "correct": right, "choice": response.choice, "list": response.list_number, "kind": response.kind.value,
            "study": study,
        }  # fmt: skip
        file.write((b",\n" if number else b"") + json.dumps(found, ensure_ascii=False).encode())
    file.write(b"\n]\n")


def write_answers(file: BinaryIO, _study: str, responses: Iterable[Response]) -> None:
    """Answers to items, as agreement and scoring read them."""
    for response in responses:
        if response.kind.value == "item":
            file.write(canonical_json(response.answer()).encode() + b"\n")


def write_parquet(file: BinaryIO, study: str, responses: Iterable[Response]) -> None:
    """The long table as Parquet, some thousand answers at a time."""
    try:
        pyarrow: Any = import_module("pyarrow")  # it carries no types
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        raise MissingExtraError("writing Parquet", "hf") from None
    whole, real, text = pyarrow.int64(), pyarrow.float64(), pyarrow.string()
    kinds = {"list": whole, "position": whole, "choice": whole, "key": whole, "right": whole, "side": whole,
             "rt_ms": real, "hidden_ms": real, "focus_losses": whole, "at": real}  # fmt: skip
    layout = pyarrow.schema([(name, kinds.get(name, text)) for name in COLUMNS])
    with parquet.ParquetWriter(file, layout, compression="zstd") as writer:
        for part in _parts(responses):
            columns = zip(*(row(study, response) for response in part), strict=True)
            arrays = [pyarrow.array(column, field.type) for column, field in zip(columns, layout, strict=True)]
            writer.write_table(pyarrow.Table.from_arrays(arrays, schema=layout))


def _parts(responses: Iterable[Response]) -> Iterator[list[Response]]:
    stream = iter(responses)
    while part := list(islice(stream, _AT_ONCE)):
        yield part


Writing = Callable[[BinaryIO, str, Iterable[Response]], None]
FORMATS: dict[str, tuple[str, Writing]] = {
    "csv": ("answers.csv", write_csv),
    "jsonl": ("answers.jsonl", write_jsonl),
    "parquet": ("answers.parquet", write_parquet),
    "jspsych": ("jspsych.json", write_jspsych),
    "answers": ("answer-records.jsonl", write_answers),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """A file that was written."""

    name: str
    """Its name in the folder."""
    bytes: int
    """Its size."""
    sha256: str
    """Its hash."""


def export(store: Store, folder: Path, formats: Iterable[str]) -> tuple[Exported, ...]:
    """Write the study in some formats, with its people, its codebook and a manifest, into a folder."""
    wanted = list(formats)
    unknown = [name for name in wanted if name not in FORMATS]
    if unknown:
        raise InputError(f"a study cannot be exported as {unknown[0]!r}", todo=f"Known: {', '.join(FORMATS)}.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"the folder cannot be made ({error.strerror})", where=Place(file=str(folder))) from error
    names = []
    for name in wanted:
        file_name, work = FORMATS[name]
        with atomic_file(folder / file_name) as file:
            work(file, store.design.name, responses_of(store))
        names.append(file_name)
    write_text(folder / "people.csv", _people(store))
    write_text(folder / "codebook.md", codebook())
    found = tuple(_exported(folder / name) for name in [*names, "people.csv", "codebook.md"])
    write_text(folder / "manifest.json", _manifest(store, found))
    return found


def _people(store: Store) -> str:
    people = people_of(store)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = [field.name for field in fields(people[0])] if people else ["name"]
    writer.writerow(names)
    writer.writerows([getattr(person, name) for name in names] for person in people)
    return text.getvalue()


def codebook() -> str:
    """What each column means."""
    lines = [f"| `{name}` | {words} |" for name, words in COLUMNS.items()]
    return "\n".join(["# Codebook", "", "One line per answer.", "", "| column | meaning |", "|---|---|", *lines]) + "\n"


def _exported(path: Path) -> Exported:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return Exported(name=path.name, bytes=path.stat().st_size, sha256=digest.hexdigest())


def _manifest(store: Store, found: tuple[Exported, ...]) -> str:
    design = store.design
    manifest = {
        "study": design.name,
        "design": design.fingerprint,
        "collection": design.collection,
        "collection_fingerprint": design.collection_fingerprint,
        "anaphor": __version__,
        "files": [{"name": each.name, "bytes": each.bytes, "sha256": each.sha256} for each in found],
    }
    return json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"
