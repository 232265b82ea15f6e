"""A rehearsal: simulated participants come one after the other through the real design, assignment and store, some go
away in the middle, and who finds the study full waits until a place is free."""

import random
from dataclasses import dataclass, field
from functools import cached_property
from math import exp, log
from pathlib import Path
from typing import Any

from anaphor.errors import InputError
from anaphor.experiment.dashboard import extend, study_status
from anaphor.experiment.design.design import TrialKind
from anaphor.experiment.session import session
from anaphor.experiment.session.assignment import Newcomer, start
from anaphor.experiment.study.reading_out import study_of
from anaphor.experiment.study.record import Study
from anaphor.experiment.study.store import Store
from anaphor.files import writing
from anaphor.progress import Progress
from anaphor.result import Result

_BEGIN = 1_700_000_000.0
_SECONDS_PER_TRIAL = 4.0
_TOGETHER = 200
"""Answers saved in one transaction."""
_KNOCKS = 30
"""How often, while a lease runs, somebody who waits asks again."""
_EASY = 0.995
"""Share of right answers on trials that everybody gets: attention, control and practice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowd:
    """What the simulated participants are like."""

    finishing: int
    seed: int
    dropout: float = 0.0
    """Share of those who start that goes away in the middle."""
    accuracy: float = 0.94
    """Share of right answers of the average participant on the average item."""
    item_spread: float = 1.0
    """Standard deviation of items, in log-odds."""
    person_spread: float = 0.5
    """Standard deviation of people, in log-odds."""
    careless: float = 0.0
    """Share of participants who answer at random, fast."""

    def __post_init__(self) -> None:
        if self.finishing < 1:
            raise InputError("experiment-bad-rehearsal-count", finishing=self.finishing)
        if not 0 <= self.dropout < 1:
            raise InputError("experiment-bad-dropout", dropout=self.dropout)
        if not 0 < self.accuracy < 1:
            raise InputError("experiment-bad-accuracy", accuracy=self.accuracy)
        if not 0 <= self.careless <= 1:
            raise InputError("experiment-bad-careless", careless=self.careless)
        if self.item_spread < 0 or self.person_spread < 0:
            raise InputError("experiment-bad-spread")


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Rehearsal(Result):
    """What came of a rehearsal; `study` holds the answers, and calls that take a study take this."""

    participants: int
    started: int
    turned_away: int
    """How many found the study full at first; each is counted once, and waited."""
    answers: int
    lists: tuple[int, ...]
    imbalance: int
    store: Store
    """Where the answers are: a file that was named, or one that goes when nobody holds this result any more."""
    design: Path | None = None
    """File of the design, where it has one."""
    database: Path | None = None
    """File in which the answers are kept."""

    @cached_property
    def study(self) -> Study:
        return study_of(self.store)

    def to_frame(self, table: str | None = None) -> Any:
        """The answers as a data frame, a row each."""
        return self.study.to_frame(table)


@dataclass(slots=True)
class _Visit:
    """One simulated participant on the way."""

    place: session.ParticipantPlace
    skill: float
    careless: bool
    leaves_after: int | None
    next: int = 0


@dataclass(slots=True)
class _Scene:
    """The rehearsal as it runs."""

    store: Store
    crowd: Crowd
    rng: random.Random
    difficulty: dict[str, float]
    clock: float = _BEGIN
    going: list[_Visit] = field(default_factory=list)
    waiting: str | None = None
    knocks_at: float = _BEGIN
    done: int = 0
    turned_away: int = 0
    unsaved: list[session.SubmittedAnswer] = field(default_factory=list)

    def save(self) -> None:
        """Put on disk what has been answered meanwhile."""
        if self.unsaved:
            with writing(self.store.engine) as connection:
                session.save_answers(connection, self.store.design, self.unsaved, self.clock)
            self.unsaved.clear()


def rehearse(store: Store, crowd: Crowd, move: Progress = lambda done, total: None) -> Rehearsal:
    """Let simulated participants come, answer and go until enough have finished (above the quota too)."""
    found = study_status(store, _BEGIN)
    if found.frozen:
        raise InputError("experiment-already-started")
    if found.quota < crowd.finishing:
        extend(store, crowd.finishing, "rehearsal", _BEGIN)
    rng = random.Random(crowd.seed)
    difficulty = {trial.id: rng.gauss(0, crowd.item_spread) for trial in store.design.trials}
    scene = _Scene(store=store, crowd=crowd, rng=rng, difficulty=difficulty)
    while scene.done < crowd.finishing:  # somebody comes if there is room, and somebody does the next thing
        if len(scene.going) < max(1, crowd.finishing // 4) and scene.done + len(scene.going) < crowd.finishing:
            _enter(scene)
        if not scene.going:
            scene.clock += store.design.lease_s  # everybody who holds a place has gone away
            continue
        scene.clock += rng.expovariate(1) * _SECONDS_PER_TRIAL / len(scene.going)
        visit = rng.choice(scene.going)
        if visit.leaves_after is not None and visit.next >= visit.leaves_after:
            scene.going.remove(visit)
        elif visit.next < len(visit.place.shown):
            _answer(scene, visit)
        else:
            scene.save()
            with writing(store.engine) as connection:
                session.finish(connection, store.design, visit.place.token, scene.clock)
            scene.going.remove(visit)
            scene.done += 1
            move(scene.done, crowd.finishing)
    scene.save()
    found = study_status(store, scene.clock)
    return Rehearsal(
        participants=found.finished,
        started=found.started,
        turned_away=scene.turned_away,
        answers=found.answers,
        lists=tuple(each.finished for each in found.lists),
        imbalance=found.imbalance,
        store=store,
    )


def _enter(scene: _Scene) -> None:
    """Let the one who waits in, or a newcomer; a study that is full keeps them waiting until a lease has run out."""
    crowd, rng, store = scene.crowd, scene.rng, scene.store
    person = scene.waiting or f"simulated-{rng.getrandbits(48):012x}"
    if scene.waiting is not None and scene.clock < scene.knocks_at:
        return
    scene.save()  # so that those who go on are seen to hold their places
    try:
        with writing(store.engine, alone=True) as connection:
            place = start(connection, store.design, Newcomer(person=person, simulated=True), scene.clock)
    except session.RefusedError as refusal:
        if refusal.reason is not session.Refusal.FULL:
            raise
        scene.turned_away += scene.waiting is None
        scene.waiting, scene.knocks_at = person, scene.clock + store.design.lease_s / _KNOCKS
        return
    scene.waiting = None
    with writing(store.engine) as connection:
        agreed = store.design.consent_hash
        session.consent(connection, store.design, place.token, agreed, {"adult": True, "native": True}, scene.clock)
    leaves = rng.randrange(len(place.shown)) if rng.random() < crowd.dropout else None
    skill, careless = rng.gauss(0, crowd.person_spread), rng.random() < crowd.careless
    scene.going.append(_Visit(place=place, skill=skill, careless=careless, leaves_after=leaves))


def _answer(scene: _Scene, visit: _Visit) -> None:
    """Right with the probability of a logistic model; the wrong answers are equally likely."""
    crowd, rng = scene.crowd, scene.rng
    trial = scene.store.design.by_id[visit.place.shown[visit.next].trial]
    median = 400.0 if visit.careless else 900.0 + 28.0 * len(trial.text)
    rt = round(median * exp(rng.gauss(0, 0.35)), 1)
    odds = log(crowd.accuracy / (1 - crowd.accuracy)) + visit.skill + scene.difficulty[trial.id]
    judged = trial.kind in (TrialKind.ITEM, TrialKind.FILLER)
    if trial.key is None or visit.careless:
        choice = rng.randrange(len(trial.candidates))
    elif rng.random() < (1 / (1 + exp(-odds)) if judged else _EASY):
        choice = trial.key
    else:
        choice = rng.choice([number for number in range(len(trial.candidates)) if number != trial.key])
    scene.unsaved.append(
        session.SubmittedAnswer(
            token=visit.place.token,
            trial=trial.id,
            choice=choice,
            rt_ms=rt,
            device="key",
            onset_ms=0.0,
            response_ms=rt,
            frame_ms=16.7,
        )
    )
    visit.next += 1
    if len(scene.unsaved) >= _TOGETHER:
        scene.save()
