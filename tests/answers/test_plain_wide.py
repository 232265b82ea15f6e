"""A plain wide table is recognised before any reader of a tool is tried, and read as it is read without that."""

import random
import sys
from pathlib import Path

import pytest

from anaphor.answers import open_labels
from anaphor.errors import AnaphorError

PEOPLE = (
    ("alice", "bob", "cleo", "dora", "emil"),
    ("a", "b", "c", "d", "e"),
    ("Rater1", "Rater2", "Rater3", "Rater4", "Rater5"),
    ("P1", "P2", "P3", "P4", "P5"),
    ("c0", "c1", "c2", "c3", "c4"),
    ("label1", "label2", "label3", "label4", "label5"),
    ("gold", "alice", "bob", "time", "n"),
    ("1", "2", "3", "4", "5"),
)
ITEMS = ("item", "id", "Text", "sentence_id", "", "task", "unit")
CLASSES = (
    ("x", "y"),
    ("0", "1"),
    ("1", "2", "3", "4", "5"),
    ("yes", "no", ""),
    ("0.5", "1.5"),
    ("a b", "c"),
    ("-", "NA", "k"),
)


def random_table(seed: int) -> str:
    """A table as somebody may have written it, most often a plain one."""
    rng = random.Random(seed)
    people = rng.choice(PEOPLE)[: rng.randint(2, 5)]
    rows, classes = rng.randint(1, 14), rng.choice(CLASSES)
    items = [f"s{row}" if rng.random() < 0.97 else "s1" for row in range(rows)]
    if rng.random() < 0.3:
        items = [str(row + 1) for row in range(rows)]
    truth = [rng.choice(classes) for _ in items]
    lines = [",".join([rng.choice(ITEMS), *people])]
    for item, right in zip(items, truth, strict=True):
        lines.append(",".join([item, *(right if rng.random() < 0.7 else rng.choice(classes) for _ in people)]))
    return "\n".join(lines) + "\n"


def told(path: Path) -> object:
    """Everything that reading a file says: the labels with their notes, or the error."""
    try:
        matrix = open_labels(path)
    except AnaphorError as error:
        return error.code, str(error)
    return matrix.fingerprint, matrix.items, matrix.annotators, matrix.classes, [str(note) for note in matrix.notes]


@pytest.mark.parametrize("start", range(0, 300, 50))
def test_what_is_recognised_first_is_read_as_it_is_read_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: int
) -> None:
    for seed in range(start, start + 50):
        path = tmp_path / f"{seed}.csv"
        path.write_text(random_table(seed), "utf-8")
        first = told(path)
        with monkeypatch.context() as patch:
            patch.setattr("anaphor.answers.reading.is_plain_wide", lambda table, settings: False)
            assert told(path) == first, path.read_text("utf-8")


def test_no_reader_of_a_tool_is_tried_on_a_plain_wide_table(tmp_path: Path) -> None:
    path = tmp_path / "labels.csv"
    path.write_text("item,alice,bob,cleo\n1,x,x,y\n2,y,y,y\n3,x,y,x\n4,x,x,x\n5,y,y,y\n6,x,x,y\n", "utf-8")
    called = set[str]()

    def look(frame: object, event: str, value: object) -> None:
        code = getattr(frame, "f_code", None)
        if event == "call" and code is not None and "/answers/tools/" in code.co_filename.replace("\\", "/"):
            called.add(code.co_name)

    open_labels(path)  # modules are loaded now
    sys.setprofile(look)
    try:
        open_labels(path)
    finally:
        sys.setprofile(None)
    assert not {name for name in called if name.endswith(("_export", "_table", "_lines")) or name == "recognised"}
