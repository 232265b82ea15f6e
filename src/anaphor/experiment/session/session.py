"""A participant's way through a study: what is known of them, what they send, and what is refused.

No database and no web here: these records and rules are what the store keeps and the page obeys.
"""

from dataclasses import dataclass
from enum import StrEnum

from anaphor.errors import InputError
from anaphor.experiment.design.presenting import PlacedTrial
from anaphor.text import choice


class Refusal(StrEnum):
    """Why a study does not take somebody in, or an answer."""

    FULL = "full"
    PAUSED = "paused"
    BLOCKED = "blocked"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"
    NOT_INVITED = "not_invited"
    UNKNOWN_TOKEN = "unknown_token"
    UNKNOWN_TRIAL = "unknown_trial"
    BAD_CHOICE = "bad_choice"
    NO_CONSENT = "no_consent"
    SCREENED_OUT = "screened_out"


class RefusedError(InputError):
    """The study refuses, and why."""

    def __init__(self, reason: Refusal) -> None:
        super().__init__(choice("experiment-refused", reason))
        self.reason = reason


class VisitOutcome(StrEnum):
    """How a participant's visit ended, where it did not end in the middle."""

    COMPLETED = "completed"
    FAILED_CHECKS = "failed_checks"
    """Completed, with too many attention trials failed."""
    SCREENED_OUT = "screened_out"
    DECLINED = "declined"
    """Did not agree to take part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParticipantPlace:
    """A participant's place in the study."""

    participant: int
    """Number, from 1."""
    token: str
    """What the participant's browser shows to be recognised; it cannot be guessed."""
    list_number: int
    """From 0."""
    shown: tuple[PlacedTrial, ...]
    """Trials in this participant's order."""
    answered: tuple[str, ...]
    """Ids of the trials that are already answered."""
    returned: bool
    """True when the participant was here before."""
    consented: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmittedAnswer:
    """What a browser sends for one trial."""

    token: str
    trial: str
    choice: int | None
    """Index of the chosen candidate in the design's order; None: no answer was given."""
    rt_ms: float | None = None
    """From the first frame that showed the trial to the answer's own time stamp."""
    onset_ms: float | None = None
    """When the trial was on the screen, on the page's clock."""
    response_ms: float | None = None
    """When the answer was given, on the same clock."""
    frame_ms: float | None = None
    """Time between two frames of the screen."""
    focus_losses: int = 0
    """How often the page lost the focus while the trial was shown."""
    hidden_ms: float = 0.0
    """How long the page was hidden while the trial was shown."""
    repeated_key: bool = False
    """True when a key was still held down from the trial before; that alone is no answer."""
    device: str | None = None
    """key, mouse, touch or pen."""
    attempt: str | None = None
    """Made by the browser for this very answer, so that a repetition is known as one."""
    comment: str | None = None


class Fate(StrEnum):
    """What became of an answer."""

    SAVED = "saved"
    REPEATED = "repeated"
    """It was already there, the same."""
    CONFLICT = "conflict"
    """Another answer was there; it stands, and this one is kept as evidence."""
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What the server says of one answer, after it is on disk."""

    trial: str
    fate: Fate
    reason: Refusal | None = None
