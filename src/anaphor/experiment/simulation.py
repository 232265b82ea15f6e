"""A rehearsal: made-up participants go through the real design, assignment and store before a person does."""

import random
from dataclasses import dataclass
from math import exp, log

from anaphor.errors import InputError
from anaphor.experiment.answering import consent, finish, save_answers
from anaphor.experiment.assignment import Newcomer, start
from anaphor.experiment.design import Trial
from anaphor.experiment.desk import Status, status
from anaphor.experiment.session import Place, RefusedError, SubmittedAnswer
from anaphor.experiment.store import Store

_BEGIN = 1_700_000_000.0
_SECONDS_PER_TRIAL = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowd:
    """What the made-up participants are like."""

    finishing: int
    """How many end the study."""
    seed: int
    """Seed of everything they do."""
    dropout: float = 0.0
    """Share of those who start that goes away in the middle."""
    accuracy: float = 0.94
    """Share of right answers of the average participant on the average item."""
    spread: float = 1.0
    """Standard deviation of items and people, in log-odds."""
    careless: float = 0.0
    """Share of participants who answer at random, fast."""

    def __post_init__(self) -> None:
        if self.finishing < 1:
            raise InputError(f"a study cannot be rehearsed with {self.finishing} participants", todo="Give 1 or more.")
        if not 0 <= self.dropout < 1 or not 0 < self.accuracy < 1 or not 0 <= self.careless <= 1:
            raise InputError("shares of people must lie between 0 and 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearsal:
    """What came of a rehearsal."""

    participants: int
    """How many finished."""
    started: int
    """How many started."""
    turned_away: int
    """How many found the study full."""
    answers: int
    """Answers on disk."""
    lists: tuple[int, ...]
    """Finished participants per list."""
    imbalance: int
    """Largest difference between two lists."""


@dataclass(slots=True)
class _Visit:
    """One made-up participant on the way."""

    place: Place
    skill: float
    careless: bool
    leaves_after: int | None
    next: int = 0


def simulate(store: Store, crowd: Crowd) -> Rehearsal:
    """Let made-up participants come, answer and go until enough have finished, with the clock running fast."""
    if status(store, _BEGIN).frozen:
        raise InputError("real participants have started this study", todo="Rehearse in another file.")
    rng = random.Random(crowd.seed)
    difficulty = {trial.id: rng.gauss(0, crowd.spread) for trial in store.design.trials}
    going: list[_Visit] = []
    clock, done, away = _BEGIN, 0, 0
    while done < crowd.finishing:
        if len(going) < max(1, crowd.finishing // 4) and done + len(going) < crowd.finishing:
            visit = _enter(store, crowd, rng, clock)
            away += visit is None
            going += [visit] if visit else []
        if not going:
            clock += store.design.lease_s  # everybody who holds a place has gone away
            continue
        clock += rng.expovariate(1) * _SECONDS_PER_TRIAL / len(going)
        visit = rng.choice(going)
        if visit.leaves_after is not None and visit.next >= visit.leaves_after:
            going.remove(visit)
        elif visit.next < len(visit.place.shown):
            _answer(store, crowd, visit, difficulty, rng, clock)
        else:
            finish(store, visit.place.token, clock)
            going.remove(visit)
            done += 1
    return _rehearsal(status(store, clock), away)


def _enter(store: Store, crowd: Crowd, rng: random.Random, clock: float) -> _Visit | None:
    person = f"simulated-{rng.getrandbits(48):012x}"
    try:
        place = start(store, Newcomer(person=person, simulated=True), clock)
    except RefusedError:
        return None
    consent(store, place.token, store.design.consent_hash, {"adult": True, "native": True}, clock)
    leaves = rng.randrange(len(place.shown)) if rng.random() < crowd.dropout else None
    return _Visit(
        place=place, skill=rng.gauss(0, crowd.spread), careless=rng.random() < crowd.careless, leaves_after=leaves
    )


def _answer(  # noqa: PLR0913, PLR0917  # who answers what, with which luck, when
    store: Store, crowd: Crowd, visit: _Visit, difficulty: dict[str, float], rng: random.Random, clock: float
) -> None:
    shown = visit.place.shown[visit.next]
    trial = store.design.by_id[shown.trial]
    choice = _choice(trial, crowd, visit, difficulty[trial.id], rng)
    median = 400.0 if visit.careless else 900.0 + 28.0 * len(trial.text)
    rt = median * exp(rng.gauss(0, 0.35))
    answer = SubmittedAnswer(token=visit.place.token, trial=trial.id, choice=choice, rt_ms=round(rt, 1), device="key",
                             onset_ms=0.0, response_ms=round(rt, 1), frame_ms=16.7)  # fmt: skip
    save_answers(store, [answer], clock)
    visit.next += 1


def _choice(trial: Trial, crowd: Crowd, visit: _Visit, difficulty: float, rng: random.Random) -> int:
    """Right with the probability of a logistic model; the wrong answers are equally likely."""
    count = len(trial.candidates)
    if trial.key is None or visit.careless:
        return rng.randrange(count)
    odds = log(crowd.accuracy / (1 - crowd.accuracy)) + visit.skill * 0.5 + difficulty
    if rng.random() < 1 / (1 + exp(-odds)):
        return trial.key
    return rng.choice([number for number in range(count) if number != trial.key])


def _rehearsal(found: Status, away: int) -> Rehearsal:
    return Rehearsal(
        participants=found.finished,
        started=found.started,
        turned_away=away,
        answers=found.answers,
        lists=tuple(each.finished for each in found.lists),
        imbalance=found.imbalance,
    )
