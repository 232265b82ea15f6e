"""Scores on references that other panels would have given, and people as respondents."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from anaphor.answer import Abstention, AbstentionReason, Answer
from anaphor.collection import load
from anaphor.errors import ContentError, InputError
from anaphor.schema import HumanCount
from anaphor.scoring import Sampling, against_people, outcomes_of, people_of, targets_of
from anaphor.scoring.items.intervals import IntervalMethod
from anaphor.scoring.systems.people import people_from_counts, printed_counts
from anaphor.scoring.systems.references import (
    Panel,
    Population,
    draw_references,
    rescore,
    spread,
    votes_from_counts,
    votes_of,
)
from tests.scoring.specimens import answer, outcomes, problems, target

pytestmark = pytest.mark.slow

FAST = Sampling(times=400)


def votes_for(signs: str, right: int, wrong: int) -> dict[str, tuple[float, ...]]:
    """The same votes on every item of `outcomes(signs)`: so many for the key, so many against."""
    return {each.item: (right, wrong) if each.target.key == 0 else (wrong, right) for each in outcomes(signs)}


def test_unanimous_people_drawn_again_change_nothing() -> None:
    signs = "++ +- -+ ?+ "
    found = rescore([("a", outcomes(signs))], votes_for(signs, 9, 0), Panel(population=Population.OBSERVED), FAST)
    assert (found.changed, found.runs[0].interval.low, found.runs[0].interval.high) == (0.0, 0.6875, 0.6875)


def test_fresh_people_may_disagree_even_where_three_did_not() -> None:
    targets = [target(f"p{n}") for n in range(40)]
    votes = {each.item: (3.0, 0.0) if n < 20 else (2.0, 1.0) for n, each in enumerate(targets)}
    same = draw_references(targets, votes, Panel(size=3, population=Population.OBSERVED), FAST)
    fresh = draw_references(targets, votes, Panel(size=3), FAST)
    assert same[:, :20].mean() == 0 < fresh[:, :20].mean() < fresh[:, 20:].mean()


def test_an_even_split_makes_the_reference_a_coin() -> None:
    targets = [target(f"p{n}", n % 2) for n in range(30)]
    drawn = draw_references(
        targets, {each.item: (50, 50) for each in targets}, Panel(size=1, population=Population.OBSERVED), FAST
    )
    assert float(drawn.mean()) == pytest.approx(0.5, abs=0.02)


def test_ties_of_an_even_panel_fall_by_lot() -> None:
    drawn = draw_references(
        [target("p")], {"p": (5, 5)}, Panel(size=2, population=Population.OBSERVED), Sampling(times=4000)
    )
    assert float(drawn.mean()) == pytest.approx(0.5, abs=0.03)


def test_the_spread_of_shares_is_recovered_from_votes() -> None:
    rng = np.random.default_rng(0)
    targets = [target(f"p{n}", n % 2) for n in range(2000)]
    right = rng.binomial(11, rng.beta(8.0, 1.0, 2000))
    votes = {
        each.item: (int(k), int(11 - k)) if each.key == 0 else (int(11 - k), int(k))
        for each, k in zip(targets, right, strict=True)
    }
    assert spread(targets, votes) == pytest.approx((8.0, 1.0), rel=0.12)


def test_systems_that_differ_on_disputed_items_change_ranks_and_those_far_apart_do_not() -> None:
    signs = "++ " * 20
    good, near, poor = "++ " * 19 + "--", "++ " * 18 + "-- --", "-- " * 20
    runs = [("good", outcomes(good)), ("near", outcomes(near)), ("poor", outcomes(poor))]
    found = rescore(runs, votes_for(signs, 7, 3), Panel(size=3), FAST)
    chances = {(pair.first, pair.second): pair.reversed for pair in found.pairs}
    assert chances["good", "near"] > 0.02 > chances["good", "poor"]
    assert found.any_change >= max(chances.values())


def test_the_interval_over_panels_and_items_is_wider_than_over_panels_alone() -> None:
    signs = "++ +- -- ++ " * 15
    found = rescore([("a", outcomes(signs))], votes_for(signs, 9, 2), sampling=Sampling(times=2000)).runs[0]
    assert found.whole.high - found.whole.low > found.interval.high - found.interval.low > 0


def test_items_without_votes_keep_their_key() -> None:
    signs = "++ ++ ++"
    votes = {"0a": (1.0, 3.0)}
    found = rescore([("a", outcomes(signs))], votes, Panel(population=Population.OBSERVED), FAST)
    assert (found.items, found.fixed) == (1, 5)
    assert found.runs[0].interval.low >= 5 / 6 - 1e-12


def test_an_abstention_brings_the_same_on_any_reference() -> None:
    found = rescore([("a", outcomes("?? ??"))], votes_for("?? ??", 3, 2), sampling=FAST).runs[0]
    assert (found.interval.low, found.interval.high, found.mean) == (0.5, 0.5, 0.5)


def test_wrong_runs_votes_and_panels_are_refused() -> None:
    with pytest.raises(InputError, match="same items"):
        rescore([("a", outcomes("++")), ("b", outcomes("++ ++"))], {"0a": (3, 0)}, sampling=FAST)
    with pytest.raises(InputError, match="votes"):
        rescore([("a", outcomes("++"))], {"z": (3, 0)}, sampling=FAST)
    with pytest.raises(InputError, match="panel of 0"):
        Panel(size=0)


def test_the_signature_says_how_references_were_drawn() -> None:
    found = rescore([("a", outcomes("++"))], {"0a": (3, 0)}, Panel(size=5), Sampling(times=50, seed=9))
    assert str(found.signature) == "panel:5|population:fresh|references:50|level:0.95|seed:9"


def test_votes_are_counted_from_answers_and_from_counts_of_right_ones() -> None:
    items = [target("a", 1), target("b", 0, candidates="xyz")]
    declined = Answer(respondent="r", question="a", reply=Abstention(reason=AbstentionReason.DECLINED))
    assert votes_of(items, [answer("a", 1, "s"), answer("a", 0, "t"), declined, answer("z", 0)]) == {"a": (1, 1)}
    counts = {"a": HumanCount(right=9, asked=10), "b": HumanCount(right=6, asked=10)}
    assert votes_from_counts(items, counts) == {"a": (1, 9), "b": (6, 2, 2)}


def test_people_are_a_respondent_with_a_mean_a_majority_and_persons() -> None:
    items = [target("a", 0), target("b", 1)]
    found = people_of(items, [answer("a", 0, "x"), answer("a", 0, "y"), answer("a", 1, "z"), answer("b", 0, "x")])
    assert (found.people, found.answers) == (3, 4)
    assert found.credits == {"a": Fraction(2, 3), "b": 0}
    assert found.reussite.value == pytest.approx(1 / 3)
    assert found.majority is not None
    assert (found.majority.h, found.majority.n) == (1, 2)
    assert found.persons["x"].exactitude == 0.5


def test_a_system_is_compared_with_the_mean_person_by_exact_swaps() -> None:
    runs = problems("+" * 12)
    votes = [
        answer(f"p{n}", (n % 2) if person else (n + 1) % 2, f"h{person}") for n in range(12) for person in range(3)
    ]
    found = against_people("system", runs, people_of([each.target for each in runs], votes))
    assert found.difference == pytest.approx(1 / 3)
    assert found.exact
    assert found.p == pytest.approx(2 / 2**12)


def test_nobody_answers_twice() -> None:
    twice = [answer("a", 0, "x"), answer("a", 1, "x")]
    with pytest.raises(ContentError, match="x answers the question a twice"):
        people_of([target("a")], twice)
    with pytest.raises(ContentError, match="twice"):
        votes_of([target("a")], twice)


def test_people_are_no_binomial_share_even_where_wilsons_interval_is_asked_for() -> None:
    items = [target(f"p{n}") for n in range(9)]
    votes = [
        answer(each.item, int(n % 3 == person), f"h{person}") for n, each in enumerate(items) for person in range(2)
    ]
    found = people_of(items, votes, Sampling(method=IntervalMethod.WILSON))
    assert found.reussite.interval.method == "cluster t, Wilson's form"


def test_all_right_on_every_reference_leaves_room_for_other_items() -> None:
    signs = "++ " * 20
    same = Panel(population=Population.OBSERVED)
    (made,) = rescore([("a", outcomes(signs))], votes_for(signs, 9, 0), same, FAST).runs
    assert (made.interval.low, made.interval.high) == (1.0, 1.0)  # these items, whoever is on the panel
    assert made.whole.low < 0.9


def test_a_panel_of_one_changes_as_many_labels_as_people_dissent() -> None:
    signs = "++ +- -- ++ " * 10
    seen = outcomes(signs)
    found = rescore(
        [("a", seen)], votes_for(signs, 7, 3), Panel(size=1, population=Population.OBSERVED), Sampling(times=4000)
    )
    own = float(np.mean([float(each.credit) for each in seen]))
    assert found.changed == pytest.approx(0.3, abs=0.005)
    assert found.runs[0].mean == pytest.approx(0.7 * own + 0.3 * (1 - own), abs=0.005)


def test_people_without_a_common_item_are_refused() -> None:
    with pytest.raises(InputError, match="none of these answers"):
        people_of([target("a")], [answer("z", 0)])


@pytest.mark.shared
def test_the_people_of_2016_are_read_from_the_collection_itself(shared: Path) -> None:
    collection = load(shared / "pdp" / "PDPChallenge2016.xml")
    targets = targets_of(collection).items
    found = people_from_counts(targets, printed_counts(collection))
    assert found is not None
    assert found.reussite.value == pytest.approx(1103 / 1140)  # 19 people: all right on 33 items, 18 on 19, 17 on 6
    first = outcomes_of(targets, [answer(each.item, 0) for each in targets])
    assert against_people("first", first, found).p < 0.001
