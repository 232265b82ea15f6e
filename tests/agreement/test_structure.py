"""Camps and loners are found where they are, and not where they are not."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from anaphor.agreement.advice.structure import hidden_split, standing_apart
from anaphor.answers import LabelMatrix, from_counts, from_triples, read
from anaphor.errors import InputError

pytestmark = pytest.mark.slow


def matrix_of(labels: NDArray[np.int64]) -> LabelMatrix:
    item, person = np.nonzero(labels >= 0)
    return from_triples(
        [f"i{n}" for n in item], [f"a{n}" for n in person], [str(label) for label in labels[item, person]]
    )


def exchangeable(seed: int, items: int = 120, people: int = 8) -> NDArray[np.int64]:
    rng = np.random.default_rng(seed)
    return (rng.random((items, people)) < rng.beta(0.5, 0.5, (items, 1))).astype(np.int64)


def test_interchangeable_people_rarely_stand_apart() -> None:
    least = [min(each.p for each in standing_apart(matrix_of(exchangeable(seed)))) for seed in range(40)]
    assert sum(p < 0.05 for p in least) <= 6


def test_someone_who_votes_at_random_stands_apart() -> None:
    labels = exchangeable(1)
    labels[:, 3] = np.random.default_rng(2).integers(0, 2, len(labels))
    worst = standing_apart(matrix_of(labels))[0]
    assert worst.annotator == "a3"
    assert worst.p < 0.01
    assert worst.agreement < worst.expected


def test_two_camps_are_found() -> None:
    rng = np.random.default_rng(0)
    views = rng.integers(0, 2, (200, 2))
    labels = np.repeat(views, 4, axis=1)
    labels = np.where(rng.random(labels.shape) < 0.1, 1 - labels, labels)
    found = hidden_split(matrix_of(labels), rng)
    assert found is not None
    assert {frozenset(group) for group in found.groups} == {
        frozenset(f"a{n}" for n in range(4)),
        frozenset(f"a{n}" for n in range(4, 8)),
    }
    assert found.p < 0.01
    assert found.within > found.between


def test_interchangeable_people_are_rarely_split() -> None:
    found = [
        hidden_split(matrix_of(exchangeable(seed)), np.random.default_rng(seed), permutations=60) for seed in range(20)
    ]
    assert sum(each is not None and each.p < 0.05 for each in found) <= 4


@pytest.mark.parametrize(
    "labels",
    [
        np.ones((20, 5), dtype=np.int64),
        np.tile(np.arange(20)[:, None] % 2, 5),
        np.where(np.eye(6, dtype=bool), 1, -1),
    ],
    ids=["one class", "full agreement", "nobody meets"],
)
def test_people_between_whom_nothing_differs_have_no_camps(labels: NDArray[np.int64]) -> None:
    """The pair table is zero, and a search for its largest eigenvalue has nothing to start from."""
    assert hidden_split(matrix_of(labels), np.random.default_rng(0)) is None


def test_anonymous_votes_have_no_camps() -> None:
    votes = from_counts(np.array([[3, 1], [2, 2]]), items=("a", "b"), classes=("no", "yes"))
    assert hidden_split(votes, np.random.default_rng(0)) is None
    with pytest.raises(InputError, match="stands to the others"):
        standing_apart(votes)


@pytest.mark.shared
def test_the_two_declared_groups_of_hs_brexit_are_found_without_being_told(shared: Path) -> None:
    """Two declared groups of three people labelled the tweets; the labels alone show who is who."""
    matrix = read(shared / "lewidi2023" / "HS-Brexit_train.json")
    found = hidden_split(matrix, np.random.default_rng(0))
    assert found is not None
    assert {frozenset(group) for group in found.groups} == {
        frozenset({"Ann1", "Ann2", "Ann3"}),
        frozenset({"Ann4", "Ann5", "Ann6"}),
    }
    assert found.p < 0.01
