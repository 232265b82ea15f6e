"""The sentences that a language model compares, and which part of them is scored."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphor.answer import Abstention, AbstentionReason
from anaphor.collection import load
from anaphor.errors import InputError
from anaphor.resolver import Spec
from anaphor.resolver.conformance import hostile_questions
from anaphor.resolver.sentences import CandidateSentences, SentencePolicy, candidate_sentences, policy_of
from anaphor.schema import Candidate, Mark, Question, Unmarked, UnmarkedReason
from tests.resolver.questions import question

CUP = question("The cup did not fit into the box because [it] was too large.", "the cup", "the box")
TWO = question("The cup fell on the box. [It] broke.", "the cup", "the box")


def found(asked: Question, policy: SentencePolicy = SentencePolicy.ABSTAIN) -> CandidateSentences:
    """The sentences of a question that has some."""
    sentences = candidate_sentences(asked, policy)
    assert isinstance(sentences, CandidateSentences)
    return sentences


def reason(asked: Question, policy: SentencePolicy = SentencePolicy.ABSTAIN) -> AbstentionReason:
    """Why a question has no sentences."""
    sentences = candidate_sentences(asked, policy)
    assert isinstance(sentences, Abstention)
    return sentences.reason


def suffixes(sentences: CandidateSentences) -> list[str]:
    """The part of each sentence that a partial score counts."""
    return [sentences.suffix(number).of(each.text) for number, each in enumerate(sentences.sentences)]


def test_each_candidate_stands_in_its_slot_and_the_rest_is_shared() -> None:
    sentences = found(CUP)
    assert [each.slot.of(each.text) for each in sentences.sentences] == ["the cup", "the box"]
    assert suffixes(sentences) == ["was too large."] * 2
    assert sentences.aligned


def test_what_agrees_with_the_candidate_is_left_out_of_the_common_right_part() -> None:
    asked = question(
        "Les acteurs ont reçu les actrices. [Ils] ont été très patients, puis le film a repris.",
        "les acteurs",
        "les actrices",
        language="fr",
    )
    sentences = found(asked, SentencePolicy.WHOLE)
    assert suffixes(sentences) == [", puis le film a repris."] * 2
    assert not sentences.aligned


def test_a_contraction_before_the_slot_is_no_part_of_the_common_left() -> None:
    asked = question("Le fils parle de [lui] à table.", "le voisin", "la voisine", language="fr")
    sentences = found(asked)
    assert [each.text for each in sentences.sentences] == [
        "Le fils parle du voisin à table.",
        "Le fils parle de la voisine à table.",
    ]
    assert suffixes(sentences) == ["à table."] * 2


def test_a_word_that_both_candidates_end_in_is_not_scored() -> None:
    asked = question("The old cup hit the new cup until [it] broke.", "the old cup", "the new cup")
    assert suffixes(found(asked)) == ["broke."] * 2


def test_several_sentences_follow_the_policy() -> None:
    assert reason(TWO) is AbstentionReason.SEVERAL_SENTENCES
    assert [each.text for each in found(TWO, SentencePolicy.LAST).sentences] == ["The cup broke.", "The box broke."]
    whole = found(TWO, SentencePolicy.WHOLE).sentences
    assert [each.text for each in whole] == [f"The cup fell on the box. The {word} broke." for word in ("cup", "box")]


def test_the_last_sentences_start_with_the_one_that_holds_the_candidate() -> None:
    asked = question("The cup fell on the box. [It] broke. I wept.", "the cup", "the box")
    sentences = found(asked, SentencePolicy.LAST)
    assert sentences.sentences[0].text == "The cup broke. I wept."
    assert sentences.sentences[0].slot.of(sentences.sentences[0].text) == "The cup"


def test_an_unmarked_anaphor_is_atypical_even_in_several_sentences() -> None:
    unmarked = replace(TWO, anaphor=Unmarked(reason=UnmarkedReason.IMPLICIT))
    assert reason(unmarked) is AbstentionReason.ATYPICAL


def test_a_language_without_rules_has_no_reading() -> None:
    assert reason(replace(CUP, language="tlh")) is AbstentionReason.NO_READING


def test_a_gap_of_any_language_is_filled_as_it_stands() -> None:
    text = "Die beker pas nie in die tas nie, want _ is te groot."
    place = text.index("_")
    mark = Mark(start=place, end=place + 1, blank=True)
    cups = (Candidate(text="die beker"), Candidate(text="die tas"))
    for code in ("af", "ja", "pt", "tlh"):
        found = candidate_sentences(Question(id="1", language=code, text=text, anaphor=mark, candidates=cups))
        assert isinstance(found, CandidateSentences)
        assert [each.text for each in found.sentences] == [text.replace("_", each.text) for each in cups]
        assert found.suffix(0).of(found.sentences[0].text) == "is te groot."
    first = Mark(start=0, end=1, blank=True)
    asked = Question(id="1", language="af", text="_ is te groot.", anaphor=first, candidates=cups)
    found = candidate_sentences(asked)
    assert isinstance(found, CandidateSentences)
    assert found.sentences[1].text == "Die tas is te groot."


def test_hand_made_readings_win_over_rules_and_over_unmarked_anaphors() -> None:
    by_hand = ("The cup is too large, says Jo.", "The box is too large, says Jo.")
    asked = replace(CUP, readings=by_hand, anaphor=Unmarked(reason=UnmarkedReason.IMPLICIT))
    sentences = found(asked)
    assert tuple(each.text for each in sentences.sentences) == by_hand
    assert suffixes(sentences) == ["is too large, says Jo."] * 2


def test_a_hand_made_reading_without_its_candidates_words_has_its_slot_between_the_common_edges() -> None:
    asked = replace(CUP, readings=("So mugs are too large.", "So crates are too large."))
    sentences = found(asked)
    assert [each.slot.of(each.text) for each in sentences.sentences] == ["mugs", "crates"]
    assert suffixes(sentences) == ["are too large."] * 2


def test_the_prompt_changes_nothing() -> None:
    assert candidate_sentences(replace(CUP, prompt="What was too large?")) == candidate_sentences(CUP)


def test_a_spec_names_the_policy_and_refuses_others() -> None:
    assert policy_of(Spec(name="lstm", settings={"sentences": "last"})) is SentencePolicy.LAST
    with pytest.raises(InputError, match="sentences=first"):
        policy_of(Spec(name="lstm", settings={"sentences": "first"}))


@pytest.mark.parametrize("policy", list(SentencePolicy))
@pytest.mark.parametrize("asked", hostile_questions(), ids=lambda asked: asked.id)
def test_hostile_questions_have_sentences_or_a_reason(asked: Question, policy: SentencePolicy) -> None:
    sentences = candidate_sentences(asked, policy)
    if isinstance(sentences, CandidateSentences):
        assert len(sentences.sentences) == len(asked.candidates)
        assert len(set(suffixes(sentences))) == 1


@given(
    st.lists(st.sampled_from(["the cup", "the box", "Ann", "the old cup", "cups", "Mr. Box"]), min_size=2, max_size=5)
)
def test_the_scored_parts_are_equal_and_lie_behind_the_slots(candidates: list[str]) -> None:
    asked = question("The cup fell because [it] was larger than Ann, so they say.", *candidates)
    sentences = found(asked)
    assert len(set(suffixes(sentences))) == 1
    for number, each in enumerate(sentences.sentences):
        assert 0 <= each.slot.start <= each.slot.end <= sentences.suffix(number).start


@pytest.mark.shared
def test_the_french_collection_has_as_many_typical_single_sentences_as_its_text_says(shared: Path) -> None:
    questions = load(shared / "wsc-fr" / "French_Wino_Schemas.xml").questions
    results = [candidate_sentences(asked) for asked in questions]
    reasons = [each.reason for each in results if isinstance(each, Abstention)]
    # Twelve items have no anaphor that could be replaced; 82 of the others have several sentences.
    assert reasons.count(AbstentionReason.ATYPICAL) == 12
    assert reasons.count(AbstentionReason.SEVERAL_SENTENCES) == 82
    assert len(reasons) == 94
