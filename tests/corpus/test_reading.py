"""Any input is found, recognised and read; the parts of a corpus together are the whole, each sentence once."""

import gzip
import hashlib
import lzma
import os
import pickle
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.corpus import FileReader, Lines, Part, ReadingSettings, SourceFile, TextBlock, open_corpus
from anaphor.corpus.sources.file import READERS, inspect_source
from anaphor.corpus.sources.protocol import ReadingTally
from anaphor.corpus.sources.reading import shares
from anaphor.errors import AnaphorError, FormatError, InputError, UnknownNameError
from anaphor.files import Errors
from tests.corpus.written import FORMATS, PACKERS, SENTENCES, Sentence, archived, block_text, kept, read_back, text

words = st.text(alphabet="abcéœÀzZ", min_size=1, max_size=6)
sentences = st.lists(st.lists(words, min_size=1, max_size=5).map(tuple), min_size=1, max_size=25)
every_format = pytest.mark.parametrize("name", sorted(FORMATS))


# Recognising


def test_the_house_readers_come_in_by_the_entry_points() -> None:
    assert set(FORMATS) <= set(READERS.names())


@pytest.mark.slow
@every_format
@pytest.mark.parametrize("packing", sorted(PACKERS))
def test_every_format_is_recognised_and_read_however_it_is_packed(tmp_path: Path, name: str, packing: str) -> None:
    path = kept(tmp_path, "input", PACKERS[packing](FORMATS[name](SENTENCES)))
    if name == "parquet" and packing != "plain":
        with pytest.raises(FormatError, match="Parquet inside an archive or packed file"):
            read_back(open_corpus([path]).blocks())
        return
    corpus = open_corpus([path])
    assert [(file.format, file.packing or "plain") for file in corpus.files] == [(name, packing)]
    assert read_back(corpus.blocks()) == list(SENTENCES)


@every_format
def test_every_format_is_read_inside_an_archive(tmp_path: Path, name: str) -> None:
    data = FORMATS[name](SENTENCES)
    path = kept(tmp_path, "input.tar.xz", PACKERS["xz"](archived({"a": data, "b": PACKERS["gzip"](data)})))
    if name == "parquet":
        with pytest.raises(FormatError, match="Parquet inside an archive"):
            read_back(open_corpus([path]).blocks())
        return
    corpus = open_corpus([path])
    assert corpus.files[0].archive
    assert read_back(corpus.blocks()) == [*SENTENCES, *SENTENCES]
    assert {block.source for block in corpus.blocks()} == {"input.tar.xz/novels/a", "input.tar.xz/novels/b"}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "the inputs are empty"),
        (random.Random(1).randbytes(5000), "the file is binary, not text"),
        (b"PK\x03\x04rest", "the file is a zip archive"),
        (b'<?xml version="1.0"?><rss><item/></rss>', "markup of a kind that no reader knows"),
        (b"<!DOCTYPE html><html><body>x</body></html>", "markup of a kind that no reader knows"),
        (b'[{"text": "a"}, {"text": "b"}]', "one JSON value, not JSON lines"),
        (b"PAR1 and nothing that Parquet has", "the Parquet file cannot be read"),
        (archived({}), "the archive holds no files"),
        (archived({"a.tar": archived({"b": text(SENTENCES)})}), "an archive inside an archive"),
        (archived({"a": text(SENTENCES) * 50})[:5000], "the tar archive is damaged"),
        (b"text\nwith a zero\0byte after the head\n".rjust(70_000, b"x"), "the file is binary, not text"),
    ],
    ids=["empty", "noise", "zip", "xml", "html", "json", "parquet", "no files", "nested", "cut tar", "zero byte"],
)
def test_what_cannot_be_read_is_one_sentence_with_the_file(tmp_path: Path, data: bytes, says: str) -> None:
    path = kept(tmp_path, "input", data)
    with pytest.raises(AnaphorError, match=says) as caught:
        read_back(open_corpus([path]).blocks())
    assert "input" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("x.yaml", "YAML"),
        ("x.YML.xz", "YAML"),
        ("x.toml", "TOML"),
        ("x.ini", "INI"),
        ("x.cfg.gz", "INI"),
        ("x.rtf", "RTF"),
    ],
)
def test_a_document_whose_keys_and_signs_are_no_sentences_is_refused_unless_it_is_called_text(
    tmp_path: Path, name: str, kind: str
) -> None:
    path = kept(tmp_path, name, packed_as(name, b"title = The wolf\nplace: a wood\n"))
    with pytest.raises(AnaphorError, match=f"the file is a document in {kind} format"):
        read_back(open_corpus([path]).blocks())
    assert read_back(open_corpus([path], ReadingSettings(format="text")).blocks())


