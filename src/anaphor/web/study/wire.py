"""What a participant's browser and the server say to each other, as records; unknown fields are refused."""

from typing import Annotated

import msgspec
from msgspec import Meta

LARGEST_BODY = 200_000
"""Bytes of a request; a hundred answers with remarks take less."""

_Line = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[^\x00]*$")]
_Mark = Annotated[str, Meta(min_length=1, max_length=200)]
_Number = float
"""A time as the browser says it: one that cannot be costs nobody an answer, and is recorded as missing."""


class StartBody(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody at the door."""

    person: Annotated[_Line, Meta(description="Who comes: the recruiter's id, an invitation, or the browser's own.")]
    session: Annotated[_Line | None, Meta(description="The recruiter's number of this visit.")] = None
    study: Annotated[_Line | None, Meta(description="The recruiter's number of the study.")] = None


class ConsentBody(StartBody, forbid_unknown_fields=True, kw_only=True):
    """What was agreed to by somebody at the door, or that it was not."""

    hash: Annotated[_Line, Meta(description="Fingerprint of the words of the consent.")]
    adult: Annotated[bool | None, Meta(description="Whether they say to be 18 or older.")] = None
    native: Annotated[bool | None, Meta(description="Whether they say to be native speakers.")] = None
    answers: Annotated[
        dict[str, Annotated[str, Meta(max_length=500, pattern=r"^[^\x00]*$")]],
        Meta(max_length=100, description="What they answer to the study's own questions, by id."),
    ] = {}
    agree: Annotated[bool, Meta(description="False: they do not want to take part.")] = True


class ComprehensionBody(msgspec.Struct, forbid_unknown_fields=True):
    """An attempt at the questions on the instructions; each answer is its place, from 0."""

    choices: Annotated[list[Annotated[int, Meta(ge=0, le=100)]], Meta(max_length=100)]


class ComprehensionReply(msgspec.Struct, frozen=True):
    """What came of an attempt; `outcome` is null while the visit goes on."""

    passed: bool
    left: int
    outcome: str | None = None
    code: str | None = None
    redirect: str | None = None


class PersonQuestionShown(msgspec.Struct, frozen=True):
    """A question about the participant."""

    id: str
    text: str
    options: list[str]
    number: bool
    required: bool


class ComprehensionShown(msgspec.Struct, frozen=True):
    """A question on the instructions; what is right is not said."""

    text: str
    choices: list[str]


class AnswerBody(msgspec.Struct, forbid_unknown_fields=True):
    """One answer; `choice` is the place on the screen, from 0."""

    trial: _Mark
    choice: Annotated[int, Meta(ge=0, le=100)] | None
    attempt: Annotated[_Mark, Meta(description="Made by the browser for this very answer.")]
    rt_ms: _Number | None = None
    onset_ms: _Number | None = None
    response_ms: _Number | None = None
    frame_ms: _Number | None = None
    focus_losses: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    hidden_ms: _Number = 0.0
    repeated_key: bool = False
    device: Annotated[str, Meta(max_length=20)] | None = None
    comment: Annotated[str, Meta(max_length=4000)] | None = None


class AnswersBody(msgspec.Struct, forbid_unknown_fields=True):
    """Answers that a browser has not yet seen acknowledged."""

    answers: Annotated[list[AnswerBody], Meta(min_length=1, max_length=100)]


class EmptyBody(msgspec.Struct, forbid_unknown_fields=True):
    """Nothing to say."""


class EventBody(msgspec.Struct):
    """What Prolific reports; fields that it may add are none of our business."""

    event_type: str = ""
    resource_id: _Line | None = None
    status: Annotated[str, Meta(max_length=100, pattern=r"^[^\x00]*$")] = ""


class EventReply(msgspec.Struct, frozen=True):
    """Whether somebody's place or standing changed."""

    changed: bool


class ShownTrial(msgspec.Struct, frozen=True):
    """A trial as the browser gets it: no key, and no kind but practice."""

    id: str
    kind: str
    text: str
    prompt: str | None
    choices: list[str]
    keys: list[str | None]
    scale: bool = False


class ConsentWords(msgspec.Struct, frozen=True):
    """What is to be agreed to."""

    text: str
    hash: str


class PlaceReply(msgspec.Struct, frozen=True):
    """A place in the study; for somebody who has not agreed yet, one without a token, an answer or a trial."""

    token: str
    title: str
    consent: ConsentWords
    instructions: str
    debrief: str
    trials: list[ShownTrial]
    answered: list[str]
    returned: bool
    consented: bool
    block: int
    contact: str | None = None
    standard: list[str] = []
    questions: list[PersonQuestionShown] = []
    comprehension: list[ComprehensionShown] = []
    preview: bool = False


class EndReply(msgspec.Struct, frozen=True):
    """How a visit ended and where to go; `outcome` is null while the visit goes on."""

    outcome: str | None
    missing: list[str] = []
    code: str | None = None
    redirect: str | None = None
    place: PlaceReply | None = None


class ReceiptReply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of one answer; only practice says whether it was the expected one."""

    trial: str
    fate: str
    reason: str | None = None
    right: bool | None = None


class ReceiptsReply(msgspec.Struct, frozen=True):
    """What became of each answer, in the order sent; "saved" means on disk."""

    receipts: list[ReceiptReply]


class WithdrawnReply(msgspec.Struct, frozen=True):
    """How many answers were deleted."""

    deleted: int


# --- programs that show an organiser's key ----------------------------------------------------------------------------

_Count = Annotated[int, Meta(ge=1, le=999_999_999)]


class QuotaBody(msgspec.Struct, forbid_unknown_fields=True):
    """How many participants are wanted."""

    quota: _Count


class WhomBody(msgspec.Struct, forbid_unknown_fields=True):
    """One participant."""

    participant: _Count


class ExclusionBody(WhomBody, forbid_unknown_fields=True):
    """One participant, and why they are left out."""

    reason: Annotated[str, Meta(min_length=1, max_length=500, pattern=r"^[^\x00]*\S[^\x00]*$")]


class DoneReply(msgspec.Struct, frozen=True):
    """That it was done."""

    ok: bool = True


class ErrorReply(msgspec.Struct, frozen=True):
    """Why a request was not served."""

    error: str
    reason: str | None = None
