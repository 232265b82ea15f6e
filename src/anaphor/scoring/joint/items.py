"""Items on the scale of their respondents: how hard and how steep each is, and whether it looks broken.

An item is in one of many states: sound, with a difficulty and a slope from a grid, or broken in one of two ways. With
a *wrong key* those who know choose another candidate; where answers are *split*, those who know choose between two at
will (two right answers, or an ambiguous text), or nobody can know. What respondents can do is integrated out.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import special

from anaphor.scoring.joint.silence import SilenceShares
from anaphor.statistics import CrossedFit

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_STEEPNESS = np.linspace(-1.2, 1.2, 9)
"""Logarithms of slopes: from 0.3 to 3.3 times as steep as usual."""
_REACH = 4.5
"""Difficulties up to so many standard deviations from the mean one."""
_SPLITS = (0.3, 0.4, 0.5, 0.6, 0.7)
"""Shares of the key among those who see two right answers."""
_ROUNDS = 6
"""Rounds in which the rates of flaws and the states of items are learnt from each other."""
_NEAR = 0.05
"""Step in ability, in log-odds, over which the slope of an answer's likelihood is taken."""
_NODES, _WEIGHTS = np.polynomial.hermite_e.hermegauss(7)
"""Places of Gauss and Hermite's rule for a normal ability; seven are exact for polynomials up to degree 13."""
_MASSES = _WEIGHTS / _WEIGHTS.sum()
"""Their weights as probabilities."""
KEY, RIVAL, OTHER, UNKNOWN = range(4)
"""What was chosen: the key, the candidate that is chosen most beside it, another; or the answer was not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlawRates:
    """What is supposed of items before their answers are seen, and then learnt from all of them."""

    broken: float = 0.05
    """Share of the schemas in which something is broken."""
    both: float = 0.6
    """Chance that an item of such a schema is broken; of an item that stands alone it is 1."""
    slopes: float = 0.3
    """Standard deviation of the logarithms of slopes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemStates:
    """What the answers say of each item."""

    rates: FlawRates
    easiness: Floats
    """Mean of the item's effect if it is sound, in log-odds from the mean item."""
    easiness_sd: Floats
    steepness: Floats
    """Mean logarithm of the slope if it is sound."""
    steepness_sd: Floats
    wrong_key: Floats
    """Posterior probability that the key is wrong."""
    split: Floats
    """Posterior probability that answers are split or nobody can know."""
    gain: float
    """Log-likelihood that slopes of their own add, given the abilities."""

    @property
    def broken(self) -> Floats:
        return self.wrong_key + self.split


def judge_items(  # noqa: PLR0913, PLR0915, PLR0917  # answers, what is known of items, and one pass over their states
    chosen: npt.NDArray[np.int8],
    candidates: Ints,
    silence: SilenceShares,
    fit: CrossedFit,
    guess: Floats,
    group: Ints,
    rates: FlawRates,
    *,
    two: bool,
    lumped: bool = False,
) -> ItemStates:
    """The states of items (columns of `chosen`), given what respondents can do.

    `candidates` and `guess` are by item, as is the number of its schema in `group`. Without `two` all items are as
    steep as the usual one. `lumped`: a wrong answer does not say which of the other candidates was chosen.
    """
    spread = max(0.3, float(np.hypot(fit.sd_items, fit.sd_groups)))
    finer = int(np.clip(2.5 * np.sqrt(len(chosen)), 20, 90))  # the more respondents, the closer
    places = spread * np.linspace(-_REACH, _REACH, 2 * finer + 1)
    slopes = _STEEPNESS if two else np.zeros(1)
    # An answer has moved its respondent's ability towards itself, which would make every item look steeper.
    own = fit.people_sd[:, None] ** 2 * fit.residuals
    able = fit.intercept + fit.people[:, None] + fit.people_sd[:, None] * _NODES
    likely = np.empty((chosen.shape[1], len(places) * (len(slopes) + 1) + len(_SPLITS) * 3 + 1))
    for count, chance in {*zip(candidates.tolist(), guess.tolist(), strict=True)}:
        part = np.flatnonzero((candidates == count) & (guess == chance))
        made = (places, slopes, int(count), float(chance), 1 - silence.quiet, lumped)
        high, low = (_state_tables(able + near, *made) for near in (_NEAR, -_NEAR))
        logs = np.zeros((len(part), likely.shape[1]))
        for which in (KEY, RIVAL, OTHER, UNKNOWN)[: 4 if silence.unknown.any() else 3]:
            given = silence.unknown[:, part] if which == UNKNOWN else (chosen[:, part] == which).astype(float)
            up, down = np.log(high[which]), np.log(low[which])
            logs += given.T @ ((up + down) / 2) - (given * own[:, part]).T @ ((up - down) / (2 * _NEAR))
        likely[part] = logs
    top = likely.max(axis=1, keepdims=True)
    likely = np.exp(np.maximum(likely - top, -600))
    sound, wrong, split = np.split(likely, [len(places) * len(slopes), len(places) * (len(slopes) + 1)], axis=1)
    law = np.exp(-0.5 * (places / spread) ** 2)
    of_wrong, of_split = wrong @ (law / law.sum()), split.mean(axis=1)
    nodes, masses = (_NODES, _MASSES) if fit.sd_groups > 0.05 else (np.zeros(1), np.ones(1))
    near = np.exp(-0.5 * ((places[:, None] - fit.sd_groups * nodes) / max(fit.sd_items, 0.1)) ** 2)
    near /= near.sum(axis=0)
    twin = np.bincount(group)[group] > 1

    def seen(rates: FlawRates, slope_sd: float) -> tuple[Floats, Floats, Floats, Floats, float]:
        """Sound states by item and node, what nodes and states come to, whether broken, and the log-likelihood."""
        steep = np.exp(-0.5 * (slopes / max(slope_sd, 1e-3)) ** 2) + 1e-300
        steep /= steep.sum()
        prior = (steep[:, None, None] * near).reshape(-1, len(nodes))
        of_sound = sound @ prior
        own = np.where(twin, rates.both, 1.0)[:, None]
        flawed = own * ((of_wrong + of_split) / 2)[:, None]
        maybe = (1 - own) * of_sound + flawed
        sums = np.stack([_by_group(np.log(each), group) for each in (of_sound, maybe)])  # groups by node, twice
        sums += np.log(masses) + np.log([1 - rates.broken, rates.broken])[:, None, None]
        peak = sums.max(axis=(0, 2), keepdims=True)
        post = np.exp(sums - peak)
        total = post.sum(axis=(0, 2), keepdims=True)
        post = (post / total)[:, group]
        bad = post[1] * flawed / maybe
        log_likelihood = float((np.log(total) + peak).sum())
        return prior, of_sound, post.sum(axis=0) - bad, bad, log_likelihood

    flaw, whole = np.zeros(len(sound)), sound
    for _ in range(_ROUNDS):
        prior, of_sound, good, bad, _ = seen(rates, rates.slopes)
        flaw, sure = bad.sum(axis=1), good.sum(axis=1)
        good = np.where(sure[:, None] > 1e-200, good / np.maximum(sure, 1e-200)[:, None], masses)
        whole = (sound * ((good / of_sound) @ prior.T)).reshape(len(sure), len(slopes), len(places))
        squares = sure * (whole.sum(axis=2) @ slopes**2)
        # As if one schema in twenty of twenty others were broken, both of its items in three of five.
        touched = _by_group(flaw[:, None], group)[:, 0].clip(0, 1).sum()
        pairs = flaw[twin].sum() / max(1e-9, _by_group((flaw * twin)[:, None], group).clip(0, 1).sum() * 2)
        weight = float(min(10.0, flaw[twin].sum()))
        rates = FlawRates(
            broken=float((touched + 1) / (group.max() + 1 + 20)),
            both=float(np.clip((3 + pairs * weight) / (5 + weight), 0.5, 0.95)),
            slopes=float(np.sqrt((squares.sum() + 0.3**2 * 10) / (sure.sum() + 10))) if two else 0.0,
        )
    *_, with_slopes = seen(rates, rates.slopes)
    where, steep = whole.sum(axis=1), whole.sum(axis=2)
    means, steepness = where @ places, steep @ slopes
    share = of_wrong / (of_wrong + of_split)
    return ItemStates(
        rates=rates,
        easiness=means,
        easiness_sd=np.sqrt(np.maximum(where @ places**2 - means**2, 1e-12)),
        steepness=steepness,
        steepness_sd=np.sqrt(np.maximum(steep @ slopes**2 - steepness**2, 0)),
        wrong_key=flaw * share,
        split=flaw * (1 - share),
        gain=with_slopes - seen(rates, 0.0)[-1],
    )


