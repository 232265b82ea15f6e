"""What public panels add where few votes leave a rate open.

P votes per item say how mixtures of items agree up to P at a time; a rate of larger panels needs more. What is missing
comes from a family of mixtures and from how panels with many votes looked (data/agreement/panels.toml):

- the family: a share of the items is unanimous, the others are Dirichlet (spread over all classes evenly, over some
  more than over others, or over two); and a share of all votes, the slips, goes to any class;
- the prior: how much rarer change between panels of three is than between two people (the logit of the ratio), on a
  line over the logit of the latter; the same for nine given three. Lines and spread are fitted over panels, each data
  set counting once; mixtures of the family that look alike by these numbers share their weight.

Where people have names, how unequally they agree with others bounds the slips from below: agreement beyond chance is
proportional to skill, and the best has a skill of at most 1. The posterior goes over all of the family.
"""

import tomllib
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.resources import files

import numpy as np
from scipy import special

from anaphor.agreement.panels.mixture import Dirichlet, DirichletSpread, sub_panels
from anaphor.agreement.panels.support import Support, pattern_likelihood
from anaphor.agreement.panels.urn import Floats, Integers, Profiles
from anaphor.agreement.panels.winning import LARGE, fresh_at, ideal_at, level_wins
from anaphor.answers import LabelMatrix

_MASSES = np.geomspace(0.25, 32, 8)
"""Sums of the Dirichlet's parameters."""
_DECAYS = (1.0, 0.5, 0.25, 0.1, None)
"""By how much each class has less than the one before; None: only two classes."""
_SLIPS = np.array([0.0, 0.03, 0.1, 0.2, 0.35, 0.5, 0.65])
_EASY = np.array([0.0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.85, 0.93, 0.97])
_POINTS = 100
"""Label distributions that stand for one Dirichlet."""
_ITEMS = 300
"""As many items as votes may speak for: no family is right to the last digit."""
_VOTES = 6
"""Most votes of an item that the posterior looks at, drawn where there are more."""
_BINS = (0.25, 0.2)
"""Mixtures look alike whose logits differ by less."""
_KEPT = 1e-3
"""Dirichlets that are less credible are left out."""
USUAL_PEOPLE, _USUAL = 4, 0.05
"""The squared coefficient of variation of skills on public panels, and for how many people that counts."""
_FEWEST, _UNEQUAL = 3, 0.05
"""People from whom on it is seen how unequal they are, and how exactly the least share of slips at best."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A straight line through what panels showed, and how far they lay from it."""

    start: float
    slope: float
    spread: float

    @classmethod
    def through(cls, across: Floats, up: Floats, families: list[str]) -> "Line":
        """By least squares; all panels of one data set weigh as much as those of another."""
        weight = np.array([1 / families.count(each) for each in families])
        slope, start = np.polyfit(across, up, 1, w=np.sqrt(weight))
        rest, freedom = up - start - slope * across, max(1, len(set(families)) - 2)
        return cls(start=float(start), slope=float(slope), spread=float(np.sqrt(weight @ rest**2 / freedom)))

    def chance(self, across: Floats, up: Floats) -> Floats:
        """Student's with four degrees of freedom, up to a factor: votes may speak against the panels."""
        return (1 + ((up - self.start - self.slope * across) / self.spread) ** 2 / 4) ** -2.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Experience:
    """What panels with many votes showed."""

    three: Line
    """Change between panels of three, by that between two people."""
    nine: Line
    """Change between panels of nine, by that between panels of three."""

    @classmethod
    def of(cls, panels: list[dict[str, object]]) -> "Experience":
        """From the change between panels of 1, 3, 5, 7 and 9 (`changes`, as far as known) of several data sets."""
        names = [str(each["family"]) for each in panels]
        changes = [np.array(each["changes"], dtype=np.float64) for each in panels]
        one, three = (
            special.logit([each[0] for each in changes]),
            special.logit([each[1] / each[0] for each in changes]),
        )
        long = [place for place, each in enumerate(changes) if len(each) == 5]
        nine = special.logit([changes[place][4] / changes[place][0] for place in long])
        return cls(
            three=Line.through(one, three, names),
            nine=Line.through(three[long], nine, [names[place] for place in long]),
        )


@lru_cache(maxsize=1)
def public_experience() -> Experience:
    """From the public panels that are listed with their sources in data/agreement/panels.toml."""
    listed = files("anaphor").joinpath("data", "agreement", "panels.toml").read_text("utf-8")
    return Experience.of(tomllib.loads(listed)["panel"])


