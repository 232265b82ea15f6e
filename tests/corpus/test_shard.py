"""A shard on disk: whole or not there, checked on request, refused when it is something else."""

import json
import shutil
from pathlib import Path

import pytest

from anaphor.corpus import Index, open_index
from anaphor.corpus.index.shard_writing import ShardWriting
from anaphor.errors import FormatError, InputError, OutputError
from tests.corpus.conftest import invented
from tests.corpus.naive import index_of, write_corpus


@pytest.fixture
def made(tmp_path: Path) -> Index:
    return index_of(write_corpus(tmp_path / "in", invented(300)), tmp_path / "out")


def test_damage_anywhere_in_the_data_is_found(made: Index) -> None:
    assert made.damaged() == ()
    path = made.folder / "shards" / "00000-00" / "data.bin"
    data = bytearray(path.read_bytes())
    sections = made.counters[0].shard.meta.sections
    for name, section in sections.items():
        if section.items:
            data[section.offset] ^= 1
            path.write_bytes(data)
            assert open_index(made.folder).damaged() == (f"00000-00/{name}",)
            data[section.offset] ^= 1
    path.write_bytes(data)


def test_a_changed_description_is_found(made: Index) -> None:
    path = made.folder / "shards" / "00000-00" / "meta.json"
    path.write_text(path.read_text() + "\n")
    assert open_index(made.folder).damaged() == ("00000-00/meta.json",)


def test_data_that_is_cut_short_is_refused(made: Index) -> None:
    path = made.folder / "shards" / "00000-00" / "data.bin"
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(FormatError, match="cut short"):
        open_index(made.folder).frequency("moulin")
    path.unlink()
    with pytest.raises(FormatError, match="cannot be read"):
        open_index(made.folder).frequency("moulin")


@pytest.mark.parametrize("file", ["plan.json", "parts/00000.json", "shards/00000-00/meta.json"])
def test_another_version_and_what_is_no_record_are_refused(made: Index, file: str) -> None:
    path = made.folder / file
    record = json.loads(path.read_text())
    wrong: list[object] = [record | {"version": 99}, record | {"unheard": 1}, [], "x"]
    for changed in wrong:
        path.write_text(json.dumps(changed))
        with pytest.raises(InputError):
            open_index(made.folder).frequency("moulin")


def test_a_shard_is_not_there_until_it_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inputs = write_corpus(tmp_path / "in", invented(300))
    with monkeypatch.context() as broken:
        broken.setattr(ShardWriting, "_write_tables", lambda *given: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            index_of(inputs, tmp_path / "out")
    assert list((tmp_path / "out" / "shards" / "00000-00").iterdir()) == []
    index_of(inputs, tmp_path / "out")
    assert {path.name for path in (tmp_path / "out" / "shards" / "00000-00").iterdir()} == {"data.bin", "meta.json"}


def test_the_same_shard_can_be_made_again(made: Index) -> None:
    shard = made.folder / "shards" / "00000-00"
    before = {path.name: path.read_bytes() for path in shard.iterdir()}
    (made.folder / "parts" / "00000.json").unlink()
    index_of(made.plan.inputs, made.folder)
    assert {path.name: path.read_bytes() for path in shard.iterdir()} == before


def test_what_killed_processes_left_is_swept_away_when_all_is_done(made: Index) -> None:
    left = made.folder / "shards" / "00000-00" / ".data.bin.abc.part"
    left.write_bytes(b"half a shard")
    index_of(made.plan.inputs, made.folder)
    assert not left.exists()


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    inputs = write_corpus(tmp_path / "in", invented(300))
    plan = index_of(inputs, tmp_path / "out").folder
    (plan / "parts" / "00000.json").unlink()
    shutil.rmtree(plan / "shards")
    (plan / "shards").write_text("x")
    with pytest.raises(OutputError, match="could not be written"):
        index_of(inputs, plan)
