"""Tables of every kind become rows with their lines, and what is broken is one sentence with its place."""

import io

import pytest

from anaphor.errors import FormatError
from anaphor.files import json_rows, parquet_file, text_rows

pa = pytest.importorskip("pyarrow", reason="the extra hf is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="the extra hf is not installed")


def test_the_separator_is_the_one_the_first_line_has_most_of() -> None:
    assert list(text_rows("a\tb,c\td\n1\t2\t3\n", file="x")) == [(1, ["a", "b,c", "d"]), (2, ["1", "2", "3"])]


def test_quotes_that_are_left_open_may_be_forgiven() -> None:
    assert list(text_rows('a\t"b\n', file="x", separator="\t", strict=False)) == [(1, ["a", "b\n"])]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('a,b\n1,"2\n', r"x\.csv:2: the table is broken \(unexpected end of data\)"),
        ("a,b\n" + "1" * 20 + "\n", r"x\.csv:2: the line is longer than 10 characters"),
    ],
)
def test_a_broken_table_is_one_sentence(text: str, says: str) -> None:
    with pytest.raises(FormatError, match=says):
        list(text_rows(text, file="x.csv", longest=10))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"a": 1}\n{"a":\n', r"x:2: the JSON is broken \(Expecting value\)"),
        ('{"a": 1} {"a": 2}\n', r"x:1: something follows the JSON object"),
        ("3\n", r"x:1: a JSON object is needed here, not 3"),
        ('[{"a": 1}\n{"a": 2}]', r"x:2: the JSON list is broken or cut off"),
        ('[{"a": 1}]\n3', r"x:1: something follows the JSON list"),
        ("[" * 100_000, "the JSON is nested too deep"),
        ('[{"a": "' + "b" * 1_100_000 + '"}]', "the JSON is longer than a million characters"),
        ('{"a": "\\ud83d"}', "half a character"),
    ],
)
def test_broken_json_is_one_sentence_with_its_line(text: str, says: str) -> None:
    with pytest.raises(FormatError, match=says):
        list(json_rows(text, file="x"))


def test_a_json_list_may_be_empty_and_its_objects_may_have_many_lines() -> None:
    assert list(json_rows("[]", file="x")) == []
    assert list(json_rows('\n[\n{"a":\n1},\n{"a": 2}\n]\n', file="x")) == [(3, {"a": 1}), (5, {"a": 2})]


def test_parquet_is_opened_from_its_bytes_and_what_is_none_is_refused() -> None:
    file = io.BytesIO()
    pq.write_table(pa.table({"item": ["a", "b"]}), file)
    assert parquet_file(file.getvalue(), file="x.parquet").read().column("item").to_pylist() == ["a", "b"]
    with pytest.raises(FormatError, match=r"x\.parquet: the Parquet file cannot be read"):
        parquet_file(b"PAR1", file="x.parquet")
    for name in (b"\x80tem", b"ite\xff"):  # the name of a column is no text
        with pytest.raises(FormatError, match=r"x\.parquet: the Parquet file cannot be read"):
            parquet_file(file.getvalue().replace(b"item", name), file="x.parquet")
