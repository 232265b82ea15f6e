"""Pairs of systems in sentences, for tables on the screen and in reports."""

from collections.abc import Sequence

from anaphor.report.sections.scoring_words import Tongue
from anaphor.scoring import PEOPLE, Comparison

_MOST = 10
"""Pairs of systems that are told in a sentence each."""


def comparison_sentences(found: Sequence[Comparison], tongue: Tongue) -> tuple[str, ...]:
    """A sentence on each pair of respondents where there are few; none beyond, where the table alone says it."""
    return tuple(_comparison_sentence(each, tongue) for each in found) if len(found) <= _MOST else ()


def _comparison_sentence(found: Comparison, tongue: Tongue) -> str:
    """Whether one of two respondents is better, in words; the better one comes first."""
    names = [tongue.title("mean_person") if each == PEOPLE else each for each in (found.first, found.second)]
    ends = [found.interval.low, found.interval.high]
    if found.difference < 0:
        names, ends = names[::-1], [-each for each in reversed(ends)]
    shown = found.adjusted < 1 - found.interval.level
    if names[0] == tongue.title("mean_person") and shown:  # it begins the sentence
        names[0] = names[0].capitalize()
    said = tongue.sentence(
        "differ" if shown else "no_difference",
        first=names[0],
        second=names[1],
        p=tongue.chance(found.adjusted),
        points=tongue.points(abs(found.difference), 2),
        low=tongue.percent(ends[0]),
        high=tongue.percent(ends[1]),
    )
    if shown or found.smallest is None:
        return said
    return said + tongue.sentence("would_show", smallest=tongue.points(found.smallest))
