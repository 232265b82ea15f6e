"""Consistency over changed wordings."""

import pytest

from anaphor.answer import Choice
from anaphor.errors import InputError
from anaphor.scoring import Outcome
from anaphor.scoring.items.outcomes import outcome_of_reply
from anaphor.scoring.systems.runs import consistency
from tests.scoring.specimens import problems, target


def changed(name: str, key: int, choice: int) -> Outcome:
    return outcome_of_reply(target(name, key), Choice(candidate=choice))


ORIGINAL = problems("++-?")  # keys 0, 1, 0, 1: chosen 0, 1, 1, none
ORIGINS = {f"p{n}~1": (f"p{n}", (1, 0)) for n in range(4)}  # candidates in the other order


def test_the_same_candidate_in_another_place_is_the_same_answer() -> None:
    found = consistency(ORIGINAL, [changed("p0~1", 1, 1), changed("p1~1", 0, 1), changed("p2~1", 1, 0)], ORIGINS)
    assert found.same is not None
    assert (found.pairs, found.answered) == (3, 3)
    assert found.same.value == pytest.approx(2 / 3)
    assert (found.lost, found.gained, found.always_right, found.originals) == (1, 0, 1, 3)


def test_an_abstention_is_neither_the_same_nor_another_answer() -> None:
    found = consistency(ORIGINAL, [changed("p3~1", 0, 0)], ORIGINS)
    assert (found.pairs, found.answered, found.same, found.gained) == (1, 0, None, 1)


def test_reussite_before_and_after_is_over_the_same_pairs() -> None:
    found = consistency(ORIGINAL, [changed("p0~1", 1, 0), changed("p2~1", 1, 1)], ORIGINS)
    assert (found.original, found.changed) == (0.5, 0.5)


def test_a_map_that_leads_nowhere_is_refused() -> None:
    with pytest.raises(InputError, match="no changed item"):
        consistency(ORIGINAL, [changed("x", 0, 0)], ORIGINS)