def packed_as(name: str, data: bytes) -> bytes:
    """The data, packed as the name says."""
    packers: dict[str, Callable[[bytes], bytes]] = {".xz": lzma.compress, ".gz": gzip.compress}
    return packers.get(Path(name).suffix, bytes)(data)


def said_of(path: str, settings: ReadingSettings) -> str:
    """What a reader says about a file that it cannot read; empty when it can."""
    try:
        read_back(FileReader(settings).blocks(path))
    except AnaphorError as error:
        return str(error)
    return ""


@given(data=st.binary(max_size=400), name=st.sampled_from([*sorted(FORMATS), None]))
def test_no_bytes_make_a_reader_fail_with_anything_but_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str | None
) -> None:
    path = kept(tmp_path_factory.mktemp("noise"), "input", data)
    assert said_of(path, ReadingSettings(format=name, column="2")).count("\n") == 0


@every_format
@pytest.mark.parametrize("seed", range(4))
def test_a_damaged_file_gives_text_or_a_sentence(tmp_path: Path, name: str, seed: int) -> None:
    rng = random.Random(seed)
    data = bytearray(FORMATS[name](SENTENCES * 3))
    for _ in range(3):
        data[rng.randrange(len(data))] = rng.randrange(256)
    for damaged in (bytes(data), bytes(data[: rng.randrange(len(data))])):
        path = kept(tmp_path, "input", damaged)
        assert said_of(path, ReadingSettings()).count("\n") == 0


def test_an_unknown_format_is_refused_with_near_names(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="Did you mean jsonl"):
        open_corpus([kept(tmp_path, "a", b"x")], ReadingSettings(format="jsonll"))


@pytest.mark.parametrize("name", ["conllu", "jsonl", "mediawiki", "tei"])
def test_a_format_that_is_said_and_wrong_is_a_sentence(tmp_path: Path, name: str) -> None:
    path = kept(tmp_path, "a.txt", text(SENTENCES))
    with pytest.raises(FormatError, match=r"a\.txt"):
        read_back(open_corpus([path], ReadingSettings(format=name)).blocks())


@pytest.mark.parametrize(
    ("name", "says"), [("jsonl", "no field 'body'"), ("tsv", "no column is"), ("parquet", "no column")]
)
def test_a_wrong_field_or_column_is_refused_before_anything_is_read(tmp_path: Path, name: str, says: str) -> None:
    path = kept(tmp_path, "a", FORMATS[name](SENTENCES))
    with pytest.raises(FormatError, match=says):
        open_corpus([path], ReadingSettings(field="body", column="body"))


# Encodings


def test_a_broken_byte_is_named_with_its_line_and_place_or_replaced_and_counted(tmp_path: Path) -> None:
    good = text(SENTENCES * 2000)
    path = kept(tmp_path, "a.txt", PACKERS["gzip"](good + b"caf\xe9\n" + good))
    with pytest.raises(FormatError, match=rf"a\.txt:10001: the byte 0xe9 at position {len(good) + 3:,} is no UTF-8"):
        read_back(open_corpus([path]).blocks())
    tally = ReadingTally()
    found = read_back(open_corpus([path], ReadingSettings(errors=Errors.REPLACE)).blocks(tally=tally))
    assert len(found) == 20_001
    assert tally.replaced == 1


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_a_file_in_another_encoding_gives_the_same_text(tmp_path: Path, encoding: str) -> None:
    path = kept(tmp_path, "a.txt", text(SENTENCES).decode().encode(encoding))
    assert read_back(open_corpus([path]).blocks()) == list(SENTENCES)


