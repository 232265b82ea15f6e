"""What entries replied, as it is published without their traces: one line for each run, no word of a question."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from anaphor.challenge.round import Hearing, RunName
from anaphor.errors import FormatError, Place
from anaphor.files import read_json, regular_bytes
from anaphor.provenance import canonical_json

REPLIES_FILE = "replies.jsonl"
_LARGEST = 2**30
_KEYS = {"entry", "round", "which", "backend", "sealed", "facts", "replies"}


def replies_text(runs: Iterable[tuple[RunName, Mapping[str, Any]]]) -> str:
    """The lines of the file."""
    labelled = ({"entry": name, "round": label, "which": which, **told} for (name, label, which), told in runs)
    return "".join(f"{canonical_json(each)}\n" for each in labelled)


def read_replies(folder: Path) -> dict[RunName, Mapping[str, Any]]:
    """Every run in the file of a folder; none where there is no such file."""
    path = folder / REPLIES_FILE
    if not path.exists():
        return {}
    found: dict[RunName, Mapping[str, Any]] = {}
    for number, line in enumerate(regular_bytes(path, _LARGEST).splitlines(), 1):
        where = Place(file=str(path), line=number)
        try:
            record = read_json(line)
        except ValueError as error:
            raise FormatError(f"this is no JSON ({error})", where=where) from error
        if not isinstance(record, dict) or set(record) != _KEYS or record["which"] not in list(Hearing):
            raise FormatError("this is no run of an entry", where=where)
        label = (str(record.pop("entry")), str(record.pop("round")), Hearing(record.pop("which")))
        if label in found:
            raise FormatError(f"the run of {label[0]} in {label[1]} stands here twice", where=where)
        found[label] = record
    return found
