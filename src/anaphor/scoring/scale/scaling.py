"""People and machines on one scale with the items: abilities, difficulties, where machines stand among people.

A right answer has the chance `guess + (1 - guess) * logistic(slope * (ability - difficulty))`; the guess is 1 over the
number of candidates. Abilities, items and schemas are random effects that cross (twins share their schema's), fitted by
Laplace's approximation; slopes and flaws of items are then integrated over, and the model is fitted again without what
is broken. Abstentions are read in between (`silence`).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from anaphor import __version__
from anaphor.errors import InputError
from anaphor.numerics import special
from anaphor.provenance import Signature
from anaphor.result import Result
from anaphor.scoring.items.outcomes import Outcome, OutcomeKind, Target
from anaphor.scoring.scale.items import KEY, OTHER, RIVAL, FlawRates, Floats, judge_items
from anaphor.scoring.scale.silence import SilenceShares, read_silence, silence_on_hard_items
from anaphor.settings import AbstentionReading
from anaphor.settings import ScaleModel as ScaleModel
from anaphor.statistics import CrossedTable, Interval, fit_crossed
from anaphor.text import Message

_MACHINES_SD = 3.0
"""Standard deviation of a machine's ability beforehand: machines are not drawn towards people."""
_ROUNDS = 3
"""Fits; twice as many where abstentions are read."""
_TOLD = 2.5
"""Standard errors by which abstentions must lie on harder items to be read as not knowing."""
_DRAWS = 4000
_SEEN = 1e-3
"""What is left of an answer to an item that is broken for sure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaledRespondent:
    """A person or a machine on the scale."""

    name: str
    person: bool
    answers: int
    """Choices; abstentions are none."""
    right: int
    abstained: int
    ability: float
    """In log-odds; 0 is the mean person (the mean respondent, where there are fewer than two people)."""
    interval: Interval
    percentile: float | None
    """Share of people who are less able; None for people, and where there are fewer than two."""
    percentile_interval: Interval | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaledItem:
    """An item on the scale."""

    item: str
    schema: str | None
    answers: int
    right: int
    difficulty: float
    """Ability at which half of those know the answer who cannot guess it, if the item is sound."""
    interval: Interval
    slope: float
    """How well it tells the able from others; 1 is usual."""
    slope_interval: Interval
    broken: float
    """Posterior probability that something is wrong with it: the sum of the next two."""
    wrong_key: float
    """Posterior probability that another candidate is right."""
    split: float
    """Posterior probability that two candidates are right, or that nobody can know."""
    rival: str | None
    """What is chosen most beside the key; None where nothing is, or no candidates are known."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class JointScale(Result):
    """People, machines and items on one scale: in a frame one row per respondent, with `to_frame("items")` per item."""

    respondents: tuple[ScaledRespondent, ...]
    """The ablest first."""
    items: tuple[ScaledItem, ...]
    """In the order in which the first respondents met them."""
    collection: str
    model: ScaleModel
    guessing: bool
    people: int
    machines: int
    sd_people: float
    """Standard deviation of people's abilities in log-odds."""
    sd_items: float
    """Standard deviation of items' difficulties within schemas."""
    sd_schemas: float
    """What twins share."""
    sd_slopes: float
    """Standard deviation of the logarithms of slopes."""
    slopes_gain: float
    """Log-likelihood that slopes of their own add."""
    abstentions: AbstentionReading
    """How they were read: `missing`, `unknown`, or `auto` where a part of them is each."""
    abstentions_unknown: float
    """Share of the abstentions that counts as not knowing the answer."""
    abstentions_z: float | None
    """How much more people abstain on what they are less likely to know, in standard errors; None: not asked."""
    broken_share: float
    """Share of the schemas in which something is broken, as estimated."""
    unanswered: int
    """Items that nobody answered; they are left out."""
    level: float
    signature: str
    notes: tuple[Message, ...] = ()

    @property
    def suspects(self) -> tuple[ScaledItem, ...]:
        """The items, those first that are most probably broken."""
        return tuple(sorted(self.items, key=lambda each: -each.broken))


Respondents = Sequence[tuple[str, Sequence[Outcome]]]
"""Respondents by name with what became of the items that they were asked."""


_UNSAID = {OutcomeKind.ABSTAINED: -2, OutcomeKind.WRONG: 1, OutcomeKind.RIGHT: 0}
"""A 0/1 table knows no candidates: what is wrong is another."""


