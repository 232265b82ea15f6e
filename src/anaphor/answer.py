"""Answers: one type for people and machines, so that agreement and scoring are written once."""

import math
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal

from anaphor.errors import ContentError

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
