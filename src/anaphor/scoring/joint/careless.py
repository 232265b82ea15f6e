"""Who answered at random: people who click through without reading look like weak ones, and make machines look able.

A person is attentive, with an ability of the population, or careless: then every answer, or every other one, is given
at random and right once in as many times as there are candidates, whatever the item. Ability is integrated over, and
the mean and the spread of the attentive are learnt together with the share of the careless. A weak but attentive person
still does better on easy items and is not taken for a careless one; where items are so hard that everybody guesses, the
two cannot be told apart, and nobody is called careless.
"""

import numpy as np
import numpy.typing as npt
from scipy import special

from anaphor.statistics import CrossedFit

Floats = npt.NDArray[np.float64]

_PLACES = np.linspace(-8.0, 8.0, 97)
"""Abilities over which is integrated, in log-odds from where the fit has the mean person."""
_LAPSES = (0.0, 0.5, 1.0)
"""Shares of the answers that are given at random: by the attentive, the half careless and the careless."""
_BEFOREHAND = (2.0, 18.0)
"""As if two of twenty other people had been careless: a weak supposition, which a few dozen people outweigh."""
_WIDE = 1.0
"""Scale of the density (half a normal one) that holds the spread of the attentive: where the careless are not told
apart it has to be wide enough for people who know nothing."""
_NARROWEST = 0.3
"""Smallest standard deviation of the attentive: with less, everybody below the mean would look careless."""
_STEPS = 60


def careless_people(  # noqa: PLR0913, PLR0917  # the answers, what is known of items, and who is a person
    right: Floats, asked: Floats, fit: CrossedFit, slope: Floats, guess: Floats, known: npt.NDArray[np.bool_]
) -> Floats:
    """By respondent, the posterior probability that a person of `known` is careless; 0 for machines."""
    made, rows = np.zeros(len(known)), np.flatnonzero(known)
    if not len(rows):
        return made
    hits, misses = right[rows], (asked - right)[rows]
    logs = np.empty((len(_LAPSES), len(rows), len(_PLACES)))
    base = slope * (fit.intercept + fit.items)
    for number, place in enumerate(_PLACES):
        share = guess + (1 - guess) * special.expit(base + slope * place)
        for kind, lapse in enumerate(_LAPSES):
            mixed = np.clip((1 - lapse) * share + lapse * guess, 1e-9, 1 - 1e-9)
            logs[kind, :, number] = hits @ np.log(mixed) + misses @ np.log1p(-mixed)
    likely = np.exp(logs - logs.max(axis=(0, 2), keepdims=True))
    people = fit.people[rows]
    centre = float(np.median(people))
    near = 1.4826 * float(np.median(np.abs(people - centre)))  # the standard deviation, were nobody careless
    # A wide law can explain the careless as weak people: the search begins from both, and the likelier end counts.
    ends = [_settled(likely, *begin) for begin in ((0.0, fit.sd_people), (centre, near))]
    made[rows] = max(ends, key=lambda end: end[0])[1]
    return made


def _settled(likely: Floats, middle: float, spread: float) -> tuple[float, Floats]:
    """The log-likelihood and the posterior of carelessness where the search settles from a first mean and spread."""
    some, others = _BEFOREHAND
    rate, spread, people = some / (some + others), max(spread, _NARROWEST), likely.shape[1]
    value, careless = 0.0, np.zeros(people)
    for _ in range(_STEPS):
        law = np.exp(-0.5 * ((_PLACES - middle) / spread) ** 2)
        joint = likely * (law / law.sum())
        kinds = joint.sum(axis=2) * np.array([1 - rate, rate / 2, rate / 2])[:, None]
        total = np.maximum(kinds.sum(axis=0), 1e-300)
        value = float(np.log(total).sum() + some * np.log(rate) + others * np.log(1 - rate) - (spread / _WIDE) ** 2 / 2)
        careless = 1 - kinds[0] / total
        places = joint[0] / np.maximum(joint[0].sum(axis=1, keepdims=True), 1e-300) * (1 - careless)[:, None]
        weight = max(float(places.sum()), 1.0)
        middle = float((places @ _PLACES).sum() / weight)
        squares = float((places @ (_PLACES - middle) ** 2).sum())
        # Where the expected log-likelihood, −squares/2s² − n log s, and the density of the spread s are highest.
        spread = max(_WIDE * np.sqrt((np.sqrt(weight**2 + 4 * squares / _WIDE**2) - weight) / 2), _NARROWEST)
        rate = float((careless.sum() + some) / (people + some + others))
    return value, careless
