"""Several resolvers as one: by vote, by the mean of their scores, or by Trinh & Le's mean of word probabilities, which
asks of each the ability `WordScorer`: the mean of the models' probabilities of each word, then the product over the
words."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol, runtime_checkable

from anaphor.answer import Abstention, AbstentionReason, Answer, Choice, RespondentKind
from anaphor.errors import ContentError, InputError, UnknownNameError
from anaphor.provenance import Signature
from anaphor.resolver.asking.asking import ask, finds_by_id
from anaphor.resolver.protocol import (
    RESOLVERS,
    TRACED_TOKENS,
    BoundResolver,
    PreparedResolver,
    Resolver,
    Spec,
    abstain,
    answer_from_scores,
    make,
)
from anaphor.resolver.sentences import NOTHING_FOLLOWS, CandidateSentences, is_word
from anaphor.schema import Question
from anaphor.text import Message, message


@dataclass(frozen=True, slots=True, kw_only=True)
class WordProbabilities:
    """How probable a model finds each word of a question's readings, given the words before it."""

    question: str
    words: tuple[tuple[str, ...], ...]
    """Per candidate, the words of its reading: those of `CandidateSentence.words`, so that models can be averaged."""
    logs: tuple[tuple[float, ...], ...]
    """Per candidate, the natural logarithm of each word's probability; a model of sub-words adds theirs up."""
    suffix_words: int
    """How many words at the right are the same in all readings: what the *partial* score counts."""

    def __post_init__(self) -> None:
        if [len(words) for words in self.words] != [len(logs) for logs in self.logs]:
            raise ContentError("resolver-words-count", question=self.question)
        if not all(math.isfinite(log) and log <= 1e-6 for logs in self.logs for log in logs):
            raise ContentError("resolver-words-logs", question=self.question)


@runtime_checkable
class WordScorer(Protocol):
    """The ability of a resolver to give the probability of every word of the readings."""

    def word_probabilities(self, questions: Sequence[Question], /) -> Iterator[WordProbabilities | Abstention]:
        """For each question, in order, its words' probabilities, or why there are none."""


def word_probabilities_of(sentences: CandidateSentences, logs: Sequence[Sequence[float]]) -> WordProbabilities:
    """The record of one question, from its sentences and the logarithms that a model gives their words."""
    return WordProbabilities(
        question=sentences.question,
        words=tuple(tuple(word.of(each.text) for word in each.words) for each in sentences.sentences),
        logs=tuple(tuple(part) for part in logs),
        suffix_words=sentences.suffix_words,
    )


def mean_probabilities(models: Sequence[WordProbabilities]) -> WordProbabilities:
    """The arithmetic mean of the models' probabilities, word by word.

    >>> one = WordProbabilities(question="1", words=(("a",),), logs=((math.log(0.1),),), suffix_words=1)
    >>> two = WordProbabilities(question="1", words=(("a",),), logs=((math.log(0.3),),), suffix_words=1)
    >>> round(math.exp(mean_probabilities([one, two]).logs[0][0]), 6)
    0.2
    """
    first = models[0]
    if any(model.words != first.words for model in models):
        raise InputError("resolver-words-differ", question=first.question)

    def mean(logs: Sequence[float]) -> float:  # of probabilities, without underflow
        top = max(logs)
        return top + math.log(math.fsum(math.exp(log - top) for log in logs) / len(logs))

    rows = zip(*(model.logs for model in models), strict=True)
    return replace(first, logs=tuple(tuple(mean(column) for column in zip(*row, strict=True)) for row in rows))


