"""Tables for spreadsheets: no cell of ours is a formula, and our own readers get every text back as it was."""

import csv
import io
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from anaphor import agreement
from anaphor import collection as collections
from anaphor.agreement.measurement import consensus
from anaphor.files.spreadsheets.safe_cells import bare_cell, safe_cell, safe_table

SIGNS = "=+-@\t\r\n"
HOSTILE = [f"{sign}cmd|' /C calc'!A0" for sign in SIGNS]
CELLS = st.text(alphabet="=+-@\t\r\n;'\" a1＝", max_size=8)


@settings(max_examples=2000)
@given(CELLS)
def test_every_text_comes_back_as_it_was_and_none_is_a_formula(text: str) -> None:
    cell = safe_cell(text)
    assert isinstance(cell, str)
    assert bare_cell(cell) == text
    assert not cell.startswith(tuple(SIGNS)) or cell.lstrip("+-").isdigit()


def test_an_apostrophe_of_ones_own_stays() -> None:
    assert [bare_cell(str(safe_cell(each))) for each in ("'=1", "''=1", "a;'=1", "'tis", "'-3")] == [
        "'=1",
        "''=1",
        "a;'=1",
        "'tis",
        "'-3",
    ]


def test_the_names_of_columns_are_no_formulas_either() -> None:
    read = list(csv.reader(io.StringIO(safe_table(["item", *HOSTILE], [["=x", *HOSTILE]]))))
    assert not any(cell.startswith(tuple(SIGNS)) for row in read for cell in row)
    assert [bare_cell(each) for each in read[0]] == ["item", *HOSTILE]


def test_tables_of_agreement_hold_no_formula(tmp_path: Path) -> None:
    rows = [
        {"item": f"=HYPERLINK({n})", "annotator": who, "label": HOSTILE[(n + (who == "@eve" and n % 4 == 0)) % 2]}
        for n in range(20)
        for who in ("+ann", "-bob", "@eve")
    ]
    consensus(rows).write(tmp_path / "consensus.csv")
    agreement.next_labels(rows, budget=5).write(tmp_path / "next.csv")
    for path in tmp_path.iterdir():
        table = list(csv.reader(io.StringIO(path.read_text("utf-8"), newline="")))
        assert len(table) > 2
        assert not any(cell.startswith(("=", "+c", "-c", "@", "\t")) for row in table for cell in row), path.name
        assert bare_cell(table[1][0]).startswith("=HYPERLINK(")


def test_collections_are_written_as_no_table_that_a_spreadsheet_opens(tmp_path: Path) -> None:
    for to in collections.writable():
        collections.convert("anaphor-en", tmp_path / to, to=to, skip=True)
    made = {path.suffix for path in tmp_path.rglob("*") if path.is_file()}
    assert made
    assert made.isdisjoint({".csv", ".tsv", ".tab", ".xlsx", ".xls", ".ods"})
