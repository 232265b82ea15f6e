"""Counts without their text: what is written is what is read, parts add up, and holes are refused."""

import gzip
import json
from pathlib import Path

import pytest

from anaphor.corpus import (
    SENTENCE,
    WITHINS,
    ReadingSettings,
    Unit,
    Within,
    analysis_of,
    count_targets,
    open_corpus,
    pooled,
    read_counts,
    shipped,
    shipped_languages,
    write_counts,
)
from anaphor.corpus.counts import Pool
from anaphor.errors import FormatError, InputError, UnknownNameError
from tests.audit.naive import NaiveCounts

NEWS = NaiveCounts(["le chat dort", "le chat mange ici et le chien dort là", "un chien dort"], name="news")
NOVELS = NaiveCounts(["chat chien", "le chat dort encore"], name="novels")
ASKED = [("chat", "dort", Unit.LEMMA), ("chien", "dort", Unit.LEMMA), ("licorne", "dort", Unit.FORM)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "counts.json.gz"
    write_counts(file, Pool([NEWS, NOVELS]), ASKED)
    return file


def test_a_pool_counts_its_parts_together() -> None:
    pool = Pool([NEWS, NOVELS])
    pair = pool.pair("chat", "dort")
    assert pair is not None
    assert (pair.total, pair.a, pair.b, pair.both) == (5, 4, 4, 3)
    assert pool.frequency("chat") == 4
    assert pool.words == NEWS.words + NOVELS.words
    assert [line.source for line in pool.concordance("chat", "dort", limit=3)] == ["news", "news", "novels"]
    assert pool.name == "news + novels"
    assert str(pool.signature) == "corpus1:news|sentences1:3|corpus2:novels|sentences2:2"


def test_a_pool_of_two_languages_or_of_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="different languages"):
        Pool([NEWS, NaiveCounts([], language="en")])
    with pytest.raises(InputError, match="are none"):
        Pool([])


def test_counts_that_cannot_be_taken_apart_are_their_only_part() -> None:
    assert NEWS.parts == (NEWS,)
    assert pooled([NEWS]) is NEWS


@pytest.mark.parametrize("within", WITHINS, ids=str)
@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: asked[0])
def test_the_file_answers_as_the_corpora_did(path: Path, asked: tuple[str, str, Unit], within: Within) -> None:
    a, b, unit = asked
    read = read_counts(path)
    assert read.pair(a, b, within=within, unit=unit) == Pool([NEWS, NOVELS]).pair(a, b, within=within, unit=unit)
    assert [part.pair(a, b, within=within, unit=unit) for part in read.parts] == [
        part.pair(a, b, within=within, unit=unit) for part in (NEWS, NOVELS)
    ]


def test_the_file_knows_what_it_was_made_from(path: Path) -> None:
    read = read_counts(path)
    assert len(read.parts) == 2
    assert [card.name for card in read.cards] == ["news", "novels"]
    assert read.words == NEWS.words + NOVELS.words
    assert str(read.signature) == str(Pool([NEWS, NOVELS]).signature)
    assert read.frequency("chat") == 4
    assert read.parts[0].name == "news"
    assert read.parts[0].signature == NEWS.signature


def test_the_file_is_silent_about_what_was_not_asked(path: Path) -> None:
    read = read_counts(path)
    assert read.pair("chat", "chien") is None
    assert read.pair("chat", "dort", within=Within(words=3)) is None
    assert read.pair("chat", "dort", unit=Unit.FORM) is None
    assert read.frequency("souris") is None
    assert read.concordance("chat", "dort") == ()


def test_the_words_of_a_pair_may_be_asked_in_either_order(path: Path) -> None:
    there, back = read_counts(path).pair("chat", "dort"), read_counts(path).pair("dort", "chat")
    assert there is not None
    assert back is not None
    assert (there.a, there.b, there.both) == (back.b, back.a, back.both)


