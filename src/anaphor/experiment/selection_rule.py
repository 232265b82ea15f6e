"""Paper 4's rule for the questions of a challenge, and how much its verdict depends on how many were asked.

At least three adults per question; at least 90 % of the questions answered rightly by all of them; the rest by at least
half. "By all" gets harder with every person asked, so the verdict is also given for smaller panels drawn from the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from anaphor.errors import InputError

LEAST_PEOPLE = 3
SHARE_BY_ALL = Fraction(9, 10)
SHARE_BY_SOME = Fraction(1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionVotes:
    """How the people who count did on one question."""

    question: str
    """Its id."""
    right: tuple[bool, ...]
    """One per person who counts, in the order in which they answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The verdict of the rule on a set of questions."""

    passes: bool
    """Whether the set may be used."""
    questions: int
    """How many questions there are."""
    by_all: int
    """Answered rightly by everybody."""
    too_few: tuple[str, ...]
    """Questions tried on fewer than three people."""
    failed: tuple[str, ...]
    """Questions that less than half answered rightly."""
    doubtful: tuple[str, ...]
    """Questions that some, but not all, answered rightly."""
    reasons: tuple[str, ...]
    """Which parts of the rule are broken, in words; empty when none is."""


def select_questions(votes: Sequence[QuestionVotes]) -> Selection:
    """The literal rule; all arithmetic is exact."""
    if not votes:
        raise InputError("there is no question to judge")
    too_few = tuple(each.question for each in votes if len(each.right) < LEAST_PEOPLE)
    by_all = sum(all(each.right) and bool(each.right) for each in votes)
    failed = tuple(each.question for each in votes if each.right and sum(each.right) < SHARE_BY_SOME * len(each.right))
    doubtful = tuple(
        each.question for each in votes if not all(each.right) and sum(each.right) >= SHARE_BY_SOME * len(each.right)
    )
    reasons = []
    if too_few:
        reasons.append(f"{len(too_few)} questions were tried on fewer than {LEAST_PEOPLE} people")
    if Fraction(by_all, len(votes)) < SHARE_BY_ALL:
        reasons.append(f"{by_all} of {len(votes)} questions were answered rightly by all: less than 90 %")
    if failed:
        reasons.append(f"{len(failed)} questions were answered rightly by less than half")
    return Selection(
        passes=not reasons, questions=len(votes), by_all=by_all, too_few=too_few, failed=failed, doubtful=doubtful,
        reasons=tuple(reasons),
    )  # fmt: skip


def first_people(votes: Sequence[QuestionVotes], count: int) -> tuple[QuestionVotes, ...]:
    """The same questions judged by the first so many people each: who counts is fixed beforehand."""
    if count < 1:
        raise InputError(f"a question cannot be judged by {count} people")
    return tuple(QuestionVotes(question=each.question, right=each.right[:count]) for each in votes)


def pass_probability(
    votes: Sequence[QuestionVotes], sizes: Sequence[int], *, draws: int, seed: int
) -> Mapping[int, float | None]:
    """For each size, how often panels of that many people, drawn from those who answered, would let the set pass.

    None where a question has fewer answers than that.
    """
    rng = np.random.default_rng(seed)
    right = np.array([sum(each.right) for each in votes])
    asked = np.array([len(each.right) for each in votes])
    found: dict[int, float | None] = {}
    for size in sizes:
        if size < 1 or (asked < size).any():
            found[size] = None
            continue
        hits = rng.hypergeometric(right, asked - right, size, size=(draws, len(votes)))
        enough = (hits == size).mean(axis=1) >= float(SHARE_BY_ALL) - 1e-12
        found[size] = float((enough & (2 * hits >= size).all(axis=1) & (size >= LEAST_PEOPLE)).mean())
    return found
