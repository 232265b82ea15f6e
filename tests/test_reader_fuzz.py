"""Whatever the bytes, every reader reads them or refuses them in a sentence, within limits on time and memory.

The files are read in forked processes of a child, which have the limits; `tests/fuzzing.py` says what is tried.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzzing import READERS, specimens

ROOT = Path(__file__).resolve().parents[1]


def fuzzed(seed: int, rounds: int, real: str = "") -> dict[str, dict[str, int]]:
    """How often files were read and refused, by reader; nothing else may happen."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.fuzzing", str(seed), str(rounds), real],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, (ran.stdout + ran.stderr)[:4000]
    counts: dict[str, dict[str, int]] = json.loads(ran.stdout)
    return counts


@pytest.mark.slow
def test_there_are_specimens_for_every_reader_and_each_reads_some() -> None:
    kinds = {each.reader for each in specimens()}
    assert kinds == READERS.keys()
    assert len(specimens()) > 90


@pytest.mark.slow
def test_damaged_files_are_read_or_refused() -> None:
    counts = fuzzed(29, 1)
    assert sum(each["refused"] for each in counts.values()) > 40


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_many_damaged_files_and_real_ones_are_read_or_refused(seed: int) -> None:
    counts = fuzzed(seed, 20, "real")
    assert sum(sum(each.values()) for each in counts.values()) > 2000
