"""Who and what is left out follows from rules declared beforehand, and every count adds up."""

import csv
from collections import Counter
from dataclasses import replace
from math import exp
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from anaphor.errors import ContentError
from anaphor.experiment import Response, Study, TrialKind, screen
from anaphor.experiment.analysis.screening import (
    PersonRule,
    ScreeningFlow,
    TrialReason,
    TrialRule,
    person_rule,
    trial_reason,
)
from anaphor.experiment.design.design import Exclusion
from anaphor.experiment.study.record import Person
from tests.experiment.specimens import study

pytestmark = pytest.mark.slow

RULES = Exclusion()


def answer(**fields: object) -> Response:
    return Response(**{"person": "p", "trial": "i", "item": "i", "choice": 0, "key": 0, "rt_ms": 900.0, **fields})  # type: ignore[arg-type]  # fields by name


@pytest.mark.parametrize(
    ("response", "default", "paper"),
    [
        (answer(rt_ms=99.9), TrialReason.ANTICIPATION, TrialReason.ANTICIPATION),
        (answer(rt_ms=100.0), None, None),
        (answer(rt_ms=6000.0), None, None),
        (answer(rt_ms=6000.1), None, TrialReason.SLOW),
        (answer(rt_ms=900.0, hidden_ms=1.0), TrialReason.AWAY, None),
        (answer(rt_ms=None), None, None),
        (answer(again=True), TrialReason.AGAIN, TrialReason.AGAIN),
    ],
    ids=["fast", "at-100", "at-6000", "slow", "away", "untimed", "again"],
)
def test_a_trial_is_left_out_for_the_reason_of_the_rule(
    response: Response, default: TrialReason | None, paper: TrialReason | None
) -> None:
    assert trial_reason(response, TrialRule.ANTICIPATIONS) is default
    assert trial_reason(response, TrialRule.PAPER_1) is paper
    assert trial_reason(response, TrialRule.NONE) is None


def many(kind: TrialKind, right: int, wrong: int) -> list[Response]:
    return [answer(trial=f"{kind}{n}", item=None, kind=kind, choice=int(n >= right)) for n in range(right + wrong)]


def test_each_rule_for_people_holds_on_its_own() -> None:
    items = [answer(trial=f"i{n}", item=f"i{n}") for n in range(10)]
    person = Person(name="p", adult=True, native=True)
    cases = [
        (person, items, None),
        (replace(person, withdrawn=True), [], PersonRule.WITHDRAWN),
        (replace(person, consented=False), items, PersonRule.NO_CONSENT),
        (replace(person, excluded="friend"), items, PersonRule.BY_HAND),
        (replace(person, finished=False), items, PersonRule.UNFINISHED),
        (replace(person, adult=False, finished=False), items, PersonRule.UNDER_AGE),
        (replace(person, native=False), items, PersonRule.NOT_NATIVE),
        (person, many(TrialKind.ATTENTION, 2, 0), PersonRule.NO_ANSWERS),
        (person, items + many(TrialKind.ATTENTION, 1, 2), PersonRule.ATTENTION),
        (person, items + many(TrialKind.ATTENTION, 2, 1), None),
        (person, items + many(TrialKind.CONTROL, 5, 3), PersonRule.CONTROL),
        (person, items + many(TrialKind.CONTROL, 6, 2), None),
        (person, [replace(each, rt_ms=250.0) for each in items[:3]] + items[3:], PersonRule.TOO_FAST),
        (person, [replace(each, rt_ms=250.0) for each in items[:2]] + items[2:], None),
    ]
    assert [person_rule(who, given, RULES) for who, given, _ in cases] == [rule for _, _, rule in cases]


def test_rules_can_be_switched_off_beforehand() -> None:
    items = [answer()]
    lenient = Exclusion(adults_only=False, native_only=False, finished_only=False)
    assert person_rule(Person(name="p", adult=False, native=False, finished=False), items, lenient) is None


def test_a_missing_answer_on_an_attention_trial_is_a_failure() -> None:
    silent = [answer(kind=TrialKind.ATTENTION, trial=f"a{n}", item=None, choice=None) for n in range(2)]
    assert person_rule(Person(name="p"), [answer(), *silent], RULES) is PersonRule.ATTENTION


