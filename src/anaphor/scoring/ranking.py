"""Ranks that are shared where a difference could as well be none."""

from collections.abc import Mapping, Sequence

from anaphor.scoring.comparison import Comparison


def shared_ranks(
    reussites: Mapping[str, float], comparisons: Sequence[Comparison], alpha: float = 0.05
) -> dict[str, int]:
    """Ranks, the best first: one more than the number of respondents that are better beyond chance (Holm)."""
    beaten = dict.fromkeys(reussites, 1)
    for each in comparisons:
        if each.adjusted < alpha and each.difference:
            beaten[each.second if each.difference > 0 else each.first] += 1
    return dict(sorted(beaten.items(), key=lambda pair: (pair[1], -reussites[pair[0]])))