def test_a_guessed_encoding_is_a_note_of_the_corpus(tmp_path: Path) -> None:
    path = kept(tmp_path, "a.txt", text(SENTENCES).decode().encode("cp1252"))
    assert open_corpus([path]).notes == ("a.txt is not UTF-8 and is read as cp1252; state --encoding if that is wrong",)
    assert open_corpus([path], ReadingSettings(encoding="cp1252")).notes == ()


def test_utf16_that_breaks_off_is_named_with_its_place(tmp_path: Path) -> None:
    path = kept(tmp_path, "a.txt", "été".encode("utf-16") + b"\x00\xd8")
    with pytest.raises(FormatError, match="at position 8 is no UTF-16 text"):
        read_back(open_corpus([path]).blocks())


# Files, folders, patterns


def test_folders_and_patterns_are_read_in_sorted_order_each_file_once(tmp_path: Path) -> None:
    for name in ("b.txt", "a/2.txt", "a/10.txt", "c/x.txt", ".hidden/y.txt", "a/.z.txt"):
        kept(tmp_path, name, name.encode() + b"\n")
    (tmp_path / "again").symlink_to(tmp_path / "c")
    folder = str(tmp_path)
    assert [file.name for file in open_corpus([folder]).files] == ["a/10.txt", "a/2.txt", "again/x.txt", "b.txt"]
    assert [file.name for file in open_corpus([f"{folder}/**/*.txt", folder]).files] == [
        "a/10.txt",
        "a/2.txt",
        "again/x.txt",
        "b.txt",
    ]
    assert [file.name for file in open_corpus([f"{folder}/b.txt"]).files] == ["b.txt"]


def test_a_name_that_is_no_utf8_is_made_printable(tmp_path: Path) -> None:
    path = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt")
    kept(tmp_path, path, text(SENTENCES))
    corpus = open_corpus([path])
    assert corpus.files[0].name == "caf�.txt"
    assert {block.source for block in corpus.blocks()} == {"caf�.txt"}
    assert len(read_back(FileReader().blocks(path))) == len(SENTENCES)


def test_a_file_whose_name_looks_like_a_pattern_is_that_file(tmp_path: Path) -> None:
    path = kept(tmp_path, "a[1].txt", b"x\n")
    assert [file.path for file in open_corpus([path]).files] == [path]


def test_inputs_that_cannot_be_found_are_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "loop").mkdir()
    (tmp_path / "loop" / "back").symlink_to(tmp_path / "loop")
    (tmp_path / "nowhere").mkdir()
    (tmp_path / "nowhere" / "link").symlink_to(tmp_path / "gone")
    (tmp_path / "pipes").mkdir()
    os.mkfifo(tmp_path / "pipes" / "pipe")
    for name, says in {
        "empty": "the folder holds no files",
        "loop": "the folder leads back to itself through a link",
        "nowhere": "the link leads nowhere",
        "pipes": "this is a pipe, not a regular file",
        "gone": "there is no such file or folder",
        "*.gone": "no file matches this pattern",
        "a\0": "is no name of a file",
    }.items():
        with pytest.raises(InputError, match=says):
            open_corpus([f"{tmp_path}/{name}"])
    with pytest.raises(InputError, match="no input is named"):
        open_corpus([])


# Parts


def parts_of(path: str, count: int, settings: ReadingSettings | None = None) -> list[list[Sentence]]:
    reader = FileReader(settings)
    return [read_back(reader.blocks(path, part=Part(index=index, count=count))) for index in range(count)]


@pytest.mark.slow
@every_format
@given(found=sentences, count=st.integers(1, 12))
def test_the_parts_of_a_file_are_the_whole_each_sentence_once(
    tmp_path_factory: pytest.TempPathFactory, name: str, found: list[Sentence], count: int
) -> None:
    path = kept(tmp_path_factory.mktemp("parts"), "input", FORMATS[name](found))
    settings = ReadingSettings(format=name, lines=Lines.LINE)
    parts = parts_of(path, count, settings)
    assert [sentence for part in parts for sentence in part] == found
    assert read_back(FileReader(settings).blocks(path)) == found


