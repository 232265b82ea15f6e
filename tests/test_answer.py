"""An answer is a choice or an abstention with its reason, and never a sentinel."""

import math

import pytest
from pydantic import TypeAdapter, ValidationError

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice, Respondent, RespondentKind
from anaphor.errors import ContentError
from anaphor.provenance import canonical_json

WIRE = TypeAdapter(Answer)


def test_people_and_machines_answer_with_the_same_record() -> None:
    people = Respondent(name="p1", kind=RespondentKind.HUMAN)
    machine = Respondent(name="ngram:5", kind=RespondentKind.MACHINE)
    answers = [Answer(respondent=each.name, question="q", reply=Choice(candidate=0)) for each in (people, machine)]
    assert answers[0].reply == answers[1].reply


@pytest.mark.parametrize("reason", AbstentionReason)
def test_an_abstention_survives_the_wire_with_its_reason(reason: AbstentionReason) -> None:
    answer = Answer(respondent="m", question="q", reply=Abstention(reason=reason, detail="so"), scores=(None, -3.5))
    assert WIRE.validate_json(canonical_json(answer), strict=True) == answer


def test_a_choice_survives_the_wire() -> None:
    answer = Answer(respondent="m", question="q", reply=Choice(candidate=1), scores=(0.25, 0.75), seconds=1.5)
    assert WIRE.validate_json(canonical_json(answer), strict=True) == answer


def test_unknown_fields_are_refused_on_the_wire() -> None:
    with pytest.raises(ValidationError, match="Unexpected keyword argument"):
        WIRE.validate_json('{"respondent":"m","question":"q","reply":{"candidate":0},"confidence":1}')


def test_a_choice_below_the_first_candidate_cannot_be_built() -> None:
    with pytest.raises(ContentError, match="cannot be candidate number -1"):
        Choice(candidate=-1)


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_scores_and_times_are_finite(number: float) -> None:
    with pytest.raises(ContentError, match="finite"):
        Answer(respondent="m", question="q", reply=Choice(candidate=0), scores=(number, 0.0))
    with pytest.raises(ContentError, match="finite"):
        Answer(respondent="m", question="q", reply=Choice(candidate=0), seconds=number)


def test_a_reply_takes_no_negative_time() -> None:
    with pytest.raises(ContentError, match=r"cannot take -0\.1 seconds"):
        Answer(respondent="m", question="q", reply=Choice(candidate=0), seconds=-0.1)


def test_the_chosen_candidate_has_a_score_when_there_are_scores() -> None:
    with pytest.raises(ContentError, match="has no score"):
        Answer(respondent="m", question="q", reply=Choice(candidate=2), scores=(0.1, 0.9))
