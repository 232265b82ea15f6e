"""A damaged index is called damaged by whoever asks it, not only by `corpus info --verify`."""

import json
import random
import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from anaphor import corpus
from anaphor.corpus import Index, Unit, open_index, read_counts, read_pairs, write_counts
from anaphor.errors import FormatError, InputError
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


RECORDS = ("plan.json", "card.json", "parts/00000.json")


@pytest.mark.slow
@pytest.mark.parametrize("name", [*RECORDS, "shards/00000-00/meta.json"])
def test_a_flipped_bit_in_any_record_is_refused_by_whoever_opens_it(whole: Index, tmp_path: Path, name: str) -> None:
    shutil.copytree(whole.folder, tmp_path / "index")
    path = tmp_path / "index" / name
    data = path.read_bytes()
    words = [whole.counters[0].shard.lemmas[number] for number in range(2)]
    for bit in range(0, 8 * len(data), 8 * len(data) // 150):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        with pytest.raises(InputError):
            open_index(tmp_path / "index").count(*words).signature  # noqa: B018  # reads the card, too


def test_a_flipped_bit_in_each_array_is_found_by_verifying(whole: Index, tmp_path: Path) -> None:
    shutil.copytree(whole.folder, tmp_path / "index")
    path = tmp_path / "index" / "shards" / "00000-00" / "data.bin"
    data, sections = path.read_bytes(), whole.counters[0].shard.meta.sections
    assert open_index(tmp_path / "index").damaged() == ()
    for name, section in sections.items():
        if section.items:
            flipped = bytearray(data)
            flipped[(section.offset + section.end) // 2] ^= 0x10
            path.write_bytes(flipped)
            assert open_index(tmp_path / "index").damaged() == (f"00000-00/{name}",)
    path.write_bytes(data + b"\0")
    assert open_index(tmp_path / "index").damaged() == ("00000-00/data.bin",)


def test_records_of_earlier_versions_which_have_no_seal_are_still_read(whole: Index, tmp_path: Path) -> None:
    shutil.copytree(whole.folder, tmp_path / "index")
    for name in RECORDS:
        path = tmp_path / "index" / name
        document = json.loads(path.read_text("utf-8"))
        del document["seal"]
        path.write_text(json.dumps(document), "utf-8")
    assert open_index(tmp_path / "index").sentences == whole.sentences


@pytest.mark.slow
def test_a_flipped_bit_in_a_file_of_counts_or_of_pairs_is_refused(whole: Index, tmp_path: Path) -> None:
    words = [whole.counters[0].shard.lemmas[number] for number in range(2)]
    write_counts(tmp_path / "c.json", whole, [(words[0], words[1], Unit.LEMMA)])
    counts, before = (tmp_path / "c.json").read_bytes(), read_counts(tmp_path / "c.json").pair(*words)
    for bit in range(0, 8 * len(counts), 7):
        flipped = bytearray(counts)
        flipped[bit // 8] ^= 1 << bit % 8
        (tmp_path / "c.json").write_bytes(flipped)
        found = before
        with suppress(FormatError):
            found = read_counts(tmp_path / "c.json").pair(*words)
        assert found == before
    corpus.pair_table([whole.folder], tmp_path / "t.pairs", frequency=1)
    table = (tmp_path / "t.pairs").read_bytes()
    name = table.index(b'"header"')
    for bit in range(0, 8 * len(table), 8 * len(table) // 400):
        if name < bit // 8 < name + 7:  # without that name it is a table of an earlier version, and as whole
            continue
        flipped = bytearray(table)
        flipped[bit // 8] ^= 1 << bit % 8
        (tmp_path / "t.pairs").write_bytes(flipped)
        with pytest.raises(FormatError):
            read_pairs(tmp_path / "t.pairs")
