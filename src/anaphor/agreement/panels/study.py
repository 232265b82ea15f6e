"""One table of votes and the rates it gives; what several answers need is worked out once."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from math import log

import numpy as np
from scipy import special

from anaphor.agreement.panels.mixture import (
    Dirichlet,
    DirichletSpread,
    Mixture,
    change_given_votes,
    change_of_patterns,
    fit_dirichlet,
    fit_mixture,
    identified_range,
    possible_classes,
    too_wide,
)
from anaphor.agreement.panels.rates import (
    ceiling,
    decisive,
    own_majority_change,
    own_majority_rate,
    people_error,
)
from anaphor.agreement.panels.urn import Floats, Integers, Profiles, disjoint_agreement, profiles
from anaphor.agreement.panels.winning import first_wins
from anaphor.agreement.prior import USUAL_PEOPLE, Belief, Experience, Skills, public_experience, tail, with_people
from anaphor.answers import LabelMatrix
from anaphor.errors import ContentError, InputError
from anaphor.statistics import score_ends
from anaphor.text import Message, message

TARGETS = (0.10, 0.05, 0.02)
"""Change rates for which the smallest panel is looked for, unless others are asked for."""
_ANCHOR = 9
"""Largest panel whose exact rate the Dirichlet is made to meet."""
_STEP, _ROUGH = 0.1, 400
"""By how much of itself the Dirichlet's sum is moved to see how a rate follows the disagreement, and on how many label
distributions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReproductionSettings:
    """How rates are estimated; everything here is in the signature."""

    size: int
    confidence: float = 0.95
    targets: tuple[float, ...] = TARGETS
    """Change rates for which the smallest panel is looked for."""
    longest: int = 25
    """Largest panel on the curve and in the search."""
    every: bool = False
    """Whether every point of the curve has an interval, or only the larger panels that the answer names."""
    slack: float = 2.0
    """How many standard errors a mixture may be off the observed patterns and still count for the range."""
    most: float = 0.8
    """Share of the labelled items that must have 2k labels for the exact disjoint rate to stand for all."""
    seed: int = 0
    experience: Experience = field(default_factory=public_experience)
    """What public panels add where votes leave a rate open."""

    def __post_init__(self) -> None:
        if self.size < 1:
            raise InputError("agreement-empty-panel", size=self.size)
        if not 0.5 <= self.confidence < 1:
            raise InputError("agreement-confidence-outside", confidence=str(self.confidence))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """A share of the labels that changes, with two different kinds of doubt."""

    rate: float | None = None
    """The estimate; None when nothing can be said, and `notes` say why."""
    low: float | None = None
    """Lower end of the sampling interval: other items and other people would have given another number. Where the votes
    leave the rate open, it also counts how public panels differed, and may be narrower than the range."""
    high: float | None = None
    range_low: float | None = None
    """Lower end of the identified range: other mixtures of items fit these votes, too; more items hardly shrink it."""
    range_high: float | None = None
    """Upper end of the identified range; equal to the rate when the votes pin the target down."""
    method: Message
    items: int = 0
    notes: tuple[Message, ...] = ()
    above_ceiling: bool = False
    """Whether the rate or the end of its range is above 1 − A_o, which no known label distribution allows: sampling
    error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePoint:
    """The rates for one panel size."""

    size: int
    fresh: float
    low: float | None = None
    """Lower end of the sampling interval; None where it was not asked for."""
    high: float | None = None
    range_low: float
    range_high: float
    ideal: float
    """Labels that differ from an infinite panel's."""
    own_majority: float | None
    """The paper's τ; None when no item has that many labels."""
    method: Message


