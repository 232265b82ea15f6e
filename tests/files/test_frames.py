"""Tables in memory whose cells no table can hold are refused in a sentence."""

from decimal import Decimal
from typing import Any

import pytest

from anaphor.collection import load
from anaphor.errors import InputError
from anaphor.files import frame_columns, frame_lines

pa: Any = pytest.importorskip("pyarrow")


@pytest.mark.parametrize("unit", ["s", "us"])
def test_moments_beyond_the_calendar_are_refused_with_their_column(unit: str) -> None:
    far = pa.array([2**62, 0], pa.int64()).cast(pa.timestamp(unit))
    with pytest.raises(InputError, match="the column 'when' cannot be read"):
        frame_columns(pa.table({"item": ["a", "b"], "when": far}))


def test_places_beyond_a_dictionary_are_refused_with_their_column() -> None:
    beyond = pa.DictionaryArray.from_arrays(pa.array([0, 9], pa.int32()), pa.array(["a"]), safe=False)
    with pytest.raises(InputError, match="the column 'label' cannot be read"):
        frame_columns(pa.table({"label": beyond}))


def test_lists_that_hold_themselves_are_refused_with_their_row() -> None:
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(InputError, match="row 2 of the table cannot be read"):
        list(frame_lines({"item": ["a", "b"], "labels": [["x"], endless]}))
    text = "Ann saw Bea because [she] left."
    rows = [{"text": text, "candidates": ["Ann", "Bea"], "more": more} for more in ([], endless)]
    with pytest.raises(InputError, match="row 2 of the table cannot be read"):
        load(rows)


def test_a_number_that_refuses_to_be_compared_is_missing() -> None:
    assert frame_columns({"label": [Decimal("sNaN"), Decimal(1)]}) == {"label": [None, Decimal(1)]}