def product(probabilities: WordProbabilities, *, partial: bool) -> tuple[float, ...]:
    """Per candidate, the logarithm of the product of its words' probabilities: all (those that differ, where several
    candidates are of one language), or the common right part."""
    kept = probabilities.suffix_words
    return tuple(math.fsum(logs[len(logs) - kept :] if partial else logs) for logs in probabilities.logs)


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
    how: How
    margin: float = 0.0
    """How far the first candidate must lead, in votes, mean score or logarithm of probability."""
    score: str = "auto"
    """For words: what counts, the common right part, the whole, or with `auto` the right part where a word is in it."""
    least: int = 1
    salt: str = "ensemble"
    """What the names are made with under which members are shown questions; a run puts its own here."""

    @property
    def name(self) -> str:
        return f"{self.how}({'+'.join(member.name for member in self.members)})"

    @property
    def signature(self) -> Signature:
        whole = Signature.of(
            resolver="ensemble",
            how=self.how.value,
            margin=self.margin,
            least=self.least,
            score=self.score if self.how is How.WORDS else None,
        )
        for number, member in enumerate(self.members, 1):
            whole |= Signature(tuple((f"{number}.{name}", value) for name, value in member.signature.parts))
        return whole

    @property
    def finds_by_id(self) -> bool:
        """True where a member looks answers up by id; the others are still asked blinded, and all are for words."""
        return self.how is not How.WORDS and any(finds_by_id(member) for member in self.members)

    def salted(self, salt: str, /) -> "EnsembleResolver":
        return replace(self, salt=salt)

    @property
    def kind(self) -> RespondentKind:
        kinds = {RespondentKind(getattr(member, "kind", RespondentKind.MACHINE)) for member in self.members}
        return RespondentKind.HUMAN if kinds == {RespondentKind.HUMAN} else RespondentKind.MACHINE

    def refuse_other(self, name: str, fingerprint: str, /) -> None:
        for member in self.members:
            if isinstance(member, BoundResolver):
                member.refuse_other(name, fingerprint)

    def prepared_for(self, questions: Sequence[Question], /) -> "EnsembleResolver":
        ready = [each.prepared_for(questions) if isinstance(each, PreparedResolver) else each for each in self.members]
        return replace(self, members=tuple(ready))

    @property
    def notes(self) -> tuple[Message, ...]:
        return tuple(note for each in self.members if isinstance(each, PreparedResolver) for note in each.notes)

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
        known: dict[str, dict[int, Answer]] = {question.id: {} for question in questions}
        by_id = {question.id: question for question in questions}
        for given in zip(*(ask(each, questions, salt=self.salt, promptly=True) for each in self.members), strict=True):
            for number, answer in enumerate(given):
                found = known[answer.question]
                found[number] = answer
                if len(found) == len(self.members):
                    del known[answer.question]
                    yield self._combined(by_id[answer.question], [found[n] for n in range(len(self.members))])

    def _combined(self, question: Question, answers: Sequence[Answer]) -> Answer:
        if self.how is How.VOTE:
            chosen = [each.reply.candidate for each in answers if isinstance(each.reply, Choice)]
            counted, scores = len(chosen), [float(chosen.count(index)) for index in range(len(question.candidates))]
        else:
            rows = [each.scores for each in answers if isinstance(each.reply, Choice) and None not in each.scores]
            kept = [[score for score in row if score is not None] for row in rows if row]
            # Divided first: the sum of two scores that are numbers may be none.
            scores = [math.fsum(score / len(kept) for score in column) for column in zip(*kept, strict=True)]
            counted = len(kept)
        if counted < self.least:
            return self._abstained(question, [each.reply for each in answers])
        return answer_from_scores(self.name, question, scores, margin=self.margin)

    def _abstained(self, question: Question, given: Sequence[object]) -> Answer:
        """An abstention for the first member's reason: fewer members than needed had something to say."""
        mute = Abstention(reason=AbstentionReason.ATYPICAL, detail="The members give no scores.")
        return abstain(self.name, question, next((each for each in given if isinstance(each, Abstention)), mute))

    def _words(self, questions: Sequence[Question]) -> Iterator[Answer]:
        scorers = [member for member in self.members if isinstance(member, WordScorer)]
        for question, *given in zip(questions, *(each.word_probabilities(questions) for each in scorers), strict=True):
            models = [each for each in given if isinstance(each, WordProbabilities)]
            if len(models) < self.least:
                yield self._abstained(question, given)
                continue
            mean = mean_probabilities(models)
            follows = any(map(is_word, mean.words[0][len(mean.words[0]) - mean.suffix_words :]))
            if self.score == "partial" and not follows:
                yield abstain(self.name, question, NOTHING_FOLLOWS)
                continue
            partial = self.score != "full" and follows
            tokens = [mean.suffix_words if partial else len(words) for words in mean.words]
            traces = tuple({TRACED_TOKENS: count} for count in tokens)
            scores = product(mean, partial=partial)
            yield answer_from_scores(self.name, question, scores, margin=self.margin, candidate_traces=traces)


def members_of(written: str) -> tuple[str, ...]:
    """The specs of an ensemble's members: `A+B`, their settings behind `;` instead of a comma.

    >>> members_of("random;seed=1+first")
    ('random,seed=1', 'first')
    """
    # A plus sign parts members only before a resolver's name: `lstm:a+b+first` has the members `lstm:a+b` and `first`.
    names = "|".join(re.escape(name) for name in RESOLVERS.names())
    parts = re.split(rf"\+\s*+(?=(?:{names})\s*(?:[:;+]|$))", written)
    return tuple(part.strip().replace(";", ",") for part in parts)


def make_ensemble(spec: Spec) -> Resolver:
    """Several resolvers as one."""
    spec.allow("how", "margin", "score", "least")
    written = members_of(spec.needed(message("resolver-needs-members")))
    if len(written) < 2:
        if "+" in written[0]:
            raise UnknownNameError("resolver", written[0].rpartition("+")[2].strip(), RESOLVERS.names())
        raise InputError("resolver-ensemble-of-one")
    how = How(spec.setting("how", How.VOTE, tuple(How)))
    members = tuple(make(each) for each in written)
    mute = [member.name for member in members if not isinstance(member, WordScorer)]
    if how is How.WORDS and mute:
        raise InputError("resolver-no-word-scorer", name=mute[0])
    return EnsembleResolver(
        members=members,
        how=how,
        margin=spec.number("margin", 0.0, at_least=0.0),
        score=spec.setting("score", "auto", ("auto", "partial", "full")),
        least=spec.whole("least", 1, at_least=1),
    )
