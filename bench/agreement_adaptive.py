"""Rates from votes whose number depends on the votes: how often that is noticed, and what would be said otherwise.

Votes of real panels are shown by designs in which their number has nothing to do with the item (which must raise no
alarm) and by designs in which it has: as `agreement next` asks for them, a third vote where two differ, until one label
leads by two, and seven votes for the third of the items on which people differ most. Truth is the exact rate between
panels of all votes on the same items.

The statistic and its level were chosen with the panels of `agreement_next` at hand. So the rates on these are not those
of new panels; `BENCH_PANELS=held-back` takes only panels that chose nothing: all others of the folder of real data in
which every item has six votes or more.

Panels come from $BENCH_DATA or the folder of real data beside the project; `BENCH_REPEATS` says how often each design
is drawn on each panel, `BENCH_RATED` how many of these tables are also rated.
"""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from anaphor import agreement
from anaphor.agreement import LabelMatrix
from anaphor.agreement.panels.dependence import depends_on_votes
from anaphor.agreement.panels.study import PanelStudy, ReproductionSettings
from anaphor.answers import from_counts, from_triples
from bench import agreement_next, agreement_rates
from bench.agreement_rates import Panel, change_of
from bench.table import Row

_REPEATS = int(os.environ.get("BENCH_REPEATS", "20"))
_RATED = int(os.environ.get("BENCH_RATED", "4"))
"""Of these so many are also rated, which takes longer."""
_HELD_BACK = os.environ.get("BENCH_PANELS") == "held-back"
_LEAST_VOTES = 6
"""Votes that every item of a panel that was held back has: where fewer are left, designs could not show theirs."""
_LEAST_ITEMS = 40
_ITEMS = (60, 200)
"""Items of a table, at most."""
_VOTES = 5.0
"""Votes of an item in the mean, at the end of an adaptive collection."""

Integers = NDArray[np.int64]


@cache
def panels() -> list[Panel]:
    """The panels with which the test was chosen, or those that were held back."""
    chosen = list(agreement_next.panels().values())
    if not _HELD_BACK:
        return chosen
    # Labels of the emotion and opinion panels are coded in three and in five classes: the same votes either way.
    names = {panel.name.removesuffix(" 3") for panel in chosen}
    others = [
        panel for panel in agreement_rates.panels() if panel.name.removesuffix(" 3").removesuffix(" 5") not in names
    ]
    return [
        panel
        for panel in others
        if len(panel.counts) >= _LEAST_ITEMS and int(panel.counts.sum(axis=1).min()) >= _LEAST_VOTES
    ]


class Replay:
    """Votes of a panel on some of its items in an order drawn anew, and how many of each item were shown."""

    def __init__(self, panel: Panel, items: int, rng: np.random.Generator) -> None:
        self.rng, self.named = rng, bool((panel.person >= 0).any())
        chosen = rng.permutation(int(panel.item.max()) + 1)[:items]
        place = np.full(int(panel.item.max()) + 1, -1)
        place[chosen] = np.arange(len(chosen))
        kept = np.flatnonzero(place[panel.item] >= 0)
        kept = kept[rng.permutation(len(kept))]
        kept = kept[np.argsort(place[panel.item[kept]], kind="stable")]
        self.item, self.person, self.label = place[panel.item[kept]], panel.person[kept], panel.label[kept]
        self.classes = int(panel.label.max()) + 1
        self.all = np.bincount(self.item, minlength=len(chosen))
        self.start = np.cumsum(self.all) - self.all
        self.turn = np.arange(len(self.item)) - self.start[self.item]
        self.shown = np.zeros(len(chosen), dtype=np.int64)

    def show(self, votes: Integers) -> None:
        """So many votes of each item, as far as there are so many."""
        self.shown = np.minimum(votes, self.all)

    @property
    def counts(self) -> Integers:
        seen = self.turn < self.shown[self.item]
        table = np.zeros((len(self.all), self.classes), dtype=np.int64)
        np.add.at(table, (self.item[seen], self.label[seen]), 1)
        return table

    @property
    def every(self) -> Integers:
        """All votes, shown or not."""
        table = np.zeros((len(self.all), self.classes), dtype=np.int64)
        np.add.at(table, (self.item, self.label), 1)
        return table

    @property
    def matrix(self) -> LabelMatrix:
        if self.named:
            seen = self.turn < self.shown[self.item]
            return from_triples(*(column[seen].astype(str).tolist() for column in (self.item, self.person, self.label)))
        names, classes = [str(n) for n in range(len(self.all))], [str(n) for n in range(self.classes)]
        return from_counts(self.counts, items=names, classes=classes)


def _at_random(replay: Replay) -> None:
    replay.show(replay.rng.integers(2, 9, len(replay.all)))


def _missing(replay: Replay) -> None:
    replay.show(np.maximum(replay.rng.binomial(6, 0.7, len(replay.all)), 1))


def _batches(replay: Replay) -> None:
    replay.show(np.where(replay.rng.random(len(replay.all)) < 0.4, 3, 5))


def _few_more(replay: Replay) -> None:
    replay.show(np.where(replay.rng.random(len(replay.all)) < 0.1, 8, 3))


def _few_less(replay: Replay) -> None:
    replay.show(np.where(replay.rng.random(len(replay.all)) < 0.1, 2, 6))


def _quotas(replay: Replay) -> None:
    """Everybody labels a share of their items that is their own: the order of votes does not count here."""
    people = int(replay.person.max()) + 1
    share = replay.rng.beta(0.7, 1.0, people)
    kept = replay.rng.random(len(replay.item)) < share[replay.person]
    _keep(replay, kept)


