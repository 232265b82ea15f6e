"""Several resolvers as one: by vote, by the mean of their scores, or by Trinh & Le's mean of word probabilities."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice, RespondentKind
from anaphor.errors import InputError, UnknownNameError
from anaphor.provenance import Signature
from anaphor.resolver.asking import ask
from anaphor.resolver.blindness import finds_by_id
from anaphor.resolver.choosing import abstain, answer_from_scores
from anaphor.resolver.ensemble import WordProbabilities, WordScorer, mean_probabilities, product
from anaphor.resolver.protocol import RESOLVERS, Resolver, Spec, make
from anaphor.schema import Question

_PIECE = 256
"""Questions that every member is asked before the first of them is answered."""


class How(StrEnum):
    """How the members' answers become one."""

    VOTE = "vote"
    """Each member that chooses has one vote; the score of a candidate is its number of votes."""
    SCORE = "score"
    """The mean of the members' scores, as they are: for members whose scores are of one kind."""
    WORDS = "words"
    """The mean of the members' probabilities of each word, then the product over words (Trinh & Le 2018)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnsembleResolver:
    """Several resolvers that answer as one; those that abstain on a question have no say in it."""

    members: tuple[Resolver, ...]
    """The resolvers, at least two."""
    how: How
    """How their answers become one."""
    margin: float = 0.0
    """How far the first candidate must lead, in votes, mean score or logarithm of probability."""
    partial: bool = True
    """For words: whether only the common right part of the readings counts."""
    least: int = 1
    """How many members must not abstain."""

    @property
    def name(self) -> str:
        """Name in tables."""
        return f"{self.how}({'+'.join(member.name for member in self.members)})"

    @property
    def signature(self) -> Signature:
        """How the members are put together, and the members' own signatures."""
        whole = Signature.of(
            resolver="ensemble", how=self.how.value, margin=self.margin, least=self.least,
            score=("partial" if self.partial else "full") if self.how is How.WORDS else None,
        )  # fmt: skip
        for number, member in enumerate(self.members, 1):
            whole |= Signature(tuple((f"{number}.{name}", value) for name, value in member.signature.parts))
        return whole

    @property
    def finds_by_id(self) -> bool:
        """True where a member looks answers up by id; the others are still asked blinded."""
        return any(finds_by_id(member) for member in self.members)

    @property
    def kind(self) -> RespondentKind:
        """People where every member is people."""
        kinds = {RespondentKind(getattr(member, "kind", RespondentKind.MACHINE)) for member in self.members}
        return RespondentKind.HUMAN if kinds == {RespondentKind.HUMAN} else RespondentKind.MACHINE

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """One answer for each question, a piece of them at a time."""
        answer = {How.VOTE: self._votes, How.SCORE: self._mean_scores, How.WORDS: self._words}[self.how]
        for start in range(0, len(questions), _PIECE):
            yield from answer(questions[start : start + _PIECE])

    def _votes(self, questions: Sequence[Question]) -> Iterator[Answer]:
        for question, answers in self._asked(questions):
            chosen = [each.reply.candidate for each in answers if isinstance(each.reply, Choice)]
            votes = [float(chosen.count(index)) for index in range(len(question.candidates))]
            yield self._judged(question, answers, len(chosen), votes)

    def _mean_scores(self, questions: Sequence[Question]) -> Iterator[Answer]:
        for question, answers in self._asked(questions):
            rows = [each.scores for each in answers if isinstance(each.reply, Choice) and None not in each.scores]
            kept = [[score for score in row if score is not None] for row in rows if row]
            yield self._judged(question, answers, len(kept), _column_means(kept))

    def _asked(self, questions: Sequence[Question]) -> Iterator[tuple[Question, tuple[Answer, ...]]]:
        given = [tuple(ask(member, questions, salt="ensemble")) for member in self.members]
        yield from zip(questions, zip(*given, strict=True), strict=True)

    def _judged(self, question: Question, answers: Sequence[Answer], heard: int, scores: Sequence[float]) -> Answer:
        if heard < self.least:
            return self._silent(question, [each.reply for each in answers if isinstance(each.reply, Abstention)])
        return answer_from_scores(self.name, question, scores, margin=self.margin)

    def _silent(self, question: Question, abstentions: Sequence[Abstention]) -> Answer:
        """An abstention for the first member's reason: fewer members than needed had something to say."""
        if not abstentions:
            return abstain(self.name, question, AbstentionReason.ATYPICAL, "The members give no scores.")
        return abstain(self.name, question, abstentions[0].reason, abstentions[0].detail)

    def _words(self, questions: Sequence[Question]) -> Iterator[Answer]:
        scorers = [member for member in self.members if isinstance(member, WordScorer)]
        given = [tuple(scorer.word_probabilities(questions)) for scorer in scorers]
        for question, heard in zip(questions, zip(*given, strict=True), strict=True):
            models = [each for each in heard if isinstance(each, WordProbabilities)]
            if len(models) < self.least:
                yield self._silent(question, [each for each in heard if isinstance(each, Abstention)])
            else:
                scores = product(mean_probabilities(models), partial=self.partial)
                yield answer_from_scores(self.name, question, scores, margin=self.margin)


def _column_means(rows: Sequence[Sequence[float]]) -> list[float]:
    return [sum(column) / len(column) for column in zip(*rows, strict=True)]


def members_of(written: str) -> tuple[str, ...]:
    """The specs of an ensemble's members: `A+B`, their settings behind `;` instead of a comma.

    >>> members_of("random;seed=1+first")
    ('random,seed=1', 'first')
    """
    names = "|".join(re.escape(name) for name in RESOLVERS.names())
    parts = re.split(rf"\s*\+\s*(?=(?:{names})\s*(?:[:;+]|$))", written)
    return tuple(part.strip().replace(";", ",") for part in parts)


def make_ensemble(spec: Spec) -> Resolver:
    """Several resolvers as one (`ensemble:first+nearest+random;seed=3,how=vote`)."""
    spec.allow("how", "margin", "score", "least")
    written = members_of(spec.needed("resolvers joined by +"))
    if len(written) < 2 and "+" in written[0]:
        raise UnknownNameError("resolver", written[0].rpartition("+")[2].strip(), RESOLVERS.names())
    if len(written) < 2:
        raise InputError(
            "an ensemble needs two resolvers or more", todo="Join them with +, e.g. ensemble:first+nearest."
        )
    how = How(spec.setting("how", How.VOTE, tuple(How)))
    members = tuple(make(each) for each in written)
    mute = [member.name for member in members if not isinstance(member, WordScorer)]
    if how is How.WORDS and mute:
        raise InputError(f"{mute[0]} cannot say how probable words are", todo="Use how=vote, or language models alone.")
    return EnsembleResolver(
        members=members,
        how=how,
        margin=spec.number("margin", 0.0, at_least=0.0),
        partial=spec.setting("score", "partial", ("partial", "full")) == "partial",
        least=spec.whole("least", 1, at_least=1),
    )
