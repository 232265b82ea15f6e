"""The corpus room on French text: rates of building, sizes, memory, and what several processes bring.

`BENCH_WORDS` says how many words to take (40 million unless said); the text is what lies beside the project, repeated.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from anaphor.corpus.engine import processors
from anaphor.corpus.index import open_index
from anaphor.corpus.reader_format import ReadingSettings
from anaphor.corpus.reading import open_corpus
from bench.table import Row
from tests.conftest import SHARED

WORDS = int(os.environ.get("BENCH_WORDS", "40_000_000"))
_FRENCH = SHARED / "corpus-fr"
_INPUTS = (
    "eltec-fra.tar.xz", "eltec-fra-ext2.tar.xz", "commonvoice-fr.txt.xz", "mdn-fr.txt.xz", "multi30k",
    "ntrex/newstest2019-ref.fra.txt", "tatoeba-eng-fra.tsv.xz",
)  # fmt: skip
_BYTES_PER_WORD = 5.83


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """What building an index took."""

    words: int
    seconds: float
    """By the clock."""
    processor: float
    """Of processor time, of all processes."""
    memory: int
    """Peak of the largest process, in bytes."""
    size: int
    """Of the index, in bytes."""


def is_there() -> bool:
    """Whether the French text lies beside the project."""
    if not _FRENCH.is_dir():
        print("The French text is not beside the project: this benchmark did not run.")
    return _FRENCH.is_dir()


@contextmanager
def french(words: int) -> Iterator[Path]:
    """A folder with `text.txt`: French text of about so many words, a paragraph per line."""
    source = open_corpus([str(_FRENCH / name) for name in _INPUTS], ReadingSettings(column="2"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "text.txt"
        most = int(words * _BYTES_PER_WORD)
        with path.open("wb") as file:
            while file.tell() < most:
                for block in source.blocks():
                    file.write(block.text.strip(b"\n") + b"\n")
                    if file.tell() >= most:
                        break
        yield Path(folder)


def build(folder: Path, name: str, *options: str) -> Built:
    """Build an index of `text.txt` by the command, in a process of its own."""
    command = [sys.executable, "-m", "anaphor", "corpus", "index", str(folder / "text.txt"), "--lines", "line"]
    start, before = time.perf_counter(), _children()
    subprocess.run([*command, "-o", str(folder / name), *options], check=True, stderr=subprocess.DEVNULL)
    seconds, after = time.perf_counter() - start, _children()
    made = open_index(folder / name, literal=True)
    return Built(words=made.words, seconds=seconds, processor=after[0] - before[0], memory=after[1], size=made.bytes)


def _children() -> tuple[float, int]:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def run() -> list[Row]:
    """Build the index of the same text in every way."""
    if not is_there():
        return []
    with french(min(WORDS, 1_000_000)) as folder:
        build(folder, "warm", "--processes", "1")  # kernels are compiled, and words learnt, before anything is timed
    with french(WORDS) as folder:
        one = ("--processes", "1", "--parts", "1")
        first = build(folder, "first", *one)
        whole = build(folder, "whole", *one)
        plain = build(folder, "plain", *one, "--no-tables")
        counts = build(folder, "counts", *one, "--counts-only")
        two = build(folder, "two", "--processes", "2", "--parts", "2")
    return [
        _rate("index from raw text, words not met before", first),
        _rate("index from raw text", whole, wanted="≥ 5"),
        _rate("the same without tables", plain),
        _rate("counts only", counts),
        _size("index with windows, sentences and tables", whole, 4.3),
        _size("without the tables", plain, 3.7),
        _size("counts only", counts, 1.5),
        {"work": "peak memory of the building process", "ours": f"{whole.memory / 1e9:.2f} GB (wanted: ≤ 1.2)"},
        {
            "work": f"two processes against one, by the clock ({processors()} processors)",
            "ours": f"{two.seconds:.1f} s against {whole.seconds:.1f} s",
            "ratio": whole.seconds / two.seconds,
            "wanted": 1.6,
        },
    ]


def _rate(work: str, built: Built, wanted: str = "") -> Row:
    rate = f"{built.words / built.processor / 1e6:.2f} million words per second of processor time"
    clock = f"{built.words / 1e6:.1f} million words in {built.seconds:.1f} s by the clock, start-up included"
    return {"work": work, "ours": f"{rate}{f' (wanted: {wanted})' if wanted else ''}; {clock}"}


def _size(work: str, built: Built, wanted: float) -> Row:
    return {"work": work, "ours": f"{built.size / built.words:.2f} bytes per word (wanted: ≤ {wanted})"}
