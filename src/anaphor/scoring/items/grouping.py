"""Results by group: domain, kind of pronoun, associative or not, audit outcome, or any label that is given."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from anaphor.errors import UnknownNameError
from anaphor.scoring.items.chance import AgainstChance, against_chance
from anaphor.scoring.items.exact import holm
from anaphor.scoring.items.intervals import Sampling, ScoreEstimate, reussite
from anaphor.scoring.items.measures import Measures
from anaphor.scoring.items.outcomes import Outcome, measure
from anaphor.text import text

UNLABELLED = "(none)"
"""The group of items without a label of that kind."""
FEWEST = 20
"""Items below which a group says too little to be ranked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupResult:
    """A respondent on the items of one group."""

    kind: str
    """Kind of group: domain, pronoun, …"""
    label: str
    """The group."""
    measures: Measures
    """The measures on its items."""
    reussite: ScoreEstimate
    """Réussite with its interval."""
    chance: AgainstChance
    """Beside guessing; p is corrected for the number of groups of that kind (Holm)."""

    @property
    def small(self) -> bool:
        """Whether the group is too small to be ranked."""
        return self.measures.n < FEWEST


def kinds_of(outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    """The kinds of group that the items were looked at for, whether or not any has a label of that kind."""
    return tuple(sorted({kind for each in outcomes for kind in each.target.groups}))


def by_group(outcomes: Sequence[Outcome], kind: str, sampling: Sampling | None = None) -> tuple[GroupResult, ...]:
    """Results by group, the largest first; an item with several labels counts in each of their groups.

    Where no item has a label of that kind, all are in one group, that of the items without.
    """
    known = kinds_of(outcomes)
    if kind not in known:
        raise UnknownNameError(text("scoring-kind-of-group"), kind, known, todo=text("scoring-labels-from"))
    members: dict[str, list[Outcome]] = {}
    for each in outcomes:
        for label in each.target.groups.get(kind) or (UNLABELLED,):
            members.setdefault(label, []).append(each)
    ordered = sorted(members.items(), key=lambda pair: (pair[0] == UNLABELLED, -len(pair[1]), pair[0]))
    made = [_result(kind, label, part, sampling or Sampling()) for label, part in ordered]
    adjusted = holm([each.chance.p for each in made])
    return tuple(replace(each, chance=replace(each.chance, p=p)) for each, p in zip(made, adjusted, strict=True))


def unsolved(outcomes: Sequence[Outcome], sampling: Sampling | None = None) -> GroupResult | None:
    """The items that an audit's co-occurrence gets wrong or cannot score: does the respondent beat chance there?

    None where no item has such a label (paper 2's open question needs an audit).
    """
    left = [each for each in outcomes if {"wrong", "unscored"} & set(each.target.groups.get("audit", ()))]
    return _result("audit", "unsolved", left, sampling or Sampling()) if left else None


def _result(kind: str, label: str, outcomes: Sequence[Outcome], sampling: Sampling) -> GroupResult:
    return GroupResult(
        kind=kind,
        label=label,
        measures=measure(outcomes),
        reussite=reussite(outcomes, sampling),
        chance=against_chance(outcomes),
    )
