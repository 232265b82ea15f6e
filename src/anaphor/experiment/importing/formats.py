"""The files of other programs that answers can be read from: for each how it is known, and how it becomes rows."""

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from urllib.parse import unquote

from anaphor.errors import ContentError, FormatError, InputError, Place, UnknownNameError
from anaphor.experiment.importing import jspsych, psytoolkit
from anaphor.experiment.importing.rows import (
    USUAL,
    Columns,
    Import,
    ImportSettings,
    Row,
    cell,
    columns_of,
    people_of_rows,
    read_rows,
    table_rows,
    text_of,
    wanted,
    without_doubtful_times,
)
from anaphor.files import MemoryTable, frame_columns, json_rows
from anaphor.text import Message, message


@dataclass(frozen=True, slots=True, kw_only=True)
class RowFormat:
    """A file of another program whose content becomes rows: an answer each, in columns with usual names."""

    name: str
    fits: Callable[[str], bool]
    """Whether a text is of this format."""
    rows: Callable[[str, str], list[Row]]
    """The rows of a text; the second is the file's name, for messages."""
    answers: Callable[[list[Row], ImportSettings, str], tuple[list[Row], list[Message]]] | None = None
    """Of the rows asked for those that are answers, and notes on the others; None: all are."""
    own_columns: bool = False
    """True: `answers` has found the columns that the user named, and its rows have ours."""
    any_times: bool = False
    """True: times may be in any unit, and are left out where they cannot be milliseconds."""

    def read(self, path: Path, settings: ImportSettings) -> Import:
        if not path.is_dir():
            return self.take(self.rows(text_of(path), str(path)), settings, str(path))
        rows = list[Row]()
        for each in jspsych.session_files(path):  # a file that names nobody is one person
            found = self.rows(text_of(each), str(each))
            own = each.stem if each.name != "data.txt" else each.parent.name
            rows += [
                (line, {**row, "participant": own} if row.get("participant") == jspsych.UNNAMED else row)
                for line, row in found
            ]
        if not rows:
            raise FormatError("experiment-no-sessions", where=Place(file=str(path)), format=self.name)
        return self.take(rows, settings, str(path))

    def take(self, found: list[Row], settings: ImportSettings, file: str) -> Import:
        """The answers in some rows; `file` is what messages call them."""
        rows, notes = wanted(found, settings, file), list[Message]()
        if self.answers is not None:
            rows, notes = self.answers(rows, settings, file)
        named = {} if self.own_columns else settings.columns
        columns = columns_of(rows, named, file, count_from=settings.count_from or 0)
        answers, doubts = read_rows(rows, columns), tuple[Message, ...]()
        for name in (columns.names.get(ours) for ours in ("person", "item") if not answers):
            if name is not None and all(cell(row, name) is None for row in rows):
                raise FormatError("experiment-blank-column", where=Place(file=file), column=name)
        if self.name == "csv" and len(answers) < len(rows):
            notes.append(message("experiment-notes-unnamed", count=len(rows) - len(answers)))
        if self.any_times:
            answers, doubts = without_doubtful_times(answers, columns, settings)
        people = people_of_rows(rows, columns)
        designs = frozenset(said for row in rows if (said := cell(row, "design")) is not None)
        return Import(source=self.name, answers=answers, people=people, notes=(*notes, *doubts), designs=designs)


def read_answers(path: Path, settings: ImportSettings, format: str | None = None) -> Import:
    """The answers in a file, in the format named or the one that its content shows."""
    if not path.exists():
        raise InputError("experiment-no-such-file", where=Place(file=str(path)))
    name = format or recognise(path)
    if name not in IMPORTERS:
        raise UnknownNameError("format of answers", name, IMPORTERS)
    if path.is_dir() and name not in (psytoolkit.NAME, jspsych.NAME):
        raise InputError("experiment-is-folder", where=Place(file=str(path)))
    return IMPORTERS[name](path, settings)


