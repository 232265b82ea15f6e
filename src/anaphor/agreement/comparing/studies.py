"""Did a second study uphold the first? The same items by other people: levels, single items, their order, labels.

People are what is drawn: under "no difference" those of all studies could as well have sat in any of them, and the test
deals them out anew as wholes (votes item by item, where nobody has a name). Intervals of a level are about other people
on these items; those of a correlation, and of the spread of items between studies, about other items.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special
from scipy.optimize import brentq

from anaphor import __version__
from anaphor.agreement.coefficients.pooled import fleiss_kappa
from anaphor.agreement.limits import check_rate
from anaphor.agreement.panels.dependence import dependence_reason, depends_on_votes
from anaphor.agreement.settings import StudyComparisonSettings
from anaphor.answers import LabelMatrix, Labels, open_labels, settings_for
from anaphor.errors import InputError, with_keywords
from anaphor.parameters import act_of_many
from anaphor.provenance import Method, Signature
from anaphor.result import Result
from anaphor.statistics import Interval, percentile, score_ends, student
from anaphor.text import Message, message

COMPARE_STUDIES = Method("compare-studies", 1)
"""How two studies are set beside each other. Raise the number whenever a figure changes."""

Float = NDArray[np.float64]
_FLOOR = 1e-12
_MOST_DRAWN = 4_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class StudySite:
    """One study on the items that all have."""

    name: str
    people: int | None
    """None where votes have no names."""
    votes: int
    level: float
    """Mean over items of the share of votes for the class in question."""
    interval: Interval
    error: float
    kappa: float | None
    """Fleiss κ within the study."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyPair:
    """Two studies beside each other: the second minus the first."""

    first: str
    second: str
    difference: float
    interval: Interval
    equivalence: float
    """Chance of levels this close if they were as far apart as the margin or farther (two one-sided tests)."""
    rank: float | None
    """Spearman's correlation between the items' shares; None where all are alike."""
    rank_interval: Interval | None
    pearson: float | None
    ceiling: float | None
    """The correlation that panels of these sizes reach where studies differ by nothing but chance among people."""
    same: float
    """Share of the items whose majority is the same (a tie is shared out)."""
    labels_kappa: float | None
    """Cohen's κ between the two majorities."""
    order: float | None
    """Share of the pairs of items in the same order, of those that differ in both studies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemDifference:
    """One item in all studies: the last study's share minus the first one's, with Newcombe's interval (1998)."""

    item: str
    shares: tuple[float, ...]
    difference: float
    interval: Interval
    p: float
    """Fisher's exact test of one study against the rest, the most striking one, times the number of studies."""
    adjusted: float
    """The same, corrected for the number of items (Holm)."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StudyComparison(Result):
    """Studies of the same items beside each other: levels, items, order, labels, and the spread between them."""

    sites: tuple[StudySite, ...]
    pairs: tuple[StudyPair, ...]
    items: tuple[ItemDifference, ...]
    """The most striking item first."""
    focus: str | None
    """The class whose share is looked at; None: on each item the one that most of all votes are for."""
    margin: float
    level: float
    left_out: int
    """Items that not all studies have."""
    levels_p: float
    """Chance of levels this far apart when people are dealt out anew."""
    items_p: float
    """Chance of items this far apart when people are dealt out anew."""
    q_p: float
    """Cochran's Q test of the levels."""
    i2: float
    tau2: float
    """Variance of the true levels between studies (restricted maximum likelihood)."""
    tau2_interval: Interval
    """By the profile of Q (Viechtbauer 2007)."""
    items_tau2: float
    """Variance of an item's true share between studies, mean over items; what chance among people gives is off."""
    items_interval: Interval
    cv_level: float | None
    """QRA++'s CV* of the levels: coefficient of variation in per cent, corrected for few values."""
    cv_kappa: float | None
    signature: str
    cautions: tuple[Message, ...] = ()
    """Studies of which the number of votes depends on the votes, so that levels, κ and tests may be off."""
    notes: tuple[str, ...] = ()

    @property
    def upheld(self) -> bool | None:
        """True: levels are equivalent and no test tells the studies apart; False: one of the three does; None: open."""
        if min(self.items_p, self.levels_p, self.items[0].adjusted) < (1 - self.level) / 3:
            return False
        return True if all(each.equivalence < 1 - self.level for each in self.pairs) else None


