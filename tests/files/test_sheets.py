"""Spreadsheets: a sheet is a table like any other."""

import io
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from anaphor.answers import LabelSettings, open_labels
from anaphor.errors import FormatError
from anaphor.files import sheet_texts
from anaphor.files.sheets import _texts

_TYPES = '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
_LINKS = '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
_KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def workbook(rows: Sequence[Sequence[object]], sheet: str = "") -> bytes:
    """A workbook as small as one can be, written by hand; `sheet` is the XML of its rows."""

    def cell(value: object) -> str:
        if isinstance(value, str):
            return f'<c t="inlineStr"><is><t>{value}</t></is></c>'
        return f"<c><v>{value}</v></c>"

    cells = sheet or "".join(f"<row>{''.join(map(cell, row))}</row>" for row in rows)
    parts = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": f'{_LINKS}<Relationship Id="r" Type="{_KIND}/officeDocument" Target="xl/workbook.xml"/>'
        "</Relationships>",
        "xl/workbook.xml": f'<workbook {_MAIN} xmlns:r="{_KIND}"><sheets>'
        '<sheet name="labels" sheetId="1" r:id="s"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'{_LINKS}<Relationship Id="s" Type="{_KIND}/worksheet" '
        'Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f"<worksheet {_MAIN}><sheetData>{cells}</sheetData></worksheet>",
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return file.getvalue()


ROWS: list[list[object]] = [["item", "ann", "bob"], ["été", 1, 1], ["b", 2, 1], ["c", 2, 2.5]]


def test_a_sheet_is_text_with_tabs_and_whole_numbers_stay_whole() -> None:
    texts = sheet_texts(workbook(ROWS), file="x.xlsx")
    assert texts is not None
    assert next(iter(texts.values())).splitlines() == ["item\tann\tbob", "été\t1\t1", "b\t2\t1", "c\t2\t2.5"]


def test_labels_in_a_spreadsheet_are_those_of_the_same_csv(tmp_path: Path) -> None:
    rows: list[list[str]] = [["item", "ann", "bob"], *([f"i{n}", "xy"[n % 2], "xxy"[n % 3]] for n in range(12))]
    (tmp_path / "labels.xlsx").write_bytes(workbook(rows))
    (tmp_path / "labels.csv").write_text("\n".join(",".join(row) for row in rows), "utf-8")
    sheet, text = (open_labels(tmp_path / name, LabelSettings()) for name in ("labels.xlsx", "labels.csv"))
    assert sheet.table.tolist() == text.table.tolist()
    assert sheet.items == text.items


