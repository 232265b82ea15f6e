"""Answers in a file: a run, replies as a command writes them (JSON lines, or one list), or a table with the columns
question, choice and, for several people, respondent; an empty choice is an abstention."""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

from anaphor.answer import Abstention, AbstentionReason, Answer
from anaphor.answers.choices import Numbering, WrittenNumber, numbering, written_choice
from anaphor.answers.items import KnownItems
from anaphor.answers.labelling import LabelSettings, label_settings
from anaphor.answers.reading import exported_labels
from anaphor.answers.replies import Heard, misfit, read_reply
from anaphor.answers.run_file import read_run
from anaphor.answers.vocabulary import CHOICES, heading, named
from anaphor.collection import known_items
from anaphor.errors import ContentError, FormatError, InputError, Place
from anaphor.files import decode_text, digest, json_rows, regular_bytes, text_rows
from anaphor.provenance import Signature, adapter
from anaphor.schema import Question
from anaphor.text import Message, joined, message, text

SOMEONE = "stored"
"""The respondent of answers that name none."""
_LARGEST = 2**30
_NO_CHOICE = re.compile(
    r"(option|candidate|choice|answer)s?[ _-]?([a-z]|\d+)|(is_)?correct|right|acc|accuracy|exact_match"
    r"|gold.*|target|key|(ground_)?truth|correct_.*|reference"
)
"""Columns that name candidates, or say 0 and 1, and are surely no choices."""
SCORE = re.compile(
    r"(?:scores?|log_?probs?|log_?likelihoods?|logits?|(?P<lower>ppl|perplexity|loss|nll|surprisal))"
    r"[ _-]?(?P<number>\d+)",
    re.IGNORECASE,
)
"""The name of a column with the scores of one candidate, by its number; of some the lowest is the best."""


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
    """The other cells of its row: its column may be the key's, and the text of the item may be among them."""

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
            detail = text("resolver-stored-no-candidate", said=str(said)[:60])
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
    exported: bool = False
    """Whether an annotation tool wrote the file: then only the collection tells which items are meant."""
    notes: tuple[Message, ...] = ()
    """What was recognised in such a file."""

    def of(self, questions: Sequence[Question]) -> "StoredAnswers":
        """The answers to these questions; where none is, that is refused."""
        own = (exported_answers(self.file, questions) or self) if self.exported else self
        asked = {question.id for question in questions}
        if any(each.question not in asked for each in own.answers) and not self.exported and not self.collection:
            items, answers, by_text = KnownItems(questions), list(own.answers), 0
            for place, answer in enumerate(own.answers):
                if answer.question not in asked:
                    item = items.first_named((answer.question, *answer.beside.values()))
                    answers[place] = replace(answer, question=item.id) if item else answer
                    by_text += item is not None
            notes = (message("resolver-stored-texts", count=by_text),) if by_text else ()
            own = replace(own, answers=tuple(answers), notes=(*own.notes, *notes))
        if {each.question for each in own.answers}.isdisjoint(asked):
            first = own.answers[0].question
            raise ContentError("resolver-stored-strange", item=first, asked=questions[0].id, where=self.file)
        return own

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

    def name_of(self, respondent: str) -> str:
        """The respondent's own name; the file's where the answers have none."""
        return self.file.stem if respondent == SOMEONE else respondent

    def signature(self, respondent: str, count_from: int | None) -> Signature:
        """What could change the answers of one respondent."""
        return Signature.of(resolver="replay", respondent=respondent, file=self.digest, count_from=count_from)

    def answers_of(self, respondent: str, questions: Sequence[Question], counted: Numbering) -> Iterator[Answer]:
        """What one respondent answered to these questions; where nothing is stored, an abstention."""
        known = {answer.question: answer for answer in self.answers if answer.respondent == respondent}
        silent = Abstention(reason=AbstentionReason.DECLINED, detail="No answer to this question is stored.")
        for question in questions:
            heard = known[question.id].heard(question, counted) if question.id in known else Heard(reply=silent)
            yield Answer(
                respondent=self.name_of(respondent), question=question.id, reply=heard.reply, scores=heard.scores
            )

    def numbering(self, questions: Sequence[Question], given: int | None) -> Numbering:
        """Where the numbers of its choices begin, for the questions of a collection."""
        known = {question.id: question for question in questions}
        own = [(each.question, each.given) for each in self.answers if each.question in known]
        choices = [(known[name], said.get("choice")) for name, said in own if not isinstance(said, Answer)]
        others = (each.given for each in self.answers if each.question not in known)
        zero = any(not isinstance(said, Answer) and str(said.get("choice")) in _ZEROS for said in others)
        return numbering(choices, questions, given, self.file, zero=zero)

    @property
    def high(self) -> bool:
        """Whether all scores are above 1, as perplexities are, of which the lowest would be the best."""
        given = [each.given for each in self.answers if isinstance(each.given, Mapping)]
        scores = [score for each in given for score in each.get("scores") or ()]
        return bool(scores) and min(scores) > 1

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
    header = _record(data.partition(b"\n")[0].decode("utf-8", "replace")) or {}
    is_run = header.get("kind") == "anaphor-run" and isinstance(header.get("fingerprint"), str)
    exported = exported_answers(path) if not is_run and column is None else None
    if exported is not None:
        return exported
    text = decode_text(data, file=str(path))
    records = _records(path, text) if text.lstrip().startswith(("{", "[")) else _rows(path, text, column)
    found = list(stored_in(path, records, column))
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


