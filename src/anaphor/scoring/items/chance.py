"""Is a respondent better than a guess? The exact law of réussite when the key knows nothing of the choices.

Within a schema the candidates are relabelled as a whole: a respondent that names the same candidate for both twins gets
one of two right whatever the key, and is given no credit for independence that it does not have. With two candidates
this is the same as flipping the key of each schema.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, permutations
from math import factorial

from anaphor.scoring.items.exact import Law, law_of_sum
from anaphor.scoring.items.outcomes import Outcome, Result

_MOST_RELABELLINGS = 720
"""Relabellings of one schema that are enumerated (six candidates); beyond, its items count as independent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgainstChance:
    """Réussite beside that of guessing."""

    chance: float
    """Réussite of guessing: the mean of 1/mᵢ."""
    difference: float
    """Réussite minus chance."""
    p: float
    """Exact two-sided chance of a réussite as far from chance when the key knows nothing of the choices."""


def against_chance(outcomes: Sequence[Outcome]) -> AgainstChance:
    """How far réussite is from chance, and how often guessing gets as far; abstentions neither help nor harm.

    >>> against_chance([]).p
    1.0
    """
    if not outcomes:
        return AgainstChance(chance=0.0, difference=0.0, p=1.0)
    expected = sum((each.target.chance for each in outcomes), Fraction(0))
    earned = sum((each.credit for each in outcomes), Fraction(0))
    answered = [each for each in outcomes if each.result is not Result.ABSTAINED]
    right = sum(each.result is Result.RIGHT for each in answered)
    centre = sum((each.target.chance for each in answered), Fraction(0))
    law = law_of_sum(law for block in _blocks(answered) for law in _laws(block))
    return AgainstChance(
        chance=float(expected / len(outcomes)),
        difference=float((earned - expected) / len(outcomes)),
        p=law.beyond(Fraction(right), centre),
    )


def _blocks(outcomes: Sequence[Outcome]) -> list[list[Outcome]]:
    """Answered items whose keys are relabelled together: the items of a schema; a problem stands alone."""

    def name(each: Outcome) -> tuple[bool, str]:
        return each.target.twin, each.target.cluster if each.target.twin else each.item

    return [list(block) for _, block in groupby(sorted(outcomes, key=name), key=name)]


def _laws(block: Sequence[Outcome]) -> list[Law]:
    """The laws of the right answers of a block."""
    forms = sorted(set(block[0].target.forms))
    same = all(sorted(each.target.forms) == forms for each in block)
    if len(block) == 1 or not same or factorial(len(forms)) > _MOST_RELABELLINGS:
        return [((0, 1 - float(each.target.chance)), (1, float(each.target.chance))) for each in block]
    pairs = [(each.target.forms, each.target.key, each.chosen) for each in block]
    places = [(forms.index(own[key]), forms.index(own[chosen])) for own, key, chosen in pairs if chosen is not None]
    counts: dict[int, int] = {}
    for order in permutations(range(len(forms))):
        right = sum(order[key] == chosen for key, chosen in places)
        counts[right] = counts.get(right, 0) + 1
    total = factorial(len(forms))
    return [tuple((value, count / total) for value, count in sorted(counts.items()))]