def test_what_is_no_spreadsheet_is_refused_in_a_sentence(tmp_path: Path) -> None:
    whole = workbook(ROWS)
    assert sheet_texts(b"PK\x03\x04 nothing more", file="x") is None
    assert sheet_texts(b"item,label\n", file="x") is None
    broken = io.BytesIO()
    with zipfile.ZipFile(broken, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook")
    with pytest.raises(FormatError, match="spreadsheet cannot be read"):
        sheet_texts(broken.getvalue(), file="x.xlsx")
    (tmp_path / "half.xlsx").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(FormatError, match="zip archive cannot be read"):
        open_labels(tmp_path / "half.xlsx", LabelSettings())


FAR = {
    "a cell at the far end": '<row r="1"><c r="A1"><v>1</v></c></row><row><c r="XFD1048576"><v>1</v></c></row>',
    "in single quotes": "<row r='1'><c r='A1'><v>1</v></c></row><row r='900000'><c r='XFA900000'><v>1</v></c></row>",
    "as an entity": '<row r="1"><c r="A1"><v>1</v></c></row><row><c r="&#88;FD1048576"><v>1</v></c></row>',
}


@pytest.mark.parametrize("name", FAR)
def test_a_sheet_whose_cells_lie_far_apart_is_refused_and_its_reader_survives(name: str) -> None:
    with pytest.raises(
        FormatError, match=r"^x\.xlsx: (the sheet sheet1\.xml reaches|the file made the library|.*cannot be read)"
    ):
        sheet_texts(workbook([], FAR[name]), file="x.xlsx")


def test_a_date_beyond_the_calendar_is_refused_in_a_sentence() -> None:
    styles = f"<styleSheet {_MAIN}><cellXfs><xf numFmtId='46'/></cellXfs></styleSheet>"
    link = f'<Relationship Id="st" Type="{_KIND}/styles" Target="styles.xml"/></Relationships>'
    with zipfile.ZipFile(io.BytesIO(workbook([], '<row><c s="0"><v>1e300</v></c></row>'))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()} | {"xl/styles.xml": styles.encode()}
    parts["xl/_rels/workbook.xml.rels"] = parts["xl/_rels/workbook.xml.rels"].replace(
        b"</Relationships>", link.encode()
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    with pytest.raises(FormatError, match=r"^x\.xlsx: the spreadsheet cannot be read"):
        sheet_texts(file.getvalue(), file="x.xlsx")


def _with_sheets(count: int, sheet: str) -> bytes:
    """A workbook whose sheets are all one part."""
    file = io.BytesIO()
    names = "".join(f'<sheet name="s{number}" sheetId="{number}" r:id="s"/>' for number in range(1, count + 1))
    with zipfile.ZipFile(io.BytesIO(workbook([], sheet))) as archive, zipfile.ZipFile(file, "w") as made:
        for name in archive.namelist():
            content = archive.read(name)
            if name == "xl/workbook.xml":
                content = content.replace(b'<sheet name="labels" sheetId="1" r:id="s"/>', names.encode())
            made.writestr(name, content)
    return file.getvalue()


def test_a_workbook_of_thousands_of_sheets_is_refused() -> None:
    row = "<row><c><v>1</v></c></row>"
    assert len(sheet_texts(_with_sheets(1000, row), file="x.xlsx") or ()) == 1000
    with pytest.raises(FormatError, match=r"^x\.xlsx: the spreadsheet has 1,001 sheets, and at most 1,000 are read"):
        sheet_texts(_with_sheets(1001, row), file="x.xlsx")


def test_sheets_that_are_one_part_are_counted_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("anaphor.files.sheets._MOST_CELLS", 1000)
    data = _with_sheets(9, "<row><c><v>1</v></c></row>" * 200)
    with pytest.raises(FormatError, match="the sheet s6 reaches to row 200 and column 1, and at most 1,000 cells"):
        _texts(data, "x.xlsx", 1 << 20)


def ods(rows: str) -> bytes:
    """An OpenDocument spreadsheet of one table."""
    names = " ".join(
        f'xmlns:{each}="urn:oasis:names:tc:opendocument:xmlns:{each}:1.0"' for each in ("office", "table", "text")
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "META-INF/manifest.xml",
            '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
            '<m:file-entry m:full-path="content.xml" m:media-type="text/xml"/></m:manifest>',
        )
        archive.writestr(
            "content.xml",
            f'<office:document-content {names}><office:body><office:spreadsheet><table:table table:name="t">{rows}'
            "</table:table></office:spreadsheet></office:body></office:document-content>",
        )
    return file.getvalue()


def _cell(text: str = "", more: str = "") -> str:
    inside = f"<text:p>{text}</text:p>" if text else ""
    kind = 'office:value-type="string" ' if text else ""
    return f"<table:table-cell {kind}{more}>{inside}</table:table-cell>"


MANY_COLUMNS = 'table:number-columns-repeated="16384"'
MANY_ROWS = 'table:number-rows-repeated="1048570"'
HEAD = f"<table:table-row>{_cell('item')}{_cell('ann')}</table:table-row>"


def test_empty_rows_and_columns_behind_a_table_are_what_every_program_writes() -> None:
    empty = f"<table:table-row {MANY_ROWS}>{_cell(more=MANY_COLUMNS)}</table:table-row>"
    texts = sheet_texts(ods(HEAD + empty), file="x.ods")
    assert texts == {"t": "item\tann\n"}


@pytest.mark.parametrize(
    "rows",
    [
        f"<table:table-row {MANY_ROWS}>{_cell('x', MANY_COLUMNS)}</table:table-row>",
        f"<table:table-row {MANY_ROWS}>{_cell()}</table:table-row>"
        f"<table:table-row>{_cell(more=MANY_COLUMNS)}{_cell('x')}</table:table-row>",
    ],
)
def test_cells_that_stand_for_billions_are_refused(rows: str) -> None:
    with pytest.raises(FormatError, match=r"^x\.ods: the sheet content\.xml reaches to row"):
        sheet_texts(ods(HEAD + rows), file="x.ods")


def test_spaces_that_stand_as_a_number_are_counted() -> None:
    many, few = (_cell(f"a<text:s text:c='{count}'/>b" * times) for count, times in ((100_000, 300), (3, 1)))
    with pytest.raises(FormatError, match="cannot be read"):
        sheet_texts(ods(f"{HEAD}<table:table-row>{many}</table:table-row>"), file="x.ods")
    texts = sheet_texts(ods(f"{HEAD}<table:table-row>{few}{_cell('x')}</table:table-row>"), file="x.ods")
    assert texts == {"t": "item\tann\na   b\tx\n"}


def test_a_command_survives_a_sheet_that_is_made_to_kill_it(tmp_path: Path) -> None:
    path = tmp_path / "far.xlsx"
    path.write_bytes(workbook([], FAR["a cell at the far end"]))
    command = [sys.executable, "-m", "anaphor", "agreement", "measure", str(path)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
    assert "reaches to row 1,048,576 and column 16,384" in ran.stderr
