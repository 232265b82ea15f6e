"""Every byte of an index is vouched for: one that is not as it was written is found, wherever it stands."""

import json
from pathlib import Path

import pytest

from anaphor.corpus import Index, open_index
from anaphor.corpus.index.building import is_whole, sealed
from anaphor.corpus.index.shard_file import read_meta
from anaphor.errors import AnaphorError
from tests.corpus.conftest import invented
from tests.corpus.naive import index_of, write_corpus


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    folder = tmp_path_factory.mktemp("sealed")
    return index_of(write_corpus(folder / "in", invented(300)), folder / "x")


def noticed(path: Path, place: int, folder: Path) -> bool:
    """Whether one byte changed in a file is found by reading everything again, or by opening already."""
    whole = path.read_bytes()
    path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
    try:
        return bool(open_index(folder, literal=True).damaged())
    except AnaphorError:
        return True
    finally:
        path.write_bytes(whole)


def test_an_index_as_it_was_written_is_whole(index: Index) -> None:
    assert index.damaged() == ()


def test_a_byte_of_every_array_and_of_every_gap_between_them_is_noticed(index: Index) -> None:
    shard = index.folder / "shards" / "00000-00"
    data, sections = shard / "data.bin", read_meta(shard).sections.values()
    ends = {each.offset + each.items * int(each.dtype[1:]) for each in sections if each.items}
    size = data.stat().st_size
    firsts = {each.offset for each in sections if each.items}
    places = (
        {0, size - 1} | firsts | {end - 1 for end in ends} | {end for end in ends if end < size and end not in firsts}
    )
    assert any(end < size and end not in firsts for end in ends), "no gap: nothing would be shown"
    assert [place for place in sorted(places) if not noticed(data, place, index.folder)] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["plan.json", "card.json", "parts/00000.json", "shards/00000-00/meta.json"])
def test_a_byte_of_every_small_file_is_noticed(index: Index, name: str) -> None:
    path = index.folder / name
    places = range(0, path.stat().st_size, max(1, path.stat().st_size // 60))
    last = path.stat().st_size - 1
    assert [place for place in (*places, last) if not noticed(path, place, index.folder)] == []


@pytest.mark.parametrize("name", ["plan.json", "card.json", "parts/00000.json", "shards/00000-00/data.bin"])
def test_bytes_that_were_added_are_noticed(index: Index, name: str) -> None:
    path = index.folder / name
    whole = path.read_bytes()
    path.write_bytes(whole + b"\n")
    try:
        assert open_index(index.folder, literal=True).damaged()
    finally:
        path.write_bytes(whole)


def test_a_sealed_text_is_whole_and_another_order_of_its_keys_is_not(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(sealed({"b": 1, "a": "é"}), "utf-8")
    assert is_whole(path)
    path.write_text(json.dumps(json.loads(path.read_text("utf-8"))), "utf-8")
    assert not is_whole(path)
    for junk in ("", "[]", "null", "{}", "\x00"):
        path.write_text(junk, "utf-8")
        assert not is_whole(path)


def test_an_index_whose_plan_speaks_of_endless_parts_is_refused_at_once(index: Index) -> None:
    path = index.folder / "plan.json"
    whole = path.read_bytes()
    for parts in (3, 10**8, 10**400):
        path.write_text(json.dumps(json.loads(whole) | {"parts": parts}), "utf-8")
        try:
            with pytest.raises(AnaphorError, match=r"not finished|is not the plan"):
                open_index(index.folder)
        finally:
            path.write_bytes(whole)
