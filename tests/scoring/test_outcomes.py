"""From answers to outcomes."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice
from anaphor.collection import load
from anaphor.errors import ContentError, InputError
from anaphor.schema import NEITHER, Collection, Problem, Status, question_of
from anaphor.scoring import OutcomeKind, measure, outcomes_of, targets_of
from anaphor.scoring.items.outcomes import Missing, outcome_of_reply, panel_answers
from tests.scoring.specimens import answer, outcomes, problems, target

pytestmark = pytest.mark.slow


def collection() -> Collection:
    return load("anaphor-en")


def test_every_item_of_a_collection_becomes_a_target_with_its_cluster() -> None:
    found = targets_of(collection())
    assert len(found.items) == len(collection().items)
    twins = [each for each in found.items if each.twin]
    assert len({each.cluster for each in twins}) == len(collection().schemas)


def test_domains_and_given_labels_become_groups() -> None:
    first = collection().items[0].id
    found = {each.item: each for each in targets_of(collection(), {first: {"pronoun": ("subject",)}}).items}
    assert found[first].groups["pronoun"] == ("subject",)
    assert found[first].groups["domain"] == collection().schemas[0].domains


def test_excluded_schemas_are_not_scored() -> None:
    whole = collection()
    without = replace(whole, schemas=(replace(whole.schemas[0], status=Status.EXCLUDED), *whole.schemas[1:]))
    assert len(targets_of(without).items) == len(whole.items) - len(whole.schemas[0].variants)


def test_items_that_no_choice_could_get_right_or_wrong_are_left_out_and_counted() -> None:
    item = next(each for each in collection().items)
    one = replace(
        item,
        key=0,
        question=replace(item.question, id="one", candidates=item.question.candidates[:1], readings=()),
        annotations=type(item.annotations)(),
    )
    neither = replace(item, key=NEITHER, question=replace(item.question, id="neither"))
    entries = (item, one, neither, replace(item.question, id="bare"))
    problems = tuple(Problem(id=question_of(each).id, item=each) for each in entries)
    made = Collection(name="odd", language="en", problems=problems)
    found = targets_of(made)
    assert [each.item for each in found.items] == [item.id]
    assert found.left_out == {"one candidate": 1, "key neither": 1, "no key": 1}


def test_a_collection_without_a_scorable_item_is_refused_with_the_reasons() -> None:
    question = collection().questions[0]
    with pytest.raises(ContentError, match="1 with no key"):
        targets_of(Collection(name="q", language="en", problems=(Problem(id=question.id, item=question),)))


def test_right_wrong_and_abstained_bring_one_nothing_and_the_chance_of_a_guess() -> None:
    three = target("x", 2, candidates=("a", "b", "c"))
    assert outcome_of_reply(three, Choice(candidate=2)).credit == 1
    assert outcome_of_reply(three, Choice(candidate=0)).credit == 0
    abstained = outcome_of_reply(three, Abstention(reason=AbstentionReason.MARGIN))
    assert (abstained.credit, abstained.result, abstained.reason) == (Fraction(1, 3), OutcomeKind.ABSTAINED, "margin")


def test_a_choice_that_the_item_does_not_offer_is_refused() -> None:
    with pytest.raises(ContentError, match="other candidates"):
        outcome_of_reply(target("x"), Choice(candidate=2))


def test_missing_answers_are_refused_unless_it_is_said_how_they_count() -> None:
    targets = [target("a"), target("b"), target("c")]
    answers = [answer("a", 0), answer("c", 1)]
    with pytest.raises(InputError, match="1 of 3 items have no answer, the first is b"):
        outcomes_of(targets, answers)
    counted = outcomes_of(targets, answers, missing=Missing.ABSTAIN)
    assert [each.result for each in counted] == [OutcomeKind.RIGHT, OutcomeKind.ABSTAINED, OutcomeKind.WRONG]
    assert [each.item for each in outcomes_of(targets, answers, missing=Missing.SKIP)] == ["a", "c"]


def test_two_answers_to_one_question_are_refused() -> None:
    with pytest.raises(ContentError, match="answered twice"):
        outcomes_of([target("a")], [answer("a", 0), answer("a", 1)])


def test_answers_to_other_questions_do_not_count() -> None:
    assert len(outcomes_of([target("a")], [answer("a", 0), answer("z", 0)])) == 1


def test_a_panel_answers_with_its_majority_and_abstains_when_tied() -> None:
    votes = [
        answer("a", 0, "x"),
        answer("a", 1, "y"),
        answer("a", 1, "z"),
        answer("b", 0, "x"),
        answer("b", 1, "y"),
        Answer(respondent="x", question="c", reply=Abstention(reason=AbstentionReason.DECLINED)),
    ]
    replies = {each.question: each.reply for each in panel_answers(votes)}
    assert replies["a"] == Choice(candidate=1)
    assert replies["b"] == Abstention(reason=AbstentionReason.TIE)
    assert replies["c"] == Abstention(reason=AbstentionReason.DECLINED)


def test_measures_of_outcomes_are_those_of_their_counts() -> None:
    made = measure(outcomes("++ +- ?? -?"))
    assert (made.n, made.h, made.theta, made.wrong) == (8, 3, 3, 2)
    assert made.reussite == pytest.approx((3 + 1.5) / 8)


def test_measures_weigh_abstentions_by_their_own_number_of_candidates() -> None:
    three = target("x", 0, candidates=("a", "b", "c"))
    mixed = (*problems("+?"), outcome_of_reply(three, Abstention(reason=AbstentionReason.TIE)))
    made = measure(mixed)
    assert made.reussite == pytest.approx((1 + 1 / 2 + 1 / 3) / 3)
    assert made.chance == pytest.approx((1 / 2 + 1 / 2 + 1 / 3) / 3)


@pytest.mark.shared
def test_chance_on_the_problems_of_2016_is_45_25_percent_and_not_42_8(shared: Path) -> None:
    found = targets_of(load(shared / "pdp" / "PDPChallenge2016.xml"))
    sizes = [len(each.candidates) for each in found.items]
    assert found.chance == pytest.approx(0.4525, abs=5e-5)
    assert len(sizes) / sum(sizes) == pytest.approx(0.428, abs=1e-3)  # what paper 1 prints: 1 over the mean
    assert len({each.cluster for each in found.items}) < len(found.items)  # problems on one passage belong together
