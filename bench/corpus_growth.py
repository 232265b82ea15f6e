"""Growth: 5 and 50 million words, and 500 with `BENCH_LONG=1`; the time per word should stay what it is."""

import os

from anaphor.corpus.index.making import processors
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
        one = build(folder, "one", "--processes", "1")  # what its own processes spend, a process is not told
        all_of_them = build(folder, "all", "--processes", str(processors()))
    return {
        "work": f"{one.words / 1e6:.1f} million words",
        "ours": f"{one.processor:.1f} s of processor time ({one.rate:.2f} million words per second, start-up included),"
        f" {one.size / one.words:.2f} bytes per word, {one.memory / 1e9:.2f} GB; {processors()} processes"
        f" {all_of_them.seconds:.1f} s by the clock ({one.words / all_of_them.seconds / 1e6:.1f} million per second)",
    }
