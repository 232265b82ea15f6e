"""Answers: one type for people and machines, so that agreement and scoring are written once."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal

from anaphor.errors import ContentError, InputError

_STRICT = {"extra": "forbid"}


class RespondentKind(StrEnum):
    """Who answers."""

    HUMAN = "human"
    MACHINE = "machine"


@dataclass(frozen=True, slots=True, kw_only=True)
class Respondent:
    """A human or a machine that answers questions."""

    __pydantic_config__ = _STRICT

    name: str
    """A pseudonym for a person; name and settings for a machine."""
    kind: RespondentKind
    """Human or machine."""


class AbstentionReason(StrEnum):
    """Why there is no choice."""

    ATYPICAL = "atypical"
    """The item has not the shape that the respondent needs."""
    SEVERAL_SENTENCES = "several_sentences"
    """The text has more sentences than the respondent can take."""
    UNKNOWN_WORDS = "unknown_words"
    """Words that decide are not in the vocabulary."""
    NO_READING = "no_reading"
    """A candidate could not be put in the anaphor's place."""
    NO_COUNT = "no_count"
    """A count that the score needs is zero."""
    MARGIN = "margin"
    """The scores are nearer to each other than the threshold."""
    TIE = "tie"
    """The scores are equal."""
    UNREADABLE = "unreadable"
    """What came back could not be read as a choice."""
    TIMEOUT = "timeout"
    """Nothing came back in time."""
    FAILED = "failed"
    """The respondent broke."""
    DECLINED = "declined"
    """The respondent said that it does not know."""
    CUT_OFF = "cut_off"
    """The reply reached the limit of its length and was cut off: what it would have said is not known."""


FAILURES = frozenset(
    {AbstentionReason.UNREADABLE, AbstentionReason.TIMEOUT, AbstentionReason.FAILED, AbstentionReason.CUT_OFF}
)
"""Reasons that are a fault of the machine or of the way to it; with all others the respondent itself abstains."""
MOST_FAILED = 0.05
"""Largest share of failures with which a run is ranked.

A failure counts as a guess, so that a share f of them moves the accuracy of a system that would be always right on
questions with two candidates by f/2 towards one half. At 5 % that is 2.5 points at most, well within the interval of
any collection that we know (about ± 6 points on 280 items); beyond it the score tells more of the fault than of the
system.
"""


