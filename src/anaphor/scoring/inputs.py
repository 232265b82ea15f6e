"""What is given beside runs: people's answers or counts, tables about items, and the map of changed wordings."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from anaphor.answer import Answer
from anaphor.errors import AnaphorError, ContentError, FormatError, Place
from anaphor.files import decode_text, digest, regular_bytes, text_rows
from anaphor.schema import HumanCount
from anaphor.text import text

Origins = Mapping[str, tuple[str, tuple[int, ...]]]
"""By id of the changed item: id of the original, and which original candidate each of its candidates stands for."""
_LARGEST = 2**28


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleInput:
    """What is known of people: their answers, or how many were right on each item; one of the two is empty."""

    answers: Sequence[Answer] = ()
    counts: Mapping[str, HumanCount] = field(default_factory=dict)
    """By item, how many were asked and how many were right."""
    source: str = "collection"
    """A digest of the file that it stands in, or `collection`."""
    path: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginMap:
    """The way back from changed wordings to their originals."""

    origins: Origins
    changed: str | None
    """Fingerprint of the changed collection, where the map says it."""
    original: str | None
    """Fingerprint of the original collection, where the map says it."""
    path: Path


def said_of(path: Path | None, error: AnaphorError) -> AnaphorError:
    """The error, which says which file it speaks of: this one, where it names none."""
    if error.where is not None or path is None:
        return error
    return error.retold(ContentError, Place(file=str(path)))


def given_text(path: Path) -> str:
    """The text of a file that a user names."""
    return decode_text(regular_bytes(path, _LARGEST), file=str(path))


@contextmanager
def document_in(path: Path, code: str) -> Iterator[Any]:
    """The JSON document in a file; `code` is said where it turns out, in the block, to be another one."""
    try:
        yield json.loads(given_text(path))
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError) as error:
        raise FormatError(code, where=path) from error


def table_rows(path: Path, needed: Sequence[str], *, once: bool = False) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a table by the names of its columns, with their lines; `once` refuses a second row of an item."""
    file = str(path)
    rows = text_rows(
        given_text(path), file=file, separator="\t" if path.suffix.lower() == ".tsv" else None, strict=False
    )
    _, names = next(rows, (1, []))
    missing = [name for name in needed if name not in names]
    if missing:
        where = Place(file=file, line=1)
        raise FormatError("score-no-column", column=missing[0], needed=", ".join(needed), where=where)
    seen: dict[str, int] = {}
    for line, cells in rows:
        filled = [*cells, *[""] * (len(names) - len(cells))]
        row = {name: cell.strip() for name, cell in zip(names, filled, strict=False) if name}
        if once and row["item"] in seen:
            where = Place(file=file, line=line)
            raise ContentError("score-item-twice", item=row["item"], row=seen[row["item"]], where=where)
        seen[row["item"]] = line
        yield line, row


def read_people(path: Path) -> PeopleInput:
    """People's answers (JSON lines), or how many were right on each item (a table)."""
    source = digest(regular_bytes(path, _LARGEST))
    if path.suffix.lower() in (".csv", ".tsv"):
        return PeopleInput(counts=dict(_counts(path)), source=source, path=path)
    written = given_text(path)
    first = written.partition("\n")[0]
    is_run = '"kind"' in first and '"reply"' not in first
    answers = list(_answers(path, written, skip=1 if is_run else 0))
    if is_run:  # in a run, a later answer takes the place of an earlier one
        answers = list({(each.respondent, each.question): each for each in answers}.values())
    return PeopleInput(answers=answers, source=source, path=path)


def _answers(path: Path, written: str, skip: int) -> Iterator[Answer]:
    from pydantic import TypeAdapter, ValidationError

    adapter: TypeAdapter[Answer] = TypeAdapter(Answer)
    for number, line in enumerate(written.splitlines(), 1):
        if not line.strip() or number <= skip:
            continue
        try:
            record = json.loads(line)
            if isinstance(record, dict):  # what a run keeps beside an answer
                record = {name: value for name, value in record.items() if name not in ("trace", "candidates")}
            yield adapter.validate_python(record)
        except (ValidationError, ContentError, ValueError, RecursionError) as error:
            problem = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
            where = Place(file=str(path), line=number)
            raise FormatError("score-no-answer", problem=problem, where=where) from error


def _counts(path: Path) -> Iterator[tuple[str, HumanCount]]:
    for line, row in table_rows(path, ("item", "right", "asked"), once=True):
        try:
            yield row["item"], HumanCount(right=int(row["right"]), asked=int(row["asked"]))
        except (ValueError, ContentError) as error:
            why = str(error) if isinstance(error, ContentError) else text("score-whole-numbers")
            raise FormatError("score-no-counts", problem=why, where=Place(file=str(path), line=line)) from error


def read_origins(path: Path) -> OriginMap:
    """The map of changed wordings that was written beside a perturbed collection."""
    with document_in(path, "score-origins-unreadable") as document:
        origins = {
            item: (str(each["item"]), tuple(int(place) for place in each["candidates"]))
            for item, each in document["origins"].items()
        }
        made_from = collection_in(str(document.get("signature", "")))
        original = made_from and made_from.rpartition("#")[2]
        return OriginMap(origins=origins, changed=document.get("fingerprint"), original=original, path=path)


def collection_in(signature: str) -> str | None:
    """The collection that a signature names, with its fingerprint; None where it names none.

    >>> collection_in("collection:mine#0123|seed:1")
    'mine#0123'
    """
    parts = dict(part.partition(":")[::2] for part in signature.split("|"))
    return unquote(parts["collection"]) if "#" in parts.get("collection", "") else None
