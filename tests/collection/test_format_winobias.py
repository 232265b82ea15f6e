"""WinoBias: the second candidate is taken from the paired line or left unsaid."""

from pathlib import Path

import pytest

from anaphor.collection import Source
from anaphor.collection.formats.winobias import WINOBIAS
from anaphor.collection.protocol import ReadSettings
from anaphor.errors import FormatError
from anaphor.schema import Collection

SPECIMEN = Path(__file__).parent / "specimens" / "winobias.txt"


def read(data: bytes) -> Collection:
    return WINOBIAS.read(Source(name="w.txt", stem="w", data=data), ReadSettings())


def test_the_paired_line_gives_the_second_candidate_in_order_of_mention() -> None:
    first, second = read(SPECIMEN.read_bytes()).items[:2]
    assert [candidate.text for candidate in first.question.candidates] == ["the pilot", "the baker"]
    assert (first.answer, second.answer) == ("the pilot", "the baker")
    assert (first.annotations.gender, second.annotations.gender) == ("male", "female")


def test_of_two_marked_pronouns_the_first_is_the_anaphor_and_no_bracket_is_left() -> None:
    second = read(SPECIMEN.read_bytes()).items[1].question
    assert (second.anaphor_form, second.text) == (
        "she",
        "The pilot thanked the baker because she had brought her cake.",
    )


def test_an_unsaid_candidate_is_not_invented_and_is_noted() -> None:
    collection = read(SPECIMEN.read_bytes())
    assert [len(question.candidates) for question in collection.questions] == [2, 2, 1, 1, 1]
    assert collection.notes == "No second candidate is known for: 3, 4, 5."


@pytest.mark.parametrize(
    "line", [b"6 Nothing is marked here.", b"[The cook] saw that [she] won.", b"6 [The cook] saw [it]."]
)
def test_a_broken_line_is_an_error_that_names_it(line: bytes) -> None:
    with pytest.raises(FormatError, match=r"w\.txt:6"):
        read(SPECIMEN.read_bytes() + line)


@pytest.mark.shared
def test_the_eight_published_files_load(shared: Path) -> None:
    """8 files of 396 lines; four lines of one file pair with a line about the same two people in the same roles."""
    collections = {path.name: read(path.read_bytes()) for path in sorted((shared / "winobias").iterdir())}
    assert [len(collection.items) for collection in collections.values()] == [396] * 8
    noted = {name for name, collection in collections.items() if collection.notes}
    assert noted == {"anti_stereotyped_type2.txt.test"}
    assert not any(set("[]") & set(q.text) for collection in collections.values() for q in collection.questions)
