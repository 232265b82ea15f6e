"""Tables of every kind become rows with their lines, and what is broken is one sentence with its place."""

import io
import zipfile

import pytest

from anaphor.errors import FormatError
from anaphor.files import json_rows, parquet_file, sheet_rows, text_rows

pa = pytest.importorskip("pyarrow", reason="the extra hf is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="the extra hf is not installed")

SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    '<row r="2"><c r="A2" t="inlineStr"><is><t>item</t></is></c><c r="B2"><v>3</v></c><c r="C2"><v>0.5</v></c></row>'
    "</sheetData></worksheet>"
)
BOOK = (
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
    '<sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>'
)
LINKS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Target="worksheets/sheet1.xml" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"/></Relationships>'
)


ROOT = LINKS.replace("worksheets/sheet1.xml", "xl/workbook.xml").replace('/worksheet"', '/officeDocument"')
TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'


def workbook() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("[Content_Types].xml", TYPES)
        archive.writestr("_rels/.rels", ROOT)
        archive.writestr("xl/workbook.xml", BOOK)
        archive.writestr("xl/_rels/workbook.xml.rels", LINKS)
        archive.writestr("xl/worksheets/sheet1.xml", SHEET)
    return file.getvalue()


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


def test_cells_of_a_spreadsheet_are_texts_with_the_rows_of_the_sheet() -> None:
    assert list(sheet_rows(workbook(), file="x.xlsx")) == [(2, ["item", "3", "0.5"])]
    with pytest.raises(FormatError, match=r"x\.xlsx: the spreadsheet cannot be read"):
        list(sheet_rows(b"PK\x03\x04", file="x.xlsx"))
