"""Rows: their lines, their typed values, and their limits."""

import pytest

from anaphor.collection import Source
from anaphor.collection.formats.tables import SourceRow, blocks, comma_rows, limited, lines, object_rows, tab_rows
from anaphor.errors import FormatError


def source(text: str) -> Source:
    return Source(name="t", stem="t", data=text.encode())


def test_lines_are_numbered_from_one_and_a_last_newline_adds_none() -> None:
    assert list(lines(source("a\n\nb\n"))) == [(1, "a"), (2, ""), (3, "b")]


def test_separators_inside_a_text_do_not_end_a_line() -> None:
    assert list(lines(source("a\u2028b\x85c"))) == [(1, "a\u2028b\x85c")]


def test_an_endless_line_is_refused() -> None:
    with pytest.raises(FormatError, match="t:2: the line is longer"):
        list(lines(source("a\n" + "x" * 1_000_001)))


def test_blocks_are_parted_by_any_number_of_empty_lines() -> None:
    assert list(blocks(source("\na\nb\n\n \nc\nd"), 2)) == [(2, ["a", "b"]), (6, ["c", "d"])]


def test_a_csv_row_over_two_lines_has_the_line_of_its_beginning() -> None:
    rows = list(comma_rows(source('a,b\n1,"x\ny"\n2,z\n')))
    assert [(row.line, row.values["b"]) for row in rows] == [(2, "x\ny"), (4, "z")]


def test_tab_rows_take_quotes_as_text() -> None:
    (row,) = tab_rows(source('a\tb\n"x\t"y"\n'))
    assert row.values == {"a": '"x', "b": '"y"'}


def test_json_list_rows_have_the_lines_of_their_objects() -> None:
    assert [row.line for row in object_rows(source('[\n{"a": 1},\n\n{"a":\n2}\n]'))] == [2, 4]


def test_a_json_object_longer_than_the_first_look_is_read_whole() -> None:
    (row,) = object_rows(source('[{"a": "' + "x" * 300_000 + '"}]'))
    assert len(row.text("a")) == 300_000


@pytest.mark.parametrize("text", ['[{"a": 1}', '[{"a": 1}] x', "[1]", "[" * 100_000, '[{"a": "\\ud800"}]'])
def test_a_broken_json_list_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        list(object_rows(source(text)))


def test_broken_json_has_one_line_number_and_it_is_that_of_the_file() -> None:
    with pytest.raises(FormatError) as refused:
        list(object_rows(source('{"a": 1}\n{a: 1}\n')))
    assert str(refused.value).startswith("t:2: the JSON is broken (")
    assert "line 1" not in str(refused.value)


def test_a_number_of_five_thousand_digits_is_refused() -> None:
    with pytest.raises(FormatError, match="t:1"):
        list(object_rows(source('{"a": ' + "9" * 5000 + "}")))


@pytest.mark.parametrize(("value", "whole"), [(3, 3), ("3", 3), (" 4 ", 4)])
def test_whole_numbers_may_be_texts(value: object, whole: int) -> None:
    assert SourceRow(source=source(""), line=1, values={"n": value}).whole("n") == whole


@pytest.mark.parametrize("value", [True, None, 1.5, "x", "²", "-1", "9" * 40, []])
def test_what_is_no_whole_number_is_refused(value: object) -> None:
    with pytest.raises(FormatError, match="field n"):
        SourceRow(source=source(""), line=1, values={"n": value}).whole("n")


def test_choices_are_told_apart_by_type() -> None:
    row = SourceRow(source=source(""), line=1, values={"n": True})
    with pytest.raises(FormatError, match="must be one of 0, 1"):
        row.one_of("n", (0, 1))


def test_a_file_of_crumbs_is_refused() -> None:
    with pytest.raises(FormatError, match="more than 50,000 items"):
        list(limited(source(""), range(60_000)))
