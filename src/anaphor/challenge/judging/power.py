"""What a bar means: how often a system of known skill passes it by chance."""

from dataclasses import dataclass

from anaphor.scoring.items import law_of_sum

SKILLS = (0.80, 0.85, 0.90, 0.95)
"""True shares of right answers for which the chance is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """A true share of right answers, and the chance to pass."""

    true: float
    """The share that a system gets right in the long run."""
    passes: float
    """How often it passes; exact, for independent questions."""


def chance_to_pass(questions: int, needed: int, true: float) -> float:
    """How often a system that is right with chance `true` gets at least `needed` of the questions right; exact.

    >>> round(chance_to_pass(60, 54, 0.85), 2)
    0.18
    """
    return law_of_sum([((0, 1 - true), (1, true))] * questions).reaching(needed)


def power(questions: int, needed: int) -> tuple[Power, ...]:
    """The chance to pass for systems of several skills."""
    return tuple(Power(true=true, passes=chance_to_pass(questions, needed, true)) for true in SKILLS)
