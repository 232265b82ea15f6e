"""How often readings of a construction were right (the figure beside *likely*), on sentences judged before the rules
were changed (`tests/language/probes`); `python -m tests.language.probe_sets` counts them again."""

import tomllib
from dataclasses import replace
from functools import cache
from importlib.resources import files

from anaphor.language.protocol import CERTAIN, LIKELY, NoReading, Reading

EVERY = "every"
"""Name of the row with all constructions together."""


def share_right(right: int, of: int) -> float:
    """The expected share of right readings after some trials, by the rule of succession: few trials promise little.

    >>> share_right(9, 9), share_right(0, 0)
    (0.9090909090909091, 0.5)
    """
    return (right + 1) / (of + 2)


@cache
def _shares(language: str) -> dict[str, list[int]]:
    table = files("anaphor").joinpath("data", language, "reading_shares.toml").read_text(encoding="utf-8")
    shares: dict[str, list[int]] = tomllib.loads(table)
    return shares


def with_share(
    language: str, readings: tuple[Reading, ...] | NoReading, risky: bool = False
) -> tuple[Reading, ...] | NoReading:
    """The readings, those that are not certain with the share of right ones; a risky one is no longer certain."""
    if isinstance(readings, NoReading):
        return readings
    lowered = (
        replace(reading, sureness=LIKELY) if risky and reading.sureness is CERTAIN else reading for reading in readings
    )
    shares = _shares(language)
    return tuple(
        reading
        if reading.sureness is CERTAIN
        else replace(reading, share=share_right(*shares.get(reading.rules[0], shares[EVERY])))
        for reading in lowered
    )
