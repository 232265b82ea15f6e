"""Published results, from their counts, to stand beside the user's."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from anaphor.scoring.items.measures import Measures, from_counts

PAPER_2 = "paper2_table1"
"""The nine rows of table 1 of Seminck, Segonne & Amsili (2019)."""
_FILES = (PAPER_2, "other_systems")


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """One published result."""

    system: str
    """The system, as the source calls it."""
    language: str
    """Language of the collection."""
    collection: str
    """The collection, as it is commonly called."""
    n: int
    """Items."""
    h: int
    """Right answers."""
    theta: int
    """Abstentions."""
    source: str
    """Where it is printed."""
    chance: float = 0.5
    """Mean of 1/m over the items."""
    printed: Mapping[str, float] = field(default_factory=dict)
    """The rates that the source prints, in percent."""
    corrected: Mapping[str, float] = field(default_factory=dict)
    """Rates that the source misprints, as they follow from its own counts, in percent."""

    @property
    def measures(self) -> Measures:
        """The measures, from the counts."""
        return from_counts(self.n, self.h, self.theta, chance=self.chance)


@cache
def published(name: str) -> tuple[Published, ...]:
    """The rows of one file of published results."""
    text = files("anaphor").joinpath("data", "literature", f"{name}.toml").read_text("utf-8")
    document = tomllib.loads(text)
    default = document["source"]["citation"]
    return tuple(Published(**{"source": default, **row}) for row in document["rows"])


def literature(language: str | None = None) -> tuple[Published, ...]:
    """All published results, or those in one language: paper 2's table first."""
    rows = (row for name in _FILES for row in published(name))
    return tuple(row for row in rows if language is None or row.language == language)
