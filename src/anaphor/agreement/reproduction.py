"""How much of a reference other people would change: three targets, never mixed.

own_majority   against the majority of the people the panel is drawn from: the paper's τ_G, exact, biased low
ideal          against an infinite panel: not identified from P votes, so a model's point and a range
fresh          against another panel of the same size: exact when 2k people labelled, else a point and a range
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from anaphor.agreement.dirichlet import Dirichlet, change_given_votes, fit_dirichlet, fresh_change, ideal_change
from anaphor.agreement.disjoint import disjoint_agreement
from anaphor.agreement.matrix import LabelMatrix
from anaphor.agreement.mixture import (
    Mixture,
    change_of_patterns,
    fit_mixture,
    fresh_at,
    ideal_at,
    identified_range,
    item_error,
    maximise,
    too_large,
)
from anaphor.agreement.reproduction_error import SamplingError, interval, people_error
from anaphor.agreement.reproduction_records import (
    AtRandom,
    CurvePoint,
    ItemRisk,
    LeftOut,
    Rate,
    Reproduction,
    ReproductionSettings,
)
from anaphor.agreement.subsets import KappaMoments, pair_sums, subset_kappa
from anaphor.agreement.urn import Floats, Integers, Profiles, known_urn, observed_urn, profiles, winning, winning_first
from anaphor.errors import ContentError

_UNCERTAIN = 0.02
"""A mean κ over panels that may be further off than this is replaced by the κ of all pairs together."""
_BOOTSTRAP_STEPS = 60
_BOOTSTRAP_WORK, _FEWEST = 4e8, 30
"""Refitted mixtures: as many as the settings say, fewer where they are large, never fewer than 30."""
SUBSETS = "all panels, exact"
"""Method of `own_majority`: every panel counts, none is drawn."""
DISJOINT = "disjoint panels"
"""Method of `fresh` when two separate panels fit into the votes: exact and unbiased."""
NPMLE = "mixture (NPMLE)"
"""Method where the votes do not pin the rate down: non-parametric maximum likelihood."""
DIRICHLET = "Dirichlet"
"""Method where no grid is fine enough for a mixture: items whose votes spread over many classes."""


def reproduce(matrix: LabelMatrix, settings: ReproductionSettings) -> Reproduction:
    """Everything that the votes say about panels of `settings.size`."""
    study = _Study(matrix, settings)
    own, fresh, ideal = study.own_majority(), study.fresh(), study.ideal()
    curve = study.curve()
    votes = study.patterns.votes
    return Reproduction(
        size=settings.size, annotators=len(matrix.annotators),
        labels_per_item=(int(votes.min()), int(votes.max())),
        kappa=panel_agreement(matrix, settings.size), own_majority=own, ideal=ideal, fresh=fresh,
        quick=study.quick(settings.size), ceiling=study.ceiling, at_random=study.at_random(own, ideal, fresh),
        curve=curve, smallest=tuple((target, _smallest(curve, target)) for target in settings.targets),
        items=study.risks(), left_out=study.left_out(fresh), warnings=study.warnings(fresh),
    )  # fmt: skip


def change_curve(matrix: LabelMatrix, longest: int) -> tuple[CurvePoint, ...]:
    """The rates for every odd panel size up to `longest`."""
    study = _Study(matrix, ReproductionSettings(size=1, longest=longest))
    return tuple(study.point(size) for size in range(1, longest + 1, 2))


def own_majority_change(patterns: Profiles, size: int) -> Floats:
    """For each pattern, the chance that k of its voters elect another label than all of them (ties shared)."""
    return np.asarray(np.maximum(0.0, 1 - winning_first(observed_urn(patterns.rows, size))), dtype=np.float64)


def own_majority_rate(counts: Integers, size: int) -> float | None:
    """The paper's τ_G over all panels of k, exactly; None when no item has k labels."""
    votes = counts.sum(axis=1)
    usable = counts if votes.min(initial=size) >= size else counts[votes >= size]
    if not len(usable):
        return None
    patterns = profiles(usable)
    kept = winning_first(observed_urn(patterns.rows, size))
    return max(0.0, 1 - float(kept @ patterns.times.astype(np.float64)) / len(usable))


def fresh_rate(counts: Integers, size: int) -> float | None:
    """The exact disjoint rate over the items with 2k labels; None when there is none."""
    usable = counts[counts.sum(axis=1) >= 2 * size]
    if not len(usable):
        return None
    patterns = profiles(usable)
    same = disjoint_agreement(patterns.rows, size).agreement
    return float(max(0.0, 1 - same @ patterns.times / patterns.times.sum()))


