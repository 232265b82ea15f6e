"""Twins: which neighbours belong together, and where they differ."""

import pytest

from anaphor.collection.formats.foreign import are_near, are_twins, differences, grouped, with_cues
from anaphor.schema import Candidate, Mark, Question, question_of


def question(text: str, *candidates: str, name: str = "1") -> Question:
    start = text.index("[")
    end = text.index("]") - 1
    return Question(
        id=name,
        language="en",
        text=text.replace("[", "").replace("]", ""),
        anaphor=Mark(start=start, end=end),
        candidates=tuple(Candidate(text=candidate) for candidate in candidates),
    )


WET = question("The hat fell off the hook because [it] was wet.", "the hat", "the hook")
BENT = question("The hat fell off the hook because [it] was bent.", "The hat", "the hook", name="2")


@pytest.mark.parametrize(
    ("run", "sizes"), [("a", [1]), ("aa", [2]), ("aaa", [3]), ("aaaa", [2, 2]), ("aaaaa", [2, 3]), ("aab", [2, 1])]
)
def test_runs_are_cut_into_twos_and_one_left_over_joins_the_last(run: str, sizes: list[int]) -> None:
    assert [len(group) for group in grouped(run, lambda one, other: one == other)] == sizes


def test_like_texts_with_one_pronoun_and_the_same_candidates_are_twins() -> None:
    assert are_twins(WET, BENT)


@pytest.mark.parametrize(
    "other",
    [
        question("The hat fell off the hook because it was [bent].", "the hat", "the hook"),
        question("The hat fell off the hook because [it] was bent.", "a coat", "a nail"),
        question("Nobody knew where the hat was, and [it] stayed lost for years.", "the hat", "the hook"),
        WET,
    ],
)
def test_another_pronoun_other_candidates_another_text_or_the_same_text_are_no_twins(other: Question) -> None:
    assert not are_twins(WET, other)


def test_a_changed_candidate_still_makes_twins() -> None:
    one = question("I laid a feather on the shelf and [it] broke.", "the feather", "the shelf")
    assert are_twins(one, question("I laid an anvil on the shelf and [it] broke.", "the anvil", "the shelf"))


def test_cues_are_the_differing_words_of_each() -> None:
    cued = [question_of(entry) for entry in with_cues([WET, BENT])]
    assert [[cue.of(q.text) for cue in q.cues] for q in cued] == [["wet"], ["bent"]]


def test_a_word_that_only_one_twin_has_is_a_cue_of_that_one() -> None:
    one, other = "She was hungry.", "She was not hungry."
    assert differences(one, other) == ()
    assert [cue.of(other) for cue in differences(other, one)] == ["not"]


def test_a_lone_item_and_unlike_texts_have_no_cues() -> None:
    assert question_of(with_cues([WET])[0]).cues == ()
    assert differences("One thing.", "Quite another matter altogether!") == ()


def test_very_long_unlike_texts_are_not_compared_word_by_word() -> None:
    assert not are_near("a b " * 50_000, "b c " * 50_000)
