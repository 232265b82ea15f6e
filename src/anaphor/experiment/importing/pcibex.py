"""A results file of PCIbex, or of Ibex: comma-separated lines, whose columns comments explain as the file goes on.

PennController logs events with their times: an answer is a key, a selection or a choice, and its reaction time is
counted from the start of its trial. Ibex's own Question controller logs answers with their times.
"""

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from anaphor.errors import FormatError, Place
from anaphor.experiment.importing.columns import USUAL, columns_of, people_of_rows, read_rows
from anaphor.experiment.importing.csv import text_of
from anaphor.experiment.importing.records import Import, ImportSettings, Row, cell, wanted

_COLUMN = re.compile(r"#\s+(\d+)\.\s+(.*?)\.?\s*")
_HASH = "MD5 hash of participant's IP address"
_RECEIVED = ("Results reception time", "Time results were received")
_ORDER = ("Order number of item", "Item number")
_LABEL = ("Label", "Type")
_GROUP = ("Latin Square Group", "Group")
_ANSWERS = {"Selector": "Selection", "Key": "PressedKey", "Scale": "Choice", "DropDown": "Selected", "Button": "Click"}
"""What PennController calls an answer, element by element; a button's answer is its name."""
_IBEX = {
    "answer": "Answer",
    "right": "Whether or not answer was correct (NULL if N/A)",
    "time": "Time taken to answer",
    "question": "Question (NULL if none)",
}


def is_pcibex(text: str) -> bool:
    """Whether a text begins as a results file does."""
    head = text[:20_000]
    return head.lstrip().startswith("#") and _HASH in head


def import_pcibex(path: Path, settings: ImportSettings) -> Import:
    """The answers of all sessions in a results file."""
    file = str(path)
    text = text_of(path)
    if not is_pcibex(text):
        raise FormatError("experiment-no-results-file-pcibex", where=Place(file=file))
    events = list(_events(text, file))
    answers = [*_penn_answers(events), *_ibex_answers(events)]
    if not answers:
        raise FormatError("experiment-no-answer-logged-file", where=Place(file=file))
    rows = wanted(sorted(answers, key=lambda row: row[0]), settings, file)
    columns = columns_of(rows, settings, file)
    return Import(source="pcibex", answers=read_rows(rows, columns), people=people_of_rows(rows, columns))


def _events(text: str, file: str) -> Iterator[Row]:
    """The lines of the file with the columns that hold for them."""
    columns: dict[int, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        found = _COLUMN.fullmatch(line)
        if found:
            place = int(found[1])
            if place == 1:
                columns = {}
            columns = {each: name for each, name in columns.items() if each < place} | {place: found[2]}
        elif line.strip() and not line.startswith("#"):
            try:
                cells = next(csv.reader([line], strict=True))
            except (csv.Error, StopIteration) as error:
                raise FormatError("experiment-line-cannot-read", where=Place(file=file, line=number)) from error
            named = {columns.get(place, f"column {place}"): unquote(value) for place, value in enumerate(cells, 1)}
            yield number, named


def _first(row: Row, names: tuple[str, ...]) -> str | None:
    return next((found for name in names if (found := cell(row, name)) is not None), None)


def _session(row: Row) -> str:
    """One participant: people behind one address have one hash, and hand in at different times."""
    own = next((name for name in row[1] if name.casefold() in USUAL["person"]), None)
    stated = cell(row, own) if own else None
    return stated or f"{cell(row, _HASH)} {_first(row, _RECEIVED)}"


def _penn_answers(events: list[Row]) -> Iterator[Row]:
    """The last answer of each trial, with what was logged beside it and its time since the trial began."""
    starts: dict[tuple[str, str | None], float] = {}
    found: dict[tuple[str, str | None], Row] = {}
    for row in events:
        if cell(row, "PennElementType") is None:
            continue
        trial = (_session(row), _first(row, _ORDER))
        when = float(cell(row, "EventTime") or "nan") if (cell(row, "EventTime") or "").isdecimal() else None
        if cell(row, "Parameter") == "_Trial_" and cell(row, "Value") == "Start" and when is not None:
            starts[trial] = when
        elif _ANSWERS.get(cell(row, "PennElementType") or "") == cell(row, "Parameter"):
            button = cell(row, "PennElementType") == "Button"
            if button and trial in found and not found[trial][1]["button"]:
                continue  # it only led on to the next page
            time = when - starts[trial] if when is not None and trial in starts else None
            logged = {name: value for name, value in row[1].items() if name not in ("Comments", "Value", "Parameter")}
            item = {} if any(name.casefold() in USUAL["item"] for name in logged) else {"item": _name(row)}
            key = {"correct_answer": row[1]["correct"]} if _names_an_answer(row) else {}
            logged = {name: value for name, value in logged.items() if not (key and name == "correct")}
            found[trial] = (
                row[0],
                {
                    **logged,
                    **item,
                    **key,
                    "person": trial[0],
                    "button": button,
                    "response": row[1].get("PennElementName" if button else "Value"),
                    "rt_ms": time,
                    "position": trial[1],
                },
            )
    yield from found.values()


def _names_an_answer(row: Row) -> bool:
    """Whether a column `correct` holds the right answer itself, and not whether the answer was right."""
    said = cell(row, "correct")
    return said is not None and said.casefold() not in {"0", "1", "true", "false"}


def _name(row: Row) -> str:
    """What Ibex knows of an item: its label and its group."""
    return " ".join(part for part in (_first(row, _LABEL), _first(row, _GROUP)) if part)


def _ibex_answers(events: list[Row]) -> Iterator[Row]:
    for row in events:
        if _IBEX["answer"] in row[1] and cell(row, "PennElementType") is None:
            yield (
                row[0],
                {
                    "person": _session(row),
                    "item": _name(row),
                    "prompt": row[1].get(_IBEX["question"]),
                    "response": row[1][_IBEX["answer"]],
                    "right": row[1].get(_IBEX["right"]),
                    "rt_ms": row[1].get(_IBEX["time"]),
                    "position": _first(row, _ORDER),
                },
            )
