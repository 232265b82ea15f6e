"""Answers in a file: a run, JSON (lines, or one list), or a table with a row per answer.

JSON has answers as a run writes them, or replies as a command writes them (`id`, `choice` …, and a `respondent` where
there are several). A table has the columns question, choice and, for several people, respondent; an empty choice is an
abstention.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from anaphor.answer import Abstention, AbstentionReason, Answer
from anaphor.errors import ContentError, FormatError, InputError, Place
from anaphor.files import decode_text, digest, json_rows, regular_bytes, text_rows
from anaphor.resolver.asking import Heard, misfit, read_reply
from anaphor.resolver.run_file import read_run
from anaphor.resolver.stored.choices import Numbering, WrittenNumber, numbering, written_choice
from anaphor.schema import Question
from anaphor.text import joined, message

SOMEONE = "stored"
"""The respondent of answers that name none."""
_LARGEST = 2**30
COLUMNS = {
    "question": ("question", "item", "id", "question_id", "item_id", "qid"),
    # What was predicted stands before `answer` and `label`, which beside it are the key.
    "choice": ("choice", "prediction", "predicted", "pred", "response", "candidate", "answer", "label"),
    "respondent": ("respondent", "annotator", "participant", "worker", "person", "user", "model", "system"),
}
"""What columns of somebody's table are called, by role."""
_ANSWER: TypeAdapter[Answer] = TypeAdapter(Answer)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAnswer:
    """One answer in a file."""

    respondent: str
    question: str
    given: Answer | Mapping[str, Any]
    """The answer, or a reply that only its question can explain."""

    def heard(self, question: Question, counted: Numbering) -> Heard:
        """What it says to its question."""
        if isinstance(self.given, Answer):
            if problem := misfit(question, self.given):
                return Heard(reply=Abstention(reason=AbstentionReason.UNREADABLE, detail=problem))
            return Heard(reply=self.given.reply, scores=self.given.scores)
        choice = written_choice(self.given.get("choice"), question)
        if isinstance(choice, WrittenNumber):
            choice = choice.number - (counted.named if choice.named else counted.first)
        return read_reply({**self.given, "choice": choice}, question)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAnswers:
    """All answers in a file."""

    answers: tuple[StoredAnswer, ...]
    digest: str
    file: Path
    collection: tuple[str, str] | None = None
    """Name and fingerprint of the collection that was asked, where the file is a run."""

    @property
    def respondents(self) -> tuple[str, ...]:
        return tuple(sorted({answer.respondent for answer in self.answers}))

    def only(self, respondent: str | None) -> str:
        """The one respondent that is meant: the one named, or the only one there is."""
        known, where = self.respondents, self.file
        if respondent is None and len(known) == 1:
            return known[0]
        if respondent is None:
            raise InputError("resolver-stored-several", count=len(known), first=known[0], where=where)
        if respondent not in known:
            raise InputError("resolver-stored-nobody", name=respondent, known=joined(known[:9]), where=where)
        return respondent

    def numbering(self, questions: Sequence[Question], given: int | None) -> Numbering:
        """Where the numbers of its choices begin, for the questions of a collection."""
        known = {question.id: question for question in questions}
        own = [(each.question, each.given) for each in self.answers if each.question in known]
        choices = [(known[name], said.get("choice")) for name, said in own if not isinstance(said, Answer)]
        others = (each.given for each in self.answers if each.question not in known)
        zero = any(not isinstance(said, Answer) and str(said.get("choice")) in _ZEROS for said in others)
        return numbering(choices, questions, given, self.file, zero=zero)


def read_stored(path: Path, column: str | None = None) -> StoredAnswers:
    """The answers in a file, the choices in the `column` named; a half-written last line of a run is left out."""
    data = regular_bytes(path, _LARGEST)
    text = decode_text(data, file=str(path))
    records = _records(path, text) if text.lstrip().startswith(("{", "[")) else _rows(path, text, column)
    found = list(stored_in(path, records, column))
    latest = {(answer.respondent, answer.question): answer for answer in found}
    if not latest:
        raise ContentError("resolver-stored-none", where=path)
    header = _record(text.partition("\n")[0]) or {}
    is_run = header.get("kind") == "anaphor-run" and isinstance(header.get("fingerprint"), str)
    if is_run:
        read_run(path)  # a line that was changed or doubled is refused by its checksum
    return StoredAnswers(
        answers=tuple(latest.values()),
        digest=digest(data),
        file=path,
        collection=(str(header.get("collection")), header["fingerprint"]) if is_run else None,
    )