def _careless(replay: Replay) -> None:
    """The person who agrees least with the others labels half of the items, the others a third of them."""
    counts = replay.every
    agree = (counts[replay.item, replay.label] - 1) / np.maximum(replay.all[replay.item] - 1, 1)
    labels = np.bincount(replay.person)
    worst = int(np.argmin(np.where(labels >= 20, np.bincount(replay.person, agree) / np.maximum(labels, 1), np.inf)))
    kept = replay.rng.random(len(replay.item)) < np.where(replay.person == worst, 0.5, 0.3)
    _keep(replay, kept)


def _keep(replay: Replay, kept: NDArray[np.bool_]) -> None:
    """Votes that are kept come first in the order of their items."""
    order = np.lexsort((~kept, replay.item))
    replay.person, replay.label = replay.person[order], replay.label[order]
    replay.show(np.bincount(replay.item[kept], minlength=len(replay.all)))


def _next(replay: Replay) -> None:
    """Three votes each, then rounds of a tenth of the items, as `agreement next` asks for."""
    replay.show(np.full(len(replay.all), 3))
    while replay.shown.mean() < _VOTES:
        queue = agreement.next_labels(replay.matrix, budget=max(1, len(replay.all) // 10))
        asked = replay.shown.copy()
        for each in queue.items:
            asked[int(each.item)] += each.ask
        if not queue.items or (np.minimum(asked, replay.all) == replay.shown).all():
            return
        replay.show(asked)


def _third(replay: Replay) -> None:
    replay.show(np.full(len(replay.all), 2))
    replay.show(np.where(replay.counts.max(axis=1) < 2, 3, 2))


def _lead(replay: Replay) -> None:
    replay.show(np.full(len(replay.all), 2))
    for _ in range(5):
        top = np.sort(replay.counts, axis=1)
        replay.show(replay.shown + (top[:, -1] - top[:, -2] < 2))


def _hard(replay: Replay) -> None:
    shares = replay.every / replay.all[:, None]
    differ = 1 - (shares**2).sum(axis=1)
    replay.show(np.where(differ > np.quantile(differ, 2 / 3), 7, 3))


NULL: dict[str, Callable[[Replay], None]] = {
    "2 to 8 votes at random": _at_random,
    "each of 6 votes missing with chance 0.3": _missing,
    "3 votes in one batch, 5 in another": _batches,
    "8 votes for every tenth item, else 3": _few_more,
    "2 votes for every tenth item, else 6": _few_less,
    "everybody's own quota": _quotas,
    "a careless person on half of the items": _careless,
}
ADAPTIVE: dict[str, Callable[[Replay], None]] = {
    "as `agreement next` asks": _next,
    "a third vote where two differ": _third,
    "until one label leads by two": _lead,
    "7 votes for the hardest third, else 3": _hard,
}
NAMED = ("everybody's own quota", "a careless person on half of the items")
"""Designs that need people with names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """One table."""

    alarm: bool
    truth: float | None = None
    rate: float | None = None
    held: bool = False


def drawn(design: str, items: int, repeats: int = _REPEATS, rated: int = _RATED) -> Iterator[Drawn]:
    """Tables of a design on every panel."""
    show = {**NULL, **ADAPTIVE}[design]
    for place, panel in enumerate(panels()):
        if design in NAMED and (panel.person < 0).all():
            continue
        for number in range(repeats):
            replay = Replay(panel, items, np.random.default_rng((place, number, items)))
            show(replay)
            matrix = replay.matrix
            alarm = depends_on_votes(matrix) is not None
            if number >= rated:
                yield Drawn(alarm=alarm)
                continue
            votes = matrix.votes_per_item[matrix.votes_per_item > 0]
            size = max(1, int(np.median(votes)))
            truth = change_of(replay.every, size)
            said = PanelStudy(matrix, ReproductionSettings(size=size)).fresh()
            if truth is None or said.rate is None or said.low is None or said.high is None:
                yield Drawn(alarm=alarm)
                continue
            held = said.low - 1e-9 <= truth <= said.high + 1e-9
            yield Drawn(alarm=alarm, truth=truth, rate=said.rate, held=held)


def run() -> list[Row]:
    """For each design: how often the alarm is raised, and the rates that would be said without it."""
    rows: list[Row] = []
    for design in (*NULL, *ADAPTIVE):
        for items in _ITEMS:
            found = list(drawn(design, items))
            rated = [
                (each.truth, each.rate, each) for each in found if each.truth is not None and each.rate is not None
            ]
            truth, said = (100 * np.mean([pair[n] for pair in rated]) if rated else np.nan for n in (0, 1))
            alarms = np.mean([each.alarm for each in found])
            quiet = [each.held for _, _, each in rated if not each.alarm]
            rest = f", held {np.mean(quiet):.0%} where no alarm is raised" if quiet else ""
            rows.append(
                {
                    "work": f"{'null' if design in NULL else 'adaptive'}: {design}, {items} items, {len(found)} tables",
                    "ours": f"alarm in {alarms:.1%}{rest}",
                    "peer": f"without it: said {said:.1f} for {truth:.1f} %, held "
                    f"{np.mean([each.held for _, _, each in rated]):.0%}"
                    if rated
                    else "",
                }
            )
            print(rows[-1]["work"], "|", rows[-1]["ours"], "|", rows[-1]["peer"], flush=True)
    return rows