@pytest.mark.slow
@every_format
@given(found=sentences, count=st.integers(1, 6), packing=st.sampled_from(["bzip2", "gzip", "xz", "zstandard", "tar"]))
def test_the_parts_of_a_packed_file_are_the_whole_each_sentence_once(
    tmp_path_factory: pytest.TempPathFactory, name: str, found: list[Sentence], count: int, packing: str
) -> None:
    if name == "parquet":
        return
    half = len(found) // 2
    files = {"a": FORMATS[name](found[:half] or found[:1]), "b": FORMATS[name](found[half:])}
    data = archived(files) if packing == "tar" else PACKERS[packing](FORMATS[name](found))
    path = kept(tmp_path_factory.mktemp("parts"), "input", data)
    settings = ReadingSettings(format=name, lines=Lines.LINE)
    parts = parts_of(path, count, settings)
    whole = read_back(FileReader(settings).blocks(path))
    assert Counter(sentence for part in parts for sentence in part) == Counter(whole)
    if packing != "tar":
        assert Counter(whole) == Counter(found)


@pytest.mark.slow
@pytest.mark.parametrize("lines", list(Lines))
@given(st.lists(st.text(alphabet="aZé .\t", max_size=12), max_size=40), st.integers(1, 9), st.booleans())
def test_the_parts_of_a_text_are_the_whole_whatever_its_lines_mean(
    tmp_path_factory: pytest.TempPathFactory, lines: Lines, found: list[str], count: int, windows: bool
) -> None:
    data = ("\r\n" if windows else "\n").join(found).encode()
    path = kept(tmp_path_factory.mktemp("parts"), "input", data)
    settings = ReadingSettings(format="text", lines=lines, encoding="utf-8")
    parts = parts_of(path, count, settings)
    whole = read_back(FileReader(settings).blocks(path))
    assert [" ".join(line).split() for part in parts for line in part if " ".join(line).split()] == [
        " ".join(line).split() for line in whole if " ".join(line).split()
    ]


@given(
    st.lists(st.tuples(st.integers(0, 5000), st.booleans(), st.booleans()), min_size=1, max_size=20), st.integers(1, 9)
)
def test_files_are_dealt_whole_or_divided_and_nothing_is_read_twice(
    sizes: list[tuple[int, bool, bool]], count: int
) -> None:
    files = [
        SourceFile(
            path=str(number),
            name=str(number),
            bytes=size,
            format="text",
            packing="gzip" if packed else None,
            divisible=divisible,
        )
        for number, (size, packed, divisible) in enumerate(sizes)
    ]
    plans = [shares(files, Part(index=index, count=count)) for index in range(count)]
    for file in files:
        taken = [(index, part) for index, plan in enumerate(plans) for each, part in plan if each is file]
        whole = [part for _, part in taken if part.count == 1]
        assert len(whole) == 1 == len(taken) or [part.index for _, part in taken] == list(range(count))


def test_parts_of_many_files_have_about_as_much_to_read(tmp_path: Path) -> None:
    for number in range(40):
        kept(tmp_path, f"{number:02}.txt", text(SENTENCES * (1 + number % 7)))
    kept(tmp_path, "large.txt", text(SENTENCES * 400))
    corpus = open_corpus([str(tmp_path)])
    sizes = [
        sum(len(block.text) for block in corpus.blocks(Part(index=index, count=4)) if isinstance(block, TextBlock))
        for index in range(4)
    ]
    assert sum(sizes) == corpus.bytes
    assert max(sizes) < 1.1 * min(sizes)


