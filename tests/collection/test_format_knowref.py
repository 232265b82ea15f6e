"""KnowRef: a bracketed pronoun, and the right candidate by its text."""

from pathlib import Path

import pytest

from anaphor.collection import Source
from anaphor.collection.formats.knowref import KNOWREF
from anaphor.collection.protocol import ReadSettings
from anaphor.errors import FormatError
from anaphor.schema import Collection, Unmarked, UnmarkedReason

SPECIMEN = Path(__file__).parent / "specimens" / "knowref.json"


def read(data: bytes) -> Collection:
    return KNOWREF.read(Source(name="k.json", stem="k", data=data), ReadSettings())


def test_the_text_of_the_right_candidate_counts_and_not_its_number() -> None:
    first = read(SPECIMEN.read_bytes()).items[0]
    assert (first.answer, first.question.anaphor_form) == ("Marek", "he")
    assert first.question.text == "Marek admired Tomas , though he seldom said so ."


def test_two_pairs_of_brackets_are_ambiguous_and_leave_no_mark_behind() -> None:
    second = read(SPECIMEN.read_bytes()).items[1].question
    assert second.anaphor == Unmarked(reason=UnmarkedReason.AMBIGUOUS)
    assert second.text == "Dana told Petra that if she sang , Petra would join her ."


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b'"correct_candidate": ["Marek"]', b'"correct_candidate": ["Mara"]', "k.json:2, field correct_candidate"),
        (b'["Petra"]', b'["Petra", "Pia"]', "k.json:3, field candidate0"),
        (b"7}\n]", b"7}\n", "cut off"),
        (b"},", b"}", "k.json:3: the JSON list is broken"),
    ],
)
def test_a_broken_row_is_an_error_that_names_line_and_field(old: bytes, new: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(SPECIMEN.read_bytes().replace(old, new))


@pytest.mark.shared
def test_the_published_file_loads(shared: Path) -> None:
    """1,269 items; one row has two pairs of brackets (data/README.md)."""
    collection = read((shared / "knowref" / "knowref_test.json").read_bytes())
    assert len(collection.items) == 1269
    assert [q.id for q in collection.questions if isinstance(q.anaphor, Unmarked)] == ["477"]
    assert not any(set("[]") & set(question.text) for question in collection.questions)
    assert collection.items[1].answer == "French statesman Leon Gambetta"