def ceiling(counts: Integers) -> float | None:
    """1 − A_o, the mean over items of the chance that two of their voters differ; None without a pair."""
    votes = counts.sum(axis=1)
    paired = counts[votes >= 2]
    if not len(paired):
        return None
    people = votes[votes >= 2]
    return float(1 - ((paired * (paired - 1)).sum(axis=1) / (people * (people - 1))).mean())


def panel_agreement(matrix: LabelMatrix, size: int) -> KappaMoments | None:
    """Mean and sd of κ over panels of `size`, or of all people when there are fewer; None when it is undefined.

    Anonymous votes have a Fleiss κ only; sparse tables, where few panels share items, the κ of all pairs together.
    """
    if matrix.anonymous:
        return _single(_fleiss(matrix.counts), "Fleiss κ of anonymous votes")
    people = len(matrix.annotators)
    if people < 2:
        return None
    sums = pair_sums(matrix)
    found = subset_kappa(sums, min(max(size, 2), people))
    if found.mean is not None and found.error <= _UNCERTAIN and not found.undefined:
        return found
    room = float(sums.room.sum())
    return _single(float(sums.gain.sum()) / room if room > 1e-9 else None, "all pairs together")


def _single(kappa: float | None, method: str) -> KappaMoments | None:
    return None if kappa is None else KappaMoments(mean=kappa, sd=None, panels=1, undefined=0, method=method, error=0.0)


def _fleiss(counts: Integers) -> float | None:
    change = ceiling(counts)
    shares = counts.sum(axis=0) / max(1, counts.sum())
    expected = float((shares**2).sum())
    return None if change is None or expected >= 1 else 1 - change / (1 - expected)


def _smallest(curve: tuple[CurvePoint, ...], target: float) -> int | None:
    """The smallest odd panel on the curve whose fresh rate, and that of all larger odd ones, is at most `target`."""
    found = None
    for point in reversed([each for each in curve if each.size % 2]):
        if point.fresh > target:
            break
        found = point.size
    return found


