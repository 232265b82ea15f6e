"""Whether the clock of this machine can be right, as far as what was recorded before tells.

A machine that starts with its clock years ahead would otherwise end what ends by date: deadlines pass, and what is kept
until a date is deleted for good. So a moment is doubted that is far from everything recorded; nothing is deleted by it
until somebody says so, or the clock has gone on from there for days.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Self

PLAUSIBLE_S = 30 * 86_400.0
"""Seconds for which nothing may have been recorded; a machine may rest over a holiday."""
AHEAD_S = 7 * 86_400.0
"""What a clock wrote that was further ahead is not good: it would be for as long. Less than that ends nobody's session
when the clock is put right."""
SURE_DAYS = 7
"""On so many days a doubted clock must have been looked at: somebody who works with it would have put it right."""


def far_after(now: float, recorded: Iterable[float]) -> float | None:
    """The newest moment that is not after `now`, where `now` is implausibly far after it; None: it is not, or unknown.

    >>> far_after(100 * 86_400.0, [0.0, 50 * 86_400.0]), far_after(60 * 86_400.0, [0.0, 50 * 86_400.0])
    (4320000.0, None)
    """
    last = max((moment for moment in recorded if moment <= now), default=None)
    return last if last is not None and now - last > PLAUSIBLE_S else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockRecord:
    """What looks at a clock have shown so far."""

    trusted: float
    """The last moment that followed plausibly upon the ones before."""
    doubted: float | None = None
    """The last look at a clock that had jumped; None: it has not."""
    days: int = 0
    """On how many days that clock has been looked at since it jumped."""

    def looked(self, now: float) -> Self:
        """The record after another look."""
        if now <= self.trusted:
            # Put back somewhat: it had been ahead, and starts ahead must not add up. Far back it says nothing.
            return self._now(now if self.trusted - now <= PLAUSIBLE_S else self.trusted)
        if far_after(now, [self.trusted]) is None:
            return self._now(now)
        if self.doubted is None or not 0 <= now - self.doubted <= PLAUSIBLE_S:
            return self._now(self.trusted, doubted=now, days=1)
        days = self.days + (_day(now) != _day(self.doubted))
        return self._now(now) if days >= SURE_DAYS else self._now(self.trusted, doubted=now, days=days)

    def _now(self, trusted: float, doubted: float | None = None, days: int = 0) -> Self:
        return type(self)(trusted=trusted, doubted=doubted, days=days)

    def text(self) -> str:
        """The record as a database keeps it."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> Self:
        """A record that was kept."""
        return cls(**json.loads(text))


def _day(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).date().isoformat()
