"""The files of other programs that answers can be read from, by name, and how each is known by its content."""

import json
from collections.abc import Callable
from pathlib import Path

from anaphor.errors import FormatError, InputError, Place, UnknownNameError
from anaphor.experiment.importing.csv import import_csv, text_of
from anaphor.experiment.importing.jspsych import import_jspsych
from anaphor.experiment.importing.mturk import MARKS, import_mturk
from anaphor.experiment.importing.pcibex import import_pcibex, is_pcibex
from anaphor.experiment.importing.psytoolkit import import_psytoolkit
from anaphor.experiment.importing.records import Import, ImportSettings

Importer = Callable[[Path, ImportSettings], Import]
IMPORTERS: dict[str, Importer] = {
    "csv": import_csv,
    "jspsych": import_jspsych,
    "mturk": import_mturk,
    "pcibex": import_pcibex,
    "psytoolkit": import_psytoolkit,
}
"""Formats by name."""


def read_answers(path: Path, settings: ImportSettings, format: str | None = None) -> Import:
    """The answers in a file, in the format named or the one that its content shows."""
    if not path.exists():
        raise InputError("experiment-no-such-file", where=Place(file=str(path)))
    name = format or recognise(path)
    if name not in IMPORTERS:
        raise UnknownNameError("format of answers", name, IMPORTERS)
    if path.is_dir() and name != "psytoolkit":
        raise InputError("experiment-is-folder", where=Place(file=str(path)))
    return IMPORTERS[name](path, settings)


def recognise(path: Path) -> str:
    """The format of a file, from its content."""
    if path.is_dir() or path.name == "survey.txt":
        return "psytoolkit"
    text = text_of(path)
    if is_pcibex(text):
        return "pcibex"
    head = text.lstrip()[:1]
    if head == "[" or (head == "{" and not _is_lines(text)):
        return "jspsych"
    first = text.split("\n", 1)[0]
    if all(mark in first for mark in MARKS):
        return "mturk"
    if text.startswith("version: ") and "\nT: " in text:
        return "psytoolkit"
    if not text.strip():
        raise FormatError("experiment-file-empty", where=Place(file=str(path)))
    return "csv"


def _is_lines(text: str) -> bool:
    """Whether each line is a JSON object of its own, with a field per column."""
    try:
        return isinstance(json.loads(text.lstrip().split("\n", 1)[0]), dict) and "trials" not in text[:200]
    except (ValueError, RecursionError):
        return False
