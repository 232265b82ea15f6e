"""Answers in a file: a run, JSON (lines, or one list), or a table with a row per answer.

JSON has answers as a run writes them, or replies as a command writes them (`id`, `choice` …, and a `respondent` where
there are several). A table has the columns question, choice and, for several people, respondent; an empty choice is an
abstention.
"""

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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
_RANKS = (
    ("choice", "prediction", "predicted", "pred", "predicted_label", "predicted_answer", "model_answer"),
    ("response", "candidate", "output", "model_output", "completion"),
    ("answer", "label"),
)
"""Names of the column of choices: what was predicted; what was said; and what may as well be the key."""
_NO_CHOICE = re.compile(
    r"(option|candidate|choice|answer)s?[ _-]?([a-z]|\d+)|(is_)?correct|right|acc|accuracy|exact_match"
    r"|gold.*|target|key|(ground_)?truth|correct_.*|reference"
)
"""Columns that name candidates, or say 0 and 1, and are surely no choices."""
SCORE = re.compile(r"scores?[ _-]?(\d+)", re.IGNORECASE)
"""The name of a column with the scores of one candidate, by its number."""
COLUMNS = {
    "question": ("question", "item", "id", "question_id", "item_id", "qid"),
    "choice": tuple(name for rank in _RANKS for name in rank),
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
    column: str | None = None
    """The column that it stands in, where that may as well be the key's."""
    beside: Mapping[str, Any] = field(default_factory=dict)
    """The other cells of its row, where its column may be the key's."""

    def heard(self, question: Question, counted: Numbering) -> Heard:
        """What it says to its question."""
        if isinstance(self.given, Answer):
            if problem := misfit(question, self.given):
                return Heard(reply=Abstention(reason=AbstentionReason.UNREADABLE, detail=problem))
            return Heard(reply=self.given.reply, scores=self.given.scores)
        said = self.given.get("choice")
        choice = written_choice(said, question)
        if isinstance(choice, WrittenNumber):
            choice = choice.number - (counted.named if choice.named else counted.first)
        if said is not None and (not isinstance(choice, int) or not 0 <= choice < len(question.candidates)):
            detail = f"“{str(said)[:60]}” names none of the candidates"
            return Heard(reply=Abstention(reason=AbstentionReason.UNREADABLE, detail=detail))
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

    @property
    def doubtful(self) -> str | None:
        """The column of the choices, where its name may as well be that of the key."""
        return next((each.column for each in self.answers if each.column), None)

    def rival(self, questions: Sequence[Question]) -> str | None:
        """A column that names candidates as `answer` or `label` does: one of the two is the key."""
        known = {question.id: question for question in questions}
        rows = [
            (each.given.get("choice"), each.beside, known[each.question])
            for each in self.answers
            if each.column and each.question in known and not isinstance(each.given, Answer)
        ]
        own = {type(written_choice(said, asked)) for said, _, asked in rows} & {int, WrittenNumber}
        for name in dict.fromkeys(name for _, beside, _ in rows for name in beside):
            cells = [(beside[name], asked) for _, beside, asked in rows if beside.get(name) not in (None, "")]
            kinds = {type(written_choice(cell, asked)) for cell, asked in cells}
            if kinds and kinds <= own and not _NO_CHOICE.fullmatch(name.strip().casefold()):
                return name
        return None


def read_stored(path: Path, column: str | None = None) -> StoredAnswers:
    """The answers in a file, the choices in the `column` named; a half-written last line of a run is left out."""
    data = regular_bytes(path, _LARGEST)
    text = decode_text(data, file=str(path))
    records = _records(path, text) if text.lstrip().startswith(("{", "[")) else _rows(path, text, column)
    returned = ((line, each) for line, record in records for each in _annotations(record))
    found = list(stored_in(path, returned, column))
    header = _record(text.partition("\n")[0]) or {}
    is_run = header.get("kind") == "anaphor-run" and isinstance(header.get("fingerprint"), str)
    latest: dict[tuple[str, str], StoredAnswer] = {}
    for answer in found:
        earlier = latest.setdefault((answer.respondent, answer.question), answer)
        if earlier.given != answer.given and not is_run:
            raise ContentError("resolver-stored-twice", item=answer.question, name=answer.respondent, where=path)
        latest[answer.respondent, answer.question] = answer
    if not latest:
        raise ContentError("resolver-stored-none", where=path)
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


def _annotations(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The answers in a task of Label Studio or an example of doccano that `collection convert` made; or the record."""
    data, given, options = (record.get(name) for name in ("data", "annotations", "options"))
    if isinstance(data, dict) and isinstance(given, list) and "id" in data:
        for each in given:
            values = [part.get("value") or {} for part in each.get("result") or () if part.get("type") == "choices"]
            if not each.get("was_cancelled"):
                chosen = [choice for value in values for choice in value.get("choices") or ()]
                who = each.get("completed_by")
                who = who.get("email") if isinstance(who, dict) else who
                yield {"id": data["id"], "respondent": str(who), "choice": chosen[0] if len(chosen) == 1 else None}
    elif isinstance(options, list) and isinstance(record.get("label"), list) and "item" in record:
        numbers = [int(each) for each in record["label"] if str(each).isdecimal()]
        chosen = options[numbers[0] - 1 : numbers[0]] if len(numbers) == 1 else []
        yield {"id": record["item"], "choice": chosen[0] if chosen else None}
    else:
        yield record


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
    for number, written in records:
        where = Place(file=str(path), line=number)
        record = _with_scores(written, where)
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
        column_of = columns["choice"]
        doubtful = column_of if column is None and (column_of or "").strip().casefold() in _RANKS[-1] else None
        if doubtful and record.get("scores"):  # what has scores chose by them, and `label` is the key
            column_of = doubtful = None
        choice = record.get(column_of or "")
        said = {"choice": choice.strip() if isinstance(choice, str) else choice}
        if said["choice"] in ("", None):
            kept = {each: record[each] for each in ("abstain", "detail", "scores") if record.get(each)}
            said = kept or {"abstain": True}
        elif "scores" in record:
            said["scores"] = record["scores"]
        beside = {each: record[each] for each in names - set(columns.values())} if doubtful else {}
        yield StoredAnswer(respondent=respondent, question=name.strip(), given=said, column=doubtful, beside=beside)


def _columns(path: Path, record: Mapping[str, Any], column: str | None) -> dict[str, str | None]:
    """For each of our names, theirs: the first that is there; of two that may be the choices, none."""
    theirs = {str(name).strip().casefold(): str(name) for name in record if name}
    found = {ours: next((theirs[name] for name in names if name in theirs), None) for ours, names in COLUMNS.items()}
    choices = choice_columns(theirs.values())
    found["choice"] = choices[0] if choices else None
    if column is not None:
        found["choice"] = theirs.get(column.casefold())
        if found["choice"] is None:
            raise InputError("resolver-stored-no-column", column=column, known=joined(theirs.values()), where=path)
    elif len(choices) > 1:
        raise InputError("resolver-stored-two-columns", first=choices[0], second=choices[1], where=path)
    said = found["choice"] or any(each in record for each in ("reply", "abstain", "scores"))
    if found["question"] is None or not said:
        raise FormatError("resolver-stored-columns", known=joined(theirs.values()), where=path)
    return found


def choice_columns(names: Iterable[str]) -> list[str]:
    """The columns that may hold what was chosen, one or more of the first rank that is there."""
    theirs = {re.sub(r"[\s-]", "_", name.strip().casefold()): name for name in names}
    return next((found for rank in _RANKS if (found := [theirs[each] for each in rank if each in theirs])), [])


def _with_scores(record: dict[str, Any], where: Place) -> dict[str, Any]:
    """The record with one list of scores for its columns `score_0`, `score_1` …."""
    numbers = {int(found[1]): name for name in record if name and (found := SCORE.fullmatch(name))}
    if not numbers or "scores" in record:
        return record
    scores = []
    for _, name in sorted(numbers.items()):
        try:
            scores += [float(record[name])] if record[name] not in (None, "") else []
        except (TypeError, ValueError):
            scores.append(math.nan)
        if scores and not math.isfinite(scores[-1]):
            raise FormatError("score-answers-number", cell=str(record[name]), column=name, where=where)
    return {name: cell for name, cell in record.items() if name not in numbers.values()} | {"scores": scores or None}


def _given(record: Mapping[str, Any], respondent: str, where: Place) -> Answer:
    try:
        kept = {key: value for key, value in record.items() if key not in ("trace", "candidates", "sum")}
        return _ANSWER.validate_python({"respondent": respondent, **kept})
    except (ValidationError, ContentError) as error:
        reason = message("resolver-stored-fields")
        raise FormatError("resolver-no-answer-because", reason=reason, where=where) from error
