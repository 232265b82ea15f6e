"""What a reply says to a question: a candidate's number, an abstention, or one score for each candidate."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice, Reply, TracedAnswer, choose
from anaphor.schema import Question


class Silence(StrEnum):
    """Why a program gave no line."""

    TIMEOUT = "timeout"
    DEAD = "dead"
    ENDLESS = "endless"


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What came back for a question."""

    reply: Reply
    scores: tuple[float | None, ...] = ()
    silence: Silence | None = None
    """Set where the program must be started anew."""


def read_reply(record: Mapping[str, Any], question: Question) -> Heard:
    """What a reply says: `choice` (an index), else `abstain` (why), else the highest of `scores`."""
    scores = _scores(record.get("scores"), question)
    if scores is None:
        return unreadable("scores must be one finite number per candidate")
    choice, count = record.get("choice"), len(question.candidates)
    if isinstance(choice, int) and not isinstance(choice, bool) and 0 <= choice < count:
        return Heard(reply=Choice(candidate=choice), scores=scores)
    if choice is not None:
        return unreadable(f"choice is not a number from 0 to {count - 1}")
    if why := record.get("abstain"):
        detail = record.get("detail")
        known = isinstance(why, str) and why in set(AbstentionReason)
        said = detail if isinstance(detail, str) else None if known or why is True else str(why)
        reason = AbstentionReason(why) if known else AbstentionReason.DECLINED
        return Heard(reply=Abstention(reason=reason, detail=said[:300] if said else None), scores=scores)
    if scores:
        return Heard(reply=choose(scores), scores=scores)
    return unreadable("neither choice nor abstain nor scores")


def _scores(given: object, question: Question) -> tuple[float, ...] | None:
    """The scores, empty when there are none; None when they cannot be used."""
    if given is None:
        return ()
    if not isinstance(given, list) or len(given) != len(question.candidates):
        return None
    try:
        numbers = [float(each) for each in given if isinstance(each, (int, float)) and abs(each) < float("inf")]
    except OverflowError:  # a whole number with hundreds of digits
        return None
    return tuple(numbers) if len(numbers) == len(given) else None


def unreadable(why: str, silence: Silence | None = None) -> Heard:
    """What is heard of a reply that cannot be used."""
    return Heard(reply=Abstention(reason=AbstentionReason.UNREADABLE, detail=why), silence=silence)


def misfit(question: Question, answer: Answer) -> str | None:
    """What is wrong with an answer to a question; None when nothing is."""
    count = len(question.candidates)
    if isinstance(answer.reply, Choice) and answer.reply.candidate >= count:
        return f"chose candidate number {answer.reply.candidate} of {count}"
    if answer.scores and len(answer.scores) != count:
        return f"gave {len(answer.scores)} scores to {count} candidates"
    if isinstance(answer, TracedAnswer) and answer.candidate_traces and len(answer.candidate_traces) != count:
        return f"traced {len(answer.candidate_traces)} of {count} candidates"
    return None