def _by_group(values: Floats, group: Ints) -> Floats:
    """Sums of rows by group."""
    sums = np.zeros((int(group.max()) + 1, values.shape[1]))
    np.add.at(sums, group, values)
    return sums


def _state_tables(  # noqa: PLR0913, PLR0917  # who, the states, and what is done without knowing
    able: Floats, places: Floats, slopes: Floats, count: int, chance: float, guesses: Floats, lumped: bool
) -> Sequence[Floats]:
    """By respondent and state, the chance of the key, the rival, another candidate, and of not knowing.

    `guesses` is by respondent (one column) the chance that who does not know answers. `lumped`: what is called the
    rival stands for all candidates but the key.
    """

    def knows(place: float | Floats, slope: float = 1.0) -> Floats:
        return np.asarray(np.einsum("ph,h->p", special.expit(slope * (able + place)), _MASSES), np.float64)

    curves = [np.stack([knows(place, float(np.exp(slope))) for place in places], axis=1) for slope in slopes]
    plain = np.stack([knows(place) for place in places], axis=1)
    sound = np.hstack(curves)
    others = max(1, count - 1) if chance else 1  # without guessing, wrong answers are all alike
    hit, miss = guesses * chance, guesses * (1 - chance) / others
    shares = np.tile(_SPLITS, 3)
    split = np.stack([knows(ease) for ease in (-1.0, 0.0, 1.0) for _ in _SPLITS], axis=1)
    key = hit * (1 - split) + split * shares
    rival = (hit if chance else miss) * (1 - split) + split * (1 - shares)
    blind = guesses / (others + 1)
    if lumped and chance:
        miss = guesses * (1 - chance)
        rest = miss * (1 - split) + split * (1 - shares)
        tables = [
            np.hstack([sound + hit * (1 - sound), hit * (1 - plain), key, guesses * chance]),
            np.hstack([miss * (1 - sound), plain + miss * (1 - plain), rest, miss]),
            np.hstack([np.ones_like(sound), np.ones_like(plain), np.ones_like(split), np.ones_like(blind)]),
            np.hstack([1 - sound, 1 - plain, 1 - split, np.ones_like(blind)]),
        ]
        return [np.clip(each, 1e-9, 1) for each in tables]
    tables = [
        np.hstack([sound + hit * (1 - sound), miss * (1 - plain), key, blind]),
        np.hstack([miss * (1 - sound), plain + hit * (1 - plain), rival, blind]),
        np.hstack([miss * (1 - sound), miss * (1 - plain), hit * (1 - split), blind]),
        np.hstack([1 - sound, 1 - plain, 1 - split, np.ones_like(blind)]),
    ]
    return [np.clip(each, 1e-9, 1) for each in tables]
