"""A damaged index is called damaged by whoever asks it, not only by `corpus info --verify`."""

import random
import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from anaphor.corpus.index.index import Index, open_index
from anaphor.errors import FormatError
from tests.corpus.conftest import invented
from tests.corpus.naive import index_of, write_corpus


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Index:
    """An index of some invented sentences."""
    folder = tmp_path_factory.mktemp("whole")
    return index_of(write_corpus(folder / "in", invented(200)), folder / "out")


@pytest.mark.parametrize("seed", range(12))
def test_a_count_from_damaged_bytes_is_refused(whole: Index, tmp_path: Path, seed: int) -> None:
    shutil.copytree(whole.folder, tmp_path / "index")
    words = [whole.counters[0].shard.lemmas[number] for number in range(2)]
    asked = whole.count(words[0], words[1], lines=2)
    luck, path = random.Random(seed), next((tmp_path / "index").rglob("data.bin"))
    data = bytearray(path.read_bytes())
    at = luck.randrange(len(data) - 300)
    data[at : at + 300] = luck.randbytes(300)
    path.write_bytes(data)
    found = None
    with suppress(FormatError):
        found = open_index(tmp_path / "index").count(words[0], words[1], lines=2)
    assert found in (None, asked), "a sentence, or what was damaged was not asked for"
