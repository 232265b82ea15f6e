"""Growth: 5 and 50 million words, and 500 with `BENCH_LONG=1`; the time per word should stay what it is."""

import os

from anaphor.corpus.engine import processors
from bench.corpus import build, french, is_there, warm
from bench.table import Row


def run() -> list[Row]:
    """Build indexes of text that grows tenfold."""
    if not is_there():
        return []
    warm()
    sizes = [5_000_000, 50_000_000] + ([500_000_000] if os.environ.get("BENCH_LONG") else [])
    return [_row(words) for words in sizes]


def _row(words: int) -> Row:
    with french(words) as folder:
        made = build(folder, "index", "--processes", str(processors()))
    return {
        "work": f"{made.words / 1e6:.1f} million words, {processors()} processes",
        "ours": f"{made.seconds:.1f} s by the clock ({made.words / made.seconds / 1e6:.1f} million words per second),"
        f" {made.processor:.1f} s of processor time, {made.size / made.words:.2f} bytes per word,"
        f" {made.memory / 1e9:.2f} GB in the largest process",
    }
