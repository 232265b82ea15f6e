"""Modified Kneser–Ney: the sums are one, the numbers are the textbook's, and pruning loses no mass."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from anaphor.errors import ContentError
from anaphor.resolver.ngram.kneser_ney import (
    FALLBACK,
    NgramEstimate,
    count_orders,
    discounts_of,
    estimate,
    sentence_stream,
)
from anaphor.resolver.ngram.ngram import NgramTable, perplexity
from anaphor.resolver.words.model_folder import END_ID, SPECIAL, START_ID, Vocabulary

SIZE = 9
WORDS = Vocabulary(words=(*SPECIAL, *(f"w{number}" for number in range(SIZE - 3))))

Sentences = list[list[int]]
some_sentences = st.lists(
    st.lists(st.sampled_from([0, *range(3, SIZE)]), min_size=1, max_size=7), min_size=1, max_size=40
)


def estimated(sentences: Sentences, order: int, prune: tuple[int, ...] = (), block: int = 1_000) -> NgramEstimate:
    """The model of some sentences."""
    tokens = np.array([word for sentence in sentences for word in sentence], dtype=np.int32)
    starts = np.cumsum([0, *(len(sentence) for sentence in sentences)])
    return estimate(sentence_stream(tokens, starts, block), WORDS, order=order, prune=prune)


def total_after(table: NgramTable, context: list[int]) -> float:
    """The sum of the probabilities of all words after a context; the start mark is never predicted."""
    return sum(10 ** float(table.log10([[*context, word]])[0][-1]) for word in range(SIZE) if word != START_ID)


@given(some_sentences, st.integers(1, 5), st.lists(st.integers(3, SIZE - 1), max_size=5))
def test_the_probabilities_after_any_context_sum_to_one(sentences: Sentences, order: int, context: list[int]) -> None:
    assert total_after(estimated(sentences, order).table, context) == pytest.approx(1, abs=1e-6)


@given(some_sentences, st.sampled_from([(0, 0, 1), (0, 1, 1), (0, 1, 3)]), st.lists(st.integers(3, 8), max_size=4))
def test_what_is_pruned_goes_to_the_order_below(
    sentences: Sentences, prune: tuple[int, ...], context: list[int]
) -> None:
    assert total_after(estimated(sentences, 3, prune).table, context) == pytest.approx(1, abs=1e-6)


@given(some_sentences, st.integers(2, 5))
def test_blocks_of_any_size_give_the_same_counts(sentences: Sentences, order: int) -> None:
    small, large = estimated(sentences, order, block=3).table, estimated(sentences, order, block=10_000).table
    for one, other in zip(small.orders, large.orders, strict=True):
        assert np.array_equal(one.keys, other.keys)
        assert np.array_equal(one.logs, other.logs)


def by_hand(sentences: Sentences, order: int) -> dict[tuple[int, ...], float]:
    """Interpolated Kneser–Ney with the discounts of the fallback, written out with dictionaries."""
    padded = [[START_ID, *sentence, END_ID] for sentence in sentences]

    def grams(length: int) -> Counter[tuple[int, ...]]:
        return Counter(tuple(s[i : i + length]) for s in padded for i in range(len(s) - length + 1))

    counts: dict[int, dict[tuple[int, ...], int]] = {}
    for length in range(1, order + 1):
        raw = grams(length)
        if length == order:
            counts[length] = dict(raw)
        else:
            before = Counter(longer[1:] for longer in grams(length + 1))
            counts[length] = {g: raw[g] if length > 1 and g[0] == START_ID else before[g] for g in raw}
        if length == 1:
            counts[length][(START_ID,)] = 0
    known: dict[tuple[int, ...], float] = {(word,): 0.0 for word in range(SIZE)}
    for length in range(1, order + 1):
        contexts: dict[tuple[int, ...], list[int]] = {}
        for gram, count in counts[length].items():
            contexts.setdefault(gram[:-1], []).append(count)
        grams_here = known if length == 1 else counts[length]
        for gram in list(grams_here):
            count = counts[length].get(gram, 0)
            seen = contexts[gram[:-1]]
            taken = sum((0.0, *FALLBACK)[min(each, 3)] for each in seen)
            lower = 1 / (SIZE - 1) if length == 1 else known[gram[1:]]
            known[gram] = (count - (0.0, *FALLBACK)[min(count, 3)] + taken * lower) / sum(seen)
    return known


def test_the_numbers_are_those_of_the_formula_written_out() -> None:
    sentences = [[3, 4, 5], [3, 4], [4, 5, 5, 3], [6], [3, 4, 5, 6, 0]]
    found = estimated(sentences, 3)
    assert found.fallbacks == (1, 2, 3)
    trigrams = {gram: value for gram, value in by_hand(sentences, 3).items() if len(gram) == 3}
    assert len(trigrams) == found.seen[2]
    for gram, probability in trigrams.items():
        assert stored_probability(found.table, gram) == pytest.approx(probability, rel=1e-5)


def stored_probability(table: NgramTable, gram: tuple[int, ...]) -> float:
    """The probability that the table holds for an n-gram of the highest order."""
    place = np.array([gram[0]])
    for number, word in enumerate(gram[1:], 1):
        place = table.orders[number].find(place * SIZE + word)
    return float(10 ** table.orders[len(gram) - 1].logs[int(place[0])])


def test_discounts_are_chen_and_goodmans() -> None:
    counts: NDArray[np.int64] = np.repeat([1, 2, 3, 4, 5], [100, 40, 20, 12, 9])
    found = discounts_of(counts)
    share = 100 / 180
    assert found == pytest.approx((1 - 2 * share * 0.4, 2 - 3 * share * 0.5, 3 - 4 * share * 0.6))


def test_a_corpus_without_triples_falls_back_and_says_so() -> None:
    assert discounts_of(np.array([1, 1, 2])) is None
    assert estimated([[3, 4]], 2).fallbacks == (1, 2)


def test_an_n_gram_that_a_longer_one_begins_with_is_never_pruned() -> None:
    found = estimated([[3, 4, 5]] * 4 + [[3, 6]], 3, (0, 1, 1))
    pairs, triples = found.table.orders[1:]
    assert int(triples.find(pairs.find(np.array([3 * SIZE + 4])) * SIZE + 5)[0]) >= 0


def test_counts_of_counts_follow_the_stream_once_per_order() -> None:
    tokens = np.array([3, 4, 3, 4, 5], dtype=np.int32)
    orders = count_orders(sentence_stream(tokens, np.array([0, 2, 5])), SIZE, 2)
    pairs = {
        (int(key) // SIZE, int(key) % SIZE): int(n) for key, n in zip(orders[1].keys, orders[1].counts, strict=True)
    }
    assert pairs == {(START_ID, 3): 2, (3, 4): 2, (4, END_ID): 1, (4, 5): 1, (5, END_ID): 1}


@pytest.mark.parametrize(("order", "prune"), [(6, ()), (0, ()), (3, (0, 2, 1)), (2, (0, 0, 0)), (3, (-1,))])
def test_impossible_orders_and_prunings_are_refused(order: int, prune: tuple[int, ...]) -> None:
    with pytest.raises(ContentError):
        estimated([[3, 4]], order, prune)


def test_an_empty_corpus_is_refused() -> None:
    with pytest.raises(ContentError, match="no sentence"):
        estimate(sentence_stream(np.zeros(0, np.int32), np.array([0])), WORDS, order=2)


def test_perplexity_counts_end_marks() -> None:
    found = estimated([[3, 4, 5]] * 50, 3)
    assert perplexity(found.table, [np.array([3, 4, 5])]) < 1.2
