"""Which items a newcomer to an adaptive study gets: those where an answer more does most for the reference.

A fixed list asks about every item equally often, also where all agree. Here the votes so far say how likely it is that
very many people would elect another answer, and a newcomer gets the items where one answer more can lower that most
(`agreement.next_labels`): as many as a list has, never two of one schema. What people who are still going owe counts as
answered, so that a hundred who come at once are not all asked the same. Two bounds keep a coin flip from swallowing all
answers, its twin's among them: every item gets three first, and none much more than its share.
"""

import random
from collections import Counter, defaultdict
from dataclasses import dataclass

import numpy as np
from sqlalchemy import Connection, and_, func, select

from anaphor.experiment.design.design import Design, Trial, TrialKind
from anaphor.experiment.study.tables import ANSWER, ANSWERS, PARTICIPANTS, PERSON, SHOWING

_COUNTED = PERSON.withdrawn_at.is_(None) & PERSON.excluded.is_(None)
_VOTES = (
    select(ANSWER.trial, ANSWER.choice, func.count())
    .join(PARTICIPANTS, PERSON.number == ANSWER.participant)
    .where(_COUNTED & ANSWER.choice.is_not(None))
    .group_by(ANSWER.trial, ANSWER.choice)
)
_OWED = (
    select(SHOWING.trial, func.count())
    .join(PARTICIPANTS, PERSON.number == SHOWING.participant)
    .outerjoin(ANSWERS, and_(ANSWER.participant == SHOWING.participant, ANSWER.trial == SHOWING.trial))
    .where(_COUNTED & ANSWER.trial.is_(None) & PERSON.finished_at.is_(None) & PERSON.freed_at.is_(None))
    .group_by(SHOWING.trial)
)

_FIRST = 3
"""Answers that every item gets before the doubtful ones get more."""
_MOST = 3
"""How many times the answers of the average item one may have."""


@dataclass(slots=True)
class ItemNeeds:
    """What the next answers to each item are worth."""

    gains: dict[str, list[float]]
    """For each item by how much one answer more lowers its risk, after none, one, two … that are still to come."""
    asked: Counter[str]
    """Answers that each item has or is owed."""
    owed: Counter[str]

    @classmethod
    def of(cls, connection: Connection, design: Design, since: float) -> "ItemNeeds":
        """As the answers are now; who gave no sign of life since then owes nothing."""
        from anaphor.agreement import label_gains  # the statistics take a while to load, and few studies adapt

        votes: dict[str, Counter[int]] = defaultdict(Counter)
        for trial, choice, count in connection.execute(_VOTES):
            votes[trial][choice] = count
        owed = Counter[str]()
        for trial, count in connection.execute(_OWED.where(PERSON.seen_at > since)):
            owed[trial] = count
        groups: dict[int, list[Trial]] = defaultdict(list)
        for trial in design.of_kind(TrialKind.ITEM):
            groups[len(trial.candidates)].append(trial)
        gains: dict[str, list[float]] = {}
        for size, trials in groups.items():
            counts = np.array([[votes[trial.id][place] for place in range(size)] for trial in trials])
            gains |= zip((trial.id for trial in trials), label_gains(counts).tolist(), strict=True)
        asked = Counter({name: votes[name].total() + owed[name] for name in gains})
        return cls(gains=gains, asked=asked, owed=owed)

    def choose(self, design: Design, size: int, rng: random.Random) -> tuple[str, ...]:
        """So many items of different schemas, where an answer is worth most; they are owed from now on."""

        most = _MOST * max(_FIRST, self.asked.total() / len(self.gains))

        def rank(trial: Trial) -> tuple[bool, bool, float, int, float]:
            steps, owed, asked = self.gains[trial.id], self.owed[trial.id], self.asked[trial.id]
            gain = steps[owed] if owed < len(steps) else 0.0
            return asked >= _FIRST, asked >= most, -gain, asked, rng.random()

        chosen: dict[str | None, str] = {}
        for trial in sorted(design.of_kind(TrialKind.ITEM), key=rank):
            if len(chosen) < size:
                chosen.setdefault(trial.schema, trial.id)
        self.asked.update(chosen.values())
        self.owed.update(chosen.values())
        return tuple(chosen.values())