def test_a_file_of_the_same_corpora_is_added_to_and_the_bytes_depend_on_the_counts_alone(path: Path) -> None:
    write_counts(path, Pool([NEWS, NOVELS]), [("chat", "chien", Unit.LEMMA)])
    once = path.with_name("once.json.gz")
    write_counts(once, Pool([NEWS, NOVELS]), [("chat", "chien", Unit.LEMMA), *reversed(ASKED)])
    assert read_counts(path).pair("chat", "dort") == read_counts(once).pair("chat", "dort")
    assert path.read_bytes() == once.read_bytes()


def test_a_file_of_other_corpora_is_not_added_to(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(InputError, match="other corpora"):
        write_counts(path, NEWS, ASKED)
    assert path.read_bytes() == before


def test_no_sentence_of_the_corpora_is_in_the_file(path: Path) -> None:
    text = gzip.decompress(path.read_bytes()).decode()
    assert "mange" not in text
    assert "ici" not in text


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document.pop("pairs"),
        lambda document: document.update(version=99),
        lambda document: document["totals"][0].pop(),
        lambda document: document["words"].pop(),
        lambda document: document["pairs"][0][3][0].__setitem__(0, -1),
        lambda document: document["pairs"][0].__setitem__(0, "syllable"),
    ],
    ids=["no pairs", "version", "short totals", "missing word", "negative", "unit"],
)
def test_a_file_with_a_hole_is_refused_with_one_sentence(path: Path, change: object) -> None:
    document = json.loads(gzip.decompress(path.read_bytes()))
    assert callable(change)
    change(document)
    path.write_bytes(gzip.compress(json.dumps(document).encode()))
    with pytest.raises(FormatError):
        read_counts(path)


@pytest.mark.parametrize("data", [b"", b"\x1f\x8bjunk", b"[]", b"null", b'{"format": 3}', b"\xff\xfe"], ids=repr)
def test_junk_is_refused_with_one_sentence(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "junk.json.gz"
    file.write_bytes(data)
    with pytest.raises(FormatError, match=r"of counts|counts of"):
        read_counts(file)


def test_the_package_carries_counts_for_french_and_english() -> None:
    assert shipped_languages() == ("en", "fr")
    for language in shipped_languages():
        counts = shipped(language)
        assert counts.language == language
        assert counts.words > 5_000_000
        assert len(counts.parts) > 1
        assert SENTENCE in WITHINS
    with pytest.raises(UnknownNameError, match="zz"):
        shipped("zz")


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_the_package_carries_was_counted_with_the_analysis_of_today(language: str) -> None:
    """When this fails, words, sentences or lemmas may be others: make the files again, as docs/audit.md says."""
    made_with = {dict(card.signature)["analysis"] for card in shipped(language).cards}
    assert made_with == {analysis_of(language).fingerprint}


@pytest.mark.slow
@pytest.mark.shared
def test_what_the_package_carries_is_what_is_counted_in_the_corpus_today(shared: Path) -> None:
    """When this fails the analysis has changed: make the files again, as docs/audit.md says."""
    part = next(each for each in shipped("fr").parts if each.name == "tatoeba-fr")
    source = open_corpus(
        [str(shared / "corpus-fr" / "tatoeba-eng-fra.tsv.xz")], ReadingSettings(format="tsv", column="2")
    )
    words = [("train", "retarder"), ("livre", "lire"), ("oncle", "vite"), ("sac", "lourd"), ("arbre", "maison")]
    counted = count_targets(source, {word for pair in words for word in pair}, language="fr")
    assert counted.words == part.words
    for pair in words:
        for within in WITHINS:
            assert part.pair(*pair, within=within) == counted.pair(*pair, within=within)


def test_what_the_package_carries_is_small() -> None:
    import anaphor

    folder = Path(anaphor.__file__).parent / "data" / "counts"
    exact = [each.stat().st_size for each in folder.iterdir() if not each.name.endswith(".pairs")]
    tables = [each.stat().st_size for each in folder.iterdir() if each.name.endswith(".pairs")]
    assert sum(exact) < 1_000_000
    assert max(tables) < 6_000_000
    assert sum(tables) < 10_500_000  # nouns that are kept apart from another word by their forms take 0.35 of it
