"""Answers that someone gave before, given again: those of one respondent (`replay`), or a panel's majority (`panel`).

They stand in a run, in JSON lines, or in a table with a row per answer. JSON lines are answers as a run writes them, or
replies as a command writes them (`id`, `choice` …, and a `respondent` where there are several). A table has the columns
question, choice and, for several people, respondent; a choice is a number from 0 or the candidate's words; an empty
one is an abstention.
"""

import csv
import io
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice, RespondentKind
from anaphor.errors import ContentError, FormatError, InputError, Place
from anaphor.files import digest, regular_bytes
from anaphor.provenance import Signature
from anaphor.resolver.asking import misfit
from anaphor.resolver.command import Heard, read_reply
from anaphor.resolver.protocol import Resolver, Spec, abstain, answer_from_scores
from anaphor.schema import Question
from anaphor.text import joined, message

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
    question: str
    given: Answer | Mapping[str, Any]
    """The answer, or a reply that only its question can explain."""

    def heard(self, question: Question) -> Heard:
        if isinstance(self.given, Answer):
            if problem := misfit(question, self.given):
                return Heard(reply=Abstention(reason=AbstentionReason.UNREADABLE, detail=problem))
            return Heard(reply=self.given.reply, scores=self.given.scores)
        choice = self.given.get("choice")
        if isinstance(choice, str):  # a candidate's words become its index; words that are no candidate's stay
            wanted, *texts = (
                " ".join(each.replace("’", "'").casefold().split())
                for each in (choice, *(candidate.text for candidate in question.candidates))
            )
            if texts.count(wanted) == 1:
                choice = texts.index(wanted)
            elif choice.strip().isdecimal() and len(choice) < 9:
                choice = int(choice)
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


def read_stored(path: Path) -> StoredAnswers:
    """The answers in a file; a half-written last line of a run is left out."""
    data = regular_bytes(path, _LARGEST)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError("resolver-stored-encoding", where=path) from error
    found = _lines(path, text) if text.lstrip().startswith("{") else _rows(path, text)
    latest = {(answer.respondent, answer.question): answer for answer in found}
    if not latest:
        raise ContentError("resolver-stored-none", where=path)
    header = _record(text.partition("\n")[0]) or {}
    is_run = header.get("kind") == "anaphor-run" and isinstance(header.get("fingerprint"), str)
    return StoredAnswers(
        answers=tuple(latest.values()),
        digest=digest(data),
        file=path,
        collection=(str(header.get("collection")), header["fingerprint"]) if is_run else None,
    )


def _lines(path: Path, text: str) -> Iterator[StoredAnswer]:
    *lines, tail = text.split("\n")
    for number, line in enumerate(lines, 1):
        record = _record(line) if line.strip() else {}
        if record is None:
            raise FormatError("resolver-no-answer", where=Place(file=str(path), line=number))
        if "question" in record or "id" in record:
            yield _stored(path, number, record)
    if (record := _record(tail)) is not None:
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
        raise FormatError("resolver-no-answer-because", reason=message("resolver-stored-types"), where=where)
    if "reply" not in record:
        return StoredAnswer(respondent=respondent, question=name, given={**record, "id": name})
    try:
        kept = {key: value for key, value in record.items() if key not in ("trace", "candidates")}
        answer = _ANSWER.validate_python({"respondent": respondent, **kept})
    except (ValidationError, ContentError) as error:
        reason = message("resolver-stored-fields")
        raise FormatError("resolver-no-answer-because", reason=reason, where=where) from error
    return StoredAnswer(respondent=respondent, question=name, given=answer)


