"""Against chance: the exact law of réussite when the key knows nothing of the choices."""

from itertools import permutations, product

import numpy as np
import pytest

from anaphor.answer import Choice
from anaphor.scoring import Outcome
from anaphor.scoring.items.chance import against_chance
from anaphor.scoring.items.outcomes import outcome_of_reply
from tests.scoring.specimens import drawn, outcomes, problems, target

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("signs", ["++ +- ++", "++ ++ ++ ++", "-- ++ -?", "?? ??", "+? +? ++", "+- -+ +-"])
def test_with_two_candidates_it_is_the_flip_of_each_schemas_key(signs: str) -> None:
    made = outcomes(signs)
    flips = []
    for keys in product((False, True), repeat=len(signs.split())):
        turned = [
            "".join({"+": "-", "-": "+"}.get(sign, sign) if flip else sign for sign in word)
            for flip, word in zip(keys, signs.split(), strict=True)
        ]
        flips.append(sum(each.credit for each in outcomes(" ".join(turned))))
    seen, centre = sum(each.credit for each in made), len(made) / 2
    expected = np.mean([abs(float(flip) - centre) >= abs(float(seen) - centre) for flip in flips])
    assert against_chance(made).p == pytest.approx(float(expected))


def test_problems_of_several_candidates_are_guessed_one_by_one() -> None:
    sizes, chosen = (2, 3, 4, 3), (0, 0, 1, 2)
    made = [
        outcome_of_reply(target(f"p{n}", 0, candidates="abcd"[:size]), Choice(candidate=choice))
        for n, (size, choice) in enumerate(zip(sizes, chosen, strict=True))
    ]
    centre = sum(1 / size for size in sizes)
    seen = sum(choice == 0 for choice in chosen)
    expected = sum(
        float(np.prod([1 / size if hit else 1 - 1 / size for hit, size in zip(hits, sizes, strict=True)]))
        for hits in product((0, 1), repeat=4)
        if abs(sum(hits) - centre) >= abs(seen - centre) - 1e-12
    )
    found = against_chance(made)
    assert found.p == pytest.approx(expected)
    assert found.chance == pytest.approx(centre / 4)


def three_way(choices: tuple[tuple[int, int], ...]) -> list[Outcome]:
    """Schemas of three candidates whose keys are 0 and 1; the twin lists its candidates in another order."""
    made = []
    for number, (first, second) in enumerate(choices):
        one = target(f"{number}a", 0, schema=f"s{number}", candidates="abc")
        other = target(f"{number}b", 1, schema=f"s{number}", candidates="cba")
        made += [outcome_of_reply(one, Choice(candidate=first)), outcome_of_reply(other, Choice(candidate=second))]
    return made


def test_schemas_of_three_candidates_are_relabelled_as_a_whole() -> None:
    choices = ((0, 1), (0, 2), (1, 1))
    cases = []
    for orders in product(list(permutations("abc")), repeat=3):
        right = 0
        for order, (first, second) in zip(orders, choices, strict=True):
            named = dict(zip("abc", order, strict=True))
            right += named["a"] == "abc"[first]
            right += named["b"] == "cba"[second]
        cases.append(right)
    made = three_way(choices)
    seen = sum(each.credit for each in made)
    expected = np.mean([abs(case - 2) >= abs(float(seen) - 2) for case in cases])
    assert against_chance(made).p == pytest.approx(float(expected))


def test_naming_the_same_candidate_for_all_twins_is_chance_whatever_the_number_of_schemas() -> None:
    assert against_chance(outcomes("+- " * 200)).p == 1.0


def test_abstaining_always_is_chance() -> None:
    found = against_chance(problems("?" * 40))
    assert (found.p, found.difference) == (1.0, 0.0)


def test_guessing_is_found_out_in_five_percent_of_the_cases() -> None:
    rng = np.random.default_rng(3)
    found = [against_chance(drawn(rng, 60, 0.5, 0.3)).p for _ in range(400)]
    assert float(np.mean(np.array(found) <= 0.05)) <= 0.07