def checked_share(most_failed: float) -> float:
    """The share itself; one outside of 0 to 1 is refused."""
    if not 0 <= most_failed <= 1:
        raise InputError("answer-most-failed", value=str(most_failed))
    return float(most_failed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A candidate was chosen."""

    __pydantic_config__ = _STRICT

    candidate: int
    """Its index in the question, from 0."""
    kind: Literal["choice"] = "choice"
    """Tells a choice from an abstention on the wire."""

    def __post_init__(self) -> None:
        if self.candidate < 0:
            raise ContentError("answer-bad-candidate", candidate=self.candidate)


@dataclass(frozen=True, slots=True, kw_only=True)
class Abstention:
    """No candidate was chosen, and why."""

    __pydantic_config__ = _STRICT

    reason: AbstentionReason
    """Why."""
    detail: str | None = None
    """The reason in words, for people."""
    kind: Literal["abstention"] = "abstention"
    """Tells an abstention from a choice on the wire."""


Reply = Choice | Abstention


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One respondent's reply to one question."""

    __pydantic_config__ = _STRICT

    respondent: str
    """Name of the respondent."""
    question: str
    """Id of the question."""
    reply: Reply
    """A choice, or an abstention with its reason."""
    scores: tuple[float | None, ...] = ()
    """The respondent's own score of each candidate; None where it has none."""
    seconds: float | None = None
    """How long the reply took."""
    at: datetime | None = None
    """When it was given, with its time zone."""

    def __post_init__(self) -> None:
        numbers = [*self.scores, self.seconds]
        if any(number is not None and not math.isfinite(number) for number in numbers):
            raise ContentError("answer-not-finite", question=self.question)
        if self.seconds is not None and self.seconds < 0:
            raise ContentError("answer-bad-time", question=self.question, seconds=str(self.seconds))
        if isinstance(self.reply, Choice) and self.scores and self.reply.candidate >= len(self.scores):
            raise ContentError("answer-no-score", question=self.question)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyCounts:
    """What came back to the questions of a run: answers, failures and what the respondent declined to answer."""

    answered: int
    """Choices."""
    failed: int
    """Time-outs, crashes, refused requests, replies that cannot be read or were cut off, and what has no answer."""
    declined: int
    """Abstentions of the respondent's own: it declined, its scores tie, it does not know the words …"""
    missing: int = 0
    """Questions without any reply, where whoever scores said that these count as abstentions: a part of the failures,
    as a run that ended early has them. But gaps of a 0/1 table are none."""
    gaps: int = 0
    """Of the missing, gaps of a 0/1 table: they do not say that anybody was asked, count as not right and are no
    failures."""
    skipped: int = 0
    """Questions without any reply that whoever scores left out: they are not among the asked."""
    ties: int = 0
    """Of the declined, those whose candidates have the same score."""

    @property
    def asked(self) -> int:
        return self.answered + self.failed + self.declined + self.gaps

    @property
    def lost(self) -> int:
        """Failures, and the questions without a reply that were left out."""
        return self.failed + self.skipped

    @property
    def lost_share(self) -> float:
        """What was lost as a share of all questions, those included that were left out."""
        return self.lost / (self.asked + self.skipped) if self.asked + self.skipped else 0.0

    def share(self, count: int) -> float:
        """A count as a share of all questions."""
        return count / self.asked if self.asked else 0.0

    def unranked(self, most_failed: float) -> Literal["failed", "silent"] | None:
        """Why a score of these replies says nothing of the system; None where it does.

        >>> ReplyCounts(answered=90, failed=10, declined=0).unranked(0.05)
        'failed'
        >>> ReplyCounts(answered=60, failed=0, declined=0, skipped=378).unranked(0.05)
        'failed'
        """
        if self.lost_share > most_failed:
            return "failed"
        return "silent" if self.asked and not self.answered and most_failed < 1 else None


def count_replies(
    reasons: Iterable[AbstentionReason], *, answered: int, missing: int = 0, gaps: int = 0, skipped: int = 0
) -> ReplyCounts:
    """The counts, from the reasons of all abstentions, the number of choices, and what has no reply."""
    listed = list(reasons)
    failed = sum(each in FAILURES for each in listed)
    return ReplyCounts(
        answered=answered,
        failed=failed + missing - gaps,
        declined=len(listed) - failed,
        missing=missing,
        gaps=gaps,
        skipped=skipped,
        ties=listed.count(AbstentionReason.TIE),
    )


TRACED_TOKENS = "tokens"
"""Under this name a candidate's trace says on how many tokens its score rests: the model's own, or words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedAnswer(Answer):
    """An answer with what it was made from; a run keeps both."""

    trace: Mapping[str, object] = field(default_factory=dict)
    """What holds for the whole question, in JSON types: the words scored, tokens used, what a model said."""
    candidate_traces: tuple[Mapping[str, object], ...] = ()
    """The same per candidate, in the question's order: its reading, the span scored; empty when there is none."""


TIE = 1e-9
"""Scores nearer than this are equal: below it only rounding speaks."""


def choose(scores: Sequence[float], *, margin: float = 0.0, tie: float = TIE) -> Reply:
    """The candidate with the highest score, or an abstention when the second is too near: the first is never favoured.

    >>> choose([1.0, 2.0])
    Choice(candidate=1, kind='choice')
    >>> choose([1.0, 2.0], margin=1.5).reason.value
    'margin'
    """
    ranked = sorted(scores, reverse=True)
    lead = ranked[0] - ranked[1] if len(ranked) > 1 else float("inf")
    if lead <= tie:
        return Abstention(reason=AbstentionReason.TIE)
    if lead < margin:
        return Abstention(reason=AbstentionReason.MARGIN, detail=f"a lead of {lead:.3g} is below {margin:g}")
    return Choice(candidate=list(scores).index(ranked[0]))


class TrialKind(StrEnum):
    """What a trial is for."""

    ITEM = "item"
    PRACTICE = "practice"
    """Before the study, with feedback; never analysed."""
    FILLER = "filler"
    """Hides the pattern of the items; never analysed."""
    ATTENTION = "attention"
    """Says itself which answer to give; failing it twice excludes."""
    CONTROL = "control"
    """So easy that failing it shows guessing."""
