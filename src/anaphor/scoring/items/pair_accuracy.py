"""Twins: a respondent that always prefers one candidate gets half the items and none of the pairs."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from anaphor.scoring.items.outcomes import Outcome, Result
from anaphor.statistics import Interval, wilson


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
    right = sum(all(each.result is Result.RIGHT for each in block) for block in pairs)
    comparable = [block for block in pairs if _comparable(block)]
    same = sum(map(_same, comparable))
    tossed = sum(prod(float(each.target.chance) for each in block) for block in pairs) / len(pairs)
    return Twins(
        schemas=len(pairs),
        both_right=right,
        share=right / len(pairs),
        interval=wilson(right, len(pairs), level),
        chance=tossed,
        comparable=len(comparable),
        same=same,
        same_share=same / len(comparable) if comparable else None,
    )


def _comparable(block: Sequence[Outcome]) -> bool:
    """Whether the items offer the same candidates, in any order, and have different keys."""
    keys = {each.target.forms[each.target.key] for each in block}
    return len({frozenset(each.target.forms) for each in block}) == 1 and len(keys) > 1


def _same(block: Sequence[Outcome]) -> bool:
    chosen = {None if each.chosen is None else each.target.forms[each.chosen] for each in block}
    return len(chosen) == 1 and None not in chosen
