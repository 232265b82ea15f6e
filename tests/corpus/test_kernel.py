"""The compiled kernel and the plain one give the same numbers, and the analysis they share is the documented one."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyroaring import BitMap

from anaphor.corpus.index.building import kernel
from anaphor.corpus.kernel.analysis_scan import LONGEST_WORD, profile_of
from anaphor.corpus.kernel.kernel import COLUMNS, Expansion, Kernel, ShardWords

PLAIN, COMPILED = kernel(compiled=False), kernel(compiled=True)

PIECES = [
    "Claire",
    "l'",
    "qu’",
    "homme",
    "aujourd'hui",
    "dit-il",
    "M.",
    "J.",
    "etc.",
    "Mme",
    ".",
    "!",
    "?",
    "…",
    "...",
    ",",
    ";",
    " ",
    "  ",
    "\n",
    "\x1e",
    "\u00a0",
    "\u202f",
    "«",
    "»",
    "—",
    "-",
    "'",
    "ʼ",
    "\u00ad",
    "\u200b",
    "é",
    "É",
    "e\u0301",
    "\u0301",
    "ſ",
    "œ",
    "Œ",
    "ﬁ",
    "İ",
    "ß",
    "3",
    "3.5",
    "²",
    "中",
    "𠀀",
    "😀",
    "\ufe0f",
    "ǅ",
    "Σ",
    "x" * 300,
    "é" * 127,
    "a" * 15,
    "a" * 16,
    "B" * 14,
    "\u2028",
    "\r",
    "\t",
    "_",
    "(",
    ")",
    "Il",
    "il",
    "va-t'en",
    "prof",
    "prof.",
    "p.",
    "B" + "a" * 13 + " ",
    "B" + "a" * 14 + " ",
    "B" + "a" * 15 + " ",
    "C" + "é" * 7 + " ",
    "l'à",
    "l'À",
    "qu'Élise",
    "l'3",
    "l'÷",
    "s' ",
    "mot, Il ",
    "mot,Il ",
    "3,5 ",
    "d'œuvre",
    "A ",
]
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=60).map("".join)


def read(chosen: Kernel, texts: list[str], language: str = "fr") -> list[object]:
    scanner = chosen.scanner(profile_of(language))
    streams = [scanner.feed(text.encode("utf-8", "replace") + b"\n").tolist() for text in texts]
    words = list(zip(*scanner.raw_words(), strict=True))
    return [streams, words, scanner.types]


@given(st.lists(TEXTS, max_size=3), st.sampled_from(["fr", "en", "xx"]))
def test_both_kernels_see_the_same_words_and_sentences(texts: list[str], language: str) -> None:
    assert read(COMPILED, texts, language) == read(PLAIN, texts, language)


SHAPES = ["{}", "a{}", "{}a", "A{}B", "Il. {} il", "Il{}. Il", "l'{}'x", "a-{}-b", "\u00ad{}\u00ad"]


@pytest.mark.parametrize("shape", SHAPES, ids=ascii)
def test_both_kernels_agree_on_each_hard_piece(shape: str) -> None:
    for piece in PIECES:
        assert read(COMPILED, [shape.format(piece)]) == read(PLAIN, [shape.format(piece)]), ascii(piece)


def test_every_character_is_seen_alike() -> None:
    text = " ".join(f"x{chr(code)}y" for code in range(0x250))
    beyond = " ".join(f"x{chr(code)}y" for code in range(0x2000, 0x32000, 97) if not 0xD800 <= code < 0xE000)
    assert read(COMPILED, [text, beyond]) == read(PLAIN, [text, beyond])


@pytest.mark.slow
def test_tables_grow_without_losing_a_word() -> None:
    text = " ".join(f"mot{number}" for number in range(200_000))
    assert read(COMPILED, [text])[1:] == read(PLAIN, [text])[1:]


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["l'", "a-", "x ", "l'x-", "\n", "a. B ", "\x1e", "é'"], ids=ascii)
def test_thousands_of_the_same_piece_stay_inside_every_table(piece: str) -> None:
    assert read(COMPILED, [piece * 5000]) == read(PLAIN, [piece * 5000])


def test_a_word_that_is_too_long_is_no_word() -> None:
    words = read(COMPILED, [f"{'a' * LONGEST_WORD} {'b' * (LONGEST_WORD + 1)} c"])[1]
    assert [form for form, _ in words] == ["a" * LONGEST_WORD, "c"]  # type: ignore[attr-defined]  # a list of raw words


SENTENCES = st.lists(st.lists(st.integers(0, 30), min_size=1, max_size=12), max_size=40)


def text_of(sentences: list[list[int]]) -> ShardWords:
    return ShardWords(
        words=np.array([word for sentence in sentences for word in sentence], np.uint32),
        lengths=np.array([len(sentence) for sentence in sentences], np.uint16),
        sources=np.zeros(0, np.uint32),
    )


@given(SENTENCES, st.integers(1, 6))
def test_both_kernels_count_alike_and_as_one_counts_by_hand(sentences: list[list[int]], window: int) -> None:
    text = text_of(sentences)
    lemma_of = np.arange(31, dtype=np.uint32) // 2
    lemmas = [[word // 2 for word in sentence] for sentence in sentences]
    for chosen in (PLAIN, COMPILED):
        occurrences, with_lemma = chosen.frequencies(text, lemma_of, 16)
        assert occurrences.tolist() == [sum(sentence.count(word) for sentence in sentences) for word in range(31)]
        assert with_lemma.tolist() == [sum(lemma in sentence for sentence in lemmas) for lemma in range(16)]
        postings = chosen.postings(text, lemma_of, with_lemma)
        assert postings.tolist() == [at for lemma in range(16) for at, each in enumerate(lemmas) if lemma in each]
        tables = chosen.tables(text, lemma_of, 8, 5, window)
        pairs = [(low, high) for high in range(8) for low in range(high)]
        assert tables.sentences.tolist() == [
            sum(low in each and high in each for each in lemmas) for low, high in pairs
        ]
        follows = Counter(
            (each[i], each[j])
            for each in lemmas
            for i in range(len(each))
            for j in range(i + 1, min(i + window + 1, len(each)))
        )
        assert tables.windows.reshape(8, 8).tolist() == [[follows[one, two] for two in range(8)] for one in range(8)]
        behind_and_before = [
            [[follows[row, column] for column in range(COLUMNS)], [follows[column, row] for column in range(COLUMNS)]]
            for row in range(8, 13)
        ]
        assert tables.beside.reshape(5, 2, COLUMNS).tolist() == behind_and_before
        before, behind = chosen.neighbours(text, lemma_of, 8, window)
        assert before.tolist() == [
            sum(min(i, window) for each in lemmas for i, lemma in enumerate(each) if lemma == wanted)
            for wanted in range(8)
        ]
        assert behind.tolist() == [
            sum(min(len(each) - 1 - i, window) for each in lemmas for i, lemma in enumerate(each) if lemma == wanted)
            for wanted in range(8)
        ]


@given(st.lists(st.integers(0, 12), max_size=80), st.integers(1, 5))
def test_both_kernels_expand_alike(stream: list[int], longest: int) -> None:
    marks = {10: 0xFFFFFFFF, 11: 0xFFFFFFFF, 12: 0xFFFFFFFE}
    raw = np.array([marks.get(each, each) for each in [*stream, 11]], np.uint32)
    expansion = Expansion(
        single=np.array([5, 6, 7, 8, 9, 10, 11, -1, -2, 12], np.int32),
        starts=np.array([0, 2, 5], np.int32),
        types=np.array([1, 2, 3, 4, 5], np.int32),
    )
    middle = len(raw) // 2
    made = [each.expand([raw[:middle].copy(), raw[middle:].copy()], expansion, longest) for each in (PLAIN, COMPILED)]
    for field in ("words", "lengths", "sources"):
        one, two = (getattr(each, field).tolist() for each in made)
        assert one == two


@pytest.mark.parametrize("kind", ["sparse", "dense", "mixed", "few", "all"])
def test_packed_sets_are_roaring_bitmaps_or_plain_numbers(kind: str) -> None:
    rng = np.random.default_rng(7)
    share = {"sparse": 0.0005, "dense": 0.4, "mixed": 0.0625, "few": 0.00001, "all": 1.0}[kind]
    sets = [np.flatnonzero(rng.random(300_000) < share).astype(np.uint32) for _ in range(3)]
    sets.append(np.array([4, 70_000], np.uint32))
    sizes = np.array([each.size for each in sets], np.int64)
    packed = [each.pack(np.concatenate(sets), sizes) for each in (PLAIN, COMPILED)]
    assert packed[0][0].tobytes() == packed[1][0].tobytes()
    assert packed[0][1].tolist() == packed[1][1].tolist()
    data, starts = packed[1]
    for number, numbers in enumerate(sets):
        part = data[starts[number] : starts[number + 1]].tobytes()
        found = (
            np.frombuffer(part, np.uint32).tolist() if len(part) == 4 * numbers.size else list(BitMap.deserialize(part))
        )
        assert found == numbers.tolist()
