"""Tables and answers of people that `score` and `compare` read beside runs."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from anaphor.answer import Answer
from anaphor.errors import ContentError, FormatError, Place
from anaphor.schema import HumanCount
from anaphor.storage.files import regular_bytes

_LARGEST = 2**28
_ANSWER: TypeAdapter[Answer] = TypeAdapter(Answer)


def read_people(path: Path) -> tuple[list[Answer], dict[str, HumanCount]]:
    """People's answers, or how many were right on each item; one of the two is empty."""
    if path.suffix.lower() in (".csv", ".tsv"):
        return [], dict(_counts(path))
    return list(_answers(path, read_text(path))), {}


def read_text(path: Path) -> str:
    """The text of a file."""
    try:
        return regular_bytes(path, _LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError("the file is not UTF-8 text", where=Place(file=str(path))) from error


def _answers(path: Path, text: str) -> Iterator[Answer]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or (number == 1 and '"kind"' in line and '"reply"' not in line):
            continue
        try:
            yield _ANSWER.validate_json(line)
        except (ValidationError, ContentError, ValueError) as error:
            problem = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
            raise FormatError(
                f"this line is no answer ({problem})", where=Place(file=str(path), line=number),
                todo="Give one answer per line: respondent, question, reply.",
            ) from error  # fmt: skip


def _counts(path: Path) -> Iterator[tuple[str, HumanCount]]:
    for number, row in rows_of(path, ("item", "right", "asked")):
        try:
            yield row["item"], HumanCount(right=int(row["right"]), asked=int(row["asked"]))
        except (ValueError, ContentError) as error:
            raise FormatError(f"this row has no counts ({error})", where=Place(file=str(path), line=number)) from error


def rows_of(path: Path, needed: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a table by the names of its columns, with their numbers."""
    reader = csv.DictReader(io.StringIO(read_text(path)), delimiter="\t" if path.suffix.lower() == ".tsv" else ",")
    try:
        missing = [name for name in needed if name not in (reader.fieldnames or ())]
        if missing:
            raise FormatError(f"the table has no column {missing[0]!r}", where=Place(file=str(path), line=1),
                              todo=f"Name the columns {', '.join(needed)} in the first line.")  # fmt: skip
        for row in reader:
            yield reader.line_num, {name: (value or "").strip() for name, value in row.items() if name}
    except csv.Error as error:
        raise FormatError(f"the table cannot be read ({error})", where=Place(file=str(path))) from error


def read_origins(path: Path) -> dict[str, tuple[str, tuple[int, ...]]]:
    """The map of changed wordings that was written beside a perturbed collection."""
    try:
        document = json.loads(read_text(path))
        return {
            item: (str(each["item"]), tuple(int(place) for place in each["candidates"]))
            for item, each in document["origins"].items()
        }
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError) as error:
        raise FormatError(
            "this is no map of changed wordings",
            where=Place(file=str(path)),
            todo="`anaphor collection perturb` writes one beside its collection.",
        ) from error
