"""ARPA files go out and come back, KenLM gives the same scores, and broken files are named with their line."""

import gzip
import io
import lzma
import zipfile
from pathlib import Path

import numpy as np
import pytest

from anaphor.errors import FormatError, InputError
from anaphor.resolver import make, read_spec
from anaphor.resolver.ngram.kneser_ney import estimate, sentence_stream
from anaphor.resolver.ngram.ngram import NgramTable, read_arpa, read_pack, write_arpa
from anaphor.resolver.words.model_folder import SPECIAL, Vocabulary

SIZE = 14
SMALL = """
\\data\\
ngram 1=4
ngram 2=2

\\1-grams:
-1.0\t<unk>
-99\t<s>\t-0.5
-0.7\t</s>
-0.6\ta\t-0.25

\\2-grams:
-0.2\t<s> a
-0.4\ta </s>

\\end\\
"""


def random_table(order: int, seed: int = 1) -> NgramTable:
    """A model of random sentences."""
    rng = np.random.default_rng(seed)
    lengths = rng.integers(1, 9, 200)
    tokens = (3 + rng.random(int(lengths.sum())) ** 2 * (SIZE - 3)).astype(np.int32)
    words = Vocabulary(words=(*SPECIAL, *(f"mot{number}" for number in range(SIZE - 3))))
    return estimate(
        sentence_stream(tokens, np.cumsum([0, *lengths])), words, order=order, prune=(0, 0, 1)[:order]
    ).table


def random_sentences(count: int) -> list[list[int]]:
    """Sentences of words, the unknown one among them."""
    rng = np.random.default_rng(2)
    return [[0, *range(3, SIZE)][:1] + rng.integers(3, SIZE, rng.integers(1, 9)).tolist() for _ in range(count)]


@pytest.mark.parametrize("order", [1, 2, 3, 5])
def test_a_model_comes_back_as_it_was(order: int, tmp_path: Path) -> None:
    table = random_table(order)
    write_arpa(table, tmp_path / "m.arpa")
    again = read_arpa(tmp_path / "m.arpa")
    assert again.words == table.words
    for one, other in zip(table.orders, again.orders, strict=True):
        assert np.array_equal(one.keys, other.keys)
        assert np.array_equal(one.logs, other.logs)
        assert np.array_equal(one.backoffs, other.backoffs)


@pytest.mark.parametrize("order", [2, 3, 5])
def test_kenlm_gives_the_same_scores(order: int, tmp_path: Path) -> None:
    kenlm = pytest.importorskip("kenlm", reason="the extra kenlm is not installed")
    table = random_table(order)
    write_arpa(table, tmp_path / "m.arpa")
    config = kenlm.Config()
    config.show_progress = False
    peer = kenlm.Model(str(tmp_path / "m.arpa"), config)
    for sentence in random_sentences(100):
        text = " ".join(table.words[word] for word in sentence)
        theirs = [log for log, _, _ in peer.full_scores(text, bos=True, eos=False)]
        assert table.log10([sentence])[0] == pytest.approx(theirs, abs=1e-6)


@pytest.mark.slow
def test_both_readers_answer_alike(tmp_path: Path) -> None:
    pytest.importorskip("kenlm", reason="the extra kenlm is not installed")
    from tests.resolver.questions import cup_collection

    table = english_table()
    write_arpa(table, tmp_path / "m.arpa")
    questions = cup_collection().questions
    own = list(make(f"ngram:{tmp_path / 'm.arpa'}").resolve(questions))
    theirs = list(make(f"ngram:{tmp_path / 'm.arpa'},reader=kenlm").resolve(questions))
    assert [each.reply for each in own] == [each.reply for each in theirs]
    for one, other in zip(own, theirs, strict=True):
        assert list(one.scores) == pytest.approx(list(other.scores), abs=1e-5)


