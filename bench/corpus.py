"""The corpus room on French text: rates of building, sizes, memory, and what several processes bring.

`BENCH_WORDS` says how many words to take (40 million unless said); the text is what lies beside the project, repeated.
"""

import cProfile
import os
import pstats
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path

from anaphor.corpus import ReadingSettings, TextBlock, open_corpus, open_index
from anaphor.corpus.index.making import HereEngine, IndexOrder, make_index, processors
from anaphor.corpus.sources.protocol import Lines
from bench.table import Row
from tests.conftest import SHARED

WORDS = int(os.environ.get("BENCH_WORDS", "40_000_000"))
_FRENCH = SHARED / "corpus-fr"
_INPUTS = (
    "eltec-fra.tar.xz",
    "eltec-fra-ext2.tar.xz",
    "commonvoice-fr.txt.xz",
    "mdn-fr.txt.xz",
    "multi30k",
    "ntrex/newstest2019-ref.fra.txt",
    "tatoeba-eng-fra.tsv.xz",
)
_BYTES_PER_WORD = 5.83
_COPIED = 1 << 24


_COMMAND = """
import sys
from anaphor.cli.main import app
app(sys.argv[1:], standalone_mode=False)
print([line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")][0])
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """What building an index took."""

    words: int
    """Words in it."""
    seconds: float
    """By the clock, start-up included where it was a command."""
    processor: float
    """Seconds of processor time, of all processes."""
    memory: int
    """Peak of the process that was started, in bytes; 0 where that was this one."""
    size: int
    """Bytes of the index."""

    @property
    def rate(self) -> float:
        """Million words per second of processor time."""
        return self.words / self.processor / 1e6


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
        texts = (block.text for block in source.blocks() if isinstance(block, TextBlock))
        with path.open("wb") as file:
            for text in takewhile(lambda _: file.tell() < most, texts):
                file.write(text.strip(b"\n") + b"\n")
        _repeat(path, most)
        yield Path(folder)


def _repeat(path: Path, most: int) -> None:
    """Write the lines of a file behind its end, again and again, until it has so many bytes."""
    once = path.stat().st_size
    with path.open("rb") as read, path.open("ab") as file:
        while file.tell() < most:
            read.seek(file.tell() % once)
            left = min(_COPIED, most - file.tell(), once - read.tell())
            file.write(read.read(left) if left < most - file.tell() else read.read(left) + read.readline())
            file.flush()


def build(folder: Path, name: str, *options: str) -> Built:
    """Build an index of `text.txt` by the command, in a process of its own."""
    command = [sys.executable, "-c", _COMMAND, "corpus", "index", str(folder / "text.txt"), "--newlines", "line"]
    start, before = time.perf_counter(), _processor_time()
    done = subprocess.run([*command, "-o", str(folder / name), *options], check=True, capture_output=True, text=True)
    seconds, processor = time.perf_counter() - start, _processor_time() - before
    made = open_index(folder / name, literal=True)
    memory = int(done.stdout.split()[-1]) * 1024
    return Built(words=made.words, seconds=seconds, processor=processor, memory=memory, size=made.bytes)


def build_here(folder: Path, name: str, *, counts_only: bool = False, tables: bool = True) -> Built:
    """Build an index of `text.txt` in this process, where everything is loaded: the work alone."""
    inputs = (str(folder / "text.txt"),)
    start, before = time.perf_counter(), time.process_time()
    source = open_corpus(inputs, ReadingSettings(lines=Lines.LINE))
    order = IndexOrder(inputs=inputs, corpus=source, folder=folder / name, name=name, language="fr", parts=1)
    made = make_index(replace(order, counts_only=counts_only, tables=tables), HereEngine())
    processor, seconds = time.process_time() - before, time.perf_counter() - start
    return Built(words=made.words, seconds=seconds, processor=processor, memory=0, size=made.bytes)


def warm() -> None:
    """Compile kernels, load the lexicon and learn the usual words before anything is timed."""
    with french(1_000_000) as folder:
        build_here(folder, "warm")


def _processor_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run() -> list[Row]:
    """Build the index of the same text in every way."""
    if not is_there():
        return []
    warm()
    with french(WORDS) as folder:
        first = build_here(folder, "first")
        whole = build_here(folder, "whole")
        plain = build_here(folder, "plain", tables=False)
        counts = build_here(folder, "counts", counts_only=True)
        shares, starting = _shares(folder), _start_up(folder)
        one = build(folder, "one", "--processes", "1", "--parts", "1")
        two = build(folder, "two", "--processes", "2", "--parts", "2")
    return [
        _rate("index from raw text, with words not met before", first),
        _rate("index from raw text", whole, " (wanted: ≥ 5)"),
        _rate("the same without tables", plain),
        _rate("counts only", counts),
        _size("index with windows, sentences and tables", whole, 4.3),
        _size("without the tables", plain, 3.7),
        _size("counts only", counts, 1.5),
        {"work": "peak memory of the building command", "ours": f"{one.memory / 1e9:.2f} GB (wanted: ≤ 1.2)"},
        {
            "work": f"the command with two processes against one, {processors()} processors",
            "ours": f"{two.seconds:.1f} s against {one.seconds:.1f} s by the clock, start-up included",
            "ratio": one.seconds / two.seconds,
            "wanted": 1.6,
        },
        {"work": "where the time of one process goes, everything loaded", "ours": shares},
        {"work": "what a command loads before it begins, part by part", "ours": starting},
    ]


_STEPS = {
    "reading": "in_nfc chunks readinto",
    "scanning": "feed",
    "types and lemmas": "resolve ordered",
    "words and frequencies": "expand frequencies",
    "sets of sentences": "postings pack",
    "tables of pairs": "tables neighbours",
    "writing": "write_parts _write_strings fsync",
}
"""Functions, by name, whose time each step is."""


def _shares(folder: Path) -> str:
    """The share of each step of building, by Python's profiler."""
    profile = cProfile.Profile()
    profile.runcall(build_here, folder, "profiled")
    stats = pstats.Stats(profile)
    spent = dict.fromkeys(_STEPS, 0.0)
    for (path, _, name), (_, _, _, whole, _) in stats.stats.items():  # type: ignore[attr-defined]  # not in its stubs
        for step, names in _STEPS.items():
            if name in names.split() and ("kernel/passes" not in path and "kernel/scan" not in path):
                spent[step] += whole
    total = stats.total_tt  # type: ignore[attr-defined]
    shares = {step: seconds / total for step, seconds in spent.items()}
    return ", ".join(f"{step} {share:.0%}" for step, share in shares.items())


