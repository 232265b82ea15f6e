"""One table of votes and the rates it gives; what several answers need is worked out once."""

from dataclasses import dataclass, field
from functools import cached_property
from math import log

import numpy as np

from anaphor.agreement.labels.matrix import LabelMatrix
from anaphor.agreement.panels.dirichlet import Dirichlet, Spread, change_given_votes, changes, fit_dirichlet
from anaphor.agreement.panels.disjoint import disjoint_agreement
from anaphor.agreement.panels.mixture import (
    Mixture,
    change_of_patterns,
    fit_mixture,
    identified_range,
    possible_classes,
    too_wide,
)
from anaphor.agreement.panels.reproduction_error import SamplingError, interval, item_error, people_error, with_people
from anaphor.agreement.panels.reproduction_exact import ceiling, decisive, own_majority_change, own_majority_rate
from anaphor.agreement.panels.reproduction_records import CurvePoint, Rate, ReproductionSettings
from anaphor.agreement.panels.urn import Floats, Integers, Profiles, profiles
from anaphor.agreement.panels.urn_large import first_wins
from anaphor.errors import ContentError

SUBSETS = "all panels, exact"
"""Method of `own_majority`: every panel counts, none is drawn."""
DISJOINT = "disjoint panels"
"""Method of `fresh` when two separate panels fit into the votes: exact and unbiased."""
NPMLE = "mixture (NPMLE)"
"""Method where the votes do not pin the rate down: all mixtures that fit them."""
OPEN = "the votes do not pin this rate down"
"""Note on such a rate."""
_ANCHOR = 9
"""Largest panel whose exact rate the Dirichlet is made to meet."""
_NEAR = 0.5
"""Standard errors that a point may be away from the most likely mixtures: the best of several on made-up votes."""
_STEP, _ROUGH = 0.1, 400
"""By how much of itself the Dirichlet's sum is moved to see how a rate follows the disagreement, and on how many label
distributions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exact:
    """The rate between panels that share nobody."""

    rate: float
    """Its mean over the items."""
    change: Floats
    """The chance to change of each pattern."""
    patterns: Profiles
    """The patterns of the items with 2k labels."""
    sampled: bool
    """Whether some pairs of panels were drawn instead of summed."""


@dataclass(frozen=True)
class Study:
    """One table and one question."""

    matrix: LabelMatrix
    """The labels."""
    settings: ReproductionSettings
    """The question."""
    _exact: dict[int, Exact | None] = field(default_factory=dict)
    """Exact rates by panel size, as far as they were asked for."""
    _model: dict[int, tuple[float, float]] = field(default_factory=dict)
    """The Dirichlet's rates by panel size, as far as they were asked for."""

    @cached_property
    def counts(self) -> Integers:
        """Votes of the labelled items, items × classes."""
        votes = self.matrix.counts
        labelled = np.asarray(votes[votes.sum(axis=1) > 0], dtype=np.int64)
        if not len(labelled):
            raise ContentError("there is no label in the table", todo="Give a table with at least one label.")
        return labelled

    @cached_property
    def votes(self) -> Integers:
        """How many labels each labelled item has."""
        return np.asarray(self.counts.sum(axis=1), dtype=np.int64)

    @cached_property
    def patterns(self) -> Profiles:
        """The vote patterns of the labelled items."""
        return profiles(self.counts)

    @cached_property
    def classes(self) -> int:
        """How many classes an item may spread over."""
        return possible_classes(self.counts)

    @cached_property
    def mixture(self) -> Mixture:
        """What the votes say about mixtures of items."""
        return fit_mixture(self.patterns, classes=self.classes, seed=self.settings.seed)

    @cached_property
    def dirichlet(self) -> Dirichlet:
        """The single Dirichlet distribution of items that fits best."""
        return fit_dirichlet(self.counts)

    @cached_property
    def _spread(self) -> Spread:
        return Spread.of(self.dirichlet)

    @cached_property
    def ceiling(self) -> float | None:
        """How often two people differ."""
        return ceiling(self.counts)

    @property
    def single_votes(self) -> bool:
        """Whether no item has two labels, so that nothing at all is known about disagreement."""
        return int(self.votes.max()) < 2

    def identified(self, size: int) -> bool:
        """Whether enough items have 2k labels."""
        return float((self.votes >= 2 * size).mean()) >= self.settings.most

    def exact(self, size: int) -> Exact | None:
        """The rate between two panels of `size` that share nobody; None when too few items have 2k labels."""
        if size not in self._exact:
            self._exact[size] = self._disjoint(size) if self.identified(size) else None
        return self._exact[size]

    def _disjoint(self, size: int) -> Exact:
        patterns = profiles(self.counts[self.votes >= 2 * size])
        found = disjoint_agreement(patterns.rows, size, np.random.default_rng(self.settings.seed))
        change = np.maximum(0.0, 1 - found.agreement)
        rate = float(change @ patterns.times / patterns.times.sum())
        return Exact(rate=rate, change=change, patterns=patterns, sampled=bool(found.error.max() > 0))

    def modelled(self, size: int) -> tuple[float, float]:
        """The Dirichlet's rates against a fresh and an infinite panel; they are scaled to meet the exact rate of the
        largest panel that has one."""
        known = [each for each in range(1, min(size, _ANCHOR) + 1, 2) if self.identified(each)]
        exact, model = (self.exact(known[-1]), self._plain(known[-1])[0]) if known else (None, 0.0)
        scale = exact.rate / model if exact is not None and model > 1e-9 else 1.0
        fresh, ideal = self._plain(size)
        return min(1.0, fresh * scale), min(1.0, ideal * scale)

    def _plain(self, size: int) -> tuple[float, float]:
        if size not in self._model:
            self._model[size] = self._spread.changes(size)
        return self._model[size]

    def quick(self, size: int) -> float | None:
        """The fresh rate by a single Dirichlet distribution."""
        return None if self.single_votes else self._plain(decisive(size, self.classes))[0]

    def own_majority(self) -> Rate:
        """The rate against the majority of all the people."""
        size = self.settings.size
        usable = self.counts[self.votes >= size]
        if not len(usable):
            return nothing(f"no item has {size} labels", SUBSETS)
        patterns = profiles(usable)
        change = own_majority_change(patterns, size)
        rate = float(change @ patterns.times / patterns.times.sum())
        people = people_error(self.matrix, lambda rows: np.maximum(0.0, 1 - first_wins(rows, size)), size)
        low, high = self._interval(rate, item_error(change, patterns.times), people, len(usable))
        whole = (patterns.votes == size).all()
        note = ("the panel is everybody who voted: only ties can change",) if whole else ()
        return Rate(
            rate=rate,
            low=low,
            high=high,
            range_low=rate,
            range_high=rate,
            method=SUBSETS,
            items=len(usable),
            notes=note,
        )

    def fresh(self) -> Rate:
        """The rate against another panel of the same size."""
        size = decisive(self.settings.size, self.classes)
        exact = self.exact(size)
        return self._between_panels(exact, size) if exact is not None else self._open(size, ideal=False)

    def ideal(self) -> Rate:
        """The rate against an infinite panel."""
        return self._open(decisive(self.settings.size, self.classes), ideal=True)

    def _between_panels(self, exact: Exact, size: int) -> Rate:
        people = (
            None if exact.sampled else people_error(self.matrix, lambda rows: _without_sampling(rows, size), 2 * size)
        )
        if people is None:
            people = self._people_by_model(size, ideal=False)
        items = int(exact.patterns.times.sum())
        low, high = self._interval(exact.rate, item_error(exact.change, exact.patterns.times), people, items)
        method = f"{DISJOINT}, sampled" if exact.sampled else DISJOINT
        return Rate(
            rate=exact.rate,
            low=low,
            high=high,
            range_low=exact.rate,
            range_high=exact.rate,
            method=method,
            items=items,
            above_ceiling=self.above(exact.rate),
        )

    def _open(self, size: int, *, ideal: bool) -> Rate:
        """A rate that the votes leave open: all mixtures that fit, and the Dirichlet's rate moved among them."""
        if self.single_votes:
            return nothing("no item has two labels", NPMLE)
        rate = self._point(size, ideal=ideal)
        change = self.mixture.changes(size)[int(ideal)]
        range_low, range_high = identified_range(self.mixture, change, slack=self.settings.slack)
        likely = identified_range(self.mixture, change, slack=_slack(self.settings.confidence))
        by_people = self._people_by_model(size, ideal=ideal)
        ends = min(likely[0], range_low, rate), max(likely[1], range_high, rate)
        low, high = with_people(rate, ends, by_people, len(self.matrix.annotators), self.settings.confidence)
        range_low, range_high = min(range_low, rate), max(range_high, rate)
        return Rate(
            rate=rate,
            low=low,
            high=high,
            range_low=range_low,
            range_high=range_high,
            method=NPMLE,
            items=len(self.counts),
            notes=(OPEN,),
            above_ceiling=self.above(range_high),
        )

    def _point(self, size: int, *, ideal: bool) -> float:
        """The Dirichlet's rate, or the nearest that is not half a standard error away from the most likely mixtures."""
        low, high = identified_range(self.mixture, self.mixture.changes(size)[int(ideal)], slack=_NEAR)
        rate = min(max(self.modelled(size)[int(ideal)], low), high)
        if not ideal:
            return rate
        exact = self.exact(size)
        fresh = self._point(size, ideal=False) if exact is None else exact.rate
        return min(max(rate, fresh / 2), fresh)

    def above(self, rate: float) -> bool:
        """Whether a rate is larger than the share of pairs of people who differ."""
        return self.ceiling is not None and rate > self.ceiling + 1e-12

    def _people_by_model(self, size: int, *, ideal: bool) -> float | None:
        """The people's part of the error, where leaving one out would break the exact rate.

        What leaving people out does to the disagreement of two, times how the Dirichlet's rate follows that.
        """
        moved = people_error(self.matrix, _disagreement, 2)
        if moved is None:
            return None
        models = [Dirichlet(parameters=self.dirichlet.parameters * factor) for factor in (1 - _STEP, 1 + _STEP)]
        rates = [changes(model, size, points=_ROUGH)[int(ideal)] for model in models]
        apart = models[0].agreement - models[1].agreement
        return moved * abs((rates[1] - rates[0]) / apart) if abs(apart) > 1e-9 else moved

    def _interval(self, rate: float, by_items: float, by_people: float | None, items: int) -> tuple[float, float]:
        people = len(self.matrix.annotators)
        error = SamplingError(by_items=by_items, by_people=by_people, items=items, people=people)
        return interval(rate, error, self.settings.confidence)

    def point(self, size: int) -> CurvePoint:
        """The rates for one panel size."""
        own = own_majority_rate(self.counts, size)
        small = decisive(size, self.classes)
        exact, ideal = self.exact(small), self._point(small, ideal=True)
        if exact is not None:
            return CurvePoint(
                size=size,
                fresh=exact.rate,
                range_low=exact.rate,
                range_high=exact.rate,
                ideal=ideal,
                own_majority=own,
                method=DISJOINT,
            )
        fresh = self._point(small, ideal=False)
        low, high = identified_range(self.mixture, self.mixture.changes(small)[0], slack=self.settings.slack)
        return CurvePoint(
            size=size,
            fresh=fresh,
            range_low=min(low, fresh),
            range_high=max(high, fresh),
            ideal=ideal,
            own_majority=own,
            method=NPMLE,
        )

    def item_changes(self) -> Floats:
        """For each labelled item, the chance that a fresh panel elects another label."""
        size = decisive(self.settings.size, self.classes)
        if not too_wide(self.mixture, self.patterns.rows):
            return change_of_patterns(self.mixture, self.patterns.rows, size)[self.patterns.inverse]
        return change_given_votes(self.dirichlet, self.counts[:, self.counts.sum(axis=0) > 0], size)


def nothing(reason: str, method: str) -> Rate:
    """A rate about which nothing can be said, and why."""
    return Rate(
        rate=None, low=None, high=None, range_low=None, range_high=None, method=method, items=0, notes=(reason,)
    )


def _slack(confidence: float) -> float:
    """Standard errors by which mixtures may be off that are at least 1 − confidence times as likely as the best.

    For a rate at the end of what is possible (all items alike) this is the rule of three.
    """
    return float(np.sqrt(-2 * log(1 - confidence)))


def _without_sampling(rows: Integers, size: int) -> Floats | None:
    found = disjoint_agreement(rows, size)
    return None if found.error.max(initial=0.0) > 0 else np.maximum(0.0, 1 - found.agreement)


def _disagreement(rows: Integers) -> Floats:
    people = rows.sum(axis=1)
    return np.asarray(1 - (rows * (rows - 1)).sum(axis=1) / np.maximum(people * (people - 1), 1), dtype=np.float64)
