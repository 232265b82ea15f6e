"""A whole scorecard, and three numbers."""

import numpy as np
import pytest

from anaphor.errors import InputError
from anaphor.provenance import Signature
from anaphor.scoring import IntervalMethod, Sampling, counted, run_signature, scorecard
from anaphor.scoring.items.outcomes import Missing, ScoringTargets
from tests.scoring.specimens import drawn, outcomes, target


def test_a_scorecard_holds_every_number_and_its_signature() -> None:
    made = scorecard("someone", outcomes("++ +- ?? -+"), signature=Signature.of(collection="c#1"))
    assert (made.measures.h, made.measures.theta, made.abstentions) == (4, 2, {"tie": 2})
    assert made.twins is not None
    assert made.twins.both_right == 1
    assert str(made.signature).startswith(
        "collection:c#1|items:8|clusters:4|interval:cluster t, Wilson's form|level:0.95"
    )
    assert len(made.outcomes) == 8


def test_the_seed_is_in_the_signature_only_where_something_was_drawn() -> None:
    seen = drawn(np.random.default_rng(0), 20, 0.6)
    assert "seed" not in str(scorecard("a", seen).signature)
    assert "|times:100|seed:3|" in str(
        scorecard("a", seen, sampling=Sampling(method=IntervalMethod.BOOTSTRAP, times=100, seed=3)).signature
    )


def test_a_run_signature_says_what_was_left_out_and_how_missing_answers_counted() -> None:
    targets = ScoringTargets(items=(target("a"),), left_out={"key neither": 2})
    made = run_signature("gap#0123", "resolver:random|seed:1|a:b%7Cc", targets, Missing.ABSTAIN)
    assert str(made) == (
        "collection:gap#0123|resolver:random|resolver.seed:1|resolver.a:b%7Cc|left_out:2 key neither|missing:abstain"
    )


def test_a_run_signature_says_when_the_resolver_was_not_blind() -> None:
    targets = ScoringTargets(items=(target("a"),), left_out={})
    assert str(run_signature("c#0", "resolver:mine", targets, blind=False)) == "collection:c#0|resolver:mine|blind:no"
    assert "blind" not in str(run_signature("c#0", "resolver:mine", targets))


def test_the_smallest_difference_shrinks_with_the_collection() -> None:
    small = scorecard("a", drawn(np.random.default_rng(1), 30, 0.6)).smallest
    large = scorecard("a", drawn(np.random.default_rng(1), 300, 0.6)).smallest
    assert small is not None
    assert large is not None
    assert small > 2 * large


def test_nothing_to_score_is_refused() -> None:
    with pytest.raises(InputError, match="nothing to score"):
        scorecard("a", ())


@pytest.mark.parametrize("counts", [(214, 65, 88), (1, 1, 0), (1, 0, 1), (60, 60, 0), (40, 0, 40), (10**12, 3, 5)])
def test_three_numbers_have_an_interval_around_reussite(counts: tuple[int, int, int]) -> None:
    made = counted(*counts)
    assert 0 <= made.interval.low <= made.measures.reussite <= made.interval.high <= 1
    assert "items independent" in str(made.signature)


def test_a_level_that_is_none_is_refused() -> None:
    with pytest.raises(InputError, match="level"):
        counted(10, 5, 0, level=2)
