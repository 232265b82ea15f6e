"""Answers that someone gave before, read from a file: a run, JSON lines, or a table with a row per answer.

JSON lines are answers as a run writes them, or replies as a command writes them (`id`, `choice` …, and a
`respondent` where there are several). A table has the columns question, choice and, for several people, respondent;
a choice is a number from 0 or the candidate's words; an empty one is an abstention.
"""

import csv
import hashlib
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice
from anaphor.errors import ContentError, FormatError, InputError, Place
from anaphor.files import regular_bytes
from anaphor.resolver.asking import misfit
from anaphor.resolver.command import Heard, read_reply
from anaphor.schema import Question

_LARGEST = 2**30
_SOMEONE = "stored"
_COLUMNS = {
    "question": ("question", "item", "id", "question_id", "item_id"),
    "choice": ("choice", "answer", "label", "response", "candidate"),
    "respondent": ("respondent", "annotator", "participant", "worker", "person", "user"),
}
_ANSWER: TypeAdapter[Answer] = TypeAdapter(Answer)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAnswer:
    """One answer in a file."""

    respondent: str
    """Who gave it."""
    question: str
    """Id of the question."""
    given: Answer | Mapping[str, Any]
    """The answer, or a reply that only its question can explain."""

    def heard(self, question: Question) -> Heard:
        """What was answered to the question."""
        if not isinstance(self.given, Answer):
            return read_reply({**self.given, "choice": _index(self.given.get("choice"), question)}, question)
        if problem := misfit(question, self.given):
            return Heard(reply=Abstention(reason=AbstentionReason.UNREADABLE, detail=problem))
        return Heard(reply=self.given.reply, scores=self.given.scores)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAnswers:
    """All answers in a file."""

    answers: tuple[StoredAnswer, ...]
    """The last answer of each respondent to each question."""
    digest: str
    """Sixteen digits of the file's content."""
    file: str
    """Where they were read."""
    collection: tuple[str, str] | None = None
    """Name and fingerprint of the collection that was asked, where the file is a run."""

    def refuse_other(self, name: str, fingerprint: str) -> None:
        """Refuse a collection that is not the one that was asked; ids alone would find answers to other questions."""
        if self.collection is None or self.collection[1] == fingerprint:
            return
        raise ContentError(
            f"these are answers to {'#'.join(self.collection)}, not to {name}#{fingerprint}",
            where=Place(file=self.file),
            todo="Give the collection that was asked, or a run of this one.",
        )

    @property
    def respondents(self) -> tuple[str, ...]:
        """Who answered, sorted."""
        return tuple(sorted({answer.respondent for answer in self.answers}))


def _index(choice: object, question: Question) -> object:
    """A candidate's words as its index; numbers, and words that are no candidate's, as they are."""
    if not isinstance(choice, str):
        return choice
    texts = [_plain(candidate.text) for candidate in question.candidates]
    if texts.count(_plain(choice)) == 1:
        return texts.index(_plain(choice))
    return int(choice) if choice.strip().isdecimal() and len(choice) < 9 else choice


def _plain(text: str) -> str:
    return " ".join(text.replace("’", "'").casefold().split())


def read_stored(path: Path) -> StoredAnswers:
    """The answers in a file; a half-written last line of a run is left out."""
    data = regular_bytes(path, _LARGEST)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError("the file is not UTF-8", where=Place(file=str(path)), todo="Save it as UTF-8.") from error
    found = _lines(path, text) if text.lstrip().startswith("{") else _rows(path, text)
    latest = {(answer.respondent, answer.question): answer for answer in found}
    if not latest:
        raise ContentError("there is no answer in the file", where=Place(file=str(path)))
    return StoredAnswers(
        answers=tuple(latest.values()),
        digest=hashlib.sha256(data).hexdigest()[:16],
        file=str(path),
        collection=_collection(text),
    )


def _collection(text: str) -> tuple[str, str] | None:
    """Name and fingerprint of the collection in a run's first line; None where there is no such line."""
    header = _record(text.partition("\n")[0]) or {}
    name, mark = header.get("collection"), header.get("fingerprint")
    if header.get("kind") != "anaphor-run" or not isinstance(mark, str):
        return None
    return str(name), mark


def _lines(path: Path, text: str) -> Iterator[StoredAnswer]:
    *lines, tail = text.split("\n")
    for number, line in enumerate(lines, 1):
        record = _record(line) if line.strip() else {"kind": "blank"}
        if record is None:
            raise FormatError("this line is no answer", where=Place(file=str(path), line=number))
        if "question" in record or "id" in record:
            yield _stored(path, number, record)
    record = _record(tail)
    if record is not None:
        yield _stored(path, len(lines) + 1, record)


def _record(line: str) -> dict[str, Any] | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def _stored(path: Path, number: int, record: dict[str, Any]) -> StoredAnswer:
    where = Place(file=str(path), line=number)
    name, respondent = record.get("question", record.get("id")), record.get("respondent", _SOMEONE)
    if not isinstance(name, str) or not isinstance(respondent, str):
        raise FormatError("this line is no answer (question and respondent must be texts)", where=where)
    if "reply" not in record:
        return StoredAnswer(respondent=respondent, question=name, given={**record, "id": name})
    try:
        kept = {key: value for key, value in record.items() if key not in ("trace", "candidates")}
        answer = _ANSWER.validate_python({"respondent": respondent, **kept})
    except (ValidationError, ContentError) as error:
        raise FormatError("this line is no answer (it does not have an answer's fields)", where=where) from error
    return StoredAnswer(respondent=respondent, question=name, given=answer)


def _rows(path: Path, text: str) -> Iterator[StoredAnswer]:
    head = text.partition("\n")[0]
    separator = max("\t;,", key=head.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        yield from _table(path, reader)
    except csv.Error as error:
        where = Place(file=str(path), line=reader.line_num)
        raise FormatError(f"the table cannot be read ({error})", where=where) from error


def _table(path: Path, reader: "csv.DictReader[str]") -> Iterator[StoredAnswer]:
    columns = {ours: _column(ours, reader.fieldnames or ()) for ours in _COLUMNS}
    if columns["question"] is None or columns["choice"] is None:
        raise FormatError(
            "these are no stored answers",
            where=Place(file=str(path)),
            todo="Give a run, JSON lines with id and choice, or a table with the columns question and choice.",
        )
    for row in reader:
        choice = (row[columns["choice"]] or "").strip()
        respondent = row[columns["respondent"]] if columns["respondent"] else None
        given = {"choice": choice} if choice else {"abstain": True}
        name = row[columns["question"]] or ""
        yield StoredAnswer(respondent=respondent or _SOMEONE, question=name.strip(), given=given)


def _column(ours: str, names: Any) -> str | None:
    known = {str(name).strip().casefold(): str(name) for name in names if name}
    return next((known[name] for name in _COLUMNS[ours] if name in known), None)


def choice_of(heard: Heard) -> int | None:
    """The candidate that was chosen; None for an abstention."""
    return heard.reply.candidate if isinstance(heard.reply, Choice) else None


def only(stored: StoredAnswers, respondent: str | None, path: Path) -> str:
    """The one respondent that is meant: the one named, or the only one there is."""
    known = stored.respondents
    if respondent is None and len(known) == 1:
        return known[0]
    if respondent is None:
        raise InputError(
            f"{len(known)} respondents answered",
            where=Place(file=str(path)),
            todo=f"Add ,respondent={known[0]} or another.",
        )
    if respondent not in known:
        raise InputError(
            f"{respondent!r} gave no answer", where=Place(file=str(path)), todo=f"Known: {', '.join(known[:9])}."
        )
    return respondent
