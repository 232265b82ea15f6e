"""Tables of predictions in memory as runs: a row per item, and per system where a column names several."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from anaphor.errors import ContentError, InputError
from anaphor.files import digest
from anaphor.files.frames import MemoryTable, frame_columns, frame_lines
from anaphor.resolver.running import FinishedRun, RunSettings, header_of
from anaphor.resolver.stored.reading import COLUMNS, SOMEONE, StoredAnswer, StoredAnswers, stored_in
from anaphor.resolver.stored_answers import ReplayResolver
from anaphor.schema import Collection
from anaphor.text import Message, joined, message, text

_SCORE = re.compile(r"scores?[ _-]?(\d+)", re.IGNORECASE)
"""The name of a column with the scores of one candidate, by its number."""


def table_runs(table: MemoryTable, collection: Collection, name: str | None = None) -> list[FinishedRun]:
    """The runs in a table: one, or one per system; items that it does not speak of were not asked."""
    columns = frame_columns(table)
    records = _records(columns)
    where = Path(text("score-word-row"))
    chosen = _column(columns, "choice") if not any(_SCORE.fullmatch(each) for each in columns) else None
    for row, said in enumerate((record.get(chosen or "") for record in records), 1):
        if isinstance(said, bool) or not isinstance(said, str | int | None):
            raise ContentError("score-table-strange", column=str(chosen), row=row, given=repr(said)[:40])
    answers = tuple(stored_in(where, enumerate(records, 1), chosen))
    by_system: dict[str, list[StoredAnswer]] = defaultdict(list)
    seen: dict[tuple[str, str], int] = {}
    for row, each in enumerate(answers, 1):
        system = (name or text("score-word-table")) if each.respondent == SOMEONE else each.respondent
        if (system, each.question) in seen:
            raise ContentError("score-item-twice", item=each.question, row=seen[system, each.question])
        seen[system, each.question] = row
        by_system[system].append(replace(each, respondent=system))
    questions = {question.id: question for question in collection.questions}
    strange = [each.question for each in answers if each.question not in questions]
    if strange:
        code = "score-strange-questions" if len(strange) > 1 else "score-strange-question"
        raise ContentError(code, question=strange[0], collection=collection.name, more=len(strange) - 1)
    mark = digest("".join(frame_lines(table)))
    return [_run(system, tuple(found), mark, collection) for system, found in by_system.items()]


def _records(columns: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """The rows, with plain values; columns `score_0`, `score_1` … are the list of scores, which then chooses too."""
    scored = sorted(
        (name for name in columns if _SCORE.fullmatch(name)),
        key=lambda name: int(_SCORE.fullmatch(name)[1]),  # type: ignore[index]  # it matched
    )
    question = _column(columns, "question")
    records: list[dict[str, Any]] = []
    for row in zip(*columns.values(), strict=True):
        record = {
            # A column of whole numbers with a hole in it comes as one of fractions.
            name: int(each) if isinstance(each, float) and each.is_integer() and name not in scored else each
            for name, each in zip(columns, row, strict=True)
        }
        record[question] = str(record[question]) if record[question] is not None else None
        scores = [each for each in (record.pop(name) for name in scored) if each is not None]
        records.append(record | ({"scores": [float(each) for each in scores]} if scores else {}))
    return records


def _column(columns: Mapping[str, Sequence[Any]], role: str) -> str:
    """The column that holds the items or the predictions; where there is none, or one that may be the key, an error."""
    theirs = {name.strip().casefold(): name for name in columns}
    found = [theirs[name] for name in COLUMNS[role] if name in theirs]
    if role == "choice" and [each.casefold() for each in found[:2]] == ["answer", "label"]:
        raise InputError("score-table-two", first=found[0], second=found[1])
    if not found:
        raise InputError("score-table-columns", role=role, known=joined(columns), names=joined(COLUMNS[role]))
    return found[0]


def _run(system: str, answers: tuple[StoredAnswer, ...], mark: str, collection: Collection) -> FinishedRun:
    """The answers of one system as a run in memory, with a note where numbers had to be understood."""
    given = {each.question for each in answers}
    asked = [question for question in collection.questions if question.id in given]
    stored = StoredAnswers(answers=answers, digest=mark, file=Path(text("score-word-table")))
    try:
        machine = ReplayResolver(stored=stored, respondent=system).prepared_for(collection.questions)
    except ContentError as error:
        if error.code != "resolver-stored-torn":
            raise
        raise ContentError("score-table-torn", system=system) from error
    counted, said = machine.counted, tuple[Message, ...]()
    if counted and counted.count:
        said = (message("score-table-numbers", system=system, first=str(counted.first), count=counted.count),)
    return FinishedRun(
        path=None,
        collection=collection,
        header=header_of(collection, machine, RunSettings(source=collection.name)),
        answers=tuple(machine.resolve(asked)),
        asked=len(asked),
        dropped=False,
        said=said,
    )