_ZEROS = frozenset({"0", "0.0", "0,0"})
Records = Iterator[tuple[int, dict[str, Any]]]
"""Lines and what stands there."""


def _records(path: Path, text: str) -> Records:
    if text.lstrip().startswith("["):
        yield from json_rows(text, file=str(path))
        return
    *lines, tail = text.split("\n")
    for number, line in enumerate(lines, 1):
        record = _record(line) if line.strip() else {}
        if record is None:
            raise FormatError("resolver-no-answer", where=Place(file=str(path), line=number))
        if record and record.get("kind") != "anaphor-run":
            yield number, record
    if record := _record(tail):
        yield len(lines) + 1, record


def _record(line: str) -> dict[str, Any] | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def _rows(path: Path, text: str, column: str | None) -> Records:
    rows = text_rows(text, file=str(path), strict=False)
    _, names = next(rows, (1, []))
    _columns(path, dict.fromkeys(names), column)  # a table may have a wrong head and no row
    for line, cells in rows:
        yield line, dict(zip_longest(names, cells[: len(names)], fillvalue=""))


def stored_in(path: Path, records: Records, column: str | None) -> Iterator[StoredAnswer]:
    """The answers in records; JSON may have other names in every line."""
    known: dict[frozenset[str], dict[str, str | None]] = {}
    for number, record in records:
        where = Place(file=str(path), line=number)
        names = frozenset(record)
        columns = known[names] = known.get(names) or _columns(path, record, column)
        name, respondent = (record.get(columns[each] or "") for each in ("question", "respondent"))
        respondent = SOMEONE if respondent in (None, "") else respondent
        name = str(name) if isinstance(name, int) else name
        if not isinstance(name, str) or not isinstance(respondent, str):
            raise FormatError("resolver-no-answer-because", reason=message("resolver-stored-types"), where=where)
        if "reply" in record:
            yield StoredAnswer(respondent=respondent, question=name, given=_given(record, respondent, where))
            continue
        choice = record.get(columns["choice"] or "")
        said = {"choice": choice.strip() if isinstance(choice, str) else choice}
        if said["choice"] in ("", None):
            kept = {each: record[each] for each in ("abstain", "detail", "scores") if record.get(each)}
            said = kept or {"abstain": True}
        elif "scores" in record:
            said["scores"] = record["scores"]
        yield StoredAnswer(respondent=respondent, question=name.strip(), given=said)


def _columns(path: Path, record: Mapping[str, Any], column: str | None) -> dict[str, str | None]:
    """For each of our names, theirs: the first that is there; of two that may be the key, none."""
    theirs = {str(name).strip().casefold(): str(name) for name in record if name}
    found = {ours: next((theirs[name] for name in names if name in theirs), None) for ours, names in COLUMNS.items()}
    if column is not None:
        found["choice"] = theirs.get(column.casefold())
        if found["choice"] is None:
            raise InputError("resolver-stored-no-column", column=column, known=joined(theirs.values()), where=path)
    elif found["choice"] and found["choice"].strip().casefold() == "answer" and "label" in theirs:
        raise InputError("resolver-stored-two-columns", first=theirs["answer"], second=theirs["label"], where=path)
    said = found["choice"] or any(each in record for each in ("reply", "abstain", "scores"))
    if found["question"] is None or not said:
        raise FormatError("resolver-stored-columns", known=joined(theirs.values()), where=path)
    return found


def _given(record: Mapping[str, Any], respondent: str, where: Place) -> Answer:
    try:
        kept = {key: value for key, value in record.items() if key not in ("trace", "candidates", "sum")}
        return _ANSWER.validate_python({"respondent": respondent, **kept})
    except (ValidationError, ContentError) as error:
        reason = message("resolver-stored-fields")
        raise FormatError("resolver-no-answer-because", reason=reason, where=where) from error
