"""Tables of predictions in memory as runs: a row per item, and per system where a column names several."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from anaphor.answer import Abstention, AbstentionReason, Respondent, RespondentKind
from anaphor.answers.run import Run, run_header
from anaphor.answers.stored import SCORE, SOMEONE, StoredAnswer, StoredAnswers, choice_columns, choice_names, stored_in
from anaphor.answers.vocabulary import CHOICES, named
from anaphor.errors import ContentError, InputError
from anaphor.files import MemoryTable, digest, frame_columns, frame_lines
from anaphor.schema import Collection
from anaphor.text import joined, message, text


def table_runs(table: MemoryTable, collection: Collection, name: str | None = None) -> list[Run]:
    """The runs in a table: one, or one per system; items that it does not speak of were not asked."""
    columns = frame_columns(table)
    records = _records(columns)
    where = Path(text("score-word-row"))
    chosen = _column(columns, "choice") if not any(map(SCORE.fullmatch, columns)) else None
    for row, said in enumerate((record.get(chosen or "") for record in records), 1):
        if isinstance(said, bool) or not isinstance(said, str | int | None):
            raise ContentError("score-table-strange", column=str(chosen), row=row, given=repr(said)[:40])
    answers = tuple(stored_in(where, enumerate(records, 1), None))
    mark = digest("".join(frame_lines(table)))
    stored = StoredAnswers(answers=answers, digest=mark, file=Path(text("score-word-table")))
    return stored_runs(stored, collection, name)


def stored_runs(stored: StoredAnswers, collection: Collection, name: str | None = None) -> list[Run]:
    """The runs of all who answered; answers to other questions are refused."""
    by_system: dict[str, list[StoredAnswer]] = defaultdict(list)
    seen: dict[tuple[str, str], int] = {}
    for row, each in enumerate(stored.answers, 1):
        system = (name or stored.file.stem) if each.respondent == SOMEONE else each.respondent
        if (system, each.question) in seen:
            raise ContentError("score-item-twice", item=each.question, row=seen[system, each.question])
        seen[system, each.question] = row
        by_system[system].append(replace(each, respondent=system))
    questions = {question.id: question for question in collection.questions}
    strange = [each.question for each in stored.answers if each.question not in questions]
    if strange:
        code = "score-strange-questions" if len(strange) > 1 else "score-strange-question"
        raise ContentError(code, question=strange[0], collection=collection.name, more=len(strange) - 1)
    return [_run(system, replace(stored, answers=tuple(found)), collection) for system, found in by_system.items()]


def _records(columns: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """The rows, with plain values."""
    question = _column(columns, "question")
    records: list[dict[str, Any]] = []
    for row in zip(*columns.values(), strict=True):
        record = {
            # A column of whole numbers with a hole in it comes as one of fractions.
            name: int(each) if isinstance(each, float) and each.is_integer() and not SCORE.fullmatch(name) else each
            for name, each in zip(columns, row, strict=True)
        }
        record[question] = str(record[question]) if record[question] is not None else None
        records.append(record)
    return records


def _column(columns: Mapping[str, Sequence[Any]], role: str) -> str:
    """The column that holds the items or the predictions; where there is none, or one that may be the key, an error."""
    usual = [*CHOICES["item"]] if role == "question" else choice_names()
    found = choice_columns(columns) if role == "choice" else named(columns, usual)
    if role == "choice" and len(found) > 1:
        raise InputError("score-table-two", first=found[0], second=found[1])
    if not found:
        raise InputError("score-table-columns", role=role, known=joined(columns), names=joined(usual))
    return found[0]


def _run(system: str, stored: StoredAnswers, collection: Collection) -> Run:
    """The answers of one system as a run in memory, with a note where numbers had to be understood."""
    named = {each.question for each in stored.answers}
    asked = [question for question in collection.questions if question.id in named]
    if rival := stored.rival(asked):
        raise InputError("score-table-two", first=stored.doubtful or "", second=rival)
    try:
        counted = stored.numbering(collection.questions, None)
    except ContentError as error:
        if error.code != "resolver-stored-torn":
            raise
        raise ContentError("score-table-torn", system=system) from error
    said = list(stored.notes)
    given = tuple(stored.answers_of(system, asked, counted))
    heard = [each.reply for each in given]
    if all(isinstance(each, Abstention) and each.reason is AbstentionReason.UNREADABLE for each in heard):
        first = next(each.detail for each in heard if isinstance(each, Abstention))
        raise ContentError("score-table-unreadable", system=system, count=len(given), first=first or "")
    if stored.doubtful:
        said.append(message("score-table-column", system=system, column=stored.doubtful))
    for begin, count in ((counted.first, counted.count), (counted.named, counted.names)):
        said += [message("score-table-numbers", system=system, first=str(begin), count=count)] if count else []
    said += [message("resolver-stored-high")] if stored.high else []
    if counted.letters:
        said.append(message("score-table-letters", system=system, count=counted.letters))
    return Run(
        path=None,
        collection=collection,
        header=run_header(
            collection,
            Respondent(name=system, kind=RespondentKind.MACHINE),
            stored.signature(system, None),
            source=collection.name,
            given={},
            blind=False,  # stored answers are found by the collection's own ids
        ),
        answers=given,
        said=tuple(said),
    )
