"""SuperGLUE's WSC: one candidate a row, spans by token number, repaired where they are wrong."""

from pathlib import Path

import pytest

from anaphor.collection import Source
from anaphor.collection.formats.superglue_wsc import SUPERGLUE_WSC
from anaphor.collection.protocol import ReadSettings
from anaphor.errors import ContentError, FormatError
from anaphor.schema import NEITHER, Collection, Item, Mark, Unmarked, UnmarkedReason, question_of

SPECIMEN = Path(__file__).parent / "specimens" / "superglue-wsc.jsonl"


def read(data: bytes) -> Collection:
    return SUPERGLUE_WSC.read(Source(name="s.jsonl", stem="s", data=data), ReadSettings())


def test_true_is_the_candidate_false_is_neither_and_no_label_is_a_question() -> None:
    first, second, third = read(SPECIMEN.read_bytes()).entries
    assert isinstance(first, Item)
    assert isinstance(second, Item)
    assert (first.key, second.key) == (0, NEITHER)
    assert not isinstance(third, Item)


def test_spans_are_found_inside_their_token_or_where_the_form_stands_alone() -> None:
    first, second, third = read(SPECIMEN.read_bytes()).questions
    assert [q.candidates[0].span.of(q.text) for q in (first, second, third) if q.candidates[0].span] == [
        "Vera",
        "Iris",
        "the stove",
    ]
    assert second.anaphor_form == "it"


def test_a_wrong_index_of_a_form_that_stands_twice_is_ambiguous() -> None:
    assert read(SPECIMEN.read_bytes()).questions[2].anaphor == Unmarked(reason=UnmarkedReason.AMBIGUOUS, form="it")


def test_rows_over_one_text_share_a_passage() -> None:
    assert [problem.passage for problem in read(SPECIMEN.read_bytes()).problems] == ["0", "0", None]


def test_broken_rows_are_errors_that_name_line_and_field() -> None:
    with pytest.raises(FormatError, match=r"s\.jsonl:2, field label"):
        read(SPECIMEN.read_bytes().replace(b'"label": false', b'"label": "no"'))
    with pytest.raises(FormatError, match=r"s\.jsonl:1: the JSON is broken"):
        read(b'{"text": ')
    with pytest.raises(ContentError, match="two items are called '0'"):
        read(SPECIMEN.read_bytes().replace(b'"idx": 1', b'"idx": 0'))


@pytest.mark.shared
@pytest.mark.parametrize(("split", "count", "keys"), [("train", 554, 554), ("val", 104, 104), ("test", 146, 0)])
def test_the_published_files_load(shared: Path, split: str, count: int, keys: int) -> None:
    collection = read((shared / "superglue-wsc" / f"{split}.jsonl").read_bytes())
    assert (len(collection.entries), len(collection.items)) == (count, keys)
    assert all(isinstance(question_of(entry).anaphor, Mark) for entry in collection.entries)
