"""Whatever its size, a file is read in little memory."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.corpus.written import ENDS, FORMATS, PACKERS, SENTENCES

MEASURED = """
import sys
from anaphor.corpus.sources.reading import open_corpus
size = 0
for block in open_corpus(sys.argv[1:]).blocks():
    size += len(block.text) if hasattr(block, "text") else sum(map(len, block.sentences))
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(size, int(peak.split()[1]) // 1024)
"""


@pytest.mark.long
@pytest.mark.parametrize("packing", sorted(PACKERS))
def test_a_gigabyte_of_text_is_read_in_less_than_300_megabytes(tmp_path: Path, packing: str) -> None:
    assert measured(large(tmp_path / "input", "text", packing, 1 << 30)) < 300


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(FORMATS.keys() - {"text"}))
def test_memory_does_not_grow_with_the_file(tmp_path: Path, name: str) -> None:
    small, more = (measured(large(tmp_path / "input", name, "plain", size)) for size in (1 << 26, 1 << 28))
    assert more < 300
    assert more < small + 40


def measured(path: str) -> int:
    """Megabytes that a process needs at most to read a file."""
    run = subprocess.run([sys.executable, "-c", MEASURED, path], capture_output=True, text=True, check=True)
    size, megabytes = map(int, run.stdout.split())
    assert size > 1_000_000
    return megabytes


def large(path: Path, name: str, packing: str, size: int) -> str:
    """A file of about that many bytes of content: head, then the same megabytes again and again, then the end."""
    if name == "parquet":
        return large_parquet(path, size)
    end = ENDS.get(name, b"")
    start = FORMATS[name]([]).removesuffix(end)
    middle = FORMATS[name](SENTENCES * 20_000).removeprefix(start).removesuffix(end)
    pack = PACKERS[packing]
    packed = pack(middle)
    with path.open("wb") as file:
        file.write(pack(start))
        for _ in range(size // len(middle)):
            file.write(packed)
        file.write(pack(end))
    return str(path)


def large_parquet(path: Path, size: int) -> str:
    texts = [" ".join(words) for words in SENTENCES] * 20_000
    table = import_module("pyarrow").table({"text": texts})
    with import_module("pyarrow.parquet").ParquetWriter(path, table.schema) as writer:
        for _ in range(size // sum(map(len, texts))):
            writer.write_table(table)
    return str(path)


# The real corpora: figures of the data's own description
