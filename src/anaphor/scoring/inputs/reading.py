"""What is given beside runs: people's answers or counts, tables about items, and the map of changed wordings."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from anaphor.answer import Answer
from anaphor.errors import AnaphorError, ContentError, FormatError, Place
from anaphor.files import (
    MemoryTable,
    decode_text,
    digest,
    frame_columns,
    frame_lines,
    is_path,
    json_rows,
    regular_bytes,
    text_rows,
)
from anaphor.provenance import adapter
from anaphor.schema import HumanCount
from anaphor.text import Message, text

Origins = Mapping[str, tuple[str, tuple[int, ...]]]
"""By id of the changed item: id of the original, and which original candidate each of its candidates stands for."""
_LARGEST = 2**28
MOST_COLUMNS = 20_000
"""Columns of a table beside runs, as of tables of labels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleInput:
    """What is known of people: their answers, or how many were right on each item; one of the two is empty."""

    answers: Sequence[Answer] = ()
    counts: Mapping[str, HumanCount] = field(default_factory=dict)
    """By item, how many were asked and how many were right."""
    source: str = "collection"
    """A digest of the file that it stands in, or `collection`."""
    path: Path | None = None
    notes: tuple[Message, ...] = ()
    """What was guessed, or could not be read and counts as an abstention."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginMap:
    """The way back from changed wordings to their originals."""

    origins: Origins
    changed: str | None
    """Fingerprint of the changed collection, where the map says it."""
    original: str | None
    """Fingerprint of the original collection, where the map says it."""
    path: Path | None = None


def place_of(given: object) -> Place | None:
    """Where something stands that was given: its file, or nowhere where it is in memory."""
    return Place(file=str(given)) if is_path(given) else None


def said_of(path: Path | None, error: AnaphorError) -> AnaphorError:
    """The error, which says which file it speaks of: this one, where it names none."""
    if error.where is not None or path is None:
        return error
    return error.retold(ContentError, Place(file=str(path)))


def given_text(path: Path) -> str:
    """The text of a file that a user names."""
    return decode_text(regular_bytes(path, _LARGEST), file=str(path))


@contextmanager
def document_in(given: Any, code: str) -> Iterator[Any]:
    """The JSON document in a file, or one in memory; `code` is said where it turns out, in the block, to be another."""
    try:
        if is_path(given):
            yield json.loads(given_text(Path(given)))
        else:
            yield given.to_dict() if hasattr(given, "to_dict") else given
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError) as error:
        raise FormatError(code, where=place_of(given)) from error


def table_rows(
    given: str | Path | MemoryTable, needed: Sequence[str], *, once: bool = False
) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a table by the names of its columns, with their lines; `once` refuses a second row of an item."""
    rows: Iterator[tuple[int, list[str]]]
    file = Path(given) if is_path(given) else Path()
    if file.suffix.lower() in (".json", ".jsonl"):
        listed = list(json_rows(given_text(file), file=str(file)))
        names = list(dict.fromkeys(name for _, row in listed for name in row))
        rows = ((line, [_cell(row.get(name)) for name in names]) for line, row in listed)
    elif is_path(given):
        separator = "\t" if file.suffix.lower() == ".tsv" else None
        rows = text_rows(given_text(file), file=str(file), separator=separator, strict=False)
        _, names = next(rows, (1, []))
    else:
        columns = frame_columns(given)
        names = list(columns)
        cells = ([_cell(each) for each in row] for row in zip(*columns.values(), strict=True))
        rows = ((line, row) for line, row in enumerate(cells, 1))
    missing = [name for name in needed if name not in names]
    where = Place(file=str(given), line=1) if is_path(given) else None
    if len(names) > MOST_COLUMNS:
        raise FormatError("files-many-columns", columns=len(names), most=MOST_COLUMNS, where=where)
    if twice := next((name for name, times in Counter(names).items() if name and times > 1), None):
        raise FormatError("score-column-twice", column=twice, where=where)
    if missing:
        raise FormatError("score-no-column", column=missing[0], needed=", ".join(needed), where=where)
    seen: dict[str, int] = {}
    for line, row_cells in rows:
        if any(cell.strip() for cell in row_cells[len(names) :]):
            raise FormatError(
                "score-row-long", cells=len(row_cells), columns=len(names), where=Place(file=str(given), line=line)
            )
        filled = [*row_cells, *[""] * (len(names) - len(row_cells))]
        row = {name: cell.strip() for name, cell in zip(names, filled, strict=False) if name}
        if once and row["item"] in seen:
            where = Place(file=str(given), line=line) if is_path(given) else None
            raise ContentError("score-item-twice", item=row["item"], row=seen[row["item"]], where=where)
        seen[row.get("item", "")] = line
        yield line, row


def _cell(value: Any) -> str:
    """A value of a table in memory as a file has it; a column of whole numbers with a hole comes as fractions."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value)


def read_people(given: str | Path | MemoryTable) -> PeopleInput:
    """People's answers (JSON lines, or a list of `Answer`), or how many were right on each item (a table)."""
    if not is_path(given):
        listed = list(given) if isinstance(given, list | tuple) else []
        answers = [each for each in listed if isinstance(each, Answer)]
        if answers and len(answers) == len(listed):
            source = digest("\n".join(f"{each.respondent} {each.question} {each.reply}" for each in answers))
            return PeopleInput(answers=answers, source=source)
        return PeopleInput(counts=dict(_counts(given)), source=digest("".join(frame_lines(given))))
    path = Path(given)
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
    from pydantic import ValidationError

    for number, line in enumerate(written.splitlines(), 1):
        if not line.strip() or number <= skip:
            continue
        try:
            record = json.loads(line)
            if isinstance(record, dict):  # what a run keeps beside an answer
                record = {name: value for name, value in record.items() if name not in ("trace", "candidates", "sum")}
            yield adapter(Answer).validate_python(record)
        except (ValidationError, ContentError, ValueError, RecursionError) as error:
            problem = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
            where = Place(file=str(path), line=number)
            raise FormatError("score-no-answer", problem=problem, where=where) from error


def _counts(given: Path | MemoryTable) -> Iterator[tuple[str, HumanCount]]:
    for line, row in table_rows(given, ("item", "right", "asked"), once=True):
        try:
            yield row["item"], HumanCount(right=int(row["right"]), asked=int(row["asked"]))
        except (ValueError, ContentError) as error:
            why = str(error) if isinstance(error, ContentError) else text("score-whole-numbers")
            where = Place(file=str(given) if is_path(given) else text("score-word-row"), line=line)
            raise FormatError("score-no-counts", problem=why, where=where) from error


def read_origins(given: str | Path | Mapping[str, Any]) -> OriginMap:
    """The map of changed wordings that was written beside a perturbed collection."""
    with document_in(given, "score-origins-unreadable") as document:
        origins = {
            item: (str(each["item"]), tuple(int(place) for place in each["candidates"]))
            for item, each in document["origins"].items()
        }
        made_from = collection_in(str(document.get("signature", "")))
        original = made_from and made_from.rpartition("#")[2]
        path = Path(given) if isinstance(given, str | Path) else None
        return OriginMap(origins=origins, changed=document.get("fingerprint"), original=original, path=path)


def collection_in(signature: str) -> str | None:
    """The collection that a signature names, with its fingerprint; None where it names none.

    >>> collection_in("collection:mine#0123|seed:1")
    'mine#0123'
    """
    parts = dict(part.partition(":")[::2] for part in signature.split("|"))
    return unquote(parts["collection"]) if "#" in parts.get("collection", "") else None
