"""Consistency over changed wordings: does a respondent give the same answer when only the wording changes?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from anaphor.errors import InputError
from anaphor.scoring.intervals import Estimate, Sampling, gather, share
from anaphor.scoring.outcomes import Outcome, Result

Origins = Mapping[str, tuple[str, tuple[int, ...]]]
"""By id of the changed item: id of the original, and which original candidate each of its candidates stands for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Consistency:
    """A respondent on items and on changed wordings of them."""

    pairs: int
    """Changed items whose original was scored, too."""
    answered: int
    """Of these, pairs that were answered both times."""
    same: Estimate | None
    """Share of the answered pairs in which the same candidate was chosen, by cluster; None where none was answered."""
    lost: int
    """Pairs that were right and are no longer."""
    gained: int
    """Pairs that were not right and now are."""
    original: float
    """Réussite on the originals, each as often as it was changed."""
    changed: float
    """Réussite on the changed items."""
    always_right: int
    """Originals that are right, and right in all their changed wordings."""
    originals: int
    """Originals that have a changed wording."""


def consistency(
    original: Sequence[Outcome], changed: Sequence[Outcome], origins: Origins, sampling: Sampling | None = None
) -> Consistency:
    """How steady the choices are; `origins` says where each changed item comes from."""
    before = {each.item: each for each in original}
    pairs = [
        (before[origins[each.item][0]], each)
        for each in changed
        if each.item in origins and origins[each.item][0] in before
    ]
    if not pairs:
        raise InputError("no changed item goes back to an item of the first run", todo="Give the map made with them.")
    both = [(old, new) for old, new in pairs if old.chosen is not None and new.chosen is not None]
    return Consistency(
        pairs=len(pairs),
        answered=len(both),
        same=_same(both, origins, sampling or Sampling()),
        lost=sum(_right(old) and not _right(new) for old, new in pairs),
        gained=sum(_right(new) and not _right(old) for old, new in pairs),
        original=_mean([old for old, _ in pairs]),
        changed=_mean([new for _, new in pairs]),
        always_right=_always(pairs),
        originals=len({old.item for old, _ in pairs}),
    )


def _same(both: Sequence[tuple[Outcome, Outcome]], origins: Origins, sampling: Sampling) -> Estimate | None:
    if not both:
        return None
    kept = [float(_traced(new, origins) == old.chosen) for old, new in both]
    return share(gather([old.target.cluster for old, _ in both], kept), sampling)


def _traced(outcome: Outcome, origins: Origins) -> int | None:
    """The original candidate that a choice stands for."""
    places = origins[outcome.item][1]
    if outcome.chosen is None or outcome.chosen >= len(places):
        return None
    return places[outcome.chosen]


def _right(outcome: Outcome) -> bool:
    return outcome.result is Result.RIGHT


def _mean(outcomes: Sequence[Outcome]) -> float:
    return float(sum((each.credit for each in outcomes), Fraction(0)) / len(outcomes))


def _always(pairs: Sequence[tuple[Outcome, Outcome]]) -> int:
    steady: dict[str, bool] = {}
    for old, new in pairs:
        steady[old.item] = steady.get(old.item, True) and _right(old) and _right(new)
    return sum(steady.values())
