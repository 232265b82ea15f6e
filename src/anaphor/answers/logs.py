"""Answers as another program logged them: the record that all readers of logs make, and the rows of a log."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anaphor.answers.rows import table_rows
from anaphor.collection import bare_text
from anaphor.errors import ContentError, FormatError
from anaphor.files import decode_text, json_rows, regular_bytes, zip_members
from anaphor.schema import Question

_LARGEST = 2**30
TABULAR = (".csv", ".tsv")
"""Endings of the files that are tables."""
METRICS = ("acc", "exact_match", "quasi_exact_match", "prefix_exact_match", "quasi_prefix_exact_match")
"""What harnesses call right or wrong."""
Rows = Iterator[tuple[int, dict[str, Any]]]
"""Lines, and the objects that begin there."""


UNSAID = object()
"""The choice of an answer of which only the outcome was kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedAnswer:
    """One answer in somebody's log."""

    id: str
    line: int = 1
    system: str | None = None
    text: str = ""
    """The item's text; empty where only a prompt is known."""
    prompt: str = ""
    """What was asked, the text of the item somewhere in it."""
    choice: Any = None
    """A candidate's text, letter or number; nothing abstains, and `UNSAID` is no answer at all."""
    options: Sequence[Any] = ()
    """The candidates, in the order of scores and letters."""
    scores: Sequence[Any] = ()
    """What was computed for each option, as it stands in the log."""
    right: Any = None
    """What the program says of the answer: 1 or 0, true or false, C or I."""
    metric: str | None = None
    """Which of its measures says so, where it has several."""
    mark: str | None = None
    """What tells the item from others of the same id: a hash, or its text."""
    failed: bool = False
    """True: the program stopped with an error before there was an answer."""
    notes: Mapping[str, Any] | None = None
    """What else the program knows of the item; a cluster may be among it."""
    more: Mapping[str, Any] | None = None
    """The row of a table, where it is one."""

    @property
    def verdict(self) -> bool | None:
        """What the program says of the answer as right or wrong; None where it says neither."""
        words = {"c": True, "i": False, "1": True, "0": False, "1.0": True, "0.0": False, "true": True, "false": False}
        return words.get(str(self.right).strip().casefold()) if isinstance(self.right, str | int | float) else None

    def asks(self, question: Question) -> bool:
        """Whether it can be the question of that id: the same text, or a prompt with its text or its candidates."""
        if self.text or not self.prompt:
            return not self.text or bare_text(question.text) == bare_text(self.text)
        asked, *options = (bare_text(each) for each in (question.text, *(c.text for c in question.candidates)))
        prompt = bare_text(self.prompt)
        return asked in prompt or all(each in prompt for each in options)


Answers = Iterator[LoggedAnswer]
"""What a reader of logs makes of one."""


def log_rows(path: Path) -> Rows:
    """The records of a table, of JSON lines, of a list, or the one JSON document over many lines."""
    if path.suffix.lower() in TABULAR:
        return table_rows(path, ())
    data = regular_bytes(path, _LARGEST)
    if data.startswith(b"PK"):
        return iter([(1, unpacked_log(data, path))])
    written = decode_text(data, file=str(path))
    if written.startswith("{\n"):
        try:
            return iter([(1, json.loads(written))])
        except (ValueError, RecursionError) as error:
            raise FormatError("score-answers-broken", problem=str(error), where=path) from error
    return json_rows(written, file=str(path))


def unpacked_log(data: bytes, path: Path) -> dict[str, Any]:
    """A log of Inspect out of its archive (`.eval`), as it is in JSON: what stands first, and the samples."""
    try:
        members = dict(zip_members(data, file=str(path), most=_LARGEST))
        if "header.json" not in members and "_journal/start.json" in members:
            raise ContentError("score-answers-unfinished", where=path)
        header = json.loads(members["header.json"])
        samples = [json.loads(content) for name, content in members.items() if name.startswith("samples/")]
        return {**header, "samples": samples}
    except (FormatError, KeyError, RecursionError, TypeError, ValueError) as error:
        raise FormatError("score-answers-zip", where=path) from error