def read_table(table: MemoryTable, settings: ImportSettings, format: str | None = None) -> Import:
    """The answers in a table in memory, whose rows are what another program wrote, or answers in columns."""
    columns = frame_columns(table)
    name = format or ("mturk" if set(_MARKS) <= columns.keys() else "csv")
    form = next((each for each in _ROW_FORMATS if each.name == name), None)
    if form is None:
        raise UnknownNameError("format of answers", name, [each.name for each in _ROW_FORMATS])
    cells = zip(*columns.values(), strict=True)
    rows: list[Row] = [(number, dict(zip(columns, row, strict=True))) for number, row in enumerate(cells, 1)]
    if name == "csv":
        _refuse_nested(rows, columns_of(rows, settings.columns, type(table).__name__))
    return replace(form.take(rows, settings, type(table).__name__), source=format or "table")


def _refuse_nested(rows: Sequence[Row], columns: Columns) -> None:
    """Refuse cells that name nobody and nothing, and choose nothing: lists, records, bytes."""
    for row in rows:
        for ours in ("person", "item", "choice", "key"):
            if isinstance(value := row[1].get(columns.names.get(ours, "")), list | tuple | dict | set | bytes):
                raise FormatError("experiment-nested-cell", where=columns.place(row, ours), kind=type(value).__name__)


def recognise(path: Path) -> str:
    """The format of a file, from its content."""
    if path.is_dir() and jspsych.session_files(path):
        return jspsych.NAME
    if path.is_dir() or path.name == psytoolkit.SURVEY:
        return psytoolkit.NAME
    text = text_of(path)
    if text.startswith("version: ") and "\nT: " in text:
        return psytoolkit.NAME
    if not text.strip():
        raise FormatError("experiment-file-empty", where=Place(file=str(path)))
    return next(each.name for each in _ROW_FORMATS if each.fits(text))


# ---------------------------------------------------------------------------------------------------------- PCIbex

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


def _is_pcibex(text: str) -> bool:
    head = text[:20_000]
    return head.lstrip().startswith("#") and _HASH in head


def _pcibex_rows(text: str, file: str) -> list[Row]:
    """The answers that PennController and Ibex logged in a results file."""
    if not _is_pcibex(text):
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
            if not any(name.casefold() in USUAL["item"] for name in logged):
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
    own = next((name for name in row[1] if name.casefold() in USUAL["person"]), None)
    return cell(row, own) or f"{cell(row, _HASH)} {_first(row, _RECEIVED)}"


def _label(row: Row) -> str:
    """What Ibex knows of an item: its label and its group."""
    return " ".join(part for part in (_first(row, _LABEL), _first(row, _GROUP)) if part)


# ------------------------------------------------------------------------------------------------- Mechanical Turk

_MARKS = ("HITId", "AssignmentId", "WorkerId")
"""Columns that every batch has."""
_SIDE_BY_SIDE: Mapping[str, tuple[str, ...]] = {
    "text": ("Input.schema_*", "Input.schema*", "Input.sentence_*", "Input.sentence*", "Input.text_*", "Input.text*"),
    "item": ("Input.item_*", "Input.id_*", "Input.qid_*", "Input.example_id_*"),
    "choice": ("Answer.c*", "Answer.choice_*", "Answer.choice*", "Answer.answer_*", "Answer.answer*", "Answer.q*"),
    "key": ("Input.gt_*", "Input.key_*", "Input.label_*", "Input.gold_*", "Input.answer_*"),
    "candidates": ("Input.option_1_*,Input.option_2_*", "Input.option1_*,Input.option2_*"),
}
"""Each row is a HIT with several questions: their usual names, numbers starred, as a user's (`text=Input.schema_*`)."""
_ZONES = {"PDT": -7, "PST": -8, "UTC": 0, "GMT": 0}
_TIME = re.compile(r"\w{3} (\w{3} \d{1,2} \d\d:\d\d:\d\d) (\w{3}) (\d{4})")
"""Such as `Mon May 10 16:24:54 PDT 2021`."""