_LOADING = """
import sys, time
def told(what):
    print(f"{what} {time.process_time() - started:.2f} s", end=", ")
started = time.process_time()
import anaphor.cli.main, anaphor.corpus.building; told("modules")
from anaphor.corpus.sources import Lines, ReadingSettings, open_corpus
source = open_corpus([sys.argv[1]], ReadingSettings(lines=Lines.LINE)); source.looks_like(); told("language")
from anaphor.corpus.kernel.analysis import analysis_of
with analysis_of("fr").with_memory(): told("lexicon and words met before")
import anaphor.corpus.kernel.loaded; told("numba and kernels")
"""


def _start_up(folder: Path) -> str:
    """Processor time up to each step of starting, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", _LOADING, str(folder / "text.txt")], check=True, capture_output=True, text=True
    )
    return f"up to {done.stdout.strip(', ')} (the last in the process that workers are forked from, meanwhile)"


def _rate(work: str, built: Built, wanted: str = "") -> Row:
    rate = f"{built.rate:.2f} million words per second of processor time{wanted}"
    return {"work": work, "ours": f"{rate}; {built.words / 1e6:.1f} million words in {built.seconds:.1f} s"}


def _size(work: str, built: Built, wanted: float) -> Row:
    return {"work": work, "ours": f"{built.size / built.words:.2f} bytes per word (wanted: ≤ {wanted})"}
