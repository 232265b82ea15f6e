"""PsyToolkit: a folder with a survey and a log per session, or with wide tables."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from anaphor.answers.rows import Row, named_rows
from anaphor.answers.study import (
    Columns,
    ImportSettings,
    StudyAnswer,
    StudyAnswers,
    StudyPerson,
    cell,
    plain_text,
    text_of,
)
from anaphor.errors import FormatError, InputError, Place
from anaphor.files import whole_number
from anaphor.text import message

NAME = "psytoolkit"
SURVEY = "survey.txt"
_FIELD = re.compile(r"(\w+): ?(.*)")
"""A log has for each question its label (`l: q1`), the time in ms (`T: 812`), the chosen option (`a: 2`, from 1)."""
_WIDE = re.compile(r"(.+):\d+")
"""Columns of data.csv such as 12:1, with the label of their question."""
_SCORE = re.compile(r"^\{[^}]*\}\s*")
"""May stand before an option: `- {score=1} the trophy`."""


def read_psytoolkit(path: Path, settings: ImportSettings) -> StudyAnswers:
    """The answers of a folder with survey.txt and a log per session (s.*.txt), or with data.csv and data_times.csv."""
    if settings.columns or settings.where:
        raise InputError("experiment-psytoolkit-no-columns")
    folder = path if path.is_dir() else path.parent
    questions = _survey(folder / SURVEY) if (folder / SURVEY).is_file() else {}
    logs = [path] if path.is_file() and path.name.startswith("s.") else sorted(folder.glob("s.*.txt"))
    if logs:
        sessions = {log.name: list(_psytoolkit_log(log)) for log in logs}
    elif (folder / "data.csv").is_file():
        sessions = _psytoolkit_tables(folder)
    else:
        raise FormatError("experiment-psytoolkit-nothing", where=Place(file=str(folder)))
    answers, people = [], []
    for name, said in sessions.items():
        known = [each for each in said if not questions or each.item in questions]
        people.append(StudyPerson(name=name, finished=bool(questions) and len(known) >= len(questions)))
        for position, each in enumerate(known, 1):
            asked = questions.get(each.item, each)
            answers.append(
                replace(each, text=asked.text, candidates=asked.candidates, position=position if logs else None)
            )
    notes = () if questions else (message("experiment-notes-no-survey"),)
    asked_all = tuple(questions.values())
    return StudyAnswers(source=NAME, answers=tuple(answers), people=tuple(people), asked=asked_all, notes=notes)


def _survey(path: Path) -> dict[str, StudyAnswer]:
    """The questions of a survey by label: `l:` its label, `q:` its text, `-` each option."""
    questions: dict[str, StudyAnswer] = {}
    label: str | None = None
    for line in text_of(path).splitlines():
        found = _FIELD.match(line)
        if found and found[1] == "l":
            label = found[2].strip()
            questions[label] = StudyAnswer(person="", item=label)
        elif label is not None and found and found[1] == "q":
            questions[label] = replace(questions[label], text=plain_text(found[2]))
        elif label is not None and line.startswith("- "):
            option = plain_text(_SCORE.sub("", line[2:]))
            questions[label] = replace(questions[label], candidates=(*questions[label].candidates, option))
    return {label: each for label, each in questions.items() if each.candidates}


def _psytoolkit_log(path: Path) -> Iterator[StudyAnswer]:
    label, time = None, None
    for line, text in enumerate(text_of(path).splitlines(), 1):
        found = _FIELD.match(text)
        if found and found[1] == "l":
            label, time = found[2].strip(), None
        elif found and found[1] == "T":
            time = _number((line, {"T": found[2]}), "T", path)
        elif found and found[1] == "a" and label is not None:
            yield StudyAnswer(person=path.name, item=label, choice=_option(found[2]), rt_ms=time)


def _psytoolkit_tables(folder: Path) -> dict[str, list[StudyAnswer]]:
    """The answers in data.csv, with the times of data_times.csv."""
    path, times_path = folder / "data.csv", folder / "data_times.csv"
    timed = named_rows(text_of(times_path), str(times_path)) if times_path.is_file() else []
    times = {cell(row, "participant"): row for row in timed}
    sessions: dict[str, list[StudyAnswer]] = {}
    for row in named_rows(text_of(path), str(path)):
        name = cell(row, "participant")
        if name is None:
            where = Place(file=str(path), line=row[0], field="participant")
            raise FormatError("experiment-psytoolkit-no-name", where=where)
        sessions[name] = [
            StudyAnswer(
                person=name,
                item=label[1],
                choice=_option(said),
                rt_ms=_number(times[name], label[1], times_path) if name in times else None,
            )
            for column in row[1]
            if (label := _WIDE.fullmatch(column)) and (said := cell(row, column)) is not None
        ]
    return sessions


def _option(said: str) -> int | None:
    """The number of an option from 0; files count from 1."""
    number = whole_number(said)
    return None if number is None or number < 0 else number - 1


def _number(row: Row, column: str, path: Path) -> float | None:
    return Columns(file=str(path), names={column: column}).number(row, column)
