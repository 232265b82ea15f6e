"""The order in which one participant sees trials and answers: counterbalanced, and the same for the same seed.

Practice comes first. Items are shuffled; attention, control and filler trials are spread among them at even distances.
*Order*: of every four participants of a list the third sees the first one's order backwards, and the fourth the
second one's, so that no item is always late. *Side*: within a participant the right answers are spread evenly over the
places of the screen; from one participant of a list to the next each answer moves on by one place, so that k of them
show each of k answers once in each place. Keys belong to places, so they are counterbalanced with them.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass

from anaphor.experiment.design.design import Design, Trial, TrialKind

_SPREAD = (TrialKind.ATTENTION, TrialKind.CONTROL, TrialKind.FILLER)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedTrial:
    """A trial as one participant sees it."""

    trial: str
    position: int
    """From 0."""
    order: tuple[int, ...]
    """For each place on the screen, left to right, the index of the candidate shown there."""


def present(design: Design, list_number: int, nth: int) -> tuple[PlacedTrial, ...]:
    """The trials of the nth participant (from 0) of a list, in order."""
    items = [design.by_id[name] for name in design.lists[list_number]]
    extras = [trial for kind in _SPREAD for trial in design.of_kind(kind)]
    practice = design.of_kind(TrialKind.PRACTICE)
    four, place = divmod(nth, 4)
    rng = random.Random(f"{design.seed}:{list_number}:order:{four}:{place % 2}")
    shuffled, among = rng.sample(items, len(items)), rng.sample(extras, len(extras))
    after: dict[int, list[Trial]] = {}
    for number, extra in enumerate(among, 1):  # at even distances, neither first nor last
        gap = round(number * len(items) / (len(extras) + 1))
        after.setdefault(min(max(gap, 1), max(1, len(items) - 1)), []).append(extra)
    main = [trial for number, item in enumerate(shuffled, 1) for trial in (item, *after.get(number, ()))]
    orders = {
        **_orders(items, f"{design.seed}:{list_number}:items", nth),
        **_orders([*extras, *practice], f"{design.seed}:{list_number}:extras", nth),
    }
    return tuple(
        PlacedTrial(trial=trial.id, position=position, order=orders[trial.id])
        for position, trial in enumerate([*practice, *(main[::-1] if place > 1 else main)])
    )


def _orders(trials: Iterable[Trial], seed: str, nth: int) -> dict[str, tuple[int, ...]]:
    """For each trial, the candidates by place."""
    by_size: dict[int, list[Trial]] = {}
    for trial in trials:
        by_size.setdefault(len(trial.candidates), []).append(trial)
    found: dict[str, tuple[int, ...]] = {}
    for size, group in by_size.items():
        cycle, moved = divmod(nth, size)
        rng = random.Random(f"{seed}:sides:{size}:{cycle}")
        start = rng.randrange(size)
        for number, trial in enumerate(rng.sample(group, len(group)), start):
            first = ((trial.key or 0) - number + moved) % size  # so that the key stands at place number - moved
            order = tuple((first + place) % size for place in range(size))
            # Neighbours stay neighbours in a rotation: every other cycle goes the other way round.
            found[trial.id] = order[::-1] if size > 2 and cycle % 2 else order
    return found
