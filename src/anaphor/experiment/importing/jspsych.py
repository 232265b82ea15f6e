"""jsPsych's data: an array of trials, an array of such arrays, or one array per line (JATOS)."""

import json
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path

from anaphor.errors import FormatError, Place
from anaphor.experiment.importing.columns import USUAL, columns_of, people_of_rows, read_rows
from anaphor.experiment.importing.csv import text_of
from anaphor.experiment.importing.records import Import, ImportSettings, Row, cell, wanted, written_note

_PERSON = "participant"


def import_jspsych(path: Path, settings: ImportSettings) -> Import:
    """The answers of one or several sessions; a session without a participant's name is one participant."""
    file = str(path)
    rows = wanted(_named(_sessions(text_of(path), file)), settings, file)
    columns = columns_of(rows, settings, file)
    answers = [row for row in rows if _is_answer(row, columns.get("item"))]
    if not answers:
        raise FormatError("experiment-no-trial-answer-says-what", where=Place(file=file))
    skipped = len(rows) - len(answers)
    notes = (written_note("no_answer", count=skipped),) if skipped else ()
    return Import(
        source="jspsych", answers=read_rows(answers, columns), people=people_of_rows(answers, columns), notes=notes
    )


def _sessions(text: str, file: str) -> list[list[object]]:
    """The arrays of trials in a file."""
    try:
        found: object = json.loads(text)
    except ValueError:
        found = [_line(line, number, file) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    except RecursionError as error:
        raise FormatError("experiment-json-nested-too-deep", where=Place(file=file)) from error
    if isinstance(found, dict):
        found = found.get("trials", [found])
    if not isinstance(found, list) or not found:
        raise FormatError("experiment-jspsych-no-list", where=Place(file=file))
    return found if all(isinstance(each, list) for each in found) else [found]


def _line(line: str, number: int, file: str) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise FormatError("experiment-json-broken", where=Place(file=file, line=number)) from error


def _named(sessions: Sequence[list[object]]) -> list[Row]:
    """The trials as rows, each with the name of its participant."""
    rows: list[Row] = []
    numbers = count(1)
    for place, session in enumerate(sessions, 1):
        trials = [trial for trial in session if isinstance(trial, dict)]
        name = None if any(map(_names_person, trials)) else f"session-{place}"
        rows += [(next(numbers), {**trial, **({_PERSON: name} if name else {})}) for trial in trials]
    return rows


def _names_person(trial: Mapping[str, object]) -> bool:
    return any(name.casefold() in USUAL["person"] for name in trial)


def _is_answer(row: Row, item: str | None) -> bool:
    """Whether something was asked and answered, or asked and timed."""
    cells = row[1]
    answered = cell(row, "rt") is not None or cell(row, "response") is not None or cell(row, "correct") is not None
    shown = cells.get("trial_type") not in ("instructions", "fullscreen", "preload", "browser-check", "call-function")
    return answered and shown and (cell(row, item) is not None or cells.get("kind") is not None)
