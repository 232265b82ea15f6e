"""Files are cut where a record ends, and the pieces are all of it."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.corpus import FileReader, Part, ReadingSettings, open_corpus
from anaphor.corpus.sources.file import byte_range
from anaphor.corpus.sources.plain_text import TextLayout
from anaphor.corpus.sources.protocol import AT_BLANK_LINES, AT_NEWLINES, Cut, Lines, chunks
from anaphor.errors import FormatError
from anaphor.files import ByteStream
from tests.corpus.written import block_text, kept, read_back


@given(
    st.text(alphabet="ab é\n", max_size=200).map(str.encode),
    st.sampled_from(
        [AT_NEWLINES, AT_BLANK_LINES, TextLayout(lines=Lines.LINE).cut, TextLayout(lines=Lines.WRAPPED).cut]
    ),
    st.integers(8, 60),
)
def test_chunks_are_all_the_bytes_and_end_where_a_record_ends(data: bytes, cut: Cut, size: int) -> None:
    left = memoryview(data)

    def more(wanted: int) -> bytes:
        nonlocal left
        piece, left = bytes(left[:wanted]), left[wanted:]
        return piece

    found = list(chunks(ByteStream("x", more), cut, offset=5, size=size))
    assert b"".join(chunk.data for chunk in found) == data
    place = 5
    for chunk in found:
        assert chunk.offset == place
        place += len(chunk.data)
        chunk.data.decode()
        if not cut.forced and chunk is not found[-1]:
            assert any(match.end() == len(chunk.data) for match in cut.after.finditer(chunk.data))


@given(st.binary(max_size=300), st.integers(1, 10))
def test_byte_ranges_follow_on_each_other(tmp_path_factory: pytest.TempPathFactory, data: bytes, count: int) -> None:
    path = kept(tmp_path_factory.mktemp("ranges"), "a", data)
    ranges = [byte_range(path, Part(index=index, count=count), AT_NEWLINES) for index in range(count)]
    assert ranges[0][0] == 0
    assert ranges[-1][1] == len(data)
    assert [end for _, end in ranges[:-1]] == [start for start, _ in ranges[1:]]
    assert all(start <= end for start, end in ranges)


@pytest.mark.slow
def test_a_record_that_never_ends_is_a_sentence(tmp_path: Path) -> None:
    path = kept(tmp_path, "a.jsonl", b'{"text": "' + b"a" * (70 << 20) + b'"}\n')
    with pytest.raises(FormatError, match=r"a\.jsonl: a record has more than 67,108,864 bytes"):
        read_back(open_corpus([path], ReadingSettings(format="jsonl")).blocks())


@pytest.mark.slow
def test_a_text_on_one_endless_line_is_cut_at_spaces_the_same_in_every_part(tmp_path: Path) -> None:
    data = b"Debut.\n" + b"mot suivant " * 1_000_000 + b"\nfin.\n"
    path = kept(tmp_path, "a.txt", data)
    whole = [line for block in FileReader().blocks(path) for line in block_text(block).split(b"\n") if line]
    parts = [
        line
        for index in range(3)
        for block in FileReader().blocks(path, part=Part(index=index, count=3))
        for line in block_text(block).split(b"\n")
        if line
    ]
    assert parts == whole
    assert max(map(len, whole)) <= 1 << 22
    assert b" ".join(line.strip() for line in whole) == b" ".join(data.split())
