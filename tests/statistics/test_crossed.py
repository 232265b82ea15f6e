"""The crossed model equals lme4 1.1-31 under R 4.2.2 (bobyqa), groups of items and a guess of one half included.

`glmer(right ~ 1 + (1 | person) + (1 | item) + (1 | group), binomial)`; with guessing the link is
`qlogis(2 * mu - 1)`, written for this table.
"""

import numpy as np
import pytest
from scipy.special import expit

from anaphor.statistics import CrossedTable, fit_crossed

PEOPLE, GROUPS = 24, 30


def made_up(*, guessed: bool, grouped: bool) -> CrossedTable:
    """The table that R was given: complete, 24 persons on 30 groups of two items."""
    rng = np.random.default_rng(20)
    items = 2 * GROUPS
    able, group, own = rng.normal(0, 0.8, PEOPLE), rng.normal(0, 0.7, GROUPS), rng.normal(0, 0.6, items)
    right = np.zeros((PEOPLE, items))
    for item in range(items):
        for person in range(PEOPLE):
            share, plain, lucky = expit(0.9 + able[person] + group[item // 2] + own[item]), rng.random(), rng.random()
            right[person, item] = lucky < 0.5 + 0.5 * share if guessed else plain < share
    return CrossedTable(
        right=right,
        asked=np.ones_like(right),
        guess=np.full(items, 0.5 if guessed else 0.0),
        slope=np.ones(items),
        group=np.arange(items) // 2 if grouped else np.zeros(0, np.int64),
        fixed=np.zeros(PEOPLE),
    )


def test_persons_and_items_equal_glmer() -> None:
    found = fit_crossed(made_up(guessed=False, grouped=False), with_se=True)
    assert found.log_likelihood == pytest.approx(-845.0819, abs=5e-4)
    assert found.intercept == pytest.approx(0.5186, abs=5e-4)
    assert found.intercept_se == pytest.approx(0.2163, abs=1e-3)
    assert (found.sd_items, found.sd_people) == pytest.approx((1.1972, 0.6693), abs=5e-4)
    assert found.items[:2] == pytest.approx([0.78176, 1.53061], abs=5e-4)
    assert found.people[:2] == pytest.approx([-0.36987, 0.92890], abs=5e-4)


def test_twins_that_share_a_group_equal_glmer() -> None:
    found = fit_crossed(made_up(guessed=False, grouped=True))
    assert found.log_likelihood == pytest.approx(-840.9063, abs=5e-4)
    assert found.parameters == pytest.approx([0.5106, 0.6722, 0.7817, 0.9169], abs=5e-4)
    assert found.items[:2] == pytest.approx([0.903175 + 0.016157, 0.903175 + 0.640409], abs=5e-4)


def test_guessing_between_two_equals_glmer_with_that_link() -> None:
    found = fit_crossed(made_up(guessed=True, grouped=True))
    assert found.log_likelihood == pytest.approx(-696.5092, abs=5e-4)
    assert found.parameters == pytest.approx([0.5723, 0.6111, 0.4563, 0.7966], abs=1e-3)
    assert found.people[:2] == pytest.approx([-0.2883, 0.6005], abs=1e-3)


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 4])
def test_either_way_of_elimination_gives_the_same_variances(times: int) -> None:
    table = made_up(guessed=False, grouped=True)
    more = CrossedTable(
        right=np.tile(table.right, (times, 1)),
        asked=np.tile(table.asked, (times, 1)),
        guess=table.guess,
        slope=table.slope,
        group=table.group,
        fixed=np.zeros(PEOPLE * times),
    )
    found = fit_crossed(more)
    people, items = PEOPLE * times, 2 * GROUPS
    share = expit(found.intercept + found.people[:, None] + found.items)
    effects = np.zeros((people * items, people + items + GROUPS))
    for row in range(people * items):
        person, item = divmod(row, items)
        effects[row, [person, people + item, people + items + item // 2]] = found.parameters[1:]
    whole = np.linalg.inv(np.eye(effects.shape[1]) + effects.T @ ((share * (1 - share)).reshape(-1, 1) * effects))
    assert found.people_sd**2 == pytest.approx(found.sd_people**2 * np.diag(whole)[:people], rel=1e-4)
    joined = np.zeros((items, effects.shape[1]))
    for item in range(items):
        joined[item, [people + item, people + items + item // 2]] = found.sd_items, found.sd_groups
    assert found.items_sd**2 == pytest.approx(np.diag(joined @ whole @ joined.T), rel=1e-4)


@pytest.mark.slow
def test_a_large_table_is_fitted_from_a_part_and_agrees_with_the_whole() -> None:
    rng = np.random.default_rng(3)
    able, hard = rng.normal(0, 1, 120), rng.normal(0, 1, 900)
    right = (rng.random((120, 900)) < expit(1 + able[:, None] - hard)).astype(float)
    none = np.zeros(0, np.int64)
    table = CrossedTable(
        right=right, asked=np.ones_like(right), guess=np.zeros(900), slope=np.ones(900), group=none, fixed=np.zeros(120)
    )
    found = fit_crossed(table)
    assert found.sd_people == pytest.approx(able.std(), abs=0.1)
    assert found.sd_items == pytest.approx(hard.std(), abs=0.1)
    assert np.corrcoef(found.items, -hard)[0, 1] > 0.95
