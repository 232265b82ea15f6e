"""Loading collections: how far from the bare parsing of the same bytes?"""

import csv
import json
import lzma
from pathlib import Path
from xml.etree import ElementTree

from anaphor.collection import load
from anaphor.collection.loading import read_once
from anaphor.schema import Collection
from bench.table import Row, best_of

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
SETS = {
    "wsc-en/WSCollection-285.xml": "xml",
    "wsc-fr/French_Wino_Schemas.xml": "xml",
    "fwsc285/wsc_285_v3.json": "json",
    "winogrande/train-debiased.jsonl.xz": "jsonl",
    "gap/gap-development.tsv": "tsv",
    "knowref/knowref_test.json": "json",
}


def _bare(path: Path, kind: str) -> object:
    """The same bytes through the standard library's parser, nothing understood: the floor."""
    data = path.read_bytes()
    text = (lzma.decompress(data) if path.suffix == ".xz" else data).decode("utf-8", "replace")
    if kind == "xml":
        return ElementTree.fromstring(data)
    if kind == "tsv":
        return list(csv.reader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
    return json.loads(text) if kind == "json" else [json.loads(line) for line in text.splitlines()]


def load_anew(path: Path) -> Collection:
    """The collection in a file that nobody has read before."""
    read_once.cache_clear()
    return load(path)


def run() -> list[Row]:
    """Loading against bare parsing, set by set."""
    if not DATA.is_dir():
        print("The published sets are not beside the project: this benchmark did not run.")
        return []
    rows: list[Row] = []
    for name, kind in SETS.items():
        path = DATA / name
        items = len(load(path).entries)
        ours = best_of(3, lambda path=path: load_anew(path))  # type: ignore[misc]  # bound now, not later
        floor = best_of(3, lambda path=path, kind=kind: _bare(path, kind))  # type: ignore[misc]
        rows.append(
            {
                "work": f"load {name}",
                "ours": f"{items / ours:,.0f} items/s",
                "peer": f"bare parsing, the floor: {items / floor:,.0f} items/s",
                "ratio": floor / ours,
            }
        )
    return rows
