"""Tables and answers of people that `score` and `compare` read beside runs."""

import csv
import hashlib
import io
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from pydantic import TypeAdapter, ValidationError

from anaphor.answer import Answer
from anaphor.errors import AnaphorError, ContentError, FormatError, Place
from anaphor.files import regular_bytes
from anaphor.schema import HumanCount
from anaphor.scoring import Origins

_LARGEST = 2**28
_ANSWER: TypeAdapter[Answer] = TypeAdapter(Answer)


def collection_in(signature: str) -> str | None:
    """The collection that a signature names, with its fingerprint; None where it names none.

    >>> collection_in("collection:mine#0123|seed:1")
    'mine#0123'
    """
    parts = dict(part.partition(":")[::2] for part in signature.split("|"))
    return unquote(parts["collection"]) if "#" in parts.get("collection", "") else None


@contextmanager
def said_of(path: Path) -> Iterator[None]:
    """Errors that do not say which file they speak of say so: this one."""
    try:
        yield
    except AnaphorError as error:
        if error.where is not None:
            raise
        raise ContentError(error.what, where=Place(file=str(path)), todo=error.todo) from error


def digest_of(path: Path) -> str:
    """Sixteen digits of a file's content."""
    return hashlib.sha256(regular_bytes(path, _LARGEST)).hexdigest()[:16]


def read_people(path: Path) -> tuple[list[Answer], dict[str, HumanCount]]:
    """People's answers, or how many were right on each item; one of the two is empty."""
    if path.suffix.lower() in (".csv", ".tsv"):
        return [], dict(_counts(path))
    text = read_text(path)
    answers = list(_answers(path, text))
    if _is_header(text.partition("\n")[0]):  # in a run, a later answer takes the place of an earlier one
        answers = list({(each.respondent, each.question): each for each in answers}.values())
    return answers, {}


def _is_header(line: str) -> bool:
    return '"kind"' in line and '"reply"' not in line


def read_text(path: Path) -> str:
    """The text of a file."""
    try:
        return regular_bytes(path, _LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError("the file is not UTF-8 text", where=Place(file=str(path))) from error


def _answers(path: Path, text: str) -> Iterator[Answer]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or (number == 1 and _is_header(line)):
            continue
        try:
            record = json.loads(line)
            if isinstance(record, dict):  # what a run keeps beside an answer
                record = {name: value for name, value in record.items() if name not in ("trace", "candidates")}
            yield _ANSWER.validate_python(record)
        except (ValidationError, ContentError, ValueError, RecursionError) as error:
            problem = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
            raise FormatError(
                f"this line is no answer ({problem})",
                where=Place(file=str(path), line=number),
                todo="Give one answer per line: respondent, question, reply.",
            ) from error


def _counts(path: Path) -> Iterator[tuple[str, HumanCount]]:
    for number, row in once_each(path, ("item", "right", "asked")):
        try:
            yield row["item"], HumanCount(right=int(row["right"]), asked=int(row["asked"]))
        except (ValueError, ContentError) as error:
            why = str(error) if isinstance(error, ContentError) else "right and asked are whole numbers"
            raise FormatError(f"this row has no counts ({why})", where=Place(file=str(path), line=number)) from error


def rows_of(path: Path, needed: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a table by the names of its columns, with their numbers."""
    text = read_text(path)
    first = text.partition("\n")[0]
    between = "\t" if path.suffix.lower() == ".tsv" else max(",;\t", key=first.count)  # spreadsheets in French write ;
    reader = csv.DictReader(io.StringIO(text), delimiter=between)
    try:
        missing = [name for name in needed if name not in (reader.fieldnames or ())]
        if missing:
            raise FormatError(
                f"the table has no column {missing[0]!r}",
                where=Place(file=str(path), line=1),
                todo=f"The first line names the columns: {', '.join(needed)}.",
            )
        for row in reader:
            yield reader.line_num, {name: (value or "").strip() for name, value in row.items() if name}
    except csv.Error as error:
        raise FormatError(f"the table cannot be read ({error})", where=Place(file=str(path))) from error


def once_each(path: Path, needed: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a table that has at most one per item; a second one is refused."""
    seen: dict[str, int] = {}
    for number, row in rows_of(path, needed):
        if row["item"] in seen:
            raise ContentError(
                f"the item {row['item']!r} is in row {seen[row['item']]} already",
                where=Place(file=str(path), line=number),
                todo="Give one row per item.",
            )
        seen[row["item"]] = number
        yield number, row


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginMap:
    """The way back from changed wordings to their originals."""

    origins: Origins
    """Where each changed item comes from."""
    changed: str | None
    """Fingerprint of the changed collection, where the map says it."""
    original: str | None
    """Fingerprint of the original collection, where the map says it."""


def read_origins(path: Path) -> OriginMap:
    """The map of changed wordings that was written beside a perturbed collection."""
    try:
        document = json.loads(read_text(path))
        origins = {
            item: (str(each["item"]), tuple(int(place) for place in each["candidates"]))
            for item, each in document["origins"].items()
        }
        made_from = collection_in(str(document.get("signature", "")))
        return OriginMap(
            origins=origins, changed=document.get("fingerprint"), original=made_from and made_from.rpartition("#")[2]
        )
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError) as error:
        raise FormatError(
            "this is no map of changed wordings",
            where=Place(file=str(path)),
            todo="`anaphor collection perturb` writes one beside its collection.",
        ) from error
