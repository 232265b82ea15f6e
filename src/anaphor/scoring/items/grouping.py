"""Results by schema and by group.

Twins: a respondent that always prefers one candidate gets half the items and none of the pairs. Groups: domain, kind of
pronoun, associative or not, audit outcome, or any label that is given.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod

from anaphor.errors import UnknownNameError
from anaphor.scoring.items.chance import AgainstChance, against_chance, holm
from anaphor.scoring.items.intervals import USUAL, Sampling, ScoreEstimate, reussite
from anaphor.scoring.items.outcomes import Measures, Outcome, OutcomeKind, measure
from anaphor.statistics import Interval, wilson
from anaphor.text import text


@dataclass(frozen=True, slots=True, kw_only=True)
class Twins:
    """How a respondent did on whole schemas."""

    schemas: int
    """Schemas of which two items or more were scored."""
    both_right: int
    """Schemas whose items are all right."""
    share: float
    """both_right over schemas."""
    interval: Interval
    """Interval of that share: schemas are independent, so it is Wilson's."""
    chance: float
    """The same share for a coin that is tossed for each item."""
    comparable: int
    """Schemas whose items offer the same candidates."""
    same: int
    """Of these, schemas for all of whose items the same candidate was chosen, although the answer flips."""
    same_share: float | None
    """same over comparable; not defined where none is comparable."""


def twins(outcomes: Sequence[Outcome], level: float = 0.95) -> Twins | None:
    """Consistency over twins; None where no schema has two items."""
    schemas: dict[str, list[Outcome]] = {}
    for each in outcomes:
        if each.target.twin:
            schemas.setdefault(each.target.cluster, []).append(each)
    pairs = [block for block in schemas.values() if len(block) > 1]
    if not pairs:
        return None
    right = sum(all(each.result is OutcomeKind.RIGHT for each in block) for block in pairs)
    comparable = same = 0
    for block in pairs:
        keys = {each.target.forms[each.target.key] for each in block}
        offered = {frozenset(each.target.forms) for each in block}
        if len(offered) == 1 and len(keys) > 1:  # the same candidates, in any order, and the answer flips
            chosen = {None if each.chosen is None else each.target.forms[each.chosen] for each in block}
            comparable += 1
            same += len(chosen) == 1 and None not in chosen
    tossed = sum(prod(float(each.target.chance) for each in block) for block in pairs) / len(pairs)
    return Twins(
        schemas=len(pairs),
        both_right=right,
        share=right / len(pairs),
        interval=wilson(right, len(pairs), level),
        chance=tossed,
        comparable=comparable,
        same=same,
        same_share=same / comparable if comparable else None,
    )


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
    measures: Measures
    reussite: ScoreEstimate
    chance: AgainstChance
    """Beside guessing; p is corrected for the number of groups of that kind (Holm)."""

    @property
    def small(self) -> bool:
        return self.measures.n < FEWEST


def by_group(outcomes: Sequence[Outcome], kind: str, sampling: Sampling = USUAL) -> tuple[GroupResult, ...]:
    """Results by group, the largest first; an item with several labels counts in each of their groups.

    Where no item has a label of that kind, all are in one group, that of the items without.
    """
    known = sorted({kind for each in outcomes for kind in each.target.groups})
    if kind not in known:
        raise UnknownNameError(text("scoring-kind-of-group"), kind, known, todo=text("scoring-labels-from"))
    members: dict[str, list[Outcome]] = {}
    for each in outcomes:
        for label in each.target.groups.get(kind) or (UNLABELLED,):
            members.setdefault(label, []).append(each)
    ordered = sorted(members.items(), key=lambda pair: (pair[0] == UNLABELLED, -len(pair[1]), pair[0]))
    made = [_result(kind, label, part, sampling) for label, part in ordered]
    adjusted = holm([each.chance.p for each in made])
    return tuple(replace(each, chance=replace(each.chance, p=p)) for each, p in zip(made, adjusted, strict=True))


def unsolved(outcomes: Sequence[Outcome], sampling: Sampling = USUAL) -> GroupResult | None:
    """The items that an audit's co-occurrence gets wrong or cannot score: does the respondent beat chance there?

    None where no item has such a label (paper 2's open question needs an audit).
    """
    left = [each for each in outcomes if {"wrong", "unscored"} & set(each.target.groups.get("audit", ()))]
    return _result("audit", "unsolved", left, sampling) if left else None


def _result(kind: str, label: str, outcomes: Sequence[Outcome], sampling: Sampling) -> GroupResult:
    return GroupResult(
        kind=kind,
        label=label,
        measures=measure(outcomes),
        reussite=reussite(outcomes, sampling),
        chance=against_chance(outcomes),
    )