@pytest.mark.parametrize("part", [Part(index=2, count=2), Part(index=-1, count=2), Part(index=0, count=0)])
def test_a_part_that_does_not_exist_is_refused(tmp_path: Path, part: Part) -> None:
    path = kept(tmp_path, "a", text(SENTENCES))
    with pytest.raises(InputError, match="there is no part"):
        list(open_corpus([path]).blocks(part))
    with pytest.raises(InputError, match="there is no part"):
        list(FileReader().blocks(path, part=part))


def test_a_file_reader_is_a_reader(tmp_path: Path) -> None:
    reader = FileReader()
    assert read_back(reader.blocks(kept(tmp_path, "a", text(SENTENCES)))) == list(SENTENCES)


def test_a_corpus_can_be_sent_to_another_process(tmp_path: Path) -> None:
    corpus = open_corpus([kept(tmp_path, "a", text(SENTENCES))])
    sent = pickle.loads(pickle.dumps(corpus))
    assert read_back(sent.blocks()) == list(SENTENCES)


# Hash, bytes read


def test_the_hash_of_one_file_is_its_own_and_of_several_depends_on_their_order(tmp_path: Path) -> None:
    first, second = kept(tmp_path, "a", b"a\n"), kept(tmp_path, "b", b"b\n")
    assert open_corpus([first]).hash() == hashlib.sha256(b"a\n").hexdigest()
    digests = "\n".join(hashlib.sha256(data).hexdigest() for data in (b"a\n", b"b\n"))
    assert open_corpus([first, second]).hash() == hashlib.sha256(digests.encode()).hexdigest()
    assert open_corpus([second, first]).hash() != open_corpus([first, second]).hash()


def test_the_tally_follows_the_bytes_that_are_read(tmp_path: Path) -> None:
    path = kept(tmp_path, "a", PACKERS["gzip"](text(SENTENCES * 100)))
    corpus, tally = open_corpus([path]), ReadingTally()
    read_back(corpus.blocks(tally=tally))
    assert tally.bytes == corpus.bytes


# The open corpora


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.parametrize(
    ("path", "column", "lines"),
    [
        ("corpus-fr/commonvoice-fr.txt.xz", None, 232_372),
        ("corpus-en/commonvoice-en.txt.xz", None, 91_031),
        ("corpus-fr/tatoeba-eng-fra.tsv.xz", "2", 167_130),
        ("corpus-fr/mdn-fr.txt.xz", None, 113_022),
        ("corpus-fr/ntrex/newstest2019-ref.fra.txt", None, 1_997),
        ("corpus-fr/ud", None, 15_285),
    ],
    ids=["commonvoice-fr", "commonvoice-en", "tatoeba", "mdn", "ntrex", "ud"],
)
def test_the_open_corpora_give_as_many_sentences_as_they_say(
    shared: Path, path: str, column: str | None, lines: int
) -> None:
    corpus = open_corpus([str(shared / path)], ReadingSettings(column=column))
    assert len(read_back(corpus.blocks())) == lines


@pytest.mark.slow
@pytest.mark.shared
def test_the_novels_are_read_member_by_member_and_the_parts_are_the_whole(shared: Path) -> None:
    corpus = open_corpus([str(shared / "corpus-fr" / "eltec-fra.tar.xz")])
    assert inspect_source(corpus.files[0].path, "x", ReadingSettings()).archive
    whole = list(corpus.blocks())
    assert len({block.source for block in whole}) == 100
    parts = [block for index in range(2) for block in corpus.blocks(Part(index=index, count=2))]
    assert Counter((block.source, block_text(block)) for block in parts) == Counter(
        (block.source, block_text(block)) for block in whole
    )


@pytest.mark.slow
@pytest.mark.shared
def test_novels_wrapped_without_blank_lines_are_joined(shared: Path) -> None:
    """In ELTeC-fra-ext2 lines are wrapped inside sentences: unjoined, most lines would begin with a small letter."""
    corpus = open_corpus([str(shared / "corpus-fr" / "eltec-fra-ext2.tar.xz")])
    found = [line for block in corpus.blocks() for line in block_text(block).decode().split("\n") if line.strip()]
    small = sum(1 for line in found if line.lstrip()[0].islower())
    assert small / len(found) < 0.01
