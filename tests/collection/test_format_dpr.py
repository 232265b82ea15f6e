"""Definite Pronoun Resolution: the place of the pronoun is taken only where it is certain."""

from pathlib import Path

import pytest

from anaphor.collection import Source
from anaphor.collection.formats.dpr import DPR
from anaphor.collection.protocol import ReadSettings
from anaphor.errors import FormatError
from anaphor.schema import Collection, Item, Mark, Unmarked, UnmarkedReason

SPECIMEN = Path(__file__).parent / "specimens" / "dpr.txt"


def read(data: bytes) -> Collection:
    return DPR.read(Source(name="d.txt", stem="d", data=data), ReadSettings())


def test_blocks_become_twins_with_keys() -> None:
    collection = read(SPECIMEN.read_bytes())
    assert [schema.id for schema in collection.schemas] == ["1", "3"]
    assert [item.answer for item in collection.items] == ["the shepherd", "The goat", "the patient", "The nurse"]


def test_a_pronoun_that_stands_twice_has_a_form_and_no_place() -> None:
    questions = read(SPECIMEN.read_bytes()).questions
    assert questions[0].anaphor == Mark(start=39, end=41)
    assert questions[2].anaphor == Unmarked(reason=UnmarkedReason.AMBIGUOUS, form="she")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"The goat\n\n", b"the dog\n\n", "d.txt:9, field answer"),
        (b"The goat,the shepherd\nthe", b"The goat the shepherd\nthe", "d.txt:3, field candidates"),
        (b"she\nThe nurse", b"The nurse", "d.txt:11: the block has 3 lines instead of 4"),
        (b"the patient\n\n", b"the patient\n", "d.txt:11: the block has 5 lines instead of 4"),
    ],
)
def test_a_broken_block_is_an_error_that_names_line_and_field(old: bytes, new: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(SPECIMEN.read_bytes().replace(old, new, 1))


@pytest.mark.shared
@pytest.mark.parametrize(("name", "count"), [("train", 1322), ("test", 564)])
def test_the_published_files_load_as_twins_that_flip(shared: Path, name: str, count: int) -> None:
    collection = read((shared / "dpr" / f"{name}.c.txt").read_bytes())
    assert len(collection.items) == count
    for schema in collection.schemas:
        assert len({entry.key for entry in schema.variants if isinstance(entry, Item)}) == len(schema.variants) == 2
