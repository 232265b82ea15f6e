"""A collection as a Hugging Face dataset folder: a card (README.md) and one file of rows (data/test.jsonl)."""

import json
from collections.abc import Iterator
from pathlib import Path

import yaml

from anaphor.errors import OutputError, Place
from anaphor.files import atomic_file, write_text
from anaphor.schema import Collection, Entry, Item, Mark, Neither, Status, question_of

_COLUMNS = """\
| column | what it holds |
|---|---|
| id | the item's id |
| schema | what twins share; empty for a lone problem |
| text | the sentence or short passage |
| anaphor | the pronoun; null for a gap and where it is not known |
| start, end | where the anaphor stands, in characters; null where its place is not known |
| candidates | the possible answers |
| answer | index of the right candidate, from 0; null where there is none or it is not given |
| neither | true where no candidate is right |
| prompt | the sentence that asks; null where there is none |
"""


def write_dataset_folder(collection: Collection, folder: Path) -> None:
    """Write a new folder that `datasets.load_dataset` reads; a folder with something in it is refused."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise _refused(folder, "the folder is not empty", "Name a new one.")
        (folder / "data").mkdir()
    except OSError as error:
        raise _refused(folder, f"could not be made ({error.strerror or error})", "Choose another place.") from error
    with atomic_file(folder / "data" / "test.jsonl") as file:
        for row in _rows(collection):
            file.write(f"{json.dumps(row, ensure_ascii=False)}\n".encode("utf-8", "surrogatepass"))
    write_text(folder / "README.md", _card(collection))


def _refused(folder: Path, what: str, todo: str) -> OutputError:
    return OutputError(what, where=Place(file=str(folder)), todo=todo)


def _rows(collection: Collection) -> Iterator[dict[str, object]]:
    for schema in collection.schemas:
        if schema.status is not Status.EXCLUDED:
            yield from (_row(entry, schema.id) for entry in schema.variants)
    for problem in collection.problems:
        if problem.status is not Status.EXCLUDED:
            yield _row(problem.item, "")


def _row(entry: Entry, schema: str) -> dict[str, object]:
    question = question_of(entry)
    mark = question.anaphor if isinstance(question.anaphor, Mark) else None
    key = entry.key if isinstance(entry, Item) else None
    return {
        "id": question.id,
        "schema": schema,
        "text": question.text,
        "anaphor": question.anaphor_form,
        "start": mark.start if mark else None,
        "end": mark.end if mark else None,
        "candidates": [candidate.text for candidate in question.candidates],
        "answer": key if isinstance(key, int) else None,
        "neither": isinstance(key, Neither),
        "prompt": question.prompt,
    }


def _card(collection: Collection) -> str:
    title = collection.title or collection.name
    return "\n".join(
        [
            "---",
            yaml.safe_dump(_header(collection), allow_unicode=True, sort_keys=False).rstrip(),
            "---",
            "",
            f"# {title}",
            "",
            f"{len(collection.entries)} items in {len(collection.schemas)} schemas and "
            f"{len(collection.problems)} problems; fingerprint {collection.fingerprint}.",
            "",
            f"Authors: {', '.join(collection.authors) or 'not stated'}",
            "",
            f"Licence: {collection.licence or 'not stated'}",
            "",
            f"Citation: {collection.citation or 'not stated'}",
            "",
            _COLUMNS,
        ]
    )


def _header(collection: Collection) -> dict[str, object]:
    header: dict[str, object] = {"pretty_name": collection.title or collection.name}
    if collection.language != "mul":
        header["language"] = [collection.language]
    if collection.licence:
        header["license"] = collection.licence.lower().replace(" ", "-")
    header["configs"] = [
        {"config_name": "default", "data_files": [{"split": "test", "path": "data/test.jsonl"}]},
    ]
    return header
