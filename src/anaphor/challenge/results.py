"""What comes of the acts of a challenge: each is a record that a notebook shows and a report takes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from anaphor.challenge.evidence.evidence import Evidence
from anaphor.challenge.judging.verdict import Verdict
from anaphor.challenge.round import Act, CourseChange, Entered, Phase, RunState
from anaphor.challenge.rulebook import Rules
from anaphor.challenge.transcript.record import Transcript
from anaphor.challenge.validation import RuleCheck
from anaphor.result import Result


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NewChallenge(Result):
    """A challenge that was just made."""

    folder: Path
    rules: Rules


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ChallengeValidation(Result):
    """Whether a challenge keeps its rules."""

    rules: Rules
    checks: tuple[RuleCheck, ...]
    """One for each rule, in the order in which they are published."""
    obstacles: Mapping[str, str]
    """Entries whose runs would be lost on this machine as it is, and why."""
    drawn: bool = True
    """Whether its secrets are: a challenge that is only proposed has none, and no fingerprint yet."""

    @property
    def valid(self) -> bool:
        """Whether every rule is kept."""
        return all(check.holds for check in self.checks)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class EntryReceipt(Result):
    """What an entrant is told who registered an entry, handed something in for one, or took it back."""

    name: str
    entered: Entered | None = None
    obstacle: str | None = None
    """Why its run would be lost on this machine as it is."""
    taken: Mapping[str, bool] | None = None
    """What was handed in, and whether it came in time."""
    withdrawn: bool = False

    @property
    def late(self) -> bool:
        """Whether it, or something of it, came too late."""
        return self.entered.late if self.entered else not all((self.taken or {}).values())


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class EntryTrial(Result):
    """What came of trying an entry on public questions."""

    transcript: Transcript
    right: int
    stderr: str
    """What the entry wrote to standard error in its last start that wrote anything."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ChallengeRun(Result):
    """The entries after a run: judged where all of them could be run, else with their states."""

    folder: Path
    document: Mapping[str, Any]
    """Every entry with its state, score, verdict and reasons; and what was refused."""

    @property
    def lost(self) -> tuple[str, ...]:
        """Entries whose runs failed by the organiser's fault: they are run again by the next call."""
        entries = self.document["entries"]
        lost = [
            entry for entry in entries if entry["state"] == RunState.LOST and entry["verdict"] != Verdict.DISQUALIFIED
        ]
        return tuple(entry["name"] for entry in lost)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Verification(Result):
    """Whether the evidence holds together."""

    evidence: tuple[Evidence, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong with anything that could be looked at."""
        return all(part.ok for part in self.evidence)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PublishedSite(Result):
    """A static site that was written."""

    title: str
    site: Path
    """Its folder."""
    files: tuple[str, ...]
    """The paths of its files below that folder."""
    notes: tuple[str, ...] = ()
    """What its organiser should know of what it tells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryStatus:
    """An entry, and how far it has come."""

    entered: Entered
    state: str
    """How its last run stands; `refused` for one that came late."""
    handed_in: tuple[str, ...]
    disqualified: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """What the organiser has to do."""

    act: Act
    since: datetime
    """From when on it can be done."""
    until: datetime | None = None
    """When it ought to be done."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ChallengeStatus(Result):
    """How a challenge stands at a moment."""

    folder: Path
    rules: Rules
    now: datetime
    phase: Phase
    entries: tuple[EntryStatus, ...]
    due: Duty | None
    """None: nothing is left to be done."""
    lying: tuple[str, ...]
    """Entries that lie in the folder, and that the next run takes in."""
    dates: Mapping[str, datetime]
    changes: tuple[CourseChange, ...]

    @property
    def next(self) -> str | None:
        """The name of the next date; None: all are past."""
        return next((name for name, when in self.dates.items() if when > self.now), None)
