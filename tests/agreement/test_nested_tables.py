"""Tables in memory whose cells are lists or records give what a file of the same records gives."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa  # type: ignore[import-untyped]
import pytest

from anaphor import agreement

Rows = list[dict[str, Any]]
RECORDS: dict[str, Rows] = {
    "lists": [{"item": f"q{n}", "labels": ["yes", "no", "yes"] if n % 3 else ["yes"] * 3} for n in range(12)],
    "records": [
        {"id": f"q{n}", "annotations": [{"annotator": "a", "label": "xy"[n % 2]}, {"annotator": "b", "label": "x"}]}
        for n in range(12)
    ],
    "two lists": [{"id": f"q{n}", "annotators": ["a", "b"], "labels": [n % 2, 1]} for n in range(12)],
    "counts": [{"id": f"q{n}", "counts": {"entailment": 3, "neutral": n % 3}} for n in range(12)],
}


def from_hub(rows: Rows) -> Any:
    datasets = pytest.importorskip("datasets", reason="Hugging Face's datasets is in the extra hf")
    return datasets.Dataset.from_list(rows)


KINDS: dict[str, Callable[[Rows], Any]] = {
    "rows": lambda rows: rows,
    "columns": lambda rows: {name: [row[name] for row in rows] for name in rows[0]},
    "pandas": pd.DataFrame,
    "pandas with arrays": lambda rows: pa.Table.from_pylist(rows).to_pandas(),
    "polars": pl.DataFrame,
    "pyarrow": pa.Table.from_pylist,
    "datasets": from_hub,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", RECORDS)
def test_lists_and_records_in_cells_are_read_as_in_a_file(tmp_path: Path, name: str, kind: str) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in RECORDS[name]))
    whole, mine = agreement.read(path), agreement.read(KINDS[kind](RECORDS[name]))
    assert mine.items == whole.items
    assert mine.classes == whole.classes
    assert mine.annotators == whole.annotators
    assert mine.label.tolist() == whole.label.tolist()
    assert mine.item.tolist() == whole.item.tolist()
