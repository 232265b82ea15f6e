"""The order in which one participant sees trials and answers: counterbalanced, and the same for the same seed.

Practice comes first. Items are shuffled; attention, control and filler trials are spread among them. Each participant
sees half of the items with their answers the other way round, and the next participant of the list the other half.
"""

import random
from dataclasses import dataclass

from anaphor.experiment.design import Design, Trial, TrialKind

_SPREAD = (TrialKind.ATTENTION, TrialKind.CONTROL, TrialKind.FILLER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A trial as one participant sees it."""

    trial: str
    """Id of the trial."""
    position: int
    """From 0."""
    order: tuple[int, ...]
    """For each place on the screen, left to right, the index of the candidate shown there."""


def present(design: Design, list_number: int, nth: int) -> tuple[Shown, ...]:
    """The trials of the nth participant (from 0) of a list, in order."""
    pair, half = divmod(nth, 2)
    # Both participants of a pair share one plan for the sides; only the second turns it round.
    sides = random.Random(f"{design.seed}:{list_number}:{pair}:sides")
    order = random.Random(f"{design.seed}:{list_number}:{nth}:order")
    items = [design.by_id[name] for name in design.lists[list_number]]
    turned = _half(items, sides)
    practice = list(design.of_kind(TrialKind.PRACTICE))
    main = _spread(order.sample(items, len(items)), design, order)
    return tuple(
        Shown(
            trial=trial.id,
            position=position,
            order=_order(trial, (trial.id in turned) != bool(half), design.seed + pair),
        )
        for position, trial in enumerate([*practice, *main])
    )


def _half(items: list[Trial], rng: random.Random) -> set[str]:
    """The items whose answers stand the other way round."""
    names = sorted(trial.id for trial in items)
    return set(rng.sample(names, len(names) // 2))


def _spread(items: list[Trial], design: Design, rng: random.Random) -> list[Trial]:
    """Items with the other trials among them, at even distances and never first."""
    extras = [trial for kind in _SPREAD for trial in design.of_kind(kind)]
    rng.shuffle(extras)
    shown = list(items)
    for number, extra in enumerate(extras, 1):
        shown.insert(max(1, round(number * len(items) / (len(extras) + 1)) + number - 1), extra)
    return shown


def _order(trial: Trial, turned: bool, seed: int) -> tuple[int, ...]:
    """Two answers stand one way or the other; more are rotated, then turned."""
    places = list(range(len(trial.candidates)))
    if len(places) > 2:
        shift = random.Random(f"{seed}:{trial.id}").randrange(len(places))
        places = places[shift:] + places[:shift]
    return tuple(reversed(places)) if turned else tuple(places)
