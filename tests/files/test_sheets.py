"""Spreadsheets: a sheet is a table like any other."""

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from anaphor.agreement.labels.labelling import LabelSettings
from anaphor.agreement.labels.reading import open_labels
from anaphor.errors import FormatError
from anaphor.files import sheet_texts

_TYPES = '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
_LINKS = '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
_KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def workbook(rows: Sequence[Sequence[object]]) -> bytes:
    """A workbook as small as one can be, written by hand."""

    def cell(value: object) -> str:
        if isinstance(value, str):
            return f'<c t="inlineStr"><is><t>{value}</t></is></c>'
        return f"<c><v>{value}</v></c>"

    cells = "".join(f"<row>{''.join(map(cell, row))}</row>" for row in rows)
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
