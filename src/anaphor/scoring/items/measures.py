"""Measures that count abstentions fairly, from three numbers: items, right answers, abstentions (paper 2)."""

from dataclasses import dataclass

from anaphor.errors import InputError

_COIN = 0.5
"""Chance of a guess between two candidates."""
_MOST = 10**15
"""Items up to which every count is an exact number in a quotient."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """How a respondent did on a set of items; rates go from 0 to 1."""

    n: int
    """Items."""
    h: int
    """Right answers."""
    theta: int
    """Abstentions (θ)."""
    exactitude: float
    """Right answers over all items: h/n."""
    qualite: float | None
    """Right answers over answered items: h/(n − θ); not defined where nothing was answered."""
    f1: float | None
    """Harmonic mean of the two above: only for comparison with the literature, which calls them recall, precision."""
    reussite: float
    """Right answers as if abstentions were guessed: (h + Σ 1/mᵢ over abstentions)/n, for two candidates (h + θ/2)/n."""
    p: float | None
    """(réussite − chance)/(1 − chance), 0 for guessing and 1 for perfection; for two candidates 2·réussite − 1."""
    answered: float
    """Share of the items that were answered: (n − θ)/n."""
    chance: float
    """Réussite of a respondent that guesses, or that never answers: the mean of 1/mᵢ."""

    @property
    def wrong(self) -> int:
        """Wrong answers."""
        return self.n - self.h - self.theta


def from_counts(n: int, h: int, theta: int, *, chance: float = _COIN, guessed: float | None = None) -> Measures:
    """The measures of h right answers and θ abstentions on n items.

    `chance` is the mean of 1/mᵢ over the items (mᵢ candidates), `guessed` the sum of 1/mᵢ over the abstentions; by
    default all items have two candidates.

    >>> shown = from_counts(214, 65, 88)
    >>> f"{shown.exactitude:.2%} {shown.qualite:.2%} {shown.reussite:.2%}"
    '30.37% 51.59% 50.93%'
    """
    if max(abs(n), abs(h), abs(theta)) > _MOST:
        raise InputError("scoring-counts-huge", most=_MOST)
    if n < 1:
        raise InputError("scoring-counts-none", n=n)
    if h < 0 or theta < 0:
        raise InputError("scoring-counts-negative", h=h, theta=theta)
    if h + theta > n:
        raise InputError("scoring-counts-many", h=h, theta=theta, n=n)
    expected = theta * chance if guessed is None else guessed
    answered = n - theta
    reussite = (h + expected) / n
    return Measures(
        n=n,
        h=h,
        theta=theta,
        exactitude=h / n,
        qualite=h / answered if answered else None,
        f1=2 * h / (n + answered) if answered else None,
        reussite=reussite,
        p=(reussite - chance) / (1 - chance) if chance < 1 else None,
        answered=answered / n,
        chance=chance,
    )
