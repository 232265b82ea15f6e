"""PsyToolkit: a folder with survey.txt and a log per session (s.*.txt), or its wide tables data.csv and data_times.csv.

A log has for each question its label (`l:`), the time in milliseconds (`T:`) and the chosen option (`a:`, from 1).
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from anaphor.errors import FormatError, InputError, Place
from anaphor.experiment.importing.csv import table_rows, text_of
from anaphor.experiment.importing.matching import plain_text
from anaphor.experiment.importing.records import Given, GivenPerson, Import, ImportSettings, cell, number, written_note

_FIELD = re.compile(r"(\w+): ?(.*)")
_WIDE = re.compile(r"(.+):\d+")
_SURVEY = "survey.txt"


def import_psytoolkit(path: Path, settings: ImportSettings) -> Import:
    """The answers of all sessions; a session that did not answer every question is unfinished."""
    if settings.columns or settings.where:
        raise InputError("experiment-psytoolkit-no-columns")
    folder = path if path.is_dir() else path.parent
    questions = _survey(folder / _SURVEY) if (folder / _SURVEY).is_file() else {}
    logs = [path] if path.is_file() and path.name.startswith("s.") else sorted(folder.glob("s.*.txt"))
    if logs:
        sessions = {log.name: _log(log, questions) for log in logs}
    elif (folder / "data.csv").is_file():
        sessions = _wide(folder, questions)
    else:
        raise FormatError("experiment-psytoolkit-nothing", where=Place(file=str(folder)))
    people = tuple(
        GivenPerson(name=name, finished=bool(questions) and len(answers) >= len(questions))
        for name, answers in sessions.items()
    )
    notes = () if questions else (written_note("no_survey"),)
    answers = tuple(answer for found in sessions.values() for answer in found)
    return Import(source="psytoolkit", answers=answers, people=people, asked=tuple(questions.values()), notes=notes)


def _survey(path: Path) -> dict[str, Given]:
    """The questions of a survey by label."""
    questions: dict[str, Given] = {}
    label: str | None = None
    for line in text_of(path).splitlines():
        found = _FIELD.match(line)
        if found and found[1] == "l":
            label = found[2].strip()
            questions[label] = Given(person="", item=label)
        elif label is not None and found and found[1] == "q":
            questions[label] = replace(questions[label], text=plain_text(found[2]))
        elif label is not None and line.startswith("- "):
            options = (*questions[label].candidates, plain_text(_without_score(line[2:])))
            questions[label] = replace(questions[label], candidates=options)
    return {label: each for label, each in questions.items() if each.candidates}


def _without_score(option: str) -> str:
    """An option without the score that may stand before it in braces."""
    return re.sub(r"^\{[^}]*\}\s*", "", option)


def _log(path: Path, questions: dict[str, Given]) -> list[Given]:
    """The answers of one session."""
    answers: list[Given] = []
    label, time = None, None
    for line_number, line in enumerate(text_of(path).splitlines(), 1):
        found = _FIELD.match(line)
        if found is None:
            continue
        if found[1] == "l":
            label, time = found[2].strip(), None
        elif found[1] == "T":
            time = number(str(path), (line_number, {"T": found[2]}), "T")
        elif found[1] == "a" and label is not None and (not questions or label in questions):
            row = (line_number, {"a": found[2]})
            answers.append(_answer(questions, path.name, label, cell(row, "a"), time, len(answers) + 1))
    return answers


def _answer(  # noqa: PLR0913, PLR0917  # the parts of one answer
    questions: dict[str, Given], person: str, label: str, said: str | None, time: float | None, position: int
) -> Given:
    choice = int(said) - 1 if said is not None and said.isdecimal() else None
    question = questions.get(label) or Given(person="", item=label)
    return replace(question, person=person, choice=choice, rt_ms=time, position=position)


def _wide(folder: Path, questions: dict[str, Given]) -> dict[str, list[Given]]:
    """The answers in data.csv, with the times of data_times.csv."""
    path, times_path = folder / "data.csv", folder / "data_times.csv"
    rows = table_rows(text_of(path), str(path))
    timed = table_rows(text_of(times_path), str(times_path)) if times_path.is_file() else []
    times = {cell(row, "participant"): row for row in timed}
    sessions: dict[str, list[Given]] = {}
    for row in rows:
        name = cell(row, "participant")
        if name is None:
            raise FormatError(
                "experiment-session-no-name", where=Place(file=str(path), line=row[0], field="participant")
            )
        sessions[name] = []
        for column, label in _labels(list(row[1])):
            said, timed_row = cell(row, column), times.get(name)
            if said is not None and (not questions or label in questions):
                time = number(str(times_path), timed_row, label) if timed_row else None
                answer = _answer(questions, name, label, said, time, 0)
                sessions[name].append(replace(answer, position=None))
    return sessions


def _labels(names: Sequence[str]) -> list[tuple[str, str]]:
    """Columns such as 12:1, with the label of their question."""
    return [(name, found[1]) for name in names if (found := _WIDE.fullmatch(name))]