def _rows(path: Path, text: str) -> Iterator[StoredAnswer]:
    separator = max("\t;,", key=text.partition("\n")[0].count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        theirs = {str(name).strip().casefold(): str(name) for name in reader.fieldnames or () if name}
        columns = {
            ours: next((theirs[name] for name in names if name in theirs), None) for ours, names in _COLUMNS.items()
        }
        if columns["question"] is None or columns["choice"] is None:
            raise FormatError("resolver-stored-columns", where=path)
        for row in reader:
            choice = (row[columns["choice"]] or "").strip()
            respondent = row[columns["respondent"]] if columns["respondent"] else None
            given = {"choice": choice} if choice else {"abstain": True}
            name = row[columns["question"]] or ""
            yield StoredAnswer(respondent=respondent or _SOMEONE, question=name.strip(), given=given)
    except csv.Error as error:
        where = Place(file=str(path), line=reader.line_num)
        raise FormatError("resolver-stored-table", reason=str(error), where=where) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredResolver:
    """Gives again what was answered before."""

    stored: StoredAnswers
    finds_by_id: bool = True
    """Stored answers are found by the collection's ids, so this resolver is shown them."""

    def refuse_other(self, name: str, fingerprint: str, /) -> None:
        """Refuse a collection that is not the one that was asked; ids alone would find answers to other questions."""
        asked = self.stored.collection
        if asked is not None and asked[1] != fingerprint:
            other, where = f"{name}#{fingerprint}", self.stored.file
            raise ContentError("resolver-stored-other", asked="#".join(asked), other=other, where=where)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayResolver(StoredResolver):
    """Gives again what one respondent answered before."""

    respondent: str

    @property
    def name(self) -> str:
        return f"replay({self.respondent})"

    @property
    def signature(self) -> Signature:
        return Signature.of(resolver="replay", respondent=self.respondent, file=self.stored.digest)

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        known = {each.question: each for each in self.stored.answers if each.respondent == self.respondent}
        for question in questions:
            if question.id in known:
                found = known[question.id].heard(question)
                yield Answer(respondent=self.name, question=question.id, reply=found.reply, scores=found.scores)
            else:
                detail = "No answer to this question is stored."
                yield abstain(self.name, question, AbstentionReason.DECLINED, detail)


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelResolver(StoredResolver):
    """Answers with the majority of a panel; a tie is an abstention, and people who abstained have no vote."""

    name: str
    least: int = 1
    margin: float = 0.0
    """How much larger the first share of votes must be than the second."""
    kind: RespondentKind = RespondentKind.HUMAN
    """People, though a machine reads their answers out."""

    @property
    def signature(self) -> Signature:
        file, people = self.stored.digest, len(self.stored.respondents)
        return Signature.of(resolver="panel", file=file, people=people, least=self.least, margin=self.margin)

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """The panel's answer to each question; its scores are the shares of votes."""
        stored: dict[str, list[StoredAnswer]] = defaultdict(list)
        for answer in self.stored.answers:
            stored[answer.question].append(answer)
        for question in questions:
            given = [answer.heard(question).reply for answer in stored.get(question.id, ())]
            votes = [reply.candidate for reply in given if isinstance(reply, Choice)]
            if len(votes) < self.least:
                detail = f"{len(votes)} of {len(given)} people chose; {self.least} are needed."
                yield abstain(self.name, question, AbstentionReason.DECLINED, detail)
            else:
                shares = [votes.count(index) / len(votes) for index in range(len(question.candidates))]
                yield answer_from_scores(self.name, question, shares, margin=self.margin)


def make_replay(spec: Spec) -> Resolver:
    """Answers stored in a file, given again."""
    spec.allow("respondent")
    stored = read_stored(Path(spec.needed(message("resolver-needs-answers"))))
    return ReplayResolver(stored=stored, respondent=stored.only(spec.settings.get("respondent")))


def make_panel(spec: Spec) -> Resolver:
    """The majority of a panel's stored answers."""
    spec.allow("least", "margin")
    path = Path(spec.needed(message("resolver-needs-answers")))
    return PanelResolver(
        name=f"panel({path.stem})",
        stored=read_stored(path),
        least=spec.whole("least", 1, at_least=1),
        margin=spec.number("margin", 0.0, at_least=0.0),
    )
