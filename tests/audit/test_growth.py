"""How many items more text would score."""

import numpy as np
import pytest

from anaphor.audit.association.growth import Growth, growth
from anaphor.corpus import PairCount


def drawn(times: float, seed: int, items: int = 400) -> list[list[PairCount]]:
    """Pairs whose attraction follows a Gamma law, in a corpus so many times as large."""
    fixed, rng = np.random.default_rng(1), np.random.default_rng(seed)
    total = int(1_000_000 * times)
    found = []
    for _ in range(items):
        pairs = []
        for _ in range(2):
            a, b, attraction = fixed.integers(20, 3000), fixed.integers(20, 3000), fixed.gamma(0.8, 4.0)
            both = rng.poisson(attraction * a * b / 1_000_000 * times)
            pairs.append(PairCount(total=total, a=int(a * times), b=int(b * times), both=int(both)))
        found.append(pairs)
    return found


@pytest.fixture(scope="module")
def small() -> Growth:
    return growth(drawn(1.0, 2), 20_000_000)


def test_a_corpus_ten_times_as_large_scores_what_was_foreseen(small: Growth) -> None:
    large = growth(drawn(10.0, 3), 200_000_000)
    assert small.expected(200_000_000) == pytest.approx(large.scored, rel=0.05)


def test_half_the_corpus_scores_what_thinning_foresees(small: Growth) -> None:
    half = growth(drawn(0.5, 4), 10_000_000)
    assert small.expected(10_000_000) == pytest.approx(half.scored, rel=0.08)


def test_the_corpus_itself_scores_what_it_scores_and_more_text_never_less(small: Growth) -> None:
    sizes = [small.expected(words) for words in (20e6, 30e6, 1e8, 1e10)]
    assert sizes[0] == pytest.approx(small.scored)
    assert sizes == sorted(sizes)


def test_a_need_is_the_size_at_which_the_share_is_reached(small: Growth) -> None:
    need = next(each for each in small.needs if each.share == 0.9)
    assert need.words is not None
    assert small.expected(need.words) == pytest.approx(0.9 * small.items, rel=0.01)


def test_items_are_unscored_because_of_a_word_or_because_of_a_pair() -> None:
    met = PairCount(total=1000, a=10, b=10, both=2)
    apart = PairCount(total=1000, a=10, b=10, both=0)
    absent = PairCount(total=1000, a=0, b=10, both=0)
    found = growth([[met, met], [met, apart], [met, absent]], 20_000)
    assert (found.scored, found.unseen_pairs, found.unseen_words) == (1, 1, 1)


def test_nothing_to_count_needs_nothing() -> None:
    found = growth([], 1000)
    assert (found.items, found.scored) == (0, 0)
    assert all(need.words == 1000 for need in found.needs)
