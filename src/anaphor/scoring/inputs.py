"""What is given beside runs: people's answers or counts, tables about items, and the map of changed wordings."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from anaphor.answer import Answer
from anaphor.answers import table_rows
from anaphor.errors import AnaphorError, ContentError, FormatError, Place
from anaphor.files import MemoryTable, digest, document_in, frame_lines, given_text, is_path, regular_bytes
from anaphor.provenance import adapter
from anaphor.schema import HumanCount
from anaphor.text import Message, text

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


def said_of(path: Path | None, error: AnaphorError) -> AnaphorError:
    """The error, which says which file it speaks of: this one, where it names none."""
    if error.where is not None or path is None:
        return error
    return error.retold(ContentError, Place(file=str(path)))


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
