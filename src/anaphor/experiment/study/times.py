"""Times that can be: what a browser or another program says of how long something took is not always true.

An answer is an answer however long it took. A time that cannot be is recorded as missing, and why is kept beside it.
"""

import math
from enum import StrEnum

LONGEST_MS = 7 * 24 * 3600 * 1000.0
"""A week: nobody answers one question for longer, and what is larger is of another unit, or broken."""


class TimeFault(StrEnum):
    """Why a time cannot be."""

    NOT_FINITE = "not finite"
    NEGATIVE = "negative"
    TOO_LONG = "longer than possible"


def time_fault(ms: float, most: float = LONGEST_MS) -> TimeFault | None:
    """Why a time in milliseconds cannot be, where none can be longer than `most`; None: it can.

    >>> [time_fault(ms) and time_fault(ms).value for ms in (-5, float("nan"), 1e308, 0)]
    ['negative', 'not finite', 'longer than possible', None]
    """
    if not math.isfinite(ms):
        return TimeFault.NOT_FINITE
    if ms < 0:
        return TimeFault.NEGATIVE
    return TimeFault.TOO_LONG if ms > most else None
