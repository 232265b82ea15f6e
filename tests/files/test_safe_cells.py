"""Tables for spreadsheets: no cell of ours is a formula, and our own readers get every text back as it was."""

import csv
import io
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphor import agreement
from anaphor import collection as collections
from anaphor.agreement import consensus
from anaphor.files import bare_cell, safe_cell, safe_table

pytestmark = pytest.mark.slow

_CATEGORIES = ("Cc", "Cf", "Zs", "Zl", "Zp")
"""Control and format characters, and spaces."""
SIGNS = "=+-@\t\r\n"
HOSTILE = [f"{sign}cmd|' /C calc'!A0" for sign in SIGNS]
UNSEEN = "\u200b\u00a0\ufeff\u2060\u00ad\u202e\u3000\x0b\x00\u2028"
CELLS = st.text(alphabet="=+-@\t\r\n;'\" a1＝" + UNSEEN, max_size=8)


@settings(max_examples=2000)
@given(CELLS)
def test_every_text_comes_back_as_it_was_and_none_is_a_formula(text: str) -> None:
    cell = safe_cell(text)
    assert isinstance(cell, str)
    assert bare_cell(cell) == text
    seen = cell.lstrip(UNSEEN + " ")
    assert not cell.startswith(tuple(SIGNS)) or cell.lstrip("+-").isdigit()
    assert not seen.startswith(("=", "+", "-", "@", "＝")) or seen.lstrip("+-").rstrip(" \u00a0").isdigit()
    assert not any(part.lstrip(UNSEEN + ' "\t\r\n').startswith("=") for part in cell.split(";")[1:])


def test_a_formula_hides_behind_no_character_that_shows_nothing() -> None:
    spaces = [chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) in _CATEGORIES]
    assert len(spaces) > 200
    assert [f"U+{ord(each):04X}" for each in spaces if not str(safe_cell(f"{each}=1+1")).startswith("'")] == []
    assert [f"U+{ord(each):04X}" for each in spaces if safe_cell(f"x;{each}=1+1") == f"x;{each}=1+1"] == []


def test_a_formula_after_a_semicolon_may_begin_with_a_bracket() -> None:
    hostile = ["x;-(1+1)", "x;+(1)", "x;@(A1)", 'x;+"a"', "x;-$A$1"]
    assert [str(safe_cell(text)).count("'") for text in hostile] == [1] * len(hostile)
    assert [bare_cell(str(safe_cell(text))) for text in hostile] == hostile


def test_honest_numbers_stay_as_they_are() -> None:
    numbers = ["-3", " -3", "+2,5", "-5 %", "-1e-5", "-3 ", "\u00a0-3", "−1"]
    assert [safe_cell(each) for each in numbers] == numbers


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
