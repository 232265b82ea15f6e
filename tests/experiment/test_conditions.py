"""Named conditions are compared within people, ratings apart from right answers."""

from dataclasses import replace

import pytest

from anaphor.experiment import AnalysedStudy, Asked, Study, analyse_study
from tests.experiment.specimens import study


def with_conditions(found: Study, *, ordered: bool = False) -> Study:
    """Items in turn near and far."""
    names = list(dict.fromkeys(each.trial for each in found.responses))
    asked = tuple(
        Asked(trial=name, item=name, key=None if ordered else 0, condition=("near", "far")[n % 2], ordered=ordered)
        for n, name in enumerate(names)
    )
    responses = tuple(replace(each, key=None) if ordered else each for each in found.responses)
    return replace(found, asked=asked, responses=responses)


def test_conditions_are_compared_within_people() -> None:
    votes = [[True, True, True, True], [True, False, False, True]]
    near, far = analyse_study(with_conditions(study(votes)), model=False).conditions
    assert (near.condition, near.measure, near.items, near.people, near.answers) == ("near", "right", 1, 4, 4)
    assert (near.mean, near.difference) == (1.0, None)
    assert (far.mean, far.difference) == (0.5, -0.5)
    assert far.difference_interval is not None
    # Student's t for (0, -1, -1, 0): -0.5 ± 3.1824 · 0.57735 / 2, kept above -1
    assert far.difference_interval.high == pytest.approx(-0.5 + 3.182446 * 0.5773503 / 2, abs=1e-6)
    assert far.difference_interval.low == -1


def test_ratings_have_a_mean_step_and_no_rate() -> None:
    votes = [[True, True], [False, True]]
    near, far = analyse_study(with_conditions(study(votes), ordered=True), model=False).conditions
    assert (near.measure, near.mean, far.mean, far.difference) == ("step", 1.0, 1.5, 0.5)


def test_the_report_has_a_table_and_a_key_of_conditions() -> None:
    found = with_conditions(study([[True, False], [True, True]]))
    section = AnalysedStudy(study=found, analysis=analyse_study(found, model=False)).section
    assert section.document
    assert [each["condition"] for each in section.document["conditions"]] == ["near", "far"]
    assert "Named conditions" in str(section.parts)
    plain = study([[True, False], [True, True]])
    assert analyse_study(plain, model=False).conditions == ()
