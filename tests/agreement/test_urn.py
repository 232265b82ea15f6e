"""The urn kernels equal brute force, and the identities of majority votes hold."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from anaphor.agreement.panels.rates import ceiling, fresh_rate, own_majority_rate
from anaphor.agreement.panels.urn import (
    compositions,
    disjoint_agreement,
    draw_panels,
    known_urn,
    observed_urn,
    posterior_urn,
    profiles,
    vote_shares,
    winning,
    winning_first,
)
from anaphor.errors import InputError

pytestmark = pytest.mark.slow

Labels = NDArray[np.int64]


def share(labels: Labels, classes: int) -> NDArray[np.float64]:
    counts = np.bincount(labels, minlength=classes)
    best = counts == counts.max()
    return np.asarray(best / best.sum())


def votes(labels: Labels, classes: int) -> Labels:
    return np.stack([np.bincount(row, minlength=classes) for row in labels])


@pytest.mark.parametrize(
    ("people", "classes", "size"),
    [
        (5, 3, 3),
        (6, 4, 2),
        (7, 5, 4),
        (6, 2, 3),
        (7, 3, 1),
        (7, 3, 7),
        (8, 4, 5),
        (9, 2, 6),
        (4, 6, 3),
    ],
)
def test_winning_equals_all_subsets_counted_one_by_one(people: int, classes: int, size: int) -> None:
    labels = np.random.default_rng(people * size).integers(0, classes, (6, people))
    panels = [list(panel) for panel in combinations(range(people), size)]
    brute = np.stack([np.mean([share(row[panel], classes) for panel in panels], axis=0) for row in labels])
    urn = observed_urn(votes(labels, classes), size)
    assert np.abs(winning(urn) - brute).max() < 1e-12
    assert np.abs(winning_first(urn) - brute[:, 0]).max() < 1e-12


@pytest.mark.parametrize(("people", "classes", "size"), [(6, 3, 3), (6, 4, 2), (7, 5, 3), (5, 2, 1), (8, 3, 3)])
def test_disjoint_agreement_equals_all_pairs_of_panels(people: int, classes: int, size: int) -> None:
    labels = np.random.default_rng(7).integers(0, classes, (4, people))
    brute = []
    for row in labels:
        same = []
        for first in combinations(range(people), size):
            rest = [person for person in range(people) if person not in first]
            for second in combinations(rest, size):
                same.append(share(row[list(first)], classes) @ share(row[list(second)], classes))
        brute.append(np.mean(same))
    found, error = disjoint_agreement(votes(labels, classes), size)
    assert np.abs(found - np.array(brute)).max() < 1e-12
    assert error.max() == 0


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_winning_under_a_known_distribution_equals_all_outcomes(size: int) -> None:
    theta = np.random.default_rng(size).dirichlet([1, 1, 1], 5)
    brute = np.zeros_like(theta)
    for outcome in product(range(3), repeat=size):
        brute += theta[:, list(outcome)].prod(axis=1)[:, None] * share(np.array(outcome), 3)
    assert np.abs(winning(known_urn(theta, size)) - brute).max() < 1e-12


def test_a_posterior_with_huge_parameters_is_a_known_distribution() -> None:
    theta = np.array([[0.5, 0.3, 0.2]])
    near = winning(posterior_urn(theta * 1e9, 5))
    assert np.abs(near - winning(known_urn(theta, 5))).max() < 1e-6


def test_a_posterior_with_whole_parameters_is_polyas_urn() -> None:
    parameters, size = np.array([[2.0, 1.0]]), 3
    chance = dict.fromkeys(range(size + 1), 0.0)
    for outcome in product((0, 1), repeat=size):
        a, p = [2.0, 1.0], 1.0
        for colour in outcome:
            p *= a[colour] / sum(a)
            a[colour] += 1
        chance[outcome.count(0)] += p
    assert winning(posterior_urn(parameters, size))[0, 0] == pytest.approx(chance[2] + chance[3], abs=1e-12)


def test_thousands_of_votes_stay_inside_a_float() -> None:
    counts = np.array([[1200, 900, 900]])
    assert winning(observed_urn(counts, 701)).sum() == pytest.approx(1, abs=1e-9)


def test_a_panel_larger_than_the_votes_is_refused() -> None:
    with pytest.raises(InputError, match="panel of 4"):
        observed_urn(np.array([[2, 1]]), 4)


tables = (
    st.integers(2, 5)
    .flatmap(
        lambda classes: st.lists(
            st.lists(st.integers(0, 6), min_size=classes, max_size=classes).filter(lambda row: sum(row) >= 6),
            min_size=1,
            max_size=6,
        )
    )
    .map(np.array)
)


@given(tables, st.integers(1, 6))
def test_someone_always_wins(counts: Labels, size: int) -> None:
    assert np.abs(winning(observed_urn(counts, size)).sum(axis=1) - 1).max() < 1e-12


@given(tables)
def test_two_people_decide_exactly_like_one(counts: Labels) -> None:
    one, two = (winning(observed_urn(counts, size)) for size in (1, 2))
    assert np.abs(one - two).max() < 1e-12


@given(tables, st.integers(1, 3))
def test_with_two_classes_an_even_panel_decides_like_one_person_fewer(counts: Labels, half: int) -> None:
    binary = np.stack([counts[:, 0], counts[:, 1:].sum(axis=1)], axis=1)
    even, odd = (winning(observed_urn(binary, size)) for size in (2 * half, 2 * half - 1))
    assert np.abs(even - odd).max() < 1e-12


@given(tables)
def test_one_fresh_person_changes_exactly_the_observed_disagreement(counts: Labels) -> None:
    assert fresh_rate(counts, 1) == pytest.approx(ceiling(counts), abs=1e-12)
    assert fresh_rate(counts, 2 if counts.sum(axis=1).min() >= 4 else 1) == pytest.approx(ceiling(counts), abs=1e-12)


@given(st.lists(st.floats(0.001, 1), min_size=2, max_size=6), st.integers(1, 11))
def test_no_known_distribution_lets_panels_differ_more_than_two_people(shares: list[float], size: int) -> None:
    theta = np.array([shares]) / sum(shares)
    between_panels = 1 - (winning(known_urn(theta, size)) ** 2).sum()
    assert between_panels <= 1 - (theta**2).sum() + 1e-12


@given(st.lists(st.floats(0.001, 1), min_size=2, max_size=6), st.integers(1, 11))
def test_an_ideal_panel_changes_between_half_and_all_of_what_a_fresh_one_does(shares: list[float], size: int) -> None:
    wins = winning(known_urn(np.array([sorted(shares, reverse=True)]) / sum(shares), size))[0]
    fresh, ideal = 1 - (wins**2).sum(), 1 - wins[0]
    assert fresh / 2 - 1e-12 <= ideal <= fresh + 1e-12


@given(tables, st.integers(1, 6))
def test_the_order_of_classes_does_not_matter(counts: Labels, size: int) -> None:
    assert own_majority_rate(counts, size) == pytest.approx(own_majority_rate(counts[:, ::-1], size), abs=1e-12)


@given(tables)
def test_patterns_give_back_every_item(counts: Labels) -> None:
    found = profiles(counts)
    width = found.rows.shape[1]
    assert (found.rows[found.inverse] == -np.sort(-counts, axis=1)[:, :width]).all()
    assert found.times.sum() == len(counts)


def test_tied_classes_share_the_win() -> None:
    assert vote_shares(np.array([[2, 2, 1], [0, 0, 0]])).tolist() == [[0.5, 0.5, 0.0], [0.0, 0.0, 0.0]]


def test_many_classes_and_large_panels_are_sampled_and_say_so() -> None:
    counts = np.full((400, 12), 3)
    found, error = disjoint_agreement(counts[:1], 12, np.random.default_rng(0))
    assert 0 < error[0] < 0.01
    assert 0 < found[0] < 0.5


def test_drawn_panels_have_their_size_and_fit_the_votes() -> None:
    counts = np.random.default_rng(0).integers(1, 5, (50, 4))
    drawn = draw_panels(counts, 4, np.random.default_rng(1))
    assert (drawn.sum(axis=1) == 4).all()
    assert (drawn <= counts).all()


def test_compositions_are_complete_and_distinct() -> None:
    found = compositions(5, 4)
    assert len(np.unique(found, axis=0)) == len(found) == 56
    assert (found.sum(axis=1) == 5).all()