def english_table() -> NgramTable:
    """A model of a few English sentences, its words in lower case."""
    text = "the cup was too large . the box was too small . the dog was tired . the cat was caught ."
    sentences = [[*part.split(), "."] for part in text.split(" .") if part.strip()]
    names = sorted({word for sentence in sentences for word in sentence})
    words = Vocabulary(words=(*SPECIAL, *names))
    tokens = np.concatenate([words.encode(sentence) for sentence in sentences]).astype(np.int32)
    starts = np.cumsum([0, *(len(sentence) for sentence in sentences)])
    return estimate(sentence_stream(tokens, starts), words, order=3).table


def test_a_file_written_by_hand_is_read(tmp_path: Path) -> None:
    (tmp_path / "m.arpa").write_text(SMALL, "utf-8")
    table = read_arpa(tmp_path / "m.arpa")
    a, unknown = table.ids["a"], table.ids["<unk>"]
    assert table.log10([[a, a, unknown]])[0] == pytest.approx([-0.2, -0.25 - 0.6, -0.25 - 1.0])
    assert [len(each) for each in table.log10([[], [a]])] == [0, 1]


@pytest.mark.parametrize("pack", ["gz", "xz"])
def test_packed_files_are_read(pack: str, tmp_path: Path) -> None:
    packed = gzip.compress(SMALL.encode()) if pack == "gz" else lzma.compress(SMALL.encode())
    (tmp_path / "m").write_bytes(packed)
    assert read_arpa(tmp_path / "m").sizes == (4, 2)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("\\data\\", "\\what\\", "no ARPA file"),
        ("ngram 2=2", "ngram 3=2", "ngram N=COUNT"),
        ("-0.6\ta\t-0.25", "nothing", "1-gram was expected"),
        ("-0.2\t<s> a", "-0.2\t<s> b", "'b' is not among the 1-grams"),
        ("-0.2\t<s> a", "-0.2\ta </s>", "stands twice"),
        ("\\end\\", "", "cut off"),
        ("\\2-grams:", "\\3-grams:", "\\\\2-grams: was expected"),
        ("-0.4\ta </s>", "nan\ta </s>", "2-gram was expected"),
    ],
)
def test_broken_files_are_refused_in_one_sentence(old: str, new: str, what: str, tmp_path: Path) -> None:
    (tmp_path / "m.arpa").write_text(SMALL.replace(old, new), "utf-8")
    with pytest.raises(FormatError, match=what):
        read_arpa(tmp_path / "m.arpa")


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.arpa", tmp_path):
        with pytest.raises(InputError):
            read_arpa(path)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "m.arpa").write_bytes(SMALL.encode() + b"\xff\xfe")
    (tmp_path / "n.arpa").write_bytes(b"\\data\\\nngram 1=\xff")
    with pytest.raises(FormatError):
        read_arpa(tmp_path / "n.arpa")


@pytest.mark.parametrize("place", range(12, 80, 4))
def test_a_damaged_packed_file_is_refused_or_read(place: int, tmp_path: Path) -> None:
    whole = bytearray(gzip.compress(SMALL.encode(), mtime=0))
    whole[place] ^= 0x55
    (tmp_path / "m").write_bytes(whole)
    with pytest.raises(FormatError):
        read_arpa(tmp_path / "m")


@pytest.mark.parametrize("header", ["{'descr': '<f8',\n", "  a\n b\n   {", "{'descr': 7, 'fortran_order': 0}\n"])
def test_a_pack_whose_arrays_are_none_is_refused(header: str, tmp_path: Path) -> None:
    inside = io.BytesIO()
    with zipfile.ZipFile(inside, "w") as archive:
        length = len(header).to_bytes(2, "little")
        archive.writestr("card.npy", b"\x93NUMPY\x01\0" + length + header.encode())
    (tmp_path / "m.xz").write_bytes(lzma.compress(inside.getvalue()))
    with pytest.raises(FormatError, match="no n-gram model packed"):
        read_pack(tmp_path / "m.xz")


def test_a_spec_with_a_wrong_reader_or_file_is_refused(tmp_path: Path) -> None:
    from anaphor.resolver.ngram.ngram import ngram

    for text in ("ngram,reader=other", f"ngram:{tmp_path / 'none'}", "ngram,reader=kenlm", "ngram,colour=red"):
        with pytest.raises(InputError):
            ngram(read_spec(text))