@act_of_many(StudyComparisonSettings)
def compare(*studies: Labels, settings: StudyComparisonSettings) -> StudyComparison:
    """Whether studies of the same items agree: each is whatever `read` takes, the first is what others are set beside.

    `focus` is the class whose share is looked at (by default the second of two, or on each item the one with most
    votes), `margin` the difference of levels that would not matter. `times` deals of people and samples of items are
    drawn with `seed`.

    >>> one = [{"item": f"i{n}", "annotator": f"a{k}", "label": str(int(k < n))} for n in range(9) for k in range(8)]
    >>> made = compare(one, one)
    >>> made.items_p, made.pairs[0].difference, round(made.pairs[0].rank, 3)
    (1.0, 0.0, 1.0)
    """
    margin, level, times, seed = settings.margin, settings.level, settings.times, settings.seed
    if len(studies) < 2:
        raise InputError("agreement-compare-one")
    check_rate(margin, "margin")
    check_rate(level, "level")
    opened = [open_labels(study, settings_for(settings)) for study in studies]
    seen = [{each.items[place] for place in np.flatnonzero(each.votes_per_item)} for each in opened]
    shared = [name for name in opened[0].items if all(name in each for each in seen)]
    if len(shared) < 2:
        raise InputError("agreement-compare-apart", count=len(shared))
    tables = StudyTables(opened, shared, settings.focus, np.random.default_rng(seed))
    sites = [
        tables.site(place, name, level)
        for place, name in enumerate(settings.names or map(str, range(1, len(opened) + 1)))
    ]
    relations = zip(sites, map(depends_on_votes, tables.parts), strict=True)
    cautions = [
        message("agreement-studies-depends", study=site.name, why=dependence_reason(each))
        for site, each in relations
        if each is not None
    ]
    marks = "+".join(each.fingerprint for each in opened)
    made = Signature.of(
        studies=marks, margin=margin, level=level, times=times, seed=seed, method=COMPARE_STUDIES, version=__version__
    )
    found: dict[str, Any] = {
        "focus": tables.focus,
        "margin": margin,
        "level": level,
        "signature": str(made),
        "sites": tuple(sites),
    }
    found |= {"left_out": len(set().union(*seen)) - len(shared), "items": tables.items(shared, level)}
    couples = combinations(range(len(sites)), 2)
    found["pairs"] = tuple(tables.pair([a, b], (sites[a], sites[b]), (margin, level, times)) for a, b in couples)
    found |= tables.spread(sites, level, times) | tables.dealt(times)
    kappas = [each.kappa for each in sites if each.kappa is not None]
    found["cv_level"] = variation([each.level for each in sites])
    found["cv_kappa"] = variation(kappas) if len(kappas) == len(sites) else None
    notes = dict.fromkeys(with_keywords(str(note)) for each in opened for note in each.notes)
    return StudyComparison(**found, cautions=tuple(cautions), notes=tuple(notes))


def variation(values: Sequence[float]) -> float | None:
    """CV* of Belz and others (2022): (1 + 1/4n) · s/c₄(n) / mean, in per cent; None where the mean is not above 0.

    >>> round(variation([84.51, 84.50, 87.46, 85.60, 84.20, 86.61, 86.20]), 3)
    1.562
    """
    count, mean = len(values), float(np.mean(values))
    if count < 2 or mean <= 0:
        return None
    unbiased = math.sqrt(2 / (count - 1)) * math.exp(special.gammaln(count / 2) - special.gammaln((count - 1) / 2))
    return 100 * (1 + 1 / (4 * count)) * float(np.std(values, ddof=1)) / unbiased / mean


