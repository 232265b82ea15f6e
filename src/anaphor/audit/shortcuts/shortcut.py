"""Shortcuts that need no understanding, one record for all: how often they are right, against chance, with evidence."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from anaphor.audit.association_choice import Pick, tally
from anaphor.audit.chance import null_law
from anaphor.scoring.items import Clusters, IntervalMethod, Sampling, share
from anaphor.statistics import Interval
from anaphor.text import Message, choice, message

MOST_EVIDENCE = 20
"""Pieces of evidence that a record carries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortcutEvidence:
    """Where a shortcut speaks, and what it says."""

    place: str
    """Id of an item or a schema, or a word."""
    detail: Message | str
    """What was found, in words and figures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortcut:
    """What a shortcut gives."""

    name: str
    """Its name."""
    items: int
    """Items it was asked of."""
    answered: int
    """Items on which it has a choice."""
    right: int
    """Of these, those on which it is right."""
    rate: float | None
    """Right over answered; None where nothing is answered."""
    interval: Interval | None
    """Of the rate, for other schemas."""
    reussite: float | None
    """Right over all items when the rest is guessed; None where it was asked of nothing."""
    p: float
    """How often keys swapped by schema, near copies together, are as far from chance, either way (exact)."""
    note: Message | None = None
    """What has to be known to read it: why it could not be asked, or what is approximate."""
    evidence: tuple[ShortcutEvidence, ...] = ()
    """Items to look at."""

    @property
    def title(self) -> Message:
        """What it is called in a table."""
        return choice("audit-shortcut", self.name)


def in_groups(picks: Iterable[Pick], groups: Mapping[str, int]) -> list[Pick]:
    """The picks with their groups of near copies in place of their schemas: copies are one piece of evidence."""
    return [replace(pick, schema=str(groups.get(pick.item, pick.schema))) for pick in picks]


def evaluate(
    name: str, picks: Sequence[Pick], evidence: Iterable[ShortcutEvidence] = (), remark: Message | None = None
) -> Shortcut:
    """How often the picks are right, with an interval and the exact test by swaps of what the picks call schema."""
    if not picks:
        return nothing(name, remark or message("audit-note-not-asked"))
    tallies = tally(picks, (0.0,))
    answered, right = int(tallies.answered.sum()), int(tallies.right[:, 0].sum())
    items, kept = int(tallies.items.sum()), tallies.answered[:, 0] > 0
    clusters = Clusters(*(each[kept].astype(np.float64) for each in (tallies.right[:, 0, 0], tallies.answered[:, 0])))
    # A bias helps either way round: how often keys swapped by schema are as far from what chance gives.
    moved = zip(tallies.right[:, :, 0].tolist(), tallies.shifts.tolist(), strict=True)
    centre = sum((Fraction(sum(each[:shifts]), shifts) for each, shifts in moved), Fraction(0))
    return Shortcut(
        name=name,
        items=items,
        answered=answered,
        right=right,
        rate=right / answered if answered else None,
        interval=share(clusters, Sampling(method=IntervalMethod.CLUSTER)).interval if answered else None,
        reussite=(right + float(tallies.guessed.sum())) / items,
        p=null_law(tallies, 0).beyond(Fraction(right), centre),
        note=remark,
        evidence=tuple(evidence)[:MOST_EVIDENCE],
    )


def nothing(name: str, why: Message) -> Shortcut:
    """The record of a shortcut that could not be asked, and why."""
    return Shortcut(name=name, items=0, answered=0, right=0, rate=None, interval=None, reussite=None, p=1.0, note=why)