@dataclass(frozen=True)
class _Study:
    """One table and one question; what several answers need is computed once."""

    matrix: LabelMatrix
    settings: ReproductionSettings

    @cached_property
    def counts(self) -> Integers:
        votes = self.matrix.counts
        labelled = np.asarray(votes[votes.sum(axis=1) > 0], dtype=np.int64)
        if not len(labelled):
            raise ContentError("there is no label in the table", todo="Give a table with at least one label.")
        return labelled

    @cached_property
    def patterns(self) -> Profiles:
        return profiles(self.counts)

    @cached_property
    def mixture(self) -> Mixture:
        return fit_mixture(self.patterns, classes=int((self.counts.sum(axis=0) > 0).sum()))

    @cached_property
    def dirichlet(self) -> Dirichlet:
        return fit_dirichlet(self.counts)

    @cached_property
    def too_large(self) -> bool:
        return too_large(self.patterns)

    @cached_property
    def ceiling(self) -> float | None:
        return ceiling(self.counts)

    @cached_property
    def resampled(self) -> Floats:
        """Mixtures fitted to resampled items, samples × points."""
        times = self.patterns.times
        affordable = int(_BOOTSTRAP_WORK / (self.mixture.likelihood.size * _BOOTSTRAP_STEPS))
        many = max(_FEWEST, min(self.settings.resamples, affordable))
        drawn = np.random.default_rng(self.settings.seed).multinomial(times.sum(), times / times.sum(), size=many)
        start = np.repeat(self.mixture.weights[None], many, axis=0)
        # A point with no weight could never come back: give every point a little.
        start = 0.99 * start + 0.01 / start.shape[1]
        return maximise(self.mixture.likelihood, drawn / times.sum(), start, _BOOTSTRAP_STEPS)

    @property
    def single_votes(self) -> bool:
        """Whether no item has two labels, so that nothing at all is known about disagreement."""
        return int(self.patterns.votes.max()) < 2

    def identified(self, size: int) -> bool:
        """Whether enough items have 2k labels."""
        return float((self.counts.sum(axis=1) >= 2 * size).mean()) >= self.settings.most

    def quick(self, size: int) -> float | None:
        return None if self.single_votes else fresh_change(self.dirichlet, size)

    def own_majority(self) -> Rate:
        size = self.settings.size
        usable = self.counts[self.counts.sum(axis=1) >= size]
        if not len(usable):
            return _nothing(f"no item has {size} labels", SUBSETS)
        patterns = profiles(usable)
        change = own_majority_change(patterns, size)
        rate = float(change @ patterns.times / patterns.times.sum())
        people = people_error(self.matrix, lambda counts: own_majority_rate(counts, size))
        low, high = self._interval(rate, item_error(change, patterns.times), people)
        whole = (patterns.votes == size).all()
        note = ("the panel is everybody who voted: only ties can change",) if whole else ()
        return Rate(rate=rate, low=low, high=high, range_low=rate, range_high=rate,
                    method=SUBSETS, items=len(usable), notes=note)  # fmt: skip

    def fresh(self) -> Rate:
        size = self.settings.size
        return self._exact_fresh(size) if self.identified(size) else self._modelled(ideal=False)

    def ideal(self) -> Rate:
        return self._modelled(ideal=True)

    def _exact_fresh(self, size: int) -> Rate:
        usable = self.counts[self.counts.sum(axis=1) >= 2 * size]
        patterns = profiles(usable)
        found = disjoint_agreement(patterns.rows, size, np.random.default_rng(self.settings.seed))
        change = np.maximum(0.0, 1 - found.agreement)
        rate = float(change @ patterns.times / patterns.times.sum())
        sampled = float(found.error.max()) > 0
        people = None if sampled else people_error(self.matrix, lambda counts: fresh_rate(counts, size))
        if people is None:
            people = self._people_by_model(size, ideal=False)
        low, high = self._interval(rate, item_error(change, patterns.times), people)
        method = f"{DISJOINT}, sampled" if sampled else DISJOINT
        return Rate(rate=rate, low=low, high=high, range_low=rate, range_high=rate, method=method, items=len(usable))

    def _modelled(self, *, ideal: bool) -> Rate:
        size = self.settings.size
        if self.single_votes:
            return _nothing("no item has two labels", NPMLE)
        if self.too_large:
            return self._by_dirichlet(size, ideal=ideal)
        mixture = self.mixture
        change = ideal_at(mixture.grid, size) if ideal else fresh_at(mixture.grid, size)
        rate = float(mixture.weights @ change)
        by_items = float((self.resampled @ change).std())
        low, high = self._interval(rate, by_items, self._people_by_model(size, ideal=ideal))
        range_low, range_high = identified_range(mixture, change, slack=self.settings.slack)
        return Rate(rate=rate, low=low, high=high, range_low=min(range_low, rate), range_high=max(range_high, rate),
                    method=NPMLE, items=len(self.counts))  # fmt: skip

    def _by_dirichlet(self, size: int, *, ideal: bool) -> Rate:
        """A model's rate, held to what is known without it: at most the ceiling, and ideal in [fresh / 2, fresh]."""
        least, most = 0.0, self.ceiling or 1.0
        exact = fresh_rate(self.counts, size) if ideal and self.identified(size) else None
        if exact is not None:
            least, most = exact / 2, exact
        found = ideal_change(self.dirichlet, size) if ideal else fresh_change(self.dirichlet, size)
        rate = min(max(found, least), most)
        by_items = item_error(self._dirichlet_change(size), np.ones(len(self.counts), dtype=np.int64))
        low, high = self._interval(rate, by_items, self._people_by_model(size, ideal=ideal))
        return Rate(rate=rate, low=low, high=high, range_low=least, range_high=most, method=DIRICHLET,
                    items=len(self.counts))  # fmt: skip

    def _dirichlet_change(self, size: int) -> Floats:
        """Each item's chance to change, by the Dirichlet."""
        return change_given_votes(self.dirichlet, self.counts[:, self.counts.sum(axis=0) > 0], size)

    def _people_by_model(self, size: int, *, ideal: bool) -> float | None:
        """The people's part of the error, where leaving one out would break the exact rate: by the quick model."""

        def rate(counts: Integers) -> float | None:
            left = counts[counts.sum(axis=1) > 0]
            if not len(left) or int(left.sum(axis=1).max()) < 2:
                return None
            model = fit_dirichlet(left, steps=300)
            return ideal_change(model, size, points=3_000) if ideal else fresh_change(model, size)

        return people_error(self.matrix, rate)

    def _interval(self, rate: float, by_items: float, by_people: float | None) -> tuple[float, float]:
        people = len(self.matrix.annotators)
        error = SamplingError(by_items=by_items, by_people=by_people, items=len(self.counts), people=people)
        return interval(rate, error, self.settings.confidence)

    def curve(self) -> tuple[CurvePoint, ...]:
        if self.single_votes:
            return ()
        size, longest = self.settings.size, self.settings.longest
        wanted = {*range(1, 10, 2), *range(13, longest + 1, 4), size, size + 2, 3 * size}
        return tuple(self.point(each) for each in sorted(wanted) if each <= max(longest, size))

    def point(self, size: int) -> CurvePoint:
        own = own_majority_rate(self.counts, size)
        exact = fresh_rate(self.counts, size) if self.identified(size) else None
        if self.too_large:
            ideal, fresh = ideal_change(self.dirichlet, size), fresh_change(self.dirichlet, size)
            low, high, method = 0.0, max(fresh, self.ceiling or 0.0), DIRICHLET
        else:
            change = fresh_at(self.mixture.grid, size)
            fresh = float(self.mixture.weights @ change)
            ideal = float(self.mixture.weights @ ideal_at(self.mixture.grid, size))
            fits = (
                (fresh, fresh)
                if exact is not None
                else identified_range(self.mixture, change, slack=self.settings.slack)
            )
            low, high, method = min(fits[0], fresh), max(fits[1], fresh), NPMLE
        if exact is not None:
            fresh, low, high, method = exact, exact, exact, DISJOINT
        return CurvePoint(size=size, fresh=fresh, range_low=low, range_high=high, ideal=ideal, own_majority=own,
                          method=method)  # fmt: skip

    def at_random(self, own: Rate, ideal: Rate, fresh: Rate) -> AtRandom:
        shares = -np.sort(-self.counts.sum(axis=0) / self.counts.sum())
        size = self.settings.size
        wins = winning(known_urn(shares[None], size))[0]
        random_fresh, random_ideal = float(max(0.0, 1 - (wins**2).sum())), float(max(0.0, 1 - wins[0]))
        random_own = self._random_own(shares) if own.rate is not None else None
        return AtRandom(
            fresh=random_fresh, ideal=random_ideal, own_majority=random_own,
            fresh_relative=_relative(fresh.rate, random_fresh),
            ideal_relative=_relative(ideal.rate, random_ideal),
            own_majority_relative=_relative(own.rate, random_own),
        )  # fmt: skip

    def _random_own(self, shares: Floats) -> float | None:
        people = int(np.median(self.patterns.votes[self.patterns.inverse]))
        drawn = np.random.default_rng(self.settings.seed).multinomial(people, shares, size=20_000)
        return own_majority_rate(drawn, self.settings.size)

    def risks(self) -> tuple[ItemRisk, ...]:
        if self.single_votes:
            return ()
        size = self.settings.size
        by_pattern = None if self.too_large else change_of_patterns(self.mixture, size)
        change = self._dirichlet_change(size) if by_pattern is None else by_pattern[self.patterns.inverse]
        numbers = np.flatnonzero(self.matrix.votes_per_item > 0)
        order = np.argsort(-change, kind="stable")
        return tuple(self._risk(int(numbers[place]), float(change[place])) for place in order)

    def _risk(self, number: int, change: float) -> ItemRisk:
        votes = self.matrix.counts[number]
        leaders = np.flatnonzero(votes == votes.max())
        return ItemRisk(
            item=self.matrix.items[number], label="/".join(self.matrix.classes[c] for c in leaders),
            votes=tuple(int(n) for n in votes), change=change,
        )  # fmt: skip

    def left_out(self, fresh: Rate) -> tuple[LeftOut, ...]:
        votes = self.counts.sum(axis=1)
        size = self.settings.size
        cases = (
            ("items", len(self.matrix.items) - len(votes), "no label at all"),
            ("own_majority", int((votes < size).sum()), f"fewer than {size} labels, so no panel of {size} voted"),
            ("fresh", int((votes < 2 * size).sum()) if fresh.method.startswith(DISJOINT) else 0,
             f"fewer than {2 * size} labels, so two separate panels of {size} cannot be drawn"),
        )  # fmt: skip
        return tuple(LeftOut(target=target, items=many, reason=reason) for target, many, reason in cases if many)

    def warnings(self, fresh: Rate) -> tuple[str, ...]:
        return tuple(warning for warning in (self._above(fresh), self._even(), self._rival(fresh)) if warning)

    def _above(self, fresh: Rate) -> str:
        if fresh.rate is None or self.ceiling is None or fresh.rate <= self.ceiling + 1e-12:
            return ""
        return f"The estimate {fresh.rate:.1%} is above 1 − A_o = {self.ceiling:.1%}: read it as sampling error."

    def _even(self) -> str:
        size, classes = self.settings.size, int((self.counts.sum(axis=0) > 0).sum())
        if size == 2:
            return "A panel of 2 decides no better than one person: ties are coin flips."
        if size % 2 == 0 and classes == 2:
            return f"With two classes, {size} people decide exactly as well as {size - 1}: an even panel buys nothing."
        return ""

    def _rival(self, fresh: Rate) -> str:
        quick = self.quick(self.settings.size)
        if quick is None or fresh.range_low is None or fresh.range_high is None or fresh.method != NPMLE:
            return ""
        if fresh.range_low <= quick <= fresh.range_high:
            return ""
        return f"A single Dirichlet distribution would say {quick:.1%}: it does not fit the vote patterns."


def _nothing(reason: str, method: str) -> Rate:
    return Rate(
        rate=None, low=None, high=None, range_low=None, range_high=None, method=method, items=0, notes=(reason,)
    )


def _relative(rate: float | None, random: float | None) -> float | None:
    return None if rate is None or not random else rate / random
