"""Consistency over changed wordings: does a respondent give the same answer when only the wording changes?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from anaphor.errors import InputError
from anaphor.scoring.items.intervals import Sampling, ScoreEstimate, gather, share
from anaphor.scoring.items.outcomes import Outcome, Result

Origins = Mapping[str, tuple[str, tuple[int, ...]]]
"""By id of the changed item: id of the original, and which original candidate each of its candidates stands for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Consistency:
    """A respondent on items and on changed wordings of them."""

    pairs: int
    """Changed items whose original was scored, too."""
    answered: int
    """Of these, pairs that were answered both times."""
    same: ScoreEstimate | None
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
        raise InputError("scoring-no-original")
    both = [(old, new) for old, new in pairs if old.chosen is not None and new.chosen is not None]
    kept: list[float] = []
    steady: dict[str, bool] = {}
    for old, new in both:
        places = origins[new.item][1]  # which original candidate each of its candidates stands for
        chosen = new.chosen if new.chosen is not None and new.chosen < len(places) else None
        kept.append(float(chosen is not None and places[chosen] == old.chosen))
    for old, new in pairs:
        steady[old.item] = steady.get(old.item, True) and _is_right(old) and _is_right(new)
    clusters = [old.target.cluster for old, _ in both]
    return Consistency(
        pairs=len(pairs),
        answered=len(both),
        same=share(gather(clusters, kept), sampling or Sampling()) if both else None,
        lost=sum(_is_right(old) and not _is_right(new) for old, new in pairs),
        gained=sum(_is_right(new) and not _is_right(old) for old, new in pairs),
        original=float(sum((old.credit for old, _ in pairs), Fraction(0)) / len(pairs)),
        changed=float(sum((new.credit for _, new in pairs), Fraction(0)) / len(pairs)),
        always_right=sum(steady.values()),
        originals=len(steady),
    )


def _is_right(outcome: Outcome) -> bool:
    return outcome.result is Result.RIGHT
