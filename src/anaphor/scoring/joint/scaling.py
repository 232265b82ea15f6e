"""People and machines on one scale with the items: abilities, difficulties, where machines stand among people.

A right answer has the chance `guess + (1 - guess) * logistic(slope * (ability - difficulty))`; the guess is 1 over the
number of candidates. Abilities, items and schemas are random effects that cross (twins share their schema's), fitted by
Laplace's approximation; slopes and flaws of items are then integrated over, and the model is fitted again without what
is broken. Abstentions are read in between (`silence`).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from anaphor import __version__
from anaphor.answer import FAILURES, ReplyCounts
from anaphor.document import ends_of, fields_of
from anaphor.errors import InputError
from anaphor.provenance import Method, Signature
from anaphor.result import Result
from anaphor.scoring.items.outcomes import Outcome, OutcomeKind, Target
from anaphor.scoring.joint.careless import careless_people
from anaphor.scoring.joint.items import KEY, OTHER, RIVAL, FlawRates, Floats, ItemStates, judge_items
from anaphor.scoring.joint.silence import SilenceShares, read_silence, silence_on_hard_items
from anaphor.scoring.settings import AbstentionReading
from anaphor.scoring.settings import ScaleModel as ScaleModel
from anaphor.statistics import CrossedFit, CrossedTable, Interval, fit_crossed
from anaphor.text import Message, joined, percent_range, text

SCALE = Method("scale", 1)
"""How people, systems and items are placed on one scale. Raise the number whenever a figure changes."""

_MACHINES_SD = 3.0
"""Standard deviation of a machine's ability beforehand: machines are not drawn towards people."""
_ROUNDS = 3
"""Fits; twice as many where abstentions are read."""
_TOLD = 2.5
"""Standard errors by which abstentions must lie on harder items to be read as not knowing."""
_DRAWS = 4000
"""Draws of all abilities together, for the interval of the share of people below each respondent."""
_SEEN = 1e-3
"""What is left of an answer to an item that is broken for sure."""
_SURE = 0.5
"""Posterior probability from which on a person counts as one who answered at random."""
_DOUBT = 0.01
"""Smaller probabilities of this count as none."""
_SIFTINGS = 4
"""How often careless people are looked for: without the first ones the others stand out more."""
_FEWEST_KEPT = 2
"""People that must be left: with fewer nothing is known of people."""


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
    careless: float = 0.0
    """Of a person, the posterior probability that all answers were given at random."""
    percentile_of_all: float | None = None
    """The percentile if careless people count as people, too."""


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
    careless: int = 0
    """People whose answers look as if given at random: machines are not compared with them."""
    replies: Mapping[str, ReplyCounts] = field(default_factory=dict)
    """What came back from each machine, where runs or tables were read; those included that have no place."""
    unplaced: Mapping[str, str] = field(default_factory=dict)
    """Machines without a place, and why: too much `failed`, or it was `silent` on everything."""

    def to_dict(self) -> dict[str, Any]:
        """The document that `scale --json` prints: intervals are flat."""
        return _scale_document(self)

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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """Answers as the model takes them: respondents are rows, items columns."""

    right: Floats
    asked: Floats
    abstained: Floats
    chosen: NDArray[np.int8]
    guess: Floats
    count: NDArray[np.int64]
    """Candidates of each item."""
    group: NDArray[np.int64]
    lumped: bool
    """Whether a wrong answer does not say what was chosen, as in 0/1 tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fitted:
    """A model of a table, in which some respondents are the people who make the population."""

    fit: CrossedFit
    states: ItemStates
    slope: Floats
    silence: SilenceShares
    reading: AbstentionReading
    on_hard: float | None

    @property
    def joint(self) -> Floats:
        """The covariance of abilities, the common shift included."""
        pull = self.fit.common_sd * self.fit.people_pull  # a common shift moves each by this
        return np.asarray(self.fit.people_covariance + np.outer(pull, pull), np.float64)


def _fitted(table: _Table, population: NDArray[np.bool_], model: ScaleModel, reading: AbstentionReading) -> _Fitted:
    """The model in rounds: abilities and items, then slopes and flaws of items and what abstentions say, and again."""
    among = int(population.sum()) >= 2
    fixed = np.where(~population, _MACHINES_SD, 0.0) if among else np.zeros(len(population))
    seen, slope, rates = np.ones(len(table.guess)), np.ones(len(table.guess)), FlawRates()
    start, rounds, on_hard = None, 0, None
    twins = table.group if np.bincount(table.group).max() > 1 else np.zeros(0, np.int64)
    forced = reading is AbstentionReading.UNKNOWN
    quiet = np.full((len(population), 1), 0.5 * forced)
    silence = SilenceShares(unknown=table.abstained * forced, quiet=quiet)
    how = {"two": model is ScaleModel.TWO, "lumped": table.lumped}
    while True:
        tried, luck = (table.asked + silence.unknown) * seen, table.guess * (1 - silence.quiet)
        cells = CrossedTable(right=table.right * seen, asked=tried, guess=luck, slope=slope, group=twins, fixed=fixed)
        fit = fit_crossed(cells, start=start, held=True)
        states = judge_items(table.chosen, table.count, silence, fit, table.guess, table.group, rates, **how)
        if reading is AbstentionReading.AUTO and on_hard is None:
            on_hard = silence_on_hard_items(table.abstained, table.asked, fit, table.group)
            reading = reading if on_hard > _TOLD else AbstentionReading.MISSING
        seen, rates, start = np.clip(1 - states.broken, _SEEN, 1), states.rates, fit.parameters
        rounds += 1
        if rounds == _ROUNDS * (1 if reading is AbstentionReading.MISSING else 2):
            return _Fitted(fit=fit, states=states, slope=slope, silence=silence, reading=reading, on_hard=on_hard)
        slope = np.exp(states.steepness - states.steepness.mean())
        if reading is not AbstentionReading.MISSING:
            silence = read_silence(table.abstained, table.asked, fit, cells.slope, forced=forced)


def scale_outcomes(  # noqa: PLR0913  # who answered, and how the model is made
    machines: Respondents,
    people: Respondents,
    *,
    collection: str,
    model: ScaleModel = ScaleModel.TWO,
    guessing: bool = True,
    abstentions: AbstentionReading = AbstentionReading.AUTO,
    careless: bool = True,
    level: float = 0.95,
    seed: int = 0,
    signature: Signature | None = None,
    notes: tuple[Message, ...] = (),
) -> JointScale:
    """The scale of all who answered; whoever chose nothing at all is left out.

    Failures (time-outs, unreadable replies) say nothing of what anybody knows, and are missing. Guessing is modelled
    where the number of candidates is known. With `careless`, people who answer at random are told apart.
    """
    everybody = [
        (name, [one for one in outcomes if one.reason not in FAILURES], person)
        for person, some in ((True, people), (False, machines))
        for name, outcomes in some
    ]
    everybody = [each for each in everybody if any(one.result is not OutcomeKind.ABSTAINED for one in each[1])]
    said, listed = _choices([outcomes for _, outcomes, _ in everybody])
    answered, silent = np.flatnonzero((said >= 0).any(axis=0)), (said == -2).sum(axis=1)
    named = list(listed.values())
    said, targets = said[:, answered], [named[place] for place in answered]
    if len(everybody) < 2 or len(targets) < 2:
        raise InputError("scale-too-few", respondents=len(everybody), items=len(targets))
    keys = np.array([each.key for each in targets])
    right, asked, abstained = (each.astype(float) for each in (said == keys, said >= 0, said == -2))
    if right.sum() in (0, asked.sum()):
        raise InputError("scale-nothing-varies", right="no" if right.sum() == 0 else "yes")
    votes = np.stack([(said == place).sum(axis=0) for place in range(max(2, int(said.max()) + 1))])
    np.put_along_axis(votes, keys[None].clip(max=len(votes) - 1), 0, axis=0)
    rival = votes.argmax(axis=0)
    guess = np.array([float(each.chance) if guessing else 0.0 for each in targets])
    guessing = bool(guess.any())  # of 0/1 tables it may not be known how many candidates there are
    other = OTHER if guessing else RIVAL  # without guessing, wrong answers are all alike
    table = _Table(
        right=right,
        asked=asked,
        abstained=abstained,
        chosen=np.select([said < 0, said == keys, said == rival], [-1, KEY, RIVAL], other).astype(np.int8),
        guess=guess,
        count=np.array([len(each.candidates) or 2 for each in targets], np.int64),
        group=np.unique([each.cluster for each in targets], return_inverse=True)[1].astype(np.int64),
        lumped=not any(each.candidates for each in targets),
    )
    known = np.array([each[2] for each in everybody])
    reading = abstentions if abstained.any() else AbstentionReading.MISSING
    made, of_all, random = _fitted(table, known, model, reading), None, np.zeros(len(known))
    population = known
    for _ in range(_SIFTINGS if careless and guessing else 0):
        random = careless_people(right, asked, made.fit, made.slope, guess, known)
        kept = known & (random < _SURE)
        if (kept == population).all() or kept.sum() < _FEWEST_KEPT:
            break
        of_all, population = of_all or made, kept
        made = _fitted(table, population, model, reading)
    fit, states, flagged = made.fit, made.states, known & ~population
    # How much people and items vary is learnt from these respondents: few of them have heavy tails (Student).
    far = float(special.stdtrit(len(everybody) - 1, 0.5 + level / 2))

    def interval(middle: float, sd: float, along: Callable[[float], float] = float) -> Interval:
        low, high = along(middle - far * sd), along(middle + far * sd)
        return Interval(low=low, high=high, level=level, method="Laplace and grid")

    among = int(population.sum()) >= 2
    hard, hard_sd = -fit.intercept - states.easiness, np.hypot(states.easiness_sd, fit.common_sd * (1 - fit.items_pull))
    doubt = np.where(random < _DOUBT, 0.0, random)  # who is left may be careless all the same
    doubt = np.where(population, doubt, 1.0)
    places = _percentiles(fit.people, made.joint, doubt, level, seed) if among else None
    with_all = _percentiles(of_all.fit.people, of_all.joint, (~known).astype(float), level, seed) if of_all else places
    respondents = [
        ScaledRespondent(
            name=name,
            person=person,
            answers=int(asked[row].sum()),
            right=int(right[row].sum()),
            abstained=int(silent[row]),
            ability=float(fit.people[row]),
            interval=interval(float(fit.people[row]), math.sqrt(made.joint[row, row])),
            percentile=None if person or places is None else float(places[0, row]),
            percentile_interval=None
            if person or places is None
            else Interval(low=float(places[1, row]), high=float(places[2, row]), level=level, method="drawn"),
            careless=float(random[row]),
            percentile_of_all=None if person or with_all is None else float(with_all[0, row]),
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
    how = Signature.of(
        scale=model,
        guessing="1/m" if guessing else "none",
        abstentions=abstentions,
        careless="apart" if careless and guessing else "none",
        level=level,
        seed=seed,
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
        sd_slopes=states.rates.slopes,
        slopes_gain=states.gain,
        abstentions=made.reading,
        abstentions_unknown=float(made.silence.unknown.sum() / max(abstained.sum(), 1.0)),
        abstentions_z=made.on_hard,
        broken_share=states.rates.broken,
        unanswered=len(listed) - len(targets),
        level=level,
        signature=str((signature or Signature(())) | how | Signature.of(method=SCALE, version=__version__)),
        notes=notes,
        careless=int(flagged.sum()),
    )


def _percentiles(abilities: Floats, covariance: Floats, others: Floats, level: float, seed: int) -> Floats:
    """Share of people below each respondent: the median and the ends over draws.

    In each draw all abilities come from their joint distribution, and the mean and the spread of people at large from
    what these people then show of them, so that few people make a wide interval. `others` is the probability that a
    respondent is not one of them (1: a machine, or a person who answers at random): in each draw that is drawn, too.
    """
    rng = np.random.default_rng(seed)
    lower = np.linalg.cholesky(covariance + 1e-9 * np.eye(len(covariance)))
    drawn = abilities + rng.standard_normal((_DRAWS, len(abilities))) @ lower.T
    chances = rng.chisquare(np.maximum((others < 1).sum() - 1, 1), _DRAWS)
    normal = rng.standard_normal(_DRAWS)
    kept = np.broadcast_to(others < 1, drawn.shape)
    if (unsure := (others > 0) & (others < 1)).any():
        kept = np.where(unsure, rng.random(drawn.shape) >= others, kept)
        kept = np.where(kept.sum(axis=1, keepdims=True) >= _FEWEST_KEPT, kept, others < 1)
        chances = rng.chisquare(kept.sum(axis=1) - 1)
    count = kept.sum(axis=1)
    mean = np.where(kept, drawn, 0).sum(axis=1) / count
    squares = np.where(kept, (drawn - mean[:, None]) ** 2, 0).sum(axis=1)
    spread = np.sqrt(squares / chances)
    middle = mean + spread * normal / np.sqrt(count)
    shares = special.ndtr((drawn - middle[:, None]) / spread[:, None])
    tail = (1 - level) / 2
    return np.asarray(np.quantile(shares, [0.5, tail, 1 - tail], axis=0), np.float64)


# ------------------------------------------------------------------------------------- the document, and what it says

_SURELY_BROKEN = 0.5
"""An item is told to be broken where that is likelier than not."""
_MOST_TOLD = 20
"""Respondents that are told of in a sentence each; the document has all."""
_APART = ("respondents", "items", "notes", "replies")
"""Fields whose place in the document is their own."""
_FINEST = 0.001
"""Smallest share of people at large that is named."""


def _scale_document(found: JointScale) -> dict[str, Any]:
    """The scale for programs: intervals are flat."""

    def row(each: Any) -> dict[str, Any]:
        flat: dict[str, Any] = {}
        for name, value in fields_of(each).items():
            if name.endswith("interval"):
                own = name.removesuffix("interval")
                flat |= {f"{own}{end}": at for end, at in ends_of(getattr(each, name)).items()}
            else:
                flat[name] = value
        return flat

    whole = {name: value for name, value in fields_of(found).items() if name not in _APART}
    suspects = [each.item for each in found.suspects if each.broken >= _SURELY_BROKEN]
    return {
        **whole,
        "replies": {name: fields_of(counts) for name, counts in found.replies.items()},
        "suspects": suspects,
        "respondents": [row(each) for each in found.respondents],
        "items": [row(each) for each in found.items],
        "sentences": _sentences(found),
        "notes": list(map(str, found.notes)),
    }


def _sentences(found: JointScale) -> list[str]:
    """What the scale says, in words."""
    sure = sum(each.broken >= _SURELY_BROKEN for each in found.items)
    answers = sum(each.answers for each in found.respondents)
    silent = sum(each.abstained for each in found.respondents)
    lines = [text("scale-asked", people=found.people, machines=found.machines, items=len(found.items), answers=answers)]
    people = [each.ability for each in found.respondents if each.person]
    for each in found.respondents:
        if each.percentile is not None and each.percentile_interval and len(lines) <= _MOST_TOLD:
            low, high = each.percentile_interval.low, each.percentile_interval.high
            where = "below" if each.ability < min(people) else "above" if each.ability > max(people) else "among"
            ends: dict[str, Any] = {"between": places_text(low, high), "share": each.percentile, "people": found.people}
            ends |= {"least": min(low, 1 - _FINEST), "most": max(high, _FINEST)}
            lines.append(text("scale-stands", name=each.name, where=where, **ends))
    if found.careless:
        placed = [each for each in found.respondents if each.percentile_of_all is not None][:_MOST_TOLD]
        shares = [text("scale-share", name=each.name, share=each.percentile_of_all or 0.0) for each in placed]
        told = {"count": found.careless, "people": found.people, "share": found.careless / found.people}
        how = "placed" if placed else "alone"
        lines.append(text("scale-careless", how=how, shares=joined(shares) if shares else "", **told))
    lines += [text("scale-no-percentile", people=found.people)] if found.people < 2 and found.machines else []
    lines += [text("scale-few-people", people=found.people)] if 2 <= found.people < 10 and found.machines else []
    lines.append(text("scale-broken", count=sure, expected=sum(each.broken for each in found.items)))
    spreads = {"people": found.sd_people, "items": found.sd_items, "schemas": found.sd_schemas}
    lines.append(text("scale-spread", **spreads))
    if found.sd_slopes:
        lines.append(text("scale-slopes", sd=found.sd_slopes, gain=found.slopes_gain))
    lines.append(text("scale-guessing" if found.guessing else "scale-no-guessing"))
    how = "none" if not silent else "missing" if found.abstentions_z is None else "random"
    how = how if found.abstentions == "missing" else "forced" if found.abstentions == "unknown" else "told"
    shown = {"share": found.abstentions_unknown, "z": found.abstentions_z or 0.0}
    lines.append(text("scale-abstained", how=how, count=silent, **shown))
    lines += [text("scale-unanswered", count=found.unanswered)] if found.unanswered else []
    return lines


def places_text(low: float, high: float) -> str:
    """Shares of people; a thousandth is all that people asked can tell."""
    return percent_range(round(low, 3), round(high, 3))
