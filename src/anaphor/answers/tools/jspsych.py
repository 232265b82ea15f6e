"""What jsPsych kept, as its servers hand it out: a file per person, or the sessions of many in one."""

import json
from itertools import count
from pathlib import Path

from anaphor.answers.rows import Row, named_rows
from anaphor.answers.study import ImportSettings, cell, columns_of, text_of
from anaphor.answers.vocabulary import STUDY
from anaphor.errors import FormatError, Place
from anaphor.text import Message, message

NAME = "jspsych"
UNNAMED = "session-1"
_NO_ANSWERS = ("instructions", "fullscreen", "preload", "browser-check", "call-function")
"""Trials of jsPsych that ask nothing."""


def is_jspsych(text: str) -> bool:
    """A list, or an object; not where each line is an object of its own, with a field per column. Or jsPsych's CSV."""
    bare = text.lstrip()
    if _jspsych_table(bare):
        return True
    try:
        first = json.loads(bare.split("\n", 1)[0])
        lines = isinstance(first, dict) and not isinstance(first.get("trials", first.get("data")), list)
    except (ValueError, RecursionError):
        lines = False
    return bare[:1] == "[" or (bare[:1] == "{" and not lines)


def _jspsych_table(text: str) -> bool:
    """Whether a text is a table of trials, as `jsPsych.data.get().csv()` has it, or Cognition.run made of it."""
    names = [name.strip('" \r') for name in text.partition("\n")[0].split(",")]
    return "trial_type" in names and "trial_index" in names


def jspsych_rows(text: str, file: str) -> list[Row]:
    """The trials of a table, an array, an array of arrays, or arrays one after the other (JATOS); unnamed sessions are
    people, parted where trials are counted anew."""
    bare = text.lstrip()
    if _jspsych_table(bare):
        return _named_sessions([named_rows(text, file)])
    found: list[object] = []
    decoder, start = json.JSONDecoder(), 0
    while start < len(bare):
        try:
            value, end = decoder.raw_decode(bare, start)
        except ValueError as error:
            line = text.count("\n", 0, len(text) - len(bare) + start) + 1
            raise FormatError("experiment-json-broken", where=Place(file=file, line=line)) from error
        except RecursionError as error:
            raise FormatError("experiment-json-deep", where=Place(file=file)) from error
        found.append(value)
        start = next((place for place in range(end, len(bare)) if not bare[place].isspace()), len(bare))
    if len(found) == 1 and isinstance(found[0], list):
        found = found[0]
    unpacked = [each.get("trials", each.get("data", each)) if isinstance(each, dict) else each for each in found]
    lists = [each for each in unpacked if isinstance(each, list)]
    sessions = lists if len(lists) == len(unpacked) else [found]
    if not any(sessions):
        raise FormatError("experiment-jspsych-no-list", where=Place(file=file))
    numbers = count(1)
    return _named_sessions([[(next(numbers), trial) for trial in each if isinstance(trial, dict)] for each in sessions])


def _named_sessions(sessions: list[list[Row]]) -> list[Row]:
    """The trials of all sessions, each with a participant: the one that it names, or the session."""
    rows: list[Row] = []
    place = 0
    for trials in sessions:
        if any(name.casefold() in STUDY["person"] for _, trial in trials for name in trial):
            rows += trials
            place += 1
            continue
        last = -1.0
        for line, trial in trials:
            index = str(trial.get("trial_index", ""))
            here = float(index) if index.isdecimal() else last
            place += here < last or line == trials[0][0]
            last = here
            rows.append((line, {**trial, "participant": UNNAMED if place == 1 else f"session-{place}"}))
    return rows


def _first_visits(rows: list[Row]) -> tuple[list[Row], list[Message]]:
    """The rows without the later sessions of people who came back: known by the number that a platform gave them."""
    first: dict[str, str] = {}
    named = [(cell(row, "PROLIFIC_PID") or cell(row, "prolific_pid"), cell(row, "participant"), row) for row in rows]
    for known, session, _ in sorted(named, key=lambda each: cell(each[2], "answered_at") or ""):
        if known and session:
            first.setdefault(known, session)
    kept = [row for known, session, row in named if not known or not session or first[known] == session]
    again = {session for known, session, _ in named if known and session and first[known] != session}
    return kept, [message("experiment-notes-came-back", count=len(again))] if again else []


def jspsych_answers(rows: list[Row], settings: ImportSettings, file: str) -> tuple[list[Row], list[Message]]:
    """The trials in which something was asked and answered, or asked and timed."""
    item = columns_of(rows, settings.columns, file).names.get("item")
    visits, notes = _first_visits(rows)
    answers = [
        row
        for row in visits
        if any(cell(row, name) is not None for name in ("rt", "response", "correct"))
        and row[1].get("trial_type") not in _NO_ANSWERS
        and (cell(row, item) is not None or row[1].get("kind") is not None)
    ]
    if not answers:
        raise FormatError("experiment-jspsych-no-answer", where=Place(file=file))
    skipped = len(visits) - len(answers)
    return answers, [*notes, *([message("experiment-notes-no-answer", count=skipped)] if skipped else [])]


def session_files(folder: Path) -> list[Path]:
    """The files of a folder in which data is kept person by person: JSON, jsPsych's CSV, or results of JATOS."""
    if results := sorted(folder.glob("study_result*/**/data.txt")):
        return results
    tables = [each for each in folder.glob("*.csv") if each.is_file() and _jspsych_table(text_of(each).lstrip())]
    return sorted([*(each for each in folder.glob("*.json") if each.is_file()), *tables])