def exported_answers(path: Path, questions: Sequence[Question] = ()) -> StoredAnswers | None:
    """What people chose in an annotation tool, the items by their ids and texts; None where no tool wrote the file."""
    items = known_items(questions)
    try:
        labels = exported_labels([path], LabelSettings(items=items))
    except ContentError as error:
        if exported_labels([path], replace(label_settings(repeats="first"), items=items)) is None:
            return None
        who, item = (str(error.values[each]).strip("'") for each in ("annotator", "item"))
        raise ContentError("resolver-stored-twice", item=item, name=who, where=path) from error
    if labels is None:
        return None
    votes = Counter[int]()
    found = list[StoredAnswer]()
    for item, who, label in zip(labels.item.tolist(), labels.annotator.tolist(), labels.label.tolist(), strict=True):
        votes[item] += 1
        nameless = SOMEONE if votes[item] == 1 else f"{SOMEONE} {votes[item]}"
        person = nameless if labels.anonymous else labels.annotators[who]
        found.append(
            StoredAnswer(respondent=person, question=labels.items[item], given={"choice": labels.classes[label]})
        )
    asked = {question.id for question in questions} or set(labels.items)
    left = len({each.question for each in found} - asked)
    notes = (*labels.notes, *([message("resolver-stored-left", count=left)] if left else []))
    return StoredAnswers(
        answers=tuple(each for each in found if each.question in asked or left == len(labels.items)),
        digest=digest(regular_bytes(path, _LARGEST)),
        file=path,
        exported=not questions,
        notes=notes,
    )


def _record(line: str) -> dict[str, Any] | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def _rows(path: Path, text: str, column: str | None) -> Records:
    rows = text_rows(text, file=str(path), strict=False)
    _, names = next(rows, (1, []))
    scored = ["scores"] if any(map(SCORE.fullmatch, names)) else []
    _columns(path, dict.fromkeys([*names, *scored]), column)  # a table may have a wrong head and no row
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
        doubtful = column_of if column is None and heading(column_of or "") in CHOICES["doubtful"] else None
        if doubtful and record.get("scores"):  # what has scores chose by them, and `label` is the key
            column_of = doubtful = None
        choice = record.get(column_of or "")
        said = {"choice": choice.strip() if isinstance(choice, str) else choice}
        if said["choice"] in ("", None):
            kept = {each: record[each] for each in ("abstain", "detail", "scores") if record.get(each)}
            said = kept or {"abstain": True}
        elif "scores" in record:
            said["scores"] = record["scores"]
        beside = {each: record[each] for each in names - set(columns.values())}
        yield StoredAnswer(respondent=respondent, question=name.strip(), given=said, column=doubtful, beside=beside)


def _columns(path: Path, record: Mapping[str, Any], column: str | None) -> dict[str, str | None]:
    """For each of our names, theirs: the first that is there; of two that may be the choices, none."""
    theirs = {str(name).strip().casefold(): str(name) for name in record if name}
    roles = {"question": "item", "respondent": "person"}
    found = {ours: next(iter(named(theirs.values(), CHOICES[role])), None) for ours, role in roles.items()}
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


def choice_names() -> list[str]:
    """What columns of choices are called, the likeliest first."""
    return [name for rank in ("predicted", "said", "doubtful") for name in CHOICES[rank]]


def choice_columns(names: Iterable[str]) -> list[str]:
    """The columns that may hold what was chosen, one or more of the first rank that is there."""
    theirs = list(names)
    ranks = (named(theirs, CHOICES[rank]) for rank in ("predicted", "said", "doubtful"))
    return next(filter(None, ranks), [])


def _with_scores(record: dict[str, Any], where: Place) -> dict[str, Any]:
    """The record with one list of scores for its columns `score_0`, `score_1` …."""
    numbers = {int(found["number"]): (found, name) for name in record if name and (found := SCORE.fullmatch(name))}
    if not numbers or "scores" in record:
        return record
    scores = []
    for found, name in (numbers[number] for number in sorted(numbers)):
        try:
            sign = -1 if found["lower"] else 1
            scores += [sign * float(record[name])] if record[name] not in (None, "") else []
        except (TypeError, ValueError):
            scores.append(math.nan)
        if scores and not math.isfinite(scores[-1]):
            raise FormatError("score-answers-number", cell=str(record[name]), column=name, where=where)
    return {name: cell for name, cell in record.items() if not SCORE.fullmatch(name)} | {"scores": scores or None}


def _given(record: Mapping[str, Any], respondent: str, where: Place) -> Answer:
    try:
        kept = {key: value for key, value in record.items() if key not in ("trace", "candidates", "sum")}
        return adapter(Answer).validate_python({"respondent": respondent, **kept})
    except (ValueError, ContentError) as error:
        reason = message("resolver-stored-fields")
        raise FormatError("resolver-no-answer-because", reason=reason, where=where) from error
