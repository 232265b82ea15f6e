"""How answers are written: long CSV, JSON lines, Parquet, jsPsych's shape, and answers for the house itself.

A writer is given some thousand answers at a time, so that any number of them fits into little memory.
"""

import csv
import io
from collections.abc import Sequence
from importlib import import_module
from operator import itemgetter
from typing import Any, BinaryIO, Protocol, get_args, get_type_hints

import msgspec

from anaphor.errors import MissingExtraError
from anaphor.experiment.study.reading_out import AnswerRow

COLUMNS = AnswerRow._fields
"""Columns of the long table."""
_TYPES = {name: (get_args(kind) or (kind,))[0] for name, kind in get_type_hints(AnswerRow).items()}
"""What a column holds, where it holds something: str, int or float."""
_FREE_TEXT = tuple(
    place for place, name in enumerate(COLUMNS) if _TYPES[name] is str and name not in ("person", "kind")
)
"""Columns in which somebody's own words may stand; pseudonyms and kinds of trials are ours."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class RowsWriter(Protocol):
    """Writes answers into a file, part by part."""

    def write(self, rows: Sequence[AnswerRow]) -> None:
        """Write some answers."""

    def close(self) -> None:
        """Write what stands at the end."""


class CsvWriter:
    """The long table, a line per answer: what lme4 and pandas read at once.

    A text that a spreadsheet would take for a formula is led by an apostrophe.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._text = io.TextIOWrapper(file, encoding="utf-8", errors="surrogatepass", newline="")
        self._writer = csv.writer(self._text, lineterminator="\n")
        self._writer.writerow(COLUMNS)

    def write(self, rows: Sequence[AnswerRow]) -> None:
        """Write some answers."""
        texts = set().union(*(map(itemgetter(place), rows) for place in _FREE_TEXT))
        formulas = any(text is not None and text.startswith(_FORMULA) for text in texts)
        self._writer.writerows(map(_harmless, rows) if formulas else rows)

    def close(self) -> None:
        """Leave the file open for its owner."""
        self._text.flush()
        self._text.detach()


def _harmless(row: AnswerRow) -> list[object]:
    return [f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell for cell in row]


_Json = msgspec.defstruct("_Json", COLUMNS)


class JsonlWriter:
    """One JSON object per answer, with the columns as keys."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._encode = msgspec.json.Encoder().encode_lines

    def write(self, rows: Sequence[AnswerRow]) -> None:
        """Write some answers."""
        self._file.write(self._encode([_Json(*row) for row in rows]))

    def close(self) -> None:
        """Nothing stands at the end."""


class AnswersWriter:
    """Answers to items, one `Answer` per line, as agreement and scoring read them."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._encode = msgspec.json.Encoder().encode_lines

    def write(self, rows: Sequence[AnswerRow]) -> None:
        """Write some answers."""
        self._file.write(self._encode([_answer(row) for row in rows if row.kind == "item"]))

    def close(self) -> None:
        """Nothing stands at the end."""


SIMULATED = "simulated-"
"""Stands before the names of simulated participants where a record has no other place to say so."""
_DECLINED = {"kind": "abstention", "reason": "declined"}


def _answer(row: AnswerRow) -> dict[str, object]:
    """The canonical JSON of the answer, keys in order; made without the record, which would take ten times longer."""
    reply: dict[str, object] = {"candidate": row.choice, "kind": "choice"}
    found: dict[str, object] = {"question": row.item or row.trial, "reply": _DECLINED if row.choice is None else reply}
    found["respondent"] = f"{SIMULATED}{row.person}" if row.simulated else row.person
    if row.rt_ms is not None and row.rt_ms >= 0:
        found["seconds"] = row.rt_ms / 1000
    return found


class JspsychWriter:
    """A JSON array in the shape of jsPsych's data, for tools that read that."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._encode = msgspec.json.Encoder().encode
        self._before = b"[\n"

    def write(self, rows: Sequence[AnswerRow]) -> None:
        """Write some answers."""
        if rows:
            self._file.write(self._before + b",\n".join(self._encode(_jspsych(row)) for row in rows))
            self._before = b",\n"

    def close(self) -> None:
        """End the array."""
        self._file.write(b"\n]\n" if self._before == b",\n" else b"[]\n")


def _jspsych(row: AnswerRow) -> dict[str, object]:
    return {
        "trial_type": "html-button-response",
        "trial_index": row.position - 1,
        "subject": row.person,
        "rt": row.rt_ms,
        "response": row.side,
        "stimulus": row.trial,
        "correct": None if row.right is None else bool(row.right),
        "choice": row.choice,
        "key": row.key,
        "item": row.item,
        "schema": row.schema,
        "list": row.list,
        "kind": row.kind,
        "comment": row.comment,
        "study": row.study,
        "simulated": bool(row.simulated),
    }


class ParquetWriter:
    """The long table as Parquet."""

    def __init__(self, file: BinaryIO) -> None:
        try:
            self._arrow: Any = import_module("pyarrow")  # it carries no types
            parquet: Any = import_module("pyarrow.parquet")
        except ImportError:
            raise MissingExtraError("writing Parquet", "hf") from None
        kinds = {int: self._arrow.int64(), float: self._arrow.float64(), str: self._arrow.string()}
        self._layout = self._arrow.schema([(name, kinds[_TYPES[name]]) for name in COLUMNS])
        self._writer = parquet.ParquetWriter(file, self._layout, compression="zstd")

    def write(self, rows: Sequence[AnswerRow]) -> None:
        """Write some answers as a row group."""
        if rows:
            columns = zip(*rows, strict=True)
            arrays = [self._arrow.array(each, field.type) for each, field in zip(columns, self._layout, strict=True)]
            self._writer.write_table(self._arrow.Table.from_arrays(arrays, schema=self._layout))

    def close(self) -> None:
        """Write the table of contents."""
        self._writer.close()


WRITERS: dict[str, tuple[str, type[CsvWriter | JsonlWriter | ParquetWriter | JspsychWriter | AnswersWriter]]] = {
    "csv": ("answers.csv", CsvWriter),
    "jsonl": ("answers.jsonl", JsonlWriter),
    "parquet": ("answers.parquet", ParquetWriter),
    "jspsych": ("jspsych.json", JspsychWriter),
    "answers": ("answer-records.jsonl", AnswersWriter),
}
"""Formats by name, each with the name of its file."""