SUBSETS = message("agreement-method-subsets")
"""Method of `own_majority`: every panel counts, none is drawn."""
DISJOINT = message("agreement-method-disjoint")
"""Method of `fresh` when two separate panels fit into the votes: exact and unbiased."""
SAMPLED = message("agreement-method-disjoint-sampled")
"""The same where pairs of panels were drawn instead of summed."""
NPMLE = message("agreement-method-mixture")
"""Method where the votes do not pin the rate down: all mixtures that fit them."""
WITHHELD = message("agreement-method-withheld")
"""Method where no rate is told, because the number of votes depends on the votes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exact:
    """The rate between panels of k that share nobody, over the items with 2k labels."""

    rate: float
    change: Floats
    """The chance to change of each pattern."""
    patterns: Profiles
    sampled: bool
    """Whether some pairs of panels were drawn instead of summed."""


def _mean_change(change: Floats, patterns: Profiles) -> tuple[float, float]:
    """The mean over items of each pattern's chance to change, and its standard error."""
    items = int(patterns.times.sum())
    mean = float(change @ patterns.times) / items
    return mean, float(np.sqrt(((change - mean) ** 2 @ patterns.times) / (items * (items - 1)))) if items > 1 else 0.0


class PanelStudy:
    """One table and one question; what several answers need is worked out once."""

    def __init__(self, matrix: LabelMatrix, settings: ReproductionSettings) -> None:
        self.matrix, self.settings = matrix, settings
        # Items without a label say nothing: votes are items × classes of the others.
        self.counts: Integers = np.asarray(matrix.counts[matrix.counts.sum(axis=1) > 0], dtype=np.int64)
        if not len(self.counts):
            raise ContentError("agreement-no-label-in-table")
        self.votes = np.asarray(self.counts.sum(axis=1), dtype=np.int64)
        self.single_votes = int(self.votes.max()) < 2
        self.patterns, self.ceiling = profiles(self.counts), ceiling(self.counts)
        self.classes = possible_classes(self.counts)
        self._exact: dict[int, Exact | None] = {}
        self._model: dict[int, tuple[float, float]] = {}
        self._ranges: dict[tuple[int, bool, float], tuple[float, float]] = {}

    @cached_property
    def mixture(self) -> Mixture:
        return fit_mixture(self.patterns, classes=self.classes, seed=self.settings.seed)

    @cached_property
    def belief(self) -> Belief:
        """What votes and public panels together say about mixtures."""
        return Belief.after(self.patterns, self.classes, self.skills, self.settings.experience)

    @cached_property
    def spread(self) -> DirichletSpread:
        """Label distributions spread through the single Dirichlet distribution that fits best."""
        return DirichletSpread.of(fit_dirichlet(self.counts))

    def _identified(self, size: int) -> bool:
        return float((self.votes >= 2 * size).mean()) >= self.settings.most

    def exact(self, size: int) -> Exact | None:
        """The rate between two panels of `size` that share nobody; None when too few items have 2k labels."""
        if size not in self._exact and not self._identified(size):
            self._exact[size] = None
        elif size not in self._exact:
            patterns = profiles(self.counts[self.votes >= 2 * size])
            same, error = disjoint_agreement(patterns.rows, size, np.random.default_rng(self.settings.seed))
            change = np.maximum(0.0, 1 - same)
            rate = float(change @ patterns.times / patterns.times.sum())
            sampled = bool(error.max() > 0)
            self._exact[size] = Exact(rate=rate, change=change, patterns=patterns, sampled=sampled)
        return self._exact[size]

    def _range(self, size: int, slack: float, *, ideal: bool) -> tuple[float, float]:
        """The identified range of a rate: what several answers need is worked out once."""
        key = (size, ideal, slack)
        if key not in self._ranges:
            self._ranges[key] = identified_range(self.mixture, self.mixture.changes(size)[int(ideal)], slack=slack)
        return self._ranges[key]

    @cached_property
    def skills(self) -> Skills | None:
        """How unequally people agree with others."""
        return Skills.of(self.matrix)

    def _plain(self, size: int) -> tuple[float, float]:
        if size not in self._model:
            self._model[size] = self.spread.changes(size)
        return self._model[size]

    def quick(self, size: int) -> float | None:
        """The fresh rate by a single Dirichlet distribution."""
        return None if self.single_votes else self._plain(decisive(size, self.classes))[0]

    def own_majority(self) -> Rate:
        """The rate against the majority of all the people."""
        size = self.settings.size
        usable = self.counts[self.votes >= size]
        if not len(usable):
            return Rate(method=SUBSETS, notes=(message("agreement-note-too-few-labels", count=size),))
        patterns = profiles(usable)
        change = own_majority_change(patterns, size)
        rate = float(change @ patterns.times / patterns.times.sum())
        people = people_error(self.matrix, lambda rows: np.maximum(0.0, 1 - first_wins(rows, size)), size)
        found = self._pinned(rate, change, patterns, people, SUBSETS)
        whole = bool((patterns.votes == size).all())
        return replace(found, notes=(message("agreement-note-everybody"),)) if whole else found

    def fresh(self, people: int | None = None) -> Rate:
        """The rate against another panel of the same size, or between two panels of so many `people`."""
        size = decisive(people or self.settings.size, self.classes)
        exact = self.exact(size)
        if exact is None:
            return self._open(size, ideal=False)

        def change(rows: Integers) -> Floats | None:
            same, error = disjoint_agreement(rows, size)
            return None if error.max(initial=0.0) > 0 else np.maximum(0.0, 1 - same)

        by_people = None if exact.sampled else people_error(self.matrix, change, 2 * size)
        if by_people is None:
            by_people = self._people_by_model(size, ideal=False)
        method = SAMPLED if exact.sampled else DISJOINT
        found = self._pinned(exact.rate, exact.change, exact.patterns, by_people, method)
        return replace(found, above_ceiling=self._above_ceiling(exact.rate))

    def ideal(self) -> Rate:
        return self._open(decisive(self.settings.size, self.classes), ideal=True)

    def _open(self, size: int, *, ideal: bool) -> Rate:
        """A rate that the votes leave open: all mixtures that fit, and what panels like this one had."""
        if self.single_votes:
            return Rate(method=NPMLE, notes=(message("agreement-note-single-labels"),))
        rate, error = self._expected(size, ideal=ideal)
        range_low, range_high = self._range(size, self.settings.slack, ideal=ideal)
        # Mixtures at least 1 − confidence times as likely as the best: for a rate at the end of what is possible (all
        # items alike) this is the rule of three.
        slack = float(np.sqrt(-2 * log(1 - self.settings.confidence)))
        likely = self._range(size, slack, ideal=ideal)
        by_people = self._people_by_model(size, ideal=ideal)
        ends = min(likely[0], rate), max(likely[1], rate)
        if 0 < rate < 1:
            reach = float(special.ndtri(0.5 + self.settings.confidence / 2)) * error / (1 - rate)
            ends = (
                max(ends[0], float(special.expit(special.logit(rate) - reach))),
                min(ends[1], float(special.expit(special.logit(rate) + reach))),
            )
        people = len(self.matrix.annotators) + USUAL_PEOPLE
        low, high = with_people(rate, ends, by_people, people, self.settings.confidence)
        range_low, range_high = min(range_low, rate), max(range_high, rate)
        return Rate(
            rate=rate,
            low=low,
            high=high,
            range_low=range_low,
            range_high=range_high,
            method=NPMLE,
            items=len(self.counts),
            notes=(message("agreement-note-open"),),
            above_ceiling=self._above_ceiling(range_high),
        )

    def _expected(self, size: int, *, ideal: bool) -> tuple[float, float]:
        """The rate that panels like this one had, inside the identified range, and the standard error of its logarithm.

        The ratio to the exact rate of the largest panel that has one is the posterior's, that rate is the votes' own.
        """
        known = max((each for each in range(1, min(size, _ANCHOR) + 1, 2) if self._identified(each)), default=1)
        exact = self.exact(known)
        patterns = exact.patterns if exact else profiles(self.counts[self.votes >= 2])
        change = exact.change if exact else 1 - disjoint_agreement(patterns.rows, 1)[0]
        anchor, error = _mean_change(change, patterns)
        ratio, doubt = self.belief.ratio(size, known, ideal=ideal)
        low, high = self._range(size, self.settings.slack, ideal=ideal)
        rate = min(max(anchor * ratio, low), high)
        return rate, float(np.hypot(doubt, error / max(anchor, 1e-9)))

    def _above_ceiling(self, rate: float) -> bool:
        """Whether a rate is larger than the share of pairs of people who differ."""
        return self.ceiling is not None and rate > self.ceiling + 1e-12

    def _people_by_model(self, size: int, *, ideal: bool) -> float | None:
        """The people's part of the error, where leaving one out would break the exact rate.

        What leaving people out does to the disagreement of two, times how the Dirichlet's rate follows that.
        """
        moved = self.skills.moved if self.skills else 0.0
        if not moved:
            return None
        models = [Dirichlet(parameters=self.spread.model.parameters * factor) for factor in (1 - _STEP, 1 + _STEP)]
        rates = [DirichletSpread.of(model, _ROUGH).changes(size)[int(ideal)] for model in models]
        apart = models[0].agreement - models[1].agreement
        return moved * abs((rates[1] - rates[0]) / apart) if abs(apart) > 1e-9 else moved

    def _pinned(
        self, rate: float, change: Floats, patterns: Profiles, by_people: float | None, method: Message
    ) -> Rate:
        """A rate that the votes pin down, with Wilson's interval for as many yes-or-no items as err as much.

        Items that look alike by chance must not pass for certainty: to the spread of the items comes that of one item
        that either changes or does not. Errors from items and people add in squares; few people have heavy tails
        (Student, Satterthwaite's degrees).
        """
        items, confidence, others = int(patterns.times.sum()), self.settings.confidence, by_people or 0.0
        most, by_items, trials = rate * (1 - rate), 0.0, float(items)
        if most > 1e-12:
            error = _mean_change(change, patterns)[1]
            by_items = (items * error**2 + most / items) / (items + 1)
            trials = most / (by_items + others**2)
        people = len(self.matrix.annotators)
        low, high = score_ends(rate, trials, tail(by_items, others, people, confidence))
        if others and most > 1e-12:
            # Wilson's interval of less than one item holds everything; the people's error reaches only so far.
            inner = score_ends(rate, most / by_items, tail(by_items, 0.0, people, confidence))
            reach = tail(by_items, others, people, confidence) * others
            low = max(low, rate - float(np.hypot(rate - inner[0], reach)))
            high = min(high, rate + float(np.hypot(inner[1] - rate, reach)))
        return Rate(
            rate=rate,
            low=min(low, rate),
            high=max(high, rate),
            range_low=rate,
            range_high=rate,
            method=method,
            items=items,
        )

    def rate_at(self, size: int) -> float:
        """The fresh rate of panels of `size`, without what surrounds it."""
        small = decisive(size, self.classes)
        exact = self.exact(small)
        return self._expected(small, ideal=False)[0] if exact is None else exact.rate

    def point(self, size: int, *, sure: bool = False) -> CurvePoint:
        """The rates of panels of `size`; `sure`: with the interval of the fresh one."""
        own = own_majority_rate(self.counts, size)
        small = decisive(size, self.classes)
        exact, ideal, fresh = self.exact(small), self._expected(small, ideal=True)[0], self.rate_at(size)
        whole = self.fresh(size) if sure else None
        low = high = fresh
        if whole is not None and whole.range_low is not None and whole.range_high is not None:
            low, high = whole.range_low, whole.range_high
        elif exact is None:
            low, high = self._range(small, self.settings.slack, ideal=False)
        return CurvePoint(
            size=size,
            fresh=fresh,
            low=whole.low if whole else None,
            high=whole.high if whole else None,
            range_low=min(low, fresh),
            range_high=max(high, fresh),
            ideal=ideal,
            own_majority=own,
            method=NPMLE if exact is None else DISJOINT,
        )

    def item_changes(self) -> Floats:
        """For each labelled item, the chance that a fresh panel elects another label."""
        size = decisive(self.settings.size, self.classes)
        if not too_wide(self.mixture, self.patterns.rows):
            return change_of_patterns(self.mixture, self.patterns.rows, size)[self.patterns.inverse]
        return change_given_votes(self.spread.model, self.counts[:, self.counts.sum(axis=0) > 0], size)
