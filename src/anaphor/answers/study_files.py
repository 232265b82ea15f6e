"""The files of other programs that a study's answers can be read from: how each is known, and how it becomes rows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from anaphor.answers.rows import Row, named_rows
from anaphor.answers.study import (
    Columns,
    ImportSettings,
    StudyAnswers,
    cell,
    columns_of,
    people_of_rows,
    read_rows,
    text_of,
    wanted,
    without_doubtful_times,
)
from anaphor.answers.tools import jspsych, mturk, pcibex, psytoolkit
from anaphor.errors import FormatError, InputError, Place, UnknownNameError
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

    def read(self, path: Path, settings: ImportSettings) -> StudyAnswers:
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

    def take(self, found: list[Row], settings: ImportSettings, file: str) -> StudyAnswers:
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
        return StudyAnswers(source=self.name, answers=answers, people=people, notes=(*notes, *doubts), designs=designs)


def read_study_file(path: Path, settings: ImportSettings, format: str | None = None) -> StudyAnswers:
    """The answers in a file, in the format named or the one that its content shows."""
    if not path.exists():
        raise InputError("experiment-no-such-file", where=Place(file=str(path)))
    name = format or study_format(path)
    if name not in IMPORTERS:
        raise UnknownNameError("format of answers", name, IMPORTERS)
    if path.is_dir() and name not in (psytoolkit.NAME, jspsych.NAME):
        raise InputError("experiment-is-folder", where=Place(file=str(path)))
    return IMPORTERS[name](path, settings)


def read_study_table(table: MemoryTable, settings: ImportSettings, format: str | None = None) -> StudyAnswers:
    """The answers in a table in memory, whose rows are what another program wrote, or answers in columns."""
    columns = frame_columns(table)
    name = format or ("mturk" if set(mturk.MARKS) <= columns.keys() else "csv")
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


def study_format(path: Path) -> str:
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


_ROW_FORMATS = (
    RowFormat(name="pcibex", fits=pcibex.is_pcibex, rows=pcibex.pcibex_rows),
    RowFormat(name=jspsych.NAME, fits=jspsych.is_jspsych, rows=jspsych.jspsych_rows, answers=jspsych.jspsych_answers),
    RowFormat(
        name="mturk",
        fits=lambda text: all(mark in text.partition("\n")[0] for mark in mturk.MARKS),
        rows=named_rows,
        answers=mturk.mturk_answers,
        own_columns=True,
    ),
    RowFormat(
        name="csv",
        fits=bool,
        rows=lambda text, file: (
            list(json_rows(text, file=file)) if text.lstrip()[:1] == "{" else named_rows(text, file)
        ),
        any_times=True,
    ),
)
"""The first that fits a text holds: any text is a table."""
Importer = Callable[[Path, ImportSettings], StudyAnswers]
IMPORTERS: dict[str, Importer] = dict(
    sorted([(psytoolkit.NAME, psytoolkit.read_psytoolkit), *((each.name, each.read) for each in _ROW_FORMATS)])
)
"""Formats by name."""
