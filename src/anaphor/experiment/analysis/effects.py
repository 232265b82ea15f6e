"""Whether something matters that should not: the side of the right answer, the time in the study."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean, median, stdev

from anaphor.experiment.study.record import Response
from anaphor.statistics import Interval, student


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """The difference between two kinds of trials, within people."""

    name: str
    """`side`: the key stood first against elsewhere; `order`: the second half of a person's study against the first."""
    one: tuple[int, int]
    """Right answers and answers of the first kind."""
    other: tuple[int, int]
    """Right answers and answers of the second kind."""
    people: int
    """People who have trials of both kinds."""
    difference: float | None
    """Mean over those people of the difference of their two rates; None where nobody has both."""
    interval: Interval | None
    """Its interval, for other people (Student's t); None for fewer than two."""


def contrasts(judged: Sequence[Response]) -> tuple[Contrast, ...]:
    """Side and order; both are counterbalanced within people, so each person is compared with themselves."""
    by_person: dict[str, list[Response]] = {}
    for response in judged:
        by_person.setdefault(response.person, []).append(response)
    middles = {name: _middle(found) for name, found in by_person.items()}

    def late(each: Response) -> bool | None:
        middle = middles[each.person]
        return None if each.position is None or middle is None else each.position > middle

    return (
        _contrast("side", by_person, lambda each: None if each.key_side is None else each.key_side == 0),
        _contrast("order", by_person, late),
    )


def _middle(found: Sequence[Response]) -> float | None:
    positions = [each.position for each in found if each.position is not None]
    return median(positions) if positions else None


def _contrast(name: str, people: dict[str, list[Response]], kind: Callable[[Response], bool | None]) -> Contrast:
    sums = {True: [0, 0], False: [0, 0]}
    gaps = []
    for found in people.values():
        mine: dict[bool, list[bool]] = {True: [], False: []}
        for each in found:
            which = kind(each)
            if which is not None:
                mine[which].append(bool(each.right))
        for which, right in mine.items():
            sums[which][0] += sum(right)
            sums[which][1] += len(right)
        if mine[True] and mine[False]:
            gaps.append(mean(mine[True]) - mean(mine[False]))
    error = stdev(gaps) / len(gaps) ** 0.5 if len(gaps) > 1 else None
    return Contrast(
        name=name,
        one=(sums[True][0], sums[True][1]),
        other=(sums[False][0], sums[False][1]),
        people=len(gaps),
        difference=mean(gaps) if gaps else None,
        interval=None if error is None else student(mean(gaps), error, len(gaps) - 1).within(-1, 1),
    )
