"""Results by group."""

from dataclasses import replace

import pytest

from anaphor.answer import Choice
from anaphor.errors import UnknownNameError
from anaphor.scoring import UNLABELLED, Outcome, Target
from anaphor.scoring.items.grouping import by_group, unsolved
from anaphor.scoring.items.outcomes import outcome_of_reply


def labelled(name: str, right: bool, *domains: str) -> Outcome:
    item = Target(item=name, key=0, candidates=("a", "b"), groups={"domain": domains})
    return outcome_of_reply(item, Choice(candidate=0 if right else 1))


OUTCOMES = (
    labelled("1", True, "spatial"),
    labelled("2", True, "spatial", "social"),
    labelled("3", False, "social"),
    labelled("4", False),
)


def test_an_item_counts_in_each_of_its_groups_and_one_without_is_not_lost() -> None:
    found = {each.label: (each.measures.n, each.measures.h) for each in by_group(OUTCOMES, "domain")}
    assert found == {"social": (2, 1), "spatial": (2, 2), UNLABELLED: (1, 0)}
    assert list(found)[-1] == UNLABELLED


def test_groups_have_intervals_and_say_when_they_are_too_small_to_rank() -> None:
    for each in by_group(OUTCOMES, "domain"):
        assert each.reussite.interval.low <= each.reussite.value <= each.reussite.interval.high
        assert each.small


def test_chances_of_groups_are_corrected_for_their_number() -> None:
    many = [labelled(f"{group}{n}", True, group) for group in "xyz" for n in range(8)]
    assert [each.chance.p for each in by_group(many, "domain")] == pytest.approx([3 * 2 / 2**8] * 3)


def test_an_unknown_kind_is_refused_and_the_known_ones_are_named() -> None:
    with pytest.raises(UnknownNameError, match=r"Did you mean domain\?"):
        by_group(OUTCOMES, "domains")


def test_a_kind_that_no_item_has_a_label_of_is_one_group() -> None:
    silent = tuple(replace(each, target=replace(each.target, groups={"domain": ()})) for each in OUTCOMES)
    assert [(each.label, each.measures.n) for each in by_group(silent, "domain")] == [(UNLABELLED, len(OUTCOMES))]


def test_what_an_audit_does_not_solve_is_wrong_or_unscored() -> None:
    labels = ("right", "wrong", "unscored", "right")
    seen = [
        replace(each, target=replace(each.target, groups={"audit": (label,)}))
        for each, label in zip(OUTCOMES[:4], labels, strict=True)
    ]
    found = unsolved(seen)
    assert found is not None
    assert (found.measures.n, found.measures.h) == (2, sum(each.result == "right" for each in seen[1:3]))
    assert unsolved(OUTCOMES) is None
