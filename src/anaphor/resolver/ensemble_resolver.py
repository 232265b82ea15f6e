"""Several resolvers as one: by vote, by the mean of their scores, or by Trinh & Le's mean of word probabilities."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice, RespondentKind
from anaphor.errors import InputError, UnknownNameError
from anaphor.provenance import Signature
from anaphor.resolver.asking import ask, ask_promptly
from anaphor.resolver.blindness import finds_by_id
from anaphor.resolver.choosing import abstain, answer_from_scores
from anaphor.resolver.ensemble import WordProbabilities, WordScorer, mean_probabilities, product
from anaphor.resolver.protocol import RESOLVERS, BoundResolver, Resolver, Spec, make
from anaphor.schema import Question


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
    salt: str = "ensemble"
    """What the names are made with under which members are shown questions; a run puts its own here."""

    @property
    def name(self) -> str:
        """Name in tables."""
        return f"{self.how}({'+'.join(member.name for member in self.members)})"

    @property
    def signature(self) -> Signature:
        """How the members are put together, and the members' own signatures."""
        whole = Signature.of(
            resolver="ensemble",
            how=self.how.value,
            margin=self.margin,
            least=self.least,
            score=("partial" if self.partial else "full") if self.how is How.WORDS else None,
        )
        for number, member in enumerate(self.members, 1):
            whole |= Signature(tuple((f"{number}.{name}", value) for name, value in member.signature.parts))
        return whole

    @property
    def finds_by_id(self) -> bool:
        """True where a member looks answers up by id; the others are still asked blinded, and all are for words."""
        return self.how is not How.WORDS and any(finds_by_id(member) for member in self.members)

    def salted(self, salt: str, /) -> "EnsembleResolver":
        """The same ensemble, whose members see questions under names made with this salt."""
        return replace(self, salt=salt)

    @property
    def kind(self) -> RespondentKind:
        """People where every member is people."""
        kinds = {RespondentKind(getattr(member, "kind", RespondentKind.MACHINE)) for member in self.members}
        return RespondentKind.HUMAN if kinds == {RespondentKind.HUMAN} else RespondentKind.MACHINE

    def refuse_other(self, name: str, fingerprint: str, /) -> None:
        """Refuse what a member refuses."""
        for member in self.members:
            if isinstance(member, BoundResolver):
                member.refuse_other(name, fingerprint)

    def resolve(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """One answer for each question, each as soon as all members have given theirs."""
        if self.how is How.WORDS:
            return self._words(questions)
        asked = [ask(member, questions, salt=self.salt) for member in self.members]
        return (self._combined(question, given) for question, *given in zip(questions, *asked, strict=True))

    def as_they_come(self, questions: Sequence[Question], /) -> Iterator[Answer]:
        """The same answers in the order in which the members finish."""
        if self.how is How.WORDS:
            yield from self._words(questions)
            return
        open_questions = {question.id: question for question in questions}
        heard: dict[str, dict[int, Answer]] = {name: {} for name in open_questions}
        asked = [ask_promptly(member, questions, salt=self.salt) for member in self.members]
        for given in zip(*asked, strict=True):
            for number, answer in enumerate(given):
                heard[answer.question][number] = answer
                if len(heard[answer.question]) == len(self.members):
                    found = heard.pop(answer.question)
                    yield self._combined(open_questions[answer.question], [found[n] for n in range(len(self.members))])

    def _combined(self, question: Question, answers: Sequence[Answer]) -> Answer:
        if self.how is How.VOTE:
            chosen = [each.reply.candidate for each in answers if isinstance(each.reply, Choice)]
            votes = [float(chosen.count(index)) for index in range(len(question.candidates))]
            return self._judged(question, answers, len(chosen), votes)
        rows = [each.scores for each in answers if isinstance(each.reply, Choice) and None not in each.scores]
        kept = [[score for score in row if score is not None] for row in rows if row]
        return self._judged(question, answers, len(kept), _column_means(kept))

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
        given = [scorer.word_probabilities(questions) for scorer in scorers]
        for question, *heard in zip(questions, *given, strict=True):
            models = [each for each in heard if isinstance(each, WordProbabilities)]
            if len(models) < self.least:
                yield self._silent(question, [each for each in heard if isinstance(each, Abstention)])
            else:
                scores = product(mean_probabilities(models), partial=self.partial)
                yield answer_from_scores(self.name, question, scores, margin=self.margin)


def _column_means(rows: Sequence[Sequence[float]]) -> list[float]:
    # Divided first: the sum of two scores that are numbers may be none.
    return [math.fsum(score / len(rows) for score in column) for column in zip(*rows, strict=True)]


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
