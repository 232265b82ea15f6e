"""From scores to a reply: the highest wins, a tie or a small margin abstains, and the first is never favoured."""

from collections.abc import Sequence

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice, Reply
from anaphor.schema import Question

TIE = 1e-9
"""Scores nearer than this are equal: below it only rounding speaks."""


def choose(scores: Sequence[float], *, margin: float = 0.0, tie: float = TIE) -> Reply:
    """The candidate with the highest score, or an abstention when the second is too near.

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


def answer_from_scores(
    respondent: str, question: Question, scores: Sequence[float], *, margin: float = 0.0, seconds: float | None = None
) -> Answer:
    """The answer that follows from one score per candidate."""
    reply = choose(scores, margin=margin)
    return Answer(respondent=respondent, question=question.id, reply=reply, scores=tuple(scores), seconds=seconds)


def abstain(respondent: str, question: Question, reason: AbstentionReason, detail: str | None = None) -> Answer:
    """An answer without a choice, and why."""
    return Answer(respondent=respondent, question=question.id, reply=Abstention(reason=reason, detail=detail))
