"""What is learnt of words is kept for the next corpus, and only ever saves time."""

from pathlib import Path

import pytest

from anaphor.corpus import analysis_of
from anaphor.corpus.kernel import analysis
from anaphor.corpus.kernel.analysis import AnalysedWord, KnownWords, memory_path, read_memory, write_memory
from anaphor.corpus.kernel.analysis_scan import RawWord

KNOWN = KnownWords(
    small={"chevaux": "cheval", "zzz": "zzz"},
    capital={"claire": "Claire"},
    joined={
        RawWord("dit-il", False): (AnalysedWord("dit", False, "dire"), AnalysedWord("il", False, "il")),
        RawWord("o'brien", True): (AnalysedWord("o'brien", True, "O'brien"),),
    },
)


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    write_memory(tmp_path / "deep" / "words.txt", KNOWN)
    assert read_memory(tmp_path / "deep" / "words.txt") == KNOWN
    write_memory(tmp_path / "none.txt", KnownWords())
    assert read_memory(tmp_path / "none.txt") == KnownWords()


def test_a_broken_file_is_as_good_as_none(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    assert len(read_memory(path)) == 0
    write_memory(path, KNOWN)
    data = path.read_bytes()
    for broken in (data[:-1], data.replace(b"cheval", b"chenil"), b"", b"\xff\xfe", b"\n" * 10):
        path.write_bytes(broken)
        assert len(read_memory(path)) == 0


def test_a_place_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    write_memory(tmp_path / "file" / "words.txt", KNOWN)


def test_a_whole_corpus_is_learnt_and_a_question_is_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ANAPHOR_CACHE", str(tmp_path))
    monkeypatch.setattr(analysis, "_WORTH_KEEPING", 30)
    fresh = analysis_of.__wrapped__("fr")
    fresh.words("les chevaux blancs")
    assert not list(tmp_path.rglob("*.txt"))
    with fresh.with_memory():
        fresh.words(" ".join(f"mot{number}" for number in range(50)) + " chevaux dit-il")
    path = memory_path(fresh.fingerprint)
    assert read_memory(path).small["chevaux"] == "cheval"
    other = analysis_of.__wrapped__("fr")
    with other.with_memory():
        assert len(other.types.known) >= 50
        assert [word.lemma for word in other.words("chevaux dit-il")] == ["cheval", "dire", "il"]