class StudyTables:
    """The votes of all studies on their common items; what several answers need is worked out once."""

    def __init__(
        self, opened: Sequence[LabelMatrix], shared: Sequence[str], focus: str | None, rng: np.random.Generator
    ) -> None:
        self.rng, classes = rng, tuple(dict.fromkeys(name for each in opened for name in each.classes))
        if focus is not None and focus not in classes:
            raise InputError("agreement-compare-focus", focus=focus, classes=", ".join(classes))
        self.focus = classes[1] if focus is None and len(classes) == 2 else focus
        places = [{name: place for place, name in enumerate(each.items)} for each in opened]
        pairs = zip(opened, places, strict=True)
        self.parts = [each.take(items=np.array([place[name] for name in shared])) for each, place in pairs]
        # The class of each label among those of all studies.
        self.labels = [np.array([classes.index(c) for c in each.classes])[each.label] for each in self.parts]
        self.counts = np.zeros((len(opened), len(shared), len(classes)))
        for number, (part, label) in enumerate(zip(self.parts, self.labels, strict=True)):
            np.add.at(self.counts[number], (part.item, label), 1.0)
        pooled = self.counts.sum(axis=0).argmax(axis=1)
        self.target = pooled if self.focus is None else np.full(len(shared), classes.index(self.focus))
        self.votes, self.chosen = self.counts.sum(axis=2), self.of_target(self.counts)
        self.shares = self.chosen / self.votes
        self.chance = self.shares * (1 - self.shares) / np.maximum(1, self.votes - 1)
        """What chance among people adds to the variance of each share."""

    def of_target(self, table: Float) -> Float:
        """The part of a table by class that is of the class in question."""
        return np.asarray(np.take_along_axis(table, self.target[None, :, None], axis=2)[:, :, 0])

    def drawn(self, times: int) -> NDArray[np.int64]:
        """Samples of items; fewer where there are very many items."""
        count = self.shares.shape[1]
        return self.rng.integers(0, count, (max(100, min(times, _MOST_DRAWN // count)), count))

    def site(self, place: int, name: str, level: float) -> StudySite:
        """One study: its level, with the error that drawing other people gives it."""
        part, share = self.parts[place], self.shares[place]
        if part.anonymous:  # the votes of an item are as many people
            people, variance = share.size, float(self.chance[place].sum()) / share.size**2
        else:
            pull = ((self.labels[place] == self.target[part.item]) - share[part.item]) / self.votes[place][part.item]
            people = int((part.labels_per_annotator > 0).sum())
            squares = float((np.bincount(part.annotator, pull) ** 2).sum()) / share.size**2
            variance = squares * people / max(1, people - 1)
        mean, error, free = float(share.mean()), math.sqrt(max(_FLOOR, variance)), max(1, people - 1)
        ends = student(mean, error, free, level, method="t over people").within(0.0, 1.0)
        return StudySite(
            name=name,
            people=None if part.anonymous else people,
            votes=part.size,
            level=mean,
            interval=ends,
            error=error,
            kappa=fleiss_kappa(part).value,
        )

    def dealt(self, times: int) -> dict[str, float]:
        """How often levels, and items, are as far apart when people are dealt out anew over the studies."""
        shape = self.counts.shape
        named = not any(each.anonymous for each in self.parts)
        owner = np.repeat(np.arange(shape[0]), [each.size for each in self.parts])
        item = np.concatenate([each.item for each in self.parts])
        cell = item * shape[2] + np.concatenate(self.labels)
        starts = np.cumsum([0, *(len(each.annotators) for each in self.parts)])
        seat = np.repeat(np.arange(shape[0]), np.diff(starts))
        person = np.concatenate([each.annotator for each in self.parts]) + starts[owner]
        if not named:  # votes are dealt out, item by item
            order = np.argsort(item, kind="stable")
            owner, item, cell = owner[order], item[order], cell[order]

        def apart(table: Float) -> Float:
            size = np.maximum(1, table.sum(axis=2))[:, :, None]
            levels = self.of_target(table / size).sum(axis=1) / np.maximum(1, table.any(axis=2).sum(axis=1))
            return np.array([levels.var(), (table**2 / size).sum()])

        reached, seen = np.ones(2), apart(self.counts) * (1 - _FLOOR)
        for _ in range(times):
            dealt = (
                self.rng.permutation(seat)[person] if named else owner[np.lexsort((self.rng.random(item.size), item))]
            )
            drawn = np.bincount(dealt * (shape[1] * shape[2]) + cell, minlength=self.counts.size)
            reached += apart(drawn.reshape(shape).astype(float)) >= seen
        return dict(zip(("levels_p", "items_p"), (reached / (times + 1)).tolist(), strict=True))

    def spread(self, sites: Sequence[StudySite], level: float, times: int) -> dict[str, Any]:
        """The variance between studies, of their levels and of single items."""
        from scipy import stats  # takes a second to load, and only who compares studies needs it

        found, noise = np.array([each.level for each in sites]), np.array([each.error for each in sites]) ** 2
        free, tails = len(sites) - 1, ((1 - level) / 2, (1 + level) / 2)

        def q_at(tau2: float, less: float = 0.0) -> float:
            weight = 1 / (noise + tau2)
            return float(weight @ (found - weight @ found / weight.sum()) ** 2) - less

        tau2, q = float(found.var()), q_at(0.0)
        for _ in range(200):
            weight = 1 / (noise + tau2)
            gaps = (found - weight @ found / weight.sum()) ** 2 - noise
            tau2 = max(0.0, float(weight**2 @ gaps / (weight**2).sum() + 1 / weight.sum()))
        edges = np.atleast_1d(stats.chi2.ppf(tails[::-1], free)).tolist()
        low, high = (0.0 if q <= x else brentq(partial(q_at, less=x), 0.0, 1e6) for x in edges)
        # Of an item: the variance between studies, less what chance among so many people gives.
        by_item = self.shares.var(axis=0, ddof=1) - self.chance.mean(axis=0)
        ends = np.maximum(0.0, np.quantile(by_item[self.drawn(times)].mean(axis=1), tails)).tolist()
        return {
            "q_p": float(stats.chi2.sf(q, free)),
            "i2": max(0.0, 1 - free / q) if q else 0.0,
            "tau2": tau2,
            "tau2_interval": Interval(low=low, high=high, level=level, method="profile of Q"),
            "items_tau2": max(0.0, float(by_item.mean())),
            "items_interval": Interval(low=ends[0], high=ends[1], level=level, method="bootstrap over items"),
        }

    def items(self, names: Sequence[str], level: float) -> tuple[ItemDifference, ...]:
        """Every item with its exact test and its difference, the most striking first."""
        from scipy import stats  # takes a second to load, and only who compares studies needs it

        reach, chances = float(special.ndtri((1 + level) / 2)), []
        hits, people = self.chosen.sum(axis=0).astype(int), self.votes.sum(axis=0).astype(int)
        tests = len(self.parts) if len(self.parts) > 2 else 1  # of two studies, one against the rest is the one test
        for place in range(len(names)):
            found = 1.0
            for votes, chosen in zip(self.votes[:tests, place], self.chosen[:tests, place], strict=True):
                law = stats.hypergeom.pmf(np.arange(votes + 1), people[place], hits[place], int(votes))
                found = min(found, float(law[law <= law[int(chosen)] * (1 + 1e-7)].sum()))
            chances.append(min(1.0, found * tests))
        made, reached, order = [], 0.0, np.argsort(chances, kind="stable").tolist()
        for rank, place in enumerate(order):
            reached = max(reached, min(1.0, chances[place] * (len(order) - rank)))
            (one, two), sizes = self.shares[[0, -1], place].tolist(), self.votes[[0, -1], place].tolist()
            first, last = score_ends(one, sizes[0], reach), score_ends(two, sizes[1], reach)
            low, high = math.hypot(two - last[0], first[1] - one), math.hypot(last[1] - two, one - first[0])
            ends = Interval(low=two - one - low, high=two - one + high, level=level, method="Newcombe")
            told = {"item": names[place], "shares": tuple(self.shares[:, place].tolist()), "difference": two - one}
            made.append(ItemDifference(**told, interval=ends, p=chances[place], adjusted=reached))
        return tuple(made)

    def pair(self, both: list[int], sites: tuple[StudySite, StudySite], how: tuple[float, float, int]) -> StudyPair:
        """Two studies: equivalence of levels, order of items, the same majorities; by margin, level and times."""
        from scipy import stats  # takes a second to load, and only who compares studies needs it

        shares, counts, (one, two), (margin, level, times) = self.shares[both], self.counts[both], sites, how
        gap, error = two.level - one.level, math.hypot(one.error, two.error)
        spare = max(1, sum(each.people or shares.shape[1] for each in sites) - 2)
        found: dict[str, Any] = dict.fromkeys(("rank", "rank_interval", "pearson", "ceiling", "order"))
        if (shares.std(axis=1) > _FLOOR).all():
            some = stats.rankdata(shares[:, self.drawn(times)], axis=2)
            some -= some.mean(axis=2, keepdims=True)
            with np.errstate(invalid="ignore", divide="ignore"):
                drawn = (some[0] * some[1]).sum(axis=1) / np.sqrt((some**2).sum(axis=2).prod(axis=0))
            found["rank"] = float(np.corrcoef(stats.rankdata(shares, axis=1))[0, 1])
            found |= {"rank_interval": percentile(drawn, level), "pearson": float(np.corrcoef(shares)[0, 1])}
            kept = 1 - self.chance[both].mean(axis=1) / shares.var(axis=1, ddof=1)
            found["ceiling"] = float(np.sqrt(kept.prod())) if (kept > 0).all() else None
            # Pairs of items that differ in both studies, and how many more stand alike than not (Kendall's τ_b).
            alike = [np.unique(part, axis=-1, return_counts=True)[1] for part in (*shares, shares)]
            every, (a, b, c) = math.comb(shares.shape[1], 2), [int((n * (n - 1) // 2).sum()) for n in alike]
            more = stats.kendalltau(*shares).statistic * math.sqrt((every - a) * (every - b))
            found["order"] = (1 + more / (every - a - b + c)) / 2 if every - a - b + c else None
        # Majorities as shares of the classes that are tied.
        best = (counts == counts.max(axis=2, keepdims=True)).astype(float)
        best /= best.sum(axis=2, keepdims=True)
        same, chance = float((best[0] * best[1]).sum(axis=1).mean()), float(best[0].mean(axis=0) @ best[1].mean(axis=0))
        found |= {"same": same, "labels_kappa": None if chance > 1 - _FLOOR else (same - chance) / (1 - chance)}
        found["interval"] = student(gap, error, spare, level, method="t over people").within(-1.0, 1.0)
        equivalence = float(special.stdtr(spare, -(margin - abs(gap)) / error))
        return StudyPair(first=one.name, second=two.name, difference=gap, equivalence=equivalence, **found)