def _choices(answered: Sequence[Sequence[Outcome]]) -> tuple[NDArray[np.int16], dict[str, Target]]:
    """What respondents (rows) chose on all items that anybody was asked; -1: not asked, -2: abstained."""
    listed = {one.target.item: one.target for outcomes in answered for one in outcomes}
    said = np.full((len(answered), len(listed)), -1, np.int16)
    number = {item: place for place, item in enumerate(listed)}
    for row, outcomes in enumerate(answered):
        places = [number[one.target.item] for one in outcomes]
        said[row, places] = [_UNSAID[one.result] if one.chosen is None else one.chosen for one in outcomes]
    return said, listed


def scale_outcomes(  # noqa: PLR0913, PLR0915  # who answered, how the model is made, and rounds of fits
    machines: Respondents,
    people: Respondents,
    *,
    collection: str,
    model: ScaleModel = ScaleModel.TWO,
    guessing: bool = True,
    abstentions: AbstentionReading = AbstentionReading.AUTO,
    level: float = 0.95,
    seed: int = 0,
    signature: Signature | None = None,
    notes: tuple[Message, ...] = (),
) -> JointScale:
    """The scale of all who answered; whoever chose nothing at all is left out."""
    everybody = [
        (name, outcomes, person) for person, some in ((True, people), (False, machines)) for name, outcomes in some
    ]
    everybody = [each for each in everybody if any(one.result is not OutcomeKind.ABSTAINED for one in each[1])]
    said, listed = _choices([outcomes for _, outcomes, _ in everybody])
    answered, silent = (said >= 0).any(axis=0), (said == -2).sum(axis=1)
    said, targets = said[:, answered], list(compress(listed.values(), answered))
    if len(everybody) < 2 or len(targets) < 2:
        raise InputError("scale-too-few", respondents=len(everybody), items=len(targets))
    keys = np.array([each.key for each in targets])
    right, asked, abstained = (each.astype(float) for each in (said == keys, said >= 0, said == -2))
    if right.sum() in (0, asked.sum()):
        raise InputError("scale-nothing-varies", right="no" if right.sum() == 0 else "yes")
    votes = np.stack([(said == place).sum(axis=0) for place in range(max(2, int(said.max()) + 1))])
    np.put_along_axis(votes, keys[None].clip(max=len(votes) - 1), 0, axis=0)
    rival = votes.argmax(axis=0)
    other = OTHER if guessing else RIVAL  # without guessing, wrong answers are all alike
    chosen = np.select([said < 0, said == keys, said == rival], [-1, KEY, RIVAL], other).astype(np.int8)
    guess = np.array([float(each.chance) if guessing else 0.0 for each in targets])
    group = np.unique([each.cluster for each in targets], return_inverse=True)[1].astype(np.int64)
    known = np.array([each[2] for each in everybody])
    among = int(known.sum()) >= 2
    fixed = np.where(~known, _MACHINES_SD, 0.0) if among else np.zeros(len(known))
    seen, slope, rates = np.ones(len(targets)), np.ones(len(targets)), FlawRates()
    start, rounds, on_hard = None, 0, None
    count = np.array([len(each.candidates) for each in targets], np.int64)
    twins = group if np.bincount(group).max() > 1 else np.zeros(0, np.int64)
    reading = abstentions if abstained.any() else AbstentionReading.MISSING
    forced = reading is AbstentionReading.UNKNOWN
    silence = SilenceShares(unknown=abstained * forced, quiet=np.full((len(said), 1), 0.5 * forced))
    while True:
        tried, luck = (asked + silence.unknown) * seen, guess * (1 - silence.quiet)
        table = CrossedTable(right=right * seen, asked=tried, guess=luck, slope=slope, group=twins, fixed=fixed)
        fit = fit_crossed(table, start=start, held=True)
        states = judge_items(chosen, count, silence, fit, guess, group, rates, two=model is ScaleModel.TWO)
        if reading is AbstentionReading.AUTO and on_hard is None:
            on_hard = silence_on_hard_items(abstained, asked, fit, group)
            reading = reading if on_hard > _TOLD else AbstentionReading.MISSING
        seen, rates, start = np.clip(1 - states.broken, _SEEN, 1), states.rates, fit.parameters
        slope = np.exp(states.steepness - states.steepness.mean())
        rounds += 1
        if rounds == _ROUNDS * (1 if reading is AbstentionReading.MISSING else 2):
            break
        if reading is not AbstentionReading.MISSING:
            silence = read_silence(abstained, asked, fit, table.slope, forced=forced)
    # How much people and items vary is learnt from these respondents: few of them have heavy tails (Student).
    far = float(special.stdtrit(len(everybody) - 1, 0.5 + level / 2))

    def interval(middle: float, sd: float, along: Callable[[float], float] = float) -> Interval:
        low, high = along(middle - far * sd), along(middle + far * sd)
        return Interval(low=low, high=high, level=level, method="Laplace and grid")

    pull = fit.common_sd * fit.people_pull  # a common shift moves each by this
    hard, hard_sd = -fit.intercept - states.easiness, np.hypot(states.easiness_sd, fit.common_sd * (1 - fit.items_pull))
    joint = fit.people_covariance + np.outer(pull, pull)
    places = _percentiles(fit.people, joint, known, level, seed) if among else None
    respondents = [
        ScaledRespondent(
            name=name,
            person=person,
            answers=int(asked[row].sum()),
            right=int(right[row].sum()),
            abstained=int(silent[row]),
            ability=float(fit.people[row]),
            interval=interval(float(fit.people[row]), math.sqrt(joint[row, row])),
            percentile=None if person or places is None else float(places[0, row]),
            percentile_interval=None
            if person or places is None
            else Interval(low=float(places[1, row]), high=float(places[2, row]), level=level, method="drawn"),
        )
        for row, (name, _, person) in enumerate(everybody)
    ]
    items = [
        ScaledItem(
            item=each.item,
            schema=each.schema,
            answers=int(asked[:, place].sum()),
            right=int(right[:, place].sum()),
            difficulty=float(hard[place]),
            interval=interval(float(hard[place]), float(hard_sd[place])),
            slope=float(np.exp(states.steepness[place])),
            slope_interval=interval(float(states.steepness[place]), float(states.steepness_sd[place]), math.exp),
            broken=float(states.broken[place]),
            wrong_key=float(states.wrong_key[place]),
            split=float(states.split[place]),
            rival=each.candidates[rival[place]] if each.candidates and votes[rival[place], place] else None,
        )
        for place, each in enumerate(targets)
    ]
    made = Signature.of(
        scale=model, guessing="1/m" if guessing else "none", abstentions=abstentions, level=level, seed=seed
    )
    return JointScale(
        respondents=tuple(sorted(respondents, key=lambda each: -each.ability)),
        items=tuple(items),
        collection=collection,
        model=model,
        guessing=guessing,
        people=int(known.sum()),
        machines=int((~known).sum()),
        sd_people=fit.sd_people,
        sd_items=fit.sd_items,
        sd_schemas=fit.sd_groups,
        sd_slopes=rates.slopes,
        slopes_gain=states.gain,
        abstentions=reading,
        abstentions_unknown=float(silence.unknown.sum() / max(abstained.sum(), 1.0)),
        abstentions_z=on_hard,
        broken_share=rates.broken,
        unanswered=len(listed) - len(targets),
        level=level,
        signature=str((signature or Signature(())) | made | Signature.of(version=__version__)),
        notes=notes,
    )


def _percentiles(abilities: Floats, covariance: Floats, people: Floats, level: float, seed: int) -> Floats:
    """Share of people below each respondent: the median and the ends over draws.

    In each draw all abilities come from their joint distribution, and the mean and the spread of people at large from
    what these people then show of them, so that few people make a wide interval.
    """
    rng = np.random.default_rng(seed)
    lower = np.linalg.cholesky(covariance + 1e-9 * np.eye(len(covariance)))
    drawn = abilities + rng.standard_normal((_DRAWS, len(abilities))) @ lower.T
    count = int(people.sum())
    own = drawn[:, people.astype(bool)]
    spread = np.sqrt((count - 1) * own.var(axis=1, ddof=1) / rng.chisquare(count - 1, _DRAWS))
    middle = own.mean(axis=1) + spread * rng.standard_normal(_DRAWS) / np.sqrt(count)
    shares = special.ndtr((drawn - middle[:, None]) / spread[:, None])
    tail = (1 - level) / 2
    return np.asarray(np.quantile(shares, [0.5, tail, 1 - tail], axis=0), np.float64)