@dataclass(frozen=True, kw_only=True, eq=False)
class Family:
    """All mixtures that are looked at, Dirichlets with slips × shares of unanimous items."""

    support: Support
    """For each Dirichlet with slips some label distributions, and last that of an item on which only slips differ."""
    slips: Floats
    """One per Dirichlet with slips."""

    def mixed(self, at: Floats, points: int = _POINTS) -> Floats:
        """What is known at each label distribution (the last axis), for each mixture (the last two axes)."""
        each = at.reshape(*at.shape[:-1], -1, points + 1)
        return np.asarray(each[..., :-1].mean(axis=-1)[..., None] * (1 - _EASY) + each[..., -1:] * _EASY)

    def changes(self, size: int, chosen: Integers | None = None) -> tuple[Floats, Floats]:
        """The rates of panels of `size` against a fresh and an infinite one, for all or some Dirichlets."""
        blocks = np.arange(len(self.slips)) if chosen is None else chosen
        # Large panels are dear, and change rarely: every fifth distribution will do.
        places = np.append(np.arange(0, _POINTS, 5 if size > LARGE else 1), _POINTS)
        some = self.support.taken((blocks[:, None] * (_POINTS + 1) + places).ravel())
        wins = level_wins(some, size)
        fresh, ideal = (self.mixed(at(some, wins), len(places) - 1) for at in (fresh_at, ideal_at))
        return fresh, ideal

    @cached_property
    def looks(self) -> tuple[Floats, Floats, Floats, Integers]:
        """The logits that the prior is about, and which mixtures look alike."""
        one, three, nine = (self.changes(size)[0] for size in (1, 3, 9))
        across, up = special.logit(one), special.logit(three / one)
        bins = np.floor(across / _BINS[0]) * 1_000 + np.floor(up / _BINS[1])
        return across, up, special.logit(nine / one), np.unique(bins, return_inverse=True)[1].reshape(bins.shape)

    def prior(self, experience: Experience) -> Floats:
        one, three, nine, alike = self.looks
        weights = experience.nine.chance(three, nine) + 1e-6
        shared = weights / np.bincount(alike.ravel(), weights.ravel())[alike]
        return np.asarray(shared * experience.three.chance(one, three))


_MOST_CLASSES = 5_000
"""Classes that the family tells apart, those included that nobody has said yet: their estimate grows with the square of
those that were said once, so that a table of a few kilobytes could take gigabytes."""