@pytest.mark.parametrize("trials", [4, 8, 12])
def test_the_bound_on_control_trials_is_the_exact_binomial_one(trials: int) -> None:
    for wrong in range(trials + 1):
        found = person_rule(Person(name="p"), [answer(), *many(TrialKind.CONTROL, trials - wrong, wrong)], RULES)
        assert (found is PersonRule.CONTROL) == (wrong > 0 and binom.sf(wrong - 1, trials, 0.1) < 0.05)


people = st.lists(
    st.builds(
        Person,
        name=st.uuids().map(str),
        finished=st.booleans(),
        withdrawn=st.booleans(),
        consented=st.booleans(),
        adult=st.sampled_from([True, False, None]),
        native=st.sampled_from([True, False, None]),
    ),
    max_size=12,
    unique_by=lambda person: person.name,
)


@given(people, st.data())
def test_the_flow_adds_up_whatever_people_do(everybody: list[Person], data: st.DataObject) -> None:
    times = st.sampled_from([None, 20.0, 500.0, 9000.0])
    responses = tuple(
        answer(person=person.name, trial=f"i{n}", item=f"i{n}", rt_ms=data.draw(times))
        for person in everybody
        for n in range(data.draw(st.integers(0, 4)))
    )
    made = Study(name="s", people=tuple(everybody), responses=responses)
    for rule in TrialRule:
        flow = screen(made, RULES, rule).flow
        assert flow.started == len(everybody) == flow.analysed + sum(count for _, count in flow.excluded)
        assert flow.collected == len(responses) >= flow.answers
        assert flow.answers == flow.kept + sum(count for _, count in flow.dropped)


def test_a_flow_that_does_not_add_up_cannot_be_built() -> None:
    flow = screen(study([[True, True]]), RULES).flow
    with pytest.raises(ContentError, match="participants"):
        replace(flow, started=5)
    with pytest.raises(ContentError, match="answers"):
        replace(flow, kept=flow.kept - 1)
    assert isinstance(flow, ScreeningFlow)


def test_answers_of_strangers_are_refused() -> None:
    with pytest.raises(ContentError, match="nobody"):
        Study(name="s", people=(), responses=(answer(person="nobody"),))


@pytest.mark.shared
def test_filters_on_real_reaction_times(shared: Path) -> None:
    """1,659 lexical decisions of 340 to 1,973 ms: neither window drops one, and slower ones would be dropped."""
    with (shared / "human-rt-lexdec" / "lexdec.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    responses = [
        Response(
            person=row["Subject"],
            trial=row["Word"],
            item=row["Word"],
            rt_ms=exp(float(row["RT"])),
            choice=int(row["Correct"] != "correct"),
            key=0,
            position=int(row["Trial"]),
        )
        for row in rows
    ]
    names = dict.fromkeys(each.person for each in responses)
    made = Study(name="lexdec", people=tuple(Person(name=name) for name in names), responses=tuple(responses))
    times = sorted(each.rt_ms or 0.0 for each in responses)
    assert (len(times), len(names)) == (1659, 21)
    assert times[0] == pytest.approx(340, abs=1)
    assert times[-1] == pytest.approx(1973, abs=1)
    for rule in TrialRule:
        assert screen(made, RULES, rule).flow.kept == 1659
    slow = replace(made, responses=tuple(replace(each, rt_ms=(each.rt_ms or 0.0) * 5) for each in responses))
    dropped = dict(screen(slow, RULES, TrialRule.PAPER_1).flow.dropped)
    assert dropped == {TrialReason.SLOW: sum(time * 5 > 6000 for time in times)}
    assert screen(slow, RULES).flow.kept == 1659
    hurried = screen(made, replace(RULES, fast_ms=500)).flow
    fast = Counter(each.person for each in responses if (each.rt_ms or 0.0) < 500)
    assert dict(hurried.excluded)[PersonRule.TOO_FAST] == sum(count > 0.2 * 79 for count in fast.values())