def _mturk_answers(rows: list[Row], settings: ImportSettings, file: str) -> tuple[list[Row], list[Message]]:
    """A row for each answer of each assignment, in the order in which they were handed in, rejected ones left out."""
    where = Place(file=file)
    if not set(_MARKS) <= set(rows[0][1]):
        raise FormatError("experiment-mturk-columns", where=where, names=", ".join(_MARKS))
    groups = _mturk_columns(list(rows[0][1]), settings, where)
    kept = [row for row in rows if cell(row, "AssignmentStatus") != "Rejected"]
    if not kept:
        raise FormatError("experiment-mturk-all-rejected", where=where)
    answers: list[Row] = []
    for row in kept:
        when = _TIME.fullmatch(cell(row, "SubmitTime") or "")
        at = None
        if when and when[2] in _ZONES:
            try:
                made = datetime.strptime(f"{when[1]} {when[3]}", "%b %d %H:%M:%S %Y")
                at = made.replace(tzinfo=timezone(timedelta(hours=_ZONES[when[2]]))).timestamp()
            except ValueError:  # no such day
                at = None
        for position, number in enumerate(groups["choice"][0], 1):
            said: dict[str, list[str | None]] = {
                ours: [cell(row, group.get(number)) for group in found] for ours, found in groups.items()
            }
            one = {ours: found[0] if found else None for ours, found in said.items()}
            item = one["item"] or one["text"]
            if one["choice"] is not None and item is not None:
                options = [each for each in said["candidates"] if each is not None]
                about = {"person": cell(row, "WorkerId") or "?", "position": position, "at": at}
                answers.append((row[0], {**one, **about, "item": item, "candidates": options}))
    if not answers:
        raise ContentError("experiment-no-answer-in-file")
    rejected, blank = len(rows) - len(kept), len(kept) * len(groups["choice"][0]) - len(answers)
    notes = [message("experiment-notes-rejected", count=rejected)] if rejected else []
    notes += [message("experiment-notes-unanswered", count=blank)] if blank else []
    return answers, [*notes, message("experiment-notes-assignment-times")]


def _mturk_columns(names: Sequence[str], settings: ImportSettings, where: Place) -> dict[str, list[dict[str, str]]]:
    """The groups of columns of a batch, each by its numbers; candidates have as many groups as there are options."""
    strange = [ours for ours in settings.columns if ours not in (*_SIDE_BY_SIDE, "person", "comment")]
    if strange:
        raise InputError("experiment-mturk-unknown-column", strange=strange[0], names=", ".join(_SIDE_BY_SIDE))
    found: dict[str, list[dict[str, str]]] = {}
    for ours, usual in _SIDE_BY_SIDE.items():
        stated = settings.columns.get(ours)
        found[ours] = []
        for patterns in (stated,) if stated else usual:
            groups = []
            for pattern in patterns.split(",") if ours == "candidates" else (patterns,):
                before, _, after = pattern.strip().partition("*")
                starred = re.compile(re.escape(before) + r"(\d+)" + re.escape(after))
                groups.append({match[1]: name for name in names if (match := starred.fullmatch(name))})
            if all(groups):
                found[ours] = groups
                break
        if stated and not found[ours]:
            code = "experiment-mturk-no-candidates" if ours == "candidates" else "experiment-mturk-no-group"
            raise InputError(code, where=where, columns=stated)
    if not found["choice"] or not (found["text"] or found["item"]):
        raise FormatError("experiment-mturk-unclear", where=where)
    return found


# --------------------------------------------------------------------------------------------------------- formats


_ROW_FORMATS = (
    RowFormat(name="pcibex", fits=_is_pcibex, rows=_pcibex_rows),
    RowFormat(name=jspsych.NAME, fits=jspsych.is_jspsych, rows=jspsych.jspsych_rows, answers=jspsych.jspsych_answers),
    RowFormat(
        name="mturk",
        fits=lambda text: all(mark in text.partition("\n")[0] for mark in _MARKS),
        rows=table_rows,
        answers=_mturk_answers,
        own_columns=True,
    ),
    RowFormat(
        name="csv",
        fits=bool,
        rows=lambda text, file: (
            list(json_rows(text, file=file)) if text.lstrip()[:1] == "{" else table_rows(text, file)
        ),
        any_times=True,
    ),
)
"""The first that fits a text holds: any text is a table."""
Importer = Callable[[Path, ImportSettings], Import]
IMPORTERS: dict[str, Importer] = dict(
    sorted([(psytoolkit.NAME, psytoolkit.read_psytoolkit), *((each.name, each.read) for each in _ROW_FORMATS)])
)
"""Formats by name."""