@lru_cache(maxsize=8)
def family_of(classes: int) -> Family:
    """The family for so many classes."""
    shares, times = [], np.zeros((0, 0), dtype=np.int64)
    for mass in _MASSES.tolist():
        for decay in _DECAYS:
            means = np.zeros(classes) + 1e-9
            means[: classes if decay else 2] = 0.5 if decay is None else decay ** np.arange(classes)
            model = Dirichlet(parameters=np.maximum(mass * means / means.sum(), 1e-4))
            spread = DirichletSpread.of(model, _POINTS).support
            times = spread.times
            unanimous = np.eye(1, spread.shares.shape[1])
            shares.append(np.concatenate([spread.shares[:_POINTS], unanimous]))
    some = np.stack(shares)[:, None] * (1 - _SLIPS[:, None, None]) + _SLIPS[:, None, None] / classes
    flat = some.reshape(-1, some.shape[-1])
    support = Support(shares=flat, times=np.broadcast_to(times[0], flat.shape))
    return Family(support=support, slips=np.tile(_SLIPS, len(shares)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Skills:
    """How unequally people agree with the others who labelled the same items."""

    slips: float
    """The share of votes that are slips, at least, where people are as unequal as these."""
    error: float
    """Its standard error."""
    moved: float
    """Standard error of the disagreement of two people that comes from the choice of people."""

    @classmethod
    def of(cls, matrix: LabelMatrix) -> "Skills | None":
        """By one-way analysis of variance: how often each agrees beyond chance varies by skill and by sampling.

        None where people are unknown or fewer than three, or where they do not agree beyond chance.
        """
        people, votes = len(matrix.annotators), matrix.votes_per_item[matrix.item]
        if matrix.anonymous or people < _FEWEST:
            return None
        paired = votes > 1
        who, item, label = matrix.annotator[paired], matrix.item[paired], matrix.label[paired]
        marginals = matrix.counts.sum(axis=0) / max(1, matrix.counts.sum())
        agree = (matrix.counts[item, label] - 1) / (votes[paired] - 1) - float((marginals**2).sum())
        many = np.bincount(who, minlength=people).astype(np.float64)
        mean = np.bincount(who, agree, minlength=people) / np.maximum(many, 1)
        labels, seen, share = float(many.sum()), int((many > 0).sum()), float(many @ many) / max(1.0, many.sum()) ** 2
        if labels <= seen or share >= 1:
            return None
        level = float(agree.mean())
        within = float(((agree - mean[who]) ** 2).sum()) / (labels - seen)
        usual = labels * (1 - share)
        raw = (float(many @ (mean - level) ** 2) - (seen - 1) * within) / usual
        between = max(0.0, raw)
        # Few people look more alike or more unequal than they are. A pair agrees by the skills of both.
        shrunken = ((seen - 1) * raw + USUAL_PEOPLE * _USUAL * level**2) / (seen - 1 + USUAL_PEOPLE)
        moved = 2 * float(np.sqrt(max(0.0, shrunken) * share))
        # Skills are proportional to agreement beyond chance, and nobody's exceeds 1: the best, shrunken to the mean.
        sure = between * many / np.maximum(between * many + within, 1e-12)
        best = int((sure * (mean - level)).argmax())
        top = level + float(sure[best] * (mean[best] - level))
        slips = 1 - level / top if level > 0 else 0.0
        # From the level (votes on one item are not independent), and from the best one's labels.
        of_level = np.sqrt(3 * within / labels + between * share) / max(level, 1e-9)
        of_top = np.sqrt(between * (1 - sure[best])) / max(top, 1e-9)
        error = float(np.linalg.norm((_UNEQUAL, (1 - slips) * of_level, (1 - slips) * of_top)))
        return cls(slips=slips, error=error, moved=moved)


@dataclass(frozen=True, kw_only=True, eq=False)
class Belief:
    """The family after the votes."""

    family: Family
    chosen: Integers
    """Dirichlets that are credible."""
    weights: Floats
    """How credible each mixture of them is."""
    _found: dict[int, tuple[Floats, Floats]] = field(default_factory=dict)

    @classmethod
    def after(cls, patterns: Profiles, classes: int, skills: Skills | None, experience: Experience) -> "Belief":
        """The posterior of the family for so many classes, given votes and skills."""
        family = family_of(min(classes, _MOST_CLASSES))
        rows, times = sub_panels(patterns, _VOTES)
        chances = np.log(np.maximum(family.mixed(pattern_likelihood(rows, family.support)), 1e-300))
        logs = np.tensordot(times * min(1.0, _ITEMS / times.sum()), chances, 1)
        logs += np.log(family.prior(experience) + 1e-12)
        if skills is not None:
            logs -= (np.minimum(0.0, (family.slips - skills.slips) / skills.error) ** 2 / 2)[:, None]
        weights = np.exp(logs - logs.max())
        weights /= weights.sum()
        chosen = np.flatnonzero(weights.sum(axis=1) > _KEPT)
        return cls(family=family, chosen=chosen, weights=weights[chosen] / weights[chosen].sum())

    def _changes(self, size: int) -> tuple[Floats, Floats]:
        if size not in self._found:
            self._found[size] = self.family.changes(size, self.chosen)
        return self._found[size]

    def ratio(self, size: int, known: int, *, ideal: bool) -> tuple[float, float]:
        """A rate of panels of `size` over the fresh rate of panels of `known` people; and the sd of its logarithm."""
        found = self._changes(size)[int(ideal)] / np.maximum(self._changes(known)[0], 1e-12)
        mean = float((self.weights * found).sum())
        logs = np.log(np.maximum(found, 1e-12))
        middle = float((self.weights * logs).sum())
        return mean, float(np.sqrt((self.weights * (logs - middle) ** 2).sum()))


def tail(by_items: float, by_people: float, people: int, confidence: float) -> float:
    """Standard errors to go: few people have heavy tails, the less so the more of the variance comes from items."""
    if not by_people:
        return float(special.ndtri(0.5 + confidence / 2))
    freedom = (people - 1) * ((by_items + by_people**2) / by_people**2) ** 2
    return float(special.stdtrit(max(1.0, freedom), 0.5 + confidence / 2))


def with_people(
    rate: float, ends: tuple[float, float], by_people: float | None, people: int, confidence: float
) -> tuple[float, float]:
    """An interval over items, widened by the error from the people; each side adds in squares.

    The people's part is laid off on the logit scale, so that it stays between 0 and 1, but no further than it reaches
    as it is: a rate of 1 % that may be off by 1 % is not one of up to 100 %.
    """
    most = rate * (1 - rate)
    if not by_people or most < 1e-9:
        return max(0.0, ends[0]), min(1.0, ends[1])
    by_items = (ends[1] - ends[0]) / 2 / float(special.ndtri(0.5 + confidence / 2))
    reach = tail(by_items**2, by_people, people, confidence) * by_people
    low, high = (float(special.expit(special.logit(rate) + side * min(reach / most, 30.0))) for side in (-1, 1))
    return (
        max(0.0, rate - float(np.hypot(rate - ends[0], min(rate - low, reach)))),
        min(1.0, rate + float(np.hypot(ends[1] - rate, min(high - rate, reach)))),
    )
