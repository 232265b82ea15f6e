"""PCIbex: what PennController and Ibex logged in a results file."""

import csv
import re
from collections.abc import Iterator, Sequence
from urllib.parse import unquote

from anaphor.answers.rows import Row
from anaphor.answers.study import cell
from anaphor.answers.vocabulary import STUDY
from anaphor.errors import FormatError, Place

_COLUMN = re.compile(r"#\s++(\d{1,9})\.\s++(.*)")
"""Comments name the columns as the file goes on: `# 3. Controller name.`."""
_HASH = "MD5 hash of participant's IP address"
_RECEIVED = ("Results reception time", "Time results were received")
_ORDER = ("Order number of item", "Item number")
_LABEL = ("Label", "Type")
_GROUP = ("Latin Square Group", "Group")
_ANSWERS = {"Selector": "Selection", "Key": "PressedKey", "Scale": "Choice", "DropDown": "Selected", "Button": "Click"}
"""What PennController calls an answer, element by element; a button's answer is its name."""
CHOICE = "choice-"
"""Stands before a candidate's number in the names that a converted design gives to answers."""
_IBEX = {
    "prompt": "Question (NULL if none)",
    "response": "Answer",
    "right": "Whether or not answer was correct (NULL if N/A)",
    "rt_ms": "Time taken to answer",
}
"""Our columns with those of Ibex's own Question controller, which logs answers with their times."""


def is_pcibex(text: str) -> bool:
    head = text[:20_000]
    return head.lstrip().startswith("#") and _HASH in head


def pcibex_rows(text: str, file: str) -> list[Row]:
    """The answers that PennController and Ibex logged in a results file."""
    if not is_pcibex(text):
        raise FormatError("experiment-pcibex-no-results", where=Place(file=file))
    penn, ibex, columns = list[Row](), list[Row](), dict[int, str]()
    for number, line in enumerate(text.splitlines(), 1):
        found = _COLUMN.fullmatch(line.rstrip())
        if found:  # a column that is named anew ends those after it
            place = int(found[1])
            while columns and next(reversed(columns)) >= place:
                columns.popitem()
            columns[place] = found[2].removesuffix(".")
        elif line.strip() and not line.startswith("#"):
            try:
                cells = next(csv.reader([line], strict=True))
            except (csv.Error, StopIteration) as error:
                raise FormatError("experiment-pcibex-bad-line", where=Place(file=file, line=number)) from error
            row = (number, {columns.get(n, f"column {n}"): unquote(value) for n, value in enumerate(cells, 1)})
            if cell(row, "PennElementType") is not None:
                penn.append(row)
            elif _IBEX["response"] in row[1]:
                said = {ours: row[1].get(theirs) for ours, theirs in _IBEX.items()}
                about = {"person": _session(row), "item": _label(row), "position": _first(row, _ORDER)}
                ibex.append((number, {**about, **said}))
    answers = [*_penn_answers(penn), *ibex]
    if not answers:
        raise FormatError("experiment-pcibex-no-answer", where=Place(file=file))
    return sorted(answers, key=lambda row: row[0])


def _penn_answers(events: Sequence[Row]) -> Iterator[Row]:
    """The last answer of each trial, with what was logged beside it and its time since the trial began."""
    starts: dict[tuple[str, str | None, str | None], float] = {}
    found: dict[tuple[str, str | None, str | None], Row] = {}
    for row in events:  # who came back hands in at another time
        trial = (_session(row), _first(row, _ORDER), _first(row, _RECEIVED))
        kind, parameter, at = cell(row, "PennElementType"), cell(row, "Parameter"), cell(row, "EventTime") or ""
        when = float(at) if at.isdecimal() else None
        if parameter == "_Trial_" and cell(row, "Value") == "Start" and when is not None:
            starts[trial] = when
        elif _ANSWERS.get(kind or "") == parameter:
            button = kind == "Button"
            if button and trial in found and not found[trial][1]["button"]:
                continue  # it only led on to the next page
            logged = {name: value for name, value in row[1].items() if name not in ("Comments", "Value", "Parameter")}
            if not any(name.casefold() in STUDY["item"] for name in logged):
                logged["item"] = _label(row)
            # A column `correct` may hold the right answer itself, and not whether the answer was right.
            correct = cell(row, "correct")
            if correct is not None and correct.casefold() not in {"0", "1", "true", "false"}:
                logged["correct_answer"] = logged.pop("correct")
            said, ours = row[1].get("PennElementName" if button else "Value"), cell(row, "design") is not None
            answer = {
                "person": trial[0],
                "button": button,
                "response": str(said).removeprefix(CHOICE) if said is not None and ours else said,
                "rt_ms": when - starts[trial] if when is not None and trial in starts else None,
                "position": (cell(row, "position") if ours else None) or trial[1],
            }
            found[trial] = (row[0], {**logged, **answer})
    yield from found.values()


def _first(row: Row, names: Sequence[str]) -> str | None:
    return next((found for name in names if (found := cell(row, name)) is not None), None)


def _session(row: Row) -> str:
    """One participant: people behind one address have one hash, and hand in at different times."""
    own = next((name for name in row[1] if name.casefold() in STUDY["person"]), None)
    return cell(row, own) or f"{cell(row, _HASH)} {_first(row, _RECEIVED)}"


def _label(row: Row) -> str:
    """What Ibex knows of an item: its label and its group."""
    return " ".join(part for part in (_first(row, _LABEL), _first(row, _GROUP)) if part)
